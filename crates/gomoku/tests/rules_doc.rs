//! Every diagram of docs/gomoku-rules.md is played: what the text promises must happen.

use regence_gomoku::{Board, PointSet, Rule, RuleSet, dispatch};

const TEXT: &str = include_str!("../../../docs/gomoku-rules.md");

struct Example {
    line: usize,
    rule: RuleSet,
    diagram: String,
    claims: Vec<String>,
}

fn examples() -> Vec<Example> {
    let mut examples = Vec::new();
    let mut lines = TEXT.lines().enumerate();
    while let Some((line, text)) = lines.next() {
        if text != "```gomoku" {
            continue;
        }
        let mut example = Example {
            line: line + 1,
            rule: RuleSet::Freestyle,
            diagram: String::new(),
            claims: Vec::new(),
        };
        for (_, text) in lines.by_ref().take_while(|(_, text)| *text != "```") {
            if let Some(rule) = text.strip_prefix("rule: ") {
                example.rule = rule.parse().unwrap();
            } else if let Some(claim) = text.strip_prefix("=> ") {
                example.claims.push(claim.to_owned());
            } else {
                example.diagram += text;
                example.diagram += "\n";
            }
        }
        examples.push(example);
    }
    examples
}

/// What the board says of the last of some moves, in the words of the document.
fn say<R: Rule>(board: &mut Board<R>, moves: &str, wanted: &str) -> String {
    let moves = board.size().parse_moves(moves).unwrap();
    let (last, first) = moves.split_last().unwrap();
    for &mv in first {
        board.play(mv).unwrap();
    }
    let mover = board.side();
    if let Some(foul) = board.foul(last.point(), mover) {
        assert!(board.play(*last).is_err());
        return format!("forbidden ({foul})");
    }
    let before = board.captured(mover);
    board.play(*last).unwrap();
    match board.outcome() {
        Some(outcome) => outcome.to_string(),
        None if board.must_break_five() => "five must be broken".to_owned(),
        None if wanted.starts_with("captures") => {
            format!("captures {}", board.captured(mover) - before)
        }
        None => "allowed".to_owned(),
    }
}

fn check<R: Rule>(example: &Example) {
    for claim in &example.claims {
        let mut board = Board::<R>::from_diagram(&example.diagram)
            .unwrap_or_else(|error| panic!("line {}: {error}", example.line));
        assert!(board.outcome().is_none(), "line {}", example.line);
        let (subject, wanted) = claim.split_once(": ").unwrap();
        let said = if let Some(point) = subject.strip_prefix("class of ") {
            let point = board.size().parse_point(point).unwrap();
            format!("{:?}", board.class(point, board.side()))
        } else if subject == "defences" {
            let points = board.defences().unwrap_or(PointSet::EMPTY);
            let points: Vec<String> = points.iter().map(|point| point.to_string()).collect();
            points.join(" ")
        } else {
            say(&mut board, subject, wanted)
        };
        assert_eq!(said, wanted, "line {}, {claim}\n{board}", example.line);
    }
}

#[test]
fn every_diagram_holds() {
    let examples = examples();
    assert!(examples.len() >= 25, "only {} diagrams", examples.len());
    for example in &examples {
        assert!(!example.claims.is_empty(), "line {}", example.line);
        dispatch!(example.rule, R => check::<R>(example));
    }
    for rule in RuleSet::ALL {
        assert!(examples.iter().any(|example| example.rule == rule));
    }
}
