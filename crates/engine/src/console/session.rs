//! A console session: what each command does.

use super::News;
use super::book::ConsoleBook;
use super::concurrency;
use super::game::{OnBoard, white_view};
use super::held::{Hold, held_output};
use super::pgn::Document;
use super::think::{Found, Iteration, Thinking};
use super::trace::{LastAi, Tracer};
use crate::input::{self, Actor, Event, Line, Turn};
use crate::options;
use crate::output::Output;
use crate::session::{Session, specs};
use regence_chess::{Board, Color, Move};
use regence_chess_search::{Job, wdl};
use regence_core::Limits;
use regence_core::report::per_second;
use regence_protocol::console::{Book, Command, Level, Pgn, Step, Trace, parse};
use regence_protocol::uci::{self, Go, OptionSpec, answer};
use regence_session::uci::introduction;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

/// What UCI's own words begin with, once somebody has said `uci`.
const UCI_WORDS: [&str; 11] = [
    "position",
    "go",
    "stop",
    "ponderhit",
    "setoption",
    "ucinewgame",
    "debug",
    "d",
    "bench",
    "isready",
    "uci",
];

/// How long `ai` may think for each depth.
const AI_TIMES: [Duration; 5] = [
    Duration::from_millis(100),
    Duration::from_millis(500),
    Duration::from_secs(2),
    Duration::from_secs(5),
    Duration::from_secs(10),
];

const NO_MOVES: &str = "No legal moves available";
const NEEDS_KINGS: &str = "a teaching board cannot be searched: put both kings on the board with fen, or start a new game";
const NEEDS_GAME: &str =
    "a teaching board has no PGN: put both kings on the board with fen, or start a new game";
const BUSY: &str = "a search is running: send stop first";

const HELP: &str = "  new                      start a new game
  new960 [N]               start a game of Chess960, from array N (0-959) or from any
  position960              the array, and the position
  move e2e4, move e7e8Q    play a move; a promotion without a letter is a queen
  undo                     take the last move back
  ai D                     let the engine play, searching to depth D (1-5)
  go movetime MS | depth D | nodes N | wtime MS btime MS [winc MS binc MS movestogo N]
                           let the engine play within that limit
  go infinite, stop        let it think until stop, then play
  fen F, export            set up a position, write it down
  status, draws, history   how the game stands
  eval                     the static evaluation, in centipawns for White
  perft D, hash            count the tree of legal moves; the position's key
  table N | off            megabytes for what the search has seen; none
  pgn load F | save F | show | moves | comment \"text\"
  pgn variation enter | new | exit
                           read, write and annotate the game
  book load F | on | off | stats
                           the opening book: lines <FEN> -> e2e4 10, or Polyglot (.bin)
  trace on | off | level L | report | reset | export F | chrome F
                           keep what happens (levels error, info, debug)
  concurrency quick | full [SEED]
                           check the rules with many threads
  uci, isready             speak UCI from here on; new, new960, fen and pgn load come back
  help, quit               this list; leave";

/// The console: a board, a book, a trace, and the engine.
#[derive(Debug)]
pub struct Console {
    output: Output,
    /// The engine lives here, and UCI is spoken here.
    uci: Session,
    hold: Hold,
    speaks_uci: bool,
    board: OnBoard,
    book: ConsoleBook,
    trace: Tracer,
    thinking: Option<Thinking>,
    events: SyncSender<Event<News>>,
}

impl Actor for Console {
    type News = News;

    fn is_busy(&self) -> bool {
        self.thinking.is_some() || self.uci.is_busy()
    }

    fn take(&mut self, line: Line) -> ControlFlow<()> {
        let text = match &line {
            Line::Text(text) => text.trim(),
            Line::TooLong(_) => {
                self.refuse("Invalid command (the line is too long)");
                return match self.speaks_uci {
                    true => self.uci.take(line),
                    false => ControlFlow::Continue(()),
                };
            }
        };
        self.trace.note_command(text);
        let word = text.split_whitespace().next().unwrap_or("");
        if self.speaks_uci && UCI_WORDS.contains(&word) {
            return self.take_uci(text);
        }
        match parse(text) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return ControlFlow::Break(()),
            Ok(Some(_)) if self.uci.searcher.is_searching() => self.refuse(BUSY),
            Ok(Some(command)) => self.obey(command),
            Err(error) => self.refuse(&error.to_string()),
        }
        ControlFlow::Continue(())
    }

    fn take_while_busy(&mut self, line: Line) -> Turn {
        let Some(thinking) = &mut self.thinking else {
            return self.uci.take_while_busy(line);
        };
        let text = match &line {
            Line::Text(text) => text.trim(),
            Line::TooLong(_) => "",
        };
        match text {
            "stop" => {
                self.trace.note_command(text);
                thinking.stop();
            }
            "isready" => self.say("readyok"),
            _ if !thinking.is_endless || thinking.is_stopped => return Turn::Wait(line),
            "quit" => return Turn::Quit,
            "" => {}
            _ => self.refuse(BUSY),
        }
        Turn::Done
    }

    /// A `stop` is for the search that it follows: for the one under way, unless another one waits before it. One under way
    /// whose end is far is stopped even so, and the line waits for the search that it follows.
    fn take_out_of_turn(&mut self, line: Line, is_behind_search: bool) -> Turn {
        let Some(thinking) = &mut self.thinking else {
            return self.uci.take_out_of_turn(line, is_behind_search);
        };
        match line.text().trim() {
            "isready" => self.say("readyok"),
            "stop" if !is_behind_search => thinking.stop(),
            "stop" if !thinking.ends_soon => {
                thinking.stop();
                return Turn::Wait(line);
            }
            _ => return Turn::Wait(line),
        }
        Turn::Done
    }

    fn looks_again(&self, is_behind_search: bool) -> bool {
        let is_far = |thinking: &Thinking| !thinking.ends_soon && !thinking.is_stopped;
        !is_behind_search || self.thinking.as_ref().is_some_and(is_far)
    }

    /// Whether a line asks for a search.
    fn begins_search(&self, line: &Line) -> bool {
        let word = line.text().split_whitespace().next().unwrap_or_default();
        word.eq_ignore_ascii_case("go") || word.eq_ignore_ascii_case("ai")
    }

    fn take_news(&mut self, news: News) {
        match news {
            News::Found(found) => self.take_found(found),
            News::Finished(finished) => self.uci.take_news(finished),
        }
    }

    fn end_of_input(&mut self) {
        if let Some(thinking) = self.thinking.as_mut().filter(|search| search.is_endless) {
            thinking.stop();
        }
    }

    fn patience(&self) -> Duration {
        self.uci.patience()
    }

    fn take_timeout(&mut self) {
        self.uci.take_timeout();
    }

    fn complain(&mut self, text: &str) {
        self.refuse(text);
    }

    fn take_job(&mut self) -> Option<input::Job> {
        self.uci.take_job()
    }
}

impl Console {
    pub fn new(output: Output, events: SyncSender<Event<News>>) -> Console {
        let hold = Hold::default();
        let notify = {
            let events = events.clone();
            // If nobody listens any more the process is about to end.
            Arc::new(move |finished| drop(events.send(Event::News(News::Finished(finished)))))
        };
        let mut console = Console {
            uci: Session::new(held_output(output.clone(), hold.clone()), notify),
            output,
            hold,
            speaks_uci: false,
            board: OnBoard::new(),
            book: ConsoleBook::new(),
            trace: Tracer::new(),
            thinking: None,
            events,
        };
        console.tell_uci_of_book(true);
        console
    }

    fn say(&self, text: &str) {
        self.output.print(text);
    }

    fn say_with_board(&self, text: &str) {
        let mut text = format!("{text}\n{}", self.board.draw());
        if let Some(end) = self.board.end() {
            text.push_str(&format!("\n{end}"));
        }
        self.say(&text);
    }

    fn refuse(&mut self, reason: &str) {
        self.trace.note(Level::Error, "error", reason);
        self.say(&format!("ERROR: {}", reason.replace(['\n', '\r'], " ")));
    }

    /// What is seen before the first command.
    pub fn greet(&self) {
        self.say(&self.board.draw());
    }

    /// Waits for a search of UCI's.
    pub fn finish(&mut self) {
        self.uci.searcher.finish();
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::New => self.set_up(OnBoard::new(), "OK: New game started"),
            Command::Move(step) => self.play(step),
            Command::Undo => match self.board.undo() {
                true => {
                    self.uci.forget_refusal();
                    self.say_with_board("OK: undo");
                }
                false => self.refuse("No moves to undo"),
            },
            Command::Fen(fen) => match OnBoard::from_fen(&fen) {
                Ok(board) => self.set_up(board, &format!("OK: {fen}")),
                Err(reason) => self.refuse(&format!(
                    "Invalid FEN string ({reason}; the board is unchanged)"
                )),
            },
            Command::Export => self.say(&format!("FEN: {}", self.board.fen())),
            Command::Status => match self.board.end() {
                Some(end) => self.say(&end.to_string()),
                None => self.say("OK: ongoing"),
            },
            Command::Eval => self.say(&format!("EVALUATION: {}", self.board.evaluate())),
            Command::Perft(depth) => self.perft(depth),
            Command::Hash => self.say(&format!("HASH: {:016x}", self.board.key())),
            Command::Table(megabytes) => {
                match options::set(&mut self.uci, "Hash", Some(&megabytes.to_string())) {
                    Ok(()) => self.say(&format!("OK: table {megabytes} MB")),
                    Err(reason) => self.refuse(&reason),
                }
            }
            Command::Draws => self.draws(),
            Command::History => self.say(&format!(
                "HISTORY: count={}; current={:016x}",
                self.board.positions(),
                self.board.key()
            )),
            Command::Ai(depth) => self.ai(depth),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.say("OK: stop"),
            Command::Pgn(command) => self.pgn(command),
            Command::Book(command) => self.obey_book(command),
            Command::New960(number) => self.new960(number),
            Command::Position960 => self.position960(),
            Command::Uci => {
                self.speaks_uci = true;
                self.introduce();
            }
            Command::IsReady => self.say("readyok"),
            Command::Trace(command) => self.obey_trace(command),
            Command::Concurrency { profile, seed } => self.say(&concurrency::run(profile, seed)),
            Command::Help => self.say(HELP),
            // The caller leaves.
            Command::Quit => {}
        }
    }

    /// Puts a new game on the board. From here on it is the console's.
    fn set_up(&mut self, board: OnBoard, text: &str) {
        self.board = board;
        self.uci.forget_refusal();
        self.speaks_uci = false;
        if let Some(mut engine) = self.uci.searcher.engine() {
            engine.new_game();
        }
        self.say_with_board(text);
    }

    fn play(&mut self, step: Step) {
        match self.board.play(step) {
            Ok(()) => {
                self.uci.forget_refusal();
                self.say_with_board(&format!("OK: {step}"));
            }
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    fn perft(&mut self, depth: u32) {
        let start = Instant::now();
        let nodes = self.board.perft(depth);
        let time = start.elapsed();
        self.say(&format!(
            "Perft({depth}): {nodes} nodes (time={} ms, nps={})",
            time.as_millis(),
            per_second(nodes, time)
        ));
    }

    fn draws(&self) {
        let repetitions = self.board.repetitions();
        let halfmove = self.board.halfmove_clock();
        let reason = match (repetitions, halfmove) {
            (3.., _) => "repetition",
            (_, 100..) => "fifty_moves",
            _ => "none",
        };
        self.say(&format!(
            "DRAWS: repetition={repetitions}; halfmove={halfmove}; draw={}; reason={reason}",
            reason != "none"
        ));
    }

    fn ai(&mut self, depth: u8) {
        let limits = Limits {
            depth: Some(i32::from(depth)),
            move_time: AI_TIMES.get(usize::from(depth) - 1).copied(),
            ..Limits::default()
        };
        let may_use_book = self.book.is_wanted();
        self.think(may_use_book, true, Vec::new(), |_| limits);
    }

    fn go(&mut self, go: &Go) {
        let search_moves = match self.board.game() {
            Some(game) => go.moves_on(game.board()).0,
            None => Vec::new(),
        };
        let may_use_book = !go.infinite && search_moves.is_empty();
        let is_thinking = self.think(may_use_book, false, search_moves, |side| go.limits(side));
        if go.infinite && is_thinking {
            self.say("OK: go infinite acknowledged");
        }
    }

    /// Begins to think, or plays a move of the book. Returns whether a search runs.
    fn think(
        &mut self,
        may_use_book: bool,
        is_shallow: bool,
        search_moves: Vec<Move>,
        limits: impl FnOnce(Color) -> Limits,
    ) -> bool {
        let Some(game) = self.board.game() else {
            self.refuse(NEEDS_KINGS);
            return false;
        };
        let board = *game.board();
        if !board.has_legal_move() {
            self.refuse(NO_MOVES);
            return false;
        }
        if may_use_book && let Some(mv) = self.book.choose(&board) {
            self.play_book_move(&board, mv);
            return false;
        }
        let job = Job {
            search_moves,
            overhead: self.uci.settings.overhead,
            elo: self.uci.settings.elo(),
            ..Job::new(game.clone(), limits(board.side_to_move()))
        };
        let events = self.events.clone();
        // If nobody listens any more the process is about to end.
        let done = move |found| drop(events.send(Event::News(News::Found(found))));
        match Thinking::start(self.uci.searcher.shared_engine(), job, is_shallow, done) {
            Ok(thinking) => self.thinking = Some(thinking),
            Err(error) => self.refuse(&format!("the system refused a thread: {error}")),
        }
        self.thinking.is_some()
    }

    fn play_book_move(&mut self, board: &Board, mv: Move) {
        let text = board.move_to_uci(mv, self.board.is_chess960());
        self.book.note_played();
        self.trace.note_ai(LastAi {
            source: "book",
            mv: text.clone(),
            figures: String::new(),
        });
        self.push(mv);
        self.say_with_board(&format!("AI: {text} (book)"));
    }

    fn push(&mut self, mv: Move) {
        if let Some(document) = self.board.document()
            && let Err(error) = document.push(mv)
        {
            self.refuse(&error.to_string());
        }
    }

    /// Plays what a search has found.
    fn take_found(&mut self, found: Found) {
        let was_stopped = self.thinking.take().is_some_and(|search| search.is_stopped);
        let (Some(outcome), Some(game)) = (&found.outcome, self.board.game()) else {
            return self.refuse(NO_MOVES);
        };
        let board = *game.board();
        let side = board.side_to_move();
        let mv = outcome.best.mv;
        let text = board.move_to_uci(mv, self.board.is_chess960());
        let eval = white_view(wdl::normalised(outcome.best.value, &board), side);
        let time = found.time.as_millis();
        let answer = format!(
            "AI: {text} (depth={}, eval={eval}, time={time})",
            outcome.depth
        );
        if self.trace.keeps(Level::Debug) {
            for iteration in &found.iterations {
                let figures = figures(iteration, &board);
                self.trace.note(Level::Debug, "iteration", &figures);
            }
        }
        self.trace.note_ai(LastAi {
            source: "search",
            mv: text,
            figures: match found.iterations.last() {
                Some(last) => figures(
                    &Iteration {
                        nodes: outcome.nodes,
                        time: found.time,
                        ..last.clone()
                    },
                    &board,
                ),
                None => format!("nodes={}", outcome.nodes),
            },
        });
        self.push(mv);
        match was_stopped {
            true => self.say_with_board(&format!("OK: stop\n{answer}")),
            false => self.say_with_board(&answer),
        }
    }

    fn pgn(&mut self, command: Pgn) {
        if let Pgn::Load(path) = &command {
            match Document::load(path) {
                Ok(document) => {
                    self.board = OnBoard::of_document(document);
                    self.uci.forget_refusal();
                    self.speaks_uci = false;
                    self.say(&format!("PGN: loaded source={path}"));
                }
                Err(reason) => self.refuse(&format!("pgn load: {reason}")),
            }
            return;
        }
        let Some(document) = self.board.document() else {
            return self.refuse(NEEDS_GAME);
        };
        let whereabouts = |document: &Document| {
            format!(
                "PGN: variation depth={}; moves={}",
                document.depth(),
                document.line_length()
            )
        };
        let answer = match command {
            Pgn::Load(_) => return,
            Pgn::Show => Ok(document.show()),
            Pgn::Moves => Ok(format!("PGN: moves {}", document.sans().join(" "))),
            Pgn::Comment(text) => document
                .comment(&text)
                .map(|()| "PGN: comment added".to_string()),
            Pgn::Enter => document.enter().map(|()| whereabouts(document)),
            Pgn::Open => document.open().map(|()| whereabouts(document)),
            Pgn::Exit => document.exit().map(|()| whereabouts(document)),
            Pgn::Save(path) => document
                .save(&path)
                .map(|()| format!("PGN: saved path=\"{path}\""))
                .map_err(|error| format!("pgn save: {path}: {error}")),
        };
        match answer {
            Ok(text) => self.say(text.trim_end()),
            Err(reason) => self.refuse(&reason),
        }
    }

    fn obey_book(&mut self, command: Book) {
        let answer = match command {
            Book::Load(path) => self.book.load(&path),
            Book::On => Ok(self.book.switch(true)),
            Book::Off => Ok(self.book.switch(false)),
            Book::Stats => return self.say(&self.book.stats()),
        };
        self.tell_uci_of_book(self.book.is_on());
        match answer {
            Ok(text) => self.say(&text),
            Err(reason) => self.refuse(&reason),
        }
    }

    /// Keeps UCI's option `OwnBook` what the console's book is.
    fn tell_uci_of_book(&mut self, on: bool) {
        self.uci.settings.own_book = on;
    }

    fn new960(&mut self, number: Option<u16>) {
        let any = RandomState::new().build_hasher().finish();
        let number = number.unwrap_or((any % u64::from(regence_chess::chess960::POSITIONS)) as u16);
        let board = OnBoard::chess960(number);
        let (_, rank) = board.array().unwrap_or_default();
        self.set_up(
            board,
            &format!("960: new game id={number}; backrank={rank}"),
        );
    }

    fn position960(&mut self) {
        let Some((number, rank)) = self.board.array() else {
            return self
                .refuse("this game did not begin in a Chess960 array: start one with new960 [N]");
        };
        let mode = match self.board.is_960_game() {
            true => "chess960",
            false => "standard",
        };
        self.say(&format!(
            "960: id={number}; mode={mode}; backrank={rank}; fen={}",
            self.board.fen()
        ));
    }

    fn obey_trace(&mut self, command: Trace) {
        let answer = match command {
            Trace::On => Ok(self.trace.switch(true)),
            Trace::Off => Ok(self.trace.switch(false)),
            Trace::Level(level) => Ok(self.trace.set_level(level)),
            Trace::Report => Ok(self.trace.report()),
            Trace::Reset => Ok(self.trace.reset()),
            Trace::Export(path) => self.trace.export(&path),
            Trace::Chrome(path) => self.trace.export_chrome(&path),
        };
        match answer {
            Ok(text) => self.say(&text),
            Err(reason) => self.refuse(&reason),
        }
    }

    /// As UCI's own, but the book is on where nobody switched it off.
    fn introduce(&self) {
        let mut options = specs();
        for option in &mut options {
            if option.name() == "OwnBook" {
                *option = OptionSpec::check("OwnBook", true);
            }
        }
        self.say(&introduction(&options));
    }

    /// A line of UCI. The board is shared: `position` changes the console's, and `go` searches it.
    fn take_uci(&mut self, text: &str) -> ControlFlow<()> {
        let command = uci::parse(text).ok().flatten().map(|parsed| parsed.command);
        match &command {
            Some(uci::Command::Uci) => {
                self.introduce();
                return ControlFlow::Continue(());
            }
            Some(uci::Command::Go(_)) if self.uci.is_refused() => {}
            Some(uci::Command::Go(go)) => {
                let Some(game) = self.board.game() else {
                    self.say(&answer::message(NEEDS_KINGS));
                    self.say(&answer::best_move(None, None));
                    return ControlFlow::Continue(());
                };
                self.uci.set_game(game.clone());
                let ends = go.ends_by_itself(game.board().side_to_move());
                if ends && let Some(answer) = self.book_answer(go) {
                    self.uci.searcher.answer_at_once(&answer);
                    return ControlFlow::Continue(());
                }
                self.hold.set(ends);
            }
            Some(uci::Command::SetOption { name, value }) => {
                let value = value.as_deref().unwrap_or("");
                if name.eq_ignore_ascii_case("OwnBook") {
                    // What is wrong with another value, UCI says.
                    if let Ok(on) = value.parse() {
                        self.book.switch(on);
                    }
                } else if name.eq_ignore_ascii_case("BookFile") {
                    self.set_book_file(value);
                    return ControlFlow::Continue(());
                }
            }
            _ => {}
        }
        let flow = self.uci.take(Line::Text(text.to_string()));
        if let Some(uci::Command::Position(_) | uci::Command::NewGame) = command
            && !self.uci.is_refused()
        {
            self.board = OnBoard::of_document(Document::of_game(self.uci.game.clone()));
        }
        flow
    }

    /// What the console's book answers to a `go` of UCI.
    fn book_answer(&mut self, go: &Go) -> Option<String> {
        let is_asked = go.search_moves.is_empty() && self.uci.settings.uses_book();
        let board = *self.board.game()?.board();
        let mv = self.book.choose(&board).filter(|_| is_asked)?;
        let text = board.move_to_uci(mv, self.board.is_chess960());
        Some(answer::best_move(Some(&text), None))
    }

    fn set_book_file(&mut self, path: &str) {
        let was_on = self.book.is_on();
        match path {
            "" | "<empty>" => self.book = ConsoleBook::new(),
            _ => {
                if let Err(reason) = self.book.load(path) {
                    return self.say(&answer::message(&format!("option BookFile: {reason}")));
                }
            }
        }
        self.book.switch(was_on);
    }
}

/// What an iteration counted.
fn figures(iteration: &Iteration, board: &Board) -> String {
    let line: Vec<_> = iteration.line.iter().map(Move::to_string).collect();
    format!(
        "depth={}; seldepth={}; eval={}; nodes={}; nps={}; time={}; hashfull={}; pv={}",
        iteration.depth,
        iteration.seldepth,
        white_view(
            wdl::normalised(iteration.value, board),
            board.side_to_move()
        ),
        iteration.nodes,
        per_second(iteration.nodes, iteration.time),
        iteration.time.as_millis(),
        iteration.hashfull,
        line.join(" ")
    )
}
