//! Mates: are they printed as mates, and is the distance right?

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{Position, Searched, score_text};
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::{Go, Score};

pub static MATE_AS_CP: Illness = Illness {
    id: "mate-as-cp",
    severity: Severity::Fault,
    title: "Prints mates as enormous numbers of centipawns",
    cause: "Every score is printed as cp, also those that mean a mate.",
    cure: "Print score mate N for scores beyond the mate bound, with N = (plies + 1) / 2, negative when mated.",
};

pub static MATE_DISTANCE: Illness = Illness {
    id: "mate-distance",
    severity: Severity::Fault,
    title: "Prints a wrong distance to mate",
    cause: "Plies are printed where moves are asked for, or scores from the table are not corrected by the ply.",
    cure: "Print (plies + 1) / 2 moves; add the ply when a mate is stored in the table and take it off when it is read.",
};

/// A position with a known mate and what the engine says of it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Moves to mate; negative when the side to move is mated.
    pub truth: i32,
    pub searched: Searched,
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut seen = Vec::new();
    let done = gather(patient, &mut seen);
    let right = seen
        .iter()
        .filter(|one| one.searched.score() == Some(Score::Mate(one.truth)));
    let text = format!("{} of {} distances are right", right.count(), seen.len());
    Outcome::of(judge(&seen)).ending(done).measured(text)
}

fn gather(patient: &mut Patient, seen: &mut Vec<Seen>) -> Result<(), ClientError> {
    let go = Go::for_time(patient.profile.millis(50, 300));
    for (index, mate) in suite::MATES.iter().enumerate() {
        let truth = mate.moves as i32;
        for (colour, (position, key)) in suite::both_colours(mate.fen, mate.key)
            .into_iter()
            .enumerate()
        {
            if patient.profile.quick && index % 2 != colour {
                continue;
            }
            if let Some(searched) = patient.ask(&position, &go)? {
                seen.push(Seen { truth, searched });
            }
            if truth > 1
                && let Some(searched) = patient.ask(&position.after([key]), &go)?
            {
                let truth = 1 - truth;
                seen.push(Seen { truth, searched });
            }
        }
    }
    for mate in suite::MATES.iter().filter(|mate| mate.moves == 3) {
        backwards(patient, &Position::fen(mate.fen), mate, seen)?;
    }
    Ok(())
}

/// First the positions near the mate, then the one before them, with what the table has kept: a mate that is not counted
/// from the root comes out too short there.
fn backwards(
    patient: &mut Patient,
    position: &Position,
    mate: &suite::Mate,
    seen: &mut Vec<Seen>,
) -> Result<(), ClientError> {
    let time = patient.profile.millis(600, 2000);
    let to_depth = |depth| Go {
        move_time: Some(time),
        ..Go::to_depth(depth)
    };
    let depth = 2 * mate.moves;
    let after = position.clone().after([mate.key]);
    patient.new_game()?;
    let replies = after.board().legal_moves();
    for reply in replies.iter().take(patient.profile.pick(4, 12)) {
        let mut later = after.clone();
        later.push(*reply);
        if later.board().has_legal_move() {
            patient.search(&later, &to_depth(depth + 2))?;
        }
    }
    let searched = patient.search(position, &to_depth(depth))?;
    let truth = mate.moves as i32;
    seen.push(Seen { truth, searched });
    Ok(())
}

/// A centipawn score beyond this can only be a mate.
const HUGE: i32 = 9000;

/// Judges what was said of known mates. Whose view the score is does not matter here.
pub fn judge(seen: &[Seen]) -> Option<Finding> {
    let told = |one: &Seen| {
        let score = score_text(one.searched.score());
        let side = if one.truth > 0 { "mates" } else { "is mated" };
        let moves = one.truth.abs();
        format!(
            "{}: {score}, but the side to move {side} in {moves}",
            one.searched.position.text()
        )
    };
    let last = |one: &Seen| one.searched.score();
    let huge =
        |one: &&Seen| matches!(last(one), Some(Score::Centipawns(size)) if size.abs() >= HUGE);
    let as_cp: Vec<String> = seen.iter().filter(huge).map(told).collect();
    let any_mate = seen
        .iter()
        .any(|one| matches!(last(one), Some(Score::Mate(_))));
    if as_cp.len() >= 2 && !any_mate {
        let script = seen.iter().find(huge).map(|one| one.searched.script());
        return Some(Finding::new(&MATE_AS_CP, as_cp).shown_by(script.unwrap_or_default()));
    }
    let distances: Vec<(&Seen, i32)> = seen
        .iter()
        .filter_map(|one| match last(one) {
            Some(Score::Mate(moves)) => Some((one, moves.abs())),
            _ => None,
        })
        .collect();
    let too_short = distances
        .iter()
        .filter(|(one, moves)| *moves < one.truth.abs());
    let too_short: Vec<String> = too_short.map(|(one, _)| told(one)).collect();
    // In plies a mate in two is three, and being mated in one is two.
    let plies_of = |truth: i32| if truth > 0 { 2 * truth - 1 } else { -2 * truth };
    let telling = || {
        distances
            .iter()
            .filter(|(one, _)| plies_of(one.truth) != one.truth.abs())
    };
    let in_plies = telling().filter(|(one, moves)| *moves == plies_of(one.truth));
    let in_plies: Vec<String> = in_plies.map(|(one, _)| told(one)).collect();
    if in_plies.len() >= 2 && in_plies.len() * 4 >= telling().count() * 3 {
        let cause = "Plies are printed where moves are asked for: most distances are exactly those in plies.";
        return Some(Finding::new(&MATE_DISTANCE, in_plies).because(cause));
    }
    let cause = "Some mates are shorter than any there is, the others are right: a mate from the table, or from a node \
                 that pruning left, is not counted from the root. Add the ply when it is stored and take it off when it is \
                 read.";
    Finding::if_any(&MATE_DISTANCE, too_short).map(|finding| finding.because(cause))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::searched;

    fn judged(cases: &[(i32, &str)]) -> Option<&'static str> {
        let seen = cases.iter().map(|(truth, score)| Seen {
            truth: *truth,
            searched: searched(
                Position::startpos(),
                &[(1, &format!("info depth 5 score {score} pv e2e4"))],
                "e2e4",
                5,
            ),
        });
        judge(&seen.collect::<Vec<_>>()).map(|finding| finding.illness.id)
    }

    #[test]
    fn distances_are_judged() {
        assert_eq!(
            judged(&[(1, "mate 1"), (2, "mate 2"), (-1, "mate -1")]),
            None
        );
        // Not yet found, or not yet the shortest.
        assert_eq!(judged(&[(3, "cp 700"), (3, "mate 5"), (2, "mate 2")]), None);
        assert_eq!(
            judged(&[(2, "mate 3"), (3, "mate 5"), (-1, "mate -2")]),
            Some("mate-distance")
        );
        assert_eq!(
            judged(&[(2, "mate 1"), (3, "mate 3")]),
            Some("mate-distance")
        );
        assert_eq!(
            judged(&[(1, "cp 29999"), (2, "cp 29997")]),
            Some("mate-as-cp")
        );
    }
}
