//! How much a side may think, and the clock that watches it.

use std::fmt;
use std::time::Duration;

use crate::client::uci::{Clocks, Go};
use crate::error::LabError;

/// A limit for each move or for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// `base+increment`, or `moves/base+increment`: the base again after so many moves.
    Clock {
        moves: Option<u32>,
        base: Duration,
        increment: Duration,
    },
    MoveTime(Duration),
    Nodes(u64),
    Depth(u32),
}

impl Control {
    /// Reads `8+0.08` or `40/60+0.5`, in seconds.
    pub fn parse_clock(text: &str) -> Result<Control, LabError> {
        let wrong = || {
            LabError::new(format!(
                "expected a time control in seconds, as in tc=8+0.08, tc=60 or tc=40/60+0.5, found '{text}'"
            ))
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves: u32 = moves.trim().parse().map_err(|_| wrong())?;
                (Some(moves).filter(|&moves| moves > 0), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let seconds = |text: &str| {
            let number: f64 = text.trim().parse().map_err(|_| wrong())?;
            Duration::try_from_secs_f64(number).map_err(|_| wrong())
        };
        let (base, increment) = (seconds(base)?, seconds(increment)?);
        if base.is_zero() && increment.is_zero() {
            return Err(wrong());
        }
        Ok(Control::Clock {
            moves,
            base,
            increment,
        })
    }

    /// Whether games with it are the same on every machine.
    pub fn is_deterministic(&self) -> bool {
        matches!(self, Control::Nodes(_) | Control::Depth(_))
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::Clock {
                moves,
                base,
                increment,
            } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if !increment.is_zero() {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
                Ok(())
            }
            Control::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Control::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Control::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// One side's clock in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: Control,
    margin: Duration,
    left: Duration,
    played: u32,
}

/// The flag has fallen: so much was used beyond the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overstepped(pub Duration);

impl Clock {
    pub fn new(control: Control, margin: Duration) -> Clock {
        let left = match control {
            Control::Clock {
                base, increment, ..
            } => base.max(increment),
            _ => Duration::ZERO,
        };
        Clock {
            control,
            margin,
            left,
            played: 0,
        }
    }

    /// What is left on a running clock.
    pub fn left(&self) -> Option<Duration> {
        matches!(self.control, Control::Clock { .. }).then_some(self.left)
    }

    pub fn increment(&self) -> Duration {
        match self.control {
            Control::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }

    fn moves_to_go(&self) -> Option<u32> {
        match self.control {
            Control::Clock {
                moves: Some(moves), ..
            } => Some(moves - self.played % moves),
            _ => None,
        }
    }

    /// The longest that the next move may take, without the margin; nothing if only nodes or depth count.
    pub fn limit(&self) -> Option<Duration> {
        match self.control {
            Control::Clock { .. } => Some(self.left),
            Control::MoveTime(time) => Some(time),
            Control::Nodes(_) | Control::Depth(_) => None,
        }
    }

    /// How long to wait for an engine that may never answer: its time and some more.
    pub fn patience(&self, hang: Duration) -> Duration {
        match self.limit() {
            Some(limit) => limit + self.margin + hang.min(Duration::from_secs(5)),
            None => hang,
        }
    }

    /// Counts a move.
    pub fn press(&mut self, elapsed: Duration) -> Result<(), Overstepped> {
        if let Some(limit) = self.limit()
            && elapsed > limit + self.margin
        {
            return Err(Overstepped(elapsed - limit));
        }
        self.played += 1;
        if let Control::Clock {
            moves,
            base,
            increment,
        } = self.control
        {
            self.left = self.left.saturating_sub(elapsed) + increment;
            if moves.is_some_and(|moves| self.played.is_multiple_of(moves)) {
                self.left += base;
            }
        }
        Ok(())
    }
}

/// The `go` of the side to move. An opponent without a clock is told to have the same.
pub fn go(own: &Clock, other: &Clock, own_is_white: bool) -> Go {
    match own.control {
        Control::Nodes(nodes) => Go::to_nodes(nodes),
        Control::Depth(depth) => Go::to_depth(depth),
        Control::MoveTime(time) => Go::for_time(time),
        Control::Clock { .. } => {
            let other = if other.left().is_some() { other } else { own };
            let (white, black) = if own_is_white {
                (own, other)
            } else {
                (other, own)
            };
            Go::with_clocks(Clocks {
                left: [white.left, black.left],
                increment: [white.increment(), black.increment()],
                moves_to_go: own.moves_to_go(),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARGIN: Duration = Duration::from_millis(20);

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn clocks_are_read_and_written() {
        for text in ["8+0.08", "60", "40/60+0.5", "0.5"] {
            assert_eq!(Control::parse_clock(text).unwrap().to_string(), text);
        }
        for wrong in ["", "x", "8+", "-1", "40/", "0", "inf", "nan", "1e30"] {
            let error = Control::parse_clock(wrong).unwrap_err();
            assert!(error.to_string().contains("tc=8+0.08"), "{wrong}");
        }
        assert_eq!(Control::Nodes(500).to_string(), "500 nodes a move");
    }

    #[test]
    fn a_clock_runs_down_and_is_filled_up() {
        let mut clock = Clock::new(Control::parse_clock("2/1+0.1").unwrap(), MARGIN);
        assert_eq!(
            (clock.left(), clock.moves_to_go()),
            (Some(ms(1000)), Some(2))
        );
        clock.press(ms(600)).unwrap();
        assert_eq!(
            (clock.left(), clock.moves_to_go()),
            (Some(ms(500)), Some(1))
        );
        clock.press(ms(510)).unwrap();
        assert_eq!(
            (clock.left(), clock.moves_to_go()),
            (Some(ms(1100)), Some(2))
        );
        assert_eq!(clock.press(ms(1121)), Err(Overstepped(ms(21))));
    }

    #[test]
    fn only_times_have_a_limit() {
        let mut nodes = Clock::new(Control::Nodes(10), MARGIN);
        assert_eq!(nodes.limit(), None);
        assert_eq!(nodes.patience(ms(7000)), ms(7000));
        nodes.press(ms(100_000)).unwrap();
        let mut time = Clock::new(Control::MoveTime(ms(50)), MARGIN);
        assert_eq!(time.patience(ms(60_000)), ms(5070));
        time.press(ms(70)).unwrap();
        assert_eq!(time.press(ms(71)), Err(Overstepped(ms(21))));
    }

    #[test]
    fn both_clocks_are_told() {
        let own = Clock::new(Control::parse_clock("5+0.1").unwrap(), MARGIN);
        let other = Clock::new(Control::parse_clock("9").unwrap(), MARGIN);
        assert_eq!(
            go(&own, &other, false).to_string(),
            "go wtime 9000 btime 5000 winc 0 binc 100"
        );
        let nodes = Clock::new(Control::Nodes(7), MARGIN);
        assert_eq!(go(&nodes, &own, true).to_string(), "go nodes 7");
        assert_eq!(
            go(&own, &nodes, true).to_string(),
            "go wtime 5000 btime 5000 winc 100 binc 100"
        );
    }
}
