//! The move that lost a game, by the reference.

use std::time::Duration;

use regence_chess::{Board, Game, Move};

use crate::games::read::Played;
use crate::patient::{Patient, Profile};
use crate::position::{Position, score_text};
use crate::reference::Reference;
use regence_arena::client::Launch;
use regence_arena::client::uci::Go;
use regence_arena::error::LabError;

/// Until the player stands worse than this, nothing is lost.
const HELD: i32 = -150;
/// From here on a game is lost.
const LOST: i32 = -250;

/// Where a game was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The place of the move in the game.
    pub index: usize,
    pub fen: String,
    /// The move with its number, and as UCI writes it.
    pub played: String,
    pub played_uci: String,
    /// What the reference would have played.
    pub better: String,
    pub better_uci: String,
    /// The reference's score before the move and after it, for the player.
    pub before: i32,
    pub after: i32,
    /// The smallest depth at which the reference sees that the move loses.
    pub seen_at: Option<u32>,
    /// The reference's scores at each own move up to the loss and behind it.
    pub course: Vec<(usize, i32)>,
}

/// The last own move before which the game was still held, and after which it was lost for good. Nothing if the player
/// was never lost by the reference, or from the beginning.
pub fn find(game: &Played, reference: &mut Reference, nodes: u64) -> Option<Loss> {
    let mut course: Vec<(usize, i32)> = Vec::new();
    for (index, noted) in game.own() {
        let board = Board::from_fen(&noted.fen).ok()?;
        let opinion = reference.judge(&Game::new(board), 10, nodes)?;
        course.push((index, opinion.score));
    }
    let last_held = course.iter().rposition(|(_, score)| *score > HELD)?;
    let (index, before) = course[last_held];
    let noted = game.moves.get(index)?;
    let board = Board::from_fen(&noted.fen).ok()?;
    let played = played_move(&board, &noted.text)?;
    let mut after = Game::new(board);
    after.push(played);
    let score_after = match reference.judge(&after, 10, nodes) {
        Some(opinion) => -opinion.score,
        None => before,
    };
    let better = reference.judge(&Game::new(board), 10, nodes)?.best;
    let later = course
        .get(last_held + 1)
        .map_or(score_after, |(_, score)| *score);
    if later > LOST && score_after > LOST {
        return None;
    }
    let seen_at = (1..=12).find(|depth| {
        let opinion = reference.judge(&after, *depth, nodes * 20);
        opinion.is_some_and(|opinion| -opinion.score <= before.min(0) + HELD)
    });
    Some(Loss {
        index,
        fen: noted.fen.clone(),
        played: noted.text.clone(),
        played_uci: played.to_string(),
        better: board.move_to_san(better),
        better_uci: better.to_string(),
        before,
        after: score_after.min(later),
        // The ply of the move itself is searched as well.
        seen_at: seen_at.map(|depth| depth.unsigned_abs() + 1),
        course,
    })
}

/// The move of a note such as `12. Nf3`.
fn played_move(board: &Board, text: &str) -> Option<Move> {
    let san = text.rsplit(' ').next()?;
    let moves = board.legal_moves();
    moves
        .iter()
        .copied()
        .find(|mv| board.move_to_san(*mv) == san)
}

/// Asks the engine where it lost: with the time that it took then, and with much more.
pub fn ask(launch: &Launch, game: &Played, loss: &Loss) -> Result<Vec<String>, LabError> {
    let failed = |error: regence_arena::client::ClientError| LabError::new(error.to_string());
    let mut patient =
        Patient::new(launch.clone(), Vec::new(), Profile { quick: true }).map_err(failed)?;
    let position = Position::fen(&loss.fen);
    let taken = game.moves[loss.index]
        .time
        .unwrap_or(Duration::from_millis(200));
    let taken = taken.max(Duration::from_millis(20));
    let mut told = Vec::new();
    for factor in [1, 4, 16] {
        let go = Go::for_time(taken * factor);
        let Some(searched) = patient.ask(&position, &go).map_err(failed)? else {
            continue;
        };
        let verdict = match searched.best == loss.played_uci {
            true => "the same move",
            false => "another move",
        };
        told.push(format!(
            "with {} ms: {verdict}, {} {} at depth {}",
            (taken * factor).as_millis(),
            searched.best,
            score_text(searched.score()),
            searched.depth()
        ));
        if searched.best != loss.played_uci {
            break;
        }
    }
    Ok(told)
}
