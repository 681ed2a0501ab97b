//! How long one evaluation takes after one move, and from nothing.

use divan::Bencher;
use regence_nnue::{Accumulators, KingBuckets, Network, OUTPUT_BUCKETS, Placement, Shape, Side};

fn main() {
    println!("vector instructions: {}", regence_nnue::simd::in_use());
    divan::main();
}

fn network(hidden: usize) -> Network {
    let shape = Shape::new(hidden, KingBuckets::ONE).expect("an allowed width");
    let weight = |index: usize| (index * 37 % 101) as i16 - 50;
    let weights = |count: usize| (0..count).map(weight).collect::<Vec<i16>>();
    let rows = weights(shape.features() * hidden);
    let output = weights(OUTPUT_BUCKETS * 2 * hidden);
    Network::new(
        shape,
        128,
        rows,
        weights(hidden),
        output,
        [0; OUTPUT_BUCKETS],
    )
    .expect("a network")
}

/// The start of a game, and the same after a pawn's move.
fn positions() -> [Placement; 2] {
    let white = [0xff00, 0x42, 0x24, 0x81, 0x08, 0x10];
    let mut before = Placement::default();
    for (kind, &set) in white.iter().enumerate() {
        before.0[kind] = set;
        before.0[kind + 6] = u64::swap_bytes(set);
    }
    let mut after = before;
    after.0[0] ^= (1 << 12) | (1 << 28);
    [before, after]
}

#[divan::bench(args = [128, 256, 512])]
fn after_a_move(bencher: Bencher<'_, '_>, hidden: usize) {
    let network = network(hidden);
    let [before, after] = positions();
    let mut accumulators = Accumulators::new(&network, 8);
    accumulators.evaluate(&network, &before, Side::White, 0);
    bencher.bench_local(|| accumulators.evaluate(&network, &after, Side::Black, 1));
}

#[divan::bench(args = [128, 256, 512])]
fn from_nothing(bencher: Bencher<'_, '_>, hidden: usize) {
    let network = network(hidden);
    let [before, _] = positions();
    bencher.bench_local(|| network.evaluate(&before, Side::White));
}
