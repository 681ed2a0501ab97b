//! The options that a GUI can set.

use regence_core::pool::MAX_THREADS;
use regence_core::table::machine_megabytes;
use regence_protocol::uci::{Error, OptionSpec, OptionValue, find_option};
use std::time::Duration;

/// What is allowed for the hash table where the system does not tell its memory.
const UNKNOWN_MEMORY: usize = 1 << 16;

/// The options, as the `uci` command lists them.
pub fn options() -> Vec<OptionSpec> {
    let memory = machine_megabytes().unwrap_or(UNKNOWN_MEMORY);
    vec![
        OptionSpec::spin("Hash", 16, 1, memory as i64),
        OptionSpec::button("Clear Hash"),
        OptionSpec::spin("Threads", 1, 1, MAX_THREADS as i64),
        OptionSpec::spin("MultiPV", 1, 1, 256),
        OptionSpec::check("Ponder", false),
        OptionSpec::spin("Move Overhead", 10, 0, 5000),
        OptionSpec::check("OwnBook", false),
        OptionSpec::text("BookFile"),
        OptionSpec::text("EvalFile"),
        OptionSpec::text("SyzygyPath"),
        OptionSpec::spin("SyzygyProbeLimit", 7, 0, 7),
        OptionSpec::check("Syzygy50MoveRule", true),
        OptionSpec::check("UCI_Chess960", false),
        OptionSpec::check("UCI_ShowWDL", false),
        OptionSpec::check("UCI_AnalyseMode", false),
        OptionSpec::check("UCI_LimitStrength", false),
        OptionSpec::spin("UCI_Elo", 1500, 800, 3000),
    ]
}

/// A change that is more than a setting: the session has to make it, when it is not searching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineChange {
    Hash(usize),
    ClearHash,
    Threads(usize),
    /// Another book; the empty name is the embedded one.
    Book(String),
    /// Another evaluation; the empty name is the embedded one.
    Eval(String),
    /// Other endgame tables; the empty name is none.
    Endgames(String),
    /// The same endgame tables, used in another way.
    EndgameRules,
}

/// The settings that the next search takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub lines: usize,
    pub overhead: Duration,
    pub chess960: bool,
    pub show_wdl: bool,
    /// The most pieces for which endgame tables are asked.
    pub endgame_limit: u32,
    /// Whether the fifty-move rule counts in them.
    pub fifty_moves: bool,
    own_book: bool,
    analyse_mode: bool,
    limit_strength: bool,
    elo: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            lines: 1,
            overhead: Duration::from_millis(10),
            chess960: false,
            show_wdl: false,
            endgame_limit: 7,
            fifty_moves: true,
            own_book: false,
            analyse_mode: false,
            limit_strength: false,
            elo: 1500,
        }
    }
}

impl Settings {
    /// Sets an option, or returns the change that is left to the engine.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Option<EngineChange>, Error> {
        let options = options();
        let spec = find_option(&options, name)?;
        match (spec.name(), spec.read(value)?) {
            ("Hash", OptionValue::Spin(n)) => return Ok(Some(EngineChange::Hash(n as usize))),
            ("Threads", OptionValue::Spin(n)) => {
                return Ok(Some(EngineChange::Threads(n as usize)));
            }
            ("Clear Hash", _) => return Ok(Some(EngineChange::ClearHash)),
            ("BookFile", OptionValue::Text(path)) => return Ok(Some(EngineChange::Book(path))),
            ("EvalFile", OptionValue::Text(path)) => return Ok(Some(EngineChange::Eval(path))),
            ("SyzygyPath", OptionValue::Text(path)) => {
                return Ok(Some(EngineChange::Endgames(path)));
            }
            ("SyzygyProbeLimit", OptionValue::Spin(n)) => {
                self.endgame_limit = n as u32;
                return Ok(Some(EngineChange::EndgameRules));
            }
            ("Syzygy50MoveRule", OptionValue::Check(on)) => {
                self.fifty_moves = on;
                return Ok(Some(EngineChange::EndgameRules));
            }
            ("OwnBook", OptionValue::Check(on)) => self.own_book = on,
            ("MultiPV", OptionValue::Spin(n)) => self.lines = n as usize,
            ("Move Overhead", OptionValue::Spin(n)) => {
                self.overhead = Duration::from_millis(n as u64);
            }
            ("UCI_Chess960", OptionValue::Check(on)) => self.chess960 = on,
            ("UCI_ShowWDL", OptionValue::Check(on)) => self.show_wdl = on,
            ("UCI_AnalyseMode", OptionValue::Check(on)) => self.analyse_mode = on,
            ("UCI_LimitStrength", OptionValue::Check(on)) => self.limit_strength = on,
            ("UCI_Elo", OptionValue::Spin(n)) => self.elo = n as u32,
            // `Ponder` only tells us that `go ponder` may come; it needs no preparation.
            _ => {}
        }
        Ok(None)
    }

    /// Whether the book may answer. An analysis is always searched.
    pub fn uses_book(&self) -> bool {
        self.own_book && !self.analyse_mode
    }

    /// The strength to play at, if it is limited. An analysis is always at full strength.
    pub fn elo(&self) -> Option<u32> {
        (self.limit_strength && !self.analyse_mode).then_some(self.elo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_protocol::uci::OptionKind;

    #[test]
    fn the_declared_defaults_are_the_real_ones() {
        let mut settings = Settings::default();
        for spec in options() {
            let value = match spec.kind() {
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Button | OptionKind::Text => continue,
            };
            settings
                .set(spec.name(), Some(&value))
                .expect("a default is allowed");
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn only_the_engines_own_options_are_left_to_it() {
        let mut settings = Settings::default();
        let set =
            |settings: &mut Settings, name, value| settings.set(name, value).expect("allowed");
        assert_eq!(
            set(&mut settings, "hash", Some("2")),
            Some(EngineChange::Hash(2))
        );
        assert_eq!(
            set(&mut settings, "Threads", Some("3")),
            Some(EngineChange::Threads(3))
        );
        assert_eq!(
            set(&mut settings, "Clear Hash", None),
            Some(EngineChange::ClearHash)
        );
        assert_eq!(
            set(&mut settings, "BookFile", Some("a b.bin")),
            Some(EngineChange::Book("a b.bin".into()))
        );
        assert_eq!(set(&mut settings, "MultiPV", Some("4")), None);
        assert_eq!(settings.lines, 4);
    }

    #[test]
    fn strength_is_limited_in_play_only() {
        let mut settings = Settings::default();
        assert_eq!(settings.elo(), None);
        settings.set("UCI_Elo", Some("1200")).expect("allowed");
        settings
            .set("UCI_LimitStrength", Some("true"))
            .expect("allowed");
        assert_eq!(settings.elo(), Some(1200));
        settings
            .set("UCI_AnalyseMode", Some("true"))
            .expect("allowed");
        assert_eq!(settings.elo(), None);
    }

    #[test]
    fn the_book_is_for_play_only() {
        let mut settings = Settings::default();
        assert!(!settings.uses_book());
        settings.set("OwnBook", Some("true")).expect("allowed");
        assert!(settings.uses_book());
        settings
            .set("UCI_AnalyseMode", Some("true"))
            .expect("allowed");
        assert!(!settings.uses_book());
    }

    #[test]
    fn bad_settings_change_nothing() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("MultiPV", Some("0")),
            ("UCI_Elo", Some("x")),
            ("Nonsense", None),
        ] {
            assert!(settings.set(name, value).is_err());
        }
        assert_eq!(settings, Settings::default());
    }
}
