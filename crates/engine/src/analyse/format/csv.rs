//! A table for spreadsheets and data frames: one row a move, or a position. Scores are from White's view.

use std::io::{self, BufRead};

use regence_chess::Board;
use regence_core::Value;

use super::super::input::{Kind, Record};
use super::super::story::{GameStory, Judged, PositionStory, Score};
use super::{Whole, for_each_line, mate, sans, uci};
use regence_records::chance::chance;

/// The row that ends a game has `ply` = `plies`: so a reader knows that the game is whole.
const GAMES: &str = "game,ply,plies,white,black,side,san,uci,cp,mate,chance,depth,nodes,best,line,lost,accuracy,mark\n";
const POSITIONS: &str = "position,fen,id,cp,mate,chance,depth,nodes,best,line,solved,failure\n";
/// The column of the move in a row of a game.
const UCI: usize = 7;

pub fn heading(kind: Kind) -> &'static str {
    match kind {
        Kind::Games => GAMES,
        Kind::Positions => POSITIONS,
    }
}

pub fn game(story: &GameStory) -> String {
    let rows = (1..).zip(&story.moves);
    rows.map(|(ply, judged)| move_row(story, ply, judged))
        .collect()
}

fn move_row(story: &GameStory, ply: usize, judged: &Judged) -> String {
    let before = &judged.before;
    let tag = |name| story.game.tags().get(name).unwrap_or("?").to_string();
    let [cp, mate, chance] = score(judged.after.white);
    row(&[
        story.number.to_string(),
        ply.to_string(),
        story.moves.len().to_string(),
        tag("White"),
        tag("Black"),
        before.side_to_move().to_string(),
        before.move_to_san(judged.mv),
        uci(before, judged.mv),
        cp,
        mate,
        chance,
        judged.after.depth.to_string(),
        judged.after.nodes.to_string(),
        best(before, judged.instead.best()),
        sans(before, &judged.instead.line).join(" "),
        format!("{:.2}", judged.lost),
        format!("{:.1}", judged.accuracy),
        judged.mark.map_or("", |mark| mark.word()).to_string(),
    ])
}

pub fn position(story: &PositionStory) -> String {
    let (board, finding) = (story.epd.board(), &story.finding);
    let [cp, mate, chance] = score(finding.white);
    let (solved, failure) = match &story.score {
        Score::NoGoal => ("", String::new()),
        Score::Solved => ("yes", String::new()),
        Score::Failed(why) => ("no", why.clone()),
    };
    row(&[
        story.number.to_string(),
        board.to_fen(),
        story.epd.id().unwrap_or_default().to_string(),
        cp,
        mate,
        chance,
        finding.depth.to_string(),
        finding.nodes.to_string(),
        best(board, finding.best()),
        sans(board, &finding.line).join(" "),
        solved.to_string(),
        failure,
    ])
}

fn best(board: &Board, mv: Option<regence_chess::Move>) -> String {
    mv.map(|mv| uci(board, mv)).unwrap_or_default()
}

/// Centipawns or moves until mate, and White's chance in percent.
fn score(white: Value) -> [String; 3] {
    let chance = format!("{:.1}", chance(white));
    match mate(white) {
        Some(moves) => [String::new(), moves.to_string(), chance],
        None => [white.raw().to_string(), String::new(), chance],
    }
}

/// Fields with commas or quotes stand in quotes, as spreadsheets expect it.
fn row(fields: &[String]) -> String {
    let quoted = fields.iter().map(|field| {
        let field = field.replace(['\n', '\r'], " ");
        match field.contains([',', '"']) {
            true => format!("\"{}\"", field.replace('"', "\"\"")),
            false => field,
        }
    });
    format!("{}\n", quoted.collect::<Vec<_>>().join(","))
}

/// The fields of a row.
fn fields(row: &str) -> Vec<String> {
    let (mut fields, mut field, mut is_quoted) = (Vec::new(), String::new(), false);
    for letter in row.trim_end_matches(['\r', '\n']).chars() {
        match letter {
            // A doubled quote closes and opens again: only the quote itself is missing then.
            '"' => {
                is_quoted = !is_quoted;
                field.push('"');
            }
            ',' if !is_quoted => fields.push(std::mem::take(&mut field)),
            other => field.push(other),
        }
    }
    fields.push(field);
    let clean = |field: String| {
        let inner = field
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        inner.unwrap_or(&field).replace("\"\"", "\"")
    };
    fields.into_iter().map(clean).collect()
}

/// A game is whole if its last row is there.
pub fn whole(text: impl BufRead, kind: Kind) -> io::Result<Whole> {
    let mut whole = Whole::default();
    for_each_line(text, |line, end| {
        if whole.end == 0 {
            if line == heading(kind) {
                whole.end = end;
            }
            return;
        }
        let fields = fields(line);
        let ends = match kind {
            Kind::Games => fields.len() > 2 && fields[1] == fields[2],
            Kind::Positions => true,
        };
        if let (true, Ok(number)) = (ends, fields[0].parse()) {
            whole = Whole {
                records: number,
                end,
                last: line.to_string(),
            };
        }
    })?;
    Ok(whole)
}

pub fn agrees(last: &str, record: &Record) -> bool {
    let fields = fields(last);
    match record {
        Record::Position(epd) => fields.get(1) == Some(&epd.board().to_fen()),
        Record::Game(game) => {
            let moves = game.moves();
            let Some((&mv, before)) = moves.split_last() else {
                return false;
            };
            let board = before
                .iter()
                .fold(*game.start(), |board, &mv| board.make(mv));
            fields.get(2) == Some(&moves.len().to_string())
                && fields.get(UCI) == Some(&uci(&board, mv))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_survive_commas_and_quotes() {
        let told = ["Kasparov, G", "the \"Boss\"", "", "\"", "plain"].map(String::from);
        assert_eq!(fields(&row(&told)), told);
    }

    #[test]
    fn a_game_is_whole_with_its_last_row() {
        let text = format!("{GAMES}1,1,2,a,b\n1,2,2,a,b\n2,1,3,a,b\n2,2,3");
        let found = whole(text.as_bytes(), Kind::Games).expect("memory");
        assert_eq!(found.records, 1);
        assert_eq!(found.last, "1,2,2,a,b\n");
        assert_eq!(found.end as usize, GAMES.len() + 20);
        let none = whole(&b"something else\n1,1,1\n"[..], Kind::Games).expect("memory");
        assert_eq!(none, Whole::default());
    }
}
