//! The conversation about an opening by swap2.
//!
//! The first player puts three stones. The second takes a side, or puts two more; then the first takes a side.

use super::Match;
use crate::play::table::OpeningAnswer;
use regence_core::Limits;
use std::io::{self, Write};

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The first player puts three stones; so many lie there.
    Three(usize),
    /// The second player takes a side or puts two more.
    Choose,
    /// The second player puts two stones; so many of them lie there.
    Two(usize),
    /// The first player takes a side.
    Colour,
}

impl Step {
    fn is_of_first_player(self) -> bool {
        matches!(self, Step::Three(_) | Step::Colour)
    }
}

impl Match<'_> {
    pub(super) fn begin_opening(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.opening = Some(Step::Three(0));
        self.go_on_opening(out)
    }

    /// Lets the engine do its part, then asks the person, or begins the game.
    fn go_on_opening(&mut self, out: &mut impl Write) -> io::Result<()> {
        while let Some(step) = self.opening {
            if self.is_persons(step) {
                self.draw(out)?;
                return writeln!(out, "{}", self.request(step));
            }
            if let Err(reason) = self.answer(step, out)? {
                self.opening = None;
                writeln!(out, "Regence can not answer the opening: {reason}.")?;
            }
        }
        // The stones of the opening are nobody's to take back.
        self.plies = 0;
        self.begin_turn(out)
    }

    /// Before sides are taken the person who has side 0 is the first player.
    fn is_persons(&self, step: Step) -> bool {
        self.setting.two || step.is_of_first_player() == (self.setting.human == 0)
    }

    fn request(&self, step: Step) -> String {
        let who = match (self.setting.two, step.is_of_first_player()) {
            (false, _) => "You",
            (true, true) => "First player",
            (true, false) => "Second player",
        };
        let [black, white] = self.table.sides();
        match step {
            Step::Three(_) => {
                format!("{who}: put three stones, {black}, {white} and {black}, one a line.")
            }
            Step::Choose => format!(
                "{who}: type black or white to take that side, or place to put two more stones."
            ),
            Step::Two(_) => format!("{who}: put two stones, {white} and {black}, one a line."),
            Step::Colour => format!("{who}: type black or white to take that side."),
        }
    }

    /// Obeys a line of the opening; false if it is a command like any other.
    pub(super) fn take_in_opening(&mut self, word: &str, out: &mut impl Write) -> io::Result<bool> {
        let Some(step) = self.opening else {
            return Ok(false);
        };
        match (step, word) {
            (
                _,
                "quit" | "exit" | "help" | "?" | "board" | "flip" | "moves" | "rules" | "level",
            )
            | (_, "new" | "clock" | "legal" | "save" | "") => return Ok(false),
            (Step::Choose | Step::Colour, "black") => self.take_side(0, self.chooser(step), out)?,
            (Step::Choose | Step::Colour, "white") => self.take_side(1, self.chooser(step), out)?,
            (Step::Choose, "place") => {
                self.opening = Some(Step::Two(0));
                self.go_on_opening(out)?;
            }
            (Step::Three(_) | Step::Two(_), "undo") => {
                writeln!(out, "new begins the opening again.")?;
            }
            (Step::Three(_) | Step::Two(_), point) => self.put(step, point, out)?,
            _ => writeln!(out, "{}", self.request(step))?,
        }
        Ok(true)
    }

    fn put(&mut self, step: Step, point: &str, out: &mut impl Write) -> io::Result<()> {
        if let Err(reason) = self.table.play(point) {
            return writeln!(out, "{}", self.setting.style.warning(&reason));
        }
        let next = match step {
            Step::Three(2) => Step::Choose,
            Step::Three(stones) => Step::Three(stones + 1),
            Step::Two(1) => Step::Colour,
            Step::Two(stones) => Step::Two(stones + 1),
            step => step,
        };
        self.opening = Some(next);
        match next {
            Step::Three(_) | Step::Two(_) => self.draw(out),
            _ => self.go_on_opening(out),
        }
    }

    /// Whether the person chooses, or with two people the first player.
    fn chooser(&self, step: Step) -> bool {
        match self.setting.two {
            true => step.is_of_first_player(),
            false => self.is_persons(step),
        }
    }

    /// A side is taken, and the game begins. `mine` says by the person, or with two people by the first player.
    fn take_side(&mut self, side: usize, mine: bool, out: &mut impl Write) -> io::Result<()> {
        let holder = if mine { side } else { 1 - side };
        match self.setting.two {
            true => writeln!(out, "The first player has {}.", self.name(holder))?,
            false => {
                self.setting.human = holder;
                self.view = holder;
                writeln!(out, "You are {}.", self.name(holder))?;
            }
        }
        self.opening = None;
        self.go_on_opening(out)
    }

    /// The engine's part.
    fn answer(&mut self, step: Step, out: &mut impl Write) -> io::Result<Result<(), String>> {
        let stones = match step {
            Step::Three(_) => match self.table.offer() {
                Ok(stones) => stones.to_vec(),
                Err(reason) => return Ok(Err(reason)),
            },
            _ => {
                let limits = match &self.setting.clocks {
                    Some(_) => Limits::for_time(super::HINT_TIME),
                    None => self.setting.limits.clone(),
                };
                match self.table.answer_opening(limits, step == Step::Choose) {
                    Some(OpeningAnswer::Place(stones)) => stones.to_vec(),
                    Some(OpeningAnswer::Take(side)) => {
                        writeln!(out, "Regence takes {}.", self.name(side))?;
                        self.take_side(side, false, out)?;
                        return Ok(Ok(()));
                    }
                    None => return Ok(Err("it found no move".to_string())),
                }
            }
        };
        for stone in &stones {
            if let Err(reason) = self.table.play(stone) {
                return Ok(Err(reason));
            }
        }
        writeln!(out, "Regence puts {}.", stones.join(", "))?;
        self.opening = Some(match step {
            Step::Three(_) => Step::Choose,
            _ => Step::Colour,
        });
        Ok(Ok(()))
    }
}
