//! Win-distance pruning (WDP).
//!
//! Idea: a win in n plies already found higher up makes every longer win below useless.
//! Guard: none; it only narrows the window by what is certain.
//! Danger: none.
//! Parameters: none.

pub use regence_core::steps::mate_distance_pruning::narrowed;
