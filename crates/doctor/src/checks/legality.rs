//! Rules: is everything that the engine plays, prints and knows legal chess?
//!
//! The positions are those where generators fail. Illegal moves are looked for in every search of the whole
//! examination, so [`judge_log`] is called once more at its end.

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{Position, Searched, moved_piece, read_move};
use crate::suite::{self, Rule};
use regence_arena::client::ClientError;
use regence_arena::client::uci::Go;

pub static ILLEGAL_BEST: Illness = Illness {
    id: "illegal-best",
    severity: Severity::Fault,
    title: "Plays an illegal move",
    cause: "Moves are generated without looking at checks and pins, or a move from the table is played without being \
            validated on this board.",
    cure: "Filter generated moves by legality, validate the table's move before it is searched, and compare perft \
           counts with known ones.",
};

pub static NULL_BEST: Illness = Illness {
    id: "null-best",
    severity: Severity::Fault,
    title: "Answers with no move, though there are legal ones",
    cause: "The search was stopped before its first iteration was finished and the empty move (a1a1, 0000) was \
            printed.",
    cure: "Take the first legal move as best move before the search begins, and finish depth 1 whatever the clock \
           says.",
};

pub static WRONG_SIDE: Illness = Illness {
    id: "wrong-side",
    severity: Severity::Fault,
    title: "Moves the opponent's pieces",
    cause: "The side to move is not kept up with the moves of the position command, or is read wrongly from the FEN.",
    cure: "Change sides in make-move and nowhere else; test that after every prefix of a game the side is right.",
};

pub static ILLEGAL_PV: Illness = Illness {
    id: "illegal-pv",
    severity: Severity::Fault,
    title: "Prints a line that cannot be played",
    cause: "The line is collected from the table without checking its moves, or stale moves are left behind the end \
            of the line.",
    cure: "Keep the line in a triangular table and clear it at every node, also at those that return early; check \
           each move that comes from the transposition table.",
};

pub static EN_PASSANT: Illness = Illness {
    id: "en-passant",
    severity: Severity::Fault,
    title: "Does not handle en passant",
    cause: "The capture is not generated, or the square is not kept when it is sent by FEN or set by a double step.",
    cure: "Generate en passant captures, remove the captured pawn, and test the king's safety with both pawns gone.",
};

pub static PROMOTION: Illness = Illness {
    id: "promotion",
    severity: Severity::Fault,
    title: "Does not handle promotions",
    cause: "Promotions by capture or to a knight are not generated, or are printed without the letter of the piece.",
    cure: "Generate four promotions for pushes and for captures alike; print e7f8q.",
};

pub static CASTLING: Illness = Illness {
    id: "castling",
    severity: Severity::Fault,
    title: "Does not handle castling",
    cause: "Castling is not generated, or its rights are not read from the FEN.",
    cure: "Generate castling from rights, empty squares and squares that are not attacked; check with perft.",
};

fn illness_of(rule: Rule) -> &'static Illness {
    match rule {
        Rule::EnPassant => &EN_PASSANT,
        Rule::Promotion => &PROMOTION,
        Rule::Castling => &CASTLING,
    }
}

/// The answer in a position that asks for one rule.
#[derive(Clone, Debug)]
pub struct Tried {
    pub rule: Rule,
    pub right: Vec<String>,
    pub searched: Searched,
}

/// What was gathered.
#[derive(Debug)]
struct Gathered {
    tried: Vec<Tried>,
    knows_mates: bool,
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut gathered = Gathered {
        tried: Vec::new(),
        knows_mates: true,
    };
    let done = gather(patient, &mut gathered);
    let Gathered { tried, knows_mates } = &gathered;
    let log = patient.log().len();
    Outcome::of(judge_rules(tried, *knows_mates))
        .ending(done)
        .measured(format!(
            "{} special positions, {log} searches read",
            tried.len()
        ))
}

fn gather(patient: &mut Patient, gathered: &mut Gathered) -> Result<(), ClientError> {
    let go = Go::for_time(patient.profile.millis(30, 150));
    for (index, special) in suite::SPECIAL.iter().enumerate() {
        let pairs = suite::both_colours(special.fen, "");
        for (colour, (position, _)) in pairs.into_iter().enumerate() {
            if patient.profile.quick && index % 2 != colour {
                continue;
            }
            let right = special.right.iter().map(|mv| match colour {
                0 => (*mv).to_owned(),
                _ => crate::position::mirror_squares(mv),
            });
            let right: Vec<String> = right.collect();
            let is_solved = |searched: &Searched| right.contains(&searched.best);
            if let Some(searched) = ask_until(patient, &position, &go, is_solved)? {
                gathered.tried.push(Tried {
                    rule: special.rule,
                    right,
                    searched,
                });
            }
        }
    }
    // Whoever misses plain mates in one does not lack a rule.
    for mate in suite::MATES.iter().filter(|mate| mate.moves == 1) {
        let is_solved = |searched: &Searched| searched.best == mate.key;
        let found = ask_until(patient, &Position::fen(mate.fen), &go, is_solved)?;
        gathered.knows_mates &= found.is_some_and(|searched| searched.best == mate.key);
    }
    for (index, fen) in suite::TRAPS.iter().enumerate() {
        let [(position, _), (mirrored, _)] = suite::both_colours(fen, "");
        let chosen = if index % 2 == 0 { position } else { mirrored };
        patient.ask(&chosen, &go)?;
    }
    // Positions that come by moves, with either side to move, and with hardly any time.
    let line = [
        "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1",
    ];
    for plies in [1, 2, 5, 8, 9] {
        let position = Position::startpos().after(&line[..plies]);
        patient.ask(&position, &go)?;
    }
    // Under promotion by moves, en passant by a double step.
    let jump = Position::fen("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").after(["d7d5"]);
    patient.ask(&jump, &go)?;
    hurry(patient)
}

/// Asks by time, and once more with much more of it if the answer is not the right one: time is not the question here.
fn ask_until(
    patient: &mut Patient,
    position: &Position,
    go: &Go,
    is_solved: impl Fn(&Searched) -> bool,
) -> Result<Option<Searched>, ClientError> {
    let first = patient.ask(position, go)?;
    if first.as_ref().is_none_or(&is_solved) {
        return Ok(first);
    }
    let longer = Go::for_time(patient.profile.millis(300, 1000));
    Ok(patient.ask(position, &longer)?.or(first))
}

/// Searches that are over before they have begun.
fn hurry(patient: &mut Patient) -> Result<(), ClientError> {
    let position = Position::fen(suite::WILD[0]);
    for millis in [1, 1, 2] {
        let go = Go::for_time(std::time::Duration::from_millis(millis));
        patient.ask(&position, &go)?;
    }
    // Not everybody knows a limit of nodes: who goes on is stopped, and who does not hear that is started anew.
    let go = Go::to_nodes(1);
    patient.new_game()?;
    patient.start(&position, &go)?;
    let patience = patient.profile.patience();
    match patient.finish(&position, &go, std::time::Duration::from_millis(300)) {
        Err(ClientError::Silent { .. }) if patient.manner.is_deaf => patient.restart(),
        Err(ClientError::Silent { .. }) => {
            patient.uci()?.stop();
            patient.finish(&position, &go, patience)?;
        }
        Err(error) => return Err(error),
        Ok(_) => {}
    }
    Ok(())
}

/// Judges the positions that ask for one rule.
pub fn judge_rules(tried: &[Tried], knows_mates: bool) -> Vec<Finding> {
    let rules = [Rule::EnPassant, Rule::Promotion, Rule::Castling];
    let findings = rules.map(|rule| {
        let evidence = tried
            .iter()
            .filter(|one| one.rule == rule && !one.right.contains(&one.searched.best))
            .filter(|one| knows_mates || one.searched.legal_best().is_none())
            .filter(|one| !moves_wrong_side(&one.searched))
            .map(|one| {
                let expected = one.right.join(" or ");
                format!(
                    "{}: played {}, expected {expected}",
                    one.searched.text(),
                    one.searched.best
                )
            });
        Finding::if_enough(illness_of(rule), evidence.collect(), 2)
    });
    findings.into_iter().flatten().collect()
}

fn moves_wrong_side(searched: &Searched) -> bool {
    let board = searched.position.board();
    let moved = moved_piece(board, &searched.best);
    searched.legal_best().is_none()
        && searched.best != "a1a1"
        && moved.is_some_and(|piece| piece.color() != board.side_to_move())
}

/// The first move of a printed line that cannot be played, with its number.
fn illegal_in_line(searched: &Searched, line: &[String]) -> Option<(usize, String, String)> {
    let mut board = *searched.position.board();
    for (index, text) in line.iter().enumerate() {
        match read_move(&board, text) {
            Ok(mv) => board = board.make(mv),
            Err(reason) => return Some((index, text.clone(), reason)),
        }
    }
    None
}

fn is_no_move(text: &str) -> bool {
    let same_square = text.len() >= 4 && text.get(..2) == text.get(2..4);
    same_square || matches!(text, "" | "0000" | "(none)" | "none" | "NULL" | "null")
}

/// Judges all best moves and lines. What is explained by a rule that was found missing, or by a long game that
/// went wrong, is not held against the engine again.
pub fn judge_log(log: &[Searched], known: &[&str]) -> Vec<Finding> {
    let (mut illegal, mut none, mut wrong, mut lines) = (vec![], vec![], vec![], vec![]);
    let lacks_rule = ["en-passant", "promotion", "castling"]
        .iter()
        .any(|id| known.contains(id));
    for searched in log {
        let board = searched.position.board();
        let is_long = searched.position.moves().len() > 100;
        if is_long && known.contains(&"long-game") || !board.has_legal_move() {
            continue;
        }
        let few = lacks_rule && board.count_legal() <= 4;
        let text = format!("{}: bestmove {}", searched.text(), searched.best);
        let is_wrong_side = moves_wrong_side(searched);
        if let Err(reason) = read_move(board, &searched.best) {
            match (is_no_move(&searched.best), is_wrong_side) {
                (true, _) if few => {}
                (true, _) => none.push(text),
                (false, true) => wrong.push(text),
                (false, false) => illegal.push(format!("{text} ({reason})")),
            }
        }
        let broken = searched.lines.iter().find_map(|(_, info)| {
            let found = illegal_in_line(searched, &info.pv)?;
            Some((info, found))
        });
        if let Some((info, (index, mv, reason))) = broken.filter(|_| !is_wrong_side) {
            lines.push(format!(
                "{}: depth {}, pv {}: move {} ({mv}): {reason}",
                searched.text(),
                info.depth.unwrap_or(0),
                info.pv.join(" "),
                index + 1,
            ));
        }
    }
    let found = [
        Finding::if_any(&ILLEGAL_BEST, illegal),
        Finding::if_any(&NULL_BEST, none),
        Finding::if_any(&WRONG_SIDE, wrong),
        Finding::if_any(&ILLEGAL_PV, lines),
    ];
    found.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::ids;
    use crate::position::testing::searched;

    fn judge(position: Position, pv: &str, best: &str) -> Vec<&'static str> {
        let line = format!("info depth 3 score cp 5 nodes 9 pv {pv}");
        ids(&judge_log(
            &[searched(position, &[(1, &line)], best, 5)],
            &[],
        ))
    }

    #[test]
    fn moves_are_told_apart() {
        let start = Position::startpos;
        assert_eq!(judge(start(), "e2e4 e7e5", "e2e4"), [""; 0]);
        assert_eq!(judge(start(), "e2e4", "e2e5"), ["illegal-best"]);
        assert_eq!(judge(start(), "e2e4", "e7e5"), ["wrong-side"]);
        assert_eq!(judge(start(), "e2e4", "a1a1"), ["null-best"]);
        assert_eq!(judge(start(), "e2e4", "0000"), ["null-best"]);
        assert_eq!(judge(start(), "e2e4 e7e5 e7e5", "e2e4"), ["illegal-pv"]);
        let mated = Position::startpos().after(["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(judge(mated, "", "(none)"), [""; 0]);
    }

    #[test]
    fn a_missing_rule_needs_two_witnesses() {
        let tried = |best: &str| Tried {
            rule: Rule::EnPassant,
            right: vec!["g5f6".into()],
            searched: searched(Position::fen(suite::SPECIAL[0].fen), &[], best, 5),
        };
        assert_eq!(
            ids(&judge_rules(&[tried("0000"), tried("0000")], true)),
            ["en-passant"]
        );
        assert_eq!(
            ids(&judge_rules(&[tried("0000"), tried("g5f6")], true)),
            [""; 0]
        );
    }
}
