//! Chess, as everything above the search sees it.

use regence_chess::{Board, Color, Game as History, Move, Outcome};
use regence_core::Value;
use regence_core::event::MoveBits;
use regence_core::game::{
    Adjudication, Balance, DrawRule, Ending, Game, SetupWords, Side, WinRule,
};

use crate::engine::Settings;
use crate::evaluator::EvaluationKind;
use crate::{Chess, bench};

pub use regence_core::game::Usual;

/// The side of a color.
pub fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

/// Openings are this many random plies long, or one more: both sides get to begin.
const OPENING_PLIES: u64 = 8;

impl Game for Chess {
    type Setup = Usual;

    const NAME: &'static str = "chess";
    const UNIT: &'static str = "pawns";
    const REFUTED_BY: i32 = 100;
    const OVERLOOKED: &'static str =
        "the position lies beyond the horizon, where only captures and promotions are searched";
    /// Both sides agree on more than 600 centipawns for four moves each, or on less than 10 for four moves each after
    /// move 40; no game is longer than 300 moves.
    const ADJUDICATION: Adjudication = Adjudication {
        draw: Some(DrawRule {
            from: 80,
            plies: 8,
            score: 9,
        }),
        win: Some(WinRule {
            plies: 8,
            score: 601,
        }),
        longest: 600,
    };
    const BALANCE: Balance = Balance {
        nodes: 4000,
        score: 80,
    };
    const BENCH_DEPTH: i32 = bench::DEPTH;

    fn setups(words: &SetupWords) -> Result<Vec<Usual>, String> {
        match *words == SetupWords::default() {
            true => Ok(vec![Usual]),
            false => Err(
                "--rules and --size are of Gomoku; add --game gomoku, or leave them out".to_owned(),
            ),
        }
    }

    fn start(_: &Usual) -> History {
        History::new(Board::startpos())
    }

    fn read_position(setup: &Usual, fen: &str) -> Result<History, String> {
        match fen {
            "startpos" => Ok(Chess::start(setup)),
            fen => Board::from_fen(fen)
                .map(History::new)
                .map_err(|error| format!("the position '{fen}': {error}")),
        }
    }

    fn position_text(game: &History) -> String {
        game.board().to_fen()
    }

    fn position_facts(game: &History) -> Vec<(&'static str, String)> {
        vec![("fen", game.board().to_fen())]
    }

    /// Openings from the tree of all games are strange, but they repeat nothing, favour no book and need no file.
    fn random_opening(setup: &Usual, random: &mut dyn FnMut(u64) -> u64) -> Option<History> {
        let plies = OPENING_PLIES + random(2);
        History::random(*Chess::start(setup).board(), plies, random)
    }

    fn bench_positions() -> Vec<History> {
        bench::boards().map(History::new).collect()
    }

    fn side_to_move(game: &History) -> Side {
        side_of(game.board().side_to_move())
    }

    /// A position of a file counts by its move number.
    fn plies(game: &History) -> usize {
        let board = game.board();
        let black = usize::from(board.side_to_move() == Color::Black);
        2 * usize::from(board.fullmove_number().max(1) - 1) + black
    }

    fn legal_moves(game: &History) -> Vec<Move> {
        game.board().legal_moves().iter().copied().collect()
    }

    fn is_legal(game: &History, mv: Move) -> bool {
        game.board().is_legal(mv)
    }

    fn play(game: &mut History, mv: Move) {
        game.push(mv);
    }

    /// What came before does not matter any more: no position repeats across a null move.
    fn pass(game: &mut History) {
        *game = History::new(game.board().make_null());
    }

    fn ending(game: &History) -> Option<Ending> {
        let outcome = game.outcome()?;
        Some(Ending {
            winner: outcome.winner().map(side_of),
            reason: outcome.to_string(),
        })
    }

    fn is_quiet(game: &History, mv: Move) -> bool {
        !game.board().is_noisy(mv)
    }

    fn move_of(bits: MoveBits) -> Option<Move> {
        Some(Move::from_bits(bits))
    }

    fn move_text(game: &History, mv: Move) -> String {
        game.board().move_to_san(mv)
    }

    fn move_code(mv: Move) -> String {
        mv.to_string()
    }

    fn read_move(game: &History, word: &str) -> Result<Move, String> {
        let board = game.board();
        let read = board
            .move_from_uci(word)
            .or_else(|_| board.move_from_san(word));
        read.map_err(|error| error.to_string())
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "White",
            Side::Second => "Black",
        }
    }

    fn ending_mark(game: &History) -> Option<&'static str> {
        match game.board().outcome()? {
            Outcome::Stalemate => Some("stalemate"),
            Outcome::InsufficientMaterial | Outcome::FiftyMoves => Some("draw"),
            _ => None,
        }
    }

    fn no_moves_text(game: &History) -> String {
        let side = Chess::side_name(Chess::side_to_move(game));
        match game.board().in_check() {
            true => format!("{side} is mated"),
            false => format!("{side} is stalemated, a draw"),
        }
    }

    fn score_text(value: Value) -> String {
        match value.plies_to_win() {
            Some(plies) if plies > 0 => format!("mate in {}", (plies + 1) / 2),
            Some(plies) => format!("mated in {}", -plies / 2),
            None => format!("{:+.2}", f64::from(value.raw()) / 100.0),
        }
    }

    fn choose_evaluation(settings: &mut Settings, name: &str) -> Result<(), String> {
        settings.set_evaluation_kind(EvaluationKind::by_name(name)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> History {
        Chess::read_position(&Usual, fen).expect("a position")
    }

    #[test]
    fn the_rules_are_told() {
        let mut game = Chess::start(&Usual);
        for word in ["f2f3", "e5", "g4"] {
            let mv = Chess::read_move(&game, word).expect("legal");
            assert!(Chess::is_legal(&game, mv) && Chess::is_quiet(&game, mv));
            Chess::play(&mut game, mv);
        }
        assert_eq!(
            (Chess::side_to_move(&game), Chess::plies(&game)),
            (Side::Second, 3)
        );
        assert!(Chess::read_move(&game, "e8e6").is_err());
        assert_eq!(Chess::ending(&game), None);
        let mate = Chess::read_move(&game, "Qh4#").expect("legal");
        assert_eq!(Chess::move_text(&game, mate), "Qh4#");
        assert_eq!(Chess::move_code(mate), "d8h4");
        let mated = Chess::after(&game, mate);
        let ending = Chess::ending(&mated).expect("over");
        assert_eq!(
            (ending.winner, ending.reason.as_str()),
            (Some(Side::Second), "black mates")
        );
        assert_eq!(Chess::no_moves_text(&mated), "White is mated");
        assert_eq!(Chess::ending_mark(&mated), None);
        let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(Chess::ending_mark(&stalemate), Some("stalemate"));
        assert_eq!(Chess::ending(&stalemate).expect("over").winner, None);
    }

    #[test]
    fn a_pass_gives_the_turn_away() {
        let game = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let passed = Chess::after_pass(&game);
        assert_eq!(Chess::side_to_move(&passed), Side::Second);
        assert_eq!(passed.board().occupied(), game.board().occupied());
    }

    #[test]
    fn scores_and_setups_are_words() {
        assert_eq!(Chess::score_text(Value::win_in(5)), "mate in 3");
        assert_eq!(Chess::score_text(Value::loss_in(4)), "mated in 2");
        assert_eq!(Chess::score_text(Value::cp(-35)), "-0.35");
        let words = SetupWords {
            size: Some(15),
            ..SetupWords::default()
        };
        assert!(Chess::setups(&words).is_err());
        assert!(
            Chess::read_position(&Usual, "nowhere")
                .unwrap_err()
                .contains("nowhere")
        );
    }
}
