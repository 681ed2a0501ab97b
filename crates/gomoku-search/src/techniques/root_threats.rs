//! The forced win by threats at the root (RVCT).
//!
//! Idea: before a root is searched in breadth, ask once, with a good budget, whether a row of fours and
//! threes wins. If so there is nothing more to think about.
//! Guard: from the iteration `root_vct_from` on, when there is a move to answer with in any case; the
//! best line only, and only if no move is left out of the root.
//! Danger: a win found so need not be the shortest; it is a proof all the same.
//! Parameters: `root_vct_from`, `root_vct_nodes`.

use crate::Gomoku;
use crate::eval::Play;
use crate::forced::{Budget, ForcedWin, LONGEST};
use crate::params::Param;
use crate::search::{RootWin, Search};
use crate::techniques::Technique;
use crate::{vcf, vct};
use regence_core::knobs::Knobs;
use regence_core::{Stopped, Value, Window};

/// The root's score, if a forced win is known.
pub fn value<R: Play, K: Knobs<Gomoku>>(
    search: &mut Search<'_, R, K>,
    depth: i32,
    window: Window,
) -> Result<Option<Value>, Stopped> {
    let is_wanted = search.knobs.on(Technique::RootThreats)
        && search.root.first == 0
        && depth >= search.knobs.get(Param::RootVctFrom);
    if !is_wanted {
        return Ok(None);
    }
    if let RootWin::NotLookedFor = search.root_win {
        // Even a stopped search is not begun again.
        search.root_win = RootWin::None;
        if let Some(win) = look(search)? {
            search.knobs.used(Technique::RootThreats);
            search.root_win = RootWin::Found(win);
        }
    }
    let RootWin::Found(win) = search.root_win else {
        return Ok(None);
    };
    let Some(index) = search.root.moves.iter().position(|m| m.mv == win.first) else {
        return Ok(None);
    };
    let value = Value::win_in(win.plies);
    for place in 0..search.root.moves.len() {
        if place != index {
            search.root.moves[place].value = -Value::INFINITE;
        }
    }
    search.root.moves.swap(0, index);
    search.root.record(0, value, window, &[], win.plies);
    Ok(Some(value))
}

fn look<R: Play, K: Knobs<Gomoku>>(
    search: &mut Search<'_, R, K>,
) -> Result<Option<ForcedWin>, Stopped> {
    // Where every legal move is an answer, the breadth leaves little depth to hope for.
    let share = if R::CAPTURES { 8 } else { 1 };
    let budget = Budget {
        nodes: search.knobs.get(Param::RootVctNodes) as u32 / share,
        plies: LONGEST,
    };
    let tables = &mut search.memory.tables;
    let (board, watch) = (&mut search.board, &mut search.watch);
    if let Some(win) = vcf::shortest(board, &mut tables.fours, watch, budget)? {
        return Ok(Some(win));
    }
    vct::search(board, tables, watch, budget)
}
