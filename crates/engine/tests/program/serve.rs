//! `regence serve` as a process: it says where it is, answers there, and ends when told to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(arguments: &[&str]) -> (Served, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_regence"))
        .args(["serve", "--no-open", "--forget"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let output = child.stdout.take().expect("an output");
    BufReader::new(output)
        .read_line(&mut line)
        .expect("a first line");
    let address = line
        .trim()
        .rsplit("http://")
        .next()
        .expect("an address")
        .trim_end_matches('/')
        .to_owned();
    (Served(child), address)
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let limit = Some(Duration::from_secs(60));
    stream.set_read_timeout(limit).expect("a limit");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn the_page_is_where_the_program_says() {
    let (_served, address) = serve(&[]);
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    assert!(get(&address, "/health").ends_with("ok\n"));
    assert!(get(&address, "/").contains("Régence"));
}

#[test]
fn a_port_that_is_taken_is_an_error_in_words() {
    let (_served, address) = serve(&[]);
    let port = address.rsplit(':').next().expect("a port");
    let output = Command::new(env!("CARGO_BIN_EXE_regence"))
        .args(["serve", "--no-open", "--forget", "--port", port])
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert!(!output.status.success());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("--port"), "{error}");
}

#[test]
fn tables_that_are_not_there_are_an_error_in_words() {
    let output = Command::new(env!("CARGO_BIN_EXE_regence"))
        .args(["serve", "--no-open", "--forget", "--syzygy", "nowhere"])
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert!(!output.status.success());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.contains("--syzygy") && error.contains("nowhere"),
        "{error}"
    );
}

/// Ctrl-C ends it without complaint.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_cleanly() {
    let (mut served, address) = serve(&[]);
    assert!(get(&address, "/health").ends_with("ok\n"));
    let pid = served.0.id().to_string();
    let killed = Command::new("kill").args(["-INT", &pid]).status();
    assert!(killed.expect("kill runs").success());
    let status = served.0.wait().expect("it ends");
    assert!(status.success(), "{status}");
}
