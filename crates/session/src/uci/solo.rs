//! UCI on one thread, for a host that calls back from within a search: lines are heard at any time, and obeyed in order by
//! [`Solo::work`]. What has to reach a search that runs is obeyed where it is heard.

use super::search::{Style, Task, search};
use super::{introduction, shortened};
use crate::Output;
use regence_chess::{Board, Game};
use regence_chess_search::{Engine, Job, bench};
use regence_core::Shared;
use regence_core::limiter::WallClock;
use regence_core::report::per_second;
use regence_protocol::uci::{Command, Error, Go, OptionSpec, OptionValue, answer, parse};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// The largest table, in megabytes: a browser gives a module 4 GB for everything.
const MOST_HASH: i64 = 1024;

/// What the options set.
#[derive(Debug)]
struct Settings {
    lines: usize,
    overhead: Duration,
    chess960: bool,
    show_wdl: bool,
    analyse_mode: bool,
    limit_strength: bool,
    elo: u32,
}

#[derive(Debug)]
struct State {
    engine: Engine,
    game: Game,
    refusal: Option<String>,
    settings: Settings,
    debug: bool,
}

/// What waits to be obeyed.
enum Asked {
    Command(Box<Command>),
    /// A position that was refused, and why.
    Refused(String),
}

/// A UCI engine.
pub struct Solo {
    output: Output,
    state: RefCell<State>,
    waiting: RefCell<VecDeque<(u64, WallClock, Asked)>>,
    running: RefCell<Option<Arc<Shared>>>,
    lines: Cell<u64>,
    /// The last `stop`: it is for the searches that were asked for before.
    stopped_at: Cell<u64>,
    /// The last `ponderhit`, likewise.
    hit_at: Cell<u64>,
}

impl std::fmt::Debug for Solo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solo").finish_non_exhaustive()
    }
}

impl Solo {
    pub fn new(output: Output) -> Solo {
        Solo {
            output,
            state: RefCell::new(State {
                engine: Engine::new(),
                game: Game::new(Board::startpos()),
                refusal: None,
                settings: Settings {
                    lines: 1,
                    overhead: Duration::from_millis(10),
                    chess960: false,
                    show_wdl: false,
                    analyse_mode: false,
                    limit_strength: false,
                    elo: 1500,
                },
                debug: false,
            }),
            waiting: RefCell::default(),
            running: RefCell::default(),
            lines: Cell::new(0),
            stopped_at: Cell::new(0),
            hit_at: Cell::new(0),
        }
    }

    fn say(&self, text: &str) {
        self.output.print(&answer::message(text));
    }

    /// Takes a line. It may come from within a search.
    pub fn hear(&self, line: &str) {
        let clock = WallClock::start();
        let number = self.lines.get() + 1;
        self.lines.set(number);
        let command = match parse(line) {
            Ok(None) => return,
            Ok(Some(parsed)) => {
                if !parsed.ignored.is_empty() {
                    let words = shortened(&parsed.ignored);
                    self.say(&format!("ignored what is not understood: {words}"));
                }
                parsed.command
            }
            Err(error) => {
                self.say(&error.to_string());
                if let Error::Position(reason) = error {
                    let refusal = format!("the last position was refused: {reason}");
                    let request = (number, clock, Asked::Refused(refusal));
                    self.waiting.borrow_mut().push_back(request);
                }
                return;
            }
        };
        match command {
            Command::Uci => self.output.print(&introduction(&specs())),
            Command::IsReady => self.output.print("readyok"),
            Command::Stop => {
                self.stopped_at.set(number);
                self.stop();
            }
            Command::PonderHit => {
                self.hit_at.set(number);
                if let Some(running) = &*self.running.borrow() {
                    running.signals.ponder_hit();
                }
            }
            Command::Quit => {
                self.waiting.borrow_mut().clear();
                self.stop();
            }
            command => {
                // A search that is asked for ends the one before.
                if matches!(command, Command::Go(_)) {
                    self.stop();
                }
                let request = (number, clock, Asked::Command(Box::new(command)));
                self.waiting.borrow_mut().push_back(request);
            }
        }
    }

    fn stop(&self) {
        if let Some(running) = &*self.running.borrow() {
            running.signals.stop();
        }
    }

    /// Obeys what waits, and what comes meanwhile.
    pub fn work(&self) {
        loop {
            // Not borrowed while it is obeyed.
            let Some(request) = self.waiting.borrow_mut().pop_front() else {
                return;
            };
            match request {
                (number, clock, Asked::Command(command)) => self.obey(number, clock, *command),
                (_, _, Asked::Refused(why)) => self.state.borrow_mut().refusal = Some(why),
            }
        }
    }

    fn obey(&self, number: u64, clock: WallClock, command: Command) {
        let mut state = self.state.borrow_mut();
        match command {
            Command::NewGame => {
                state.engine.new_game();
                state.game = Game::new(Board::startpos());
                state.refusal = None;
            }
            Command::Position(position) => {
                for fault in position.dropped() {
                    self.say(&format!("position: {fault}; it is dropped"));
                }
                state.game = position.game();
                state.refusal = None;
            }
            Command::Go(go) => self.go(&mut state, number, clock, &go),
            Command::SetOption { name, value } => {
                if let Err(reason) = set(&mut state, &name, value.as_deref()) {
                    self.say(&reason);
                }
            }
            Command::Debug(on) => state.debug = on,
            Command::Bench(depth) => {
                let result = bench::run(depth.unwrap_or(bench::DEPTH), &mut Engine::new());
                let nps = per_second(result.nodes, result.time);
                self.output
                    .print(&format!("{} nodes {nps} nps", result.nodes));
            }
            Command::Display => self.say(&state.game.board().to_fen()),
            _ => self.say("this command is for the native program; it is ignored"),
        }
    }

    fn go(&self, state: &mut State, number: u64, clock: WallClock, go: &Go) {
        let board = *state.game.board();
        let (search_moves, errors) = match state.refusal {
            Some(_) => Default::default(),
            None => go.moves_on(&board),
        };
        for error in &errors {
            self.say(&error.to_string());
        }
        let side = board.side_to_move();
        let limits = go.limits(side);
        let shared = Shared::new(1, clock, limits.ponder);
        if number < self.stopped_at.get() {
            shared.signals.stop();
        }
        if number < self.hit_at.get() {
            shared.signals.ponder_hit();
        }
        let settings = &state.settings;
        let is_limited = settings.limit_strength && !settings.analyse_mode;
        let task = Task {
            job: Job {
                lines: settings.lines,
                search_moves,
                overhead: settings.overhead,
                elo: is_limited.then_some(settings.elo),
                ..Job::new(state.game.clone(), limits)
            },
            style: Style {
                chess960: settings.chess960 || board.is_chess960_setup(),
                show_wdl: settings.show_wdl,
                debug: state.debug,
            },
            ends_by_itself: go.ends_by_itself(side),
            refusal: state.refusal.clone(),
        };
        self.running.replace(Some(shared.clone()));
        let answer = search(&mut state.engine, &task, &shared, &self.output);
        self.running.replace(None);
        self.output.print(&answer);
    }
}

fn specs() -> Vec<OptionSpec> {
    vec![
        OptionSpec::spin("Hash", 16, 1, MOST_HASH),
        OptionSpec::button("Clear Hash"),
        OptionSpec::spin("Threads", 1, 1, 1),
        OptionSpec::spin("MultiPV", 1, 1, 256),
        OptionSpec::check("Ponder", false),
        OptionSpec::spin("Move Overhead", 10, 0, 5000),
        OptionSpec::check("UCI_Chess960", false),
        OptionSpec::check("UCI_ShowWDL", false),
        OptionSpec::check("UCI_AnalyseMode", false),
        OptionSpec::check("UCI_LimitStrength", false),
        OptionSpec::spin("UCI_Elo", 1500, 800, 3000),
    ]
}

fn set(state: &mut State, name: &str, value: Option<&str>) -> Result<(), String> {
    let found = specs()
        .into_iter()
        .find(|spec| spec.name().eq_ignore_ascii_case(name));
    let spec = found.ok_or_else(|| Error::unknown_option(name).to_string())?;
    let value = spec.read(value).map_err(|error| error.to_string())?;
    let settings = &mut state.settings;
    match (spec.name(), value) {
        ("Hash", OptionValue::Spin(megabytes)) => {
            let set = state.engine.set_hash(megabytes as usize);
            return set.map_err(|error| format!("option Hash: {error}; the old table stays"));
        }
        ("Clear Hash", _) => state.engine.clear_hash(),
        ("MultiPV", OptionValue::Spin(lines)) => settings.lines = lines as usize,
        ("Move Overhead", OptionValue::Spin(ms)) => {
            settings.overhead = Duration::from_millis(ms as u64);
        }
        ("UCI_Chess960", OptionValue::Check(on)) => settings.chess960 = on,
        ("UCI_ShowWDL", OptionValue::Check(on)) => settings.show_wdl = on,
        ("UCI_AnalyseMode", OptionValue::Check(on)) => settings.analyse_mode = on,
        ("UCI_LimitStrength", OptionValue::Check(on)) => settings.limit_strength = on,
        ("UCI_Elo", OptionValue::Spin(elo)) => settings.elo = elo as u32,
        // `Ponder` announces `go ponder`, and of threads there is one.
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    fn solo() -> (Solo, Arc<Mutex<Vec<String>>>) {
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = said.clone();
        let output = Output::new(move |text| {
            let mut said = heard.lock().expect("nobody panicked");
            said.extend(text.lines().map(str::to_owned));
        });
        (Solo::new(output), said)
    }

    /// What is said to these lines, all heard before any is obeyed.
    fn answers(lines: &[&str]) -> Vec<String> {
        let (solo, said) = solo();
        lines.iter().for_each(|line| solo.hear(line));
        solo.work();
        said.lock().expect("nobody panicked").clone()
    }

    #[test]
    fn it_introduces_itself_and_is_ready_at_once() {
        let said = answers(&["uci", "isready"]);
        assert!(said[0].starts_with("id name Regence"), "{said:?}");
        assert!(
            said.contains(&"option name UCI_Elo type spin default 1500 min 800 max 3000".into())
        );
        assert_eq!(said[said.len() - 2..], ["uciok", "readyok"]);
    }

    #[test]
    fn a_position_is_searched() {
        let mate = "position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
        let said = answers(&[mate, "go depth 3"]);
        assert!(
            said.iter().any(|line| line.contains("score mate 1")),
            "{said:?}"
        );
        assert_eq!(said.last().unwrap(), "bestmove a1a8");
    }

    #[test]
    fn options_change_the_search_or_say_why_not() {
        let said = answers(&[
            "setoption name multipv value 3",
            "setoption name Hash value 0",
            "setoption name Nonsense",
            "go depth 2",
        ]);
        assert!(
            said.iter().any(|line| line.contains("multipv 3")),
            "{said:?}"
        );
        assert!(said[0].contains("option Hash: expected"), "{said:?}");
        assert!(said[1].contains("no option \"Nonsense\""), "{said:?}");
    }

    /// Both are heard before the search begins.
    #[test]
    fn a_stop_is_for_the_searches_before_it() {
        let said = answers(&["go infinite", "stop", "go depth 2"]);
        let best = said.iter().filter(|line| line.starts_with("bestmove"));
        assert_eq!(best.count(), 2, "{said:?}");
        assert!(
            said.iter().any(|line| line.contains(" depth 2 ")),
            "{said:?}"
        );
    }

    #[test]
    fn a_ponderhit_lets_the_limits_count() {
        let said = answers(&["go ponder movetime 1", "ponderhit"]);
        assert!(said.last().unwrap().starts_with("bestmove"), "{said:?}");
    }

    #[test]
    fn a_refused_position_is_not_searched() {
        let said = answers(&["position fen nonsense", "go depth 1"]);
        assert!(said.iter().any(|line| line.contains("refused")), "{said:?}");
        assert_eq!(said.last().unwrap(), "bestmove 0000");
    }
}
