//! The autopsy for a terminal.

use std::fmt::Write;

use super::{Autopsy, Lost};

/// A score in pawns.
pub fn pawns(score: i32) -> String {
    match score.abs() >= 9000 {
        true if score > 0 => "mate".to_owned(),
        true => "mated".to_owned(),
        false => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

/// The whole autopsy as text.
pub fn write(autopsy: &Autopsy) -> String {
    let [won, drawn, lost] = autopsy.results;
    let mut text = format!(
        "{}: {won} won, {drawn} drawn, {lost} lost\ngames: {}\n\n",
        autopsy.player, autopsy.file
    );
    let table = &autopsy.table;
    let _ = writeln!(text, "                {:>12} {:>12}", "player", "opponents");
    let rows = [
        ("mean depth", table.own.depth, table.others.depth),
        ("seconds a move", table.own.seconds, table.others.seconds),
    ];
    for (name, own, others) in rows {
        let _ = writeln!(text, "{name:15} {own:12.2} {others:12.2}");
    }
    let _ = writeln!(
        text,
        "{:15} {:12} {:12}",
        "moves", table.own.moves, table.others.moves
    );
    for (opening, count, lost) in &table.openings {
        let _ = writeln!(
            text,
            "opening         {count} times, {lost} lost: {opening}"
        );
    }
    text.push_str("\nWhat cost the points:\n");
    for (cause, points) in autopsy.ranking() {
        let word = if points == 1 { "point" } else { "points" };
        let _ = writeln!(
            text,
            "{points:4} {word:6}  {}\n             look at: {}",
            cause.text(),
            cause.cure()
        );
    }
    for lost in &autopsy.lost {
        let _ = write!(
            text,
            "\nGame {} against {}: {}\n",
            lost.game.number,
            lost.game.opponent,
            lost.cause.text()
        );
        for line in story(lost) {
            let _ = writeln!(text, "  {line}");
        }
    }
    let _ = write!(
        text,
        "\nBy      | {}\nMachine | {}\n",
        autopsy.command, autopsy.machine
    );
    text
}

/// What happened in a game, line by line.
pub fn story(lost: &Lost) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some((own, other)) = lost.facts.depth {
        let time = lost.facts.time.map_or(String::new(), |(own, other)| {
            format!("; {own:.2} s a move against {other:.2} s")
        });
        lines.push(format!(
            "depth {own:.1} against {other:.1} on average{time}"
        ));
    }
    let Some(loss) = &lost.loss else {
        lines.push("the reference finds no move that lost it".to_owned());
        return lines;
    };
    let noted = &lost.game.moves[loss.index];
    lines.push(format!(
        "lost by {}: the reference says {} before and {} after; better was {}",
        loss.played,
        pawns(loss.before),
        pawns(loss.after),
        loss.better
    ));
    lines.push(format!("position: {}", loss.fen));
    let own = noted.score.map_or("no score".to_owned(), pawns);
    let depth = noted.depth.map_or("an unknown depth".to_owned(), |depth| {
        format!("depth {depth}")
    });
    lines.push(match loss.seen_at {
        Some(seen) => {
            format!("it said {own} at {depth}; the reference sees the loss at depth {seen}")
        }
        None => {
            format!("it said {own} at {depth}; the reference does not see the loss before depth 13")
        }
    });
    if lost.facts.optimism >= 20.0 {
        lines.push(format!(
            "up to there it thought 1.50 or more better of itself than the reference in {:.0} % of its moves",
            lost.facts.optimism
        ));
    }
    lines.extend(
        lost.asked
            .iter()
            .map(|asked| format!("asked again {asked}")),
    );
    lines.push(format!(
        "why: regence-lab why \"{}\" {} --depth 10",
        loss.fen, loss.played_uci
    ));
    lines
}
