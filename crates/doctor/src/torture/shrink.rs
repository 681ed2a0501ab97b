//! A failure made small: rounds and lines that it does not need are left out (delta debugging, Zeller 1999).

use std::time::{Duration, Instant};

use regence_arena::client::ClientError;

use super::Found;
use super::victim::{Failure, LAST_CHANCE, Round, Victim};

/// Looking for the cause ends after so long, with the smallest script so far.
const PATIENCE: Duration = Duration::from_secs(180);

/// Once it is known to hang, an engine is given up sooner, so that more can be tried.
const SILENCE: Duration = Duration::from_secs(6);

/// The smallest script that was found to fail in the same way; nothing if not even the whole one does.
pub fn shrink(
    start: &dyn Fn() -> Result<Victim, ClientError>,
    rounds: &[Round],
    failure: &Failure,
) -> Option<Found> {
    let deadline = Instant::now() + PATIENCE;
    let try_with = |rounds: &[Round], patience: Duration| -> Option<Found> {
        let mut victim = start().ok()?;
        victim.last_chance = patience;
        let found = rounds.iter().find_map(|round| victim.suffer(round).err())?;
        (found.name() == failure.name()).then(|| Found {
            failure: found,
            script: victim.sent.clone(),
            is_repeated: true,
            transcript: victim.transcript(),
        })
    };
    let mut best = try_with(rounds, LAST_CHANCE)?;
    let attempt = |rounds: &[Round]| try_with(rounds, SILENCE);
    let mut rounds = rounds.to_vec();
    reduce(&mut rounds, deadline, |rounds| match attempt(rounds) {
        Some(found) => {
            best = found;
            true
        }
        None => false,
    });
    for at in (0..rounds.len()).rev() {
        let mut lines = rounds[at].lines.clone();
        reduce(&mut lines, deadline, |lines| {
            let mut trial = rounds.clone();
            trial[at].lines = lines.to_vec();
            match attempt(&trial) {
                Some(found) => {
                    best = found;
                    true
                }
                None => false,
            }
        });
        rounds[at].lines = lines;
    }
    Some(best)
}

/// Leaves out parts of a list as long as what is left still fails: halves first, single ones last.
fn reduce<T: Clone>(list: &mut Vec<T>, deadline: Instant, mut fails: impl FnMut(&[T]) -> bool) {
    let mut size = list.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < list.len() && Instant::now() < deadline {
            let mut fewer = list.clone();
            fewer.drain(at..(at + size).min(list.len()));
            match fails(&fewer) {
                true => *list = fewer,
                false => at += size,
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_stays() {
        let mut list: Vec<u32> = (0..100).collect();
        let mut runs = 0;
        let far = Instant::now() + Duration::from_secs(1000);
        reduce(&mut list, far, |rest| {
            runs += 1;
            rest.contains(&17) && rest.contains(&63)
        });
        assert_eq!(list, [17, 63]);
        assert!(runs < 100, "{runs}");
        let mut all = vec![1, 2, 3];
        reduce(&mut all, far, |_| false);
        assert_eq!(all, [1, 2, 3]);
    }
}
