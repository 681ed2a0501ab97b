//! Gomoku, as the laboratory plays it: several rule sets in turn, a pair of games each.

use std::fmt;

use regence_core::config::Lab;
use regence_core::{Limits, NoObserver};
use regence_gomoku::{Move, RuleSet, Side, Size};
use regence_gomoku_search::{AnyBoard, Engine, Gomoku, Job, bench};

use super::{Benched, GameOptions, Sport, no_table};
use crate::claims::Claim;
use crate::error::LabError;
use crate::in_process::player::{Finished, Player};
use crate::openings::gomoku::{Openings, Strewing, size_of};
use crate::seat::Seat;
use crate::setup::Setup;

/// The rule sets of a match, in turn, each with its board; there is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GomokuTerms(Vec<(RuleSet, Size)>);

impl GomokuTerms {
    /// Of these rules, all if none is named, and a board of this side or the usual one.
    pub fn new(rules: &[RuleSet], side: Option<u8>) -> Result<GomokuTerms, LabError> {
        let rules = match rules {
            [] => &RuleSet::ALL,
            rules => rules,
        };
        let with_size = |&rule| Ok((rule, size_of(rule, side)?));
        Ok(GomokuTerms(
            rules
                .iter()
                .map(with_size)
                .collect::<Result<_, LabError>>()?,
        ))
    }

    /// What a pair of this number is played by.
    fn of_pair(&self, number: u64) -> (RuleSet, Size) {
        self.0[number as usize % self.0.len()]
    }
}

impl fmt::Display for GomokuTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self
            .0
            .iter()
            .map(|(rule, size)| format!("{rule} {}", size.width()))
            .collect();
        write!(f, "gomoku {}", words.join(", "))
    }
}

/// Openings of all rules of a match.
#[derive(Debug)]
pub struct AllOpenings {
    terms: GomokuTerms,
    openings: Openings,
}

impl Sport for Gomoku {
    const NAME: &'static str = "gomoku";
    const BENCH: &'static str = "bench-gomoku";
    const BENCH_DEPTH: i32 = bench::DEPTH;
    const MEASURED: &'static str = "measured-gomoku";
    const SOURCES: &'static str = "crates/gomoku-search/src";
    const CLAIMS: &'static [Claim] = &[];
    const HAS_NETWORKS: bool = false;
    type Terms = GomokuTerms;
    type Openings = AllOpenings;
    type Opening = AnyBoard;
    type Engine = Engine<Lab<Gomoku>>;

    fn terms(options: &GameOptions) -> Result<GomokuTerms, LabError> {
        GomokuTerms::new(&options.rules, options.size)
    }

    fn kinds(terms: &GomokuTerms) -> Vec<String> {
        terms.0.iter().map(|(rule, _)| rule.to_string()).collect()
    }

    fn openings(terms: &GomokuTerms, seed: u64) -> AllOpenings {
        AllOpenings {
            terms: terms.clone(),
            openings: Openings::with(seed, Strewing::QUICK),
        }
    }

    fn opening(all: &mut AllOpenings, number: u64) -> AnyBoard {
        let (rule, size) = all.terms.of_pair(number);
        all.openings.get(rule, size, number)
    }

    fn engine(setup: &Setup, hash: usize) -> Result<Self::Engine, LabError> {
        let mut engine = Engine::with_config(setup.config()?);
        engine.set_hash(hash).map_err(|e| no_table(hash, &e))?;
        Ok(engine)
    }

    fn play(mut board: AnyBoard, players: [&mut Player<Gomoku>; 2]) -> Result<Finished, LabError> {
        let [black, white] = players;
        black.engine().new_game();
        white.engine().new_game();
        while board.outcome().is_none() {
            let player = match Seat::from(board.side()) {
                Seat::First => &mut *black,
                Seat::Second => &mut *white,
            };
            let Some(mv) = think(player, &board)? else {
                break;
            };
            board
                .play(mv)
                .map_err(|error| fault(&board, &format!("an illegal move: {error}")))?;
        }
        Ok(Finished {
            winner: board.outcome().and_then(|o| o.winner()).map(Seat::from),
            plies: board.ply(),
        })
    }

    fn bench(depth: i32, engine: &mut Self::Engine) -> Benched {
        let result = bench::run(depth, engine);
        Benched {
            nodes: result.nodes,
            time: result.time,
            aspiration: result.aspiration,
        }
    }

    fn shipped_bench() -> u64 {
        bench::run(bench::DEPTH, &mut Engine::new()).nodes
    }

    fn file_of(technique: &str) -> String {
        match technique {
            "leaf_vcf" => "leaf.rs".to_owned(),
            name => format!("techniques/{name}.rs"),
        }
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        match side {
            Side::Black => Seat::First,
            Side::White => Seat::Second,
        }
    }
}

/// The move; none where there is nothing to play. Its line must be legal as well: a broken search shall not go unseen.
fn think(player: &mut Player<Gomoku>, board: &AnyBoard) -> Result<Option<Move>, LabError> {
    let found = player.think(|engine, limits, shared| {
        let limits = Limits {
            // Who has proved a win plays it.
            win_in_plies: Some(i32::MAX),
            ..limits
        };
        engine.search(&Job::new(board.clone(), limits), shared, &mut NoObserver)
    });
    let Some(best) = found.map(|outcome| outcome.best) else {
        return Ok(None);
    };
    let mut after = board.clone();
    for &mv in &best.line {
        after
            .play(mv)
            .map_err(|error| fault(board, &format!("an illegal line {:?}: {error}", best.line)))?;
    }
    Ok(Some(best.mv))
}

fn fault(board: &AnyBoard, what: &str) -> LabError {
    let moves: Vec<String> = board
        .moves()
        .into_iter()
        .flatten()
        .map(|mv: Move| mv.to_string())
        .collect();
    LabError::new(format!(
        "{} {}: {what}; this is a fault of the search",
        board.rule(),
        moves.concat()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::in_process::player::Effort;

    #[test]
    fn rules_take_turns() {
        let terms = GomokuTerms::new(&[RuleSet::Renju, RuleSet::Ninuki], None).unwrap();
        assert_eq!(terms.to_string(), "gomoku renju 15, ninuki 19");
        assert_eq!(Gomoku::kinds(&terms), ["renju", "ninuki"]);
        let mut openings = Gomoku::openings(&terms, 1);
        let rules: Vec<RuleSet> = (0..3)
            .map(|n| Gomoku::opening(&mut openings, n).rule())
            .collect();
        assert_eq!(rules, [RuleSet::Renju, RuleSet::Ninuki, RuleSet::Renju]);
        assert_eq!(GomokuTerms::new(&[], None).unwrap().0.len(), 5);
        assert!(GomokuTerms::new(&[], Some(4)).is_err());
    }

    #[test]
    fn a_won_game_is_won_by_its_seat() {
        let board = bench::board(RuleSet::Freestyle, 15, "h8a1h9a2h10a3h11b5").unwrap();
        let player = || Player::new(&Setup::shipped(), Effort::Nodes(200), 1).unwrap();
        let (mut black, mut white) = (player(), player());
        let finished = Gomoku::play(board, [&mut black, &mut white]).unwrap();
        assert_eq!((finished.winner, finished.plies), (Some(Seat::First), 9));
    }
}
