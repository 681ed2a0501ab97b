//! Judges what a program for Gomoku played.

use std::time::Duration;

use regence_arena::client::gomocup::{At, Owner};
use regence_gomoku::{Board, Move, RuleSet, Setup, Side, Size, dispatch};

use super::illness as ill;
use super::suite::{Asks, SIDE, Task};
use crate::finding::{Finding, Illness};

/// A task and the answer to it.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub task: &'static Task,
    pub rule: u32,
    pub point: At,
}

impl Asked {
    pub fn is_right(&self) -> bool {
        match self.task.asks {
            Asks::Forbidden => {
                let why = illegal(self.rule, SIDE, &self.task.stones(), self.point);
                why.as_deref() != Some(FORBIDDEN)
            }
            _ => self.task.right().contains(&self.point),
        }
    }

    fn told(&self) -> String {
        let show = |points: &[At]| -> String {
            let texts = points.iter().map(|(x, y)| format!("{x},{y}"));
            texts.collect::<Vec<_>>().join(" or ")
        };
        let mut stones = String::new();
        for ((x, y), owner) in self.task.stones() {
            let number = if owner == Owner::Own { 1 } else { 2 };
            stones.push_str(&format!("{x},{y},{number} "));
        }
        let (x, y) = self.point;
        let expected = match self.task.asks {
            Asks::Forbidden => "any point that is not forbidden".to_owned(),
            _ => show(&self.task.right()),
        };
        format!(
            "rule {}, BOARD {stones}DONE: {x},{y}, expected {expected}",
            self.rule
        )
    }

    /// The lines that ask it again.
    fn script(&self) -> Vec<String> {
        let mut lines = vec![
            format!("INFO rule {}", self.rule),
            "INFO timeout_turn 2000".to_owned(),
            format!("START {SIDE}"),
            "BOARD".to_owned(),
        ];
        for ((x, y), owner) in self.task.stones() {
            let number = if owner == Owner::Own { 1 } else { 2 };
            lines.push(format!("{x},{y},{number}"));
        }
        lines.push("DONE".to_owned());
        lines
    }
}

/// Judges all tasks, each kind by itself.
pub fn tactics(asked: &[Asked]) -> Vec<Finding> {
    let illness = |asks: Asks| -> &'static Illness {
        match asks {
            Asks::Five => &ill::MISSED_FIVE,
            Asks::Block => &ill::MISSED_BLOCK,
            Asks::Four => &ill::MISSED_FOUR,
            Asks::Win => &ill::MISSED_WIN,
            Asks::FalseWin => &ill::FALSE_WIN,
            Asks::Forbidden => &ill::FORBIDDEN_MOVE,
        }
    };
    let all = [
        Asks::Five,
        Asks::Block,
        Asks::Four,
        Asks::Win,
        Asks::FalseWin,
        Asks::Forbidden,
    ];
    let finding = |asks: Asks| {
        // What is not legal is another check's matter, unless the rule forbids it.
        let is_played = |one: &&Asked| {
            asks == Asks::Forbidden
                || illegal(one.rule, SIDE, &one.task.stones(), one.point).is_none()
        };
        let wrong = asked
            .iter()
            .filter(|one| one.task.asks == asks && !one.is_right())
            .filter(is_played);
        let script = wrong.clone().next().map(Asked::script);
        let evidence = wrong.map(Asked::told).collect();
        Finding::if_any(illness(asks), evidence)
            .map(|finding| finding.shown_by(script.unwrap_or_default()))
    };
    all.into_iter().filter_map(finding).collect()
}

const FORBIDDEN: &str = "is forbidden";

/// Why a move is not legal, if so. Where both have as many stones, the engine is Black.
pub fn illegal(rule: u32, side: u8, stones: &[(At, Owner)], (x, y): At) -> Option<String> {
    let size = Size::square(side)?;
    let Some(point) = size.point(x, y) else {
        return Some("lies outside of the board".to_owned());
    };
    if stones.iter().any(|(at, _)| *at == (x, y)) {
        return Some("is taken".to_owned());
    }
    let (rule, setup) = (RuleSet::from_gomocup(rule, false)?, setup_of(size, stones)?);
    let is_legal =
        dispatch!(rule, R => Board::<R>::from_setup(&setup).ok()?.is_legal(Move::new(point)));
    (!is_legal).then(|| FORBIDDEN.to_owned())
}

fn setup_of(size: Size, stones: &[(At, Owner)]) -> Option<Setup> {
    let own = stones
        .iter()
        .filter(|(_, owner)| *owner == Owner::Own)
        .count();
    let engine = if own * 2 >= stones.len() {
        Side::Black
    } else {
        Side::White
    };
    let mut setup = Setup::new(size);
    for ((x, y), owner) in stones {
        let side = if *owner == Owner::Own {
            engine
        } else {
            engine.other()
        };
        setup.put(size.point(*x, *y)?, side).ok()?;
    }
    Some(setup)
}

/// Whether the last stone, which is the engine's, has ended the game.
pub fn is_over(rule: u32, side: u8, stones: &[(At, Owner)]) -> bool {
    let over = || {
        let size = Size::square(side)?;
        let (&((x, y), _), before) = stones.split_last()?;
        let (rule, setup) = (RuleSet::from_gomocup(rule, false)?, setup_of(size, before)?);
        let point = size.point(x, y)?;
        dispatch!(rule, R => {
            let mut board = Board::<R>::from_setup(&setup).ok()?;
            board.play(Move::new(point)).ok()?;
            Some(board.outcome().is_some())
        })
    };
    over().unwrap_or(true)
}

/// A free point far from the others of its own kind, along the edges.
pub fn quiet_reply(side: u8, stones: &[(At, Owner)]) -> Option<At> {
    let edge = (0..side)
        .step_by(3)
        .flat_map(|at| [(at, 0), (0, at), (at, side - 1), (side - 1, at)]);
    edge.filter(|at| !stones.iter().any(|(taken, _)| taken == at))
        .nth(stones.len() % 3)
}

/// A time that was given and the program's own time for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timed {
    pub what: &'static str,
    pub millis: u64,
    pub own: Duration,
}

impl Timed {
    pub fn told(&self) -> String {
        format!(
            "{} {} ms: {} ms",
            self.what,
            self.millis,
            self.own.as_millis()
        )
    }
}

/// Beyond this a limit is overrun: a tenth more, and room for a sleepy machine.
pub fn tolerated(millis: u64) -> Duration {
    Duration::from_millis(millis * 11 / 10 + 120)
}

/// Memory that a program needs whatever it is allowed, in megabytes.
const PROGRAM: u64 = 24;

/// Judges times and memory.
pub fn limits(timed: &[Timed], held: Option<(u64, u64)>) -> Vec<Finding> {
    let late = timed.iter().filter(|one| one.own > tolerated(one.millis));
    let over = held.filter(|(allowed, held)| *held > allowed + PROGRAM);
    let memory =
        over.map(|(allowed, held)| format!("INFO max_memory {} MB: it holds {held} MB", allowed));
    let found = [
        Finding::if_any(&ill::TIME_OVERRUN, late.map(Timed::told).collect()),
        Finding::if_any(&ill::MEMORY_OVERRUN, memory.into_iter().collect()),
    ];
    found.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::super::suite::{CARO, FREESTYLE, RENJU, STANDARD, TASKS};
    use super::*;
    use crate::finding::ids;

    fn wins(rule: u32, stones: &[(At, Owner)], point: At) -> bool {
        let all = [stones, &[(point, Owner::Own)]].concat();
        illegal(rule, SIDE, stones, point).is_none() && is_over(rule, SIDE, &all)
    }

    fn turned(stones: &[(At, Owner)]) -> Vec<(At, Owner)> {
        let other = |owner| match owner {
            Owner::Own => Owner::Opponent,
            Owner::Opponent => Owner::Own,
        };
        stones
            .iter()
            .map(|(at, owner)| (*at, other(*owner)))
            .collect()
    }

    fn all_points() -> impl Iterator<Item = At> {
        (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)))
    }

    #[test]
    fn the_tasks_are_what_they_are_said_to_be() {
        for task in TASKS {
            let (stones, right) = (task.stones(), task.right());
            let drawn = task.drawing.chars().filter(|c| "xo".contains(*c)).count();
            assert_eq!(stones.len(), drawn, "as many of each: {task:?}");
            for &rule in task.rules {
                let winning: Vec<At> = all_points().filter(|at| wins(rule, &stones, *at)).collect();
                let threats: Vec<At> = all_points()
                    .filter(|at| wins(rule, &turned(&stones), *at))
                    .collect();
                match task.asks {
                    Asks::Five => assert_eq!(winning, right, "rule {rule}: {task:?}"),
                    Asks::Block | Asks::FalseWin => {
                        assert_eq!(
                            (winning.len(), &threats),
                            (0, &right),
                            "rule {rule}: {task:?}"
                        );
                    }
                    _ => assert!(
                        winning.is_empty() && threats.is_empty(),
                        "rule {rule}: {task:?}"
                    ),
                }
                if task.asks == Asks::Win {
                    let pass = ((14, 14), Owner::Opponent);
                    let after = [&stones[..], &[(right[0], Owner::Own), pass]].concat();
                    let fives = all_points().filter(|at| wins(rule, &after, *at)).count();
                    assert_eq!(fives, 2, "two fours at once: {task:?}");
                }
            }
        }
        let of = |asks| TASKS.iter().filter(move |task| task.asks == asks);
        assert!(of(Asks::FalseWin).any(|task| task.rules == [STANDARD]));
        assert!(of(Asks::FalseWin).any(|task| task.rules == [CARO]));
        let renju = of(Asks::Forbidden).next().unwrap();
        let forbidden = all_points().filter(|at| {
            illegal(RENJU, SIDE, &renju.stones(), *at).as_deref() == Some("is forbidden")
        });
        assert!(forbidden.count() >= 1);
    }

    #[test]
    fn wrong_answers_are_named_by_their_kind() {
        let asked = |index: usize, point: At| Asked {
            task: &TASKS[index],
            rule: TASKS[index].rules[0],
            point,
        };
        let judged = |list: &[Asked]| ids(&tactics(list));
        assert_eq!(judged(&[asked(0, TASKS[0].right()[0])]), [""; 0]);
        assert_eq!(judged(&[asked(0, (99, 99))]), [""; 0]);
        assert_eq!(
            judged(&[asked(0, (14, 14)), asked(2, (14, 14))]),
            ["missed-five", "missed-block"]
        );
    }

    #[test]
    fn illegal_moves_have_a_reason() {
        let stones = [((7, 7), Owner::Own)];
        let judged = |at| illegal(FREESTYLE, SIDE, &stones, at);
        assert!(judged((7, 7)).unwrap().contains("taken"));
        assert!(judged((15, 3)).unwrap().contains("outside"));
        assert_eq!(judged((8, 8)), None);
    }

    #[test]
    fn limits_have_some_room() {
        let timed = |millis, own| Timed {
            what: "timeout_turn",
            millis,
            own: Duration::from_millis(own),
        };
        assert_eq!(ids(&limits(&[timed(500, 560)], Some((64, 70)))), [""; 0]);
        let late = limits(&[timed(500, 900)], Some((64, 200)));
        assert_eq!(ids(&late), ["time-overrun", "memory-overrun"]);
    }
}
