//! The transposition table: what has been searched, by position.
//!
//! An entry is two atomic words: the packed data, and the full 64-bit key XORed with that data.
//! Threads read and write without locks; a reader that meets half of one write and half of
//! another finds that the key does not fit and sees nothing. There is no data race in Rust's
//! sense, and no `unsafe` on the way of a probe.
//!
//! Four entries fill one cache line. Three of them are *depth-preferred*: the least valuable
//! gives way when its age differs or when its depth is not greater. The fourth is *always
//! replaced*, so that fresh shallow results have a place as well.

use crate::memory;
use crate::value::{Bound, Value};
use std::fmt;
use std::mem::MaybeUninit;
use std::num::NonZeroU16;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// The size a new engine starts with.
pub const DEFAULT_MEGABYTES: usize = 16;
const MEGABYTE: usize = 1 << 20;

/// Depths are stored with this offset, so that quiescence may use a few below zero.
const DEPTH_OFFSET: i32 = 8;
const MAX_STORED_DEPTH: i32 = u8::MAX as i32 - DEPTH_OFFSET;
const AGES: u8 = 32;
const NO_EVAL: u16 = i16::MIN as u16;

/// What is known of a position, seen from one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move's bits. They come from memory that any position may share: check that the
    /// move is legal before playing it.
    pub best: Option<NonZeroU16>,
    /// The value, seen from the node that asks.
    pub value: Value,
    /// How the value is to be read.
    pub bound: Bound,
    /// The depth that it was searched to.
    pub depth: i32,
    /// The static evaluation, where it was stored.
    pub eval: Option<Value>,
    /// The position once stood on a principal variation.
    pub was_pv: bool,
}

/// The packed form: best 16, value 16, eval 16, depth 8, bound 2, pv 1, age 5 bits.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    fn new(entry: &Entry, ply: i32, age: u8) -> Packed {
        let best = entry.best.map_or(0, NonZeroU16::get);
        let eval = entry.eval.map_or(NO_EVAL, Value::to_bits);
        let depth = (entry.depth + DEPTH_OFFSET).clamp(0, u8::MAX.into()) as u64;
        Packed(
            u64::from(best)
                | u64::from(entry.value.to_table(ply).to_bits()) << 16
                | u64::from(eval) << 32
                | depth << 48
                | (entry.bound as u64) << 56
                | u64::from(entry.was_pv) << 58
                | u64::from(age) << 59,
        )
    }

    fn best(self) -> Option<NonZeroU16> {
        NonZeroU16::new(self.0 as u16)
    }

    fn depth(self) -> i32 {
        (self.0 >> 48 & 0xff) as i32 - DEPTH_OFFSET
    }

    fn age(self) -> u8 {
        (self.0 >> 59) as u8
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn unpack(self, ply: i32) -> Option<Entry> {
        let eval = (self.0 >> 32) as u16;
        Some(Entry {
            best: self.best(),
            value: Value::from_bits((self.0 >> 16) as u16).from_table(ply),
            bound: Bound::from_bits(self.0 >> 56)?,
            depth: self.depth(),
            eval: (eval != NO_EVAL).then(|| Value::from_bits(eval)),
            was_pv: self.0 >> 58 & 1 == 1,
        })
    }
}

#[derive(Debug, Default)]
struct Slot {
    /// The key XOR the data.
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    #[inline]
    fn read(&self) -> (u64, Packed) {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data, Packed(data))
    }

    #[inline]
    fn write(&self, key: u64, packed: Packed) {
        self.data.store(packed.0, Relaxed);
        self.check.store(key ^ packed.0, Relaxed);
    }

    fn clear(&self) {
        self.data.store(0, Relaxed);
        self.check.store(0, Relaxed);
    }
}

const SLOTS: usize = 4;
/// The slot that is always replaced; those before it prefer depth.
const ALWAYS: usize = SLOTS - 1;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// The table. Shared by all threads of a search.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

/// Why a table of the wanted size cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableError {
    /// More than the machine has free, in megabytes.
    TooLarge {
        /// The size that was asked for.
        wanted: usize,
        /// What the machine has.
        free: usize,
    },
    /// The system refused the memory.
    Refused {
        /// The size that was asked for.
        wanted: usize,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::TooLarge { wanted, free } => write!(
                f,
                "a hash table of {wanted} MB does not fit: this machine has {free} MB of free memory; choose less"
            ),
            TableError::Refused { wanted } => write!(
                f,
                "the system refused {wanted} MB for the hash table; choose less or close other programs"
            ),
        }
    }
}

impl std::error::Error for TableError {}

impl TranspositionTable {
    /// A cleared table, filled by `threads` threads. Of 0 megabytes it is [`off`](TranspositionTable::off).
    pub fn new(megabytes: usize, threads: usize) -> Result<TranspositionTable, TableError> {
        // Systems promise more memory than they have, and end programs that take them at their
        // word: ask what is free before asking for it.
        if let Some(free) = memory::free_megabytes()
            && megabytes > free
        {
            return Err(TableError::TooLarge {
                wanted: megabytes,
                free,
            });
        }
        let count = megabytes
            .checked_mul(MEGABYTE / size_of::<Bucket>())
            .ok_or(TableError::Refused { wanted: megabytes })?;
        Ok(TranspositionTable {
            buckets: allocate(count, threads).ok_or(TableError::Refused { wanted: megabytes })?,
            age: AtomicU8::new(0),
        })
    }

    /// No table at all: every probe misses, nothing is kept.
    pub fn off() -> TranspositionTable {
        TranspositionTable {
            buckets: Vec::new(),
            age: AtomicU8::new(0),
        }
    }

    /// The size in megabytes; 0 where it is off.
    pub fn megabytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>() / MEGABYTE
    }

    /// Forgets everything, with `threads` threads.
    pub fn clear(&self, threads: usize) {
        self.age.store(0, Relaxed);
        let share = self.buckets.len().div_ceil(threads.max(1)).max(1);
        on_threads(threads, self.buckets.chunks(share), |part| {
            part.iter().flat_map(|b| &b.0).for_each(Slot::clear);
        });
    }

    /// A new search begins: what is stored now is older than what will be.
    pub fn next_age(&self) {
        let next = (self.age.load(Relaxed) + 1) % AGES;
        self.age.store(next, Relaxed);
    }

    /// The bucket of a key: its high bits, scaled to the number of buckets.
    #[inline]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        self.buckets.get(index as usize)
    }

    /// Looks a position up; `ply` is where the node stands, for win distances.
    #[inline]
    pub fn probe(&self, key: u64, ply: i32) -> Option<Entry> {
        for slot in &self.bucket(key)?.0 {
            let (slot_key, packed) = slot.read();
            if slot_key == key && !packed.is_empty() {
                return packed.unpack(ply);
            }
        }
        None
    }

    /// Keeps a result, if the bucket has no better use for the place.
    pub fn store(&self, key: u64, ply: i32, entry: &Entry) {
        debug_assert!(entry.depth <= MAX_STORED_DEPTH);
        let Some(bucket) = self.bucket(key) else {
            return;
        };
        let age = self.age.load(Relaxed);
        let new = Packed::new(entry, ply, age);
        for slot in &bucket.0 {
            let (slot_key, old) = slot.read();
            if old.is_empty() {
                continue;
            }
            if slot_key == key {
                return update(slot, key, old, new, entry, age);
            }
        }
        let (victim, old) = least_valuable(bucket, age);
        let slot = if may_replace(old, new, age) {
            victim
        } else {
            &bucket.0[ALWAYS]
        };
        slot.write(key, new);
    }

    /// Asks the processor to fetch a bucket that will soon be probed.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let Some(bucket) = self.bucket(key) {
            prefetch(bucket);
        }
    }

    /// Entries of this search, in thousandths of the table.
    pub fn hashfull(&self) -> u32 {
        const SAMPLE: usize = 250;
        let age = self.age.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(SAMPLE)];
        let used = sample
            .iter()
            .flat_map(|b| &b.0)
            .map(|slot| slot.read().1)
            .filter(|packed| !packed.is_empty() && packed.age() == age)
            .count();
        (used * 1000 / (sample.len() * SLOTS).max(1)) as u32
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TranspositionTable({} MB)", self.megabytes())
    }
}

/// Same position: keep the deeper result of this search, and never lose a best move.
fn update(slot: &Slot, key: u64, old: Packed, new: Packed, entry: &Entry, age: u8) {
    if entry.bound != Bound::Exact && !may_replace(old, new, age) {
        return;
    }
    let kept_move = match new.best() {
        Some(_) => 0,
        None => old.best().map_or(0, NonZeroU16::get),
    };
    slot.write(key, Packed(new.0 | u64::from(kept_move)));
}

fn may_replace(old: Packed, new: Packed, age: u8) -> bool {
    old.is_empty() || old.age() != age || new.depth() >= old.depth()
}

/// The depth-preferred slot that matters least: empty, else the oldest, else the shallowest.
fn least_valuable(bucket: &Bucket, age: u8) -> (&Slot, Packed) {
    let worth = |packed: Packed| {
        if packed.is_empty() {
            return i32::MIN;
        }
        let searches_ago = (AGES + age - packed.age()) % AGES;
        packed.depth() - 256 * i32::from(searches_ago)
    };
    let mut slots = bucket.0[..ALWAYS].iter().map(|s| (s, s.read().1));
    let first = slots.next().expect("a bucket has depth-preferred slots");
    slots.fold(first, |best, other| {
        if worth(other.1) < worth(best.1) {
            other
        } else {
            best
        }
    })
}

/// Works on every part, on this thread and `threads` - 1 others. A thread that the system refuses is one less.
fn on_threads<P: Send>(
    threads: usize,
    parts: impl Iterator<Item = P> + Send,
    work: impl Fn(P) + Sync,
) {
    let parts = Mutex::new(parts);
    let next = || parts.lock().unwrap_or_else(|e| e.into_inner()).next();
    let work_on = || {
        while let Some(part) = next() {
            work(part);
        }
    };
    if threads <= 1 {
        return work_on();
    }
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let _ = std::thread::Builder::new().spawn_scoped(scope, work_on);
        }
        work_on();
    });
}

/// Allocates and writes the buckets with several threads: the first touch of fresh memory is what
/// takes the time.
#[allow(unsafe_code)]
fn allocate(count: usize, threads: usize) -> Option<Vec<Bucket>> {
    let mut buckets = Vec::new();
    buckets.try_reserve_exact(count).ok()?;
    prefer_large_pages(buckets.spare_capacity_mut());
    let share = count.div_ceil(threads.max(1)).max(1);
    on_threads(
        threads,
        buckets.spare_capacity_mut()[..count].chunks_mut(share),
        |part| {
            for bucket in part {
                bucket.write(Bucket::default());
            }
        },
    );
    // SAFETY: the capacity is at least `count`, and `on_threads` has written each of the first `count` elements
    // and joined the threads that wrote them.
    unsafe { buckets.set_len(count) };
    Some(buckets)
}

/// Asks the system for large pages, before the memory is touched: with small ones nearly every probe has to look up
/// the address of its page first. A wish, no more.
#[allow(unsafe_code)]
fn prefer_large_pages(memory: &mut [MaybeUninit<Bucket>]) {
    // Miri knows no advice.
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        use std::ffi::{c_int, c_void};
        // Of the C library that the standard library is linked to anyway.
        unsafe extern "C" {
            fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
        }
        const MADV_HUGEPAGE: c_int = 14;
        // At least a page everywhere.
        const ALIGN: usize = 1 << 16;
        let (start, length) = (memory.as_mut_ptr().cast::<u8>(), size_of_val(memory));
        let skipped = start.align_offset(ALIGN);
        if skipped < length {
            // SAFETY: the range lies within memory that is ours, and the advice changes nothing that is in it.
            unsafe { madvise(start.add(skipped).cast(), length - skipped, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = memory;
}

/// Asks the processor to fetch memory that will soon be read.
#[inline]
#[allow(unsafe_code)]
pub fn prefetch<T>(wanted: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch is a hint; it never faults, and the address is that of a live reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(wanted).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = wanted;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> TranspositionTable {
        TranspositionTable::new(1, 1).expect("one megabyte")
    }

    fn entry(depth: i32, value: i32) -> Entry {
        Entry {
            best: NonZeroU16::new(0x1234),
            value: Value::cp(value),
            bound: Bound::Lower,
            depth,
            eval: Some(Value::cp(-7)),
            was_pv: true,
        }
    }

    /// Keys that share a bucket: they differ in their low bits only.
    fn rival(n: u64) -> u64 {
        0xABCD_0000_0000_0000 + n
    }

    #[test]
    fn what_is_stored_is_found_whole() {
        let table = table();
        let all_bounds = [Bound::Exact, Bound::Lower, Bound::Upper];
        for (key, bound) in (1..).map(|k: u64| k << 50).zip(all_bounds) {
            for eval in [None, Some(Value::cp(31))] {
                let stored = Entry {
                    bound,
                    eval,
                    ..entry(9, -42)
                };
                table.store(key, 0, &stored);
                assert_eq!(table.probe(key, 0), Some(stored));
            }
        }
        assert_eq!(table.probe(77, 0), None);
    }

    #[test]
    fn a_bucket_fills_one_cache_line() {
        assert_eq!(size_of::<Bucket>(), 64);
        assert_eq!(align_of::<Bucket>(), 64);
    }

    #[test]
    fn wins_are_stored_relative_to_the_node() {
        let table = table();
        let mate = Entry {
            value: Value::win_in(8),
            ..entry(5, 0)
        };
        table.store(1, 5, &mate);
        let seen = table.probe(1, 9).map(|e| e.value);
        assert_eq!(seen, Some(Value::win_in(12)));
    }

    #[test]
    fn a_shallower_result_of_the_same_search_gives_way_to_the_deeper() {
        let table = table();
        table.store(5, 0, &entry(9, 1));
        table.store(5, 0, &entry(4, 2));
        assert_eq!(table.probe(5, 0), Some(entry(9, 1)));
        table.store(5, 0, &entry(9, 3));
        assert_eq!(table.probe(5, 0), Some(entry(9, 3)));
        table.next_age();
        table.store(5, 0, &entry(2, 4));
        assert_eq!(table.probe(5, 0), Some(entry(2, 4)));
    }

    #[test]
    fn a_result_without_a_move_keeps_the_known_move() {
        let table = table();
        table.store(5, 0, &entry(3, 1));
        let no_move = Entry {
            best: None,
            ..entry(6, 2)
        };
        table.store(5, 0, &no_move);
        assert_eq!(table.probe(5, 0), Some(entry(6, 2)));
    }

    #[test]
    fn deep_entries_stay_and_shallow_ones_pass_through_the_last_slot() {
        let table = table();
        for n in 0..3 {
            table.store(rival(n), 0, &entry(20, n as i32));
        }
        for n in 3..10 {
            table.store(rival(n), 0, &entry(1, n as i32));
        }
        for n in 0..3 {
            assert!(table.probe(rival(n), 0).is_some(), "deep entry {n} is lost");
        }
        assert!(table.probe(rival(9), 0).is_some(), "the newest is lost");
        assert!(table.probe(rival(8), 0).is_none(), "one slot, one entry");
    }

    #[test]
    fn an_old_entry_gives_way_whatever_its_depth() {
        let table = table();
        for n in 0..3 {
            table.store(rival(n), 0, &entry(20, 0));
        }
        table.next_age();
        for n in 10..13 {
            table.store(rival(n), 0, &entry(1, 0));
        }
        for n in 10..13 {
            assert!(table.probe(rival(n), 0).is_some());
        }
    }

    #[test]
    fn a_torn_entry_is_not_seen() {
        let table = table();
        table.store(5, 0, &entry(3, 1));
        let bucket = table.bucket(5).expect("a bucket");
        let slot = bucket.0.iter().find(|s| s.read().0 == 5).expect("stored");
        let other = Packed::new(&entry(8, 99), 0, 0);
        slot.data.store(other.0, Relaxed);
        assert_eq!(table.probe(5, 0), None);
    }

    #[test]
    fn clearing_forgets_and_counts_from_zero() {
        let table = table();
        for key in 0..2000u64 {
            table.store(key.wrapping_mul(0x9E37_79B9_7F4A_7C15), 0, &entry(3, 0));
        }
        assert!(table.hashfull() > 0);
        table.clear(3);
        assert_eq!(table.hashfull(), 0);
        assert_eq!(table.probe(0, 0), None);
    }

    #[test]
    fn impossible_sizes_are_refused_with_a_reason() {
        let error = TranspositionTable::new(usize::MAX / MEGABYTE, 1).expect_err("too large");
        assert!(error.to_string().contains("choose less"), "{error}");
    }

    #[test]
    fn a_table_that_is_off_finds_nothing() {
        let of_nothing = TranspositionTable::new(0, 1).expect("no memory is needed");
        for table in [TranspositionTable::off(), of_nothing] {
            table.store(5, 0, &entry(3, 1));
            table.prefetch(5);
            table.clear(2);
            assert_eq!(table.probe(5, 0), None);
            assert_eq!((table.hashfull(), table.megabytes()), (0, 0));
        }
    }

    #[test]
    fn threads_never_see_a_mixed_entry() {
        // Each key always carries a value and a depth that belong to it.
        let table = table();
        let keys: Vec<u64> = (0..64).map(rival).collect();
        std::thread::scope(|scope| {
            for thread in 0..3u64 {
                let (table, keys) = (&table, &keys);
                scope.spawn(move || {
                    // Miri looks at every access, and needs few of them.
                    for round in 0..if cfg!(miri) { 100 } else { 20_000u64 } {
                        let n = (round * 7 + thread * 13) % 64;
                        let key = keys[n as usize];
                        table.store(key, 0, &entry(n as i32, n as i32 * 3));
                        if let Some(seen) = table.probe(key, 0) {
                            assert_eq!(seen.value, Value::cp(seen.depth * 3));
                            assert_eq!(seen.depth, n as i32);
                        }
                    }
                });
            }
        });
    }
}
