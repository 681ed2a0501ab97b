//! The engines behind their protocols: UCI for chess, Gomocup's for Gomoku.

use crate::Player;
use regence_protocol::gomocup::parse;
use regence_session::Output;
use regence_session::control::Control;
use regence_session::gomocup::{self, Heard, Request};
use regence_session::uci::Solo;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::time::Duration;

/// Texts of several lines are heard line by line.
impl Player for Solo {
    fn hear(&self, text: &str) {
        text.lines().for_each(|line| Solo::hear(self, line));
    }

    fn work(&self) {
        Solo::work(self);
    }

    fn tick(&self) -> Option<Duration> {
        None
    }
}

/// A Gomocup engine.
#[derive(Debug)]
pub struct Gomocup {
    player: RefCell<gomocup::Player>,
    control: Control,
    waiting: RefCell<VecDeque<Request>>,
    lines: Cell<u64>,
}

impl Gomocup {
    pub fn new(output: Output) -> Gomocup {
        let control = Control::default();
        Gomocup {
            player: RefCell::new(gomocup::Player::new(output, control.clone())),
            control,
            waiting: RefCell::default(),
            lines: Cell::new(0),
        }
    }
}

impl Player for Gomocup {
    fn hear(&self, text: &str) {
        for line in text.lines() {
            self.lines.set(self.lines.get() + 1);
            let parsed = parse(line).map_err(|error| error.to_string());
            match gomocup::hear(parsed, self.lines.get(), &self.control) {
                Heard::Request(request) => self.waiting.borrow_mut().push_back(request),
                // The host ends what it has begun.
                Heard::Nothing | Heard::End => {}
            }
        }
    }

    fn work(&self) {
        loop {
            // Not borrowed while it is obeyed.
            let Some(request) = self.waiting.borrow_mut().pop_front() else {
                return;
            };
            self.player.borrow_mut().obey(request);
        }
    }

    fn tick(&self) -> Option<Duration> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn a_gomoku_engine_plays() {
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = said.clone();
        let output = Output::new(move |text| heard.lock().expect("no panic").push(text.to_owned()));
        let engine = Gomocup::new(output);
        engine.hear("START 15\nINFO timeout_turn 200\nINFO max_node 500\nTURN 7,7\nBOARD\n0,0,1\nmake tea\nDONE");
        engine.work();
        let said = said.lock().expect("no panic").clone();
        assert_eq!(said[0], "OK");
        assert!(
            said.iter().any(|line| line
                .split_once(',')
                .is_some_and(|(x, _)| x.parse::<u8>().is_ok())),
            "{said:?}"
        );
        assert!(
            said.last().expect("an answer").starts_with("ERROR"),
            "{said:?}"
        );
    }
}
