//! A board whose rule set is known only at run time.

use regence_gomoku::{
    Board, Caro, Freestyle, Move, Ninuki, Outcome, PlayError, Point, PointSet, Renju, RuleSet,
    Setup, SetupError, Side, Size, Standard,
};

/// A board of any of the five rule sets.
#[derive(Clone, Debug)]
pub enum AnyBoard {
    Freestyle(Board<Freestyle>),
    Standard(Board<Standard>),
    Renju(Board<Renju>),
    Caro(Board<Caro>),
    Ninuki(Board<Ninuki>),
}

/// Runs an expression on the board inside.
macro_rules! with_board {
    ($any:expr, $board:ident => $body:expr) => {
        match $any {
            $crate::AnyBoard::Freestyle($board) => $body,
            $crate::AnyBoard::Standard($board) => $body,
            $crate::AnyBoard::Renju($board) => $body,
            $crate::AnyBoard::Caro($board) => $body,
            $crate::AnyBoard::Ninuki($board) => $body,
        }
    };
}
pub(crate) use with_board;

impl AnyBoard {
    /// An empty board.
    pub fn new(rule: RuleSet, size: Size) -> AnyBoard {
        match rule {
            RuleSet::Freestyle => AnyBoard::Freestyle(Board::new(size)),
            RuleSet::Standard => AnyBoard::Standard(Board::new(size)),
            RuleSet::Renju => AnyBoard::Renju(Board::new(size)),
            RuleSet::Caro => AnyBoard::Caro(Board::new(size)),
            RuleSet::Ninuki => AnyBoard::Ninuki(Board::new(size)),
        }
    }

    /// Builds the tables that boards and searches of a rule need, so that the first move does not wait for
    /// them.
    pub fn prepare(rule: RuleSet) {
        fn scores<R: crate::Play>(_: &Board<R>) {
            R::evaluation();
        }
        let Some(size) = Size::square(regence_gomoku::MIN_SIDE) else {
            return;
        };
        let board = AnyBoard::new(rule, size);
        with_board!(&board, board => scores(board));
    }

    /// A board with stones on it.
    pub fn from_setup(rule: RuleSet, setup: &Setup) -> Result<AnyBoard, SetupError> {
        Ok(match rule {
            RuleSet::Freestyle => AnyBoard::Freestyle(Board::from_setup(setup)?),
            RuleSet::Standard => AnyBoard::Standard(Board::from_setup(setup)?),
            RuleSet::Renju => AnyBoard::Renju(Board::from_setup(setup)?),
            RuleSet::Caro => AnyBoard::Caro(Board::from_setup(setup)?),
            RuleSet::Ninuki => AnyBoard::Ninuki(Board::from_setup(setup)?),
        })
    }

    pub fn rule(&self) -> RuleSet {
        match self {
            AnyBoard::Freestyle(_) => RuleSet::Freestyle,
            AnyBoard::Standard(_) => RuleSet::Standard,
            AnyBoard::Renju(_) => RuleSet::Renju,
            AnyBoard::Caro(_) => RuleSet::Caro,
            AnyBoard::Ninuki(_) => RuleSet::Ninuki,
        }
    }

    pub fn size(&self) -> Size {
        with_board!(self, board => board.size())
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        with_board!(self, board => board.side())
    }

    pub fn key(&self) -> u64 {
        with_board!(self, board => board.key())
    }

    pub fn outcome(&self) -> Option<Outcome> {
        with_board!(self, board => board.outcome())
    }

    pub fn stone(&self, point: Point) -> Option<Side> {
        with_board!(self, board => board.stone(point))
    }

    pub fn captured(&self, side: Side) -> u8 {
        with_board!(self, board => board.captured(side))
    }

    /// How many moves can be taken back.
    pub fn ply(&self) -> usize {
        with_board!(self, board => board.ply())
    }

    /// The moves that can be taken back; `None` is a pass.
    pub fn moves(&self) -> Vec<Option<Move>> {
        with_board!(self, board => board.moves().collect())
    }

    /// How many stones stand on the board.
    pub fn stone_count(&self) -> usize {
        usize::from(self.size().area() - with_board!(self, board => board.empty_count()))
    }

    pub fn is_legal(&self, mv: Move) -> bool {
        with_board!(self, board => board.is_legal(mv))
    }

    pub fn legal_moves(&self) -> PointSet {
        with_board!(self, board => board.legal_moves())
    }

    /// The empty points that the rule forbids to a side.
    pub fn forbidden(&self, side: Side) -> PointSet {
        with_board!(self, board => board.forbidden(side))
    }

    /// Plays a move after checking it.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        with_board!(self, board => board.play(mv))
    }

    /// Gives the turn to the other side.
    pub fn pass(&mut self) {
        with_board!(self, board => board.pass());
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        with_board!(self, board => board.undo())
    }
}

impl std::fmt::Display for AnyBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        with_board!(self, board => board.fmt(f))
    }
}
