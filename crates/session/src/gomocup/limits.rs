//! How long a move may take and how much memory there is, as the manager has said so far.

use regence_core::Limits;
use regence_core::limits::Remaining;
use regence_core::memory::machine_megabytes;
use regence_protocol::gomocup::Info;
use std::time::Duration;

/// What `INFO` sets.
#[derive(Clone, Debug)]
pub struct Settings {
    timeout_turn: Duration,
    timeout_match: Option<Duration>,
    time_left: Option<Duration>,
    increment: Duration,
    max_memory: Option<u64>,
    max_depth: Option<i32>,
    max_nodes: Option<u64>,
    hash_kilobytes: Option<u64>,
    pub threads: usize,
    pub show_detail: u32,
}

/// Without a word from the manager.
const DEFAULT_TURN: Duration = Duration::from_secs(5);
const DEFAULT_HASH_MEGABYTES: u64 = 64;
/// What the program needs besides the table, and each thread for itself.
const PROGRAM_MEGABYTES: u64 = 16;
const THREAD_MEGABYTES: u64 = 4;
/// `time_left` with this value means no limit.
const UNLIMITED: i64 = 2_147_483_647;

/// Time lost between our clock and the manager's: a part of the move's time, within these, and half of it at most.
/// The search itself sees its deadline within two or three milliseconds; but a virtual machine may be stopped for twenty
/// or fifty by the one that it runs on, however short the move is.
const LEAST_MARGIN: Duration = Duration::from_millis(50);
const MOST_MARGIN: Duration = Duration::from_millis(150);

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            timeout_turn: DEFAULT_TURN,
            timeout_match: None,
            time_left: None,
            increment: Duration::ZERO,
            max_memory: None,
            max_depth: None,
            max_nodes: None,
            hash_kilobytes: None,
            threads: 1,
            show_detail: 0,
        }
    }
}

impl Settings {
    /// Takes a key over. True if the engine's table or threads may have to change. An error says what cannot be had.
    pub fn set(&mut self, info: &Info) -> Result<bool, String> {
        match *info {
            Info::TimeoutTurn(ms) => self.timeout_turn = Duration::from_millis(ms),
            Info::TimeoutMatch(ms) => {
                self.timeout_match = (ms > 0).then(|| Duration::from_millis(ms));
            }
            Info::TimeLeft(ms) => {
                let left = Duration::from_millis(ms.max(0) as u64);
                self.time_left = (ms < UNLIMITED).then_some(left);
            }
            Info::TimeIncrement(ms) => self.increment = Duration::from_millis(ms),
            Info::MaxDepth(depth) => {
                self.max_depth = (depth > 0).then_some(depth.min(200) as i32);
            }
            Info::MaxNode(nodes) => self.max_nodes = (nodes > 0).then_some(nodes),
            Info::ShowDetail(level) => self.show_detail = level,
            Info::MaxMemory(bytes) => {
                self.max_memory = (bytes > 0).then_some(bytes);
                return Ok(true);
            }
            Info::HashSize(kilobytes) => {
                let (wanted, most) = (kilobytes >> 10, self.most_hash_megabytes());
                if wanted > most {
                    return Err(format!(
                        "hash_size: found {wanted} MB, expected at most {most} MB here"
                    ));
                }
                self.hash_kilobytes = (kilobytes > 0).then_some(kilobytes);
                return Ok(true);
            }
            Info::ThreadNum(threads) => {
                self.threads = (threads.max(1) as usize).min(most_threads());
                return Ok(true);
            }
            _ => {}
        }
        Ok(false)
    }

    /// Whether the manager has said how much memory there is.
    pub fn knows_memory(&self) -> bool {
        self.max_memory.is_some() || self.hash_kilobytes.is_some()
    }

    /// How long to think about an opening: a turn, but not more than a tenth of what is left for the game.
    pub fn opening_time(&self) -> Duration {
        let turn = less_margin(self.timeout_turn);
        let left = self.time_left.or(self.timeout_match);
        left.map_or(turn, |left| turn.min(less_margin(left) / 10))
    }

    /// The limits of the search for one move. Any proven win will do.
    pub fn limits(&self) -> Limits {
        let clock = self.time_left.or(self.timeout_match);
        let turn = less_margin(self.timeout_turn);
        let turn = clock.map_or(turn, |left| turn.min(less_margin(left)));
        Limits {
            depth: self.max_depth,
            nodes: self.max_nodes,
            move_time: Some(turn),
            clock: clock.map(|time| Remaining {
                time: less_margin(time),
                increment: self.increment,
                moves_to_go: None,
            }),
            win_in_plies: Some(regence_core::MAX_PLY),
            ..Limits::default()
        }
    }

    /// The table's size; none if there is no memory for one. Where only the whole is known, the table has half of it.
    pub fn hash_megabytes(&self) -> Option<usize> {
        let wanted = match (self.hash_kilobytes, self.max_memory) {
            (Some(kilobytes), _) => (kilobytes >> 10).max(1),
            (None, Some(bytes)) => bytes >> 21,
            (None, None) => DEFAULT_HASH_MEGABYTES,
        };
        let allowed = wanted.min(self.most_hash_megabytes());
        (allowed > 0).then_some(allowed as usize)
    }

    /// What the machine and the manager leave for the table.
    fn most_hash_megabytes(&self) -> u64 {
        let room = self.max_memory.map_or(u64::MAX, |bytes| {
            let others = PROGRAM_MEGABYTES + THREAD_MEGABYTES * self.threads as u64;
            (bytes >> 20).saturating_sub(others)
        });
        room.min(max_hash_megabytes() as u64)
    }
}

fn less_margin(time: Duration) -> Duration {
    let margin = (time / 12).clamp(LEAST_MARGIN, MOST_MARGIN);
    time - margin.min(time / 2)
}

pub fn most_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Half of the machine's memory.
pub fn max_hash_megabytes() -> usize {
    (machine_megabytes().unwrap_or(1024) / 2).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::time_manager::{Delays, Pace, budget};

    fn hard(infos: &[Info]) -> Duration {
        let mut settings = Settings::default();
        for info in infos {
            settings.set(info).expect("allowed");
        }
        budget(&settings.limits(), Delays::default(), 10, Pace::default())
            .hard
            .unwrap()
    }

    #[test]
    fn no_limit_is_ever_reached() {
        for turn in [0, 1, 10, 100, 500, 5000, 300_000] {
            let limit = Duration::from_millis(turn);
            let spent = hard(&[Info::TimeoutTurn(turn)]);
            assert!(spent < limit || turn == 0, "{turn}: {spent:?}");
            let spent = hard(&[Info::TimeoutTurn(300_000), Info::TimeLeft(turn as i64)]);
            assert!(spent < limit || turn == 0, "{turn} left: {spent:?}");
        }
    }

    #[test]
    fn a_short_turn_survives_a_pause_of_the_machine() {
        let pause = Duration::from_millis(50);
        for turn in [100, 120, 200, 500] {
            let spent = hard(&[Info::TimeoutTurn(turn)]);
            let limit = Duration::from_millis(turn);
            assert!(spent + pause <= limit, "{turn}: {spent:?}");
            assert!(spent * 2 >= limit, "{turn}: {spent:?}");
        }
    }

    #[test]
    fn a_turn_is_used_where_the_match_is_long() {
        let spent = hard(&[Info::TimeoutTurn(500), Info::TimeLeft(UNLIMITED)]);
        assert!(spent > Duration::from_millis(420), "{spent:?}");
    }

    #[test]
    fn memory_counts_the_program_itself() {
        let mut settings = Settings::default();
        assert_eq!(settings.hash_megabytes(), Some(64));
        for (limit, table) in [
            (350, Some(175)),
            (70, Some(35)),
            (30, Some(10)),
            (21, Some(1)),
            (20, None),
            (1, None),
        ] {
            assert_eq!(settings.set(&Info::MaxMemory(limit << 20)), Ok(true));
            assert_eq!(settings.hash_megabytes(), table, "{limit} MB");
        }
        assert_eq!(settings.set(&Info::MaxMemory(0)), Ok(true));
        assert_eq!(settings.set(&Info::HashSize(2048)), Ok(true));
        assert_eq!(settings.hash_megabytes(), Some(2));
        // More than the machine has, and more than the manager allows: what was there stays.
        let error = settings.set(&Info::HashSize(u64::MAX)).unwrap_err();
        assert!(error.contains("expected at most"), "{error}");
        assert_eq!(settings.set(&Info::MaxMemory(100 << 20)), Ok(true));
        assert!(settings.set(&Info::HashSize(81 << 10)).is_err());
        assert_eq!(settings.hash_megabytes(), Some(2));
        assert_eq!(settings.set(&Info::HashSize(80 << 10)), Ok(true));
        assert_eq!(settings.hash_megabytes(), Some(80));
    }

    #[test]
    fn an_opening_may_take_a_turn_but_not_the_game() {
        let mut settings = Settings::default();
        let mut time = |info: Info| {
            settings.set(&info).expect("allowed");
            settings.opening_time()
        };
        let turn = time(Info::TimeoutTurn(30_000));
        assert!(turn > Duration::from_secs(29) && turn < Duration::from_secs(30));
        let game = time(Info::TimeoutMatch(180_000));
        assert!(game > Duration::from_secs(17) && game < Duration::from_secs(18));
        assert!(time(Info::TimeLeft(10_000)) < Duration::from_secs(1));
    }
}
