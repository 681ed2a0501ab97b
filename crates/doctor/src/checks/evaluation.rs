//! The evaluation, by what the engine says of quiet positions at small depths, against the reference.
//!
//! No two engines agree on a position, and a pawn is not the same number everywhere. But nobody has a reason to see more
//! than two pawns in a quiet, level position, and a queen more is a queen more.

use super::Outcome;
use super::state::depth_of_nodes;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{MATE_CENTIPAWNS, Position};
use crate::reference::Reference;
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::Go;

pub static ABSURD_EVALUATION: Illness = Illness {
    id: "absurd-evaluation",
    severity: Severity::Fault,
    title: "Sees pieces where there is nothing: large scores in quiet, level positions",
    cause: "A term of the evaluation (development, mobility, threats, hanging pieces) is worth more than it can ever \
            bring, or is counted many times.",
    cure: "Print the evaluation of the positions below term by term; bound each term by what it can win.",
};

pub static EVALUATION_SIGN: Illness = Illness {
    id: "evaluation-sign",
    severity: Severity::Fault,
    title: "Takes the lost side for the better one",
    cause: "The evaluation, or the score that is printed, has the wrong sign.",
    cure: "In negamax evaluate for the side to move, and change the sign of every child's score once.",
};

pub static EVALUATION_SCALE: Illness = Illness {
    id: "evaluation-scale",
    severity: Severity::Suspicion,
    title: "Its centipawns are no hundredths of a pawn",
    cause: "The evaluation has another unit, or scores are printed without being converted.",
    cure: "Print scores such that a pawn more in a quiet position is about 100.",
};

/// What the engine and the reference say of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    pub text: String,
    pub script: Vec<String>,
    /// At a depth and at the next one.
    pub scores: [i32; 2],
    pub reference: i32,
}

/// Scores between these are those of a level position, by the reference.
const LEVEL: i32 = 70;
/// Nobody needs more than this in a quiet, level position.
const ABSURD: i32 = 250;

pub fn run(patient: &mut Patient) -> Outcome {
    let mut compared = Vec::new();
    let mut odds = Vec::new();
    let done = gather(patient, &mut compared, &mut odds);
    let largest = compared
        .iter()
        .map(|one: &Compared| one.scores.map(i32::abs))
        .map(|[a, b]| a.max(b))
        .max()
        .unwrap_or(0);
    let found = [judge_absurd(&compared), judge_odds(&odds)];
    let ratio = ratio(&odds).map_or("unknown".to_owned(), |ratio| format!("{ratio:.2}"));
    Outcome::of(found.into_iter().flatten())
        .ending(done)
        .measured(format!(
            "{} quiet, level positions, largest score {largest}; where a piece is missing, {ratio} of what the reference \
             says",
            compared.len()
        ))
}

fn gather(
    patient: &mut Patient,
    compared: &mut Vec<Compared>,
    odds: &mut Vec<Compared>,
) -> Result<(), ClientError> {
    let mut reference = Reference::new();
    // A quick engine gets to the depth at which its first guesses are over.
    let depth = depth_of_nodes(patient, 12_000)?.clamp(3, 10);
    let count = patient.profile.pick(8, suite::QUIET.len());
    let quiet = suite::QUIET[..count].iter().map(|fen| (fen, true));
    let lost = suite::LOST.iter().map(|fen| (fen, false));
    for (fen, is_quiet) in quiet.chain(lost) {
        if !patient.has_time() {
            break;
        }
        let position = Position::fen(fen);
        let Some(opinion) = reference.judge(position.game(), 8, 30_000) else {
            continue;
        };
        let mut scores = Vec::new();
        let mut script = Vec::new();
        for depth in [depth, depth + 1] {
            let Some(searched) = patient.ask(&position, &Go::to_depth(depth))? else {
                break;
            };
            scores.extend(searched.deep_centipawns());
            script = searched.script();
        }
        let &[first, second] = scores.as_slice() else {
            continue;
        };
        let list = if is_quiet { &mut *compared } else { &mut *odds };
        list.push(Compared {
            text: position.text(),
            script,
            scores: [first, second],
            reference: opinion.score,
        });
    }
    Ok(())
}

/// The better of two scores for the engine: the one nearer to nothing.
fn mildest(scores: [i32; 2]) -> i32 {
    scores
        .into_iter()
        .min_by_key(|score| score.abs())
        .unwrap_or(0)
}

/// Judges quiet, level positions.
pub fn judge_absurd(compared: &[Compared]) -> Option<Finding> {
    let is_level = |one: &&Compared| one.reference.abs() <= LEVEL;
    let level: Vec<&Compared> = compared.iter().filter(is_level).collect();
    let worst = |one: &Compared| one.scores.into_iter().max_by_key(|s| s.abs()).unwrap_or(0);
    let absurd: Vec<&&Compared> = level
        .iter()
        .filter(|one| (ABSURD..MATE_CENTIPAWNS).contains(&worst(one).abs()))
        .collect();
    let swings = absurd.iter().filter(|one| {
        let [first, second] = one.scores;
        (first - second).abs() >= ABSURD && mildest(one.scores).abs() < ABSURD
    });
    let is_parity = swings.count() * 3 >= absurd.len() * 2;
    let evidence = absurd.iter().map(|one| {
        let [first, second] = one.scores;
        format!(
            "{}: {first} and, a ply deeper, {second}; the reference says {}",
            one.text, one.reference
        )
    });
    // Some positions may be misunderstood.
    let enough = (level.len() * 3 / 8).max(3);
    let finding = Finding::if_enough(&ABSURD_EVALUATION, evidence.collect(), enough)?;
    let script = absurd.first().map(|one| one.script.clone());
    let finding = finding.shown_by(script.unwrap_or_default());
    Some(match is_parity {
        true => finding.because(
            "The score goes up and down with every ply: who moved last is given a piece too much. A term for threats, \
             hanging pieces or the right to move is far too large, or captures are not searched to their end.",
        ),
        false => finding,
    })
}

/// Scores where a piece is missing, as a share of what the reference says: the median.
fn ratio(odds: &[Compared]) -> Option<f64> {
    let decided = odds.iter().filter(|one| one.reference.abs() >= 200);
    let mut ratios: Vec<f64> = decided
        .map(|one| {
            let [first, second] = one.scores;
            f64::from(first + second) / 2.0 / f64::from(one.reference)
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios
        .get(ratios.len() / 2)
        .copied()
        .filter(|_| ratios.len() >= 3)
}

/// Judges positions in which a piece is missing.
pub fn judge_odds(odds: &[Compared]) -> Option<Finding> {
    let ratio = ratio(odds)?;
    let evidence = odds.iter().map(|one| {
        let [first, second] = one.scores;
        format!(
            "{}: {first} and {second}; the reference says {}",
            one.text, one.reference
        )
    });
    let illness = match ratio {
        // Whose view the score is, is told by another check: only both colours alike are a sign.
        r if r < -0.3 => &EVALUATION_SIGN,
        r if (0.0..0.2).contains(&r) || r > 6.0 => &EVALUATION_SCALE,
        _ => return None,
    };
    let script = odds.first().map(|one| one.script.clone());
    Some(Finding::new(illness, evidence.collect()).shown_by(script.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(first: i32, second: i32, reference: i32) -> Compared {
        Compared {
            text: String::new(),
            script: Vec::new(),
            scores: [first, second],
            reference,
        }
    }

    #[test]
    fn only_many_large_scores_in_level_positions_are_absurd() {
        let calm = || vec![compared(20, 60, 10); 6];
        let with = |more: Vec<Compared>| [calm(), more].concat();
        assert!(judge_absurd(&with(vec![compared(20, 300, 10); 2])).is_none());
        assert!(judge_absurd(&with(vec![compared(400, 300, 200); 3])).is_none());
        let steady = judge_absurd(&with(vec![compared(400, 420, 10); 3])).unwrap();
        assert_eq!(steady.cause, None);
        let swinging = judge_absurd(&with(vec![compared(400, -20, 10); 3])).unwrap();
        assert!(swinging.told_cause().contains("up and down"));
    }

    #[test]
    fn sign_and_scale_are_read_off_missing_pieces() {
        let judged = |factor: f64| {
            let one = |reference: i32| {
                let score = (f64::from(reference) * factor) as i32;
                compared(score, score, reference)
            };
            judge_odds(&[one(-900), one(-300), one(-500), one(-400)])
                .map(|finding| finding.illness.id)
        };
        assert_eq!(judged(0.5), None);
        assert_eq!(judged(3.0), None);
        assert_eq!(judged(-1.0), Some("evaluation-sign"));
        assert_eq!(judged(0.1), Some("evaluation-scale"));
        assert_eq!(judged(10.0), Some("evaluation-scale"));
    }

    #[test]
    fn the_quiet_positions_are_level_by_the_reference() {
        let mut reference = Reference::new();
        for fen in suite::QUIET {
            let position = Position::fen(fen);
            assert_eq!(position.text().split(' ').next(), fen.split(' ').next());
            let opinion = reference.judge(position.game(), 8, 30_000).unwrap();
            assert!(opinion.score.abs() <= LEVEL, "{fen}: {opinion:?}");
        }
    }
}
