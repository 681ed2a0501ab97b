//! The rules of chess, tested from outside; one program, because each one costs a link.

mod comparison;
mod exchange;
mod games;
mod invariants;
mod notation;
mod perft;
mod random_games;
