//! What is in shards: every game is replayed, and every move checked.

use std::path::{Path, PathBuf};

use regence_chess::{Board, Color};
use regence_records::training::{ScoredMove, TrainingGame};

use crate::selfplay::shard;
use regence_arena::error::LabError;
use regence_arena::provenance::say;

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

/// Hands every game of a shard to `take`; the result is how many damaged parts were left out.
pub fn for_each_game(path: &Path, mut take: impl FnMut(&TrainingGame)) -> Result<usize, LabError> {
    shard::for_each_game(path, |game| {
        take(game);
        Ok(())
    })
}

/// Checks shards and tells what is in them.
pub fn run(options: &Options) -> Result<(), LabError> {
    let mut all = Summary::default();
    let mut damage = 0;
    for path in &options.files {
        damage += for_each_game(path, |game| all.add(game))?;
    }
    say(&all.to_text());
    refuse_damage(damage)
}

/// An inspection that left something out has failed.
pub fn refuse_damage(parts: usize) -> Result<(), LabError> {
    match parts {
        0 => Ok(()),
        _ => Err(LabError::new(format!(
            "{parts} damaged parts were left out (see above); run the same `selfplay` again if a run was interrupted, \
             or save the rest with `selfplay repair`"
        ))),
    }
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
    /// Quiet positions by the size of their score: below 50, 150, 400, and the rest.
    by_score: [u64; 4],
    /// Games by their length in plies: below 60, 100, 150, and the rest.
    by_length: [u64; 4],
    /// Games that do not begin with king and rooks at home.
    chess960: u64,
}

const SCORES: [u64; 3] = [50, 150, 400];
const LENGTHS: [u64; 3] = [60, 100, 150];

/// The first class whose limit is above a number.
fn class(number: u64, limits: [u64; 3]) -> usize {
    limits.iter().filter(|&&limit| limit <= number).count()
}

impl Summary {
    fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.white += u64::from(game.winner == Some(Color::White));
        self.black += u64::from(game.winner == Some(Color::Black));
        self.positions += game.plies.len() as u64;
        self.bytes += game.size() as u64;
        self.longest = self.longest.max(game.plies.len());
        self.by_length[class(game.plies.len() as u64, LENGTHS)] += 1;
        self.chess960 += u64::from(!is_usual(&game.start));
        for (board, ply) in game.positions() {
            if is_quiet(&board, ply) {
                self.quiet += 1;
                let pieces = board.occupied().0.count_ones() as usize;
                self.by_pieces[(pieces.saturating_sub(2) / 8).min(3)] += 1;
                self.by_score[class(ply.score.unsigned_abs().into(), SCORES)] += 1;
            }
        }
    }

    fn to_text(&self) -> String {
        let share = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
        let shares = |parts: [u64; 4]| {
            let of = parts.iter().sum();
            let texts = parts.map(|part| format!("{:.0}", share(part, of)));
            texts.join(", ")
        };
        let draws = self.games - self.white - self.black;
        format!(
            "{} games: White won {:.1} %, Black {:.1} %, drawn {:.1} %; every move is legal\n\
             {:.1} % from Chess960; with fewer than 60, 100, 150 plies and longer: {} %\n\
             {} positions, {:.1} a game, at most {}; {:.2} bytes each\n\
             {} quiet positions ({:.1} %); with 2–9, 10–17, 18–25 and more pieces: {} %\n\
             their scores below 50, 150, 400 centipawns and above: {} %\n",
            self.games,
            share(self.white, self.games),
            share(self.black, self.games),
            share(draws, self.games),
            share(self.chess960, self.games),
            shares(self.by_length),
            self.positions,
            self.positions as f64 / self.games.max(1) as f64,
            self.longest,
            self.bytes as f64 / self.positions.max(1) as f64,
            self.quiet,
            share(self.quiet, self.positions),
            shares(self.by_pieces),
            shares(self.by_score),
        )
    }
}

/// Whether the rooks that may castle stand where they stand in the usual game.
fn is_usual(start: &Board) -> bool {
    let corners = Board::startpos().castling_rooks();
    start.castling_rooks() & corners == start.castling_rooks()
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
            chess960: 0,
        };
        let game = Player::new(style).play(1, 1);
        let mut summary = Summary::default();
        summary.add(&game);
        summary.add(&game);
        assert_eq!(summary.games, 2);
        assert_eq!(summary.positions, 2 * game.plies.len() as u64);
        assert!(summary.quiet > 0 && summary.quiet < summary.positions);
        assert_eq!(summary.by_pieces.iter().sum::<u64>(), summary.quiet);
        assert_eq!(summary.by_score.iter().sum::<u64>(), summary.quiet);
        assert_eq!(summary.by_length.iter().sum::<u64>(), 2);
        assert!(summary.to_text().starts_with("2 games"));
        assert_eq!(summary.chess960, 0);
        let other = TrainingGame {
            start: Board::chess960(0),
            winner: None,
            plies: Vec::new(),
        };
        summary.add(&other);
        assert_eq!(summary.chess960, 1);
    }

    #[test]
    fn classes_begin_with_their_limit() {
        assert_eq!(
            [0, 49, 50, 149, 400].map(|n| class(n, SCORES)),
            [0, 0, 1, 1, 3]
        );
    }
}
