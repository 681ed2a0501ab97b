//! The search of one node, as a numbered list of techniques.
//!
//! Fail-soft principal variation search. Each step's guard is here, its body in `techniques/`.
//! A stopped search leaves through `?` everywhere, so nothing below such a point can be stored
//! or believed.

use crate::Gomoku;
use crate::anatomy::{Candidate, Kind, Node, Tried, Zero};
use crate::eval::Play;
use crate::order::Picker;
use crate::scene::Scene;
use crate::search::{Search, Searched};
use crate::techniques::Technique as T;
use crate::techniques::*;
use crate::trace::standing;
use regence_core::event::Ending;
use regence_core::knobs::Knobs;
use regence_core::tell::{Tell, plain};
use regence_core::{Bound, Entry, MAX_PLY, Value, Window};
use regence_gomoku::{Class, Move, Outcome};
use std::num::NonZeroU16;

impl<R: Play, K: Knobs<Gomoku>> Search<'_, R, K> {
    /// The score of the board searched to `depth`, seen from the side to move.
    pub fn node<N: Kind>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        is_cut: bool,
    ) -> Searched {
        self.tell_enter::<N>(ply, depth, window);
        let searched = self.node_steps::<N>(ply, depth, window, is_cut);
        self.tell_leave(searched)
    }

    /// What happens between the events that open and close a node.
    #[inline(always)]
    fn node_steps<N: Kind>(
        &mut self,
        ply: usize,
        mut depth: i32,
        mut window: Window,
        is_cut: bool,
    ) -> Searched {
        // Step 1. Count the node; stop if told to.
        self.watch.visit()?;
        if N::PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply as i32);
        }

        if !N::ROOT {
            // Step 2. The game is over, or the line too long.
            if let Some(outcome) = self.board.outcome() {
                let why = outcome.winner().map_or(Ending::Draw, |_| Ending::Over);
                let value = self.final_value(outcome, ply);
                return self.end(why, value);
            }
            if ply as i32 >= MAX_PLY - 2 {
                let value = self.static_eval(ply);
                return self.end(Ending::TooDeep, value);
            }

            // Step 3. Win-distance pruning.
            if self.knobs.on(T::WinDistance) {
                match win_distance::narrowed(window, ply as i32) {
                    Ok(narrow) => window = narrow,
                    Err(value) => return self.cut(T::WinDistance, value, plain),
                }
            }
        }

        // Step 4. A win at once; a threat that must be answered, and cannot be.
        let scene = Scene::look(&mut self.board);
        let floor = Value::loss_in(ply as i32 + scene.others_lose_in);
        if !N::ROOT {
            if let Some(win) = scene.win {
                if N::PV {
                    self.pv.clear(ply + 1);
                    self.pv.set(ply, win);
                }
                let value = Value::win_in(ply as i32 + 1);
                return self.end(Ending::Wins(Self::bits(win)), value);
            }
            if scene.answers.is_some_and(|answers| answers.is_empty()) {
                return self.end(Ending::Lost, floor);
            }
        }

        // Step 5. A four must be answered before anything is judged.
        let excluded = self.frame(ply).excluded;
        if scene.is_four() {
            depth = depth.max(1);
        }

        // Step 6. The transposition table.
        let entry = match excluded {
            Some(_) => None,
            None => self.table.probe(self.board.key(), ply as i32),
        };
        self.tell_table(entry.as_ref());
        if !N::PV
            && let Some(entry) = &entry
            && table_cutoff::applies(self.knobs, entry, depth, window)
        {
            return self.end(Ending::Table, entry.value);
        }
        let table_move = match N::ROOT {
            true => Some(self.root.moves[self.root.first].mv),
            false => entry
                .and_then(|e| e.best)
                .and_then(|bits| Move::unpack(bits.get()))
                .filter(|&mv| self.board.is_legal(mv))
                .filter(|mv| scene.answers.is_none_or(|a| a.contains(mv.point()))),
        };

        // Step 7. Leaves.
        if depth <= 0 {
            let value = self.leaf(ply)?;
            return self.end(Ending::Leaf, value);
        }

        // Step 8. A forced win by fours.
        let mut best = if N::ROOT { -Value::INFINITE } else { floor };
        if scene.answers.is_none() {
            best = -Value::INFINITE;
        }
        let mut alpha = window.alpha;
        if !N::ROOT
            && excluded.is_none()
            && self.knobs.on(T::Vcf)
            && interior_vcf::applies(self.knobs, &self.board, &scene, depth, N::PV)
            && let Some(win) = self.win_by_fours(T::Vcf, interior_vcf::budget(self.knobs, depth))?
        {
            self.prove(T::Vcf, win.first, win.plies);
            let value = Value::win_in(ply as i32 + win.plies);
            if value >= window.beta {
                self.memory.cuts.by_threats += 1;
                return self.end(Ending::Cut(T::Vcf), value);
            }
            if N::PV {
                self.pv.clear(ply + 1);
                self.pv.set(ply, win.first);
            }
            best = value;
            alpha = alpha.max(value);
        }

        // Step 9. The static evaluation; whether it improves; what the opponent threatens by fours.
        let static_eval = self.static_eval(ply);
        let zone = match self.knobs.on(T::VcfDefence)
            && vcf_defence::applies(self.knobs, &self.board, &scene, depth, N::PV)
        {
            true => vcf_defence::zone(self, depth)?,
            false => None,
        };
        let mut node = Node {
            ply,
            depth,
            window,
            is_pv: N::PV,
            is_root: N::ROOT,
            is_cut,
            urgency: scene.urgency,
            answers: scene.answers.map_or(0, |answers| answers.len()),
            is_threatened: zone.is_some(),
            can_take: R::CAPTURES && self.board.pairs_to_take(self.board.side()) > 0,
            improving: improving::is_improving(self, ply, static_eval),
            static_eval,
            eval: table_eval::better_guess(self.knobs, entry.as_ref(), static_eval),
            entry,
            table_move,
            excluded,
            was_pv: N::PV || entry.is_some_and(|e| e.was_pv),
        };
        self.tell_judged(Some(static_eval), node.eval, node.improving);
        self.frame(ply + 2).killers = [None; 2];

        if !N::PV && node.is_calm() && excluded.is_none() {
            // Step 10. Razoring into the search for fours.
            if self.knobs.on(T::Razoring) && razoring::applies(self.knobs, &node) {
                let value = self.leaf(ply)?;
                if value <= window.alpha {
                    return self.cut(T::Razoring, value, razoring::why(&node));
                }
            }

            // Step 11. Reverse futility pruning.
            if self.knobs.on(T::ReverseFutility) && reverse_futility::applies(self.knobs, &node) {
                let value = reverse_futility::value(&node);
                return self.cut(T::ReverseFutility, value, reverse_futility::why(&node));
            }

            // Step 12. Null-move pruning.
            if self.knobs.on(T::NullMove)
                && null_move::applies(self.knobs, &node)
                && self.frame_before(ply, 1).played.is_some()
                && let Some(value) = null_move::search(self, &node)?
            {
                return self.cut(T::NullMove, value, null_move::why(&node));
            }
        }

        // Step 13. A forced win by threes and fours, where the node is worth it.
        if !N::ROOT
            && excluded.is_none()
            && self.knobs.on(T::Vct)
            && interior_vct::applies::<R, K>(self.knobs, &node)
            && let Some(win) = interior_vct::search(self)?
        {
            self.prove(T::Vct, win.first, win.plies);
            let value = Value::win_in(ply as i32 + win.plies);
            if value >= window.beta {
                self.memory.cuts.by_threats += 1;
                return self.end(Ending::Cut(T::Vct), value);
            }
            if value > best {
                if N::PV {
                    self.pv.clear(ply + 1);
                    self.pv.set(ply, win.first);
                }
                best = value;
                alpha = alpha.max(value);
            }
        }

        // Step 14. Internal iterative reduction.
        if self.knobs.on(T::InternalReduction) && internal_reduction::applies(self.knobs, &node) {
            self.reduce(T::InternalReduction, None, depth, depth - 1, plain);
            depth -= 1;
            node.depth = depth;
        }

        // Step 15. The moves, the most promising first.
        let context = self.context(ply);
        let killers = killers::of(self, ply);
        let (us, them) = (self.board.side(), self.board.side().other());
        let mut picker = match N::ROOT {
            true => Picker::for_root(self, &scene),
            false => Picker::new(self, &scene, ply, table_move, zone.as_ref()),
        };
        let mut best_move = None;
        let mut number = 0;
        let mut tried = Tried::new();
        let mut touching = None;
        while let Some(picked) = picker.next(self) {
            let mv = picked.mv;
            if Some(mv) == excluded {
                continue;
            }
            number += 1;
            let point = mv.point();
            let candidate = Candidate {
                mv,
                number,
                // A capture that lets a four go on threatens more than it seems to.
                makes: match picked.reopens {
                    true => self.board.class(point, us).max(Class::FourThree),
                    false => self.board.class(point, us),
                },
                denies: self.board.class(point, them),
                captures: R::CAPTURES
                    && self.board.captures_at(point, us) + self.board.captures_at(point, them) > 0,
                is_killer: killers.contains(&Some(mv)),
                history: picked.history,
            };
            if N::ROOT {
                let place = self.root.first + number as usize;
                self.observer
                    .current_move(depth, mv, place, self.watch.elapsed());
            }

            // Step 16. Of the answers to a three that seems to win, those that touch it.
            if !N::ROOT
                && self.knobs.on(T::TouchingAnswers)
                && touching_answers::applies::<R, K>(self.knobs, &scene, number, best)
                && let Some(found) = touching_answers::of(self)?
            {
                best = best.max(Value::loss_in(ply as i32 + found.others_lose_in));
                touching = Some(found);
            }
            if touching_answers::skips(touching.as_ref(), mv) {
                self.skip(T::TouchingAnswers, mv, plain);
                continue;
            }

            // Step 17. Skip moves that are not worth a search. One move is always searched.
            if !N::ROOT && number > 1 && !best.is_loss() && !scene.is_four() {
                // Step 17a. The blind beam.
                if self.knobs.on(T::BlindBeam) && blind_beam::skips(self.knobs, &node, number) {
                    self.skip_quiets(T::BlindBeam, Some(mv), plain);
                    break;
                }
                // Step 17b. Moves that do not touch the opponent's forced win.
                if vcf_defence::skips(&node, &candidate, zone.as_ref()) {
                    self.skip(T::VcfDefence, mv, plain);
                    continue;
                }
                let reduced = self.reductions.depth_after(&node, number);
                // Step 17c. Move-count pruning.
                if self.knobs.on(T::MoveCount) && move_count::skips(self.knobs, &node, &candidate) {
                    self.skip(T::MoveCount, mv, move_count::why(&node, &candidate));
                    continue;
                }
                // Step 17d. Futility pruning.
                if self.knobs.on(T::Futility)
                    && futility::skips(self.knobs, &node, &candidate, reduced, alpha)
                {
                    let why = futility::why(&node, reduced, alpha);
                    self.skip(T::Futility, mv, why);
                    continue;
                }
            }

            // Step 18. Extensions.
            let mut extension = 0;
            if self.knobs.on(T::FourExtension) && four_extension::applies(&node, self.root_depth) {
                extension = self.extend(T::FourExtension, mv, 1, plain);
            } else if self.knobs.on(T::Singular)
                && singular::applies(self.knobs, &node, mv, self.root_depth)
            {
                match singular::search(self, &node)? {
                    singular::Verdict::Extend(plies) => extension = plies,
                    singular::Verdict::Cut(value) => {
                        picker.finish(self);
                        return Ok(value);
                    }
                }
            }

            // Step 19. Make the move and search it.
            let nodes_before = self.watch.nodes();
            self.enter(ply, mv);
            let open = Window::new(alpha, window.beta);
            let new_depth = depth - 1 + extension;
            self.tell_try(mv, new_depth);
            let value = self.search_move::<N>(&node, &candidate, open, new_depth)?;
            self.leave();

            // Step 21. Note the result.
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
                }
            }
            if Some(mv) != best_move {
                tried.add(mv);
            }
        }
        picker.finish(self);

        // Step 22. Nothing was searched: only the move left out could be.
        if number == 0 {
            let value = match excluded {
                Some(_) => window.alpha,
                None => best.max(Value::loss_in(ply as i32 + 2)),
            };
            return self.end(Ending::NoMoves, value);
        }

        // Step 23. What the histories learn.
        if let Some(best_move) = best_move
            && best >= window.beta
        {
            self.memory.cuts.cuts += 1;
            self.memory.cuts.by_first += u64::from(number == 1);
            self.learn(&node, best_move, &tried, &context);
        }

        // Step 24. What the table learns.
        if excluded.is_none() && !(N::ROOT && self.root.first > 0) {
            let entry = Entry {
                best: best_move.and_then(|mv| NonZeroU16::new(mv.pack())),
                value: best,
                bound: Bound::of(best, window),
                depth,
                eval: self.frame(ply).own_eval,
                was_pv: node.was_pv,
            };
            self.table.store(self.board.key(), ply as i32, &entry);
        }
        self.end(Ending::Moves(best_move.map(Self::bits)), best)
    }

    /// Searches one move: reduced first, then with a zero window, then in full, as far as needed.
    fn search_move<N: Kind>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        open: Window,
        new_depth: i32,
    ) -> Searched {
        let ply = node.ply + 1;
        let (alpha, scout) = (open.alpha, Window::zero(open.alpha).flipped());
        let mut value = Value::INFINITE;
        if self.knobs.on(T::LateMoveReductions)
            && late_move_reductions::applies(self.knobs, node, candidate)
        {
            // Step 20. Late-move reductions.
            let reduced = late_move_reductions::reduced_depth(self, node, candidate, new_depth);
            let (mv, why) = (Some(candidate.mv), standing(candidate));
            self.reduce(T::LateMoveReductions, mv, new_depth, reduced, why);
            value = -self.node::<Zero>(ply, reduced, scout, true)?;
            if value > alpha && reduced < new_depth {
                value = -self.node::<Zero>(ply, new_depth, scout, !node.is_cut)?;
            }
        } else if !N::PV || candidate.number > 1 {
            value = -self.node::<Zero>(ply, new_depth, scout, !node.is_cut)?;
        }
        if N::PV && value > alpha {
            value = -self.node::<N::PvChild>(ply, new_depth, open.flipped(), false)?;
        }
        Ok(value)
    }

    /// The score of a finished game.
    fn final_value(&self, outcome: Outcome, ply: usize) -> Value {
        match outcome.winner() {
            Some(side) if side == self.board.side() => Value::win_in(ply as i32),
            Some(_) => Value::loss_in(ply as i32),
            None => Value::DRAW,
        }
    }

    /// A move has cut: it gains, those tried before it lose.
    fn learn(
        &mut self,
        node: &Node,
        best: Move,
        tried: &Tried,
        context: &[Option<crate::history::Played>; 2],
    ) {
        let makes = self.board.class(best.point(), self.board.side());
        if makes < Class::Four {
            killers::learn(&mut self.frame(node.ply).killers, best);
        }
        let bonus = point_history::bonus(self.knobs, node.depth);
        point_history::learn(self, best, bonus);
        continuation_history::learn(self, best, context, bonus);
        class_history::learn(self, best, bonus);
        for mv in tried.iter() {
            point_history::learn(self, mv, -bonus);
            continuation_history::learn(self, mv, context, -bonus);
            class_history::learn(self, mv, -bonus);
        }
    }
}
