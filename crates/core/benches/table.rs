//! Speed of the transposition table: `cargo bench -p regence-core`.

use regence_core::{Bound, Entry, TranspositionTable, Value};
use std::num::NonZeroU16;

fn main() {
    divan::main();
}

const KEYS: u64 = 4096;

fn key(n: u64) -> u64 {
    n.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn entry() -> Entry {
    Entry {
        best: NonZeroU16::new(7),
        value: Value::cp(12),
        bound: Bound::Exact,
        depth: 9,
        eval: Some(Value::cp(3)),
        was_pv: false,
    }
}

#[divan::bench(args = [1, 64])]
fn probe(bencher: divan::Bencher, megabytes: usize) {
    let table = TranspositionTable::new(megabytes, 1).expect("a small table");
    (0..KEYS / 2).for_each(|n| table.store(key(n), 0, &entry()));
    bencher
        .counter(divan::counter::ItemsCount::new(KEYS))
        .bench_local(|| {
            (0..KEYS)
                .filter(|&n| table.probe(key(n), 0).is_some())
                .count()
        });
}

#[divan::bench(args = [1, 64])]
fn store(bencher: divan::Bencher, megabytes: usize) {
    let table = TranspositionTable::new(megabytes, 1).expect("a small table");
    bencher
        .counter(divan::counter::ItemsCount::new(KEYS))
        .bench_local(|| (0..KEYS).for_each(|n| table.store(key(n), 0, &entry())));
}

#[divan::bench(args = [1, 2])]
fn clear_256_mb(bencher: divan::Bencher, threads: usize) {
    let table = TranspositionTable::new(256, threads).expect("a table of 256 MB");
    bencher.bench_local(|| table.clear(threads));
}
