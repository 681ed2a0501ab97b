//! The plain search of one node, as a numbered list of the core's steps.
//!
//! Fail-soft principal variation search for a game of which nothing is known but [`PlainGame`].

use super::search::Search;
use super::{End, Param, PlainGame, Technique as T};
use crate::config::Config;
use crate::event::Ending;
use crate::steps::reductions::Reduction;
use crate::steps::{
    Best, Node, NodeType, Noted, Reduced, Searched, Tried, futility_pruning, improving,
    internal_iterative_reduction, late_moves, mate_distance_pruning, null_move_pruning, reductions,
    reverse_futility, search_move, table_cutoff, tt_value_as_eval,
};
use crate::tracer::{Tracer, plain};
use crate::transposition_table::Entry;
use crate::value::{Bound, MAX_PLY, Value, Window};

impl<G: PlainGame, K: Config<G>> Search<'_, G, K> {
    /// The score of a position searched to `depth`, seen from the side to move.
    pub fn search_node<N: NodeType>(
        &mut self,
        position: &G::Position,
        ply: usize,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> Searched {
        self.trace_enter::<N>(ply, depth, window);
        let searched = self.node_steps::<N>(position, ply, depth, window, is_cut);
        self.trace_leave(searched)
    }

    /// What happens between the events that open and close a node.
    #[inline(always)]
    #[expect(
        clippy::too_many_lines,
        reason = "the list of steps, to be read from top to bottom"
    )]
    fn node_steps<N: NodeType>(
        &mut self,
        position: &G::Position,
        ply: usize,
        mut depth: i32,
        mut window: Window,
        is_cut: bool,
    ) -> Searched {
        // 1. Count the node; stop if told to.
        self.limiter.visit()?;
        if N::PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply as i32);
        }

        if !N::ROOT {
            // 2. The game is over.
            match G::end(position) {
                Some(End::Lost) => return self.end(Ending::Over, Value::loss_in(ply as i32)),
                Some(End::Won) => return self.end(Ending::Over, Value::win_in(ply as i32)),
                Some(End::Draw) => return self.end(Ending::Draw, Value::DRAW),
                None => {}
            }

            // 3. Leaves.
            if depth <= 0 || ply as i32 >= MAX_PLY - 1 {
                return self.end(Ending::Leaf, Value::cp(G::evaluate(position)));
            }

            // 4. Mate-distance pruning.
            if self.config.on(T::MateDistancePruning) {
                match mate_distance_pruning::narrowed(window, ply as i32) {
                    Ok(narrow) => window = narrow,
                    Err(value) => return self.cut(T::MateDistancePruning, value, plain),
                }
            }
        }

        // 5. The transposition table.
        let key = G::key(position);
        let entry = self.table.probe(key, ply as i32);
        self.trace_table(entry.as_ref());
        if let Some(entry) = &entry
            && !N::PV
            && self.config.on(T::TableCutoff)
            && (table_cutoff::is_deep_enough(entry, depth, true) || table_cutoff::is_proof(entry))
            && table_cutoff::settles(entry, window)
        {
            return self.end(Ending::Table, entry.value);
        }

        // 6. The static evaluation, and whether it improves.
        let eval = entry.and_then(|e| e.eval);
        let static_eval = eval.unwrap_or_else(|| Value::cp(G::evaluate(position)));
        self.frame(ply).static_eval = Some(static_eval);
        let before = self.frame_before(ply, 2).static_eval;
        let known = entry.filter(|_| self.config.on(T::TtValueAsEval));
        let mut node = Node {
            ply,
            depth,
            window,
            is_pv: N::PV,
            is_root: N::ROOT,
            is_cut,
            is_calm: true,
            improving: self.config.on(T::Improving)
                && ply >= 2
                && improving::rises(static_eval, [before], false),
            static_eval,
            eval: tt_value_as_eval::better_guess(known.as_ref(), static_eval),
            entry,
            // Only whether there is one: the moves are compared when they are listed.
            table_move: None,
            excluded: None,
            was_pv: N::PV || entry.is_some_and(|e| e.was_pv),
            own: (),
        };
        self.trace_judged(Some(static_eval), node.eval, node.improving);
        self.frame(ply + 2).killers = [None; 2];

        if !N::PV {
            // 7. Reverse futility pruning.
            let params = reverse_futility::Params {
                depth: self.config.get(Param::RfpDepth),
                margin: self.config.get(Param::RfpMargin),
            };
            if self.config.on(T::ReverseFutility) && reverse_futility::applies(params, &node) {
                let value = reverse_futility::value(&node);
                let why = reverse_futility::why(params, &node);
                return self.cut(T::ReverseFutility, value, why);
            }

            // 8. Null-move pruning, where the game can pass; never twice in a row.
            if self.config.on(T::NullMovePruning)
                && depth >= self.config.get(Param::NmpDepth)
                && node.eval >= window.beta
                && !window.beta.is_decisive()
                && self.frame_before(ply, 1).mv.is_some()
                && G::pass(position).is_some_and(|passed| G::end(&passed).is_none())
            {
                let divisor = self.config.get(Param::NmpDivisor);
                let saved = self.config.get(Param::NmpBase) + depth / divisor;
                self.aside(T::NullMovePruning);
                let cut = null_move_pruning::search(self, position, &node, depth - saved)?;
                if let Some(value) = cut {
                    return self.cut(T::NullMovePruning, value, plain);
                }
            }
        }

        // 9. Internal iterative reduction.
        if self.config.on(T::InternalIterativeReduction)
            && entry.is_none_or(|e| e.best.is_none())
            && internal_iterative_reduction::applies(self.config.get(Param::IirDepth), &node)
        {
            self.reduce(T::InternalIterativeReduction, None, depth, depth - 1, plain);
            depth -= 1;
            node.depth = depth;
        }

        // 10. The moves, the most promising first.
        let start = match N::ROOT {
            true => self.list_root(),
            false => self.list_moves(position, ply, entry.as_ref()),
        };
        let killers = self.frame(ply).killers;
        let mut best = Best::new(-Value::INFINITE, window.alpha);
        let mut number = 0;
        let mut tried = Tried::new();
        while let Some(mv) = self.pick(start + number as usize) {
            number += 1;
            if N::ROOT {
                let place = self.root.first + number as usize;
                self.observer
                    .current_move(depth, mv, place, self.limiter.elapsed());
            }
            let mut next = position.clone();
            G::play(&mut next, mv);
            let may_skip = G::end(&next).is_none() && G::is_quiet(position, mv);

            // Moves that are not worth a search are skipped. One is always searched, and more while all lose.
            if !N::PV && may_skip && !best.value.is_loss() {
                // 11. Late-move pruning.
                let limit = self.late_move_limit(&node);
                if self.config.on(T::LateMovePruning)
                    && depth <= self.config.get(Param::LmpDepth)
                    && late_moves::is_late(number, limit)
                {
                    self.skip(T::LateMovePruning, mv, late_moves::why(number, limit));
                    continue;
                }

                // 12. Futility pruning.
                let params = futility_pruning::Params {
                    depth: self.config.get(Param::FutilityDepth),
                    base: self.config.get(Param::FutilityBase),
                    factor: self.config.get(Param::FutilityFactor),
                };
                let reduced = self.memory.reductions.depth_after(depth, number);
                if self.config.on(T::FutilityPruning)
                    && futility_pruning::is_futile(params, node.eval, reduced, best.alpha)
                {
                    let why = futility_pruning::why(params, node.eval, reduced, best.alpha);
                    self.skip(T::FutilityPruning, mv, why);
                    continue;
                }
            }

            // 13. Late-move reductions.
            let new_depth = depth - 1;
            self.trace_try(mv, new_depth);
            let mut reduced = None;
            if self.config.on(T::LateMoveReductions)
                && may_skip
                && reductions::applies(self.config.get(Param::LmrDepth), &node, number)
            {
                let plies = self.reduction(&node, mv, number, killers.contains(&Some(mv)));
                let depth = (new_depth - plies).clamp(1.min(new_depth), new_depth);
                self.reduce(T::LateMoveReductions, Some(mv), new_depth, depth, plain);
                reduced = Some(Reduced { depth });
            }

            // 14. Search the move.
            self.frame(ply).mv = Some(mv);
            self.table.prefetch(G::key(&next));
            let nodes_before = self.limiter.nodes();
            let open = Window::new(best.alpha, window.beta);
            let (plan, is_first) = ((open, new_depth), number == 1);
            let again = |_: &Self, _| new_depth;
            let value = search_move::<N, _, _>(self, &next, &node, plan, is_first, reduced, again)?;

            // 15. Note the result.
            if N::ROOT {
                let (nodes, line) = (self.limiter.nodes() - nodes_before, self.pv.line(1));
                self.root
                    .note(number, nodes, value, open, line, self.seldepth);
            }
            let noted = best.note(mv, value, window.beta);
            if N::PV && noted != Noted::Below {
                self.pv.set(ply, mv);
            }
            match noted {
                Noted::Below => tried.add(mv),
                Noted::Raised => {}
                Noted::Cut => break,
            }
        }
        self.arena.truncate(start);

        // 16. No move.
        if number == 0 {
            return self.end(Ending::NoMoves, Value::DRAW);
        }

        // 17. What the histories learn.
        if let Some(mv) = best.mv
            && best.value >= window.beta
        {
            self.learn(&node, mv, &tried);
        }

        // 18. What the table learns.
        if !(N::ROOT && self.root.first > 0) {
            let entry = Entry {
                best: best.mv.map(G::bits),
                value: best.value,
                bound: Bound::of(best.value, window),
                depth,
                eval: Some(static_eval),
                was_pv: node.was_pv,
            };
            self.table.store(key, ply as i32, &entry);
        }
        self.end(Ending::Moves(best.mv.map(G::bits)), best.value)
    }

    /// Step 11: how many quiet moves are tried.
    fn late_move_limit(&self, node: &Node<G::Move>) -> i32 {
        let grown = self.config.get(Param::LmpBase) + node.depth * node.depth;
        if node.improving { grown } else { grown / 2 }
    }

    /// Step 13: plies by which a move is searched less deeply.
    fn reduction(&self, node: &Node<G::Move>, mv: G::Move, number: i32, is_killer: bool) -> i32 {
        let config = &*self.config;
        Reduction::new(self.memory.reductions.get(node.depth, number))
            .more(!node.improving, config.get(Param::LmrNotImproving))
            .more(node.is_cut, config.get(Param::LmrCutNode))
            .less(node.was_pv, config.get(Param::LmrPv))
            .less(is_killer, config.get(Param::LmrKiller))
            .by_history(
                self.history_of(node, mv),
                config.get(Param::LmrHistoryDivisor),
            )
            .plies()
    }
}
