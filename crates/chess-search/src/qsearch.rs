//! Quiescence: captures, promotions and checks until the position is quiet enough to judge.

use crate::Chess;
use crate::params::Param;
use crate::picker::{Picker, Wanted};
use crate::search::{Context, Search};
use crate::techniques::Technique as T;
use crate::techniques::*;
use regence_chess::{Board, Checks, Move, MoveList};
use regence_core::config::Config;
use regence_core::event::Ending;
use regence_core::steps::{Best, NodeSearch, NodeType, Noted, Searched};
use regence_core::tracer::{Tracer, plain};
use regence_core::{Bound, Entry, MAX_PLY, Stopped, Value, Window};

impl<K: Config<Chess>> Search<'_, K> {
    /// The score of `board` once it is quiet. `below` counts plies of quiescence.
    pub fn quiescence<N: NodeType>(
        &mut self,
        board: &Board,
        ply: usize,
        window: Window,
        below: i32,
    ) -> Searched {
        self.trace_enter::<N>(ply, -below, window, true);
        let searched = self.quiescence_steps::<N>(board, ply, window, below);
        self.trace_leave(searched)
    }

    /// What happens between the events that open and close a node.
    #[inline(always)]
    #[expect(
        clippy::too_many_lines,
        reason = "the list of steps, to be read from top to bottom"
    )]
    fn quiescence_steps<N: NodeType>(
        &mut self,
        board: &Board,
        ply: usize,
        window: Window,
        below: i32,
    ) -> Searched {
        // 1. Count, draws, the end of the line.
        self.limiter.visit()?;
        if N::PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply as i32);
        }
        if self.is_draw(board, ply) {
            return self.end(Ending::Draw, Value::DRAW);
        }
        if ply as i32 >= MAX_PLY - 1 {
            let value = self.static_value(board, ply);
            return self.end(Ending::TooDeep, value);
        }

        // 2. The table: anything it has is at least as deep as quiescence.
        let with_checks = self.config.on(T::QuiescenceChecks) && below == 0;
        let draft = if with_checks { 0 } else { -1 };
        let entry = self.table.probe(board.key(), ply as i32);
        self.trace_table(entry.as_ref());
        if let Some(entry) = &entry
            && !N::PV
            && table_cutoff::applies(self.config, entry, draft, window, board)
        {
            return self.end(Ending::Table, entry.value);
        }

        // 3. Stand pat: nobody has to capture.
        let in_check = board.in_check();
        let raw_eval = self.raw_eval(board, ply, entry.as_ref());
        let mut best = Best::new(-Value::INFINITE, window.alpha);
        let mut stand_pat = None;
        if !in_check {
            let corrected = correction_history::corrected(self, board, ply, raw_eval);
            let guess = tt_value_as_eval::better_guess(self.config, entry.as_ref(), corrected);
            self.trace_judged(Some(corrected), guess, false);
            if guess >= window.beta {
                let value = self.softened(guess, window);
                if entry.is_none() && self.config.get(Param::QsStandPat) == 1 {
                    let entry = Entry {
                        best: None,
                        value,
                        bound: Bound::Lower,
                        depth: -1,
                        eval: Some(raw_eval),
                        was_pv: false,
                    };
                    self.table.store(board.key(), ply as i32, &entry);
                }
                return self.end(Ending::StandPat, value);
            }
            stand_pat = Some(guess);
            best.value = guess;
            best.alpha = best.alpha.max(guess);
        }

        // 4. The moves: all evasions in check, else captures and promotions.
        let table_move = entry
            .and_then(|e| e.best)
            .map(Move::from_bits)
            .filter(|&mv| board.is_legal(mv) && (in_check || board.is_noisy(mv)));
        let (wanted, context) = match in_check {
            true => (Wanted::All, self.context(board, ply)),
            false => (Wanted::Noisy, Context::default()),
        };
        let mut picker = Picker::new(self, table_move, [None; 3], wanted);
        let (mut any, mut captures, mut evasions) = (false, 0, 0);
        while let Some(mv) = picker.next(self, board, &context) {
            any = true;
            if self.config.on(T::QuiescenceMoveCount)
                && !best.value.is_loss()
                && quiescence_move_count::skips(self.config, board, mv, captures, evasions)
            {
                self.skip(T::QuiescenceMoveCount, mv, plain);
                continue;
            }
            if let Some(stand_pat) = stand_pat
                && !best.value.is_loss()
            {
                // 5. Delta pruning.
                if self.config.on(T::DeltaPruning)
                    && let Some(ceiling) =
                        delta_pruning::ceiling(self.config, board, mv, stand_pat, best.alpha)
                {
                    let why = delta_pruning::why(ceiling, best.alpha);
                    self.skip(T::DeltaPruning, mv, why);
                    best.value = best.value.max(ceiling);
                    continue;
                }
                // 6. Captures that lose material.
                if self.config.on(T::QuiescenceSee)
                    && quiescence_see::skips(self.config, board, mv, &picker)
                {
                    self.skip(T::QuiescenceSee, mv, quiescence_see::why(board, mv));
                    continue;
                }
            }
            captures += 1;
            evasions += i32::from(!board.is_noisy(mv));
            if self.try_move::<N>(board, ply, mv, window.beta, below, &mut best)? {
                break;
            }
        }
        picker.finish(self);

        // 7. Mate.
        if in_check && !any {
            return self.end(Ending::NoMoves, Value::loss_in(ply as i32));
        }

        // 8. Quiet checks, on the first ply only.
        if with_checks && !in_check && best.value < window.beta {
            let checks = Checks::new(board);
            let mut list = MoveList::new();
            board.generate_quiets(&mut list);
            for &mv in list
                .iter()
                .filter(|&&mv| quiescence_checks::tries(board, &checks, mv))
            {
                self.config.used(T::QuiescenceChecks);
                if self.try_move::<N>(board, ply, mv, window.beta, below, &mut best)? {
                    break;
                }
            }
        }

        // 9. Store.
        best.value = self.softened(best.value, window);
        let entry = Entry {
            best: best.mv.map(Move::to_bits),
            value: best.value,
            bound: Bound::of(best.value, window),
            depth: draft,
            eval: (!in_check).then_some(raw_eval),
            was_pv: entry.is_some_and(|e| e.was_pv),
        };
        self.table.store(board.key(), ply as i32, &entry);
        self.end(Ending::Moves(best.mv.map(Move::to_bits)), best.value)
    }

    /// A cut of quiescence: half of its surplus is believed.
    fn softened(&self, value: Value, window: Window) -> Value {
        match self.config.on(T::FailHighSoftening) {
            true => fail_high_softening::value(value, window, 1),
            false => value,
        }
    }

    /// Searches one move and takes its score in; true if it cuts.
    fn try_move<N: NodeType>(
        &mut self,
        board: &Board,
        ply: usize,
        mv: Move,
        beta: Value,
        below: i32,
        best: &mut Best<Move>,
    ) -> Result<bool, Stopped> {
        let window = Window::new(best.alpha, beta).flipped();
        self.trace_try(mv, -below - 1);
        let next = self.enter(board, ply, mv);
        let value = -self.quiescence::<N>(&next, ply + 1, window, below + 1)?;
        self.leave();
        let noted = best.note(mv, value, beta);
        if N::PV && noted != Noted::Below {
            self.pv.set(ply, mv);
        }
        Ok(noted == Noted::Cut)
    }
}
