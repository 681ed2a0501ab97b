//! `match`: games between engines in processes of their own, under a referee who checks every move, line and second.
//!
//! From the outside in: [`run`] reads the command and prints the result; [`hall`] plays the [`schedule`] at several
//! tables; [`game`] plays one game with two [`player`]s from a [start](starts) and lets the [judge](crate::adjudication) end it; [`results`]
//! keeps what has been played, and [`standing`] counts it.

pub mod control;
mod game;
mod hall;
mod inspect;
mod live;
mod player;
mod position;
mod record;
pub mod results;
mod rules;
mod schedule;
pub mod spec;
mod standing;
mod starts;
mod words;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use regence_chess_search::Chess;
use regence_gomoku::{RuleSet, UnknownRule};
use regence_gomoku_search::game::RuleAndSize;

use crate::adjudication::Rules;
use crate::error::LabError;
use crate::in_process::in_brief;
use crate::provenance::{Provenance, say};
use crate::ratings::Ratings;
use crate::stats::{Scale, Sprt};
use crate::workers::Next;
use regence_store::{Existing, Head};
use results::{Games, Paths, Results};
use schedule::{Format, Schedule};
use spec::{EngineSpec, Protocol};
use standing::Test;
use starts::{Choice, Order, Source, Starts, Variant};

/// What `match` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// An engine: cmd=PROGRAM AND ARGUMENTS, and where wanted name=NAME, dir=FOLDER, proto=uci|gomocup, tc=8+0.08 (or
    /// 40/60+0.5; seconds) or movetime=100 (milliseconds) or nodes=10000 or depth=8, margin=20 (milliseconds),
    /// restart=on (a new process for each game), option.NAME=VALUE; with commas between them
    #[arg(long = "engine", value_name = "KEY=VALUE,…", required = true)]
    engines: Vec<String>,
    /// The same for all engines that do not say otherwise
    #[arg(long, value_name = "KEY=VALUE,…")]
    each: Vec<String>,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = Format::RoundRobin)]
    format: Format,
    /// Games between each two engines that meet; they come in pairs, one opening with both colours
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Games that are played at the same time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Where games begin: random (of our own making), none (the usual start), or a file: .pgn, .epd with one position
    /// a line, and for Gomoku one opening a line as in h8i9g7
    #[arg(long, value_name = "random|none|FILE", default_value = "random")]
    openings: String,
    /// The order of a file's openings
    #[arg(long, value_enum, default_value_t = Order::Sequential)]
    order: Order,
    /// The most plies that are taken from each game of a PGN file
    #[arg(long, default_value_t = 16)]
    opening_plies: usize,
    /// Another seed makes other openings, or another order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What is played by engines that speak UCI
    #[arg(long, value_enum, default_value_t = ChessVariant::Standard)]
    variant: ChessVariant,
    /// The rule set of Gomoku: freestyle, standard, renju, caro, standard-caro or ninuki
    #[arg(long, default_value = "freestyle")]
    rule: String,
    /// The side of the Gomoku board; by default 15, in ninuki 19
    #[arg(long)]
    board: Option<u8>,
    /// Call a game drawn when no score of both sides is above `score` for `moves` moves, from move `from` on
    #[arg(long, value_name = "from=40,moves=8,score=10")]
    draw: Option<String>,
    /// Call a game lost when both sides agree on `score` or more for `moves` moves
    #[arg(long, value_name = "moves=4,score=600")]
    resign: Option<String>,
    /// Call a game of so many moves drawn
    #[arg(long, default_value_t = 500)]
    max_moves: usize,
    /// Stop as soon as the first of two engines is proved to be better by elo1 rather than elo0 (scale=normalised takes
    /// both in normalised Elo)
    #[arg(long, value_name = "elo0=0,elo1=5")]
    sprt: Option<String>,
    /// Seconds after which an engine that plays by nodes or depth is taken for dead
    #[arg(long, default_value_t = 60)]
    hang: u64,
    /// The name of the match: NAME.db keeps its games; NAME.pgn (or .gomoku), NAME.faults and NAME.result are written
    /// at its end; by default under target/lab
    #[arg(long, value_name = "NAME")]
    out: Option<PathBuf>,
    /// Continue the match that the store holds
    #[arg(long)]
    resume: bool,
    /// Tell also how engines and referee used their time
    #[arg(long)]
    timing: bool,
    /// The bench of this version, where it has been counted already
    #[arg(long, hide = true)]
    bench: Option<u64>,
}

/// The chess that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ChessVariant {
    /// The usual one
    Standard,
    /// Chess960, also called Fischer random chess
    Chess960,
}

/// Plays the match and prints its result.
pub fn run(options: &Options) -> Result<(), LabError> {
    let engines = spec::read_engines(&options.engines, &options.each)?;
    let variant = options.variant(&engines)?;
    let choice = options.choice(variant);
    let starts = Starts::new(&choice)?;
    let schedule = Schedule::new(options.format, engines.len(), options.games);
    let mut test = options.test(&engines)?;
    warn_of_few_openings(&starts, &schedule);
    let provenance = options.provenance()?;
    let head = options.head(&engines, &choice, &provenance)?;
    let names: Vec<String> = engines.iter().map(|spec| spec.name.clone()).collect();
    let paths = options.paths(&names, variant);
    let existing = Existing::from_flag(options.resume);
    let (mut results, mut games) = Results::open(&paths, &head, existing)?;
    eprintln!("{}; results in {}", head.identity[0], paths.store.display());

    let of = hall::Match {
        engines: engines.into_iter().map(Arc::new).collect(),
        schedule,
        starts,
        rules: options.rules()?,
        hang: Duration::from_secs(options.hang),
        event: "regence-lab match".to_owned(),
    };
    let mut live = live::Live::new(of.schedule.games(), games.len() as u64);
    let look = |games: &Games| {
        if let Some(test) = &mut test {
            test.read(&of.schedule, games);
        }
        live.tell(games.len() as u64, || {
            brief(&names, &of, games, test.as_ref())
        });
        match test.as_ref().is_some_and(|test| test.verdict.is_some()) {
            true => Next::Stop,
            false => Next::Continue,
        }
    };
    let done = hall::run(&of, &mut games, &mut results, options.concurrency, look);
    drop(live);
    results.export()?;
    done?;
    if let Some(test) = &mut test {
        test.read(&of.schedule, &games);
    }
    let mut text = report(&names, &of.schedule, &games, test.as_ref());
    if options.timing {
        text += &standing::timing_lines(&names, &of.schedule, &games);
    }
    say(&text);
    results.report(&text, &head)
}

/// The whole result, without anything that differs from one run of the same games to the next.
fn report(names: &[String], schedule: &Schedule, games: &Games, test: Option<&Test>) -> String {
    let wanted: Games = games
        .range(..schedule.games())
        .map(|(&number, &game)| (number, game))
        .collect();
    let meetings = standing::meetings(schedule, &wanted);
    let mut text = match (test, names.len()) {
        // Pairs that were finished after the verdict do not count.
        (Some(test), _) => standing::duel_block(names, &test.tally, Some(test)),
        (None, 2) => standing::duel_block(names, &meetings[0].tally, None),
        _ => standing::rating_table(names, &meetings),
    };
    let counted: Games = match test {
        Some(test) => wanted
            .range(..2 * test.tally.pairs())
            .map(|(&number, &game)| (number, game))
            .collect(),
        None => wanted,
    };
    text += &standing::ending_line(&counted);
    text += &standing::fault_lines(names, schedule, &counted);
    text += &standing::clock_lines(names, schedule, &counted);
    text
}

/// How it stands, in one line.
fn brief(names: &[String], of: &hall::Match, games: &Games, test: Option<&Test>) -> String {
    let meetings = standing::meetings(&of.schedule, games);
    match (test, names.len()) {
        (Some(test), _) => format!("{}  {}", in_brief(&test.tally), test.brief()),
        (None, 2) => in_brief(&meetings[0].tally),
        _ => {
            let ratings = Ratings::of(names.len(), &meetings);
            let parts: Vec<String> = ratings
                .ranking()
                .into_iter()
                .map(|e| {
                    format!(
                        "{} {:+.0} ± {:.0}",
                        names[e],
                        ratings.elo(e),
                        ratings.error(e)
                    )
                })
                .collect();
            parts.join(", ")
        }
    }
}

fn warn_of_few_openings(starts: &Starts, schedule: &Schedule) {
    if let Some(count) = starts.count()
        && (count as u64) < schedule.rounds()
        && count > 1
    {
        eprintln!(
            "{count} openings for {} pairs: they will be played again",
            schedule.rounds()
        );
    }
}

impl Options {
    fn variant(&self, engines: &[EngineSpec]) -> Result<Variant, LabError> {
        match engines[0].protocol {
            Protocol::Uci => Ok(match self.variant {
                ChessVariant::Standard => Variant::Chess,
                ChessVariant::Chess960 => Variant::Chess960,
            }),
            Protocol::Gomocup => {
                let rule: RuleSet = self
                    .rule
                    .parse()
                    .map_err(|error: UnknownRule| LabError::new(error.to_string()))?;
                let setup = RuleAndSize::new(rule, self.board).map_err(LabError::new)?;
                let size = setup.size;
                Ok(Variant::Gomoku { rule, size })
            }
        }
    }

    fn choice(&self, variant: Variant) -> Choice {
        Choice {
            variant,
            source: Source::parse(&self.openings),
            order: self.order,
            seed: self.seed,
            plies: self.opening_plies,
        }
    }

    fn rules(&self) -> Result<Rules, LabError> {
        Ok(Rules {
            draw: self.draw.as_deref().map(rules::draw).transpose()?,
            win: self.resign.as_deref().map(rules::resign).transpose()?,
            longest: self.max_moves.saturating_mul(2),
        })
    }

    fn test(&self, engines: &[EngineSpec]) -> Result<Option<Test>, LabError> {
        let Some(text) = &self.sprt else {
            return Ok(None);
        };
        if engines.len() != 2 {
            return Err(LabError::new(format!(
                "a sequential test compares two engines, not {}; leave out --sprt",
                engines.len()
            )));
        }
        let mut sprt = Sprt::new(0.0, 5.0, Scale::Logistic);
        for (key, value) in words::read_pairs(text, "elo0=0,elo1=5")? {
            match key.as_str() {
                "elo0" => sprt.elo0 = words::number(&key, &value)?,
                "elo1" => sprt.elo1 = words::number(&key, &value)?,
                "alpha" => sprt.alpha = words::number(&key, &value)?,
                "beta" => sprt.beta = words::number(&key, &value)?,
                "scale" if value == "normalised" => sprt.scale = Scale::Normalised,
                "scale" if value == "logistic" => sprt.scale = Scale::Logistic,
                _ => {
                    return Err(LabError::new(format!(
                        "expected elo0, elo1, alpha, beta or scale=logistic|normalised in --sprt, found '{key}={value}'"
                    )));
                }
            }
        }
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if sprt.elo0 >= sprt.elo1 || !is_rate(sprt.alpha) || !is_rate(sprt.beta) {
            return Err(LabError::new(format!(
                "expected elo0 below elo1, and alpha and beta between 0 and 0.5, found '{text}'"
            )));
        }
        Ok(Some(Test::new(sprt)))
    }

    fn provenance(&self) -> Result<Provenance, LabError> {
        match self.bench {
            None => Provenance::here(),
            Some(bench) => Ok(Provenance::with_bench::<Chess>(bench)),
        }
    }

    fn head(
        &self,
        engines: &[EngineSpec],
        choice: &Choice,
        provenance: &Provenance,
    ) -> Result<Head, LabError> {
        let source = match &choice.source {
            Source::Random => format!("random openings of seed {}", self.seed),
            Source::None => "no openings".to_owned(),
            Source::File(path) => match choice.order {
                Order::Sequential => format!("openings of {}", path.display()),
                Order::Random => {
                    format!("openings of {} shuffled by {}", path.display(), self.seed)
                }
            },
        };
        let said = |name: &str, words: &Option<String>| match words {
            Some(words) => format!("{name} {words}"),
            None => format!("no {name}"),
        };
        let names: Vec<&str> = engines.iter().map(|spec| spec.name.as_str()).collect();
        let mut identity = vec![format!(
            "match: {} of {}; {}; {source}, at most {} plies; {}; {}; at most {} moves",
            self.format,
            names.join(", "),
            choice.variant,
            self.opening_plies,
            said("draw", &self.draw),
            said("resign", &self.resign),
            self.max_moves,
        )];
        for (number, spec) in engines.iter().enumerate() {
            let what = inspect::inspect(spec, choice.variant == Variant::Chess960)?;
            identity.push(format!("engine {}: {what}", number + 1));
        }
        let laboratory = format!("laboratory: {}", provenance.search);
        let mut run = provenance.of_run();
        // Openings of our own are chosen by the search: another one would choose others.
        match choice.source {
            Source::Random => identity.push(laboratory),
            _ => run.insert(0, laboratory),
        }
        let builds = identity
            .iter()
            .filter_map(|line| line.strip_prefix("engine "));
        Ok(Head {
            kind: "match".to_owned(),
            builds: builds.map(str::to_owned).collect(),
            command: run.join("\n"),
            identity,
        })
    }

    fn paths(&self, names: &[String], variant: Variant) -> Paths {
        let records = match variant {
            Variant::Gomoku { .. } => "gomoku",
            _ => "pgn",
        };
        let base = self.out.clone().unwrap_or_else(|| {
            let clean = |c: char| {
                if c.is_ascii_alphanumeric() || c == '.' {
                    c
                } else {
                    '-'
                }
            };
            let name: String = names.join("-against-").chars().map(clean).collect();
            PathBuf::from("target/lab").join(name)
        });
        Paths::new(&base, records)
    }
}
