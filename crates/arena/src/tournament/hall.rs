//! The hall where the games of a match are played at the same time, each at a table of its own.

use std::sync::Arc;
use std::time::Duration;

use super::game::{self, Broken, FaultKind, FaultNote, Played, Seat};
use super::player::Player;
use super::position::Position;
use super::record::{self, Heading};
use super::results::{GameLine, Games, Results};
use super::schedule::{Fixture, Schedule};
use super::spec::EngineSpec;
use super::starts::Starts;
use crate::adjudication::Rules;
use crate::client::ClientError;
use crate::error::LabError;
use crate::workers::{self, Next};

/// All that decides the games of a match.
#[derive(Debug)]
pub struct Match {
    pub engines: Vec<Arc<EngineSpec>>,
    pub schedule: Schedule,
    pub starts: Starts,
    pub rules: Rules,
    /// How long an engine without a clock may be silent.
    pub hang: Duration,
    pub event: String,
}

/// Engines that a table keeps running; others are ended.
const AT_HAND: usize = 4;
/// How often an engine may fail to get ready for one game.
const ATTEMPTS: usize = 3;

/// Plays the games of the schedule that are missing. After each one the caller looks at all of them.
pub fn run(
    of: &Match,
    games: &mut Games,
    results: &mut Results,
    concurrency: usize,
    mut look: impl FnMut(&Games) -> Next,
) -> Result<(), LabError> {
    let missing: Vec<u64> = (0..of.schedule.games())
        .filter(|number| !games.contains_key(number))
        .collect();
    if missing.is_empty() || look(games) == Next::Stop {
        return Ok(());
    }
    let set_up = || {
        Ok(Table {
            of,
            starts: of.starts.clone(),
            players: Vec::new(),
        })
    };
    let play = |table: &mut Table<'_>, number| {
        let played = table.play(of.schedule.fixture(number));
        played.map_err(|Broken(error)| error)
    };
    workers::share(&missing, concurrency, set_up, play, |number, done: Done| {
        results.add(number, done.line, &done.record, &done.faults)?;
        games.insert(number, done.line);
        Ok(look(games))
    })
}

/// A finished game as text.
struct Done {
    line: GameLine,
    record: String,
    faults: String,
}

/// The engines that one thread has at hand.
struct Table<'a> {
    of: &'a Match,
    starts: Starts,
    /// The most recent last.
    players: Vec<(usize, Player)>,
}

impl Table<'_> {
    fn play(&mut self, fixture: Fixture) -> Result<Done, Broken> {
        let position = self.starts.get(fixture.round);
        let mut players = fixture.engines.map(|engine| self.take(engine));
        let mut early = Vec::new();
        for seat in Seat::BOTH {
            let player = &mut players[seat.index()];
            let name = &self.of.engines[fixture.engines[seat.index()]].name;
            prepare(player, name, seat, &position, &mut early)?;
        }
        let [first, second] = &mut players;
        let mut played = game::play(position, [first, second], self.of.rules, self.of.hang)?;
        played.faults.splice(0..0, early);
        for (engine, player) in fixture.engines.into_iter().zip(players) {
            self.players.push((engine, player));
        }
        let excess = self.players.len().saturating_sub(AT_HAND);
        self.players.drain(..excess);
        Ok(self.describe(fixture, &played))
    }

    fn take(&mut self, engine: usize) -> Player {
        match self.players.iter().position(|(known, _)| *known == engine) {
            Some(at) => self.players.remove(at).1,
            None => Player::new(self.of.engines[engine].clone()),
        }
    }

    fn describe(&self, fixture: Fixture, played: &Played) -> Done {
        let specs = fixture.engines.map(|engine| &self.of.engines[engine]);
        let controls = specs.map(|spec| spec.control.to_string());
        let heading = Heading {
            number: fixture.number,
            event: &self.of.event,
            names: specs.map(|spec| spec.name.as_str()),
            controls: [&controls[0], &controls[1]],
        };
        let mut faults = String::new();
        // Faults without a position repeat those before them.
        for fault in played.faults.iter().filter(|f| !f.position.is_empty()) {
            let name = heading.names[fault.seat.index()];
            faults += &format!("game {}, {name}: {fault}\n", fixture.number + 1);
        }
        Done {
            line: GameLine::of(played),
            record: record::text(played, &heading),
            faults,
        }
    }
}

/// Gets an engine ready, with a new process where the old one does not answer.
fn prepare(
    player: &mut Player,
    name: &str,
    seat: Seat,
    position: &Position,
    faults: &mut Vec<FaultNote>,
) -> Result<(), Broken> {
    for attempt in 1.. {
        let Err(error) = player.prepare(position) else {
            break;
        };
        if error == ClientError::Interrupted || attempt == ATTEMPTS {
            return Err(Broken(LabError::new(format!(
                "{name} does not get ready for a game: {error}; repair it and go on with --resume\n{}",
                player.transcript()
            ))));
        }
        let kind = match error {
            ClientError::Silent { .. } => FaultKind::Hang,
            ClientError::Refused { .. } => FaultKind::Protocol,
            _ => FaultKind::Crash,
        };
        faults.push(FaultNote {
            seat,
            kind,
            what: format!("before the game: {error}"),
            position: position.to_string(),
            transcript: player.transcript(),
        });
    }
    Ok(())
}
