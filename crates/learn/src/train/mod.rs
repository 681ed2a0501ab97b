//! `train`: a network from games, on the processor alone.
//!
//! The first layer is sparse: of its 768 rows a position touches some thirty, forward and backward. Each thread
//! sums the gradient of its part of a batch; then all of them share the optimiser's step. A run is a function of its
//! settings, and one that was stopped goes on from its last epoch.

mod checkpoint;
mod gomoku;
mod loops;
mod model;
mod optimiser;
mod plot;
mod sample;

use std::path::{Path, PathBuf};
use std::time::Instant;

use regence_chess::rng::SplitMix64;
use regence_chess_search::Judgement;
use regence_nnue::{KingBuckets, Network, SCALE, Shape};

use checkpoint::Checkpoint;
use model::{GROUP, Layout, Scratch, Target};
use optimiser::Optimiser;
use regence_arena::error::LabError;
use regence_arena::provenance::{self, say};
use sample::{Imagined, Sample, Samples};

/// What is trained.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    /// Trains a chess network on the games of `selfplay chess`
    Chess(Options),
    /// Fits the weights of the Gomoku evaluation to the games of `selfplay gomoku`
    Gomoku(gomoku::Options),
}

/// What `train chess` is told.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// The games to learn from
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The network that is written; checkpoint and plot stand beside it
    #[arg(long)]
    out: PathBuf,
    /// Width of the first layer
    #[arg(long, default_value_t = 256)]
    hidden: usize,
    /// Weights of the first layer by the place of the king: 1 set for all places, or 4
    #[arg(long, default_value_t = 1)]
    kings: usize,
    /// How often all positions are seen
    #[arg(long, default_value_t = 20)]
    epochs: usize,
    /// Positions of one step
    #[arg(long, default_value_t = 2048)]
    batch: usize,
    /// The learning rate at the beginning; it falls to a hundredth
    #[arg(long, default_value_t = 0.004)]
    rate: f32,
    /// How much the end of a game counts, from 0 to 1; the rest is the score
    #[arg(long, default_value_t = 0.1)]
    mix: f32,
    /// Points of a score that make a win e times as likely as a loss; a smaller number looks closer at even positions
    #[arg(long, default_value_t = SCALE as f32)]
    scale: f32,
    /// The power of the error that is made smaller; below 2 positions count less that only tactics explain
    #[arg(long, default_value_t = 2.0)]
    power: f32,
    /// Positions near each one of the games that an evaluation judges, so that what games never show is seen
    #[arg(long, default_value_t = 0)]
    imagined: usize,
    /// Who judges them: `<classical>`, `<embedded>` or a network file
    #[arg(long, value_name = "FILE", default_value = "<classical>")]
    imagined_by: String,
    /// Begin with the weights of this checkpoint or network file
    #[arg(long)]
    from: Option<PathBuf>,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Another seed begins with other weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs what was asked for.
pub fn run(command: &Command) -> Result<(), LabError> {
    match command {
        Command::Chess(options) => train_chess(options),
        Command::Gomoku(options) => gomoku::run(options),
    }
}

fn train_chess(options: &Options) -> Result<(), LabError> {
    let layout = layout(options)?;
    let imagined = Imagined {
        count: options.imagined,
        judgement: Judgement::by_name(&options.imagined_by).map_err(LabError::new)?,
    };
    let mut samples = Samples::default();
    for path in &options.games {
        samples.add(path, &imagined, target(options))?;
        eprintln!(
            "{}: {} positions to learn from, {} to test on",
            path.display(),
            samples.training.len(),
            samples.validation.len()
        );
    }
    if samples.training.is_empty() || samples.validation.is_empty() {
        return Err(LabError::new(
            "too few games: expected at least 25 with quiet positions; play more with `regence-lab selfplay chess`",
        ));
    }
    eprintln!(
        "the classical evaluation has a loss of {:.6} on the positions to test on",
        samples.classical / samples.validation.len() as f64
    );
    let trained = train(&layout, options, &samples)?;
    let network = finish(&layout, &trained, options, &samples)?;
    let description = format!(
        "{} positions, {} epochs, validation loss {:.6}; {}",
        samples.training.len(),
        trained.losses.len(),
        trained.losses.last().map_or(0.0, |loss| loss[1]),
        without_folders(&provenance::command())
    );
    write(&options.out, &network.to_bytes(&description))?;
    say(&format!("{}: {description}\n", options.out.display()));
    Ok(())
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
    let buckets = match options.kings {
        1 => KingBuckets::ONE,
        4 => KingBuckets::FOUR,
        _ => return wrong("--kings: expected 1 or 4"),
    };
    match Shape::new(options.hidden, buckets) {
        Some(shape) => Ok(Layout { shape }),
        None => wrong("--hidden: expected a multiple of 32 from 32 to 1024"),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), LabError> {
    std::fs::write(path, bytes).map_err(|error| LabError::file(path, &error))
}

/// Trains, or goes on with a run that was stopped.
fn train(layout: &Layout, options: &Options, samples: &Samples) -> Result<Checkpoint, LabError> {
    let path = options.out.with_extension("checkpoint");
    let mut state = begin(layout, options, samples, &path)?;
    let mut workers: Vec<Worker> = (0..options.threads.max(1))
        .map(|_| Worker::new(layout))
        .collect();
    for epoch in state.losses.len()..options.epochs {
        let began = Instant::now();
        let training = pass(
            layout,
            options,
            samples,
            epoch,
            &mut state.optimiser,
            &mut workers,
        );
        let seconds = began.elapsed().as_secs_f64();
        let validation = validate(
            layout,
            options,
            &state.optimiser.weights,
            &samples.validation,
        );
        state.losses.push([training, validation]);
        state.save(&path)?;
        write(
            &options.out.with_extension("svg"),
            plot::losses(&state.losses).as_bytes(),
        )?;
        eprintln!(
            "epoch {} of {}: training {training:.6}, validation {validation:.6}, {:.0} positions a second",
            epoch + 1,
            options.epochs,
            samples.training.len() as f64 / seconds
        );
    }
    Ok(state)
}

fn begin(
    layout: &Layout,
    options: &Options,
    samples: &Samples,
    path: &Path,
) -> Result<Checkpoint, LabError> {
    let settings = format!(
        "hidden {}, kings {}, epochs {}, batch {}, rate {}, mix {}, scale {}, power {}, seed {}, from {:?}, threads {}, positions {}, imagined by {}",
        options.hidden,
        options.kings,
        options.epochs,
        options.batch,
        options.rate,
        options.mix,
        options.scale,
        options.power,
        options.seed,
        options.from,
        options.threads,
        samples.training.len(),
        options.imagined_by
    );
    if path.exists() {
        let state = Checkpoint::load(path)?;
        return match state.settings == settings && state.optimiser.weights.len() == layout.len() {
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
    let weights = match &options.from {
        Some(path) => earlier(layout, path, fresh)?,
        None => fresh,
    };
    Ok(Checkpoint {
        settings,
        optimiser: Optimiser::new(weights, Layout::limit()),
        losses: Vec::new(),
    })
}

/// The weights that another run ended with: its checkpoint, or the network that it wrote, which may be smaller.
fn earlier(layout: &Layout, path: &Path, fresh: Vec<f32>) -> Result<Vec<f32>, LabError> {
    let bytes = std::fs::read(path).map_err(|error| LabError::file(path, &error))?;
    let weights = match Network::from_bytes(&bytes) {
        Ok((network, _)) if model::begins(layout, network.shape()) => {
            model::floats(layout, &network, fresh)
        }
        Ok((network, _)) => {
            let found = network.shape();
            return Err(LabError::new(format!(
                "{}: a network with {} sums and {} sets of weights by the king, expected at most {} and 1 or {}: \
                 choose other --hidden and --kings",
                path.display(),
                found.hidden(),
                found.buckets().count(),
                layout.shape.hidden(),
                layout.shape.buckets().count()
            )));
        }
        Err(_) => Checkpoint::load(path)?.optimiser.weights,
    };
    match weights.len() == layout.len() {
        true => Ok(weights),
        false => Err(LabError::new(format!(
            "{}: a network of {} weights, expected {}: choose the same --hidden and --kings",
            path.display(),
            weights.len(),
            layout.len()
        ))),
    }
}

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

/// Sees every position once, in an order of its own; returns the mean loss.
fn pass(
    layout: &Layout,
    options: &Options,
    samples: &Samples,
    epoch: usize,
    optimiser: &mut Optimiser,
    workers: &mut [Worker],
) -> f32 {
    let order = shuffled(
        samples.training.len(),
        options.seed ^ (epoch as u64 + 1) << 32,
    );
    let batches = order.len().div_ceil(options.batch);
    let mut total = 0.0;
    for (number, batch) in order.chunks(options.batch).enumerate() {
        let weights = &optimiser.weights;
        let part = batch.len().div_ceil(workers.len());
        total += std::thread::scope(|scope| {
            let shares: Vec<_> = workers
                .iter_mut()
                .zip(batch.chunks(part))
                .map(|(worker, share)| {
                    scope.spawn(move || {
                        learn(layout, options, weights, &samples.training, share, worker)
                    })
                })
                .collect();
            let loss =
                |share: std::thread::ScopedJoinHandle<'_, f64>| share.join().unwrap_or(f64::NAN);
            shares.into_iter().map(loss).sum::<f64>()
        });
        let done = (epoch * batches + number) as f32 / (options.epochs * batches) as f32;
        let mut gradients: Vec<Vec<f32>> = workers
            .iter_mut()
            .map(|worker| std::mem::take(&mut worker.gradient))
            .collect();
        optimiser.step(&mut gradients, batch.len(), rate(options.rate, done));
        for (worker, gradient) in workers.iter_mut().zip(gradients) {
            worker.gradient = gradient;
        }
    }
    (total / order.len().max(1) as f64) as f32
}

fn learn(
    layout: &Layout,
    options: &Options,
    weights: &[f32],
    samples: &[Sample],
    share: &[u32],
    worker: &mut Worker,
) -> f64 {
    let Worker { scratch, gradient } = worker;
    let target = target(options);
    let group = |group: &[u32]| {
        let samples = group.iter().map(|&index| &samples[index as usize]);
        model::learn(layout, weights, samples, target, scratch, gradient)
    };
    share.chunks(GROUP).map(group).sum()
}

fn target(options: &Options) -> Target {
    Target {
        mix: options.mix,
        scale: options.scale,
        power: options.power,
    }
}

/// A cosine from the rate to a hundredth of it.
fn rate(highest: f32, done: f32) -> f32 {
    let lowest = highest / 100.0;
    lowest + (highest - lowest) * 0.5 * (1.0 + (std::f32::consts::PI * done).cos())
}

/// All indices below `count`, in an order that the seed decides.
fn shuffled(count: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    SplitMix64::new(seed).shuffle(&mut order);
    order
}

fn validate(layout: &Layout, options: &Options, weights: &[f32], samples: &[Sample]) -> f32 {
    let target = target(options);
    let part = samples.len().div_ceil(options.threads.max(1)).max(1);
    let total: f64 = std::thread::scope(|scope| {
        let sum = |samples: &[Sample]| {
            let mut scratch = Scratch::default();
            let group =
                |group: &[Sample]| model::loss(layout, weights, group, target, &mut scratch);
            samples.chunks(GROUP).map(group).sum::<f64>()
        };
        let shares: Vec<_> = samples
            .chunks(part)
            .map(|share| scope.spawn(move || sum(share)))
            .collect();
        shares
            .into_iter()
            .map(|share| share.join().unwrap_or(f64::NAN))
            .sum()
    });
    (total / samples.len().max(1) as f64) as f32
}

/// Positions that integers and floating point are compared on.
const COMPARED: usize = 100_000;
/// Centipawns that they may differ by on average.
const MAX_DIFFERENCE: f64 = 10.0;

/// Quantises the network and compares it with what was trained.
fn finish(
    layout: &Layout,
    trained: &Checkpoint,
    options: &Options,
    samples: &Samples,
) -> Result<Network, LabError> {
    let weights = &trained.optimiser.weights;
    let network = model::quantise(layout, weights).ok_or_else(|| {
        LabError::new("a weight is too large for integers; train with a lower --rate")
    })?;
    let mut scratch = Scratch::default();
    let all = samples.validation.iter().chain(&samples.training);
    let compared: Vec<&Sample> = all.take(COMPARED).collect();
    let said = compared.chunks(GROUP).flat_map(|group| {
        model::forward(layout, weights, group.iter().copied(), &mut scratch).to_vec()
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
        options.out.display()
    );
    match mean <= MAX_DIFFERENCE {
        true => Ok(network),
        false => Err(LabError::new(format!(
            "the integers differ by {mean:.1} centipawns on average, expected at most {MAX_DIFFERENCE}; the weights are too small or too large"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::tests::{material_samples, small_layout};

    fn options(name: &str, epochs: usize) -> Options {
        let name = format!("regence-train-{name}-{}.nnue", std::process::id());
        Options {
            games: Vec::new(),
            out: std::env::temp_dir().join(name),
            hidden: 64,
            kings: 1,
            epochs,
            batch: 128,
            rate: 0.01,
            mix: 0.0,
            scale: SCALE as f32,
            power: 2.0,
            imagined: 0,
            imagined_by: String::new(),
            from: None,
            threads: 2,
            seed: 1,
        }
    }

    fn samples() -> Samples {
        Samples {
            training: material_samples(3000, 1),
            validation: material_samples(300, 2),
            classical: 0.0,
        }
    }

    fn remove(options: &Options) {
        for extension in ["checkpoint", "svg"] {
            std::fs::remove_file(options.out.with_extension(extension)).expect("removed");
        }
    }

    #[test]
    fn what_is_shown_is_learnt() {
        let (layout, options, samples) = (small_layout(), options("material", 12), samples());
        let trained = train(&layout, &options, &samples).expect("trained");
        let (first, last) = (trained.losses[0], trained.losses[11]);
        assert!(
            last[0] < first[0] / 10.0 && last[1] < first[1],
            "{first:?} {last:?}"
        );
        finish(&layout, &trained, &options, &samples).expect("integers that fit");
        remove(&options);
    }

    #[test]
    fn a_run_that_was_stopped_ends_like_one_that_was_not() {
        let (layout, samples) = (small_layout(), samples());
        let whole = options("whole", 4);
        let expected = train(&layout, &whole, &samples).expect("trained");

        let parts = options("parts", 4);
        let path = parts.out.with_extension("checkpoint");
        let mut state = begin(&layout, &parts, &samples, &path).expect("begun");
        let mut workers = vec![Worker::new(&layout), Worker::new(&layout)];
        for epoch in 0..2 {
            let loss = pass(
                &layout,
                &parts,
                &samples,
                epoch,
                &mut state.optimiser,
                &mut workers,
            );
            let tested = validate(
                &layout,
                &parts,
                &state.optimiser.weights,
                &samples.validation,
            );
            state.losses.push([loss, tested]);
        }
        state.save(&path).expect("saved");
        assert_eq!(train(&layout, &parts, &samples).expect("resumed"), expected);

        let other = Options {
            rate: 0.5,
            ..parts.clone()
        };
        let error = train(&layout, &other, &samples).expect_err("other settings");
        assert!(error.to_string().contains("other settings"), "{error}");
        remove(&whole);
        std::fs::remove_file(path).expect("removed");
        std::fs::remove_file(parts.out.with_extension("svg")).expect("removed");
    }

    #[test]
    fn a_network_tells_no_folders() {
        let told = without_folders("regence-lab train chess /home/me/a.games b.games --mix 0.1");
        assert_eq!(told, "regence-lab train chess a.games b.games --mix 0.1");
    }

    #[test]
    fn a_shuffle_keeps_every_index() {
        let mut order = shuffled(1000, 3);
        assert_ne!(order[..10], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        order.sort_unstable();
        assert!(order.iter().enumerate().all(|(i, &o)| i == o as usize));
    }

    #[test]
    fn the_rate_falls_to_a_hundredth() {
        assert!((rate(1.0, 0.0) - 1.0).abs() < 1e-6);
        assert!((rate(1.0, 1.0) - 0.01).abs() < 1e-6);
    }
}
