//! Which moves touch the win that the opponent would have after a pass (ninuki).
//!
//! The win is played through in all its branches, as the table of wins knows them; the board then tells which
//! moves may upset any of it. Every other move loses to the same win.

use crate::eval::Play;
use crate::forced::{Budget, ForcedWin, Known, WinTable};
use crate::vcf;
use regence_core::{Limiter, Stopped};
use regence_gomoku::{Board, Move, Plan, PointSet, Side};

/// The answers to a threat that may hold; all other moves lose in so many plies.
#[derive(Clone, Copy, Debug)]
pub struct Touching {
    pub answers: PointSet,
    pub others_lose_in: i32,
}

/// `None` if the opponent does not win by fours after a pass, or a branch of the win is not known any more.
pub fn find<R: Play>(
    board: &mut Board<R>,
    table: &mut WinTable,
    limiter: &mut Limiter,
    budget: Budget,
) -> Result<Option<Touching>, Stopped> {
    board.pass();
    let win = vcf::search(board, table, limiter, budget)?;
    let plan = win.and_then(|win| Walk::through(board, table, win.first));
    board.undo();
    let touching = |(win, plan): (ForcedWin, Plan)| Touching {
        answers: board.may_upset(&plan),
        others_lose_in: win.plies + 1,
    };
    Ok(win.zip(plan).map(touching))
}

/// Wins of more moves than this are not followed.
const MOST_MOVES: usize = 60;

/// A forced win that is played through.
struct Walk<'a, R: Play> {
    board: &'a mut Board<R>,
    table: &'a WinTable,
    attacker: Side,
    plan: Plan,
    moves: usize,
}

impl<R: Play> Walk<'_, R> {
    /// All that is played in the win that begins with this move; `None` if a branch of it is not known.
    fn through(board: &mut Board<R>, table: &WinTable, first: Move) -> Option<Plan> {
        let mut walk = Walk {
            attacker: board.side(),
            board,
            table,
            plan: Plan::NONE,
            moves: 0,
        };
        walk.attack(first).then_some(walk.plan)
    }

    fn attack(&mut self, mv: Move) -> bool {
        self.moves += 1;
        if self.moves > MOST_MOVES {
            return false;
        }
        self.plan.attacks.insert(mv.point());
        self.board.make(mv);
        let is_known = self.board.outcome().is_some() || self.defend();
        self.board.undo();
        is_known
    }

    fn defend(&mut self) -> bool {
        let Some(answers) = self.board.defences() else {
            return false;
        };
        self.plan.answers = self.plan.answers.union(&answers);
        let fouls = self.board.forbidden(self.board.side());
        self.plan.fouls = self.plan.fouls.union(&fouls);
        let threats = self
            .board
            .fives(self.attacker)
            .union(&self.board.capture_wins(self.attacker));
        self.plan.attacks = self.plan.attacks.union(&threats);
        answers.iter().all(|answer| {
            self.board.make(answer.into());
            let is_known = self.board.outcome().is_some() || self.go_on();
            self.board.undo();
            is_known
        })
    }

    fn go_on(&mut self) -> bool {
        if let Some(win) = vcf::winning_move(self.board) {
            self.plan.attacks.insert(win.point());
            return true;
        }
        match self.table.probe(self.board.key()) {
            Some(Known::Win(win)) => self.attack(win.first),
            _ => false,
        }
    }
}
