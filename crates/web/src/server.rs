//! The server: addresses, the check of who calls, and the sockets of the boards.

use crate::archive::{self, Games};
use crate::assets::Assets;
use crate::connections::{self, MAX_CONNECTIONS, PATIENCE};
use crate::guard::{Guard, Header};
use crate::socket;
use crate::turns::Turns;
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use regence_board::Tables;
use regence_board::messages::Power;
use regence_core::transposition_table::DEFAULT_MEGABYTES;
use regence_gomoku::RuleSet;
use regence_gomoku_search::AnyBoard;
use regence_store::StoreError;
use std::fmt;
use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Boards that may be open at once.
pub const MAX_BOARDS: usize = 64;
/// Longer messages end the connection; a board answers those that are shorter and still too long with an error.
const LONGEST_FRAME: usize = regence_board::LONGEST_LOAD + 4096;

/// Where to listen and what to serve.
#[derive(Clone, Debug)]
pub struct Options {
    pub host: String,
    /// 0 takes any free port.
    pub port: u16,
    /// A folder with a built page, in place of the one inside the program.
    pub page: Option<PathBuf>,
    /// The folder of the users' games; none are kept without it.
    pub data: Option<PathBuf>,
    /// Endgame tables for the engines of chess.
    pub tables: Option<Tables>,
    pub boards: usize,
    /// Connections that are not boards; see [`crate::connections`].
    pub connections: usize,
    /// After this time a client that sends or takes nothing is dropped.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            host: "127.0.0.1".into(),
            port: 0,
            page: None,
            data: None,
            tables: None,
            boards: MAX_BOARDS,
            connections: MAX_CONNECTIONS,
            patience: PATIENCE,
        }
    }
}

/// Why a server does not start, or ended.
#[derive(Debug)]
pub enum ServeError {
    /// The address can't be listened on.
    Listen(io::Error),
    /// The folder of the games can't be used.
    Games(StoreError),
}

impl From<io::Error> for ServeError {
    fn from(error: io::Error) -> ServeError {
        ServeError::Listen(error)
    }
}

impl From<StoreError> for ServeError {
    fn from(error: StoreError) -> ServeError {
        ServeError::Games(error)
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Listen(error) => error.fmt(f),
            ServeError::Games(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServeError {}

/// A server that has its port.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    house: Arc<House>,
    connections: usize,
    patience: Duration,
}

/// The largest table of an analysis on a machine of one's own, in megabytes.
const MOST_HASH: usize = 1024;

/// What all connections share.
#[derive(Debug)]
pub(crate) struct House {
    guard: Guard,
    assets: Assets,
    games: Option<Games>,
    pub turns: Arc<Turns>,
    pub tables: Option<Tables>,
    /// The most that an analysis may use.
    pub power: Power,
    boards: AtomicUsize,
    most: usize,
}

/// An open board's place; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Place(Arc<House>);

impl House {
    /// A place for one more board, and how many there are then.
    pub fn open_board(self: &Arc<House>) -> Option<(Place, usize)> {
        let add = |open: usize| (open < self.most).then_some(open + 1);
        let before = self
            .boards
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add)
            .ok()?;
        Some((Place(self.clone()), before + 1))
    }

    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    pub fn games(&self) -> Option<&Games> {
        self.games.as_ref()
    }

    pub fn most_boards(&self) -> usize {
        self.most
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.boards.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Server {
    pub fn bind(options: &Options) -> Result<Server, ServeError> {
        let addresses: Vec<SocketAddr> = (options.host.as_str(), options.port)
            .to_socket_addrs()?
            .collect();
        let listener = TcpListener::bind(&addresses[..])?;
        listener.set_nonblocking(true)?;
        let guard = Guard::new(&options.host);
        let open = |folder: &PathBuf| Games::open(folder, guard.is_open());
        let games = options.data.as_ref().map(open).transpose()?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // Guests share the machine: none of them may take much of it.
        let power = match guard.is_open() {
            true => Power {
                threads: 1,
                hash: DEFAULT_MEGABYTES,
            },
            false => Power {
                threads: cores,
                hash: MOST_HASH,
            },
        };
        Ok(Server {
            listener,
            house: Arc::new(House {
                guard,
                assets: Assets::new(options.page.clone()),
                games,
                turns: Turns::new(cores),
                tables: options.tables.clone(),
                power,
                boards: AtomicUsize::new(0),
                most: options.boards,
            }),
            connections: options.connections,
            patience: options.patience,
        })
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The address for a browser on this machine.
    pub fn url(&self) -> io::Result<String> {
        let address = self.address()?;
        let ip = match address.ip() {
            ip if ip.is_unspecified() && ip.is_ipv4() => "127.0.0.1".into(),
            ip if ip.is_unspecified() => "[::1]".into(),
            ip if ip.is_ipv6() => format!("[{ip}]"),
            ip => ip.to_string(),
        };
        Ok(format!("http://{ip}:{}/", address.port()))
    }

    /// The addresses for browsers: this machine's, and where the server listens on all of them the one by which other
    /// machines reach it, as far as the system tells.
    pub fn urls(&self) -> io::Result<Vec<String>> {
        let (mut urls, address) = (vec![self.url()?], self.address()?);
        if address.ip().is_unspecified()
            && let Some(ip) = outward_address()
        {
            urls.push(format!("http://{ip}:{}/", address.port()));
        }
        Ok(urls)
    }

    /// Whether other machines can reach it.
    pub fn is_open(&self) -> bool {
        self.house.guard.is_open()
    }

    /// Whether the program carries its page.
    pub fn has_page(&self) -> bool {
        self.house.assets.has_page()
    }

    /// Counts open boards and running searches, for tests and curious people.
    pub fn census(&self) -> Census {
        Census(self.house.clone())
    }

    /// Serves until Ctrl-C.
    pub fn run(self) -> io::Result<()> {
        self.run_until(async {
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }

    /// Serves until `end`; then all boards are closed and their searches stopped.
    pub fn run_until(self, end: impl Future<Output = ()>) -> io::Result<()> {
        // The tables of Gomoku take a moment; whoever opens the page must not wait for them.
        std::thread::spawn(|| RuleSet::ALL.into_iter().for_each(AnyBoard::prepare));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let router = router(self.house);
            let served = connections::serve(listener, router, self.connections, self.patience);
            let served = std::pin::pin!(served);
            let end = std::pin::pin!(end);
            first_of(served, end).await
        })
    }
}

/// The address from which this machine would speak to others. Nothing is sent: a datagram socket only asks for the way.
fn outward_address() -> Option<std::net::IpAddr> {
    let socket = std::net::UdpSocket::bind("0.0.0.0:0").ok()?;
    // An address that is reserved for documents.
    socket.connect("192.0.2.1:9").ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// How much is going on in a server.
#[derive(Clone, Debug)]
pub struct Census(Arc<House>);

impl Census {
    pub fn boards(&self) -> usize {
        self.0.boards.load(Ordering::Relaxed)
    }

    pub fn searches(&self) -> usize {
        self.0.turns.searches()
    }
}

/// Waits for the server to fail or for the end, whichever comes first.
async fn first_of(
    mut served: std::pin::Pin<&mut impl Future<Output = io::Result<()>>>,
    mut end: std::pin::Pin<&mut impl Future<Output = ()>>,
) -> io::Result<()> {
    std::future::poll_fn(move |context| {
        if let std::task::Poll::Ready(result) = served.as_mut().poll(context) {
            return std::task::Poll::Ready(result);
        }
        end.as_mut().poll(context).map(|()| Ok(()))
    })
    .await
}

fn router(house: Arc<House>) -> Router {
    Router::new()
        .route("/health", get(|| async { "ok\n" }))
        .route("/ws", get(open_socket))
        .route("/games", get(archive::list).delete(archive::clear))
        .route(
            "/games/{id}",
            get(archive::get).put(archive::put).delete(archive::delete),
        )
        .layer(DefaultBodyLimit::max(archive::LONGEST_BODY))
        .fallback(get(file))
        .layer(middleware::from_fn_with_state(
            house.clone(),
            archive::give_cookie,
        ))
        .layer(middleware::from_fn_with_state(house.clone(), check_host))
        .with_state(house)
}

/// A header that must be there once, in plain letters, if at all.
pub(crate) fn header_of(headers: &HeaderMap, name: HeaderName) -> Header<'_> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Header::Absent,
        (Some(value), None) => value.to_str().map_or(Header::Odd, Header::Text),
        (Some(_), Some(_)) => Header::Odd,
    }
}

/// An answer that ends the connection: who is refused has nothing more to ask.
pub(crate) fn refusal(status: StatusCode, message: &'static str) -> Response {
    (status, [(header::CONNECTION, "close")], message).into_response()
}

async fn check_host(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let host = header_of(request.headers(), header::HOST);
    // A request may name a host in its first line too; a browser does so only to a proxy, which this is not.
    if !house.guard.knows_host(host) || request.uri().authority().is_some() {
        let message = "This server answers only under its own name (127.0.0.1 or localhost); start it with --host to use another.\n";
        return refusal(StatusCode::MISDIRECTED_REQUEST, message);
    }
    let mut response = next.run(request).await;
    for (name, value) in PROTECTION {
        response.headers_mut().insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    response
}

/// What a browser is told about every answer.
const PROTECTION: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
         object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
];

async fn file(State(house): State<Arc<House>>, request: Request) -> Response {
    let Some(asset) = house.assets.get(request.uri().path()) else {
        return refusal(
            StatusCode::NOT_FOUND,
            "There is no such file; the page is at /.\n",
        );
    };
    let cache = match asset.is_lasting {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let headers = [
        (header::CONTENT_TYPE, asset.mime),
        (header::CACHE_CONTROL, cache),
    ];
    (headers, Body::from(asset.bytes.into_owned())).into_response()
}

async fn open_socket(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let (origin, host) = (
        header_of(&headers, header::ORIGIN),
        header_of(&headers, header::HOST),
    );
    if !house.guard.knows_origin(origin, host) {
        return refusal(
            StatusCode::FORBIDDEN,
            "A page of another site may not use this server.\n",
        );
    }
    upgrade
        .max_message_size(LONGEST_FRAME)
        .max_frame_size(LONGEST_FRAME)
        .on_upgrade(|socket| socket::serve(socket, house))
}
