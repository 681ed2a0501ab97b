//! The transposition table: does it help, and does it tell the truth?
//!
//! A table that forgets which of its scores are bounds is found by a blunder: first the position before it is
//! searched, where the refutation is only ever searched with a null window ("at least so much"); then the position
//! after it, where the full gain should be seen. Whoever takes the bound for the score sees a fraction of it.

use regence_chess::Move;

use super::Outcome;
use super::state::depth_of_nodes;
use crate::client::ClientError;
use crate::client::uci::Go;
use crate::doctor::finding::{Finding, Illness, Severity};
use crate::doctor::patient::Patient;
use crate::doctor::position::Position;
use crate::doctor::suite;

pub static TABLE_BOUNDS: Illness = Illness {
    id: "table-bounds",
    severity: Severity::Fault,
    title: "Takes bounds from its table for exact scores",
    cause: "The probe does not look at the kind of bound, or every store writes the same kind, for example because \
            alpha has already moved when the kind is decided.",
    cure: "Remember alpha as it was at entry; store LOWER at or above beta, UPPER at or below the old alpha, EXACT \
           between; cut at a probe only if the bound settles the window.",
};

pub static TABLE_USELESS: Illness = Illness {
    id: "table-useless",
    severity: Severity::Suspicion,
    title: "The table saves nothing",
    cause: "Positions are not found again: the key is computed differently, entries are overwritten at once, or the \
            table is cleared before every search.",
    cure: "Compare the incremental key with one computed from scratch after every move, and count hits.",
};

/// A gain as a fresh table and a table full of bounds see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    pub text: String,
    pub fresh: i32,
    pub warm: i32,
}

/// The nodes of a search and of the same search repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    pub fen: String,
    pub first: u64,
    pub again: u64,
}

pub fn run(patient: &mut Patient) -> Result<Outcome, ClientError> {
    let depth = depth_of_nodes(patient, patient.profile.pick(12_000, 40_000))?.max(6);
    let (before, after) = (Go::to_depth(depth), Go::to_depth(depth - 2));
    let (mut gains, mut repeated) = (Vec::new(), Vec::new());
    for fen in &suite::GAMES[..patient.profile.pick(5, 7)] {
        let position = Position::fen(fen);
        for blunder in blunders(&position) {
            let mut taken = position.clone();
            taken.push(blunder);
            let fresh = patient.fresh_search(&taken, &after)?.centipawns();
            patient.fresh_search(&position, &before)?;
            let warm = patient.search(&taken, &after)?.centipawns();
            if let (Some(fresh), Some(warm)) = (fresh, warm) {
                gains.push(Gain {
                    text: format!("{fen} after {blunder}"),
                    fresh,
                    warm,
                });
            }
        }
        let first = patient.fresh_search(&position, &after)?.nodes();
        let again = patient.search(&position, &after)?.nodes();
        if let (Some(first), Some(again)) = (first, again) {
            repeated.push(Repeated {
                fen: (*fen).to_owned(),
                first,
                again,
            });
        }
    }
    let ratios: Vec<String> = repeated
        .iter()
        .map(|one| format!("{:.2}", one.again as f64 / one.first.max(1) as f64))
        .collect();
    let found = [judge_gains(&gains), judge_repeated(&repeated)];
    Ok(Outcome::of(found.into_iter().flatten()).measured(format!(
        "{} blunders at depth {depth}; share of the nodes when a search is repeated: {}",
        gains.len(),
        ratios.join(", ")
    )))
}

/// Moves that simply lose a piece: the worst, and two others.
fn blunders(position: &Position) -> Vec<Move> {
    let board = position.board();
    let mut losing: Vec<(i32, Move)> = board
        .legal_moves()
        .iter()
        .map(|mv| (board.see(*mv), *mv))
        .filter(|(see, _)| *see <= -250)
        .collect();
    losing.sort();
    let count = losing.len();
    let mut chosen: Vec<usize> = vec![0, count / 3, count * 2 / 3];
    chosen.dedup();
    chosen
        .into_iter()
        .filter_map(|at| losing.get(at))
        .map(|(_, mv)| *mv)
        .collect()
}

/// Judges gains: a warm table that shows less than half of them, and hardly ever more.
pub fn judge_gains(gains: &[Gain]) -> Option<Finding> {
    // Beyond a queen and a pawn nobody cares how much it is.
    let less = |a: i32, b: i32| a >= 200 && b * 2 < a.min(1000);
    let evidence: Vec<String> = gains
        .iter()
        .filter(|gain| less(gain.fresh, gain.warm))
        .map(|gain| {
            let Gain { text, fresh, warm } = gain;
            format!(
                "{text}: {fresh} with an empty table, {warm} after the position before was searched"
            )
        })
        .collect();
    let opposite = gains
        .iter()
        .filter(|gain| less(gain.warm, gain.fresh))
        .count();
    // Selective searches waver both ways; bounds err one way.
    let enough = (2 + opposite * 2).max(gains.len() / 10);
    Finding::if_enough(&TABLE_BOUNDS, evidence, enough)
}

/// Judges repeated searches: not a node saved anywhere.
pub fn judge_repeated(repeated: &[Repeated]) -> Option<Finding> {
    let useless = |one: &&Repeated| one.first >= 1000 && one.again * 100 >= one.first * 98;
    let evidence: Vec<String> = repeated
        .iter()
        .filter(useless)
        .map(|one| format!("{}: {} nodes, repeated {}", one.fen, one.first, one.again))
        .collect();
    let exactly = repeated.iter().all(|one| one.first == one.again);
    Finding::if_enough(&TABLE_USELESS, evidence, 3).filter(|_| exactly)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gain(fresh: i32, warm: i32) -> Gain {
        Gain {
            text: String::new(),
            fresh,
            warm,
        }
    }

    #[test]
    fn truncated_gains_are_seen_and_wavering_ones_forgiven() {
        assert!(judge_gains(&[gain(500, 90), gain(600, 30), gain(400, 400)]).is_some());
        assert!(judge_gains(&[gain(500, 450), gain(600, 610), gain(400, 400)]).is_none());
        assert!(judge_gains(&[gain(500, 90), gain(600, 30), gain(90, 400)]).is_none());
    }

    #[test]
    fn a_table_that_saves_nothing_is_seen() {
        let repeated = |first, again| Repeated {
            fen: String::new(),
            first,
            again,
        };
        let dead = [
            repeated(5000, 5000),
            repeated(7000, 7000),
            repeated(9000, 9000),
        ];
        assert!(judge_repeated(&dead).is_some());
        let alive = [
            repeated(5000, 5100),
            repeated(7000, 1000),
            repeated(9000, 9000),
        ];
        assert!(judge_repeated(&alive).is_none());
    }

    #[test]
    fn every_game_has_blunders() {
        for fen in &suite::GAMES[..7] {
            assert!(!blunders(&Position::fen(fen)).is_empty(), "{fen}");
        }
    }
}
