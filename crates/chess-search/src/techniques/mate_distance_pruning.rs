//! Mate-distance pruning (MDP).
//!
//! Idea: no line from here can win faster than on the next move, nor lose sooner than now; if
//! that already settles the window, stop.
//! Guard: none.
//! Danger: none; it never changes the score of the root.
//! Parameters: none.

pub use regence_core::steps::mate_distance_pruning::narrowed;
