//! The evaluation: pattern sums that the board keeps up to date, threats, and captures in ninuki.
//!
//! Every empty point has, for each side, a shape: what a stone there would make in its four lines. The board sums
//! the weights of the shapes as moves are made; here is added what a sum cannot see: who is to move and what each
//! side could make next, and in ninuki what has been and what can be captured. Each rule set has weights of its own,
//! in renju each colour, fitted to games of self-play (`regence-lab train gomoku`). Every program carries their files.

pub mod file;
pub mod model;
pub mod net;

use crate::any::{AnyBoard, with_board};
use crate::threat_info::ThreatInfo;
pub use model::{Looks, Weights};
use regence_core::Value;
use regence_gomoku::{
    Board, Caro, Freestyle, Ninuki, Renju, Rule, RuleSet, ScoreTable, Shape, ShapeRows, Standard,
    StandardCaro,
};
use std::sync::{Arc, LazyLock};

/// Weights, ready to be used on boards of rule `R`.
#[derive(Debug)]
pub struct Evaluation<R: Rule> {
    weights: Weights,
    shapes: ScoreTable<R>,
    rows: Option<Arc<ShapeRows>>,
}

impl<R: Rule> Evaluation<R> {
    pub fn new(weights: Weights) -> Evaluation<R> {
        let shapes =
            ScoreTable::new(|side, _, lines| weights.of(side).shapes[Shape::new(lines).index()]);
        let rows = weights.net.as_ref().map(|net| Arc::new(net.rows::<R>()));
        Evaluation {
            weights,
            shapes,
            rows,
        }
    }

    /// Lets a board sum what the evaluation asks for.
    pub fn prepare(&self, board: &mut Board<R>) {
        board.set_scores(&self.shapes);
        board.set_rows(self.rows.clone());
    }
}

/// A rule set that the search can play: it brings an evaluation.
pub trait Play: Rule + Sized + 'static {
    /// The shipped evaluation.
    fn evaluation() -> &'static Arc<Evaluation<Self>>;

    /// The evaluation of this rule among several, the shipped one if there is no other.
    fn among(all: &Evaluations) -> &Arc<Evaluation<Self>>;
}

macro_rules! play {
    ($($rule:ident $field:ident $file:literal),* $(,)?) => {
        /// Evaluations of the rule sets that differ from the shipped ones, for measurements.
        #[derive(Clone, Debug, Default)]
        pub struct Evaluations {
            $($field: Option<Arc<Evaluation<$rule>>>,)*
        }

        impl Evaluations {
            /// Takes other weights for one rule set.
            pub fn set(&mut self, rule: RuleSet, weights: Weights) {
                match rule {
                    $(RuleSet::$rule => {
                        self.$field = Some(Arc::new(Evaluation::new(weights)));
                    })*
                }
            }
        }

        /// The shipped weights of a rule set.
        pub fn shipped_weights(rule: RuleSet) -> &'static Weights {
            match rule {
                $(RuleSet::$rule => {
                    static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
                        embedded(include_bytes!(concat!("../../weights/", $file)), RuleSet::$rule)
                    });
                    &SHIPPED
                })*
            }
        }

        $(impl Play for $rule {
            fn evaluation() -> &'static Arc<Evaluation<$rule>> {
                static SHIPPED: LazyLock<Arc<Evaluation<$rule>>> =
                    LazyLock::new(|| Arc::new(Evaluation::new(shipped_weights($rule::SET).clone())));
                &SHIPPED
            }

            fn among(all: &Evaluations) -> &Arc<Evaluation<$rule>> {
                all.$field.as_ref().unwrap_or_else(|| $rule::evaluation())
            }
        })*
    };
}
play!(
    Freestyle freestyle "freestyle.shapes",
    Standard standard "standard.shapes",
    Renju renju "renju.shapes",
    Caro caro "caro.shapes",
    // Fitted to caro, whose shapes it shares but for the overline.
    StandardCaro standard_caro "caro.shapes",
    Ninuki ninuki "ninuki.shapes",
);

/// Weights that the program carries. A test holds that all of them can be read.
fn embedded(bytes: &[u8], rule: RuleSet) -> Weights {
    match Weights::from_bytes(bytes) {
        Ok((_, weights, _)) => weights,
        Err(_) => Weights::nothing(rule),
    }
}

impl Evaluations {
    /// Takes the weights of files, by their names with commas between them: of one rule set each.
    pub fn read(&mut self, names: &str) -> Result<(), String> {
        for name in names.split(',') {
            let wrong = |why: &dyn std::fmt::Display| format!("{name}: {why}");
            let bytes = std::fs::read(name).map_err(|error| wrong(&error))?;
            let (rule, weights, _) = Weights::from_bytes(&bytes).map_err(|error| wrong(&error))?;
            self.set(rule, weights);
        }
        Ok(())
    }
}

impl Evaluations {
    /// What the search would see of a position.
    pub fn evaluate(&self, board: &AnyBoard) -> Value {
        with_board!(board, board => {
            let (mut board, evaluation) = (board.clone(), Play::among(self));
            evaluation.prepare(&mut board);
            evaluate(&board, evaluation)
        })
    }
}

/// The static score of a position, seen from the side to move. The board must have been prepared for the evaluation.
#[inline]
pub fn evaluate<R: Play>(board: &Board<R>, evaluation: &Evaluation<R>) -> Value {
    let weights = &evaluation.weights;
    let (us, them) = (board.side(), board.side().other());
    let mut sum = board.score(us) - board.score(them);
    sum += weights.of(us).threats(board);
    if R::CAPTURES {
        sum += model::captures(board, &weights.captures);
    }
    if let Some(net) = &weights.net {
        sum += net.evaluate(board);
    }
    Value::cp(sum / model::UNIT)
}

/// What a fit learns from a position: how often each weight counts, for the side to move.
pub fn counts(board: &AnyBoard) -> Vec<(u16, i16)> {
    with_board!(board, board => model::features(board))
}

/// The same for a network: each side's shapes apart.
pub fn looks(board: &AnyBoard) -> Looks {
    with_board!(board, board => Looks::of(board))
}

/// Whether the search judges a position by its looks. It does not where the game is over, won at once, or a four has to
/// be answered.
pub fn is_judged(board: &AnyBoard) -> bool {
    fn of<R: Play>(board: &Board<R>) -> bool {
        let info = ThreatInfo::look(&mut board.clone());
        info.win.is_none() && !info.is_four() && board.outcome().is_none()
    }
    with_board!(board, board => of(board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku::{Move, Side, Size};

    fn board<R: Play>(moves: &str) -> Board<R> {
        let mut board = Board::from_moves(Size::square(15).unwrap(), moves).unwrap();
        R::evaluation().prepare(&mut board);
        board
    }

    fn without_net(rule: RuleSet) -> Weights {
        let mut weights = shipped_weights(rule).clone();
        weights.net = None;
        weights
    }

    fn shipped<R: Play>(board: &Board<R>) -> Value {
        evaluate(board, R::evaluation())
    }

    #[test]
    fn the_score_is_seen_from_the_side_to_move() {
        let mut three = board::<Freestyle>("h8a1h9a3h10c1");
        let for_black = shipped(&three);
        three.pass();
        assert!(for_black > Value::cp(200), "{for_black:?}");
        assert!(shipped(&three) < Value::ZERO);
    }

    #[test]
    fn captured_pairs_count() {
        let plain = board::<Ninuki>("h8i8a1j8o15a5");
        let taken = board::<Ninuki>("h8i8a1j8k8a5");
        assert_eq!(taken.captured(Side::Black), 2);
        assert!(shipped(&taken) > shipped(&plain));
    }

    #[test]
    fn a_row_of_weights_gives_them_back() {
        for rule in RuleSet::ALL {
            let weights = without_net(rule);
            let row = weights.to_row();
            assert_eq!(row.len(), model::count(rule));
            assert!(Weights::from_row(rule, &row) == Some(weights), "{rule}");
            assert!(Weights::from_row(rule, &row[1..]).is_none());
        }
    }

    /// What the fit believes the score to be is what the search sees, but for the network.
    #[test]
    fn the_score_is_the_sum_of_counts_times_weights() {
        fn check<R: Play>(seed: u64) {
            let mut board = board::<R>("");
            let mut state = seed;
            let row = without_net(R::SET).to_row();
            let evaluation = Evaluation::<R>::new(without_net(R::SET));
            while board.outcome().is_none() && board.ply() < 60 {
                let sum: i32 = model::features(&board)
                    .iter()
                    .map(|&(place, count)| i32::from(row[usize::from(place)]) * i32::from(count))
                    .sum();
                let expected = Value::cp(sum / model::UNIT);
                assert_eq!(evaluate(&board, &evaluation), expected, "{}", R::SET);
                let moves: Vec<Move> = board.legal_moves().iter().map(Move::new).collect();
                state = state
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                let near = |mv: &&Move| mv.point().x().abs_diff(7) + mv.point().y().abs_diff(7) < 9;
                let central: Vec<&Move> = moves.iter().filter(near).collect();
                let Some(&&mv) = central.get((state >> 33) as usize % central.len().max(1)) else {
                    break;
                };
                board.make(mv);
            }
        }
        for seed in 0..6 {
            check::<Freestyle>(seed);
            check::<Renju>(seed);
            check::<Caro>(seed);
            check::<Ninuki>(seed);
        }
    }
}
