//! State: what an engine remembers of the game, and what it should have forgotten.

use regence_chess::rng::SplitMix64;
use regence_chess::{Board, is_repetition};

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{Position, Searched};
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::Go;

pub static LONG_GAME: Illness = Illness {
    id: "long-game",
    severity: Severity::Fault,
    title: "Loses its way in long games",
    cause: "The history of the game has a fixed size that a long game exceeds.",
    cure: "Let the history grow, or keep only the positions since the last capture or pawn move; test with 1000 plies.",
};

pub static STALE_TABLE: Illness = Illness {
    id: "stale-table",
    severity: Severity::Suspicion,
    title: "Remembers the last game after ucinewgame",
    cause: "The transposition table (or history) is not cleared by ucinewgame: the same search takes a fraction of its \
            nodes the second time.",
    cure: "Clear table, killers and histories at ucinewgame; test that the node count is the same as at first.",
};

pub static REPETITION_BLIND: Illness = Illness {
    id: "repetition-blind",
    severity: Severity::Fault,
    title: "Does not see repetitions of the game's own positions",
    cause: "Only the current position is kept of the position command, or repetitions are not looked for in the tree.",
    cure: "Keep the keys of all positions since the last irreversible move and score a repetition as a draw.",
};

/// A long game and what was played at its end.
#[derive(Clone, Debug)]
pub struct LongGame {
    pub searched: Searched,
}

/// The same search, before and after a new game was announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twice {
    pub fen: String,
    pub first: u64,
    pub again: u64,
}

pub fn run(patient: &mut Patient) -> Result<Outcome, ClientError> {
    let go = Go::for_time(patient.profile.millis(30, 100));
    let mut long = Vec::new();
    for plies in patient
        .profile
        .pick(&[300, 701][..], &[200, 301, 520, 701, 1100][..])
    {
        let position = long_game(*plies);
        patient.new_game()?;
        match patient.search(&position, &go) {
            Ok(searched) => long.push(LongGame { searched }),
            Err(error) => {
                patient.restart();
                let evidence = format!("a game of {plies} plies: {error}");
                return Ok(Outcome::of([Finding::new(&LONG_GAME, vec![evidence])]));
            }
        }
    }
    let mut twice = Vec::new();
    let depth = depth_of_nodes(patient, patient.profile.pick(5000, 50_000))?;
    for fen in &suite::GAMES[..3] {
        let position = Position::fen(fen);
        let first = patient.fresh_search(&position, &Go::to_depth(depth))?;
        let again = patient.fresh_search(&position, &Go::to_depth(depth))?;
        if let (Some(first), Some(again)) = (first.nodes(), again.nodes()) {
            twice.push(Twice {
                fen: (*fen).to_owned(),
                first,
                again,
            });
        }
    }
    let draws = [
        patient.fresh_search(&saved_by_repetition(false), &go)?,
        patient.fresh_search(&saved_by_repetition(true), &go)?,
    ];
    let counts: Vec<String> = twice
        .iter()
        .map(|t| format!("{} and {}", t.first, t.again))
        .collect();
    let found = [
        judge_long(&long),
        judge_twice(&twice),
        judge_repetition(&draws),
    ];
    Ok(Outcome::of(found.into_iter().flatten()).measured(format!(
        "nodes to depth {depth}, before and after ucinewgame: {}",
        counts.join("; ")
    )))
}

/// The depth that takes at least so many nodes (or, where nodes are not told, about half a second), however busy
/// the machine is.
pub fn depth_of_nodes(patient: &mut Patient, nodes: u64) -> Result<u32, ClientError> {
    let position = Position::fen(suite::GAMES[1]);
    let began = std::time::Instant::now();
    let mut depth = 4;
    while depth < 16 && began.elapsed().as_millis() < 600 {
        let searched = patient.fresh_search(&position, &Go::to_depth(depth))?;
        let is_large = searched.nodes().is_some_and(|count| count >= nodes);
        // Who does not count its nodes is told by its time.
        if is_large || searched.elapsed.as_millis() >= 150 {
            break;
        }
        depth += 1;
    }
    Ok(depth)
}

/// A legal game of that length, the same every time, that no rule has ended.
pub fn long_game(plies: usize) -> Position {
    let mut rng = SplitMix64::new(5);
    let mut position = Position::startpos();
    while position.moves().len() < plies {
        let board = *position.board();
        let keys = position.game().keys().to_vec();
        let moves = board.legal_moves();
        // Captures would end the game too soon; pawns are kept for when the fifty moves run out.
        let pick = |rng: &mut SplitMix64, wanted: &dyn Fn(&Board, usize) -> bool| {
            let fitting: Vec<usize> = (0..moves.len()).filter(|&i| wanted(&board, i)).collect();
            let at = rng.below(fitting.len().max(1) as u64) as usize;
            fitting.get(at).copied()
        };
        let goes_on = |index: usize| {
            let mut after = keys.clone();
            after.push(board.key());
            let next = board.make(moves[index]);
            next.outcome().is_none() && !is_repetition(&after, &next, 0)
        };
        let quiet = |b: &Board, i: usize| !b.is_capture(moves[i]) && goes_on(i);
        let is_pawn = |b: &Board, i: usize| b.moved(moves[i]).kind().index() == 0;
        let late = board.halfmove_clock() > 80;
        let chosen = match late {
            true => pick(&mut rng, &|b, i| is_pawn(b, i) && quiet(b, i)),
            false => pick(&mut rng, &|b, i| !is_pawn(b, i) && quiet(b, i)),
        };
        let chosen = chosen
            .or_else(|| pick(&mut rng, &quiet))
            .or_else(|| pick(&mut rng, &|_, i| goes_on(i)));
        match chosen {
            Some(index) => position.push(moves[index]),
            None => break,
        }
    }
    position
}

/// A lost side that has gone to and fro: one more step and the position has come for the third time.
fn saved_by_repetition(black: bool) -> Position {
    let fen = "2Q2k2/pp3p1p/8/8/8/8/rq3PPP/6K1 b - - 0 1";
    let moves = ["f8g7", "c8g4", "g7f8", "g4c8", "f8g7", "c8g4", "g7f8"];
    let position = Position::fen(fen);
    match black {
        false => position.after(moves),
        true => position
            .mirrored()
            .after(moves.map(crate::position::mirror_squares)),
    }
}

/// Judges the ends of long games.
pub fn judge_long(games: &[LongGame]) -> Option<Finding> {
    let wrong = games
        .iter()
        .filter(|game| game.searched.legal_best().is_none());
    let evidence = wrong.map(|game| {
        let plies = game.searched.position.moves().len();
        format!(
            "after {plies} plies: bestmove {} is not legal",
            game.searched.best
        )
    });
    Finding::if_any(&LONG_GAME, evidence.collect())
}

/// Judges searches that were repeated after `ucinewgame`.
pub fn judge_twice(twice: &[Twice]) -> Option<Finding> {
    let stale = |one: &&Twice| one.first > 500 && one.again * 5 < one.first * 3;
    let evidence = twice.iter().filter(stale).map(|one| {
        format!(
            "{}: {} nodes at first, {} after ucinewgame",
            one.fen, one.first, one.again
        )
    });
    Finding::if_enough(&STALE_TABLE, evidence.collect(), twice.len().div_ceil(2))
}

/// Judges searches in which a repetition saves the day.
pub fn judge_repetition(draws: &[Searched]) -> Option<Finding> {
    // Lost in its own eyes, whatever it plays, with a draw in reach.
    let blind = draws
        .iter()
        .filter(|searched| searched.centipawns().is_some_and(|score| score < -150));
    let evidence = blind.map(|searched| {
        format!(
            "{}: played {} with a score of {}, though a threefold repetition was there",
            searched.text(),
            searched.best,
            crate::position::score_text(searched.score())
        )
    });
    Finding::if_any(&REPETITION_BLIND, evidence.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::searched;

    #[test]
    fn long_games_are_long_and_go_on() {
        for plies in [300, 701, 1100] {
            let position = long_game(plies);
            assert_eq!(position.moves().len(), plies);
            assert_eq!(position.game().outcome(), None);
        }
    }

    #[test]
    fn the_saving_repetition_is_there() {
        for black in [false, true] {
            let position = saved_by_repetition(black);
            assert_eq!(position.moves().len(), 7);
            let saves = |mv: &regence_chess::Move| {
                let mut game = position.game().clone();
                game.push(*mv);
                game.repetitions() >= 3
            };
            assert_eq!(
                position
                    .board()
                    .legal_moves()
                    .iter()
                    .filter(|mv| saves(mv))
                    .count(),
                1
            );
            let blind = searched(
                position.clone(),
                &[(1, "info depth 9 score cp -500")],
                "h2h3",
                5,
            );
            assert!(judge_repetition(&[blind]).is_some());
            let saved = searched(position, &[(1, "info depth 9 score cp 0")], "g4c8", 5);
            assert!(judge_repetition(&[saved]).is_none());
        }
    }

    #[test]
    fn node_counts_are_compared() {
        let twice = |first, again| Twice {
            fen: String::new(),
            first,
            again,
        };
        assert!(judge_twice(&[twice(10_000, 300), twice(9000, 200), twice(900, 900)]).is_some());
        assert!(judge_twice(&[twice(10_000, 9000), twice(9000, 200), twice(900, 900)]).is_none());
    }
}
