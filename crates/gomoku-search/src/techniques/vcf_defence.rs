//! The opponent's forced win by fours (VCFD).
//!
//! Idea: if the opponent would win by fours after a pass, the evaluation means nothing: the node must be
//! searched. But only moves that touch the win can prevent it; the others are tried last, and not at all
//! once a move that holds is found.
//! Guard: the opponent has a four to make, one that makes more off the principal variation; no four has to
//! be answered already; from `vcf_defence_depth`.
//! Danger: a move far away may hold by a counter-threat, so threats and captures are never skipped, and
//! nothing is skipped while every move seems to lose.
//! Parameters: `vcf_defence_depth`, `vcf_defence_nodes`, `vcf_nodes_per_ply`.

use crate::Gomoku;
use crate::eval::Play;
use crate::facts::{Candidate, Node};
use crate::forced::{Budget, ForcedWin, Known, LONGEST};
use crate::params::Param;
use crate::search::Search;
use crate::techniques::Technique;
use crate::threat_info::{ThreatInfo, Urgency};
use crate::vcf;
use regence_core::Stopped;
use regence_core::config::Config;
use regence_gomoku::{Board, Class, Move, PointSet};

pub fn applies<R: Play, K: Config<Gomoku>>(
    config: &K,
    board: &Board<R>,
    info: &ThreatInfo,
    depth: i32,
    is_pv: bool,
) -> bool {
    info.urgency != Urgency::Four
        && info.win.is_none()
        && match is_pv {
            true => board.has_four(board.side().other()),
            false => {
                depth >= config.get(Param::VcfDefenceDepth)
                    && vcf::is_promising(board, board.side().other())
            }
        }
}

/// The points that the opponent's win goes through, its first move among them; `None` if there is none.
pub fn zone<R: Play, K: Config<Gomoku>>(
    search: &mut Search<'_, R, K>,
    depth: i32,
) -> Result<Option<PointSet>, Stopped> {
    let nodes = search.config.get(Param::VcfNodesPerPly) * depth.max(1);
    let budget = Budget {
        nodes: nodes.min(search.config.get(Param::VcfDefenceNodes)) as u32,
        plies: LONGEST,
    };
    search.board.pass();
    let win = search.win_by_fours(Technique::VcfDefence, budget)?;
    let zone = win.map(|win| walk(search, win));
    search.board.undo();
    Ok(zone)
}

/// Plays the win through, against the first of the answers at each step, and collects the points of all
/// answers on the way.
fn walk<R: Play, K: Config<Gomoku>>(search: &mut Search<'_, R, K>, win: ForcedWin) -> PointSet {
    let attacker = search.board.side();
    let before = search.board.ply();
    let class = search.board.class(win.first.point(), attacker);
    let mut zone = search.board.stops(attacker, win.first.point(), class);
    let mut next = Some(win.first);
    while let Some(mv) = next {
        zone.insert(mv.point());
        search.board.make(mv);
        next = match search.board.outcome() {
            Some(_) => None,
            None => answer(search, &mut zone),
        };
    }
    while search.board.ply() > before {
        search.board.undo();
    }
    zone
}

/// Adds all answers to the zone, plays one, and returns how the win goes on, as far as it is known.
fn answer<R: Play, K: Config<Gomoku>>(
    search: &mut Search<'_, R, K>,
    zone: &mut PointSet,
) -> Option<Move> {
    let answers = search.board.defences()?;
    *zone = zone.union(&answers);
    let Some(reply) = answers.first() else {
        *zone = zone.union(&search.board.fives(search.board.side().other()));
        return None;
    };
    search.board.make(reply.into());
    if search.board.outcome().is_some() {
        return None;
    }
    if let Some(win) = vcf::winning_move(&mut search.board) {
        zone.insert(win.point());
        return None;
    }
    match search.memory.tables.fours.probe(search.board.key()) {
        Some(Known::Win(win)) => Some(win.first),
        _ => None,
    }
}

/// Whether a move cannot touch the opponent's win.
pub fn skips(node: &Node, candidate: &Candidate, zone: Option<&PointSet>) -> bool {
    node.own.is_threatened
        && !node.is_pv
        && candidate.makes < Class::Three
        && !candidate.captures
        && zone.is_some_and(|zone| !zone.contains(candidate.mv.point()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Own;
    use crate::techniques::tests::{node, quiet};

    #[test]
    fn only_quiet_moves_outside_the_zone_are_skipped() {
        let threatened = Node {
            is_calm: false,
            own: Own {
                is_threatened: true,
                ..node().own
            },
            ..node()
        };
        let away = PointSet::EMPTY;
        let here: PointSet = [quiet().mv.point()].into_iter().collect();
        assert!(skips(&threatened, &quiet(), Some(&away)));
        assert!(!skips(&threatened, &quiet(), Some(&here)));
        assert!(!skips(&node(), &quiet(), None));
        let four = Candidate {
            makes: Class::Four,
            ..quiet()
        };
        assert!(!skips(&threatened, &four, Some(&away)));
    }
}
