//! What the roadmap promised of each technique, in Elo and in nodes saved, before anything was measured.

/// A promise. The order of all of them is the roadmap's.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    pub technique: &'static str,
    what: What,
    /// The share of the nodes that it saves, in percent.
    saved: Option<(u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
enum What {
    /// From, to.
    Elo(i32, i32),
    /// It is part of another's.
    Part(&'static str),
}

const fn elo(technique: &'static str, from: i32, to: i32) -> Claim {
    Claim {
        technique,
        what: What::Elo(from, to),
        saved: None,
    }
}

const fn part(technique: &'static str, words: &'static str) -> Claim {
    Claim {
        technique,
        what: What::Part(words),
        saved: None,
    }
}

impl Claim {
    const fn saves(mut self, from: u32, to: u32) -> Claim {
        self.saved = Some((from, to));
        self
    }

    /// The promised gain in Elo, where there is a range.
    pub fn elo(&self) -> Option<(i32, i32)> {
        match self.what {
            What::Elo(from, to) => Some((from, to)),
            What::Part(_) => None,
        }
    }

    /// The promised gain in words.
    pub fn text(&self) -> String {
        match self.what {
            What::Elo(from, to) => format!("{from}–{to}"),
            What::Part(words) => words.to_owned(),
        }
    }

    /// The promised saving in words; empty where there is none.
    pub fn saved_text(&self) -> String {
        match self.saved {
            Some((from, to)) if from == to => format!("{from} %"),
            Some((from, to)) => format!("{from}–{to} %"),
            None => String::new(),
        }
    }
}

/// The promises of the chess search; nobody made any for Gomoku.
const CHESS_CLAIMS: &[Claim] = &[
    elo("null_move_pruning", 60, 100).saves(30, 50),
    elo("late_move_reductions", 80, 120).saves(40, 40),
    elo("butterfly_history", 10, 20),
    elo("reverse_futility", 20, 40).saves(15, 15),
    elo("futility_pruning", 30, 50).saves(20, 20),
    elo("late_move_pruning", 40, 60).saves(25, 25),
    elo("internal_iterative_reduction", 15, 30),
    elo("improving", 20, 40),
    elo("continuation_history", 30, 50),
    elo("capture_history", 20, 40),
    elo("history_pruning", 20, 30),
    elo("singular", 50, 100),
    elo("multicut", 20, 40),
    part("double_extensions", "in singular's"),
    part("negative_extensions", "in singular's"),
    elo("delta_pruning", 15, 30),
];

/// What was promised of a game's techniques.
pub fn of(game: &str) -> &'static [Claim] {
    match game {
        "chess" => CHESS_CLAIMS,
        _ => &[],
    }
}

/// What was promised of a technique.
pub fn find(game: &str, technique: &str) -> Option<&'static Claim> {
    of(game).iter().find(|claim| claim.technique == technique)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::techniques::TECHNIQUES;

    #[test]
    fn every_claim_is_of_a_technique() {
        for Claim { technique, .. } in CHESS_CLAIMS {
            assert!(
                TECHNIQUES.iter().any(|t| t.name == *technique),
                "{technique}"
            );
        }
        let text = |name| find("chess", name).map(|c| (c.text(), c.saved_text(), c.elo()));
        let null_move = ("60–100".to_owned(), "30–50 %".to_owned(), Some((60, 100)));
        assert_eq!(text("null_move_pruning"), Some(null_move));
        let double = ("in singular's".to_owned(), String::new(), None);
        assert_eq!(text("double_extensions"), Some(double));
        assert_eq!(
            find("chess", "reverse_futility").unwrap().saved_text(),
            "15 %"
        );
        assert!(find("chess", "razoring").is_none());
        assert!(find("gomoku", "null_move_pruning").is_none());
    }
}
