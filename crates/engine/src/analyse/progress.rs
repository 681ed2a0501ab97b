//! How far the work has come: a bar with the time that is left, on a terminal.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// Shown on standard error; where that is no terminal, only messages are.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    began: Instant,
}

impl Progress {
    /// `bytes` is the length of the input, where it is known; `done` what an earlier run has dealt with.
    pub fn new(bytes: Option<u64>, done: u64, is_shown: bool) -> Progress {
        let (bar, form) = match (is_shown, bytes) {
            (false, _) => (ProgressBar::hidden(), ""),
            (true, Some(bytes)) => (
                ProgressBar::new(bytes).with_position(done),
                "{elapsed} [{bar:30}] {percent}%, {eta} left  {wide_msg}",
            ),
            (true, None) => (ProgressBar::new_spinner(), "{elapsed} {spinner} {wide_msg}"),
        };
        let bar = match ProgressStyle::with_template(form) {
            Ok(style) => bar.with_style(style.progress_chars("=> ")),
            Err(_) => bar,
        };
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(500));
        Progress {
            bar,
            began: Instant::now(),
        }
    }

    pub fn advance(&self, bytes: u64, message: impl FnOnce() -> String) {
        self.bar.inc(bytes);
        if !self.bar.is_hidden() {
            self.bar.set_message(message());
        }
    }

    /// Says something without disturbing the bar.
    pub fn say(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }

    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A time in words, exact where it is short.
pub fn words(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        _ => HumanDuration(time).to_string(),
    }
}
