//! `train`: a network from games, on the processor alone.
//!
//! The first layer is sparse: of its 768 rows a position touches some thirty, forward and backward. Each thread
//! sums the gradient of its part of a batch; then all of them share the optimiser's step. Games are read from shards of any size
//! ([`stream`]), a chunk at a time. A run is a function of its settings: one that was stopped resumes after its last chunk and
//! ends with the same bits.

mod checkpoint;
mod gomoku;
mod loops;
mod model;
mod optimiser;
mod sample;
mod schedule;
mod shape_net;
mod stream;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use regence_chess::rng::SplitMix64;
use regence_chess_search::wdl::Model;
use regence_nnue::{KingBuckets, Network, SCALE, Shape};

use crate::wdl;
use checkpoint::Checkpoint;
use model::{GROUP, Layout, Scratch, Target};
use optimiser::{Optimiser, Step};
use regence_arena::chart::{Axis, Lines, Series};
use regence_arena::error::LabError;
use regence_arena::provenance::{self, say};
use sample::Sample;
use schedule::Schedule;
use stream::Stream;

/// What is trained.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    /// Trains a chess network on the games of `selfplay chess`
    Chess(Options),
    /// Fits the weights of the Gomoku evaluation to the games of `selfplay gomoku`
    Gomoku(gomoku::Options),
    /// Trains the small network of shapes on top of those weights
    GomokuNet(shape_net::Options),
}

/// Arguments of `train chess`.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// The games to learn from
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The network that is written; checkpoint and plot stand beside it
    #[arg(long)]
    out: PathBuf,
    /// Width of the first layer
    #[arg(long, default_value_t = 768)]
    hidden: usize,
    /// Weights of the first layer by the place of the king: 1 set for all places, 4 or 8
    #[arg(long, default_value_t = 1)]
    kings: usize,
    /// How often all positions are seen
    #[arg(long, default_value_t = 8)]
    epochs: usize,
    /// Positions of one step
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// The learning rate at the beginning
    #[arg(long, default_value_t = 0.001)]
    rate: f32,
    /// How the learning rate falls
    #[arg(long, value_enum, default_value_t = Schedule::Cosine)]
    schedule: Schedule,
    /// Share of the average of weights that each step leaves; the average is the network
    #[arg(long, default_value_t = 0.999)]
    average: f32,
    /// How much the end of a game counts, from 0 to 1; the rest is the score
    #[arg(long, default_value_t = 0.1)]
    mix: f32,
    /// Centipawns of the network that make a win e times as likely as a loss
    #[arg(long, default_value_t = 200.0)]
    scale: f32,
    /// Judge scores by the curve of --scale alone, not by how often games with this score and material are won
    #[arg(long)]
    no_wdl: bool,
    /// The power of the error that is made smaller; below 2 positions count less that only tactics explain
    #[arg(long, default_value_t = 2.0)]
    power: f32,
    /// Begin with this checkpoint, the optimiser's memory included, or with this network file
    #[arg(long)]
    from: Option<PathBuf>,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Another seed begins with other weights and sees the positions in another order
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs what was asked for.
pub fn run(command: &Command) -> Result<(), LabError> {
    match command {
        Command::Chess(options) => train_chess(options),
        Command::Gomoku(options) => gomoku::run(options),
        Command::GomokuNet(options) => shape_net::run(options),
    }
}

fn train_chess(options: &Options) -> Result<(), LabError> {
    let layout = layout(options)?;
    let stream = Stream::open(&options.games, options.seed, stream::CHUNK_POSITIONS)?;
    let target = target(options, &stream)?;
    let (validation, classical) = stream.validation(target)?;
    if validation.is_empty() {
        return Err(LabError::new(
            "too few games: expected at least 64 with quiet positions; play more with `regence-lab selfplay chess`",
        ));
    }
    eprintln!(
        "{} positions, quiet or not; {} quiet ones to test on, on which the classical evaluation has a loss of {:.6}",
        stream.positions(),
        validation.len(),
        classical / validation.len() as f64
    );
    let run = Run {
        layout,
        options,
        target,
        stream: Arc::new(stream),
        validation,
    };
    let trained = run.train(u64::MAX)?;
    let network = run.finish(&trained)?;
    let description = format!(
        "{} positions, {} epochs, validation loss {:.6}; {}",
        run.stream.positions(),
        options.epochs,
        trained.losses.last().map_or(0.0, |loss| loss[1]),
        without_folders(&provenance::command())
    );
    write(&options.out, &network.to_bytes(&description))?;
    say(&format!("{}: {description}\n", options.out.display()));
    Ok(())
}

/// How samples become targets; what a score is worth is fitted to the games themselves.
fn target(options: &Options, stream: &Stream) -> Result<Target, LabError> {
    let wdl = match options.no_wdl {
        true => None,
        false => Some(fitted(stream)?),
    };
    Ok(Target {
        mix: options.mix,
        scale: options.scale,
        power: options.power,
        wdl,
    })
}

/// The chances of scores in these games.
fn fitted(stream: &Stream) -> Result<Model, LabError> {
    let mut counts = wdl::Counts::default();
    stream.sample(|game| counts.add_game(game))?;
    let model = counts.fit();
    eprintln!("{}", counts.describe(&model).trim_end());
    Ok(model)
}

/// A network travels: it tells the names of its games, not the folders of one machine.
fn without_folders(command: &str) -> String {
    let name = |word: &str| word.rsplit('/').next().unwrap_or(word).to_owned();
    let words: Vec<String> = command.split(' ').map(name).collect();
    words.join(" ")
}

fn layout(options: &Options) -> Result<Layout, LabError> {
    let wrong = |what: &str| Err(LabError::new(what));
    if options.batch == 0 || options.epochs == 0 || !(0.0..=1.0).contains(&options.mix) {
        return wrong("expected a batch and epochs of at least 1, and a mix from 0 to 1");
    }
    if !(10.0..=4000.0).contains(&options.scale) {
        return wrong("--scale: expected a number from 10 to 4000");
    }
    if !(1.0..=4.0).contains(&options.power) {
        return wrong("--power: expected a number from 1 to 4");
    }
    if !(0.0..1.0).contains(&options.average) {
        return wrong("--average: expected a number from 0 to below 1");
    }
    let buckets = match options.kings {
        1 => KingBuckets::ONE,
        4 => KingBuckets::FOUR,
        8 => KingBuckets::EIGHT,
        _ => return wrong("--kings: expected 1, 4 or 8"),
    };
    match Shape::new(options.hidden, buckets) {
        Some(shape) => Ok(Layout { shape }),
        None => wrong("--hidden: expected a multiple of 32 from 32 to 1024"),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), LabError> {
    std::fs::write(path, bytes).map_err(|error| LabError::file(path, &error))
}

/// Chunks between two looks at the games that are never learnt from.
const VALIDATE_EVERY: u64 = 8;

/// A run: what is trained, on what.
struct Run<'a> {
    layout: Layout,
    options: &'a Options,
    target: Target,
    stream: Arc<Stream>,
    validation: Vec<Sample>,
}

impl Run<'_> {
    /// Trains, or resumes a run that was stopped; at most so many chunks.
    fn train(&self, most: u64) -> Result<Checkpoint, LabError> {
        let path = self.options.out.with_extension("checkpoint");
        let mut state = self.begin(&path)?;
        let mut workers: Vec<Worker> = (0..self.options.threads.max(1))
            .map(|_| Worker::new(&self.layout))
            .collect();
        let mut left = most;
        while (state.epoch as usize) < self.options.epochs {
            let (epoch, chunks) = (
                state.epoch,
                self.stream.chunk_count(state.epoch as usize) as u64,
            );
            let mut next = Some(self.stream.prefetch(epoch as usize, state.chunk as usize)?);
            while let Some(chunk) = next.take() {
                if left == 0 {
                    return Ok(state);
                }
                left -= 1;
                let began = Instant::now();
                let samples = chunk.wait()?;
                let waited = began.elapsed();
                if state.chunk + 1 < chunks {
                    next = Some(
                        self.stream
                            .prefetch(epoch as usize, state.chunk as usize + 1)?,
                    );
                }
                self.learn_chunk(&mut state, &samples, &mut workers);
                state.chunk += 1;
                let is_last = state.chunk == chunks;
                self.report(
                    &mut state,
                    samples.len(),
                    [waited, began.elapsed()],
                    is_last,
                )?;
                if is_last {
                    (state.epoch, state.chunk) = (epoch + 1, 0);
                }
                state.save(&path)?;
            }
        }
        Ok(state)
    }

    /// Says how it stands, and from time to time how well the games are judged that are never learnt from.
    fn report(
        &self,
        state: &mut Checkpoint,
        samples: usize,
        [waited, took]: [std::time::Duration; 2],
        is_last: bool,
    ) -> Result<(), LabError> {
        let done = self.done(state.positions);
        eprintln!(
            "{:.1} %: epoch {}, training loss {:.6}, {:.0} positions a second, {:.0} % of it waiting for games",
            100.0 * done,
            state.epoch + 1,
            state.sums[0] / state.sums[1].max(1.0),
            samples as f64 / took.as_secs_f64(),
            100.0 * waited.as_secs_f64() / took.as_secs_f64()
        );
        if !is_last && !(state.chunk).is_multiple_of(VALIDATE_EVERY) {
            return Ok(());
        }
        let training = (state.sums[0] / state.sums[1].max(1.0)) as f32;
        let now = self.validate(&state.optimiser.weights);
        let averaged = self.validate(&state.optimiser.average);
        eprintln!("validation {now:.6}, of the average of weights {averaged:.6}");
        state.losses.push([training, averaged]);
        state.sums = [0.0; 2];
        let plot = losses(&state.losses);
        write(&self.options.out.with_extension("svg"), plot.as_bytes())
    }

    /// The share of the run that is done after so many positions.
    fn done(&self, positions: u64) -> f32 {
        let all = self.stream.positions() * self.options.epochs as u64;
        positions as f32 / all.max(1) as f32
    }

    fn begin(&self, path: &Path) -> Result<Checkpoint, LabError> {
        let (layout, options) = (self.layout, self.options);
        let settings = self.settings();
        if path.exists() {
            let state = Checkpoint::load(path, layout)?;
            return match state.settings == settings {
                true => Ok(state),
                false => Err(LabError::new(format!(
                    "{}: a run with other settings ({}); now they are {settings}: choose another --out or delete it",
                    path.display(),
                    state.settings
                ))),
            };
        }
        let mut rng = SplitMix64::new(options.seed);
        let fresh = layout.initial(|| rng.below(1 << 24) as f32 / (1 << 24) as f32);
        let optimiser = match &options.from {
            Some(path) => earlier(layout, path, fresh)?,
            None => Optimiser::new(layout, fresh),
        };
        Ok(Checkpoint {
            settings,
            optimiser,
            epoch: 0,
            chunk: 0,
            positions: 0,
            losses: Vec::new(),
            sums: [0.0; 2],
        })
    }

    /// All that decides the result.
    fn settings(&self) -> String {
        let Options {
            hidden,
            kings,
            epochs,
            batch,
            rate,
            schedule,
            average,
            threads,
            seed,
            from,
            ..
        } = self.options;
        format!(
            "hidden {hidden}, kings {kings}, epochs {epochs}, batch {batch}, rate {rate}, schedule {schedule:?}, \
             average {average}, threads {threads}, seed {seed}, from {from:?}, positions {}, {:?}",
            self.stream.positions(),
            self.target
        )
    }

    /// Learns from every sample of a chunk once.
    fn learn_chunk(&self, state: &mut Checkpoint, samples: &[Sample], workers: &mut [Worker]) {
        let options = self.options;
        // All batches are of about one size: a few samples alone would make a wild step.
        let batches = samples.len().div_ceil(options.batch).max(1);
        let size = samples.len().div_ceil(batches).max(1);
        let positions = self
            .stream
            .chunk_positions(state.epoch as usize, state.chunk as usize);
        let mut total = 0.0;
        for (number, batch) in samples.chunks(size).enumerate() {
            total += self.learn_batch(&state.optimiser.weights, batch, workers);
            let seen = positions * number as u64 / batches as u64;
            let step = Step {
                rate: options.rate * options.schedule.at(self.done(state.positions + seen)),
                average: options.average,
                samples: batch.len(),
            };
            let mut gradients: Vec<Vec<f32>> = workers
                .iter_mut()
                .map(|worker| std::mem::take(&mut worker.gradient))
                .collect();
            state.optimiser.step(&mut gradients, step);
            for (worker, gradient) in workers.iter_mut().zip(gradients) {
                worker.gradient = gradient;
            }
        }
        state.positions += positions;
        state.sums[0] += total;
        state.sums[1] += samples.len() as f64;
    }

    /// Each thread sums the gradient of its part; returns the sum of the losses.
    fn learn_batch(&self, weights: &[f32], batch: &[Sample], workers: &mut [Worker]) -> f64 {
        let part = batch.len().div_ceil(workers.len()).max(1);
        let learn = |worker: &mut Worker, share: &[Sample]| -> f64 {
            let Worker { scratch, gradient } = worker;
            let group = |group: &[Sample]| {
                model::learn(
                    &self.layout,
                    weights,
                    group.iter(),
                    self.target,
                    scratch,
                    gradient,
                )
            };
            share.chunks(GROUP).map(group).sum()
        };
        std::thread::scope(|scope| {
            let shares: Vec<_> = workers
                .iter_mut()
                .zip(batch.chunks(part))
                .map(|(worker, share)| scope.spawn(move || learn(worker, share)))
                .collect();
            let losses = shares
                .into_iter()
                .map(|share| share.join().unwrap_or(f64::NAN));
            losses.sum()
        })
    }

    /// The mean loss on the games that are never learnt from.
    fn validate(&self, weights: &[f32]) -> f32 {
        let samples = &self.validation;
        let part = samples.len().div_ceil(self.options.threads.max(1)).max(1);
        let sum = |samples: &[Sample]| {
            let mut scratch = Scratch::default();
            let group = |group: &[Sample]| {
                model::loss(&self.layout, weights, group, self.target, &mut scratch)
            };
            samples.chunks(GROUP).map(group).sum::<f64>()
        };
        let total: f64 = std::thread::scope(|scope| {
            let shares: Vec<_> = samples
                .chunks(part)
                .map(|share| scope.spawn(move || sum(share)))
                .collect();
            let losses = shares
                .into_iter()
                .map(|share| share.join().unwrap_or(f64::NAN));
            losses.sum()
        });
        (total / samples.len().max(1) as f64) as f32
    }

    /// Quantises the average of weights and compares it with what was trained.
    fn finish(&self, trained: &Checkpoint) -> Result<Network, LabError> {
        let weights = &trained.optimiser.average;
        let network = model::quantise(&self.layout, weights).ok_or_else(|| {
            LabError::new("a weight is too large for integers; train with a lower --rate")
        })?;
        let mut scratch = Scratch::default();
        let compared = &self.validation[..COMPARED.min(self.validation.len())];
        let said = compared.chunks(GROUP).flat_map(|group| {
            model::forward(&self.layout, weights, group.iter(), &mut scratch).to_vec()
        });
        let (mut count, mut sum, mut largest) = (0u32, 0.0, 0.0f64);
        for (sample, said) in compared.iter().zip(said) {
            let float = f64::from(said) * f64::from(SCALE);
            let integer = f64::from(network.evaluate(&sample.placement(), sample.mover()));
            let difference = (float - integer).abs();
            (count, sum, largest) = (count + 1, sum + difference, largest.max(difference));
        }
        let mean = sum / f64::from(count.max(1));
        eprintln!(
            "{}: integers differ from floating point by {mean:.2} centipawns on average, {largest:.1} at most, over {count} positions",
            self.options.out.display()
        );
        match mean <= MAX_DIFFERENCE {
            true => Ok(network),
            false => Err(LabError::new(format!(
                "the integers differ by {mean:.1} centipawns on average, expected at most {MAX_DIFFERENCE}; the weights are too small or too large"
            ))),
        }
    }
}

/// The state that another run ended with: its checkpoint, or the network that it wrote, which may be smaller.
fn earlier(layout: Layout, path: &Path, fresh: Vec<f32>) -> Result<Optimiser, LabError> {
    let bytes = std::fs::read(path).map_err(|error| LabError::file(path, &error))?;
    match Network::from_bytes(&bytes) {
        Ok((network, _)) if model::begins(&layout, network.shape()) => Ok(Optimiser::new(
            layout,
            model::floats(&layout, &network, fresh),
        )),
        Ok((network, _)) => {
            let found = network.shape();
            Err(LabError::new(format!(
                "{}: a network with {} hidden neurons and {} sets of weights by the king, expected at most {} and 1 or {}: \
                 choose other --hidden and --kings",
                path.display(),
                found.hidden(),
                found.buckets().count(),
                layout.shape.hidden(),
                layout.shape.buckets().count()
            )))
        }
        Err(_) => Ok(Checkpoint::load(path, layout)?.optimiser),
    }
}

/// Positions that integers and floating point are compared on.
const COMPARED: usize = 100_000;
/// Centipawns that they may differ by on average.
const MAX_DIFFERENCE: f64 = 10.0;

/// What a thread needs.
#[derive(Debug)]
struct Worker {
    scratch: Scratch,
    gradient: Vec<f32>,
}

impl Worker {
    fn new(layout: &Layout) -> Worker {
        Worker {
            scratch: Scratch::default(),
            gradient: vec![0.0; layout.len()],
        }
    }
}

/// Training and validation loss by epoch.
fn losses(losses: &[[f32; 2]]) -> String {
    let series = |part: usize, name: &str| Series {
        name: name.to_owned(),
        points: (1..)
            .zip(losses)
            .map(|(epoch, loss)| (f64::from(epoch), f64::from(loss[part])))
            .collect(),
    };
    let last = losses.last().copied().unwrap_or_default();
    let chart = Lines {
        title: format!("Training {:.6}, validation {:.6}", last[0], last[1]),
        x: ("looks at the loss".to_owned(), Axis::Linear),
        y: ("loss".to_owned(), Axis::Linear),
        lines: vec![series(0, "training"), series(1, "validation")],
        limits: Vec::new(),
    };
    chart.draw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::game::{Player, Style};
    use crate::selfplay::shard::Shard;
    use model::tests::small_layout;
    use regence_arena::provenance::Provenance;

    fn folder(name: &str) -> PathBuf {
        let name = format!("regence-train-{name}-{}", std::process::id());
        std::env::temp_dir().join(name)
    }

    fn options(folder: &Path, name: &str, epochs: usize) -> Options {
        Options {
            games: vec![folder.join("shard")],
            out: folder.join(name).with_extension("nnue"),
            hidden: 64,
            kings: 1,
            epochs,
            batch: 512,
            rate: 0.01,
            schedule: Schedule::Cosine,
            average: 0.9,
            mix: 0.0,
            scale: 400.0,
            no_wdl: true,
            power: 2.0,
            from: None,
            threads: 2,
            seed: 1,
        }
    }

    /// A shard of short games.
    fn games(folder: &Path) {
        let style = Style {
            nodes: 20,
            random_plies: 8,
            chess960: 0,
        };
        let provenance = Provenance {
            search: "a test".into(),
            machine: "any".into(),
            command: "test".into(),
        };
        let made_by = serde_json::json!({});
        Shard::open(folder.join("shard"), &made_by, &provenance)
            .and_then(|mut shard| {
                shard.fill(300, 2, || Player::new(style), |player, n| player.play(1, n))
            })
            .expect("a shard");
    }

    fn run<'a>(options: &'a Options, chunk_positions: u64) -> Run<'a> {
        let stream = Stream::open(&options.games, options.seed, chunk_positions).expect("readable");
        let target = target(options, &stream).expect("a target");
        let (validation, _) = stream.validation(target).expect("readable");
        Run {
            layout: small_layout(),
            options,
            target,
            stream: Arc::new(stream),
            validation,
        }
    }

    #[test]
    fn games_are_learnt_and_a_stopped_run_ends_like_one_that_was_not() {
        let folder = folder("run");
        games(&folder);
        let whole = options(&folder, "whole", 3);
        let expected = run(&whole, 10_000).train(u64::MAX).expect("trained");
        let losses = &expected.losses;
        assert!(losses.len() >= 3, "{losses:?}");
        let (first, last) = (losses[0], losses[losses.len() - 1]);
        assert!(last[0] < first[0] && last[1] < first[1], "{losses:?}");
        run(&whole, 10_000)
            .finish(&expected)
            .expect("integers that fit");

        let parts = options(&folder, "parts", 3);
        for _ in 0..20 {
            run(&parts, 10_000).train(1).expect("a chunk");
        }
        assert_eq!(run(&parts, 10_000).train(0).expect("done"), expected);

        let other = Options {
            rate: 0.5,
            ..parts.clone()
        };
        let error = run(&other, 10_000).train(0).expect_err("other settings");
        assert!(error.to_string().contains("other settings"), "{error}");
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_network_tells_no_folders() {
        let told = without_folders("regence-lab train chess /home/me/a.games b.games --mix 0.1");
        assert_eq!(told, "regence-lab train chess a.games b.games --mix 0.1");
    }

    #[test]
    fn the_chart_of_losses_has_both_lines_even_of_nothing() {
        for some in [&[][..], &[[0.1, 0.2]], &[[0.1, 0.2], [0.05, 0.19]]] {
            let svg = losses(some);
            assert!(!svg.contains("NaN"), "{svg}");
            // A point for each loss, and one for each name.
            assert_eq!(svg.matches("<circle").count(), 2 * some.len() + 2);
        }
    }
}
