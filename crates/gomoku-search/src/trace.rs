//! What the search tells of its nodes and candidates; [`Tracer`] has the words that every game shares.

use crate::Gomoku;
use crate::eval::Play;
use crate::facts::Candidate;
use crate::search::Search;
use regence_core::Window;
use regence_core::config::Config;
use regence_core::event::{Entrance, Event, MoveBits, NodeKind, Numbers};
use regence_core::steps::NodeType;
use regence_core::tracer::Tracer;
use regence_gomoku::Move;

impl<R: Play, K: Config<Gomoku>> Tracer<Gomoku> for Search<'_, R, K> {
    type Move = Move;
    type Config = K;

    #[inline(always)]
    fn config(&mut self) -> &mut K {
        self.config
    }

    #[inline(always)]
    fn bits(mv: Move) -> MoveBits {
        MoveBits::new(mv.pack()).unwrap_or(MoveBits::MAX)
    }
}

impl<R: Play, K: Config<Gomoku>> Search<'_, R, K> {
    /// A node begins.
    #[inline(always)]
    pub fn trace_enter<N: NodeType>(&mut self, ply: usize, depth: i32, window: Window) {
        if !K::TRACES {
            return;
        }
        let before = self.frame_before(ply, 1).played;
        let entrance = Entrance {
            ply,
            depth,
            window,
            kind: NodeKind::of(N::ROOT, N::PV),
            is_quiescence: false,
            mv: before.map(|played| Self::bits(played.point.into())),
            excluded: self.frame(ply).excluded.map(Self::bits),
        };
        self.trace(|_| Event::Enter(entrance));
    }
}

/// What a trace says of a reduction.
pub fn standing<K>(candidate: &Candidate) -> impl FnOnce(&K) -> Numbers {
    let numbers = [("number", candidate.number), ("history", candidate.history)];
    move |_| numbers.to_vec()
}
