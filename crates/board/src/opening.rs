//! Gomoku openings: random stones, from which a search picks those that leave the game even.

use regence_chess::rng::SplitMix64;
use regence_gomoku::{Move, RuleSet, Size};
use regence_gomoku_search::AnyBoard;

/// Stones are strewn over a square of so many points each way around the centre.
const SPREAD: u64 = 3;
/// A random opening has this many stones or one or two more.
const STONES: u64 = 4;

const MOST_TRIES: usize = 1000;

/// A few random stones around the centre, after which nobody has won.
pub fn strewn(rng: &mut SplitMix64, rule: RuleSet, size: Size) -> AnyBoard {
    let mut board = AnyBoard::new(rule, size);
    let stones = STONES + rng.below(3);
    let spread = SPREAD.min(u64::from(size.width().min(size.height()) / 2));
    let (left, low) = (
        u64::from(size.width() / 2) - spread,
        u64::from(size.height() / 2) - spread,
    );
    // Captures take stones away again; there need not be as many as were meant.
    for _ in 0..MOST_TRIES {
        if board.stone_count() as u64 >= stones {
            break;
        }
        let x = (left + rng.below(2 * spread + 1)) as u8;
        let y = (low + rng.below(2 * spread + 1)) as u8;
        if let Some(point) = size.point(x, y) {
            // What cannot be played is not.
            let _ = board.play(Move::new(point));
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strewn_stones_are_a_game() {
        let mut rng = SplitMix64::new(1);
        for side in [5, 9, 15, 22] {
            for rule in RuleSet::ALL {
                let board = strewn(&mut rng, rule, Size::square(side).unwrap());
                assert!((4..=6).contains(&board.stone_count()));
            }
        }
    }
}
