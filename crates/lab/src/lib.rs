//! The commands of `regence-lab` that measure our own search. Those of the other rooms are in `regence_arena` (matches),
//! `regence_doctor` (check-ups) and `regence_learn` (self-play, training, tuning).

pub mod ablate;
pub mod any_game;
pub mod bench;
pub mod book;
mod campaign;
pub mod cuts;
pub mod depths;
pub mod docs;
pub mod duel;
pub mod gomoku_trial;
pub mod ladder;
pub mod sprt;
pub mod stores;
pub mod suite;
pub mod trace;
