//! Opening books in the Polyglot format.
//!
//! A book is a list of entries of sixteen bytes, sorted by the [key] of the position. [`Book`] finds entries by
//! binary search in the file itself, so a book may be larger than memory; [`Builder`] makes books.
//!
//! ```
//! use std::io::Cursor;
//! use regence_chess::Board;
//! use regence_records::polyglot::{Book, Builder};
//!
//! let board = Board::startpos();
//! let mut builder = Builder::new();
//! builder.add(&board, board.move_from_uci("e2e4")?, 3)?;
//! let mut file = Vec::new();
//! builder.write(&mut file)?;
//!
//! let mut book = Book::new(Cursor::new(file))?;
//! let moves = book.moves(&board)?;
//! assert_eq!(regence_records::book::best(&moves).unwrap().to_string(), "e2e4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builder;
mod entry;
mod key;
mod numbers;

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use regence_chess::Board;

use crate::book::BookMove;

pub use builder::{Builder, IllegalMove};
pub use entry::Entry;
pub use key::key;

/// A book in a file, in memory, or wherever else one can read and seek.
#[derive(Debug)]
pub struct Book<R> {
    input: R,
    entries: u64,
}

impl Book<File> {
    /// Opens a book file and checks it.
    pub fn open(path: impl AsRef<Path>) -> Result<Book<File>, BookError> {
        Book::new(File::open(path)?)
    }
}

impl<R: Read + Seek> Book<R> {
    /// Checks that this is a book: whole entries, sorted by key. To this end all of it is read once.
    pub fn new(mut input: R) -> Result<Book<R>, BookError> {
        let bytes = input.seek(SeekFrom::End(0))?;
        if bytes % Entry::SIZE as u64 != 0 {
            return Err(BookError::Size { bytes });
        }
        let entries = bytes / Entry::SIZE as u64;
        let mut book = Book { input, entries };
        book.check_order()?;
        Ok(book)
    }

    /// How many entries the book has.
    pub fn len(&self) -> u64 {
        self.entries
    }

    /// Whether the book has no entry at all.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    fn check_order(&mut self) -> Result<(), BookError> {
        self.input.seek(SeekFrom::Start(0))?;
        let mut input = io::BufReader::with_capacity(1 << 16, &mut self.input);
        let mut last = 0;
        for index in 0..self.entries {
            let key = read_entry(&mut input)?.key();
            if key < last {
                return Err(BookError::Order { entry: index + 1 });
            }
            last = key;
        }
        Ok(())
    }

    /// All entries with that key, in the order of the file.
    pub fn entries(&mut self, key: u64) -> io::Result<Vec<Entry>> {
        let mut found = Vec::new();
        let first = self.first_from(key)?;
        self.seek_entry(first)?;
        for _ in first..self.entries {
            let entry = read_entry(&mut self.input)?;
            if entry.key() != key {
                break;
            }
            found.push(entry);
        }
        Ok(found)
    }

    /// The moves for a position, those with the greatest weight first. Entries that are no legal move there are
    /// left out: another position may happen to have the same key, and a file may contain anything.
    pub fn moves(&mut self, board: &Board) -> io::Result<Vec<BookMove>> {
        let entries = self.entries(key(board))?;
        let mut moves: Vec<_> = entries
            .iter()
            .filter_map(|entry| {
                let mv = entry.legal_move(board)?;
                Some(BookMove::new(mv, u32::from(entry.weight())))
            })
            .collect();
        moves.sort_by_key(|known| std::cmp::Reverse(known.weight()));
        Ok(moves)
    }

    /// The index of the first entry whose key is not less than the one that is looked for.
    fn first_from(&mut self, key: u64) -> io::Result<u64> {
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low + (high - low) / 2;
            self.seek_entry(middle)?;
            if read_entry(&mut self.input)?.key() < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    fn seek_entry(&mut self, index: u64) -> io::Result<()> {
        self.input
            .seek(SeekFrom::Start(index * Entry::SIZE as u64))?;
        Ok(())
    }
}

fn read_entry(input: &mut impl Read) -> io::Result<Entry> {
    let mut bytes = [0; Entry::SIZE];
    input.read_exact(&mut bytes)?;
    Ok(Entry::from_bytes(bytes))
}

/// Why a file is no book.
#[derive(Debug)]
pub enum BookError {
    /// It cannot be read.
    Input(io::Error),
    /// It does not consist of whole entries.
    Size {
        /// Its size.
        bytes: u64,
    },
    /// Its entries are not sorted.
    Order {
        /// The number of the first entry, counted from 1, whose key is less than that of the one before.
        entry: u64,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Input(error) => write!(f, "the book cannot be read: {error}"),
            BookError::Size { bytes } => write!(
                f,
                "no Polyglot book: found {bytes} bytes, expected a multiple of {}; \
                 the file is cut off or of another kind",
                Entry::SIZE
            ),
            BookError::Order { entry } => write!(
                f,
                "no Polyglot book: the key of entry {entry} is less than the one before it, expected \
                 ascending keys; the file is damaged or of another kind"
            ),
        }
    }
}

impl Error for BookError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            BookError::Input(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> BookError {
        BookError::Input(error)
    }
}
