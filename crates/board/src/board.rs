//! A board: one open page. It hears messages, the news of its searches and the time, and answers with messages.
//!
//! A board is plain and never waits: searches run on its [`Thinker`], and the caller says what time it is. One task runs
//! at a time. Which comes next is decided in [`Board::think`]: questions first, then the engine's move, then a review,
//! then analysis, which is interrupted by everything else and goes on afterwards.

mod keep;
mod place;
mod questions;
mod schedule;
mod swap2;
#[cfg(test)]
mod tests;

use crate::clock::Clock;
use crate::game::Game;
use crate::inside::Look;
use crate::messages::{
    Answer, By, ClockState, Colour, Hello, Id, Levels, Message, NewGame, Opening, Over, Player,
    Players, Power, Reason, Request, State, Technique, TimeControl, read,
};
use crate::record::{self, Record};
use crate::tree::{NodeId, Tree};
use crate::work::{Done, Event, Found, News, Thinker};
use questions::Errand;
use regence_chess_search::{Chess, strength};
use regence_core::config::{Catalogue, TechniqueInfo};
use regence_core::transposition_table::DEFAULT_MEGABYTES;
use regence_gomoku::RuleSet;
use regence_gomoku_search::Gomoku;
use schedule::Running;
use std::collections::VecDeque;
use std::time::Duration;
use swap2::Swap2;

/// Longer messages are not read, but for games to load.
pub const LONGEST_MESSAGE: usize = 64 * 1024;
/// The longest message with a game to load: annotated games are long.
pub const LONGEST_LOAD: usize = 24 * 1024 * 1024;

/// Lines of an analysis.
const MAX_LINES: usize = 5;

/// An analysis that is wanted.
#[derive(Clone, Copy, Debug)]
struct Analysis {
    lines: usize,
    nodes: Option<u64>,
    depth: Option<i32>,
    /// It has come to its end in this position.
    is_done: bool,
}

#[derive(Debug)]
pub struct Board<T: Thinker> {
    /// The line of the present place, at this place.
    game: Game,
    record: Record,
    at: NodeId,
    /// Where the game stands that is played.
    head: NodeId,
    /// The game is played: engines answer and clocks run. Otherwise moves are tried.
    is_playing: bool,
    /// Counts the games of this board.
    number: u64,
    players: Players,
    clock: Option<Clock>,
    /// Engines wait: somebody looks at another position.
    is_paused: bool,
    /// They wait only for that: back at the end of the line the game goes on.
    is_looking_back: bool,
    /// A move of an engine of limited strength that waits, and until when: people play against it at its pace.
    held: Option<(Found, Duration)>,
    /// An end that the rules do not see, and where it came.
    decided: Option<(NodeId, Over)>,
    swap2: Option<Swap2>,
    /// An even opening is being looked for.
    is_opening: bool,
    turn_began: Duration,
    analysis: Option<Analysis>,
    /// What analyses use, and the most that they may.
    power: Option<Power>,
    most: Power,
    errands: VecDeque<(Id, Errand)>,
    running: Option<(u64, Running)>,
    look: Option<Look>,
    thinker: T,
    out: Vec<Answer>,
}

type Refusal = String;

impl<T: Thinker> Board<T> {
    /// A board with the usual chess position, for two people.
    pub fn new(thinker: T) -> Board<T> {
        let start = regence_chess::Board::startpos();
        let game = Game::Chess(crate::chess::ChessGame::new(start, false));
        Board {
            record: Record::new(&game),
            game,
            at: Tree::ROOT,
            head: Tree::ROOT,
            is_playing: true,
            number: 1,
            players: Players::default(),
            clock: None,
            is_paused: false,
            is_looking_back: false,
            held: None,
            decided: None,
            swap2: None,
            is_opening: false,
            turn_began: Duration::ZERO,
            analysis: None,
            power: None,
            most: Power {
                threads: 1,
                hash: DEFAULT_MEGABYTES,
            },
            errands: VecDeque::new(),
            running: None,
            look: None,
            thinker,
            out: Vec::new(),
        }
    }

    /// Lets analyses use more than one thread and the usual table.
    pub fn allow(&mut self, most: Power) {
        self.most = most;
    }

    /// What a new page is told first; `boards` are open.
    pub fn greet(&mut self, boards: usize, now: Duration) -> Vec<Answer> {
        self.say(
            None,
            Message::Hello(Hello {
                version: env!("CARGO_PKG_VERSION"),
                techniques: legend(Chess::TECHNIQUES),
                gomoku_techniques: legend(Gomoku::TECHNIQUES),
                rules: RuleSet::ALL.map(RuleSet::name).to_vec(),
                elo: Levels {
                    min: strength::MIN_ELO,
                    max: strength::MAX_ELO,
                },
                power: self.most,
                boards,
            }),
        );
        self.tell_state(None, now);
        self.answers()
    }

    /// Answers a message of the page.
    pub fn hear(&mut self, text: &str, now: Duration) -> Vec<Answer> {
        self.look_at_clock(now);
        let length = text.len();
        if length > LONGEST_LOAD {
            self.refuse_length(None, length, LONGEST_LOAD);
            return self.answers();
        }
        let (id, request) = read(text);
        if length > LONGEST_MESSAGE
            && !matches!(
                request,
                Ok(Request::Load { .. } | Request::Restore { .. } | Request::Games { .. })
            )
        {
            self.refuse_length(id, length, LONGEST_MESSAGE);
            return self.answers();
        }
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
    pub fn learn(&mut self, event: Event, now: Duration) -> Vec<Answer> {
        self.look_at_clock(now);
        let is_current = self
            .running
            .as_ref()
            .is_some_and(|(number, _)| *number == event.task);
        // What was called off still ends, and nobody cares.
        if is_current {
            match event.news {
                News::Info(info) => self.say(None, Message::Info(info)),
                News::Live { techniques, depths } => {
                    self.say(None, Message::InsideLive { techniques, depths });
                }
                News::Candidates(points) => self.say(None, Message::Candidates { points }),
                News::Done(done) => {
                    self.thinker.let_go(event.task);
                    if let Some((_, running)) = self.running.take() {
                        self.finish(running, done, now);
                    }
                    self.think(now);
                }
            }
        } else if let News::Done(Done::Recorded(look)) = event.news {
            self.thinker.forget(look);
        }
        self.answers()
    }

    /// Looks at the clock; for when nothing else happens.
    pub fn tick(&mut self, now: Duration) -> Vec<Answer> {
        self.look_at_clock(now);
        self.play_held(now);
        self.think(now);
        self.answers()
    }

    /// When the board has to be told the time again.
    pub fn wakes_at(&self) -> Option<Duration> {
        let falls_at = self.clock.as_ref().and_then(Clock::falls_at);
        let held = self.held.as_ref().map(|&(_, until)| until);
        falls_at.into_iter().chain(held).min()
    }

    fn answers(&mut self) -> Vec<Answer> {
        std::mem::take(&mut self.out)
    }

    fn say(&mut self, id: Id, message: Message) {
        self.out.push(Answer { message, id });
    }

    fn refuse_length(&mut self, id: Id, length: usize, most: usize) {
        let message =
            format!("the message has {length} bytes, at most {most} are read: send less at once");
        self.refuse(id, &message);
    }

    fn refuse(&mut self, id: Id, message: &str) {
        self.say(id, Message::error(message));
    }

    fn over(&self) -> Option<Over> {
        let decided = self.decided.filter(|&(node, _)| node == self.at);
        self.game.over().or(decided.map(|(_, over)| over))
    }

    /// Whether no move is made after this end: where a game would be drawn one may still try some.
    fn is_final(&self, over: Over) -> bool {
        let can_be_tried = matches!(
            over.reason,
            Reason::Repetition | Reason::FiftyMoves | Reason::InsufficientMaterial
        );
        self.is_playing || !can_be_tried
    }

    fn is_thinking(&self) -> bool {
        matches!(
            self.running,
            Some((_, Running::Play | Running::Balance | Running::Swap2))
        )
    }

    fn tell_state(&mut self, id: Id, now: Duration) {
        self.tell_nodes();
        let over = self.over();
        let line = self.record.tree.line(self.at);
        let human_black =
            self.players.black == Player::Human && self.players.white != Player::Human;
        let clock = self.clock.as_ref().map(|clock| ClockState {
            white: millis(clock.left(Colour::White, now)),
            black: millis(clock.left(Colour::Black, now)),
            running: clock.running(),
            base: millis(clock.base()),
            inc: millis(clock.increment()),
        });
        let state = State {
            position: self
                .game
                .position(over.is_some_and(|over| self.is_final(over))),
            orientation: if human_black {
                Colour::Black
            } else {
                Colour::White
            },
            turn: self.game.turn(),
            ply: self.record.tree.path(self.at).len(),
            moves: self.record.tree.played(&line),
            over,
            players: self.players.clone(),
            clock,
            swap2: self.swap2.map(Swap2::state),
            thinking: self.is_thinking() || self.is_engines_turn(),
            paused: self.is_paused,
            analysing: self.analysis.map(|analysis| analysis.lines),
            node: self.at,
            line,
            playing: self.is_playing,
        };
        self.say(id, Message::State(Box::new(state)));
    }

    fn obey(&mut self, id: Id, request: Request, now: Duration) -> Result<(), Refusal> {
        match request {
            Request::New(new) => self.begin(&new, now)?,
            Request::Load { format, text } => self.load(format, &text, now)?,
            Request::Players { players } => {
                check(&players)?;
                self.stop_playing();
                self.players = players;
                if self.is_playing {
                    self.resume(now);
                }
            }
            Request::Go => {
                if let Some((_, until)) = &mut self.held {
                    *until = now;
                    self.play_held(now);
                    return Ok(());
                }
                if matches!(self.running, Some((_, Running::Play))) {
                    self.thinker.hurry();
                    return Ok(());
                }
                self.play_from_here()?;
                self.resume(now);
            }
            Request::Move { mv, node } => self.move_by_hand(&mv, node, now)?,
            Request::Swap2 { choice, stones } => {
                self.answer_swap2(choice, &stones, By::Human, now)?
            }
            Request::Goto { node, ply } => {
                let node = self.named(node, ply)?;
                self.go_to(node, now)?;
            }
            Request::Promote { node, main } => self.promote(node, main)?,
            Request::Delete { node } => self.delete(node, now)?,
            Request::Annotate {
                node,
                comment,
                nags,
                shapes,
            } => self.annotate(node, comment.as_deref(), nags, shapes.as_deref())?,
            Request::ClockStop => {
                self.stop_playing();
                self.pause(now);
            }
            Request::Resign => self.resign(now)?,
            Request::Draw => return self.offer_draw(id, now),
            Request::Power(power) => {
                self.stop_analysing();
                self.power = Some(Power {
                    threads: power.threads.clamp(1, self.most.threads),
                    hash: power.hash.clamp(1, self.most.hash),
                });
                if let Some(analysis) = &mut self.analysis {
                    analysis.is_done = false;
                }
            }
            Request::Analyse {
                lines,
                nodes,
                depth,
            } => {
                self.stop_analysing();
                let lines = lines.clamp(1, MAX_LINES);
                self.analysis = Some(Analysis {
                    lines,
                    nodes,
                    depth: depth.map(|depth| depth.max(1)),
                    is_done: false,
                });
            }
            Request::Stop => {
                self.stop_analysing();
                self.analysis = None;
                self.stop_questions();
            }
            Request::Hint { nodes } => return self.ask_for_hint(id, nodes),
            Request::Threat { nodes } => return self.ask_for_threat(id, nodes),
            Request::Inside { nodes } => return self.ask_for_inside(id, nodes),
            Request::Why { mv, nodes } => return self.ask_why(id, mv, nodes),
            Request::Review { nodes } => return self.ask_for_review(id, nodes),
            Request::Tree { node } => return self.show_tree(id, node),
            Request::Export { format } => return self.export(id, format),
            Request::Games { text } => {
                let games = record::list(&self.game, &text);
                self.say(id, Message::Games { games });
                return Ok(());
            }
            Request::Keep => return self.keep(id, now),
            Request::Restore { game, clock } => self.restore(&game, clock, now)?,
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

    /// Puts another game on the board.
    fn take_game(&mut self, game: Game, now: Duration) {
        self.stop_questions();
        self.thinker.call_off();
        self.running = None;
        self.record = Record::new(&game);
        self.game = game;
        (self.at, self.head, self.is_playing) = (Tree::ROOT, Tree::ROOT, true);
        self.number += 1;
        self.is_paused = false;
        self.is_looking_back = false;
        self.held = None;
        self.decided = None;
        self.swap2 = None;
        self.is_opening = false;
        self.forget_look();
        self.position_changed(now);
    }

    fn forget_look(&mut self) {
        if let Some(look) = self.look.take() {
            self.thinker.forget(look);
        }
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

    /// Calls off what the engine thinks of as a player.
    fn stop_playing(&mut self) {
        self.held = None;
        if self.is_thinking() {
            self.thinker.call_off();
            self.running = None;
        }
    }

    fn pause(&mut self, now: Duration) {
        self.is_paused = true;
        self.is_looking_back = false;
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    /// Lets the game go on from the position on the board.
    fn resume(&mut self, now: Duration) {
        self.is_looking_back = false;
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

    /// The game goes on from the present place, whether it was played or looked at.
    fn play_from_here(&mut self) -> Result<(), Refusal> {
        self.expect_no_opening()?;
        if let Some(over) = self.over() {
            return Err(format!(
                "the game is over here ({}): go to an earlier move first",
                over.reason.words()
            ));
        }
        if !self.is_playing {
            (self.is_playing, self.head) = (true, self.at);
        }
        Ok(())
    }

    fn is_engines_turn(&self) -> bool {
        self.is_playing
            && !self.is_paused
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
                over.reason.words()
            )),
            None => Ok(()),
        }
    }

    fn resign(&mut self, now: Duration) -> Result<(), Refusal> {
        if let Some(over) = self.over() {
            return Err(format!(
                "the game is over already ({})",
                over.reason.words()
            ));
        }
        if !self.is_playing {
            return Err(
                "the game is over or was loaded, nobody plays it: say go to play on".into(),
            );
        }
        let loser = match (&self.players.white, &self.players.black) {
            (Player::Human, Player::Engine(_)) => Colour::White,
            (Player::Engine(_), Player::Human) => Colour::Black,
            _ => self.game.turn(),
        };
        let over = Over::win(loser.other(), Reason::Resigned).by(loser);
        self.end_game(over, now);
        Ok(())
    }

    /// Ends the game at the end of its line.
    fn end_game(&mut self, over: Over, now: Duration) {
        self.stop_playing();
        // Where the game stood there is a node.
        let _ = self.stand_at(self.head);
        (self.swap2, self.is_opening) = (None, false);
        self.decided = Some((self.head, over));
        self.record.result = Some(over.result);
        self.is_playing = false;
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
        self.position_changed(now);
    }

    fn look_at_clock(&mut self, now: Duration) {
        let Some(loser) = self.clock.as_ref().and_then(|clock| clock.fallen(now)) else {
            return;
        };
        let over = match self.game.can_win(loser.other()) {
            true => Over::win(loser.other(), Reason::Time),
            false => Over::draw(Reason::TimeBareKing),
        };
        let over = over.by(loser);
        self.end_game(over, now);
        self.tell_state(None, now);
    }
}

impl<T: Thinker> Drop for Board<T> {
    fn drop(&mut self) {
        self.forget_look();
    }
}

/// The techniques that searches of the page use.
pub(crate) fn shipped(
    techniques: &'static [TechniqueInfo],
) -> impl Iterator<Item = &'static TechniqueInfo> {
    techniques.iter().filter(|info| info.shipped)
}

fn legend(techniques: &'static [TechniqueInfo]) -> Vec<Technique> {
    let technique = |info: &'static TechniqueInfo| Technique {
        id: info.name,
        name: info.name.replace('_', " "),
        short: info.short,
        sentence: info.summary,
    };
    shipped(techniques).map(technique).collect()
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
