//! The clocks of a game. Plain arithmetic: the caller says what time it is, so tests need not wait.

use crate::messages::Colour;
use std::time::Duration;

/// The longest time that a clock can show, and the largest increment.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// Both players' clocks. Times are counted from any fixed moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    base: Duration,
    increment: Duration,
    left: [Duration; 2],
    running: Option<Running>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    colour: Colour,
    since: Duration,
}

impl Clock {
    /// Both clocks full and standing still.
    pub fn new(base: Duration, increment: Duration) -> Clock {
        let base = base.min(LONGEST);
        Clock {
            base,
            increment: increment.min(LONGEST),
            left: [base; 2],
            running: None,
        }
    }

    /// Standing still, with so much left for White and Black.
    pub fn stopped([base, increment]: [Duration; 2], left: [Duration; 2]) -> Clock {
        Clock {
            left: left.map(|left| left.min(LONGEST)),
            ..Clock::new(base, increment)
        }
    }

    pub fn base(&self) -> Duration {
        self.base
    }

    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Colour> {
        self.running.map(|running| running.colour)
    }

    pub fn left(&self, colour: Colour, now: Duration) -> Duration {
        let spent = match self.running {
            Some(running) if running.colour == colour => now.saturating_sub(running.since),
            _ => Duration::ZERO,
        };
        self.left[colour.index()].saturating_sub(spent)
    }

    /// Lets this side's clock run; if one runs already it is stopped first.
    pub fn start(&mut self, colour: Colour, now: Duration) {
        self.stop(now);
        self.running = Some(Running { colour, since: now });
    }

    /// Stops both clocks; what was used stays used.
    pub fn stop(&mut self, now: Duration) {
        if let Some(running) = self.running.take() {
            let spent = now.saturating_sub(running.since);
            let left = &mut self.left[running.colour.index()];
            *left = left.saturating_sub(spent);
        }
    }

    /// A move was made. Its side gets the increment if its clock ran: the first move of a game, and one made while
    /// the clocks stand still, cost nothing and earn nothing.
    pub fn press(&mut self, mover: Colour, now: Duration) {
        let ran = self.running() == Some(mover);
        self.start(mover.other(), now);
        if ran {
            self.left[mover.index()] += self.increment;
        }
    }

    /// When the running clock will have run out.
    pub fn falls_at(&self) -> Option<Duration> {
        let running = self.running?;
        Some(running.since + self.left[running.colour.index()])
    }

    /// Whose time is up.
    pub fn fallen(&self, now: Duration) -> Option<Colour> {
        let colour = self.running()?;
        self.left(colour, now).is_zero().then_some(colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Colour::{Black, White};

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn the_first_move_is_free_and_the_others_are_charged() {
        let mut clock = Clock::new(seconds(60), seconds(2));
        clock.press(White, seconds(100));
        assert_eq!(clock.left(White, seconds(100)), seconds(60));
        assert_eq!(clock.running(), Some(Black));
        assert_eq!(clock.left(Black, seconds(110)), seconds(50));
        clock.press(Black, seconds(110));
        assert_eq!(clock.left(Black, seconds(500)), seconds(52));
        assert_eq!(clock.left(White, seconds(115)), seconds(55));
    }

    #[test]
    fn a_stopped_clock_stands_still_and_goes_on_from_there() {
        let mut clock = Clock::new(seconds(60), seconds(0));
        clock.start(White, seconds(0));
        clock.stop(seconds(10));
        assert_eq!(clock.left(White, seconds(1000)), seconds(50));
        assert_eq!(clock.falls_at(), None);
        clock.start(White, seconds(1000));
        assert_eq!(clock.falls_at(), Some(seconds(1050)));
    }

    #[test]
    fn a_flag_falls_at_zero_and_not_below() {
        let mut clock = Clock::new(seconds(5), seconds(3));
        clock.start(Black, seconds(1));
        assert_eq!(clock.fallen(seconds(5)), None);
        assert_eq!(clock.fallen(seconds(6)), Some(Black));
        assert_eq!(clock.left(Black, seconds(60)), seconds(0));
    }

    #[test]
    fn a_clock_is_never_absurdly_long() {
        let clock = Clock::new(Duration::MAX, Duration::MAX);
        assert_eq!(clock.left(White, seconds(0)), LONGEST);
        assert_eq!(clock.increment(), LONGEST);
    }

    #[test]
    fn time_that_goes_backwards_costs_nothing() {
        let mut clock = Clock::new(seconds(5), seconds(0));
        clock.start(White, seconds(10));
        assert_eq!(clock.left(White, seconds(9)), seconds(5));
        clock.stop(seconds(9));
        assert_eq!(clock.left(White, seconds(20)), seconds(5));
    }
}
