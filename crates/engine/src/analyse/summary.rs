//! What a run found, all in all: each player's accuracy, or how many test positions were solved.

use std::collections::HashMap;
use std::fmt::Write;
use std::time::Duration;

use regence_chess::Color;
use regence_core::report::per_second;

use super::input::Kind;
use super::progress;
use super::story::{GameStory, Score, Story};
use regence_records::chance::Mark;

/// A collection may have millions of players; only so many are kept apart.
const MOST_PLAYERS: usize = 10_000;
/// Players that are shown.
const SHOWN: usize = 20;
const OTHERS: &str = "all others";

#[derive(Debug, Default)]
pub struct Summary {
    players: HashMap<String, Player>,
    pub records: u64,
    pub positions: u64,
    pub bad: u64,
    pub nodes: u64,
    pub searching: Duration,
    solved: u64,
    asked: u64,
    failures: Vec<String>,
}

#[derive(Debug, Default)]
struct Player {
    games: u64,
    accuracy: f64,
    marks: [usize; 3],
}

impl Summary {
    pub fn add(&mut self, story: &Story) {
        self.records += 1;
        match story {
            Story::Game(story) => self.add_game(story),
            Story::Position(story) => {
                self.asked += u64::from(story.score != Score::NoGoal);
                self.solved += u64::from(story.score == Score::Solved);
                if let Score::Failed(why) = &story.score
                    && self.failures.len() < SHOWN
                {
                    let number = story.number;
                    let name = match story.epd.id() {
                        Some(id) => format!("{number} ({id})"),
                        None => number.to_string(),
                    };
                    self.failures.push(format!("position {name}: {why}"));
                }
            }
        }
    }

    fn add_game(&mut self, story: &GameStory) {
        for (side, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
            let Some(accuracy) = story.accuracy[side.index()] else {
                continue;
            };
            let name = story.game.tags().get(tag).unwrap_or("?");
            let is_room = self.players.len() < MOST_PLAYERS || self.players.contains_key(name);
            let name = if is_room { name } else { OTHERS };
            let player = self.players.entry(name.to_string()).or_default();
            player.games += 1;
            player.accuracy += accuracy;
            for (count, mark) in player.marks.iter_mut().zip(Mark::ALL) {
                *count += story.count(side, mark);
            }
        }
    }

    /// The whole summary. `threads` had so much time.
    pub fn text(&self, kind: Kind, time: Duration, threads: usize) -> String {
        let mut text = match kind {
            Kind::Games => self.players(),
            Kind::Positions => self.suite(),
        };
        let (one, many) = kind.words();
        let noun = if self.records == 1 { one } else { many };
        let thread_noun = if threads == 1 { "thread" } else { "threads" };
        // Where the records are positions, they are not counted twice.
        let positions = match (kind, self.positions) {
            (Kind::Positions, _) => String::new(),
            (Kind::Games, 1) => ", 1 position".to_string(),
            (Kind::Games, count) => format!(", {count} positions"),
        };
        let share = self.searching.as_secs_f64() / (time.as_secs_f64() * threads as f64).max(1e-9);
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{} {noun}{positions}, {} nodes in {} on {threads} {thread_noun}: {} nodes a second, {:.1} % of their \
             time was search",
            self.records,
            self.nodes,
            progress::words(time),
            per_second(self.nodes, time),
            100.0 * share.min(1.0)
        );
        if self.bad > 0 {
            let noun = if self.bad == 1 { one } else { many };
            let _ = write!(
                text,
                "\n{} {noun} could not be read and are left out",
                self.bad
            );
        }
        text
    }

    fn players(&self) -> String {
        let mut players: Vec<_> = self.players.iter().collect();
        players.sort_by(|a, b| b.1.games.cmp(&a.1.games).then_with(|| a.0.cmp(b.0)));
        if players.is_empty() {
            return String::new();
        }
        let mut text = format!(
            "{:<24} {:>6} {:>9} {:>13} {:>9} {:>9}\n",
            "player", "games", "accuracy", "inaccuracies", "mistakes", "blunders"
        );
        for (name, player) in players.iter().take(SHOWN) {
            let [inaccuracies, mistakes, blunders] = player.marks;
            let name: String = name.chars().take(24).collect();
            let accuracy = player.accuracy / player.games as f64;
            let _ = writeln!(
                text,
                "{name:<24} {:>6} {accuracy:>9.1} {inaccuracies:>13} {mistakes:>9} {blunders:>9}",
                player.games
            );
        }
        if players.len() > SHOWN {
            let _ = writeln!(text, "… and {} more players", players.len() - SHOWN);
        }
        text
    }

    fn suite(&self) -> String {
        if self.asked == 0 {
            return String::new();
        }
        let mut text = String::new();
        for failure in &self.failures {
            let _ = writeln!(text, "{failure}");
        }
        let failed = self.asked - self.solved;
        if failed > self.failures.len() as u64 {
            let _ = writeln!(text, "… and {} more", failed - self.failures.len() as u64);
        }
        let _ = writeln!(
            text,
            "{} of {} solved ({:.1} %)",
            self.solved,
            self.asked,
            100.0 * self.solved as f64 / self.asked as f64
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_counted_once_and_in_the_right_number() {
        let mut summary = Summary::default();
        (summary.records, summary.positions) = (5, 5);
        let text =
            |summary: &Summary, kind, threads| summary.text(kind, Duration::from_secs(1), threads);
        let positions = text(&summary, Kind::Positions, 1);
        assert!(
            positions.starts_with("5 positions, 0 nodes in "),
            "{positions}"
        );
        assert!(positions.contains(" on 1 thread: "), "{positions}");
        summary.records = 1;
        let games = text(&summary, Kind::Games, 2);
        assert!(games.starts_with("1 game, 5 positions, "), "{games}");
        assert!(games.contains(" on 2 threads: "), "{games}");
    }
}
