//! The engine on the table: started when needed, restarted when it has died, and everything it says is kept.

use std::time::{Duration, Instant};

use super::position::{Position, Searched};
use regence_arena::client::ClientError;
use regence_arena::client::Launch;
use regence_arena::client::uci::{Event, Go, Uci};

/// How long an examination may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    pub quick: bool,
}

impl Profile {
    /// One of two values.
    pub fn pick<T>(self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// One of two times in milliseconds.
    pub fn millis(self, quick: u64, full: u64) -> Duration {
        Duration::from_millis(self.pick(quick, full))
    }

    /// How long to wait for something that should come at once before the engine counts as deaf. A busy
    /// machine may take a while.
    pub fn patience(self) -> Duration {
        self.millis(2500, 6000)
    }

    /// How long to wait for an engine that prepares something: clearing a large table takes its time on a busy
    /// machine, and waiting costs nothing where the engine is healthy.
    pub fn long_patience(self) -> Duration {
        self.patience() * 8
    }
}

/// Searches that are kept for the judges of the whole examination.
const MOST_SEARCHES: usize = 5000;

#[derive(Debug)]
pub struct Patient {
    launch: Launch,
    settings: Vec<(String, String)>,
    pub profile: Profile,
    uci: Option<Uci>,
    name: String,
    log: Vec<Searched>,
}

impl Patient {
    /// Starts the engine, which must answer `uci`.
    pub fn new(
        launch: Launch,
        settings: Vec<(String, String)>,
        profile: Profile,
    ) -> Result<Patient, ClientError> {
        let mut patient = Patient {
            name: launch.to_string(),
            launch,
            settings,
            profile,
            uci: None,
            log: Vec::new(),
        };
        patient.name = patient.uci()?.name();
        Ok(patient)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// All searches so far.
    pub fn log(&self) -> &[Searched] {
        &self.log
    }

    /// The running engine; a dead one is replaced.
    pub fn uci(&mut self) -> Result<&mut Uci, ClientError> {
        let uci = match self.uci.take() {
            Some(uci) => uci,
            None => {
                let greeting = self.profile.millis(10_000, 20_000);
                let mut uci = Uci::start(&self.launch, greeting)?;
                for (name, value) in &self.settings {
                    uci.set_option(name, Some(value));
                }
                uci.ready(greeting)?;
                uci
            }
        };
        Ok(self.uci.insert(uci))
    }

    /// Kills the engine. The next one who needs it starts another.
    pub fn restart(&mut self) {
        self.uci = None;
    }

    /// The last lines of the conversation.
    pub fn transcript(&mut self, lines: usize) -> String {
        match &mut self.uci {
            Some(uci) => uci.process().transcript_text(lines),
            None => String::new(),
        }
    }

    /// `ucinewgame` and `isready`.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        let patience = self.profile.long_patience();
        let uci = self.uci()?;
        uci.new_game();
        uci.ready(patience).map(|_| ())
    }

    /// Sets an option and waits until that is done.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        let patience = self.profile.long_patience();
        let uci = self.uci()?;
        uci.set_option(name, Some(value));
        uci.ready(patience).map(|_| ())
    }

    /// Searches and waits for the answer: a while longer than the limits allow.
    pub fn search(&mut self, position: &Position, go: &Go) -> Result<Searched, ClientError> {
        let planned = go.move_time.unwrap_or_default()
            + go.clocks.map_or(Duration::ZERO, |clocks| clocks.left[0]);
        let patience = planned * 3 + self.profile.millis(4000, 15_000);
        self.start(position, go)?;
        self.finish(position, go, patience)
    }

    /// A search of a new game.
    pub fn fresh_search(&mut self, position: &Position, go: &Go) -> Result<Searched, ClientError> {
        self.new_game()?;
        self.search(position, go)
    }

    /// Sends position and `go`.
    pub fn start(&mut self, position: &Position, go: &Go) -> Result<(), ClientError> {
        let uci = self.uci()?;
        uci.position(position.start_fen(), position.moves());
        uci.start_search(go);
        Ok(())
    }

    /// Searches without limits and stops that long after the first line has come. Not earlier: many an engine loses a
    /// stop that comes before its search has begun.
    pub fn interrupted_search(
        &mut self,
        position: &Position,
        after: Duration,
    ) -> Result<Searched, ClientError> {
        let go = Go::infinite();
        let patience = self.profile.patience();
        self.start(position, &go)?;
        let uci = self.uci()?;
        let began = uci.search_began();
        let mut early = Vec::new();
        let mut stop_at = began + Duration::from_secs(1);
        loop {
            match uci.event(stop_at, "info") {
                Ok((Event::Info(info), at)) => {
                    if early.is_empty() {
                        stop_at = Instant::now() + after;
                    }
                    early.push((at.saturating_duration_since(began), info));
                }
                // An answer without stop is another check's matter.
                Ok((Event::BestMove { best, ponder }, at)) => {
                    return Ok(Searched {
                        position: position.clone(),
                        go,
                        lines: early,
                        best,
                        ponder,
                        elapsed: at.saturating_duration_since(began),
                        faults: Vec::new(),
                    });
                }
                Ok(_) => {}
                Err(ClientError::Silent { .. }) => break,
                Err(other) => return Err(other),
            }
        }
        uci.stop();
        let mut searched = self.finish(position, &go, patience)?;
        searched.lines.splice(..0, early);
        Ok(searched)
    }

    /// Waits for the answer to the search that was started.
    pub fn finish(
        &mut self,
        position: &Position,
        go: &Go,
        patience: Duration,
    ) -> Result<Searched, ClientError> {
        let uci = self.uci()?;
        let began = uci.search_began();
        let deadline = Instant::now().max(began) + patience;
        let (mut lines, mut faults) = (Vec::new(), Vec::new());
        let searched = loop {
            match uci.event(deadline, "bestmove")? {
                (Event::Info(info), at) => {
                    lines.push((at.saturating_duration_since(began), info));
                }
                (Event::Faulty(fault), _) => faults.push(fault),
                (Event::BestMove { best, ponder }, at) => {
                    break Searched {
                        position: position.clone(),
                        go: go.clone(),
                        lines,
                        best,
                        ponder,
                        elapsed: at.saturating_duration_since(began),
                        faults,
                    };
                }
                _ => {}
            }
        };
        if self.log.len() < MOST_SEARCHES {
            self.log.push(searched.clone());
        }
        Ok(searched)
    }
}
