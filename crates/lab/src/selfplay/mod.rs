//! `selfplay`: games of the engine against itself, to learn from.
//!
//! A shard is the file of one seed. Its games depend on the seed and their number alone and are written in order, so
//! a run that was stopped or killed goes on where it was and ends with the same file.

pub mod game;
pub mod gomoku;
pub mod inspect;
mod shard;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::Builder;
use std::time::{Duration, Instant};

use regence_chess_search::Judgement;
use regence_core::pool::STACK_BYTES;
use regence_records::training::TrainingGame;

use crate::error::LabError;
use crate::provenance::{Provenance, say};
use game::{Player, Style};
use shard::Shard;

/// What is played, or looked at.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    /// Plays chess games and adds them to a shard
    Chess(Options),
    /// Replays every game of shards, checks them, and tells what is in them
    Inspect(inspect::Options),
    /// Plays Gomoku games and adds them to a shard
    Gomoku(gomoku::Options),
    /// Replays every game of Gomoku shards, checks them, and tells what is in them
    InspectGomoku(gomoku::inspect::Options),
}

/// What `selfplay chess` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The folder of the shards; each seed has a file of its own, which is continued
    #[arg(long)]
    out: PathBuf,
    /// How many games the shard shall hold in the end
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Nodes after which no new iteration begins
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Random plies before a game, or one more
    #[arg(long, default_value_t = 8)]
    random_plies: u64,
    /// Of a hundred quiet moves so many are random, to see what good play avoids
    #[arg(long, default_value_t = 0)]
    stray: u64,
    /// Who evaluates: a network file, or `<classical>`; by default what is shipped
    #[arg(long, value_name = "FILE")]
    eval: Option<String>,
    /// Games that are played at the same time
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Another seed plays other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs what was asked for.
pub fn run(command: &Command) -> Result<(), LabError> {
    match command {
        Command::Chess(options) => {
            let mut provenance = Provenance::here()?;
            if let Some(name) = &options.eval {
                provenance.search += &format!(", eval {name}");
            }
            play(options, &provenance)
        }
        Command::Inspect(options) => inspect::run(options),
        Command::Gomoku(options) => gomoku::run(options),
        Command::InspectGomoku(options) => gomoku::inspect::run(options),
    }
}

fn play(options: &Options, provenance: &Provenance) -> Result<(), LabError> {
    let style = Style {
        nodes: options.nodes,
        random_plies: options.random_plies,
        stray: options.stray,
    };
    let judgement =
        &Judgement::by_name(options.eval.as_deref().unwrap_or_default()).map_err(LabError::new)?;
    let mut shard = Shard::open(&options.out, options.seed, style, provenance)?;
    eprintln!(
        "{}: {} of {} games are there",
        shard.path().display(),
        shard.games(),
        options.games
    );
    let (next, stop) = (&AtomicU64::new(shard.games()), &AtomicBool::new(false));
    let (sender, finished) = mpsc::channel();
    std::thread::scope(|scope| {
        let spawn = |sender: Sender<_>| {
            Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || {
                    let player = Player::new(style).judging_by(judgement.clone());
                    work(options, player, next, stop, &sender)
                })
        };
        // A thread that the system refuses makes it slower, no more; without any the channel is closed at once.
        for _ in 0..options.threads.max(1) {
            let _ = spawn(sender.clone());
        }
        drop(sender);
        let written = write_in_order(&mut shard, &finished, options.games);
        stop.store(true, Relaxed);
        written
    })?;
    match shard.games() >= options.games {
        true => {
            say(&format!(
                "{}: {} games, {} positions\n",
                shard.path().display(),
                shard.games(),
                shard.positions()
            ));
            Ok(())
        }
        false => Err(LabError::new("the players stopped too early, see above")),
    }
}

fn work(
    options: &Options,
    mut player: Player,
    next: &AtomicU64,
    stop: &AtomicBool,
    sender: &Sender<(u64, TrainingGame)>,
) {
    while !stop.load(Relaxed) {
        let number = next.fetch_add(1, Relaxed);
        if number >= options.games {
            return;
        }
        let game = player.play(options.seed, number);
        if sender.send((number, game)).is_err() {
            return;
        }
    }
}

/// Games come as they end; the file takes them by number.
fn write_in_order(
    shard: &mut Shard,
    finished: &Receiver<(u64, TrainingGame)>,
    wanted: u64,
) -> Result<(), LabError> {
    let mut waiting = BTreeMap::new();
    let mut progress = Progress::new(shard);
    for (number, game) in finished {
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&shard.games()) {
            shard.add(&game)?;
        }
        progress.tell(shard, wanted);
    }
    Ok(())
}

/// Tells how far the shard is, from time to time.
struct Progress {
    began: Instant,
    told: Instant,
    games: u64,
    positions: u64,
}

const TELL_EVERY: Duration = Duration::from_secs(10);

impl Progress {
    fn new(shard: &Shard) -> Progress {
        Progress {
            began: Instant::now(),
            told: Instant::now(),
            games: shard.games(),
            positions: shard.positions(),
        }
    }

    fn tell(&mut self, shard: &Shard, wanted: u64) {
        if self.told.elapsed() < TELL_EVERY {
            return;
        }
        self.told = Instant::now();
        let seconds = self.began.elapsed().as_secs_f64();
        let played = (shard.games() - self.games).max(1) as f64;
        let left = seconds / played * wanted.saturating_sub(shard.games()) as f64;
        eprintln!(
            "{} of {wanted} games, {} positions, {:.0} positions a second, {:.0} min to go",
            shard.games(),
            shard.positions(),
            (shard.positions() - self.positions) as f64 / seconds,
            left / 60.0
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_do_not_change_the_file() {
        let folder = |name: &str| {
            std::env::temp_dir().join(format!("regence-selfplay-{name}-{}", std::process::id()))
        };
        let file = |name: &str, threads: usize| {
            let options = Options {
                out: folder(name),
                games: 6,
                nodes: 30,
                random_plies: 8,
                stray: 0,
                eval: None,
                threads,
                seed: 5,
            };
            let provenance = Provenance {
                search: "a test".into(),
                machine: "any".into(),
                command: "test".into(),
            };
            play(&options, &provenance).expect("played");
            let bytes = std::fs::read(options.out.join("seed-5.games")).expect("a file");
            std::fs::remove_dir_all(&options.out).expect("removed");
            bytes
        };
        assert_eq!(file("one", 1), file("three", 3));
    }
}
