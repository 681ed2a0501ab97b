//! The doctor of matches, on matches whose illness is known.

use std::fmt::Write;

use regence_chess::Color;
use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Game};
use regence_doctor::Report;
use regence_doctor::examine_text;
use regence_doctor::long_game;

/// What a player writes behind its move, given the number of its move in the game.
type Voice = fn(usize) -> String;

/// A match of Sick against Fit: eight games with colours in turn, all of sixty plies.
fn games(sick: Voice, fit: Voice, result: fn(usize) -> &'static str, varied: bool) -> String {
    let mut text = String::new();
    for number in 0..8 {
        let names = if number % 2 == 0 {
            ["Sick", "Fit"]
        } else {
            ["Fit", "Sick"]
        };
        let seed = if varied {
            number as u64
        } else {
            number as u64 % 2
        };
        let game = random_game(seed, 60);
        let _ = write!(
            text,
            "[White \"{}\"]\n[Black \"{}\"]\n[TimeControl \"10+0.1\"]\n[Result \"{}\"]\n\n",
            names[0],
            names[1],
            result(number)
        );
        let mut board = *game.start();
        for (ply, mv) in game.moves().iter().enumerate() {
            let voice = if names[ply % 2] == "Sick" { sick } else { fit };
            let _ = writeln!(text, "{} {{{}}}", board.move_to_san(*mv), voice(ply / 2));
            board = board.make(*mv);
        }
        let _ = write!(text, "{}\n\n", result(number));
    }
    text
}

fn random_game(seed: u64, plies: usize) -> Game {
    let mut rng = SplitMix64::new(seed + 100);
    loop {
        let mut game = Game::new(Board::startpos());
        while game.moves().len() < plies && game.outcome().is_none() {
            let moves = game.board().legal_moves();
            game.push(moves[rng.below(moves.len() as u64) as usize]);
        }
        if game.moves().len() == plies {
            return game;
        }
    }
}

fn healthy(number: usize) -> String {
    format!(
        "+0.{}/{} 0.{}s",
        10 + number % 7,
        11 + number % 3,
        15 + number % 9
    )
}

fn draw(_: usize) -> &'static str {
    "1/2-1/2"
}

/// Sick is White in the even games, and loses them all.
fn loss(number: usize) -> &'static str {
    ["0-1", "1-0"][number % 2]
}

fn named(report: &Report) -> Vec<&'static str> {
    let mut ids = report.ids();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn examine(text: &str) -> Report {
    examine_text(text, Some("Sick")).unwrap()
}

#[test]
fn a_healthy_match_is_left_alone() {
    let report = examine_text(&games(healthy, healthy, draw, true), None).unwrap();
    assert_eq!(named(&report), [""; 0], "{:#?}", report.findings());
    assert_eq!(report.subject, "Fit, Sick");
    let charts = report
        .examined
        .iter()
        .flat_map(|examined| &examined.outcome.charts);
    assert!(
        charts
            .clone()
            .any(|chart| chart.title == "Sick: depth" && chart.bars.len() == 3)
    );
}

#[test]
fn an_unused_clock_is_seen() {
    let hasty: Voice = |_| "+0.10/12 0.033s".to_owned();
    assert_eq!(
        named(&examine(&games(hasty, healthy, draw, true))),
        ["clock-unused"]
    );
}

#[test]
fn wavering_depth_is_seen() {
    let wavering: Voice = |number| match number % 6 {
        5 => "+0.10/3 0.414s".to_owned(),
        _ => "+0.10/9 0.2s".to_owned(),
    };
    assert_eq!(
        named(&examine(&games(wavering, healthy, draw, true))),
        ["depth-wavers"]
    );
}

#[test]
fn optimism_and_blunders_are_seen() {
    let proud: Voice = |number| match number {
        0..20 => "+2.09/9 0.2s".to_owned(),
        _ => "-6.00/9 0.2s".to_owned(),
    };
    let sober: Voice = |number| {
        if number < 20 {
            "+1.80/12 0.2s".to_owned()
        } else {
            "+6.00/12 0.2s".to_owned()
        }
    };
    assert_eq!(
        named(&examine(&games(proud, sober, loss, true))),
        ["blunders", "optimism"]
    );
}

#[test]
fn zeros_and_huge_scores_are_seen() {
    let zeros: Voice = |number| match number % 5 {
        2 => "0.00/9 0.2s".to_owned(),
        _ => "-4.00/9 0.2s".to_owned(),
    };
    assert_eq!(
        named(&examine(&games(zeros, healthy, loss, true))),
        ["sudden-zero"]
    );
    let huge: Voice = |number| {
        if number < 25 {
            "+0.10/9 0.2s".to_owned()
        } else {
            "+299.95/9 0.2s".to_owned()
        }
    };
    assert_eq!(
        named(&examine(&games(huge, healthy, draw, true))),
        ["mate-as-cp"]
    );
}

#[test]
fn repeated_openings_are_seen() {
    assert_eq!(
        named(&examine(&games(healthy, healthy, draw, false))),
        ["same-opening"]
    );
}

#[test]
fn losses_without_chess_are_seen() {
    let text = games(healthy, healthy, loss, true);
    let on_time = text.replace(
        "[TimeControl",
        "[Termination \"time forfeit\"]\n[TimeControl",
    );
    assert_eq!(named(&examine(&on_time)), ["loses-on-time"]);
    let illegal = text.replace(
        "[TimeControl",
        "[Termination \"illegal move\"]\n[TimeControl",
    );
    assert_eq!(named(&examine(&illegal)), ["loses-by-fault"]);
}

#[test]
fn damaged_files_and_strange_ones_do_no_harm() {
    let good = games(healthy, healthy, draw, true);
    let report = examine_text(&format!("1. e4 e5 2. Ke3 *\n\n{good}"), None).unwrap();
    assert_eq!(named(&report), ["unreadable"]);
    // No notes, no time control, no end.
    let position = long_game(40);
    let mut board = Board::startpos();
    let mut text = String::from("[White \"A\"]\n[Black \"A\"]\n\n");
    for mv in position.game().moves() {
        let _ = writeln!(text, "{}", board.move_to_san(*mv));
        board = board.make(*mv);
    }
    assert_eq!(board.side_to_move(), Color::White);
    let report = examine_text(&text, None).unwrap();
    assert_eq!(named(&report), [""; 0]);
    assert!(examine_text(&text, Some("B")).is_err());
}
