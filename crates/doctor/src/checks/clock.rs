//! The clock: is the time that the engine has the time that it takes?
//!
//! Wall-clock measurements on a busy machine lie. An engine is answerable for the time in which it ran or slept, not for
//! that in which it waited for a processor; a time that looks too long is measured again, and the shortest counts; a
//! time that looks too short is never the machine's fault.

mod frozen;

use std::time::Duration;

use super::{Chart, Curve, Line, Outcome};
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{MATE_CENTIPAWNS, Position, Searched};
use crate::suite;
use frozen::Frozen;
use regence_arena::client::ClientError;
use regence_arena::client::uci::{Clocks, Go};

pub static TIME_OVERRUN: Illness = Illness {
    id: "time-overrun",
    severity: Severity::Fault,
    title: "Takes more time than it has",
    cause: "The clock is looked at too seldom (or only between iterations), CPU time is taken for real time, or the \
            budget may be larger than what is left.",
    cure: "Look at the wall clock every few thousand nodes, give every move a hard limit well below the clock, and \
           keep a reserve for the way to the referee.",
};

pub static TIME_UNDERUSE: Illness = Illness {
    id: "time-underuse",
    severity: Severity::Fault,
    title: "Leaves its clock unused",
    cause: "The formula for the budget divides too often or takes too large a reserve off a small share.",
    cure: "Spend about a thirtieth of the clock and most of the increment on a move, and begin another iteration \
           while half of that is left.",
};

pub static CLOCK_IGNORED: Illness = Illness {
    id: "clock-ignored",
    severity: Severity::Fault,
    title: "Searches the same whatever time it has",
    cause: "movetime and the clocks are translated into a fixed depth (or a fixed time).",
    cure: "Deepen iteratively until the budget is spent.",
};

pub static DEPTH_UNSTABLE: Illness = Illness {
    id: "depth-unstable",
    severity: Severity::Fault,
    title: "Reaches less depth with more time",
    cause: "The budget overflows, or the decision to begin another iteration depends on something else than the time \
            that is left.",
    cure: "Compute budgets in 64-bit milliseconds, and stop between iterations only when the budget is spent.",
};

/// The time that a search had and what it made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spent {
    pub position: usize,
    /// `movetime`, or the clock.
    pub given: Duration,
    pub used: Duration,
    /// What passed without the time that the engine waited for a processor.
    pub own: Duration,
    pub depth: u32,
    /// Whether the search had a reason to end early: a mate or hardly any choice.
    pub settled: bool,
}

impl Spent {
    fn new(position: usize, given: Duration, searched: &Searched) -> Spent {
        let mated = searched
            .centipawns()
            .is_some_and(|score| score.abs() >= MATE_CENTIPAWNS);
        Spent {
            position,
            given,
            used: searched.elapsed,
            own: searched.own_time(),
            depth: searched.depth(),
            settled: mated || searched.position.board().count_legal() < 3,
        }
    }

    fn share(&self) -> f64 {
        self.used.as_secs_f64() / self.given.as_secs_f64()
    }
}

/// Beyond this a budget is overrun: a quarter more, and room for a sleepy machine.
fn tolerated(given: Duration) -> Duration {
    given * 5 / 4 + Duration::from_millis(120)
}

/// What was gathered.
#[derive(Debug, Default)]
struct Gathered {
    by_time: Vec<Spent>,
    by_clock: Vec<Spent>,
    frozen: Vec<Frozen>,
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut gathered = Gathered::default();
    let done = gather(patient, &mut gathered);
    let Gathered {
        by_time,
        by_clock,
        frozen,
    } = &gathered;
    let mut findings = judge(by_time, by_clock);
    findings.extend(frozen::judge(frozen));
    let mut outcome = Outcome::of(findings).ending(done);
    outcome
        .charts
        .push(chart("Time used for a move against the clock", by_clock));
    outcome
        .charts
        .push(chart("Time used against movetime", by_time));
    outcome.curves = curves(by_time, by_clock);
    for spent in by_clock.iter().filter(|spent| spent.position == 0) {
        outcome.measured.push(format!(
            "with {} ms on the clock it took {} ms ({:.1} %), depth {}",
            spent.given.as_millis(),
            spent.used.as_millis(),
            100.0 * spent.share(),
            spent.depth
        ));
    }
    outcome.measured.extend(frozen.iter().map(Frozen::told));
    outcome
}

fn gather(patient: &mut Patient, gathered: &mut Gathered) -> Result<(), ClientError> {
    let quick = patient.profile.quick;
    let times: &[u64] = if quick {
        &[40, 120, 600]
    } else {
        &[50, 100, 200, 500, 1000, 2000]
    };
    let clocks: &[u64] = if quick {
        &[500, 5000]
    } else {
        &[500, 1000, 3000, 10_000, 30_000]
    };
    // First what is decided by processor time alone.
    for _ in 0..2 {
        gathered.frozen.extend(frozen::freeze(patient)?);
    }
    let positions = &suite::GAMES[1..patient.profile.pick(3, 4)];
    for (index, fen) in positions.iter().enumerate() {
        let position = Position::fen(fen);
        for &millis in times {
            let given = Duration::from_millis(millis);
            let late = |spent: &Spent| spent.own > tolerated(given);
            let go = Go::for_time(given);
            let spent = measure(patient, index, &position, &go, given, late)?;
            gathered.by_time.push(spent);
        }
        for &millis in clocks {
            let given = Duration::from_millis(millis);
            let go = Go::with_clocks(Clocks {
                left: [given; 2],
                ..Clocks::default()
            });
            let late = |spent: &Spent| spent.own > given * 9 / 10;
            let spent = measure(patient, index, &position, &go, given, late)?;
            gathered.by_clock.push(spent);
        }
    }
    Ok(())
}

/// Measures one search; one that looks late is measured twice more, and the shortest time counts.
fn measure(
    patient: &mut Patient,
    index: usize,
    position: &Position,
    go: &Go,
    given: Duration,
    late: impl Fn(&Spent) -> bool,
) -> Result<Spent, ClientError> {
    let searched = patient.fresh_search(position, go)?;
    let mut spent = Spent::new(index, given, &searched);
    for _ in 0..2 {
        if !late(&spent) {
            break;
        }
        let again = patient.fresh_search(position, go)?;
        spent.used = spent.used.min(again.elapsed);
        spent.own = spent.own.min(again.own_time());
        spent.depth = spent.depth.max(again.depth());
    }
    Ok(spent)
}

fn chart(title: &str, spent: &[Spent]) -> Chart {
    let first = spent.iter().filter(|spent| spent.position == 0);
    let bars = first.map(|spent| {
        let label = format!("{} ms", spent.given.as_millis());
        (label, spent.used.as_secs_f64() * 1e3)
    });
    Chart {
        title: title.to_owned(),
        x: "given".to_owned(),
        y: "ms used".to_owned(),
        bars: bars.collect(),
    }
}

/// How the time used, and the depth reached, follow the time given, in each position.
fn curves(by_time: &[Spent], by_clock: &[Spent]) -> Vec<Curve> {
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    let used = |spent: &Spent| millis(spent.used);
    let limit = |name: &str, all: &[Spent], of: &dyn Fn(Duration) -> f64| {
        let first = all.iter().filter(|spent| spent.position == 0);
        Some(Line {
            name: name.to_owned(),
            points: first.map(|s| (millis(s.given), of(s.given))).collect(),
        })
    };
    let clock = Curve {
        title: "Time for a move against the clock".to_owned(),
        x: "ms on the clock".to_owned(),
        y: "ms used".to_owned(),
        log_y: true,
        lines: lines(by_clock, used),
        low: limit("unused below", by_clock, &|given| {
            millis(given) * LEAST_SHARE
        }),
        high: limit("lost above", by_clock, &|given| millis(given) * 0.9),
    };
    let move_time = Curve {
        title: "Time for a move against movetime".to_owned(),
        x: "movetime in ms".to_owned(),
        lines: lines(by_time, used),
        low: limit("as asked", by_time, &millis),
        high: limit("too late", by_time, &|given| millis(tolerated(given))),
        ..clock.clone()
    };
    let depth = Curve {
        title: "Depth by time".to_owned(),
        x: "movetime in ms".to_owned(),
        y: "depth".to_owned(),
        log_y: false,
        lines: lines(by_time, |spent| f64::from(spent.depth)),
        low: None,
        high: None,
    };
    vec![clock, move_time, depth]
}

/// A line for each position.
fn lines(spent: &[Spent], value: impl Fn(&Spent) -> f64) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for one in spent {
        let name = format!("position {}", one.position + 1);
        let point = (one.given.as_secs_f64() * 1e3, value(one));
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push(point),
            None => lines.push(Line {
                name,
                points: vec![point],
            }),
        }
    }
    lines
}

/// A clock with less than this share used for a move of a middlegame is not used.
const LEAST_SHARE: f64 = 0.008;

/// Judges both tables together: a search that ignores `movetime` need not be told that it ignores its clock too.
pub fn judge(by_time: &[Spent], by_clock: &[Spent]) -> Vec<Finding> {
    let told = |spent: &Spent, what: &str| {
        format!(
            "position {}: {} ms of {} ms {what}, depth {}",
            spent.position + 1,
            spent.used.as_millis(),
            spent.given.as_millis(),
            spent.depth
        )
    };
    let over = by_time
        .iter()
        .filter(|spent| spent.own > tolerated(spent.given));
    let lost = by_clock
        .iter()
        .filter(|spent| spent.own > spent.given * 9 / 10);
    let mut overruns: Vec<String> = over.map(|spent| told(spent, "movetime")).collect();
    overruns.extend(lost.map(|spent| told(spent, "on the clock")));
    // Once may be the machine's doing after all.
    if overruns.len() >= 2 {
        let finding = Finding::new(&TIME_OVERRUN, overruns);
        let cause = why_late(by_time, by_clock);
        return vec![match cause {
            Some(cause) => finding.because(cause),
            None => finding,
        }];
    }
    let open: Vec<&Spent> = by_time.iter().filter(|spent| !spent.settled).collect();
    if let Some(finding) = judge_ignored(&open, &told) {
        return vec![finding];
    }
    let mut findings = Vec::new();
    findings.extend(judge_unstable(&open));
    let large = Duration::from_secs(3);
    let clocked: Vec<&Spent> = by_clock
        .iter()
        .filter(|s| s.given >= large && !s.settled)
        .collect();
    // Half is enough: a busy machine only makes times longer.
    let unused: Vec<&&Spent> = clocked
        .iter()
        .filter(|spent| spent.share() < LEAST_SHARE)
        .collect();
    if !unused.is_empty() && unused.len() * 2 >= clocked.len() {
        let evidence = unused.iter().map(|spent| told(spent, "on the clock"));
        findings.push(Finding::new(&TIME_UNDERUSE, evidence.collect()));
    }
    findings
}

/// Which of the causes of an overrun fits: how the surplus goes with the time given.
fn why_late(by_time: &[Spent], by_clock: &[Spent]) -> Option<&'static str> {
    let surplus = |spent: &&Spent| spent.own.saturating_sub(spent.given);
    let shortest = by_time.iter().min_by_key(|spent| spent.given)?;
    let longest = by_time.iter().max_by_key(|spent| spent.given)?;
    let is_late = |spent: &Spent| spent.own > tolerated(spent.given);
    if !by_time.iter().any(is_late) {
        let lost = by_clock.iter().filter(|s| s.own > s.given * 9 / 10).count();
        return (lost > 0).then_some(
            "movetime is kept and the clock is not: the budget that is computed from the clock may be larger than what is \
             left of it.",
        );
    }
    let (short, long) = (surplus(&shortest), surplus(&longest));
    let at_short = short.as_secs_f64() / shortest.given.as_secs_f64();
    let at_long = long.as_secs_f64() / longest.given.as_secs_f64();
    Some(if at_short > 1.0 && long < short * 2 {
        "The surplus is about the same whatever the time: the clock is looked at too seldom, or something is done after \
         the search."
    } else if (at_long - at_short).abs() < 0.3 || at_long > at_short {
        "The surplus grows with the time: iterations are finished whatever they take, or the budget is larger than what \
         was asked."
    } else {
        "The clock is looked at too seldom, or only between iterations."
    })
}

/// The depth does not grow with `movetime`, and the time is not used: the limit is not looked at.
fn judge_ignored(open: &[&Spent], told: &dyn Fn(&Spent, &str) -> String) -> Option<Finding> {
    let longest = open.iter().map(|spent| spent.given).max()?;
    let longest: Vec<&&Spent> = open.iter().filter(|spent| spent.given == longest).collect();
    // Who looks at its clock ends near the limit, however little it got done until then.
    let unused = longest.iter().all(|spent| spent.share() < 0.7);
    let same_depth = longest.iter().all(|spent| {
        let others = open.iter().filter(|other| other.position == spent.position);
        others.clone().count() > 1 && others.clone().all(|other| other.depth == spent.depth)
    });
    (unused && same_depth).then(|| {
        let evidence = longest.iter().map(|spent| {
            format!(
                "{}; the same depth as with less time",
                told(spent, "movetime")
            )
        });
        Finding::new(&CLOCK_IGNORED, evidence.collect())
    })
}

/// Less depth with several times as much time, by more than an iteration.
fn judge_unstable(open: &[&Spent]) -> Option<Finding> {
    let mut evidence = Vec::new();
    for more in open {
        let worse = open.iter().find(|less| {
            less.position == more.position
                && less.given * 2 < more.given
                // Who was kept waiting until its time was over could not get far.
                && (more.own >= less.own || more.share() < 0.8)
                && less.depth > more.depth + 1
        });
        if let Some(less) = worse {
            evidence.push(format!(
                "position {}: depth {} in {} ms, but only {} in {} ms",
                more.position + 1,
                less.depth,
                less.given.as_millis(),
                more.depth,
                more.given.as_millis()
            ));
        }
    }
    // Less time used with several times as much of it: the budget itself goes astray.
    for more in open {
        let less = open.iter().find(|less| {
            less.position == more.position
                && less.given * 2 < more.given
                && less.share() > 0.7
                && more.used * 10 < less.used * 9
                && more.depth <= less.depth
        });
        if let Some(less) = less {
            evidence.push(format!(
                "position {}: {} ms used of {}, but only {} ms of {}",
                more.position + 1,
                less.used.as_millis(),
                less.given.as_millis(),
                more.used.as_millis(),
                more.given.as_millis()
            ));
        }
    }
    Finding::if_enough(&DEPTH_UNSTABLE, evidence, 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::ids;

    fn spent(position: usize, given: u64, used: u64, depth: u32) -> Spent {
        Spent {
            position,
            given: Duration::from_millis(given),
            used: Duration::from_millis(used),
            own: Duration::from_millis(used),
            depth,
            settled: false,
        }
    }

    fn times(table: [(u64, u64, u32); 3]) -> Vec<Spent> {
        let both = [0, 1].into_iter();
        both.flat_map(|at| table.map(|(given, used, depth)| spent(at, given, used, depth)))
            .collect()
    }

    #[test]
    fn a_healthy_clock_is_left_alone() {
        let by_time = times([(40, 41, 7), (120, 118, 8), (400, 395, 8)]);
        let by_clock = [spent(0, 500, 20, 6), spent(0, 5000, 150, 8)];
        assert_eq!(ids(&judge(&by_time, &by_clock)), [""; 0]);
    }

    #[test]
    fn each_illness_of_the_clock_is_named() {
        let healthy = times([(40, 41, 7), (120, 118, 8), (400, 395, 9)]);
        let clocks = |share: u64| [spent(0, 500, 1, 6), spent(0, 5000, share, 8)];
        assert_eq!(ids(&judge(&healthy, &clocks(5))), ["time-underuse"]);
        assert_eq!(ids(&judge(&healthy, &clocks(4900))), [""; 0]);
        let lost = [clocks(4900), clocks(4950)].concat();
        assert_eq!(ids(&judge(&healthy, &lost)), ["time-overrun"]);
        let late = times([(40, 41, 7), (120, 118, 8), (400, 700, 9)]);
        assert_eq!(ids(&judge(&late, &clocks(150))), ["time-overrun"]);
        let fixed = times([(40, 3, 4), (120, 3, 4), (400, 3, 4)]);
        assert_eq!(ids(&judge(&fixed, &clocks(3))), ["clock-ignored"]);
        let unstable = times([(40, 39, 6), (120, 118, 8), (400, 5, 3)]);
        assert_eq!(ids(&judge(&unstable, &clocks(150))), ["depth-unstable"]);
        let astray = times([(40, 39, 6), (120, 118, 8), (600, 84, 8)]);
        assert_eq!(ids(&judge(&astray, &clocks(150))), ["depth-unstable"]);
    }
}
