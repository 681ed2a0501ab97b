//! An engine at the table: started when it is needed, asked for moves, replaced when it has failed.

use std::sync::Arc;
use std::time::Duration;

use super::control::{self, Clock, Control};
use super::game::{FaultKind, Reply, Score, Seat, Thought};
use super::position::{ChessPosition, GomokuPosition, Position};
use super::spec::{EngineSpec, Protocol};
use crate::client::gomocup;
use crate::client::{ClientError, Gomocup, Process, Uci, uci};

/// How long an engine may take to start and to get ready: networks and tables are large.
pub const READY: Duration = Duration::from_secs(60);
/// Lines of the conversation that a report shows.
const REPORTED_LINES: usize = 16;
/// How long an engine may take to end when it is asked to.
const FAREWELL: Duration = Duration::from_millis(300);

#[derive(Debug)]
enum Engine {
    Uci(Box<Uci>),
    Gomocup {
        client: Box<Gomocup>,
        /// Whether it has been told a position of this game.
        knows_game: bool,
    },
}

/// An engine of a match. It runs from its first game on.
#[derive(Debug)]
pub struct Player {
    spec: Arc<EngineSpec>,
    engine: Option<Engine>,
    /// The conversation of an engine that was discarded.
    last_words: String,
}

impl Player {
    pub fn new(spec: Arc<EngineSpec>) -> Player {
        Player {
            spec,
            engine: None,
            last_words: String::new(),
        }
    }

    /// A new clock for a game.
    pub fn clock(&self) -> Clock {
        Clock::new(self.spec.control, self.spec.margin)
    }

    /// Gets the engine ready for a game from this position.
    pub fn prepare(&mut self, position: &Position) -> Result<(), ClientError> {
        if self.spec.restart {
            self.leave();
        }
        let done = self.try_prepare(position);
        if done.is_err() {
            self.discard();
        }
        done
    }

    fn try_prepare(&mut self, position: &Position) -> Result<(), ClientError> {
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => none.insert(start(&self.spec, position)?),
        };
        match (engine, position) {
            (Engine::Uci(uci), _) => {
                uci.new_game();
                uci.ready(READY)?;
            }
            (Engine::Gomocup { client, knows_game }, Position::Gomoku(gomoku)) => {
                *knows_game = false;
                begin_gomoku(client, &self.spec, gomoku)?;
            }
            (Engine::Gomocup { .. }, Position::Chess(_)) => {}
        }
        Ok(())
    }

    /// Asks for a move.
    pub fn think(
        &mut self,
        position: &Position,
        seat: Seat,
        clocks: &[Clock; 2],
        patience: Duration,
    ) -> Result<Reply, ClientError> {
        let (own, other) = (&clocks[seat.index()], &clocks[seat.other().index()]);
        match (&mut self.engine, position) {
            (Some(Engine::Uci(uci)), Position::Chess(chess)) => {
                let go = control::go(own, other, seat == Seat::First);
                let (start, moves) = chess.told();
                let answer = uci.go_from(start, moves, &go, patience)?;
                let mut faults = uci.take_faults();
                let mut reply = chess_reply(chess, answer);
                let strays = faults
                    .drain(..)
                    .map(|f| (FaultKind::Protocol, f.to_string()));
                reply.faults.extend(strays);
                Ok(reply)
            }
            (Some(Engine::Gomocup { client, knows_game }), Position::Gomoku(gomoku)) => {
                let answer = ask_gomoku(client, *knows_game, gomoku, seat, own, patience)?;
                *knows_game = true;
                Ok(gomoku_reply(answer))
            }
            _ => Err(ClientError::Gone {
                waiting_for: "a move".to_owned(),
                ending: "is not running".to_owned(),
            }),
        }
    }

    /// The last lines of the conversation.
    pub fn transcript(&mut self) -> String {
        match self.process() {
            Some(process) => process.transcript_text(REPORTED_LINES),
            None => self.last_words.clone(),
        }
    }

    /// The processor time that the engine has used so far, where the system tells.
    pub fn processor_time(&mut self) -> Option<Duration> {
        self.process()?.processor_time()
    }

    fn process(&mut self) -> Option<&mut Process> {
        match &mut self.engine {
            Some(Engine::Uci(uci)) => Some(uci.process()),
            Some(Engine::Gomocup { client, .. }) => Some(client.process()),
            None => None,
        }
    }

    /// Ends an engine that is not to be trusted any more; the next game gets a new one.
    pub fn discard(&mut self) {
        if self.engine.is_some() {
            self.last_words = self.transcript();
        }
        self.engine = None;
    }

    /// Lets the engine end by itself.
    pub fn leave(&mut self) {
        match self.engine.take() {
            Some(Engine::Uci(uci)) => drop(uci.quit(FAREWELL)),
            Some(Engine::Gomocup { client, .. }) => drop(client.quit(FAREWELL)),
            None => {}
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.leave();
    }
}

fn start(spec: &EngineSpec, position: &Position) -> Result<Engine, ClientError> {
    match spec.protocol {
        Protocol::Uci => {
            let mut uci = Uci::start(&spec.launch, READY)?;
            if let Position::Chess(chess) = position
                && (chess.is_chess960() || uci.option("UCI_Chess960").is_some())
            {
                let on = if chess.is_chess960() { "true" } else { "false" };
                uci.set_option("UCI_Chess960", Some(on));
            }
            for (name, value) in &spec.options {
                uci.set_option(
                    name,
                    Some(value).filter(|v| !v.is_empty()).map(String::as_str),
                );
            }
            Ok(Engine::Uci(Box::new(uci)))
        }
        Protocol::Gomocup => {
            let mut client = Gomocup::start(&spec.launch)?;
            client.set_pause(spec.pause);
            Ok(Engine::Gomocup {
                client: Box::new(client),
                knows_game: false,
            })
        }
    }
}

fn chess_reply(chess: &ChessPosition, answer: uci::Answer) -> Reply {
    let line = answer.last_line();
    let thought = Thought {
        score: line.and_then(|info| info.score).map(|score| match score {
            uci::Score::Centipawns(points) => Score::Points(points),
            // Moves to plies: who gives mate moves last.
            uci::Score::Mate(moves) if moves > 0 => Score::WinIn(moves.saturating_mul(2) - 1),
            uci::Score::Mate(moves) => Score::WinIn(moves.saturating_mul(2)),
        }),
        depth: line.and_then(|info| info.depth),
        nodes: answer.nodes(),
    };
    let mut faults: Vec<(FaultKind, String)> = answer
        .faults
        .iter()
        .map(|fault| (FaultKind::Protocol, fault.to_string()))
        .collect();
    for info in &answer.infos {
        if let Err(error) = chess.check_line(&info.pv) {
            let what = format!("{error} in the line {}", info.pv.join(" "));
            faults.push((FaultKind::Line, what));
            // The lines of one search have one cause.
            break;
        }
    }
    if let Some(ponder) = &answer.ponder
        && let Err(error) = chess.check_line(&[answer.best.clone(), ponder.clone()])
        && chess.check_line(std::slice::from_ref(&answer.best)).is_ok()
    {
        faults.push((FaultKind::Line, format!("ponder move: {error}")));
    }
    Reply {
        mv: answer.best,
        thought,
        elapsed: answer.elapsed,
        faults,
    }
}

/// Time for a move or a match without a limit.
const UNLIMITED: u64 = 1_000_000_000;

fn begin_gomoku(
    client: &mut Gomocup,
    spec: &EngineSpec,
    gomoku: &GomokuPosition,
) -> Result<(), ClientError> {
    let (board, size) = (gomoku.board(), gomoku.board().size());
    client.new_game(size.width(), size.height(), READY)?;
    let (turn, game) = match spec.control {
        Control::Clock {
            base, increment, ..
        } => {
            if !increment.is_zero() {
                client.info("time_increment", increment.as_millis());
            }
            (base.as_millis() as u64, base.as_millis() as u64)
        }
        Control::MoveTime(time) => (time.as_millis() as u64, 0),
        Control::Nodes(nodes) => {
            client.info("max_node", nodes);
            (UNLIMITED, 0)
        }
        Control::Depth(depth) => {
            client.info("max_depth", depth);
            (UNLIMITED, 0)
        }
    };
    client.info("timeout_turn", turn);
    client.info("timeout_match", game);
    client.info("game_type", 1);
    client.info("rule", board.rule().info().gomocup);
    for (key, value) in &spec.options {
        client.info(key, value);
    }
    Ok(())
}

fn ask_gomoku(
    client: &mut Gomocup,
    knows_game: bool,
    gomoku: &GomokuPosition,
    seat: Seat,
    clock: &Clock,
    patience: Duration,
) -> Result<gomocup::Answer, ClientError> {
    let left = clock
        .left()
        .map_or(u128::from(UNLIMITED), |left| left.as_millis());
    let mut lines = vec![format!("INFO time_left {left}")];
    match gomoku.moves().last() {
        None => lines.push("BEGIN".to_owned()),
        Some(last) if knows_game => lines.push(format!("TURN {}", last.gomocup())),
        Some(_) => {
            lines.push("BOARD".to_owned());
            let own_turn = |ply: usize| ply % 2 == seat.index();
            for (ply, point) in gomoku.moves().iter().enumerate() {
                let field = if own_turn(ply) { 1 } else { 2 };
                lines.push(format!("{},{field}", point.gomocup()));
            }
            lines.push("DONE".to_owned());
        }
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    client.ask(&lines, patience)
}

fn gomoku_reply(answer: gomocup::Answer) -> Reply {
    let gomocup::Thought {
        depth,
        score,
        win_in,
        nodes,
    } = answer.thought;
    let (x, y) = answer.point;
    let faults = answer.faults.iter();
    Reply {
        mv: format!("{x},{y}"),
        thought: Thought {
            score: win_in.map(Score::WinIn).or(score.map(Score::Points)),
            depth,
            nodes,
        },
        elapsed: answer.elapsed,
        faults: faults
            .map(|f| (FaultKind::Protocol, f.to_string()))
            .collect(),
    }
}
