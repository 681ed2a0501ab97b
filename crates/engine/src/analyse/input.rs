//! What is analysed: games or positions, one after the other, however large the file is.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use regence_chess::{Game, Move};
use regence_records::{ReadError, epd, pgn};

/// Positions that one worker takes at a time. A game is cut into parts, so that one long game keeps all threads
/// busy; each part is searched by itself, so that the result does not depend on who searched it.
const PART: usize = 24;

/// What a file contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Games,
    Positions,
}

impl Kind {
    /// By the name of the file: `.epd` and `.fen` are positions, everything else is games.
    pub fn of(path: &Path) -> Kind {
        let extension = path.extension().unwrap_or_default();
        let is = |name: &str| extension.eq_ignore_ascii_case(name);
        match is("epd") || is("fen") {
            true => Kind::Positions,
            false => Kind::Games,
        }
    }

    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Kind::Games => ("game", "games"),
            Kind::Positions => ("position", "positions"),
        }
    }
}

/// A game or a position that could be read.
#[derive(Clone, Debug)]
pub enum Record {
    Game(pgn::Game),
    Position(epd::Epd),
}

impl Record {
    /// The moves that were played.
    pub fn moves(&self) -> Vec<Move> {
        match self {
            Record::Game(game) => game.moves(),
            Record::Position(_) => Vec::new(),
        }
    }

    /// How many positions are to be searched: one before each move, and the last.
    pub fn positions(&self) -> usize {
        self.moves().len() + 1
    }

    /// The game up to the position with that index.
    pub fn at(&self, moves: &[Move], index: usize) -> Game {
        let start = match self {
            Record::Game(game) => game.start(),
            Record::Position(epd) => epd.board(),
        };
        let mut game = Game::new(*start);
        for &mv in &moves[..index.min(moves.len())] {
            game.push(mv);
        }
        game
    }
}

/// Some positions of a record, or word of a record that makes no sense.
#[derive(Debug)]
pub struct Unit {
    pub what: Result<Part, String>,
    /// The part of the text that is done with this unit.
    pub bytes: u64,
}

#[derive(Debug)]
pub struct Part {
    pub record: Arc<Record>,
    pub positions: Range<usize>,
}

/// The records of a file.
#[allow(missing_debug_implementations)]
pub struct Input {
    source: Source,
    read: u64,
    /// The record that is being handed out in parts, and the first position of the next part.
    current: Option<(Arc<Record>, usize, u64)>,
}

enum Source {
    Games(pgn::Reader<Box<dyn Read + Send>>),
    Positions(epd::Reader<Box<dyn Read + Send>>),
}

impl Input {
    /// Opens a file; `-` is the standard input.
    pub fn open(path: &Path, kind: Kind) -> io::Result<Input> {
        let text: Box<dyn Read + Send> = match path.as_os_str() == "-" {
            true => Box::new(io::stdin()),
            false => Box::new(File::open(path)?),
        };
        Ok(Input::new(text, kind))
    }

    pub fn new(text: Box<dyn Read + Send>, kind: Kind) -> Input {
        Input {
            source: match kind {
                Kind::Games => Source::Games(pgn::Reader::new(text)),
                Kind::Positions => Source::Positions(epd::Reader::new(text)),
            },
            read: 0,
            current: None,
        }
    }

    /// The next record, and how many bytes of text it took.
    pub fn next_record(&mut self) -> Option<(Result<Record, String>, u64)> {
        let (record, offset) = match &mut self.source {
            Source::Games(reader) => {
                let game = reader.next()?;
                (game.map_err(said).and_then(check_variant), reader.offset())
            }
            Source::Positions(reader) => {
                let epd = reader.next()?;
                (epd.map(Record::Position).map_err(said), reader.offset())
            }
        };
        let bytes = offset - self.read;
        self.read = offset;
        Some((record, bytes))
    }
}

fn said(error: ReadError) -> String {
    error.to_string()
}

/// Games of other rules than those of chess are none of ours.
fn check_variant(game: pgn::Game) -> Result<Record, String> {
    let variant = game.tags().get("Variant").unwrap_or_default();
    let is_usual = ["", "?", "standard", "chess", "normal", "from position"]
        .iter()
        .any(|name| variant.eq_ignore_ascii_case(name));
    match is_usual || game.is_chess960() {
        true => Ok(Record::Game(game)),
        false => Err(format!(
            "a game of {variant:?}, expected chess or Chess960 by the tag Variant"
        )),
    }
}

impl Iterator for Input {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        let (record, first, bytes) = match self.current.take() {
            Some(current) => current,
            None => match self.next_record()? {
                (Ok(record), bytes) => (Arc::new(record), 0, bytes),
                (Err(message), bytes) => {
                    return Some(Unit {
                        what: Err(message),
                        bytes,
                    });
                }
            },
        };
        let all = record.positions();
        let end = all.min(first + PART);
        // Each part's share of the bytes that are still to be done.
        let share = bytes * (end - first) as u64 / (all - first) as u64;
        if end < all {
            self.current = Some((Arc::clone(&record), end, bytes - share));
        }
        let part = Part {
            record,
            positions: first..end,
        };
        Some(Unit {
            what: Ok(part),
            bytes: share,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &'static str, kind: Kind) -> Vec<Unit> {
        Input::new(Box::new(text.as_bytes()), kind).collect()
    }

    #[test]
    fn all_bytes_are_accounted_for() {
        let text = "[Event \"a\"]\n\n1. e4 e5 2. Ke4 *\n\n[Event \"b\"]\n\n1. d4 d5 1/2-1/2\n";
        let units = units(text, Kind::Games);
        let bytes: u64 = units.iter().map(|unit| unit.bytes).sum();
        assert!(text.len() as u64 - bytes < 3, "{bytes} of {}", text.len());
        let error = units[0].what.as_ref().unwrap_err();
        assert!(error.contains("line 3, column 13"), "{error}");
        assert_eq!(units[1].what.as_ref().unwrap().positions, 0..3);
    }

    #[test]
    fn long_games_come_in_parts() {
        let text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 \
                    9. Nf3 Nf6 10. Ng1 Ng8 11. Nf3 Nf6 12. Ng1 Ng8 13. Nf3 Nf6 14. Ng1 Ng8 *";
        let units = units(text, Kind::Games);
        let ranges: Vec<_> = units
            .iter()
            .map(|unit| unit.what.as_ref().unwrap().positions.clone())
            .collect();
        assert_eq!(ranges, [0..24, 24..29]);
    }

    #[test]
    fn other_games_than_chess_are_refused() {
        let text = "[Variant \"Atomic\"]\n\n1. e4 *\n";
        assert!(units(text, Kind::Games)[0].what.is_err());
        let text = "[Variant \"From Position\"]\n\n1. e4 *\n";
        assert!(units(text, Kind::Games)[0].what.is_ok());
    }

    #[test]
    fn names_tell_positions_from_games() {
        assert_eq!(Kind::of(Path::new("a/b.EPD")), Kind::Positions);
        assert_eq!(Kind::of(Path::new("a/b.pgn")), Kind::Games);
        assert_eq!(Kind::of(Path::new("-")), Kind::Games);
    }
}
