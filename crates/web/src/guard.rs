//! Who may talk to the server.
//!
//! A page of another site can make a browser call a server on this machine. So the name that the browser was told
//! (`Host`) must be one that nobody else can own (which ends DNS rebinding), and a page that opens a socket must come
//! from here (`Origin`).

use std::net::IpAddr;

/// A header of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header<'a> {
    Absent,
    Text(&'a str),
    /// There more than once, or not in plain letters. Nobody's browser sends that: it is never let through.
    Odd,
}

/// The names that the server goes by.
#[derive(Clone, Debug)]
pub struct Guard {
    host: String,
    is_open: bool,
}

impl Guard {
    /// For a server that was told to listen on this host.
    pub fn new(host: &str) -> Guard {
        let host = bare(host).to_ascii_lowercase();
        Guard {
            is_open: !is_loopback(&host),
            host,
        }
    }

    /// Whether the server can be reached from other machines.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether a `Host` header names this server. Where other machines may call, they do so by address.
    pub fn knows_host(&self, header: Header<'_>) -> bool {
        let Header::Text(host) = header else {
            return false;
        };
        let name = bare(without_port(host)).to_ascii_lowercase();
        is_loopback(&name) || name == self.host || (self.is_open && name.parse::<IpAddr>().is_ok())
    }

    /// Whether a page from `origin` may open a socket on `host`. Programs that are no browsers send no origin.
    pub fn knows_origin(&self, origin: Header<'_>, host: Header<'_>) -> bool {
        let (origin, host) = match (origin, host) {
            (Header::Absent, _) => return true,
            (Header::Text(origin), Header::Text(host)) => (origin, host),
            _ => return false,
        };
        let from = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        from.is_some_and(|from| from.eq_ignore_ascii_case(host))
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !is_bare_v6(host) => name,
        _ => host,
    }
}

/// `::1` without brackets has colons, but no port.
fn is_bare_v6(host: &str) -> bool {
    !host.starts_with('[') && host.matches(':').count() > 1
}

fn bare(host: &str) -> &str {
    host.strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(host)
}

fn is_loopback(name: &str) -> bool {
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_answered() {
        let guard = Guard::new("127.0.0.1");
        for host in [
            "localhost:8080",
            "127.0.0.1:8080",
            "[::1]:80",
            "LOCALHOST",
            "127.0.0.1",
        ] {
            assert!(guard.knows_host(Header::Text(host)), "{host}");
        }
        for host in [
            "evil.example:8080",
            "127.0.0.1.evil.example",
            "192.168.1.5",
            "",
            "localhost.evil.example",
            "[::2]",
        ] {
            assert!(!guard.knows_host(Header::Text(host)), "{host}");
        }
        assert!(!guard.knows_host(Header::Absent));
        assert!(!guard.knows_host(Header::Odd));
        assert!(!guard.is_open());
    }

    #[test]
    fn an_open_server_is_called_by_address_or_by_its_name() {
        let guard = Guard::new("0.0.0.0");
        assert!(guard.is_open());
        assert!(guard.knows_host(Header::Text("192.168.1.5:8080")));
        assert!(!guard.knows_host(Header::Text("evil.example:8080")));
        let guard = Guard::new("desk.lan");
        assert!(guard.knows_host(Header::Text("desk.lan:80")));
    }

    #[test]
    fn a_page_of_another_site_is_refused() {
        let guard = Guard::new("127.0.0.1");
        let host = Header::Text("127.0.0.1:8080");
        assert!(guard.knows_origin(Header::Text("http://127.0.0.1:8080"), host));
        assert!(guard.knows_origin(Header::Absent, host));
        assert!(!guard.knows_origin(Header::Odd, host));
        assert!(!guard.knows_origin(Header::Text("http://127.0.0.1:8080"), Header::Odd));
        for origin in [
            "http://evil.example",
            "http://127.0.0.1:9090",
            "null",
            "http://localhost:8080",
            "",
        ] {
            assert!(!guard.knows_origin(Header::Text(origin), host), "{origin}");
        }
    }
}
