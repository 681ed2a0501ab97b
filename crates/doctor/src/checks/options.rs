//! Options: do the standard ones that the engine offers change anything?

use std::time::Duration;

use super::Outcome;
use super::state::depth_of_nodes;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{Position, Searched, centipawns};
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::{Bound, Go, Info, OptionType};

pub static DEAD_HASH: Illness = Illness {
    id: "dead-hash",
    severity: Severity::Fault,
    title: "The option Hash does nothing",
    cause: "The table is allocated once, and setoption is not connected to it.",
    cure: "Allocate the table anew when Hash is set, in megabytes.",
};

pub static DEAD_MULTIPV: Illness = Illness {
    id: "dead-multipv",
    severity: Severity::Fault,
    title: "The option MultiPV does nothing",
    cause: "The option is declared but the root never searches for a second line.",
    cure: "Search the root again without the moves of the better lines and print multipv 1, 2, 3; or do not offer it.",
};

pub static DEAD_THREADS: Illness = Illness {
    id: "dead-threads",
    severity: Severity::Fault,
    title: "The option Threads does nothing",
    cause: "The option is declared but no thread is ever started.",
    cure: "Start that many workers on the shared table, or offer 1 as the maximum.",
};

pub static MULTIPV_ORDER: Illness = Illness {
    id: "multipv-order",
    severity: Severity::Fault,
    title: "The lines of MultiPV are not the best moves in their order",
    cause: "A move is searched for more than one line, or the lines are printed in the order in which they were found.",
    cure: "Leave out of line N the first moves of the lines before it, and sort the lines before they are printed.",
};

pub static DEAD_CHESS960: Illness = Illness {
    id: "dead-chess960",
    severity: Severity::Fault,
    title: "The option UCI_Chess960 does nothing",
    cause: "The option is declared but not connected to the reading and the printing of moves: castling is still written as \
            a step of the king.",
    cure: "With UCI_Chess960 read and print castling as the king taking its own rook (e1h1), or do not offer it.",
};

pub static DEAD_ELO: Illness = Illness {
    id: "dead-elo",
    severity: Severity::Suspicion,
    title: "The options UCI_LimitStrength and UCI_Elo do nothing",
    cause: "The options are declared but not connected to the search: at the lowest rating it plays and says exactly what it \
            does at full strength.",
    cure: "Bound depth or nodes by the rating, or choose among several lines; or do not offer them.",
};

/// What was seen with a small and with a large value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    pub small: (i64, Option<u64>),
    pub large: (i64, Option<u64>),
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut outcome = Outcome::default();
    let done = gather(patient, &mut outcome);
    // The next check gets the engine as it comes.
    patient.restart();
    if outcome.measured.is_empty() && done.is_ok() {
        return Outcome::skipped("none of Hash, MultiPV and Threads is offered");
    }
    outcome.ending(done)
}

fn gather(patient: &mut Patient, outcome: &mut Outcome) -> Result<(), ClientError> {
    if let Some((min, max)) = spin(patient, "Hash")?.filter(|(min, max)| *max >= min + 32) {
        let (small, large) = (min.max(1), max.min(256));
        let effect = Effect {
            small: (small, memory_with(patient, small)?),
            large: (large, memory_with(patient, large)?),
        };
        outcome.findings.extend(judge_memory(&effect));
        outcome
            .measured
            .push(format!("memory in MB by Hash: {}", told(&effect)));
    }
    if let Some((_, max)) = spin(patient, "MultiPV")?.filter(|(_, max)| *max >= 3) {
        let lines = max.min(3);
        let depth = depth_of_nodes(patient, 5000)?;
        patient.set_option("MultiPV", &lines.to_string())?;
        // One move is far better than the others.
        let position = Position::fen(suite::GIFTS[1].fen);
        let searched = patient.fresh_search(&position, &Go::to_depth(depth))?;
        patient.set_option("MultiPV", "1")?;
        let ranks = searched.lines.iter().map(|(_, info)| info.rank()).max();
        outcome.findings.extend(judge_lines(lines, ranks));
        outcome.findings.extend(judge_order(&searched));
        outcome.measured.push(format!(
            "lines with MultiPV {lines}: {}",
            ranks.unwrap_or(0)
        ));
    }
    if let Some((_, max)) = spin(patient, "Threads")?.filter(|(_, max)| *max >= 2) {
        let many = max.min(3);
        let effect = Effect {
            small: (1, threads_with(patient, 1)?),
            large: (many, threads_with(patient, many)?),
        };
        outcome.findings.extend(judge_threads(&effect));
        outcome.measured.push(format!(
            "threads of the process by Threads: {}",
            told(&effect)
        ));
    }
    if patient.uci()?.option("UCI_Chess960").is_some() {
        let castles = castles_by_rook(patient)?;
        outcome.findings.extend(judge_castles(&castles));
        let texts: Vec<&str> = castles.iter().map(|one| one.best.as_str()).collect();
        outcome.measured.push(format!(
            "castling with UCI_Chess960 on: {}",
            texts.join(", ")
        ));
    }
    let has = |patient: &mut Patient, name: &str| Ok(patient.uci()?.option(name).is_some());
    if has(patient, "UCI_LimitStrength")?
        && let Some((lowest, _)) = spin(patient, "UCI_Elo")?
    {
        let strengths = strengths(patient, lowest)?;
        let same = strengths.iter().filter(|(full, weak)| is_same(full, weak));
        outcome.measured.push(format!(
            "at the lowest rating, {lowest}, {} of {} answers are those of full strength",
            same.count(),
            strengths.len()
        ));
        outcome.findings.extend(judge_strengths(&strengths));
    }
    Ok(())
}

/// Positions in which only castling mates, with `UCI_Chess960` on.
fn castles_by_rook(patient: &mut Patient) -> Result<Vec<Searched>, ClientError> {
    patient.restart();
    patient.set_option("UCI_Chess960", "true")?;
    let mut found = Vec::new();
    let castling = suite::SPECIAL
        .iter()
        .filter(|special| special.rule == suite::Rule::Castling);
    // Some take the way in which the rights are written for the sign of Chess960.
    let fens =
        castling.flat_map(|special| [special.fen.to_owned(), special.fen.replace(" KQ ", " HA ")]);
    for fen in fens {
        let go = Go {
            move_time: Some(Duration::from_millis(1000)),
            ..Go::to_depth(4)
        };
        // The log is not asked: its moves are written in the other way.
        patient.new_game()?;
        let position = Position::fen(&fen);
        patient.start(&position, &go)?;
        let patience = patient.profile.long_patience();
        found.push(patient.finish_unlogged(&position, &go, patience)?);
    }
    patient.restart();
    Ok(found)
}

/// The same searches at full strength and at the lowest rating.
fn strengths(patient: &mut Patient, lowest: i64) -> Result<Vec<(Searched, Searched)>, ClientError> {
    patient.restart();
    let depth = depth_of_nodes(patient, 5000)?;
    let mut lists: [Vec<Searched>; 2] = Default::default();
    for (is_weak, list) in [false, true].into_iter().zip(&mut lists) {
        if is_weak {
            patient.set_option("UCI_Elo", &lowest.to_string())?;
            patient.set_option("UCI_LimitStrength", "true")?;
        }
        for fen in suite::GAMES {
            list.push(patient.fresh_search(&Position::fen(fen), &Go::to_depth(depth))?);
        }
    }
    let [full, weak] = lists;
    Ok(full.into_iter().zip(weak).collect())
}

fn is_same(full: &Searched, weak: &Searched) -> bool {
    full.best == weak.best && full.nodes() == weak.nodes() && full.depth() == weak.depth()
}

/// Judges castling that is to be written as the king taking its rook.
pub fn judge_castles(castles: &[Searched]) -> Option<Finding> {
    let is_step = |searched: &&Searched| matches!(searched.best.as_str(), "e1g1" | "e1c1");
    // Once as the king taking its rook, and the option does something.
    if castles
        .iter()
        .any(|searched| matches!(searched.best.as_str(), "e1h1" | "e1a1"))
    {
        return None;
    }
    let evidence = castles.iter().filter(is_step).map(|searched| {
        format!(
            "UCI_Chess960 on, {}: bestmove {}",
            searched.text(),
            searched.best
        )
    });
    let script = castles.iter().find(is_step).map(|searched| {
        let mut script = vec!["setoption name UCI_Chess960 value true".to_owned()];
        script.extend(searched.script());
        script
    });
    Finding::if_any(&DEAD_CHESS960, evidence.collect())
        .map(|finding| finding.shown_by(script.unwrap_or_default()))
}

/// Judges the lowest rating: not a move and not a node that is different.
pub fn judge_strengths(strengths: &[(Searched, Searched)]) -> Option<Finding> {
    let all_same = strengths.len() >= 4 && strengths.iter().all(|(full, weak)| is_same(full, weak));
    let evidence = strengths.iter().map(|(full, weak)| {
        let nodes = weak.nodes().unwrap_or(0);
        format!(
            "{}: {} with {nodes} nodes, both times",
            full.text(),
            weak.best
        )
    });
    all_same.then(|| Finding::new(&DEAD_ELO, evidence.collect()))
}

fn told(effect: &Effect) -> String {
    let one = |(value, seen): (i64, Option<u64>)| match seen {
        Some(seen) => format!("{value} gives {seen}"),
        None => format!("{value} cannot be seen on this system"),
    };
    format!("{}, {}", one(effect.small), one(effect.large))
}

/// The range of a spin option, if it is offered.
fn spin(patient: &mut Patient, name: &str) -> Result<Option<(i64, i64)>, ClientError> {
    let option = patient.uci()?.option(name).cloned();
    Ok(option
        .filter(|option| option.kind == OptionType::Spin)
        .map(|option| (option.min.unwrap_or(1), option.max.unwrap_or(1))))
}

/// The memory of the process in megabytes with that much Hash, after a short search. A process of its own,
/// because memory that was freed may stay with its owner.
fn memory_with(patient: &mut Patient, megabytes: i64) -> Result<Option<u64>, ClientError> {
    patient.restart();
    patient.set_option("Hash", &megabytes.to_string())?;
    patient.new_game()?;
    patient.search(
        &Position::startpos(),
        &Go::for_time(Duration::from_millis(10)),
    )?;
    let id = patient.uci()?.process().id();
    Ok(status_number(id, "VmSize:").map(|kilobytes| kilobytes / 1024))
}

/// The threads of the process in search.
fn threads_with(patient: &mut Patient, threads: i64) -> Result<Option<u64>, ClientError> {
    patient.set_option("Threads", &threads.to_string())?;
    let position = Position::fen(suite::GAMES[2]);
    let go = match patient.manner.is_deaf {
        true => Go::for_time(Duration::from_millis(400)),
        false => Go::infinite(),
    };
    patient.start(&position, &go)?;
    std::thread::sleep(Duration::from_millis(100));
    let id = patient.uci()?.process().id();
    let count = status_number(id, "Threads:");
    if go.infinite {
        patient.uci()?.stop();
    }
    let patience = patient.profile.patience();
    patient.finish(&position, &go, patience)?;
    Ok(count)
}

/// A number that the system tells of a process, where it tells any.
pub fn status_number(id: u32, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Judges the memory: an eighth of what was asked for must be seen.
pub fn judge_memory(effect: &Effect) -> Option<Finding> {
    let ((small, before), (large, after)) = (effect.small, effect.large);
    let (before, after) = (before?, after?);
    let asked = u64::try_from(large - small).ok()?;
    (after < before + asked / 8).then(|| {
        let evidence =
            format!("Hash {small}: the process has {before} MB; Hash {large}: {after} MB");
        Finding::new(&DEAD_HASH, vec![evidence])
    })
}

/// Judges the number of lines.
pub fn judge_lines(asked: i64, ranks: Option<u32>) -> Option<Finding> {
    // Who prints no lines at all is no case for this check.
    let ranks = ranks?;
    (i64::from(ranks) < asked).then(|| {
        let evidence = format!("MultiPV {asked} gave {ranks} line");
        Finding::new(&DEAD_MULTIPV, vec![evidence])
    })
}

/// Lines that are worth so nearly the same may stand in any order: a later line may have found more in the table.
const NOISE: i32 = 60;

/// Judges the last lines of each rank: other first moves, and no better ones behind worse ones.
pub fn judge_order(searched: &Searched) -> Option<Finding> {
    let depth = searched
        .lines
        .iter()
        .filter_map(|(_, info)| info.depth)
        .max()?;
    let last = |rank: u32| {
        let fits = |info: &&Info| {
            info.rank() == rank && info.bound == Bound::Exact && info.depth == Some(depth)
        };
        let found = searched.lines.iter().map(|(_, info)| info).rfind(fits)?;
        Some((rank, centipawns(found.score?), found.pv.first()?.clone()))
    };
    // Lines of a last iteration that was not finished stand for nothing.
    let lines: Vec<(u32, i32, String)> = (1..=3).map_while(last).collect();
    let mut evidence = Vec::new();
    for pair in lines.windows(2) {
        let [(rank, score, first), (other_rank, other, second)] = [&pair[0], &pair[1]];
        if first == second || *other > score + NOISE {
            evidence.push(format!(
                "depth {depth}: line {rank} is {first} with {score}, line {other_rank} is {second} with {other}"
            ));
        }
    }
    Finding::if_any(&MULTIPV_ORDER, evidence).map(|finding| finding.shown_by(searched.script()))
}

/// Judges the number of threads. Some engines start all that they could ever need at once: nobody sees from outside
/// how many of them search.
pub fn judge_threads(effect: &Effect) -> Option<Finding> {
    let ((small, before), (large, after)) = (effect.small, effect.large);
    let (before, after) = (before?, after?);
    let is_too_few = u64::try_from(large).is_ok_and(|wanted| after <= wanted);
    (after <= before && is_too_few).then(|| {
        let evidence = format!(
            "in search the process has {before} threads with Threads {small}, and {after} with Threads {large}"
        );
        Finding::new(&DEAD_THREADS, vec![evidence])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::searched;

    #[test]
    fn castling_and_strength_are_judged() {
        let best = |text: &str, nodes: u64| {
            let line = format!("info depth 5 score cp 20 nodes {nodes} pv e2e4");
            searched(Position::startpos(), &[(1, &line)], text, 5)
        };
        assert!(judge_castles(&[best("e1h1", 5), best("e1a1", 5)]).is_none());
        assert!(judge_castles(&[best("e1g1", 5)]).is_some());
        let same = (best("e2e4", 900), best("e2e4", 900));
        assert!(judge_strengths(&vec![same.clone(); 6]).is_some());
        let other = (best("e2e4", 900), best("e2e4", 400));
        assert!(judge_strengths(&[same.clone(), same.clone(), same, other]).is_none());
    }

    #[test]
    fn effects_are_judged() {
        let effect = |before, after| Effect {
            small: (1, before),
            large: (96, after),
        };
        assert!(judge_memory(&effect(Some(40), Some(41))).is_some());
        assert!(judge_memory(&effect(Some(40), Some(135))).is_none());
        assert!(judge_memory(&effect(None, None)).is_none());
        assert!(judge_threads(&effect(Some(2), Some(2))).is_some());
        assert!(judge_threads(&effect(Some(2), Some(4))).is_none());
        assert!(judge_threads(&effect(Some(300), Some(300))).is_none());
        assert!(judge_lines(3, Some(1)).is_some());
        assert!(judge_lines(3, Some(3)).is_none());
        let order = |lines: [&str; 2]| {
            let lines = [(1, lines[0]), (1, lines[1])];
            judge_order(&searched(Position::startpos(), &lines, "e2e4", 5)).is_some()
        };
        let first = "info depth 5 multipv 1 score cp 20 pv e2e4";
        assert!(!order([
            first,
            "info depth 5 multipv 2 score cp 20 pv d2d4"
        ]));
        assert!(order([first, "info depth 5 multipv 2 score cp 99 pv d2d4"]));
        assert!(order([first, "info depth 5 multipv 2 score cp 9 pv e2e4"]));
    }
}
