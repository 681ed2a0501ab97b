//! What the steps that search ask of a game's search.

use super::{Node, NodeType, Zero};
use crate::limiter::Stopped;
use crate::value::{Value, Window};

/// A node's score, or word that the search was stopped: there is no third thing.
pub type Searched = Result<Value, Stopped>;

/// A game's search, as the steps call it back.
pub trait NodeSearch {
    /// A move of the game.
    type Move: Copy + PartialEq;
    /// What a node is given to search: the position, or nothing where the search keeps it and takes moves back.
    type Position;

    /// The score of a position searched to `depth`, seen from the side to move. `is_cut`: it is expected to fail high.
    fn node<N: NodeType>(
        &mut self,
        position: &Self::Position,
        ply: usize,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> Searched;

    /// Passes the turn; [`NodeSearch::leave`] must follow.
    fn enter_null(&mut self, position: &Self::Position, ply: usize) -> Self::Position;

    /// Takes the last move or pass back.
    fn leave(&mut self);

    /// Leaves this move out of the node at `ply` from now on; none ends that.
    fn exclude(&mut self, ply: usize, mv: Option<Self::Move>);
}

/// How a late move is searched first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// The depth of the reduced search.
    pub depth: i32,
}

/// Searches one move: reduced first where that is asked for, then with a zero window, then in full, as far as needed.
/// `again` gives the depth of the second search from the score of the reduced one.
#[inline]
pub fn search_move<N: NodeType, S: NodeSearch, X>(
    search: &mut S,
    next: &S::Position,
    node: &Node<S::Move, X>,
    (open, new_depth): (Window, i32),
    is_first: bool,
    reduced: Option<Reduced>,
    again: impl FnOnce(&S, Value) -> i32,
) -> Searched {
    let ply = node.ply + 1;
    let (alpha, scout) = (open.alpha, Window::zero(open.alpha).flipped());
    let mut value = Value::INFINITE;
    if let Some(reduced) = reduced {
        value = -search.node::<Zero>(next, ply, reduced.depth, scout, true)?;
        if value > alpha && reduced.depth < new_depth {
            let again = again(search, value);
            if again > reduced.depth {
                value = -search.node::<Zero>(next, ply, again, scout, !node.is_cut)?;
            }
        }
    } else if !N::PV || !is_first {
        value = -search.node::<Zero>(next, ply, new_depth, scout, !node.is_cut)?;
    }
    if N::PV && value > alpha {
        value = -search.node::<N::PvChild>(next, ply, new_depth, open.flipped(), false)?;
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::tests::node;
    use crate::steps::{Pv, null_move_pruning, singular};
    use crate::transposition_table::Entry;
    use crate::value::Bound;

    /// What a node was asked: principal variation, depth, window, expected to cut.
    type Asked = (bool, i32, Window, bool);

    /// A search that answers from a script and notes what it is asked.
    #[derive(Default)]
    struct Script {
        answers: Vec<Searched>,
        asked: Vec<Asked>,
        excluded: Vec<Option<char>>,
        entered: i32,
    }

    impl NodeSearch for Script {
        type Move = char;
        type Position = ();

        fn node<N: NodeType>(
            &mut self,
            (): &(),
            _: usize,
            depth: i32,
            window: Window,
            is_cut: bool,
        ) -> Searched {
            self.asked.push((N::PV, depth, window, is_cut));
            self.answers.remove(0)
        }
        fn enter_null(&mut self, (): &(), _: usize) {
            self.entered += 1;
        }
        fn leave(&mut self) {
            self.entered -= 1;
        }
        fn exclude(&mut self, _: usize, mv: Option<char>) {
            self.excluded.push(mv);
        }
    }

    fn script(answers: &[i32]) -> Script {
        Script {
            answers: answers.iter().map(|&v| Ok(Value::cp(v))).collect(),
            ..Script::default()
        }
    }

    fn window(alpha: i32, beta: i32) -> Window {
        Window::new(Value::cp(alpha), Value::cp(beta))
    }

    /// A search of a move in a window of (0, 100) to depth 6, with the children's scores as they see them.
    fn searched<N: NodeType>(
        answers: &[i32],
        is_first: bool,
        reduced: Option<i32>,
    ) -> (Value, Vec<Asked>) {
        let mut search = script(answers);
        let reduced = reduced.map(|depth| Reduced { depth });
        let plan = (window(0, 100), 6);
        let value =
            search_move::<N, _, _>(&mut search, &(), &node(), plan, is_first, reduced, |_, _| 6);
        assert!(search.answers.is_empty(), "every answer was asked for");
        (value.expect("a score"), search.asked)
    }

    const SCOUT: Window = Window {
        alpha: Value::ZERO,
        beta: Value::ZERO,
    };

    fn scout() -> Window {
        Window::zero(SCOUT.alpha).flipped()
    }

    #[test]
    fn the_first_move_of_a_principal_variation_is_searched_in_full_at_once() {
        let (value, asked) = searched::<Pv>(&[-30], true, None);
        assert_eq!(value, Value::cp(30));
        assert_eq!(asked, [(true, 6, window(-100, 0), false)]);
    }

    #[test]
    fn later_moves_are_asked_one_question_and_searched_in_full_if_they_beat_alpha() {
        let (value, asked) = searched::<Pv>(&[20], false, None);
        assert_eq!((value, asked.len()), (Value::cp(-20), 1));
        assert_eq!(asked[0], (false, 6, scout(), true));
        let (value, asked) = searched::<Pv>(&[-20, -25], false, None);
        assert_eq!(value, Value::cp(25));
        assert_eq!(asked[1], (true, 6, window(-100, 0), false));
    }

    #[test]
    fn zero_windows_have_no_second_question() {
        let (value, asked) = searched::<Zero>(&[-20], true, None);
        assert_eq!(value, Value::cp(20));
        assert_eq!(asked, [(false, 6, scout(), true)]);
    }

    #[test]
    fn a_reduced_move_is_searched_again_only_if_it_surprises() {
        let (_, asked) = searched::<Zero>(&[5], false, Some(3));
        assert_eq!(asked, [(false, 3, scout(), true)]);
        let (value, asked) = searched::<Zero>(&[-5, 7], false, Some(3));
        assert_eq!(value, Value::cp(-7));
        assert_eq!(asked[1], (false, 6, scout(), true));
        let (_, asked) = searched::<Zero>(&[-5], false, Some(6));
        assert_eq!(asked.len(), 1, "nothing was reduced");
    }

    #[test]
    fn a_second_search_no_deeper_than_the_first_is_not_made() {
        let mut search = script(&[-5]);
        let reduced = Some(Reduced { depth: 5 });
        let plan = (window(0, 100), 6);
        let value = search_move::<Zero, _, _>(
            &mut search,
            &(),
            &node(),
            plan,
            false,
            reduced,
            |_, value| {
                assert_eq!(value, Value::cp(5));
                5
            },
        );
        assert_eq!((value, search.asked.len()), (Ok(Value::cp(5)), 1));
    }

    #[test]
    fn a_null_move_asks_the_opponent_whether_beta_holds() {
        let mut search = script(&[-40]);
        let node = Node {
            window: Window::zero(Value::cp(9)),
            ..node()
        };
        let value = null_move_pruning::search(&mut search, &(), &node, 2);
        assert_eq!(value, Ok(Some(Value::cp(40))));
        assert_eq!(search.asked, [(false, 2, window(-10, -9), true)]);
        assert_eq!(search.entered, 0, "the pass was taken back");
    }

    #[test]
    fn a_singular_search_leaves_the_table_move_out_and_puts_it_back_even_when_stopped() {
        let params = singular::Params {
            depth: 6,
            entry_depth: 3,
            margin: 100,
        };
        let entry = Entry {
            best: None,
            value: Value::cp(40),
            bound: Bound::Lower,
            depth: 9,
            eval: None,
            was_pv: false,
        };
        let node = Node {
            depth: 10,
            is_cut: true,
            entry: Some(entry),
            table_move: Some('a'),
            ..node()
        };
        let mut search = script(&[12]);
        let found = singular::search(&mut search, &(), params, &node, entry.value);
        let (bar, without) = (Value::cp(30), Value::cp(12));
        assert_eq!(found, Ok(singular::Found { bar, without }));
        assert_eq!(search.asked, [(false, 4, window(29, 30), true)]);
        assert_eq!(search.excluded, [Some('a'), None]);
        search.answers.push(Err(Stopped));
        search.excluded.clear();
        assert!(singular::search(&mut search, &(), params, &node, entry.value).is_err());
        assert_eq!(search.excluded, [Some('a'), None]);
    }
}
