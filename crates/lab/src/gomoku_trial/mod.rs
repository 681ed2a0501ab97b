//! `gomoku-trial`: the Gomoku search with other weights, or against the engine that the first documents describe.
//!
//! Every opening is played twice, with both colours. By nodes the result is the same in every run; by time it
//! needs a quiet machine. Setups that differ in knobs alone are better compared by `duel`, which keeps its results.

pub mod original;
pub mod weights;

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread::Builder;
use std::time::Duration;

use regence_core::knobs::{Catalogue, Lab};
use regence_core::pool::STACK_BYTES;
use regence_core::watch::WallClock;
use regence_core::{Limits, NoObserver, Shared};
use regence_gomoku::{Move, RuleSet, Side};
use regence_gomoku_search::{AnyBoard, Engine, Evaluations, Gomoku, Job};

use crate::arena::{Progress, in_brief};
use crate::error::LabError;
use crate::openings::gomoku::{Openings, size_of};
use crate::provenance::{command, machine, say};
use crate::stats::{Score, Tally};
use original::Original;

/// What `gomoku-trial` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Techniques that the candidate plays without
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    off: Vec<String>,
    /// Techniques that it plays with
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    on: Vec<String>,
    /// Its parameters, as in rfp_margin=30
    #[arg(long, value_name = "NAME=NUMBER", value_delimiter = ',')]
    set: Vec<String>,
    /// Techniques that the base plays without; untouched it is the shipped search
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    base_off: Vec<String>,
    /// Techniques that the base plays with
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    base_on: Vec<String>,
    /// Parameters of the base
    #[arg(long, value_name = "NAME=NUMBER", value_delimiter = ',')]
    base_set: Vec<String>,
    /// The base is the engine that the first documents describe, or with its faults as they were found
    #[arg(long, value_name = "KIND", num_args = 0..=1, default_missing_value = "described")]
    base_original: Option<original::Kind>,
    /// Weights of the candidate's evaluation, as gomoku-fit writes them
    #[arg(long, value_name = "FILE")]
    weights: Vec<PathBuf>,
    /// Weights of the base's evaluation
    #[arg(long, value_name = "FILE")]
    base_weights: Vec<PathBuf>,
    /// The rules to play, in turn
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "freestyle,standard,renju,caro,ninuki"
    )]
    rules: Vec<RuleSet>,
    /// The side of the board; by default 15, in ninuki 19
    #[arg(long)]
    size: Option<u8>,
    /// Nodes a move
    #[arg(long, default_value_t = 10_000)]
    nodes: u64,
    /// Instead: milliseconds a move
    #[arg(long, conflicts_with = "nodes")]
    time: Option<u64>,
    /// How many games; they come in pairs
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Games that are played at the same time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Another seed plays other openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The knobs of one side.
fn knobs(off: &[String], on: &[String], set: &[String]) -> Result<Lab<Gomoku>, LabError> {
    let mut lab = Lab::new();
    let names = |list: &mut dyn Iterator<Item = &'static str>| list.collect::<Vec<_>>().join(", ");
    for (words, state) in [(off, false), (on, true)] {
        for word in words {
            lab.switch_by_name(word, state).map_err(|error| {
                let known = names(&mut Gomoku::TECHNIQUES.iter().map(|t| t.name));
                LabError::new(format!("{error}; there are {known}"))
            })?;
        }
    }
    for word in set {
        let (name, value) = word
            .split_once('=')
            .and_then(|(name, value)| Some((name.trim(), value.trim().parse().ok()?)))
            .ok_or_else(|| {
                LabError::new(format!(
                    "expected name=number, as in rfp_margin=30, not '{word}'"
                ))
            })?;
        lab.set_by_name(name, value).map_err(|error| {
            let known = names(&mut Gomoku::PARAMS.iter().map(|p| p.name));
            LabError::new(format!("{error}; there are {known}"))
        })?;
    }
    Ok(lab)
}

/// How long a move is thought about.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    Nodes(u64),
    Time(Duration),
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Effort::Time(time) => write!(f, "{} ms a move", time.as_millis()),
        }
    }
}

impl Effort {
    fn limits(self) -> Limits {
        match self {
            Effort::Nodes(nodes) => Limits::to_nodes(nodes),
            Effort::Time(time) => Limits::for_time(time),
        }
    }
}

/// Who plays.
#[derive(Clone, Debug)]
enum Setup {
    Search(Lab<Gomoku>, Evaluations),
    Original(original::Kind),
}

impl Setup {
    fn player(&self) -> Player {
        match self {
            Setup::Search(knobs, evaluations) => {
                let mut engine = Engine::with_knobs(knobs.clone());
                engine.set_evaluations(evaluations.clone());
                Player::Search(Box::new(engine))
            }
            Setup::Original(kind) => Player::Original(Box::new(Original::new(*kind))),
        }
    }
}

enum Player {
    Search(Box<Engine<Lab<Gomoku>>>),
    Original(Box<Original>),
}

impl Player {
    fn new_game(&mut self) {
        match self {
            Player::Search(engine) => engine.new_game(),
            Player::Original(player) => player.new_game(),
        }
    }

    /// The move, and how long it took.
    fn choose(&mut self, board: &AnyBoard, effort: Effort) -> (Option<Move>, Duration) {
        let shared = Shared::new(1, WallClock::start(), false);
        let mv = match self {
            Player::Original(player) => player.choose(board, effort),
            Player::Search(engine) => {
                let limits = Limits {
                    // Who has proved a win plays it.
                    win_in_plies: Some(i32::MAX),
                    ..effort.limits()
                };
                let job = Job::new(board.clone(), limits);
                let found = engine.search(&job, &shared, &mut NoObserver);
                found.map(|found| found.best.mv)
            }
        };
        (mv, shared.elapsed())
    }
}

/// All that a thread needs to play pairs.
#[derive(Clone, Debug)]
struct Duel {
    candidate: Setup,
    base: Setup,
    effort: Effort,
    rules: Vec<RuleSet>,
    size: Option<u8>,
    seed: u64,
}

/// A finished pair: the candidate's two results, and the longest thought of all.
#[derive(Clone, Copy, Debug)]
struct Pair {
    scores: [Score; 2],
    slowest: [Duration; 2],
}

impl Duel {
    fn play(
        &self,
        players: &mut [Player; 2],
        openings: &mut Openings,
        number: u64,
    ) -> Result<Pair, LabError> {
        let rule = self.rules[number as usize % self.rules.len()];
        let opening = openings.get(rule, size_of(rule, self.size)?, number);
        let mut slowest = [Duration::ZERO; 2];
        let mut scores = [Score::Draw; 2];
        for (game, score) in scores.iter_mut().enumerate() {
            let black = if game == 0 { CANDIDATE } else { BASE };
            let winner = self.game(players, opening.clone(), black, &mut slowest)?;
            *score = match winner {
                None => Score::Draw,
                Some(CANDIDATE) => Score::Win,
                Some(_) => Score::Loss,
            };
        }
        Ok(Pair { scores, slowest })
    }

    /// The number of the player who wins, if one does.
    fn game(
        &self,
        players: &mut [Player; 2],
        mut board: AnyBoard,
        black: usize,
        slowest: &mut [Duration; 2],
    ) -> Result<Option<usize>, LabError> {
        let of = |side: Side| {
            if side == Side::Black {
                black
            } else {
                1 - black
            }
        };
        players.iter_mut().for_each(Player::new_game);
        while board.outcome().is_none() {
            let player = of(board.side());
            let (mv, took) = players[player].choose(&board, self.effort);
            slowest[player] = slowest[player].max(took);
            let Some(mv) = mv else { break };
            board
                .play(mv)
                .map_err(|error| LabError::new(format!("a search played a wrong move: {error}")))?;
        }
        Ok(board.outcome().and_then(|o| o.winner()).map(of))
    }
}

const CANDIDATE: usize = 0;
const BASE: usize = 1;

/// Plays the match and prints its result.
pub fn run(options: &Options) -> Result<(), LabError> {
    let base = match options.base_original {
        Some(kind) => Setup::Original(kind),
        None => Setup::Search(
            knobs(&options.base_off, &options.base_on, &options.base_set)?,
            weights::read(&options.base_weights)?,
        ),
    };
    let duel = Duel {
        candidate: Setup::Search(
            knobs(&options.off, &options.on, &options.set)?,
            weights::read(&options.weights)?,
        ),
        base,
        effort: match options.time {
            Some(milliseconds) => Effort::Time(Duration::from_millis(milliseconds)),
            None => Effort::Nodes(options.nodes),
        },
        rules: options.rules.clone(),
        size: options.size,
        seed: options.seed,
    };
    let pairs = options.games.div_ceil(2).max(1);
    let mut progress = Progress::new(0);
    let mut tally = Tally::default();
    let mut by_rule = vec![Tally::default(); duel.rules.len()];
    let mut slowest = [Duration::ZERO; 2];
    each_pair(&duel, pairs, options.concurrency, |number, pair| {
        let [first, second] = pair.scores;
        tally.add(first, second);
        by_rule[number as usize % duel.rules.len()].add(first, second);
        for (longest, new) in slowest.iter_mut().zip(pair.slowest) {
            *longest = (*longest).max(new);
        }
        progress.tell(&tally, 2 * pairs, String::new);
    })?;
    let mut text = format!("{}\n", line("all", &tally));
    if by_rule.len() > 1 {
        for (rule, tally) in duel.rules.iter().zip(&by_rule) {
            text += &format!("{}\n", line(&rule.to_string(), tally));
        }
    }
    text += &format!(
        "Play   | {}, slowest moves {} and {} ms\nOn     | {}\nBy     | {}\n",
        duel.effort,
        slowest[CANDIDATE].as_millis(),
        slowest[BASE].as_millis(),
        machine(),
        command()
    );
    say(&text);
    Ok(())
}

fn line(name: &str, tally: &Tally) -> String {
    let [wins, losses, draws] = tally.wins_losses_draws();
    format!("{name:<10} +{wins} ={draws} -{losses}  {}", in_brief(tally))
}

/// Plays the pairs on several threads; `hear` is told of each.
fn each_pair(
    duel: &Duel,
    pairs: u64,
    concurrency: usize,
    mut hear: impl FnMut(u64, Pair),
) -> Result<(), LabError> {
    let next = AtomicU64::new(0);
    let (sender, finished) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..concurrency.max(1) {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                let mut players = [&duel.candidate, &duel.base].map(Setup::player);
                let mut openings = Openings::new(duel.seed);
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= pairs {
                        break;
                    }
                    let pair = duel.play(&mut players, &mut openings, number);
                    let failed = pair.is_err();
                    if sender.send((number, pair)).is_err() || failed {
                        break;
                    }
                }
            };
            Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .map_err(|error| LabError::new(format!("a thread was refused: {error}")))?;
        }
        drop(sender);
        for (number, pair) in finished {
            hear(number, pair?);
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(candidate: Lab<Gomoku>) -> Duel {
        Duel {
            candidate: Setup::Search(candidate, Evaluations::default()),
            base: Setup::Search(Lab::new(), Evaluations::default()),
            effort: Effort::Nodes(300),
            rules: vec![RuleSet::Freestyle, RuleSet::Ninuki],
            size: Some(11),
            seed: 3,
        }
    }

    #[test]
    fn a_search_against_itself_splits_every_pair() {
        let mut tally = Tally::default();
        each_pair(&duel(Lab::new()), 2, 2, |_, pair| {
            tally.add(pair.scores[0], pair.scores[1]);
        })
        .unwrap();
        assert_eq!(tally.pentanomial()[2], 2, "{:?}", tally.pentanomial());
    }

    #[test]
    fn wrong_words_are_refused_with_the_right_ones() {
        let words = |text: &str| vec![text.to_owned()];
        let refused =
            |off: &[String], set: &[String]| knobs(off, &[], set).unwrap_err().to_string();
        assert!(refused(&words("luck"), &[]).contains("blind_beam"));
        assert!(refused(&[], &words("rfp_margin")).contains("name=number"));
        assert!(refused(&[], &words("luck=3")).contains("rfp_margin"));
    }
}
