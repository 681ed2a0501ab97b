//! The forced win by threes and fours at deep nodes (VCT).
//!
//! Idea: a row of threats is a narrow tree; a small search of it often settles a node that the broad
//! search would take long to settle.
//! Guard: deep nodes that are expected to fail high and are not under threat themselves; not in ninuki,
//! where so much may upset a three that the main search does the same work better.
//! Danger: its nodes are wasted wherever there is no such win; the budget is small.
//! Parameters: `vct_depth`, `vct_nodes`.

use crate::Gomoku;
use crate::eval::Play;
use crate::facts::Node;
use crate::forced::{Budget, ForcedWin};
use crate::params::Param;
use crate::search::Search;
use crate::techniques::Technique;
use crate::threat_info::Urgency;
use crate::vct;
use regence_core::Stopped;
use regence_core::config::Config;
use regence_core::tracer::Tracer;

/// Longest win that is looked for inside the tree.
const PLIES: i32 = 21;

pub fn applies<R: Play, K: Config<Gomoku>>(config: &K, node: &Node) -> bool {
    !R::CAPTURES
        && node.own.urgency == Urgency::Quiet
        && node.depth >= config.get(Param::VctDepth)
        && (node.is_pv || node.is_cut)
}

pub fn search<R: Play, K: Config<Gomoku>>(
    search: &mut Search<'_, R, K>,
) -> Result<Option<ForcedWin>, Stopped> {
    let budget = Budget {
        nodes: search.config.get(Param::VctNodes) as u32,
        plies: PLIES,
    };
    let before = search.limiter.nodes();
    let tables = &mut search.memory.tables;
    let limiter = &mut search.limiter;
    let win = search
        .board
        .without_rows(|board| vct::search(board, tables, limiter, budget))?;
    search.trace_apart(Technique::Vct, search.limiter.nodes() - before);
    Ok(win)
}
