//! Games as text: PGN for chess, a plain record in the same manner for Gomoku.

use std::fmt::Write;
use std::time::Duration;

use regence_chess::Color;
use regence_core::Value;
use regence_records::date::Date;
use regence_records::pgn::{self, GameResult, LineId, TagName};

use super::game::{Comment, Played, Score, Seat};
use super::position::{ChessPosition, GomokuPosition, Position};

/// What a record says besides the game itself.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    pub number: u64,
    pub event: &'a str,
    /// The engines of the first and the second seat, and their limits.
    pub names: [&'a str; 2],
    pub controls: [&'a str; 2],
}

/// The record of a game, with an empty line behind it.
pub fn text(played: &Played, heading: &Heading<'_>) -> String {
    match &played.position {
        Position::Chess(chess) => chess_text(chess, played, heading),
        Position::Gomoku(gomoku) => gomoku_text(gomoku, played, heading),
    }
}

fn chess_text(chess: &ChessPosition, played: &Played, heading: &Heading<'_>) -> String {
    let mut game = pgn::Game::record(chess.game());
    game.set_result(match played.winner {
        None => GameResult::Draw,
        Some(Seat::First) => GameResult::win(Color::White),
        Some(Seat::Second) => GameResult::win(Color::Black),
    });
    let tags = game.tags_mut();
    tags.set(TagName::EVENT, heading.event);
    tags.set(TagName::DATE, &Date::today().dotted());
    tags.set(TagName::ROUND, &(heading.number + 1).to_string());
    tags.set(TagName::WHITE, heading.names[0]);
    tags.set(TagName::BLACK, heading.names[1]);
    tags.set(TagName::TIME_CONTROL, &controls(heading));
    tags.set(TagName::TERMINATION, played.ending.termination());
    tags.set(TagName::PLY_COUNT, &chess.game().moves().len().to_string());
    if chess.is_chess960() {
        tags.set(TagName::VARIANT, "Chess960");
    }
    let moves = chess.game().moves().len();
    for ply in 0..moves {
        let text = move_comment(played, chess.opening_plies(), ply, pawns);
        let text = match ply + 1 == moves {
            true => format!("{text}, {}", played.reason),
            false => text,
        };
        if let Some(comment) = pgn::Comment::new(&text) {
            // The move is there.
            let _ = game.comment_move(LineId::MAIN, ply, comment);
        }
    }
    format!("{game}\n")
}

/// The comment behind a move: `book`, or the thought behind it.
fn move_comment(
    played: &Played,
    opening: usize,
    ply: usize,
    write: impl Fn(&Comment) -> String,
) -> String {
    match ply
        .checked_sub(opening)
        .and_then(|at| played.comments.get(at))
    {
        Some(comment) => write(comment),
        None => "book".to_owned(),
    }
}

/// `+0.35/12 0.25s`; only the time where the engine told no score.
fn pawns(comment: &Comment) -> String {
    let score = comment.thought.score.map(|score| match score {
        Score::Points(points) => Value::cp(points.clamp(-20_000, 20_000)),
        Score::WinIn(plies) if plies > 0 => Value::win_in(plies.min(LONGEST_WIN)),
        Score::WinIn(plies) => Value::loss_in(plies.saturating_neg().min(LONGEST_WIN)),
    });
    match score {
        Some(score) => {
            let depth = comment.thought.depth.unwrap_or(0);
            pgn::Thought::new(score, depth, comment.elapsed).to_string()
        }
        None => seconds(comment.elapsed),
    }
}

/// The longest distance to a win that is written.
const LONGEST_WIN: i32 = regence_core::MAX_PLY;

/// As for chess, in the engine's own points.
fn points(comment: &Comment) -> String {
    let (depth, time) = (comment.thought.depth.unwrap_or(0), seconds(comment.elapsed));
    match comment.thought.score {
        Some(Score::Points(points)) => format!("{points:+}/{depth} {time}"),
        Some(Score::WinIn(plies)) if plies > 0 => format!("+M{plies}/{depth} {time}"),
        Some(Score::WinIn(plies)) => format!("-M{}/{depth} {time}", plies.unsigned_abs()),
        None => time,
    }
}

fn seconds(time: Duration) -> String {
    format!("{}s", time.as_millis() as f64 / 1000.0)
}

fn gomoku_text(gomoku: &GomokuPosition, played: &Played, heading: &Heading<'_>) -> String {
    let board = gomoku.board();
    let result = match played.winner {
        None => "1/2-1/2",
        Some(Seat::First) => "1-0",
        Some(Seat::Second) => "0-1",
    };
    let tags = [
        ("Event", heading.event.to_owned()),
        ("Date", Date::today().dotted()),
        ("Round", (heading.number + 1).to_string()),
        ("Black", heading.names[0].to_owned()),
        ("White", heading.names[1].to_owned()),
        ("Result", result.to_owned()),
        ("Rule", board.rule().to_string()),
        ("Board", board.size().to_string()),
        ("TimeControl", controls(heading)),
        ("Termination", played.ending.termination().to_owned()),
        ("PlyCount", gomoku.moves().len().to_string()),
    ];
    let mut text = String::new();
    for (name, value) in tags {
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace('"', "'"));
    }
    text.push('\n');
    for (ply, point) in gomoku.moves().iter().enumerate() {
        if ply % 2 == 0 {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        let comment = move_comment(played, gomoku.opening_plies(), ply, points);
        let end = if ply % 2 == 0 { ' ' } else { '\n' };
        let _ = write!(text, "{point} {{{comment}}}{end}");
    }
    let _ = writeln!(
        text,
        "{{{}}} {result}\n",
        played.reason.replace(['{', '}'], "")
    );
    text
}

fn controls(heading: &Heading<'_>) -> String {
    match heading.controls {
        [first, second] if first == second => first.to_owned(),
        [first, second] => format!("{first} : {second}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::game::Thought;

    #[test]
    fn thoughts_are_written_in_both_units() {
        let comment = |score| Comment {
            thought: Thought {
                score,
                depth: Some(12),
                nodes: None,
            },
            elapsed: Duration::from_millis(250),
        };
        assert_eq!(pawns(&comment(Some(Score::Points(35)))), "+0.35/12 0.25s");
        assert_eq!(pawns(&comment(Some(Score::WinIn(5)))), "+M5/12 0.25s");
        assert_eq!(pawns(&comment(Some(Score::WinIn(-4)))), "-M4/12 0.25s");
        assert_eq!(
            pawns(&comment(Some(Score::WinIn(i32::MAX)))).len(),
            "+M246/12 0.25s".len()
        );
        assert_eq!(pawns(&comment(None)), "0.25s");
        assert_eq!(points(&comment(Some(Score::Points(-7)))), "-7/12 0.25s");
        assert_eq!(points(&comment(Some(Score::WinIn(-4)))), "-M4/12 0.25s");
    }
}
