//! Endgame tables, as the search asks them. Who reads the files is not its business: see [`Tablebase`].
//!
//! Idea: with few pieces on the board the result is known, so there is nothing to search.
//! Guard: few enough pieces, no castling, and the move before was a capture or a pawn move. Tables know nothing
//! of the fifty-move counter, so only where it has just begun again is their word good.
//! Danger: a known win is not yet a plan. At the root the distance to the next capture or pawn move keeps the
//! fifty-move rule away: of the moves that win in time all are searched, and once time is short only the
//! quickest.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use regence_chess::{Board, Game, Move};
use regence_core::engine::RootMoves;
use regence_core::{Bound, Value};

/// What a table says of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    Loss,
    /// A loss that the fifty-move rule makes a draw.
    BlessedLoss,
    Draw,
    /// A win that the fifty-move rule makes a draw.
    CursedWin,
    Win,
}

/// Tables of endgames.
pub trait Tablebase: fmt::Debug + Send + Sync {
    /// The most pieces of a position that any table has, kings included.
    fn max_pieces(&self) -> u32;

    /// The result of a position just after a capture or a pawn move; none if no table has it.
    fn wdl(&self, board: &Board) -> Option<Wdl>;

    /// Plies until the next capture or pawn move on the way to the result: positive if the side to move wins,
    /// negative if it loses, 0 for a draw; beyond 100 where the fifty-move rule saves the loser.
    fn dtz(&self, board: &Board) -> Option<i32>;
}

/// Tables, and how the user wants them used.
#[derive(Clone, Debug)]
pub struct Endgames {
    tables: Arc<dyn Tablebase>,
    /// Positions with more pieces are not asked for.
    limit: u32,
    /// Whether the fifty-move rule counts.
    fifty_moves: bool,
    /// Positions that a table knew, in this search.
    hits: Arc<AtomicU64>,
}

impl Endgames {
    pub fn new(tables: Arc<dyn Tablebase>) -> Endgames {
        Endgames {
            limit: tables.max_pieces(),
            tables,
            fifty_moves: true,
            hits: Arc::default(),
        }
    }

    /// Sets the most pieces to ask for, and whether the fifty-move rule counts.
    pub fn set_rules(&mut self, limit: u32, fifty_moves: bool) {
        self.limit = limit.min(self.tables.max_pieces());
        self.fifty_moves = fifty_moves;
    }

    /// How often a table has known the answer, in the search that runs or ran last.
    pub fn hits(&self) -> u64 {
        self.hits.load(Relaxed)
    }

    pub(crate) fn begin_search(&self) {
        self.hits.store(0, Relaxed);
    }

    fn covers(&self, board: &Board) -> bool {
        board.occupied().count() <= self.limit && board.castling_rooks().is_empty()
    }

    /// What the tables say of a node, as a score with its bound: a win is at least so much, because a mate may
    /// be found that is worth more.
    #[inline]
    pub(crate) fn probe(&self, board: &Board, ply: i32) -> Option<(Value, Bound)> {
        if board.halfmove_clock() != 0 || !self.covers(board) {
            return None;
        }
        let wdl = self.tables.wdl(board)?;
        self.hits.fetch_add(1, Relaxed);
        Some(self.score(wdl, ply))
    }

    fn score(&self, wdl: Wdl, ply: i32) -> (Value, Bound) {
        match wdl {
            Wdl::Win => (Value::tablebase_win(ply), Bound::Lower),
            Wdl::Loss => (-Value::tablebase_win(ply), Bound::Upper),
            Wdl::CursedWin if !self.fifty_moves => (Value::tablebase_win(ply), Bound::Lower),
            Wdl::BlessedLoss if !self.fifty_moves => (-Value::tablebase_win(ply), Bound::Upper),
            Wdl::CursedWin | Wdl::BlessedLoss | Wdl::Draw => (Value::DRAW, Bound::Exact),
        }
    }

    /// What the tables say of the root and its legal `moves`: those that keep the result. None if the tables do not
    /// have it.
    pub(crate) fn at_root(&self, game: &Game, moves: &[Move]) -> Option<RootMoves<Move>> {
        if !self.covers(game.board()) {
            return None;
        }
        let mut ranked = Vec::new();
        for &mv in moves {
            let distance = self.distance(game, mv)?;
            ranked.push((mv, self.rank(game, distance)));
        }
        let best = ranked.iter().map(|&(_, rank)| rank).max()?;
        self.hits.fetch_add(ranked.len() as u64, Relaxed);
        ranked.retain(|&(_, rank)| rank == best);
        Some(RootMoves {
            moves: ranked.into_iter().map(|(mv, _)| mv).collect(),
            known: Some(best.value()),
        })
    }

    /// [`Tablebase::dtz`] of the root if this move is played.
    fn distance(&self, game: &Game, mv: Move) -> Option<i32> {
        let next = game.board().make(mv);
        if next.in_check() && !next.has_legal_move() {
            return Some(1);
        }
        let mut after = game.clone();
        after.push(mv);
        if after.outcome().is_some() {
            return Some(0);
        }
        if next.halfmove_clock() == 0 {
            return Some(match self.tables.wdl(&next)? {
                Wdl::Loss => 1,
                Wdl::BlessedLoss => 101,
                Wdl::Draw => 0,
                Wdl::CursedWin => -101,
                Wdl::Win => -1,
            });
        }
        let distance = -self.tables.dtz(&next)?;
        Some(distance + distance.signum())
    }

    fn rank(&self, game: &Game, distance: i32) -> Rank {
        let clock = i32::from(game.board().halfmove_clock());
        match distance {
            0 => Rank::Draw,
            1.. if !self.fifty_moves => Rank::SureWin,
            // The first ply after the counter has run out is too late, and a rounded distance may be one short.
            1.. if distance + clock <= 99 && !has_repeated(game) => Rank::SureWin,
            1.. if distance + clock <= 99 => Rank::LateWin(-distance),
            1.. => Rank::CursedWin(-distance),
            _ if !self.fifty_moves || -distance + clock <= 99 => Rank::Loss,
            _ => Rank::BlessedLoss(-distance),
        }
    }
}

/// How good a root move is, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Which loss lasts longest against a human the search knows better.
    Loss,
    /// The longer the way, the more likely the fifty-move rule helps.
    BlessedLoss(i32),
    Draw,
    CursedWin(i32),
    /// A win, but positions have come back: now only the quickest way counts.
    LateWin(i32),
    /// A win in good time: the search may choose the way.
    SureWin,
}

impl Rank {
    fn value(self) -> Value {
        match self {
            Rank::Loss => -Value::tablebase_win(0),
            Rank::BlessedLoss(_) | Rank::Draw | Rank::CursedWin(_) => Value::DRAW,
            Rank::LateWin(_) | Rank::SureWin => Value::tablebase_win(0),
        }
    }
}

/// Whether any position since the last capture or pawn move has come twice.
fn has_repeated(game: &Game) -> bool {
    let clock = usize::from(game.board().halfmove_clock());
    let mut keys: Vec<_> = game.keys().iter().rev().take(clock).copied().collect();
    keys.push(game.board().key());
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess::PieceKind;

    fn at_root(game: &Game) -> Option<RootMoves<Move>> {
        endgames().at_root(game, &game.board().legal_moves())
    }

    /// Knows that a side with a rook more wins, in about as many plies as its king is ranks away from the top.
    #[derive(Debug)]
    struct Rooks;

    impl Tablebase for Rooks {
        fn max_pieces(&self) -> u32 {
            3
        }

        fn wdl(&self, board: &Board) -> Option<Wdl> {
            Some(match self.dtz(board)? {
                0 => Wdl::Draw,
                1..=100 => Wdl::Win,
                101.. => Wdl::CursedWin,
                -100..0 => Wdl::Loss,
                _ => Wdl::BlessedLoss,
            })
        }

        fn dtz(&self, board: &Board) -> Option<i32> {
            if board.legal_moves().iter().any(|&mv| board.is_capture(mv)) {
                return Some(0);
            }
            let rook = board.pieces(PieceKind::Rook).lsb();
            let Some(winner) = rook.and_then(|rook| board.piece_at(rook)) else {
                return Some(0);
            };
            let distance = 10 + 2 * (7 - board.king(winner.color()).rank().index() as i32);
            Some(match winner.color() == board.side_to_move() {
                true => distance,
                false => -distance,
            })
        }
    }

    fn endgames() -> Endgames {
        Endgames::new(Arc::new(Rooks))
    }

    fn game(fen: &str) -> Game {
        Game::new(Board::from_fen(fen).expect("valid"))
    }

    #[test]
    fn tables_are_asked_only_where_they_are_right() {
        let probe = |fen: &str| endgames().probe(game(fen).board(), 4);
        let win = Some((Value::tablebase_win(4), Bound::Lower));
        assert_eq!(probe("8/8/8/4k3/8/8/8/R3K3 w - - 0 1"), win);
        let loss = Some((-Value::tablebase_win(4), Bound::Upper));
        assert_eq!(probe("8/8/8/4k3/8/8/8/R3K3 b - - 0 1"), loss);
        assert_eq!(probe("8/8/8/4k3/8/8/8/R3K3 w - - 1 1"), None, "clock");
        assert_eq!(probe("8/8/8/4k3/8/8/8/R3K3 w Q - 0 1"), None, "castling");
        assert_eq!(probe("8/8/7p/4k3/8/8/8/R3K3 w - - 0 1"), None, "pieces");
    }

    #[test]
    fn hits_are_counted_and_the_limit_holds() {
        let mut endgames = endgames();
        let game = game("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
        endgames.probe(game.board(), 1);
        assert_eq!(endgames.hits(), 1);
        endgames.set_rules(2, true);
        assert_eq!(endgames.probe(game.board(), 1), None);
        endgames.set_rules(99, true);
        assert_eq!(endgames.limit, 3);
        endgames.begin_search();
        assert_eq!(endgames.hits(), 0);
    }

    #[test]
    fn the_fifty_move_rule_can_be_left_out() {
        let mut endgames = endgames();
        assert_eq!(endgames.score(Wdl::CursedWin, 0).0, Value::DRAW);
        endgames.set_rules(3, false);
        assert!(endgames.score(Wdl::CursedWin, 0).0.is_win());
        assert!(endgames.score(Wdl::BlessedLoss, 0).0.is_loss());
    }

    #[test]
    fn the_root_keeps_the_moves_that_win() {
        let game = game("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
        let verdict = at_root(&game).expect("known");
        assert_eq!(verdict.known, Some(Value::tablebase_win(0)));
        // All moves keep the rook, so all of them win.
        assert_eq!(verdict.moves.len(), game.board().legal_moves().len());
    }

    #[test]
    fn moves_that_lose_the_rook_are_left_out() {
        // The rook is attacked; only moves of it keep the win. Taking it would be a draw.
        let game = game("8/8/8/8/8/8/1k6/R6K w - - 0 1");
        let verdict = at_root(&game).expect("known");
        let board = game.board();
        assert!(!verdict.moves.is_empty());
        for mv in &verdict.moves {
            assert!(board.moved(*mv).kind() == PieceKind::Rook, "{mv}");
        }
    }

    #[test]
    fn a_late_win_takes_the_quickest_way() {
        let mut game = game("8/8/8/8/8/4k3/8/R6K w - - 10 40");
        for text in ["a1a2", "e3d3", "a2a1", "d3e3"] {
            let mv = game.board().move_from_uci(text).expect("legal");
            game.push(mv);
        }
        assert!(has_repeated(&game));
        let all = game.board().legal_moves().len();
        let verdict = at_root(&game).expect("known");
        assert!(verdict.moves.len() < all, "{verdict:?}");
        assert_eq!(verdict.known, Some(Value::tablebase_win(0)));
    }
}
