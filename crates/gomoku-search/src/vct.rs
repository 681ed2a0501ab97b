//! Victory by continuous threats: fours and threes, where every answer that could hold is tried.
//!
//! A three threatens a four that cannot be stopped. Its answers are the stones that prevent all such
//! fours, and counter-fours; every other move loses to the four. In ninuki a capture, or the mere
//! chance of one, can upset a four as well, so that there every move counts as an answer that touches
//! anything of the win: dearer, and still a proof.

use crate::eval::Play;
use crate::forced::{Account, AskFours, Budget, ForcedWin, Known, LONGEST, WinTable};
use crate::threat_info::{answers_to, unstoppable};
use crate::touching;
use crate::vcf;
use regence_core::{Limiter, Stopped};
use regence_gomoku::{Board, Class, Move, PointSet};

/// The tables of both searches for forced wins.
#[derive(Clone, Debug)]
pub struct Tables {
    pub fours: WinTable,
    pub threats: WinTable,
}

impl Tables {
    pub fn new() -> Tables {
        Tables {
            fours: WinTable::new(16),
            threats: WinTable::new(14),
        }
    }

    pub fn clear(&mut self) {
        self.fours.clear();
        self.threats.clear();
    }
}

impl Default for Tables {
    fn default() -> Tables {
        Tables::new()
    }
}

/// A forced win by fours and threes for the side to move, the shorter ones first.
pub fn search<R: Play>(
    board: &mut Board<R>,
    tables: &mut Tables,
    limiter: &mut Limiter,
    budget: Budget,
) -> Result<Option<ForcedWin>, Stopped> {
    let mut vct = Vct {
        board,
        tables,
        limiter,
        account: Account::new(budget.nodes),
    };
    let most = budget.plies.min(LONGEST);
    let mut plies = FIRST_LIMIT.min(most);
    loop {
        vct.account.is_short = false;
        let found = vct.attack(plies)?;
        if found.is_some() || vct.account.is_spent || !vct.account.is_short || plies >= most {
            return Ok(found);
        }
        plies = (plies + LIMIT_STEP).min(most);
    }
}

/// How much longer a win may be from one try to the next.
const LIMIT_STEP: i32 = 4;

/// A three, an answer, a four that cannot be stopped, an answer, five.
const FIRST_LIMIT: i32 = 5;

/// Nodes that a search for fours may take at each node of this search.
const FOURS_EACH: u32 = 150;

/// Classes of attacking moves in the order of trial.
const ATTACKS: [Class; 6] = [
    Class::FourThree,
    Class::DoubleThree,
    Class::ThreePlus,
    Class::FourPlus,
    Class::Three,
    Class::Four,
];

struct Vct<'a, R: Play> {
    board: &'a mut Board<R>,
    tables: &'a mut Tables,
    limiter: &'a mut Limiter,
    account: Account,
}

impl<R: Play> Vct<'_, R> {
    fn attack(&mut self, plies: i32) -> Result<Option<ForcedWin>, Stopped> {
        if !self.account.visit(self.limiter)? {
            return Ok(None);
        }
        if let Some(win) = self.asked(plies, vcf::search)? {
            return Ok(Some(win));
        }
        if plies < FIRST_LIMIT {
            self.account.is_short = true;
            return Ok(None);
        }
        let key = self.board.key();
        match self.tables.threats.probe(key) {
            Some(Known::Win(win)) if win.plies <= plies => return Ok(Some(win)),
            Some(Known::NoneWithin(known)) if known >= plies => {
                self.account.is_short |= known < LONGEST;
                return Ok(None);
            }
            _ => {}
        }
        let was_short = std::mem::take(&mut self.account.is_short);
        let found = self.try_attacks(plies)?;
        let known = match found {
            Some(win) => Some(Known::Win(win)),
            None if self.account.is_spent => None,
            None if self.account.is_short => Some(Known::NoneWithin(plies)),
            None => Some(Known::NoneWithin(LONGEST)),
        };
        if let Some(known) = known {
            self.tables.threats.store(key, known);
        }
        self.account.is_short |= was_short;
        Ok(found)
    }

    /// What a search for fours says, within what the budget has left.
    fn asked<T>(&mut self, plies: i32, ask: AskFours<R, T>) -> Result<Option<T>, Stopped> {
        let nodes = FOURS_EACH.min(self.account.left());
        let before = self.limiter.nodes();
        let budget = Budget { nodes, plies };
        let said = ask(self.board, &mut self.tables.fours, self.limiter, budget)?;
        self.account.pay((self.limiter.nodes() - before) as u32);
        Ok(said)
    }

    fn try_attacks(&mut self, plies: i32) -> Result<Option<ForcedWin>, Stopped> {
        if let Some(blocks) = self.board.defences() {
            return self.try_all(blocks, plies);
        }
        let side = self.board.side();
        let threats = unstoppable(self.board, side.other());
        let allowed =
            (!threats.is_empty() && !R::CAPTURES).then(|| answers_to(self.board, &threats));
        for class in ATTACKS {
            if self.board.count_of(side, class) == 0 {
                continue;
            }
            let moves = self.board.legal_between(side, class, class);
            let moves = allowed.map_or(moves, |allowed| moves.intersection(&allowed));
            let found = self.try_all(moves, plies)?;
            if found.is_some() || self.account.is_spent {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn try_all(&mut self, moves: PointSet, plies: i32) -> Result<Option<ForcedWin>, Stopped> {
        for point in &moves {
            let first = Move::new(point);
            self.board.make(first);
            let lost = self.defend(plies - 1)?;
            self.board.undo();
            if let Some(rest) = lost {
                return Ok(Some(ForcedWin {
                    first,
                    plies: rest + 1,
                }));
            }
            if self.account.is_spent {
                break;
            }
        }
        Ok(None)
    }

    /// In how many plies the side to move loses, if each of its answers does.
    fn defend(&mut self, plies: i32) -> Result<Option<i32>, Stopped> {
        let attacker = self.board.side().other();
        if let Some(outcome) = self.board.outcome() {
            return Ok((outcome.winner() == Some(attacker)).then_some(0));
        }
        if vcf::winning_move(self.board).is_some() {
            return Ok(None);
        }
        if let Some(answers) = self.board.defences() {
            let others = if self.board.must_break_five() { 1 } else { 2 };
            return self.refute_all(answers, others, plies);
        }
        let threats = unstoppable(self.board, attacker);
        if threats.is_empty() {
            return Ok(None);
        }
        if plies < 4 {
            self.account.is_short = true;
            return Ok(None);
        }
        if !R::CAPTURES {
            let answers = answers_to(self.board, &threats);
            return self.refute_all(answers, 4, plies);
        }
        match self.asked(plies - 1, touching::find)? {
            Some(touching) => self.refute_all(touching.answers, touching.others_lose_in, plies),
            None => Ok(None),
        }
    }

    /// `others` is the number of plies in which answers outside the set lose.
    fn refute_all(
        &mut self,
        answers: PointSet,
        others: i32,
        plies: i32,
    ) -> Result<Option<i32>, Stopped> {
        let mut longest = others;
        for point in &answers {
            self.board.make(point.into());
            let result = match self.board.outcome() {
                Some(outcome) => (outcome.winner() == Some(self.board.side())).then_some(0),
                None => self.attack(plies - 1)?.map(|win| win.plies),
            };
            self.board.undo();
            match result {
                Some(rest) => longest = longest.max(rest + 1),
                None => return Ok(None),
            }
        }
        Ok((longest <= plies).then_some(longest))
    }
}
