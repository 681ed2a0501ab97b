//! What the roadmap promised of each technique, in Elo, before anything was measured.

use regence_core::game::Game;

/// A promise.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    technique: &'static str,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    /// From, to.
    Elo(i32, i32),
    /// It is part of another's.
    Part(&'static str),
}

const fn elo(technique: &'static str, from: i32, to: i32) -> Claim {
    let what = What::Elo(from, to);
    Claim { technique, what }
}

const fn part(technique: &'static str, words: &'static str) -> Claim {
    let what = What::Part(words);
    Claim { technique, what }
}

/// The promises of the chess search; nobody made any for Gomoku.
const CHESS_CLAIMS: &[Claim] = &[
    elo("null_move_pruning", 60, 100),
    elo("late_move_reductions", 80, 120),
    elo("butterfly_history", 10, 20),
    elo("reverse_futility", 20, 40),
    elo("futility_pruning", 30, 50),
    elo("late_move_pruning", 40, 60),
    elo("internal_iterative_reduction", 15, 30),
    elo("improving", 20, 40),
    elo("continuation_history", 30, 50),
    elo("capture_history", 20, 40),
    elo("history_pruning", 20, 30),
    elo("singular", 50, 100),
    elo("multicut", 20, 40),
    elo("delta_pruning", 15, 30),
    part("double_extensions", "in singular's"),
    part("negative_extensions", "in singular's"),
];

/// What was promised of a game's techniques.
pub fn of<G: Game>() -> &'static [Claim] {
    match G::NAME {
        "chess" => CHESS_CLAIMS,
        _ => &[],
    }
}

fn find<G: Game>(technique: &str) -> Option<What> {
    let claim = of::<G>().iter().find(|claim| claim.technique == technique);
    claim.map(|claim| claim.what)
}

/// The promised range, where there is one.
pub fn range<G: Game>(technique: &str) -> Option<(i32, i32)> {
    match find::<G>(technique)? {
        What::Elo(from, to) => Some((from, to)),
        What::Part(_) => None,
    }
}

/// The promise in words; empty where there is none.
pub fn text<G: Game>(technique: &str) -> String {
    match find::<G>(technique) {
        Some(What::Elo(from, to)) => format!("{from}–{to}"),
        Some(What::Part(words)) => words.to_owned(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::Chess;
    use regence_chess_search::techniques::TECHNIQUES;
    use regence_gomoku_search::Gomoku;

    #[test]
    fn every_claim_is_of_a_technique() {
        for Claim { technique, .. } in CHESS_CLAIMS {
            assert!(
                TECHNIQUES.iter().any(|t| t.name == *technique),
                "{technique}"
            );
        }
        assert_eq!(text::<Chess>("null_move_pruning"), "60–100");
        assert_eq!(text::<Chess>("double_extensions"), "in singular's");
        assert_eq!(text::<Chess>("razoring"), "");
        assert_eq!(text::<Gomoku>("null_move_pruning"), "");
    }
}
