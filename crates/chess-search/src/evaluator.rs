//! What a position is worth: asked of a network, or of the classical evaluation.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use regence_chess::{Board, Color, PieceKind};
use regence_core::{MAX_PLY, Value};
use regence_nnue::{Accumulators, Network, Placement, Side};

use crate::eval::Classical;

/// Scores beyond this would look like proven wins.
const LARGEST: i32 = 10_000;

/// Who evaluates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvaluationKind {
    /// The sum of readable terms in `eval/`.
    Classical,
    /// A trained network.
    Network(Arc<Network>),
}

impl Default for EvaluationKind {
    /// What is shipped.
    fn default() -> EvaluationKind {
        EvaluationKind::embedded()
    }
}

impl EvaluationKind {
    /// What the binary carries.
    pub fn embedded() -> EvaluationKind {
        static EMBEDDED: OnceLock<EvaluationKind> = OnceLock::new();
        let read = || match Network::from_bytes(include_bytes!("../net/regence.nnue")) {
            Ok((network, _)) => EvaluationKind::Network(Arc::new(network)),
            // A test holds that this does not happen.
            Err(_) => EvaluationKind::Classical,
        };
        EMBEDDED.get_or_init(read).clone()
    }

    /// By the name that a user gives: `<embedded>`, `<classical>`, or the path of a network file.
    pub fn by_name(name: &str) -> Result<EvaluationKind, String> {
        match name {
            "" | "<embedded>" => Ok(EvaluationKind::embedded()),
            "<classical>" => Ok(EvaluationKind::Classical),
            path => EvaluationKind::from_file(Path::new(path)),
        }
    }

    fn from_file(path: &Path) -> Result<EvaluationKind, String> {
        let describe = |why: &dyn fmt::Display| format!("{}: {why}", path.display());
        let bytes = std::fs::read(path).map_err(|error| describe(&error))?;
        match Network::from_bytes(&bytes) {
            Ok((network, _)) => Ok(EvaluationKind::Network(Arc::new(network))),
            Err(error) => Err(describe(&error)),
        }
    }
}

/// An evaluation with the memory that makes it quick; each search worker owns one.
#[derive(Clone, Debug)]
pub struct Evaluator {
    classical: Box<Classical>,
    network: Option<(Arc<Network>, Box<Accumulators>)>,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new(&EvaluationKind::default())
    }
}

impl Evaluator {
    /// An evaluator that has seen nothing.
    pub fn new(evaluation_kind: &EvaluationKind) -> Evaluator {
        let network = match evaluation_kind {
            EvaluationKind::Classical => None,
            EvaluationKind::Network(network) => {
                let accumulators = Accumulators::new(network, MAX_PLY as usize + 1);
                Some((Arc::clone(network), Box::new(accumulators)))
            }
        };
        Evaluator {
            classical: Box::default(),
            network,
        }
    }

    /// Forgets what it has seen. The scores do not depend on it: a network's sums carry the positions that they
    /// belong to.
    pub fn clear(&mut self) {
        self.classical.clear();
    }

    /// The line goes on from this position at this ply: what comes after it is evaluated from here.
    #[inline]
    pub fn pass(&mut self, board: &Board, ply: usize) {
        if let Some((_, accumulators)) = &mut self.network {
            accumulators.pass(&placement(board), ply);
        }
    }

    /// The score of a position at this ply of a line, from the view of the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board, ply: usize) -> Value {
        match &mut self.network {
            Some((network, accumulators)) if !has_bare_king(board) => {
                let mover = side(board.side_to_move());
                let value = accumulators.evaluate(network, &placement(board), mover, ply);
                as_score(value)
            }
            _ => self.classical.evaluate(board),
        }
    }
}

/// The score of a position from the view of the side to move, by what is shipped, without any memory.
pub fn evaluate(board: &Board) -> Value {
    match EvaluationKind::embedded() {
        EvaluationKind::Network(network) if !has_bare_king(board) => {
            let value = network.evaluate(&placement(board), side(board.side_to_move()));
            as_score(value)
        }
        _ => crate::eval::evaluate(board),
    }
}

/// How to mate a bare king, and which pawn wins, the classical evaluation knows for certain.
#[inline]
fn has_bare_king(board: &Board) -> bool {
    Color::ALL
        .iter()
        .any(|&color| board.colored(color).count() == 1)
}

/// A network's score, never like a proven win. The fifty-move counter is not asked: the table keeps scores by position,
/// and the search damps them.
#[inline]
fn as_score(value: i32) -> Value {
    Value::cp(value.clamp(-LARGEST, LARGEST))
}

fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

/// A board as the network takes it.
#[inline]
pub fn placement(board: &Board) -> Placement {
    let mut placement = Placement::default();
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            placement.0[color.index() * 6 + kind.index()] = board.of(color, kind).0;
        }
    }
    placement
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_nnue::{KingBuckets, OUTPUT_BUCKETS, QUANT_IN, QUANTS_OUT, SCALE, Shape};

    /// Says one pawn for whoever moves, wherever the pieces stand.
    fn pawn_for_the_mover() -> EvaluationKind {
        const HIDDEN: usize = 32;
        let shape = Shape::new(HIDDEN, KingBuckets::ONE).expect("an allowed shape");
        let (rows, bias) = (vec![0; shape.features() * HIDDEN], vec![0; HIDDEN]);
        let output = vec![0; OUTPUT_BUCKETS * 2 * HIDDEN];
        let [_, unit] = QUANTS_OUT;
        let pawn = 100 * QUANT_IN * unit / SCALE;
        let network = Network::new(shape, unit, rows, bias, output, [pawn; OUTPUT_BUCKETS]);
        EvaluationKind::Network(Arc::new(network.expect("weights within their limits")))
    }

    fn score(fen: &str) -> i32 {
        let board = Board::from_fen(fen).expect("a position");
        let mut evaluator = Evaluator::new(&pawn_for_the_mover());
        evaluator.evaluate(&board, 0).raw()
    }

    #[test]
    fn the_network_that_is_shipped_can_be_read() {
        assert!(matches!(
            EvaluationKind::embedded(),
            EvaluationKind::Network(_)
        ));
    }

    #[test]
    fn a_score_belongs_to_the_position_however_it_was_reached() {
        assert_eq!(score("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"), 100);
        assert_eq!(score("4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1"), 100);
        assert_eq!(score("4k3/4p3/8/8/8/8/4P3/4K3 w - - 50 80"), 100);
    }

    #[test]
    fn a_bare_king_is_judged_by_what_is_known() {
        let rook_pawn = "7k/8/8/8/8/8/7P/7K w - - 0 1";
        assert_eq!(score(rook_pawn), 0, "drawn, whatever a network says");
        assert!(score("7k/8/8/8/8/8/8/R6K w - - 0 1") > 400);
    }
}
