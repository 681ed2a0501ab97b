//! Draws that no repetition gives: the fifty-move rule and stalemate, at the root and in the tree.

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{MATE_CENTIPAWNS, Position, Searched, score_text};
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::Go;

pub static FIFTY_BLIND: Illness = Illness {
    id: "fifty-blind",
    severity: Severity::Fault,
    title: "Does not know the fifty-move rule",
    cause: "The half-move clock is not read from the FEN, not kept in the search, or not looked at in its nodes.",
    cure: "Count half-moves since the last capture or pawn move; from a hundred on a node that is not mate is a draw.",
};

pub static STALEMATE_BLIND: Illness = Illness {
    id: "stalemate-blind",
    severity: Severity::Fault,
    title: "Takes stalemate for a win",
    cause: "A side without a move counts as mated, or is judged by what it has: that it is not in check, which makes it \
            stalemate, is not asked.",
    cure: "Where there is no legal move: mated if in check, otherwise 0.",
};

/// What was gathered.
#[derive(Debug, Default)]
struct Gathered {
    fifty: Vec<Searched>,
    stalemate: Vec<Searched>,
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut gathered = Gathered::default();
    let done = gather(patient, &mut gathered);
    let scores = |list: &[Searched]| -> String {
        let scores = list.iter().map(|searched| score_text(searched.score()));
        scores.collect::<Vec<_>>().join(", ")
    };
    let measured = format!(
        "at the end of fifty moves: {}; with nothing but stalemate to win: {}",
        scores(&gathered.fifty),
        scores(&gathered.stalemate)
    );
    Outcome::of(judge(&gathered.fifty, &gathered.stalemate))
        .ending(done)
        .measured(measured)
}

fn gather(patient: &mut Patient, gathered: &mut Gathered) -> Result<(), ClientError> {
    let go = Go {
        move_time: Some(patient.profile.millis(2000, 5000)),
        ..Go::to_depth(8)
    };
    let Gathered { fifty, stalemate } = gathered;
    for (list, fens) in [(fifty, suite::FIFTY), (stalemate, suite::STALEMATE)] {
        for (index, fen) in fens.iter().enumerate() {
            let (position, _) = suite::both_colours(fen, "")[index % 2].clone();
            list.extend(patient.ask(&position, &go)?);
        }
    }
    // The hundredth half-move is over: a claim is another's business, a move is wanted all the same.
    patient.ask(&Position::fen(suite::FIFTY_OVER), &Go::to_depth(3))?;
    Ok(())
}

/// Nobody gets so much out of a draw.
const WON: i32 = 250;

/// Judges drawn positions.
pub fn judge(fifty: &[Searched], stalemate: &[Searched]) -> Vec<Finding> {
    let finding = |illness, list: &[Searched]| {
        // Who takes it for a mate sees it at once.
        let is_blind = |searched: &&Searched| {
            let least = |score: i32| if score >= MATE_CENTIPAWNS { 1 } else { 3 };
            let score = searched.centipawns().filter(|score| *score > WON);
            score.is_some_and(|score| searched.depth() >= least(score))
        };
        let blind: Vec<&Searched> = list.iter().filter(is_blind).collect();
        let evidence = blind.iter().map(|searched| {
            let (score, depth) = (score_text(searched.score()), searched.depth());
            format!(
                "{}: {score} at depth {depth}, and it is a draw",
                searched.text()
            )
        });
        let script = blind.first().map(|searched| searched.script());
        Finding::if_enough(illness, evidence.collect(), 2)
            .map(|finding| finding.shown_by(script.unwrap_or_default()))
    };
    let found = [
        finding(&FIFTY_BLIND, fifty),
        finding(&STALEMATE_BLIND, stalemate),
    ];
    found.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::ids;
    use crate::position::testing::searched;

    fn with(fen: &str, score: &str) -> Vec<Searched> {
        let line = format!("info depth 8 score {score} pv a1a2");
        vec![searched(Position::fen(fen), &[(1, &line)], "a1a2", 5); 2]
    }

    #[test]
    fn who_wins_a_draw_is_blind_for_it() {
        let judged = |fifty: &str, stalemate: &str| {
            let (fifty, stalemate) = (
                with(suite::FIFTY[0], fifty),
                with(suite::STALEMATE[0], stalemate),
            );
            ids(&judge(&fifty, &stalemate))
        };
        assert_eq!(judged("cp 0", "cp 90"), [""; 0]);
        assert_eq!(judged("cp 900", "cp 0"), ["fifty-blind"]);
        assert_eq!(judged("cp 0", "mate 1"), ["stalemate-blind"]);
        assert_eq!(judged("mate -3", "cp -900"), [""; 0]);
        let line = |score: &str| format!("info depth 1 score {score} pv a1a2");
        let shallow = |score: &str| {
            let one = searched(
                Position::fen(suite::STALEMATE[0]),
                &[(1, &line(score))],
                "a1a2",
                5,
            );
            ids(&judge(&[], &[one.clone(), one]))
        };
        assert_eq!(shallow("mate 1"), ["stalemate-blind"]);
        assert_eq!(shallow("cp 900"), [""; 0]);
    }
}
