//! The central table: the player beside its opponents, over all games.

use std::collections::BTreeMap;

use crate::games::read::{Noted, Played};

/// Means over the moves of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Side {
    pub moves: usize,
    pub depth: f64,
    pub seconds: f64,
}

/// Both sides, and how often each depth was reached.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub own: Side,
    pub others: Side,
    /// Depth, own moves, the others' moves.
    pub depths: Vec<(u32, usize, usize)>,
    /// Openings that came more than once, as their first moves, with how often they came and were lost.
    pub openings: Vec<(String, usize, usize)>,
}

/// The plies that name an opening.
const OPENING: usize = 6;

impl Table {
    pub fn of(played: &[Played]) -> Table {
        let all = || {
            played
                .iter()
                .flat_map(|game| game.moves.iter().map(move |noted| (game, noted)))
        };
        let side = |own: bool| {
            let of_side = all().filter(|(game, noted)| (noted.color == game.color) == own);
            Side::of(&of_side.map(|(_, noted)| noted).collect::<Vec<_>>())
        };
        let mut depths: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
        for (game, noted) in all() {
            if let Some(depth) = noted.depth.filter(|depth| *depth > 0) {
                let counts = depths.entry(depth).or_default();
                match noted.color == game.color {
                    true => counts.0 += 1,
                    false => counts.1 += 1,
                }
            }
        }
        let mut openings: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for game in played.iter().filter(|game| game.moves.len() >= OPENING) {
            let moves: Vec<&str> = game.moves[..OPENING]
                .iter()
                .map(|n| n.text.as_str())
                .collect();
            let counts = openings.entry(moves.join(" ")).or_default();
            counts.0 += 1;
            counts.1 += usize::from(game.ending == crate::games::read::Ending::Lost);
        }
        let repeated = openings.into_iter().filter(|(_, (count, _))| *count > 1);
        Table {
            own: side(true),
            others: side(false),
            depths: depths
                .into_iter()
                .map(|(depth, (own, others))| (depth, own, others))
                .collect(),
            openings: repeated
                .map(|(text, (count, lost))| (text, count, lost))
                .collect(),
        }
    }
}

impl Side {
    fn of(moves: &[&Noted]) -> Side {
        let mean = |values: Vec<f64>| {
            let count = values.len().max(1) as f64;
            values.into_iter().sum::<f64>() / count
        };
        let depths = moves
            .iter()
            .filter_map(|noted| noted.depth.filter(|depth| *depth > 0));
        let times = moves.iter().filter_map(|noted| noted.time);
        Side {
            moves: moves.len(),
            depth: mean(depths.map(f64::from).collect()),
            seconds: mean(times.map(|time| time.as_secs_f64()).collect()),
        }
    }
}
