//! How a match stands while it is played: a bar on a terminal, a line now and then elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Time between two lines where there is no terminal.
const TELL_EVERY: Duration = Duration::from_secs(10);

/// Tells on standard error.
#[derive(Debug)]
pub struct Live {
    bar: Option<ProgressBar>,
    wanted: u64,
    before: u64,
    began: Instant,
    told: Option<Instant>,
}

impl Live {
    /// Of a match of so many games, some of which may have been played before.
    pub fn new(wanted: u64, before: u64) -> Live {
        Live {
            bar: std::io::stderr().is_terminal().then(|| bar(wanted, before)),
            wanted,
            before,
            began: Instant::now(),
            told: None,
        }
    }

    /// Tells how it stands. The message is asked for only when it is shown.
    pub fn tell(&mut self, played: u64, message: impl FnOnce() -> String) {
        let now = Instant::now();
        if let Some(bar) = &self.bar {
            bar.set_position(played);
            bar.set_message(message());
            return;
        }
        let is_early = self.told.is_some_and(|told| now - told < TELL_EVERY);
        if is_early || played == self.before {
            return;
        }
        self.told = Some(now);
        let a_game = self.began.elapsed().as_secs_f64() / (played - self.before) as f64;
        let left = a_game * self.wanted.saturating_sub(played) as f64;
        eprintln!(
            "{played}/{} games  {}  {a_game:.2} s a game, {left:.0} s to go",
            self.wanted,
            message()
        );
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            // The result that follows says all that the bar did.
            bar.finish_and_clear();
        }
    }
}

fn bar(wanted: u64, before: u64) -> ProgressBar {
    let bar = ProgressBar::new(wanted).with_position(before);
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_secs(1));
    let form = "{elapsed} [{bar:24}] {pos}/{len} games, {eta} to go\n{wide_msg}";
    match ProgressStyle::with_template(form) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}
