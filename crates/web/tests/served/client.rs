//! A server in this process, and a page that is a program.

use regence_web::{Census, Options, Server};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// Far more than anything takes, so that a busy machine does not fail a test.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A server that ends with the test.
pub struct Hall {
    address: SocketAddr,
    pub census: Census,
    end: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

impl Hall {
    pub fn open() -> Hall {
        Hall::with(&Options::default())
    }

    pub fn with(options: &Options) -> Hall {
        let server = Server::bind(options).expect("a free port");
        let address = server.address().expect("an address");
        let census = server.census();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            server.run_until(async {
                let _ = ended.await;
            })
        });
        Hall {
            address,
            census,
            end: Some(end),
            thread: Some(thread),
        }
    }

    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// The same as a browser on this machine calls it.
    pub fn local(&self) -> String {
        format!("127.0.0.1:{}", self.address.port())
    }

    pub fn page(&self) -> Page {
        let mut page = self.page_from(None).expect("a socket");
        let hello = page.hear();
        assert_eq!(hello["type"], "hello");
        let nodes = page.hear();
        assert_eq!(nodes["type"], "nodes");
        let state = page.hear();
        assert_eq!(state["type"], "state");
        page
    }

    /// A socket as a browser opens it for a page of that origin.
    pub fn page_from(&self, origin: Option<&str>) -> Result<Page, Box<tungstenite::Error>> {
        let stream = self.connect();
        let mut request = format!("ws://{}/ws", self.host())
            .into_client_request()
            .map_err(Box::new)?;
        if let Some(origin) = origin {
            request
                .headers_mut()
                .insert("origin", origin.parse().expect("a header"));
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Page { socket }),
            Err(tungstenite::HandshakeError::Failure(error)) => Err(Box::new(error)),
            Err(tungstenite::HandshakeError::Interrupted(_)) => {
                panic!("the server does not answer")
            }
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        stream
    }

    /// The whole answer to a request, headers first.
    pub fn get(&self, path: &str, host: &str) -> String {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        self.answer(request.as_bytes())
    }

    /// The whole answer to these bytes.
    pub fn answer(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(request).expect("written");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        drop(self.end.take());
        let thread = self.thread.take().expect("a thread");
        let result = thread.join().expect("no panic");
        if !std::thread::panicking() {
            result.expect("served to the end");
        }
    }
}

/// Waits until something is true.
pub fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what} never came true");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// One open page.
pub struct Page {
    socket: WebSocket<TcpStream>,
}

impl Page {
    pub fn send(&mut self, message: Message) -> Result<(), Box<tungstenite::Error>> {
        self.socket.send(message).map_err(Box::new)
    }

    pub fn say_text(&mut self, text: &str) {
        self.send(Message::text(text)).expect("sent");
    }

    pub fn say(&mut self, message: Value) {
        self.say_text(&message.to_string());
    }

    pub fn try_hear(&mut self) -> Result<Value, Box<tungstenite::Error>> {
        loop {
            match self.socket.read().map_err(Box::new)? {
                Message::Text(text) => return Ok(serde_json::from_str(&text).expect("JSON")),
                Message::Close(_) => return Err(Box::new(tungstenite::Error::ConnectionClosed)),
                _ => {}
            }
        }
    }

    pub fn hear(&mut self) -> Value {
        self.try_hear().expect("a message")
    }

    /// The next message for which `is_it`, past all others but errors.
    pub fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.hear();
            if is_it(&message) {
                return message;
            }
            assert_ne!(message["type"], "error", "{message}");
        }
    }

    pub fn next(&mut self, kind: &str) -> Value {
        self.until(|message| message["type"] == kind)
    }

    /// The next message of a kind, errors passed over too.
    pub fn find(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear();
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Says something and hears what is said to it.
    pub fn ask(&mut self, mut message: Value) -> Value {
        message["id"] = json!(4711);
        self.say(message);
        self.until(|answer| answer["id"] == 4711)
    }

    /// Says something that is refused, and hears why.
    pub fn refused(&mut self, message: Value) -> String {
        let answer = self.ask(message);
        assert_eq!(answer["type"], "error", "{answer}");
        answer["message"].as_str().expect("words").to_owned()
    }
}

pub fn engine(nodes: u64) -> Value {
    json!({"engine": {"elo": null, "movetime": null, "nodes": nodes}})
}
