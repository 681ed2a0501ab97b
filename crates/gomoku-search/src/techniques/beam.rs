//! The blind beam (BEAM).
//!
//! Idea: look at the ten best-looking moves near the root and at six below, and nothing else.
//! Guard: none, which is the trouble. Off in the shipped search; the lab keeps it to show its price.
//! Danger: the one move that holds or wins may look seventh; depth that is bought this way is not depth.
//! Parameters: `beam_wide`, `beam_narrow`.

use crate::Gomoku;
use crate::facts::Node;
use crate::params::Param;
use regence_core::config::Config;

/// Plies from the root that get the wide beam.
const WIDE_PLIES: usize = 2;

pub fn skips<K: Config<Gomoku>>(config: &K, node: &Node, number: i32) -> bool {
    let width = match node.ply {
        0..WIDE_PLIES => config.get(Param::BeamWide),
        _ => config.get(Param::BeamNarrow),
    };
    number > width
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::node;
    use regence_core::config::Shipped;

    #[test]
    fn the_beam_narrows_below_the_root() {
        let near = Node { ply: 1, ..node() };
        assert!(!skips(&Shipped, &near, 10));
        assert!(skips(&Shipped, &near, 11));
        assert!(skips(&Shipped, &node(), 7));
    }
}
