//! Clocks with an increment. They are told how long a move took, so tests bring time of their own.

use regence_core::limits::Remaining;
use std::str::FromStr;
use std::time::Duration;

/// Time since some beginning.
pub trait Stopwatch: Sync {
    fn now(&self) -> Duration;
}

/// A time for the game, and what is added for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    base: Duration,
    increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads `5+3`, `0.5+1` or `10`: minutes, and seconds for each move.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let read = |text: &str, most: f64| {
            let number: f64 = text.trim().parse().ok()?;
            (number.is_finite() && (0.0..=most).contains(&number)).then_some(number)
        };
        match (read(minutes, 1440.0), read(seconds, 3600.0)) {
            (Some(minutes), Some(seconds)) if minutes + seconds > 0.0 => Ok(TimeControl {
                base: Duration::from_secs_f64(minutes * 60.0),
                increment: Duration::from_secs_f64(seconds),
            }),
            _ => Err(
                "expected minutes, and perhaps + and the seconds for each move, as in 5+3"
                    .to_string(),
            ),
        }
    }
}

impl TimeControl {
    /// As PGN writes it, in seconds: `300+3`.
    pub fn to_pgn(self) -> String {
        format!(
            "{}+{}",
            self.base.as_secs_f64(),
            self.increment.as_secs_f64()
        )
    }
}

/// The clocks of both sides.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
}

impl Clocks {
    pub fn new(control: TimeControl) -> Clocks {
        Clocks {
            control,
            left: [control.base; 2],
        }
    }

    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Takes the time of a move from a side's clock. False if there was not enough.
    pub fn spend(&mut self, side: usize, time: Duration) -> bool {
        match self.left[side].checked_sub(time) {
            Some(left) => {
                self.left[side] = left + self.control.increment;
                true
            }
            None => {
                self.left[side] = Duration::ZERO;
                false
            }
        }
    }

    /// What a search has to know.
    pub fn remaining(&self, side: usize) -> Remaining {
        Remaining {
            time: self.left[side],
            increment: self.control.increment,
            moves_to_go: None,
        }
    }

    /// A side's time as people read it: `4:07`, and tenths when it runs short.
    pub fn show(&self, side: usize) -> String {
        let left = self.left[side];
        let (minutes, seconds) = (left.as_secs() / 60, left.as_secs() % 60);
        match left < Duration::from_secs(20) {
            true => format!("{minutes}:{seconds:02}.{}", left.subsec_millis() / 100),
            false => format!("{minutes}:{seconds:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_refused() {
        let read = |text: &str| text.parse::<TimeControl>();
        assert_eq!(read("5+3").unwrap().to_pgn(), "300+3");
        assert_eq!(read("0.5").unwrap().to_pgn(), "30+0");
        assert_eq!(read("0+1").unwrap().to_pgn(), "0+1");
        for bad in [
            "", "x", "5+", "-1", "0", "0+0", "NaN", "inf", "9999", "1+2+3",
        ] {
            assert!(read(bad).unwrap_err().contains("5+3"), "{bad}");
        }
    }

    #[test]
    fn a_move_costs_its_time_and_brings_the_increment() {
        let mut clocks = Clocks::new("1+2".parse().unwrap());
        assert_eq!(clocks.show(0), "1:00");
        assert!(clocks.spend(0, Duration::from_secs(50)));
        assert_eq!(clocks.show(0), "0:12.0");
        assert_eq!(clocks.show(1), "1:00");
        assert_eq!(clocks.remaining(0).time, Duration::from_secs(12));
        assert!(!clocks.spend(0, Duration::from_secs(13)));
        assert_eq!(clocks.show(0), "0:00.0");
    }
}
