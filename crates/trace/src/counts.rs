//! How often each technique acted, and how nodes ended, over all nodes of a pass, recorded or not.

use regence_core::event::{Ending, Event};

/// What one technique did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deeds {
    /// Nodes that it cut.
    pub cut: u64,
    /// Moves that it skipped (quiet moves skipped unseen are not counted).
    pub skipped: u64,
    /// Moves and nodes that it searched less deep.
    pub reduced: u64,
    /// Moves that it searched deeper.
    pub extended: u64,
    /// Nodes visited on its behalf.
    pub aside: u64,
}

impl Deeds {
    pub fn is_idle(&self) -> bool {
        *self == Deeds::default()
    }
}

/// What happened in a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    pub nodes: u64,
    pub quiescence: u64,
    pub table_hits: u64,
    pub draws: u64,
    pub table_cuts: u64,
    pub stand_pats: u64,
    /// Nodes that were only evaluated.
    pub leaves: u64,
    /// Nodes where the game was won, or is with the next move.
    pub decided: u64,
    /// Nodes where a move reached beta.
    pub move_cuts: u64,
    /// Of these, by the first move.
    pub first_move_cuts: u64,
    deeds: Vec<Deeds>,
}

impl Counts {
    /// Nothing yet, of so many techniques.
    pub fn new(techniques: usize) -> Counts {
        Counts {
            nodes: 0,
            quiescence: 0,
            table_hits: 0,
            draws: 0,
            table_cuts: 0,
            stand_pats: 0,
            leaves: 0,
            decided: 0,
            move_cuts: 0,
            first_move_cuts: 0,
            deeds: vec![Deeds::default(); techniques],
        }
    }

    pub fn of(&self, technique: impl Into<usize>) -> &Deeds {
        &self.deeds[technique.into()]
    }

    /// In the order of the catalogue.
    pub fn deeds(&self) -> &[Deeds] {
        &self.deeds
    }

    pub(super) fn deeds_of(&mut self, technique: impl Into<usize>) -> &mut Deeds {
        &mut self.deeds[technique.into()]
    }

    pub(super) fn hear<T: Copy + Into<usize>>(&mut self, event: &Event<T>) {
        match event {
            Event::Enter(entrance) => {
                self.nodes += 1;
                self.quiescence += u64::from(entrance.is_quiescence);
            }
            Event::Table(_) => self.table_hits += 1,
            Event::Skip { by, mv, .. } => self.deeds_of(*by).skipped += u64::from(mv.is_some()),
            Event::Reduce { by, from, to, .. } => {
                self.deeds_of(*by).reduced += u64::from(to < from);
            }
            Event::Extend { by, plies, .. } => match plies {
                0.. => self.deeds_of(*by).extended += 1,
                _ => self.deeds_of(*by).reduced += 1,
            },
            Event::End { why, .. } => match why {
                Ending::Draw => self.draws += 1,
                Ending::Table => self.table_cuts += 1,
                Ending::StandPat => self.stand_pats += 1,
                Ending::Cut(by) => self.deeds_of(*by).cut += 1,
                Ending::Leaf => self.leaves += 1,
                Ending::Over | Ending::Wins(_) | Ending::Lost => self.decided += 1,
                Ending::Moves(_) | Ending::NoMoves | Ending::TooDeep => {}
            },
            Event::Apart { by, nodes } => self.deeds_of(*by).aside += nodes,
            Event::Judge { .. }
            | Event::Aside(_)
            | Event::Proof { .. }
            | Event::Try { .. }
            | Event::Leave(_) => {}
        }
    }

    /// The sum of several passes.
    pub fn sum<'a>(all: impl Iterator<Item = &'a Counts>) -> Counts {
        all.fold(Counts::new(0), |mut sum, other| {
            let techniques = sum.deeds.len().max(other.deeds.len());
            sum.deeds.resize(techniques, Deeds::default());
            sum.nodes += other.nodes;
            sum.quiescence += other.quiescence;
            sum.table_hits += other.table_hits;
            sum.draws += other.draws;
            sum.table_cuts += other.table_cuts;
            sum.stand_pats += other.stand_pats;
            sum.leaves += other.leaves;
            sum.decided += other.decided;
            sum.move_cuts += other.move_cuts;
            sum.first_move_cuts += other.first_move_cuts;
            for (mine, theirs) in sum.deeds.iter_mut().zip(&other.deeds) {
                mine.cut += theirs.cut;
                mine.skipped += theirs.skipped;
                mine.reduced += theirs.reduced;
                mine.extended += theirs.extended;
                mine.aside += theirs.aside;
            }
            sum
        })
    }
}
