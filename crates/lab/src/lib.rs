//! The laboratory of Régence: the tools that make the engine stronger and prove it. One module a command; `regence-lab`
//! is the program that runs them.

pub mod ablate;
pub mod arena;
pub mod bench;
pub mod book;
pub mod client;
pub mod crew;
pub mod depths;
pub mod doctor;
pub mod duel;
pub mod error;
pub mod gomoku_trial;
pub mod journal;
pub mod judge;
pub mod labelled;
pub mod ledger;
pub mod logistic;
pub mod opening;
pub mod openings;
pub mod provenance;
pub mod ratings;
pub mod referee;
pub mod seat;
pub mod selfplay;
pub mod setup;
pub mod sport;
pub mod sprt;
pub mod stats;
pub mod suite;
pub mod texel;
pub mod tournament;
pub mod trace;
pub mod train;
pub mod tune;
pub mod wdl;
