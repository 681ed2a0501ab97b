//! Scores, lines and decisions in plain words.

use regence_core::event::{Ending, Numbers};
use regence_core::{Bound, Value};

use super::tree::{Decision, Node};
use regence_core::game::Game;

/// A score with what is known of it: `at most -8.40`.
pub fn bounded<G: Game>(value: Value, bound: Bound) -> String {
    match bound {
        Bound::Upper => format!("at most {}", G::score_text(value)),
        Bound::Lower => format!("at least {}", G::score_text(value)),
        Bound::Exact => G::score_text(value),
    }
}

/// A score of a node `ply` plies below the root, from the root's view.
pub fn from_root(value: Value, bound: Bound, ply: usize) -> (Value, Bound) {
    match (ply % 2, bound) {
        (0, _) => (value, bound),
        (_, Bound::Upper) => (-value, Bound::Lower),
        (_, Bound::Lower) => (-value, Bound::Upper),
        (_, Bound::Exact) => (-value, Bound::Exact),
    }
}

/// Moves as people write them, with the end of the game where they reach it.
pub fn line<G: Game>(board: &G::Position, moves: &[G::Move]) -> String {
    let (mut board, mut words) = (board.clone(), Vec::new());
    for &mv in moves {
        if !G::is_legal(&board, mv) {
            break;
        }
        words.push(G::move_text(&board, mv));
        board = G::after(&board, mv);
    }
    words.extend(G::ending_mark(&board).map(|end| format!("({end})")));
    words.join(" ")
}

/// A technique's name and what it does: `late_move_pruning (skips the last quiet moves near the leaves)`.
pub fn technique<G: Game>(by: G::Technique) -> String {
    let info = &G::TECHNIQUES[by.into()];
    let mut does = info.summary.trim_end_matches('.').to_owned();
    if let Some(first) = does.get_mut(0..1) {
        first.make_ascii_lowercase();
    }
    format!("{} ({does})", info.name)
}

/// What a number of a decision is, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A score from the view of the side to move.
    Score(Value),
    /// A difference of scores.
    Amount(i32),
    Count(i32),
}

impl Quantity {
    pub fn of(name: &str, number: i32) -> Quantity {
        match name {
            name if is_score(name) => Quantity::Score(from_raw(number)),
            "margin" | "exchange" | "allowed" => Quantity::Amount(number),
            _ => Quantity::Count(number),
        }
    }
}

/// The numbers that a decision went by: `number 9, limit 7`.
pub fn numbers<G: Game>(numbers: &Numbers) -> String {
    let words: Vec<String> = numbers
        .iter()
        .map(|&(name, number)| match Quantity::of(name, number) {
            Quantity::Score(value) => format!("{name} {}", G::score_text(value)),
            Quantity::Amount(number) => format!("{name} {}", G::score_text(Value::cp(number))),
            Quantity::Count(number) => format!("{name} {number}"),
        })
        .collect();
    words.join(", ")
}

/// Whether a number is a score from the view of the side to move.
fn is_score(name: &str) -> bool {
    matches!(
        name,
        "eval" | "alpha" | "beta" | "ceiling" | "without" | "bar"
    )
}

fn from_raw(raw: i32) -> Value {
    let (most, mate) = (Value::EVAL_MAX.raw(), Value::win_in(0).raw());
    match raw {
        _ if raw > most => Value::win_in(mate - raw),
        _ if raw < -most => Value::loss_in(mate + raw),
        _ => Value::cp(raw),
    }
}

/// A decision on a node with this board, with its numbers.
pub fn decision<G: Game>(decision: &Decision<G>, board: &G::Position) -> String {
    let mut text = technique::<G>(decision.by);
    if !decision.numbers.is_empty() {
        text += &format!(": {}", numbers::<G>(&decision.numbers));
    }
    if decision.numbers.iter().any(|&(name, _)| is_score(name)) {
        text += &format!(" for {}", G::side_name(G::side_to_move(board)));
    }
    text
}

/// Why a node was left without a choice among its moves.
pub fn ending<G: Game>(
    node: &Node<G>,
    ending: Ending<G::Technique>,
    board: &G::Position,
) -> String {
    let side = G::side_name(G::side_to_move(board));
    match ending {
        Ending::Draw => "the rules call the position a draw".to_owned(),
        Ending::TooDeep => "the line is as long as lines may get".to_owned(),
        Ending::Table => match node.table {
            Some(hit) => {
                let (value, bound) = from_root(hit.value, hit.bound, node.ply);
                format!(
                    "the table remembers {} from a search of depth {}",
                    bounded::<G>(value, bound),
                    hit.depth
                )
            }
            None => "the table knew enough".to_owned(),
        },
        Ending::Over => format!("{side} has lost"),
        Ending::Wins(_) => match node.best() {
            Some(mv) => format!("{side} wins at once with {}", G::move_text(board, mv)),
            None => format!("{side} wins at once"),
        },
        Ending::Lost => format!("{side} can not meet what threatens"),
        Ending::StandPat => format!("{side} can stand still and has enough"),
        Ending::Leaf if node.proof.is_some() => proved(node) + "a search of fours",
        Ending::Leaf => "no plies are left, so the evaluation counts".to_owned(),
        Ending::Cut(by) => {
            let numbers = node.numbers.clone();
            proved(node) + &decision(&Decision::<G> { by, numbers }, board)
        }
        Ending::NoMoves => G::no_moves_text(board),
        Ending::Moves(_) => "its moves were searched".to_owned(),
    }
}

/// The proof that a technique has: `h8 wins by force, found by `.
fn proved<G: Game>(node: &Node<G>) -> String {
    match &node.proof {
        Some(proof) => format!("{} wins by force, found by ", G::move_code(proof.mv)),
        None => String::new(),
    }
}

/// A sentence in lines of at most 100 letters where words allow it, the later ones indented.
pub fn wrapped(sentence: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in sentence.split(' ') {
        let letters = word.chars().count();
        if width > 0 && width + 1 + letters > 100 {
            text += "\n  ";
            width = 2;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text += word;
        width += letters;
    }
    text
}

/// `1 ply`, `2 plies`.
pub fn plies(number: i32) -> String {
    match number {
        1 => "1 ply".to_owned(),
        _ => format!("{number} plies"),
    }
}

/// `3`, `3 to 5`, `3, 5 to 7 and 9`.
pub fn runs(depths: &[i32]) -> String {
    let mut runs: Vec<(i32, i32)> = Vec::new();
    for &depth in depths {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == depth => *last = depth,
            _ => runs.push((depth, depth)),
        }
    }
    let words: Vec<String> = runs
        .iter()
        .map(|&(first, last)| match last - first {
            0 => first.to_string(),
            _ => format!("{first} to {last}"),
        })
        .collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::Chess;
    use regence_chess_search::game::Usual;
    use regence_chess_search::techniques::Technique;
    use regence_gomoku_search::Gomoku;

    #[test]
    fn scores_and_bounds_read_as_people_say_them() {
        assert_eq!(Chess::score_text(Value::cp(35)), "+0.35");
        assert_eq!(Chess::score_text(Value::win_in(5)), "mate in 3");
        assert_eq!(Chess::score_text(Value::loss_in(4)), "mated in 2");
        assert_eq!(
            bounded::<Chess>(Value::cp(-840), Bound::Upper),
            "at most -8.40"
        );
        assert_eq!(Gomoku::score_text(Value::cp(-84)), "-0.84");
        assert_eq!(Gomoku::score_text(Value::win_in(5)), "a win in 3 moves");
        let (value, bound) = from_root(Value::cp(50), Bound::Lower, 1);
        assert_eq!(bounded::<Chess>(value, bound), "at most -0.50");
    }

    #[test]
    fn depths_are_told_in_runs() {
        assert_eq!(runs(&[3]), "3");
        assert_eq!(runs(&[1, 2, 3, 5, 7, 8]), "1 to 3, 5 and 7 to 8");
        assert_eq!(runs(&[]), "");
    }

    #[test]
    fn a_line_says_where_the_game_ends() {
        let fen = "k7/8/2K5/8/8/8/8/1Q6 w - - 0 1";
        let position = Chess::read_position(&Usual, fen).expect("a position");
        let mv = Chess::read_move(&position, "b1b6").expect("legal");
        assert_eq!(line::<Chess>(&position, &[mv]), "Qb6 (stalemate)");
    }

    #[test]
    fn raw_scores_come_back_as_they_were() {
        for value in [Value::cp(-840), Value::win_in(7), Value::loss_in(12)] {
            assert_eq!(from_raw(value.raw()), value);
        }
    }

    #[test]
    fn a_decision_says_whose_numbers_it_went_by() {
        let by = Technique::ReverseFutility;
        let numbers = vec![("eval", 310), ("margin", 150), ("beta", 90)];
        let words = decision::<Chess>(&Decision { by, numbers }, &Chess::start(&Usual));
        let end = "eval +3.10, margin +1.50, beta +0.90 for White";
        assert!(words.ends_with(end), "{words}");
    }

    #[test]
    fn a_technique_is_named_and_explained() {
        let words = technique::<Chess>(Technique::LateMovePruning);
        assert!(
            words.starts_with("late_move_pruning (skips the last"),
            "{words}"
        );
    }
}
