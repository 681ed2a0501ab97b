//! The console's opening book, with what it counts.

use crate::book::{OpeningBook, open_polyglot};
use crate::files::open_regular;
use regence_chess::{Board, Move};
use regence_records::book;
use regence_records::polyglot;
use regence_records::text_book::TextBook;
use std::fs::File;
use std::io::{BufReader, Read};

/// Where the moves come from.
#[derive(Debug)]
enum Source {
    /// The book that is part of the program.
    Ours(OpeningBook),
    Text(TextBook),
    Polyglot(Box<polyglot::Book<File>>),
}

/// How often the book was asked, and what came of it.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    lookups: u64,
    hits: u64,
    misses: u64,
    played: u64,
}

/// An opening book that can be switched on and off.
#[derive(Debug)]
pub struct ConsoleBook {
    source: Source,
    path: String,
    positions: u64,
    entries: u64,
    is_on: bool,
    /// Whether somebody asked for it, or it is only there.
    is_wanted: bool,
    counts: Counts,
}

/// No book of lines that somebody wrote is larger.
const LARGEST_TEXT: u64 = 256 << 20;

/// What the book that is part of the program is called.
const OURS: &str = "(built in)";

impl ConsoleBook {
    /// The book that is part of the program, switched on.
    pub fn new() -> ConsoleBook {
        let (positions, entries) = OpeningBook::our_size();
        ConsoleBook {
            source: Source::Ours(OpeningBook::ours()),
            path: OURS.to_string(),
            positions,
            entries,
            is_on: true,
            is_wanted: false,
            counts: Counts::default(),
        }
    }

    /// Reads another book: a Polyglot book if the name ends with `.bin`, else lines `<FEN> -> <move> <weight>`.
    /// It is switched on. If it cannot be read, the book before stays.
    pub fn load(&mut self, path: &str) -> Result<String, String> {
        let named = |error: String| format!("book load: {error}");
        let fault = |error: &dyn std::fmt::Display| named(format!("{path}: {error}"));
        let (source, positions, entries) = if path.ends_with(".bin") {
            let book = open_polyglot(path).map_err(named)?;
            let positions = count_keys(path).map_err(|error| fault(&error))?;
            let entries = book.len();
            (Source::Polyglot(Box::new(book)), positions, entries)
        } else {
            let file = open_regular(path, LARGEST_TEXT).map_err(named)?;
            let book = TextBook::read(file).map_err(|error| fault(&error))?;
            let (positions, entries) = (book.positions() as u64, book.entries() as u64);
            (Source::Text(book), positions, entries)
        };
        *self = ConsoleBook {
            source,
            path: path.to_string(),
            positions,
            entries,
            is_on: true,
            is_wanted: true,
            counts: Counts::default(),
        };
        Ok(format!(
            "BOOK: loaded path=\"{path}\"; positions={positions}; entries={entries}; enabled=true"
        ))
    }

    pub fn switch(&mut self, on: bool) -> String {
        self.is_on = on;
        self.is_wanted = on;
        format!("BOOK: enabled={on}")
    }

    pub fn stats(&self) -> String {
        let Counts {
            lookups,
            hits,
            misses,
            played,
        } = self.counts;
        format!(
            "BOOK: enabled={}; path=\"{}\"; positions={}; entries={}; lookups={lookups}; hits={hits}; \
             misses={misses}; played={played}",
            self.is_on, self.path, self.positions, self.entries
        )
    }

    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Whether somebody loaded it or switched it on. A search to a depth that was asked for is not replaced
    /// by a book that nobody asked for.
    pub fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// A move for this position: by its weight from books of many games, the one with the greatest weight from a
    /// file of lines, which somebody wrote by hand and wants to see played.
    pub fn choose(&mut self, board: &Board) -> Option<Move> {
        if !self.is_on {
            return None;
        }
        self.counts.lookups += 1;
        let chosen = match &mut self.source {
            Source::Ours(book) => book.choose(board),
            Source::Text(book) => book::best(book.moves(board)),
            // A file that cannot be read any more has no moves: the search takes over.
            Source::Polyglot(book) => book::best(&book.moves(board).unwrap_or_default()),
        };
        match chosen {
            Some(_) => self.counts.hits += 1,
            None => self.counts.misses += 1,
        }
        chosen
    }

    /// A move of the book is on the board.
    pub fn note_played(&mut self) {
        self.counts.played += 1;
    }
}

/// How many positions a sorted Polyglot book has.
fn count_keys(path: &str) -> std::io::Result<u64> {
    let mut input = BufReader::new(File::open(path)?);
    let (mut last, mut count) = (None, 0);
    let mut entry = [0; 16];
    while input.read_exact(&mut entry).is_ok() {
        let key = &entry[..8];
        if last.as_deref() != Some(key) {
            count += 1;
            last = Some(key.to_vec());
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_book_answers_until_it_is_switched_off() {
        let mut book = ConsoleBook::new();
        assert!(!book.is_wanted());
        assert!(book.choose(&Board::startpos()).is_some());
        assert_eq!(book.switch(false), "BOOK: enabled=false");
        assert!(book.choose(&Board::startpos()).is_none());
        let stats = book.stats();
        assert!(stats.starts_with("BOOK: enabled=false; path=\"(built in)\"; positions="));
        assert!(
            stats.ends_with("lookups=1; hits=1; misses=0; played=0"),
            "{stats}"
        );
        book.switch(true);
        assert!(book.is_wanted());
    }

    #[test]
    fn a_bad_file_leaves_the_book_as_it_was() {
        let mut book = ConsoleBook::new();
        let before = book.stats();
        let error = book.load("no such book").unwrap_err();
        assert!(error.starts_with("book load: no such book: "), "{error}");
        assert_eq!(book.stats(), before);
    }
}
