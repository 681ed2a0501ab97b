//! The autopsy as a page: boards of the moves that lost, and the course of each game. One file, no script.

use std::fmt::Write;

use regence_chess::{Board, Color, PieceKind, Square};

use super::{Autopsy, Lost, words};
use crate::report::html::{STYLE, escape};

/// The whole autopsy as a page.
pub fn write(autopsy: &Autopsy) -> String {
    let [won, drawn, lost] = autopsy.results;
    let player = escape(&autopsy.player);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{player}: autopsy</title><style>\n{STYLE}</style></head><body>\n\
         <header class=\"fault\"><h1>{player}: {won} won, {drawn} drawn, {lost} lost</h1>\
         <div class=\"soft\"><code>{}</code></div></header>\n",
        escape(&autopsy.file)
    );
    write_ranking(&mut page, autopsy);
    write_table(&mut page, autopsy);
    for lost in &autopsy.lost {
        write_game(&mut page, lost);
    }
    let _ = write!(
        page,
        "<footer><code>{}</code><br>{}</footer>\n</body></html>\n",
        escape(&autopsy.command),
        escape(&autopsy.machine)
    );
    page
}

fn write_ranking(page: &mut String, autopsy: &Autopsy) {
    page.push_str("<h2>What cost the points</h2><div class=\"card\"><table><tr><th>Points</th><th>Cause</th><th>Where to look</th></tr>\n");
    for (cause, points) in autopsy.ranking() {
        let _ = writeln!(
            page,
            "<tr><td>{points}</td><td>{}</td><td>{}</td></tr>",
            escape(cause.text()),
            escape(cause.cure())
        );
    }
    page.push_str("</table></div>\n");
}

fn write_table(page: &mut String, autopsy: &Autopsy) {
    let table = &autopsy.table;
    let _ = writeln!(
        page,
        "<h2>Beside its opponents</h2><div class=\"card\"><table><tr><th></th><th>{}</th><th>opponents</th></tr>\
         <tr><td>mean depth</td><td>{:.2}</td><td>{:.2}</td></tr>\
         <tr><td>seconds a move</td><td>{:.3}</td><td>{:.3}</td></tr></table></div>",
        escape(&autopsy.player),
        table.own.depth,
        table.others.depth,
        table.own.seconds,
        table.others.seconds
    );
    let most = table
        .depths
        .iter()
        .map(|(_, own, others)| *own.max(others))
        .max()
        .unwrap_or(1)
        .max(1);
    let width = table.depths.len() * 22 + 20;
    let _ = write!(
        page,
        "<figure class=\"card\"><figcaption>Moves by depth: the player's dark, the opponents' light</figcaption>\
         <svg viewBox=\"0 0 {width} 130\" width=\"{width}\" role=\"img\" font-size=\"10\" fill=\"currentColor\">"
    );
    for (column, (depth, own, others)) in table.depths.iter().enumerate() {
        let x = 10 + column * 22;
        for (shift, count, opacity) in [(0, own, "1"), (9, others, "0.4")] {
            let height = count * 100 / most;
            let _ = write!(
                page,
                "<rect x=\"{}\" y=\"{}\" width=\"8\" height=\"{height}\" fill=\"var(--bar)\" opacity=\"{opacity}\"/>",
                x + shift,
                110 - height
            );
        }
        let _ = write!(
            page,
            "<text x=\"{}\" y=\"124\" text-anchor=\"middle\">{depth}</text>",
            x + 8
        );
    }
    page.push_str("</svg></figure>\n");
}

fn write_game(page: &mut String, lost: &Lost) {
    let _ = writeln!(
        page,
        "<section class=\"fault\"><h2>Game {} against {}: {}</h2>",
        lost.game.number,
        escape(&lost.game.opponent),
        escape(lost.cause.text())
    );
    for line in words::story(lost) {
        let _ = writeln!(page, "<div>{}</div>", escape(&line));
    }
    page.push_str("<div class=\"pictures\">");
    if let Some(loss) = &lost.loss {
        write_board(
            page,
            &loss.fen,
            &loss.played_uci,
            &loss.better_uci,
            lost.game.color,
        );
    }
    write_course(page, lost);
    page.push_str("</div></section>\n");
}

const CELL: usize = 36;

/// The board with the move that lost (red) and the better one (green), seen by the player.
fn write_board(page: &mut String, fen: &str, played: &str, better: &str, side: Color) {
    let Ok(board) = Board::from_fen(fen) else {
        return;
    };
    let size = CELL * 8;
    let place = |square: Square| {
        let (file, rank) = (square.file().index(), square.rank().index());
        match side {
            Color::White => (file * CELL, (7 - rank) * CELL),
            Color::Black => ((7 - file) * CELL, rank * CELL),
        }
    };
    let _ = write!(
        page,
        "<figure class=\"card\"><figcaption>red: played, green: better</figcaption><svg viewBox=\"0 0 {size} {size}\" width=\"{size}\" role=\"img\">"
    );
    for square in (0..64).filter_map(Square::from_index) {
        let (x, y) = place(square);
        let is_dark = (square.file().index() + square.rank().index()).is_multiple_of(2);
        let fill = if is_dark { "#b58863" } else { "#f0d9b5" };
        let _ = write!(
            page,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>"
        );
        if let Some(piece) = board.piece_at(square) {
            let (fill, edge) = match piece.color() {
                Color::White => ("#fff", "#000"),
                Color::Black => ("#000", "#000"),
            };
            let _ = write!(
                page,
                "<text x=\"{}\" y=\"{}\" font-size=\"30\" text-anchor=\"middle\" fill=\"{fill}\" stroke=\"{edge}\" \
                 stroke-width=\"0.7\">{}</text>",
                x + CELL / 2,
                y + CELL - 7,
                glyph(piece.kind())
            );
        }
    }
    for (mv, color) in [(better, "#2a2"), (played, "#d22")] {
        let ends = (
            mv.get(..2).and_then(|s| s.parse().ok()),
            mv.get(2..4).and_then(|s| s.parse().ok()),
        );
        if let (Some(from), Some(to)) = ends {
            let ((x1, y1), (x2, y2)) = (place(from), place(to));
            let half = CELL / 2;
            let _ = write!(
                page,
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{color}\" stroke-width=\"5\" opacity=\"0.75\"/>\
                 <circle cx=\"{}\" cy=\"{}\" r=\"7\" fill=\"{color}\"/>",
                x1 + half,
                y1 + half,
                x2 + half,
                y2 + half,
                x2 + half,
                y2 + half
            );
        }
    }
    page.push_str("</svg></figure>");
}

fn glyph(kind: PieceKind) -> char {
    match kind {
        PieceKind::Pawn => '♟',
        PieceKind::Knight => '♞',
        PieceKind::Bishop => '♝',
        PieceKind::Rook => '♜',
        PieceKind::Queen => '♛',
        PieceKind::King => '♚',
    }
}

/// The scores over the game, for the player: its own, the opponent's and the reference's.
fn write_course(page: &mut String, lost: &Lost) {
    let game = &lost.game;
    let count = game.moves.len().max(2);
    let x = |index: usize| 30.0 + 370.0 * index as f64 / (count - 1) as f64;
    let y = |score: i32| 100.0 - f64::from(score.clamp(-1000, 1000)) * 0.09;
    let points = |list: Vec<(usize, i32)>| {
        let texts = list
            .iter()
            .map(|(at, score)| format!("{:.1},{:.1}", x(*at), y(*score)));
        texts.collect::<Vec<_>>().join(" ")
    };
    let of = |own: bool| {
        let moves = game.moves.iter().enumerate();
        let side = moves.filter(|(_, noted)| (noted.color == game.color) == own);
        let sign = if own { 1 } else { -1 };
        points(
            side.filter_map(|(at, noted)| Some((at, sign * noted.score?)))
                .collect(),
        )
    };
    let reference = lost
        .loss
        .as_ref()
        .map_or(String::new(), |loss| points(loss.course.clone()));
    let _ = write!(
        page,
        "<figure class=\"card\"><figcaption>Score for the player: its own blue, the opponent's red, the reference's \
         black</figcaption><svg viewBox=\"0 0 410 200\" width=\"410\" role=\"img\" font-size=\"10\">\
         <line x1=\"30\" y1=\"100\" x2=\"400\" y2=\"100\" stroke=\"#888\"/>\
         <text x=\"2\" y=\"14\" fill=\"currentColor\">+10</text><text x=\"2\" y=\"196\" fill=\"currentColor\">-10</text>"
    );
    let lines = [
        (of(true), "#36c"),
        (of(false), "#c33"),
        (reference, "currentColor"),
    ];
    for (points, color) in lines.iter().filter(|(points, _)| !points.is_empty()) {
        let _ = write!(
            page,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>"
        );
    }
    if let Some(loss) = &lost.loss {
        let at = x(loss.index);
        let _ = write!(
            page,
            "<line x1=\"{at:.1}\" y1=\"8\" x2=\"{at:.1}\" y2=\"192\" stroke=\"#d22\" stroke-dasharray=\"3\"/>"
        );
    }
    page.push_str("</svg></figure>");
}
