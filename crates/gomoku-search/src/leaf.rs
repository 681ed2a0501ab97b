//! Where the search ends: the static evaluation, once no forced win by fours is on the board.

use crate::Gomoku;
use crate::eval::{Play, evaluate};
use crate::forced::Budget;
use crate::params::Param;
use crate::search::Search;
use crate::techniques::{Technique as T, four_eval, four_quiescence, two_ply_eval};
use crate::vcf;
use regence_core::config::Config;
use regence_core::steps::Searched;
use regence_core::tracer::Tracer;
use regence_core::{Value, Window};

impl<R: Play, K: Config<Gomoku>> Search<'_, R, K> {
    /// The score of a node that is not searched further. No four of the opponent stands on the board.
    pub fn leaf(&mut self, ply: usize, window: Window) -> Searched {
        if self.config.on(T::LeafVcf) && vcf::is_promising(&self.board, self.board.side()) {
            let budget = Budget {
                nodes: self.config.get(Param::LeafVcfNodes) as u32,
                plies: self.config.get(Param::LeafVcfPlies),
            };
            if let Some(win) = self.win_by_fours(T::LeafVcf, budget)? {
                self.prove(T::LeafVcf, win.first, win.plies);
                return Ok(Value::win_in(ply as i32 + win.plies));
            }
        }
        match self.config.on(T::FourQuiescence) && !R::CAPTURES {
            true => four_quiescence::search(self, ply, window),
            false => Ok(self.static_eval(ply)),
        }
    }

    /// The same for a node under a four.
    pub fn eval_under_four(&mut self, ply: usize) -> Value {
        let before = self.frame_before(ply, 1).own_eval;
        let looks = || evaluate(&self.board, self.evaluation);
        let own = four_eval::own(before, looks);
        self.note_eval(ply, own)
    }

    /// The evaluation of the node at `ply`, noted in its frame.
    pub fn static_eval(&mut self, ply: usize) -> Value {
        let own = evaluate(&self.board, self.evaluation);
        self.note_eval(ply, own)
    }

    fn note_eval(&mut self, ply: usize, own: Value) -> Value {
        self.frame(ply).own_eval = Some(own);
        let eval = match self.config.on(T::TwoPlyEval) {
            true => two_ply_eval::averaged(own, self.frame_before(ply, 1).own_eval),
            false => own,
        };
        self.frame(ply).static_eval = Some(eval);
        eval
    }
}
