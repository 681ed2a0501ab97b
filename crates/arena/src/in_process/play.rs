//! One game between two searches in this process, of any game.

use regence_core::game::{Game, Side};
use regence_core::{Limits, NoObserver, Request, Value};

use super::player::{Finished, Player};
use crate::adjudication::Judge;
use crate::error::LabError;

/// Plays to the end; both players begin without memory. The first player has the first side.
pub fn play<G: Game>(
    mut position: G::Position,
    players: [&mut Player<G>; 2],
) -> Result<Finished, LabError> {
    let [first, second] = players;
    first.new_game();
    second.new_game();
    let mut judge = Judge::new(G::ADJUDICATION);
    let winner = loop {
        if let Some(ending) = G::ending(&position) {
            break ending.winner;
        }
        let side = G::side_to_move(&position);
        let player = match side {
            Side::First => &mut *first,
            Side::Second => &mut *second,
        };
        let (mv, value) = think(player, &position)?;
        if player.has_flagged() {
            break Some(side.other());
        }
        let plies = G::plies(&position);
        if let Some(decision) = judge.decide(side, Some(value.raw()), plies) {
            break decision.winner;
        }
        G::play(&mut position, mv);
    };
    Ok(Finished {
        winner,
        plies: G::plies(&position),
    })
}

/// The move and its score for the side to move.
fn think<G: Game>(
    player: &mut Player<G>,
    position: &G::Position,
) -> Result<(G::Move, Value), LabError> {
    let outcome = player.think(|engine, limits, shared| {
        let limits = Limits {
            win_in_plies: G::PLAYS_PROVEN_WINS.then_some(i32::MAX),
            ..limits
        };
        let request = Request::new(position.clone(), limits);
        engine.search(&request, shared, &mut NoObserver)
    });
    let best = outcome
        .ok_or_else(|| fault::<G>(position, "expected a move, the search gave none"))?
        .best;
    check_line::<G>(position, best.mv, &best.line)?;
    Ok((best.mv, best.value))
}

/// The move and the whole line behind it must be legal: a broken search shall not go unseen.
fn check_line<G: Game>(
    position: &G::Position,
    mv: G::Move,
    line: &[G::Move],
) -> Result<(), LabError> {
    if !G::is_legal(position, mv) {
        let what = format!("the search chose the illegal move {}", G::move_code(mv));
        return Err(fault::<G>(position, &what));
    }
    let mut after = position.clone();
    for &mv in line {
        if !G::is_legal(&after, mv) {
            let moves: Vec<String> = line.iter().map(|&mv| G::move_code(mv)).collect();
            let what = format!(
                "illegal move {} in the line {}",
                G::move_code(mv),
                moves.join(" ")
            );
            return Err(fault::<G>(position, &what));
        }
        G::play(&mut after, mv);
    }
    Ok(())
}

fn fault<G: Game>(position: &G::Position, what: &str) -> LabError {
    LabError::new(format!(
        "{}: {what}; this is a fault of the search",
        G::position_text(position)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::in_process::player::Effort;
    use crate::setup::Setup;
    use regence_chess_search::Chess;
    use regence_chess_search::game::Usual;
    use regence_gomoku::RuleSet;
    use regence_gomoku_search::{Gomoku, bench};

    fn player<G: Game>(nodes: u64) -> Player<G> {
        Player::new(&Setup::shipped(), Effort::Nodes(nodes), 1).unwrap()
    }

    fn chess(fen: &str) -> regence_chess::Game {
        Chess::read_position(&Usual, fen).unwrap()
    }

    #[test]
    fn leads_are_beyond_six_pawns_and_draws_below_ten_centipawns() {
        let run = |score: i32, from: usize| {
            let mut judge = Judge::new(Chess::ADJUDICATION);
            (from..from + 20).find(|&ply| judge.decide(Side::First, Some(score), ply).is_some())
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
        let mate = chess("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        let finished = play::<Chess>(mate, [&mut white, &mut black]).unwrap();
        assert_eq!((finished.winner, finished.plies), (Some(Side::First), 1));
        let bare = chess("8/8/4k3/8/8/3K4/8/8 w - - 0 1");
        let finished = play::<Chess>(bare, [&mut white, &mut black]).unwrap();
        assert_eq!((finished.winner, finished.plies), (None, 0));
    }

    #[test]
    fn a_won_game_is_won_by_its_side() {
        let board = bench::board(RuleSet::Freestyle, 15, "h8a1h9a2h10a3h11b5").unwrap();
        let (mut black, mut white) = (player(200), player(200));
        let finished = play::<Gomoku>(board, [&mut black, &mut white]).unwrap();
        assert_eq!((finished.winner, finished.plies), (Some(Side::First), 9));
    }

    #[test]
    fn a_game_is_the_same_whoever_played_before() {
        let (mut white, mut black) = (player(300), player(200));
        let start = || Chess::start(&Usual);
        let first = play::<Chess>(start(), [&mut white, &mut black]).unwrap();
        play::<Chess>(start(), [&mut black, &mut white]).unwrap();
        let again = play::<Chess>(start(), [&mut white, &mut black]).unwrap();
        assert_eq!(again, first);
    }

    #[test]
    fn an_illegal_line_is_a_fault() {
        let game = Chess::start(&Usual);
        let e4 = Chess::read_move(&game, "e4").unwrap();
        assert!(check_line::<Chess>(&game, e4, &[e4]).is_ok());
        let error = check_line::<Chess>(&game, e4, &[e4, e4]).unwrap_err();
        assert!(error.to_string().contains("fault of the search"), "{error}");
        let moved = Chess::after(&game, e4);
        assert!(check_line::<Chess>(&moved, e4, &[]).is_err());
    }
}
