//! Which moves a node looks at, and in what order.
//!
//! The width is set by the threats on the board: where something must be answered only the answers are
//! generated; else every legal point within reach of a stone. The order is by what a stone makes and
//! what it denies the opponent, then by the histories.

use crate::Gomoku;
use crate::eval::Play;
use crate::facts::Node;
use crate::history::Played;
use crate::params::Param;
use crate::search::Search;
use crate::techniques::{class_history, continuation_history, killers, point_history};
use crate::threat_info::{ThreatInfo, Urgency};
use regence_core::config::Config;
use regence_core::steps::Tried;
use regence_gomoku::{Board, Class, LineClass, Move, Point, PointSet, Reach};

/// A move, its place in the order, and what was learnt on the way of giving it one.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    pub mv: Move,
    pub score: i32,
    /// Its history score.
    pub history: i32,
    /// It takes a stone that kept a row from becoming five (ninuki).
    pub reopens: bool,
}

/// What making a class is worth in the order.
const MAKES: [i32; Class::COUNT] = [
    0, 400, 1_600, 3_200, 2_600, 5_200, 9_000, 12_000, 16_000, 2_500, 6_500, 60_000, 90_000,
    95_000, 200_000, 0,
];
/// What denying the opponent a class is worth.
const DENIES: [i32; Class::COUNT] = [
    0, 300, 1_200, 2_400, 1_600, 3_600, 6_000, 8_500, 11_500, 2_000, 5_000, 40_000, 60_000, 65_000,
    150_000, 0,
];
const KILLERS: [i32; 2] = [7_000, 5_000];
/// A point that the opponent's forced win goes through.
const IN_ZONE: i32 = 30_000;
/// A capture that takes a stone out of every row that threatens.
const BREAKS: i32 = 80_000;

/// The candidates of a node where nothing wins at once.
pub fn candidates<R: Play>(board: &Board<R>, info: &ThreatInfo) -> PointSet {
    match info.answers {
        Some(answers) => answers,
        None => {
            let near = board.quiets(Reach::USUAL);
            // All that is near may be forbidden, or nothing free is near.
            if near.is_empty() {
                board.legal_moves()
            } else {
                near
            }
        }
    }
}

/// What the parts of the order weigh under a rule.
#[derive(Clone, Copy, Debug)]
pub struct OrderWeights {
    shape: i32,
    history: i32,
    classes: i32,
    /// A pair taken, and one saved; more when the fifth is near.
    take: i32,
    save: i32,
}

impl OrderWeights {
    #[inline]
    pub fn new<R: Play, K: Config<Gomoku>>(config: &K) -> OrderWeights {
        let (shape, history) = match R::CAPTURES {
            true => (Param::OrderShapeNinuki, Param::OrderHistoryNinuki),
            false => (Param::OrderShape, Param::OrderHistory),
        };
        OrderWeights {
            shape: config.get(shape),
            history: config.get(history),
            classes: config.get(Param::OrderClasses),
            take: config.get(Param::OrderTake),
            save: config.get(Param::OrderSave),
        }
    }
}

/// What a move would do, before histories: the board alone knows it. The caller knows whether it reopens a five.
pub fn board_score<R: Play>(
    board: &Board<R>,
    point: Point,
    reopens: bool,
    weights: &OrderWeights,
) -> i32 {
    let (us, them) = (board.side(), board.side().other());
    let mut score =
        MAKES[board.class(point, us).index()] + DENIES[board.class(point, them).index()];
    if R::CAPTURES {
        let near = |side| 2 + i32::from(board.captured(side)) / 2;
        score += weights.take * i32::from(board.captures_at(point, us)) * near(us) / 2;
        if reopens {
            score += MAKES[Class::FourThree.index()];
        }
        score += weights.save * i32::from(board.captures_at(point, them)) * near(them) / 2;
    }
    score
}

/// Where the opponent's rows threaten to become fours or fives. A capture that takes a stone out of such a row
/// is the best answer to it (ninuki).
struct Rows {
    threats: PointSet,
}

impl Rows {
    fn look<R: Play>(board: &Board<R>, info: &ThreatInfo) -> Rows {
        let them = board.side().other();
        let threats = match info.urgency {
            Urgency::Three if R::CAPTURES => {
                board.points_between(them, Class::DoubleFour, Class::Five)
            }
            Urgency::Four if R::CAPTURES => board.points_of(them, Class::Five),
            _ => PointSet::EMPTY,
        };
        Rows { threats }
    }

    /// What a move is worth for breaking all of them.
    fn score<R: Play>(&self, board: &Board<R>, point: Point) -> i32 {
        let (us, them) = (board.side(), board.side().other());
        if !R::CAPTURES || self.threats.is_empty() || board.captures_at(point, us) == 0 {
            return 0;
        }
        let taken = board.captured_at(point, us);
        let breaks = |threat| board.row_touches(threat, them, LineClass::Four, &taken);
        match self.threats.iter().all(breaks) {
            true => BREAKS,
            false => 0,
        }
    }
}

/// How far a node's moves are prepared. Most nodes are cut by the table's move, and need no list at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    /// The list has still to be made.
    List,
    /// The best of the list is looked for each time: only few are expected to be asked for.
    Best,
    Sorted,
}

/// So many moves are looked for one by one before the rest is sorted.
const ONE_BY_ONE: usize = 5;

/// Hands out a node's moves, best first. The moves lie on the search's arena above `start`.
#[derive(Debug)]
pub struct Picker<'a> {
    info: &'a ThreatInfo,
    zone: Option<&'a PointSet>,
    table_move: Option<Move>,
    ply: usize,
    stage: Stage,
    start: usize,
    next: usize,
}

impl<'a> Picker<'a> {
    /// The moves of the root are ordered by the deepening.
    pub fn for_root<R: Play, K: Config<Gomoku>>(
        search: &mut Search<'_, R, K>,
        info: &'a ThreatInfo,
    ) -> Picker<'a> {
        let mut picker = Picker::new(search, info, 0, None, None);
        let before = search.context(0);
        for place in search.root.first..search.root.moves.len() {
            let scored = look_at(search, search.root.moves[place].mv, &before);
            search.arena.push(scored);
        }
        picker.stage = Stage::Sorted;
        picker
    }

    pub fn new<R: Play, K: Config<Gomoku>>(
        search: &Search<'_, R, K>,
        info: &'a ThreatInfo,
        ply: usize,
        table_move: Option<Move>,
        zone: Option<&'a PointSet>,
    ) -> Picker<'a> {
        let start = search.arena.len();
        Picker {
            info,
            zone,
            table_move,
            ply,
            stage: Stage::TableMove,
            start,
            next: start,
        }
    }

    pub fn next<R: Play, K: Config<Gomoku>>(
        &mut self,
        search: &mut Search<'_, R, K>,
    ) -> Option<Scored> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::List;
            if let Some(mv) = self.table_move {
                return Some(look_at(search, mv, &search.context(self.ply)));
            }
        }
        if self.stage == Stage::List {
            self.list(search);
            self.stage = Stage::Best;
        }
        let rest = &mut search.arena[self.next..];
        if self.stage == Stage::Best {
            if self.next - self.start < ONE_BY_ONE {
                let best = (0..rest.len()).max_by_key(|&place| (rest[place].score, !place))?;
                rest.swap(0, best);
            } else {
                rest.sort_unstable_by_key(|scored| std::cmp::Reverse(scored.score));
                self.stage = Stage::Sorted;
            }
        }
        self.next += 1;
        rest.first().copied()
    }

    /// Scores every move but the table's.
    fn list<R: Play, K: Config<Gomoku>>(&self, search: &mut Search<'_, R, K>) {
        let mut points = candidates(&search.board, self.info);
        if let Some(mv) = self.table_move {
            points.remove(mv.point());
        }
        let killers = killers::of(search, self.ply);
        let before = search.context(self.ply);
        let rows = Rows::look(&search.board, self.info);
        let (us, them) = (search.board.side(), search.board.side().other());
        let weights = OrderWeights::new::<R, K>(search.config);
        for point in &points {
            let mut scored = look_at(search, point.into(), &before);
            let shapes = search.board.score_at(point, us) + search.board.score_at(point, them);
            scored.score = board_score(&search.board, point, scored.reopens, &weights)
                + rows.score(&search.board, point)
                + weights.shape * shapes
                + weights.history * scored.history / 25
                + weights.classes * class_history::score(search, point) / 100;
            if let Some(rank) = killers.iter().position(|&killer| killer == Some(scored.mv)) {
                scored.score += KILLERS[rank];
            }
            if self.zone.is_some_and(|zone| zone.contains(point)) {
                scored.score += IN_ZONE;
            }
            search.arena.push(scored);
        }
    }

    /// Gives the arena back.
    pub fn finish<R: Play, K: Config<Gomoku>>(&self, search: &mut Search<'_, R, K>) {
        search.arena.truncate(self.start);
    }
}

/// A move as the techniques see it, not yet in its place.
#[inline]
fn look_at<R: Play, K: Config<Gomoku>>(
    search: &Search<'_, R, K>,
    mv: Move,
    before: &[Option<Played>; 2],
) -> Scored {
    Scored {
        mv,
        score: 0,
        history: history_score(search, mv, before),
        reopens: R::CAPTURES && search.board.reopens_five(mv.point(), search.board.side()),
    }
}

/// How well a move has done.
#[inline]
fn history_score<R: Play, K: Config<Gomoku>>(
    search: &Search<'_, R, K>,
    mv: Move,
    before: &[Option<Played>; 2],
) -> i32 {
    (point_history::score(search, mv) + continuation_history::score(search, mv, before)) / 4
}
impl<R: Play, K: Config<Gomoku>> Search<'_, R, K> {
    /// A move has cut: it gains, those tried before it lose.
    pub fn learn(
        &mut self,
        node: &Node,
        best: Move,
        tried: &Tried<Move>,
        context: &[Option<Played>; 2],
    ) {
        let makes = self.board.class(best.point(), self.board.side());
        if makes < Class::Four {
            killers::learn(&mut self.frame(node.ply).killers, best);
        }
        let bonus = point_history::bonus(self.config, node.depth);
        point_history::learn(self, best, bonus);
        continuation_history::learn(self, best, context, bonus);
        class_history::learn(self, best, bonus);
        for mv in tried.iter() {
            point_history::learn(self, mv, -bonus);
            continuation_history::learn(self, mv, context, -bonus);
            class_history::learn(self, mv, -bonus);
        }
    }
}
