//! Matches: between two setups of our own search in one process ([`in_process`]), or between any engines under a
//! referee ([`tournament`]); and what their games prove ([`stats`], [`ratings`]).

pub mod adjudication;
pub mod chart;
pub mod claims;
pub mod client;
pub mod error;
pub mod games;
pub mod in_process;
pub mod legacy;
pub mod openings;
pub mod provenance;
mod ratings;
pub mod results;
pub mod seat;
pub mod setup;
pub mod stats;
pub mod tournament;
pub mod workers;
