//! `depths`: how deep the search comes in a given time. More time must never give less depth.

use std::time::Duration;

use regence_core::game::Game;
use regence_core::limiter::WallClock;
use regence_core::{Limits, NoObserver, Request, Shared};

use regence_arena::error::LabError;
use regence_arena::games::{self, GameOptions};
use regence_arena::in_game;
use regence_arena::provenance::{on_large_stack, say};
use regence_arena::setup::{Setup, SetupOptions};

/// What `depths` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// A position, or a file with one a line [default: the bench set]
    position: Vec<String>,
    /// The times, in milliseconds
    #[arg(long, value_delimiter = ',', default_values_t = [50, 100, 200, 400, 800])]
    times: Vec<u64>,
    /// How many of the positions
    #[arg(long, default_value_t = 20)]
    positions: usize,
    /// Megabytes of table; 0 searches without one
    #[arg(long, default_value_t = 16)]
    hash: usize,
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    setup: SetupOptions,
}

/// Prints the depth for each position and time, and how often it fell.
pub fn run(options: &Options) -> Result<(), LabError> {
    in_game!(options.game.game, run_in(options))
}

pub fn run_in<G: Game>(options: &Options) -> Result<(), LabError> {
    let mut positions = options.game.positions::<G>(&options.position)?;
    positions.truncate(options.positions);
    let setup = options.setup.read_for::<G>()?;
    let (times, hash) = (options.times.clone(), options.hash);
    let rows = on_large_stack(move || measure::<G>(positions, &times, hash, &setup))??;
    let times: Vec<String> = options.times.iter().map(|t| format!("{t:>5}")).collect();
    say(&format!("   ms {}\n", times.join("")));
    for (number, row) in rows.iter().enumerate() {
        let depths: Vec<String> = row.iter().map(|depth| format!("{depth:>5}")).collect();
        say(&format!("{:>5} {}\n", number + 1, depths.join("")));
    }
    let means: Vec<String> = means(&rows).iter().map(|d| format!("{d:>5.1}")).collect();
    say(&format!(" mean {}\n", means.join("")));
    say(&format!(
        "{} positions; the depth fell with more time {} times\n",
        rows.len(),
        rows.iter().map(|row| falls(row)).sum::<usize>()
    ));
    Ok(())
}

/// The depths of each position, by the times in milliseconds.
pub fn measure<G: Game>(
    positions: Vec<G::Position>,
    times: &[u64],
    hash: usize,
    setup: &Setup,
) -> Result<Vec<Vec<i32>>, LabError> {
    let mut engine = games::engine::<G>(setup, hash)?;
    let mut depth = |position: &G::Position, milliseconds: u64| {
        engine.new_game();
        let limits = Limits::for_time(Duration::from_millis(milliseconds));
        let request = Request::new(position.clone(), limits);
        let shared = Shared::new(1, WallClock::start(), false);
        let outcome = engine.search(&request, &shared, &mut NoObserver);
        outcome.map_or(0, |outcome| outcome.depth)
    };
    Ok(positions
        .iter()
        .map(|position| times.iter().map(|&time| depth(position, time)).collect())
        .collect())
}

/// The mean depth for each time.
pub fn means(rows: &[Vec<i32>]) -> Vec<f64> {
    let times = rows.first().map_or(0, Vec::len);
    let sum = |time: usize| rows.iter().map(|row| f64::from(row[time])).sum::<f64>();
    (0..times)
        .map(|time| sum(time) / rows.len() as f64)
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

    #[test]
    fn means_are_of_each_time() {
        assert_eq!(means(&[vec![4, 8], vec![5, 8]]), [4.5, 8.0]);
        assert_eq!(means(&[]), [0.0; 0]);
    }
}
