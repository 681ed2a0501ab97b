//! The opening book: ours, which is part of the program, or a Polyglot file.

use crate::files::open_regular;
use regence_chess::{Board, Move};
use regence_records::book;
use regence_records::polyglot::Book;
use std::collections::HashSet;
use std::collections::hash_map::RandomState;
use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io::Cursor;

/// Made by `regence-lab book`, see docs/lab.md.
const OURS: &[u8] = include_bytes!("../assets/book.bin");

/// No Polyglot book is larger.
const LARGEST_BOOK: u64 = 1 << 30;

/// Where the moves come from.
#[derive(Debug)]
enum Source {
    Ours(Book<Cursor<&'static [u8]>>),
    File(Book<File>),
}

/// An opening book that plays with variety. Without a source it has no moves.
#[derive(Debug)]
pub struct OpeningBook(Option<Source>);

/// Opens a Polyglot book that can be read to its end, which its check does.
pub fn open_polyglot(path: &str) -> Result<Book<File>, String> {
    let file = open_regular(path, LARGEST_BOOK)?;
    Book::new(file).map_err(|error| format!("{path}: {error}"))
}

impl OpeningBook {
    /// The book that is part of the program.
    pub fn ours() -> OpeningBook {
        OpeningBook(Book::new(Cursor::new(OURS)).ok().map(Source::Ours))
    }

    /// How many positions and how many moves our book has.
    pub fn our_size() -> (u64, u64) {
        let keys = OURS.chunks_exact(16).map(|entry| &entry[..8]);
        let positions = keys.collect::<HashSet<_>>().len();
        (positions as u64, OURS.len() as u64 / 16)
    }

    /// A Polyglot book; the empty name is ours.
    pub fn open(path: &str) -> Result<OpeningBook, String> {
        match path {
            "" => Ok(OpeningBook::ours()),
            _ => Ok(OpeningBook(Some(Source::File(open_polyglot(path)?)))),
        }
    }

    /// A move for this position, each as often as its weight says; none if the book has none.
    pub fn choose(&mut self, board: &Board) -> Option<Move> {
        let moves = match self.0.as_mut()? {
            Source::Ours(book) => book.moves(board),
            Source::File(book) => book.moves(board),
        };
        // A file that cannot be read any more has no moves: the search takes over.
        let random = RandomState::new().build_hasher().finish();
        book::choose(&moves.unwrap_or_default(), random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_book_is_small_and_whole() {
        assert!((10_000..=20_480).contains(&OURS.len()), "{}", OURS.len());
        assert_eq!(
            Book::new(Cursor::new(OURS)).unwrap().len(),
            OURS.len() as u64 / 16
        );
    }

    #[test]
    fn our_book_varies_and_goes_on_for_some_moves() {
        let mut book = OpeningBook::ours();
        let (mut games, mut plies) = (HashSet::new(), 0);
        for _ in 0..50 {
            let mut board = Board::startpos();
            let mut line = Vec::new();
            while let Some(mv) = book.choose(&board) {
                assert!(board.is_legal(mv));
                board = board.make(mv);
                line.push(mv);
                assert!(line.len() < 60, "a book that never ends");
            }
            plies += line.len();
            games.insert(line);
        }
        assert!(games.len() >= 20, "{} different lines", games.len());
        assert!(plies >= 50 * 5, "{plies} plies in 50 games");
    }

    #[test]
    fn a_missing_file_is_an_error() {
        assert!(OpeningBook::open("no such book.bin").is_err());
    }
}
