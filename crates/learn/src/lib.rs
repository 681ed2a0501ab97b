//! What makes the engine stronger: games of self-play, the training of networks and weights on them, and the tuning of
//! the search's numbers by matches.

mod labelled;
mod logistic;
pub mod selfplay;
pub mod texel;
pub mod train;
pub mod tune;
pub mod wdl;
