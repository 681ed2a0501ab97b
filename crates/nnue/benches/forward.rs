//! How long one evaluation takes after one move, and from nothing.

use divan::Bencher;
use regence_nnue::{
    Accumulators, Change, KingBuckets, Man, Network, OUTPUT_BUCKETS, Placement, Shape, Side,
};

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

/// The start of a game.
fn start() -> Placement {
    let white = [0xff00, 0x42, 0x24, 0x81, 0x08, 0x10];
    let mut start = Placement::default();
    for (kind, &set) in white.iter().enumerate() {
        start.0[kind] = set;
        start.0[kind + 6] = u64::swap_bytes(set);
    }
    start
}

/// A move of the king's pawn.
fn move_of_a_pawn() -> Change {
    let mut change = Change::default();
    change.remove(Man::new(0, 12));
    change.add(Man::new(0, 28));
    change
}

#[divan::bench(args = [128, 256, 512])]
fn after_a_move(bencher: Bencher<'_, '_>, hidden: usize) {
    let network = network(hidden);
    let (before, kings) = (start(), [4, 60]);
    let after = move_of_a_pawn().toggle(&before);
    let mut accumulators = Accumulators::new(&network, 8);
    accumulators.begin(kings);
    accumulators.evaluate(&network, 0, Side::White, 32, || before);
    bencher.bench_local(|| {
        accumulators.enter(1, move_of_a_pawn(), kings);
        accumulators.evaluate(&network, 1, Side::Black, 32, || after)
    });
}

#[divan::bench(args = [128, 256, 512])]
fn from_nothing(bencher: Bencher<'_, '_>, hidden: usize) {
    let network = network(hidden);
    let before = start();
    bencher.bench_local(|| network.evaluate(&before, Side::White));
}
