//! Who meets whom, when, and with what opening. Everything follows from a game's number, so that a match can be gone on
//! with, and made longer, at any time.

use std::fmt;

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Format {
    /// Everybody against everybody
    #[default]
    RoundRobin,
    /// The first engine against all others
    Gauntlet,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
        })
    }
}

/// A game to be played. Two with the same pair have the same opening and opposite seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    pub number: u64,
    /// Which of the pairings it belongs to.
    pub pairing: usize,
    /// The number of the pairing's pair, and of its opening.
    pub round: u64,
    /// The engines in the first and the second seat.
    pub engines: [usize; 2],
}

/// All games of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u64,
}

impl Schedule {
    /// So many games between each two engines that meet, rounded up to pairs.
    pub fn new(format: Format, engines: usize, games: u64) -> Schedule {
        let all = (0..engines).flat_map(|a| (a + 1..engines).map(move |b| [a, b]));
        let pairings = match format {
            Format::RoundRobin => all.collect(),
            Format::Gauntlet => all.filter(|pairing| pairing[0] == 0).collect(),
        };
        Schedule {
            pairings,
            rounds: games.div_ceil(2),
        }
    }

    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    pub fn games(&self) -> u64 {
        2 * self.rounds * self.pairings.len() as u64
    }

    /// The number of a game: all pairings play a pair before the next round begins.
    pub fn number(&self, pairing: usize, round: u64, second: bool) -> u64 {
        2 * (round * self.pairings.len() as u64 + pairing as u64) + u64::from(second)
    }

    /// The game of that number.
    pub fn fixture(&self, number: u64) -> Fixture {
        let pair = number / 2;
        let count = self.pairings.len() as u64;
        let pairing = (pair % count) as usize;
        let mut engines = self.pairings[pairing];
        if number % 2 == 1 {
            engines.swap(0, 1);
        }
        Fixture {
            number,
            pairing,
            round: pair / count,
            engines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 3);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!((schedule.rounds(), schedule.games()), (2, 12));
        let games: Vec<Fixture> = (0..12).map(|number| schedule.fixture(number)).collect();
        let seats: Vec<_> = games.iter().map(|game| game.engines).collect();
        assert_eq!(seats[..6], [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert!(games[..6].iter().all(|game| game.round == 0));
        assert!(games[6..].iter().all(|game| game.round == 1));
        for game in games {
            let second = game.number % 2 == 1;
            assert_eq!(
                schedule.number(game.pairing, game.round, second),
                game.number
            );
        }
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 2);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn more_games_do_not_renumber_the_others() {
        let short = Schedule::new(Format::RoundRobin, 4, 2);
        let long = Schedule::new(Format::RoundRobin, 4, 20);
        for number in 0..short.games() {
            assert_eq!(short.fixture(number), long.fixture(number));
        }
    }
}
