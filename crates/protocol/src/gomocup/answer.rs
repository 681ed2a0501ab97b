//! The lines that go back to the manager.

use regence_core::{Report, Value};
use regence_gomoku::{Move, Point};
use std::fmt::Write as _;

/// `name=…` and so on, for `ABOUT`.
pub fn about(version: &str) -> String {
    format!(
        "name=\"Régence\", version=\"{version}\", author=\"The Régence developers\", country=\"International\", www=\"none\""
    )
}

/// A message for people, on one line.
pub fn message(text: &str) -> String {
    format!("MESSAGE {}", one_line(text))
}

pub fn error(text: &str) -> String {
    format!("ERROR {}", one_line(text))
}

fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

/// `x,y`.
pub fn point(point: Point) -> String {
    point.gomocup()
}

/// Several points, as openings are answered.
pub fn points(points: &[Point]) -> String {
    let texts: Vec<String> = points.iter().map(|p| p.gomocup()).collect();
    texts.join(" ")
}

/// `FORBID xxyyxxyy.`, the points that may not be played.
pub fn forbidden(points: impl IntoIterator<Item = Point>) -> String {
    let mut text = "FORBID ".to_string();
    for point in points {
        let _ = write!(text, "{:02}{:02}", point.x(), point.y());
    }
    text.push('.');
    text
}

/// A score: points, or `+M7` and `-M6` for a win and a loss in so many plies.
pub fn score(value: Value) -> String {
    match value.plies_to_win() {
        Some(plies) if value > Value::ZERO => format!("+M{plies}"),
        Some(plies) => format!("-M{}", -plies),
        None => value.raw().to_string(),
    }
}

/// The chance to win that a score stands for, 0 to 1.
pub fn win_rate(value: Value) -> f64 {
    /// The score at which three games of four are won, over the logarithm of 3.
    const SCALE: f64 = 200.0;
    if value.is_decisive() {
        return if value > Value::ZERO { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(value.raw()) / SCALE).exp())
}

/// A line for people.
pub fn progress(report: &Report<'_, Move>) -> String {
    let line: Vec<String> = report.line.iter().map(|mv| mv.to_string()).collect();
    message(&format!(
        "depth {}-{} ev {} n {} n/s {} tm {} pv {}",
        report.depth,
        report.seldepth,
        score(report.value),
        report.nodes,
        report.nodes_per_second(),
        report.time.as_millis(),
        line.join(" ")
    ))
}

/// The lines that Yixin-Board reads; it counts rows first.
pub fn details(report: &Report<'_, Move>, lines: usize) -> String {
    let flipped = |point: Point| format!("{},{}", point.y(), point.x());
    let line: Vec<String> = report.line.iter().map(|mv| flipped(mv.point())).collect();
    let mut text = String::new();
    let mut say = |key: &str, value: String| {
        let _ = writeln!(text, "INFO {key} {value}");
    };
    say("PV", (report.rank - 1).to_string());
    say("NUMPV", lines.to_string());
    say("DEPTH", report.depth.to_string());
    say("SELDEPTH", report.seldepth.to_string());
    say("NODES", report.nodes.to_string());
    say("TOTALNODES", report.nodes.to_string());
    say("TOTALTIME", report.time.as_millis().to_string());
    say("SPEED", report.nodes_per_second().to_string());
    say("EVAL", score(report.value));
    say("WINRATE", format!("{:.4}", win_rate(report.value)));
    say("BESTLINE", line.join(" "));
    say("PV", "DONE".into());
    if let (1, Some(best)) = (report.rank, report.line.first()) {
        let _ = writeln!(text, "MESSAGE REALTIME BEST {}", flipped(best.point()));
    }
    text.trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku::Size;

    #[test]
    fn answers_as_managers_read_them() {
        let at = |x, y| Size::square(15).unwrap().point(x, y).unwrap();
        assert_eq!(points(&[at(7, 8), at(0, 14)]), "7,8 0,14");
        assert_eq!(forbidden([at(7, 8), at(10, 3)]), "FORBID 07081003.");
        assert_eq!(forbidden([]), "FORBID .");
        assert_eq!(message("two\nlines"), "MESSAGE two lines");
        assert_eq!(score(Value::win_in(7)), "+M7");
        assert_eq!(score(Value::loss_in(6)), "-M6");
        assert_eq!(score(Value::cp(-42)), "-42");
        assert!(win_rate(Value::ZERO) == 0.5 && win_rate(Value::cp(300)) > 0.75);
    }
}
