//! What the roadmap promised of each technique, in Elo, before anything was measured.

/// Techniques with a promise: from, to.
const CLAIMS: &[(&str, i32, i32)] = &[
    ("null_move", 60, 100),
    ("late_move_reductions", 80, 120),
    ("butterfly_history", 10, 20),
    ("reverse_futility", 20, 40),
    ("futility", 30, 50),
    ("late_move_pruning", 40, 60),
    ("internal_reduction", 15, 30),
    ("improving", 20, 40),
    ("continuation_history", 30, 50),
    ("capture_history", 20, 40),
    ("history_pruning", 20, 30),
    ("singular", 50, 100),
    ("multicut", 20, 40),
    ("quiescence_delta", 15, 30),
];

/// Techniques whose promise is part of another's.
const PARTS: &[(&str, &str)] = &[
    ("stronger_extensions", "in singular's"),
    ("negative_extensions", "in singular's"),
];

/// The promised range, where there is one.
pub fn range(technique: &str) -> Option<(i32, i32)> {
    CLAIMS
        .iter()
        .find(|(name, ..)| *name == technique)
        .map(|&(_, from, to)| (from, to))
}

/// The promise in words; empty where there is none.
pub fn text(technique: &str) -> String {
    if let Some((from, to)) = range(technique) {
        return format!("{from}–{to}");
    }
    let part = PARTS.iter().find(|(name, _)| *name == technique);
    part.map_or(String::new(), |(_, words)| (*words).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::techniques::TECHNIQUES;

    #[test]
    fn every_claim_is_of_a_technique() {
        let names = CLAIMS.iter().map(|c| c.0).chain(PARTS.iter().map(|p| p.0));
        for name in names {
            assert!(TECHNIQUES.iter().any(|t| t.name == name), "{name}");
        }
        assert_eq!(text("null_move"), "60–100");
        assert_eq!(text("stronger_extensions"), "in singular's");
        assert_eq!(text("razoring"), "");
    }
}
