//! Connections that are slow, idle or odd, and many of them.

use crate::client::{Hall, PATIENCE, eventually};
use regence_web::Options;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// So short that a test need not wait, and long enough for a whole request on any machine.
const SHORT: Duration = Duration::from_millis(300);

fn impatient() -> Hall {
    Hall::with(&Options {
        patience: SHORT,
        ..Options::default()
    })
}

/// Reads until the server closes the connection; how much it sent.
fn read_to_the_end(stream: &mut TcpStream) -> usize {
    let (mut bytes, mut buffer) = (0, [0; 4096]);
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return bytes,
            Ok(count) => bytes += count,
            Err(error) => {
                let is_timeout = matches!(
                    error.kind(),
                    std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
                );
                assert!(
                    !is_timeout,
                    "the connection is still open after {PATIENCE:?}"
                );
                return bytes;
            }
        }
    }
}

#[test]
fn a_client_that_does_not_finish_its_request_is_dropped_and_a_silent_board_is_not() {
    let hall = impatient();
    // A board may say nothing for as long as it likes.
    let mut page = loop {
        if let Ok(mut page) = hall.page_from(None)
            && page.try_hear().is_ok()
        {
            break page;
        }
    };
    let mut silent = hall.connect();
    let mut half = hall.connect();
    half.write_all(b"GET / HTTP/1.1\r\nHost: 127")
        .expect("sent");
    let mut kept = hall.connect();
    let request = format!("GET /health HTTP/1.1\r\nHost: {}\r\n\r\n", hall.host());
    kept.write_all(request.as_bytes()).expect("sent");
    read_to_the_end(&mut silent);
    read_to_the_end(&mut half);
    // This one asked for nothing more after its answer.
    read_to_the_end(&mut kept);
    page.say(json!({"type": "move", "move": "e2e4", "id": 5}));
    assert_eq!(page.until(|message| message["id"] == 5)["ply"], 1);
}

#[test]
fn a_client_that_does_not_read_its_answer_is_dropped() {
    let folder = std::env::temp_dir().join(format!("regence-slow-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    // More than the system keeps for a connection on both sides.
    std::fs::write(folder.join("large.bin"), vec![0; 64 << 20]).expect("a file");
    let hall = Hall::with(&Options {
        patience: SHORT,
        page: Some(folder.clone()),
        ..Options::default()
    });
    let mut stream = hall.connect();
    let request = format!("GET /large.bin HTTP/1.1\r\nHost: {}\r\n\r\n", hall.host());
    stream.write_all(request.as_bytes()).expect("sent");
    eventually("the connection is closed", || {
        (&stream).write_all(b"x").is_err()
    });
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_flood_of_half_requests_does_not_keep_others_out() {
    const PLACES: usize = 6;
    let hall = Hall::with(&Options {
        connections: PLACES,
        // Nobody is dropped for being slow here.
        patience: PATIENCE * 10,
        ..Options::default()
    });
    let mut page = hall.page();
    let half = |_| {
        let mut stream = hall.connect();
        stream.write_all(b"GET / HTTP/1.1\r\n").expect("sent");
        stream
    };
    let mut flood: Vec<TcpStream> = (0..PLACES * 4).map(half).collect();
    // The first ones had to make room.
    for stream in &mut flood[..PLACES] {
        assert_eq!(read_to_the_end(stream), 0);
    }
    assert!(hall.get("/health", &hall.host()).ends_with("ok\n"));
    assert_eq!(page.ask(json!({"type": "move", "move": "e2e4"}))["ply"], 1);
    assert_eq!(
        hall.page().ask(json!({"type": "move", "move": "e2e4"}))["ply"],
        1
    );
}

#[test]
fn odd_headers_are_refused() {
    let hall = Hall::open();
    let host = hall.host();
    let socket = |lines: &[&[u8]]| {
        let mut request = b"GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            .to_vec();
        for line in lines {
            request.extend_from_slice(line);
            request.extend_from_slice(b"\r\n");
        }
        request.extend_from_slice(b"\r\n");
        hall.answer(&request)
    };
    let status = |answer: &str| answer.get(9..12).map(str::to_owned).unwrap_or_default();
    let our_host = format!("Host: {host}");
    let our_origin = format!("Origin: http://{host}");
    let (our_host, our_origin) = (our_host.as_bytes(), our_origin.as_bytes());
    let evil: &[u8] = b"Origin: http://evil.example";
    let cases: [(&[&[u8]], &str); 7] = [
        (&[our_host, b"Origin: http://\xff"], "403"),
        (&[our_host, our_origin, evil], "403"),
        (&[our_host, evil, our_origin], "403"),
        (&[our_host, our_host, our_origin], "421"),
        (&[our_host, b"Host: evil.example", our_origin], "421"),
        (&[b"Host: \xff", our_origin], "421"),
        (&[our_origin], "421"),
    ];
    for (lines, expected) in cases {
        let answer = socket(lines);
        assert_eq!(status(&answer), expected, "{lines:?}: {answer}");
    }
    let elsewhere =
        format!("GET http://evil.example/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    assert_eq!(status(&hall.answer(elsewhere.as_bytes())), "421");
}
