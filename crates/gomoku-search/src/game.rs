//! Gomoku, under any of its rules, as everything above the search sees it.

use std::fmt;

use regence_core::event::MoveBits;
use regence_core::game::{Adjudication, Balance, Ending, Game, SetupWords, Side};
use regence_gomoku::{Move, RuleSet, Side as Stone, Size};

use crate::{AnyBoard, Evaluations, Gomoku, bench};

/// A rule and its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleAndSize {
    /// The rule.
    pub rule: RuleSet,
    /// The board.
    pub size: Size,
}

impl RuleAndSize {
    /// A rule on a square board of this side, or on the usual one.
    pub fn new(rule: RuleSet, side: Option<u8>) -> Result<RuleAndSize, String> {
        let usual = rule.info().usual_side;
        let side = side.unwrap_or(usual);
        Size::square(side)
            .filter(|_| side >= SMALLEST)
            .map(|size| RuleAndSize { rule, size })
            .ok_or_else(|| format!("a board has {SMALLEST} to 22 points a side, not {side}"))
    }
}

/// Openings need some room around the centre.
const SMALLEST: u8 = 9;

impl fmt::Display for RuleAndSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rule, self.size.width())
    }
}

/// The side of a stone: Black begins.
pub fn side_of(stone: Stone) -> Side {
    match stone {
        Stone::Black => Side::First,
        Stone::White => Side::Second,
    }
}

/// Fewest stones of an opening; there may be three more.
const STONES: u64 = 4;
/// Stones are scattered over a square of so many points each way around the centre.
const SPREAD: u64 = 3;

impl Game for Gomoku {
    type Setup = RuleAndSize;

    const NAME: &'static str = "gomoku";
    /// As the page writes them.
    const UNIT: &'static str = "hundreds of points";
    const REFUTED_BY: i32 = 150;
    const OVERLOOKED: &'static str = "it is not among the candidates, which are the points near the stones or, \
                                      under a threat, those that may meet it";
    const ADJUDICATION: Adjudication = Adjudication::NONE;
    const BALANCE: Balance = Balance {
        nodes: 8000,
        score: 50,
    };
    const BENCH_DEPTH: i32 = bench::DEPTH;
    const PLAYS_PROVEN_WINS: bool = true;

    fn choose_evaluation(settings: &mut Evaluations, names: &str) -> Result<(), String> {
        settings.read(names)
    }

    fn setups(words: &SetupWords) -> Result<Vec<RuleAndSize>, String> {
        let named = words.rules.iter().map(|rule| rule.parse::<RuleSet>());
        let rules: Vec<RuleSet> = match words.rules.is_empty() {
            true => RuleSet::ALL.to_vec(),
            false => named
                .collect::<Result<_, _>>()
                .map_err(|error| error.to_string())?,
        };
        rules
            .into_iter()
            .map(|rule| RuleAndSize::new(rule, words.size))
            .collect()
    }

    fn start(setup: &RuleAndSize) -> AnyBoard {
        AnyBoard::new(setup.rule, setup.size)
    }

    fn read_position(setup: &RuleAndSize, moves: &str) -> Result<AnyBoard, String> {
        let wrong = |error: String| format!("the moves '{moves}': {error}");
        let mut board = Gomoku::start(setup);
        let line = match moves {
            "startpos" => Vec::new(),
            moves => setup
                .size
                .parse_moves(moves)
                .map_err(|error| wrong(error.to_string()))?,
        };
        for mv in line {
            board.play(mv).map_err(|error| wrong(error.to_string()))?;
        }
        Ok(board)
    }

    fn position_text(board: &AnyBoard) -> String {
        format!("{} {} {}", board.rule(), board.size(), moves_of(board))
    }

    fn position_facts(board: &AnyBoard) -> Vec<(&'static str, String)> {
        vec![
            ("rule", board.rule().to_string()),
            ("size", board.size().to_string()),
            ("moves", moves_of(board)),
        ]
    }

    /// The first move is worth so much that games from the empty board decide little: a few random stones give both sides
    /// a game.
    fn random_opening(setup: &RuleAndSize, random: &mut dyn FnMut(u64) -> u64) -> Option<AnyBoard> {
        let mut board = Gomoku::start(setup);
        let stones = STONES + random(4);
        let corner = u64::from(setup.size.width() / 2) - SPREAD;
        while (board.stone_count() as u64) < stones {
            let mut any = || (corner + random(2 * SPREAD + 1)) as u8;
            if let Some(point) = setup.size.point(any(), any()) {
                // What cannot be played is not.
                let _ = board.play(point.into());
            }
        }
        board.outcome().is_none().then_some(board)
    }

    fn bench_positions() -> Vec<AnyBoard> {
        bench::boards().collect()
    }

    fn side_to_move(board: &AnyBoard) -> Side {
        side_of(board.side())
    }

    fn plies(board: &AnyBoard) -> usize {
        board.ply()
    }

    fn legal_moves(board: &AnyBoard) -> Vec<Move> {
        board.legal_moves().iter().map(Move::new).collect()
    }

    fn is_legal(board: &AnyBoard, mv: Move) -> bool {
        board.is_legal(mv)
    }

    fn play(board: &mut AnyBoard, mv: Move) {
        // A legal move is never refused.
        let _ = board.play(mv);
    }

    fn pass(board: &mut AnyBoard) {
        board.pass();
    }

    fn ending(board: &AnyBoard) -> Option<Ending> {
        let outcome = board.outcome()?;
        Some(Ending {
            winner: outcome.winner().map(side_of),
            reason: outcome.to_string(),
        })
    }

    fn move_of(bits: MoveBits) -> Option<Move> {
        Move::unpack(bits.get())
    }

    fn move_text(_: &AnyBoard, mv: Move) -> String {
        mv.to_string()
    }

    fn move_code(mv: Move) -> String {
        mv.to_string()
    }

    fn read_move(board: &AnyBoard, word: &str) -> Result<Move, String> {
        let point = board.size().parse_point(word);
        let mv = Move::new(point.map_err(|error| error.to_string())?);
        match board.is_legal(mv) {
            true => Ok(mv),
            false => Err(format!("{mv} can not be played here")),
        }
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "Black",
            Side::Second => "White",
        }
    }

    fn ending_mark(board: &AnyBoard) -> Option<&'static str> {
        match board.outcome()?.winner() {
            None => Some("draw"),
            Some(Stone::Black) => Some("Black wins"),
            Some(Stone::White) => Some("White wins"),
        }
    }
}

fn moves_of(board: &AnyBoard) -> String {
    let moves = board.moves().into_iter().flatten();
    moves.map(|mv| mv.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup() -> RuleAndSize {
        RuleAndSize::new(RuleSet::Freestyle, None).expect("the usual board")
    }

    #[test]
    fn rules_and_boards_are_chosen_by_words() {
        let words = |rules: &[&str], size| SetupWords {
            rules: rules.iter().map(|rule| rule.to_string()).collect(),
            size,
        };
        let texts = |words: &SetupWords| -> Vec<String> {
            let setups = Gomoku::setups(words).expect("setups");
            setups.iter().map(RuleAndSize::to_string).collect()
        };
        assert_eq!(
            texts(&words(&["renju", "ninuki"], None)),
            ["renju 15", "ninuki 19"]
        );
        assert_eq!(texts(&words(&["caro"], Some(17))), ["caro 17"]);
        assert_eq!(texts(&SetupWords::default()).len(), RuleSet::ALL.len());
        for (rules, size) in [
            (&["draughts"], None),
            (&["renju"], Some(8)),
            (&["renju"], Some(23)),
        ] {
            assert!(Gomoku::setups(&words(rules, size)).is_err());
        }
    }

    #[test]
    fn the_rules_are_told() {
        let text = "h8a1h9a2h10a3h11b5";
        let board = Gomoku::read_position(&setup(), text).expect("a position");
        assert_eq!(
            Gomoku::position_text(&board),
            format!("freestyle 15x15 {text}")
        );
        assert_eq!(
            (Gomoku::side_to_move(&board), Gomoku::plies(&board)),
            (Side::First, 8)
        );
        assert!(Gomoku::read_move(&board, "h8").is_err());
        assert_eq!(Gomoku::ending(&board), None);
        let five = Gomoku::read_move(&board, "h12").expect("legal");
        let won = Gomoku::after(&board, five);
        let ending = Gomoku::ending(&won).expect("over");
        assert_eq!(ending.winner, Some(Side::First));
        assert!(ending.reason.contains("five"), "{}", ending.reason);
        assert_eq!(Gomoku::ending_mark(&won), Some("Black wins"));
        let passed = Gomoku::after_pass(&board);
        assert_eq!(Gomoku::side_to_move(&passed), Side::Second);
        assert!(
            Gomoku::read_position(&setup(), "h8h8")
                .unwrap_err()
                .contains("h8h8")
        );
    }
}
