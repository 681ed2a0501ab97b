//! `texel`: tunes the weights of the evaluation on labelled positions.
//!
//! The evaluation is linear in its weights (but for the endgame scale, which is looked up from the sign of the endgame
//! score). So each position is turned once into "how often each weight counts", and the weights then move
//! down the logistic loss between the predicted and the real result. Idea: Peter Österlund's Texel tuning, 2014.

mod data;
mod descent;
mod source;

use std::path::PathBuf;
use std::time::Instant;

use descent::{Model, Settings};

use regence_arena::error::LabError;

/// What `texel` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Files of labelled positions
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Where to write the tuned weights: normally crates/chess-search/src/eval/weights.rs
    #[arg(long)]
    out: Option<PathBuf>,
    /// Passes over the positions
    #[arg(long, default_value_t = 60)]
    epochs: usize,
    /// The step of each weight, in centipawns; it falls to a tenth over the run
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    /// How much the game's result counts; the rest is the search's score
    #[arg(long, default_value_t = 0.6)]
    results: f64,
    /// How strongly weights that are seldom seen stay where they were
    #[arg(long, default_value_t = 1e-7)]
    pull: f64,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// Reads, tunes, reports, writes.
pub fn run(options: &Options) -> Result<(), LabError> {
    let began = Instant::now();
    let (mut train, test) = data::load(&options.data)?;
    if train.is_empty() || test.is_empty() {
        return Err(LabError::new(
            "there are too few positions to learn from and to test on: a few thousand games are wanted, see `gen`",
        ));
    }
    let size = train.megabytes() + test.megabytes();
    println!(
        "{} positions to learn from, {} to test on ({size} MB, {:.0} s)",
        train.len(),
        test.len(),
        began.elapsed().as_secs_f64()
    );

    let mut model = Model::current();
    let k = model.fit_scale(&train, options.threads);
    println!(
        "scale: 1 / (1 + 10 ^ (-score / {:.0}))",
        std::f64::consts::LN_10 / k
    );
    train.set_targets(k, options.results);
    let mut test = test;
    test.set_targets(k, options.results);
    let before = (
        model.loss(&train, options.threads),
        model.loss(&test, options.threads),
    );

    let settings = Settings {
        epochs: options.epochs,
        rate: options.rate,
        pull: options.pull,
        threads: options.threads.max(1),
    };
    let tuned = model.tune(&mut train, &test, &settings).rounded();
    let after = (
        tuned.loss(&train, options.threads),
        tuned.loss(&test, options.threads),
    );
    println!("loss before: {:.6} (test {:.6})", before.0, before.1);
    println!(
        "loss after:  {:.6} (test {:.6}), weights rounded",
        after.0, after.1
    );
    print_moved(&model, &tuned);

    if let Some(path) = &options.out {
        std::fs::write(path, source::weights_file(&tuned.scores()))
            .map_err(|error| LabError::file(path, &error))?;
        println!("written to {}", path.display());
    }
    Ok(())
}

/// The groups that moved most.
fn print_moved(before: &Model, after: &Model) {
    use regence_chess_search::eval::weights::GROUPS;
    let (old, new) = (before.scores(), after.scores());
    println!("mean move of a weight, in centipawns (middlegame, endgame):");
    for group in GROUPS {
        let range = group.span.range();
        let mean = |part: fn(&regence_chess_search::eval::Score) -> i32| {
            let moved: i32 = range
                .clone()
                .map(|i| (part(&new[i]) - part(&old[i])).abs())
                .sum();
            f64::from(moved) / group.span.len() as f64
        };
        println!(
            "  {:<22} {:>6.1} {:>6.1}",
            group.name,
            mean(|s| s.mg()),
            mean(|s| s.eg())
        );
    }
}

/// Kept apart so that tests can make data without files.
#[cfg(test)]
fn small_data(games: u64) -> (data::Data, data::Data) {
    let mut loader = data::Loader::default();
    let mut rng = regence_chess::rng::SplitMix64::new(5);
    for game in 0..games {
        let mut board = regence_chess::Board::startpos();
        for _ in 0..60 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board = board.make(moves[rng.below(moves.len() as u64) as usize]);
            let score = regence_chess_search::eval::evaluate(&board).raw();
            let white = if board.side_to_move() == regence_chess::Color::White {
                score
            } else {
                -score
            };
            let result = if white > 50 {
                1.0
            } else if white < -50 {
                0.0
            } else {
                0.5
            };
            loader.add(
                game as usize,
                &crate::labelled::Labelled {
                    board,
                    result,
                    score: white,
                },
            );
        }
    }
    loader.finish()
}
