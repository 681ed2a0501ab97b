//! Counting: nodes, time and speed as the engine tells them, against each other and against our own clock.
//!
//! Every search of the examination is read; the three here make sure that there are long enough ones.

use std::time::Duration;

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{Position, Searched};
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::{Go, Info};

pub static ROOT_NODES: Illness = Illness {
    id: "root-nodes",
    severity: Severity::Fault,
    title: "Counts only the nodes of the root",
    cause: "The counter is raised in the loop over root moves instead of in every node, so that searches look absurdly \
            small and pruning gets the blame.",
    cure: "Count where a node is entered, in the main search and in quiescence.",
};

pub static WRONG_NPS: Illness = Illness {
    id: "wrong-nps",
    severity: Severity::Fault,
    title: "nps does not fit nodes and time",
    cause: "Nodes are divided by milliseconds (or by the time of the last iteration).",
    cure: "Print nodes * 1000 / milliseconds, both since the beginning of the search.",
};

pub static WRONG_TIME: Illness = Illness {
    id: "wrong-time",
    severity: Severity::Fault,
    title: "The printed time is not the time that passed",
    cause: "The time is printed in another unit than milliseconds, or CPU time is measured.",
    cure: "Print milliseconds of a monotonic wall clock since go.",
};

pub static NODES_RESTART: Illness = Illness {
    id: "nodes-restart",
    severity: Severity::Suspicion,
    title: "The node count falls within a search",
    cause: "The counter is set to zero at every iteration.",
    cure: "Count from go to bestmove.",
};

pub fn run(patient: &mut Patient) -> Outcome {
    let mut speed = Vec::new();
    let done = gather(patient, &mut speed);
    Outcome::of(judge(patient.log()))
        .ending(done)
        .measured(format!(
            "thousand nodes a second by its own time: {}",
            speed.join(", ")
        ))
}

fn gather(patient: &mut Patient, speed: &mut Vec<String>) -> Result<(), ClientError> {
    let go = Go::for_time(patient.profile.millis(450, 800));
    for fen in &suite::GAMES[..3] {
        let Some(searched) = patient.ask(&Position::fen(fen), &go)? else {
            continue;
        };
        if let Some(nodes) = searched.nodes() {
            let seconds = searched.own_time().as_secs_f64().max(1e-3);
            speed.push(format!("{:.0}", nodes as f64 / seconds / 1000.0));
        }
    }
    Ok(())
}

/// Judges all searches.
pub fn judge(log: &[Searched]) -> Vec<Finding> {
    let root = judge_root(log);
    let others = [judge_speed(log), judge_time(log), judge_restart(log)];
    root.into_iter()
        .chain(others.into_iter().flatten())
        .collect()
}

/// What can be said of searches long enough to say something.
fn long_enough(log: &[Searched]) -> impl Iterator<Item = (&Searched, &Info)> {
    let enough = Duration::from_millis(150);
    log.iter()
        .filter(move |searched| searched.own_time() >= enough)
        .filter_map(|searched| Some((searched, searched.last()?)))
}

/// Hardly more nodes than root moves, in every search.
fn judge_root(log: &[Searched]) -> Option<Finding> {
    let mut searches = 0;
    let mut evidence = Vec::new();
    for (searched, info) in long_enough(log) {
        let (Some(nodes), Some(depth)) = (searched.nodes(), info.depth) else {
            continue;
        };
        let moves = searched.position.board().count_legal() as u64;
        if depth < 3 || moves < 10 {
            continue;
        }
        searches += 1;
        if nodes <= moves * u64::from(depth + 2) {
            evidence.push(format!(
                "{}: {nodes} nodes for depth {depth}, with {moves} legal moves, in {} ms",
                searched.text(),
                searched.elapsed.as_millis()
            ));
        }
    }
    let most = searches * 3 / 4;
    Finding::if_enough(&ROOT_NODES, evidence, most.max(2))
}

/// nps far from nodes by time, in most lines that have both.
fn judge_speed(log: &[Searched]) -> Option<Finding> {
    let (mut lines, mut evidence) = (0, Vec::new());
    for (_, info) in log.iter().flat_map(|searched| &searched.lines) {
        let (Some(nodes), Some(nps), Some(time)) = (info.nodes, info.nps, info.time) else {
            continue;
        };
        // 0 is what some print while they do not know yet.
        if time < Duration::from_millis(80) || nps == 0 {
            continue;
        }
        lines += 1;
        let implied = nodes as f64 / time.as_secs_f64();
        let ratio = nps as f64 / implied.max(1.0);
        if !(0.5..=2.0).contains(&ratio) {
            evidence.push(format!(
                "nodes {nodes} time {} gives {implied:.0} nps, but nps {nps} was printed ({ratio:.4} times)",
                time.as_millis()
            ));
        }
    }
    Finding::if_enough(&WRONG_NPS, evidence, (lines * 3 / 4).max(2))
}

/// The printed time against the time at which the line came.
fn judge_time(log: &[Searched]) -> Option<Finding> {
    let (mut lines, mut evidence) = (0, Vec::new());
    let all = log.iter().flat_map(|searched| {
        // Where the engine had to wait for a processor, its clock began late.
        let waited = searched.waited.unwrap_or_default() * 4 > searched.elapsed;
        let lines = searched.lines.iter();
        lines.map(move |(at, info)| (at, info, if waited { 5 } else { 2 }))
    });
    for (at, info, factor) in all {
        let Some(time) = info.time.filter(|_| *at >= Duration::from_millis(120)) else {
            continue;
        };
        lines += 1;
        let slack = Duration::from_millis(40);
        if time + slack < *at / factor || time > *at * factor + slack {
            evidence.push(format!(
                "a line that came after {} ms says time {}",
                at.as_millis(),
                time.as_millis()
            ));
        }
    }
    Finding::if_enough(&WRONG_TIME, evidence, (lines * 3 / 4).max(2))
}

/// Counts that fall from one depth to the next.
fn judge_restart(log: &[Searched]) -> Option<Finding> {
    let evidence = log.iter().filter_map(|searched| {
        let counts: Vec<(u32, u64)> = searched
            .scored()
            .filter_map(|info| Some((info.depth?, info.nodes?)))
            .collect();
        let falls = |pair: &&[(u32, u64)]| pair[1].0 > pair[0].0 && pair[1].1 < pair[0].1;
        let pair = counts.windows(2).find(falls)?;
        Some(format!(
            "{}: {} nodes at depth {}, then {} at depth {}",
            searched.text(),
            pair[0].1,
            pair[0].0,
            pair[1].1,
            pair[1].0
        ))
    });
    Finding::if_enough(&NODES_RESTART, evidence.collect(), 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::ids;
    use crate::position::testing::searched;

    fn judged(lines: &[(u64, &str)]) -> Vec<&'static str> {
        let one = searched(Position::startpos(), lines, "e2e4", 300);
        ids(&judge(&[one.clone(), one.clone(), one]))
    }

    #[test]
    fn honest_figures_pass() {
        let lines = [
            (
                101,
                "info depth 5 score cp 1 nodes 20000 nps 200000 time 100 pv e2e4",
            ),
            (
                250,
                "info depth 6 score cp 1 nodes 50000 nps 200000 time 250 pv e2e4",
            ),
        ];
        assert_eq!(judged(&lines), [""; 0]);
        assert_eq!(judged(&[(200, "info depth 6 score cp 1 pv e2e4")]), [""; 0]);
    }

    #[test]
    fn each_wrong_figure_is_named() {
        let root = "info depth 7 score cp 1 nodes 80 nps 320 time 250 pv e2e4";
        assert_eq!(judged(&[(250, root)]), ["root-nodes"]);
        let slow = "info depth 7 score cp 1 nodes 50000 nps 200 time 250 pv e2e4";
        assert_eq!(judged(&[(250, slow)]), ["wrong-nps"]);
        let unit = "info depth 7 score cp 1 nodes 50000 time 0 pv e2e4";
        assert_eq!(judged(&[(250, unit)]), ["wrong-time"]);
        let falling = [
            (50, "info depth 6 score cp 1 nodes 30000 pv e2e4"),
            (90, "info depth 7 score cp 1 nodes 20000 pv e2e4"),
        ];
        assert_eq!(judged(&falling), ["nodes-restart"]);
    }
}
