//! The search of one node, as a numbered list of techniques.
//!
//! Fail-soft principal variation search. Each step's guard is here, its body in `techniques/`.
//! A stopped search leaves through `?` everywhere, so nothing below such a point can be stored
//! or believed.

use crate::Chess;
use crate::anatomy::{Candidate, Kind, Node, Tried, Zero};
use crate::history::PieceTo;
use crate::picker::{Picker, Wanted};
use crate::search::{Search, Searched};
use crate::techniques::Technique as T;
use crate::techniques::*;
use crate::trace::standing;
use regence_chess::{Board, Checks, Move};
use regence_core::event::Ending;
use regence_core::knobs::Knobs;
use regence_core::tell::{Tell, plain};
use regence_core::{Bound, Entry, MAX_PLY, Value, Window};

/// How much deeper than the search the word of an endgame table is taken to be.
const ENDGAME_DEPTH: i32 = 6;

impl<K: Knobs<Chess>> Search<'_, K> {
    /// The score of `board` searched to `depth`, seen from the side to move.
    pub fn node<N: Kind>(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> Searched {
        // Step 1. Leaves belong to quiescence.
        if depth <= 0 {
            return self.quiescence::<N>(board, ply, window, 0);
        }
        self.tell_enter::<N>(ply, depth, window, false);
        let searched = self.node_steps::<N>(board, ply, depth, window, is_cut);
        self.tell_leave(searched)
    }

    /// Steps 2 to 21: what happens between the events that open and close a node.
    #[inline(always)]
    fn node_steps<N: Kind>(
        &mut self,
        board: &Board,
        ply: usize,
        mut depth: i32,
        mut window: Window,
        is_cut: bool,
    ) -> Searched {
        // Step 2. Count the node; stop if told to.
        self.watch.visit()?;
        if N::PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply as i32);
        }

        if !N::ROOT {
            // Step 3. Draws by rule, and the end of the line.
            if self.is_draw(board, ply) {
                return self.end(Ending::Draw, Value::DRAW);
            }
            if ply as i32 >= MAX_PLY - 1 {
                let value = self.static_value(board, ply);
                return self.end(Ending::TooDeep, value);
            }

            // Step 4. Mate-distance pruning.
            if self.knobs.on(T::MateDistance) {
                match mate_distance::narrowed(window, ply as i32) {
                    Ok(narrow) => window = narrow,
                    Err(value) => return self.cut(T::MateDistance, value, plain),
                }
            }

            // Step 5. A repetition that one side can force now.
            if self.knobs.on(T::UpcomingRepetition)
                && upcoming_repetition::applies(self, board, ply, window)
            {
                if Value::DRAW >= window.beta {
                    return self.cut(T::UpcomingRepetition, Value::DRAW, plain);
                }
                window.alpha = Value::DRAW;
            }
        }

        // Step 6. The transposition table.
        let excluded = self.frame(ply).excluded;
        let entry = self.table.probe(board.key(), ply as i32);
        self.tell_table(entry.as_ref());
        if let Some(entry) = &entry
            && !N::PV
            && excluded.is_none()
            && table_cutoff::applies(self.knobs, entry, depth, window, board)
        {
            return self.end(Ending::Table, entry.value);
        }

        // Step 6b. Endgame tables.
        if !N::ROOT
            && excluded.is_none()
            && let Some(endgames) = self.endgames
            && let Some((value, bound)) = endgames.probe(board, ply as i32)
            && bound.settles(value, window)
        {
            self.store_endgame(board, ply, depth, value, bound);
            return self.end(Ending::Table, value);
        }
        let table_move = match N::ROOT {
            true => Some(self.root.moves[self.root.first].mv),
            false => entry
                .and_then(|e| e.best)
                .map(Move::from_bits)
                .filter(|&mv| board.is_legal(mv)),
        };

        // Step 7. The static evaluation, corrected; and whether it improves.
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
            in_check,
            improving: improving::is_improving(self, ply, in_check, static_eval),
            static_eval,
            eval: table_eval::better_guess(self.knobs, entry.as_ref(), static_eval),
            entry,
            table_move,
            table_move_is_noisy: table_move.is_some_and(|mv| board.is_noisy(mv)),
            excluded,
            was_pv: N::PV || entry.is_some_and(|e| e.was_pv),
        };
        self.tell_judged(
            (!in_check).then_some(static_eval),
            node.eval,
            node.improving,
        );
        self.frame(ply + 2).fail_highs = 0;
        self.frame(ply + 2).killers = [None; 2];

        if !N::PV && !in_check && excluded.is_none() {
            // Step 8. Razoring.
            if self.knobs.on(T::Razoring) && razoring::applies(self.knobs, &node) {
                self.aside(T::Razoring);
                let value = self.quiescence::<Zero>(board, ply, window, 0)?;
                if value <= window.alpha {
                    return self.cut(T::Razoring, value, razoring::why(&node));
                }
            }

            // Step 9. Reverse futility pruning.
            if self.knobs.on(T::ReverseFutility)
                && !self.seeks_mate
                && reverse_futility::applies(self.knobs, &node)
                && !null_move::risks_zugzwang(board)
            {
                let value = reverse_futility::value(&node);
                return self.cut(T::ReverseFutility, value, reverse_futility::why(&node));
            }

            // Step 10. Null-move pruning.
            if self.knobs.on(T::NullMove)
                && null_move::applies(self.knobs, &node, board, self.no_null_before)
                && self.frame_before(ply, 1).mv.is_some()
                && let Some(value) = null_move::search(self, &node, board)?
            {
                return self.cut(T::NullMove, value, null_move::why(&node));
            }

            // Step 11. ProbCut.
            if self.knobs.on(T::Probcut)
                && probcut::applies(self.knobs, &node)
                && let Some(value) = probcut::search(self, &node, board, raw_eval)?
            {
                return self.cut(T::Probcut, value, probcut::why(&node));
            }
        }

        // Step 12. Internal iterative reduction.
        if self.knobs.on(T::InternalReduction) && internal_reduction::applies(self.knobs, &node) {
            self.reduce(T::InternalReduction, None, depth, depth - 1, plain);
            depth -= 1;
            node.depth = depth;
        }

        // Step 13. The moves, the most promising first.
        let checks = Checks::new(board);
        let context = self.context(board, ply);
        let refutations = self.refutations(ply);
        let mut picker = match N::ROOT {
            true => Picker::for_root(self),
            false => Picker::new(self, table_move, refutations, Wanted::All),
        };
        let mut best = -Value::INFINITE;
        let mut best_move = None;
        let mut alpha = window.alpha;
        let mut number = 0;
        let mut tried = Tried::new();
        while let Some(mv) = picker.next(self, board, &context) {
            if Some(mv) == excluded {
                continue;
            }
            number += 1;
            let is_quiet = !board.is_noisy(mv);
            let history = match is_quiet {
                true => self.quiet_score(board, mv, PieceTo::of(board, mv), &context),
                false => self.capture_history(board, mv),
            };
            let candidate = Candidate {
                mv,
                number,
                is_quiet,
                gives_check: checks.has(board, mv),
                is_killer: refutations.contains(&Some(mv)),
                history,
            };
            if N::ROOT {
                let place = self.root.first + number as usize;
                self.observer
                    .current_move(depth, mv, place, self.watch.elapsed());
            }

            // Step 14. Skip moves that are not worth a search. One move is always searched.
            if !N::ROOT && !best.is_loss() {
                let reduced = self.memory.reductions.depth_after(&node, &candidate);
                // Step 14a. Late-move pruning.
                if self.knobs.on(T::LateMovePruning)
                    && late_move_pruning::skips(self.knobs, &node, number)
                {
                    let why = late_move_pruning::why(&node, number);
                    self.skip_quiets(T::LateMovePruning, is_quiet.then_some(mv), why);
                    picker.skip_quiets();
                    if is_quiet {
                        continue;
                    }
                }
                // Step 14b. Futility pruning.
                if self.knobs.on(T::Futility)
                    && futility::skips(self.knobs, &node, &candidate, reduced, alpha)
                {
                    self.skip_quiets(T::Futility, Some(mv), futility::why(&node, reduced, alpha));
                    picker.skip_quiets();
                    continue;
                }
                // Step 14c. History pruning.
                if self.knobs.on(T::HistoryPruning)
                    && history_pruning::skips(self.knobs, &node, &candidate, reduced)
                {
                    let why = history_pruning::why(&candidate, reduced);
                    self.skip(T::HistoryPruning, mv, why);
                    continue;
                }
                // Step 14d. Pruning by static exchange.
                if self.knobs.on(T::SeePruning)
                    && see_pruning::skips(self.knobs, &node, &candidate, reduced, board)
                {
                    let why = see_pruning::why(&node, &candidate, reduced, board);
                    self.skip(T::SeePruning, mv, why);
                    continue;
                }
            }

            // Step 15. Extensions.
            let mut extension = 0;
            if self.knobs.on(T::Singular)
                && singular::applies(self.knobs, &node, mv, self.root_depth)
            {
                match singular::search(self, &node, board)? {
                    singular::Verdict::Extend(plies) => extension = plies,
                    singular::Verdict::Cut(value) => {
                        picker.finish(self);
                        return Ok(value);
                    }
                }
            } else if self.knobs.on(T::CheckExtension)
                && check_extension::applies(&candidate, board)
            {
                extension = self.extend(T::CheckExtension, mv, 1, plain);
            } else if self.knobs.on(T::PassedPawnExtension)
                && passed_pawn_extension::applies(&node, &candidate, board)
            {
                extension = self.extend(T::PassedPawnExtension, mv, 1, plain);
            }
            if extension > 0 && ply as i32 >= 2 * self.root_depth {
                extension = 0;
            }

            // Step 16. Make the move and search it.
            let doubles = self.frame_before(ply, 1).double_extensions + i32::from(extension >= 2);
            self.frame(ply).double_extensions = doubles;
            let nodes_before = self.watch.nodes();
            let next = self.enter(board, ply, mv);
            let open = Window::new(alpha, window.beta);
            let new_depth = node.depth - 1 + extension;
            self.tell_try(mv, new_depth);
            let value = self.search_move::<N>(&next, &node, &candidate, open, new_depth, best)?;
            self.leave();

            // Step 18. Note the result.
            if N::ROOT {
                let index = self.root.first + number as usize - 1;
                self.root.moves[index].nodes += self.watch.nodes() - nodes_before;
                self.root
                    .record(index, value, open, self.pv.line(1), self.seldepth);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.pv.set(ply, mv);
                    }
                    if value >= window.beta {
                        break;
                    }
                    alpha = value;
                    // Step 18b. Less depth for the moves that are left.
                    if self.knobs.on(T::RaisedAlpha)
                        && raised_alpha::applies(self.knobs, &node, value)
                    {
                        self.reduce(T::RaisedAlpha, None, node.depth, node.depth - 1, plain);
                        node.depth -= 1;
                    }
                }
            }
            if Some(mv) != best_move {
                tried.add(mv, is_quiet);
            }
        }
        picker.finish(self);

        // Step 19. No move: mate or stalemate (or, in a singular search, nothing but the move left out).
        if number == 0 {
            let value = match (excluded, in_check) {
                (Some(_), _) => window.alpha,
                (None, true) => Value::loss_in(ply as i32),
                (None, false) => Value::DRAW,
            };
            return self.end(Ending::NoMoves, value);
        }

        // Step 19b. How much of a cut's surplus to believe.
        if self.knobs.on(T::SoftenedCuts) {
            best = softened_cuts::value(best, window, depth);
        }

        // Step 20. What the histories learn.
        if let Some(best_move) = best_move
            && best >= window.beta
        {
            self.frame(ply).fail_highs += 1;
            self.learn(&node, board, best_move, &tried, &context);
        }

        // Step 21. What the table and the correction learn.
        if excluded.is_none() {
            let bound = Bound::of(best, window);
            if !(N::ROOT && self.root.first > 0) {
                let entry = Entry {
                    best: best_move.map(Move::to_bits),
                    value: best,
                    bound,
                    depth,
                    eval: (!in_check).then_some(raw_eval),
                    was_pv: node.was_pv,
                };
                self.table.store(board.key(), ply as i32, &entry);
            }
            if correction_history::applies(&node, board, best_move, best, bound) {
                correction_history::learn(self, board, &node, best);
            }
        }
        self.end(Ending::Moves(best_move.map(Move::to_bits)), best)
    }

    /// Searches one move: reduced first, then with a zero window, then in full, as far as needed.
    fn search_move<N: Kind>(
        &mut self,
        next: &Board,
        node: &Node,
        candidate: &Candidate,
        open: Window,
        new_depth: i32,
        best: Value,
    ) -> Searched {
        let ply = node.ply + 1;
        let (alpha, scout) = (open.alpha, Window::zero(open.alpha).flipped());
        let mut value = Value::INFINITE;
        if self.knobs.on(T::LateMoveReductions)
            && late_move_reductions::applies(self.knobs, node, candidate)
        {
            // Step 17. Late-move reductions.
            let reduced = late_move_reductions::reduced_depth(self, node, candidate, new_depth);
            let why = standing(candidate);
            let mv = Some(candidate.mv);
            self.reduce(T::LateMoveReductions, mv, new_depth, reduced, why);
            value = -self.node::<Zero>(next, ply, reduced, scout, true)?;
            if value > alpha && reduced < new_depth {
                let again = late_move_reductions::again(self.knobs, value, best, new_depth);
                if again > reduced {
                    value = -self.node::<Zero>(next, ply, again, scout, !node.is_cut)?;
                }
            }
        } else if !N::PV || candidate.number > 1 {
            value = -self.node::<Zero>(next, ply, new_depth, scout, !node.is_cut)?;
        }
        if N::PV && value > alpha {
            value = -self.node::<N::PvChild>(next, ply, new_depth, open.flipped(), false)?;
        }
        Ok(value)
    }

    /// The evaluation as the table stores it: before correction, in check a plain zero.
    fn raw_eval(&mut self, board: &Board, ply: usize, entry: Option<&Entry>) -> Value {
        if board.in_check() {
            return Value::ZERO;
        }
        match entry.and_then(|e| e.eval) {
            Some(known) => known,
            None => self.memory.evaluator.evaluate(board, ply),
        }
    }

    /// Keeps what an endgame table said: it would not change with more depth.
    #[cold]
    fn store_endgame(&mut self, board: &Board, ply: usize, depth: i32, value: Value, bound: Bound) {
        let entry = Entry {
            best: None,
            value,
            bound,
            depth: (depth + ENDGAME_DEPTH).min(MAX_PLY - 1),
            eval: None,
            was_pv: false,
        };
        self.table.store(board.key(), ply as i32, &entry);
    }

    /// A score for a line that may not go on.
    pub fn static_value(&mut self, board: &Board, ply: usize) -> Value {
        if board.in_check() {
            return Value::DRAW;
        }
        self.memory.evaluator.evaluate(board, ply)
    }

    /// The killers of this ply and the counter-move to the last move.
    fn refutations(&mut self, ply: usize) -> [Option<Move>; 3] {
        let [first, second] = killers::of(self, ply);
        [first, second, counter_moves::of(self, ply)]
    }
}
