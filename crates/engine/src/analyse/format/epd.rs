//! Positions with what the search found, one on each line.

use regence_records::epd::{Epd, Value as Operand};

use super::super::examine::seen_by_white;
use super::super::input::Record;
use super::super::story::{PositionStory, Score};
use super::mate;

pub fn position(story: &PositionStory) -> String {
    let (epd, finding) = (&story.epd, &story.finding);
    let value = seen_by_white(finding.white, epd.board().side_to_move());
    let number = |number: i64| Operand::Number(number);
    let mut found = vec![
        ("acd", number(finding.depth.into())),
        (
            "acn",
            number(i64::try_from(finding.nodes).unwrap_or(i64::MAX)),
        ),
        ("ce", number(value.raw().into())),
    ];
    if !finding.line.is_empty() {
        found.push(("pv", Operand::Line(finding.line.clone())));
    }
    let mut words = Vec::new();
    if let Some(moves) = mate(value) {
        words.push(format!("mate {moves}"));
    }
    match &story.score {
        Score::NoGoal => {}
        Score::Solved => words.push(String::from("solved")),
        Score::Failed(why) => words.push(format!("not solved: {why}")),
    }
    if !words.is_empty() {
        found.push(("c9", Operand::Words(vec![words.join(", ")])));
    }
    // What is found now takes the place of what was found before.
    let mut text = Epd::new(*epd.board());
    let is_old = |name: &str| found.iter().any(|(found, _)| *found == name);
    for operation in epd.operations().iter().filter(|o| !is_old(o.opcode())) {
        let _ = text.push(operation.opcode(), operation.value().clone());
    }
    for (name, value) in found {
        // A line that is not legal to its end is left out; the rest is right by its making.
        let _ = text.push(name, value);
    }
    format!("{text}\n")
}

pub fn agrees(last: &str, record: &Record) -> bool {
    match (last.parse::<Epd>(), record) {
        (Ok(last), Record::Position(epd)) => last.board() == epd.board(),
        _ => false,
    }
}
