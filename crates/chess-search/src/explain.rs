//! The evaluation as a table that a person can read: each term, for each side, and how they come to one number.

use std::fmt::Write;

use regence_chess::Board;

use crate::eval::{self, FULL_PHASE, Ledger, Score, Term, endings};
use crate::evaluator::{EvaluationKind, Evaluator};

/// The evaluation of a position, term by term.
///
/// Scores are pawns; "mg" is what counts with all pieces on the board, "eg" with few.
pub fn table(board: &Board) -> String {
    let mut ledger = Ledger::new();
    eval::report(board, &mut ledger);
    let mut text = String::new();
    // Writing to a String can not fail.
    let _ = write_table(&mut text, board, &ledger);
    text
}

/// What the network says of it, if one plays: it has no terms to show.
pub fn network_line(board: &Board, evaluation_kind: &EvaluationKind) -> Option<String> {
    let EvaluationKind::Network(_) = evaluation_kind else {
        return None;
    };
    let said = Evaluator::new(evaluation_kind).evaluate_alone(board).raw();
    Some(format!(
        "The network, which plays, says {:+.2} for {}",
        pawns(said),
        board.side_to_move()
    ))
}

fn write_table(out: &mut String, board: &Board, ledger: &Ledger) -> std::fmt::Result {
    const RULE: &str = "-------------+----------------+----------------+----------------";
    writeln!(
        out,
        "Term         |     White      |     Black      |     Total"
    )?;
    writeln!(
        out,
        "             |     mg      eg |     mg      eg |     mg      eg"
    )?;
    writeln!(out, "{RULE}")?;
    for term in Term::ALL {
        let [white, black] = ledger.sides(term);
        write!(out, "{:<12} |", term.name())?;
        writeln!(
            out,
            "{} |{} |{}",
            pair(white),
            pair(black),
            pair(white - black)
        )?;
    }
    let total = ledger.total();
    writeln!(out, "{RULE}")?;
    writeln!(
        out,
        "{:<12} |                |                |{}",
        "Sum",
        pair(total)
    )?;
    writeln!(out)?;

    let phase = eval::phase(board);
    let strong = eval::favoured(total);
    let scale = endings::scale(board, strong);
    writeln!(
        out,
        "Phase: {phase} of {FULL_PHASE} (that share of mg, the rest of eg)"
    )?;
    if scale != endings::FULL {
        let percent = 100 * scale / endings::FULL;
        writeln!(
            out,
            "Endgame scale: {percent} % of eg (what {strong} has is hard to win)"
        )?;
    }
    writeln!(
        out,
        "White's view: {:+.2}",
        pawns(eval::white_view(board, total))
    )?;
    writeln!(
        out,
        "Side to move's view ({}): {:+.2}",
        board.side_to_move(),
        pawns(eval::evaluate(board).raw())
    )
}

fn pair(score: Score) -> String {
    format!("{:>7.2} {:>7.2}", pawns(score.mg()), pawns(score.eg()))
}

fn pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_names_every_term_and_ends_with_the_played_score() {
        for fen in [
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 5 4",
            "8/5k2/8/3b4/8/4B3/4KPP1/8 w - - 0 1",
        ] {
            let board = Board::from_fen(fen).unwrap();
            let text = table(&board);
            for term in Term::ALL {
                assert!(text.contains(term.name()), "{text}");
            }
            let last = format!("{:+.2}", pawns(eval::evaluate(&board).raw()));
            assert!(text.trim_end().ends_with(&last), "{text}");
        }
    }

    #[test]
    fn only_a_network_has_a_line_of_its_own() {
        let board = Board::startpos();
        assert_eq!(network_line(&board, &EvaluationKind::Classical), None);
        let line = network_line(&board, &EvaluationKind::embedded()).expect("a network");
        let said = pawns(crate::evaluator::evaluate(&board).raw());
        assert!(line.ends_with(&format!("{said:+.2} for white")), "{line}");
    }

    #[test]
    fn a_drawish_ending_says_so() {
        let board = Board::from_fen("8/5k2/8/3b4/8/4B3/4KPP1/8 w - - 0 1").unwrap();
        assert!(table(&board).contains("Endgame scale"));
    }
}
