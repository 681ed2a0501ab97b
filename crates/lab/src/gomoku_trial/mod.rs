//! `gomoku-trial`: the Gomoku search with other weights, or against the engine that the first documents describe.
//!
//! Every opening is played twice, with both colours. By nodes the result is the same in every run; by time it
//! needs a quiet machine. Setups that differ in their configuration alone are better compared by `duel`, which keeps its results.

mod original;

use std::fmt;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use regence_core::config::Lab;
use regence_core::limiter::WallClock;
use regence_core::{Limits, NoObserver, Shared, Value};
use regence_gomoku::{Move, RuleSet, Side};
use regence_gomoku_search::{AnyBoard, Engine, Evaluations, Gomoku, GomokuEngine, Job};

use original::Original;
use regence_arena::error::LabError;
use regence_arena::in_process::player::Effort;
use regence_arena::in_process::{Progress, in_brief};
use regence_arena::openings::balanced::{Openings, for_games_of};
use regence_arena::provenance::{command, machine, say};
use regence_arena::setup::{BaseOptions, Setup, SetupOptions};
use regence_arena::stats::{Score, Tally};
use regence_arena::workers::{self, Next};
use regence_core::game::Balance;
use regence_gomoku_search::game::RuleAndSize;

/// What `gomoku-trial` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    candidate: SetupOptions,
    #[command(flatten)]
    base: BaseOptions,
    /// The base is the engine that the first documents describe, or with its faults as they were found
    #[arg(long, value_name = "KIND", num_args = 0..=1, default_missing_value = "described")]
    base_original: Option<original::Kind>,
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
    /// Nodes a move of the base, if it gets others: a node may be cheaper there
    #[arg(long, conflicts_with = "time")]
    base_nodes: Option<u64>,
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
    /// Writes every game here, one a line: the opening, then each move with the candidate's score and depth
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Who plays.
#[derive(Clone, Debug)]
enum Contender {
    Search(Box<Lab<Gomoku>>, Evaluations),
    Original(original::Kind),
}

impl Contender {
    fn search(setup: &Setup) -> Result<Contender, LabError> {
        let config = Box::new(setup.config()?);
        let mut evaluations = Evaluations::default();
        if let Some(names) = setup.evaluation() {
            evaluations.read(names).map_err(LabError::new)?;
        }
        Ok(Contender::Search(config, evaluations))
    }

    fn player(&self) -> Player {
        match self {
            Contender::Search(config, evaluations) => {
                let mut engine = Engine::with_config((**config).clone());
                engine.set_evaluations(evaluations.clone());
                Player::Search(Box::new(engine))
            }
            Contender::Original(kind) => Player::Original(Box::new(Original::new(*kind))),
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

    /// The move, what is thought of it, and how long it took.
    fn choose(&mut self, board: &AnyBoard, effort: Effort) -> (Option<Choice>, Duration) {
        let shared = Shared::new(1, WallClock::start(), false);
        let choice = match self {
            Player::Original(player) => player
                .choose(board, effort)
                .map(|mv| Choice { mv, thought: None }),
            Player::Search(engine) => {
                let limits = Limits {
                    // Who has proved a win plays it.
                    win_in_plies: Some(i32::MAX),
                    ..effort.limits()
                };
                let job = Job::new(board.clone(), limits);
                let found = engine.search(&job, &shared, &mut NoObserver);
                found.map(|found| Choice {
                    mv: found.best.mv,
                    thought: Some((found.best.value, found.depth)),
                })
            }
        };
        (choice, shared.elapsed())
    }
}

/// A move, and the score and depth behind it if the player tells.
#[derive(Clone, Copy, Debug)]
struct Choice {
    mv: Move,
    thought: Option<(Value, i32)>,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.mv)?;
        let Some((value, depth)) = self.thought else {
            return Ok(());
        };
        match value.plies_to_win() {
            Some(plies) => write!(
                f,
                "({}M{}/{depth})",
                if plies > 0 { '+' } else { '-' },
                plies.abs()
            ),
            None => write!(f, "({:+}/{depth})", value.raw()),
        }
    }
}

/// All that a thread needs to play pairs.
#[derive(Clone, Debug)]
struct Duel {
    candidate: Contender,
    base: Contender,
    /// Of the candidate and of the base.
    efforts: [Effort; 2],
    rules: Vec<RuleSet>,
    size: Option<u8>,
    seed: u64,
}

/// A finished pair: the candidate's two results, and the longest thought of all.
#[derive(Clone, Debug)]
struct Pair {
    scores: [Score; 2],
    slowest: [Duration; 2],
    /// Both games as lines of text.
    record: String,
}

impl Duel {
    /// How its openings are judged. The nodes of the base may be of another kind than the judge's.
    fn balance(&self) -> Balance {
        for_games_of::<Gomoku>(self.efforts[CANDIDATE])
    }

    fn play(
        &self,
        players: &mut [Player; 2],
        openings: &mut Openings<Gomoku>,
        number: u64,
    ) -> Result<Pair, LabError> {
        let rule = self.rules[number as usize % self.rules.len()];
        let setup = RuleAndSize::new(rule, self.size).map_err(LabError::new)?;
        let opening = openings.get(&setup, number);
        let mut slowest = [Duration::ZERO; 2];
        let mut scores = [Score::Draw; 2];
        let mut record = String::new();
        for (game, score) in scores.iter_mut().enumerate() {
            let black = if game == 0 { CANDIDATE } else { BASE };
            let (winner, moves) = self.game(players, opening.clone(), black, &mut slowest)?;
            let (result, word) = match winner {
                None => (Score::Draw, "draws"),
                Some(CANDIDATE) => (Score::Win, "wins"),
                Some(_) => (Score::Loss, "loses"),
            };
            *score = result;
            let colour = if game == 0 { "Black" } else { "White" };
            let before: Vec<Move> = opening.moves().into_iter().flatten().collect();
            let before: String = before.iter().map(Move::to_string).collect();
            record += &format!("{number} {rule} candidate {colour} {word}: {before}{moves}\n");
        }
        Ok(Pair {
            scores,
            slowest,
            record,
        })
    }

    /// The number of the player who wins, if one does, and the moves.
    fn game(
        &self,
        players: &mut [Player; 2],
        mut board: AnyBoard,
        black: usize,
        slowest: &mut [Duration; 2],
    ) -> Result<(Option<usize>, String), LabError> {
        let of = |side: Side| {
            if side == Side::Black {
                black
            } else {
                1 - black
            }
        };
        players.iter_mut().for_each(Player::new_game);
        let mut moves = String::new();
        while board.outcome().is_none() {
            let player = of(board.side());
            let (choice, took) = players[player].choose(&board, self.efforts[player]);
            slowest[player] = slowest[player].max(took);
            let Some(choice) = choice else { break };
            moves += &format!(" {choice}");
            board
                .play(choice.mv)
                .map_err(|error| LabError::new(format!("a search played a wrong move: {error}")))?;
        }
        Ok((board.outcome().and_then(|o| o.winner()).map(of), moves))
    }
}

const CANDIDATE: usize = 0;
const BASE: usize = 1;

/// Plays the match and prints its result.
pub fn run(options: &Options) -> Result<(), LabError> {
    let base = match options.base_original {
        Some(kind) => Contender::Original(kind),
        None => Contender::search(&options.base.read_for::<Gomoku>()?)?,
    };
    let candidate = options.candidate.read_for::<Gomoku>()?;
    let duel = Duel {
        candidate: Contender::search(&candidate)?,
        base,
        efforts: match options.time {
            Some(milliseconds) => [Effort::Time(Duration::from_millis(milliseconds)); 2],
            None => [options.nodes, options.base_nodes.unwrap_or(options.nodes)].map(Effort::Nodes),
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
    let mut record = match &options.record {
        Some(path) => {
            let file = File::create(path).map_err(|error| LabError::file(path, &error))?;
            Some((file, path))
        }
        None => None,
    };
    each_pair(&duel, pairs, options.concurrency, |number, pair| {
        let [first, second] = pair.scores;
        tally.add(first, second);
        by_rule[number as usize % duel.rules.len()].add(first, second);
        for (longest, new) in slowest.iter_mut().zip(pair.slowest) {
            *longest = (*longest).max(new);
        }
        if let Some((file, path)) = &mut record {
            file.write_all(pair.record.as_bytes())
                .map_err(|error| LabError::file(path, &error))?;
        }
        progress.tell(&tally, 2 * pairs, String::new);
        Ok(())
    })?;
    let mut text = format!("{}\n", line("all", &tally));
    if by_rule.len() > 1 {
        for (rule, tally) in duel.rules.iter().zip(&by_rule) {
            text += &format!("{}\n", line(&rule.to_string(), tally));
        }
    }
    text += &format!(
        "Play   | {}, slowest moves {} and {} ms\nOn     | {}\nBy     | {}\n",
        match options.base_nodes {
            Some(_) => format!("{} and {}", duel.efforts[CANDIDATE], duel.efforts[BASE]),
            None => duel.efforts[CANDIDATE].to_string(),
        },
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
    mut hear: impl FnMut(u64, Pair) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let numbers: Vec<u64> = (0..pairs).collect();
    workers::share(
        &numbers,
        concurrency,
        || {
            let players = [&duel.candidate, &duel.base].map(Contender::player);
            Ok((players, Openings::with(duel.seed, duel.balance())))
        },
        |(players, openings), number| duel.play(players, openings, number),
        |number, pair| {
            hear(number, pair)?;
            Ok(Next::Continue)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_against_itself_splits_every_pair() {
        let itself = || Contender::search(&Setup::shipped()).unwrap();
        let duel = Duel {
            candidate: itself(),
            base: itself(),
            efforts: [Effort::Nodes(300); 2],
            rules: vec![RuleSet::Freestyle, RuleSet::Ninuki],
            size: Some(11),
            seed: 3,
        };
        let mut tally = Tally::default();
        each_pair(&duel, 2, 2, |_, pair| {
            tally.add(pair.scores[0], pair.scores[1]);
            assert_eq!(pair.record.lines().count(), 2);
            Ok(())
        })
        .unwrap();
        assert_eq!(tally.pentanomial()[2], 2, "{:?}", tally.pentanomial());
    }
}
