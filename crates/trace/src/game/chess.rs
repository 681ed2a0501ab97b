//! Chess.

use std::sync::Arc;

use regence_chess::{Board, Color, Game as History, Move, Outcome as End};
use regence_chess_search::{Chess, Engine, Job};
use regence_core::config::Config;
use regence_core::event::MoveBits;
use regence_core::{NoObserver, Shared, Value};
use serde_json::{Map, Value as Json, json};

use super::{Game, Searched, no_table};
use crate::config::Inquiry;
use crate::error::TraceError;

impl Game for Chess {
    type Move = Move;
    type Board = Board;

    const UNIT: &'static str = "pawns";
    const REFUTED_BY: i32 = 100;
    const OVERLOOKED: &'static str =
        "the position lies beyond the horizon, where only captures and promotions are searched";

    fn move_of(bits: MoveBits) -> Option<Move> {
        Some(Move::from_bits(bits))
    }

    fn after(board: &Board, mv: Move) -> Board {
        board.make(mv)
    }

    fn after_pass(board: &Board) -> Board {
        board.make_null()
    }

    fn is_legal(board: &Board, mv: Move) -> bool {
        board.is_legal(mv)
    }

    fn legal_moves(board: &Board) -> Vec<Move> {
        board.legal_moves().iter().copied().collect()
    }

    fn is_quiet(board: &Board, mv: Move) -> bool {
        !board.is_noisy(mv)
    }

    fn name(board: &Board, mv: Move) -> String {
        board.move_to_san(mv)
    }

    fn read(board: &Board, word: &str) -> Result<Move, String> {
        let read = board
            .move_from_uci(word)
            .or_else(|_| board.move_from_san(word));
        read.map_err(|error| error.to_string())
    }

    fn side(board: &Board) -> &'static str {
        match board.side_to_move() {
            Color::White => "White",
            Color::Black => "Black",
        }
    }

    fn end(board: &Board) -> Option<&'static str> {
        match board.outcome()? {
            End::Stalemate => Some("stalemate"),
            End::InsufficientMaterial | End::FiftyMoves => Some("draw"),
            _ => None,
        }
    }

    fn no_moves(board: &Board) -> String {
        let side = Chess::side(board);
        match board.in_check() {
            true => format!("{side} is mated"),
            false => format!("{side} is stalemated, a draw"),
        }
    }

    fn amount(points: i32) -> String {
        format!("{:.2}", f64::from(points) / 100.0)
    }

    fn score(value: Value) -> String {
        match value.plies_to_win() {
            Some(plies) if plies > 0 => format!("mate in {}", (plies + 1) / 2),
            Some(plies) => format!("mated in {}", -plies / 2),
            None => format!("{:+.2}", f64::from(value.raw()) / 100.0),
        }
    }

    fn position(board: &Board) -> Map<String, Json> {
        Map::from_iter([("fen".to_owned(), json!(board.to_fen()))])
    }

    fn search<K: Config<Chess>>(
        inquiry: &Inquiry<Chess>,
        config: K,
        shared: &Arc<Shared>,
    ) -> Result<Searched<K, Chess>, TraceError> {
        let mut engine = Engine::with_config(config);
        engine.set_hash(inquiry.hash_megabytes).map_err(no_table)?;
        let mut job = Job::new(History::new(inquiry.board), inquiry.limits.clone());
        job.search_moves = inquiry.root_moves.clone();
        let outcome = engine.search(&job, shared, &mut NoObserver);
        Ok((engine.into_config(), outcome))
    }
}
