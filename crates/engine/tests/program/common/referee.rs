//! A referee: two engine processes play games, and every move, line and second is checked.

use super::Random;
use super::answer::{read_best, read_info};
use super::process::Process;
use regence_chess::{Board, Color, Game, Move, Outcome};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How an engine is started: program and arguments.
#[derive(Clone, Debug)]
pub struct Player {
    pub program: String,
    pub arguments: Vec<String>,
}

/// What a move may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    Clock {
        base: Duration,
        increment: Duration,
    },
    /// So many nodes a move: games are then the same on every machine.
    Nodes(u64),
    Depth(u32),
}

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    pub players: [Player; 2],
    pub games: usize,
    pub control: Control,
    /// Sent as `setoption` lines to both engines.
    pub options: Vec<String>,
    pub seed: u64,
    pub concurrency: usize,
}

/// Plies of random moves that every game begins with; each such opening is played twice, with
/// colours reversed.
const OPENING_PLIES: usize = 8;
/// A game that lasts longer is scored as a draw.
const LONGEST_GAME: usize = 1000;
/// Moves of each side whose times are reported one by one.
const FIRST_MOVES: usize = 10;

/// What is wrong with an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    IllegalMove,
    /// A line that is not as the protocol asks, or a line of play with an illegal move.
    Protocol,
    TimeLoss,
    /// The process ended or fell silent.
    Crash,
    /// Something on standard error.
    Warning,
}

#[derive(Clone, Debug)]
pub struct Fault {
    pub game: usize,
    pub kind: FaultKind,
    pub text: String,
}

/// What a match came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub games: usize,
    /// Wins, draws and losses of the first player.
    pub score: [usize; 3],
    pub white_wins: usize,
    pub plies: usize,
    pub unfinished: usize,
    pub faults: Vec<Fault>,
    /// How far a move went beyond its clock.
    pub worst_overrun: Duration,
    /// Least time that was left on a clock after a move, before the increment.
    pub least_left: Option<Duration>,
    /// Time used of the time had, summed over `sides` games of one side.
    share_used: f64,
    sides: usize,
    /// The longest and the shortest of the first moves out of the opening.
    pub first_moves: Option<(Duration, Duration)>,
    /// The moves of each game, for comparison of runs.
    pub lines: Vec<(usize, String)>,
}

impl Summary {
    pub fn count(&self, kind: FaultKind) -> usize {
        self.faults
            .iter()
            .filter(|fault| fault.kind == kind)
            .count()
    }

    pub fn mean_share_used(&self) -> f64 {
        self.share_used / self.sides.max(1) as f64
    }
}

impl Match {
    /// Plays all games. `progress` is told after each.
    pub fn play(&self, progress: impl Fn(&Summary) + Sync) -> Summary {
        let next = AtomicUsize::new(0);
        let summary = Mutex::new(Summary::default());
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                scope.spawn(|| self.play_some(&next, &summary, &progress));
            }
        });
        let mut summary = summary.into_inner().expect("no worker panicked");
        summary.lines.sort();
        summary
    }

    /// One worker: a pair of engines that plays game after game.
    fn play_some(
        &self,
        next: &AtomicUsize,
        summary: &Mutex<Summary>,
        progress: &(impl Fn(&Summary) + Sync),
    ) {
        let mut engines: Option<[Process; 2]> = None;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games {
                break;
            }
            let pair = engines.get_or_insert_with(|| [0, 1].map(|i| self.start(i)));
            let record = self.play_game(number, pair);
            let is_dead = record
                .fault
                .as_ref()
                .is_some_and(|f| f.kind == FaultKind::Crash);
            let mut total = summary.lock().expect("no worker panicked");
            total.add(record);
            if is_dead {
                total.faults.extend(self.end(number, engines.take()));
            }
            progress(&total);
        }
        let faults = self.end(self.games, engines);
        summary
            .lock()
            .expect("no worker panicked")
            .faults
            .extend(faults);
    }

    fn start(&self, index: usize) -> Process {
        let player = &self.players[index];
        let arguments: Vec<_> = player.arguments.iter().map(String::as_str).collect();
        let mut process = Process::start(&player.program, &arguments);
        process.send("uci");
        for option in &self.options {
            process.send(option);
        }
        process
    }

    /// Ends the engines and looks at what they leave behind.
    fn end(&self, game: usize, engines: Option<[Process; 2]>) -> Vec<Fault> {
        let mut faults = Vec::new();
        for mut process in engines.into_iter().flatten() {
            process.send("quit");
            let (status, errors) = process.end();
            if !status.is_some_and(|status| status.success()) {
                let text = format!("ended with {status:?}");
                faults.push(Fault {
                    game,
                    kind: FaultKind::Crash,
                    text,
                });
            }
            if !errors.is_empty() {
                faults.push(Fault {
                    game,
                    kind: FaultKind::Warning,
                    text: errors,
                });
            }
        }
        faults
    }

    fn play_game(&self, number: usize, engines: &mut [Process; 2]) -> Record {
        // The first player has White in even games.
        let first_is = if number.is_multiple_of(2) {
            Color::White
        } else {
            Color::Black
        };
        let opening = opening(self.seed.wrapping_add(number as u64 / 2));
        let mut record = Record::new(number, first_is, self.control);
        for engine in engines.iter_mut() {
            engine.send("ucinewgame");
            engine.send("isready");
            if wait_for(engine, "readyok").is_none() {
                record.fail(Color::White, FaultKind::Crash, "no readyok".into());
                return record;
            }
        }
        let mut game = Game::new(Board::startpos());
        let mut texts = Vec::new();
        for mv in opening {
            texts.push(game.board().move_to_uci(mv, false));
            game.push(mv);
        }
        while record.fault.is_none() && game.outcome().is_none() && texts.len() < LONGEST_GAME {
            let side = game.board().side_to_move();
            let engine = &mut engines[usize::from(side != first_is)];
            match record.ask(engine, &game, &texts) {
                Ok(mv) => {
                    texts.push(game.board().move_to_uci(mv, false));
                    game.push(mv);
                }
                Err((kind, text)) => record.fail(side, kind, text),
            }
        }
        record.close(game.outcome(), texts);
        record
    }
}

/// Random moves that do not end the game.
fn opening(seed: u64) -> Vec<Move> {
    let mut random = Random::new(seed);
    loop {
        let mut game = Game::new(Board::startpos());
        while game.moves().len() < OPENING_PLIES && game.outcome().is_none() {
            let moves = game.board().legal_moves();
            game.push(moves[random.below(moves.len())]);
        }
        if game.outcome().is_none() {
            return game.moves().to_vec();
        }
    }
}

fn wait_for(engine: &mut Process, line: &str) -> Option<()> {
    while engine.try_line()?.1 != line {}
    Some(())
}

/// One game as it goes.
#[derive(Debug)]
struct Record {
    number: usize,
    first_is: Color,
    control: Control,
    left: [Duration; 2],
    used: [Duration; 2],
    had: [Duration; 2],
    times: [Vec<Duration>; 2],
    worst_overrun: Duration,
    least_left: Option<Duration>,
    winner: Option<Color>,
    is_unfinished: bool,
    fault: Option<Fault>,
    texts: Vec<String>,
}

impl Record {
    fn new(number: usize, first_is: Color, control: Control) -> Record {
        let base = match control {
            Control::Clock { base, .. } => base,
            _ => Duration::ZERO,
        };
        Record {
            number,
            first_is,
            control,
            left: [base; 2],
            used: [Duration::ZERO; 2],
            had: [base; 2],
            times: [Vec::new(), Vec::new()],
            worst_overrun: Duration::ZERO,
            least_left: None,
            winner: None,
            is_unfinished: false,
            fault: None,
            texts: Vec::new(),
        }
    }

    /// Asks the engine for a move and checks everything that it says.
    fn ask(
        &mut self,
        engine: &mut Process,
        game: &Game,
        texts: &[String],
    ) -> Result<Move, (FaultKind, String)> {
        let board = game.board();
        engine.send(&format!("position startpos moves {}", texts.join(" ")));
        let start = Instant::now();
        engine.send(&self.go_line());
        loop {
            let Some((when, line)) = engine.try_line() else {
                return Err((FaultKind::Crash, "no answer".to_string()));
            };
            if line.starts_with("info string") {
                return Err((FaultKind::Protocol, line));
            } else if line.starts_with("info") {
                read_info(&line, board).map_err(|text| (FaultKind::Protocol, text))?;
            } else {
                let best =
                    read_best(&line, board).map_err(|text| (FaultKind::IllegalMove, text))?;
                self.charge(board.side_to_move(), when.duration_since(start))?;
                return best.mv.ok_or((FaultKind::IllegalMove, line));
            }
        }
    }

    fn go_line(&self) -> String {
        match self.control {
            Control::Clock { increment, .. } => {
                let [white, black] = self.left.map(|left| left.as_millis());
                let increment = increment.as_millis();
                format!("go wtime {white} btime {black} winc {increment} binc {increment}")
            }
            Control::Nodes(nodes) => format!("go nodes {nodes}"),
            Control::Depth(depth) => format!("go depth {depth}"),
        }
    }

    fn charge(&mut self, side: Color, time: Duration) -> Result<(), (FaultKind, String)> {
        let Control::Clock { increment, .. } = self.control else {
            return Ok(());
        };
        let own = side.index();
        self.times[own].push(time);
        self.used[own] += time;
        let Some(left) = self.left[own].checked_sub(time) else {
            self.worst_overrun = self.worst_overrun.max(time - self.left[own]);
            let text = format!("{side} took {time:?} with {:?} left", self.left[own]);
            return Err((FaultKind::TimeLoss, text));
        };
        self.least_left = Some(self.least_left.map_or(left, |least| least.min(left)));
        self.left[own] = left + increment;
        self.had[own] += increment;
        Ok(())
    }

    fn fail(&mut self, side: Color, kind: FaultKind, text: String) {
        self.winner = Some(!side);
        self.fault = Some(Fault {
            game: self.number,
            kind,
            text,
        });
    }

    fn close(&mut self, outcome: Option<Outcome>, texts: Vec<String>) {
        if self.fault.is_none() {
            self.winner = outcome.and_then(Outcome::winner);
            self.is_unfinished = outcome.is_none();
        }
        self.texts = texts;
    }
}

impl Summary {
    fn add(&mut self, record: Record) {
        self.games += 1;
        self.score[match record.winner {
            Some(winner) if winner == record.first_is => 0,
            None => 1,
            Some(_) => 2,
        }] += 1;
        self.white_wins += usize::from(record.winner == Some(Color::White));
        self.plies += record.texts.len();
        self.unfinished += usize::from(record.is_unfinished);
        self.worst_overrun = self.worst_overrun.max(record.worst_overrun);
        self.least_left = [self.least_left, record.least_left]
            .into_iter()
            .flatten()
            .min();
        for side in Color::ALL.map(Color::index) {
            if record.had[side] > Duration::ZERO {
                self.share_used += record.used[side].as_secs_f64() / record.had[side].as_secs_f64();
                self.sides += 1;
            }
            for &time in record.times[side].iter().take(FIRST_MOVES) {
                let (least, most) = self.first_moves.unwrap_or((time, time));
                self.first_moves = Some((least.min(time), most.max(time)));
            }
        }
        self.faults.extend(record.fault);
        self.lines.push((record.number, record.texts.join(" ")));
    }
}
