//! Pondering: thinking on the opponent's time, without answering too early or too late.

use std::time::{Duration, Instant};

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{Position, Searched, read_move};
use regence_arena::client::ClientError;
use regence_arena::client::uci::{Clocks, Event, Go};

pub static PONDER_EARLY: Illness = Illness {
    id: "ponder-early",
    severity: Severity::Fault,
    title: "Answers before ponderhit",
    cause: "The clock runs while the engine ponders, or go ponder is read as go.",
    cure: "Ponder without a time limit and hold the answer back until ponderhit or stop.",
};

pub static PONDER_DEAF: Illness = Illness {
    id: "ponder-deaf",
    severity: Severity::Fault,
    title: "Goes on pondering after ponderhit",
    cause: "ponderhit does not set the time limit of the running search.",
    cure: "At ponderhit begin to count the clock, and answer at once if the budget is already spent.",
};

pub static PONDER_ILLEGAL: Illness = Illness {
    id: "ponder-illegal",
    severity: Severity::Fault,
    title: "Proposes an illegal move to ponder on",
    cause: "The ponder move is taken from another line, or from the table, without being checked.",
    cure: "Print the second move of the line that the best move comes from, or none.",
};

/// What happened in a search that pondered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pondered {
    pub pondered: Duration,
    /// A best move that came while it should have waited.
    pub early: Option<String>,
    /// From ponderhit to the answer; nothing if there was none.
    pub answered: Option<Duration>,
    pub clock: Duration,
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut cases = Vec::new();
    let done = gather(patient, &mut cases);
    if cases.is_empty() && done.is_ok() {
        return Outcome::skipped("the engine does not offer Ponder");
    }
    let told = |case: &Pondered| match case.answered {
        Some(time) => format!("{} ms", time.as_millis()),
        None => "never".to_owned(),
    };
    let times: Vec<String> = cases.iter().map(told).collect();
    Outcome::of(judge(&cases))
        .ending(done)
        .measured(format!("answers after ponderhit: {}", times.join(", ")))
}

fn gather(patient: &mut Patient, cases: &mut Vec<Pondered>) -> Result<(), ClientError> {
    if patient.uci()?.option("Ponder").is_none() {
        return Ok(());
    }
    patient.set_option("Ponder", "true")?;
    patient.new_game()?;
    for clock in [1000, 2000] {
        let pondered = ponder(patient, Duration::from_millis(clock))?;
        let is_deaf = pondered.answered.is_none();
        cases.push(pondered);
        if is_deaf {
            break;
        }
    }
    Ok(())
}

/// Ponders longer than any budget from that clock, then `ponderhit`.
fn ponder(patient: &mut Patient, clock: Duration) -> Result<Pondered, ClientError> {
    // An engine without a processor cannot answer; waiting costs nothing where it is healthy.
    let patience = clock + patient.profile.long_patience();
    let position = Position::startpos().after(["e2e4", "e7e5", "g1f3", "b8c6"]);
    let go = Go {
        ponder: true,
        ..Go::with_clocks(Clocks {
            left: [clock; 2],
            ..Clocks::default()
        })
    };
    patient.start(&position, &go)?;
    let uci = patient.uci()?;
    let began = Instant::now();
    let mut case = Pondered {
        pondered: Duration::from_millis(300),
        early: None,
        answered: None,
        clock,
    };
    let mut hit = None;
    loop {
        let deadline = hit.map_or(began + case.pondered, |at: Instant| at + patience);
        match uci.event(deadline, "bestmove") {
            Ok((Event::BestMove { best, .. }, at)) => {
                match hit {
                    None => case.early = Some(best),
                    Some(hit) => case.answered = Some(at.saturating_duration_since(hit)),
                }
                return Ok(case);
            }
            Ok(_) => {}
            Err(ClientError::Silent { .. }) if hit.is_none() => {
                uci.ponder_hit();
                hit = Some(Instant::now());
            }
            Err(ClientError::Silent { .. }) => break,
            Err(other) => return Err(other),
        }
    }
    patient.restart();
    Ok(case)
}

/// Judges searches that pondered.
pub fn judge(cases: &[Pondered]) -> Vec<Finding> {
    let early = cases.iter().filter_map(|case| {
        let best = case.early.as_ref()?;
        let (clock, pondered) = (case.clock.as_millis(), case.pondered.as_millis());
        Some(format!("go ponder with {clock} ms on the clock: bestmove {best} within {pondered} ms, without ponderhit"))
    });
    let deaf = cases
        .iter()
        .filter(|case| case.early.is_none() && case.answered.is_none());
    let deaf = deaf.map(|case| {
        let clock = case.clock.as_millis();
        format!(
            "go ponder with {clock} ms on the clock, ponderhit: no answer; the engine was killed"
        )
    });
    let found = [
        Finding::if_any(&PONDER_EARLY, early.collect()),
        Finding::if_any(&PONDER_DEAF, deaf.collect()),
    ];
    found.into_iter().flatten().collect()
}

/// Judges the moves that were proposed to ponder on, in all searches.
pub fn judge_log(log: &[Searched]) -> Option<Finding> {
    let wrong = log.iter().filter_map(|searched| {
        let ponder = searched
            .ponder
            .as_ref()
            .filter(|text| *text != "(none)" && *text != "0000")?;
        let best = searched.legal_best()?;
        let after = searched.position.board().make(best);
        let reason = read_move(&after, ponder).err()?;
        let text = searched.text();
        Some(format!(
            "{text}: bestmove {} ponder {ponder} ({})",
            searched.best, reason
        ))
    });
    Finding::if_any(&PONDER_ILLEGAL, wrong.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::ids;
    use crate::position::testing::searched;

    #[test]
    fn pondering_is_judged() {
        let healthy = Pondered {
            pondered: Duration::from_millis(300),
            early: None,
            answered: Some(Duration::from_millis(20)),
            clock: Duration::from_millis(1000),
        };
        assert_eq!(ids(&judge(std::slice::from_ref(&healthy))), [""; 0]);
        let deaf = Pondered {
            answered: None,
            ..healthy.clone()
        };
        assert_eq!(ids(&judge(std::slice::from_ref(&deaf))), ["ponder-deaf"]);
        let early = Pondered {
            early: Some("f1b5".into()),
            ..deaf
        };
        assert_eq!(ids(&judge(&[early])), ["ponder-early"]);
    }

    #[test]
    fn ponder_moves_are_checked() {
        let mut one = searched(Position::startpos(), &[], "e2e4", 5);
        for (ponder, wrong) in [("e7e5", false), ("e2e4", true), ("(none)", false)] {
            one.ponder = Some(ponder.to_owned());
            assert_eq!(
                judge_log(std::slice::from_ref(&one)).is_some(),
                wrong,
                "{ponder}"
            );
        }
    }
}
