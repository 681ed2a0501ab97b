//! The one way out: whole lines, one at a time, whichever thread speaks.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex};

/// Standard output, shared by the threads.
#[derive(Clone)]
pub struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    pub fn stdout() -> Output {
        Output(Arc::new(Mutex::new(io::stdout())))
    }

    /// An output to another place.
    pub fn to(writer: Arc<Mutex<dyn Write + Send>>) -> Output {
        Output(writer)
    }

    /// The same, for a conversation.
    pub fn for_sessions(&self) -> regence_session::Output {
        let output = self.clone();
        regence_session::Output::new(move |text| output.print(text))
    }

    /// Prints a text and ends its last line; it is one write, and it is out when this returns.
    pub fn print(&self, text: &str) {
        let mut writer = self.0.lock().unwrap_or_else(|e| e.into_inner());
        let text = format!("{text}\n");
        let result = writer
            .write_all(text.as_bytes())
            .and_then(|()| writer.flush());
        if let Err(error) = result {
            leave(&error);
        }
    }
}

/// Nobody reads any more, so there is nothing left to do. That the reader went away is no error.
fn leave(error: &io::Error) -> ! {
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
    eprintln!("regence: cannot write to standard output: {error}");
    std::process::exit(1);
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Output")
    }
}
