//! Where the games of a match begin: positions of a file, or openings of our own.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Game as ChessGame, chess960};
use regence_chess_search::Chess;
use regence_chess_search::game::Usual;
use regence_gomoku::{Point, RuleSet, Size};
use regence_gomoku_search::game::RuleAndSize;
use regence_gomoku_search::{AnyBoard, Gomoku};
use regence_records::{epd, pgn};

use super::position::{ChessPosition, GomokuPosition, Position};
use crate::error::LabError;
use crate::openings::balanced::{Openings, sure};

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    Chess,
    Chess960,
    Gomoku { rule: RuleSet, size: Size },
}

impl std::fmt::Display for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Variant::Chess => f.write_str("chess"),
            Variant::Chess960 => f.write_str("Chess960"),
            Variant::Gomoku { rule, size } => write!(f, "Gomoku ({rule}, {size})"),
        }
    }
}

/// The order of the positions of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Order {
    /// As they stand in the file
    #[default]
    Sequential,
    /// Shuffled by the seed
    Random,
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Of our own, by the seed.
    Random,
    /// The usual start.
    None,
    File(PathBuf),
}

impl Source {
    pub fn parse(text: &str) -> Source {
        match text {
            "random" => Source::Random,
            "none" => Source::None,
            path => Source::File(PathBuf::from(path)),
        }
    }
}

/// How openings are chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    pub variant: Variant,
    pub source: Source,
    pub order: Order,
    pub seed: u64,
    /// The most plies that are taken from a game of a PGN file.
    pub plies: usize,
}

/// A source of starting positions: the same round has the same one, whoever asks.
#[derive(Debug)]
pub struct Starts {
    variant: Variant,
    seed: u64,
    list: Arc<Vec<Position>>,
    /// Made when they are needed: they have tables of their own.
    generator: Option<Openings<Chess>>,
    stones: Option<Openings<Gomoku>>,
}

impl Clone for Starts {
    fn clone(&self) -> Starts {
        Starts {
            variant: self.variant,
            seed: self.seed,
            list: self.list.clone(),
            generator: None,
            stones: None,
        }
    }
}

impl Starts {
    pub fn new(choice: &Choice) -> Result<Starts, LabError> {
        let mut list = match &choice.source {
            Source::Random => Vec::new(),
            Source::None => vec![usual_start(choice.variant)?],
            Source::File(path) => read_file(path, choice)?,
        };
        if choice.order == Order::Random {
            SplitMix64::new(choice.seed).shuffle(&mut list);
        }
        Ok(Starts {
            variant: choice.variant,
            seed: choice.seed,
            list: Arc::new(list),
            generator: None,
            stones: None,
        })
    }

    /// How many different ones there are, where that is known.
    pub fn count(&self) -> Option<usize> {
        Some(self.list.len()).filter(|&count| count > 0)
    }

    /// The start of a round; a list that is too short begins again.
    pub fn get(&mut self, round: u64) -> Position {
        if !self.list.is_empty() {
            return self.list[(round % self.list.len() as u64) as usize].clone();
        }
        match self.variant {
            Variant::Chess => {
                let generator = self
                    .generator
                    .get_or_insert_with(|| Openings::new(self.seed));
                chess(&generator.get(&Usual, round), false)
            }
            Variant::Chess960 => {
                let mixed = SplitMix64::new(self.seed).next_u64() ^ round;
                let number = SplitMix64::new(mixed).below(chess960::POSITIONS.into()) as u16;
                chess(&ChessGame::new(Board::chess960(number)), true)
            }
            Variant::Gomoku { rule, size } => {
                let generator = self
                    .stones
                    .get_or_insert_with(|| Openings::with(self.seed, sure::<Gomoku>()));
                let board = generator.get(&RuleAndSize { rule, size }, round);
                let moves = board.moves().into_iter().flatten();
                let opening: Vec<Point> = moves.map(|mv| mv.point()).collect();
                let position = GomokuPosition::played(board, opening);
                Position::Gomoku(Box::new(position))
            }
        }
    }
}

fn chess(game: &ChessGame, chess960: bool) -> Position {
    Position::Chess(Box::new(ChessPosition::new(game, chess960)))
}

fn gomoku(rule: RuleSet, size: Size, opening: &[Point]) -> Result<Position, String> {
    let position = GomokuPosition::new(AnyBoard::new(rule, size), opening)?;
    Ok(Position::Gomoku(Box::new(position)))
}

fn usual_start(variant: Variant) -> Result<Position, LabError> {
    match variant {
        Variant::Chess => Ok(chess(&ChessGame::new(Board::startpos()), false)),
        Variant::Chess960 => Ok(chess(&ChessGame::new(Board::startpos()), true)),
        Variant::Gomoku { rule, size } => gomoku(rule, size, &[]).map_err(LabError::new),
    }
}

fn read_file(path: &Path, choice: &Choice) -> Result<Vec<Position>, LabError> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    let open = || File::open(path).map_err(|error| LabError::file(path, &error));
    let list = match (choice.variant, extension.to_ascii_lowercase().as_str()) {
        (Variant::Gomoku { rule, size }, _) => read_gomoku(path, rule, size)?,
        (variant, "pgn") => read_pgn(path, open()?, variant, choice.plies)?,
        (variant, _) => read_epd(path, open()?, variant)?,
    };
    match list.is_empty() {
        true => Err(LabError::new(format!(
            "{}: expected at least one opening, found none",
            path.display()
        ))),
        false => Ok(list),
    }
}

fn read_epd(path: &Path, file: File, variant: Variant) -> Result<Vec<Position>, LabError> {
    let fail = |text: String| LabError::new(format!("{}: {text}", path.display()));
    epd::Reader::new(file)
        .map(|line| {
            let epd = line.map_err(|error| fail(error.to_string()))?;
            chess_start(&ChessGame::new(*epd.board()), variant).map_err(fail)
        })
        .collect()
}

fn read_pgn(
    path: &Path,
    file: File,
    variant: Variant,
    plies: usize,
) -> Result<Vec<Position>, LabError> {
    let fail = |text: String| LabError::new(format!("{}: {text}", path.display()));
    pgn::Reader::new(file)
        .map(|game| {
            let record = game.map_err(|error| fail(error.to_string()))?;
            let mut game = ChessGame::new(*record.start());
            for mv in record.moves().into_iter().take(plies) {
                game.push(mv);
            }
            chess_start(&game, variant).map_err(fail)
        })
        .collect()
}

fn chess_start(game: &ChessGame, variant: Variant) -> Result<Position, String> {
    let is_960 = variant == Variant::Chess960;
    if game.start().is_chess960_setup() && !is_960 {
        return Err(format!(
            "{} is a position of Chess960; add --variant chess960",
            game.start().to_fen()
        ));
    }
    if let Some(outcome) = game.outcome() {
        return Err(format!(
            "{} is over already ({outcome}); take it out, or use fewer plies",
            game.board().to_fen()
        ));
    }
    Ok(chess(game, is_960))
}

/// One opening a line: the moves as `h8i9g7`, Black first. Empty lines and those that begin with `#` are passed over.
fn read_gomoku(path: &Path, rule: RuleSet, size: Size) -> Result<Vec<Position>, LabError> {
    let text = std::fs::read_to_string(path).map_err(|error| LabError::file(path, &error))?;
    let mut list = Vec::new();
    for (number, line) in text.lines().enumerate() {
        // What comes after the moves is a remark.
        let line = line.split(['#', ';']).next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let fail = |reason: String| {
            LabError::new(format!("{}, line {}: {reason}", path.display(), number + 1))
        };
        let moves = size
            .parse_moves(line)
            .map_err(|error| fail(error.to_string()))?;
        let points: Vec<Point> = moves.iter().map(|mv| mv.point()).collect();
        let position = gomoku(rule, size, &points).map_err(fail)?;
        if let Some((_, reason)) = position.outcome() {
            return Err(fail(format!("this opening is over already ({reason})")));
        }
        list.push(position);
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn choice(variant: Variant, source: Source) -> Choice {
        Choice {
            variant,
            source,
            order: Order::Sequential,
            seed: 1,
            plies: 16,
        }
    }

    fn texts(choice: &Choice, rounds: u64) -> Vec<String> {
        let mut starts = Starts::new(choice).unwrap();
        (0..rounds)
            .map(|round| starts.get(round).to_string())
            .collect()
    }

    fn with_file<T>(name: &str, text: &str, work: impl Fn(PathBuf) -> T) -> T {
        let path =
            std::env::temp_dir().join(format!("regence-starts-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let result = work(path.clone());
        std::fs::remove_file(&path).unwrap();
        result
    }

    const GOMOKU: Variant = Variant::Gomoku {
        rule: RuleSet::Freestyle,
        size: match Size::square(15) {
            Some(size) => size,
            None => panic!("15 is a size"),
        },
    };

    #[test]
    fn random_starts_depend_on_the_round_alone() {
        for variant in [Variant::Chess, Variant::Chess960, GOMOKU] {
            let all = texts(&choice(variant, Source::Random), 8);
            let mut again = Starts::new(&choice(variant, Source::Random)).unwrap();
            assert_eq!(again.get(5).to_string(), all[5], "{variant}");
            assert_eq!(again.clone().get(5).to_string(), all[5], "{variant}");
            assert!(all.iter().collect::<HashSet<_>>().len() >= 7, "{variant}");
        }
    }

    #[test]
    fn files_are_read_and_begin_again() {
        let epd = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n\n# no\n8/8/4k3/8/8/3K4/4P3/8 w - - id \"x\";\n";
        let all = with_file("a.epd", epd, |path| {
            texts(&choice(Variant::Chess, Source::File(path)), 3)
        });
        assert!(all[1].starts_with("8/8/4k3"));
        assert_eq!(all[0], all[2]);
        let pgn = "1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n";
        let plies = with_file("a.pgn", pgn, |path| {
            let mut choice = choice(Variant::Chess, Source::File(path));
            choice.plies = 2;
            let mut starts = Starts::new(&choice).unwrap();
            [
                starts.get(0).plies(),
                starts.get(1).plies(),
                starts.count().unwrap(),
            ]
        });
        assert_eq!(plies, [2, 2, 2]);
        let gomoku = "# ours\nh8i9 ; a diagonal\n\nh8h9g7\n";
        let all = with_file("a.txt", gomoku, |path| {
            texts(&choice(GOMOKU, Source::File(path)), 2)
        });
        assert!(all[0].ends_with("h8i9") && all[1].ends_with("h8h9g7"));
    }

    #[test]
    fn shuffling_keeps_all_and_goes_by_the_seed() {
        let lines: String = (1..=9).map(|row| format!("h{row}\n")).collect();
        with_file("b.txt", &lines, |path| {
            let mut choice = choice(GOMOKU, Source::File(path));
            let sorted = texts(&choice, 9);
            choice.order = Order::Random;
            let shuffled = texts(&choice, 9);
            assert_ne!(sorted, shuffled);
            assert_eq!(shuffled, texts(&choice, 9));
            assert_eq!(
                sorted.iter().collect::<HashSet<_>>(),
                shuffled.iter().collect()
            );
        });
    }

    #[test]
    fn bad_files_are_named() {
        for (name, text, variant, word) in [
            ("c.epd", "", Variant::Chess, "found none"),
            ("d.epd", "rnbqkbnr w", Variant::Chess, "d.epd"),
            (
                "e.epd",
                "8/8/4k3/8/8/3K4/8/8 w - -",
                Variant::Chess,
                "over already",
            ),
            (
                "f.epd",
                "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf -",
                Variant::Chess,
                "chess960",
            ),
            ("g.txt", "h8\nz99", GOMOKU, "line 2"),
        ] {
            let error = with_file(name, text, |path| {
                Starts::new(&choice(variant, Source::File(path))).unwrap_err()
            });
            assert!(error.to_string().contains(word), "{name}: {error}");
        }
        let missing = Starts::new(&choice(Variant::Chess, Source::File("no/such.epd".into())));
        assert!(missing.unwrap_err().to_string().contains("no/such.epd"));
    }
}
