//! Text line by line, for formats in which every line stands for itself.

use std::io::Read;

use crate::error::{Place, ReadError};
use crate::source::{Source, decode};

/// The longest line that is taken; a longer one is an error, and the next line is read.
const LONGEST: usize = 64 * 1024;

/// A line with its number.
#[derive(Debug)]
pub(crate) struct NumberedLine {
    pub(crate) number: u64,
    pub(crate) text: String,
}

impl NumberedLine {
    /// The place of a byte of this line.
    pub(crate) fn place(&self, offset: usize) -> Place {
        place_in(&self.text, self.number, offset)
    }
}

/// The place of a byte in a line of text.
pub(crate) fn place_in(text: &str, number: u64, offset: usize) -> Place {
    let before = text.char_indices().take_while(|&(at, _)| at < offset);
    Place::new(number, before.count() as u64 + 1)
}

/// The lines of a text, without those that are empty or begin with `#`.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    source: Source<R>,
    ended: bool,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(input: R) -> Lines<R> {
        let mut source = Source::new(input);
        source.skip_byte_order_mark();
        Lines {
            source,
            ended: false,
        }
    }

    pub(crate) fn offset(&self) -> u64 {
        self.source.offset()
    }

    /// The text up to the line end, which is taken too; nothing if the input is at its end.
    fn read_line(&mut self) -> Option<Result<NumberedLine, ReadError>> {
        let number = self.source.place().line();
        let mut bytes = Vec::new();
        let mut length = 0;
        self.source.peek()?;
        while let Some(byte) = self.source.take() {
            if byte == b'\n' || byte == b'\r' && self.source.peek() != Some(b'\n') {
                break;
            }
            if length < LONGEST {
                bytes.push(byte);
            }
            length += 1;
        }
        if length > LONGEST {
            return Some(Err(ReadError::new(
                Place::new(number, 1),
                format!("a line of {length} bytes"),
                format!("at most {LONGEST} bytes a line"),
            )));
        }
        let text = decode(bytes);
        Some(Ok(NumberedLine { number, text }))
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = Result<NumberedLine, ReadError>;

    fn next(&mut self) -> Option<Result<NumberedLine, ReadError>> {
        while !self.ended {
            match self.read_line() {
                None => {
                    self.ended = true;
                    return self.source.take_failure().map(Err);
                }
                Some(Ok(line)) if is_idle(&line.text) => {}
                other => return other,
            }
        }
        None
    }
}

fn is_idle(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || text.starts_with('#')
}
