//! The two sides of a game, whatever their colours are called.

pub use regence_core::game::Side as Seat;
