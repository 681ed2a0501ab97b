//! What is attacked by whom: worked out once, looked at by every later term.

use regence_chess::{Bitboard, Board, Color, PieceKind, Square, attacks};

use super::masks;
use super::side::{Black, Side, White};

/// The attackers of one king, counted while the pieces' moves are looked up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assault {
    /// Pieces that reach the king's ring.
    pub attackers: i32,
    /// Their weights, see [`king`](super::king).
    pub weight: i32,
    /// How many ring squares they attack, each counted for each attacker.
    pub hits: i32,
}

/// One side's half of the scene.
#[derive(Clone, Copy, Debug, Default)]
pub struct Half {
    /// What the pieces of each kind attack.
    pub by_kind: [Bitboard; 6],
    /// What anything attacks.
    pub all: Bitboard,
    /// What two pieces or more attack.
    pub twice: Bitboard,
    /// Where going counts as mobility.
    pub mobility_area: Bitboard,
    /// Pieces that shield their own king from a slider.
    pub pinned: Bitboard,
    /// The squares around the own king that the enemy wants.
    pub ring: Bitboard,
    /// What this side throws at the enemy king.
    pub assault: Assault,
}

/// The position with its attack maps.
#[derive(Debug)]
pub struct Scene<'a> {
    /// The position itself.
    pub board: &'a Board,
    /// All occupied squares.
    pub occupied: Bitboard,
    /// Passed pawns of both sides.
    pub passed: Bitboard,
    halves: [Half; 2],
}

impl<'a> Scene<'a> {
    /// The scene before the pieces: pawns and kings are on the maps, the rest is noted piece by piece.
    #[inline]
    pub fn new(board: &'a Board, passed: Bitboard) -> Scene<'a> {
        let mut scene = Scene {
            board,
            occupied: board.occupied(),
            passed,
            halves: [Half::default(); 2],
        };
        scene.set_up::<White>();
        scene.set_up::<Black>();
        scene
    }

    #[inline]
    fn set_up<S: Side>(&mut self) {
        let board = self.board;
        let king = board.king(S::COLOR);
        let pawns = board.of(S::COLOR, PieceKind::Pawn);
        let ahead = S::forward(pawns);
        let (east, west) = (ahead.east(), ahead.west());
        let king_moves = attacks::king(king);
        let their_pawns = board.of(!S::COLOR, PieceKind::Pawn);

        let half = &mut self.halves[S::COLOR.index()];
        half.by_kind[PieceKind::Pawn.index()] = east | west;
        half.by_kind[PieceKind::King.index()] = king_moves;
        half.all = east | west | king_moves;
        half.twice = (east & west) | ((east | west) & king_moves);
        half.ring = masks::king_ring(king) - (east & west);
        half.pinned = pinned(board, king, S::COLOR);
        // Pawns that are blocked or still at home stand in the way of their own pieces; squares that
        // enemy pawns guard are no squares to go to.
        let stuck = pawns & (S::backward(self.occupied) | S::rank_set(1) | S::rank_set(2));
        half.mobility_area = !(stuck | king.into() | S::Them::pawn_attacks(their_pawns));
    }

    /// Puts one piece's attacks on the maps.
    #[inline]
    pub fn note<S: Side>(&mut self, kind: PieceKind, attacked: Bitboard) {
        let half = &mut self.halves[S::COLOR.index()];
        half.by_kind[kind.index()] |= attacked;
        half.twice |= half.all & attacked;
        half.all |= attacked;
    }

    /// The half of a side.
    #[inline]
    pub fn of<S: Side>(&self) -> &Half {
        &self.halves[S::COLOR.index()]
    }

    /// The half of a side, to write in.
    #[inline]
    pub fn of_mut<S: Side>(&mut self) -> &mut Half {
        &mut self.halves[S::COLOR.index()]
    }

    /// What a side's pieces of one kind attack.
    #[inline]
    pub fn by<S: Side>(&self, kind: PieceKind) -> Bitboard {
        self.of::<S>().by_kind[kind.index()]
    }

    /// A side's pieces of one kind.
    #[inline]
    pub fn pieces<S: Side>(&self, kind: PieceKind) -> Bitboard {
        self.board.of(S::COLOR, kind)
    }

    /// A side's pieces other than pawns, the king included.
    #[inline]
    pub fn officers<S: Side>(&self) -> Bitboard {
        self.board.colored(S::COLOR) - self.board.pieces(PieceKind::Pawn)
    }
}

/// The pieces of `color` that stand alone between an enemy slider and the square of their king.
#[inline]
fn pinned(board: &Board, king: Square, color: Color) -> Bitboard {
    let queens = board.of(!color, PieceKind::Queen);
    let diagonal = board.of(!color, PieceKind::Bishop) | queens;
    let straight = board.of(!color, PieceKind::Rook) | queens;
    let snipers = (attacks::bishop(king, Bitboard::EMPTY) & diagonal)
        | (attacks::rook(king, Bitboard::EMPTY) & straight);
    let occupied = board.occupied();
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = attacks::between(king, sniper) & occupied;
        if blockers.any() && !blockers.many() {
            pinned |= blockers;
        }
    }
    pinned & board.colored(color)
}
