//! What orders the quiet moves, and what the histories learn from a cut.

use crate::Chess;
use crate::facts::Node;
use crate::history::PieceTo;
use crate::search::{Context, Search};
use crate::techniques::Technique as T;
use crate::techniques::*;
use regence_chess::{Board, Move};
use regence_core::config::Config;
use regence_core::steps::Tried;

impl<K: Config<Chess>> Search<'_, K> {
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
        match self.config.on(T::CaptureHistory) {
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

    /// How well a move has done, by the histories of its kind.
    #[inline]
    pub fn history_of(&self, board: &Board, mv: Move, is_quiet: bool, context: &Context) -> i32 {
        match is_quiet {
            true => self.quiet_score(board, mv, PieceTo::of(board, mv), context),
            false => self.capture_history(board, mv),
        }
    }

    /// The killers of this ply and the counter-move to the last move.
    pub fn refutations(&mut self, ply: usize) -> [Option<Move>; 3] {
        let [first, second] = killers::of(self, ply);
        [first, second, counter_moves::of(self, ply)]
    }

    /// A move has cut: it gains, those tried before it lose.
    pub fn learn(
        &mut self,
        node: &Node,
        board: &Board,
        best: Move,
        tried: &Tried<Move>,
        tried_noisy: &Tried<Move>,
        context: &Context,
    ) {
        let bonus = butterfly_history::bonus(self.config, node.depth);
        if board.is_noisy(best) {
            capture_history::learn(self, board, best, bonus);
        } else {
            killers::learn(&mut self.frame(node.ply).killers, best);
            counter_moves::learn(self, node.ply, best);
            self.learn_quiet(board, best, context, bonus);
            for mv in tried.iter() {
                self.learn_quiet(board, mv, context, -bonus);
            }
        }
        for mv in tried_noisy.iter() {
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
