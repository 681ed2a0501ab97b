//! The one trait that everything above a search speaks to: rules, notation, words, setups and openings of a game.
//!
//! A game that implements [`GameSearch`] and [`Game`] is played, measured, traced and explained by the laboratory
//! without a line of its own there.

use std::fmt::{self, Debug, Display};

use crate::engine::GameSearch;
use crate::event::MoveBits;
use crate::value::Value;

/// A side of a game. The first one begins: White in chess, Black in Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Who begins.
    First,
    /// Who answers.
    Second,
}

impl Side {
    /// The first one first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How a game ended by its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Nobody in a draw.
    pub winner: Option<Side>,
    /// In words: `White mates`, `draw by stalemate`.
    pub reason: String,
}

/// When a game is called drawn: so many plies in a row, from this ply on, none above the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The first ply that counts.
    pub from: usize,
    /// Plies in a row.
    pub plies: usize,
    /// The largest score of a level game.
    pub score: i32,
}

/// When a game is called won: so many plies in a row of at least this score for the same side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinRule {
    /// Plies in a row.
    pub plies: usize,
    /// The smallest score of a won game.
    pub score: i32,
}

/// The rules by which games of a search against itself end early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// When a game is called drawn.
    pub draw: Option<DrawRule>,
    /// When a game is called won.
    pub win: Option<WinRule>,
    /// A game of so many plies is drawn.
    pub longest: usize,
}

impl Adjudication {
    /// Games end by their own rules alone.
    pub const NONE: Adjudication = Adjudication {
        draw: None,
        win: None,
        longest: usize::MAX,
    };
}

/// When a random opening is fair enough to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Nodes of the search that judges it.
    pub nodes: u64,
    /// The search's score must be closer to 0.
    pub score: i32,
}

/// What a user chose of a game that has several rules or boards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupWords {
    /// Names of rules, to be played in turn; all if empty.
    pub rules: Vec<String>,
    /// Points along the side of the board.
    pub size: Option<u8>,
}

/// The setup of a game that leaves nothing to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usual;

impl Usual {
    /// The only setup; words that would choose another one are refused.
    pub fn only(words: &SetupWords) -> Result<Vec<Usual>, String> {
        match *words == SetupWords::default() {
            true => Ok(vec![Usual]),
            false => {
                Err("this game has one rule and one board; leave out --rules and --size".into())
            }
        }
    }
}

impl Display for Usual {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// A game, as everything above its search sees it.
pub trait Game: GameSearch + Eq {
    /// One way to play it: nothing in chess, rule and board in Gomoku. Its text is empty where there is nothing to choose.
    type Setup: Clone + Debug + Display + Send + Sync;

    /// As in `--game chess`.
    const NAME: &'static str;
    /// What scores are counted in.
    const UNIT: &'static str;
    /// A move is refuted if it costs this much and no clear advantage is left; else it is only not the best.
    const REFUTED_BY: i32;
    /// Which moves are not even looked at.
    const OVERLOOKED: &'static str;
    /// When its games are called over early.
    const ADJUDICATION: Adjudication;
    /// When an opening is fair.
    const BALANCE: Balance;
    /// How deep its standard bench goes.
    const BENCH_DEPTH: i32;
    /// Whether a search plays on to the end of a win that it has proved, however little it thinks.
    const PLAYS_PROVEN_WINS: bool = false;

    /// The ways to play that were asked for, at least one.
    fn setups(words: &SetupWords) -> Result<Vec<Self::Setup>, String>;

    /// Where a game begins.
    fn start(setup: &Self::Setup) -> Self::Position;

    /// A position in words: a FEN, or the moves so far.
    fn read_position(setup: &Self::Setup, text: &str) -> Result<Self::Position, String>;

    /// The position in words, as a report tells it.
    fn position_text(position: &Self::Position) -> String;

    /// The position as named facts, for files.
    fn position_facts(position: &Self::Position) -> Vec<(&'static str, String)> {
        vec![("position", Self::position_text(position))]
    }

    /// A start for a game of two equals, far enough from others: `random(n)` gives a number below n. None if this
    /// attempt led nowhere.
    fn random_opening(
        setup: &Self::Setup,
        random: &mut dyn FnMut(u64) -> u64,
    ) -> Option<Self::Position>;

    /// The positions of its bench.
    fn bench_positions() -> Vec<Self::Position>;

    /// Who is to move.
    fn side_to_move(position: &Self::Position) -> Side;

    /// Moves since the start, both sides'.
    fn plies(position: &Self::Position) -> usize;

    /// Every legal move.
    fn legal_moves(position: &Self::Position) -> Vec<Self::Move>;

    /// Whether a move may be played.
    fn is_legal(position: &Self::Position, mv: Self::Move) -> bool {
        Self::legal_moves(position).contains(&mv)
    }

    /// Plays a legal move.
    fn play(position: &mut Self::Position, mv: Self::Move);

    /// Gives the turn to the other side, as a null move does.
    fn pass(position: &mut Self::Position);

    /// The position after a legal move.
    fn after(position: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut next = position.clone();
        Self::play(&mut next, mv);
        next
    }

    /// The position with the other side to move.
    fn after_pass(position: &Self::Position) -> Self::Position {
        let mut next = position.clone();
        Self::pass(&mut next);
        next
    }

    /// How the rules have ended the game, if they have.
    fn ending(position: &Self::Position) -> Option<Ending>;

    /// Whether a move belongs to those that are passed over together.
    fn is_quiet(_: &Self::Position, _: Self::Move) -> bool {
        true
    }

    /// None if no move has these bits.
    fn move_of(bits: MoveBits) -> Option<Self::Move>;

    /// A move as people write it.
    fn move_text(position: &Self::Position, mv: Self::Move) -> String;

    /// A move as programs write it, whatever the position.
    fn move_code(mv: Self::Move) -> String;

    /// A legal move from what a person wrote.
    fn read_move(position: &Self::Position, text: &str) -> Result<Self::Move, String>;

    /// A side in words.
    fn side_name(side: Side) -> &'static str;

    /// How a finished game is marked in a line whose last move does not show it.
    fn ending_mark(position: &Self::Position) -> Option<&'static str>;

    /// What it means that the side to move has no move.
    fn no_moves_text(position: &Self::Position) -> String {
        let side = Self::side_name(Self::side_to_move(position));
        format!("{side} has nothing else to play")
    }

    /// A difference of scores, without a sign.
    fn amount_text(centipawns: i32) -> String {
        format!("{:.2}", f64::from(centipawns) / 100.0)
    }

    /// A score: `+0.35`, `a win in 3 moves`.
    fn score_text(value: Value) -> String {
        let moves = |number: i32| match number {
            1 => "1 move".to_owned(),
            _ => format!("{number} moves"),
        };
        match value.plies_to_win() {
            Some(plies) if plies > 0 => format!("a win in {}", moves((plies + 1) / 2)),
            Some(plies) => format!("a loss in {}", moves(-plies / 2)),
            None => format!("{:+.2}", f64::from(value.raw()) / 100.0),
        }
    }

    /// Takes another evaluation, by its name or file, where the game has several.
    fn choose_evaluation(_: &mut Self::Settings, _: &str) -> Result<(), String> {
        Err(format!(
            "the evaluation of {} can't be chosen; leave out --eval and --base-eval",
            Self::NAME
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_take_turns() {
        assert_eq!(Side::First.other(), Side::Second);
        assert_eq!(Side::Second.other(), Side::First);
        assert_eq!(Side::BOTH.map(Side::index), [0, 1]);
    }
}
