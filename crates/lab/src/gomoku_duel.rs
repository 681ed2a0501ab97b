//! `gomoku-duel`: a `duel` of Gomoku at short notice, whose results are printed and kept only where that is wanted.

use std::path::PathBuf;
use std::time::Duration;

use regence_gomoku::RuleSet;
use regence_gomoku_search::Gomoku;

use crate::arena::{Match, in_brief};
use crate::duel;
use crate::error::LabError;
use crate::journal::Existing;
use crate::ledger::{self, Ledger, Pairs};
use crate::provenance::{Provenance, command, machine, say};
use crate::referee::Effort;
use crate::setup::{Setup, SetupOptions};
use crate::sport::GomokuTerms;

/// What `gomoku-duel` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    candidate: SetupOptions,
    /// Techniques that the base plays without; untouched it is the shipped search
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    base_off: Vec<String>,
    /// Techniques that the base plays with
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    base_on: Vec<String>,
    /// Parameters of the base
    #[arg(long, value_name = "NAME=NUMBER", value_delimiter = ',')]
    base_set: Vec<String>,
    /// The base plays as the engine did that the first documents describe: ten moves wide, then six
    #[arg(long)]
    base_original: bool,
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
    /// Megabytes of table for each side
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Games that are played at the same time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Another seed plays other openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A file that keeps the results, and from which the match goes on
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Options {
    fn read(&self) -> Result<Match<Gomoku>, LabError> {
        let base = match self.base_original {
            true => Setup::original(),
            false => Setup::shipped(),
        };
        Ok(Match {
            terms: GomokuTerms::new(&self.rules, self.size)?,
            base: base.changed::<Gomoku>(&self.base_off, &self.base_on, &self.base_set)?,
            candidate: self.candidate.read_for::<Gomoku>()?,
            effort: match self.time {
                Some(milliseconds) => Effort::Time(Duration::from_millis(milliseconds)),
                None => Effort::Nodes(self.nodes),
            },
            hash: self.hash,
            seed: self.seed,
        })
    }

    fn open(&self, of: &Match<Gomoku>) -> Result<(Option<Ledger>, Pairs), LabError> {
        let Some(path) = &self.out else {
            return Ok((None, Pairs::new()));
        };
        let provenance = Provenance::of::<Gomoku>()?;
        let (ledger, pairs) = Ledger::open(path, &of.to_string(), &provenance, Existing::Resume)?;
        Ok((Some(ledger), pairs))
    }
}

/// Plays the match and prints its result.
pub fn run(options: &Options) -> Result<(), LabError> {
    let of = options.read()?;
    let (mut ledger, mut pairs) = options.open(&of)?;
    let wanted = options.games.div_ceil(2).max(1);
    let slowest = duel::play(
        &of,
        wanted,
        &mut pairs,
        ledger.as_mut(),
        options.concurrency,
    )?;
    let tally = ledger::tally(&pairs, wanted);
    let [wins, losses, draws] = tally.wins_losses_draws();
    say(&format!(
        "{:<10}| +{wins} ={draws} -{losses}  {}\n{}\
         Play   | {}, slowest move {} ms\nOn     | {}\nBy     | {}\n",
        "all",
        in_brief(&tally),
        duel::by_kind(&of, &pairs, wanted),
        of.effort,
        slowest.as_millis(),
        machine(),
        command()
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn read(words: &str) -> Result<Match<Gomoku>, LabError> {
        let words = std::iter::once("gomoku-duel").chain(words.split_whitespace());
        Line::parse_from(words).options.read()
    }

    #[test]
    fn the_words_make_a_match() {
        let of = read("--base-original --rules renju,caro --nodes 500 --off killers").unwrap();
        assert_eq!(
            of.to_string(),
            "off killers against original; 500 nodes a move, 16 MB, openings of seed 1; gomoku renju 15, caro 15"
        );
        assert_eq!(
            read("--time 250").unwrap().effort.to_string(),
            "250 ms a move"
        );
    }

    #[test]
    fn wrong_words_are_refused_with_the_right_ones() {
        let refused = |words: &str| read(words).unwrap_err().to_string();
        assert!(refused("--off luck").contains("blind_beam"));
        assert!(refused("--set rfp_margin").contains("name=number"));
        assert!(refused("--set luck=3").contains("rfp_margin"));
    }
}
