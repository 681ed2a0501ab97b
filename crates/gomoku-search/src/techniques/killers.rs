//! Killer moves (KM).
//!
//! Idea: a move that refuted one line at this ply often refutes its sister lines.
//! Guard: two are kept for each ply; fours are not, for they come early anyway.
//! Danger: a killer may not be playable in another position; only generated moves are given the bonus.
//! Parameters: none.

use crate::Gomoku;
use crate::eval::Play;
use crate::search::Search;
use crate::techniques::Technique;
use regence_core::knobs::Knobs;
use regence_gomoku::Move;

pub fn of<R: Play, K: Knobs<Gomoku>>(
    search: &mut Search<'_, R, K>,
    ply: usize,
) -> [Option<Move>; 2] {
    match search.knobs.on(Technique::Killers) {
        true => search.frame(ply).killers,
        false => [None; 2],
    }
}

/// The newest killer comes first; the one before moves down.
pub fn learn(killers: &mut [Option<Move>; 2], mv: Move) {
    if killers[0] != Some(mv) {
        killers[1] = killers[0];
        killers[0] = Some(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku::Size;

    #[test]
    fn the_two_newest_different_moves_are_kept() {
        let moves = Size::square(15).unwrap().parse_moves("a1b1c1").unwrap();
        let mut killers = [None; 2];
        for mv in [moves[0], moves[1], moves[1], moves[2]] {
            learn(&mut killers, mv);
        }
        assert_eq!(killers, [Some(moves[2]), Some(moves[1])]);
    }
}
