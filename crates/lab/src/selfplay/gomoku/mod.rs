//! `selfplay gomoku`: games of the Gomoku search against itself, to fit its evaluation to.
//!
//! A shard holds the games of one rule set and seed. Each game depends on seed and number alone, and they are written in
//! order: a run that was stopped goes on where it was and ends with the same file.

pub mod inspect;
pub mod record;

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread::Builder;
use std::time::{Duration, Instant};

use regence_core::pool::STACK_BYTES;
use regence_core::watch::WallClock;
use regence_core::{Limits, NoObserver, Shared, Value};
use regence_gomoku::{Move, RuleSet, Size};
use regence_gomoku_search::{Engine, Gomoku, Job};
use serde_json::json;

use crate::error::LabError;
use crate::openings::gomoku::{Openings, Strewing, size_of};
use crate::provenance::{Provenance, command, machine, say};
use record::{DECIDED, Game, RecordError};

/// What `selfplay gomoku` is told.
#[derive(clap::Args, Debug, Clone)]
pub struct Options {
    /// The folder of the shards; each rule and seed has a file of its own, which is continued
    #[arg(long)]
    out: PathBuf,
    /// The rule set: freestyle, standard, renju, caro or ninuki
    #[arg(long)]
    rule: RuleSet,
    /// The side of the board; by default 15, in ninuki 19
    #[arg(long)]
    size: Option<u8>,
    /// How many games the shard shall hold in the end
    #[arg(long, default_value_t = 5000)]
    games: u64,
    /// Nodes a move
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Games that are played at the same time
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Another seed plays other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A game that is longer has got nowhere; it is drawn.
const LONGEST: usize = 250;

/// Openings need only not be decided: one-sided ones teach as well.
const STREWING: Strewing = Strewing {
    nodes: 500,
    balanced: 160,
};

/// Plays games until the shard is full.
pub fn run(options: &Options) -> Result<(), LabError> {
    play(options, &Provenance::of::<Gomoku>()?.search)
}

fn play(options: &Options, search: &str) -> Result<(), LabError> {
    let size = size_of(options.rule, options.size)?;
    let mut shard = Shard::open(options, size, search)?;
    let next = &AtomicU64::new(shard.games);
    let (sender, finished) = mpsc::channel();
    let began = (Instant::now(), shard.games);
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            let sender = sender.clone();
            let work = move || {
                let mut player = Player::new(options, size);
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= options.games
                        || sender.send((number, player.game(number))).is_err()
                    {
                        return;
                    }
                }
            };
            Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .map_err(|error| LabError::new(format!("a thread was refused: {error}")))?;
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut told = Instant::now();
        for (number, game) in finished {
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&shard.games) {
                shard.add(&game)?;
            }
            if told.elapsed() > Duration::from_secs(20) {
                told = Instant::now();
                let played = (shard.games - began.1) as f64;
                let rate = played / began.0.elapsed().as_secs_f64();
                eprintln!(
                    "{} of {} games, {rate:.1} a second",
                    shard.games, options.games
                );
            }
        }
        Ok::<(), LabError>(())
    })?;
    let Shard {
        path,
        games,
        positions,
        ..
    } = shard;
    say(&format!(
        "{}: {games} games, {positions} positions\n",
        path.display()
    ));
    Ok(())
}

/// Plays both sides of a game.
struct Player {
    engine: Engine,
    openings: Openings,
    rule: RuleSet,
    size: Size,
    nodes: u64,
}

impl Player {
    fn new(options: &Options, size: Size) -> Player {
        let mut engine = Engine::new();
        // Short searches need no more; the default serves if even this is refused.
        let _ = engine.set_hash(2);
        Player {
            engine,
            openings: Openings::with(options.seed, STREWING),
            rule: options.rule,
            size,
            nodes: options.nodes,
        }
    }

    fn game(&mut self, number: u64) -> Game {
        let mut board = self.openings.get(self.rule, self.size, number);
        let mut game = Game {
            rule: self.rule,
            size: self.size,
            winner: None,
            opening: board.moves().into_iter().flatten().collect(),
            moves: Vec::new(),
        };
        self.engine.new_game();
        while board.outcome().is_none() && game.moves.len() < LONGEST {
            let Some((mv, value)) =
                self.think(Job::new(board.clone(), Limits::to_nodes(self.nodes)))
            else {
                break;
            };
            game.moves.push((mv, score_of(value)));
            if value.is_decisive() {
                let side = board.side();
                game.winner = Some(if value.is_win() { side } else { side.other() });
                return game;
            }
            if board.play(mv).is_err() {
                // A search never answers so; the move stays in the record for the checker to find.
                return game;
            }
        }
        game.winner = board.outcome().and_then(|outcome| outcome.winner());
        game
    }

    fn think(&mut self, job: Job) -> Option<(Move, Value)> {
        let shared = Shared::new(1, WallClock::start(), false);
        let found = self.engine.search(&job, &shared, &mut NoObserver)?;
        Some((found.best.mv, found.best.value))
    }
}

fn score_of(value: Value) -> i16 {
    match (value.is_win(), value.is_loss()) {
        (true, _) => DECIDED,
        (_, true) => -DECIDED,
        _ => value
            .raw()
            .clamp(1 - i32::from(DECIDED), i32::from(DECIDED) - 1) as i16,
    }
}

/// An open file of games.
struct Shard {
    path: PathBuf,
    file: File,
    games: u64,
    positions: u64,
}

impl Shard {
    /// Opens or makes the shard. What an interrupted run left after its last whole game is cut off; games of another
    /// search or style are not mixed in.
    fn open(options: &Options, size: Size, search: &str) -> Result<Shard, LabError> {
        let folder = &options.out;
        fs::create_dir_all(folder).map_err(|error| LabError::file(folder, &error))?;
        let path = folder.join(format!("{}-{}.gomoku", options.rule, options.seed));
        keep_manifest(&path.with_extension("json"), options, size, search)?;
        let fail = |error: std::io::Error| LabError::file(&path, &error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(fail)?;
        let (mut games, mut positions, mut bytes) = (0, 0, 0);
        read_games(&path, &file, true, |game| {
            games += 1;
            positions += game.moves.len() as u64;
            bytes += game.bytes() as u64;
            Ok(())
        })?;
        file.set_len(bytes).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        Ok(Shard {
            path,
            file,
            games,
            positions,
        })
    }

    fn add(&mut self, game: &Game) -> Result<(), LabError> {
        let mut bytes = Vec::with_capacity(game.bytes());
        game.write(&mut bytes)
            .and_then(|()| self.file.write_all(&bytes))
            .map_err(|error| LabError::file(&self.path, &error))?;
        self.games += 1;
        self.positions += game.moves.len() as u64;
        Ok(())
    }
}

/// Hands every game of a shard to `take`.
pub fn for_each_game(
    path: &Path,
    take: impl FnMut(&Game) -> Result<(), String>,
) -> Result<(), LabError> {
    let file = File::open(path).map_err(|error| LabError::file(path, &error))?;
    read_games(path, &file, false, take)
}

fn read_games(
    path: &Path,
    file: &File,
    may_be_cut: bool,
    mut take: impl FnMut(&Game) -> Result<(), String>,
) -> Result<(), LabError> {
    let mut input = BufReader::new(file);
    let mut number = 0;
    loop {
        number += 1;
        let wrong = |error: &dyn std::fmt::Display| {
            LabError::new(format!("{}, game {number}: {error}", path.display()))
        };
        match Game::read(&mut input) {
            Ok(Some(game)) => take(&game).map_err(|error| wrong(&error))?,
            Ok(None) => return Ok(()),
            Err(RecordError::CutOff) if may_be_cut => return Ok(()),
            Err(error) => return Err(wrong(&error)),
        }
    }
}

fn keep_manifest(path: &Path, options: &Options, size: Size, search: &str) -> Result<(), LabError> {
    let fail = |error: std::io::Error| LabError::file(path, &error);
    let made_by = json!({
        "search": search,
        "rule": options.rule.to_string(),
        "size": size.width(),
        "seed": options.seed,
        "nodes": options.nodes,
    });
    if path.exists() {
        let text = fs::read_to_string(path).map_err(fail)?;
        let found: serde_json::Value = serde_json::from_str(&text)
            .map_err(|error| LabError::new(format!("{}: {error}", path.display())))?;
        return match found.get("made_by") == Some(&made_by) {
            true => Ok(()),
            false => Err(LabError::new(format!(
                "{}: these games were played otherwise ({}), now it would be {made_by}; choose another --seed or --out",
                path.display(),
                found.get("made_by").unwrap_or(&serde_json::Value::Null)
            ))),
        };
    }
    let manifest = json!({ "made_by": made_by, "machine": machine(), "command": command() });
    fs::write(path, format!("{manifest:#}\n")).map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(name: &str, threads: usize) -> Options {
        let name = format!("regence-gomoku-{name}-{}", std::process::id());
        Options {
            out: std::env::temp_dir().join(name),
            rule: RuleSet::Ninuki,
            size: Some(9),
            games: 4,
            nodes: 40,
            threads,
            seed: 5,
        }
    }

    #[test]
    fn neither_threads_nor_interruptions_change_the_file() {
        let (one, two) = (options("one", 1), options("two", 3));
        play(&one, "a test").unwrap();
        let bytes = fs::read(one.out.join("ninuki-5.gomoku")).unwrap();
        play(
            &Options {
                games: 2,
                ..two.clone()
            },
            "a test",
        )
        .unwrap();
        let path = two.out.join("ninuki-5.gomoku");
        let some = fs::read(&path).unwrap();
        fs::write(&path, &some[..some.len() - 3]).unwrap();
        play(&two, "a test").unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes);
        let refused = play(&two, "another search").unwrap_err().to_string();
        assert!(refused.contains("choose another"), "{refused}");
        for options in [one, two] {
            fs::remove_dir_all(options.out).unwrap();
        }
    }
}
