//! Fours as quiescence (FQ).
//!
//! Idea: a leaf is not quiet while a four can change its score. The side to move may stop at the evaluation (stand pat)
//! or make a four that makes something else as well; the answer is forced, and the question is asked again.
//! Guard: something is still to be gained (below beta, and not too far below alpha); not in ninuki, where a four can be
//! answered in too many ways. A bare four is tried only next to the fours before it.
//! Danger: a four that is made and answered is spent: standing pat keeps it.
//! Parameters: `fq_fours`, `fq_margin`, `fq_near`.

use crate::Gomoku;
use crate::eval::Play;
use crate::order::Scored;
use crate::params::Param;
use crate::search::Search;
use crate::techniques::{Technique, table_cutoff};
use crate::vcf;
use regence_core::config::Config;
use regence_core::steps::{Best, Noted, Searched};
use regence_core::tracer::Tracer;
use regence_core::{Bound, Entry, MAX_PLY, Value, Window};
use regence_gomoku::{Board, Class, Point};
use std::num::NonZeroU16;

/// Entries of such searches are of this depth.
const DEPTH: i32 = 0;

/// The score of a leaf where no four stands, after all fours that may change it.
pub fn search<R: Play, K: Config<Gomoku>>(
    search: &mut Search<'_, R, K>,
    ply: usize,
    window: Window,
) -> Searched {
    let before = search.limiter.nodes();
    let fours = search.config.get(Param::FqFours);
    let value = attack(search, ply, window, fours, None)?;
    let nodes = search.limiter.nodes() - before;
    if nodes > 0 {
        search.config.used(Technique::FourQuiescence);
        search.trace_apart(Technique::FourQuiescence, nodes);
    }
    Ok(value)
}

/// The side to move may stop, or make one of so many fours that are left to it. `last` is its last four.
fn attack<R: Play, K: Config<Gomoku>>(
    search: &mut Search<'_, R, K>,
    ply: usize,
    window: Window,
    left: i32,
    last: Option<Point>,
) -> Searched {
    let stand = search.static_eval(ply);
    let margin = search.config.get(Param::FqMargin);
    if stand >= window.beta
        || stand + margin < window.alpha
        || left == 0
        || ply as i32 >= MAX_PLY - 4
        || !search.board.has_four(search.board.side())
    {
        return Ok(stand);
    }
    let key = search.board.key();
    if last.is_some()
        && let Some(entry) = search.table.probe(key, ply as i32)
        && table_cutoff::applies(search.config, &entry, DEPTH, window)
    {
        return Ok(entry.value);
    }
    let first = search.arena.len();
    list(search, last);
    let mut best = Best::new(stand, window.alpha.max(stand));
    for place in first..search.arena.len() {
        let rest = &mut search.arena[place..];
        let Some(next) = (0..rest.len()).max_by_key(|&at| (rest[at].score, std::cmp::Reverse(at)))
        else {
            break;
        };
        rest.swap(0, next);
        let mv = rest[0].mv;
        search.limiter.visit()?;
        search.enter(ply, mv);
        let open = Window::new(best.alpha, window.beta);
        let value = -defend(search, ply + 1, open.flipped(), left - 1, mv.point())?;
        regence_core::steps::NodeSearch::leave(search);
        if best.note(mv, value, window.beta) == Noted::Cut {
            break;
        }
    }
    let tried = search.arena.len() > first;
    search.arena.truncate(first);
    if tried {
        let entry = Entry {
            best: best.mv.and_then(|mv| NonZeroU16::new(mv.pack())),
            value: best.value,
            bound: Bound::of(best.value, window),
            depth: DEPTH,
            eval: search.frame(ply).own_eval,
            was_pv: false,
        };
        search.table.store(key, ply as i32, &entry);
    }
    Ok(best.value)
}

/// Puts the fours that are worth a look on the arena.
fn list<R: Play, K: Config<Gomoku>>(search: &mut Search<'_, R, K>, last: Option<Point>) {
    let side = search.board.side();
    let near = search.config.get(Param::FqNear);
    for point in &search
        .board
        .legal_between(side, Class::Four, Class::OpenFour)
    {
        let class = search.board.class(point, side);
        if !is_worth(class, point, last, near) {
            continue;
        }
        let denies = search.board.class(point, side.other());
        let shapes =
            search.board.score_at(point, side) + search.board.score_at(point, side.other());
        search.arena.push(Scored {
            mv: point.into(),
            score: ((class.index() * 16 + denies.index()) as i32) * 4096 + shapes,
            history: 0,
            reopens: false,
        });
    }
}

/// A four that makes something else as well, or one next to the four before it.
fn is_worth(class: Class, point: Point, last: Option<Point>, near: i32) -> bool {
    class > Class::Four
        || last.is_some_and(|last| {
            i32::from(
                point
                    .x()
                    .abs_diff(last.x())
                    .max(point.y().abs_diff(last.y())),
            ) <= near
        })
}

/// The side to move answers the four on `four`, if it can.
fn defend<R: Play, K: Config<Gomoku>>(
    search: &mut Search<'_, R, K>,
    ply: usize,
    window: Window,
    left: i32,
    four: Point,
) -> Searched {
    if search.board.outcome().is_some() {
        return Ok(Value::DRAW);
    }
    if vcf::winning_move(&mut search.board).is_some() {
        return Ok(Value::win_in(ply as i32 + 1));
    }
    let answers = search.board.defences();
    let Some(answer) = only(answers.as_ref()) else {
        return Ok(match answers {
            Some(answers) if answers.is_empty() => Value::loss_in(ply as i32 + 2),
            // There is a choice, or nothing to answer.
            _ => search.static_eval(ply),
        });
    };
    // Nobody stops here: the evaluation of this node is that of the one before.
    search.frame(ply).own_eval = search.frame_before(ply, 1).own_eval.map(|eval| -eval);
    search.limiter.visit()?;
    search.enter(ply, answer.into());
    let value = match counter_four(&mut search.board) {
        true => -search.static_eval(ply + 1),
        false => -attack(search, ply + 1, window.flipped(), left, Some(four))?,
    };
    regence_core::steps::NodeSearch::leave(search);
    Ok(value)
}

fn only(answers: Option<&regence_gomoku::PointSet>) -> Option<Point> {
    answers.filter(|answers| answers.len() == 1)?.first()
}

/// Whether the answer has made a four itself, or ended the game.
fn counter_four<R: Play>(board: &mut Board<R>) -> bool {
    board.outcome().is_some() || board.defences().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku::Size;

    #[test]
    fn bare_fours_only_near_the_last_one() {
        let size = Size::square(15).unwrap();
        let at = |text: &str| size.parse_point(text).unwrap();
        assert!(is_worth(Class::FourPlus, at("a1"), None, 4));
        assert!(is_worth(Class::FourThree, at("a1"), Some(at("o15")), 4));
        assert!(!is_worth(Class::Four, at("h8"), None, 4));
        assert!(is_worth(Class::Four, at("h8"), Some(at("h12")), 4));
        assert!(!is_worth(Class::Four, at("h8"), Some(at("h13")), 4));
    }
}
