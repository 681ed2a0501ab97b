//! `sprt`: a match that ends as soon as it has proved or refuted a gain.
//!
//! The test looks at the pairs in the order of their numbers, not in that of their ends. So neither the number of
//! threads nor an interruption changes the verdict, and short games are not counted before long ones.

use crate::duel::{PlayOptions, Sides, report};
use regence_arena::error::LabError;
use regence_arena::in_game;
use regence_arena::in_process::{self, Progress};
use regence_arena::provenance::{Provenance, say};
use regence_arena::results::Pairs;
use regence_arena::stats::{Scale, Sprt, Tally, Verdict};
use regence_arena::workers::Next;
use regence_core::game::Game;

/// What `sprt` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    sides: Sides,
    #[command(flatten)]
    play: PlayOptions,
    /// The difference that is not enough
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// The difference that is hoped for
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,
    /// The scale of both
    #[arg(long, value_enum, default_value_t = Scale::Logistic)]
    scale: Scale,
    /// Give up without a verdict after so many games
    #[arg(long, default_value_t = 40_000)]
    games: u64,
}

/// Plays until there is a verdict and prints the block for the commit message.
pub fn run(options: &Options) -> Result<(), LabError> {
    if options.elo0 >= options.elo1 {
        return Err(LabError::new(format!(
            "expected --elo0 below --elo1, found {} and {}",
            options.elo0, options.elo1
        )));
    }
    in_game!(options.sides.game.game, run_in(options))
}

pub fn run_in<G: Game>(options: &Options) -> Result<(), LabError> {
    let of = options.sides.read::<G>(&options.play)?;
    let provenance = Provenance::of::<G>()?;
    let mut store = options.play.open(&of, &provenance)?;
    let (mut results, mut pairs) = options.play.begin(&mut store, &of, &provenance)?;
    let wanted = options.games.div_ceil(2);

    let mut test = Test::new(Sprt::new(options.elo0, options.elo1, options.scale));
    test.read(&pairs, wanted);
    let mut progress = Progress::new(test.tally.games());
    let look = |pairs: &Pairs| {
        test.read(pairs, wanted);
        let (sprt, tally) = (&test.sprt, &test.tally);
        let (lower, upper) = sprt.bounds();
        let llr = || format!("LLR {:.2} ({lower:.2}, {upper:.2})  ", sprt.llr(tally));
        progress.tell(tally, 2 * wanted, llr);
        match test.verdict {
            Some(_) => Next::Stop,
            None => Next::Continue,
        }
    };
    let concurrency = options.play.concurrency;
    let kept = Some(&mut results);
    in_process::run(&of, 0..wanted, &mut pairs, kept, concurrency, look)?;
    test.read(&pairs, wanted);
    let text = report(&of, &test.tally, &provenance, &test.line());
    say(&text);
    results.report(&text)
}

/// A test under way: the pairs that it has read, in order.
#[derive(Debug)]
struct Test {
    sprt: Sprt,
    tally: Tally,
    verdict: Option<Verdict>,
}

impl Test {
    fn new(sprt: Sprt) -> Test {
        Test {
            sprt,
            tally: Tally::default(),
            verdict: None,
        }
    }

    /// Reads on, up to the first pair that is missing or the one that decides.
    fn read(&mut self, pairs: &Pairs, wanted: u64) {
        while self.verdict.is_none()
            && self.tally.pairs() < wanted
            && let Some(pair) = pairs.get(&self.tally.pairs())
        {
            self.tally.add(pair.scores[0], pair.scores[1]);
            self.verdict = self.sprt.verdict(&self.tally);
        }
    }

    fn line(&self) -> String {
        let (lower, upper) = self.sprt.bounds();
        let Sprt { elo0, elo1, .. } = self.sprt;
        let scale = match self.sprt.scale {
            Scale::Logistic => "Elo",
            Scale::Normalised => "normalised Elo",
        };
        let verdict = match self.verdict {
            Some(verdict) => verdict.to_string(),
            None => "undecided".to_owned(),
        };
        format!(
            "LLR    | {:.2} ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}] {scale}: {verdict}\n",
            self.sprt.llr(&self.tally)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_arena::results::Pair;
    use regence_arena::stats::Score;

    const WON: Pair = Pair {
        scores: [Score::Win, Score::Draw],
        plies: [60, 60],
    };

    #[test]
    fn pairs_count_in_their_order_and_up_to_the_verdict() {
        let mut test = Test::new(Sprt::new(0.0, 20.0, Scale::Logistic));
        let gap = Pairs::from([(0, WON), (2, WON)]);
        test.read(&gap, 100);
        assert_eq!(test.tally.pairs(), 1);
        let all: Pairs = (0..2000).map(|number| (number, WON)).collect();
        test.read(&all, 2000);
        assert_eq!(test.verdict, Some(Verdict::Accepted));
        let decided = test.tally;
        assert!(decided.pairs() < 2000);
        test.read(&all, 2000);
        assert_eq!(test.tally, decided);
        assert!(
            test.line().ends_with("[0.00, 20.00] Elo: accepted\n"),
            "{}",
            test.line()
        );
    }

    #[test]
    fn a_test_without_enough_games_stays_undecided() {
        let mut test = Test::new(Sprt::new(0.0, 2.0, Scale::Normalised));
        let few: Pairs = (0..3).map(|number| (number, WON)).collect();
        test.read(&few, 3);
        assert_eq!(test.verdict, None);
        assert!(test.line().contains("undecided"));
    }
}
