//! Plays games of Gomoku between two engine processes, in all rules and many sizes, under a referee of its own.
//!
//! ```sh
//! cargo run --release -p regence --example gomoku_selfplay -- 500 30
//! ```
//!
//! That is 500 games at 30 milliseconds a move. The rules are the slow ones that the tests compare the
//! library with; they share no code with the engine. It ends with an error if a move was illegal or late,
//! or a process died. A virtual machine is stopped by its host now and then, for longer than any margin: where the
//! system tells how long the engine had the processor (Linux), a late move that had it for less than its limit is
//! listed apart, as a pause of the machine.

#[path = "../../gomoku/tests/naive/mod.rs"]
mod naive;

use naive::{At, Game, Numbers};
use regence_gomoku::{Outcome, RuleSet, Side};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The argument that makes this program the engine.
const AS_ENGINE: &str = "gomocup";
/// After so long a process is taken for dead.
const PATIENCE: Duration = Duration::from_secs(20);
/// The unit of processor time.
const TICK: Duration = Duration::from_millis(10);
const SIZES: [i32; 6] = [15, 19, 20, 10, 15, 13];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == AS_ENGINE) {
        return regence::main();
    }
    let number = |place: usize, usual: u64| {
        let word = arguments.get(place);
        word.and_then(|word| word.parse().ok()).unwrap_or(usual)
    };
    let (games, limit) = (number(0, 20), Duration::from_millis(number(1, 30)));
    let mut summary = Summary::default();
    for game in 0..games {
        if let Err(fault) = play(game, limit, &mut summary) {
            summary.faults.push(format!("game {game}: {fault}"));
        }
        summary.games += 1;
        if summary.games.is_multiple_of(50) {
            eprintln!("{} games, {} faults", summary.games, summary.faults.len());
        }
    }
    summary.print(limit);
    match summary.faults.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

#[derive(Default)]
struct Summary {
    games: u64,
    moves: u64,
    black: u64,
    white: u64,
    drawn: u64,
    slowest: Duration,
    /// Late moves of an engine that had waited for the processor.
    pauses: Vec<String>,
    faults: Vec<String>,
}

impl Summary {
    fn print(&self, limit: Duration) {
        println!(
            "{} games, {} moves: Black won {}, White {}, {} drawn",
            self.games, self.moves, self.black, self.white, self.drawn
        );
        println!(
            "slowest move {:.1} of {} ms; {} faults, {} pauses of the machine",
            self.slowest.as_secs_f64() * 1e3,
            limit.as_millis(),
            self.faults.len(),
            self.pauses.len()
        );
        for fault in self.faults.iter().chain(&self.pauses) {
            println!("{fault}");
        }
    }
}

/// One engine process.
struct Player {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// It has the position; the next move can be told alone.
    knows_game: bool,
}

impl Player {
    fn start() -> Result<Player, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut child = Command::new(program)
            .arg(AS_ENGINE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the engine does not start: {error}"))?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = child.stdout.take().ok_or("no output")?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Player {
            child,
            input,
            lines,
            knows_game: false,
        })
    }

    fn say(&mut self, text: &str) -> Result<(), String> {
        self.input
            .write_all(text.as_bytes())
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("the engine does not read: {error}"))
    }

    /// The next line that is an answer.
    fn hear(&mut self) -> Result<String, String> {
        loop {
            let line = self
                .lines
                .recv_timeout(PATIENCE)
                .map_err(|error| format!("no answer: {error}"))?;
            if !line.starts_with("MESSAGE") && !line.starts_with("DEBUG") {
                return Ok(line);
            }
        }
    }

    /// How long the process has had a processor so far, in steps of ten milliseconds.
    fn processor_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let (_, fields) = stat.rsplit_once(") ")?;
        let mut ticks = fields
            .split(' ')
            .skip(11)
            .map_while(|word| word.parse().ok());
        let (user, system): (u64, u64) = (ticks.next()?, ticks.next()?);
        Some(TICK * (user + system) as u32)
    }

    fn quit(mut self) {
        let _ = self.say("END\n");
        let _ = self.child.wait();
    }
}

fn rule_number(rule: RuleSet) -> u8 {
    match rule {
        RuleSet::Freestyle => 0,
        RuleSet::Standard => 1,
        RuleSet::Renju => 4,
        RuleSet::Caro => 8,
        RuleSet::Ninuki => 42,
    }
}

fn play(number: u64, limit: Duration, summary: &mut Summary) -> Result<(), String> {
    let rule = RuleSet::ALL[number as usize % RuleSet::ALL.len()];
    let side = SIZES[number as usize / RuleSet::ALL.len() % SIZES.len()];
    let mut game = Game::new(rule, side, side);
    let mut moves = opening(&mut game, number);
    let mut players = [Player::start()?, Player::start()?];
    for player in &mut players {
        let rule = rule_number(rule);
        let time = limit.as_millis();
        player.say(&format!("START {side}\n"))?;
        let answer = player.hear()?;
        if answer != "OK" {
            return Err(format!("{side}x{side} was answered with '{answer}'"));
        }
        player.say(&format!(
            "INFO rule {rule}\nINFO timeout_turn {time}\nINFO timeout_match 0\nINFO time_left 2147483647\n"
        ))?;
    }
    while game.outcome.is_none() {
        let player = &mut players[game.side.index()];
        let had_before = player.processor_time();
        let began = Instant::now();
        player.say(&question(player.knows_game, &moves, game.side))?;
        player.knows_game = true;
        let answer = player.hear()?;
        let time = began.elapsed();
        summary.slowest = summary.slowest.max(time);
        summary.moves += 1;
        let at = point(&answer).ok_or_else(|| format!("expected x,y, found '{answer}'"))?;
        if !game.grid.is_empty(at) || game.grid.foul(at, game.side).is_some() {
            return Err(format!("{rule}: illegal move {answer} after {moves:?}"));
        }
        if time > limit {
            let ply = moves.len() + 1;
            let had = player
                .processor_time()
                .zip(had_before)
                .map(|(now, before)| now - before);
            let late = format!(
                "game {number}, {rule} {side}x{side}: move {ply} took {time:?}, processor {had:?}"
            );
            match had {
                Some(had) if had + TICK <= limit => summary.pauses.push(late),
                _ => summary.faults.push(late),
            }
        }
        game.play(at);
        moves.push(at);
    }
    match game.outcome.and_then(Outcome::winner) {
        Some(Side::Black) => summary.black += 1,
        Some(Side::White) => summary.white += 1,
        None => summary.drawn += 1,
    }
    players.into_iter().for_each(Player::quit);
    Ok(())
}

/// Up to three random stones near the centre.
fn opening(game: &mut Game, number: u64) -> Vec<At> {
    let mut numbers = Numbers(number);
    let mut moves = Vec::new();
    let middle = game.grid.width / 2;
    for _ in 0..numbers.below(4) {
        let mut near = || middle - 2 + numbers.below(5) as i32;
        let at = (near(), near());
        if game.grid.is_empty(at) && game.grid.foul(at, game.side).is_none() {
            game.play(at);
            moves.push(at);
        }
    }
    moves
}

/// What a player is asked: to begin, to answer a move, or to go on from a position.
fn question(knows_game: bool, moves: &[At], side: Side) -> String {
    match (knows_game, moves) {
        (_, []) => "BEGIN\n".to_owned(),
        (true, [.., (x, y)]) => format!("TURN {x},{y}\n"),
        (false, moves) => {
            let mut text = "BOARD\n".to_owned();
            for (ply, (x, y)) in moves.iter().enumerate() {
                let owner = if ply % 2 == side.index() { 1 } else { 2 };
                text += &format!("{x},{y},{owner}\n");
            }
            text + "DONE\n"
        }
    }
}

fn point(text: &str) -> Option<At> {
    let (x, y) = text.trim().split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}
