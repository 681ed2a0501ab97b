//! Victory by continuous fours: a search for wins in which every move threatens to win at once.
//!
//! The attacker only tries moves after which the opponent must answer; the opponent is given every
//! answer that the rules crate holds possible, so that a win found here is a proof under all rules.
//! In ninuki a four can be answered by taking one of its stones; a breakable five is a threat like a
//! four, and so are the threat of a fifth pair and a capture that takes the stone which stopped a four:
//! none of it needs a case of its own among the answers, because the board's `defences` knows it.

use crate::eval::Play;
use crate::forced::{Account, Budget, ForcedWin, Known, LONGEST, WinTable};
use regence_core::{Limiter, Stopped};
use regence_gomoku::{Board, CAPTURES_TO_WIN, Class, Move, PointSet, Side};

/// A forced win by fours for the side to move, if one is found within the budget.
pub fn search<R: Play>(
    board: &mut Board<R>,
    table: &mut WinTable,
    limiter: &mut Limiter,
    budget: Budget,
) -> Result<Option<ForcedWin>, Stopped> {
    if !may_attack(board) {
        return Ok(winning_move(board).map(|first| ForcedWin { first, plies: 1 }));
    }
    let key = board.key();
    if let Some(Known::NotFoundBy(nodes)) = table.probe(key)
        && nodes >= budget.nodes
    {
        return Ok(None);
    }
    let mut vcf = Vcf {
        board,
        table,
        limiter,
        account: Account::new(budget.nodes),
    };
    let found = vcf.attack(budget.plies.min(LONGEST))?;
    if vcf.account.is_spent && found.is_none() {
        table.store(key, Known::NotFoundBy(budget.nodes));
    }
    Ok(found)
}

/// The shortest forced win by fours, found by allowing more and more plies.
pub fn shortest<R: Play>(
    board: &mut Board<R>,
    table: &mut WinTable,
    limiter: &mut Limiter,
    budget: Budget,
) -> Result<Option<ForcedWin>, Stopped> {
    let mut nodes = budget.nodes;
    for plies in (1..=budget.plies.min(LONGEST)).step_by(2) {
        let mut vcf = Vcf {
            board,
            table,
            limiter,
            account: Account::new(nodes),
        };
        let found = vcf.attack(plies)?;
        let Account {
            is_short, is_spent, ..
        } = vcf.account;
        nodes = vcf.account.left();
        if found.is_some() || !is_short || is_spent {
            return Ok(found);
        }
    }
    Ok(None)
}

/// A move that ends the game at once in favour of the side to move.
#[inline]
pub fn winning_move<R: Play>(board: &mut Board<R>) -> Option<Move> {
    let side = board.side();
    if !R::CAPTURES {
        return match board.has_five(side) {
            true => board.fives(side).first().map(Move::new),
            false => None,
        };
    }
    if let Some(point) = board.capture_wins(side).first() {
        return Some(point.into());
    }
    let fives = board.fives(side);
    fives
        .iter()
        .map(Move::new)
        .find(|&mv| board.wins_at_once(mv))
}

/// Whether the side to move has any move that could threaten a win.
#[inline]
pub fn may_attack<R: Play>(board: &Board<R>) -> bool {
    let side = board.side();
    board.has_four(side)
        || board.has_five(side)
        || (R::CAPTURES
            && (board.captured(side) >= NEAR_TO_WIN
                || board.must_break_five()
                || reopens_five(board, side)))
}

/// Whether a capture takes a stone that stops a four.
#[inline]
fn reopens_five<R: Play>(board: &Board<R>, side: Side) -> bool {
    board.pairs_to_take(side) > 0
        && board
            .captures_of(side)
            .iter()
            .any(|point| board.reopens_five(point, side))
}

/// Whether a side has a four that makes something else as well: a row of fours seldom wins without one.
#[inline]
pub fn is_promising<R: Play>(board: &Board<R>, side: Side) -> bool {
    board.has_open_four(side)
        || board.count_of(side, Class::FourThree) + board.count_of(side, Class::FourPlus) > 0
        || (R::CAPTURES
            && board.pairs_to_take(side) > 0
            && (board.captured(side) >= NEAR_TO_WIN || reopens_five(board, side)))
}

/// From so many captured stones on, a capture may threaten to win with the next one.
const NEAR_TO_WIN: u8 = CAPTURES_TO_WIN - 6;

/// Classes of attacking moves, strongest first.
const ATTACKS: [Class; 6] = [
    Class::Five,
    Class::OpenFour,
    Class::DoubleFour,
    Class::FourThree,
    Class::FourPlus,
    Class::Four,
];

struct Vcf<'a, R: Play> {
    board: &'a mut Board<R>,
    table: &'a mut WinTable,
    limiter: &'a mut Limiter,
    account: Account,
}

impl<R: Play> Vcf<'_, R> {
    /// A win of at most `plies` for the side to move.
    fn attack(&mut self, plies: i32) -> Result<Option<ForcedWin>, Stopped> {
        if !self.account.visit(self.limiter)? {
            return Ok(None);
        }
        if let Some(first) = winning_move(self.board) {
            return Ok(Some(ForcedWin { first, plies: 1 }));
        }
        if !may_attack(self.board) {
            return Ok(None);
        }
        if plies < 3 {
            self.account.is_short = true;
            return Ok(None);
        }
        let key = self.board.key();
        match self.table.probe(key) {
            Some(Known::Win(win)) if win.plies <= plies => return Ok(Some(win)),
            Some(Known::NoneWithin(known)) if known >= plies => {
                self.account.is_short |= known < LONGEST;
                return Ok(None);
            }
            _ => {}
        }
        let was_short = std::mem::take(&mut self.account.is_short);
        let found = self.try_attacks(plies)?;
        match found {
            Some(win) => self.table.store(key, Known::Win(win)),
            None if self.account.is_spent => {}
            None if self.account.is_short => self.table.store(key, Known::NoneWithin(plies)),
            None => self.table.store(key, Known::NoneWithin(LONGEST)),
        }
        self.account.is_short |= was_short;
        Ok(found)
    }

    fn try_attacks(&mut self, plies: i32) -> Result<Option<ForcedWin>, Stopped> {
        let side = self.board.side();
        let allowed = self.board.defences();
        let mut tried = PointSet::EMPTY;
        for class in ATTACKS {
            if self.board.count_of(side, class) == 0 {
                continue;
            }
            let moves = self.board.legal_between(side, class, class);
            if let Some(win) = self.try_all(moves, allowed.as_ref(), plies)? {
                return Ok(Some(win));
            }
            tried = tried.union(&moves);
        }
        if R::CAPTURES {
            let mut moves = self.board.captures_of(side);
            if self.board.captured(side) < NEAR_TO_WIN {
                for point in &moves.clone() {
                    if !self.board.reopens_five(point, side) {
                        moves.remove(point);
                    }
                }
            }
            if self.board.captured(side) + 2 >= CAPTURES_TO_WIN {
                moves = moves.union(&self.board.capture_threats_of(side));
            }
            let moves = moves.difference(&tried);
            return self.try_all(moves, allowed.as_ref(), plies);
        }
        Ok(None)
    }

    fn try_all(
        &mut self,
        moves: PointSet,
        allowed: Option<&PointSet>,
        plies: i32,
    ) -> Result<Option<ForcedWin>, Stopped> {
        let moves = allowed.map_or(moves, |allowed| moves.intersection(allowed));
        for point in &moves {
            let first = Move::new(point);
            self.board.make(first);
            let answered = self.defend(plies - 1)?;
            self.board.undo();
            if let Some(rest) = answered {
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

    /// In how many plies the side to move loses, if each of its answers does; `None` if one holds or
    /// if it need not answer.
    fn defend(&mut self, plies: i32) -> Result<Option<i32>, Stopped> {
        if let Some(outcome) = self.board.outcome() {
            let attacker = self.board.side().other();
            return Ok((outcome.winner() == Some(attacker)).then_some(0));
        }
        let Some(answers) = self.board.defences() else {
            return Ok(None);
        };
        if !answers.is_empty() && winning_move(self.board).is_some() {
            return Ok(None);
        }
        // Answers outside the set lose to the threat itself; a five that is not broken has won already.
        let mut longest = if self.board.must_break_five() { 1 } else { 2 };
        for point in &answers {
            self.board.make(point.into());
            let result = self.after_answer(plies - 1)?;
            self.board.undo();
            match result {
                Some(rest) => longest = longest.max(rest + 1),
                None => return Ok(None),
            }
        }
        Ok(Some(longest))
    }

    /// Plies until the attacker, now to move, wins.
    fn after_answer(&mut self, plies: i32) -> Result<Option<i32>, Stopped> {
        if let Some(outcome) = self.board.outcome() {
            return Ok((outcome.winner() == Some(self.board.side())).then_some(0));
        }
        Ok(self.attack(plies)?.map(|win| win.plies))
    }
}
