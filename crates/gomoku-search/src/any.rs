//! A board whose rule set is known only at run time.

use regence_gomoku::{
    Board, Move, Outcome, PlayError, Point, PointSet, RuleSet, Setup, SetupError, Side, Size,
    with_rule_sets,
};

macro_rules! any_board {
    ([$($rule:ident)*]) => {
        /// A board of any of the rule sets.
        #[derive(Clone, Debug)]
        pub enum AnyBoard {
            $($rule(Board<regence_gomoku::$rule>),)*
        }

        impl AnyBoard {
            /// An empty board.
            pub fn new(rule: RuleSet, size: Size) -> AnyBoard {
                match rule {
                    $(RuleSet::$rule => AnyBoard::$rule(Board::new(size)),)*
                }
            }

            /// A board with stones on it.
            pub fn from_setup(rule: RuleSet, setup: &Setup) -> Result<AnyBoard, SetupError> {
                Ok(match rule {
                    $(RuleSet::$rule => AnyBoard::$rule(Board::from_setup(setup)?),)*
                })
            }

            /// The rule set of the board inside.
            pub fn rule(&self) -> RuleSet {
                match self {
                    $(AnyBoard::$rule(_) => RuleSet::$rule,)*
                }
            }
        }
    };
}
with_rule_sets! { [any_board!] }

/// Runs an expression on the board inside.
#[macro_export]
macro_rules! with_board {
    ($any:expr, $board:ident => $body:expr) => {
        regence_gomoku::with_rule_sets! { [$crate::with_board_of!] ($any) ($board) ($body) }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! with_board_of {
    ([$($rule:ident)*] ($any:expr) ($board:ident) ($body:expr)) => {
        match $any {
            $($crate::AnyBoard::$rule($board) => $body,)*
        }
    };
}
pub(crate) use with_board;

impl AnyBoard {
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
