//! What a board thinks about next, and what it does with the result.

use super::questions::{Errand, errand_work};
use super::{Board, millis};
use crate::messages::{By, EngineLevel, Id, Message, Player, Purpose};
use crate::work::Thinker;
use crate::work::{Done, Found, Work};
use regence_core::limits::Remaining;
use regence_core::{Limits, strength};
use std::time::Duration;

/// Where neither clock nor level says how long an engine may think.
const DEFAULT_MOVE: Duration = Duration::from_millis(1000);
/// With a clock an engine of limited strength waits no longer than this.
const LONGEST_PACE: Duration = Duration::from_secs(5);
const LONGEST_MOVE: Duration = Duration::from_secs(600);

/// What the thread works on.
#[derive(Clone, Debug)]
pub(super) enum Running {
    Play,
    Analyse,
    Balance,
    Swap2,
    Errand(Id, Box<Errand>),
}

impl<T: Thinker> Board<T> {
    /// Starts what comes next, unless something runs.
    pub(super) fn think(&mut self, now: Duration) {
        while self.running.is_none() {
            let Some((running, work)) = self.next_task(now) else {
                return;
            };
            match self.thinker.start(work, self.number) {
                Ok(number) => self.running = Some((number, running)),
                Err(error) => {
                    // Without a thread nothing can be thought about: the game stays, engines wait.
                    self.is_paused = true;
                    self.analysis = None;
                    self.errands.clear();
                    self.refuse(None, &error);
                }
            }
        }
    }

    pub(super) fn next_task(&mut self, now: Duration) -> Option<(Running, Work)> {
        if self.held.is_some() {
            return None;
        }
        let is_review = |errand: &Errand| matches!(errand, Errand::Review(_));
        if let Some(index) = self
            .errands
            .iter()
            .position(|(_, errand)| !is_review(errand))
        {
            let (id, errand) = self.errands.remove(index)?;
            let work = errand_work(&errand)?;
            return Some((Running::Errand(id, Box::new(errand)), work));
        }
        if let Some(task) = self.opening_task() {
            return Some(task);
        }
        if self.is_engines_turn()
            && let Player::Engine(level) = self.players.of(self.game.turn())
        {
            let limits = self.limits_of_move(level, now);
            return Some((
                Running::Play,
                self.game
                    .search(limits, 1, level.elo, Some(Purpose::Play), None),
            ));
        }
        if let Some(task) = self.next_of_review() {
            return Some(task);
        }
        let analysis = self.analysis.filter(|analysis| !analysis.is_done)?;
        if self.game.over().is_some() || self.is_opening {
            return None;
        }
        let limits = Limits {
            nodes: analysis.nodes,
            depth: analysis.depth,
            ..Limits::default()
        };
        Some((
            Running::Analyse,
            self.game.search(
                limits,
                analysis.lines,
                None,
                Some(Purpose::Analyse),
                self.power,
            ),
        ))
    }

    pub(super) fn limits_of_move(&self, level: &EngineLevel, now: Duration) -> Limits {
        let turn = self.game.turn();
        let clock = self.clock.as_ref().map(|clock| Remaining {
            time: clock.left(turn, now),
            increment: clock.increment(),
            moves_to_go: None,
        });
        let wanted = level
            .movetime
            .map(|ms| Duration::from_millis(ms).min(LONGEST_MOVE));
        Limits {
            nodes: level.nodes,
            move_time: match clock {
                Some(_) => None,
                None if level.nodes.is_some() => wanted,
                None => Some(wanted.unwrap_or(DEFAULT_MOVE)),
            },
            clock,
            ..Limits::default()
        }
    }

    pub(super) fn finish(&mut self, running: Running, done: Done, now: Duration) {
        match (running, done) {
            (Running::Play, Done::Found(found)) => {
                let until = self.turn_began + self.pace(now);
                if until > now {
                    self.held = Some((found, until));
                } else {
                    self.engine_moves(&found, now);
                }
            }
            (Running::Play, _) => {
                self.pause(now);
                self.refuse(None, "the engine found no move: it waits");
                self.tell_state(None, now);
            }
            (Running::Analyse, _) => {
                if let Some(analysis) = &mut self.analysis {
                    analysis.is_done = true;
                }
            }
            (Running::Balance, done) => {
                self.is_opening = false;
                if let Done::Stones(stones) = done {
                    for mv in stones {
                        let _ = self.game.play(&mv.to_string(), By::Engine, 0, None);
                    }
                    self.keep_moves();
                }
                self.position_changed(now);
                self.tell_state(None, now);
            }
            (Running::Swap2, Done::Swap2 { choice, stones }) => {
                let stones: Vec<String> = stones.iter().map(ToString::to_string).collect();
                if let Err(refusal) = self.answer_swap2(choice, &stones, By::Engine, now) {
                    self.pause(now);
                    self.refuse(None, &refusal);
                }
                self.tell_state(None, now);
            }
            (Running::Swap2, done) => {
                self.pause(now);
                let why = if let Done::Failed(why) = done {
                    why
                } else {
                    "the engine has no answer to the opening".into()
                };
                self.refuse(None, &why);
            }
            (Running::Errand(id, _), Done::Failed(why)) => self.refuse(id, &why),
            (Running::Errand(id, errand), done) => self.answer_errand(id, *errand, done, now),
        }
    }

    /// How long the engine whose turn it is takes for a move at least. One of limited strength is done at once; people
    /// expect it to take the time that they gave it, and its clock not to gain.
    fn pace(&self, now: Duration) -> Duration {
        let turn = self.game.turn();
        let Player::Engine(level) = self.players.of(turn) else {
            return Duration::ZERO;
        };
        let is_limited = level.elo.is_some_and(|elo| strength::level(elo).is_some());
        if !is_limited || level.nodes.is_some() {
            return Duration::ZERO;
        }
        match &self.clock {
            Some(clock) => (clock.left(turn, now) / 60 + clock.increment() / 2).min(LONGEST_PACE),
            None => self
                .limits_of_move(level, now)
                .move_time
                .unwrap_or_default(),
        }
    }

    /// Plays a move that has waited long enough.
    pub(super) fn play_held(&mut self, now: Duration) {
        if let Some((found, _)) = self.held.take_if(|(_, until)| *until <= now) {
            self.engine_moves(&found, now);
        }
    }

    pub(super) fn engine_moves(&mut self, found: &Found, now: Duration) {
        let ms = millis(now.saturating_sub(self.turn_began));
        match self.play(&found.mv, By::Engine, Some(found.score), now) {
            Ok(()) => self.say(
                None,
                Message::Played {
                    mv: found.mv.clone(),
                    san: found.san.clone(),
                    ms,
                },
            ),
            Err(error) => {
                self.pause(now);
                self.refuse(None, &format!("the engine's move can't be played: {error}"));
            }
        }
        self.tell_state(None, now);
    }
}
