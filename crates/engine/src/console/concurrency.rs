//! `concurrency`: do many threads see the same chess as one?
//!
//! Workers walk random games and un-walk them again. At every step the key is compared with one found from scratch and the
//! FEN is read back; on the way back both must be what they were on the way out. What a walk saw is folded into a checksum
//! that depends on the seed alone: each run is made twice, with the walks dealt out to the threads in another order, and
//! must come to the same. A watch over all this tells walks that hang from walks that are only slow.

use super::json;
use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Game};
use regence_protocol::console::Profile;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The seed where none is given.
const SEED: u64 = 12_345;

/// Fixed, so that every machine does the same.
const WORKERS: usize = 4;

/// The longest walk, in plies.
const LONGEST_WALK: usize = 120;

/// Walks of which none makes a step for so long hang.
const STUCK_AFTER: Duration = Duration::from_secs(5);

/// How much a profile does, and how long it may take.
struct Size {
    runs: usize,
    walks: usize,
    limit: Duration,
}

fn size(profile: Profile) -> Size {
    match profile {
        Profile::Quick => Size {
            runs: 10,
            walks: 8,
            limit: Duration::from_secs(15),
        },
        Profile::Full => Size {
            runs: 30,
            walks: 16,
            limit: Duration::from_secs(50),
        },
    }
}

/// What the threads of all runs have in common.
#[derive(Debug, Default)]
struct Tally {
    operations: AtomicU64,
    faults: AtomicU64,
    stop: AtomicBool,
}

/// Why a run has no checksum.
enum Failure {
    Stuck,
    TooSlow,
}

/// Does it all, and reports it as JSON.
pub fn run(profile: Profile, seed: Option<u64>) -> String {
    let seed = seed.unwrap_or(SEED);
    let size = size(profile);
    let (start, tally) = (Instant::now(), Tally::default());
    let deadline = start + size.limit;
    let (mut deadlocks, mut timeouts) = (0, 0);
    let (mut deterministic, mut checksums) = (true, Vec::new());
    for number in 0..size.runs {
        let run_seed = SplitMix64::new(seed.wrapping_add(number as u64)).next_u64();
        let mut pass = |reversed| match walk_all(run_seed, size.walks, reversed, &tally, deadline) {
            Ok(checksum) => Some(checksum),
            Err(Failure::Stuck) => {
                deadlocks += 1;
                None
            }
            Err(Failure::TooSlow) => {
                timeouts += 1;
                None
            }
        };
        let (first, second) = (pass(false), pass(true));
        deterministic &= first.is_some() && first == second;
        checksums.push(json::string(&format!("{:016x}", first.unwrap_or(0))));
    }
    format!(
        "CONCURRENCY: {{\"profile\":\"{}\",\"seed\":{seed},\"workers\":{WORKERS},\"runs\":{},\
         \"checksums\":[{}],\"deterministic\":{deterministic},\"invariant_errors\":{},\
         \"deadlocks\":{deadlocks},\"timeouts\":{timeouts},\"elapsed_ms\":{},\"ops_total\":{}}}",
        profile.as_str(),
        size.runs,
        checksums.join(","),
        tally.faults.load(Relaxed),
        start.elapsed().as_millis(),
        tally.operations.load(Relaxed)
    )
}

/// The walks of one run, dealt out to the workers as these come; `reversed` deals the last walk first.
fn walk_all(
    seed: u64,
    walks: usize,
    reversed: bool,
    tally: &Tally,
    deadline: Instant,
) -> Result<u64, Failure> {
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let turn = next.fetch_add(1, Relaxed);
                    if turn >= walks {
                        break;
                    }
                    let walk = if reversed { walks - 1 - turn } else { turn };
                    let saw = walk_and_return(seed.wrapping_add(walk as u64), tally);
                    if sender.send((walk, saw)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut seen = vec![0; walks];
        for _ in 0..walks {
            let (walk, saw) = wait(&results, tally, deadline).inspect_err(|_| {
                // The workers look at this between two steps, so that the scope can end.
                tally.stop.store(true, Relaxed);
            })?;
            seen[walk] = saw;
        }
        // In the order of the walks, whoever made them and whenever.
        Ok(seen.into_iter().fold(seed, mix))
    })
}

/// The next result; an error if nobody makes a step any more, or if time is up.
fn wait<T>(
    results: &std::sync::mpsc::Receiver<T>,
    tally: &Tally,
    deadline: Instant,
) -> Result<T, Failure> {
    let (mut steps, mut moved) = (tally.operations.load(Relaxed), Instant::now());
    loop {
        match results.recv_timeout(Duration::from_millis(100)) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Disconnected) => return Err(Failure::Stuck),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let now = tally.operations.load(Relaxed);
        if now != steps {
            (steps, moved) = (now, Instant::now());
        }
        if moved.elapsed() > STUCK_AFTER {
            return Err(Failure::Stuck);
        }
        if Instant::now() > deadline {
            return Err(Failure::TooSlow);
        }
    }
}

/// Walks a random game from a random array and back. Returns a checksum of the positions.
fn walk_and_return(seed: u64, tally: &Tally) -> u64 {
    let mut random = SplitMix64::new(seed);
    let array = random.below(u64::from(regence_chess::chess960::POSITIONS)) as u16;
    let mut game = Game::new(Board::chess960(array));
    let mut trail = vec![footprint(&game)];
    let mut sum = mix(seed, game.board().key());
    while trail.len() <= LONGEST_WALK && !tally.stop.load(Relaxed) {
        let moves = game.board().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.push(moves[random.below(moves.len() as u64) as usize]);
        tally.operations.fetch_add(1, Relaxed);
        check(is_sound(game.board()), tally);
        trail.push(footprint(&game));
        sum = mix(sum, game.board().key());
    }
    while let Some(steps) = trail.pop() {
        check(steps == footprint(&game), tally);
        tally.operations.fetch_add(1, Relaxed);
        if game.pop().is_none() {
            break;
        }
    }
    check(trail.is_empty(), tally);
    sum
}

/// What must be the same on the way back.
fn footprint(game: &Game) -> (u64, String) {
    (game.board().key(), game.board().to_fen())
}

/// The key is what it is from scratch, and the FEN is read back as the same board.
fn is_sound(board: &Board) -> bool {
    let is_same = |read: Board| read == *board && read.key() == board.key();
    board.compute_keys().position == board.key()
        && Board::from_fen(&board.to_fen()).is_ok_and(is_same)
}

fn check(holds: bool, tally: &Tally) {
    if !holds {
        tally.faults.fetch_add(1, Relaxed);
    }
}

fn mix(sum: u64, next: u64) -> u64 {
    SplitMix64::new(sum.rotate_left(1) ^ next).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_is_whole_and_the_same_for_the_same_seed() {
        let read = |seed| -> serde_json::Value {
            let text = run(Profile::Quick, Some(seed));
            let text = text.strip_prefix("CONCURRENCY: ").expect("its name");
            serde_json::from_str(text).expect("JSON")
        };
        let (first, second, other) = (read(1), read(1), read(2));
        assert_eq!(first["checksums"], second["checksums"]);
        assert_ne!(first["checksums"], other["checksums"]);
        assert_eq!(first["checksums"].as_array().unwrap().len(), 10);
        assert_eq!(first["deterministic"], true);
        for zero in ["invariant_errors", "deadlocks", "timeouts"] {
            assert_eq!(first[zero], 0, "{zero}");
        }
        assert!(first["ops_total"].as_u64().unwrap() > 1000);
    }

    #[test]
    fn a_broken_step_is_counted() {
        let tally = Tally::default();
        check(false, &tally);
        assert_eq!(tally.faults.load(Relaxed), 1);
    }
}
