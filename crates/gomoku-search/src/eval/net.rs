//! A small network of shapes, on top of the weights: what shapes mean together.
//!
//! The weights see each point alone. The network sums a row of [`ROW`] numbers for each point, shape and view: what the
//! point means to its own side, and what to the other. The sums are clipped and squared, and weighed once more, by what
//! both sides threaten. The board keeps the sums up to date ([`regence_gomoku::ShapeRows`]).

use super::Play;
use super::model::{self, both_classes};
use regence_gomoku::{
    Board, Class, LineClass, ROW, RowSums, Rule, RuleSet, Shape, ShapeRows, Side,
};

/// What a neuron's largest output is in the numbers of the first layer.
pub const ONE: i16 = 128;

/// Sets of output weights, by the strength of both sides' threats.
pub const BUCKETS: usize = 9;

/// No output weight is larger: beyond it a sum of all could leave 32 bits.
pub const MOST: i16 = (i32::MAX / (2 * ROW as i32 * ONE as i32 * ONE as i32)) as i16;

/// What rows of shapes have in common is in so many parts of the first layer's unit: it is added five times.
pub const FINER: i16 = 8;

/// What rows have in common: the classes of lines, then those of points.
pub const COMMON: usize = LineClass::COUNT + Class::COUNT;

/// The network of a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// By the colour whose view it is: one for both where the rule makes no difference between them.
    colours: Vec<View>,
}

/// The view of a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// For shapes that this colour would make, and for those of the other one.
    pub rows: [Rows; 2],
    pub bias: [i16; ROW],
    /// Of this colour to move: what its own view and the other one say, in parts of a point ([`model::UNIT`]).
    pub output: [[[i16; ROW]; 2]; BUCKETS],
}

/// What shapes add to the sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Of each line and of the point's class, [`FINER`].
    pub common: Vec<[i16; ROW]>,
    /// Of the shape itself.
    pub own: Vec<[i16; ROW]>,
}

/// Numbers of a colour in a row of all.
const OF_VIEW: usize = 2 * (COMMON + Shape::COUNT) * ROW + ROW + BUCKETS * 2 * ROW;

/// Places in `common` that count for a point.
pub fn common_of(class: Class, lines: [LineClass; 4]) -> [usize; 5] {
    let [a, b, c, d] = lines.map(|line| line as usize);
    [a, b, c, d, LineClass::COUNT + class.index()]
}

impl Net {
    pub fn new(colours: Vec<View>) -> Net {
        Net { colours }
    }

    /// How many numbers the network of a rule set has.
    pub fn count(rule: RuleSet) -> usize {
        model::colours(rule) * OF_VIEW
    }

    pub fn of(&self, side: Side) -> &View {
        &self.colours[side.index() % self.colours.len()]
    }

    /// What boards need to sum.
    pub fn rows<R: Rule>(&self) -> ShapeRows {
        ShapeRows::new::<R>(|view, side, class, lines| {
            let rows = &self.of(view).rows[usize::from(view != side)];
            rows.of(Shape::new(lines), common_of(class, lines))
        })
    }

    /// All numbers in one row, in the order of the fields.
    pub fn to_row(&self) -> Vec<i16> {
        let mut row = Vec::new();
        for view in &self.colours {
            for rows in &view.rows {
                row.extend(rows.common.iter().flatten());
                row.extend(rows.own.iter().flatten());
            }
            row.extend(view.bias);
            row.extend(view.output.iter().flatten().flatten());
        }
        row
    }

    /// The inverse; `None` if the row has another length or a number is too large.
    pub fn from_row(rule: RuleSet, row: &[i16]) -> Option<Net> {
        let is_small = |view: &View| {
            let mut output = view.output.iter().flatten().flatten();
            output.all(|weight| (-MOST..=MOST).contains(weight))
        };
        let colours: Vec<View> = row.chunks(OF_VIEW).filter_map(View::from_row).collect();
        let fits = row.len() == Net::count(rule) && colours.iter().all(is_small);
        fits.then_some(Net { colours })
    }

    /// What it adds to the score of the side to move, in parts of a point ([`model::UNIT`]).
    #[inline]
    pub fn evaluate<R: Play>(&self, board: &Board<R>) -> i32 {
        self.output(board.side(), board.row_sums(), bucket(both_classes(board)))
    }

    #[inline]
    fn output(&self, us: Side, sums: &RowSums, bucket: usize) -> i32 {
        let them = us.other();
        let [own, other] = &self.of(us).output[bucket % BUCKETS];
        let mut sum = 0;
        for (side, weights) in [(us, own), (them, other)] {
            let (sums, bias) = (&sums[side.index()], &self.of(side).bias);
            for lane in 0..ROW {
                let clipped = i32::from(sums[lane].wrapping_add(bias[lane]).clamp(0, ONE));
                sum += clipped * clipped * i32::from(weights[lane]);
            }
        }
        sum / (i32::from(ONE) * i32::from(ONE))
    }
}

impl Rows {
    fn of(&self, shape: Shape, common: [usize; 5]) -> [i16; ROW] {
        std::array::from_fn(|lane| {
            let common = common.map(|part| i32::from(self.common[part][lane]));
            let finer = i32::from(FINER);
            let sum = i32::from(self.own[shape.index()][lane]) * finer + common.iter().sum::<i32>();
            let row = (2 * sum + finer).div_euclid(2 * finer);
            row.clamp(-i32::from(ONE), ONE.into()) as i16
        })
    }
}

impl View {
    fn from_row(row: &[i16]) -> Option<View> {
        let (own, rest) = Rows::from_row(row.as_chunks().0)?;
        let (other, rest) = Rows::from_row(rest)?;
        let (bias, output) = rest.split_first()?;
        let output: Vec<[[i16; ROW]; 2]> = output.as_chunks::<2>().0.to_vec();
        Some(View {
            rows: [own, other],
            bias: *bias,
            output: output.try_into().ok()?,
        })
    }
}

impl Rows {
    fn from_row(row: &[[i16; ROW]]) -> Option<(Rows, &[[i16; ROW]])> {
        let (rows, rest) = row.split_at_checked(COMMON + Shape::COUNT)?;
        let (common, own) = rows.split_at(COMMON);
        let (common, own) = (common.to_vec(), own.to_vec());
        Some((Rows { common, own }, rest))
    }
}

/// Which output weights: by the strongest thing that the side to move could make, and the other side.
#[inline]
pub fn bucket([mine, theirs]: [u16; 2]) -> usize {
    let strength = |classes: u16| {
        let allowed = classes & ((2 << Class::Five.index()) - 1);
        let from = |class: Class| usize::from(allowed >> class.index() != 0);
        from(Class::Three) + from(Class::Four)
    };
    3 * strength(mine) + strength(theirs)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::eval::{Evaluation, Looks, evaluate, shipped_weights};
    use regence_core::Value;
    use regence_gomoku::{Freestyle, Move, Renju, Size};

    /// A network of arbitrary numbers.
    pub(crate) fn some(rule: RuleSet) -> Net {
        let mut state = 7u64;
        let mut number = |most: i64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((state >> 33) as i64 % (2 * most + 1) - most) as i16
        };
        let mut row: Vec<i16> = Vec::new();
        for _ in 0..model::colours(rule) {
            row.extend((0..2 * (COMMON + Shape::COUNT) * ROW).map(|_| number(9)));
            row.extend((0..ROW).map(|_| number(64)));
            row.extend((0..BUCKETS * 2 * ROW).map(|_| number(300)));
        }
        Net::from_row(rule, &row).expect("a network")
    }

    /// The definition: every point counted for itself.
    fn plainly<R: Play>(net: &Net, board: &Board<R>) -> i32 {
        let looks = Looks::of(board);
        let rows = net.rows::<R>();
        let sides = [board.side(), board.side().other()];
        let mut sum = 0;
        for (view, side) in sides.into_iter().enumerate() {
            for lane in 0..ROW {
                let mut neuron = i32::from(net.of(side).bias[lane]);
                for &(feature, count) in &looks.shapes {
                    let (owner, shape) = (
                        usize::from(feature) / Shape::COUNT,
                        usize::from(feature) % Shape::COUNT,
                    );
                    let row = rows.get(sides[owner].index(), shape)[side.index()];
                    neuron += i32::from(count) * i32::from(row[lane]);
                }
                let clipped = neuron.clamp(0, ONE.into());
                let weight = net.of(board.side()).output[looks.bucket][view][lane];
                sum += clipped * clipped * i32::from(weight);
            }
        }
        sum / (i32::from(ONE) * i32::from(ONE))
    }

    fn check<R: Play>(moves: &str) {
        let mut weights = shipped_weights(R::SET).clone();
        weights.net = None;
        let alone = Evaluation::<R>::new(weights.clone());
        weights.net = Some(some(R::SET));
        let both = Evaluation::<R>::new(weights.clone());
        let row = weights.to_row();
        let size = Size::square(15).unwrap();
        let mut board = Board::<R>::new(size);
        both.prepare(&mut board);
        let mut differ = 0;
        for mv in size.parse_moves(moves).unwrap() {
            let mut looks = Looks::of(&board);
            looks.weigh(R::SET, &row);
            let net = plainly(weights.net.as_ref().unwrap(), &board);
            let points = (looks.points * model::UNIT as f32) as i32;
            assert_eq!(
                evaluate(&board, &both),
                Value::cp((points + net) / model::UNIT)
            );
            assert_eq!(evaluate(&board, &alone), Value::cp(points / model::UNIT));
            differ += i32::from(net != 0);
            board.play(mv).unwrap();
        }
        assert!(differ > 3, "{differ}");
    }

    #[test]
    fn the_board_s_sums_say_what_each_point_says() {
        let moves = "h8i9h9h10g7i8j8f9i7g8f7k9j9j10";
        check::<Freestyle>(moves);
        check::<Renju>(moves);
    }

    #[test]
    fn neurons_are_clipped_at_both_ends() {
        let net = some(RuleSet::Freestyle);
        let view = &net.colours[0];
        let (low, high) = ([[i16::MIN / 2; ROW]; 2], [[i16::MAX / 2; ROW]; 2]);
        assert_eq!(net.output(Side::Black, &low, 4), 0);
        let all: i32 = view.output[4]
            .as_flattened()
            .iter()
            .map(|&w| i32::from(w))
            .sum();
        assert_eq!(net.output(Side::White, &high, 4), all);
    }

    #[test]
    fn buckets_tell_threats_apart() {
        let bit = |class: Class| 1u16 << class.index();
        assert_eq!(bucket([0, 0]), 0);
        assert_eq!(
            bucket([bit(Class::ClosedThree), bit(Class::ClosedThreePlus)]),
            0
        );
        assert_eq!(bucket([bit(Class::Three), 0]), 3);
        assert_eq!(bucket([0, bit(Class::DoubleThree)]), 1);
        assert_eq!(
            bucket([bit(Class::Five), bit(Class::Four) | bit(Class::Three)]),
            8
        );
        // What is forbidden threatens nothing.
        assert_eq!(bucket([bit(Class::Forbidden), 0]), 0);
    }

    #[test]
    fn a_row_of_numbers_gives_the_network_back() {
        for rule in [RuleSet::Freestyle, RuleSet::Renju] {
            let net = some(rule);
            let mut row = net.to_row();
            assert_eq!(row.len(), Net::count(rule));
            assert_eq!(Net::from_row(rule, &row).as_ref(), Some(&net));
            assert_eq!(Net::from_row(rule, &row[1..]), None);
            let last = row.len() - 1;
            row[last] = -MOST;
            assert!(Net::from_row(rule, &row).is_some());
            row[last] = MOST + 1;
            assert_eq!(Net::from_row(rule, &row), None);
        }
    }

    #[test]
    fn rows_are_rounded_once() {
        let rows = |common: i16, own: i16| Rows {
            common: vec![[common; ROW]; COMMON],
            own: vec![[own; ROW]; Shape::COUNT],
        };
        let of = |common, own| rows(common, own).of(Shape::DEAD, [0; 5])[0];
        // Five times 3/8 is 1.875, five times 2/8 is 1.25.
        assert_eq!((of(3, 0), of(2, 0), of(-3, 0), of(2, 10)), (2, 1, -2, 11));
        assert_eq!((of(0, 500), of(0, -500)), (ONE, -ONE));
    }

    #[test]
    fn a_position_without_a_move_has_no_threats() {
        let mut board = Board::<Freestyle>::new(Size::square(15).unwrap());
        assert_eq!(Looks::of(&board).bucket, 0);
        board.make(Move::new(board.size().centre()));
        assert_eq!(Looks::of(&board).side, Side::White);
    }
}
