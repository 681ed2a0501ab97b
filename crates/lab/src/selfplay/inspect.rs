//! What is in shards: every game is replayed, and every move checked.

use std::path::{Path, PathBuf};

use regence_chess::{Board, Color};
use regence_records::training::{ScoredMove, TrainingGame};

use crate::error::LabError;
use crate::provenance::say;
use crate::selfplay::shard;

/// What `selfplay inspect` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The shards
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// A score further from equal than this teaches nothing about judgement.
pub const MAX_SCORE: i16 = 3000;

/// Whether a position can be judged at rest: not in check, nothing about to be taken, not decided.
pub fn is_quiet(board: &Board, ply: ScoredMove) -> bool {
    !board.in_check() && !board.is_noisy(ply.mv) && ply.score.unsigned_abs() <= MAX_SCORE as u16
}

/// Hands every game of a shard to `take`.
pub fn for_each_game(path: &Path, mut take: impl FnMut(&TrainingGame)) -> Result<(), LabError> {
    shard::for_each_game(path, |game| {
        take(game);
        Ok(())
    })
}

/// Checks shards and tells what is in them.
pub fn run(options: &Options) -> Result<(), LabError> {
    let mut all = Summary::default();
    for path in &options.files {
        for_each_game(path, |game| all.add(game))?;
    }
    say(&all.to_text());
    Ok(())
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Summary {
    games: u64,
    white: u64,
    black: u64,
    positions: u64,
    quiet: u64,
    bytes: u64,
    longest: usize,
    /// Quiet positions by the number of pieces, in eights: 2–9, 10–17, 18–25, 26–32.
    by_pieces: [u64; 4],
}

impl Summary {
    fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.white += u64::from(game.winner == Some(Color::White));
        self.black += u64::from(game.winner == Some(Color::Black));
        self.positions += game.plies.len() as u64;
        self.bytes += game.size() as u64;
        self.longest = self.longest.max(game.plies.len());
        for (board, ply) in game.positions() {
            if is_quiet(&board, ply) {
                self.quiet += 1;
                let pieces = board.occupied().0.count_ones() as usize;
                self.by_pieces[(pieces.saturating_sub(2) / 8).min(3)] += 1;
            }
        }
    }

    fn to_text(&self) -> String {
        let share = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
        let draws = self.games - self.white - self.black;
        format!(
            "{} games: White won {:.1} %, Black {:.1} %, drawn {:.1} %; every move is legal\n\
             {} positions, {:.1} a game, at most {}; {:.2} bytes each\n\
             {} quiet positions ({:.1} %); with 2–9, 10–17, 18–25 and more pieces: {:.0}, {:.0}, {:.0}, {:.0} %\n",
            self.games,
            share(self.white, self.games),
            share(self.black, self.games),
            share(draws, self.games),
            self.positions,
            self.positions as f64 / self.games.max(1) as f64,
            self.longest,
            self.bytes as f64 / self.positions.max(1) as f64,
            self.quiet,
            share(self.quiet, self.positions),
            share(self.by_pieces[0], self.quiet),
            share(self.by_pieces[1], self.quiet),
            share(self.by_pieces[2], self.quiet),
            share(self.by_pieces[3], self.quiet),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::game::{Player, Style};

    #[test]
    fn a_summary_counts_games_and_positions() {
        let style = Style {
            nodes: 30,
            random_plies: 8,
            stray: 0,
        };
        let game = Player::new(style).play(1, 1);
        let mut summary = Summary::default();
        summary.add(&game);
        summary.add(&game);
        assert_eq!(summary.games, 2);
        assert_eq!(summary.positions, 2 * game.plies.len() as u64);
        assert!(summary.quiet > 0 && summary.quiet < summary.positions);
        assert_eq!(summary.by_pieces.iter().sum::<u64>(), summary.quiet);
        assert!(summary.to_text().starts_with("2 games"));
    }
}
