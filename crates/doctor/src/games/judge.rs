//! What the games of a player show. Pure functions over what was read.

use std::collections::BTreeMap;
use std::time::Duration;

use regence_chess::Color;

use super::histogram;
use super::read::{Ending, MATE, Noted, Played};
use crate::checks::Outcome;
use crate::finding::{Finding, Illness, Severity};

pub static UNREADABLE: Illness = Illness {
    id: "unreadable",
    severity: Severity::Suspicion,
    title: "Some games cannot be read",
    cause: "The file is damaged, or it holds a move that is not legal.",
    cure: "Look at the places below.",
};

pub static LOSES_ON_TIME: Illness = Illness {
    id: "loses-on-time",
    severity: Severity::Fault,
    title: "Loses games on time",
    cause: "A move may cost more than the clock holds, or the clock is looked at too seldom.",
    cure: "Give every move a hard limit well below the clock and keep a reserve; examine the engine itself with doctor.",
};

pub static LOSES_BY_FAULT: Illness = Illness {
    id: "loses-by-fault",
    severity: Severity::Fault,
    title: "Loses games by illegal moves or crashes",
    cause: "The game went into a position or a length that the engine does not handle.",
    cure: "Replay the games below; examine the engine itself with doctor.",
};

pub static CLOCK_UNUSED: Illness = Illness {
    id: "clock-unused",
    severity: Severity::Fault,
    title: "Leaves most of its clock unused",
    cause: "The budget of a move is far too small, or the search ends after a fixed depth.",
    cure: "Aim at half of the clock and more over a game: a thirtieth of it and most of the increment for each move.",
};

pub static DEPTH_WAVERS: Illness = Illness {
    id: "depth-wavers",
    severity: Severity::Suspicion,
    title: "Reaches less depth where it took more time",
    cause: "The search explodes in some positions, or iterations are broken off too early.",
    cure: "Search the positions below with a fixed depth and look at the nodes of each iteration.",
};

pub static OPTIMISM: Illness = Illness {
    id: "optimism",
    severity: Severity::Suspicion,
    title: "Believes in positions that it loses",
    cause: "A term of the evaluation is far too large, or the search does not see the opponent's answers.",
    cure: "Explain the scores of the positions below term by term, and compare with a search by another engine.",
};

pub static SUDDEN_ZERO: Illness = Illness {
    id: "sudden-zero",
    severity: Severity::Suspicion,
    title: "Scores of exactly 0.00 between others that are far from it",
    cause: "The 0 of an interrupted search is believed.",
    cure: "Throw unfinished iterations away; store nothing once the search has been told to stop.",
};

pub static HUGE_SCORES: Illness = Illness {
    id: "mate-as-cp",
    severity: Severity::Fault,
    title: "Prints mates as enormous numbers of centipawns",
    cause: "Every score is printed as cp, also those that mean a mate.",
    cure: "Print score mate N for scores beyond the mate bound.",
};

pub static BLUNDERS: Illness = Illness {
    id: "blunders",
    severity: Severity::Suspicion,
    title: "Loses by single moves, not by plans",
    cause: "The search does not see one or two plies further: too little depth, over-pruning, or a quiescence that misses \
            captures.",
    cure: "Search the positions below with more time; if the blunder stays, switch prunings off one by one.",
};

pub static REPEATED_OPENING: Illness = Illness {
    id: "same-opening",
    severity: Severity::Suspicion,
    title: "Plays the same opening again and again",
    cause: "The match has no openings, and the engine finds the same moves every time.",
    cure: "Start from varied openings, each with both colours; otherwise twenty games are one.",
};

/// A centipawn score beyond this can only be a mate.
const HUGE: i32 = 15_000;

/// How games ended.
pub fn results(played: &[Played]) -> Outcome {
    let count = |ending| played.iter().filter(|game| game.ending == ending).count();
    let lost: Vec<&Played> = played
        .iter()
        .filter(|game| game.ending == Ending::Lost)
        .collect();
    let told = |game: &&&Played| {
        format!(
            "game {} against {}: {}",
            game.number,
            game.opponent,
            game.termination.trim()
        )
    };
    let those = |is_it: fn(&Played) -> bool| {
        let them = lost.iter().filter(|game| is_it(game));
        them.map(|game| told(&game)).collect()
    };
    let found = [
        Finding::if_any(&LOSES_ON_TIME, those(Played::is_on_time)),
        Finding::if_any(&LOSES_BY_FAULT, those(Played::is_by_fault)),
    ];
    let mut outcome = Outcome::of(found.into_iter().flatten()).measured(format!(
        "{} won, {} drawn, {} lost, {} open",
        count(Ending::Won),
        count(Ending::Drawn),
        count(Ending::Lost),
        count(Ending::Open)
    ));
    if !lost.is_empty() {
        let mates = lost.iter().filter(|game| game.is_mate).count();
        let moves = lost
            .iter()
            .map(|game| game.moves.len().div_ceil(2))
            .sum::<usize>();
        outcome.measured.push(format!(
            "losses: {mates} by mate on the board, {} otherwise, after {} moves on average",
            lost.len() - mates,
            moves / lost.len()
        ));
        let turns: Vec<usize> = lost
            .iter()
            .filter_map(|game| point_of_no_return(game))
            .collect();
        if !turns.is_empty() {
            let average = turns.iter().sum::<usize>() / turns.len();
            outcome.measured.push(format!(
                "in {} of them it saw itself lost for good (-3.00) from move {average} on, on average",
                turns.len()
            ));
        }
    }
    outcome
}

/// The number of the move from which the player's own score stays below -300.
fn point_of_no_return(game: &Played) -> Option<usize> {
    let scores: Vec<(usize, i32)> = game
        .own()
        .filter_map(|(index, noted)| Some((index / 2 + 1, noted.score?)))
        .collect();
    let held = scores.iter().rposition(|(_, score)| *score > -300);
    let first_lost = held.map_or(0, |at| at + 1);
    scores.get(first_lost).map(|(number, _)| *number)
}

/// The share of its clock that a player used in a game.
fn clock_share(game: &Played) -> Option<f64> {
    let (base, increment) = game.control?;
    let times: Vec<Duration> = game.own().filter_map(|(_, noted)| noted.time).collect();
    if times.len() < 15 {
        return None;
    }
    let used: Duration = times.iter().sum();
    let had = base + increment * u32::try_from(times.len()).ok()?;
    Some(used.as_secs_f64() / had.as_secs_f64())
}

/// Below this share of the clock a game was not thought about.
const LEAST_SHARE: f64 = 0.15;

/// How much of its clock a player used.
pub fn clock(played: &[Played]) -> Outcome {
    let shares: Vec<(usize, f64)> = played
        .iter()
        .filter_map(|game| Some((game.number, clock_share(game)?)))
        .collect();
    if shares.is_empty() {
        return Outcome::skipped("no times behind the moves, no time control, or only short games");
    }
    let mut sorted: Vec<f64> = shares.iter().map(|(_, share)| *share).collect();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted[sorted.len() / 2];
    let evidence: Vec<String> = shares
        .iter()
        .filter(|(_, share)| *share < LEAST_SHARE)
        .map(|(number, share)| format!("game {number}: {:.1} % of the clock used", 100.0 * share))
        .collect();
    let finding = (middle < LEAST_SHARE)
        .then(|| Finding::if_any(&CLOCK_UNUSED, evidence))
        .flatten();
    let tenths = shares
        .iter()
        .map(|(_, share)| (share * 10.0).min(20.0) as u32 * 10);
    let mut outcome = Outcome::of(finding).measured(format!(
        "{:.0} % of the clock used (median of {} games)",
        100.0 * middle,
        shares.len()
    ));
    let mut chart = histogram("share of the clock used", "per cent of the clock", tenths);
    chart.y = "games".to_owned();
    outcome.charts.push(chart);
    outcome
}

fn median<T: Copy + Ord>(values: &[T]) -> Option<T> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied()
}

/// Which depths were reached.
pub fn depth(played: &[Played]) -> Outcome {
    let own = || {
        played
            .iter()
            .flat_map(|game| game.own().map(move |(_, noted)| (game, noted)))
    };
    let depths: Vec<u32> = own()
        .filter_map(|(_, noted)| noted.depth)
        .filter(|depth| *depth > 0)
        .collect();
    let Some(middle) = median(&depths) else {
        return Outcome::skipped("no depths behind the moves");
    };
    let times: Vec<Duration> = own().filter_map(|(_, noted)| noted.time).collect();
    let usual = median(&times).unwrap_or_default();
    let wavers = |noted: &Noted| {
        let (Some(depth), Some(time)) = (noted.depth, noted.time) else {
            return false;
        };
        let is_open = noted.score.is_some_and(|score| score.abs() < 1000);
        is_open && depth > 0 && depth * 2 <= middle && time > usual * 5 / 4
    };
    let evidence: Vec<String> = own()
        .filter(|(_, noted)| wavers(noted))
        .map(|(game, noted)| {
            format!(
                "game {}, {}: depth {} in {} ms (usual: {middle} in {} ms): {}",
                game.number,
                noted.text,
                noted.depth.unwrap_or(0),
                noted.time.unwrap_or_default().as_millis(),
                usual.as_millis(),
                noted.fen
            )
        })
        .collect();
    let enough = (depths.len() / 25).max(3);
    let sum: u64 = depths.iter().map(|depth| u64::from(*depth)).sum();
    let mean = sum as f64 / depths.len() as f64;
    let mut outcome =
        Outcome::of(Finding::if_enough(&DEPTH_WAVERS, evidence, enough)).measured(format!(
            "depth {mean:.1} on average, median {middle}, over {} moves",
            depths.len()
        ));
    outcome.charts.push(histogram("depth", "depth", depths));
    outcome
}

/// What the player thought against what the opponent thought and what came.
pub fn evaluation(played: &[Played]) -> Outcome {
    let (mut evidence, mut open, mut apart) = (Vec::new(), 0, 0);
    let (mut zeros, mut huge) = (Vec::new(), Vec::new());
    for game in played {
        let own: Vec<(usize, &Noted, i32)> = game
            .own()
            .filter_map(|(at, noted)| Some((at, noted, noted.score?)))
            .collect();
        for three in own.windows(3) {
            let [before, now, after] = [three[0].2, three[1].2, three[2].2];
            if now == 0 && before.abs().min(after.abs()) >= 200 && before.signum() == after.signum()
            {
                zeros.push(format!(
                    "game {}, {}: {before}, 0, {after}",
                    game.number, three[1].1.text
                ));
            }
        }
        let beyond = own
            .iter()
            .filter(|(_, _, score)| (HUGE..MATE).contains(&score.abs()));
        huge.extend(beyond.map(|(_, noted, score)| {
            format!(
                "game {}, {}: {:+.2}",
                game.number,
                noted.text,
                f64::from(*score) / 100.0
            )
        }));
        if game.ending == Ending::Lost {
            let replies = own.iter().filter_map(|(at, noted, score)| {
                let reply = game.moves.get(at + 1)?.score?;
                let is_open = score.abs() < 1000 && reply.abs() < 1000;
                is_open.then_some((*noted, *score, reply))
            });
            let replies: Vec<_> = replies.collect();
            open += replies.len();
            // Both sides think that they stand better, and only one of them is right.
            let parted = || {
                replies
                    .iter()
                    .filter(|(_, score, reply)| *score >= 0 && *reply >= 150)
            };
            apart += parted().count();
            if let Some((noted, score, reply)) =
                parted().max_by_key(|(_, score, reply)| score + reply)
            {
                let text = format!(
                    "game {}, {}: it said {:+.2}, the opponent answered with {:+.2}: {}",
                    game.number,
                    noted.text,
                    f64::from(*score) / 100.0,
                    f64::from(*reply) / 100.0,
                    noted.fen
                );
                evidence.push((score + reply, text));
            }
        }
    }
    evidence.sort_by_key(|(gap, _)| -gap);
    let evidence: Vec<String> = evidence.into_iter().map(|(_, text)| text).collect();
    let optimism = Finding::if_enough(&OPTIMISM, evidence, 2).filter(|_| apart * 6 >= open);
    let found = [
        optimism,
        Finding::if_enough(&SUDDEN_ZERO, zeros, (played.len() / 4).max(3)),
        Finding::if_enough(&HUGE_SCORES, huge, 2),
    ];
    let mut outcome = Outcome::of(found.into_iter().flatten());
    outcome.measured.push(match open {
        0 => "no lost game with the scores of both sides".to_owned(),
        _ => format!(
            "in lost games both sides thought that they stood better after {apart} of {open} moves"
        ),
    });
    outcome
}

/// Moves after which the player's own score collapsed.
pub fn blunders(played: &[Played]) -> Outcome {
    let mut evidence = Vec::new();
    for game in played {
        let own: Vec<(&Noted, i32)> = game
            .own()
            .filter_map(|(_, noted)| Some((noted, noted.score?)))
            .collect();
        for pair in own.windows(2) {
            let [(noted, before), (_, after)] = [pair[0], pair[1]];
            let fall = before.clamp(-1000, 1000) - after.clamp(-1000, 1000);
            if fall >= 250 && before > -300 && before != 0 && after != 0 {
                let depth = noted
                    .depth
                    .map_or("?".to_owned(), |depth| depth.to_string());
                evidence.push((
                    fall,
                    format!(
                        "game {}, {} at depth {depth}: {:+.2} before, {:+.2} after the answer: {}",
                        game.number,
                        noted.text,
                        f64::from(before) / 100.0,
                        f64::from(after.clamp(-1000, 1000)) / 100.0,
                        noted.fen
                    ),
                ));
            }
        }
    }
    let lost = played
        .iter()
        .filter(|game| game.ending == Ending::Lost)
        .count();
    let count = evidence.len();
    evidence.sort_by_key(|(fall, _)| -fall);
    let evidence = evidence.into_iter().map(|(_, text)| text).collect();
    let finding =
        Finding::if_enough(&BLUNDERS, evidence, lost.max(3)).filter(|_| lost * 4 >= played.len());
    Outcome::of(finding).measured(format!(
        "{count} moves in {} games cost 2.50 or more by its own score",
        played.len()
    ))
}

/// The plies that make an opening.
const OPENING: usize = 8;

/// How often the same opening was played.
pub fn openings(played: &[Played]) -> Outcome {
    let mut evidence = Vec::new();
    let mut outcome = Outcome::default();
    for color in Color::ALL {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let games = played
            .iter()
            .filter(|game| game.color == color && game.moves.len() >= OPENING);
        for game in games {
            let start = &game.moves[0].fen;
            let line: Vec<&str> = game.moves[..OPENING]
                .iter()
                .map(|noted| noted.text.as_str())
                .collect();
            let from = if start.starts_with("rnbqkbnr/pppppppp/8") {
                String::new()
            } else {
                format!(" from {start}")
            };
            *counts
                .entry(format!("{}{from}", line.join(" ")))
                .or_default() += 1;
        }
        let total: usize = counts.values().sum();
        let Some((line, most)) = counts.iter().max_by_key(|(_, count)| **count) else {
            continue;
        };
        outcome.measured.push(format!(
            "as {color}: {} different openings in {total} games",
            counts.len()
        ));
        if total >= 4 && most * 2 > total {
            evidence.push(format!("as {color}, {most} of {total} games: {line}"));
        }
    }
    outcome
        .findings
        .extend(Finding::if_any(&REPEATED_OPENING, evidence));
    outcome
}
