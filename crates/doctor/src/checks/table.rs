//! The transposition table: does it help, and does it tell the truth?
//!
//! A table that forgets which of its scores are bounds is found by a blunder: first the position before it is
//! searched, where the refutation is only ever searched with a null window ("at least so much"); then the position
//! after it, where the full gain should be seen. Whoever takes the bound for the score sees a fraction of it.
//!
//! A table that calls every bound an upper one, or a lower one, errs less, because it is believed only where the window
//! lies on the right side of the bound. So the window is moved: first the position after the blunder is searched, where
//! the piece can be taken and all else is refuted with a null window far above its worth; then without the moves that
//! take something. Bounds of the first search now lie on the other side of the window, and whoever mistakes their kind
//! believes in refutations that are none. The scores of healthy engines stay the same or waver both ways; these drift one
//! way.

use std::time::Duration;

use regence_chess::Move;

use super::Outcome;
use super::state::depth_of_nodes;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::Position;
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::Go;

pub static TABLE_BOUNDS: Illness = Illness {
    id: "table-bounds",
    severity: Severity::Fault,
    title: "Takes bounds from its table for what they are not",
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
    /// The lines that show it again.
    pub script: Vec<String>,
}

/// The score without the winning moves, with an empty table and after a search with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shifted {
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

/// What was gathered.
#[derive(Debug, Default)]
struct Gathered {
    depth: u32,
    gains: Vec<Gain>,
    shifted: Vec<Shifted>,
    repeated: Vec<Repeated>,
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut gathered = Gathered::default();
    let done = gather(patient, &mut gathered);
    let Gathered {
        depth,
        gains,
        shifted,
        repeated,
    } = &gathered;
    let ratios: Vec<String> = repeated
        .iter()
        .map(|one| format!("{:.2}", one.again as f64 / one.first.max(1) as f64))
        .collect();
    let bounds = judge_gains(gains).or_else(|| judge_drift(gains, shifted));
    let found = [bounds, judge_repeated(repeated)];
    let (with, against) = drift(gains, shifted);
    Outcome::of(found.into_iter().flatten())
        .ending(done)
        .measured(format!(
            "{} blunders at depth {depth}; share of the nodes when a search is repeated: {}",
            gains.len(),
            ratios.join(", ")
        ))
        .measured(match shifted.is_empty() {
            true => "searchmoves is not supported, so bounds of one kind only may go unseen".to_owned(),
            false => format!(
                "scores with a full table: {} of {} drifted by {} in all towards mistaken bounds, {} by {} away",
                with.len(),
                gains.len() + shifted.len(),
                with.iter().sum::<i32>(),
                against.len(),
                against.iter().sum::<i32>()
            ),
        })
}

fn gather(patient: &mut Patient, gathered: &mut Gathered) -> Result<(), ClientError> {
    let usual = depth_of_nodes(patient, patient.profile.pick(12_000, 40_000))?;
    // Who takes too long for six plies gets endings: five show a blunder, its refutation and what comes of it.
    let is_slow = usual < 6 && {
        let go = Go {
            move_time: Some(SLOW * 3),
            ..Go::to_depth(6)
        };
        let tried = patient.fresh_search(&Position::fen(suite::GAMES[1]), &go)?;
        tried.depth() < 6 || tried.own_time() > SLOW
    };
    let (depth, positions) = match is_slow {
        true => (5, suite::ENDINGS),
        false => (usual.max(6), &suite::GAMES[..patient.profile.pick(5, 7)]),
    };
    gathered.depth = depth;
    // Some end a search without a clock after a second.
    let time = is_slow.then(|| patient.profile.millis(5000, 10_000));
    let limited = |depth| Go {
        move_time: time,
        ..Go::to_depth(depth)
    };
    let (before, after) = (limited(depth), limited(depth - 2));
    for fen in positions {
        let position = Position::fen(fen);
        for blunder in blunders(&position) {
            if !patient.has_time() {
                return Ok(());
            }
            let mut taken = position.clone();
            taken.push(blunder);
            let fresh = patient.fresh_search(&taken, &after)?;
            patient.fresh_search(&position, &before)?;
            let warm = patient.search(&taken, &after)?;
            // Half an iteration is another check's matter.
            let same_depth = fresh.depth() == warm.depth() && fresh.depth() >= depth - 2;
            if let (Some(fresh), Some(warm)) = (fresh.centipawns(), warm.centipawns())
                && same_depth
            {
                gathered.gains.push(Gain {
                    text: format!("{fen} after {blunder}"),
                    fresh,
                    warm,
                    script: script(&position, &before, &taken, &after),
                });
            }
            for less in 1..=2 {
                if patient.has_time() && !is_slow {
                    gathered
                        .shifted
                        .extend(shift(patient, &taken, depth, less)?);
                }
            }
        }
        if is_slow {
            continue;
        }
        let first = patient.fresh_search(&position, &after)?.nodes();
        let again = patient.search(&position, &after)?.nodes();
        if let (Some(first), Some(again)) = (first, again) {
            gathered.repeated.push(Repeated {
                fen: (*fen).to_owned(),
                first,
                again,
            });
        }
    }
    Ok(())
}

/// Who takes longer for six plies of a middlegame is slow.
const SLOW: Duration = Duration::from_millis(500);

/// The lines of a search and of another one behind it.
fn script(position: &Position, go: &Go, then: &Position, then_go: &Go) -> Vec<String> {
    let mut lines = crate::patient::script_of(position, go);
    lines.extend([then.command(), then_go.to_string()]);
    lines
}

/// The score of the quiet moves alone after a blunder, `less` plies less deep than the search before it that may take
/// the piece. Nothing if the engine has no score or thinks about other moves all the same.
fn shift(
    patient: &mut Patient,
    taken: &Position,
    depth: u32,
    less: u32,
) -> Result<Option<Shifted>, ClientError> {
    let board = taken.board();
    let quiet: Vec<Move> = board
        .legal_moves()
        .iter()
        .copied()
        .filter(|mv| !board.is_noisy(*mv))
        .collect();
    if quiet.len() < FEWEST_QUIET {
        return Ok(None);
    }
    let go = Go {
        search_moves: quiet.iter().map(Move::to_string).collect(),
        ..Go::to_depth(depth - less)
    };
    let fresh = patient.fresh_search(taken, &go)?;
    if fresh.legal_best().is_none_or(|mv| !quiet.contains(&mv)) {
        return Ok(None);
    }
    patient.fresh_search(taken, &Go::to_depth(depth))?;
    let warm = patient.search(taken, &go)?;
    let pair = fresh.centipawns().zip(warm.centipawns());
    Ok(pair.map(|(fresh, warm)| Shifted {
        text: taken.text(),
        fresh,
        warm,
    }))
}

/// Positions with fewer quiet moves say little.
const FEWEST_QUIET: usize = 8;
/// Differences below this do not count, in centipawns.
const NOISE: i32 = 5;

/// How far a score moved. Beyond a queen and a pawn nobody cares how much it is.
fn change(from: i32, to: i32) -> i32 {
    to.clamp(-1000, 1000) - from.clamp(-1000, 1000)
}

/// How far scores moved the way that mistaken bounds move them, and the other way: gains shrink, shifted scores rise.
fn drift(gains: &[Gain], shifted: &[Shifted]) -> (Vec<i32>, Vec<i32>) {
    let shrunk = gains.iter().map(|one| change(one.warm, one.fresh));
    let risen = shifted.iter().map(|one| change(one.fresh, one.warm));
    let changes = shrunk.chain(risen).filter(|change| change.abs() >= NOISE);
    let (with, against): (Vec<i32>, Vec<i32>) = changes.partition(|change| *change > 0);
    (with, against.into_iter().map(i32::abs).collect())
}

/// Judges by the drift: in several places, by much, and hardly ever the other way.
pub fn judge_drift(gains: &[Gain], shifted: &[Shifted]) -> Option<Finding> {
    let (with, against) = drift(gains, shifted);
    let (up, down) = (with.iter().sum::<i32>(), against.iter().sum::<i32>());
    let one_way = with.len() >= 5 * against.len() && up >= 10 * down;
    if with.len() < 5 || up < 100 || !one_way {
        return None;
    }
    let shrunk = gains
        .iter()
        .filter(|one| change(one.warm, one.fresh) >= NOISE);
    let shrunk = shrunk.map(
        |Gain {
             text, fresh, warm, ..
         }| {
            format!(
                "{text}: {fresh} with an empty table, {warm} after the position before was searched"
            )
        },
    );
    let risen = shifted
        .iter()
        .filter(|one| change(one.fresh, one.warm) >= NOISE);
    let risen = risen.map(|Shifted { text, fresh, warm }| {
        format!("{text}, quiet moves only: {fresh} with an empty table, {warm} after all moves were searched")
    });
    Some(
        Finding::new(&TABLE_BOUNDS, risen.chain(shrunk).collect()).because(
            "Bounds are taken for bounds of the other kind: every store says the same (UPPER, for example because alpha \
             has already moved when the kind is decided, or LOWER), so that the scores drift one way as soon as the \
             window lies on the other side.",
        ),
    )
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
    let shrunk = || gains.iter().filter(|gain| less(gain.fresh, gain.warm));
    let evidence: Vec<String> = shrunk()
        .map(|gain| {
            let Gain {
                text, fresh, warm, ..
            } = gain;
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
    let script = shrunk().next().map(|gain| gain.script.clone());
    Finding::if_enough(&TABLE_BOUNDS, evidence, enough).map(|finding| {
        finding
            .because(
                "Bounds are taken for exact scores: the refutation of a blunder is only ever searched with a null window \
                 (\"at least so much\"), and what was found there is later believed to be all. The probe does not look \
                 at the kind of bound, or every store says EXACT.",
            )
            .shown_by(script.unwrap_or_default())
    })
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
    if let Some(finding) = Finding::if_enough(&TABLE_USELESS, evidence, 3).filter(|_| exactly) {
        return Some(finding);
    }
    // Histories learn something from a search; a table that is never read saves next to nothing anywhere.
    let hardly = |one: &&Repeated| {
        one.first >= 1000 && (one.first * 85 / 100..=one.first).contains(&one.again)
    };
    let evidence = repeated
        .iter()
        .filter(hardly)
        .map(|one| format!("{}: {} nodes, repeated {}", one.fen, one.first, one.again));
    Finding::if_enough(&TABLE_USELESS, evidence.collect(), repeated.len().max(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gain(fresh: i32, warm: i32) -> Gain {
        Gain {
            text: String::new(),
            fresh,
            warm,
            script: Vec::new(),
        }
    }

    #[test]
    fn truncated_gains_are_seen_and_wavering_ones_forgiven() {
        assert!(judge_gains(&[gain(500, 90), gain(600, 30), gain(400, 400)]).is_some());
        assert!(judge_gains(&[gain(500, 450), gain(600, 610), gain(400, 400)]).is_none());
        assert!(judge_gains(&[gain(500, 90), gain(600, 30), gain(90, 400)]).is_none());
    }

    #[test]
    fn scores_that_drift_one_way_are_seen_and_wavering_ones_forgiven() {
        let shifted = |changes: &[i32]| -> Vec<Shifted> {
            let one = |change: &i32| Shifted {
                text: String::new(),
                fresh: 40,
                warm: 40 + change,
            };
            changes.iter().map(one).collect()
        };
        let judged = |changes: &[i32]| judge_drift(&[], &shifted(changes)).is_some();
        assert!(judged(&[6, 8, 12, 18, 59, 147, 0, 0, -1]));
        assert!(!judged(&[6, 8, 12, 18, 59, 147, -30, -12]));
        assert!(!judged(&[0, 0, 4, -3, 147]));
        assert!(!judged(&[6, 7, 8, 9, 10]));
        let gains = [gain(300, 230), gain(880, 760), gain(900, 820)];
        assert!(judge_drift(&gains, &shifted(&[20, 105, 0])).is_some());
        assert!(judge_drift(&gains, &shifted(&[20, 105, -40])).is_none());
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
        for fen in suite::GAMES[..7].iter().chain(suite::ENDINGS) {
            assert!(!blunders(&Position::fen(fen)).is_empty(), "{fen}");
        }
    }
}
