//! The weight table as Rust source: the very file that the engine is compiled from.

use std::fmt::Write;

use regence_chess_search::eval::Score;
use regence_chess_search::eval::weights::GROUPS;

const HEAD: &str = "\
//! The weights of the evaluation: pairs of centipawns for middlegame and endgame, the only numbers to tune.
//!
//! `regence-lab texel` writes this file anew. Names, terms and comments are kept, so edit those here.

use super::score::Score;
use super::table::{Group, Span, Term, s, weights};

weights! {
";

/// The text of `eval/weights.rs` with these weights.
pub fn weights_file(weights: &[Score]) -> String {
    let mut text = HEAD.to_owned();
    for group in GROUPS {
        for line in group.doc {
            let _ = writeln!(text, "    ///{line}");
        }
        let _ = write!(text, "    {:?} {} = [", group.term, group.name);
        let values = &weights[group.span.range()];
        match values {
            [one] => text += &pair(*one),
            many => {
                for row in many.chunks(row_length(many.len())) {
                    let row: Vec<String> = row.iter().map(|&score| pair(score) + ",").collect();
                    let _ = write!(text, "\n        {}", row.join(" "));
                }
                text += "\n    ";
            }
        }
        text += "];\n";
    }
    text + "}\n"
}

fn pair(score: Score) -> String {
    format!("s({}, {})", score.mg(), score.eg())
}

/// Eight to a row as on a board, or seven where that divides evenly.
fn row_length(len: usize) -> usize {
    if !len.is_multiple_of(8) && len.is_multiple_of(7) {
        7
    } else {
        8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::eval::weights::WEIGHTS;

    #[test]
    fn the_present_weights_give_the_present_file() {
        let present = include_str!("../../../chess-search/src/eval/weights.rs");
        assert_eq!(weights_file(&WEIGHTS), present);
    }
}
