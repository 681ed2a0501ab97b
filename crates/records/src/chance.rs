//! From scores to what they mean for people: chances, accuracy, marks.
//!
//! Losing a pawn in an even game matters; losing one in a won game does not. So moves are judged by how far the
//! chance to win falls, not by centipawns. The curves are those that lichess.org fitted to the games of its players,
//! so that numbers can be compared with what people see there.

use crate::pgn::Nag;
use regence_chess::Color;
use regence_core::Value;

/// How fast the chance grows with the score, for each centipawn.
const STEEPNESS: f64 = 0.003_682_08;
/// Beyond ten pawns there is nothing left to gain.
const SCORE_LIMIT: i32 = 1000;

/// White's chance to win, in percent, if `value` is the score from White's view. A draw counts half.
pub fn chance(value: Value) -> f64 {
    if value.is_win() {
        return 100.0;
    }
    if value.is_loss() {
        return 0.0;
    }
    let score = f64::from(value.raw().clamp(-SCORE_LIMIT, SCORE_LIMIT));
    100.0 / (1.0 + (-STEEPNESS * score).exp())
}

/// How well a move was played, from 0 to 100, if it cost so many percent of the chance to win.
pub fn accuracy(lost: f64) -> f64 {
    (103.1668 * (-0.043_544 * lost.max(0.0)).exp() - 3.1669).clamp(0.0, 100.0)
}

/// What is said of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// From the least to the worst.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The mark of a move that cost so many percent of the chance to win.
    pub fn of(lost: f64) -> Option<Mark> {
        let mut worst_first = Mark::ALL.into_iter().rev();
        worst_first.find(|mark| lost >= mark.least_loss())
    }

    fn least_loss(self) -> f64 {
        match self {
            Mark::Inaccuracy => 5.0,
            Mark::Mistake => 10.0,
            Mark::Blunder => 15.0,
        }
    }

    /// As people say it.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The glyph of annotators: `?!`, `?` or `??`.
    pub fn nag(self) -> Nag {
        match self {
            Mark::Inaccuracy => Nag::DUBIOUS,
            Mark::Mistake => Nag::MISTAKE,
            Mark::Blunder => Nag::BLUNDER,
        }
    }
}

/// How well each side played a whole game, White first; nothing for a side that did not move.
///
/// `chances` are White's before the first move and after each; `accuracies` those of the moves. Moves count
/// more where the game was in the balance: the mean is weighted by how much the chances moved about. A harmonic
/// mean is mixed in, so that one terrible move is felt.
pub fn game_accuracy(chances: &[f64], accuracies: &[f64], first: Color) -> [Option<f64>; 2] {
    let weights = weights(chances, accuracies.len());
    [Color::White, Color::Black].map(|side| {
        let parity = usize::from(side != first);
        let own: Vec<_> = accuracies
            .iter()
            .zip(&weights)
            .skip(parity)
            .step_by(2)
            .collect();
        if own.is_empty() {
            return None;
        }
        let weight: f64 = own.iter().map(|(_, weight)| **weight).sum();
        let weighted: f64 = own.iter().map(|(a, weight)| **a * **weight).sum::<f64>() / weight;
        let inverse: f64 = own.iter().map(|(a, _)| 1.0 / a.max(1.0)).sum();
        let harmonic = own.len() as f64 / inverse;
        Some((weighted + harmonic) / 2.0)
    })
}

/// A weight for each move: the spread of White's chances in the moves up to it.
fn weights(chances: &[f64], moves: usize) -> Vec<f64> {
    let window = (moves / 10).clamp(2, 8).min(chances.len().max(1));
    (0..moves)
        .map(|index| {
            let end = (index + 1).max(window - 1).min(chances.len() - 1);
            spread(&chances[end + 1 - window..=end]).clamp(0.5, 12.0)
        })
        .collect()
}

/// The standard deviation.
fn spread(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_mirror_and_end_at_certainty() {
        assert_eq!(chance(Value::ZERO), 50.0);
        for cp in [1, 50, 300, 2000] {
            let (good, bad) = (chance(Value::cp(cp)), chance(Value::cp(-cp)));
            assert!((good + bad - 100.0).abs() < 1e-9 && good > 50.0, "{cp}");
        }
        assert_eq!(chance(Value::win_in(3)), 100.0);
        assert_eq!(chance(Value::loss_in(3)), 0.0);
        assert!(chance(Value::cp(5000)) < 100.0);
    }

    #[test]
    fn a_pawn_matters_in_an_even_game_and_not_in_a_won_one() {
        let lost = |before, after| chance(Value::cp(before)) - chance(Value::cp(after));
        assert_eq!(Mark::of(lost(20, -80)), Some(Mark::Inaccuracy));
        assert_eq!(Mark::of(lost(20, -130)), Some(Mark::Mistake));
        assert_eq!(Mark::of(lost(20, -300)), Some(Mark::Blunder));
        assert_eq!(Mark::of(lost(900, 800)), None);
        assert_eq!(Mark::of(-3.0), None);
    }

    #[test]
    fn accuracy_falls_from_full_to_nothing() {
        assert!((accuracy(0.0) - 100.0).abs() < 0.01);
        assert_eq!(accuracy(-5.0), accuracy(0.0));
        assert!(accuracy(10.0) > accuracy(20.0));
        assert_eq!(accuracy(100.0), 0.0);
    }

    #[test]
    fn a_blunder_costs_its_side_only() {
        let mut chances = vec![50.0; 21];
        chances[12..].fill(90.0);
        let mut accuracies = vec![100.0; 20];
        accuracies[11] = accuracy(40.0);
        let [white, black] = game_accuracy(&chances, &accuracies, Color::White);
        assert_eq!(white, Some(100.0));
        assert!(black.expect("Black moved") < 80.0, "{black:?}");
    }

    #[test]
    fn sides_that_did_not_move_have_no_accuracy() {
        assert_eq!(game_accuracy(&[50.0], &[], Color::White), [None, None]);
        let one = game_accuracy(&[50.0, 52.0], &[100.0], Color::Black);
        assert_eq!(one, [None, Some(100.0)]);
    }
}
