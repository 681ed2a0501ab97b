//! The steps of a node that games share, each written once.
//!
//! A game's node search is a list of steps in the order in which they happen. It keeps the list, the guards that only
//! it knows, and the techniques that only it has; what is the same in every game is here. Most of it is pure: functions
//! over a [`Node`] and over plain parameters, which the game reads from its [`Config`](crate::config::Config), so that with
//! the shipped ones they are constants in the compiled search. The few that search do it through [`NodeSearch`].

mod best;
pub mod futility_pruning;
pub mod history;
pub mod improving;
pub mod internal_iterative_reduction;
pub mod killers;
pub mod late_moves;
pub mod mate_distance_pruning;
mod node;
pub mod null_move_pruning;
pub mod razoring;
pub mod reductions;
pub mod reverse_futility;
mod search;
pub mod singular;
mod stack;
pub mod table_cutoff;
mod tried;
pub mod tt_value_as_eval;

pub use best::{Best, Noted};
pub use node::{Node, NodeType, Pv, Root, Zero};
pub use search::{NodeSearch, Reduced, Searched, search_move};
pub use stack::Stack;
pub use tried::Tried;

#[cfg(test)]
pub(crate) mod tests {
    use super::Node;
    use crate::transposition_table::Entry;
    use crate::value::{Bound, Value, Window};

    /// A level zero-window node of depth 5, for the tests of single techniques.
    pub fn node() -> Node<char> {
        Node {
            ply: 3,
            depth: 5,
            window: Window::zero(Value::ZERO),
            is_pv: false,
            is_root: false,
            is_cut: false,
            is_calm: true,
            improving: false,
            static_eval: Value::ZERO,
            eval: Value::ZERO,
            entry: None,
            table_move: None,
            excluded: None,
            was_pv: false,
            own: (),
        }
    }

    pub fn entry(bound: Bound, value: Value, depth: i32) -> Entry {
        Entry {
            best: None,
            value,
            bound,
            depth,
            eval: None,
            was_pv: false,
        }
    }
}
