//! An opening book as plain text: `<FEN> -> <move> <weight>` on each line.
//!
//! ```
//! use regence_chess::Board;
//! use regence_records::text_book::TextBook;
//!
//! let text = "\
//! ## White begins.
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -> e2e4 10
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -> d2d4 5
//! ";
//! let book = TextBook::read(text.as_bytes())?;
//! assert_eq!((book.positions(), book.entries()), (1, 2));
//! assert_eq!(book.moves(&Board::startpos())[0].weight(), 10);
//! # Ok::<(), regence_records::ReadError>(())
//! ```

use std::collections::HashMap;
use std::io::Read;

use regence_chess::Board;

use crate::book::BookMove;
use crate::error::{ReadError, quote};
use crate::lines::{Lines, NumberedLine};

/// Moves for positions, in memory.
#[derive(Clone, Debug, Default)]
pub struct TextBook {
    moves: HashMap<u64, Vec<BookMove>>,
}

const ARROW: &str = "->";

impl TextBook {
    /// Reads a book. Empty lines and lines that begin with `#` are passed over; a line without a weight has
    /// weight 1; moves may be written as coordinates or in algebraic notation. The first bad line is an error.
    pub fn read(input: impl Read) -> Result<TextBook, ReadError> {
        let mut book = TextBook::default();
        for line in Lines::new(input) {
            book.add(&line?)?;
        }
        Ok(book)
    }

    /// For how many positions there are moves.
    pub fn positions(&self) -> usize {
        self.moves.len()
    }

    /// How many moves there are in all.
    pub fn entries(&self) -> usize {
        self.moves.values().map(Vec::len).sum()
    }

    /// The moves for a position, as they stand in the book. The move counters of the position do not matter.
    pub fn moves(&self, board: &Board) -> &[BookMove] {
        self.moves.get(&board.key()).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, line: &NumberedLine) -> Result<(), ReadError> {
        let (board, known) = read_entry(line)?;
        let moves = self.moves.entry(board.key()).or_default();
        match moves.iter_mut().find(|old| old.mv() == known.mv()) {
            Some(old) => old.add_weight(known.weight()),
            None => moves.push(known),
        }
        Ok(())
    }
}

fn read_entry(line: &NumberedLine) -> Result<(Board, BookMove), ReadError> {
    let text = line.text.as_str();
    let start = text.len() - text.trim_start().len();
    let Some(arrow) = text.find(ARROW) else {
        return Err(ReadError::new(
            line.place(start),
            quote(text.trim()),
            "<FEN> -> <move> <weight>",
        ));
    };
    let fen = text[..arrow].trim();
    let board = Board::from_fen(fen).map_err(|error| {
        ReadError::new(
            line.place(start),
            quote(fen),
            format!("a position ({error})"),
        )
    })?;
    let mut words = Words {
        text,
        at: arrow + ARROW.len(),
    };
    let (at, word) = words.take();
    let mv = board
        .move_from_uci(word)
        .or_else(|error| board.move_from_san(word).map_err(|_| error))
        .map_err(|error| ReadError::bad_move(line.place(at), word, error.reason()))?;
    let (at, word) = words.take();
    let weight = match word {
        "" => 1,
        _ => word.parse().map_err(|_| {
            let expected = format!("a weight from 0 to {}", u32::MAX);
            ReadError::new(line.place(at), quote(word), expected)
        })?,
    };
    match words.take() {
        (_, "") => Ok((board, BookMove::new(mv, weight))),
        (at, more) => Err(ReadError::new(
            line.place(at),
            quote(more),
            "the end of the line",
        )),
    }
}

/// The words of a line from some place on.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    /// The next word and where it begins; an empty one at the end.
    fn take(&mut self) -> (usize, &'a str) {
        let rest = &self.text[self.at..];
        let word = rest.split_whitespace().next().unwrap_or_default();
        let at = self.at + rest.find(word).unwrap_or_default();
        let at = if word.is_empty() { self.text.len() } else { at };
        self.at = at + word.len();
        (at, word)
    }
}
