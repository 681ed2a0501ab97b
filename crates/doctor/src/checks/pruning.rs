//! Pruning: too much of it misses what is plain to see, too little never gets anywhere.

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{Position, Searched, score_text};
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::Go;

pub static OVER_PRUNING: Illness = Illness {
    id: "over-pruning",
    severity: Severity::Fault,
    title: "Misses short mates and hanging pieces at a high claimed depth",
    cause: "Moves are skipped without regard to checks, captures and remaining depth (late moves, futility, null move), \
            so that the printed depth means little.",
    cure: "Switch the prunings off one by one until the positions below are solved; never prune at the root, in check, \
           or before one move has been searched.",
};

pub static EXPLOSION: Illness = Illness {
    id: "explosion",
    severity: Severity::Fault,
    title: "Does not get through a few plies of a wild position",
    cause: "Quiescence follows too many moves (every check, every losing capture) or extensions feed each other.",
    cure: "In quiescence look at captures that do not lose material, and at checks in its first ply at most; limit the \
           extensions of a line.",
};

pub static CLAIMED_DEPTH: Illness = Illness {
    id: "claimed-depth",
    severity: Severity::Fault,
    title: "Prints a depth that it does not search",
    cause: "The depth that is printed goes on, but the tree does not grow any more: the depth that is searched is bounded, or \
            every node is cut off by the table or by reductions, so that most of the depth is not searched.",
    cure: "Count the nodes of each iteration: each needs half as many again as the one before, or it searches nothing new.",
};

/// A score with which a mate is not missed by anybody.
const WON: i32 = 900;

/// A task with one right answer.
#[derive(Clone, Debug)]
pub struct Task {
    pub right: String,
    /// The depth at which nobody should miss it any more.
    pub enough_depth: u32,
    pub searched: Searched,
}

/// What was gathered.
#[derive(Debug, Default)]
struct Gathered {
    tasks: Vec<Task>,
    wild: Vec<Searched>,
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut gathered = Gathered::default();
    let done = gather(patient, &mut gathered);
    let Gathered { tasks, wild } = &gathered;
    let solved = tasks
        .iter()
        .filter(|task| task.searched.best == task.right)
        .count();
    let depths: Vec<String> = wild
        .iter()
        .map(|searched| searched.depth().to_string())
        .collect();
    let claimed = judge_claims(patient.log());
    // Who does not search its depth misses what it would see there.
    let tasks_missed = judge_tasks(tasks).filter(|_| claimed.is_none());
    let found = [tasks_missed, judge_wild(wild), claimed];
    Outcome::of(found.into_iter().flatten())
        .ending(done)
        .measured(format!(
            "{solved} of {} tasks solved; depth in wild positions: {}",
            tasks.len(),
            depths.join(", ")
        ))
}

fn gather(patient: &mut Patient, gathered: &mut Gathered) -> Result<(), ClientError> {
    let go = Go::for_time(patient.profile.millis(250, 1500));
    for fen in suite::WILD {
        let position = Position::fen(fen);
        let Some(searched) = patient.ask(&position, &go)? else {
            continue;
        };
        // A busy machine may have been the reason: more time, before anything is said.
        gathered.wild.push(match is_shallow(&searched) {
            true => patient.fresh_search(&position, &Go::for_time(searched.elapsed * 4))?,
            false => searched,
        });
    }
    let mates = suite::MATES.iter().filter(|mate| mate.moves >= 2);
    let mates = mates.map(|mate| (mate.fen, mate.key, 2 * mate.moves + 4));
    let gifts = suite::GIFTS.iter().map(|gift| (gift.fen, gift.take, 6));
    for (index, (fen, right, enough_depth)) in mates.chain(gifts).enumerate() {
        let (position, right) = suite::both_colours(fen, right)[index % 2].clone();
        // By depth, so that a busy machine changes nothing; the time is for those who never get there.
        let go = Go {
            move_time: Some(patient.profile.millis(700, 3000)),
            ..Go::to_depth(enough_depth + 2)
        };
        if let Some(searched) = patient.ask(&position, &go)? {
            gathered.tasks.push(Task {
                right,
                enough_depth,
                searched,
            });
        }
    }
    Ok(())
}

/// Judges tasks: only what was missed with depth enough counts.
pub fn judge_tasks(tasks: &[Task]) -> Option<Finding> {
    let is_missed = |task: &&Task| {
        let score = task.searched.centipawns().unwrap_or(0);
        task.searched.best != task.right
            // Who wins without the mate has other things to do.
            && score < WON
            && task.searched.depth() >= task.enough_depth
            && task.searched.legal_best().is_some()
            // Another way to win a piece is as good.
            && (task.enough_depth != 6 || score < 150)
    };
    let told = |task: &&Task| {
        format!(
            "{}: depth {} claimed, played {} ({}), missed {}",
            task.searched.position.text(),
            task.searched.depth(),
            task.searched.best,
            score_text(task.searched.score()),
            task.right
        )
    };
    let found: Vec<&Task> = tasks.iter().filter(is_missed).collect();
    let evidence = found.iter().map(told);
    let finding = Finding::if_enough(&OVER_PRUNING, evidence.collect(), 2)?;
    let script = found.first().map(|task| task.searched.script());
    Some(finding.shown_by(script.unwrap_or_default()))
}

/// The least factor by which the tree of an unclear middlegame grows with a ply, over the whole search.
const LEAST_GROWTH: f64 = 1.25;
/// Less depth than this says nothing.
const LEAST_CLAIM: u32 = 14;

/// Judges depths by what they cost: hardly any nodes for a depth that nobody reaches so cheaply.
pub fn judge_claims(log: &[Searched]) -> Option<Finding> {
    let is_open = |searched: &&Searched| {
        let board = searched.position.board();
        board.occupied().count() >= 20
            && board.count_legal() >= 20
            && searched
                .centipawns()
                .is_some_and(|score| (1..600).contains(&score.abs()))
    };
    let mut all = 0;
    let mut claims = Vec::new();
    for searched in log.iter().filter(is_open) {
        let depth = searched.depth();
        let Some(nodes) = searched.nodes().filter(|_| depth >= LEAST_CLAIM) else {
            continue;
        };
        all += 1;
        if (nodes.max(1) as f64) < LEAST_GROWTH.powi(depth as i32) {
            claims.push(searched);
        }
    }
    let evidence = claims.iter().map(|searched| {
        let nodes = searched.nodes().unwrap_or(0);
        format!(
            "{}: depth {} with {nodes} nodes",
            searched.text(),
            searched.depth()
        )
    });
    let script = claims.first().map(|searched| searched.script());
    Finding::if_enough(&CLAIMED_DEPTH, evidence.collect(), (all / 2).max(3))
        .map(|finding| finding.shown_by(script.unwrap_or_default()))
}

fn is_shallow(searched: &Searched) -> bool {
    searched.depth() <= 2
}

/// Whether a search got about the time that it was given: not if it ends early or goes on for ever, for which there are
/// other names, and not if it got no processor.
fn had_its_time(searched: &Searched) -> bool {
    let given = searched.go.move_time.unwrap_or_default();
    let used = searched.processor.unwrap_or(searched.elapsed);
    used >= (given / 3).min(std::time::Duration::from_millis(100))
        && searched.own_time() <= given * 2
}

/// Judges wild positions: hardly any depth in plenty of time.
pub fn judge_wild(wild: &[Searched]) -> Option<Finding> {
    let evidence = wild
        .iter()
        .filter(|searched| is_shallow(searched) && had_its_time(searched))
        .map(|searched| {
            let nodes = searched
                .nodes()
                .map_or("unknown".to_owned(), |nodes| nodes.to_string());
            let (depth, text) = (searched.depth(), searched.text());
            format!("{text}: no more than depth {depth} (nodes at that depth: {nodes})")
        });
    Finding::if_enough(&EXPLOSION, evidence.collect(), 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::searched;

    fn task(best: &str, line: &str) -> Task {
        let mate = &suite::MATES[3];
        Task {
            right: mate.key.to_owned(),
            enough_depth: 8,
            searched: searched(Position::fen(mate.fen), &[(5, line)], best, 60),
        }
    }

    #[test]
    fn only_what_is_missed_at_depth_counts() {
        let missed = task("e3e2", "info depth 12 score cp 90 nodes 9 pv e3e2");
        let shallow = task("e3e2", "info depth 3 score cp 90 nodes 9 pv e3e2");
        let other_mate = task("e3e2", "info depth 12 score mate 4 nodes 9 pv e3e2");
        let won = task("e3e2", "info depth 12 score cp 950 nodes 9 pv e3e2");
        assert!(judge_tasks(&[missed.clone(), won]).is_none());
        let solved = task("e1d2", "info depth 12 score cp 90 nodes 9 pv e1d2");
        assert!(judge_tasks(&[missed.clone(), missed.clone(), solved.clone()]).is_some());
        assert!(judge_tasks(&[missed, shallow, other_mate, solved]).is_none());
    }

    #[test]
    fn depth_has_its_price() {
        let at = |depth: u32, nodes: u64| {
            let line = format!("info depth {depth} score cp 30 nodes {nodes} pv a2a3");
            searched(Position::fen(suite::GAMES[2]), &[(5, &line)], "a2a3", 400)
        };
        let judged = |one: Searched| judge_claims(&vec![one; 4]).is_some();
        assert!(judged(at(60, 40_000)));
        assert!(judged(at(200, 90_000)));
        assert!(!judged(at(16, 20_000)));
        assert!(!judged(at(30, 2_000_000)));
        assert!(!judged(at(9, 5)), "that is another check's matter");
    }

    #[test]
    fn explosions_are_time_without_depth() {
        let wild = |line: &str| searched(Position::fen(suite::WILD[0]), &[(5, line)], "e2a6", 250);
        let shallow = wild("info depth 2 score cp 5 nodes 900000 pv e2a6");
        let deep = wild("info depth 7 score cp 5 nodes 900000 pv e2a6");
        assert!(judge_wild(&[shallow.clone(), shallow.clone(), deep.clone()]).is_some());
        assert!(judge_wild(&[shallow, deep.clone(), deep]).is_none());
    }
}
