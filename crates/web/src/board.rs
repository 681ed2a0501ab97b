//! A board: one open page. It hears messages, the news of its searches and the time, and answers with messages.
//!
//! A board is plain and never waits: searches run on its [`Thinker`], and the caller says what time it is. One task runs
//! at a time. Which comes next is decided in [`Board::think`]: questions first, then the engine's move, then a review,
//! then analysis, which is interrupted by everything else and goes on afterwards.

use crate::clock::Clock;
use crate::game::Game;
use crate::inside;
use crate::messages::{
    By, Colour, EngineLevel, Format, Id, Kind, NewGame, Opening, Over, Player, Players, Purpose,
    Request, Score, Swap2Choice, TimeControl, read, shortened,
};
use crate::review;
use crate::thinking::{Done, Event, Found, News, Thinker, Work};
use regence_chess_search::{Chess, strength};
use regence_core::knobs::{Catalogue, TechniqueInfo};
use regence_core::limits::Remaining;
use regence_core::{Limits, Value};
use regence_gomoku::RuleSet;
use regence_gomoku_search::Gomoku;
use regence_trace::tree::Trace;
use serde_json::{Value as Json, json};
use std::collections::VecDeque;
use std::time::Duration;

/// Longer messages are not read.
pub const LONGEST_MESSAGE: usize = 64 * 1024;

/// Where neither clock nor level says how long an engine may think.
const DEFAULT_MOVE: Duration = Duration::from_millis(1000);
const LONGEST_MOVE: Duration = Duration::from_secs(600);
/// How long a hint takes.
const HINT: Duration = Duration::from_millis(500);
/// How many questions may wait.
const MAX_ERRANDS: usize = 8;
/// Lines of an analysis.
const MAX_LINES: usize = 5;
/// Nodes unless a message says otherwise, and the most it may ask for.
const REVIEW_NODES: (u64, u64) = (50_000, 2_000_000);
const INSIDE_NODES: (u64, u64) = (100_000, 1_000_000);
const WHY_NODES: (u64, u64) = (60_000, 200_000);
/// Nodes of a search for an even opening, and of one that answers a swap2 opening.
const BALANCE_NODES: u64 = 4000;
const SWAP2_NODES: u64 = 12_000;

/// A question that is answered once.
#[derive(Clone, Debug)]
enum Errand {
    Hint { game: Game, nodes: Option<u64> },
    Inside { game: Game, nodes: u64 },
    Why { mv: String, work: Work },
    Review(Review),
}

/// A review that is under way: one position after the other.
#[derive(Clone, Debug)]
struct Review {
    game: Game,
    nodes: u64,
    next: usize,
    /// What the side to move could hope for in the last position, and its best move.
    before: Option<(f64, String)>,
}

/// What the thread works on.
#[derive(Clone, Debug)]
enum Running {
    Play,
    Analyse,
    Balance,
    Swap2,
    Errand(Id, Box<Errand>),
}

/// Where the players are in the swap2 opening, and which seat has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Swap2 {
    Place3,
    Choose,
    Colour,
}

impl Swap2 {
    fn who(self) -> Colour {
        match self {
            Swap2::Place3 | Swap2::Colour => Colour::Black,
            Swap2::Choose => Colour::White,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Swap2::Place3 => "place3",
            Swap2::Choose => "choose",
            Swap2::Colour => "colour",
        }
    }
}

/// An analysis that is wanted.
#[derive(Clone, Copy, Debug)]
struct Analysis {
    lines: usize,
    nodes: Option<u64>,
    /// It has come to its end in this position.
    is_done: bool,
}

#[derive(Debug)]
pub struct Board {
    game: Game,
    /// Counts the games of this board.
    number: u64,
    players: Players,
    clock: Option<Clock>,
    /// Engines wait: somebody looks at another position.
    is_paused: bool,
    /// An end that the rules do not see, of the whole line.
    decided: Option<Over>,
    swap2: Option<Swap2>,
    /// An even opening is being looked for.
    is_opening: bool,
    turn_began: Duration,
    analysis: Option<Analysis>,
    errands: VecDeque<(Id, Errand)>,
    running: Option<(u64, Running)>,
    trace: Option<(Box<Trace>, Game)>,
    thinker: Thinker,
    out: Vec<String>,
}

type Refusal = String;

impl Board {
    /// A board with the usual chess position, for two people.
    pub fn new(thinker: Thinker) -> Board {
        let start = regence_chess::Board::startpos();
        Board {
            game: Game::Chess(crate::chess::ChessGame::new(start, false)),
            number: 1,
            players: Players::default(),
            clock: None,
            is_paused: false,
            decided: None,
            swap2: None,
            is_opening: false,
            turn_began: Duration::ZERO,
            analysis: None,
            errands: VecDeque::new(),
            running: None,
            trace: None,
            thinker,
            out: Vec::new(),
        }
    }

    /// What a new page is told first; `boards` are open.
    pub fn greet(&mut self, boards: usize, now: Duration) -> Vec<String> {
        let list = |techniques: &'static [TechniqueInfo]| -> Vec<Json> {
            let shipped = techniques.iter().filter(|info| info.shipped);
            shipped
                .map(|info| {
                    let name = info.name.replace('_', " ");
                    json!({"id": info.name, "name": name, "short": info.short, "sentence": info.summary})
                })
                .collect()
        };
        self.say(
            None,
            json!({
                "type": "hello",
                "version": env!("CARGO_PKG_VERSION"),
                "techniques": list(Chess::TECHNIQUES),
                "gomoku_techniques": list(Gomoku::TECHNIQUES),
                "rules": RuleSet::ALL.map(RuleSet::name),
                "elo": {"min": strength::MIN_ELO, "max": strength::MAX_ELO},
                "boards": boards,
            }),
        );
        self.tell_state(None, now);
        self.answers()
    }

    /// Answers a message of the page.
    pub fn hear(&mut self, text: &str, now: Duration) -> Vec<String> {
        self.look_at_clock(now);
        if text.len() > LONGEST_MESSAGE {
            let length = text.len();
            self.refuse(None, &format!("the message has {length} bytes, at most {LONGEST_MESSAGE} are read: send less at once"));
            return self.answers();
        }
        let (id, request) = read(text);
        let result = match request {
            Ok(request) => self.obey(id, request, now),
            Err(error) => Err(error),
        };
        if let Err(refusal) = result {
            self.refuse(id, &refusal);
        }
        self.think(now);
        self.answers()
    }

    /// Takes the news of a task.
    pub fn learn(&mut self, event: Event, now: Duration) -> Vec<String> {
        self.look_at_clock(now);
        let is_current = self
            .running
            .as_ref()
            .is_some_and(|(number, _)| *number == event.task);
        // What was called off still ends, and nobody cares.
        if is_current {
            match event.news {
                News::Info(info) => self.say_typed("info", &info),
                News::Live { techniques, depths } => {
                    self.say(
                        None,
                        json!({"type": "inside-live", "techniques": techniques, "depths": depths}),
                    );
                }
                News::Candidates(points) => {
                    self.say(None, json!({"type": "candidates", "points": points}))
                }
                News::Done(done) => {
                    self.thinker.let_go(event.task);
                    if let Some((_, running)) = self.running.take() {
                        self.finish(running, done, now);
                    }
                    self.think(now);
                }
            }
        }
        self.answers()
    }

    /// Looks at the clock; for when nothing else happens.
    pub fn tick(&mut self, now: Duration) -> Vec<String> {
        self.look_at_clock(now);
        self.think(now);
        self.answers()
    }

    /// When the board has to be told the time again.
    pub fn wakes_at(&self) -> Option<Duration> {
        self.clock.as_ref().and_then(Clock::falls_at)
    }

    fn answers(&mut self) -> Vec<String> {
        std::mem::take(&mut self.out)
    }

    fn say(&mut self, id: Id, mut message: Json) {
        if let (Some(id), Some(map)) = (id, message.as_object_mut()) {
            map.insert("id".into(), json!(id));
        }
        self.out.push(message.to_string());
    }

    fn say_typed(&mut self, kind: &str, message: &impl serde::Serialize) {
        if let Ok(mut json) = serde_json::to_value(message) {
            if let Some(map) = json.as_object_mut() {
                map.insert("type".into(), json!(kind));
            }
            self.say(None, json);
        }
    }

    fn refuse(&mut self, id: Id, message: &str) {
        self.say(id, json!({"type": "error", "message": message}));
    }

    fn over(&self) -> Option<Over> {
        let decided = self.decided.clone().filter(|_| self.game.is_at_end());
        self.game.over().or(decided)
    }

    fn is_thinking(&self) -> bool {
        matches!(
            self.running,
            Some((_, Running::Play | Running::Balance | Running::Swap2))
        )
    }

    fn tell_state(&mut self, id: Id, now: Duration) {
        let over = self.over();
        let mut state = self.game.state(over.is_some());
        let human_black =
            self.players.black == Player::Human && self.players.white != Player::Human;
        let clock = self.clock.as_ref().map(|clock| {
            json!({
                "white": millis(clock.left(Colour::White, now)),
                "black": millis(clock.left(Colour::Black, now)),
                "running": clock.running(),
                "base": millis(clock.base()),
                "inc": millis(clock.increment()),
            })
        });
        let swap2 = self
            .swap2
            .map(|step| json!({"step": step.name(), "who": step.who()}));
        let common = json!({
            "type": "state",
            "orientation": if human_black { Colour::Black } else { Colour::White },
            "turn": self.game.turn(),
            "ply": self.game.ply(),
            "moves": self.game.played(),
            "over": over,
            "players": self.players,
            "clock": clock,
            "swap2": swap2,
            "thinking": self.is_thinking() || self.is_engines_turn(),
            "paused": self.is_paused,
            "analysing": self.analysis.map(|analysis| analysis.lines),
        });
        if let Json::Object(common) = common {
            state.extend(common);
        }
        self.say(id, Json::Object(state));
    }

    fn obey(&mut self, id: Id, request: Request, now: Duration) -> Result<(), Refusal> {
        match request {
            Request::New(new) => self.begin(&new, now)?,
            Request::Load { format, text } => self.load(format, &text, now)?,
            Request::Players { players } => {
                check(&players)?;
                self.stop_playing();
                self.players = players;
                self.resume(now);
            }
            Request::Go => {
                if matches!(self.running, Some((_, Running::Play))) {
                    self.thinker.hurry();
                    return Ok(());
                }
                self.resume(now);
            }
            Request::Move { mv } => self.move_by_hand(&mv, now)?,
            Request::Swap2 { choice, stones } => {
                self.answer_swap2(choice, &stones, By::Human, now)?
            }
            Request::Goto { ply } => self.go_to(ply, now)?,
            Request::ClockStop => {
                self.stop_playing();
                self.pause(now);
            }
            Request::Resign => self.resign(now)?,
            Request::Analyse { lines, nodes } => {
                self.stop_analysing();
                let lines = lines.clamp(1, MAX_LINES);
                self.analysis = Some(Analysis {
                    lines,
                    nodes,
                    is_done: false,
                });
            }
            Request::Stop => {
                self.stop_analysing();
                self.analysis = None;
                self.stop_review();
            }
            Request::Hint { nodes } => {
                self.expect_a_move()?;
                let errand = Errand::Hint {
                    game: self.game.clone(),
                    nodes,
                };
                return self.ask(id, errand);
            }
            Request::Inside { nodes } => {
                self.expect_a_move()?;
                let errand = Errand::Inside {
                    game: self.game.clone(),
                    nodes: within(nodes, INSIDE_NODES),
                };
                return self.ask(id, errand);
            }
            Request::Why { mv, nodes } => {
                self.expect_a_move()?;
                let work = self.game.why(&mv, within(nodes, WHY_NODES))?;
                return self.ask(id, Errand::Why { mv, work });
            }
            Request::Review { nodes } => {
                self.stop_review();
                let review = Review {
                    game: self.game.clone(),
                    nodes: within(nodes, REVIEW_NODES),
                    next: 0,
                    before: None,
                };
                return self.ask(id, Errand::Review(review));
            }
            Request::Tree { node } => return self.show_tree(id, node),
            Request::Export { format } => return self.export(id, format),
        }
        self.tell_state(id, now);
        Ok(())
    }

    fn begin(&mut self, new: &NewGame, now: Duration) -> Result<(), Refusal> {
        let game = Game::begin(new)?;
        let (NewGame::Chess { players, clock, .. } | NewGame::Gomoku { players, clock, .. }) = new;
        check(players)?;
        let clock = clock.map(read_clock).transpose()?;
        self.take_game(game, now);
        self.players = players.clone();
        self.clock = clock;
        if let NewGame::Gomoku { opening, .. } = new {
            self.swap2 = (*opening == Opening::Swap2).then_some(Swap2::Place3);
            self.is_opening = *opening == Opening::Balanced;
        }
        Ok(())
    }

    fn load(&mut self, format: Format, text: &str, now: Duration) -> Result<(), Refusal> {
        let game = self.game.load(format, text)?;
        self.take_game(game, now);
        self.pause(now);
        Ok(())
    }

    /// Puts another game on the board.
    fn take_game(&mut self, game: Game, now: Duration) {
        self.thinker.call_off();
        self.running = None;
        self.errands.clear();
        self.game = game;
        self.number += 1;
        self.is_paused = false;
        self.decided = None;
        self.swap2 = None;
        self.is_opening = false;
        self.trace = None;
        self.position_changed(now);
    }

    fn position_changed(&mut self, now: Duration) {
        self.turn_began = now;
        self.stop_analysing();
        if let Some(analysis) = &mut self.analysis {
            analysis.is_done = false;
        }
    }

    fn stop_analysing(&mut self) {
        if matches!(self.running, Some((_, Running::Analyse))) {
            self.thinker.call_off();
            self.running = None;
        }
    }

    fn stop_playing(&mut self) {
        if matches!(self.running, Some((_, Running::Play))) {
            self.thinker.call_off();
            self.running = None;
        }
    }

    fn stop_review(&mut self) {
        self.errands
            .retain(|(_, errand)| !matches!(errand, Errand::Review(_)));
        let is_review = |running: &Running| match running {
            Running::Errand(_, errand) => matches!(**errand, Errand::Review(_)),
            _ => false,
        };
        if self
            .running
            .as_ref()
            .is_some_and(|(_, running)| is_review(running))
        {
            self.thinker.call_off();
            self.running = None;
        }
    }

    fn pause(&mut self, now: Duration) {
        self.is_paused = true;
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    /// Lets the game go on from the position on the board.
    fn resume(&mut self, now: Duration) {
        if std::mem::replace(&mut self.is_paused, false) {
            self.turn_began = now;
        }
        let (is_over, has_begun) = (self.over().is_some(), self.game.ply() > 0);
        let turn = self.game.turn();
        if let Some(clock) = self
            .clock
            .as_mut()
            .filter(|clock| clock.running().is_none())
            && has_begun
            && !is_over
        {
            clock.start(turn, now);
        }
    }

    fn is_engines_turn(&self) -> bool {
        !self.is_paused
            && self.swap2.is_none()
            && !self.is_opening
            && matches!(self.players.of(self.game.turn()), Player::Engine(_))
            && self.over().is_none()
    }

    /// Refuses where there is no move to look for.
    fn expect_a_move(&self) -> Result<(), Refusal> {
        self.expect_no_opening()?;
        match self.game.over() {
            Some(over) => Err(format!(
                "the game is over here ({}): go to an earlier move first",
                over.reason
            )),
            None => Ok(()),
        }
    }

    fn expect_no_opening(&self) -> Result<(), Refusal> {
        match (self.swap2, self.is_opening) {
            (Some(step), _) => Err(format!(
                "the swap2 opening is not done: {} has to answer with a swap2 message (step {})",
                step.who().name(),
                step.name()
            )),
            (None, true) => Err("the opening is being prepared: wait for the next state".into()),
            (None, false) => Ok(()),
        }
    }

    fn move_by_hand(&mut self, text: &str, now: Duration) -> Result<(), Refusal> {
        self.expect_no_opening()?;
        if let Some(over) = self.over() {
            return Err(format!(
                "the game is over ({}): start a new one or go back first",
                over.reason
            ));
        }
        if self.is_engines_turn() {
            let turn = self.game.turn().name();
            return Err(format!(
                "it is the engine's turn as {turn}: wait for its move, or change the players"
            ));
        }
        self.play(text, By::Human, None, now)?;
        self.is_paused = false;
        Ok(())
    }

    fn play(
        &mut self,
        text: &str,
        by: By,
        score: Option<Score>,
        now: Duration,
    ) -> Result<(), Refusal> {
        let mover = self.game.turn();
        let ms = millis(now.saturating_sub(self.turn_began));
        self.game.play(text, by, ms, score)?;
        self.decided = None;
        let is_over = self.over().is_some();
        if let Some(clock) = &mut self.clock {
            clock.press(mover, now);
            if is_over {
                clock.stop(now);
            }
        }
        self.position_changed(now);
        Ok(())
    }

    fn go_to(&mut self, ply: usize, now: Duration) -> Result<(), Refusal> {
        self.expect_no_opening()?;
        let last = self.game.played().len();
        if ply > last {
            return Err(format!("the game has the plies 0 to {last}, not {ply}"));
        }
        self.stop_playing();
        self.pause(now);
        self.game.go_to(ply);
        self.position_changed(now);
        Ok(())
    }

    fn resign(&mut self, now: Duration) -> Result<(), Refusal> {
        if let Some(over) = self.over() {
            return Err(format!("the game is over already ({})", over.reason));
        }
        let loser = match (&self.players.white, &self.players.black) {
            (Player::Human, Player::Engine(_)) => Colour::White,
            (Player::Engine(_), Player::Human) => Colour::Black,
            _ => self.game.turn(),
        };
        self.end_game(
            Over::win(loser.other(), format!("{} resigned", loser.name())),
            now,
        );
        Ok(())
    }

    /// Ends the game at the end of its line.
    fn end_game(&mut self, over: Over, now: Duration) {
        self.stop_playing();
        self.game.go_to(usize::MAX);
        self.swap2 = None;
        self.decided = Some(over);
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
        self.position_changed(now);
    }

    fn look_at_clock(&mut self, now: Duration) {
        let Some(loser) = self.clock.as_ref().and_then(|clock| clock.fallen(now)) else {
            return;
        };
        let reason = format!("{} ran out of time", loser.name());
        let over = match self.game.can_win(loser.other()) {
            true => Over::win(loser.other(), reason),
            false => Over::draw(format!(
                "{reason}, but {} has only a king",
                loser.other().name()
            )),
        };
        self.end_game(over, now);
        self.tell_state(None, now);
    }

    fn answer_swap2(
        &mut self,
        choice: Swap2Choice,
        stones: &[String],
        by: By,
        now: Duration,
    ) -> Result<(), Refusal> {
        let Some(step) = self.swap2 else {
            return Err(
                "no swap2 opening is under way: start one with new and \"opening\":\"swap2\""
                    .into(),
            );
        };
        let is_engines = matches!(self.players.of(step.who()), Player::Engine(_));
        if by == By::Human && is_engines {
            return Err(format!(
                "the engine ({}) has to answer: wait for its choice",
                step.who().name()
            ));
        }
        let wanted = match (step, choice) {
            (Swap2::Place3, Swap2Choice::Place) => 3,
            (Swap2::Choose, Swap2Choice::Place) => 2,
            (Swap2::Place3, _) => {
                return Err("three stones are wanted first: choice \"place\" with 3 stones".into());
            }
            (Swap2::Colour, Swap2Choice::Place) => {
                return Err("a colour is wanted: choice \"black\" or \"white\"".into());
            }
            (_, Swap2Choice::Black | Swap2Choice::White) => 0,
        };
        if stones.len() != wanted && wanted > 0 {
            return Err(format!("expected {wanted} stones, found {}", stones.len()));
        }
        let mut game = self.game.clone();
        for stone in &stones[..wanted.min(stones.len())] {
            game.play(stone, by, 0, None)?;
        }
        if game.over().is_some() {
            return Err("these stones would end the game: place others".into());
        }
        self.game = game;
        self.swap2 = match (step, choice) {
            (Swap2::Place3, _) => Some(Swap2::Choose),
            (Swap2::Choose, Swap2Choice::Place) => Some(Swap2::Colour),
            (_, Swap2Choice::Black | Swap2Choice::White) => {
                let takes = if choice == Swap2Choice::Black {
                    Colour::Black
                } else {
                    Colour::White
                };
                if takes != step.who() {
                    self.players = self.players.swapped();
                }
                None
            }
            (Swap2::Colour, Swap2Choice::Place) => Some(Swap2::Colour),
        };
        self.position_changed(now);
        Ok(())
    }

    fn ask(&mut self, id: Id, errand: Errand) -> Result<(), Refusal> {
        if self.errands.len() >= MAX_ERRANDS {
            return Err(format!(
                "{MAX_ERRANDS} questions wait already: wait for their answers"
            ));
        }
        self.stop_analysing();
        self.errands.push_back((id, errand));
        Ok(())
    }

    /// Starts what comes next, unless something runs.
    fn think(&mut self, now: Duration) {
        while self.running.is_none() {
            let Some((running, work)) = self.next_task(now) else {
                return;
            };
            match self.thinker.start(work, self.number) {
                Ok(number) => self.running = Some((number, running)),
                Err(error) => {
                    // Without a thread nothing can be thought about: the game stays, engines wait.
                    self.is_paused = true;
                    self.analysis = None;
                    self.errands.clear();
                    self.refuse(None, &error);
                }
            }
        }
    }

    fn next_task(&mut self, now: Duration) -> Option<(Running, Work)> {
        let is_review = |errand: &Errand| matches!(errand, Errand::Review(_));
        if let Some(index) = self
            .errands
            .iter()
            .position(|(_, errand)| !is_review(errand))
        {
            let (id, errand) = self.errands.remove(index)?;
            let work = errand_work(&errand)?;
            return Some((Running::Errand(id, Box::new(errand)), work));
        }
        if let Some(task) = self.opening_task() {
            return Some(task);
        }
        if self.is_engines_turn()
            && let Player::Engine(level) = self.players.of(self.game.turn())
        {
            let limits = self.limits_of_move(level, now);
            return Some((
                Running::Play,
                self.game.search(limits, 1, level.elo, Some(Purpose::Play)),
            ));
        }
        if let Some(task) = self.next_of_review() {
            return Some(task);
        }
        let analysis = self.analysis.filter(|analysis| !analysis.is_done)?;
        if self.game.over().is_some() || self.is_opening {
            return None;
        }
        let limits = Limits {
            nodes: analysis.nodes,
            ..Limits::default()
        };
        Some((
            Running::Analyse,
            self.game
                .search(limits, analysis.lines, None, Some(Purpose::Analyse)),
        ))
    }

    fn opening_task(&self) -> Option<(Running, Work)> {
        let Game::Gomoku(game) = &self.game else {
            return None;
        };
        if self.is_opening {
            let (rule, size) = (game.board().rule(), game.board().size());
            return Some((
                Running::Balance,
                Work::Balance {
                    rule,
                    size,
                    nodes: BALANCE_NODES,
                },
            ));
        }
        let is_engines = |step: Swap2| matches!(self.players.of(step.who()), Player::Engine(_));
        self.swap2
            .filter(|&step| is_engines(step) && !self.is_paused)?;
        Some((
            Running::Swap2,
            Work::Swap2 {
                game: game.clone(),
                nodes: SWAP2_NODES,
            },
        ))
    }

    fn limits_of_move(&self, level: &EngineLevel, now: Duration) -> Limits {
        let turn = self.game.turn();
        let clock = self.clock.as_ref().map(|clock| Remaining {
            time: clock.left(turn, now),
            increment: clock.increment(),
            moves_to_go: None,
        });
        let wanted = level
            .movetime
            .map(|ms| Duration::from_millis(ms).min(LONGEST_MOVE));
        Limits {
            nodes: level.nodes,
            move_time: match clock {
                Some(_) => None,
                None if level.nodes.is_some() => wanted,
                None => Some(wanted.unwrap_or(DEFAULT_MOVE)),
            },
            clock,
            ..Limits::default()
        }
    }

    /// The next position of a review that has to be searched; finished games need no search.
    fn next_of_review(&mut self) -> Option<(Running, Work)> {
        let index = self
            .errands
            .iter()
            .position(|(_, errand)| matches!(errand, Errand::Review(_)))?;
        let (id, errand) = self.errands.remove(index)?;
        let Errand::Review(mut review) = errand else {
            return None;
        };
        while review.next <= review.game.played().len() {
            let position = review.game.at(review.next);
            let Some(over) = position.over() else {
                let work = position.search(Limits::to_nodes(review.nodes), 1, None, None);
                return Some((Running::Errand(id, Box::new(Errand::Review(review))), work));
            };
            let winner = match over.result {
                "1-0" => Some(Colour::White),
                "0-1" => Some(Colour::Black),
                _ => None,
            };
            let value = review::value_of_end(winner.map(|winner| winner == position.turn()));
            self.tell_review(id, &mut review, value, None);
        }
        None
    }

    fn finish(&mut self, running: Running, done: Done, now: Duration) {
        match (running, done) {
            (Running::Play, Done::Found(found)) => self.engine_moves(&found, now),
            (Running::Play, _) => {
                self.pause(now);
                self.refuse(None, "the engine found no move: it waits");
                self.tell_state(None, now);
            }
            (Running::Analyse, _) => {
                if let Some(analysis) = &mut self.analysis {
                    analysis.is_done = true;
                }
            }
            (Running::Balance, done) => {
                self.is_opening = false;
                if let Done::Stones(stones) = done {
                    for mv in stones {
                        let _ = self.game.play(&mv.to_string(), By::Engine, 0, None);
                    }
                }
                self.position_changed(now);
                self.tell_state(None, now);
            }
            (Running::Swap2, Done::Swap2 { choice, stones }) => {
                let stones: Vec<String> = stones.iter().map(ToString::to_string).collect();
                if let Err(refusal) = self.answer_swap2(choice, &stones, By::Engine, now) {
                    self.pause(now);
                    self.refuse(None, &refusal);
                }
                self.tell_state(None, now);
            }
            (Running::Swap2, done) => {
                self.pause(now);
                let why = if let Done::Failed(why) = done {
                    why
                } else {
                    "the engine has no answer to the opening".into()
                };
                self.refuse(None, &why);
            }
            (Running::Errand(id, _), Done::Failed(why)) => self.refuse(id, &why),
            (Running::Errand(id, errand), done) => self.answer_errand(id, *errand, done),
        }
    }

    fn engine_moves(&mut self, found: &Found, now: Duration) {
        let ms = millis(now.saturating_sub(self.turn_began));
        match self.play(&found.mv, By::Engine, Some(found.score), now) {
            Ok(()) => self.say(
                None,
                json!({"type": "played", "move": found.mv, "san": found.san, "ms": ms}),
            ),
            Err(error) => {
                self.pause(now);
                self.refuse(None, &format!("the engine's move can't be played: {error}"));
            }
        }
        self.tell_state(None, now);
    }

    fn answer_errand(&mut self, id: Id, errand: Errand, done: Done) {
        match (errand, done) {
            (Errand::Hint { game, .. }, Done::Found(found)) => {
                let text = hint_text(&game, &found);
                self.say(
                    id,
                    json!({
                        "type": "hint",
                        "move": found.mv,
                        "san": found.san,
                        "score": found.score,
                        "line": found.line,
                        "text": text,
                    }),
                );
            }
            (Errand::Why { mv, .. }, Done::Explained(words)) => {
                self.say(
                    id,
                    json!({"type": "why", "move": mv, "text": words.text, "table": words.table}),
                );
            }
            (Errand::Inside { game, .. }, Done::Recorded(trace)) => {
                self.show_inside(id, game, trace)
            }
            (Errand::Inside { .. }, Done::Found(found)) => {
                self.trace = None;
                self.say(
                    id,
                    json!({
                        "type": "inside",
                        "root": null,
                        "nodes": found.nodes,
                        "recorded": 0,
                        "note": "The Gomoku search counts what its techniques do, but keeps no tree.",
                    }),
                );
            }
            (Errand::Review(mut review), Done::Found(found)) => {
                let best = Some((found.mv, found.san));
                self.tell_review(id, &mut review, found.value, best);
                if review.next <= review.game.played().len() {
                    self.errands.push_front((id, Errand::Review(review)));
                }
            }
            (_, _) => self.refuse(id, "the search gave no answer: ask again"),
        }
    }

    /// Tells what a position of the review is worth and goes on to the next.
    fn tell_review(
        &mut self,
        id: Id,
        review: &mut Review,
        value: Value,
        best: Option<(String, String)>,
    ) {
        let ply = review.next;
        let position = review.game.at(ply);
        let board = match &position {
            Game::Chess(game) => Some(*game.board()),
            Game::Gomoku(_) => None,
        };
        let hope = review::hope(value, board.as_ref());
        let played = ply
            .checked_sub(1)
            .and_then(|index| review.game.played().get(index));
        let mark = match (&review.before, played) {
            (Some((before, best)), Some(played)) if *best != played.mv => {
                review::mark(*before, 1.0 - hope)
            }
            _ => None,
        };
        let is_first = position.turn() == position.first();
        let score = Score::of(value, is_first, position.kind());
        let (best, san) = best.unzip();
        self.say(
            id,
            json!({
                "type": "review",
                "ply": ply,
                "score": score,
                "best": best,
                "bestsan": san,
                "mark": mark,
                "done": ply,
                "total": review.game.played().len(),
            }),
        );
        review.before = Some((hope, best.unwrap_or_default()));
        review.next += 1;
    }

    fn show_inside(&mut self, id: Id, game: Game, trace: Box<Trace>) {
        if let Game::Chess(chess) = &game {
            let (techniques, depths) = inside::live(&trace, chess);
            self.say(
                None,
                json!({"type": "inside-live", "techniques": techniques, "depths": depths}),
            );
        }
        let root = inside::root(&trace);
        self.say(
            id,
            json!({
                "type": "inside",
                "root": root,
                "nodes": trace.visited,
                "recorded": trace.recorded(),
            }),
        );
        self.trace = Some((trace, game));
    }

    fn show_tree(&mut self, id: Id, node: u64) -> Result<(), Refusal> {
        let Some((trace, Game::Chess(game))) = &self.trace else {
            return Err(
                "no recorded search: ask for inside first (the Gomoku search keeps no tree)".into(),
            );
        };
        let mut tree = inside::tree(trace, game, node)?;
        if let Some(map) = tree.as_object_mut() {
            map.insert("type".into(), json!("tree"));
        }
        self.say(id, tree);
        Ok(())
    }

    fn export(&mut self, id: Id, format: Format) -> Result<(), Refusal> {
        let over = self.decided.as_ref();
        let text = match (&self.game, format) {
            (Game::Chess(game), Format::Fen) => game.fen(game.board()),
            (Game::Chess(game), Format::Pgn) => game.to_pgn(
                &name_of(&self.players.white),
                &name_of(&self.players.black),
                over,
            ),
            (Game::Gomoku(game), Format::Gomoku) => {
                let ended = game.at(usize::MAX).over();
                game.to_text(over.or(ended.as_ref()))
            }
            (Game::Chess(_), Format::Gomoku) => {
                return Err("this is chess: export it as pgn or fen".into());
            }
            (Game::Gomoku(_), _) => return Err("this is Gomoku: export it as gomoku".into()),
        };
        self.say(
            id,
            json!({"type": "export", "format": format, "text": text}),
        );
        Ok(())
    }
}

fn errand_work(errand: &Errand) -> Option<Work> {
    Some(match errand {
        Errand::Hint { game, nodes } => {
            let limits = match nodes {
                Some(nodes) => Limits::to_nodes(*nodes),
                None => Limits::for_time(HINT),
            };
            game.search(limits, 1, None, Some(Purpose::Hint))
        }
        Errand::Inside { game, nodes } => game.inside(*nodes),
        Errand::Why { work, .. } => work.clone(),
        Errand::Review(_) => return None,
    })
}

fn within(nodes: Option<u64>, (usual, most): (u64, u64)) -> u64 {
    nodes.unwrap_or(usual).clamp(1, most)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn read_clock(control: TimeControl) -> Result<Clock, Refusal> {
    if control.base == 0 {
        return Err("a clock needs a base of at least 1 ms".into());
    }
    Ok(Clock::new(
        Duration::from_millis(control.base),
        Duration::from_millis(control.inc),
    ))
}

fn check(players: &Players) -> Result<(), Refusal> {
    for player in [&players.white, &players.black] {
        let Player::Engine(level) = player else {
            continue;
        };
        if level.nodes == Some(0) {
            return Err("an engine needs at least 1 node for a move".into());
        }
    }
    Ok(())
}

fn name_of(player: &Player) -> String {
    match player {
        Player::Human => "Human".into(),
        Player::Engine(EngineLevel { elo: Some(elo), .. }) => format!("Régence ({elo})"),
        Player::Engine(_) => "Régence".into(),
    }
}

fn hint_text(game: &Game, found: &Found) -> String {
    let score = match found.score {
        Score::Cp(cp) if game.kind() == Kind::Chess => {
            format!("{:+.2} from White's view", f64::from(cp) / 100.0)
        }
        Score::Cp(cp) => format!("{cp:+} points from Black's view"),
        Score::Mate(moves) | Score::Win(moves) => {
            let first = game.first();
            let winner = if moves > 0 { first } else { first.other() };
            format!("{} wins in {}", winner.name(), moves.abs())
        }
    };
    let then: Vec<&str> = found
        .line
        .iter()
        .skip(1)
        .take(4)
        .map(String::as_str)
        .collect();
    match then.is_empty() {
        true => format!("{}: {score}.", found.san),
        false => format!("{}: {score}, then {}.", found.san, shortened_line(&then)),
    }
}

fn shortened_line(moves: &[&str]) -> String {
    let line = moves.join(" ");
    match line.len() > 60 {
        true => shortened(&line),
        false => line,
    }
}
