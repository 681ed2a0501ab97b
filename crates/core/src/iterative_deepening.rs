//! Iterative deepening with aspiration windows.
//!
//! A search to depth N begins with searches to 1, 2, …: each gives the next its move order, and
//! there is always a finished answer when time runs out. An iteration that is cut short never
//! overwrites a finished one; it may only add what it has proved, a better root move that was
//! searched to the end.

use crate::limiter::{Limiter, Stopped};
use crate::limits::Limits;
use crate::report::{Observer, Report};
use crate::root::{Root, RootMove};
use crate::time_manager::{Budget, Progress};
use crate::transposition_table::TranspositionTable;
use crate::value::{Bound, MAX_PLY, Value, Window};
use std::fmt::Debug;
use std::time::Duration;

/// A game's search of one root position, as iterative deepening drives it.
pub trait RootSearch {
    /// A move of the game.
    type Move: Copy + PartialEq + Debug;

    /// The root's moves.
    fn root(&mut self) -> &mut Root<Self::Move>;
    /// What ends the search.
    fn limiter(&mut self) -> &mut Limiter;
    /// The table, asked for how full it is.
    fn table(&self) -> &TranspositionTable;
    /// Who hears of finished lines.
    fn observer(&mut self) -> &mut dyn Observer<Self::Move>;

    /// Searches the root's moves from `root().first` on, and tells the root of each that was
    /// searched to the end. A stopped search returns no score.
    fn search_root(&mut self, depth: i32, window: Window) -> Result<Value, Stopped>;
}

/// The shape of aspiration windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aspiration {
    /// Shallower iterations use the full window.
    pub from_depth: i32,
    /// How far alpha and beta stand from the last score at first, while scores hold still.
    pub half_width: i32,
    /// How much of the recent swing of the score is added to that, in percent.
    pub swing: i32,
    /// The width after a failure, in percent of the width before.
    pub growth: i32,
    /// A width beyond this opens the window on the failing side.
    pub give_up: i32,
    /// How many plies less deep a search may become that fails high again and again: what it is about to prove is only that a
    /// good move is better still.
    pub shallower: i32,
}

impl Default for Aspiration {
    fn default() -> Self {
        Aspiration {
            from_depth: 4,
            half_width: 20,
            swing: 0,
            growth: 170,
            give_up: 600,
            shallower: 0,
        }
    }
}

/// How often the first window held, from depth 6 on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AspirationCount {
    /// Iterations with a window.
    pub tries: u64,
    /// Those whose first window held.
    pub first_try: u64,
}

/// Iterations below this depth are too jumpy to count for the aspiration statistics.
const COUNT_FROM_DEPTH: i32 = 6;

/// Parameters of one search.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What ends the search.
    pub limits: Limits,
    /// How much time it may take.
    pub budget: Budget,
    /// How many best lines are wanted.
    pub lines: usize,
    /// `None` searches every iteration with the full window.
    pub aspiration: Option<Aspiration>,
    /// The first iteration; more than 1 is a direct search, for tests.
    pub first_depth: i32,
    /// A win is taken for the shortest, and ends the search, once so many times its length have been searched: more
    /// than 1 where pruning may hide a shorter one.
    pub proof_depth: i32,
}

impl Plan {
    /// One line, the usual windows, no budget of time.
    pub fn new(limits: Limits) -> Plan {
        Plan {
            limits,
            budget: Budget::default(),
            lines: 1,
            aspiration: Some(Aspiration::default()),
            first_depth: 1,
            proof_depth: 1,
        }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Outcome<M> {
    /// The move to play, with its line.
    pub best: RootMove<M>,
    /// All wanted lines of the last iteration that was finished, the best first.
    pub lines: Vec<RootMove<M>>,
    /// The last iteration that was finished; 0 if none was.
    pub depth: i32,
    /// Nodes of this thread.
    pub nodes: u64,
    /// How often the first window held.
    pub aspiration: AspirationCount,
}

impl<M: Copy> Outcome<M> {
    /// The reply that the search expects.
    pub fn ponder(&self) -> Option<M> {
        self.best.line.get(1).copied()
    }
}

/// Lines that fail against the window are reported once a search has lasted this long.
const REPORT_FAILURES_AFTER: Duration = Duration::from_secs(1);

/// Deepens until the plan's limits end it. `None` if the root has no moves.
pub fn deepen<S: RootSearch>(search: &mut S, plan: &Plan) -> Option<Outcome<S::Move>> {
    let best = search.root().moves.first()?.clone();
    let mut deepening = Deepening {
        lines: plan.lines.clamp(1, search.root().moves.len()),
        forced: search.root().moves.len() == 1,
        search,
        plan,
        best,
        ranked: Vec::new(),
        finished: 0,
        stable_for: 0,
        swing: 0,
        aspiration: AspirationCount::default(),
    };
    deepening.run();
    Some(deepening.outcome())
}

struct Deepening<'a, S: RootSearch> {
    search: &'a mut S,
    plan: &'a Plan,
    lines: usize,
    forced: bool,
    /// The best move that is fully known, and the depth that proved it.
    best: RootMove<S::Move>,
    ranked: Vec<RootMove<S::Move>>,
    finished: i32,
    stable_for: u32,
    /// How far the score moved from one iteration to the next, the last ones counting most.
    swing: i32,
    aspiration: AspirationCount,
}

impl<S: RootSearch> Deepening<'_, S> {
    fn run(&mut self) {
        let limits = &self.plan.limits;
        let deepest = limits.depth.unwrap_or(MAX_PLY - 1).clamp(1, MAX_PLY - 1);
        self.search
            .limiter()
            .set_limits(limits.nodes, self.plan.budget.hard);
        for depth in self.plan.first_depth.min(deepest)..=deepest {
            let before = self.best.clone();
            if self.iterate(depth).is_err() {
                self.report_if_changed(depth, &before);
                return;
            }
            self.finished = depth;
            self.note_swing(before.value);
            self.ranked = self.search.root().moves[..self.lines].to_vec();
            self.search.limiter().arm();
            self.report_lines(depth);
            if !self.search.limiter().is_main() {
                let outcome = self.outcome();
                self.search.observer().iteration(&outcome);
            }
            if self.is_enough(depth, &before) {
                return;
            }
        }
    }

    /// A jump between proven and unproven scores says nothing about the next window.
    fn note_swing(&mut self, before: Value) {
        let after = self.best.value;
        if self.finished > 1 && !before.is_decisive() && !after.is_decisive() {
            self.swing = (self.swing + (after - before).abs()) / 2;
        }
    }

    /// One iteration: every wanted line at `depth`.
    fn iterate(&mut self, depth: i32) -> Result<(), Stopped> {
        self.search.root().begin_iteration();
        for line in 0..self.lines {
            self.search.root().first = line;
            let result = self.search_line(depth);
            if line == 0 {
                self.keep_best(result.is_ok());
            }
            result?;
        }
        let root = self.search.root();
        root.first = 0;
        // Each line had a window of its own, so a later one may have come out better.
        root.sort_first(self.lines);
        if self.lines > 1 {
            self.best = root.moves[0].clone();
        }
        Ok(())
    }

    /// A finished line gives the best move; a cut one gives what it proved, if anything.
    fn keep_best(&mut self, is_finished: bool) {
        let root = self.search.root();
        let known = if is_finished {
            root.moves.first().cloned()
        } else {
            root.take_proved()
        };
        if let Some(known) = known {
            self.stable_for = match known.mv == self.best.mv {
                true => self.stable_for + 1,
                false => 0,
            };
            self.best = known;
        }
    }

    /// Searches one line, with a window that widens until the score is inside it.
    fn search_line(&mut self, depth: i32) -> Result<(), Stopped> {
        let root = self.search.root();
        root.begin_pass();
        let previous = root.moves[root.first].previous;
        let Some(shape) = self.plan.aspiration.filter(|shape| {
            depth >= shape.from_depth && previous > -Value::INFINITE && !previous.is_decisive()
        }) else {
            self.pass(depth, Window::FULL)?;
            return Ok(());
        };
        let mut width = shape.half_width + self.swing * shape.swing / 100;
        let mut window = Window::new(previous.widened(-width), previous.widened(width));
        let (mut is_first_try, mut fail_highs) = (true, 0);
        loop {
            let reduced = (depth - shape.shallower.min(fail_highs)).max(1);
            let value = self.pass(reduced, window)?;
            if value > window.alpha && value < window.beta {
                break;
            }
            is_first_try = false;
            self.report_failure(depth);
            width = width * shape.growth / 100 + 1;
            let step = if width > shape.give_up {
                i32::MAX
            } else {
                width
            };
            window = if value <= window.alpha {
                // What failed low proves no move: the re-search begins anew.
                self.search.root().begin_pass();
                fail_highs = 0;
                Window::new(value.widened(-step), window.beta)
            } else {
                fail_highs += 1;
                Window::new(window.alpha, value.widened(step))
            };
        }
        if depth >= COUNT_FROM_DEPTH {
            self.aspiration.tries += 1;
            self.aspiration.first_try += u64::from(is_first_try);
        }
        Ok(())
    }

    /// One search of the root in one window.
    fn pass(&mut self, depth: i32, window: Window) -> Result<Value, Stopped> {
        let value = self.search.search_root(depth, window)?;
        self.search.root().sort();
        Ok(value)
    }

    /// Whether the search may end after an iteration.
    fn is_enough(&mut self, depth: i32, before: &RootMove<S::Move>) -> bool {
        let limits = &self.plan.limits;
        let limiter = self.search.limiter();
        limiter.publish();
        if limiter.signals().is_stopped() {
            return true;
        }
        if !limiter.is_main() || limits.infinite || limiter.signals().is_pondering() {
            return false;
        }
        let total = limiter.shared().total_nodes();
        if limits.nodes.is_some_and(|n| total >= n) || limits.soft_nodes.is_some_and(|n| total >= n)
        {
            return true;
        }
        let nodes = limiter.nodes().max(1);
        let elapsed = limiter.elapsed();
        if self.is_proven(depth) {
            return true;
        }
        let progress = Progress {
            depth,
            stable_for: self.stable_for,
            drop: if depth > 1 {
                before.value - self.best.value
            } else {
                0
            },
            best_share: self.nodes_below_best() as f64 / nodes as f64,
            forced: self.forced,
        };
        self.plan.budget.is_spent(elapsed, &progress)
    }

    /// A win or loss whose whole distance has been searched, and more where the plan asks for it, will not change
    /// any more. Where a win within some distance was asked for, only that ends the search.
    fn is_proven(&self, depth: i32) -> bool {
        let Some(plies) = self.best.value.plies_to_win() else {
            return false;
        };
        match self.plan.limits.win_in_plies {
            Some(wanted) => (1..=wanted).contains(&plies),
            None => self.lines == 1 && plies.abs() * self.plan.proof_depth <= depth,
        }
    }

    fn nodes_below_best(&mut self) -> u64 {
        let best = self.best.mv;
        let moves = &self.search.root().moves;
        moves.iter().find(|m| m.mv == best).map_or(0, |m| m.nodes)
    }

    fn report_lines(&mut self, depth: i32) {
        for (rank, root_move) in self.ranked.clone().iter().enumerate() {
            self.report(depth, rank, root_move);
        }
    }

    /// The line that fell out of its window, if the search has gone on for long.
    fn report_failure(&mut self, depth: i32) {
        if self.search.limiter().elapsed() >= REPORT_FAILURES_AFTER {
            let rank = self.search.root().first;
            let root_move = self.search.root().moves[rank].clone();
            self.report(depth, rank, &root_move);
        }
    }

    /// A cut iteration that found a better move says so before the answer.
    fn report_if_changed(&mut self, depth: i32, before: &RootMove<S::Move>) {
        if self.best.mv != before.mv || self.best.value != before.value {
            let best = self.best.clone();
            self.report(depth, 0, &best);
        }
    }

    fn report(&mut self, depth: i32, rank: usize, root_move: &RootMove<S::Move>) {
        let limiter = self.search.limiter();
        if !limiter.is_main() {
            return;
        }
        limiter.publish();
        let (nodes, time) = (limiter.shared().total_nodes(), limiter.elapsed());
        let hashfull = self.search.table().hashfull();
        // A line that this iteration has not reached still shows the score of the last one.
        let (value, bound) = match root_move.value > -Value::INFINITE {
            true => (root_move.value, root_move.bound),
            false => (root_move.previous, Bound::Exact),
        };
        let report = Report {
            depth,
            seldepth: root_move.seldepth,
            rank: rank + 1,
            value,
            bound,
            nodes,
            time,
            hashfull,
            line: &root_move.line,
        };
        self.search.observer().line(&report);
    }

    /// What the search has found so far.
    fn outcome(&mut self) -> Outcome<S::Move> {
        let limiter = self.search.limiter();
        limiter.publish();
        Outcome {
            nodes: limiter.nodes(),
            best: self.best.clone(),
            lines: self.ranked.clone(),
            depth: self.finished,
            aspiration: self.aspiration,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limiter::{NodeClock, Shared};
    use crate::limits::Remaining;
    use crate::time_manager::{self, Delays, Pace};

    /// A search whose moves have scripted scores by depth, one visit for each move and depth.
    struct Scripted {
        root: Root<char>,
        limiter: Limiter,
        table: TranspositionTable,
        heard: Heard,
        score: fn(char, i32) -> i32,
        passes: Vec<(i32, Window)>,
        nodes_per_move: u64,
    }

    #[derive(Default)]
    struct Heard(Vec<(i32, usize, Value, Bound, String)>);

    impl Observer<char> for Heard {
        fn line(&mut self, r: &Report<'_, char>) {
            let line = r.line.iter().collect();
            self.0.push((r.depth, r.rank, r.value, r.bound, line));
        }
    }

    impl Scripted {
        fn new(moves: &str, score: fn(char, i32) -> i32) -> Scripted {
            let shared = Shared::new(1, NodeClock::new(1000), false);
            Scripted {
                root: Root::new(moves.chars()),
                limiter: Limiter::new(shared, 0),
                table: TranspositionTable::off(),
                heard: Heard::default(),
                score,
                passes: Vec::new(),
                nodes_per_move: 1,
            }
        }
    }

    impl RootSearch for Scripted {
        type Move = char;
        fn root(&mut self) -> &mut Root<char> {
            &mut self.root
        }
        fn limiter(&mut self) -> &mut Limiter {
            &mut self.limiter
        }
        fn table(&self) -> &TranspositionTable {
            &self.table
        }
        fn observer(&mut self) -> &mut dyn Observer<char> {
            &mut self.heard
        }
        fn search_root(&mut self, depth: i32, window: Window) -> Result<Value, Stopped> {
            self.passes.push((depth, window));
            let (mut alpha, mut best) = (window.alpha, -Value::INFINITE);
            for index in self.root.first..self.root.moves.len() {
                for _ in 0..self.nodes_per_move {
                    self.limiter.visit()?;
                }
                self.root.moves[index].nodes += self.nodes_per_move;
                let value = Value::cp((self.score)(self.root.moves[index].mv, depth));
                let open = Window::new(alpha, window.beta);
                self.root.record(index, value, open, &[], depth);
                best = best.max(value);
                alpha = alpha.max(value);
                if alpha >= window.beta {
                    break;
                }
            }
            Ok(best)
        }
    }

    fn steady(mv: char, _: i32) -> i32 {
        mv as i32
    }

    #[test]
    fn every_iteration_is_reported_and_the_best_move_comes_first() {
        let mut search = Scripted::new("acb", steady);
        let outcome = deepen(&mut search, &Plan::new(Limits::to_depth(5))).unwrap();
        assert_eq!(outcome.best.mv, 'c');
        assert_eq!(outcome.depth, 5);
        let depths: Vec<i32> = search.heard.0.iter().map(|h| h.0).collect();
        assert_eq!(depths, [1, 2, 3, 4, 5]);
        assert!(
            search
                .heard
                .0
                .iter()
                .all(|h| h.3 == Bound::Exact && h.4 == "c")
        );
    }

    #[test]
    fn no_moves_no_answer() {
        let mut search = Scripted::new("", steady);
        assert!(deepen(&mut search, &Plan::new(Limits::to_depth(5))).is_none());
    }

    #[test]
    fn a_jumping_score_widens_the_window_step_by_step_and_is_found() {
        fn jump(_: char, depth: i32) -> i32 {
            if depth >= 8 { 900 } else { 0 }
        }
        let mut search = Scripted::new("a", jump);
        let plan = Plan::new(Limits::to_depth(9));
        let outcome = deepen(&mut search, &plan).unwrap();
        assert_eq!(outcome.best.value, Value::cp(900));
        let at_eight: Vec<Window> = search
            .passes
            .iter()
            .filter(|p| p.0 == 8)
            .map(|p| p.1)
            .collect();
        assert!(at_eight.len() >= 2);
        assert!(at_eight.windows(2).all(|w| w[1].beta > w[0].beta));
        // Depths 6, 7 and 9 held at the first try, depth 8 did not.
        assert_eq!(
            outcome.aspiration,
            AspirationCount {
                tries: 4,
                first_try: 3
            }
        );
    }

    #[test]
    fn a_swinging_score_begins_with_a_wider_window() {
        fn swing(_: char, depth: i32) -> i32 {
            if depth % 2 == 0 { 40 } else { 0 }
        }
        let mut search = Scripted::new("a", swing);
        let shape = Aspiration {
            from_depth: 4,
            half_width: 10,
            swing: 50,
            growth: 200,
            give_up: 1000,
            shallower: 0,
        };
        let plan = Plan {
            aspiration: Some(shape),
            ..Plan::new(Limits::to_depth(4))
        };
        deepen(&mut search, &plan).unwrap();
        let windows = search.passes.iter().filter(|pass| pass.0 == 4);
        let windows: Vec<Window> = windows.map(|pass| pass.1).collect();
        // The swing was 40 twice and counts half, then half of that is added: 10 + 15. Then twice the width and one.
        let window = |alpha, beta| Window::new(Value::cp(alpha), Value::cp(beta));
        assert_eq!(windows, [window(-25, 25), window(-25, 40 + 51)]);
    }

    #[test]
    fn a_score_that_fails_high_is_searched_less_deep_where_that_is_wanted() {
        fn rising(_: char, depth: i32) -> i32 {
            depth * depth * 20
        }
        let passes = |shallower| {
            let mut search = Scripted::new("a", rising);
            let mut plan = Plan::new(Limits::to_depth(8));
            plan.aspiration = Some(Aspiration {
                shallower,
                ..Aspiration::default()
            });
            deepen(&mut search, &plan).unwrap();
            let depths = search.passes.iter().map(|pass| pass.0);
            depths.skip_while(|&depth| depth < 8).collect::<Vec<_>>()
        };
        assert!(passes(0).len() > 1 && passes(0).iter().all(|&depth| depth == 8));
        assert_eq!(passes(1), [8, 7]);
    }

    #[test]
    fn a_falling_score_is_found_as_well() {
        fn fall(mv: char, depth: i32) -> i32 {
            if depth < 6 { 0 } else { -5000 + mv as i32 }
        }
        let mut search = Scripted::new("abc", fall);
        let outcome = deepen(&mut search, &Plan::new(Limits::to_depth(6))).unwrap();
        assert_eq!(outcome.best.mv, 'c');
        assert_eq!(outcome.best.value, Value::cp(-5000 + 'c' as i32));
    }

    #[test]
    fn deepening_and_a_direct_search_agree() {
        for depth in 1..12 {
            let mut plan = Plan::new(Limits::to_depth(depth));
            let deepened = deepen(&mut Scripted::new("xyz", steady), &plan).unwrap();
            plan.first_depth = depth;
            let direct = deepen(&mut Scripted::new("xyz", steady), &plan).unwrap();
            assert_eq!(deepened.best.mv, direct.best.mv);
            assert_eq!(deepened.best.value, direct.best.value);
        }
    }

    /// Three moves of 100 nodes each: an iteration takes 300.
    fn cut_at(nodes: u64, score: fn(char, i32) -> i32) -> (Outcome<char>, Heard) {
        let mut search = Scripted::new("abc", score);
        search.nodes_per_move = 100;
        let outcome = deepen(&mut search, &Plan::new(Limits::to_nodes(nodes))).unwrap();
        (outcome, search.heard)
    }

    #[test]
    fn a_cut_iteration_keeps_a_better_move_that_was_finished() {
        // At depth 3 'a' holds its score and 'b' turns out better; the cut comes within 'c'.
        fn turn(mv: char, depth: i32) -> i32 {
            match mv {
                'a' => 10,
                'b' if depth == 3 => 15,
                _ => 0,
            }
        }
        let (outcome, heard) = cut_at(850, turn);
        assert_eq!((outcome.best.mv, outcome.best.value), ('b', Value::cp(15)));
        assert_eq!(outcome.depth, 2, "depth 3 was not finished");
        assert_eq!(heard.0.last().map(|h| h.4.as_str()), Some("b"));
    }

    #[test]
    fn a_cut_iteration_never_believes_a_move_that_was_not_finished() {
        fn turn(mv: char, depth: i32) -> i32 {
            match mv {
                'a' => 10,
                'b' if depth == 3 => 500,
                _ => 0,
            }
        }
        // The cut comes within 'b'.
        let (outcome, _) = cut_at(750, turn);
        assert_eq!((outcome.best.mv, outcome.best.value), ('a', Value::cp(10)));
    }

    #[test]
    fn a_cut_re_search_after_a_fall_keeps_the_finished_iteration() {
        // At depth 5 everything falls out of the window; the re-search is cut at once.
        fn fall(mv: char, depth: i32) -> i32 {
            if depth < 5 { 100 - mv as i32 } else { -800 }
        }
        let (outcome, _) = cut_at(4 * 300 + 300 + 50, fall);
        assert_eq!(outcome.best.mv, 'a');
        assert_eq!(outcome.best.value, Value::cp(100 - 'a' as i32));
        assert_eq!(outcome.depth, 4);
    }

    #[test]
    fn a_cut_re_search_after_a_rise_keeps_the_risen_move() {
        fn rise(mv: char, depth: i32) -> i32 {
            if depth == 5 && mv == 'c' {
                800
            } else {
                100 - mv as i32
            }
        }
        let (outcome, _) = cut_at(4 * 300 + 300 + 50, rise);
        assert_eq!((outcome.best.mv, outcome.best.bound), ('c', Bound::Lower));
    }

    #[test]
    fn a_stop_before_the_first_iteration_still_gives_a_move() {
        let mut search = Scripted::new("abc", steady);
        search.nodes_per_move = 5000;
        search.limiter.signals().stop();
        let outcome = deepen(&mut search, &Plan::new(Limits::infinite())).unwrap();
        assert_eq!((outcome.best.mv, outcome.depth), ('a', 0));
    }

    #[test]
    fn the_first_iteration_is_finished_even_without_time() {
        let mut search = Scripted::new("abc", steady);
        search.nodes_per_move = 5000;
        let mut plan = Plan::new(Limits::for_time(Duration::ZERO));
        plan.budget = time_manager::budget(&plan.limits, Delays::default(), 0, Pace::default());
        let outcome = deepen(&mut search, &plan).unwrap();
        assert_eq!((outcome.best.mv, outcome.depth), ('c', 1));
    }

    #[test]
    fn several_lines_come_in_order() {
        let mut search = Scripted::new("adbc", steady);
        let mut plan = Plan::new(Limits::to_depth(6));
        plan.lines = 3;
        deepen(&mut search, &plan).unwrap();
        let last: Vec<_> = search.heard.0.iter().filter(|h| h.0 == 6).collect();
        let lines: Vec<_> = last.iter().map(|h| (h.1, h.4.as_str())).collect();
        assert_eq!(lines, [(1, "d"), (2, "c"), (3, "b")]);
    }

    #[test]
    fn more_lines_than_moves_are_as_many_as_moves() {
        let mut search = Scripted::new("ab", steady);
        let mut plan = Plan::new(Limits::to_depth(2));
        plan.lines = 50;
        deepen(&mut search, &plan).unwrap();
        assert_eq!(search.heard.0.iter().filter(|h| h.0 == 2).count(), 2);
    }

    #[test]
    fn a_proven_win_ends_the_search_but_not_an_infinite_one() {
        struct Mates(Scripted);
        impl RootSearch for Mates {
            type Move = char;
            fn root(&mut self) -> &mut Root<char> {
                self.0.root()
            }
            fn limiter(&mut self) -> &mut Limiter {
                self.0.limiter()
            }
            fn table(&self) -> &TranspositionTable {
                self.0.table()
            }
            fn observer(&mut self) -> &mut dyn Observer<char> {
                self.0.observer()
            }
            fn search_root(&mut self, depth: i32, window: Window) -> Result<Value, Stopped> {
                self.0.limiter.visit()?;
                let value = if depth < 3 {
                    Value::ZERO
                } else {
                    Value::win_in(5)
                };
                self.0.root.record(0, value, window, &[], depth);
                Ok(value)
            }
        }
        let mut search = Mates(Scripted::new("a", steady));
        let timed = Plan::new(Limits::for_time(Duration::from_secs(9)));
        assert_eq!(deepen(&mut search, &timed).unwrap().depth, 5);
        let mut search = Mates(Scripted::new("a", steady));
        let doubting = Plan {
            proof_depth: 2,
            ..timed
        };
        assert_eq!(deepen(&mut search, &doubting).unwrap().depth, 10);
        let mut search = Mates(Scripted::new("a", steady));
        let infinite = Plan::new(Limits::infinite());
        assert_eq!(deepen(&mut search, &infinite).unwrap().depth, MAX_PLY - 1);
        let mut search = Mates(Scripted::new("a", steady));
        let mate = Plan::new(Limits {
            win_in_plies: Some(5),
            ..Limits::default()
        });
        assert_eq!(deepen(&mut search, &mate).unwrap().depth, 3);
        // A longer win does not end the search for a shorter one.
        let mut search = Mates(Scripted::new("a", steady));
        let shorter = Plan::new(Limits {
            win_in_plies: Some(3),
            depth: Some(20),
            ..Limits::default()
        });
        assert_eq!(deepen(&mut search, &shorter).unwrap().depth, 20);
    }

    #[test]
    fn a_clock_is_used_as_planned() {
        // 300 nodes an iteration at 1000 nodes a second, on a simulated clock.
        let mut search = Scripted::new("abc", steady);
        search.nodes_per_move = 100;
        let mut plan = Plan::new(Limits {
            clock: Some(Remaining {
                time: Duration::from_secs(100),
                ..Remaining::default()
            }),
            ..Limits::default()
        });
        plan.budget = time_manager::budget(
            &plan.limits,
            Delays::of(Duration::from_millis(10)),
            0,
            Pace::default(),
        );
        let (soft, hard) = (plan.budget.soft.unwrap(), plan.budget.hard.unwrap());
        deepen(&mut search, &plan).unwrap();
        let used = search.limiter.elapsed();
        assert!(
            used >= soft.mul_f64(0.5) && used <= hard,
            "{used:?} of {soft:?}"
        );
    }
}
