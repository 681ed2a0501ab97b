//! What a position is worth: asked of a network, or of the classical evaluation.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use regence_chess::{Board, Color, Move, Piece, PieceKind, Square};
use regence_core::{MAX_PLY, Value};
use regence_nnue::{Accumulators, Change, Man, Network, Placement, Side};

use crate::eval::Classical;

/// Scores beyond this would look like proven wins.
const LARGEST: i32 = 10_000;

#[cfg(not(target_arch = "wasm32"))]
const CARRIED: &[u8] = include_bytes!(env!("REGENCE_NETWORK"));
/// A page keeps program and network in two files, and brings the network by [`EvaluationKind::embed`].
#[cfg(target_arch = "wasm32")]
const CARRIED: &[u8] = &[];

static EMBEDDED: OnceLock<EvaluationKind> = OnceLock::new();

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
        // A test holds that the network can be read.
        let read = || EvaluationKind::from_bytes(CARRIED).unwrap_or(EvaluationKind::Classical);
        EMBEDDED.get_or_init(read).clone()
    }

    /// Takes these bytes of a network file for what the binary carries, if they come before the first evaluation.
    pub fn embed(bytes: &[u8]) -> Result<(), String> {
        let kind = EvaluationKind::from_bytes(bytes)?;
        EMBEDDED
            .set(kind)
            .map_err(|_| "the network must come before the first evaluation".into())
    }

    fn from_bytes(bytes: &[u8]) -> Result<EvaluationKind, String> {
        let (network, _) = Network::from_bytes(bytes).map_err(|error| error.to_string())?;
        Ok(EvaluationKind::Network(Arc::new(network)))
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
        EvaluationKind::from_bytes(&bytes).map_err(|error| describe(&error))
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

    /// A line begins with this position.
    pub fn begin(&mut self, board: &Board) {
        if let Some((_, accumulators)) = &mut self.network {
            accumulators.begin(kings(board));
        }
    }

    /// The line goes on by a move from `board` to `next`, which stands at `ply`.
    #[inline]
    pub fn enter(&mut self, board: &Board, mv: Move, next: &Board, ply: usize) {
        if let Some((_, accumulators)) = &mut self.network {
            accumulators.enter(ply, change(board, mv), kings(next));
        }
    }

    /// The line goes on by a pass, to `next` at `ply`.
    #[inline]
    pub fn enter_null(&mut self, next: &Board, ply: usize) {
        if let Some((_, accumulators)) = &mut self.network {
            accumulators.enter(ply, Change::default(), kings(next));
        }
    }

    /// The score of a position that belongs to no line.
    pub fn evaluate_alone(&mut self, board: &Board) -> Value {
        self.begin(board);
        self.evaluate(board, 0)
    }

    /// The score of the line's position at this ply, from the view of the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board, ply: usize) -> Value {
        match &mut self.network {
            Some((network, accumulators)) if !has_bare_king(board) => {
                let mover = side(board.side_to_move());
                let pieces = board.occupied().count();
                let position = || placement(board);
                as_score(accumulators.evaluate(network, ply, mover, pieces, position))
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

/// Where the kings stand, White's first.
#[inline]
fn kings(board: &Board) -> [u8; 2] {
    Color::ALL.map(|color| board.king(color).index() as u8)
}

#[inline]
fn man(piece: Piece, square: Square) -> Man {
    let kind = piece.color().index() * 6 + piece.kind().index();
    Man::new(kind, square.index())
}

/// What a legal move changes on the board.
#[inline]
fn change(board: &Board, mv: Move) -> Change {
    let mut change = Change::default();
    let (mover, from, to) = (board.moved(mv), mv.from(), mv.to());
    let color = mover.color();
    change.remove(man(mover, from));
    if let Some(side) = mv.castling_side() {
        let (rook, back) = (Piece::new(color, PieceKind::Rook), color.back_rank());
        change.remove(man(rook, to));
        change.add(man(mover, Square::new(side.king_file(), back)));
        change.add(man(rook, Square::new(side.rook_file(), back)));
        return change;
    }
    let placed = mv.promotion().map_or(mover, |kind| Piece::new(color, kind));
    change.add(man(placed, to));
    if mv.is_en_passant() {
        let taken = Square::new(to.file(), from.rank());
        change.remove(man(Piece::new(!color, PieceKind::Pawn), taken));
    } else if let Some(taken) = board.piece_at(to) {
        change.remove(man(taken, to));
    }
    change
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
        evaluator.evaluate_alone(&board).raw()
    }

    #[test]
    fn the_network_that_is_shipped_can_be_read() {
        assert!(matches!(
            EvaluationKind::embedded(),
            EvaluationKind::Network(_)
        ));
    }

    #[test]
    fn another_network_comes_first_or_not_at_all() {
        let shipped = EvaluationKind::embedded();
        assert!(EvaluationKind::embed(&CARRIED[..100]).is_err());
        let late = EvaluationKind::embed(CARRIED).unwrap_err();
        assert!(late.contains("before the first evaluation"), "{late}");
        assert_eq!(EvaluationKind::embedded(), shipped);
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

    #[test]
    fn what_a_move_changes_leads_to_the_board_after_it() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 2",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
            "4k3/8/8/8/8/8/8/RK5R w HA - 0 1",
        ] {
            let board = Board::from_fen(fen).expect("a position");
            let moves = board.legal_moves();
            assert!(!moves.is_empty());
            for &mv in moves.iter() {
                let next = board.make(mv);
                let changed = change(&board, mv).toggle(&placement(&board));
                assert_eq!(changed, placement(&next), "{mv} in {fen}");
            }
        }
    }
}
