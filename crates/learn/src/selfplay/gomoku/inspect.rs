//! What is in shards of Gomoku games: every game is replayed, every move and result checked.

use std::path::PathBuf;

use regence_gomoku::Side;

use super::record::Game;
use crate::selfplay::inspect::refuse_damage;
use crate::selfplay::shard::{Record, for_each_game};
use regence_arena::error::LabError;
use regence_arena::provenance::say;

/// What `selfplay inspect-gomoku` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The shards
    #[arg(required = true)]
    files: Vec<PathBuf>,
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

#[derive(Debug, Default, PartialEq, Eq)]
struct Summary {
    games: u64,
    black: u64,
    white: u64,
    positions: u64,
    bytes: u64,
    longest: usize,
}

impl Summary {
    fn add(&mut self, game: &Game) -> Result<(), String> {
        game.replay(|_, _| {})?;
        self.games += 1;
        self.black += u64::from(game.winner == Some(Side::Black));
        self.white += u64::from(game.winner == Some(Side::White));
        self.positions += game.moves.len() as u64;
        self.bytes += game.bytes() as u64;
        self.longest = self.longest.max(game.moves.len());
        Ok(())
    }

    fn to_text(&self) -> String {
        let per = |part: u64, of: u64| part as f64 / of.max(1) as f64;
        let draws = self.games - self.black - self.white;
        format!(
            "{} games: Black won {:.1} %, White {:.1} %, drawn {:.1} %; every move is legal, every result right\n\
             {} positions, {:.1} a game, at most {}; {:.2} bytes each\n",
            self.games,
            100.0 * per(self.black, self.games),
            100.0 * per(self.white, self.games),
            100.0 * per(draws, self.games),
            self.positions,
            per(self.positions, self.games),
            self.longest,
            per(self.bytes, self.positions),
        )
    }
}
