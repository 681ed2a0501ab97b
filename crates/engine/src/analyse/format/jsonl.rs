//! One JSON object on each line. Scores are from White's view.

use std::collections::BTreeMap;

use regence_chess::{Board, Color};
use regence_core::Value;
use serde::Serialize;

use super::super::examine::Finding;
use super::super::input::Record;
use super::super::story::{GameStory, Judged, PositionStory, Score};
use super::{Style, mate, sans, uci};
use regence_records::chance::{Mark, chance};

#[derive(Serialize)]
struct GameLine<'a> {
    game: u64,
    limit: &'a str,
    tags: BTreeMap<&'a str, String>,
    fen: String,
    result: &'static str,
    white: Side,
    black: Side,
    start: Found,
    moves: Vec<MoveLine>,
}

#[derive(Serialize)]
struct Side {
    accuracy: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

#[derive(Serialize)]
struct MoveLine {
    ply: usize,
    san: String,
    uci: String,
    #[serde(flatten)]
    after: Eval,
    depth: i32,
    nodes: u64,
    best: Option<Found>,
    lost: f64,
    accuracy: f64,
    mark: Option<&'static str>,
}

/// A score: exactly one of the two is there.
#[derive(Serialize)]
struct Eval {
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    chance: f64,
}

/// What a search found.
#[derive(Serialize)]
struct Found {
    #[serde(flatten)]
    eval: Eval,
    depth: i32,
    nodes: u64,
    uci: Option<String>,
    line: Vec<String>,
}

#[derive(Serialize)]
struct PositionLine<'a> {
    position: u64,
    limit: &'a str,
    fen: String,
    id: Option<&'a str>,
    #[serde(flatten)]
    found: Found,
    solved: Option<bool>,
    failure: Option<&'a str>,
}

pub fn game(story: &GameStory, style: &Style) -> String {
    let game = &story.game;
    let side = |side: Color| Side {
        accuracy: story.accuracy[side.index()].map(|accuracy| rounded(accuracy, 10.0)),
        inaccuracies: story.count(side, Mark::Inaccuracy),
        mistakes: story.count(side, Mark::Mistake),
        blunders: story.count(side, Mark::Blunder),
    };
    line(&GameLine {
        game: story.number,
        limit: &style.limit,
        tags: game.all_tags().into_iter().collect(),
        fen: game.start().to_fen(),
        result: game.result().as_str(),
        white: side(Color::White),
        black: side(Color::Black),
        start: found(game.start(), &story.start),
        moves: (1..).zip(&story.moves).map(move_line).collect(),
    })
}

fn move_line((ply, judged): (usize, &Judged)) -> MoveLine {
    let before = &judged.before;
    let better = judged.instead.best().filter(|&best| best != judged.mv);
    MoveLine {
        ply,
        san: before.move_to_san(judged.mv),
        uci: uci(before, judged.mv),
        after: eval(judged.after.white),
        depth: judged.after.depth,
        nodes: judged.after.nodes,
        best: better.map(|_| found(before, &judged.instead)),
        lost: rounded(judged.lost, 100.0),
        accuracy: rounded(judged.accuracy, 10.0),
        mark: judged.mark.map(Mark::word),
    }
}

pub fn position(story: &PositionStory, style: &Style) -> String {
    let board = story.epd.board();
    let (solved, failure) = match &story.score {
        Score::NoGoal => (None, None),
        Score::Solved => (Some(true), None),
        Score::Failed(why) => (Some(false), Some(why.as_str())),
    };
    line(&PositionLine {
        position: story.number,
        limit: &style.limit,
        fen: board.to_fen(),
        id: story.epd.id(),
        found: found(board, &story.finding),
        solved,
        failure,
    })
}

fn found(board: &Board, finding: &Finding) -> Found {
    Found {
        eval: eval(finding.white),
        depth: finding.depth,
        nodes: finding.nodes,
        uci: finding.best().map(|mv| uci(board, mv)),
        line: sans(board, &finding.line),
    }
}

fn eval(white: Value) -> Eval {
    let mate = mate(white);
    Eval {
        cp: mate.is_none().then_some(white.raw()),
        mate,
        chance: rounded(chance(white), 10.0),
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

fn line(object: &impl Serialize) -> String {
    // Numbers, strings and lists can always be written.
    let text = serde_json::to_string(object).unwrap_or_default();
    format!("{text}\n")
}

pub fn agrees(last: &str, record: &Record, style: &Style) -> bool {
    let Ok(last) = serde_json::from_str::<serde_json::Value>(last) else {
        return false;
    };
    let is_same_start = |board: &Board| {
        last["fen"].as_str() == Some(&board.to_fen())
            && last["limit"].as_str() == Some(&style.limit)
    };
    match record {
        Record::Position(epd) => is_same_start(epd.board()),
        Record::Game(game) => {
            let moves = last["moves"].as_array().map(Vec::as_slice);
            let said = moves
                .unwrap_or_default()
                .iter()
                .map(|mv| mv["uci"].as_str());
            let mut board = *game.start();
            let played = game.moves().into_iter().map(|mv| {
                let text = uci(&board, mv);
                board = board.make(mv);
                Some(text)
            });
            is_same_start(game.start()) && said.map(|text| text.map(String::from)).eq(played)
        }
    }
}
