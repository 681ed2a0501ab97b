//! The forced win by threats at the root (RVCT).
//!
//! Idea: before a root is searched in breadth, ask whether a row of fours and threes wins. If so there is
//! nothing more to think about.
//! Guard: from the iteration `root_vct_from` on, when there is a move to answer with in any case; the
//! best line only. It may take a share of the nodes searched so far, and is asked again only when that
//! is twice as much as the last time: a short search is not eaten up by it, a long one looks far.
//! Danger: a win found so need not be the shortest; it is a proof all the same.
//! Parameters: `root_vct_from`, `root_vct_share`, `root_vct_nodes`.

use crate::Gomoku;
use crate::eval::Play;
use crate::forced::{Budget, ForcedWin, LONGEST};
use crate::params::Param;
use crate::search::{RootWin, Search};
use crate::techniques::Technique;
use crate::{vcf, vct};
use regence_core::config::Config;
use regence_core::event::{Ending, Event};
use regence_core::steps::Root;
use regence_core::tracer::Tracer;
use regence_core::{Stopped, Value, Window};

/// The root's score, if a forced win is known.
pub fn value<R: Play, K: Config<Gomoku>>(
    search: &mut Search<'_, R, K>,
    depth: i32,
    window: Window,
) -> Result<Option<Value>, Stopped> {
    let is_wanted = search.config.on(Technique::RootThreats)
        && search.root.first == 0
        && depth >= search.config.get(Param::RootVctFrom);
    if !is_wanted {
        return Ok(None);
    }
    if let RootWin::NotFoundBy(before) = search.root_win {
        let nodes = budget(search);
        if nodes >= 2 * before {
            // Even a stopped search is not begun again.
            search.root_win = RootWin::NotFoundBy(nodes);
            let before = search.limiter.nodes();
            let found = look(search, nodes)?;
            search.trace_apart(Technique::RootThreats, search.limiter.nodes() - before);
            if let Some(win) = found {
                search.config.used(Technique::RootThreats);
                search.root_win = RootWin::Found(win);
            }
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
    tell(search, depth, window, win);
    Ok(Some(value))
}

/// A root that is not searched is told all the same.
fn tell<R: Play, K: Config<Gomoku>>(
    search: &mut Search<'_, R, K>,
    depth: i32,
    window: Window,
    win: ForcedWin,
) {
    let by = Technique::RootThreats;
    search.trace_enter::<Root>(0, depth, window);
    search.trace(|_| Event::Proof {
        by,
        mv: Search::<R, K>::bits(win.first),
        plies: win.plies,
    });
    let searched = search.end(Ending::Cut(by), Value::win_in(win.plies));
    let _ = search.trace_leave(searched);
}

/// The nodes that may be spent now.
fn budget<R: Play, K: Config<Gomoku>>(search: &Search<'_, R, K>) -> u32 {
    let share = search.limiter.nodes() * search.config.get(Param::RootVctShare) as u64 / 100;
    share.clamp(LEAST, search.config.get(Param::RootVctNodes) as u64) as u32
}

/// With fewer nodes the question is not worth asking.
const LEAST: u64 = 100;

fn look<R: Play, K: Config<Gomoku>>(
    search: &mut Search<'_, R, K>,
    nodes: u32,
) -> Result<Option<ForcedWin>, Stopped> {
    let budget = Budget {
        nodes,
        plies: LONGEST,
    };
    let tables = &mut search.memory.tables;
    let (board, limiter) = (&mut search.board, &mut search.limiter);
    board.without_rows(
        |board| match vcf::shortest(board, &mut tables.fours, limiter, budget)? {
            Some(win) => Ok(Some(win)),
            None => vct::search(board, tables, limiter, budget),
        },
    )
}
