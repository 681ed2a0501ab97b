//! What is examined, family by family. Each file has a part that talks to the engine and a part that judges
//! plain data.

pub mod clock;
pub mod counting;
pub mod draws;
pub mod endurance;
pub mod evaluation;
pub mod hello;
pub mod interruption;
pub mod keys;
pub mod leaks;
pub mod legality;
pub mod manners;
pub mod mate;
pub mod options;
pub mod ponder;
pub mod pruning;
pub mod score;
pub mod state;
pub mod table;
pub mod threads;
pub mod twins;
pub mod variety;
pub mod words;

use super::finding::Finding;
use super::patient::Patient;
use regence_arena::client::ClientError;

/// Numbers against numbers, for a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    pub title: String,
    pub x: String,
    pub y: String,
    /// Label and height of each bar.
    pub bars: Vec<(String, f64)>,
}

/// One line of a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// Lines over numbers that are powers apart, such as times, between the limits of what is healthy.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    pub title: String,
    pub x: String,
    pub y: String,
    /// Whether y spans powers as well.
    pub log_y: bool,
    pub lines: Vec<Line>,
    pub low: Option<Line>,
    pub high: Option<Line>,
}

/// What a check brings back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    pub findings: Vec<Finding>,
    /// What was measured, in words.
    pub measured: Vec<String>,
    pub charts: Vec<Chart>,
    pub curves: Vec<Curve>,
    /// Why nothing was examined, if so.
    pub skipped: Option<String>,
    /// What ended the check before its time; what was gathered until then is judged.
    pub unfinished: Option<ClientError>,
}

impl Outcome {
    pub fn of(findings: impl IntoIterator<Item = Finding>) -> Outcome {
        Outcome {
            findings: findings.into_iter().collect(),
            ..Outcome::default()
        }
    }

    pub fn skipped(reason: &str) -> Outcome {
        Outcome {
            skipped: Some(reason.to_owned()),
            ..Outcome::default()
        }
    }

    /// Keeps how the gathering ended.
    pub fn ending(mut self, gathered: Result<(), ClientError>) -> Outcome {
        self.unfinished = gathered.err();
        self
    }

    pub fn measured(mut self, text: impl Into<String>) -> Outcome {
        self.measured.push(text.into());
        self
    }
}

/// One check of the list.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    pub id: &'static str,
    pub name: &'static str,
    pub looks_for: &'static str,
    pub run: fn(&mut Patient) -> Outcome,
}

/// All checks, in the order in which they are done. Those that judge the whole examination stand last.
pub const CHECKS: &[Check] = &[
    Check {
        id: "manners",
        name: "Manners",
        looks_for: "isready and stop answered in search, go infinite waited for, garbage survived, an end at the end of input",
        run: manners::run,
    },
    Check {
        id: "words",
        name: "Words of go",
        looks_for: "depth, nodes, searchmoves, the right clock, increments and movestogo obeyed",
        run: words::run,
    },
    Check {
        id: "legality",
        name: "Rules",
        looks_for: "illegal best moves and lines, a1a1, moves of the wrong side; en passant, promotion by capture, castling",
        run: legality::run,
    },
    Check {
        id: "state",
        name: "State of the game",
        looks_for: "long games, repetitions in the game and in the tree, what is left over after ucinewgame",
        run: state::run,
    },
    Check {
        id: "draws",
        name: "Draws",
        looks_for: "the fifty-move rule and stalemate, at the root and in the tree",
        run: draws::run,
    },
    Check {
        id: "clock",
        name: "Use of the clock",
        looks_for: "processor time for real time, budgets overrun, clocks not used, clocks ignored, less depth with more time",
        run: clock::run,
    },
    Check {
        id: "score",
        name: "Score",
        looks_for: "a view that is not the mover's, colours that are not alike",
        run: score::run,
    },
    Check {
        id: "interruption",
        name: "Interruptions",
        looks_for: "the 0 of an interrupted search, half an iteration, scores of both kept in the table",
        run: interruption::run,
    },
    Check {
        id: "evaluation",
        name: "Evaluation",
        looks_for: "large scores in quiet positions, a wrong sign or scale",
        run: evaluation::run,
    },
    Check {
        id: "mate",
        name: "Mates",
        looks_for: "mates printed as centipawns, wrong distances",
        run: mate::run,
    },
    Check {
        id: "pruning",
        name: "Pruning",
        looks_for: "short mates and hanging pieces missed at high depth, searches that explode",
        run: pruning::run,
    },
    Check {
        id: "table",
        name: "Transposition table",
        looks_for: "bounds taken for exact scores or for bounds of the other kind, a table that helps nothing",
        run: table::run,
    },
    Check {
        id: "keys",
        name: "Keys of the table",
        looks_for: "positions that differ in one right and share a score",
        run: keys::run,
    },
    Check {
        id: "options",
        name: "Options",
        looks_for: "Hash, MultiPV and Threads that do nothing",
        run: options::run,
    },
    Check {
        id: "threads",
        name: "Threads",
        looks_for: "what one thread finds and several do not",
        run: threads::run,
    },
    Check {
        id: "ponder",
        name: "Pondering",
        looks_for: "answers before ponderhit, ponderhit not heard, ponder moves that are not legal",
        run: ponder::run,
    },
    Check {
        id: "variety",
        name: "Variety",
        looks_for: "the same opening in every game",
        run: variety::run,
    },
    Check {
        id: "leaks",
        name: "Leaks",
        looks_for: "memory, files and threads that grow with every game",
        run: leaks::run,
    },
    Check {
        id: "endurance",
        name: "Endurance",
        looks_for: "crashes, hangs and wrong moves after hostile lines",
        run: endurance::run,
    },
    Check {
        id: "counting",
        name: "Counting",
        looks_for: "nodes of the root only; nodes, time and nps that do not fit each other",
        run: counting::run,
    },
];
