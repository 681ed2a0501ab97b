//! Gomoku, under any of its rules.

use std::sync::Arc;

use regence_core::config::Config;
use regence_core::event::MoveBits;
use regence_core::{NoObserver, Shared, Value};
use regence_gomoku::{Move, Side};
use regence_gomoku_search::{AnyBoard, Engine, Gomoku, Job};
use serde_json::{Map, Value as Json, json};

use super::{Game, Searched, no_table};
use crate::config::Inquiry;
use crate::error::TraceError;

impl Game for Gomoku {
    type Move = Move;
    type Board = AnyBoard;

    // As the page writes them.
    const UNIT: &'static str = "hundreds of points";
    const REFUTED_BY: i32 = 150;
    const OVERLOOKED: &'static str = "it is not among the candidates, which are the points near the stones or, \
                                      under a threat, those that may meet it";

    fn move_of(bits: MoveBits) -> Option<Move> {
        Move::unpack(bits.get())
    }

    fn after(board: &AnyBoard, mv: Move) -> AnyBoard {
        let mut next = board.clone();
        // The search plays legal moves only.
        let _ = next.play(mv);
        next
    }

    fn after_pass(board: &AnyBoard) -> AnyBoard {
        let mut next = board.clone();
        next.pass();
        next
    }

    fn is_legal(board: &AnyBoard, mv: Move) -> bool {
        board.is_legal(mv)
    }

    fn legal_moves(board: &AnyBoard) -> Vec<Move> {
        board.legal_moves().iter().map(Move::new).collect()
    }

    fn is_quiet(_: &AnyBoard, _: Move) -> bool {
        true
    }

    fn name(_: &AnyBoard, mv: Move) -> String {
        mv.to_string()
    }

    fn read(board: &AnyBoard, word: &str) -> Result<Move, String> {
        let point = board.size().parse_point(word);
        let mv = Move::new(point.map_err(|error| error.to_string())?);
        match board.is_legal(mv) {
            true => Ok(mv),
            false => Err(format!("{mv} can not be played here")),
        }
    }

    fn side(board: &AnyBoard) -> &'static str {
        match board.side() {
            Side::Black => "Black",
            Side::White => "White",
        }
    }

    fn end(board: &AnyBoard) -> Option<&'static str> {
        match board.outcome()?.winner() {
            None => Some("draw"),
            Some(Side::Black) => Some("Black wins"),
            Some(Side::White) => Some("White wins"),
        }
    }

    fn no_moves(board: &AnyBoard) -> String {
        format!("{} has nothing else to play", Gomoku::side(board))
    }

    fn amount(points: i32) -> String {
        format!("{:.2}", f64::from(points) / 100.0)
    }

    fn score(value: Value) -> String {
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

    fn position(board: &AnyBoard) -> Map<String, Json> {
        let moves = board.moves().into_iter().flatten();
        let moves: String = moves.map(|mv| mv.to_string()).collect();
        Map::from_iter([
            ("rule".to_owned(), json!(board.rule().to_string())),
            ("size".to_owned(), json!(board.size().to_string())),
            ("moves".to_owned(), json!(moves)),
        ])
    }

    fn search<K: Config<Gomoku>>(
        inquiry: &Inquiry<Gomoku>,
        config: K,
        shared: &Arc<Shared>,
    ) -> Result<Searched<K, Gomoku>, TraceError> {
        let mut engine = Engine::with_config(config);
        engine.set_hash(inquiry.hash_megabytes).map_err(no_table)?;
        let mut job = Job::new(inquiry.board.clone(), inquiry.limits.clone());
        job.search_moves = inquiry.root_moves.clone();
        let outcome = engine.search(&job, shared, &mut NoObserver);
        Ok((engine.into_config(), outcome))
    }
}
