//! Null-move pruning: a node whose opponent could not profit from moving twice fails high.

use super::{Node, NodeSearch, Zero};
use crate::limiter::Stopped;
use crate::value::{Value, Window};

/// Lets the opponent move twice, and searches to `depth`: the value of a cut, if there is one.
pub fn search<S: NodeSearch, X>(
    search: &mut S,
    position: &S::Position,
    node: &Node<S::Move, X>,
    depth: i32,
) -> Result<Option<Value>, Stopped> {
    let beta = node.window.beta;
    let next = search.enter_null(position, node.ply);
    let window = Window::zero(-beta);
    let value = -search.node::<Zero>(&next, node.ply + 1, depth, window, !node.is_cut)?;
    search.leave();
    Ok(believed(value, beta))
}

/// What a null move's score proves. A win found behind one is not proven: the pass was never a move.
#[inline]
pub fn believed(value: Value, beta: Value) -> Option<Value> {
    (value >= beta).then(|| if value.is_win() { beta } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_score_of_beta_or_more_cuts_and_wins_are_not_believed() {
        let beta = Value::cp(30);
        assert_eq!(believed(Value::cp(29), beta), None);
        assert_eq!(believed(beta, beta), Some(beta));
        assert_eq!(believed(Value::cp(90), beta), Some(Value::cp(90)));
        assert_eq!(believed(Value::win_in(9), beta), Some(beta));
        assert_eq!(believed(Value::loss_in(9), beta), None);
    }
}
