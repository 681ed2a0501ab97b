//! First-layer sums that follow the search.
//!
//! Each ply keeps the sums of the position that was last evaluated there, together with that position. A new
//! position is reached from whatever is nearest: the position one or a few plies before, or, when the king has
//! moved to where the board is seen otherwise, the last position that was seen that way (the refresh cache). The
//! difference is taken from the positions themselves, so there is nothing to undo and nothing that can go stale.

use crate::features::{Feature, Placement, Side, View, for_each_square};
use crate::network::Network;
use crate::simd;

/// How many plies back a position to start from is looked for.
const LOOK_BACK: usize = 3;
/// More differences than any two positions can have.
const MAX_CHANGES: usize = 64;

/// The sums of a search's line, and of the last position for each way to see the board.
#[derive(Clone, Debug)]
pub struct Accumulators {
    hidden: usize,
    plies: Vec<Known>,
    /// The sums of all plies: White's view, then Black's, ply by ply.
    sums: Vec<i16>,
    cache: Vec<Cached>,
    cache_sums: Vec<i16>,
}

/// A position whose sums are known.
#[derive(Clone, Copy, Debug)]
struct Known {
    placement: Placement,
    views: Option<[View; 2]>,
}

/// The last position that a side saw in some way; none means an empty board.
#[derive(Clone, Copy, Debug, Default)]
struct Cached(Placement);

/// Rows that come and rows that go.
struct Changes {
    added: [Feature; MAX_CHANGES],
    removed: [Feature; MAX_CHANGES],
    added_count: usize,
    removed_count: usize,
}

impl Changes {
    #[inline]
    fn between(from: &Placement, to: &Placement, side: Side, view: View) -> Changes {
        let none = view.feature(side, 0, 0);
        let mut changes = Changes {
            added: [none; MAX_CHANGES],
            removed: [none; MAX_CHANGES],
            added_count: 0,
            removed_count: 0,
        };
        for (kind, (&old, &new)) in from.0.iter().zip(&to.0).enumerate() {
            if old == new {
                continue;
            }
            for_each_square(new & !old, |square| {
                if let Some(slot) = changes.added.get_mut(changes.added_count) {
                    *slot = view.feature(side, kind, square);
                    changes.added_count += 1;
                }
            });
            for_each_square(old & !new, |square| {
                if let Some(slot) = changes.removed.get_mut(changes.removed_count) {
                    *slot = view.feature(side, kind, square);
                    changes.removed_count += 1;
                }
            });
        }
        changes
    }

    /// The sums `to`, from the sums before the changes.
    #[inline]
    fn apply(&self, network: &Network, from: &[i16], to: &mut [i16]) {
        let row = |feature: &Feature| network.row(*feature);
        let added = &self.added[..self.added_count];
        let removed = &self.removed[..self.removed_count];
        match (added, removed) {
            ([a], [r]) => simd::exchange(to, from, row(a), row(r)),
            ([a], [r, t]) => simd::capture(to, from, row(a), row(r), row(t)),
            _ => {
                to.copy_from_slice(from);
                self.apply_in_place(network, to);
            }
        }
    }

    fn apply_in_place(&self, network: &Network, sums: &mut [i16]) {
        for &feature in &self.added[..self.added_count] {
            simd::add(sums, network.row(feature));
        }
        for &feature in &self.removed[..self.removed_count] {
            simd::remove(sums, network.row(feature));
        }
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
            plies: vec![
                Known {
                    placement: Placement::default(),
                    views: None,
                };
                plies
            ],
            sums: vec![0; plies * 2 * hidden],
            cache: vec![Cached::default(); ways],
            cache_sums: network.row_bias.repeat(ways),
        }
    }

    /// The network's value of the position at this ply, in centipawns for the side to move.
    #[inline]
    pub fn evaluate(
        &mut self,
        network: &Network,
        placement: &Placement,
        mover: Side,
        ply: usize,
    ) -> i32 {
        let ply = ply.min(self.plies.len() - 1);
        self.follow(network, placement, ply);
        let start = ply * 2 * self.hidden;
        let (white, black) = self.sums[start..start + 2 * self.hidden].split_at(self.hidden);
        let pieces = placement.count();
        match mover {
            Side::White => network.output(white, black, pieces),
            Side::Black => network.output(black, white, pieces),
        }
    }

    /// Makes the sums of `ply` those of the position.
    #[inline]
    fn follow(&mut self, network: &Network, placement: &Placement, ply: usize) {
        let buckets = network.shape.buckets();
        let views = Side::BOTH.map(|side| buckets.view(side, placement.king(side)));
        for side in Side::BOTH {
            let view = views[side.index()];
            match self.nearest(ply, side, view) {
                Some(before) => self.follow_ply(network, placement, side, view, before, ply),
                None => self.refresh(network, placement, side, view, ply),
            }
        }
        self.plies[ply] = Known {
            placement: *placement,
            views: Some(views),
        };
    }

    /// The closest ply before this one that sees the board in the same way.
    #[inline]
    fn nearest(&self, ply: usize, side: Side, view: View) -> Option<usize> {
        (ply.saturating_sub(LOOK_BACK)..ply).rev().find(|&before| {
            self.plies[before]
                .views
                .is_some_and(|views| views[side.index()] == view)
        })
    }

    #[inline]
    fn follow_ply(
        &mut self,
        network: &Network,
        placement: &Placement,
        side: Side,
        view: View,
        before: usize,
        ply: usize,
    ) {
        let changes = Changes::between(&self.plies[before].placement, placement, side, view);
        let start = |ply: usize| (ply * 2 + side.index()) * self.hidden;
        let (from, to) = (start(before), start(ply));
        let (earlier, later) = self.sums.split_at_mut(to);
        changes.apply(
            network,
            &earlier[from..from + self.hidden],
            &mut later[..self.hidden],
        );
    }

    /// From the last position that this side saw in this way.
    fn refresh(
        &mut self,
        network: &Network,
        placement: &Placement,
        side: Side,
        view: View,
        ply: usize,
    ) {
        let way = (side.index() * network.shape.buckets().count() + usize::from(view.bucket)) * 2
            + usize::from(view.is_mirrored);
        let cached = &mut self.cache[way];
        let changes = Changes::between(&cached.0, placement, side, view);
        let sums = &mut self.cache_sums[way * self.hidden..(way + 1) * self.hidden];
        changes.apply_in_place(network, sums);
        cached.0 = *placement;
        let start = (ply * 2 + side.index()) * self.hidden;
        self.sums[start..start + self.hidden].copy_from_slice(sums);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::KingBuckets;
    use crate::network::tests::random_network;

    /// Walks that keep the kings and move, add and take other pieces at random.
    struct Walk {
        state: u64,
    }

    impl Walk {
        fn below(&mut self, bound: u64) -> u64 {
            self.state = self
                .state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (self.state >> 33) % bound
        }

        fn step(&mut self, placement: &Placement) -> Placement {
            let mut next = *placement;
            let kind = self.below(12) as usize;
            let to = 1u64 << self.below(64);
            let occupied = next.0.iter().fold(0, |all, set| all | set);
            let kings = next.0[5] | next.0[11];
            if to & kings != 0 {
                return next;
            }
            for set in &mut next.0 {
                *set &= !to;
            }
            if kind % 6 == 5 {
                next.0[kind] = to;
            } else if next.0[kind] != 0 && self.below(8) != 0 {
                next.0[kind] &= next.0[kind] - 1;
                next.0[kind] |= to;
            } else if occupied.count_ones() < 30 {
                next.0[kind] |= to;
            }
            next
        }
    }

    #[test]
    fn updated_sums_equal_computed_ones_on_random_lines() {
        let mut squares = [0; 32];
        squares[8..].fill(1);
        let buckets = KingBuckets::new(squares).expect("no gap");
        for (seed, buckets) in [(1, KingBuckets::ONE), (2, buckets)] {
            let network = random_network(64, buckets, seed);
            let mut accumulators = Accumulators::new(&network, 20);
            let mut walk = Walk { state: seed };
            let mut line = vec![Placement::default(); 20];
            line[0].0[5] = 1 << 4;
            line[0].0[11] = 1 << 60;
            for _ in 0..100_000 {
                // Like a search: now deeper, now back, and not every position is evaluated.
                let ply = 1 + walk.below(19) as usize;
                for index in ply..20.min(ply + 3) {
                    line[index] = walk.step(&line[index - 1]);
                    if walk.below(3) != 0 {
                        let mover = Side::BOTH[walk.below(2) as usize];
                        let fast = accumulators.evaluate(&network, &line[index], mover, index);
                        assert_eq!(fast, network.evaluate(&line[index], mover));
                    }
                }
            }
        }
    }
}
