//! `duel`: two setups of the same search play each other in one process.

use std::path::PathBuf;

use crate::arena::{self, Match, Next, Progress, elo_text};
use crate::error::LabError;
use crate::ledger::{self, Existing, Ledger, Pairs};
use crate::provenance::{Provenance, say};
use crate::referee::Effort;
use crate::setup::{Setup, SetupOptions};
use crate::stats::Tally;

/// What `duel` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    #[command(flatten)]
    sides: Sides,
    #[command(flatten)]
    play: PlayOptions,
    /// How many games the match has; they come in pairs
    #[arg(long, default_value_t = 200)]
    games: u64,
}

/// The two sides of a match.
#[derive(clap::Args, Debug)]
pub struct Sides {
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
    /// Who evaluates for the base: a network file, or `<classical>`
    #[arg(long, value_name = "FILE")]
    base_eval: Option<String>,
}

/// How games are played and kept.
#[derive(clap::Args, Debug)]
pub struct PlayOptions {
    /// Nodes a move, exactly
    #[arg(long, default_value_t = 20_000)]
    pub nodes: u64,
    /// Instead: no new iteration beyond so many nodes
    #[arg(long, conflicts_with = "nodes")]
    pub soft_nodes: Option<u64>,
    /// Megabytes of table for each side
    #[arg(long, default_value_t = 8)]
    pub hash: usize,
    /// Games that are played at the same time
    #[arg(long, default_value_t = 2)]
    pub concurrency: usize,
    /// Another seed plays other openings
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The file for the results; by default one under target/lab with the name of the match
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Go on with the match that the file holds
    #[arg(long)]
    pub resume: bool,
}

impl Sides {
    /// The match, which must be between two that differ.
    pub fn read(&self, play: &PlayOptions) -> Result<Match, LabError> {
        let candidate = self.candidate.read()?;
        let base = Setup::from_words(&self.base_off, &self.base_on, &self.base_set)?
            .with_eval(self.base_eval.as_deref())?;
        if candidate == base {
            return Err(LabError::new(
                "both sides are the same; change the candidate with --off, --on, --set or --eval",
            ));
        }
        Ok(play.between(base, candidate))
    }
}

impl PlayOptions {
    pub fn between(&self, base: Setup, candidate: Setup) -> Match {
        Match {
            base,
            candidate,
            effort: match self.soft_nodes {
                Some(nodes) => Effort::SoftNodes(nodes),
                None => Effort::Nodes(self.nodes),
            },
            hash: self.hash,
            seed: self.seed,
        }
    }

    /// Opens the file of a match.
    pub fn open(
        &self,
        of: &Match,
        provenance: &Provenance,
    ) -> Result<(Ledger, Pairs, PathBuf), LabError> {
        let path = match &self.out {
            Some(path) => path.clone(),
            None => PathBuf::from("target/lab").join(file_name(of, provenance)),
        };
        let existing = match self.resume {
            true => Existing::Resume,
            false => Existing::Refuse,
        };
        let (ledger, pairs) = Ledger::open(&path, &of.to_string(), provenance, existing)?;
        Ok((ledger, pairs, path))
    }
}

/// A name that no other match has: its description and the search's fingerprint.
fn file_name(of: &Match, provenance: &Provenance) -> String {
    let words = format!("{of} {}", provenance.search);
    let letters = words.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let parts: Vec<&str> = letters.filter(|part| !part.is_empty()).collect();
    format!("{}.pairs", parts.join("-"))
}

/// Plays the match and prints its result.
pub fn run(options: &Options) -> Result<(), LabError> {
    let of = options.sides.read(&options.play)?;
    let provenance = Provenance::here()?;
    let (mut ledger, mut pairs, path) = options.play.open(&of, &provenance)?;
    let wanted = options.games.div_ceil(2);
    eprintln!("{of}; results in {}", path.display());

    let mut progress = Progress::new(ledger::tally(&pairs, wanted).games());
    let look = |pairs: &Pairs| {
        let tally = ledger::tally(pairs, wanted);
        progress.tell(&tally, 2 * wanted, String::new);
        Next::Continue
    };
    let concurrency = options.play.concurrency;
    arena::run(&of, 0..wanted, &mut pairs, &mut ledger, concurrency, look)?;
    let tally = ledger::tally(&pairs, wanted);
    say(&report(&of, &tally, &provenance, ""));
    Ok(())
}

/// The result as a block of lines, `middle` after the Elo lines.
pub fn report(of: &Match, tally: &Tally, provenance: &Provenance, middle: &str) -> String {
    let [wins, losses, draws] = tally.wins_losses_draws();
    format!(
        "Match  | {of}\n\
         Elo    | {} (95 %), LOS {:.1} %\n\
         nElo   | {:+.1}\n\
         {middle}\
         Games  | {} W {wins} L {losses} D {draws} (draws {:.1} %)\n\
         Pairs  | {:?}\n\
         Search | {}\n\
         By     | {}\n",
        elo_text(tally),
        100.0 * tally.los(),
        tally.normalised_elo(),
        tally.games(),
        100.0 * tally.draw_rate(),
        tally.pentanomial(),
        provenance.search,
        provenance.command,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_match() -> Match {
        Match {
            base: Setup::shipped(),
            candidate: Setup::switched("null_move", false),
            effort: Effort::Nodes(20_000),
            hash: 8,
            seed: 1,
        }
    }

    #[test]
    fn a_match_names_its_file() {
        let provenance = Provenance {
            search: "version 0.1.0, bench 77".into(),
            machine: String::new(),
            command: String::new(),
        };
        assert_eq!(
            file_name(&a_match(), &provenance),
            "off-null_move-against-shipped-20000-nodes-a-move-8-MB-openings-of-seed-1-version-0-1-0-bench-77.pairs"
        );
    }
}
