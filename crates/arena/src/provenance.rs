//! Where a result comes from: the command, the search that played, the machine; and the way it is told.

use std::io::Write;

use regence_chess_search::Chess;
use regence_core::pool::STACK_BYTES;
use regence_core::{Engine, bench};

use crate::error::LabError;
use crate::games::bench_name;
use regence_core::game::Game;

/// What every result file says of its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// Version and bench of the shipped search.
    pub search: String,
    pub machine: String,
    pub command: String,
}

impl Provenance {
    /// Of this process and the chess search. The bench takes a few seconds.
    pub fn here() -> Result<Provenance, LabError> {
        Provenance::of::<Chess>()
    }

    /// Of this process and the search of a game.
    pub fn of<G: Game>() -> Result<Provenance, LabError> {
        let shipped = || bench::run(G::BENCH_DEPTH, &mut Engine::<G>::new()).nodes;
        Ok(Provenance::with_bench::<G>(on_large_stack(shipped)?))
    }

    /// The same where the bench has been counted already.
    pub fn with_bench<G: Game>(bench: u64) -> Provenance {
        Provenance {
            search: format!(
                "version {}, {} {bench}",
                env!("CARGO_PKG_VERSION"),
                bench_name::<G>()
            ),
            machine: machine(),
            command: command(),
        }
    }

    /// The version and the bench count of the search.
    pub fn build_and_bench(&self) -> (String, u64) {
        let words: Vec<&str> = self.search.split([' ', ',']).collect();
        let build = words.get(1).copied().unwrap_or_default();
        let bench = words.last().and_then(|word| word.parse().ok());
        (build.to_owned(), bench.unwrap_or_default())
    }

    /// The lines about a run in the head of its file.
    pub fn of_run(&self) -> Vec<String> {
        vec![
            format!("machine: {}", self.machine),
            format!("command: {}", self.command),
        ]
    }
}

/// Prints a result. A reader that has gone away, as after `| head`, is no reason to fail.
pub fn say(text: &str) {
    let mut output = std::io::stdout().lock();
    let _ = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
}

/// Searches go deep; a thread of its own gives them room.
pub fn on_large_stack<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, LabError> {
    std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(work)
        .map_err(|error| LabError::new(format!("a thread was refused: {error}")))?
        .join()
        .map_err(|_| LabError::new("a search ended in a panic, see above"))
}

/// The command as it was given, under the program's own name.
pub fn command() -> String {
    let words = std::env::args().skip(1).map(|word| quoted(&word));
    std::iter::once("regence-lab".to_owned())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

fn quoted(word: &str) -> String {
    match word.is_empty() || word.contains(char::is_whitespace) {
        true => format!("'{word}'"),
        false => word.to_owned(),
    }
}

/// The processor, where the system says which, and the system.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unnamed processor", |(_, name)| name.trim());
    format!("{model}, {cores} cores, {os} {arch}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provenance_is_of_single_lines() {
        let here = Provenance::with_bench::<Chess>(5);
        assert_eq!(
            here.build_and_bench(),
            (env!("CARGO_PKG_VERSION").to_owned(), 5)
        );
        let search = here.search;
        assert!(search.ends_with(", bench 5"), "{search}");
        for text in [machine(), command(), search] {
            assert!(!text.is_empty() && !text.contains('\n'), "{text}");
        }
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("--off"), "--off");
    }
}
