//! What the player does with each command. An error leaves everything as it was.

use super::Request;
use super::limits::{Settings, max_hash_megabytes, most_threads};
use super::opening;
use super::position::Position;
use crate::Output;
use crate::control::Control;
use regence_core::config::Shipped;
use regence_core::limiter::WallClock;
use regence_core::root::RootMove;
use regence_core::{Limits, Observer, Report, Shared};
use regence_gomoku::{Move, Point, RuleSet, Size};
use regence_gomoku_search::opening::{Choice, choose};
use regence_gomoku_search::{AnyBoard, Engine, Job, Outcome, bench};
use regence_protocol::gomocup::{At, Balance, Command, Field, Info, answer};
use std::time::Duration;

/// The board that a manager who asks for nothing gets.
const DEFAULT_SIDE: u8 = 20;
/// How many moves a balanced opening is chosen from.
const BALANCE_LINES: usize = 24;
/// How many first stones are tried for a pair that balances.
const BALANCE_FIRST: usize = 8;

/// Stones that are being told, and what for.
#[derive(Debug)]
struct Collecting {
    purpose: Purpose,
    stones: Vec<(At, Field)>,
    /// What is wrong with the first line that is no stone: then the whole is refused.
    fault: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Board,
    YxBoard,
    Swap2,
    Block,
    Unblock,
}

/// Why a command could not be obeyed.
type Refusal = String;

#[derive(Debug)]
pub struct Session {
    output: Output,
    control: Control,
    settings: Settings,
    engine: Engine,
    /// Whether table and threads are as the settings want them.
    engine_fits: bool,
    position: Position,
    rule: RuleSet,
    yixin: bool,
    collecting: Option<Collecting>,
    blocked: Vec<Point>,
    /// When the line that is obeyed came, and its place.
    clock: WallClock,
    number: u64,
}

impl Session {
    pub fn new(output: Output, control: Control) -> Session {
        // The manager may allow little memory: none is taken before it has spoken.
        let engine = Engine::without_table(Shipped);
        let rule = RuleSet::Freestyle;
        Session {
            output,
            control,
            settings: Settings::default(),
            engine,
            engine_fits: false,
            position: Position::new(rule, default_size()),
            rule,
            yixin: false,
            collecting: None,
            blocked: Vec::new(),
            clock: WallClock::start(),
            number: 0,
        }
    }

    /// The rule that is played.
    pub fn rule(&self) -> RuleSet {
        self.rule
    }

    pub fn obey(&mut self, request: Request) {
        (self.clock, self.number) = (request.clock, request.number);
        let command = match (request.command, &mut self.collecting) {
            (Ok(command), _) => command,
            // It is answered with `DONE`: a manager waits for one answer to a board.
            (Err(fault), Some(collecting)) => {
                collecting.fault.get_or_insert(fault);
                return;
            }
            (Err(fault), None) => return self.output.print(&fault),
        };
        self.yixin |= command.is_yixin();
        if let Err(refusal) = self.try_to(command) {
            self.output.print(&answer::error(&refusal));
        }
    }

    fn try_to(&mut self, command: Command) -> Result<(), Refusal> {
        let belongs_to_stones = matches!(command, Command::Stone(..) | Command::Done);
        if self.collecting.is_some() && !belongs_to_stones {
            self.collecting = None;
            let text = "stones that were not ended by DONE are forgotten";
            self.output.print(&answer::error(text));
        }
        match command {
            Command::Start { width, height } => self.start(width, height)?,
            Command::Restart => {
                self.position = Position::new(self.rule, self.position.size());
                self.new_game();
                self.output.print("OK");
            }
            Command::Begin => self.move_and_answer(1)?,
            Command::Turn(at) => {
                let point = self.position.point(at)?;
                self.position.play(point)?;
                self.move_and_answer(1)?;
            }
            Command::Play(at) => {
                let point = self.position.point(at)?;
                self.position.play(point)?;
                self.output.print(&answer::point(point));
            }
            Command::TakeBack(at) => {
                let point = self.position.point(at)?;
                self.position.take_back(point)?;
                self.output.print("OK");
            }
            Command::Board => self.collect(Purpose::Board),
            Command::YxBoard => self.collect(Purpose::YxBoard),
            Command::Swap2Board => self.collect(Purpose::Swap2),
            Command::YxBlock => self.collect(Purpose::Block),
            Command::YxBlockUndo => self.collect(Purpose::Unblock),
            Command::YxBlockReset => self.blocked.clear(),
            Command::Stone(at, field) => match &mut self.collecting {
                Some(collecting) => collecting.stones.push((at, field)),
                None => return Err("a stone, but no BOARD before it".into()),
            },
            Command::Done => self.collected()?,
            Command::Info(info) => self.inform(&info)?,
            Command::About => self.output.print(&answer::about(env!("CARGO_PKG_VERSION"))),
            Command::YxShowInfo => {
                let kilobytes = max_hash_megabytes() * 1024;
                self.output.print(&format!(
                    "MESSAGE INFO MAX_THREAD_NUM {}\nMESSAGE INFO MAX_HASH_SIZE {kilobytes}",
                    most_threads()
                ));
            }
            Command::YxNBest(lines) => self.move_and_answer(lines)?,
            Command::YxShowForbid => {
                let board = &self.position.board;
                let points = board.forbidden(board.side());
                self.output.print(&answer::forbidden(points.iter()));
            }
            Command::YxBalance(balance, bias) => self.balance(balance, bias)?,
            Command::YxHashClear => self.engine.clear_hash(),
            Command::YxShowHashUsage => {
                let (megabytes, full) = (self.engine.hash_megabytes(), self.engine.hashfull());
                let percent = f64::from(full) / 10.0;
                let text = format!("HASH USAGE {percent:.1} % of {megabytes} MB");
                self.output.print(&answer::message(&text));
            }
            Command::YxSearchDefend => self.show_defences()?,
            Command::Bench => self.bench(),
            // The reader has obeyed these.
            Command::End | Command::Stop => {}
        }
        Ok(())
    }

    fn start(&mut self, width: u8, height: u8) -> Result<(), Refusal> {
        let size = Size::new(width, height).ok_or_else(|| {
            format!("a board of {width}x{height} is not supported: both sides must be 5 to 22")
        })?;
        self.position = Position::new(self.rule, size);
        // A table is made while the manager waits, and not at the cost of the first move; but not before the manager has
        // said how much memory there is, if it says so.
        if self.settings.knows_memory() {
            self.fit_engine();
        }
        self.new_game();
        self.output.print("OK");
        Ok(())
    }

    fn new_game(&mut self) {
        self.blocked.clear();
        self.engine.new_game();
    }

    fn inform(&mut self, info: &Info) -> Result<(), Refusal> {
        if let Info::Rule(number) = *info {
            let rule = RuleSet::from_gomocup(number, self.yixin).ok_or_else(|| {
                let known = RuleSet::ALL.map(|rule| format!("{} {rule}", rule.info().gomocup));
                format!("rule {number} is not known: {}", known.join(", "))
            })?;
            if rule != self.rule {
                AnyBoard::prepare(rule);
                self.position = self.position.with_rule(rule)?;
                self.rule = rule;
            }
        }
        match self.settings.set(info) {
            Ok(true) => {
                self.engine_fits = false;
                if self.settings.knows_memory() {
                    self.fit_engine();
                }
            }
            Ok(false) => {}
            // `INFO` has no answer, but people read messages.
            Err(reason) => {
                let table = self.engine.hash_megabytes();
                let text = format!("INFO {reason}; the table stays as it is ({table} MB)");
                self.output.print(&answer::message(&text));
            }
        }
        Ok(())
    }

    /// Gives the engine the table and the threads that the settings allow.
    fn fit_engine(&mut self) {
        if std::mem::replace(&mut self.engine_fits, true) {
            return;
        }
        if let Err(error) = self.engine.set_threads(self.settings.threads) {
            let text = format!(
                "INFO thread_num: {error}; it stays at {}",
                self.engine.threads()
            );
            self.output.print(&answer::message(&text));
        }
        let Some(megabytes) = self.settings.hash_megabytes() else {
            return self.engine.switch_table_off();
        };
        let before = self.engine.hash_megabytes();
        if megabytes == before {
            return;
        }
        // The old table goes first: both together might be more than is allowed.
        self.engine.switch_table_off();
        if let Err(error) = self.engine.set_hash(megabytes) {
            let restored = before > 0 && self.engine.set_hash(before).is_ok();
            let stays = if restored { before } else { 0 };
            let text = format!("a table of {megabytes} MB: {error}; it has {stays} MB");
            self.output.print(&answer::message(&text));
        }
    }

    fn collect(&mut self, purpose: Purpose) {
        self.collecting = Some(Collecting {
            purpose,
            stones: Vec::new(),
            fault: None,
        });
    }

    fn collected(&mut self) -> Result<(), Refusal> {
        let Some(collecting) = self.collecting.take() else {
            return Err("DONE, but no BOARD before it".into());
        };
        let purpose = collecting.purpose;
        let moves = self.accept(collecting).map_err(|reason| {
            let reason = reason.trim_start_matches("ERROR ");
            format!("{reason}; the position is unchanged")
        })?;
        match purpose {
            Purpose::Board => self.move_and_answer(1),
            Purpose::Swap2 => self.swap2(&moves),
            Purpose::YxBoard | Purpose::Block | Purpose::Unblock => Ok(()),
        }
    }

    /// Takes over what was told, all of it or nothing. Returns the points.
    fn accept(&mut self, collecting: Collecting) -> Result<Vec<Point>, Refusal> {
        let Collecting {
            purpose,
            stones,
            fault,
        } = collecting;
        if let Some(fault) = fault {
            return Err(fault);
        }
        let mut fields = Vec::with_capacity(stones.len());
        for (at, field) in stones {
            fields.push((self.position.point(at)?, field));
        }
        let points: Vec<Point> = fields.iter().map(|&(point, _)| point).collect();
        let size = self.position.size();
        match purpose {
            Purpose::Block => self.blocked.extend(&points),
            Purpose::Unblock => self.blocked.retain(|point| !points.contains(point)),
            Purpose::Board | Purpose::YxBoard => {
                self.position = Position::from_fields(self.rule, size, &fields)?;
            }
            Purpose::Swap2 => {
                let count = points.len();
                if !matches!(count, 0 | 3 | 5) {
                    return Err(format!("SWAP2BOARD takes 0, 3 or 5 stones, not {count}"));
                }
                self.position = Position::from_moves(self.rule, size, &points)?;
            }
        }
        Ok(points)
    }

    /// Searches for the side to move, plays the best move and answers it.
    fn move_and_answer(&mut self, lines: usize) -> Result<(), Refusal> {
        if let Some(outcome) = self.position.board.outcome() {
            return Err(format!("the game is over ({outcome})"));
        }
        let job = self.job(lines);
        let outcome = self.search(&job).ok_or("there is no move to play")?;
        if lines > 1 {
            for (rank, line) in (1..).zip(ranked(&outcome)) {
                let point = answer::point(line.mv.point());
                let text = format!("{rank}. {point} ev {}", answer::score(line.value));
                self.output.print(&answer::message(&text));
            }
        }
        let point = outcome.best.mv.point();
        self.position.play(point)?;
        self.output.print(&answer::point(point));
        Ok(())
    }

    fn job(&self, lines: usize) -> Job {
        let board = self.position.board.clone();
        Job {
            lines,
            blocked: self.blocked.iter().map(|&point| Move::new(point)).collect(),
            // The limits have their margin already.
            overhead: Duration::ZERO,
            ..Job::new(board, self.settings.limits())
        }
    }

    fn search(&mut self, job: &Job) -> Option<Outcome> {
        self.fit_engine();
        let shared = Shared::new(self.engine.threads(), self.clock, false);
        self.control.begin(self.number, &shared);
        let mut reporter = Reporter {
            output: &self.output,
            lines: job.lines,
            yixin: self.yixin && self.settings.show_detail > 0,
        };
        let outcome = self.engine.search(job, &shared, &mut reporter);
        self.control.end();
        outcome
    }

    /// Searches `parts` times within one move's time; `done` of them are over.
    fn search_part(
        &mut self,
        position: &Position,
        lines: usize,
        done: u32,
        parts: u32,
    ) -> Option<Outcome> {
        let whole = self.settings.limits();
        let time = self.settings.opening_time();
        let job = Job {
            lines,
            overhead: Duration::ZERO,
            ..Job::new(
                position.board.clone(),
                Limits {
                    // Counted from the command's arrival, like every limit.
                    move_time: Some(time * (done + 1) / parts.max(1)),
                    clock: None,
                    win_in_plies: None,
                    ..whole
                },
            )
        };
        self.search(&job)
    }

    /// Completes an opening so that it is as even as `bias` wants it.
    fn balance(&mut self, balance: Balance, bias: i32) -> Result<(), Refusal> {
        if let Some(outcome) = self.position.board.outcome() {
            return Err(format!("the game is over ({outcome})"));
        }
        let points = match balance {
            Balance::One => self.balanced_one(bias)?,
            Balance::Two => self.balanced_two(bias)?,
        };
        self.output.print(&answer::points(&points));
        Ok(())
    }

    fn balanced_one(&mut self, bias: i32) -> Result<Vec<Point>, Refusal> {
        let position = self.position.clone();
        let outcome = self.search_part(&position, BALANCE_LINES, 0, 1);
        let best = outcome.as_ref().and_then(|o| opening::nearest(o, bias));
        let (mv, _) = best.ok_or("there is no move to balance with")?;
        Ok(vec![mv.point()])
    }

    fn balanced_two(&mut self, bias: i32) -> Result<Vec<Point>, Refusal> {
        let start = self.position.clone();
        let parts = BALANCE_FIRST as u32 + 1;
        let firsts = self
            .search_part(&start, BALANCE_FIRST, 0, parts)
            .ok_or("there is no move to balance with")?;
        let mut best: Option<(i32, Vec<Point>)> = None;
        for (done, line) in (1..).zip(&firsts.lines) {
            let first = line.mv.point();
            let mut position = start.clone();
            if position.play(first).is_err() || position.board.outcome().is_some() {
                continue;
            }
            let outcome = self.search_part(&position, BALANCE_LINES, done, parts);
            let Some((second, distance)) = outcome.and_then(|o| opening::nearest(&o, bias)) else {
                continue;
            };
            if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                best = Some((distance, vec![first, second.point()]));
            }
        }
        let (_, points) = best.ok_or("there are no two moves to balance with")?;
        Ok(points)
    }

    /// Answers to the stones of a swap2 opening, which are on the board.
    fn swap2(&mut self, stones: &[Point]) -> Result<(), Refusal> {
        if stones.is_empty() {
            return self.offer();
        }
        let position = self.position.clone();
        let outcome = self.search_part(&position, 1, 0, 2);
        let value = outcome.ok_or("there is no move to play")?.best.value;
        match choose(value, stones.len() < 5) {
            Choice::Black => self.output.print("SWAP"),
            Choice::White => self.move_and_answer(1)?,
            Choice::PutTwo => {
                let points = self.balanced_two(0)?;
                self.output.print(&answer::points(&points));
            }
        }
        Ok(())
    }

    /// Offers the most even of the openings that are known.
    fn offer(&mut self) -> Result<(), Refusal> {
        let offers = opening::offers(&self.position);
        let parts = offers.len() as u32;
        let mut best: Option<(i32, Vec<Point>)> = None;
        for (done, (position, points)) in (0..).zip(offers) {
            let Some(outcome) = self.search_part(&position, 1, done, parts) else {
                continue;
            };
            let distance = outcome.best.value.raw().abs();
            if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                best = Some((distance, points));
            }
        }
        let (_, points) = best.ok_or("no opening fits on this board")?;
        self.output.print(&answer::points(&points));
        Ok(())
    }

    /// Lists the moves after which the opponent is not seen to win at once.
    fn show_defences(&mut self) -> Result<(), Refusal> {
        let position = self.position.clone();
        let outcome = self.search_part(&position, BALANCE_LINES, 0, 1);
        let outcome = outcome.ok_or("there is no move to play")?;
        for line in outcome.lines.iter().filter(|line| !line.value.is_loss()) {
            let (point, score) = (line.mv.point(), answer::score(line.value));
            let text = format!("DEFEND {} ev {score}", answer::point(point));
            self.output.print(&answer::message(&text));
        }
        Ok(())
    }

    fn bench(&self) {
        let result = bench::run(bench::DEPTH, &mut Engine::new());
        let text = format!(
            "bench {} nodes {:.2} s",
            result.nodes,
            result.time.as_secs_f64()
        );
        self.output.print(&answer::message(&text));
    }
}

/// The lines of a search, the move that is played first: it may be better than those of the last finished iteration.
fn ranked(outcome: &Outcome) -> Vec<&RootMove<Move>> {
    let others = outcome
        .lines
        .iter()
        .filter(|line| line.mv != outcome.best.mv);
    let wanted = outcome.lines.len().max(1);
    std::iter::once(&outcome.best)
        .chain(others)
        .take(wanted)
        .collect()
}

fn default_size() -> Size {
    match Size::square(DEFAULT_SIDE) {
        Some(size) => size,
        None => unreachable!("the default side is a board's"),
    }
}

/// Tells the manager how a search goes.
struct Reporter<'a> {
    output: &'a Output,
    lines: usize,
    yixin: bool,
}

impl Observer<Move> for Reporter<'_> {
    fn line(&mut self, report: &Report<'_, Move>) {
        if self.yixin {
            self.output.print(&answer::details(report, self.lines));
        } else if report.rank == 1 {
            self.output.print(&answer::progress(report));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::{Bound, Value};

    fn line(mv: Move, value: i32) -> RootMove<Move> {
        RootMove {
            mv,
            value: Value::cp(value),
            bound: Bound::Exact,
            previous: Value::ZERO,
            line: vec![mv],
            nodes: 0,
            seldepth: 0,
        }
    }

    /// An interrupted iteration may have found a better move than the list of the one before.
    #[test]
    fn the_move_that_is_played_is_the_first_of_the_list() {
        let size = default_size();
        let at = |x| Move::new(size.point(x, 3).expect("a point"));
        let outcome = |best| Outcome {
            best: line(at(best), 50),
            lines: (0..3).map(|x| line(at(x), -i32::from(x))).collect(),
            depth: 4,
            nodes: 100,
            aspiration: Default::default(),
        };
        let listed = |best| -> Vec<u8> {
            let outcome = outcome(best);
            let lines = ranked(&outcome);
            assert_eq!(lines[0].value, Value::cp(50));
            lines.iter().map(|line| line.mv.point().x()).collect()
        };
        assert_eq!(listed(0), [0, 1, 2]);
        assert_eq!(listed(2), [2, 0, 1]);
        assert_eq!(listed(9), [9, 0, 1]);
    }
}
