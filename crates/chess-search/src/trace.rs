//! How the search tells what it does, in one short line a step.
//!
//! Each call counts the technique and, where the knobs trace, makes an [`Event`] of it; the numbers are worked out
//! only then. With the shipped knobs every function here is empty or returns its value.

use crate::Chess;
use crate::anatomy::{Candidate, Kind, Node};
use crate::search::{Search, Searched};
use crate::techniques::Technique;
use regence_chess::{Board, Move};
use regence_core::event::{Ending, Entrance, Event, NodeKind, Numbers};
use regence_core::knobs::Knobs;
use regence_core::{Entry, Value, Window};

impl<K: Knobs<Chess>> Search<'_, K> {
    /// A node begins.
    #[inline(always)]
    pub fn tell_enter<N: Kind>(
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
            kind: match (N::ROOT, N::PV) {
                (true, _) => NodeKind::Root,
                (false, true) => NodeKind::Pv,
                (false, false) => NodeKind::Zero,
            },
            is_quiescence,
            mv: self.frame_before(ply, 1).mv.map(Move::to_bits),
            excluded: self.frame(ply).excluded.map(Move::to_bits),
        };
        self.knobs.tell(Event::Enter(entrance));
    }

    /// A node is done, with a score or because the search was stopped.
    #[inline(always)]
    pub fn tell_leave(&mut self, searched: Searched) -> Searched {
        self.tell(|_| Event::Leave(searched.ok()));
        searched
    }

    #[inline(always)]
    fn tell(&mut self, event: impl FnOnce(&K) -> Event<Technique>) {
        if K::TRACES {
            let event = event(self.knobs);
            self.knobs.tell(event);
        }
    }

    /// The node returns `value`, and not because of a technique.
    #[inline(always)]
    pub fn end(&mut self, why: Ending<Technique>, value: Value) -> Searched {
        self.tell(|_| Event::End {
            why,
            numbers: Numbers::new(),
        });
        Ok(value)
    }

    /// A technique lets the node return `value`.
    #[inline(always)]
    pub fn cut(
        &mut self,
        by: Technique,
        value: Value,
        numbers: impl FnOnce(&K) -> Numbers,
    ) -> Searched {
        self.knobs.used(by);
        self.tell(|knobs| Event::End {
            why: Ending::Cut(by),
            numbers: numbers(knobs),
        });
        Ok(value)
    }

    /// A technique passes over one move.
    #[inline(always)]
    pub fn skip(&mut self, by: Technique, mv: Move, numbers: impl FnOnce(&K) -> Numbers) {
        self.knobs.used(by);
        self.tell(|knobs| Event::Skip {
            by,
            mv: Some(mv.to_bits()),
            rest: false,
            numbers: numbers(knobs),
        });
    }

    /// A technique passes over all quiet moves that are left, with or without the one at hand.
    #[inline(always)]
    pub fn skip_quiets(
        &mut self,
        by: Technique,
        mv: Option<Move>,
        numbers: impl FnOnce(&K) -> Numbers,
    ) {
        self.knobs.used(by);
        self.tell(|knobs| Event::Skip {
            by,
            mv: mv.map(Move::to_bits),
            rest: true,
            numbers: numbers(knobs),
        });
    }

    /// A technique searches a move, or the whole node, to depth `to` where `from` was planned.
    #[inline(always)]
    pub fn reduce(&mut self, by: Technique, candidate: Option<&Candidate>, from: i32, to: i32) {
        self.knobs.used(by);
        self.tell(|_| Event::Reduce {
            by,
            mv: candidate.map(|c| c.mv.to_bits()),
            from,
            to,
            numbers: candidate.map_or(Numbers::new(), |c| {
                vec![("number", c.number), ("history", c.history)]
            }),
        });
    }

    /// A technique extends a move by `plies`, which it gives back.
    #[inline(always)]
    pub fn extend(
        &mut self,
        by: Technique,
        mv: Move,
        plies: i32,
        numbers: impl FnOnce(&K) -> Numbers,
    ) -> i32 {
        self.knobs.used(by);
        self.tell(|knobs| Event::Extend {
            by,
            mv: mv.to_bits(),
            plies,
            numbers: numbers(knobs),
        });
        plies
    }

    /// What is searched next serves a technique; the next tried move ends that.
    #[inline(always)]
    pub fn aside(&mut self, by: Technique) {
        self.tell(|_| Event::Aside(by));
    }

    #[inline(always)]
    pub fn tell_table(&mut self, entry: Option<&Entry>) {
        if let Some(entry) = entry {
            self.tell(|_| Event::Table(*entry));
        }
    }

    #[inline(always)]
    pub fn tell_judged(&mut self, node: &Node) {
        self.tell(|_| Event::Judge {
            static_eval: (!node.in_check).then_some(node.static_eval),
            eval: node.eval,
            improving: node.improving,
        });
    }

    /// In quiescence, where only the guess at the score is known.
    #[inline(always)]
    pub fn tell_guess(&mut self, static_eval: Value, eval: Value) {
        self.tell(|_| Event::Judge {
            static_eval: Some(static_eval),
            eval,
            improving: false,
        });
    }

    #[inline(always)]
    pub fn tell_try(&mut self, mv: Move, depth: i32) {
        self.tell(|_| Event::Try {
            mv: mv.to_bits(),
            depth,
        });
    }
}

/// For what needs no numbers to explain it.
#[inline(always)]
pub fn plain<K>(_: &K) -> Numbers {
    Numbers::new()
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
