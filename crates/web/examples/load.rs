//! How the server does with many boards: `cargo run --release -p regence-web --example load [boards]`.
//!
//! Every board analyses; then another one plays. Printed are the time of the first page, what a move and an engine's
//! move take beyond what they must, each board's share, memory, and how long closed boards go on.

use regence_web::{Options, Server};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// How long all boards analyse before anything is measured.
const WARM_UP: Duration = Duration::from_secs(5);
const MOVES: &str =
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8";

type Socket = WebSocket<TcpStream>;

fn main() {
    let boards: usize = std::env::args()
        .nth(1)
        .and_then(|word| word.parse().ok())
        .unwrap_or(50);
    let server = Server::bind(&Options::default()).expect("a free port");
    let (address, census) = (server.address().expect("an address"), server.census());
    std::thread::spawn(move || server.run());
    println!("first page: {:.1} ms", millis(page_time(address)));
    println!("memory without boards: {} MB", megabytes());

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
    let began = Instant::now();
    drop(sockets);
    while census.searches() > 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    println!(
        "closed: all searches ended after {:.0} ms",
        millis(began.elapsed())
    );
    // Their threads still have to give their tables back.
    std::thread::sleep(Duration::from_secs(1));
    println!("memory afterwards: {} MB", megabytes());
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
