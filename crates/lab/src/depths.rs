//! `depths`: how deep the search comes in a given time. More time must never give less depth.

use std::time::Duration;

use regence_chess::{Board, Game};
use regence_chess_search::{Engine, Job, bench};
use regence_core::limiter::WallClock;
use regence_core::{Limits, NoObserver, Shared};

use regence_arena::error::LabError;
use regence_arena::provenance::{on_large_stack, say};

/// What `depths` is told.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// The times, in milliseconds
    #[arg(long, value_delimiter = ',', default_values_t = [50, 100, 200, 400, 800])]
    times: Vec<u64>,
    /// How many positions of the bench set
    #[arg(long, default_value_t = 20)]
    positions: usize,
}

/// Prints the depth for each position and time, and how often it fell.
pub fn run(options: &Options) -> Result<(), LabError> {
    let wanted = options.clone();
    let rows = on_large_stack(move || measure(&wanted))?;
    let times: Vec<String> = options.times.iter().map(|t| format!("{t:>5}")).collect();
    say(&format!("   ms {}\n", times.join("")));
    for (number, row) in rows.iter().enumerate() {
        let depths: Vec<String> = row.iter().map(|depth| format!("{depth:>5}")).collect();
        say(&format!("{:>5} {}\n", number + 1, depths.join("")));
    }
    say(&format!(
        "{} positions; the depth fell with more time {} times\n",
        rows.len(),
        rows.iter().map(|row| falls(row)).sum::<usize>()
    ));
    Ok(())
}

fn measure(options: &Options) -> Vec<Vec<i32>> {
    let boards = bench::POSITIONS
        .iter()
        .filter_map(|fen| Board::from_fen(fen).ok());
    let mut engine = Engine::new();
    boards
        .take(options.positions)
        .map(|board| {
            let depth = |&milliseconds: &u64| {
                engine.new_game();
                let limits = Limits::for_time(Duration::from_millis(milliseconds));
                let job = Job::new(Game::new(board), limits);
                let shared = Shared::new(1, WallClock::start(), false);
                let outcome = engine.search(&job, &shared, &mut NoObserver);
                outcome.map_or(0, |outcome| outcome.depth)
            };
            options.times.iter().map(depth).collect()
        })
        .collect()
}

fn falls(depths: &[i32]) -> usize {
    depths.windows(2).filter(|pair| pair[1] < pair[0]).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn falls_are_counted() {
        assert_eq!(falls(&[5, 7, 7, 9]), 0);
        assert_eq!(falls(&[5, 4, 6, 5]), 2);
    }
}
