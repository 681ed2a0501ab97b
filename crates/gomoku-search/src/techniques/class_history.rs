//! Class history (CLH).
//!
//! Idea: how good it is to make a three while denying a four, or to take a pair without making anything, is the
//! same all over the board: remember how such moves have done, by what they make and deny and whether they take or
//! save a pair.
//! Guard: the order alone asks; reductions go by the histories of points and steps.
//! Danger: it says nothing about where; a small weight beside the fixed values of classes.
//! Parameters: `order_classes`, `history_bonus_factor`, `history_bonus_max`.

use crate::Gomoku;
use crate::eval::Play;
use crate::history::Deed;
use crate::search::Search;
use crate::techniques::Technique;
use regence_core::config::Config;
use regence_gomoku::{Board, Move, Point};

/// What a move on a point does.
#[inline]
fn deed<R: Play>(board: &Board<R>, point: Point) -> Deed {
    let (us, them) = (board.side(), board.side().other());
    Deed {
        makes: board.class(point, us),
        denies: board.class(point, them),
        takes: R::CAPTURES && board.captures_at(point, us) > 0,
        saves: R::CAPTURES && board.captures_at(point, them) > 0,
    }
}

#[inline]
pub fn score<R: Play, K: Config<Gomoku>>(search: &Search<'_, R, K>, point: Point) -> i32 {
    match search.config.on(Technique::ClassHistory) {
        true => {
            let histories = &search.memory.histories;
            histories.class_score(search.board.side(), deed(&search.board, point))
        }
        false => 0,
    }
}

pub fn learn<R: Play, K: Config<Gomoku>>(search: &mut Search<'_, R, K>, mv: Move, bonus: i32) {
    let deed = deed(&search.board, mv.point());
    let side = search.board.side();
    search.memory.histories.class(side, deed).update(bonus);
}
