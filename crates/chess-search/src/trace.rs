//! What the search tells of its nodes and candidates; [`Tracer`] has the words that every game shares.

use crate::Chess;
use crate::facts::Candidate;
use crate::search::Search;
use regence_chess::{Board, Move};
use regence_core::Window;
use regence_core::config::Config;
use regence_core::event::{Entrance, Event, MoveBits, NodeKind, Numbers};
use regence_core::steps::NodeType;
use regence_core::tracer::Tracer;

impl<K: Config<Chess>> Tracer<Chess> for Search<'_, K> {
    type Move = Move;
    type Config = K;

    #[inline(always)]
    fn config(&mut self) -> &mut K {
        self.config
    }

    #[inline(always)]
    fn bits(mv: Move) -> MoveBits {
        mv.to_bits()
    }
}

impl<K: Config<Chess>> Search<'_, K> {
    /// A node begins.
    #[inline(always)]
    pub fn trace_enter<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        is_quiescence: bool,
    ) {
        if !K::TRACES {
            return;
        }
        let entrance = Entrance {
            ply,
            depth,
            window,
            kind: NodeKind::of(N::ROOT, N::PV),
            is_quiescence,
            mv: self.frame_before(ply, 1).mv.map(Move::to_bits),
            excluded: self.frame(ply).excluded.map(Move::to_bits),
        };
        self.trace(|_| Event::Enter(entrance));
    }
}

/// What a trace says of a reduction.
pub fn standing<K>(candidate: &Candidate) -> impl FnOnce(&K) -> Numbers {
    let numbers = [("number", candidate.number), ("history", candidate.history)];
    move |_| numbers.to_vec()
}

/// What a move wins or loses by static exchange, for the numbers of a trace.
pub fn exchange(board: &Board, mv: Move) -> i32 {
    // A queen taken for nothing, on a promotion to another one, is the most there is.
    let (mut low, mut high) = (-3000_i32, 3000);
    while low < high {
        let middle = (low + high + 1).div_euclid(2);
        match board.see_ge(mv, middle) {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess::see;

    #[test]
    fn an_exchange_is_found_to_the_centipawn() {
        let board = Board::from_fen("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1").unwrap();
        let of = |text: &str| exchange(&board, board.move_from_uci(text).unwrap());
        let queen = see::value(regence_chess::PieceKind::Queen);
        assert_eq!(of("d2d5"), see::PAWN_VALUE - queen);
        assert_eq!(of("d2d3"), 0);
    }
}
