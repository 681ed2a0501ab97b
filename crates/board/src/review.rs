//! A review under way: one position after the other, judged as `regence analyse` does.

use crate::game::Game;
use crate::messages::{Colour, Mark, NamedMove, Review as Reviewed, ReviewedSide, ReviewedSides};
use crate::tree::{NodeId, Tree};
use regence_chess::Color;
use regence_core::Value;
use regence_records::chance::{self, accuracy, chance, game_accuracy};

/// A game of which each position is searched.
#[derive(Clone, Debug)]
pub struct Review {
    pub game: Game,
    /// The nodes of its moves.
    line: Vec<NodeId>,
    pub nodes: u64,
    /// The next position to search.
    pub next: usize,
    /// White's chances in the positions so far, in percent.
    chances: Vec<f64>,
    /// What each move cost, in percent of the chance to win.
    losses: Vec<f64>,
    /// The best move of the last position.
    best: Option<NamedMove>,
}

impl Review {
    pub fn new(game: Game, line: Vec<NodeId>, nodes: u64) -> Review {
        Review {
            game,
            line,
            nodes,
            next: 0,
            chances: Vec::new(),
            losses: Vec::new(),
            best: None,
        }
    }

    pub fn is_done(&self) -> bool {
        self.next > self.game.played().len()
    }

    /// The position to search next.
    pub fn position(&self) -> Game {
        self.game.at(self.next)
    }

    /// Takes what a search found in the position, from the view of the side to move, and goes on to the next.
    pub fn take(&mut self, value: Value, best: Option<NamedMove>) -> Reviewed {
        let (ply, position) = (self.next, self.position());
        let own = chance(position.normalised(value));
        self.chances.push(match position.turn() {
            Colour::White => own,
            Colour::Black => 100.0 - own,
        });
        let before = std::mem::replace(&mut self.best, best.clone());
        let lost = ply
            .checked_sub(1)
            .map(|index| self.loss(index, before.as_ref()));
        self.losses.extend(lost);
        self.next += 1;
        let mark = lost.and_then(chance::Mark::of).map(mark);
        Reviewed {
            ply,
            node: self.node(ply),
            score: position.score(value),
            best,
            mark,
            better: before.filter(|_| mark.is_some()),
            lost: lost.map(tenths),
            done: ply,
            total: self.game.played().len(),
            sides: self.is_done().then(|| self.sides()),
        }
    }

    fn node(&self, ply: usize) -> NodeId {
        let index = ply.checked_sub(1);
        let node = index.and_then(|index| self.line.get(index));
        node.copied().unwrap_or(Tree::ROOT)
    }

    /// What a move cost. The engine's own choice costs nothing, even where a longer look changed its mind.
    fn loss(&self, index: usize, best: Option<&NamedMove>) -> f64 {
        let is_best = best.is_some_and(|best| best.mv == self.game.played()[index].mv);
        let fall = self.chances[index] - self.chances[index + 1];
        match self.mover(index) {
            _ if is_best => 0.0,
            Colour::White => fall.max(0.0),
            Colour::Black => (-fall).max(0.0),
        }
    }

    fn mover(&self, index: usize) -> Colour {
        let first = self.game.at(0).turn();
        if index.is_multiple_of(2) {
            first
        } else {
            first.other()
        }
    }

    fn sides(&self) -> ReviewedSides {
        let first = match self.mover(0) {
            Colour::White => Color::White,
            Colour::Black => Color::Black,
        };
        let accuracies: Vec<f64> = self.losses.iter().map(|&lost| accuracy(lost)).collect();
        let [white, black] = game_accuracy(&self.chances, &accuracies, first);
        let side = |side: Colour, accuracy: Option<f64>| {
            let moves = self.losses.iter().enumerate();
            let own: Vec<f64> = moves
                .filter(|&(index, _)| self.mover(index) == side)
                .map(|(_, &lost)| lost)
                .collect();
            Some(ReviewedSide {
                accuracy: tenths(accuracy?),
                average_loss: tenths(own.iter().sum::<f64>() / own.len() as f64),
            })
        };
        ReviewedSides {
            white: side(Colour::White, white),
            black: side(Colour::Black, black),
        }
    }
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

fn mark(mark: chance::Mark) -> Mark {
    match mark {
        chance::Mark::Inaccuracy => Mark::Inaccuracy,
        chance::Mark::Mistake => Mark::Mistake,
        chance::Mark::Blunder => Mark::Blunder,
    }
}

/// What a finished game is worth to the side to move, by whether that side has won; none is a draw.
pub fn value_of_end(has_won: Option<bool>) -> Value {
    match has_won {
        Some(true) => Value::win_in(0),
        Some(false) => Value::loss_in(0),
        None => Value::DRAW,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Format;
    use crate::record;

    fn named(mv: &str) -> Option<NamedMove> {
        Some(NamedMove {
            mv: mv.into(),
            san: mv.into(),
        })
    }

    /// Scores of the side to move in each position, and its best move.
    fn reviewed(pgn: &str, found: &[(Value, &str)]) -> Vec<Reviewed> {
        let board = crate::chess::ChessGame::begin(None, None).expect("a board");
        let (game, record) = record::load(&Game::Chess(board), Format::Pgn, pgn).expect("a game");
        let line = record.tree.line(Tree::ROOT);
        let game = record.game_at(&game, Tree::ROOT).expect("a line");
        let mut review = Review::new(game, line, 1);
        let take = |&(value, best): &(Value, &str)| review.take(value, named(best));
        let all = found.iter().map(take).collect();
        assert!(review.is_done());
        all
    }

    #[test]
    fn a_bad_move_is_marked_with_what_was_better() {
        let found = [
            (Value::cp(10), "e2e4"),
            (Value::cp(250), "d7d5"),
            (Value::cp(-240), "e7e5"),
        ];
        let all = reviewed("1. g4 d5", &found);
        assert_eq!(
            (all[0].mark, all[0].lost, &all[0].better),
            (None, None, &None)
        );
        assert_eq!(all[1].mark, Some(Mark::Blunder));
        // Not Black's answer, which is the best move of the position after it.
        assert_eq!(all[1].better, named("e2e4"));
        assert_eq!(all[1].best, named("d7d5"));
        assert_eq!((all[2].mark, all[2].lost), (None, Some(0.0)));
        let sides = all[2].sides.expect("at the end");
        assert!(all[1].sides.is_none());
        assert!(sides.white.unwrap().accuracy < 60.0);
        assert!(sides.white.unwrap().average_loss > 15.0);
        assert_eq!(sides.black.unwrap().average_loss, 0.0);
    }

    #[test]
    fn black_loses_where_whites_chances_rise() {
        let found = [
            (Value::cp(0), "e2e4"),
            (Value::cp(0), "e7e5"),
            (Value::win_in(1), "d1h5"),
        ];
        let all = reviewed("1. e4 g5", &found);
        assert_eq!((all[1].mark, all[2].mark), (None, Some(Mark::Blunder)));
        assert_eq!(all[2].better, named("e7e5"));
        assert_eq!(all[2].lost, Some(50.0));
    }

    #[test]
    fn the_engines_own_choice_costs_nothing() {
        let found = [(Value::cp(0), "e2e4"), (Value::cp(400), "e7e5")];
        let all = reviewed("1. e4", &found);
        assert_eq!((all[1].mark, all[1].lost), (None, Some(0.0)));
    }
}
