//! The staged move picker: generates and sorts only what the search still asks for.
//!
//! The order: the table's move; captures and promotions that do not lose material; killers and
//! the counter-move; quiet moves by history; the losing captures. Moves live in one arena for
//! the whole search, so that no node clears memory of its own.

use crate::Chess;
use crate::history::PieceTo;
use crate::search::{Context, Search};
use crate::techniques::{Technique, check_ordering, see_ordering};
use regence_chess::{Board, Move, MoveList};
use regence_core::config::Config;

/// A move and what the ordering thinks of it.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    pub mv: Move,
    pub score: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Stage {
    TableMove,
    MakeNoisy,
    GoodNoisy,
    Refutations,
    MakeQuiets,
    Quiets,
    BadNoisy,
    Done,
}

/// Which moves a picker gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    All,
    /// Captures and promotions only.
    Noisy,
    /// The root's own list, in its own order.
    Root,
}

/// Gives the moves of one node, the most promising first.
#[derive(Debug)]
pub struct Picker {
    stage: Stage,
    wanted: Wanted,
    table_move: Option<Move>,
    /// Two killers and the counter-move.
    refutations: [Option<Move>; 3],
    next_refutation: usize,
    skip_quiets: bool,
    /// The part of the arena that is this node's: losing captures come first in it.
    base: usize,
    bad_end: usize,
    next: usize,
}

impl Picker {
    /// A picker for one node. Give it back its room with [`Picker::finish`].
    pub fn new<K: Config<Chess>>(
        search: &Search<'_, K>,
        table_move: Option<Move>,
        refutations: [Option<Move>; 3],
        wanted: Wanted,
    ) -> Picker {
        let base = search.arena.len();
        Picker {
            stage: Stage::TableMove,
            wanted,
            table_move,
            refutations,
            next_refutation: 0,
            skip_quiets: false,
            base,
            bad_end: base,
            next: base,
        }
    }

    /// A picker over the root's own moves.
    pub fn for_root<K: Config<Chess>>(search: &mut Search<'_, K>) -> Picker {
        let mut picker = Picker::new(search, None, [None; 3], Wanted::Root);
        let root = &search.root;
        let moves = root.moves[root.first..].iter().map(|m| m.mv);
        search.arena.extend(moves.map(|mv| Scored { mv, score: 0 }));
        picker.stage = Stage::Quiets;
        picker
    }

    /// No more quiet moves are wanted.
    #[inline]
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Whether the moves that come now lose material.
    #[inline]
    pub fn is_at_bad_noisy(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// Gives the room in the arena back.
    #[inline]
    pub fn finish<K: Config<Chess>>(&self, search: &mut Search<'_, K>) {
        search.arena.truncate(self.base);
    }

    /// The next move: each legal move once.
    pub fn next<K: Config<Chess>>(
        &mut self,
        search: &mut Search<'_, K>,
        board: &Board,
        context: &Context,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::MakeNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::MakeNoisy => {
                    self.make_noisy(search, board);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.take_best(&mut search.arena) {
                    Some(best) if Some(best.mv) == self.table_move => {}
                    Some(best) => {
                        if see_ordering::loses(search.config, board, best) {
                            self.keep_for_later(&mut search.arena, best);
                        } else {
                            return Some(best.mv);
                        }
                    }
                    None if self.wanted == Wanted::Noisy => self.begin_bad_noisy(search),
                    None => self.stage = Stage::Refutations,
                },
                Stage::Refutations => match self.next_refutation(board) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::MakeQuiets,
                },
                Stage::MakeQuiets => {
                    if !self.skip_quiets {
                        self.make_quiets(search, board, context);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if self.skip_quiets && self.wanted != Wanted::Root {
                        self.begin_bad_noisy(search);
                        continue;
                    }
                    let taken = match self.wanted {
                        Wanted::Root => self.take_next(&search.arena),
                        _ => self.take_best(&mut search.arena),
                    };
                    match taken {
                        Some(best) if self.is_special(best.mv) => {}
                        Some(best) => return Some(best.mv),
                        None => self.begin_bad_noisy(search),
                    }
                }
                Stage::BadNoisy => match self.take_next(&search.arena) {
                    Some(bad) => return Some(bad.mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn make_noisy<K: Config<Chess>>(&mut self, search: &mut Search<'_, K>, board: &Board) {
        let mut list = MoveList::new();
        board.generate_noisy(&mut list);
        for &mv in list.iter() {
            let score = search.noisy_score(board, mv);
            search.arena.push(Scored { mv, score });
        }
    }

    fn make_quiets<K: Config<Chess>>(
        &mut self,
        search: &mut Search<'_, K>,
        board: &Board,
        context: &Context,
    ) {
        // The good captures are spent; quiet moves take their place after the bad ones.
        search.arena.truncate(self.bad_end);
        self.next = self.bad_end;
        let mut list = MoveList::new();
        board.generate_quiets(&mut list);
        for &mv in list.iter() {
            let score = search.quiet_score(board, mv, PieceTo::of(board, mv), context)
                + check_ordering::bonus(search.config, board, context.checks.as_ref(), mv);
            search.arena.push(Scored { mv, score });
        }
    }

    /// Losing captures are kept at the front of this node's room, in their order.
    fn keep_for_later(&mut self, arena: &mut [Scored], bad: Scored) {
        arena[self.bad_end] = bad;
        self.bad_end += 1;
    }

    fn begin_bad_noisy<K: Config<Chess>>(&mut self, search: &mut Search<'_, K>) {
        search.arena.truncate(self.bad_end);
        self.next = self.base;
        self.stage = Stage::BadNoisy;
    }

    /// Takes the best of the moves that are left: the first of equals, so that the order is the
    /// same on every machine.
    #[inline]
    fn take_best(&mut self, arena: &mut [Scored]) -> Option<Scored> {
        let rest = &mut arena[self.next..];
        let (&first, others) = rest.split_first()?;
        let mut best = first;
        let mut at = 0;
        for (index, other) in others.iter().enumerate() {
            if other.score > best.score {
                best = *other;
                at = index + 1;
            }
        }
        rest.swap(0, at);
        self.next += 1;
        Some(best)
    }

    #[inline]
    fn take_next(&mut self, arena: &[Scored]) -> Option<Scored> {
        let taken = arena.get(self.next).copied()?;
        self.next += 1;
        Some(taken)
    }

    fn next_refutation(&mut self, board: &Board) -> Option<Move> {
        while self.next_refutation < self.refutations.len() && !self.skip_quiets {
            let index = self.next_refutation;
            self.next_refutation += 1;
            let candidate = self.refutations[index]
                .filter(|&mv| Some(mv) != self.table_move)
                .filter(|&mv| !self.refutations[..index].contains(&Some(mv)))
                .filter(|&mv| board.is_legal(mv) && !board.is_noisy(mv));
            match candidate {
                Some(mv) => return Some(mv),
                // Not playable here: it must not hide the quiet move of the same bits later.
                None => self.refutations[index] = None,
            }
        }
        None
    }

    /// Moves that have had their turn before the quiet ones.
    #[inline]
    fn is_special(&self, mv: Move) -> bool {
        self.wanted != Wanted::Root
            && (Some(mv) == self.table_move || self.refutations.contains(&Some(mv)))
    }
}

impl<K: Config<Chess>> Search<'_, K> {
    /// The order of a capture or promotion: the victim first, then what it did before.
    fn noisy_score(&self, board: &Board, mv: Move) -> i32 {
        let victim = board.captured(mv);
        let mut score = 16 * victim.map_or(0, regence_chess::see::value);
        if let Some(kind) = mv.promotion() {
            score += 16 * (regence_chess::see::value(kind) - regence_chess::see::PAWN_VALUE);
        }
        if self.config.on(Technique::CaptureHistory) {
            score += self.capture_history(board, mv);
        } else {
            // The cheapest attacker first.
            score -= regence_chess::see::value(board.moved(mv).kind());
        }
        score
    }
}
