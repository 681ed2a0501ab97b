//! Which clock does it look at? A process that is held still uses no processor time, but the wall clock goes on. Who looks
//! at the wall clock answers at once when it is let go; who counts its own processor time goes on searching. Both is
//! read off the processor time, so that a busy machine changes nothing.

use std::time::{Duration, Instant};

use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::Position;
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::accounting::set_frozen;
use regence_arena::client::uci::Go;

pub static CPU_CLOCK: Illness = Illness {
    id: "cpu-clock",
    severity: Severity::Fault,
    title: "Measures processor time instead of real time",
    cause: "The clock is that of the process (clock(), getrusage, CLOCK_PROCESS_CPUTIME_ID): it stands still while the \
            engine has no processor, and runs too quickly with several threads.",
    cure: "Read a monotonic wall clock (CLOCK_MONOTONIC, std::chrono::steady_clock, std::time::Instant).",
};

/// A search that was held still until its time was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frozen {
    pub given: Duration,
    /// Processor time before it was held still, and after it was let go.
    pub before: Duration,
    pub after: Duration,
}

impl Frozen {
    pub fn told(&self) -> String {
        format!(
            "movetime {}, held still until it was over: {} ms of processor time before, {} ms after",
            self.given.as_millis(),
            self.before.as_millis(),
            self.after.as_millis()
        )
    }
}

/// Holds a search still; nothing where the system cannot do that or does not tell the processor time.
pub fn freeze(patient: &mut Patient) -> Result<Option<Frozen>, ClientError> {
    let given = Duration::from_millis(600);
    let (position, go) = (Position::fen(suite::GAMES[2]), Go::for_time(given));
    patient.new_game()?;
    patient.start(&position, &go)?;
    let began = Instant::now();
    std::thread::sleep(Duration::from_millis(30));
    let id = patient.uci()?.process().id();
    if !set_frozen(id, true) {
        let patience = patient.profile.patience();
        return patient.finish(&position, &go, patience).map(|_| None);
    }
    let before = patient.processor_time();
    let over = given + Duration::from_millis(60);
    std::thread::sleep(over.saturating_sub(began.elapsed()));
    set_frozen(id, false);
    let patience = given * 3 + patient.profile.patience();
    let searched = patient.finish(&position, &go, patience)?;
    let both = before.zip(searched.processor);
    Ok(both.map(|(before, total)| Frozen {
        given,
        before,
        after: total.saturating_sub(before),
    }))
}

/// Judges frozen searches: every one went on for what it had left by its own processor time.
pub fn judge(frozen: &[Frozen]) -> Option<Finding> {
    let goes_on = |one: &&Frozen| {
        let left = one.given.saturating_sub(one.before);
        left >= one.given / 2 && one.after >= left * 3 / 5
    };
    let evidence: Vec<String> = frozen.iter().filter(goes_on).map(Frozen::told).collect();
    Finding::if_enough(&CPU_CLOCK, evidence, frozen.len().max(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_processor_time_after_the_end_accuses() {
        let frozen = |before, after| Frozen {
            given: Duration::from_millis(600),
            before: Duration::from_millis(before),
            after: Duration::from_millis(after),
        };
        assert!(judge(&[frozen(30, 560), frozen(40, 570)]).is_some());
        assert!(judge(&[frozen(30, 10), frozen(40, 560)]).is_none());
        assert!(judge(&[frozen(30, 300), frozen(30, 300)]).is_none());
        // Who had most of its time before says nothing.
        assert!(judge(&[frozen(580, 20), frozen(590, 20)]).is_none());
        assert!(judge(&[]).is_none());
    }
}
