//! Distance to the last moves (DIST).
//!
//! Idea: Gomoku is fought where the last stones fell; a move far from the last one of either side seldom matters.
//! Guard: late-move reductions only, and not where there is no last move.
//! Danger: a fight that moves to another place; such moves make or deny something and are reduced less.
//! Parameters: `distance_from`, `lmr_distant`.

use crate::Gomoku;
use crate::history::Played;
use crate::params::Param;
use regence_core::config::Config;
use regence_gomoku::{Move, Point};

/// Steps between two points, a diagonal one counting like any other.
fn steps(a: Point, b: Point) -> i32 {
    i32::from(a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y())))
}

/// Whether a move is far from the last move of both sides.
pub fn is_distant<K: Config<Gomoku>>(config: &K, mv: Move, before: &[Option<Played>; 2]) -> bool {
    let least = config.get(Param::DistanceFrom);
    before
        .iter()
        .all(|played| played.is_some_and(|played| steps(mv.point(), played.point) >= least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::Shipped;
    use regence_gomoku::{Class, Size};

    #[test]
    fn both_last_moves_must_be_far() {
        let size = Size::square(15).unwrap();
        let at = |text: &str| size.parse_point(text).unwrap();
        let played = |text: &str| {
            Some(Played {
                point: at(text),
                class: Class::One,
            })
        };
        assert_eq!(steps(at("c3"), at("e8")), 5);
        let far = |before: [Option<Played>; 2]| is_distant(&Shipped, at("a1").into(), &before);
        assert!(far([played("a9"), played("k1")]));
        assert!(!far([played("a9"), played("c3")]));
        assert!(!far([played("b2"), played("k1")]));
        assert!(!far([None, played("k1")]));
    }
}
