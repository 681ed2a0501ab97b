//! `gen`: games of the engine against itself, as labelled quiet positions.
//!
//! Each game depends on the seed and its number alone, so a run that was stopped goes on where it was: the file is
//! read for the numbers of finished games, and only the others are played.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Color, Game, Move};
use regence_chess_search::{Engine, Job};
use regence_core::watch::WallClock;
use regence_core::{Limits, NoObserver, Shared, Value};

use crate::error::LabError;
use crate::labelled::Labelled;

/// What `gen` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// The file to write to; a file of an earlier run with the same seed is continued
    #[arg(long)]
    out: PathBuf,
    /// How many games the file shall hold in the end
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Nodes a move
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Games that are played at the same time
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Another seed plays other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Openings are this many random plies long, or one more: both sides get to begin.
const RANDOM_PLIES: u64 = 8;
/// Starts that the search thinks further from equal than this are not played.
const BALANCED: i32 = 150;
/// A position further from equal than this teaches nothing about judgement.
const WRITTEN: i32 = 1500;
/// Both sides agree on a lead of so much for so many plies: the game is won.
const WON: (i32, usize) = (1000, 6);
/// Nobody leads by more than so much for so many plies, late enough in the game: it is drawn.
const DRAWN: (i32, usize) = (8, 12);
const DRAWN_FROM_PLY: usize = 80;
/// No game lasts longer.
const LONGEST: usize = 400;

/// Plays the missing games.
pub fn run(options: &Options) -> Result<(), LabError> {
    let (file, done) = open(&options.out)?;
    let missing: Vec<u64> = (0..options.games)
        .filter(|game| !done.contains(game))
        .collect();
    println!("{} games are there, {} to play", done.len(), missing.len());

    let output = Mutex::new(Output {
        file,
        games: 0,
        positions: 0,
        began: Instant::now(),
    });
    let next = AtomicU64::new(0);
    let workers = options.threads.max(1);
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers)
            .map(|_| scope.spawn(|| work(options, &missing, &next, &output)))
            .collect();
        handles.into_iter().try_for_each(|handle| {
            handle
                .join()
                .map_err(|_| LabError::new("a game ended in a panic, see above"))?
        })
    })
}

fn work(
    options: &Options,
    missing: &[u64],
    next: &AtomicU64,
    output: &Mutex<Output>,
) -> Result<(), LabError> {
    let mut player = Player::new(options.nodes);
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed) as usize;
        let Some(&number) = missing.get(index) else {
            return Ok(());
        };
        let record = player.play(options.seed, number);
        let mut output = output
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        output.write(&options.out, number, &record)?;
        if output.games.is_multiple_of(20) {
            output.progress(missing.len());
        }
    }
}

/// The file and what has been added to it.
struct Output {
    file: File,
    games: usize,
    positions: usize,
    began: Instant,
}

impl Output {
    /// Adds a whole game in one go, its mark last.
    fn write(&mut self, path: &Path, number: u64, record: &Record) -> Result<(), LabError> {
        let mut text: String = record
            .positions
            .iter()
            .map(|position| position.to_line() + "\n")
            .collect();
        text += &format!("# game {number} {:.1} {}\n", record.result, record.plies);
        self.file
            .write_all(text.as_bytes())
            .map_err(|error| LabError::file(path, &error))?;
        self.games += 1;
        self.positions += record.positions.len();
        Ok(())
    }

    fn progress(&self, wanted: usize) {
        let seconds = self.began.elapsed().as_secs_f64();
        let left = seconds / self.games as f64 * (wanted - self.games) as f64;
        println!(
            "{} of {wanted} games, {} positions, {seconds:.0} s, about {left:.0} s to go",
            self.games, self.positions
        );
    }
}

/// Opens the file for adding, without what an interrupted run left after its last whole game.
fn open(path: &Path) -> Result<(File, HashSet<u64>), LabError> {
    let fail = |error: std::io::Error| LabError::file(path, &error);
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(fail)?;
    let mut done = HashSet::new();
    let (mut length, mut whole) = (0, 0);
    for line in BufReader::new(&file).split(b'\n') {
        let line = line.map_err(fail)?;
        length += line.len() as u64 + 1;
        if let Some(number) = game_mark(&String::from_utf8_lossy(&line)) {
            done.insert(number);
            whole = length;
        }
    }
    let whole = whole.min(file.metadata().map_err(fail)?.len());
    file.set_len(whole).map_err(fail)?;
    file.seek(SeekFrom::End(0)).map_err(fail)?;
    Ok((file, done))
}

fn game_mark(line: &str) -> Option<u64> {
    line.strip_prefix("# game ")?
        .split(' ')
        .next()?
        .parse()
        .ok()
}

/// One finished game.
struct Record {
    positions: Vec<Labelled>,
    result: f32,
    plies: usize,
}

/// An engine that plays both sides.
struct Player {
    engine: Engine,
    nodes: u64,
}

impl Player {
    fn new(nodes: u64) -> Player {
        let mut engine = Engine::new();
        // A few thousand nodes a move need no more; the default serves if even this is refused.
        let _ = engine.set_hash(4);
        Player { engine, nodes }
    }

    fn play(&mut self, seed: u64, number: u64) -> Record {
        let mut rng = SplitMix64::new(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
        self.engine.new_game();
        let mut game = self.opening(&mut rng);
        let mut judge = Judge::default();
        let mut quiet = Vec::new();
        let verdict = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner();
            }
            let Some((mv, value)) = self.think(&game) else {
                break None;
            };
            let board = *game.board();
            let score = white_score(&board, value);
            if let Some(verdict) = judge.decide(score, game.moves().len()) {
                break verdict;
            }
            if !board.in_check() && !board.is_noisy(mv) && score.abs() < WRITTEN {
                quiet.push((board, score));
            }
            game.push(mv);
        };
        let result = match verdict {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
        let positions = quiet
            .into_iter()
            .map(|(board, score)| Labelled {
                board,
                result,
                score,
            })
            .collect();
        Record {
            positions,
            result,
            plies: game.moves().len(),
        }
    }

    /// Random moves to a position that both sides can play.
    fn opening(&mut self, rng: &mut SplitMix64) -> Game {
        loop {
            let plies = RANDOM_PLIES + rng.below(2);
            if let Some(game) = random_game(rng, plies)
                && let Some((_, value)) = self.think(&game)
                && value.raw().abs() <= BALANCED
            {
                return game;
            }
        }
    }

    fn think(&mut self, game: &Game) -> Option<(Move, Value)> {
        let limits = Limits {
            soft_nodes: Some(self.nodes),
            nodes: Some(self.nodes * 8),
            ..Limits::default()
        };
        let job = Job::new(game.clone(), limits);
        let shared = Shared::new(1, WallClock::start(), false);
        let outcome = self.engine.search(&job, &shared, &mut NoObserver)?;
        Some((outcome.best.mv, outcome.best.value))
    }
}

/// A game of random moves that has not ended; none if it has.
fn random_game(rng: &mut SplitMix64, plies: u64) -> Option<Game> {
    let mut game = Game::new(Board::startpos());
    for _ in 0..plies {
        let moves = game.board().legal_moves();
        let choice = rng.below(moves.len() as u64) as usize;
        game.push(*moves.get(choice)?);
    }
    game.outcome().is_none().then_some(game)
}

fn white_score(board: &Board, value: Value) -> i32 {
    match board.side_to_move() {
        Color::White => value.raw(),
        Color::Black => -value.raw(),
    }
}

/// Ends games whose result is clear.
#[derive(Default)]
struct Judge {
    /// Plies in a row that White, Black and nobody were clearly winning.
    white: usize,
    black: usize,
    nobody: usize,
}

impl Judge {
    /// The winner (none: a draw) once it is clear, from White's score after so many plies.
    fn decide(&mut self, score: i32, plies: usize) -> Option<Option<Color>> {
        let count = |run: usize, holds: bool| if holds { run + 1 } else { 0 };
        self.white = count(self.white, score >= WON.0);
        self.black = count(self.black, score <= -WON.0);
        self.nobody = count(self.nobody, score.abs() <= DRAWN.0);
        if self.white >= WON.1 {
            Some(Some(Color::White))
        } else if self.black >= WON.1 {
            Some(Some(Color::Black))
        } else if plies >= LONGEST || (plies >= DRAWN_FROM_PLY && self.nobody >= DRAWN.1) {
            Some(None)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clear_lead_must_last() {
        let mut judge = Judge::default();
        for ply in 0..WON.1 - 1 {
            assert_eq!(judge.decide(1200, ply), None);
        }
        assert_eq!(judge.decide(0, 6), None);
        for ply in 0..WON.1 - 1 {
            assert_eq!(judge.decide(-1200, ply), None);
        }
        assert_eq!(judge.decide(-1200, 20), Some(Some(Color::Black)));
    }

    #[test]
    fn long_or_level_games_are_drawn() {
        assert_eq!(Judge::default().decide(50, LONGEST), Some(None));
        let mut judge = Judge::default();
        for ply in 0..DRAWN.1 {
            assert_eq!(judge.decide(0, ply), None);
        }
        assert_eq!(judge.decide(0, DRAWN_FROM_PLY), Some(None));
    }

    #[test]
    fn a_game_depends_on_seed_and_number_alone() {
        let mut player = Player::new(50);
        let first = player.play(3, 5);
        player.play(3, 6);
        let again = Player::new(50).play(3, 5);
        assert_eq!(first.positions, again.positions);
        assert_eq!(first.plies, again.plies);
    }

    #[test]
    fn an_interrupted_file_is_cut_to_whole_games() {
        let path = std::env::temp_dir().join(format!("regence-gen-{}.txt", std::process::id()));
        let whole = "a;0.5;0\n# game 4 0.5 30\nb;1.0;2\n# game 2 1.0 40\n";
        std::fs::write(&path, format!("{whole}c;0.5")).unwrap();
        let (_, done) = open(&path).unwrap();
        assert_eq!(done, HashSet::from([2, 4]));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        std::fs::remove_file(&path).unwrap();
    }
}
