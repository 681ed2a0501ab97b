//! What the options of a GUI set.

use regence_chess_search::tablebase::Endgames;
use std::time::Duration;

/// How endgame tables are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameRules {
    /// The most pieces for which they are asked.
    pub limit: u32,
    /// Whether the fifty-move rule counts in them.
    pub fifty_moves: bool,
}

impl EndgameRules {
    /// Those tables, used by these rules.
    pub fn on(self, mut endgames: Endgames) -> Endgames {
        endgames.set_rules(self.limit, self.fifty_moves);
        endgames
    }
}

/// The settings that the next search takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub lines: usize,
    pub overhead: Duration,
    pub chess960: bool,
    pub show_wdl: bool,
    pub endgame_rules: EndgameRules,
    pub own_book: bool,
    pub analyse_mode: bool,
    pub limit_strength: bool,
    pub elo: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            lines: 1,
            overhead: Duration::from_millis(10),
            chess960: false,
            show_wdl: false,
            endgame_rules: EndgameRules {
                limit: 7,
                fifty_moves: true,
            },
            own_book: false,
            analyse_mode: false,
            limit_strength: false,
            elo: 1500,
        }
    }
}

impl Settings {
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

    #[test]
    fn strength_is_limited_in_play_only() {
        let mut settings = Settings {
            elo: 1200,
            ..Settings::default()
        };
        assert_eq!(settings.elo(), None);
        settings.limit_strength = true;
        assert_eq!(settings.elo(), Some(1200));
        settings.analyse_mode = true;
        assert_eq!(settings.elo(), None);
    }

    #[test]
    fn the_book_is_for_play_only() {
        let mut settings = Settings::default();
        assert!(!settings.uses_book());
        settings.own_book = true;
        assert!(settings.uses_book());
        settings.analyse_mode = true;
        assert!(!settings.uses_book());
    }
}
