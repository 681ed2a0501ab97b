//! `tune`: finds better values for the numbers of a search by games between versions that differ in all of them.

mod plot;
mod spsa;
mod state;

use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use regence_arena::error::LabError;
use regence_arena::games::{GameOptions, Setups};
use regence_arena::in_game;
use regence_arena::in_process::player::Effort;
use regence_arena::in_process::{self, Match};
use regence_arena::provenance::{Provenance, say};
use regence_arena::results::{self, Pairs, replace_file, with_ending};
use regence_arena::setup::Setup;
use regence_arena::workers::Next;
use regence_core::config::ParamInfo;
use regence_core::game::Game;
use regence_store::{Existing, Head};
use spsa::{Shaken, Spsa, Tunable};
use state::{State, Step};

/// What `tune` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    game: GameOptions,
    /// The parameters to tune, as params.rs names them; all if none is named
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    params: Vec<String>,
    /// How long the run is: steps shrink towards its end
    #[arg(long, default_value_t = 1000)]
    iterations: u64,
    /// Pairs of games in each iteration
    #[arg(long, default_value_t = 4)]
    pairs: u64,
    /// How far a point moves a parameter at the end, as a share of its step
    #[arg(long, default_value_t = 0.002)]
    rate: f64,
    /// Nodes a move
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Megabytes of table for each side
    #[arg(long, default_value_t = 4)]
    hash: usize,
    /// Games that are played at the same time
    #[arg(long, default_value_t = 2)]
    concurrency: usize,
    /// Another seed shakes otherwise and plays other openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The name of the run's files: NAME.steps and the plot NAME.svg
    #[arg(long, value_name = "NAME", default_value = "target/lab/tune")]
    out: PathBuf,
    /// Go on with the run that the file holds
    #[arg(long)]
    resume: bool,
    /// Print the parameters as OpenBench takes them for a tune, and play nothing
    #[arg(long)]
    openbench: bool,
    /// The bench of this version, where it has been counted already
    #[arg(long, hide = true)]
    bench: Option<u64>,
}

/// Time between two looks at the run: a line and a new plot.
const TELL_EVERY: Duration = Duration::from_secs(20);

/// Tunes and prints the values that were found.
pub fn run(options: &Options) -> Result<(), LabError> {
    in_game!(options.game.game, run_in(options))
}

fn run_in<G: Game>(options: &Options) -> Result<(), LabError> {
    let spsa = options.spsa::<G>()?;
    if options.openbench {
        spsa.tunables.iter().for_each(|tunable| {
            say(&format!(
                "{}\n",
                openbench_line(&tunable.info, options.rate)
            ));
        });
        return Ok(());
    }
    let setups = options.game.setups::<G>()?;
    let provenance = match options.bench {
        None => Provenance::of::<G>()?,
        Some(bench) => Provenance::with_bench::<G>(bench),
    };
    let picture = with_ending(&options.out, "svg");
    let head = options.head(&spsa, &setups.to_string(), &provenance);
    let existing = Existing::from_flag(options.resume);
    let mut state = State::open(&options.out, &head, existing)?;
    eprintln!(
        "{} parameters, {} iterations; state in {}, plot in {}",
        spsa.tunables.len(),
        spsa.iterations,
        state.path().display(),
        picture.display()
    );
    let mut values = match state.steps.last() {
        Some(step) if step.values.len() == spsa.tunables.len() => step.values.clone(),
        Some(_) => {
            return Err(LabError::new(format!(
                "{}: damaged, a step has another number of values",
                state.path().display()
            )));
        }
        None => spsa.start(),
    };
    let (began, before, mut told) = (Instant::now(), state.steps.len() as u64, None::<Instant>);
    for iteration in before..spsa.iterations {
        let shaken = spsa.shaken(&values, iteration);
        let lead = options.play::<G>(&setups, &spsa, &shaken, iteration)?;
        spsa.learn(&mut values, &shaken, iteration, lead);
        state.add(Step {
            lead,
            values: values.clone(),
        })?;
        if told.is_none_or(|told| told.elapsed() >= TELL_EVERY) {
            told = Some(Instant::now());
            replace_file(&picture, &plot::draw(&spsa.tunables, &state.steps))?;
            let each = began.elapsed().as_secs_f64() / (iteration + 1 - before) as f64;
            eprintln!(
                "{}/{} iterations  {}  {each:.1} s each, {:.0} min to go",
                iteration + 1,
                spsa.iterations,
                most_moved(&spsa, &values),
                each * (spsa.iterations - iteration - 1) as f64 / 60.0
            );
        }
    }
    replace_file(&picture, &plot::draw(&spsa.tunables, &state.steps))?;
    let text = report(&spsa, &values, &provenance, &options.game.told());
    say(&text);
    state.report(&text)
}

/// Name, type, value, range, and how far a parameter is shaken and a point moves it at the end of the run.
fn openbench_line(info: &ParamInfo, rate: f64) -> String {
    let ParamInfo {
        name,
        default,
        min,
        max,
    } = info;
    format!(
        "{name}, int, {default}, {min}, {max}, {}, {rate}",
        info.step()
    )
}

impl Options {
    fn spsa<G: Game>(&self) -> Result<Spsa, LabError> {
        if self.iterations == 0 || self.pairs == 0 || self.rate.is_nan() || self.rate <= 0.0 {
            return Err(LabError::new(
                "expected --iterations, --pairs and --rate above 0",
            ));
        }
        let all = G::PARAMS;
        let find = |name: &String| {
            all.iter().find(|info| info.name == name).ok_or_else(|| {
                let names: Vec<&str> = all.iter().map(|info| info.name).collect();
                LabError::new(format!(
                    "there is no parameter named '{name}'; there are {}",
                    names.join(", ")
                ))
            })
        };
        let tunables: Vec<Tunable> = match self.params.is_empty() {
            true => all.iter().map(|&info| Tunable::new(info)).collect(),
            false => {
                let found: Result<Vec<_>, LabError> = self.params.iter().map(find).collect();
                found?.into_iter().map(|&info| Tunable::new(info)).collect()
            }
        };
        Ok(Spsa {
            tunables,
            iterations: self.iterations,
            rate: self.rate,
            seed: self.seed,
        })
    }

    fn head(&self, spsa: &Spsa, terms: &str, provenance: &Provenance) -> Head {
        let names: Vec<&str> = spsa.tunables.iter().map(|t| t.info.name).collect();
        let mut lines = vec![
            format!("tune: {}", names.join(" ")),
            format!(
                "{} iterations of {} pairs at {} nodes a move, {} MB, rate {}, seed {}",
                self.iterations, self.pairs, self.nodes, self.hash, self.rate, self.seed
            ),
            format!("search: {}", provenance.search),
        ];
        if !terms.is_empty() {
            lines.push(format!("game: {terms}"));
        }
        let mut head = Head::new("tune", lines);
        head.builds = vec![provenance.search.clone()];
        head.command = provenance.of_run().join("\n");
        head
    }

    /// Plays the pairs of an iteration and gives the lead of the one version in points.
    fn play<G: Game>(
        &self,
        setups: &Setups<G>,
        spsa: &Spsa,
        shaken: &Shaken,
        iteration: u64,
    ) -> Result<f64, LabError> {
        let setup = |values: &[i32]| {
            let names = spsa.tunables.iter().map(|tunable| tunable.info.name);
            Setup::with_values(names.zip(values.iter().copied()))
        };
        let of = Match::<G> {
            setups: setups.clone(),
            base: setup(&shaken.minus),
            candidate: setup(&shaken.plus),
            effort: Effort::Nodes(self.nodes),
            hash: self.hash,
            seed: self.seed,
        };
        let numbers = iteration * self.pairs..(iteration + 1) * self.pairs;
        let mut pairs = Pairs::new();
        in_process::run(&of, numbers, &mut pairs, None, self.concurrency, |_| {
            Next::Continue
        })?;
        let [wins, losses, _] = results::tally(&pairs, u64::MAX).wins_losses_draws();
        Ok(wins as f64 - losses as f64)
    }
}

/// The values as whole numbers.
fn rounded(values: &[f64]) -> Vec<i32> {
    values.iter().map(|value| value.round() as i32).collect()
}

/// The three parameters that have moved most, in their steps.
fn most_moved(spsa: &Spsa, values: &[f64]) -> String {
    let moved = |(tunable, value): &(&Tunable, &f64)| {
        ((**value - f64::from(tunable.info.default)) / tunable.shake).abs()
    };
    let mut all: Vec<(&Tunable, &f64)> = spsa.tunables.iter().zip(values).collect();
    all.sort_by(|a, b| moved(b).total_cmp(&moved(a)));
    let parts: Vec<String> = all
        .iter()
        .take(3)
        .map(|(tunable, value)| {
            format!(
                "{} {} → {value:.1}",
                tunable.info.name, tunable.info.default
            )
        })
        .collect();
    parts.join(", ")
}

/// The values that were found, and how to test them.
fn report(spsa: &Spsa, values: &[f64], provenance: &Provenance, game: &str) -> String {
    let mut text = format!(
        "{:26} {:>8} {:>8} {:>8}\n",
        "Parameter", "shipped", "tuned", "moved"
    );
    let mut changed = Vec::new();
    for ((tunable, value), whole) in spsa.tunables.iter().zip(values).zip(rounded(values)) {
        let info = tunable.info;
        let steps = (value - f64::from(info.default)) / tunable.shake;
        let _ = writeln!(
            text,
            "{:26} {:>8} {whole:>8} {steps:>+8.2}",
            info.name, info.default
        );
        if whole != info.default {
            changed.push(format!("{}={whole}", info.name));
        }
    }
    let _ = writeln!(
        text,
        "Search | {}\nBy     | {}",
        provenance.search, provenance.command
    );
    match changed.is_empty() {
        true => {
            text + "Nothing has moved by a whole step: play more iterations, or raise --rate.\n"
        }
        false => {
            text + &format!(
                "Test it: regence-lab sprt {game}--set {}\n",
                changed.join(",")
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use regence_chess_search::Chess;
    use regence_store::Store;
    use std::path::Path;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn options(out: &Path, more: &[&str]) -> Options {
        let out = out.display().to_string();
        let fixed = [
            "tune",
            "--bench",
            "1",
            "--params",
            "rfp_margin,delta_margin,lmr_quiet_base,futility_base",
            "--iterations",
            "4",
            "--pairs",
            "2",
            "--nodes",
            "300",
            "--hash",
            "1",
            "--rate",
            "0.5",
            "--out",
            &out,
        ];
        Line::parse_from(fixed.iter().chain(more)).options
    }

    fn temporary(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("regence-tune-{name}-{}", std::process::id()))
    }

    #[test]
    fn an_interrupted_run_ends_like_an_uninterrupted_one() {
        let (whole, parts) = (temporary("whole"), temporary("parts"));
        run(&options(&whole, &[])).unwrap();
        let steps = |name: &Path| {
            let store = Store::read(&with_ending(name, "db")).unwrap();
            let (run, ..) = store.runs().unwrap()[0].clone();
            (store.notes(run).unwrap(), store)
        };
        let (all, store) = steps(&whole);
        assert_eq!(all.len(), 4);
        assert!(all.iter().any(|(_, step)| !step.starts_with("0.0 ")));
        // As if it had been killed in the third iteration.
        let (_, kind, identity) = store.runs().unwrap()[0].clone();
        let mut killed = Store::open(&with_ending(&parts, "db")).unwrap();
        let run_id = killed.run(&Head::new(&kind, identity.lines()), Existing::Refuse);
        let run_id = run_id.unwrap();
        for (key, step) in &all[..2] {
            killed.set_note(run_id, key, step).unwrap();
        }
        drop((killed, store));
        run(&options(&parts, &["--resume", "--concurrency", "1"])).unwrap();
        assert_eq!(steps(&parts).0, all);
        assert!(run(&options(&parts, &[])).is_err());
        for base in [whole, parts] {
            for ending in ["db", "lock", "svg"] {
                std::fs::remove_file(with_ending(&base, ending)).unwrap();
            }
        }
    }

    #[test]
    fn the_report_names_what_to_test() {
        let spsa = options(Path::new("x"), &[]).spsa::<Chess>().unwrap();
        let provenance = Provenance {
            search: "s".into(),
            machine: "m".into(),
            command: "c".into(),
        };
        let mut values = spsa.start();
        assert!(report(&spsa, &values, &provenance, "").contains("Nothing has moved"));
        values[0] += 3.4;
        let expected = format!("--set rfp_margin={}", values[0].round());
        assert!(report(&spsa, &values, &provenance, "").contains(&expected));
        let told = report(&spsa, &values, &provenance, "--game gomoku ");
        assert!(told.contains("sprt --game gomoku --set"), "{told}");
        assert!(most_moved(&spsa, &values).starts_with("rfp_margin"));
    }

    #[test]
    fn wrong_words_are_refused_with_the_right_ones() {
        let error = options(Path::new("x"), &["--params", "luck"])
            .spsa::<Chess>()
            .unwrap_err();
        assert!(error.to_string().contains("rfp_margin"), "{error}");
    }
}
