//! `cuts`: where the nodes of a search go. How often the first move cuts, the table answers and the first aspiration
//! window holds, and what each technique cuts, skips, reduces and extends.

use regence_arena::error::LabError;
use regence_arena::games::GameOptions;
use regence_arena::in_game;
use regence_arena::provenance::{on_large_stack, say};
use regence_arena::setup::{Setup, SetupOptions};
use regence_core::Limits;
use regence_core::game::Game;
use regence_core::iterative_deepening::AspirationCount;
use regence_trace::config::Inquiry;
use regence_trace::counts::Counts;
use regence_trace::recorder::Scope;
use regence_trace::show;

/// What `cuts` is told.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// A position, or a file with one a line [default: the bench set]
    position: Vec<String>,
    /// How deep each position is searched [default: as `regence bench` does]
    #[arg(long)]
    depth: Option<i32>,
    /// Megabytes of table; 0 searches without one
    #[arg(long, default_value_t = 16)]
    hash: usize,
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    setup: SetupOptions,
}

/// Searches and prints the shares.
pub fn run(options: &Options) -> Result<(), LabError> {
    in_game!(options.game.game, run_in(options))
}

pub fn run_in<G: Game>(options: &Options) -> Result<(), LabError> {
    let positions = options.game.positions::<G>(&options.position)?;
    let setup = options.setup.read_for::<G>()?;
    let depth = options.depth.unwrap_or(G::BENCH_DEPTH);
    let (number, hash) = (positions.len(), options.hash);
    let told = format!("{setup}, {number} positions to depth {depth}, {hash} MB of table\n");
    let found = on_large_stack(move || Found::of::<G>(positions, depth, hash, &setup))??;
    say(&(told + &found.report::<G>()));
    Ok(())
}

/// What the searches did.
#[derive(Debug)]
struct Found {
    counts: Counts,
    aspiration: AspirationCount,
}

impl Found {
    fn of<G: Game>(
        positions: Vec<G::Position>,
        depth: i32,
        hash: usize,
        setup: &Setup,
    ) -> Result<Found, LabError> {
        let mut aspiration = AspirationCount::default();
        let mut counts = Vec::new();
        for position in positions {
            let inquiry = Inquiry {
                config: setup.config::<G>()?,
                hash_megabytes: hash,
                ..Inquiry::new(position, Limits::to_depth(depth))
            };
            // The counts are of all nodes, whatever is kept of the tree.
            let scope = Scope {
                max_ply: 0,
                ..Scope::default()
            };
            let (trace, outcome) = inquiry
                .record(scope)
                .map_err(|error| LabError::new(error.to_string()))?;
            counts.extend(trace.passes.into_iter().map(|pass| pass.counts));
            if let Some(outcome) = outcome {
                aspiration.tries += outcome.aspiration.tries;
                aspiration.first_try += outcome.aspiration.first_try;
            }
        }
        Ok(Found {
            counts: Counts::sum(counts.iter()),
            aspiration,
        })
    }

    fn report<G: Game>(&self) -> String {
        let counts = &self.counts;
        let line = |what: &str, part: u64, whole: u64| {
            let percent = 100.0 * part as f64 / whole.max(1) as f64;
            format!("{what:<52} {percent:5.1} %  {part} of {whole}\n")
        };
        let held = self.aspiration;
        [
            line("nodes of quiescence", counts.quiescence, counts.nodes),
            line("nodes that the table knew", counts.table_hits, counts.nodes),
            line("nodes that the table cut", counts.table_cuts, counts.nodes),
            line(
                "cuts by a move that were cuts by the first one",
                counts.first_move_cuts,
                counts.move_cuts,
            ),
            line(
                "iterations whose first aspiration window held",
                held.first_try,
                held.tries,
            ),
            "\n".to_owned(),
            show::shares::<G>(counts),
        ]
        .concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::Chess;
    use regence_gomoku_search::Gomoku;

    fn found<G: Game>(hash: usize, setup: &Setup) -> Found {
        let positions = G::bench_positions().into_iter().skip(2).take(3).collect();
        Found::of::<G>(positions, 7, hash, setup).unwrap()
    }

    fn shares_are_of_the_whole<G: Game>() {
        let with = found::<G>(1, &Setup::shipped());
        let Counts {
            nodes,
            move_cuts,
            first_move_cuts,
            table_hits,
            ..
        } = with.counts;
        assert!(2 * first_move_cuts > move_cuts && first_move_cuts < move_cuts);
        assert!(table_hits > 0 && table_hits < nodes);
        assert!(with.aspiration.tries >= with.aspiration.first_try);
        let report = with.report::<G>();
        assert!(report.contains("late_move_reductions"), "{report}");

        let without = found::<G>(0, &Setup::shipped());
        assert_eq!(
            (without.counts.table_hits, without.counts.table_cuts),
            (0, 0)
        );
        let plainer = found::<G>(1, &Setup::switched("late_move_reductions", false));
        let report = plainer.report::<G>();
        assert!(!report.contains("late_move_reductions"), "{report}");
    }

    #[test]
    fn shares_of_chess() {
        shares_are_of_the_whole::<Chess>();
    }

    #[test]
    fn shares_of_gomoku() {
        shares_are_of_the_whole::<Gomoku>();
    }
}
