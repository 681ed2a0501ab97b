//! How the server does under load: `cargo run --release -p regence-web --example load -- [analyse|inside|crowd] [number]`.
//!
//! - `analyse 50`: so many boards analyse; then another one plays. Printed are the time of the first page, what a move
//!   and an engine's move take beyond what they must, each board's share, memory, and how long closed boards go on.
//! - `inside 20`: so many boards record searches and are closed. Printed is the memory before, with them and after.
//! - `crowd 1000`: so many connections send half a request and as many send nothing, again and again; a board plays
//!   among them. Printed is how long its moves, a new board and the page take.

use regence_web::{Census, Options, Server};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// How long all boards analyse before anything is measured.
const WARM_UP: Duration = Duration::from_secs(5);
const MOVES: &str =
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8";

type Socket = WebSocket<TcpStream>;

fn main() {
    let mut words = std::env::args().skip(1);
    let mode = words.next().unwrap_or_else(|| "analyse".into());
    let number = words.next().and_then(|word| word.parse::<usize>().ok());
    let server = Server::bind(&Options::default()).expect("a free port");
    let (address, census) = (server.address().expect("an address"), server.census());
    std::thread::spawn(move || server.run());
    println!("first page: {:.1} ms", millis(page_time(address)));
    println!("memory without boards: {} MB", megabytes());
    match mode.as_str() {
        "analyse" => analyse_all(address, &census, number.unwrap_or(50)),
        "inside" => record_all(address, &census, number.unwrap_or(20)),
        "crowd" => stand_a_crowd(address, number.unwrap_or(1000)),
        _ => println!("expected analyse, inside or crowd, found {mode}"),
    }
}

fn analyse_all(address: SocketAddr, census: &Census, boards: usize) {
    let sockets: Vec<Socket> = (0..boards).map(|_| open(address)).collect();
    let readers: Vec<_> = sockets
        .into_iter()
        .enumerate()
        .map(|(number, socket)| std::thread::spawn(move || analyse(socket, number)))
        .collect();
    std::thread::sleep(WARM_UP);
    println!(
        "{} boards analyse, memory {} MB",
        census.searches(),
        megabytes()
    );
    measure_moves(&mut open(address));
    measure_engine(&mut open(address));

    let (mut nodes, mut sockets) = ([Vec::new(), Vec::new()], Vec::new());
    for (number, reader) in readers.into_iter().enumerate() {
        let (socket, count) = reader.join().expect("a reader");
        sockets.push(socket);
        nodes[number % 2].push(count);
    }
    for (game, mut nodes) in ["chess", "Gomoku"].into_iter().zip(nodes) {
        nodes.sort_unstable();
        if let (Some(least), Some(most)) = (nodes.first(), nodes.last()) {
            println!("{game}: {least} to {most} nodes a board in the same time");
        }
    }
    drop(sockets);
    wait_for_the_end(census);
}

/// Half of the boards play Gomoku; each records a search, and another one in place of it.
fn record_all(address: SocketAddr, census: &Census, boards: usize) {
    let mut sockets: Vec<Socket> = (0..boards).map(|_| open(address)).collect();
    for (number, socket) in sockets.iter_mut().enumerate() {
        if number % 2 == 1 {
            say(socket, json!({"type": "new", "game": "gomoku"}));
            say(socket, json!({"type": "move", "move": "h8"}));
        }
        for id in 1..=2 {
            say(
                socket,
                json!({"type": "inside", "nodes": 500_000, "id": id}),
            );
        }
    }
    for socket in &mut sockets {
        until(socket, |message| message["id"] == 2);
    }
    println!("{boards} boards with recordings, memory {} MB", megabytes());
    drop(sockets);
    wait_for_the_end(census);
}

/// How long closed boards go on, and what is left of them.
fn wait_for_the_end(census: &Census) {
    let began = Instant::now();
    while census.searches() > 0 || census.boards() > 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    println!(
        "closed: all searches ended after {:.0} ms",
        millis(began.elapsed())
    );
    for seconds in [1, 10] {
        std::thread::sleep(Duration::from_secs(seconds).saturating_sub(began.elapsed()));
        println!("memory after {seconds} s: {} MB", megabytes());
    }
}

/// Slow and idle connections that come back as soon as they are dropped, and a board among them.
fn stand_a_crowd(address: SocketAddr, each: usize) {
    let mut board = open(address);
    let (standing, is_over) = (
        Arc::new(AtomicUsize::new(0)),
        Arc::new(AtomicBool::new(false)),
    );
    let crowds: Vec<_> = [&b"GET / HTTP/1.1\r\nHost: half"[..], b""]
        .into_iter()
        .map(|bytes| {
            let (standing, is_over) = (standing.clone(), is_over.clone());
            std::thread::spawn(move || crowd(address, each, bytes, &standing, &is_over))
        })
        .collect();
    while standing.load(Ordering::Relaxed) < 2 * each {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(WARM_UP);
    measure_moves(&mut board);
    let mut times: Vec<f64> = (0..20)
        .map(|_| {
            let began = Instant::now();
            drop(open(address));
            millis(began.elapsed())
        })
        .collect();
    tell("a new board is open after", &mut times);
    let mut times: Vec<f64> = (0..20).map(|_| millis(page_time(address))).collect();
    tell("the page is there after", &mut times);
    println!("memory {} MB", megabytes());
    is_over.store(true, Ordering::Relaxed);
    let visits: usize = crowds
        .into_iter()
        .map(|crowd| crowd.join().expect("a crowd"))
        .sum();
    println!("{visits} connections in all");
}

/// Keeps so many connections open, each with these bytes sent; how many there were in all.
fn crowd(
    address: SocketAddr,
    size: usize,
    bytes: &[u8],
    standing: &AtomicUsize,
    is_over: &AtomicBool,
) -> usize {
    let connect = || {
        let mut stream = TcpStream::connect(address).expect("the server listens");
        let _ = stream.write_all(bytes);
        let _ = stream.set_nonblocking(true);
        stream
    };
    let mut streams: Vec<TcpStream> = (0..size).map(|_| connect()).collect();
    standing.fetch_add(size, Ordering::Relaxed);
    let mut visits = size;
    while !is_over.load(Ordering::Relaxed) {
        for stream in &mut streams {
            // Nothing to read yet is an error of its own; everything else means that it was dropped.
            let is_open = matches!(stream.read(&mut [0; 64]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock);
            if !is_open {
                *stream = connect();
                visits += 1;
            }
        }
        std::thread::sleep(Duration::from_millis(500));
    }
    visits
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn open(address: SocketAddr) -> Socket {
    let request = format!("ws://{address}/ws")
        .into_client_request()
        .expect("a request");
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_nodelay(true).expect("no delay");
    let (mut socket, _) = tungstenite::client(request, stream).expect("a socket");
    until(&mut socket, |message| message["type"] == "state");
    socket
}

fn say(socket: &mut Socket, message: Value) {
    socket
        .send(Message::text(message.to_string()))
        .expect("sent");
}

fn until(socket: &mut Socket, is_it: impl Fn(&Value) -> bool) -> Value {
    loop {
        if let Message::Text(text) = socket.read().expect("a message") {
            let message = serde_json::from_str(&text).expect("JSON");
            if is_it(&message) {
                return message;
            }
        }
    }
}

fn page_time(address: SocketAddr) -> Duration {
    let began = Instant::now();
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("written");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    began.elapsed()
}

/// Analyses for some seconds; the nodes of the last report.
fn analyse(mut socket: Socket, number: usize) -> (Socket, u64) {
    let began = Instant::now();
    if number % 2 == 1 {
        say(&mut socket, json!({"type": "new", "game": "gomoku"}));
        say(&mut socket, json!({"type": "move", "move": "h8"}));
    }
    say(&mut socket, json!({"type": "analyse", "lines": 1}));
    let mut nodes = 0;
    while began.elapsed() < WARM_UP * 4 {
        let info = until(&mut socket, |message| message["type"] == "info");
        nodes = info["nodes"].as_u64().unwrap_or(nodes);
    }
    (socket, nodes)
}

fn measure_moves(socket: &mut Socket) {
    let mut times: Vec<f64> = MOVES
        .split(' ')
        .map(|mv| {
            let began = Instant::now();
            say(socket, json!({"type": "move", "move": mv, "id": 1}));
            until(socket, |message| message["id"] == 1);
            millis(began.elapsed())
        })
        .collect();
    tell("a move is answered after", &mut times);
}

fn measure_engine(socket: &mut Socket) {
    const MOVE_TIME: u64 = 200;
    let engine = json!({"engine": {"elo": null, "movetime": MOVE_TIME}});
    let began = Instant::now();
    say(
        socket,
        json!({"type": "new", "game": "chess", "players": {"white": engine, "black": engine}}),
    );
    let mut last = began;
    let mut times: Vec<f64> = (0..16)
        .map(|_| {
            until(socket, |message| message["type"] == "played");
            let took = millis(last.elapsed());
            last = Instant::now();
            took - MOVE_TIME as f64
        })
        .collect();
    tell("an engine's move takes, beyond its time,", &mut times);
}

fn tell(what: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let (middle, most) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{what} {middle:.1} ms, at most {most:.1} ms");
}

/// Memory of this process, server and clients together.
fn megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}
