//! The swap2 opening of Gomoku: three stones, then a choice of sides or two stones more.

use super::schedule::Running;
use super::{Board, Refusal};
use crate::game::Game;
use crate::messages::{By, Colour, Player, Swap2Choice, Swap2State, SwapStep};
use crate::work::Thinker;
use crate::work::Work;
use std::time::Duration;

/// Nodes of a search for an even opening, and of one that answers a swap2 opening.
const BALANCE_NODES: u64 = 4000;
const SWAP2_NODES: u64 = 12_000;

/// Where the players are in the swap2 opening, and which seat has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Swap2 {
    Place3,
    Choose,
    Colour,
}

impl Swap2 {
    pub(super) fn who(self) -> Colour {
        match self {
            Swap2::Place3 | Swap2::Colour => Colour::Black,
            Swap2::Choose => Colour::White,
        }
    }

    pub(super) fn state(self) -> Swap2State {
        Swap2State {
            step: match self {
                Swap2::Place3 => SwapStep::Place3,
                Swap2::Choose => SwapStep::Choose,
                Swap2::Colour => SwapStep::Colour,
            },
            who: self.who(),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Swap2::Place3 => "place3",
            Swap2::Choose => "choose",
            Swap2::Colour => "colour",
        }
    }
}

impl<T: Thinker> Board<T> {
    pub(super) fn expect_no_opening(&self) -> Result<(), Refusal> {
        match (self.swap2, self.is_opening) {
            (Some(step), _) => Err(format!(
                "the swap2 opening is not done: {} has to answer with a swap2 message (step {})",
                step.who().name(),
                step.name()
            )),
            (None, true) => Err("the opening is being prepared: wait for the next state".into()),
            (None, false) => Ok(()),
        }
    }

    pub(super) fn answer_swap2(
        &mut self,
        choice: Swap2Choice,
        stones: &[String],
        by: By,
        now: Duration,
    ) -> Result<(), Refusal> {
        let Some(step) = self.swap2 else {
            return Err(
                "no swap2 opening is under way: start one with new and \"opening\":\"swap2\""
                    .into(),
            );
        };
        let is_engines = matches!(self.players.of(step.who()), Player::Engine(_));
        if by == By::Human && is_engines {
            return Err(format!(
                "the engine ({}) has to answer: wait for its choice",
                step.who().name()
            ));
        }
        let wanted = match (step, choice) {
            (Swap2::Place3, Swap2Choice::Place) => 3,
            (Swap2::Choose, Swap2Choice::Place) => 2,
            (Swap2::Place3, _) => {
                return Err("three stones are wanted first: choice \"place\" with 3 stones".into());
            }
            (Swap2::Colour, Swap2Choice::Place) => {
                return Err("a colour is wanted: choice \"black\" or \"white\"".into());
            }
            (_, Swap2Choice::Black | Swap2Choice::White) => 0,
        };
        if stones.len() != wanted && wanted > 0 {
            return Err(format!("expected {wanted} stones, found {}", stones.len()));
        }
        let mut game = self.game.clone();
        for stone in &stones[..wanted.min(stones.len())] {
            game.play(stone, by, 0, None)?;
        }
        if game.over().is_some() {
            return Err("these stones would end the game: place others".into());
        }
        self.game = game;
        self.keep_moves();
        self.swap2 = match (step, choice) {
            (Swap2::Place3, _) => Some(Swap2::Choose),
            (Swap2::Choose, Swap2Choice::Place) => Some(Swap2::Colour),
            (_, Swap2Choice::Black | Swap2Choice::White) => {
                let takes = if choice == Swap2Choice::Black {
                    Colour::Black
                } else {
                    Colour::White
                };
                if takes != step.who() {
                    self.players = self.players.swapped();
                }
                None
            }
            (Swap2::Colour, Swap2Choice::Place) => Some(Swap2::Colour),
        };
        self.position_changed(now);
        Ok(())
    }

    pub(super) fn opening_task(&self) -> Option<(Running, Work)> {
        let Game::Gomoku(game) = &self.game else {
            return None;
        };
        if self.is_opening {
            let (rule, size) = (game.board().rule(), game.board().size());
            return Some((
                Running::Balance,
                Work::Balance {
                    rule,
                    size,
                    nodes: BALANCE_NODES,
                },
            ));
        }
        let is_engines = |step: Swap2| matches!(self.players.of(step.who()), Player::Engine(_));
        self.swap2
            .filter(|&step| is_engines(step) && !self.is_paused)?;
        Some((
            Running::Swap2,
            Work::Swap2 {
                game: game.clone(),
                nodes: SWAP2_NODES,
            },
        ))
    }
}
