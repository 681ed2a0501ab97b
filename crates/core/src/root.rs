//! The moves of the root, and what an iteration has proved about each.

use crate::value::{Bound, Value, Window};

/// A legal move of the root position.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The score of the last pass in which this move beat alpha or came first; else unknown.
    pub value: Value,
    /// Whether its value is exact or only a bound.
    pub bound: Bound,
    /// The score when the last iteration was done.
    pub previous: Value,
    /// The line that goes with `value`, beginning with `mv`.
    pub line: Vec<M>,
    /// Nodes spent below this move in the whole search.
    pub nodes: u64,
    /// The deepest ply that was looked at below it.
    pub seldepth: i32,
}

/// The root of a search. `first` is the line being searched when several are wanted: the moves
/// before it are the better lines, already settled in this iteration.
#[derive(Clone, Debug)]
pub struct Root<M> {
    /// All moves; those of better lines are in front.
    pub moves: Vec<RootMove<M>>,
    /// Where the moves of the line at hand begin.
    pub first: usize,
    /// The best move that this pass has proved: searched to the end, and above alpha.
    proved: Option<RootMove<M>>,
}

impl<M: Copy + PartialEq> Root<M> {
    /// Moves of which nothing is known yet.
    pub fn new(moves: impl IntoIterator<Item = M>) -> Root<M> {
        let moves = moves
            .into_iter()
            .map(|mv| RootMove {
                mv,
                value: -Value::INFINITE,
                bound: Bound::Upper,
                previous: -Value::INFINITE,
                line: vec![mv],
                nodes: 0,
                seldepth: 0,
            })
            .collect();
        Root {
            moves,
            first: 0,
            proved: None,
        }
    }

    /// Notes what a *finished* search of `moves[index]` returned.
    ///
    /// Only the first move and moves above alpha have a score worth keeping; the rest are known
    /// to be no better, and nothing more.
    pub fn record(
        &mut self,
        index: usize,
        value: Value,
        window: Window,
        rest: &[M],
        seldepth: i32,
    ) {
        let is_first = index == self.first;
        let root_move = &mut self.moves[index];
        if !is_first && value <= window.alpha {
            root_move.value = -Value::INFINITE;
            return;
        }
        root_move.value = value;
        root_move.bound = Bound::of(value, window);
        root_move.seldepth = seldepth;
        root_move.line.clear();
        root_move.line.push(root_move.mv);
        root_move.line.extend_from_slice(rest);
        if value > window.alpha {
            self.proved = Some(root_move.clone());
        }
    }

    /// [`Root::record`] for the `number`th move of this pass, from 1, which took so many nodes.
    pub fn note(
        &mut self,
        number: i32,
        nodes: u64,
        value: Value,
        window: Window,
        rest: &[M],
        seldepth: i32,
    ) {
        let index = self.first + number as usize - 1;
        self.moves[index].nodes += nodes;
        self.record(index, value, window, rest, seldepth);
    }

    pub(crate) fn begin_pass(&mut self) {
        self.proved = None;
    }

    pub(crate) fn take_proved(&mut self) -> Option<RootMove<M>> {
        self.proved.take()
    }

    /// Puts the moves from `first` on in order of their scores; equals keep their order.
    pub(crate) fn sort(&mut self) {
        self.moves[self.first..].sort_by_key(|m| std::cmp::Reverse(m.value));
    }

    /// Puts the first moves in order of their scores; equals keep their order.
    pub(crate) fn sort_first(&mut self, count: usize) {
        let count = count.min(self.moves.len());
        self.moves[..count].sort_by_key(|m| std::cmp::Reverse(m.value));
    }

    /// Sets the scores of the last iteration aside and makes all moves unknown again.
    pub(crate) fn begin_iteration(&mut self) {
        for m in &mut self.moves {
            m.previous = m.value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(alpha: i32, beta: i32) -> Window {
        Window::new(Value::cp(alpha), Value::cp(beta))
    }

    #[test]
    fn a_later_move_below_alpha_has_no_score() {
        let mut root = Root::new(['a', 'b']);
        root.record(0, Value::cp(10), window(-50, 50), &[], 1);
        root.record(1, Value::cp(3), window(10, 50), &[], 1);
        root.sort();
        assert_eq!(root.moves[0].mv, 'a');
        assert_eq!(root.moves[1].value, -Value::INFINITE);
    }

    #[test]
    fn a_better_move_is_proved_and_comes_first() {
        let mut root = Root::new(['a', 'b', 'c']);
        root.record(0, Value::cp(10), window(-50, 50), &[], 1);
        root.record(1, Value::cp(20), window(10, 50), &['x'], 7);
        root.sort();
        assert_eq!(root.moves[0].mv, 'b');
        assert_eq!(root.moves[0].line, ['b', 'x']);
        assert_eq!(root.take_proved().map(|m| m.mv), Some('b'));
    }

    #[test]
    fn moves_are_counted_from_the_line_at_hand() {
        let mut root = Root::new(['a', 'b', 'c']);
        root.first = 1;
        root.note(2, 40, Value::cp(5), window(-50, 50), &['x'], 7);
        root.note(2, 2, Value::cp(6), window(-50, 50), &['y'], 7);
        assert_eq!(
            (root.moves[2].nodes, root.moves[2].value),
            (42, Value::cp(6))
        );
        assert_eq!(root.moves[2].line, ['c', 'y']);
    }

    #[test]
    fn a_first_move_that_fails_low_proves_nothing() {
        let mut root = Root::new(['a', 'b']);
        root.record(0, Value::cp(-70), window(-50, 50), &[], 1);
        assert_eq!(root.moves[0].bound, Bound::Upper);
        assert!(root.take_proved().is_none());
    }
}
