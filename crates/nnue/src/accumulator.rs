//! First-layer sums that follow the search.
//!
//! A search says which men each move of its line brings and takes ([`Change`]). Sums are computed when a position is
//! evaluated: move by move from the nearest ply before it whose sums are known, so that its siblings find their parent
//! ready; or, when the king has moved to where the board is seen otherwise, from the last position that was seen that way
//! (the refresh cache).

use crate::features::{Placement, Side, View, for_each_square};
use crate::network::Network;
use crate::simd;

/// How many plies back known sums are looked for.
const LOOK_BACK: usize = 16;

/// A piece on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Man {
    kind: u8,
    square: u8,
}

impl Man {
    /// `kind` is an index of [`Placement`], `square` 0 for a1 to 63 for h8.
    #[inline]
    pub fn new(kind: usize, square: usize) -> Man {
        debug_assert!(kind < 12 && square < 64);
        Man {
            kind: kind as u8,
            square: square as u8,
        }
    }
}

/// The men that come and go with one move: at most two of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    added: [Man; 2],
    removed: [Man; 2],
    added_count: u8,
    removed_count: u8,
}

impl Change {
    /// A man comes.
    #[inline]
    pub fn add(&mut self, man: Man) {
        self.added[usize::from(self.added_count)] = man;
        self.added_count += 1;
    }

    /// A man goes.
    #[inline]
    pub fn remove(&mut self, man: Man) {
        self.removed[usize::from(self.removed_count)] = man;
        self.removed_count += 1;
    }

    #[inline]
    fn added(&self) -> &[Man] {
        &self.added[..usize::from(self.added_count)]
    }

    #[inline]
    fn removed(&self) -> &[Man] {
        &self.removed[..usize::from(self.removed_count)]
    }

    /// The placement after the change, from the one before; or the other way round.
    #[inline]
    pub fn toggle(&self, placement: &Placement) -> Placement {
        let mut other = *placement;
        for man in self.added().iter().chain(self.removed()) {
            other.0[usize::from(man.kind)] ^= 1 << man.square;
        }
        other
    }

    /// The sums `to`, from the sums before the change.
    #[inline]
    fn apply(&self, rows: &Rows<'_>, from: &[i16], to: &mut [i16]) {
        match (self.added(), self.removed()) {
            ([a], [r]) => simd::exchange(to, from, rows.of(*a), rows.of(*r)),
            ([a], [r, t]) => simd::capture(to, from, rows.of(*a), rows.of(*r), rows.of(*t)),
            (added, removed) => {
                to.copy_from_slice(from);
                added.iter().for_each(|&man| simd::add(to, rows.of(man)));
                removed
                    .iter()
                    .for_each(|&man| simd::remove(to, rows.of(man)));
            }
        }
    }
}

/// The sums of a search's line, and of the last position for each way to see the board.
#[derive(Clone, Debug)]
pub struct Accumulators {
    hidden: usize,
    plies: Vec<Ply>,
    /// The sums of all plies: White's view, then Black's, ply by ply.
    sums: Vec<i16>,
    cache: Vec<Cached>,
    cache_sums: Vec<i16>,
}

/// A position of the line: where the kings stand, what the move that led to it changed, and for each side whether
/// its sums are known.
#[derive(Clone, Copy, Debug, Default)]
struct Ply {
    kings: [u8; 2],
    change: Change,
    known: [bool; 2],
}

/// The last position that a side saw in some way; at first an empty board.
#[derive(Clone, Copy, Debug, Default)]
struct Cached(Placement);

/// The rows of a network as one side sees them.
struct Rows<'a> {
    network: &'a Network,
    side: Side,
    view: View,
}

impl<'a> Rows<'a> {
    #[inline]
    fn of(&self, man: Man) -> &'a [i16] {
        let (kind, square) = (usize::from(man.kind), u32::from(man.square));
        self.network.row(self.view.feature(self.side, kind, square))
    }
}

impl Accumulators {
    /// Room for a line of that many plies.
    pub fn new(network: &Network, plies: usize) -> Accumulators {
        let hidden = network.shape.hidden();
        let plies = plies.max(1);
        let ways = network.shape.buckets().count() * 2 * 2;
        Accumulators {
            hidden,
            plies: vec![Ply::default(); plies],
            sums: vec![0; plies * 2 * hidden],
            cache: vec![Cached::default(); ways],
            cache_sums: network.row_bias.repeat(ways),
        }
    }

    /// A line begins with a position whose kings stand there, White's first.
    pub fn begin(&mut self, kings: [u8; 2]) {
        self.plies[0] = Ply {
            kings,
            ..Ply::default()
        };
    }

    /// A move of the line leads to this ply. `kings` is where they stand then.
    #[inline]
    pub fn enter(&mut self, ply: usize, change: Change, kings: [u8; 2]) {
        if let Some(entered) = self.plies.get_mut(ply) {
            *entered = Ply {
                kings,
                change,
                known: [false; 2],
            };
        }
    }

    /// The network's value of the line's position at this ply, in centipawns for the side to move. `placement` is that
    /// position; it is asked for only where the sums must be found without the line.
    #[inline]
    pub fn evaluate(
        &mut self,
        network: &Network,
        ply: usize,
        mover: Side,
        pieces: u32,
        placement: impl Fn() -> Placement,
    ) -> i32 {
        for side in Side::BOTH {
            self.follow(network, side, ply, &placement);
        }
        let start = ply * 2 * self.hidden;
        let (white, black) = self.sums[start..start + 2 * self.hidden].split_at(self.hidden);
        match mover {
            Side::White => network.output(white, black, pieces),
            Side::Black => network.output(black, white, pieces),
        }
    }

    /// How a side sees the board at this ply.
    #[inline]
    fn view(&self, network: &Network, side: Side, ply: usize) -> View {
        let king = self.plies[ply].kings[side.index()];
        network.shape.buckets().view(side, king.into())
    }

    /// Makes a side's sums of `ply` those of its position.
    #[inline]
    fn follow(
        &mut self,
        network: &Network,
        side: Side,
        ply: usize,
        placement: &impl Fn() -> Placement,
    ) {
        let view = self.view(network, side, ply);
        let known = self
            .last_known(network, side, view, ply)
            .unwrap_or_else(|| {
                // Where the parent can serve, its other children will find it ready.
                let position = placement();
                if ply > 0 && self.view(network, side, ply - 1) == view {
                    let before = self.plies[ply].change.toggle(&position);
                    self.refresh(network, side, ply - 1, &before)
                } else {
                    self.refresh(network, side, ply, &position)
                }
            });
        let rows = Rows {
            network,
            side,
            view,
        };
        for next in known + 1..=ply {
            self.step(&rows, next);
        }
    }

    /// The nearest ply, from this one back, whose sums are known and from which on the side has seen the board alike.
    #[inline]
    fn last_known(&self, network: &Network, side: Side, view: View, ply: usize) -> Option<usize> {
        for at in (ply.saturating_sub(LOOK_BACK)..=ply).rev() {
            if self.view(network, side, at) != view {
                return None;
            }
            if self.plies[at].known[side.index()] {
                return Some(at);
            }
        }
        None
    }

    /// A side's sums of a ply, from those of the ply before, which it sees in the same way.
    #[inline]
    fn step(&mut self, rows: &Rows<'_>, to: usize) {
        let side = rows.side.index();
        let [from, start] = [to - 1, to].map(|ply| (ply * 2 + side) * self.hidden);
        let (earlier, later) = self.sums.split_at_mut(start);
        let (earlier, later) = (
            &earlier[from..from + self.hidden],
            &mut later[..self.hidden],
        );
        self.plies[to].change.apply(rows, earlier, later);
        self.plies[to].known[side] = true;
    }

    /// From the last position that this side saw in this way; gives the ply back.
    fn refresh(
        &mut self,
        network: &Network,
        side: Side,
        ply: usize,
        placement: &Placement,
    ) -> usize {
        let buckets = network.shape.buckets();
        let view = buckets.view(side, placement.king(side));
        let way = (side.index() * buckets.count() + usize::from(view.bucket)) * 2
            + usize::from(view.is_mirrored);
        let cached = &mut self.cache[way].0;
        let sums = &mut self.cache_sums[way * self.hidden..(way + 1) * self.hidden];
        let rows = Rows {
            network,
            side,
            view,
        };
        for (kind, (old, new)) in cached.0.iter_mut().zip(placement.0).enumerate() {
            let row = |square: u32| rows.of(Man::new(kind, square as usize));
            for_each_square(new & !*old, |square| simd::add(sums, row(square)));
            for_each_square(*old & !new, |square| simd::remove(sums, row(square)));
            *old = new;
        }
        let start = (ply * 2 + side.index()) * self.hidden;
        self.sums[start..start + self.hidden].copy_from_slice(sums);
        self.plies[ply].known[side.index()] = true;
        ply
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::KingBuckets;
    use crate::network::tests::random_network;

    /// Lines of random moves that look like chess to a network.
    struct Walk {
        state: u64,
    }

    impl Walk {
        fn below(&mut self, bound: usize) -> usize {
            self.state = self
                .state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (self.state >> 33) as usize % bound
        }

        /// One or two men move, now and then nobody; a man may be taken or change its kind.
        fn step(&mut self, placement: &Placement) -> Change {
            let mut change = Change::default();
            let mut next = *placement;
            for _ in 0..[0, 1, 1, 1, 1, 1, 1, 2][self.below(8)] {
                let (kind, to) = (self.below(12), self.below(64));
                let set = next.0[kind];
                let taken = (0..12).find(|&other| next.0[other] >> to & 1 == 1);
                let may_take =
                    change.removed_count == 0 && taken.is_none_or(|other| other % 6 != 5);
                if change.removed_count == 2
                    || set == 0
                    || !may_take && taken.is_some()
                    || taken == Some(kind)
                {
                    continue;
                }
                let nth = self.below(set.count_ones() as usize);
                let from = (0..64).filter(|&at| set >> at & 1 == 1).nth(nth).unwrap();
                if from == to || change.added_count == 1 && taken.is_some() {
                    continue;
                }
                let is_new_kind = kind % 6 == 0 && self.below(4) == 0;
                change.remove(Man::new(kind, from));
                change.add(Man::new(kind + if is_new_kind { 4 } else { 0 }, to));
                if let Some(other) = taken {
                    change.remove(Man::new(other, to));
                }
                next = change.toggle(placement);
            }
            change
        }
    }

    fn kings(placement: &Placement) -> [u8; 2] {
        Side::BOTH.map(|side| placement.king(side) as u8)
    }

    #[test]
    fn updated_sums_equal_computed_ones_on_random_lines() {
        let mut squares = [0; 32];
        squares[8..].fill(1);
        let buckets = KingBuckets::new(squares).expect("no gap");
        for (seed, buckets) in [(1, KingBuckets::ONE), (2, buckets)] {
            let network = random_network(64, buckets, seed);
            let mut accumulators = Accumulators::new(&network, 40);
            let mut walk = Walk { state: seed };
            let mut line = vec![Placement::default(); 40];
            for (kind, set) in [0xff00, 0x42, 0x24, 0x81, 0x08, 0x10]
                .into_iter()
                .enumerate()
            {
                line[0].0[kind] = set;
                line[0].0[kind + 6] = u64::swap_bytes(set);
            }
            accumulators.begin(kings(&line[0]));
            for _ in 0..300_000 {
                // Like a search: now deeper, now back, and not every position is evaluated.
                let ply = 1 + walk.below(39);
                for at in ply..40.min(ply + 3) {
                    let change = walk.step(&line[at - 1]);
                    line[at] = change.toggle(&line[at - 1]);
                    accumulators.enter(at, change, kings(&line[at]));
                    if walk.below(3) != 0 {
                        let mover = Side::BOTH[walk.below(2)];
                        let (position, pieces) = (line[at], line[at].count());
                        let fast = accumulators.evaluate(&network, at, mover, pieces, || position);
                        assert_eq!(fast, network.evaluate(&position, mover));
                    }
                }
                // What lies beyond belongs to another line.
                for at in 40.min(ply + 3)..40 {
                    line[at] = line[at - 1];
                    accumulators.enter(at, Change::default(), kings(&line[at]));
                }
            }
        }
    }

    #[test]
    fn a_new_line_forgets_the_one_before() {
        let network = random_network(32, KingBuckets::ONE, 7);
        let mut accumulators = Accumulators::new(&network, 2);
        for pawns in [1 << 12, 1 << 13 | 1 << 50] {
            let mut placement = Placement::default();
            (placement.0[0], placement.0[5], placement.0[11]) = (pawns, 1 << 4, 1 << 60);
            accumulators.begin(kings(&placement));
            let pieces = placement.count();
            let fast = accumulators.evaluate(&network, 0, Side::White, pieces, || placement);
            assert_eq!(fast, network.evaluate(&placement, Side::White));
        }
    }
}
