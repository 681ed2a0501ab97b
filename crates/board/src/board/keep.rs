//! A board as a text, from which another one goes on as if nothing had happened.

use super::swap2::Swap2;
use super::{Analysis, Board, Refusal, millis};
use crate::chess::ChessGame;
use crate::clock::Clock;
use crate::game::Game;
use crate::gomoku::{GomokuGame, Setup};
use crate::messages::{
    By, Colour, Format, GameResult, Id, Message, Over, Played, Players, Score, SwapStep, TimeLeft,
};
use crate::record::{self, Record};
use crate::tree::{NodeId, Notes, PASS, Tree};
use crate::work::Thinker;
use regence_gomoku::{Move, RuleSet, Side, Size};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Of what [`Kept`] writes. A board reads no later one.
const VERSION: u32 = 1;

/// Everything that a board knows and can't find out again.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    version: u32,
    start: Start,
    #[serde(default)]
    tags: Vec<(String, String)>,
    #[serde(default)]
    result: Option<GameResult>,
    /// A parent before its children, the root first; children in their order.
    nodes: Vec<KeptNode>,
    at: NodeId,
    head: NodeId,
    playing: bool,
    players: Players,
    #[serde(default)]
    clock: Option<KeptClock>,
    #[serde(default)]
    paused: bool,
    #[serde(default)]
    looking_back: bool,
    #[serde(default)]
    decided: Option<(NodeId, Over)>,
    #[serde(default)]
    swap2: Option<SwapStep>,
    #[serde(default)]
    opening: bool,
}

/// What there was before the first move.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
enum Start {
    Chess {
        fen: String,
        chess960: bool,
    },
    Gomoku {
        rule: String,
        width: u8,
        height: u8,
        #[serde(default)]
        black: Vec<String>,
        #[serde(default)]
        white: Vec<String>,
        #[serde(default)]
        turn: Option<Colour>,
    },
}

#[derive(Debug, Serialize, Deserialize)]
struct KeptNode {
    id: NodeId,
    #[serde(default)]
    parent: NodeId,
    /// Empty for the root.
    #[serde(rename = "move", default, skip_serializing_if = "String::is_empty")]
    mv: String,
    #[serde(default = "human", skip_serializing_if = "is_human")]
    by: By,
    #[serde(default, skip_serializing_if = "is_zero")]
    ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    intro: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tail: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
struct KeptClock {
    base: u64,
    inc: u64,
    left: TimeLeft,
    running: bool,
}

fn human() -> By {
    By::Human
}

fn is_human(by: &By) -> bool {
    *by == By::Human
}

fn is_zero(ms: &u64) -> bool {
    *ms == 0
}

impl<T: Thinker> Board<T> {
    /// Tells the board as a text, with its record and what a list shows of it.
    pub(super) fn keep(&mut self, id: Id, now: Duration) -> Result<(), Refusal> {
        let tree = &self.record.tree;
        let kept = Kept {
            version: VERSION,
            start: start_of(&self.game),
            tags: self.record.tags.clone(),
            result: self.record.result,
            nodes: tree
                .preorder()
                .into_iter()
                .filter_map(|id| kept_node(tree, id))
                .collect(),
            at: self.at,
            // Where the game was played there may be nothing any more.
            head: tree.node(self.head).map_or(self.at, |_| self.head),
            playing: self.is_playing,
            players: self.players.clone(),
            clock: self.clock.as_ref().map(|clock| KeptClock {
                base: millis(clock.base()),
                inc: millis(clock.increment()),
                left: TimeLeft {
                    white: millis(clock.left(Colour::White, now)),
                    black: millis(clock.left(Colour::Black, now)),
                },
                running: clock.running().is_some(),
            }),
            paused: self.is_paused,
            looking_back: self.is_looking_back,
            decided: self.decided,
            swap2: self.swap2.map(|step| step.state().step),
            opening: self.is_opening,
        };
        let game = serde_json::to_string(&kept)
            .map_err(|error| format!("the game can't be written: {error}"))?;
        let names = self.names();
        let names = [names[0].as_str(), names[1].as_str()];
        let format = match &self.game {
            Game::Chess(_) => Format::Pgn,
            Game::Gomoku(_) => Format::Gomoku,
        };
        let text = record::write(&self.game, &self.record, format, names)?;
        let mut summary = self.record.summary(&self.game, names);
        summary.playing = self.is_playing;
        self.say(
            id,
            Message::Kept {
                game,
                record: text,
                summary: Box::new(summary),
            },
        );
        Ok(())
    }

    /// Puts a board that was kept in place of this one. `left` is what the clocks had when it was left, where the page knows
    /// better.
    pub(super) fn restore(
        &mut self,
        text: &str,
        left: Option<TimeLeft>,
        now: Duration,
    ) -> Result<(), Refusal> {
        let kept: Kept = serde_json::from_str(text)
            .map_err(|error| format!("the game that was kept can't be read: {error}"))?;
        if kept.version > VERSION {
            return Err(format!(
                "the game was kept by a later version (format {}, this one knows {VERSION}): use that one",
                kept.version
            ));
        }
        super::check(&kept.players)?;
        let mut game = game_of(&kept.start)?;
        let mut record = Record::new(&game);
        record.tags = kept.tags;
        record.result = kept.result;
        grow(&mut game, &mut record, kept.nodes)?;
        let known = |id: NodeId| match record.tree.node(id) {
            Some(_) => Ok(id),
            None => Err(format!(
                "the game that was kept has no node {id}: it is damaged"
            )),
        };
        let (at, head) = (known(kept.at)?, known(kept.head)?);
        let decided = kept
            .decided
            .map(|(node, over)| Ok::<_, String>((known(node)?, over)))
            .transpose()?;
        let is_gomoku = matches!(game, Game::Gomoku(_));
        let swap2 = kept.swap2.filter(|_| is_gomoku).map(|step| match step {
            SwapStep::Place3 => Swap2::Place3,
            SwapStep::Choose => Swap2::Choose,
            SwapStep::Colour => Swap2::Colour,
        });
        let was_running = kept.clock.as_ref().is_some_and(|clock| clock.running);
        let clock = kept.clock.map(|clock| {
            let left = left.unwrap_or(clock.left);
            Clock::stopped(
                [clock.base, clock.inc].map(Duration::from_millis),
                [left.white, left.black].map(Duration::from_millis),
            )
        });
        let analysis = self.analysis;
        self.take_game(game, now);
        self.record = record;
        self.stand_at(at)?;
        (self.head, self.is_playing) = (head, kept.playing);
        (self.players, self.clock, self.decided) = (kept.players, clock, decided);
        (self.swap2, self.is_opening) = (swap2, kept.opening && is_gomoku);
        self.is_paused = kept.paused || !kept.playing;
        self.is_looking_back = kept.looking_back && kept.playing;
        self.analysis = analysis.map(|wanted| Analysis {
            is_done: false,
            ..wanted
        });
        let turn = self.game.turn();
        let goes_on = was_running && !self.is_paused && self.over().is_none();
        if let Some(clock) = self.clock.as_mut().filter(|_| goes_on) {
            clock.start(turn, now);
        }
        self.position_changed(now);
        Ok(())
    }
}

fn start_of(game: &Game) -> Start {
    match game {
        Game::Chess(game) => Start::Chess {
            fen: game.fen(game.start()),
            chess960: game.is_chess960(),
        },
        Game::Gomoku(game) => {
            let size = game.board().size();
            let setup = game.setup();
            let names = |points: &[regence_gomoku::Point]| {
                let name = |&point| Move::new(point).to_string();
                points.iter().map(name).collect()
            };
            Start::Gomoku {
                rule: game.board().rule().name().to_owned(),
                width: size.width(),
                height: size.height(),
                black: names(&setup.black),
                white: names(&setup.white),
                turn: setup.turn.map(|side| match side {
                    Side::Black => Colour::Black,
                    Side::White => Colour::White,
                }),
            }
        }
    }
}

fn game_of(start: &Start) -> Result<Game, String> {
    match start {
        Start::Chess { fen, chess960 } => {
            let number = chess960.then_some(0);
            ChessGame::begin(Some(fen), number).map(Game::Chess)
        }
        Start::Gomoku {
            rule,
            width,
            height,
            black,
            white,
            turn,
        } => {
            let rule = rule.parse::<RuleSet>().map_err(|error| error.to_string())?;
            let size = Size::new(*width, *height)
                .ok_or_else(|| format!("there is no board of {width} by {height} points"))?;
            let points = |names: &[String]| -> Result<Vec<_>, String> {
                let point = |name: &String| size.parse_point(name);
                names
                    .iter()
                    .map(|name| point(name).map_err(|error| error.to_string()))
                    .collect()
            };
            let setup = Setup {
                black: points(black)?,
                white: points(white)?,
                turn: turn.map(|turn| match turn {
                    Colour::Black => Side::Black,
                    Colour::White => Side::White,
                }),
            };
            GomokuGame::set_up(rule, size, setup).map(Game::Gomoku)
        }
    }
}

fn kept_node(tree: &Tree, id: NodeId) -> Option<KeptNode> {
    let node = tree.node(id)?;
    let played = node.played.as_ref();
    let notes = node.notes.clone();
    Some(KeptNode {
        id,
        parent: node.parent.unwrap_or_default(),
        mv: played.map_or_else(String::new, |played| played.mv.clone()),
        by: played.map_or(By::Human, |played| played.by),
        ms: played.map_or(0, |played| played.ms),
        score: played.and_then(|played| played.score),
        intro: notes.intro,
        comments: notes.comments,
        tail: notes.tail,
        nags: notes.nags,
    })
}

/// Plays the nodes again, each at its parent.
fn grow(game: &mut Game, record: &mut Record, nodes: Vec<KeptNode>) -> Result<(), String> {
    let mut here = Tree::ROOT;
    for node in nodes {
        let wrong = |error: String| format!("node {} of the game that was kept: {error}", node.id);
        if node.id != Tree::ROOT {
            if record.tree.node(node.parent).is_none() {
                return Err(wrong(format!("there is no node {} before it", node.parent)));
            }
            if here != node.parent {
                *game = record.game_at(game, node.parent).map_err(wrong)?;
            }
            let played = Played {
                mv: node.mv,
                san: String::new(),
                by: node.by,
                ms: node.ms,
                score: node.score,
            };
            match played.mv == PASS {
                true => game.follow(std::slice::from_ref(&played)),
                false => game.play(&played.mv, played.by, played.ms, played.score),
            }
            .map_err(wrong)?;
            record
                .append_as(node.id, node.parent, game)
                .map_err(wrong)?;
            here = node.id;
        }
        if let Some(notes) = record.tree.notes_mut(node.id) {
            *notes = Notes {
                intro: node.intro,
                comments: node.comments,
                tail: node.tail,
                nags: node.nags,
            };
        }
    }
    game.go_to(0);
    Ok(())
}
