//! The trace: what the console was told and what it did, for people and for trace viewers.

use super::json;
use regence_protocol::console::Level;
use std::collections::VecDeque;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// More events than this are not kept; the oldest go first.
const MOST_EVENTS: usize = 1 << 16;

/// Longer details are cut, so that the trace's size is bounded.
const LONGEST_DETAIL: usize = 1 << 10;

/// Something that happened.
#[derive(Debug)]
struct Event {
    /// Milliseconds since 1970.
    time: u128,
    /// Time since the trace began.
    since: Duration,
    name: &'static str,
    detail: String,
}

/// The last move that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastAi {
    pub source: &'static str,
    pub mv: String,
    /// What the search counted, as `name=value` with semicolons between; empty for a book move.
    pub figures: String,
}

impl LastAi {
    fn summary(&self) -> String {
        format!("{}:{}", self.source, self.mv)
    }
}

/// The events so far, and whether more are kept.
#[derive(Debug)]
pub struct Tracer {
    is_on: bool,
    level: Level,
    commands: u64,
    events: VecDeque<Event>,
    last_ai: Option<LastAi>,
    began: Instant,
}

impl Tracer {
    pub fn new() -> Tracer {
        Tracer {
            is_on: false,
            level: Level::default(),
            commands: 0,
            events: VecDeque::new(),
            last_ai: None,
            began: Instant::now(),
        }
    }

    /// Whether events of a level are kept.
    pub fn keeps(&self, level: Level) -> bool {
        self.is_on && level <= self.level
    }

    pub fn note(&mut self, level: Level, name: &'static str, detail: &str) {
        if !self.keeps(level) {
            return;
        }
        if self.events.len() == MOST_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back(Event {
            time: now(),
            since: self.began.elapsed(),
            name,
            detail: detail.chars().take(LONGEST_DETAIL).collect(),
        });
    }

    /// Notes a command; those about the trace itself leave no trace.
    pub fn note_command(&mut self, line: &str) {
        if self.is_on && !line.starts_with("trace") {
            self.commands += 1;
            self.note(Level::Info, "command", line);
        }
    }

    /// Notes the move that was found; it is known even while the trace is off.
    pub fn note_ai(&mut self, found: LastAi) {
        let detail = match found.figures.as_str() {
            "" => found.summary(),
            figures => format!("{}; {figures}", found.summary()),
        };
        self.note(Level::Info, "ai", &detail);
        self.last_ai = Some(found);
    }

    pub fn switch(&mut self, on: bool) -> String {
        // Both are events: the beginning of the trace, and its end.
        if on {
            self.is_on = true;
            self.note(Level::Error, "trace", "enabled");
        } else {
            self.note(Level::Error, "trace", "disabled");
            self.is_on = false;
        }
        format!(
            "TRACE: enabled={}; level={}; events={}",
            self.is_on,
            self.level.as_str(),
            self.events.len()
        )
    }

    pub fn set_level(&mut self, level: Level) -> String {
        self.level = level;
        format!("TRACE: level={}", level.as_str())
    }

    pub fn reset(&mut self) -> String {
        self.events.clear();
        self.commands = 0;
        self.last_ai = None;
        "TRACE: reset".to_string()
    }

    pub fn report(&self) -> String {
        let mut text = format!(
            "TRACE: enabled={}; level={}; events={}; commands={}; last_ai=",
            self.is_on,
            self.level.as_str(),
            self.events.len(),
            self.commands
        );
        match &self.last_ai {
            None => text.push_str("none"),
            Some(found) => {
                text.push_str(&found.summary());
                if !found.figures.is_empty() {
                    text.push_str(&format!("; {}", found.figures));
                }
            }
        }
        text
    }

    /// Writes the trace to a file, and says how much that was.
    pub fn export(&self, path: &str) -> Result<String, String> {
        let body = |event: &Event| {
            format!(
                "{{\"ts_ms\":{},\"event\":{},\"detail\":{}}}",
                event.time,
                json::string(event.name),
                json::string(&event.detail)
            )
        };
        let last = self.last_ai.as_ref().map_or(String::new(), |found| {
            format!(
                ",\"last_ai\":{{\"source\":{},\"move\":{},\"summary\":{}}}",
                json::string(found.source),
                json::string(&found.mv),
                json::string(&found.summary())
            )
        });
        let text = self.document("tgac.trace.v1", "", body, &last);
        self.write("export", path, &text)
    }

    /// Writes the trace in the form of Chrome's trace events.
    pub fn export_chrome(&self, path: &str) -> Result<String, String> {
        let level = self.level.as_str();
        let body = |event: &Event| {
            format!(
                "{{\"name\":{},\"cat\":\"engine.trace\",\"ph\":\"i\",\"ts\":{},\"pid\":{},\"tid\":1,\
                 \"args\":{{\"detail\":{},\"level\":\"{level}\",\"ts_ms\":{}}}}}",
                json::string(event.name),
                event.since.as_micros(),
                std::process::id(),
                json::string(&event.detail),
                event.time
            )
        };
        let unit = "\"display_time_unit\":\"ms\",";
        let text = self.document("tgac.chrome_trace.v1", unit, body, "");
        self.write("chrome", path, &text)
    }

    /// The head that both forms have in common, and the events.
    fn document(
        &self,
        format: &str,
        unit: &str,
        body: impl Fn(&Event) -> String,
        tail: &str,
    ) -> String {
        let events: Vec<_> = self.events.iter().map(body).collect();
        format!(
            "{{\"format\":\"{format}\",\"engine\":\"regence\",\"generated_at_ms\":{},\"enabled\":{},\
             \"level\":\"{}\",\"command_count\":{},\"event_count\":{},{unit}\"events\":[{}]{tail}}}\n",
            now(),
            self.is_on,
            self.level.as_str(),
            self.commands,
            events.len(),
            events.join(",")
        )
    }

    fn write(&self, kind: &str, path: &str, text: &str) -> Result<String, String> {
        std::fs::write(path, text).map_err(|error| format!("trace {kind}: {path}: {error}"))?;
        Ok(format!(
            "TRACE: {kind}={path}; events={}; bytes={}",
            self.events.len(),
            text.len()
        ))
    }
}

/// Milliseconds since 1970; 0 on a machine whose clock is set to before.
fn now() -> u128 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_is_an_event_and_a_reset_forgets() {
        let mut trace = Tracer::new();
        trace.note_command("new");
        assert_eq!(
            trace.switch(true),
            "TRACE: enabled=true; level=info; events=1"
        );
        trace.note_command("new");
        trace.note_command("trace report");
        assert_eq!(
            trace.report(),
            "TRACE: enabled=true; level=info; events=2; commands=1; last_ai=none"
        );
        trace.note_ai(LastAi {
            source: "search",
            mv: "e2e4".into(),
            figures: "depth=1".into(),
        });
        assert!(trace.report().ends_with("last_ai=search:e2e4; depth=1"));
        assert_eq!(trace.reset(), "TRACE: reset");
        assert!(
            trace
                .report()
                .contains("events=0; commands=0; last_ai=none")
        );
    }

    #[test]
    fn levels_keep_more_and_more() {
        let mut trace = Tracer::new();
        trace.switch(true);
        trace.note(Level::Debug, "iteration", "");
        assert_eq!(trace.events.len(), 1);
        assert_eq!(trace.set_level(Level::Debug), "TRACE: level=debug");
        trace.note(Level::Debug, "iteration", "");
        assert_eq!(trace.events.len(), 2);
        trace.set_level(Level::Error);
        trace.note_command("new");
        assert_eq!(trace.events.len(), 2);
        trace.note(Level::Error, "error", "");
        assert_eq!(trace.events.len(), 3);
    }

    #[test]
    fn the_trace_is_bounded() {
        let mut trace = Tracer::new();
        trace.switch(true);
        let long = "x".repeat(10 * LONGEST_DETAIL);
        for _ in 0..MOST_EVENTS + 10 {
            trace.note(Level::Info, "command", "x");
        }
        trace.note(Level::Info, "command", &long);
        assert_eq!(trace.events.len(), MOST_EVENTS);
        assert_eq!(trace.events.back().unwrap().detail.len(), LONGEST_DETAIL);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_an_error() {
        let error = Tracer::new().export("no such folder/t.json").unwrap_err();
        assert!(error.starts_with("trace export: no such folder"), "{error}");
    }
}
