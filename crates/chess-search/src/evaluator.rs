//! What a position is worth: asked of a network, or of the classical evaluation.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use regence_chess::{Board, Color, PieceKind};
use regence_core::{MAX_PLY, Value};
use regence_nnue::{Accumulators, Network, Placement, Side};

use crate::eval::Classical;

/// Scores beyond this would look like proven wins.
const LARGEST: i32 = 10_000;

/// Who evaluates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The sum of readable terms in `eval/`.
    Classical,
    /// A trained network.
    Network(Arc<Network>),
}

impl Default for Judgement {
    /// What is shipped.
    fn default() -> Judgement {
        Judgement::embedded()
    }
}

impl Judgement {
    /// What the binary carries.
    pub fn embedded() -> Judgement {
        Judgement::Classical
    }

    /// By the name that a user gives: `<embedded>`, `<classical>`, or the path of a network file.
    pub fn by_name(name: &str) -> Result<Judgement, String> {
        match name {
            "" | "<embedded>" => Ok(Judgement::embedded()),
            "<classical>" => Ok(Judgement::Classical),
            path => Judgement::from_file(Path::new(path)),
        }
    }

    fn from_file(path: &Path) -> Result<Judgement, String> {
        let describe = |why: &dyn fmt::Display| format!("{}: {why}", path.display());
        let bytes = std::fs::read(path).map_err(|error| describe(&error))?;
        match Network::from_bytes(&bytes) {
            Ok((network, _)) => Ok(Judgement::Network(Arc::new(network))),
            Err(error) => Err(describe(&error)),
        }
    }
}

/// An evaluation with the memory that makes it quick; each search worker owns one.
#[derive(Clone, Debug)]
pub struct Evaluator(Judge);

#[derive(Clone, Debug)]
enum Judge {
    Classical(Box<Classical>),
    Network(Arc<Network>, Box<Accumulators>),
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new(&Judgement::default())
    }
}

impl Evaluator {
    /// An evaluator that has seen nothing.
    pub fn new(judgement: &Judgement) -> Evaluator {
        Evaluator(match judgement {
            Judgement::Classical => Judge::Classical(Box::default()),
            Judgement::Network(network) => {
                let accumulators = Accumulators::new(network, MAX_PLY as usize + 1);
                Judge::Network(Arc::clone(network), Box::new(accumulators))
            }
        })
    }

    /// Forgets what it has seen. The scores do not depend on it.
    pub fn clear(&mut self) {
        match &mut self.0 {
            Judge::Classical(classical) => classical.clear(),
            // Its sums carry the positions that they belong to, so they cannot be stale.
            Judge::Network(..) => {}
        }
    }

    /// The score of a position at this ply of a line, from the view of the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board, ply: usize) -> Value {
        match &mut self.0 {
            Judge::Classical(classical) => classical.evaluate(board),
            Judge::Network(network, accumulators) => {
                let mover = side(board.side_to_move());
                let value = accumulators.evaluate(network, &placement(board), mover, ply);
                Value::cp(value.clamp(-LARGEST, LARGEST))
            }
        }
    }
}

/// The score of a position from the view of the side to move, by what is shipped, without any memory.
pub fn evaluate(board: &Board) -> Value {
    match Judgement::embedded() {
        Judgement::Classical => crate::eval::evaluate(board),
        Judgement::Network(network) => {
            let value = network.evaluate(&placement(board), side(board.side_to_move()));
            Value::cp(value.clamp(-LARGEST, LARGEST))
        }
    }
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
