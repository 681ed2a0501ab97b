//! Chess, as the laboratory plays it.

use std::fmt;

use regence_chess::{Color, Game, Move};
use regence_chess_search::{Chess, ChessEngine, Engine, Job, bench};
use regence_core::config::Lab;
use regence_core::{NoObserver, Value};

use super::{Benched, GameOptions, Sport, no_table};
use crate::adjudication::{DrawRule, Judge, Rules, WinRule};
use crate::claims::{CHESS_CLAIMS, Claim};
use crate::error::LabError;
use crate::in_process::player::{Finished, Player};
use crate::opening::Openings;
use crate::seat::Seat;
use crate::setup::Setup;

/// Chess leaves nothing to choose.
#[derive(Clone, Copy, Debug)]
pub struct ChessTerms;

impl fmt::Display for ChessTerms {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl Sport for Chess {
    const NAME: &'static str = "chess";
    const BENCH: &'static str = "bench";
    const BENCH_DEPTH: i32 = bench::DEPTH;
    const MEASURED: &'static str = "measured";
    const SOURCES: &'static str = "crates/chess-search/src";
    const CLAIMS: &'static [Claim] = CHESS_CLAIMS;
    const HAS_NETWORKS: bool = true;
    type Terms = ChessTerms;
    type Openings = Openings;
    type Opening = Game;
    type Engine = Engine<Lab<Chess>>;

    fn terms(options: &GameOptions) -> Result<ChessTerms, LabError> {
        match options.rules.is_empty() && options.size.is_none() {
            true => Ok(ChessTerms),
            false => Err(LabError::new(
                "--rules and --size are of Gomoku; add --game gomoku, or leave them out",
            )),
        }
    }

    fn kinds(_: &ChessTerms) -> Vec<String> {
        vec![Chess::NAME.to_owned()]
    }

    fn openings(_: &ChessTerms, seed: u64) -> Openings {
        Openings::new(seed)
    }

    fn opening(openings: &mut Openings, number: u64) -> Game {
        openings.get(number)
    }

    fn engine(setup: &Setup, hash: usize) -> Result<Self::Engine, LabError> {
        let mut engine = Engine::with_config(setup.config()?);
        engine.set_hash(hash).map_err(|e| no_table(hash, &e))?;
        engine.set_evaluation_kind(setup.evaluation_kind()?);
        Ok(engine)
    }

    fn play(mut game: Game, players: [&mut Player<Chess>; 2]) -> Result<Finished, LabError> {
        let [white, black] = players;
        white.engine().new_game();
        black.engine().new_game();
        let mut judge = Judge::new(ENDS);
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner().map(Seat::from);
            }
            let seat = Seat::from(game.board().side_to_move());
            let player = match seat {
                Seat::First => &mut *white,
                Seat::Second => &mut *black,
            };
            let (mv, value) = think(player, &game)?;
            let plies = game.moves().len();
            if let Some(decision) = judge.decide(seat, Some(value.raw()), plies) {
                break decision.winner;
            }
            game.push(mv);
        };
        Ok(Finished {
            winner,
            plies: game.moves().len(),
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
        let name = match technique {
            "deeper_drafts" => "table_cutoff",
            name => name,
        };
        format!("techniques/{name}.rs")
    }
}

/// Both sides agree on more than 600 centipawns for four moves each, or on less than 10 for four moves each after
/// move 40; no game is longer than 300 moves.
const ENDS: Rules = Rules {
    draw: Some(DrawRule {
        from: 80,
        plies: 8,
        score: 9,
    }),
    win: Some(WinRule {
        plies: 8,
        score: 601,
    }),
    longest: 600,
};

impl From<Color> for Seat {
    fn from(color: Color) -> Seat {
        match color {
            Color::White => Seat::First,
            Color::Black => Seat::Second,
        }
    }
}

/// The move and its score for the side to move.
fn think(player: &mut Player<Chess>, game: &Game) -> Result<(Move, Value), LabError> {
    let outcome = player.think(|engine, limits, shared| {
        engine.search(&Job::new(game.clone(), limits), shared, &mut NoObserver)
    });
    let best = outcome
        .ok_or_else(|| fault(game, "expected a move, the search gave none"))?
        .best;
    check_line(game, best.mv, &best.line)?;
    Ok((best.mv, best.value))
}

/// The move and the whole line behind it must be legal: a broken search shall not go unseen.
fn check_line(game: &Game, mv: Move, line: &[Move]) -> Result<(), LabError> {
    let mut board = *game.board();
    if !board.legal_moves().contains(&mv) {
        return Err(fault(
            game,
            &format!("the search chose the illegal move {mv:?}"),
        ));
    }
    for &mv in line {
        if !board.legal_moves().contains(&mv) {
            return Err(fault(
                game,
                &format!("illegal move {mv:?} in the line {line:?}"),
            ));
        }
        board = board.make(mv);
    }
    Ok(())
}

fn fault(game: &Game, what: &str) -> LabError {
    LabError::new(format!(
        "{}: {what}; this is a fault of the search",
        game.board().to_fen()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::in_process::player::Effort;
    use regence_chess::Board;

    fn player(nodes: u64) -> Player<Chess> {
        Player::new(&Setup::shipped(), Effort::Nodes(nodes), 1).unwrap()
    }

    fn game(fen: &str) -> Game {
        Game::new(Board::from_fen(fen).unwrap())
    }

    #[test]
    fn leads_are_beyond_six_pawns_and_draws_below_ten_centipawns() {
        let run = |score: i32, from: usize| {
            let mut judge = Judge::new(ENDS);
            (from..from + 20).find(|&ply| judge.decide(Seat::First, Some(score), ply).is_some())
        };
        assert_eq!((run(600, 0), run(601, 0)), (None, Some(7)));
        assert_eq!(
            (run(10, 80), run(9, 80), run(9, 70)),
            (None, Some(87), Some(87))
        );
        assert_eq!(run(300, 590), Some(600));
    }

    #[test]
    fn the_rules_end_games() {
        let (mut white, mut black) = (player(500), player(500));
        let mate = game("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        let finished = Chess::play(mate, [&mut white, &mut black]).unwrap();
        assert_eq!(finished.winner, Some(Seat::First));
        assert_eq!(finished.plies, 1);
        let bare = game("8/8/4k3/8/8/3K4/8/8 w - - 0 1");
        let finished = Chess::play(bare, [&mut white, &mut black]).unwrap();
        assert_eq!((finished.winner, finished.plies), (None, 0));
    }

    #[test]
    fn a_game_is_the_same_whoever_played_before() {
        let (mut white, mut black) = (player(300), player(200));
        let start = || Game::new(Board::startpos());
        let first = Chess::play(start(), [&mut white, &mut black]).unwrap();
        Chess::play(start(), [&mut black, &mut white]).unwrap();
        let again = Chess::play(start(), [&mut white, &mut black]).unwrap();
        assert_eq!(again, first);
    }

    #[test]
    fn an_illegal_line_is_a_fault() {
        let game = Game::new(Board::startpos());
        let e4 = game.board().move_from_san("e4").unwrap();
        assert!(check_line(&game, e4, &[e4]).is_ok());
        let error = check_line(&game, e4, &[e4, e4]).unwrap_err();
        assert!(error.to_string().contains("fault of the search"), "{error}");
    }

    #[test]
    fn words_of_another_game_are_refused() {
        let options = GameOptions {
            size: Some(15),
            ..GameOptions::default()
        };
        assert!(Chess::terms(&options).is_err());
    }
}
