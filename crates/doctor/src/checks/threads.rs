//! One thread against several: what one finds, several find too.

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{Position, Searched, score_text};
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::{Go, OptionType};

pub static THREADS_BREAK: Illness = Illness {
    id: "threads-break",
    severity: Severity::Fault,
    title: "Misses with several threads what it finds with one",
    cause: "What the threads share is written by one while another reads it (table entries, histories, the stop flag), or a \
            second thread stores scores that are not those of the position.",
    cure: "Check table entries by their key when they are read, give each thread its own histories and stack, and let \
           nobody but the main thread answer.",
};

/// A position, and what one thread and several threads make of it.
#[derive(Clone, Debug)]
pub struct Pair {
    pub right: String,
    pub one: Searched,
    pub several: Searched,
}

const SEVERAL: i64 = 3;

pub fn run(patient: &mut Patient) -> Outcome {
    let mut pairs = Vec::new();
    let done = gather(patient, &mut pairs);
    patient.restart();
    if pairs.is_empty() && done.is_ok() {
        return Outcome::skipped("the engine does not offer more than one thread");
    }
    let solved =
        |of: fn(&Pair) -> &Searched| pairs.iter().filter(|p| of(p).best == p.right).count();
    let measured = format!(
        "of {} tasks one thread solves {}, {SEVERAL} threads {}",
        pairs.len(),
        solved(|pair| &pair.one),
        solved(|pair| &pair.several)
    );
    Outcome::of(judge(&pairs)).ending(done).measured(measured)
}

fn gather(patient: &mut Patient, pairs: &mut Vec<Pair>) -> Result<(), ClientError> {
    let option = patient.uci()?.option("Threads").cloned();
    let most = option.filter(|option| option.kind == OptionType::Spin);
    if most
        .and_then(|option| option.max)
        .is_none_or(|max| max < SEVERAL)
    {
        return Ok(());
    }
    let mates = suite::MATES.iter().filter(|mate| mate.moves == 2);
    let mates = mates.map(|mate| (mate.fen, mate.key, 8));
    let gifts = suite::GIFTS.iter().map(|gift| (gift.fen, gift.take, 9));
    let tasks: Vec<_> = mates
        .take(patient.profile.pick(3, 7))
        .chain(gifts)
        .collect();
    let mut found: [Vec<Option<Searched>>; 2] = Default::default();
    for (threads, list) in [1, SEVERAL].into_iter().zip(&mut found) {
        patient.set_option("Threads", &threads.to_string())?;
        for &(fen, _, depth) in &tasks {
            let go = Go {
                move_time: Some(patient.profile.millis(1500, 4000)),
                ..Go::to_depth(depth)
            };
            list.push(patient.ask(&Position::fen(fen), &go)?);
        }
    }
    let [one, several] = found;
    for ((one, several), (_, right, _)) in one.into_iter().zip(several).zip(tasks) {
        if let (Some(one), Some(several)) = (one, several) {
            pairs.push(Pair {
                right: right.to_owned(),
                one,
                several,
            });
        }
    }
    Ok(())
}

/// Judges what one thread solves and several do not, with as much depth.
pub fn judge(pairs: &[Pair]) -> Option<Finding> {
    let is_worse = |pair: &&Pair| {
        let (one, several) = (pair.one.centipawns(), pair.several.centipawns());
        pair.one.best == pair.right
            && pair.several.best != pair.right
            && pair.several.depth() + 1 >= pair.one.depth()
            // Another way to win is as good.
            && one.zip(several).is_some_and(|(one, several)| several < one - 150)
    };
    let worse: Vec<&Pair> = pairs.iter().filter(is_worse).collect();
    let evidence = worse.iter().map(|pair| {
        format!(
            "{}: one thread plays {} ({}), {SEVERAL} threads {} ({}) at depth {}",
            pair.one.text(),
            pair.one.best,
            score_text(pair.one.score()),
            pair.several.best,
            score_text(pair.several.score()),
            pair.several.depth()
        )
    });
    let script = worse.first().map(|pair| {
        let mut script = vec![format!("setoption name Threads value {SEVERAL}")];
        script.extend(pair.several.script());
        script
    });
    Finding::if_enough(&THREADS_BREAK, evidence.collect(), 2)
        .map(|finding| finding.shown_by(script.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::searched;

    #[test]
    fn only_what_is_lost_by_more_threads_counts() {
        let of = |best: &str, score: i32| {
            let line = format!("info depth 9 score cp {score} pv {best}");
            searched(Position::startpos(), &[(1, &line)], best, 5)
        };
        let pair = |several: Searched| Pair {
            right: "e2e4".into(),
            one: of("e2e4", 500),
            several,
        };
        let judged = |several: Searched| judge(&[pair(several.clone()), pair(several)]).is_some();
        assert!(judged(of("d2d4", 20)));
        assert!(!judged(of("d2d4", 480)));
        assert!(!judged(of("e2e4", 300)));
    }
}
