//! The limits of a `go`.

use std::fmt;
use std::time::Duration;

/// Both clocks as `go` tells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clocks {
    /// White's, then Black's.
    pub left: [Duration; 2],
    pub increment: [Duration; 2],
    pub moves_to_go: Option<u32>,
}

/// What `go` may say; nothing set is a bare `go`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Go {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub move_time: Option<Duration>,
    pub clocks: Option<Clocks>,
    pub mate: Option<u32>,
    pub infinite: bool,
    pub ponder: bool,
    pub search_moves: Vec<String>,
}

impl Go {
    pub fn to_depth(depth: u32) -> Go {
        Go {
            depth: Some(depth),
            ..Go::default()
        }
    }

    pub fn to_nodes(nodes: u64) -> Go {
        Go {
            nodes: Some(nodes),
            ..Go::default()
        }
    }

    pub fn for_time(time: Duration) -> Go {
        Go {
            move_time: Some(time),
            ..Go::default()
        }
    }

    pub fn with_clocks(clocks: Clocks) -> Go {
        Go {
            clocks: Some(clocks),
            ..Go::default()
        }
    }

    pub fn infinite() -> Go {
        Go {
            infinite: true,
            ..Go::default()
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if let Some(clocks) = &self.clocks {
            // Some engines take 0 for "no clock".
            let [white, black] = clocks.left.map(|left| left.as_millis().max(1));
            write!(f, " wtime {white} btime {black}")?;
            let [white, black] = clocks.increment.map(|increment| increment.as_millis());
            if white + black > 0 {
                write!(f, " winc {white} binc {black}")?;
            }
            if let Some(moves) = clocks.moves_to_go {
                write!(f, " movestogo {moves}")?;
            }
        }
        if let Some(time) = self.move_time {
            write!(f, " movetime {}", time.as_millis())?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(mate) = self.mate {
            write!(f, " mate {mate}")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.search_moves.is_empty() {
            write!(f, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_written_as_the_protocol_asks() {
        assert_eq!(Go::default().to_string(), "go");
        assert_eq!(Go::to_depth(9).to_string(), "go depth 9");
        assert_eq!(Go::to_nodes(100).to_string(), "go nodes 100");
        assert_eq!(
            Go::for_time(Duration::from_millis(70)).to_string(),
            "go movetime 70"
        );
        assert_eq!(Go::infinite().to_string(), "go infinite");
        let clocks = Clocks {
            left: [Duration::from_secs(3), Duration::ZERO],
            increment: [Duration::from_millis(50); 2],
            moves_to_go: Some(7),
        };
        let go = Go {
            ponder: true,
            search_moves: vec!["e2e4".into(), "d2d4".into()],
            ..Go::with_clocks(clocks)
        };
        assert_eq!(
            go.to_string(),
            "go ponder wtime 3000 btime 1 winc 50 binc 50 movestogo 7 searchmoves e2e4 d2d4"
        );
    }
}
