//! The transposition table: one entry a slot, always replaced unless the old one is deeper and of this search.

use regence_chess::Move;

use crate::faults::Fault;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    pub depth: i32,
    pub score: i32,
    pub bound: Bound,
    pub best: Option<Move>,
    age: u8,
}

#[derive(Debug)]
pub struct Table {
    slots: Vec<Option<Entry>>,
    age: u8,
    fault: Fault,
}

impl Table {
    pub fn new(megabytes: usize, fault: Fault) -> Table {
        let megabytes = if fault == Fault::DeadHash {
            4
        } else {
            megabytes
        };
        let slots = (megabytes << 20) / size_of::<Option<Entry>>();
        Table {
            slots: vec![None; slots.max(1)],
            age: 0,
            fault,
        }
    }

    pub fn clear(&mut self) {
        self.slots.fill(None);
    }

    pub fn next_age(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    pub fn probe(&self, key: u64) -> Option<Entry> {
        let key = match self.fault {
            Fault::TableUseless => key.rotate_left(17),
            _ => key,
        };
        self.slots[self.slot(key)].filter(|entry| entry.key == key)
    }

    pub fn store(&mut self, key: u64, depth: i32, score: i32, bound: Bound, best: Option<Move>) {
        let bound = match self.fault {
            Fault::OneBound => Bound::Exact,
            Fault::UpperOnly => Bound::Upper,
            Fault::LowerOnly => Bound::Lower,
            _ => bound,
        };
        let index = self.slot(key);
        if let Some(old) = self.slots[index]
            && old.age == self.age
            && old.depth > depth
            && old.key != key
        {
            return;
        }
        self.slots[index] = Some(Entry {
            key,
            depth,
            score,
            bound,
            best,
            age: self.age,
        });
    }

    /// Entries of this search among the first thousand, in thousandths.
    pub fn hashfull(&self) -> usize {
        let sample = &self.slots[..self.slots.len().min(1000)];
        let used = sample
            .iter()
            .flatten()
            .filter(|entry| entry.age == self.age);
        used.count() * 1000 / sample.len().max(1)
    }
}
