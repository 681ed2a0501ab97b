//! The words of `go`: is each of them obeyed, for both colours?

use std::time::Duration;

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{Position, Searched};
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::{Clocks, Go};

pub static WRONG_CLOCK: Illness = Illness {
    id: "wrong-clock",
    severity: Severity::Fault,
    title: "Looks at the opponent's clock",
    cause: "wtime and btime are exchanged, or one of them is taken whatever the side to move.",
    cure: "Take wtime and winc when White is to move, btime and binc when Black is.",
};

pub static IGNORED_WORDS: Illness = Illness {
    id: "ignored-words",
    severity: Severity::Note,
    title: "Does not obey some words of go",
    cause: "The words are passed over when go is read.",
    cure: "Read them, and bound the search by whichever limit is met first.",
};

pub static DEPTH_IGNORED: Illness = Illness {
    id: "depth-ignored",
    severity: Severity::Fault,
    title: "Does not stop at the depth that was asked for",
    cause: "go depth is passed over, or the depth is only a hint.",
    cure: "End iterative deepening after the iteration of that depth.",
};

/// A search with unequal clocks: how long the mover had, and what it used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unequal {
    pub white: bool,
    pub own_clock: Duration,
    pub other_clock: Duration,
    pub used: Duration,
}

/// What was gathered.
#[derive(Debug, Default)]
struct Gathered {
    ignored: Vec<String>,
    obeyed: Vec<&'static str>,
    unequal: Vec<Unequal>,
    deeper: Vec<String>,
}

impl Gathered {
    fn note(&mut self, word: &'static str, is_obeyed: bool, evidence: impl FnOnce() -> String) {
        match is_obeyed {
            true if self.obeyed.contains(&word) => {}
            true => self.obeyed.push(word),
            false => self.ignored.push(format!("{word}: {}", evidence())),
        }
    }
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut gathered = Gathered::default();
    let done = gather(patient, &mut gathered);
    let found = [
        judge_unequal(&gathered.unequal),
        Finding::if_any(&IGNORED_WORDS, gathered.ignored),
        Finding::if_enough(&DEPTH_IGNORED, gathered.deeper, 2),
    ];
    Outcome::of(found.into_iter().flatten())
        .ending(done)
        .measured(format!("obeyed: {}", gathered.obeyed.join(", ")))
}

fn gather(patient: &mut Patient, gathered: &mut Gathered) -> Result<(), ClientError> {
    for fen in &suite::GAMES[..2] {
        let Some(searched) = patient.ask(&Position::fen(fen), &Go::to_depth(4))? else {
            continue;
        };
        if searched.depth() > 5 {
            let (text, depth) = (searched.text(), searched.depth());
            gathered.deeper.push(format!("{text}: depth {depth}"));
        }
    }
    let knows_nodes = nodes(patient)?;
    patient.manner.knows_nodes = knows_nodes;
    gathered.note("nodes", knows_nodes, || {
        "go nodes 2000 and go nodes 60000 count about the same, or far more than that".to_owned()
    });
    let knows = search_moves(patient)?;
    patient.manner.knows_search_moves = knows;
    gathered.note("searchmoves", knows, || {
        "the only move that may be thought of is not the one that is played".to_owned()
    });
    for white in [true, false] {
        for ratio in [1, 2] {
            gathered.unequal.extend(unequal(patient, white, ratio)?);
        }
    }
    let knows = mate(patient)?;
    gathered.note("mate", knows, || {
        "a mate in that many moves is there, and the search goes on".to_owned()
    });
    let clock = |millis: u64, increment: u64, moves: Option<u32>| {
        Go::with_clocks(Clocks {
            left: [Duration::from_millis(millis); 2],
            increment: [Duration::from_millis(increment); 2],
            moves_to_go: moves,
        })
    };
    let both = &[true, false][..];
    let colours = patient.profile.pick([&both[..1], &both[1..]], [both; 2]);
    for &white in colours[0] {
        let (few, many) = (clock(1500, 0, Some(40)), clock(1500, 0, Some(2)));
        let (used, plain) = more_time(patient, &few, &many, white)?;
        gathered.note("movestogo", is_more(used, plain), || {
            format!(
                "{}, 1500 ms for 40 moves: {} ms; for 2 moves: {} ms",
                name_of(white),
                plain.as_millis(),
                used.as_millis()
            )
        });
    }
    for &white in colours[1] {
        // Only the mover has an increment: who looks at the other one sees none.
        let mut own = clock(1500, 0, None);
        if let Some(clocks) = &mut own.clocks {
            clocks.increment[usize::from(!white)] = Duration::from_millis(600);
        }
        let (used, plain) = more_time(patient, &clock(1500, 0, None), &own, white)?;
        gathered.note("winc and binc", is_more(used, plain), || {
            format!(
                "{}, 1500 ms: {} ms; with an increment of 600 ms: {} ms",
                name_of(white),
                plain.as_millis(),
                used.as_millis()
            )
        });
    }
    Ok(())
}

/// Whether `go nodes` ends the search near that many nodes, and a larger number later.
fn nodes(patient: &mut Patient) -> Result<bool, ClientError> {
    let position = Position::fen(suite::GAMES[2]);
    let mut counts = Vec::new();
    for limit in [2000, 60_000] {
        let go = Go::to_nodes(limit);
        patient.new_game()?;
        patient.start(&position, &go)?;
        match patient.finish(&position, &go, patient.profile.patience()) {
            Ok(searched) => counts.push((limit, searched.nodes().unwrap_or(0))),
            // It goes on for ever, which is how an ignored limit looks.
            Err(ClientError::Silent { .. }) => {
                patient.restart();
                return Ok(false);
            }
            Err(error) => return Err(error),
        }
    }
    let fits = |(limit, count): &(u64, u64)| *count >= limit / 8 && *count <= limit * 3 + 4000;
    Ok(counts.iter().all(fits) && counts[1].1 > counts[0].1 * 2)
}

fn name_of(white: bool) -> &'static str {
    if white { "White" } else { "Black" }
}

/// Whether `go mate` ends with the mate that is there.
fn mate(patient: &mut Patient) -> Result<bool, ClientError> {
    let Some(mate) = suite::MATES.iter().find(|mate| mate.moves == 2) else {
        return Ok(true);
    };
    let position = Position::fen(mate.fen);
    let go = Go {
        mate: Some(mate.moves),
        ..Go::default()
    };
    patient.new_game()?;
    patient.start(&position, &go)?;
    let patience = patient.profile.patience();
    match patient.finish(&position, &go, patience) {
        Ok(_) => Ok(true),
        Err(ClientError::Silent { .. }) => {
            patient.restart();
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// Whether only the moves of `searchmoves` are played.
fn search_moves(patient: &mut Patient) -> Result<bool, ClientError> {
    for (fen, mv) in [(suite::GAMES[0], "a2a3"), (suite::GIFTS[0].fen, "h2h3")] {
        let go = Go {
            search_moves: vec![mv.to_owned()],
            ..Go::to_depth(4)
        };
        match patient.ask(&Position::fen(fen), &go)? {
            Some(searched) if searched.best == mv => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// A search in which the mover has little and the opponent much, or (`ratio` 2) the other way round.
fn unequal(patient: &mut Patient, white: bool, ratio: u32) -> Result<Option<Unequal>, ClientError> {
    let (little, much) = (Duration::from_millis(400), Duration::from_secs(20));
    let (own_clock, other_clock) = if ratio == 1 {
        (little, much)
    } else {
        (much, little)
    };
    let left = if white {
        [own_clock, other_clock]
    } else {
        [other_clock, own_clock]
    };
    let go = Go::with_clocks(Clocks {
        left,
        ..Clocks::default()
    });
    let [(position, _), (mirrored, _)] = suite::both_colours(suite::GAMES[2], "");
    let position = if position.white_to_move() == white {
        position
    } else {
        mirrored
    };
    let searched = patient.ask(&position, &go)?;
    Ok(searched.map(|searched| Unequal {
        white,
        own_clock,
        other_clock,
        used: searched.own_time(),
    }))
}

/// Whether more time was used. Where all of it was waited for a processor, nothing can be said.
fn is_more(used: Duration, plain: Duration) -> bool {
    used > plain || used.is_zero()
}

/// How long a search takes that should take more time, and one that should take less; where the difference does not show
/// it is tried again, because a search may end early.
fn more_time(
    patient: &mut Patient,
    less: &Go,
    more: &Go,
    white: bool,
) -> Result<(Duration, Duration), ClientError> {
    let mut seen = (Duration::ZERO, Duration::ZERO);
    for fen in [suite::GAMES[2], suite::GAMES[1], suite::GAMES[3]] {
        let [(position, _), (mirrored, _)] = suite::both_colours(fen, "");
        let position = match position.white_to_move() == white {
            true => position,
            false => mirrored,
        };
        let time = |searched: Option<Searched>| searched.map_or(Duration::ZERO, |s| s.own_time());
        let plain = time(patient.ask(&position, less)?);
        let used = time(patient.ask(&position, more)?);
        seen = (used, plain * 6 / 5);
        if is_more(seen.0, seen.1) {
            break;
        }
    }
    Ok(seen)
}

/// Judges unequal clocks: who has little and takes what only the other one has, or has much and plays as if it had little.
pub fn judge_unequal(unequal: &[Unequal]) -> Option<Finding> {
    let told = |one: &&Unequal| {
        format!(
            "{} to move with {} ms, the opponent with {} ms: {} ms used",
            name_of(one.white),
            one.own_clock.as_millis(),
            one.other_clock.as_millis(),
            one.used.as_millis()
        )
    };
    let over = unequal
        .iter()
        .filter(|one| one.own_clock < one.other_clock && one.used > one.own_clock * 9 / 10);
    let evidence: Vec<String> = over.map(|one| told(&one)).collect();
    // Two of a kind: with little it takes more than it has, with much hardly anything.
    let hasty = unequal
        .iter()
        .filter(|one| one.own_clock > one.other_clock && one.used < one.other_clock / 8);
    let hasty: Vec<String> = hasty.map(|one| told(&one)).collect();
    (!evidence.is_empty() && !hasty.is_empty())
        .then(|| Finding::new(&WRONG_CLOCK, [evidence, hasty].concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_takes_the_others_time_looks_at_the_wrong_clock() {
        let one = |own: u64, other: u64, used: u64| Unequal {
            white: true,
            own_clock: Duration::from_millis(own),
            other_clock: Duration::from_millis(other),
            used: Duration::from_millis(used),
        };
        assert!(judge_unequal(&[one(400, 20_000, 600), one(20_000, 400, 12)]).is_some());
        assert!(judge_unequal(&[one(400, 20_000, 12), one(20_000, 400, 600)]).is_none());
        // Who is always late is another case.
        assert!(judge_unequal(&[one(400, 20_000, 600), one(20_000, 400, 600)]).is_none());
    }
}
