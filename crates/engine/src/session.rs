//! A UCI session. A thread that searches leaves the reading to another, so that lines are answered at once.

use crate::book::OpeningBook;
use crate::input::{Actor, Desk, Event, Job, Line, Turn};
use crate::options::{self, Refusal, options};
use crate::output::Output;
use crate::search::{Engine, Searcher, on_large_stack};
use crate::settings::{EndgameRules, Settings};
use crate::syzygy::Syzygy;
use crate::work::{Done, Finished, Notify, Work};
use crate::{bench, perft, show};
use regence_chess::{Board, Game};
use regence_chess_search::tablebase::Endgames;
use regence_chess_search::{self as chess_search, ChessEngine, explain};
use regence_core::Shared;
use regence_core::limiter::WallClock;
use regence_core::pool::STACK_BYTES;
use regence_protocol::uci::{Command, Error, Go, OptionSpec, Position, answer, parse};
use regence_session::uci::{Style, Task, introduction, shortened};
use std::io::{self, BufReader, Stdin};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

/// Threads that read and search in turn.
const READERS: usize = 2;

/// Speaks UCI on standard input and output until `quit` or the end of the input. `first` has been read already.
pub fn serve(first: Option<Line>) -> ExitCode {
    let desk = Arc::new_cyclic(|desk: &Weak<Desk<Session, BufReader<Stdin>>>| {
        let desk = desk.clone();
        let notify = Arc::new(move |finished| {
            let job = desk
                .upgrade()
                .and_then(|desk| desk.take(Some(Event::News(finished))));
            if let Some(job) = job {
                job();
            }
        });
        let session = Session::new(Output::stdout(), notify);
        Desk::new(session, BufReader::new(io::stdin()))
    });
    let job = first.and_then(|line| desk.take(Some(Event::Line(line))));
    let works = [job]
        .into_iter()
        .chain(std::iter::repeat_with(|| None))
        .take(READERS);
    for job in works {
        let desk = desk.clone();
        let work = move || {
            if let Some(job) = job {
                job();
            }
            desk.work();
        };
        let spawned = thread::Builder::new()
            .name("reader".into())
            .stack_size(STACK_BYTES)
            .spawn(work);
        if let Err(error) = spawned {
            eprintln!("regence: the system refused a thread: {error}");
            return ExitCode::FAILURE;
        }
    }
    let finish = |session: &mut Session| session.searcher.finish();
    match on_large_stack(|| desk.watch(finish)) {
        // The search is not waited for: its answer is not wanted any more.
        ControlFlow::Break(()) => std::process::exit(0),
        ControlFlow::Continue(()) => ExitCode::SUCCESS,
    }
}

/// What a UCI session knows. The console has one, too.
#[derive(Debug)]
pub struct Session {
    output: Output,
    pub settings: Settings,
    pub game: Game,
    /// Why the last `position` was refused. Until another is accepted there is no position to search.
    refusal: Option<String>,
    pub searcher: Searcher,
    pub book: OpeningBook,
    debug: bool,
    work: Option<Work>,
    works_begun: u64,
    notify: WorkNotifier,
}

struct WorkNotifier(Notify);

impl std::fmt::Debug for WorkNotifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WorkNotifier")
    }
}

/// How a file that was loaded is taken into use.
pub type Install = Box<dyn FnOnce(&mut Session) + Send>;

impl Actor for Session {
    type News = Finished;

    fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    fn take(&mut self, line: Line) -> ControlFlow<()> {
        let line = match line {
            Line::Text(line) => line,
            Line::TooLong(word) => {
                self.say("the line is too long; it is ignored");
                if word == "position" {
                    self.refusal = Some("the line of the last position was too long".into());
                }
                return ControlFlow::Continue(());
            }
        };
        match parse(&line) {
            Ok(None) => {}
            Ok(Some(parsed)) => {
                if !parsed.ignored.is_empty() {
                    let words = shortened(&parsed.ignored);
                    self.say(&format!("ignored what is not understood: {words}"));
                }
                return self.obey(parsed.command);
            }
            Err(error) => {
                self.say(&error.to_string());
                if let Error::Position(reason) = error {
                    self.refusal = Some(format!("the last position was refused: {reason}"));
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn take_while_busy(&mut self, line: Line) -> Turn {
        let is_stop = matches!(&line, Line::Text(text) if text.trim() == "stop");
        match self.take_out_of_turn(line, false) {
            Turn::Wait(_) if is_stop => Turn::Done,
            turn => turn,
        }
    }

    /// While a file is loaded or leaves are counted: `stop` ends that, and goes on to the search that waits, if any. What
    /// was asked for is told before `quit`, as a script expects; but nobody asked for a file that cannot be read.
    fn take_out_of_turn(&mut self, line: Line, _: bool) -> Turn {
        let Some(work) = &mut self.work else {
            return Turn::Wait(line);
        };
        let text = match &line {
            Line::Text(text) => text.trim(),
            Line::TooLong(_) => "",
        };
        match text {
            "quit" if work.is_load => return Turn::Quit,
            "isready" if work.is_ready_anyway() => self.output.print("readyok"),
            "isready" => work.asked_ready += 1,
            "stop" => {
                work.cancel();
                if work.is_load {
                    self.give_up_work("it was stopped before the file was read");
                }
                return Turn::Wait(line);
            }
            _ => return Turn::Wait(line),
        }
        Turn::Done
    }

    fn take_news(&mut self, finished: Finished) {
        // What was given up may still be finished, but nobody wants it any more.
        if self.work.as_ref().map(|work| work.number) == Some(finished.number) {
            let asked = self.work.take().map_or(0, |work| work.asked_ready);
            (finished.done)(self);
            for _ in 0..asked {
                self.output.print("readyok");
            }
        }
    }

    /// Work ends by itself, and the caller waits for the search.
    fn end_of_input(&mut self) {}

    fn patience(&self) -> Duration {
        self.work.as_ref().map_or(Duration::MAX, Work::patience)
    }

    fn take_timeout(&mut self) {
        let Some(work) = &mut self.work else { return };
        if work.is_ready_anyway() && work.asked_ready > 0 {
            for _ in 0..std::mem::take(&mut work.asked_ready) {
                self.output.print("readyok");
            }
        }
        if work.is_to_be_given_up() {
            self.give_up_work("the file could not be read in time");
        }
    }

    fn complain(&mut self, text: &str) {
        self.say(text);
    }

    fn take_job(&mut self) -> Option<Job> {
        self.searcher.take_job()
    }
}

impl Session {
    /// A session that is told by `notify` of work that it asked for; that is to call [`Actor::take_news`].
    pub fn new(output: Output, notify: Notify) -> Session {
        Session {
            settings: Settings::default(),
            game: Game::new(Board::startpos()),
            refusal: None,
            searcher: Searcher::new(output.clone()),
            book: OpeningBook::ours(),
            debug: false,
            work: None,
            works_begun: 0,
            notify: WorkNotifier(notify),
            output,
        }
    }

    pub fn say(&self, text: &str) {
        self.output.print(&answer::message(text));
    }

    fn obey(&mut self, command: Command) -> ControlFlow<()> {
        match command {
            Command::Uci => self.output.print(&introduction(&specs())),
            Command::IsReady => self.output.print("readyok"),
            Command::NewGame => self.new_game(),
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.searcher.stop(),
            Command::PonderHit => {
                if !self.searcher.ponder_hit() {
                    self.say("ponderhit: no search is pondering; it is ignored");
                }
            }
            Command::SetOption { name, value } => {
                if let Err(reason) = options::set(self, &name, value.as_deref()) {
                    self.say(&reason);
                }
            }
            Command::Debug(on) => self.debug = on,
            Command::Display => {
                if self.has_position() {
                    self.output
                        .print(&show::position(&self.game, self.chess960()));
                }
            }
            Command::Eval => self.explain(),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench(depth) => self.bench(depth),
            Command::Help => self.output.print(&show::help()),
            Command::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn new_game(&mut self) {
        let Some(mut engine) = self.searcher.engine() else {
            return self.say(&busy("ucinewgame"));
        };
        engine.new_game();
        drop(engine);
        self.set_game(Game::new(Board::startpos()));
    }

    fn set_position(&mut self, position: &Position) {
        for fault in position.dropped() {
            self.say(&format!("position: {fault}; it is dropped"));
        }
        self.set_game(position.game());
    }

    /// Accepts a position, whatever was refused before.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
        self.refusal = None;
    }

    /// Takes the position that is there for the one that is wanted, whatever was refused before.
    pub fn forget_refusal(&mut self) {
        self.refusal = None;
    }

    /// Whether the position is the one that was asked for last; if not, says so.
    fn has_position(&self) -> bool {
        if let Some(refusal) = &self.refusal {
            self.say(refusal);
        }
        self.refusal.is_none()
    }

    /// Whether the last position was refused, so that `go` has no move to answer.
    pub fn is_refused(&self) -> bool {
        self.refusal.is_some()
    }

    fn go(&mut self, go: &Go) {
        let clock = WallClock::start();
        let board = *self.game.board();
        let (search_moves, errors) = match self.is_refused() {
            true => Default::default(),
            false => go.moves_on(&board),
        };
        for error in &errors {
            self.say(&error.to_string());
        }
        if search_moves.is_empty() && !errors.is_empty() {
            self.say("go searchmoves: none of the moves is legal here; all moves are searched");
        }
        let side = board.side_to_move();
        if search_moves.is_empty()
            && !self.is_refused()
            && go.ends_by_itself(side)
            && let Some(mv) = self.book_move(&board)
        {
            return self.searcher.answer_at_once(&mv);
        }
        let limits = go.limits(side);
        let pondering = limits.ponder;
        let task = Task {
            job: chess_search::Job {
                lines: self.settings.lines,
                search_moves,
                overhead: self.settings.overhead,
                elo: self.settings.elo(),
                ..chess_search::Job::new(self.game.clone(), limits)
            },
            style: Style {
                chess960: self.chess960(),
                show_wdl: self.settings.show_wdl,
                debug: self.debug,
            },
            ends_by_itself: go.ends_by_itself(side),
            refusal: self.refusal.clone(),
        };
        self.searcher
            .start(task, |threads| Shared::new(threads, clock, pondering));
    }

    fn book_move(&mut self, board: &Board) -> Option<String> {
        if !self.settings.uses_book() {
            return None;
        }
        let mv = self.book.choose(board)?;
        let text = board.move_to_uci(mv, self.chess960());
        self.say(&format!("book move {text}"));
        Some(answer::best_move(Some(&text), None))
    }

    /// Changes the engine, unless it searches.
    pub fn with_engine<T>(
        &mut self,
        change: impl FnOnce(&mut Engine) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        match self.searcher.engine() {
            Some(mut engine) => change(&mut engine),
            None => Err(busy("setoption")),
        }
    }

    /// Changes the engine after a file was loaded; no search can have begun meanwhile.
    pub fn install(&mut self, change: impl FnOnce(&mut Engine)) {
        if let Some(mut engine) = self.searcher.engine() {
            change(&mut engine);
        }
    }

    /// Takes endgame tables into use and says which they are; none switches them off.
    pub fn install_endgames(&mut self, tables: Option<Arc<Syzygy>>) {
        if let Some(tables) = &tables {
            self.say(&tables.describe());
        }
        let rules = self.settings.endgame_rules;
        self.install(|engine| {
            engine.set_endgames(tables.map(|tables| rules.on(Endgames::new(tables))));
        });
    }

    /// Changes how endgame tables are used, those that are there and those to come.
    pub fn change_endgame_rules(
        &mut self,
        change: impl FnOnce(&mut EndgameRules),
    ) -> Result<(), Refusal> {
        let mut rules = self.settings.endgame_rules;
        change(&mut rules);
        self.with_engine(|engine| {
            let endgames = engine.endgames().cloned();
            engine.set_endgames(endgames.map(|endgames| rules.on(endgames)));
            Ok(())
        })?;
        self.settings.endgame_rules = rules;
        Ok(())
    }

    /// Loads a file beside the lines, for an option. `read` reads it and says how it is taken into use; if it cannot be
    /// read, `stays` says what is used as before.
    pub fn load(
        &mut self,
        option: &'static str,
        stays: &'static str,
        read: impl FnOnce() -> Result<Install, Refusal> + Send + 'static,
    ) -> Result<(), Refusal> {
        if self.searcher.is_searching() {
            return Err(busy("setoption"));
        }
        let what = format!("option {option}: {stays}");
        self.start_work(&what, true, move |_| {
            let install = read();
            Box::new(move |session: &mut Session| match install {
                Ok(install) => install(session),
                Err(reason) => session.say(&format!("option {option}: {reason}; {stays}")),
            })
        });
        Ok(())
    }

    /// Begins work on a thread of its own. Until its result is taken, most lines wait.
    fn start_work(
        &mut self,
        what: &str,
        is_load: bool,
        work: impl FnOnce(&AtomicBool) -> Done + Send + 'static,
    ) {
        self.works_begun += 1;
        let begun = Work::new(self.works_begun, what, is_load);
        let (number, cancel) = (begun.number, begun.cancel_flag());
        let notify = self.notify.0.clone();
        // A search may wait for the work, and then this thread runs it.
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        let spawned = builder.spawn(move || {
            let done = work(&cancel);
            notify(Finished { number, done });
        });
        match spawned {
            Ok(_) => self.work = Some(begun),
            Err(error) => self.say(&format!("{what}: the system refused a thread: {error}")),
        }
    }

    fn give_up_work(&mut self, reason: &str) {
        if let Some(work) = self.work.take() {
            self.say(&format!("{}: {reason}", work.what));
            for _ in 0..work.asked_ready {
                self.output.print("readyok");
            }
        }
    }

    fn explain(&mut self) {
        if !self.has_position() {
            return;
        }
        let board = self.game.board();
        let mut text = explain::table(board);
        if let Some(engine) = self.searcher.engine()
            && let Some(line) = explain::network_line(board, engine.evaluation_kind())
        {
            text += &line;
        }
        self.output.print(text.trim_end());
    }

    fn perft(&mut self, depth: u32) {
        if self.searcher.is_searching() {
            return self.say(&busy("perft"));
        }
        if !self.has_position() {
            return;
        }
        let (board, chess960) = (*self.game.board(), self.chess960());
        let output = self.output.clone();
        self.start_work("perft", false, move |cancel| {
            perft::run(&board, depth, chess960, &output, cancel);
            Box::new(|_| {})
        });
    }

    fn bench(&mut self, depth: Option<i32>) {
        if self.searcher.is_searching() {
            return self.say(&busy("bench"));
        }
        let output = self.output.clone();
        self.start_work("bench", false, move |_| {
            bench::run_chess(depth, &output);
            Box::new(|_| {})
        });
    }

    /// Whether castling is written as the king taking its rook: on demand, or where the usual way
    /// would be ambiguous.
    fn chess960(&self) -> bool {
        self.settings.chess960 || self.game.board().is_chess960_setup()
    }
}

fn busy(what: &str) -> String {
    format!("{what}: not while a search runs; send stop first, it is ignored")
}

/// The options as a GUI is told of them.
pub fn specs() -> Vec<OptionSpec> {
    let options = options();
    options.iter().map(|option| option.spec().clone()).collect()
}
