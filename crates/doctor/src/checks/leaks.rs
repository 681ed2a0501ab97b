//! Leaks: what a process holds after many games. Linux tells; elsewhere nothing is said.

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::Position;
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::{Go, OptionType};

pub static LEAK: Illness = Illness {
    id: "leak",
    severity: Severity::Fault,
    title: "Holds more and more with every game",
    cause: "What a game or a search takes from the system (memory, files, threads) is never given back.",
    cure: "Free what belongs to a search when it ends and what belongs to a game at ucinewgame; allocate the table once for \
           each size.",
};

/// What the process holds after so many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    pub games: u64,
    pub kilobytes: u64,
    pub handles: u64,
    pub threads: u64,
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut held = Vec::new();
    let done = gather(patient, &mut held);
    patient.restart();
    if held.is_empty() && done.is_ok() {
        return Outcome::skipped("this system does not tell what a process holds");
    }
    let told = held.iter().map(|one| {
        let (games, megabytes) = (one.games, one.kilobytes / 1024);
        format!(
            "after {games} games {megabytes} MB, {} handles, {} threads",
            one.handles, one.threads
        )
    });
    let measured = told.collect::<Vec<_>>().join("; ");
    Outcome::of(judge(&held)).ending(done).measured(measured)
}

fn gather(patient: &mut Patient, held: &mut Vec<Held>) -> Result<(), ClientError> {
    // A small table is soon touched everywhere, so that memory stands still where nothing is lost.
    let hash = patient.uci()?.option("Hash").cloned();
    if let Some(least) = hash
        .filter(|o| o.kind == OptionType::Spin)
        .and_then(|o| o.min)
    {
        patient.set_option("Hash", &least.max(1).to_string())?;
    }
    let rounds = 3;
    let games = patient.profile.pick(30, 120);
    let start = Position::startpos();
    for round in 1..=rounds {
        for game in 0..games {
            // Not by a new process, however the engine treats its table.
            patient.uci()?.new_game();
            patient.search(&start, &Go::to_depth(2))?;
            let fen = suite::GAMES[game % suite::GAMES.len()];
            patient.search(&Position::fen(fen), &Go::to_depth(2))?;
        }
        let id = patient.uci()?.process().id();
        let Some(one) = look(id, (round * games) as u64) else {
            return Ok(());
        };
        held.push(one);
    }
    Ok(())
}

/// What the system tells of a process.
fn look(id: u32, games: u64) -> Option<Held> {
    let handles = std::fs::read_dir(format!("/proc/{id}/fd")).ok()?.count();
    Some(Held {
        games,
        kilobytes: super::options::status_number(id, "VmRSS:")?,
        handles: handles as u64,
        threads: super::options::status_number(id, "Threads:")?,
    })
}

/// What may grow: its name, its number, and the least growth that counts.
type Kind = (&'static str, fn(&Held) -> u64, u64);

/// Growth for each game that is no chance, in kilobytes.
const PER_GAME: u64 = 64;

/// Judges what is held after three equal parts: what grows by as much in the last as in the one before does not stop.
pub fn judge(held: &[Held]) -> Option<Finding> {
    let &[first, second, third] = held else {
        return None;
    };
    let games = third.games - second.games;
    let grows = |of: fn(&Held) -> u64, least: u64| {
        let (before, after) = (
            of(&second).saturating_sub(of(&first)),
            of(&third).saturating_sub(of(&second)),
        );
        after >= least && before >= least && after * 3 >= before * 2
    };
    let list: [Kind; 3] = [
        (
            "kilobytes of memory",
            |held| held.kilobytes,
            games * PER_GAME,
        ),
        ("handles (open files)", |held| held.handles, games),
        ("threads", |held| held.threads, games),
    ];
    let grown: Vec<_> = list
        .into_iter()
        .filter(|(_, of, least)| grows(*of, *least))
        .collect();
    let evidence = grown.iter().map(|(what, of, _)| {
        format!(
            "{what} after {}, {} and {} games: {}, {}, {}",
            first.games,
            second.games,
            third.games,
            of(&first),
            of(&second),
            of(&third)
        )
    });
    let cause = match grown.first()?.0 {
        "kilobytes of memory" => "The memory of a game or a search is never given back.",
        "threads" => "Threads are started for every search or game and never end.",
        _ => {
            "A handle, most probably an open file, is taken for every search or game and never closed."
        }
    };
    Finding::if_any(&LEAK, evidence.collect()).map(|finding| finding.because(cause))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grows_without_end_is_a_leak() {
        let held = |memory: [u64; 3], handles: [u64; 3]| {
            let one = |at: usize| Held {
                games: 30 * (at as u64 + 1),
                kilobytes: memory[at],
                handles: handles[at],
                threads: 2,
            };
            judge(&[one(0), one(1), one(2)])
        };
        assert!(held([30_000, 60_000, 62_000], [4; 3]).is_none());
        assert!(held([30_000, 30_100, 30_300], [4; 3]).is_none());
        let memory = held([30_000, 90_000, 150_000], [4; 3]).unwrap();
        assert!(memory.told_cause().contains("memory"));
        let handles = held([30_000; 3], [64, 124, 184]).unwrap();
        assert!(handles.told_cause().contains("handle"));
    }
}
