//! First-layer sums that follow the search.
//!
//! Each ply keeps the position that the line has there and, once it was needed, that position's sums. A new position is
//! reached move by move from the nearest ply before it whose sums are known, so that its siblings find their parent ready;
//! or, when the king has moved to where the board is seen otherwise, from the last position that was seen that way (the
//! refresh cache). The differences are taken from the positions themselves, so there is nothing to undo and nothing
//! that can go stale.

use crate::features::{Placement, Side, View, for_each_square};
use crate::network::Network;
use crate::simd;

/// How many plies back known sums are looked for.
const LOOK_BACK: usize = 16;
/// More differences than any two positions can have.
const MAX_CHANGES: usize = 64;

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

/// A position of the line, and for each side the view whose sums are known.
#[derive(Clone, Copy, Debug, Default)]
struct Ply {
    placement: Placement,
    known: [Option<View>; 2],
}

/// The last position that a side saw in some way; none means an empty board.
#[derive(Clone, Copy, Debug, Default)]
struct Cached(Placement);

/// A piece on a square: an index of [`Placement`] and the square.
#[derive(Clone, Copy, Debug, Default)]
struct Man {
    kind: u8,
    square: u8,
}

/// Men that come and men that go from one position to another.
struct Changes {
    added: [Man; MAX_CHANGES],
    removed: [Man; MAX_CHANGES],
    added_count: usize,
    removed_count: usize,
}

impl Changes {
    #[inline]
    fn between(from: &Placement, to: &Placement) -> Changes {
        let mut changes = Changes {
            added: [Man::default(); MAX_CHANGES],
            removed: [Man::default(); MAX_CHANGES],
            added_count: 0,
            removed_count: 0,
        };
        for (kind, (&old, &new)) in from.0.iter().zip(&to.0).enumerate() {
            if old == new {
                continue;
            }
            let man = |square: u32| Man {
                kind: kind as u8,
                square: square as u8,
            };
            for_each_square(new & !old, |square| {
                if let Some(slot) = changes.added.get_mut(changes.added_count) {
                    *slot = man(square);
                    changes.added_count += 1;
                }
            });
            for_each_square(old & !new, |square| {
                if let Some(slot) = changes.removed.get_mut(changes.removed_count) {
                    *slot = man(square);
                    changes.removed_count += 1;
                }
            });
        }
        changes
    }

    /// The sums `to`, from the sums before the changes.
    #[inline]
    fn apply(&self, rows: &Rows<'_>, from: &[i16], to: &mut [i16]) {
        let added = &self.added[..self.added_count];
        let removed = &self.removed[..self.removed_count];
        match (added, removed) {
            ([a], [r]) => simd::exchange(to, from, rows.of(a), rows.of(r)),
            ([a], [r, t]) => simd::capture(to, from, rows.of(a), rows.of(r), rows.of(t)),
            _ => {
                to.copy_from_slice(from);
                self.apply_in_place(rows, to);
            }
        }
    }

    fn apply_in_place(&self, rows: &Rows<'_>, sums: &mut [i16]) {
        for man in &self.added[..self.added_count] {
            simd::add(sums, rows.of(man));
        }
        for man in &self.removed[..self.removed_count] {
            simd::remove(sums, rows.of(man));
        }
    }
}

/// The rows of a network as one side sees them.
struct Rows<'a> {
    network: &'a Network,
    side: Side,
    view: View,
}

impl<'a> Rows<'a> {
    #[inline]
    fn of(&self, man: &Man) -> &'a [i16] {
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

    /// The line has this position at this ply. Values do not depend on being told, only the work to reach them.
    #[inline]
    pub fn pass(&mut self, placement: &Placement, ply: usize) {
        if let Some(known) = self.plies.get_mut(ply)
            && known.placement.differs(placement)
        {
            *known = Ply {
                placement: *placement,
                known: [None; 2],
            };
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
        self.pass(placement, ply);
        self.follow(network, ply);
        let start = ply * 2 * self.hidden;
        let (white, black) = self.sums[start..start + 2 * self.hidden].split_at(self.hidden);
        let pieces = placement.count();
        match mover {
            Side::White => network.output(white, black, pieces),
            Side::Black => network.output(black, white, pieces),
        }
    }

    /// Makes the sums of `ply` those of its position.
    #[inline]
    fn follow(&mut self, network: &Network, ply: usize) {
        let views = self.views(network, ply);
        if self.plies[ply].known == views {
            return;
        }
        if ply > 0 && self.plies[ply - 1].known == views {
            let changes = self.changes(ply - 1, ply);
            for side in Side::BOTH {
                self.step(network, side, &changes, ply - 1, ply);
            }
        } else {
            for side in Side::BOTH {
                self.follow_far(network, side, ply);
            }
        }
    }

    /// How both sides see the board at this ply.
    #[inline]
    fn views(&self, network: &Network, ply: usize) -> [Option<View>; 2] {
        let (buckets, placement) = (network.shape.buckets(), &self.plies[ply].placement);
        Side::BOTH.map(|side| Some(buckets.view(side, placement.king(side))))
    }

    #[inline]
    fn changes(&self, from: usize, to: usize) -> Changes {
        Changes::between(&self.plies[from].placement, &self.plies[to].placement)
    }

    /// The same for one side, whose last known sums may lie further back.
    fn follow_far(&mut self, network: &Network, side: Side, ply: usize) {
        let view = self.views(network, ply)[side.index()];
        let is_known = |&before: &usize| self.plies[before].known[side.index()] == view;
        let found = (ply.saturating_sub(LOOK_BACK)..=ply).rev().find(is_known);
        let mut known = found.unwrap_or_else(|| {
            // Where the parent can serve, its other children will find it ready.
            let parent = ply.saturating_sub(1);
            let sees_alike = self.views(network, parent)[side.index()] == view;
            let first = if sees_alike { parent } else { ply };
            self.refresh(network, side, first);
            first
        });
        for next in known + 1..=ply {
            if self.views(network, next)[side.index()] == view {
                let changes = self.changes(known, next);
                self.step(network, side, &changes, known, next);
                known = next;
            }
        }
    }

    /// A side's sums of a ply, from those of an earlier one that it sees in the same way.
    #[inline]
    fn step(&mut self, network: &Network, side: Side, changes: &Changes, from: usize, to: usize) {
        let Some(view) = self.plies[from].known[side.index()] else {
            return;
        };
        let rows = Rows {
            network,
            side,
            view,
        };
        let [from, start] = [from, to].map(|ply| (ply * 2 + side.index()) * self.hidden);
        let (earlier, later) = self.sums.split_at_mut(start);
        changes.apply(
            &rows,
            &earlier[from..from + self.hidden],
            &mut later[..self.hidden],
        );
        self.plies[to].known[side.index()] = Some(view);
    }

    /// From the last position that this side saw in this way.
    fn refresh(&mut self, network: &Network, side: Side, ply: usize) {
        let buckets = network.shape.buckets();
        let to = &mut self.plies[ply];
        let view = buckets.view(side, to.placement.king(side));
        let way = (side.index() * buckets.count() + usize::from(view.bucket)) * 2
            + usize::from(view.is_mirrored);
        let cached = &mut self.cache[way];
        let changes = Changes::between(&cached.0, &to.placement);
        let sums = &mut self.cache_sums[way * self.hidden..(way + 1) * self.hidden];
        let rows = Rows {
            network,
            side,
            view,
        };
        changes.apply_in_place(&rows, sums);
        cached.0 = to.placement;
        to.known[side.index()] = Some(view);
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
            for _ in 0..500_000 {
                // Like a search: now deeper, now back, and not every position is evaluated.
                let ply = 1 + walk.below(19) as usize;
                for index in ply..20.min(ply + 3) {
                    line[index] = walk.step(&line[index - 1]);
                    if walk.below(8) != 0 {
                        accumulators.pass(&line[index], index);
                    }
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
