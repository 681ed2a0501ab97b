//! `duel`: two setups of the same search play each other in one process.

use std::path::PathBuf;
use std::time::Duration;

use regence_arena::error::LabError;
use regence_arena::games::GameOptions;
use regence_arena::in_game;
use regence_arena::in_process::player::Effort;
use regence_arena::in_process::{self, Match, Progress, elo_text, in_brief};
use regence_arena::provenance::{Provenance, say};
use regence_arena::results::{self, PairResults, Pairs};
use regence_arena::setup::{BaseOptions, SetupOptions};
use regence_arena::stats::Tally;
use regence_arena::tournament::control::Control;
use regence_arena::workers::Next;
use regence_core::game::Game;
use regence_store::{Existing, Store};

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

/// The game and the two sides of a match.
#[derive(clap::Args, Debug)]
pub struct Sides {
    #[command(flatten)]
    pub game: GameOptions,
    #[command(flatten)]
    candidate: SetupOptions,
    #[command(flatten)]
    base: BaseOptions,
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
    /// Instead: milliseconds a move; needs a quiet machine
    #[arg(long, value_name = "MILLISECONDS", conflicts_with_all = ["nodes", "soft_nodes"])]
    pub time: Option<u64>,
    /// Instead: a clock for each game as in 8+0.08, by simulated time; the same games on any machine
    #[arg(long, value_name = "SECONDS+SECONDS", conflicts_with_all = ["nodes", "soft_nodes", "time"],
          value_parser = game_clock)]
    pub clock: Option<(Duration, Duration)>,
    /// Nodes that a second of simulated time has
    #[arg(long, value_name = "NODES", default_value_t = 1_000_000, requires = "clock",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub speed: u64,
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
    pub fn read<G: Game>(&self, play: &PlayOptions) -> Result<Match<G>, LabError> {
        let candidate = self.candidate.read_for::<G>()?;
        let base = self.base.read_for::<G>()?;
        if candidate == base {
            return Err(LabError::new(
                "both sides are the same; change the candidate with --off, --on, --set or --eval",
            ));
        }
        Ok(Match {
            setups: self.game.setups()?,
            base,
            candidate,
            effort: play.effort(),
            hash: play.hash,
            seed: play.seed,
        })
    }
}

/// A clock for a whole game, `base+increment`.
fn game_clock(text: &str) -> Result<(Duration, Duration), LabError> {
    match Control::parse_clock(text)? {
        Control::Clock {
            moves: None,
            base,
            increment,
        } => Ok((base, increment)),
        _ => Err(LabError::new(format!(
            "expected one clock for the whole game in seconds, as in 8+0.08, found '{text}'"
        ))),
    }
}

impl PlayOptions {
    fn effort(&self) -> Effort {
        match (self.clock, self.time, self.soft_nodes) {
            (Some((base, increment)), ..) => Effort::Clock {
                base,
                increment,
                nodes_per_second: self.speed,
            },
            (None, Some(time), _) => Effort::Time(Duration::from_millis(time)),
            (None, None, Some(nodes)) => Effort::SoftNodes(nodes),
            (None, None, None) => Effort::Nodes(self.nodes),
        }
    }

    /// Opens the store of a match.
    pub fn open<G: Game>(&self, of: &Match<G>, provenance: &Provenance) -> Result<Store, LabError> {
        let name = match &self.out {
            Some(path) => path.clone(),
            None => PathBuf::from("target/lab").join(file_name(of, provenance)),
        };
        results::open_store(&name)
    }

    /// Begins or resumes the match in its store.
    pub fn begin<'a, G: Game>(
        &self,
        store: &'a mut Store,
        of: &Match<G>,
        provenance: &Provenance,
    ) -> Result<(PairResults<'a>, Pairs), LabError> {
        eprintln!("{of}; results in {}", store.path().display());
        let existing = Existing::from_flag(self.resume);
        PairResults::begin(store, &of.to_string(), provenance, existing)
    }
}

/// A name that no other match has: its description and the search's fingerprint.
fn file_name<G: Game>(of: &Match<G>, provenance: &Provenance) -> String {
    let words = format!("{of} {}", provenance.search);
    let letters = words.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let parts: Vec<&str> = letters.filter(|part| !part.is_empty()).collect();
    let name = parts.join("-");
    match name.len() <= LONGEST_NAME {
        true => name,
        false => format!("{}-{:016x}", &name[..LONGEST_NAME], fingerprint(&name)),
    }
}

/// Longer names are cut and end with a fingerprint of the rest: file systems take no more than 255 bytes.
const LONGEST_NAME: usize = 200;

/// FNV-1a (Fowler, Noll and Vo): the same on every machine.
fn fingerprint(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Plays the match and prints its result.
pub fn run(options: &Options) -> Result<(), LabError> {
    in_game!(options.sides.game.game, run_in(options))
}

pub fn run_in<G: Game>(options: &Options) -> Result<(), LabError> {
    let of = options.sides.read::<G>(&options.play)?;
    let provenance = Provenance::of::<G>()?;
    let mut store = options.play.open(&of, &provenance)?;
    let (mut results, mut pairs) = options.play.begin(&mut store, &of, &provenance)?;
    let wanted = options.games.div_ceil(2);
    let concurrency = options.play.concurrency;
    let slowest = play(&of, wanted, &mut pairs, Some(&mut results), concurrency)?;
    let middle = by_kind(&of, &pairs, wanted) + &slowest_line(&of, slowest);
    let tally = results::tally(&pairs, wanted);
    let text = report(&of, &tally, &provenance, &middle);
    say(&text);
    results.report(&text)
}

/// Plays the missing pairs and tells how it goes; gives the longest thought about a move.
pub fn play<G: Game>(
    of: &Match<G>,
    wanted: u64,
    pairs: &mut Pairs,
    results: Option<&mut PairResults<'_>>,
    concurrency: usize,
) -> Result<Duration, LabError> {
    let mut progress = Progress::new(results::tally(pairs, wanted).games());
    let look = |pairs: &Pairs| {
        let tally = results::tally(pairs, wanted);
        progress.tell(&tally, 2 * wanted, String::new);
        Next::Continue
    };
    in_process::run(of, 0..wanted, pairs, results, concurrency, look)
}

/// A line for each kind of games, if there are several.
pub fn by_kind<G: Game>(of: &Match<G>, pairs: &Pairs, wanted: u64) -> String {
    let kinds = of.setups.names();
    if kinds.len() < 2 {
        return String::new();
    }
    let line = |(index, kind): (usize, &String)| {
        let of_kind = |number: &u64| *number as usize % kinds.len() == index;
        let some = pairs.iter().filter(|(number, _)| of_kind(number));
        let tally = results::tally(
            &some.map(|(&number, &pair)| (number, pair)).collect(),
            wanted,
        );
        let [wins, losses, draws] = tally.wins_losses_draws();
        format!(
            "{kind:<10}| +{wins} ={draws} -{losses}  {}\n",
            in_brief(&tally)
        )
    };
    kinds.iter().enumerate().map(line).collect()
}

/// How long a move took, where that is what games are played by.
pub fn slowest_line<G: Game>(of: &Match<G>, slowest: Duration) -> String {
    match of.effort {
        Effort::Time(_) => format!("Slowest| {} ms a move\n", slowest.as_millis()),
        _ => String::new(),
    }
}

/// The result as a block of lines, `middle` after the Elo lines.
pub fn report<G: Game>(
    of: &Match<G>,
    tally: &Tally,
    provenance: &Provenance,
    middle: &str,
) -> String {
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
    use regence_arena::results::Pair;
    use regence_arena::setup::Setup;
    use regence_arena::stats::Score;
    use regence_chess_search::Chess;
    use regence_gomoku_search::Gomoku;

    fn a_match<G: Game>(rules: &[&str]) -> Match<G> {
        let options = GameOptions {
            rules: rules.iter().map(|rule| rule.to_string()).collect(),
            ..GameOptions::default()
        };
        Match {
            setups: options.setups().unwrap(),
            base: Setup::shipped(),
            candidate: Setup::switched("null_move_pruning", false),
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
            file_name(&a_match::<Chess>(&[]), &provenance),
            "off-null_move_pruning-against-shipped-20000-nodes-a-move-8-MB-openings-of-seed-1-version-0-1-0-bench-77"
        );
    }

    #[test]
    fn a_long_description_still_names_a_file() {
        let provenance = |search: String| Provenance {
            search,
            machine: String::new(),
            command: String::new(),
        };
        let name = |end: &str| {
            let search = format!("{} {end}", "rfp_margin=50 ".repeat(30));
            file_name(&a_match::<Chess>(&[]), &provenance(search))
        };
        assert!(name("1").len() <= 255);
        assert_ne!(name("1"), name("2"));
    }

    #[test]
    fn rules_are_counted_apart() {
        let of = a_match::<Gomoku>(&["caro", "renju"]);
        let pair = |score| Pair {
            scores: [score; 2],
            plies: [30; 2],
        };
        let pairs = Pairs::from([(0, pair(Score::Win)), (1, pair(Score::Loss))]);
        let text = by_kind(&of, &pairs, 2);
        assert!(text.starts_with("caro 15   | +2 =0 -0"), "{text}");
        assert!(text.contains("renju 15  | +0 =0 -2"), "{text}");
    }
}
