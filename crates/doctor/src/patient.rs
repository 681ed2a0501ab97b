//! The engine on the table: started when needed, restarted when it has died, and everything it says is kept.
//!
//! One fault must not hide the others. What an engine cannot be asked is kept as its [`Manner`], and it is then asked in
//! another way; an engine that falls silent or dies is started again and gets a second chance, and the accident is kept.

use std::time::{Duration, Instant};

use super::position::{Position, Searched};
use regence_arena::client::ClientError;
use regence_arena::client::Fault;
use regence_arena::client::uci::{Event, Go, Info, Uci};
use regence_arena::client::{Launch, accounting};

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

/// What this engine can be asked, as far as is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// `stop` is not heard in a search: every search must end by itself.
    pub is_deaf: bool,
    /// `ucinewgame` kills it, or leaves the table as it was: a new game needs a new process.
    pub needs_new_process: bool,
    /// `searchmoves` is obeyed.
    pub knows_search_moves: bool,
    /// `go nodes` is obeyed.
    pub knows_nodes: bool,
}

/// An engine that died, or did not answer when it had to.
#[derive(Clone, Debug)]
pub struct Accident {
    /// What it was asked, as lines of the protocol.
    pub asked: Vec<String>,
    pub error: ClientError,
    /// The end of the conversation, and what it wrote to standard error.
    pub words: String,
}

/// With more accidents than this in one check, the check is left.
const MOST_ACCIDENTS: usize = 4;
/// An engine that got hardly any processor time is waited for so many times longer.
const STARVED_PATIENCE: u32 = 8;

/// How long an engine that has greeted before may take to start again.
const GREETING: Duration = Duration::from_secs(90);

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
    pub manner: Manner,
    accidents: Vec<Accident>,
    /// Accidents before the check that is being done.
    earlier_accidents: usize,
    /// The depth that takes so many nodes, where it was measured.
    depths: Vec<(u64, u32)>,
    /// When the check that is being done should be over, by the engine's own time.
    budget: Duration,
    spent: Duration,
    /// Processor time and waiting time of the process when the search began.
    before: (Option<Duration>, Option<Duration>),
    /// How long this process itself had waited for a processor then: who listens late hears late.
    own_before: Option<Duration>,
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
            manner: Manner::default(),
            accidents: Vec::new(),
            earlier_accidents: 0,
            depths: Vec::new(),
            budget: Duration::MAX,
            spent: Duration::ZERO,
            before: (None, None),
            own_before: None,
        };
        patient.name = patient.uci()?.name();
        Ok(patient)
    }

    /// Begins a check: its accidents and its time are counted anew.
    pub fn begin_check(&mut self, budget: Duration) {
        self.earlier_accidents = self.accidents.len();
        (self.budget, self.spent) = (budget, Duration::ZERO);
    }

    /// Whether the check that is being done has time left, by the engine's own time.
    pub fn has_time(&self) -> bool {
        self.spent < self.budget
    }

    pub fn accidents(&self) -> &[Accident] {
        &self.accidents
    }

    /// The depth that was found to take so many nodes.
    pub fn depth_of(&self, nodes: u64) -> Option<u32> {
        let mut known = self.depths.iter();
        known.find(|(of, _)| *of == nodes).map(|(_, depth)| *depth)
    }

    pub fn keep_depth(&mut self, nodes: u64, depth: u32) {
        self.depths.push((nodes, depth));
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
                let greeting = GREETING;
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

    /// `ucinewgame` and `isready`; a new process where the engine needs one.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        if self.manner.needs_new_process {
            self.restart();
            return self.uci().map(|_| ());
        }
        self.uci()?.new_game();
        match self.get_ready() {
            Ok(()) => Ok(()),
            Err(error) => {
                self.note_accident(vec!["ucinewgame".into(), "isready".into()], error)?;
                self.manner.needs_new_process = true;
                self.uci().map(|_| ())
            }
        }
    }

    /// Sets an option and waits until that is done.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        self.uci()?.set_option(name, Some(value));
        self.get_ready()
    }

    /// Asks `isready` and waits, longer for an engine that had hardly any processor time.
    fn get_ready(&mut self) -> Result<(), ClientError> {
        let patience = self.profile.long_patience();
        let latest = Instant::now() + patience * STARVED_PATIENCE;
        let mut deadline = Instant::now() + patience;
        let process = self.uci()?.process();
        let before = process.waiting_time();
        process.send(&["isready"]);
        loop {
            let uci = self.uci()?;
            match uci.event(deadline, "readyok") {
                Ok((Event::ReadyOk, _)) => return Ok(()),
                Ok(_) => {}
                Err(ClientError::Silent { .. })
                    if deadline < latest
                        && uci.process().waiting_time().zip(before).is_some_and(
                            |(now, before)| now.saturating_sub(before) > patience / 3,
                        ) =>
                {
                    deadline = latest.min(Instant::now() + patience);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Searches and waits for the answer: a while longer than the limits allow. Who dies or falls silent is asked once
    /// more in a new process.
    pub fn search(&mut self, position: &Position, go: &Go) -> Result<Searched, ClientError> {
        match self.search_once(position, go) {
            Err(error) => {
                self.note_accident(script_of(position, go), error)?;
                self.search_once(position, go)
            }
            found => found,
        }
    }

    /// A search of a new game.
    pub fn fresh_search(&mut self, position: &Position, go: &Go) -> Result<Searched, ClientError> {
        self.new_game()?;
        self.search(position, go)
    }

    /// A search of a new game; nothing if the engine has no answer there.
    pub fn ask(&mut self, position: &Position, go: &Go) -> Result<Option<Searched>, ClientError> {
        self.new_game()?;
        match self.search(position, go) {
            Ok(searched) => Ok(Some(searched)),
            Err(error) => self
                .note_accident(script_of(position, go), error)
                .map(|()| None),
        }
    }

    fn search_once(&mut self, position: &Position, go: &Go) -> Result<Searched, ClientError> {
        let planned = go.move_time.unwrap_or_default()
            + go.clocks.map_or(Duration::ZERO, |clocks| {
                clocks.left[usize::from(!position.white_to_move())]
            });
        let patience = planned * 3 + self.profile.millis(4000, 15_000);
        self.start(position, go)?;
        self.finish(position, go, patience)
    }

    /// Keeps an accident and ends the process. An error if that was no accident, or one too many.
    pub fn note_accident(
        &mut self,
        asked: Vec<String>,
        error: ClientError,
    ) -> Result<(), ClientError> {
        let is_accident = matches!(error, ClientError::Silent { .. } | ClientError::Gone { .. });
        let words = self.transcript(14);
        self.restart();
        if !is_accident {
            return Err(error);
        }
        self.accidents.push(Accident {
            asked,
            error: error.clone(),
            words,
        });
        match self.accidents.len() - self.earlier_accidents > MOST_ACCIDENTS {
            true => Err(error),
            false => Ok(()),
        }
    }

    /// Sends position and `go`.
    pub fn start(&mut self, position: &Position, go: &Go) -> Result<(), ClientError> {
        let uci = self.uci()?;
        let process = uci.process();
        self.before = (process.processor_time(), process.waiting_time());
        self.own_before = accounting::waiting_time(std::process::id());
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
                    let elapsed = at.saturating_duration_since(began);
                    let answer = (best, ponder, elapsed);
                    return Ok(self.searched(position, &go, early, answer, Vec::new()));
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

    /// Waits for the answer to the search that was started. An engine that had hardly any processor time is waited for
    /// longer.
    pub fn finish(
        &mut self,
        position: &Position,
        go: &Go,
        patience: Duration,
    ) -> Result<Searched, ClientError> {
        let searched = self.finish_unlogged(position, go, patience)?;
        self.spent += searched.own_time();
        if self.log.len() < MOST_SEARCHES {
            self.log.push(searched.clone());
        }
        Ok(searched)
    }

    /// The same for a search that the judges of the whole examination are not to see.
    pub fn finish_unlogged(
        &mut self,
        position: &Position,
        go: &Go,
        patience: Duration,
    ) -> Result<Searched, ClientError> {
        let began = self.uci()?.search_began();
        let latest = Instant::now().max(began) + patience * STARVED_PATIENCE;
        let mut deadline = Instant::now().max(began) + patience;
        let (mut lines, mut faults) = (Vec::new(), Vec::new());
        let answer = loop {
            match self.uci()?.event(deadline, "bestmove") {
                Ok((Event::Info(info), at)) => {
                    lines.push((at.saturating_duration_since(began), info));
                }
                Ok((Event::Faulty(fault), _)) => faults.push(fault),
                Ok((Event::BestMove { best, ponder }, at)) => {
                    break (best, ponder, at.saturating_duration_since(began));
                }
                Ok(_) => {}
                Err(ClientError::Silent { .. })
                    if deadline < latest
                        && self.waited().is_some_and(|time| time > patience / 3) =>
                {
                    deadline = latest.min(Instant::now() + patience);
                }
                Err(error) => return Err(error),
            }
        };
        Ok(self.searched(position, go, lines, answer, faults))
    }

    /// How long the engine, and this process that listens to it, were ready to run without a processor since the search
    /// began.
    fn waited(&mut self) -> Option<Duration> {
        let before = self.before.1?;
        let now = self.uci().ok()?.process().waiting_time()?;
        let own = accounting::waiting_time(std::process::id()).zip(self.own_before);
        let own = own.map_or(Duration::ZERO, |(now, before)| now.saturating_sub(before));
        Some(now.saturating_sub(before) + own)
    }

    /// The processor time of the process since the search began.
    pub fn processor_time(&mut self) -> Option<Duration> {
        let before = self.before.0?;
        let now = self.uci().ok()?.process().processor_time()?;
        Some(now.saturating_sub(before))
    }

    fn searched(
        &mut self,
        position: &Position,
        go: &Go,
        lines: Vec<(Duration, Info)>,
        answer: (String, Option<String>, Duration),
        faults: Vec<Fault>,
    ) -> Searched {
        let (best, ponder, elapsed) = answer;
        Searched {
            position: position.clone(),
            go: go.clone(),
            lines,
            best,
            ponder,
            elapsed,
            waited: self.waited(),
            processor: self.processor_time(),
            faults,
        }
    }
}

/// The lines that ask this of a new game.
pub fn script_of(position: &Position, go: &Go) -> Vec<String> {
    vec![
        "ucinewgame".to_owned(),
        "isready".to_owned(),
        position.command(),
        go.to_string(),
    ]
}
