//! The search of one node, as a numbered list of techniques in the order in which they happen.
//!
//! Fail-soft principal variation search. Each step's guard is here, its body in `techniques/`; what every game shares is
//! in the core's `steps`. A stopped search leaves through `?` everywhere, so that nothing below such a point can be
//! stored or believed.

use crate::Gomoku;
use crate::eval::Play;
use crate::facts::{Candidate, Node, Own};
use crate::order::{Picker, Scored};
use crate::search::Search;
use crate::techniques::Technique as T;
use crate::techniques::*;
use crate::threat_info::ThreatInfo;
use crate::trace::standing;
use regence_core::config::Config;
use regence_core::event::Ending;
use regence_core::steps::{
    Best, NodeSearch, NodeType, Noted, Reduced, Searched, Tried, search_move,
};
use regence_core::tracer::{Tracer, plain};
use regence_core::{Bound, Entry, MAX_PLY, Stopped, Value, Window};
use regence_gomoku::{Class, Move, Outcome};
use std::num::NonZeroU16;

impl<R: Play, K: Config<Gomoku>> Search<'_, R, K> {
    /// The score of the board searched to `depth`, seen from the side to move.
    pub fn search_node<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> Searched {
        self.trace_enter::<N>(ply, depth, window);
        let searched = self.node_steps::<N>(ply, depth, window, is_cut);
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
            // 2. The game is over, or the line too long.
            if let Some(outcome) = self.board.outcome() {
                let why = outcome.winner().map_or(Ending::Draw, |_| Ending::Over);
                let value = self.final_value(outcome, ply);
                return self.end(why, value);
            }
            if ply as i32 >= MAX_PLY - 2 {
                let value = self.static_eval(ply);
                return self.end(Ending::TooDeep, value);
            }

            // 3. Mate-distance pruning.
            if self.config.on(T::MateDistancePruning) {
                match mate_distance_pruning::narrowed(window, ply as i32) {
                    Ok(narrow) => window = narrow,
                    Err(value) => return self.cut(T::MateDistancePruning, value, plain),
                }
            }
        }

        // 4. A win at once; a threat that must be answered, and cannot be.
        let info = ThreatInfo::look(&mut self.board);
        let floor = Value::loss_in(ply as i32 + info.others_lose_in);
        if !N::ROOT {
            if let Some(win) = info.win {
                self.set_win_line::<N>(ply, win);
                let value = Value::win_in(ply as i32 + 1);
                return self.end(Ending::Wins(Self::bits(win)), value);
            }
            if info.answers.is_some_and(|answers| answers.is_empty()) {
                return self.end(Ending::Lost, floor);
            }
        }

        // 5. A four must be answered before anything is judged.
        let excluded = self.frame(ply).excluded;
        if info.is_four() {
            depth = depth.max(1);
        }

        // 6. The transposition table.
        let entry = match excluded {
            Some(_) => None,
            None => self.table.probe(self.board.key(), ply as i32),
        };
        self.trace_table(entry.as_ref());
        if !N::PV
            && let Some(entry) = &entry
            && table_cutoff::applies(self.config, entry, depth, window)
        {
            return self.end(Ending::Table, entry.value);
        }

        // 7. Leaves.
        if depth <= 0 {
            let value = self.leaf(ply, window)?;
            return self.end(Ending::Leaf, value);
        }

        // 8. A forced win by fours.
        let mut best = match N::ROOT || info.answers.is_none() {
            true => Best::new(-Value::INFINITE, window.alpha),
            false => Best::new(floor, window.alpha),
        };
        if !N::ROOT
            && excluded.is_none()
            && self.config.on(T::Vcf)
            && interior_vcf::applies(self.config, &self.board, &info, depth, N::PV)
            && let Some(win) =
                self.win_by_fours(T::Vcf, interior_vcf::budget(self.config, depth))?
        {
            self.prove(T::Vcf, win.first, win.plies);
            let value = Value::win_in(ply as i32 + win.plies);
            if value >= window.beta {
                self.memory.cuts.by_threats += 1;
                return self.end(Ending::Cut(T::Vcf), value);
            }
            self.set_win_line::<N>(ply, win.first);
            best = Best::new(value, best.alpha.max(value));
        }

        // 9. The static evaluation; whether it improves; what the opponent threatens by fours.
        let static_eval = match info.is_four() && self.config.on(T::FourEval) {
            true => self.eval_under_four(ply),
            false => self.static_eval(ply),
        };
        let zone = match self.config.on(T::VcfDefence)
            && vcf_defence::applies(self.config, &self.board, &info, depth, N::PV)
        {
            true => vcf_defence::zone(self, depth)?,
            false => None,
        };
        let own = Own {
            urgency: info.urgency,
            answers: info.answers.map_or(0, |answers| answers.len()),
            is_threatened: zone.is_some(),
            can_take: R::CAPTURES && self.board.pairs_to_take(self.board.side()) > 0,
        };
        let mut node = Node {
            ply,
            depth,
            window,
            is_pv: N::PV,
            is_root: N::ROOT,
            is_cut,
            is_calm: info.is_quiet() && !own.is_threatened,
            improving: improving::is_improving(self, ply, static_eval),
            static_eval,
            eval: tt_value_as_eval::better_guess(self.config, entry.as_ref(), static_eval),
            entry,
            table_move: self.table_move::<N>(entry.as_ref(), &info),
            excluded,
            was_pv: N::PV || entry.is_some_and(|e| e.was_pv),
            own,
        };
        self.trace_judged(Some(static_eval), node.eval, node.improving);
        self.frame(ply + 2).killers = [None; 2];

        if !N::PV && node.is_calm && excluded.is_none() {
            // 10. Razoring into the search for fours.
            let params = razoring::params(self.config);
            if self.config.on(T::Razoring) && razoring::applies(params, &node) {
                let value = self.leaf(ply, window)?;
                if value <= window.alpha {
                    return self.cut(T::Razoring, value, razoring::why(params, &node));
                }
            }

            // 11. Reverse futility pruning.
            let params = reverse_futility::params(self.config);
            if self.config.on(T::ReverseFutility) && reverse_futility::applies(params, &node) {
                let value = reverse_futility::value(&node);
                let why = reverse_futility::why(params, &node);
                return self.cut(T::ReverseFutility, value, why);
            }

            // 12. Null-move pruning.
            if self.config.on(T::NullMovePruning)
                && null_move_pruning::applies(self.config, &node)
                && self.frame_before(ply, 1).played.is_some()
                && let Some(value) = null_move_pruning::search(self, &node)?
            {
                return self.cut(T::NullMovePruning, value, null_move_pruning::why(&node));
            }
        }

        // 13. A forced win by threes and fours, where the node is worth it.
        if !N::ROOT
            && excluded.is_none()
            && self.config.on(T::Vct)
            && interior_vct::applies::<R, K>(self.config, &node)
            && let Some(win) = interior_vct::search(self)?
        {
            self.prove(T::Vct, win.first, win.plies);
            let value = Value::win_in(ply as i32 + win.plies);
            if value >= window.beta {
                self.memory.cuts.by_threats += 1;
                return self.end(Ending::Cut(T::Vct), value);
            }
            if value > best.value {
                self.set_win_line::<N>(ply, win.first);
                best = Best::new(value, best.alpha.max(value));
            }
        }

        // 14. Internal iterative reduction.
        if self.config.on(T::InternalIterativeReduction)
            && node.is_calm
            && excluded.is_none()
            && internal_iterative_reduction::applies(
                internal_iterative_reduction::depth(self.config),
                &node,
            )
        {
            self.reduce(T::InternalIterativeReduction, None, depth, depth - 1, plain);
            depth -= 1;
            node.depth = depth;
        }

        // 15. A cut that is as good as sure.
        let fails_high = self.config.on(T::FailHighReduction)
            && excluded.is_none()
            && fail_high_reduction::applies(self.config, &node);

        // 16. The moves, the most promising first.
        let context = self.context(ply);
        let killers = killers::of(self, ply);
        let mut picker = match N::ROOT {
            true => Picker::for_root(self, &info),
            false => Picker::new(self, &info, ply, node.table_move, zone.as_ref()),
        };
        let mut number = 0;
        let mut tried = Tried::new();
        let mut touching = None;
        while let Some(picked) = picker.next(self) {
            let mv = picked.mv;
            if Some(mv) == excluded {
                continue;
            }
            number += 1;
            let mut candidate = self.candidate(&picked, number, killers.contains(&Some(mv)));
            candidate.is_distant =
                self.config.on(T::Distance) && distance::is_distant(self.config, mv, &context);
            if N::ROOT {
                let place = self.root.first + number as usize;
                self.observer
                    .current_move(depth, mv, place, self.limiter.elapsed());
            }

            // 17. Of the answers to a three that seems to win, those that touch it.
            if !N::ROOT
                && self.config.on(T::TouchingAnswers)
                && touching_answers::applies::<R, K>(self.config, &info, number, best.value)
                && let Some(found) = touching_answers::of(self)?
            {
                let loss = Value::loss_in(ply as i32 + found.others_lose_in);
                best.value = best.value.max(loss);
                touching = Some(found);
            }
            if touching_answers::skips(touching.as_ref(), mv) {
                self.skip(T::TouchingAnswers, mv, plain);
                continue;
            }

            // Moves that are not worth a search are skipped. One is always searched.
            if !N::ROOT && number > 1 && !best.value.is_loss() && !info.is_four() {
                // 18. The blind beam.
                if self.config.on(T::Beam) && beam::skips(self.config, &node, number) {
                    self.skip_quiets(T::Beam, Some(mv), plain);
                    break;
                }

                // 19. Moves that do not touch the opponent's forced win.
                if vcf_defence::skips(&node, &candidate, zone.as_ref()) {
                    self.skip(T::VcfDefence, mv, plain);
                    continue;
                }

                // 20. Move-count pruning.
                if self.config.on(T::MoveCount) && move_count::skips(self.config, &node, &candidate)
                {
                    let limit = move_count::allowance(self.config, &node, &candidate);
                    self.skip(T::MoveCount, mv, move_count::why(number, limit));
                    continue;
                }

                // 21. Futility pruning.
                let reduced = self.reductions.depth_after(node.depth, number);
                let params = futility_pruning::params(self.config);
                if self.config.on(T::FutilityPruning)
                    && futility_pruning::skips(params, &node, &candidate, reduced, best.alpha)
                {
                    let why = futility_pruning::why(params, node.static_eval, reduced, best.alpha);
                    self.skip(T::FutilityPruning, mv, why);
                    continue;
                }
            }

            // 22. Extensions: answers to fours, singular moves.
            let extension = match self.extension(&node, mv)? {
                singular::Verdict::Extend(plies) => plies,
                singular::Verdict::Cut(value) => {
                    picker.finish(self);
                    return Ok(value);
                }
            };

            // 23. Make the move and search it, with late-move reductions.
            let nodes_before = self.limiter.nodes();
            self.enter(ply, mv);
            let open = Window::new(best.alpha, window.beta);
            let mut new_depth = depth - 1 + extension;
            if fails_high && fail_high_reduction::reduces(&candidate) && new_depth > 0 {
                let mv = Some(mv);
                self.reduce(T::FailHighReduction, mv, new_depth, new_depth - 1, plain);
                new_depth -= 1;
            }
            self.trace_try(mv, new_depth);
            let value = self.search_candidate::<N>(&node, &candidate, open, new_depth)?;
            self.leave();

            // 24. Note the result.
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
                Noted::Raised => {
                    if self.config.on(T::AlphaRaiseReduction)
                        && alpha_raise_reduction::applies(self.config, &node, value)
                    {
                        depth -= 1;
                        node.depth = depth;
                    }
                }
                Noted::Cut => break,
            }
        }
        picker.finish(self);

        // 25. Nothing was searched: only the move left out could be.
        if number == 0 {
            let value = match excluded {
                Some(_) => window.alpha,
                None => best.value.max(Value::loss_in(ply as i32 + 2)),
            };
            return self.end(Ending::NoMoves, value);
        }

        // 26. What the histories learn.
        if let Some(mv) = best.mv
            && best.value >= window.beta
        {
            self.memory.cuts.cuts += 1;
            self.memory.cuts.by_first += u64::from(number == 1);
            self.learn(&node, mv, &tried, &context);
        }

        // 27. What the table learns.
        if excluded.is_none() && !(N::ROOT && self.root.first > 0) {
            let entry = Entry {
                best: best.mv.and_then(|mv| NonZeroU16::new(mv.pack())),
                value: best.value,
                bound: Bound::of(best.value, window),
                depth,
                eval: self.frame(ply).own_eval,
                was_pv: node.was_pv,
            };
            self.table.store(self.board.key(), ply as i32, &entry);
        }
        self.end(Ending::Moves(best.mv.map(Self::bits)), best.value)
    }

    /// Step 16: a move with what the techniques ask about it.
    #[inline]
    fn candidate(&self, picked: &Scored, number: i32, is_killer: bool) -> Candidate {
        let (us, them) = (self.board.side(), self.board.side().other());
        let point = picked.mv.point();
        let makes = self.board.class(point, us);
        Candidate {
            mv: picked.mv,
            number,
            // A capture that lets a four go on threatens more than it seems to.
            makes: match picked.reopens {
                true => makes.max(Class::FourThree),
                false => makes,
            },
            denies: self.board.class(point, them),
            is_distant: false,
            captures: R::CAPTURES
                && self.board.captures_at(point, us) + self.board.captures_at(point, them) > 0,
            is_killer,
            history: picked.history,
        }
    }

    /// Step 22: how much deeper a move is searched, or the value to leave the node with.
    #[inline]
    fn extension(&mut self, node: &Node, mv: Move) -> Result<singular::Verdict, Stopped> {
        let on_line = self.frame_before(node.ply, 1).double_extensions;
        self.frame(node.ply).double_extensions = on_line;
        if self.config.on(T::FourExtension) && four_extension::applies(node, self.root_depth) {
            let plies = four_extension::plies(self.config, node);
            let plies = self.extend(T::FourExtension, mv, plies, plain);
            return Ok(singular::Verdict::Extend(plies));
        }
        if self.config.on(T::Singular) && singular::applies(self.config, node, mv, self.root_depth)
        {
            return singular::search(self, node);
        }
        Ok(singular::Verdict::Extend(0))
    }

    /// Step 23: searches one move, reduced first where it is late.
    #[inline]
    fn search_candidate<N: NodeType>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        open: Window,
        new_depth: i32,
    ) -> Searched {
        let mut reduced = None;
        if self.config.on(T::LateMoveReductions)
            && late_move_reductions::applies(self.config, node, candidate)
        {
            let depth = late_move_reductions::reduced_depth(
                self.config,
                &self.reductions,
                node,
                candidate,
                new_depth,
            );
            let (mv, why) = (Some(candidate.mv), standing(candidate));
            self.reduce(T::LateMoveReductions, mv, new_depth, depth, why);
            reduced = Some(Reduced { depth });
        }
        let is_first = candidate.number == 1;
        let again = |_: &Self, _| new_depth;
        search_move::<N, _, _>(self, &(), node, (open, new_depth), is_first, reduced, again)
    }

    /// The line of a win that is known to the end.
    #[inline]
    fn set_win_line<N: NodeType>(&mut self, ply: usize, first: Move) {
        if N::PV {
            self.pv.clear(ply + 1);
            self.pv.set(ply, first);
        }
    }

    /// The table's move where it is legal and answers what must be answered; at the root the move to begin with.
    #[inline]
    fn table_move<N: NodeType>(&self, entry: Option<&Entry>, info: &ThreatInfo) -> Option<Move> {
        match N::ROOT {
            true => Some(self.root.moves[self.root.first].mv),
            false => entry
                .and_then(|e| e.best)
                .and_then(|bits| Move::unpack(bits.get()))
                .filter(|&mv| self.board.is_legal(mv))
                .filter(|mv| info.answers.is_none_or(|a| a.contains(mv.point()))),
        }
    }

    /// The score of a finished game.
    fn final_value(&self, outcome: Outcome, ply: usize) -> Value {
        match outcome.winner() {
            Some(side) if side == self.board.side() => Value::win_in(ply as i32),
            Some(_) => Value::loss_in(ply as i32),
            None => Value::DRAW,
        }
    }
}
