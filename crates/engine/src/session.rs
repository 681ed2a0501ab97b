//! A UCI session: the reader's loop. It never searches itself, so that it can answer at once.

use crate::book::OpeningBook;
use crate::input::{Line, read_line};
use crate::output::Output;
use crate::search::{Searcher, Style, Task};
use crate::settings::{EngineChange, Settings, options};
use crate::syzygy::Syzygy;
use crate::{NAME, bench, perft, show};
use regence_chess::{Board, Game};
use regence_chess_search::tablebase::Endgames;
use regence_chess_search::{ChessEngine, Engine, Job, Judgement, explain};
use regence_core::Shared;
use regence_core::watch::WallClock;
use regence_protocol::uci::{Command, Go, OptionSpec, answer, parse};
use std::io;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// Speaks UCI on standard input and output until `quit` or the end of the input.
pub fn serve(greet: bool) -> ExitCode {
    let mut session = Session::new(Output::stdout());
    if greet {
        session.output.print(&show::greeting(&session.game));
    }
    let mut input = io::stdin().lock();
    loop {
        match read_line(&mut input) {
            Ok(Some(line)) => {
                if session.take(line).is_break() {
                    // The search is not waited for: its answer is not wanted any more.
                    std::process::exit(0);
                }
            }
            Ok(None) => break,
            Err(error) => {
                session.say(&format!("cannot read standard input: {error}"));
                break;
            }
        }
    }
    session.searcher.finish();
    ExitCode::SUCCESS
}

/// What a UCI session knows. The console has one, too.
#[derive(Debug)]
pub struct Session {
    output: Output,
    pub settings: Settings,
    pub game: Game,
    pub searcher: Searcher,
    book: OpeningBook,
    debug: bool,
}

impl Session {
    pub fn new(output: Output) -> Session {
        Session {
            settings: Settings::default(),
            game: Game::new(Board::startpos()),
            searcher: Searcher::new(output.clone()),
            book: OpeningBook::ours(),
            debug: false,
            output,
        }
    }

    fn say(&self, text: &str) {
        self.output.print(&answer::message(text));
    }

    /// Reads a line and does what it asks for.
    pub fn take(&mut self, line: Line) -> ControlFlow<()> {
        let Line::Text(line) = line else {
            self.say("the line is too long; it is ignored");
            return ControlFlow::Continue(());
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
            Err(error) => self.say(&error.to_string()),
        }
        ControlFlow::Continue(())
    }

    fn obey(&mut self, command: Command) -> ControlFlow<()> {
        match command {
            Command::Uci => self.output.print(&introduction(&options())),
            Command::IsReady => self.output.print("readyok"),
            Command::NewGame => self.new_game(),
            Command::Position(position) => self.game = position.game(),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.searcher.stop(),
            Command::PonderHit => {
                if !self.searcher.ponder_hit() {
                    self.say("ponderhit: no search is pondering; it is ignored");
                }
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Debug(on) => self.debug = on,
            Command::Display => self
                .output
                .print(&show::position(&self.game, self.chess960())),
            Command::Eval => self.explain(),
            Command::Perft(depth) => self.perft(depth),
            Command::Bench(depth) => self.bench(depth),
            Command::Help => self.output.print(show::HELP),
            Command::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn new_game(&mut self) {
        let Some(mut engine) = self.searcher.engine() else {
            return self.say_busy("ucinewgame");
        };
        engine.new_game();
        drop(engine);
        self.game = Game::new(Board::startpos());
    }

    fn go(&mut self, go: &Go) {
        let clock = WallClock::start();
        let board = *self.game.board();
        let (search_moves, errors) = go.moves_on(&board);
        for error in &errors {
            self.say(&error.to_string());
        }
        if search_moves.is_empty() && !errors.is_empty() {
            self.say("go searchmoves: none of the moves is legal here; all moves are searched");
        }
        let side = board.side_to_move();
        if search_moves.is_empty()
            && go.ends_by_itself(side)
            && let Some(mv) = self.book_move(&board)
        {
            return self.searcher.answer_at_once(&mv);
        }
        let limits = go.limits(side);
        let pondering = limits.ponder;
        let task = Task {
            job: Job {
                lines: self.settings.lines,
                search_moves,
                overhead: self.settings.overhead,
                elo: self.settings.elo(),
                ..Job::new(self.game.clone(), limits)
            },
            style: Style {
                chess960: self.chess960(),
                show_wdl: self.settings.show_wdl,
                debug: self.debug,
            },
            ends_by_itself: go.ends_by_itself(side),
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

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let change = match self.settings.set(name, value) {
            Ok(None) => return,
            Ok(Some(change)) => change,
            Err(error) => return self.say(&error.to_string()),
        };
        if let EngineChange::Book(path) = &change {
            return self.open_book(path);
        }
        let Some(mut engine) = self.searcher.engine() else {
            return self.say_busy(&format!("setoption {name}"));
        };
        let mut said = None;
        let result = match change {
            EngineChange::Hash(megabytes) => engine
                .set_hash(megabytes)
                .map_err(|error| format!("option Hash: {error}; the old table stays")),
            EngineChange::ClearHash => {
                engine.clear_hash();
                Ok(())
            }
            EngineChange::Threads(threads) => engine.set_threads(threads).map_err(|error| {
                let before = engine.threads();
                format!("option Threads: {error}; it stays at {before}")
            }),
            EngineChange::Eval(path) => Judgement::by_name(&path)
                .map(|judgement| engine.set_judgement(judgement))
                .map_err(|error| format!("option EvalFile: {error}; the evaluation before stays")),
            EngineChange::Endgames(path) => {
                let rules = (self.settings.endgame_limit, self.settings.fifty_moves);
                open_endgames(&mut engine, &path, rules).map(|found| said = found)
            }
            EngineChange::EndgameRules => {
                let mut endgames = engine.endgames().cloned();
                if let Some(endgames) = &mut endgames {
                    endgames.set_rules(self.settings.endgame_limit, self.settings.fifty_moves);
                }
                engine.set_endgames(endgames);
                Ok(())
            }
            EngineChange::Book(_) => Ok(()),
        };
        drop(engine);
        if let Some(said) = said {
            self.say(&said);
        }
        if let Err(error) = result {
            self.say(&error);
        }
    }

    fn explain(&mut self) {
        let board = self.game.board();
        let mut text = explain::table(board);
        if let Some(engine) = self.searcher.engine()
            && let Some(line) = explain::network_line(board, engine.judgement())
        {
            text += &line;
        }
        self.output.print(text.trim_end());
    }

    fn open_book(&mut self, path: &str) {
        match OpeningBook::open(path) {
            Ok(book) => self.book = book,
            Err(error) => self.say(&format!(
                "option BookFile: {path}: {error}; the book before stays"
            )),
        }
    }

    fn perft(&mut self, depth: u32) {
        match self.searcher.is_searching() {
            true => self.say_busy("perft"),
            false => perft::run(self.game.board(), depth, self.chess960(), &self.output),
        }
    }

    fn bench(&mut self, depth: Option<i32>) {
        match self.searcher.is_searching() {
            true => self.say_busy("bench"),
            false => bench::run(depth, &self.output),
        }
    }

    fn say_busy(&self, what: &str) {
        self.say(&format!(
            "{what}: not while a search runs; send stop first, it is ignored"
        ));
    }

    /// Whether castling is written as the king taking its rook: on demand, or where the usual way
    /// would be ambiguous.
    fn chess960(&self) -> bool {
        self.settings.chess960 || self.game.board().is_chess960_setup()
    }
}

/// The answer to `uci`: who this is, and what can be set.
pub fn introduction(options: &[OptionSpec]) -> String {
    let mut text = format!("id name {NAME}\nid author the Regence developers\n");
    for option in options {
        text.push_str(&format!("{option}\n"));
    }
    text + "uciok"
}

/// Opens endgame tables and says what was found; the empty name is no tables.
fn open_endgames(
    engine: &mut Engine,
    path: &str,
    (limit, fifty_moves): (u32, bool),
) -> Result<Option<String>, String> {
    if path.is_empty() {
        engine.set_endgames(None);
        return Ok(None);
    }
    let tables = Syzygy::open(path)
        .map_err(|error| format!("option SyzygyPath: {error}; the tables before stay"))?;
    let found = tables.describe();
    let mut endgames = Endgames::new(tables);
    endgames.set_rules(limit, fifty_moves);
    engine.set_endgames(Some(endgames));
    Ok(Some(found))
}

/// The first few of the words, for a message.
fn shortened(words: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown = words[..words.len().min(SHOWN)].join(" ");
    match words.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
