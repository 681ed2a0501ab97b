//! Playing at a limited strength.
//!
//! A weak human does not play random moves: he looks less far, and he is content with a move that
//! looks about as good as the best. So a level is a small number of nodes, and a choice among the
//! best few lines, the likelier the closer its score comes to the best. Blunders then come from the
//! short sight, as they do for people.

use crate::host;
use crate::limits::Limits;
use crate::report::{Observer, Report};
use crate::root::RootMove;
use crate::value::{Bound, Value};

/// The range of levels; from the upper end on, the engine plays at full strength.
pub const MIN_ELO: u32 = 800;
/// The highest rating; beyond it is full strength.
pub const MAX_ELO: u32 = 3000;

/// Lines that a limited engine chooses from.
const LINES: usize = 4;

/// How one level plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// No new iteration begins beyond this many nodes.
    pub nodes: u64,
    /// The search is cut off at this many nodes, where that matters.
    pub most_nodes: Option<u64>,
    /// Plies to look ahead, where they are limited as well.
    pub depth: Option<i32>,
    /// Lines to choose from.
    pub lines: usize,
    /// The difference in score by which a line becomes less likely by a factor of e.
    pub temperature: f64,
}

/// The level of a rating, or none if that is full strength.
pub fn level(elo: u32) -> Option<Level> {
    if elo >= MAX_ELO {
        return None;
    }
    let elo = f64::from(elo.max(MIN_ELO));
    // Fitted to matches (docs/measured.md): 64 nodes at 800, twice as many after 220 points, at the upper end after 110.
    let above = (elo - f64::from(MIN_ELO)) / 100.0;
    let nodes = 64.0 * (above * (0.43 + 0.012 * above)).exp2();
    let missing = 3340.0 - elo;
    Some(Level {
        nodes: nodes as u64,
        most_nodes: None,
        depth: None,
        lines: LINES,
        temperature: missing * missing / 54_000.0,
    })
}

impl Level {
    /// The same limits with this level's sight.
    pub fn adapt(&self, limits: Limits) -> Limits {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Limits {
            soft_nodes: least(limits.soft_nodes, Some(self.nodes)),
            nodes: least(limits.nodes, self.most_nodes),
            depth: least(limits.depth, self.depth),
            ..limits
        }
    }

    /// Chooses one of the lines; `random` is uniform over all of `u64`.
    pub fn choose<'a, M>(&self, lines: &'a [RootMove<M>], random: u64) -> Option<&'a RootMove<M>> {
        let best = lines.first()?;
        if best.value.is_decisive() {
            return Some(best);
        }
        let weight = |line: &RootMove<M>| match line.value > -Value::INFINITE {
            true => {
                let behind = f64::from((best.value - line.value).max(0));
                (-behind / self.temperature.max(1.0)).exp()
            }
            false => 0.0,
        };
        let total: f64 = lines.iter().map(weight).sum();
        let mut rest = total * (random as f64 / u64::MAX as f64);
        let chosen = lines.iter().find(|line| {
            rest -= weight(line);
            rest <= 0.0
        });
        chosen.or(Some(best))
    }
}

/// Passes on the lines that the user asked for, where the engine looks at more, and in the end the line that is played.
#[allow(missing_debug_implementations)]
pub struct FirstLines<'a, M: 'static> {
    observer: &'a mut dyn Observer<M>,
    lines: usize,
    /// The figures of the best line, as last reported, and its first move.
    best: Option<(Report<'static, M>, Option<M>)>,
}

impl<'a, M: Clone + PartialEq> FirstLines<'a, M> {
    /// Reports so many lines and keeps the rest to itself.
    pub fn new(observer: &'a mut dyn Observer<M>, lines: usize) -> FirstLines<'a, M> {
        FirstLines {
            observer,
            lines,
            best: None,
        }
    }

    /// The user reads the line of the move that is played, if it is not the one that was read last.
    pub fn tell_choice(self, chosen: &RootMove<M>) {
        if let Some((best, first)) = self.best
            && chosen.line.first() != first.as_ref()
        {
            self.observer.line(&Report {
                value: chosen.value,
                line: &chosen.line,
                ..best
            });
        }
    }
}

impl<M: Clone> Observer<M> for FirstLines<'_, M> {
    fn line(&mut self, report: &Report<'_, M>) {
        if report.rank <= self.lines {
            self.observer.line(report);
        }
        if report.rank == 1 && report.bound == Bound::Exact {
            let figures = Report {
                line: &[],
                ..report.clone()
            };
            self.best = Some((figures, report.line.first().cloned()));
        }
    }
}

/// A seed that nobody can foretell.
pub fn seed() -> u64 {
    host::random()
}

/// A number that differs from position to position and from game to game.
pub fn random(key: u64, seed: u64) -> u64 {
    // The last steps of SplitMix64, which leave no pattern of their input.
    let mut z = (key ^ seed).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root::Root;

    fn lines(scores: &[i32]) -> Vec<RootMove<usize>> {
        let mut root = Root::new(0..scores.len());
        for (line, &score) in root.moves.iter_mut().zip(scores) {
            line.value = Value::cp(score);
        }
        root.moves
    }

    #[test]
    fn stronger_levels_see_further_and_choose_better() {
        let levels: Vec<Level> = (MIN_ELO..MAX_ELO).step_by(100).filter_map(level).collect();
        assert!(levels.windows(2).all(|w| w[0].nodes < w[1].nodes));
        let cooler = |w: &[Level]| w[0].temperature > w[1].temperature;
        assert!(levels.windows(2).all(cooler));
        assert_eq!(level(MAX_ELO), None);
        assert_eq!(level(0), level(MIN_ELO));
    }

    #[test]
    fn a_level_only_lowers_limits() {
        let level = Level {
            most_nodes: Some(800),
            depth: Some(2),
            ..level(1000).expect("a limited level")
        };
        let adapted = level.adapt(Limits::to_depth(1));
        assert_eq!(adapted.depth, Some(1));
        assert_eq!(adapted.nodes, Some(800));
        assert_eq!(adapted.soft_nodes, Some(level.nodes));
        let adapted = level.adapt(Limits {
            depth: Some(9),
            nodes: Some(10),
            soft_nodes: Some(3),
            ..Limits::default()
        });
        assert_eq!(adapted.depth, Some(2));
        assert_eq!((adapted.nodes, adapted.soft_nodes), (Some(10), Some(3)));
    }

    #[test]
    fn near_equals_are_all_played_and_blunders_hardly_ever() {
        let lines = lines(&[30, 25, 20, -900]);
        let level = level(1200).expect("a limited level");
        let mut counts = [0; 4];
        for turn in 0..1000 {
            let chosen = level.choose(&lines, random(turn, 1)).expect("a line");
            counts[chosen.mv] += 1;
        }
        assert!(counts[..3].iter().all(|&n| n > 150), "{counts:?}");
        assert_eq!(counts[3], 0);
    }

    #[test]
    fn a_win_that_is_seen_is_played() {
        let mut lines = lines(&[0, 0]);
        lines[0].value = Value::win_in(1);
        let level = level(800).expect("a limited level");
        for random in [0, u64::MAX / 2, u64::MAX] {
            assert_eq!(level.choose(&lines, random).map(|l| l.mv), Some(0));
        }
    }

    #[test]
    fn the_line_that_is_played_is_told_once() {
        #[derive(Default)]
        struct Heard(Vec<usize>);
        impl Observer<usize> for Heard {
            fn line(&mut self, report: &Report<'_, usize>) {
                self.0.extend(report.line.first());
            }
        }
        let lines = lines(&[10, 0]);
        for (chosen, expected) in [(0, vec![0]), (1, vec![0, 1])] {
            let mut heard = Heard::default();
            let mut first_lines = FirstLines::new(&mut heard, 1);
            for (rank, line) in lines.iter().enumerate() {
                first_lines.line(&Report {
                    depth: 1,
                    seldepth: 1,
                    rank: rank + 1,
                    value: line.value,
                    bound: Bound::Exact,
                    nodes: 1,
                    time: std::time::Duration::ZERO,
                    hashfull: 0,
                    line: &line.line,
                });
            }
            first_lines.tell_choice(&lines[chosen]);
            assert_eq!(heard.0, expected);
        }
    }

    #[test]
    fn lines_that_were_not_searched_are_not_chosen() {
        let mut lines = lines(&[10, 0]);
        lines[1].value = -Value::INFINITE;
        let level = level(800).expect("a limited level");
        assert_eq!(level.choose(&lines, u64::MAX).map(|l| l.mv), Some(0));
    }
}
