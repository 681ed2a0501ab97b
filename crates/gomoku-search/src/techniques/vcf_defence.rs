//! The opponent's forced win by fours (VCFD).
//!
//! Idea: if the opponent would win by fours after a pass, the evaluation means nothing: the node must be
//! searched, and the move that would begin the win is a good one to take.
//! Guard: the opponent has a four to make; nothing has to be answered already; from `vcf_defence_depth`.
//! Danger: costs a search for fours where there is no threat; its table makes repeats cheap.
//! Parameters: `vcf_defence_depth`, `vcf_defence_nodes`.

use crate::Gomoku;
use crate::eval::Play;
use crate::forced::{Budget, LONGEST};
use crate::params::Param;
use crate::scene::{Scene, Urgency};
use crate::search::Search;
use regence_core::Stopped;
use regence_core::knobs::Knobs;
use regence_gomoku::{Board, Move};

pub fn applies<R: Play, K: Knobs<Gomoku>>(
    knobs: &K,
    board: &Board<R>,
    scene: &Scene,
    depth: i32,
    is_pv: bool,
) -> bool {
    scene.urgency != Urgency::Four
        && scene.win.is_none()
        && board.has_four(board.side().other())
        && (is_pv || depth >= knobs.get(Param::VcfDefenceDepth))
}

/// The first move of the opponent's win.
pub fn threat<R: Play, K: Knobs<Gomoku>>(
    search: &mut Search<'_, R, K>,
) -> Result<Option<Move>, Stopped> {
    let budget = Budget {
        nodes: search.knobs.get(Param::VcfDefenceNodes) as u32,
        plies: LONGEST,
    };
    search.board.pass();
    let win = search.win_by_fours(budget)?;
    search.board.undo();
    Ok(win.map(|win| win.first))
}
