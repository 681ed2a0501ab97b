//! What orders the quiet moves, and what the histories learn from a cut.

use crate::Chess;
use crate::anatomy::{Node, Tried};
use crate::history::PieceTo;
use crate::search::{Context, Search};
use crate::techniques::Technique as T;
use crate::techniques::*;
use regence_chess::{Board, Move};
use regence_core::knobs::Knobs;

impl<K: Knobs<Chess>> Search<'_, K> {
    /// How well a quiet move has done.
    #[inline]
    pub fn quiet_score(&self, board: &Board, mv: Move, now: PieceTo, context: &Context) -> i32 {
        butterfly_history::score(self, board, mv, context)
            + continuation_history::score(self, now, context)
            + pawn_history::score(self, board, now)
    }

    /// How well a capture or promotion has done.
    #[inline]
    pub fn capture_history(&self, board: &Board, mv: Move) -> i32 {
        match self.knobs.on(T::CaptureHistory) {
            true => {
                let victim = capture_history::victim(board, mv);
                self.memory
                    .histories
                    .capture(PieceTo::of(board, mv), victim)
                    .get()
            }
            false => 0,
        }
    }

    /// A move has cut: it gains, those tried before it lose.
    pub fn learn(
        &mut self,
        node: &Node,
        board: &Board,
        best: Move,
        tried: &Tried,
        context: &Context,
    ) {
        let bonus = butterfly_history::bonus(self.knobs, node.depth);
        if board.is_noisy(best) {
            capture_history::learn(self, board, best, bonus);
        } else {
            killers::learn(&mut self.frame(node.ply).killers, best);
            counter_moves::learn(self, node.ply, best);
            self.learn_quiet(board, best, context, bonus);
            for mv in tried.quiets() {
                self.learn_quiet(board, mv, context, -bonus);
            }
        }
        for mv in tried.noisy() {
            capture_history::learn(self, board, mv, -bonus);
        }
    }

    fn learn_quiet(&mut self, board: &Board, mv: Move, context: &Context, bonus: i32) {
        let now = PieceTo::of(board, mv);
        butterfly_history::learn(self, board, mv, context, bonus);
        continuation_history::learn(self, now, context, bonus);
        pawn_history::learn(self, board, now, bonus);
    }
}
