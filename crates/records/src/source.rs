//! Bytes from any reader, with a little lookahead and the place of each in the text.

use std::io::{self, Read};

use crate::error::{Place, ReadError};

/// How far [`Source::peek_at`] can see at most.
pub(crate) const LOOKAHEAD: usize = 1024;
const BUFFER: usize = 64 * 1024;

/// A buffered reader that knows line and column.
///
/// A failure of the input looks like its end, so that callers need not ask at every byte; they ask once, at the
/// end, with [`Source::take_failure`].
#[derive(Debug)]
pub(crate) struct Source<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    exhausted: bool,
    failure: Option<io::Error>,
    place: Place,
    offset: u64,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(input: R) -> Source<R> {
        Source {
            input,
            buffer: vec![0; BUFFER],
            start: 0,
            end: 0,
            exhausted: false,
            failure: None,
            place: Place::START,
            offset: 0,
        }
    }

    /// The place of the next byte.
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// How many bytes have been taken so far.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Why the input ended, if it was not its natural end.
    pub(crate) fn take_failure(&mut self) -> Option<ReadError> {
        let place = self.place;
        self.failure
            .take()
            .map(|error| ReadError::input(place, error))
    }

    /// Drops the mark that some editors put before UTF-8 text, and tells whether it was there.
    pub(crate) fn skip_byte_order_mark(&mut self) -> bool {
        let mark = [0xef, 0xbb, 0xbf];
        let found = (0..3).all(|at| self.peek_at(at) == Some(mark[at]));
        if found {
            self.start += 3;
            self.offset += 3;
        }
        found
    }

    /// The next byte, without taking it.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        self.peek_at(0)
    }

    /// The byte that is `ahead` bytes behind the next one.
    #[inline]
    pub(crate) fn peek_at(&mut self, ahead: usize) -> Option<u8> {
        if self.start + ahead >= self.end {
            self.fill(ahead);
        }
        self.buffer[self.start..self.end].get(ahead).copied()
    }

    /// Takes the next byte.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.start += 1;
        self.offset += 1;
        match byte {
            b'\n' => self.place.next_line(),
            b'\r' if self.peek() != Some(b'\n') => self.place.next_line(),
            b'\r' => {}
            // The later bytes of a UTF-8 character take no column of their own.
            0x80..=0xbf => {}
            _ => self.place.next_column(),
        }
        Some(byte)
    }

    /// Reads on until `ahead` can be seen or the input ends.
    #[cold]
    fn fill(&mut self, ahead: usize) {
        debug_assert!(ahead <= LOOKAHEAD);
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        while !self.exhausted && self.end <= ahead {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.exhausted = true,
                // A reader that claims more than it was given room for is not believed.
                Ok(count) => self.end = (self.end + count).min(self.buffer.len()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.exhausted = true;
                    self.failure = Some(error);
                }
            }
        }
    }
}

/// Text of unknown encoding: UTF-8 where it is valid, else Latin-1, which the PGN standard names.
pub(crate) fn decode(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => error.as_bytes().iter().copied().map(char::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_and_characters() {
        let mut source = Source::new("é\r\nab\rc\n\nd".as_bytes());
        let mut places = Vec::new();
        while let Some(byte) = source.peek() {
            let place = source.place();
            source.take();
            if byte.is_ascii_alphabetic() {
                places.push((byte as char, place.line(), place.column()));
            }
        }
        assert_eq!(places, [('a', 2, 1), ('b', 2, 2), ('c', 3, 1), ('d', 5, 1)]);
    }

    #[test]
    fn survives_small_and_failing_reads() {
        struct Drip(u32);
        impl Read for Drip {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0 += 1;
                match self.0 {
                    1 | 3 => Err(io::ErrorKind::Interrupted.into()),
                    2 | 4 => {
                        buffer[0] = b'x';
                        Ok(1)
                    }
                    _ => Err(io::ErrorKind::BrokenPipe.into()),
                }
            }
        }
        let mut source = Source::new(Drip(0));
        assert_eq!(source.peek_at(1), Some(b'x'));
        assert_eq!(source.peek_at(2), None);
        assert_eq!((source.take(), source.take()), (Some(b'x'), Some(b'x')));
        assert_eq!(source.take(), None);
        assert!(source.take_failure().unwrap().is_input_failure());
    }

    #[test]
    fn guesses_the_encoding() {
        assert_eq!(decode("Réti".into()), "Réti");
        assert_eq!(decode(b"R\xe9ti".to_vec()), "Réti");
    }
}
