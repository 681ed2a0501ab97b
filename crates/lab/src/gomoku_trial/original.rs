//! The engine that the first documents describe, built anew from their words: a player to measure against.
//!
//! Its search is a principal variation search over a blind beam: the ten best-looking moves near the root, six below,
//! whatever the others may threaten. Moves are ordered in five stages (the table's move, wins and captures, two
//! killers, a history of squared depths, the static value); late ones are searched less deeply. The table holds a
//! million entries under a key of the stones alone: neither the side to move nor the captured pairs are in it. It deepens
//! to ten plies at most, with an aspiration window. It knows neither that two free threes are forbidden nor that a five can be broken,
//! and never looks for forced wins. Nothing here is shared with the search of this project.
//!
//! Its evaluation sums the rows on the board, seeing one hole in each ("peek"). The documents give an open three 8000, "nearly
//! as much as a blocked four"; the other values are chosen to go with it. [`Kind::Found`] has the faults that were found when that
//! engine was read: its rows always count nothing, so that captures alone do, and a five does not end its search.

use std::time::Instant;

use regence_gomoku::{Move, Side, Size};
use regence_gomoku_search::AnyBoard;

use regence_arena::in_process::player::Effort;

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// As the documents say it plays
    Described,
    /// With the faults that its program had
    Found,
}

/// Cells of the largest board with a border of five, so that no scan has to ask where it ends.
const STRIDE: usize = 32;
const BORDER: usize = 5;
const CELLS: usize = STRIDE * STRIDE;
const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// The size before a game.
const USUAL: Size = match Size::square(19) {
    Some(size) => size,
    None => unreachable!(),
};

const EMPTY: u8 = 0;
const OUTSIDE: u8 = 3;

const TABLE: usize = 1 << 20;
const DEEPEST: usize = 10;
const WIDE: usize = 10;
const NARROW: usize = 6;
/// Plies from the root on which the beam is wide.
const WIDE_PLIES: usize = 2;
/// Moves of a node that are never reduced, and the depth from which others are.
const UNREDUCED: usize = 3;
const REDUCED_FROM: usize = 3;
const WINDOW: i32 = 500;

const WIN: i32 = 1_000_000;
const INFINITE: i32 = 10_000_000;
const FIVE: i32 = 100_000;
const OPEN_FOUR: i32 = 50_000;
const FOUR: i32 = 10_000;
const OPEN_THREE: i32 = 8_000;
const BROKEN_THREE: i32 = 5_000;
const CLOSED_THREE: i32 = 1_000;
const OPEN_TWO: i32 = 500;
const CLOSED_TWO: i32 = 50;
const CAPTURED_PAIR: i32 = 5_000;

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    value: i32,
    best: u16,
    depth: u8,
    flag: Flag,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Flag {
    #[default]
    None,
    Exact,
    Lower,
    Upper,
}

/// The search has no time left.
struct Stopped;

/// The player: its board, its table and what it remembers within a search.
pub struct Original {
    kind: Kind,
    captures: bool,
    size: Size,
    cells: Vec<u8>,
    keys: Vec<[u64; 2]>,
    key: u64,
    /// The rows on the board, for Black.
    rows: i32,
    pairs: [i32; 2],
    table: Vec<Entry>,
    killers: [[u16; 2]; DEEPEST + 1],
    history: Vec<i32>,
    nodes: u64,
    ends: Ends,
}

/// When a search ends.
#[derive(Clone, Copy)]
enum Ends {
    AfterNodes(u64),
    At(Instant),
}

/// What a move changed.
struct Undo {
    at: usize,
    rows: i32,
    pairs: [i32; 2],
    key: u64,
    taken: [usize; 16],
    taken_count: usize,
}

impl Original {
    pub fn new(kind: Kind) -> Original {
        let mut state = 42;
        let keys = (0..CELLS).map(|_| [(); 2].map(|()| random(&mut state)));
        Original {
            kind,
            captures: false,
            size: USUAL,
            cells: vec![OUTSIDE; CELLS],
            keys: keys.collect(),
            key: 0,
            rows: 0,
            pairs: [0; 2],
            table: vec![Entry::default(); TABLE],
            killers: [[0; 2]; DEEPEST + 1],
            history: vec![0; CELLS],
            nodes: 0,
            ends: Ends::AfterNodes(0),
        }
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.table.fill(Entry::default());
        self.history.fill(0);
    }

    /// The move it would play; one that the rules forbid is passed over.
    pub fn choose(&mut self, board: &AnyBoard, effort: Effort) -> Option<Move> {
        self.set(board);
        self.nodes = 0;
        self.ends = match effort {
            Effort::Nodes(nodes) | Effort::SoftNodes(nodes) => Ends::AfterNodes(nodes),
            // What a process would lose on the way is left as a margin.
            Effort::Time(time) => Ends::At(Instant::now() + time * 49 / 50),
            // It knows no clock: an even share for each of forty moves.
            Effort::Clock {
                base,
                increment,
                nodes_per_second,
            } => {
                let share = base.as_secs_f64() / 40.0 + increment.as_secs_f64();
                Ends::AfterNodes((share * nodes_per_second as f64) as u64)
            }
        };
        self.killers = [[0; 2]; DEEPEST + 1];
        let side = board.side().index();
        let legal = |at: &usize| self.point(*at).is_some_and(|mv| board.is_legal(mv));
        let mut moves: Vec<usize> = self.ordered(side, 0, 0).into_iter().filter(legal).collect();
        moves.truncate(WIDE);
        let Some(&first) = moves.first() else {
            return board.legal_moves().first().map(Move::new);
        };
        let (mut best, mut value) = (first, None);
        for depth in 1..=DEEPEST {
            let Ok((at, found)) = self.aspire(&moves, side, depth, value) else {
                break;
            };
            (best, value) = (at, Some(found));
            // The best move of one depth is the first of the next.
            if let Some(place) = moves.iter().position(|&mv| mv == at) {
                moves[..=place].rotate_right(1);
            }
            if found >= FIVE {
                break;
            }
        }
        self.point(best)
    }

    fn aspire(
        &mut self,
        moves: &[usize],
        side: usize,
        depth: usize,
        before: Option<i32>,
    ) -> Result<(usize, i32), Stopped> {
        if let Some(before) = before {
            let (alpha, beta) = (before - WINDOW, before + WINDOW);
            let found = self.root(moves, side, depth, alpha, beta)?;
            if found.1 > alpha && found.1 < beta {
                return Ok(found);
            }
        }
        self.root(moves, side, depth, -INFINITE, INFINITE)
    }

    fn root(
        &mut self,
        moves: &[usize],
        side: usize,
        depth: usize,
        mut alpha: i32,
        beta: i32,
    ) -> Result<(usize, i32), Stopped> {
        let mut best = (moves[0], -INFINITE);
        for (place, &at) in moves.iter().enumerate() {
            let value = self.search_move(at, place, side, depth, 0, alpha, beta)?;
            if value > best.1 {
                best = (at, value);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The first move with the full window, the others with a null window, late ones less deeply at first.
    #[expect(clippy::too_many_arguments, reason = "what its description hands down")]
    fn search_move(
        &mut self,
        at: usize,
        place: usize,
        side: usize,
        depth: usize,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let undo = self.make(at, side);
        let mut found = Err(Stopped);
        if self.is_won(at, side) {
            found = Ok(WIN - ply as i32);
        } else if place == 0 {
            found = self
                .node(1 - side, depth - 1, ply + 1, -beta, -alpha)
                .map(|v| -v);
        } else {
            let reduced = match depth >= REDUCED_FROM && place >= UNREDUCED {
                true => depth.saturating_sub(3),
                false => depth - 1,
            };
            for tried in [reduced, depth - 1] {
                found = self
                    .node(1 - side, tried, ply + 1, -alpha - 1, -alpha)
                    .map(|v| -v);
                let fails_low = matches!(found, Ok(value) if value <= alpha);
                if found.is_err() || fails_low || tried == depth - 1 {
                    break;
                }
            }
            if matches!(found, Ok(value) if value > alpha && value < beta) {
                found = self
                    .node(1 - side, depth - 1, ply + 1, -beta, -alpha)
                    .map(|v| -v);
            }
        }
        self.undo(&undo, side);
        found
    }

    fn node(
        &mut self,
        side: usize,
        depth: usize,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.visit()?;
        if depth == 0 {
            return Ok(self.evaluate(side));
        }
        let slot = self.key as usize % TABLE;
        let entry = self.table[slot];
        let mut table_move = 0;
        if entry.key == self.key && entry.flag != Flag::None {
            table_move = usize::from(entry.best);
            if usize::from(entry.depth) >= depth {
                match entry.flag {
                    Flag::Exact => return Ok(entry.value),
                    Flag::Lower if entry.value >= beta => return Ok(entry.value),
                    Flag::Upper if entry.value <= alpha => return Ok(entry.value),
                    _ => {}
                }
            }
        }
        let mut moves = self.ordered(side, ply, table_move);
        moves.truncate(if ply < WIDE_PLIES { WIDE } else { NARROW });
        let before = alpha;
        let mut best = (0, -INFINITE);
        for (place, &at) in moves.iter().enumerate() {
            let value = self.search_move(at, place, side, depth, ply, alpha, beta)?;
            if value > best.1 {
                best = (at, value);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.remember(at, ply, depth);
                break;
            }
        }
        if moves.is_empty() {
            return Ok(0);
        }
        let flag = match best.1 {
            value if value <= before => Flag::Upper,
            value if value >= beta => Flag::Lower,
            _ => Flag::Exact,
        };
        self.table[slot] = Entry {
            key: self.key,
            value: best.1,
            best: best.0 as u16,
            depth: depth as u8,
            flag,
        };
        Ok(best.1)
    }

    fn remember(&mut self, at: usize, ply: usize, depth: usize) {
        let killers = &mut self.killers[ply.min(DEEPEST)];
        if usize::from(killers[0]) != at {
            *killers = [at as u16, killers[0]];
        }
        self.history[at] += (depth * depth) as i32;
    }

    fn visit(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let goes_on = match self.ends {
            Ends::AfterNodes(nodes) => self.nodes <= nodes,
            Ends::At(end) => !self.nodes.is_multiple_of(256) || Instant::now() < end,
        };
        goes_on.then_some(()).ok_or(Stopped)
    }

    /// The free points near a stone, by the five stages.
    fn ordered(&self, side: usize, ply: usize, table_move: usize) -> Vec<usize> {
        let mut scored: Vec<(i32, usize)> = self
            .near()
            .into_iter()
            .map(|at| (self.rank(at, side, ply, table_move), at))
            .collect();
        scored.sort_unstable_by_key(|&(rank, at)| (-rank, at));
        scored.into_iter().map(|(_, at)| at).collect()
    }

    fn rank(&self, at: usize, side: usize, ply: usize, table_move: usize) -> i32 {
        const STAGE: i32 = 10_000_000;
        if at == table_move {
            return 4 * STAGE;
        }
        let (mine, theirs) = (self.stone_value(at, side), self.stone_value(at, 1 - side));
        let takes = match self.captures {
            true => self.pairs_at(at, side).count() as i32,
            false => 0,
        };
        if mine >= FIVE || theirs >= FIVE || takes > 0 {
            return 3 * STAGE + 2 * mine + theirs + takes * CAPTURED_PAIR;
        }
        let killers = self.killers[ply.min(DEEPEST)];
        if let Some(place) = killers.iter().position(|&killer| usize::from(killer) == at) {
            return 2 * STAGE - place as i32;
        }
        self.history[at].min(STAGE / 4) + mine + theirs
    }

    fn near(&self) -> Vec<usize> {
        let mut near = vec![false; CELLS];
        let mut any = false;
        for at in self.inside() {
            if self.cells[at] == EMPTY {
                continue;
            }
            any = true;
            for row in 0..5 {
                for column in 0..5 {
                    near[at + row * STRIDE + column - 2 * STRIDE - 2] = true;
                }
            }
        }
        if !any {
            return vec![self.index(self.size.centre().into())];
        }
        self.inside()
            .filter(|&at| near[at] && self.cells[at] == EMPTY)
            .collect()
    }

    fn inside(&self) -> impl Iterator<Item = usize> {
        let (width, height) = (
            usize::from(self.size.width()),
            usize::from(self.size.height()),
        );
        (0..height).flat_map(move |y| {
            let first = (y + BORDER) * STRIDE + BORDER;
            first..first + width
        })
    }

    fn evaluate(&self, side: usize) -> i32 {
        let rows = match self.kind {
            Kind::Described => self.rows,
            Kind::Found => 0,
        };
        let for_black = rows + CAPTURED_PAIR * (self.pairs[0] - self.pairs[1]);
        if side == 0 { for_black } else { -for_black }
    }

    fn is_won(&self, at: usize, side: usize) -> bool {
        if self.captures && self.pairs[side] >= 5 {
            return true;
        }
        self.kind == Kind::Described
            && STEPS
                .iter()
                .any(|&step| self.run(at, step, side).stones >= 5)
    }

    fn make(&mut self, at: usize, side: usize) -> Undo {
        let mut undo = Undo {
            at,
            rows: self.rows,
            pairs: self.pairs,
            key: self.key,
            taken: [0; 16],
            taken_count: 0,
        };
        if self.captures {
            for pair in self.pairs_at(at, side) {
                for cell in pair {
                    undo.taken[undo.taken_count] = cell;
                    undo.taken_count += 1;
                }
            }
        }
        self.change(at, side as u8 + 1);
        self.key ^= self.keys[at][side];
        for place in 0..undo.taken_count {
            let cell = undo.taken[place];
            self.change(cell, EMPTY);
            self.key ^= self.keys[cell][1 - side];
        }
        self.pairs[side] += undo.taken_count as i32 / 2;
        undo
    }

    fn undo(&mut self, undo: &Undo, side: usize) {
        for &cell in &undo.taken[..undo.taken_count] {
            self.cells[cell] = 2 - side as u8;
        }
        self.cells[undo.at] = EMPTY;
        (self.rows, self.pairs, self.key) = (undo.rows, undo.pairs, undo.key);
    }

    /// Changes a cell, and the sum of rows by what the four lines through it are worth before and after.
    fn change(&mut self, at: usize, to: u8) {
        let before = self.lines_through(at);
        self.cells[at] = to;
        self.rows += self.lines_through(at) - before;
    }

    /// The worth of the rows in the four lines through a cell, for Black.
    fn lines_through(&self, at: usize) -> i32 {
        if self.kind == Kind::Found {
            return 0;
        }
        STEPS.iter().map(|&step| self.line_value(at, step)).sum()
    }

    fn line_value(&self, at: usize, step: usize) -> i32 {
        let mut from = at;
        while self.cells[from - step] != OUTSIDE {
            from -= step;
        }
        let mut sum = 0;
        while self.cells[from] != OUTSIDE {
            let stone = self.cells[from];
            if stone == EMPTY {
                from += step;
                continue;
            }
            let side = usize::from(stone - 1);
            let run = self.run(from, step, side);
            let value = run.value();
            sum += if side == 0 { value } else { -value };
            from += step * run.stones;
        }
        sum
    }

    /// What a stone would make on an empty cell, all lines together.
    fn stone_value(&self, at: usize, side: usize) -> i32 {
        STEPS
            .iter()
            .map(|&step| self.run(at, step, side).value())
            .sum()
    }

    /// The row through a cell that holds, or is to hold, a stone of `side`.
    fn run(&self, at: usize, step: usize, side: usize) -> Run {
        let own = side as u8 + 1;
        let arm = |forward: bool| {
            let next = |cell: usize| if forward { cell + step } else { cell - step };
            let (mut cell, mut stones) = (next(at), 0);
            while self.cells[cell] == own && stones < 5 {
                stones += 1;
                cell = next(cell);
            }
            let is_open = self.cells[cell] == EMPTY;
            let (mut beyond, mut peeked) = (next(cell), 0);
            if is_open {
                while self.cells[beyond] == own && peeked < 4 {
                    peeked += 1;
                    beyond = next(beyond);
                }
            }
            let far_open = peeked > 0 && self.cells[beyond] == EMPTY;
            (stones, is_open, peeked, far_open)
        };
        let (back, ahead) = (arm(false), arm(true));
        Run {
            stones: 1 + back.0 + ahead.0,
            open: [back.1, ahead.1],
            peeked: [back.2, ahead.2],
            far_open: [back.3, ahead.3],
        }
    }

    /// The pairs that a stone takes.
    fn pairs_at(&self, at: usize, side: usize) -> impl Iterator<Item = [usize; 2]> {
        let (own, other) = (side as u8 + 1, 2 - side as u8);
        STEPS
            .iter()
            .flat_map(|&step| [step, step.wrapping_neg()])
            .filter_map(move |step| {
                let cell = |steps: usize| at.wrapping_add(step.wrapping_mul(steps));
                let is_pair = self.cells[cell(1)] == other
                    && self.cells[cell(2)] == other
                    && self.cells[cell(3)] == own;
                is_pair.then(|| [cell(1), cell(2)])
            })
    }

    fn set(&mut self, board: &AnyBoard) {
        self.size = board.size();
        self.captures = board.rule() == regence_gomoku::RuleSet::Ninuki;
        self.cells.fill(OUTSIDE);
        for at in self.inside().collect::<Vec<_>>() {
            self.cells[at] = EMPTY;
        }
        (self.key, self.rows) = (0, 0);
        for point in self.size.points() {
            if let Some(side) = board.stone(point) {
                let at = self.index(Move::new(point));
                self.change(at, side.index() as u8 + 1);
                self.key ^= self.keys[at][side.index()];
            }
        }
        self.pairs = Side::BOTH.map(|side| i32::from(board.captured(side) / 2));
    }

    fn index(&self, mv: Move) -> usize {
        let point = mv.point();
        (usize::from(point.y()) + BORDER) * STRIDE + usize::from(point.x()) + BORDER
    }

    fn point(&self, at: usize) -> Option<Move> {
        let (x, y) = (
            (at % STRIDE).checked_sub(BORDER)?,
            (at / STRIDE).checked_sub(BORDER)?,
        );
        self.size.point(x as u8, y as u8).map(Move::new)
    }
}

/// Stones in a row, what lies at both ends, and the stones behind one hole.
struct Run {
    stones: usize,
    open: [bool; 2],
    peeked: [usize; 2],
    far_open: [bool; 2],
}

impl Run {
    fn value(&self) -> i32 {
        let ends = self.open.iter().filter(|&&open| open).count();
        let longest = self.stones + self.peeked[0].max(self.peeked[1]);
        match (self.stones, ends) {
            (5.., _) => FIVE,
            (4, 2) => OPEN_FOUR,
            (4, 1) => FOUR,
            (1..=3, _) if longest >= 4 => FOUR,
            (3, 2) => OPEN_THREE,
            (1..=2, 2) if longest == 3 && self.far_open != [false; 2] => BROKEN_THREE,
            (3, 1) | (1..=2, 1..) if longest == 3 => CLOSED_THREE,
            (2, 2) => OPEN_TWO,
            (2, 1) => CLOSED_TWO,
            _ => 0,
        }
    }
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku::RuleSet;
    use regence_gomoku_search::bench::board;

    fn choice(kind: Kind, rule: RuleSet, moves: &str, nodes: u64) -> String {
        let board = board(rule, 15, moves).unwrap();
        let mv = Original::new(kind)
            .choose(&board, Effort::Nodes(nodes))
            .unwrap();
        mv.to_string()
    }

    #[test]
    fn it_sees_fives_and_fours() {
        let four = "h8a1h9a3h10a5h11";
        let blocks = choice(Kind::Described, RuleSet::Freestyle, four, 5000);
        assert!(["h7", "h12"].contains(&blocks.as_str()), "{blocks}");
        let wins = choice(
            Kind::Described,
            RuleSet::Freestyle,
            &format!("{four}c1"),
            5000,
        );
        assert!(["h7", "h12"].contains(&wins.as_str()), "{wins}");
    }

    #[test]
    fn it_captures_what_hangs() {
        for kind in [Kind::Described, Kind::Found] {
            // One ply deep; deeper it may hope for more.
            assert_eq!(choice(kind, RuleSet::Ninuki, "h8i8a1j8", 30), "k8");
        }
    }

    #[test]
    fn rows_are_summed_as_if_from_new() {
        let mut player = Original::new(Kind::Described);
        let (mut state, mut side) = (7, 0);
        player.set(&AnyBoard::new(RuleSet::Ninuki, Size::square(9).unwrap()));
        for _ in 0..60 {
            let free: Vec<usize> = player
                .inside()
                .filter(|&at| player.cells[at] == EMPTY)
                .collect();
            let at = free[random(&mut state) as usize % free.len()];
            let undo = player.make(at, side);
            let cells = player.cells.clone();
            player.undo(&undo, side);
            player.make(at, side);
            assert_eq!(player.cells, cells);
            let rows = player.rows;
            (player.rows, player.cells) = (
                0,
                player
                    .cells
                    .iter()
                    .map(|&c| if c == OUTSIDE { c } else { EMPTY })
                    .collect(),
            );
            for (at, &stone) in cells.iter().enumerate() {
                if stone != OUTSIDE && stone != EMPTY {
                    player.change(at, stone);
                }
            }
            assert_eq!(player.rows, rows);
            side = 1 - side;
        }
    }

    #[test]
    fn holes_are_seen() {
        let value = |moves: &str| {
            let board = board(RuleSet::Freestyle, 15, moves).unwrap();
            let mut player = Original::new(Kind::Described);
            player.set(&board);
            player.rows
        };
        assert!(value("h8a1h9o1h11o15") >= 2 * BROKEN_THREE);
        assert!(value("h8a1h9o1h10o15") == OPEN_THREE);
    }
}
