//! The search of one node, as a numbered list of techniques in the order in which they happen.
//!
//! Fail-soft principal variation search. Each step's guard is here, its body in `techniques/`; what every game shares is
//! in the core's `steps`. A stopped search leaves through `?` everywhere, so that nothing below such a point can be
//! stored or believed.

use crate::Chess;
use crate::facts::{Candidate, Node, Own};
use crate::picker::{Picker, Wanted};
use crate::search::Search;
use crate::techniques::Technique as T;
use crate::techniques::*;
use crate::trace::standing;
use regence_chess::{Board, Move};
use regence_core::config::Config;
use regence_core::event::Ending;
use regence_core::steps::{
    Best, NodeSearch, NodeType, Noted, Reduced, Searched, Tried, Zero, search_move,
};
use regence_core::tracer::{Tracer, plain};
use regence_core::{Bound, Entry, MAX_PLY, Stopped, Value, Window};

impl<K: Config<Chess>> Search<'_, K> {
    /// The score of `board` searched to `depth`, seen from the side to move.
    pub fn search_node<N: NodeType>(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> Searched {
        // 1. Leaves belong to quiescence.
        if depth <= 0 {
            return self.quiescence::<N>(board, ply, window, 0);
        }
        self.trace_enter::<N>(ply, depth, window, false);
        let searched = self.node_steps::<N>(board, ply, depth, window, is_cut);
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
        board: &Board,
        ply: usize,
        mut depth: i32,
        mut window: Window,
        is_cut: bool,
    ) -> Searched {
        // 2. Count the node; stop if told to.
        self.limiter.visit()?;
        if N::PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply as i32);
        }

        if !N::ROOT {
            // 3. Draws by rule, and the end of the line.
            if self.is_draw(board, ply) {
                return self.end(Ending::Draw, Value::DRAW);
            }
            if ply as i32 >= MAX_PLY - 1 {
                let value = self.static_value(board, ply);
                return self.end(Ending::TooDeep, value);
            }

            // 4. Mate-distance pruning.
            if self.config.on(T::MateDistancePruning) {
                match mate_distance_pruning::narrowed(window, ply as i32) {
                    Ok(narrow) => window = narrow,
                    Err(value) => return self.cut(T::MateDistancePruning, value, plain),
                }
            }

            // 5. A repetition that one side can force now.
            if self.config.on(T::UpcomingRepetition)
                && upcoming_repetition::applies(self, board, ply, window)
            {
                if Value::DRAW >= window.beta {
                    return self.cut(T::UpcomingRepetition, Value::DRAW, plain);
                }
                window.alpha = Value::DRAW;
            }
        }

        // 6. The transposition table.
        let excluded = self.frame(ply).excluded;
        let entry = self.table.probe(board.key(), ply as i32);
        self.trace_table(entry.as_ref());
        if let Some(entry) = &entry
            && !N::PV
            && excluded.is_none()
            && table_cutoff::applies(self.config, entry, depth, window, board)
            && table_cutoff::is_expected(self.config, entry, depth, window, is_cut)
        {
            return self.end(Ending::Table, entry.value);
        }

        // 7. Endgame tables.
        if !N::ROOT
            && excluded.is_none()
            && let Some(value) = self.ask_endgames(board, ply, depth, window)
        {
            return self.end(Ending::Table, value);
        }

        // 8. The static evaluation, corrected; and whether it improves.
        let table_move = self.table_move::<N>(board, entry.as_ref());
        let in_check = board.in_check();
        let raw_eval = self.raw_eval(board, ply, entry.as_ref());
        let static_eval = match excluded {
            Some(_) => self.frame(ply).static_eval.unwrap_or(Value::ZERO),
            None => correction_history::corrected(self, board, ply, raw_eval),
        };
        self.frame(ply).static_eval = (!in_check).then_some(static_eval);
        let mut node = Node {
            ply,
            depth,
            window,
            is_pv: N::PV,
            is_root: N::ROOT,
            is_cut,
            is_calm: !in_check,
            improving: improving::is_improving(self, ply, in_check, static_eval),
            static_eval,
            eval: tt_value_as_eval::better_guess(self.config, entry.as_ref(), static_eval),
            entry,
            table_move,
            excluded,
            was_pv: N::PV || entry.is_some_and(|e| e.was_pv),
            own: Own {
                table_move_is_noisy: table_move.is_some_and(|mv| board.is_noisy(mv)),
            },
        };
        self.trace_judged(
            self.frame_before(ply, 0).static_eval,
            node.eval,
            node.improving,
        );
        self.frame(ply + 2).fail_highs = 0;
        self.frame(ply + 2).killers = [None; 2];

        // 9. Depth by hindsight.
        if self.config.on(T::Hindsight) && excluded.is_none() && !N::ROOT {
            let reduction = std::mem::take(&mut self.frame(ply - 1).reduction);
            let before = self.frame_before(ply, 1).static_eval;
            let plies = hindsight::plies(self.config, &node, reduction, before);
            if plies != 0 {
                self.reduce(T::Hindsight, None, depth, depth + plies, plain);
                depth += plies;
                node.depth = depth;
            }
        }

        if !N::PV && node.is_calm && excluded.is_none() {
            // 10. Razoring.
            let params = razoring::params(self.config);
            if self.config.on(T::Razoring) && razoring::applies(params, &node, window.alpha) {
                self.aside(T::Razoring);
                let value = self.quiescence::<Zero>(board, ply, window, 0)?;
                if value <= window.alpha {
                    return self.cut(T::Razoring, value, razoring::why(params, &node));
                }
            }

            // 11. Reverse futility pruning.
            let params = reverse_futility::params(self.config);
            if self.config.on(T::ReverseFutility)
                && !self.seeks_mate
                && reverse_futility::applies(params, &node)
                && !null_move_pruning::risks_zugzwang(board)
            {
                let (value, why) = (
                    reverse_futility::value(&node),
                    reverse_futility::why(params, &node),
                );
                return self.cut(T::ReverseFutility, value, why);
            }

            // 12. Null-move pruning.
            if self.config.on(T::NullMovePruning)
                && null_move_pruning::applies(self.config, &node, board, self.no_null_before)
                && self.frame_before(ply, 1).mv.is_some()
                && let Some(value) = null_move_pruning::search(self, &node, board)?
            {
                return self.cut(T::NullMovePruning, value, null_move_pruning::why(&node));
            }

            // 13. ProbCut.
            if self.config.on(T::Probcut)
                && probcut::applies(self.config, &node)
                && let Some(value) = probcut::search(self, &node, board, raw_eval)?
            {
                return self.cut(T::Probcut, value, probcut::why(&node));
            }
        }

        // 14. Internal iterative reduction.
        if self.config.on(T::InternalIterativeReduction)
            && internal_iterative_reduction::applies(
                internal_iterative_reduction::depth(self.config),
                &node,
            )
        {
            self.reduce(T::InternalIterativeReduction, None, depth, depth - 1, plain);
            depth -= 1;
            node.depth = depth;
        }

        // 15. The moves, the most promising first.
        let context = self.context(board, ply);
        let refutations = self.refutations(ply);
        let mut picker = match N::ROOT {
            true => Picker::for_root(self),
            false => Picker::new(self, table_move, refutations, Wanted::All),
        };
        let mut best = Best::new(-Value::INFINITE, window.alpha);
        let mut number = 0;
        let (mut quiets, mut noisy) = (Tried::new(), Tried::new());
        while let Some(mv) = picker.next(self, board, &context) {
            if Some(mv) == excluded {
                continue;
            }
            number += 1;
            let is_quiet = !board.is_noisy(mv);
            let mut candidate = Candidate {
                mv,
                number,
                is_quiet,
                gives_check: context.gives_check(board, mv),
                is_killer: refutations.contains(&Some(mv)),
                history: 0,
            };
            if N::ROOT {
                let place = self.root.first + number as usize;
                self.observer
                    .current_move(depth, mv, place, self.limiter.elapsed());
            }

            // Moves that are not worth a search are skipped. One is always searched. Histories are asked for last: they
            // come from far.
            let may_skip = !N::ROOT && !best.value.is_loss();
            let reductions = self.memory.reductions.of(is_quiet);
            let reduced = reductions.depth_after(node.depth, number);
            if may_skip {
                // 16. Late-move pruning.
                if self.config.on(T::LateMovePruning)
                    && late_move_pruning::skips(self.config, &node, number)
                {
                    let limit = late_move_pruning::limit(self.config, &node);
                    let why = late_move_pruning::why(number, limit);
                    self.skip_quiets(T::LateMovePruning, is_quiet.then_some(mv), why);
                    picker.skip_quiets();
                    if is_quiet {
                        continue;
                    }
                }

                // 17. Futility pruning.
                let params = futility_pruning::params(self.config);
                if self.config.on(T::FutilityPruning)
                    && futility_pruning::skips(params, &node, &candidate, reduced, best.alpha)
                {
                    let why = futility_pruning::why(params, node.eval, reduced, best.alpha);
                    self.skip_quiets(T::FutilityPruning, Some(mv), why);
                    picker.skip_quiets();
                    continue;
                }
            }
            candidate.history = self.history_of(board, mv, is_quiet, &context);
            if may_skip {
                // 18. Futility pruning of captures.
                if self.config.on(T::CaptureFutility)
                    && capture_futility::skips(
                        self.config,
                        &node,
                        &candidate,
                        board,
                        reduced,
                        best.alpha,
                    )
                {
                    let why = capture_futility::why(&node, &candidate, board, reduced, best.alpha);
                    self.skip(T::CaptureFutility, mv, why);
                    continue;
                }

                // 19. History pruning.
                if self.config.on(T::HistoryPruning)
                    && history_pruning::skips(self.config, &node, &candidate, reduced)
                {
                    let why = history_pruning::why(&candidate, reduced);
                    self.skip(T::HistoryPruning, mv, why);
                    continue;
                }

                // 20. Pruning by static exchange.
                if self.config.on(T::SeePruning)
                    && see_pruning::skips(self.config, &node, &candidate, reduced, board)
                {
                    let why = see_pruning::why(&node, &candidate, reduced, board);
                    self.skip(T::SeePruning, mv, why);
                    continue;
                }
            }

            // 21. Extensions: singular, checks, passed pawns.
            let extension = match self.extension(board, &node, &candidate)? {
                singular::Verdict::Extend(plies) => plies,
                singular::Verdict::Cut(value) => {
                    picker.finish(self);
                    return Ok(value);
                }
            };

            // 22. Make the move and search it, with late-move reductions.
            let doubles = self.frame_before(ply, 1).double_extensions + i32::from(extension >= 2);
            self.frame(ply).double_extensions = doubles;
            let nodes_before = self.limiter.nodes();
            let next = self.enter(board, ply, mv);
            let open = Window::new(best.alpha, window.beta);
            let new_depth = node.depth - 1 + extension;
            self.trace_try(mv, new_depth);
            let value =
                self.search_candidate::<N>(&next, &node, &candidate, open, new_depth, best.value)?;
            self.leave();

            // 23. Note the result.
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
                Noted::Below if is_quiet => quiets.add(mv),
                Noted::Below => noisy.add(mv),
                Noted::Cut => break,
                // 24. A move that raised alpha: less depth for those that are left.
                Noted::Raised => {
                    if self.config.on(T::AlphaRaiseReduction)
                        && alpha_raise_reduction::applies(self.config, &node, value)
                    {
                        self.reduce(
                            T::AlphaRaiseReduction,
                            None,
                            node.depth,
                            node.depth - 1,
                            plain,
                        );
                        node.depth -= 1;
                    }
                }
            }
        }
        picker.finish(self);

        // 25. No move: mate or stalemate (or, in a singular search, nothing but the move left out).
        if number == 0 {
            let value = match (excluded, in_check) {
                (Some(_), _) => window.alpha,
                (None, true) => Value::loss_in(ply as i32),
                (None, false) => Value::DRAW,
            };
            return self.end(Ending::NoMoves, value);
        }

        // 26. How much of a cut's surplus to believe.
        if self.config.on(T::FailHighSoftening) {
            best.value = fail_high_softening::value(best.value, window, depth);
        }

        // 27. What the histories learn.
        if let Some(mv) = best.mv
            && best.value >= window.beta
        {
            self.frame(ply).fail_highs += 1;
            self.learn(&node, board, mv, &quiets, &noisy, &context);
        }

        // 28. What the table and the correction learn.
        if excluded.is_none() {
            let bound = Bound::of(best.value, window);
            if !(N::ROOT && self.root.first > 0) {
                let entry = Entry {
                    best: best.mv.map(Move::to_bits),
                    value: best.value,
                    bound,
                    depth,
                    eval: (!in_check).then_some(raw_eval),
                    was_pv: node.was_pv,
                };
                self.table.store(board.key(), ply as i32, &entry);
            }
            if correction_history::applies(&node, board, best.mv, best.value, bound) {
                correction_history::learn(self, board, &node, best.value);
            }
        }
        self.end(Ending::Moves(best.mv.map(Move::to_bits)), best.value)
    }

    /// Step 21: how much deeper a move is searched, or the value to leave the node with.
    #[inline]
    fn extension(
        &mut self,
        board: &Board,
        node: &Node,
        candidate: &Candidate,
    ) -> Result<singular::Verdict, Stopped> {
        let mv = candidate.mv;
        let mut extension = 0;
        if self.config.on(T::Singular) && singular::applies(self.config, node, mv, self.root_depth)
        {
            match singular::search(self, node, board)? {
                singular::Verdict::Extend(plies) => extension = plies,
                cut => return Ok(cut),
            }
        } else if self.config.on(T::CheckExtension) && check_extension::applies(candidate, board) {
            extension = self.extend(T::CheckExtension, mv, 1, plain);
        } else if self.config.on(T::PassedPawnExtension)
            && passed_pawn_extension::applies(node, candidate, board)
        {
            extension = self.extend(T::PassedPawnExtension, mv, 1, plain);
        }
        // Lines of nothing but extensions must end.
        if node.ply as i32 >= 2 * self.root_depth {
            extension = extension.min(0);
        }
        Ok(singular::Verdict::Extend(extension))
    }

    /// Step 22: searches one move, reduced first where it is late.
    #[inline]
    fn search_candidate<N: NodeType>(
        &mut self,
        next: &Board,
        node: &Node,
        candidate: &Candidate,
        open: Window,
        new_depth: i32,
        best: Value,
    ) -> Searched {
        let mut reduced = None;
        if self.config.on(T::LateMoveReductions)
            && late_move_reductions::applies(
                late_move_reductions::depth(self.config),
                node,
                candidate.number,
            )
        {
            let depth = late_move_reductions::reduced_depth(self, node, candidate, new_depth);
            let (mv, why) = (Some(candidate.mv), standing(candidate));
            self.reduce(T::LateMoveReductions, mv, new_depth, depth, why);
            // The reduced search comes first, and takes this from the frame.
            self.frame(node.ply).reduction = new_depth - depth;
            reduced = Some(Reduced { depth });
        }
        let again = |search: &Self, value| {
            late_move_reductions::again(&*search.config, value, best, new_depth)
        };
        let is_first = candidate.number == 1;
        search_move::<N, _, _>(
            self,
            next,
            node,
            (open, new_depth),
            is_first,
            reduced,
            again,
        )
    }
}
