//! The keys of the table: positions that differ in one right are different positions.
//!
//! First a position is searched in which the right (to castle, to take en passant, to move) decides everything. Then another
//! one, whose one good move leads to the same pieces on the same squares without that right. Whoever leaves the right out of
//! its keys finds the first score there, and shuns the good move.

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::suite::{self, Right};
use regence_arena::client::ClientError;
use regence_arena::client::uci::Go;

pub static TABLE_KEY: Illness = Illness {
    id: "table-key",
    severity: Severity::Fault,
    title: "Takes different positions for the same: their keys are equal",
    cause: "Something that makes a difference (castling rights, the en passant square, the side to move) is not part of the \
            key, or is not changed in it when it changes on the board.",
    cure: "Compare the key with one that is computed from nothing after every move of a perft; take all rights into it.",
};

/// What a position is worth with an empty table, and after the one with the right was searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    pub right: Right,
    pub text: String,
    pub fresh: i32,
    pub warm: i32,
    /// Another move is played than with an empty table.
    pub is_shunned: bool,
    pub script: Vec<String>,
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut shared = Vec::new();
    let done = gather(patient, &mut shared);
    let lost = shared.iter().filter(|one| is_lost(one)).count();
    let measured = format!(
        "{} pairs that differ in one right, {lost} share a score",
        shared.len()
    );
    Outcome::of(judge(&shared)).ending(done).measured(measured)
}

fn gather(patient: &mut Patient, shared: &mut Vec<Shared>) -> Result<(), ClientError> {
    let time = patient.profile.millis(1500, 4000);
    let to_depth = |depth| Go {
        move_time: Some(time),
        ..Go::to_depth(depth)
    };
    let (deep, flat) = (to_depth(9), to_depth(6));
    for pair in suite::PAIRS {
        if !patient.has_time() {
            break;
        }
        let both = suite::both_colours(pair.with, "").into_iter();
        for ((with, _), (without, _)) in both.zip(suite::both_colours(pair.without, "")) {
            let fresh = patient.fresh_search(&without, &flat)?;
            patient.fresh_search(&with, &deep)?;
            let warm = patient.search(&without, &flat)?;
            let mut script = crate::patient::script_of(&with, &deep);
            script.extend([without.command(), flat.to_string()]);
            if let (Some(fresh_score), Some(warm_score)) = (fresh.centipawns(), warm.centipawns())
                && fresh.depth() == warm.depth()
            {
                shared.push(Shared {
                    right: pair.right,
                    text: without.text(),
                    fresh: fresh_score,
                    warm: warm_score,
                    is_shunned: warm.best != fresh.best,
                    script,
                });
            }
        }
    }
    Ok(())
}

/// What the good move brought is gone.
const LOST: i32 = 100;

fn is_lost(one: &Shared) -> bool {
    one.is_shunned && one.fresh.clamp(-1500, 1500) - one.warm.clamp(-1500, 1500) >= LOST
}

fn name(right: Right) -> &'static str {
    match right {
        Right::Castling => "castling rights",
        Right::EnPassant => "the en passant square",
        Right::Turn => "the side to move",
    }
}

/// Judges each right by itself: in most pairs the good move is shunned.
pub fn judge(shared: &[Shared]) -> Option<Finding> {
    let missing = [Right::Castling, Right::EnPassant, Right::Turn]
        .into_iter()
        .filter(|right| {
            let of = shared.iter().filter(|one| one.right == *right);
            let (count, lost) = (of.clone().count(), of.filter(|one| is_lost(one)).count());
            lost >= 2 && lost * 2 >= count
        });
    let missing: Vec<Right> = missing.collect();
    let lost: Vec<&Shared> = shared
        .iter()
        .filter(|one| missing.contains(&one.right) && is_lost(one))
        .collect();
    let evidence = lost.iter().map(|one| {
        format!(
            "{}: {} with an empty table, {} after the same pieces with another right ({})",
            one.text,
            one.fresh,
            one.warm,
            name(one.right)
        )
    });
    let names: Vec<&str> = missing.iter().map(|right| name(*right)).collect();
    let script = lost.first().map(|one| one.script.clone());
    Finding::if_any(&TABLE_KEY, evidence.collect()).map(|finding| {
        finding
            .because(format!(
                "Not part of the keys: {}. The score of a position is found in the table for another one.",
                names.join(", ")
            ))
            .shown_by(script.unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_is_missing_where_most_of_its_pairs_lose_their_score() {
        let one = |right: Right, warm: i32| Shared {
            right,
            text: String::new(),
            fresh: 300,
            warm,
            is_shunned: true,
            script: Vec::new(),
        };
        let castling = |warm: [i32; 3]| judge(&warm.map(|warm| one(Right::Castling, warm)));
        assert!(castling([280, 310, -500]).is_none());
        let found = castling([-20, -500, 300]).unwrap();
        assert!(found.told_cause().contains("castling"));
        let both = [one(Right::Turn, 0), one(Right::Castling, 0)];
        assert!(judge(&both).is_none(), "one of a kind is not enough");
    }
}
