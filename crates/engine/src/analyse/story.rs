//! A game with a verdict on every move; a position with a verdict on the answer.

use std::sync::Arc;

use regence_chess::{Board, Color, Move};
use regence_records::chance::{Mark, accuracy, chance, game_accuracy};
use regence_records::epd::{Epd, Goal};
use regence_records::pgn;

use super::examine::{Finding, seen_by_white};
use super::input::Record;

/// A record whose positions have all been searched.
#[derive(Debug)]
pub enum Story {
    Game(GameStory),
    Position(PositionStory),
}

#[derive(Debug)]
pub struct GameStory {
    /// Its place among the games of the file that could be read, from 1.
    pub number: u64,
    pub game: pgn::Game,
    /// The first position.
    pub start: Finding,
    pub moves: Vec<Judged>,
    /// White's and Black's.
    pub accuracy: [Option<f64>; 2],
}

/// A move that was played.
#[derive(Debug)]
pub struct Judged {
    pub mv: Move,
    /// The position before it.
    pub before: Board,
    /// What the search found before it: the better line is here.
    pub instead: Finding,
    /// What the search found after it.
    pub after: Finding,
    /// How much of the chance to win it cost, in percent.
    pub lost: f64,
    pub accuracy: f64,
    pub mark: Option<Mark>,
}

#[derive(Debug)]
pub struct PositionStory {
    pub number: u64,
    pub epd: Epd,
    pub finding: Finding,
    pub score: Score,
}

/// Whether a test position was solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Score {
    /// Nothing is asked for.
    NoGoal,
    Solved,
    Failed(String),
}

impl GameStory {
    /// How many moves of a side got a mark.
    pub fn count(&self, side: Color, mark: Mark) -> usize {
        let is_meant =
            |judged: &&Judged| judged.mark == Some(mark) && judged.before.side_to_move() == side;
        self.moves.iter().filter(is_meant).count()
    }
}

/// Makes the story of a record whose findings are complete: one for each position.
pub fn tell(number: u64, record: Arc<Record>, findings: Vec<Finding>) -> Story {
    match Arc::unwrap_or_clone(record) {
        Record::Game(game) => Story::Game(tell_game(number, game, findings)),
        Record::Position(epd) => Story::Position(tell_position(number, epd, findings)),
    }
}

fn tell_game(number: u64, game: pgn::Game, findings: Vec<Finding>) -> GameStory {
    let mut board = *game.start();
    let mut judged = Vec::new();
    for (&mv, pair) in game.moves().iter().zip(findings.windows(2)) {
        judged.push(judge(&board, mv, &pair[0], &pair[1]));
        board = board.make(mv);
    }
    let chances: Vec<_> = findings.iter().map(|f| chance(f.white)).collect();
    let accuracies: Vec<_> = judged.iter().map(|judged| judged.accuracy).collect();
    GameStory {
        number,
        accuracy: game_accuracy(&chances, &accuracies, game.start().side_to_move()),
        game,
        start: findings.into_iter().next().unwrap_or(Finding::UNKNOWN),
        moves: judged,
    }
}

/// A move is judged by the chance that it leaves. The engine's own choice costs nothing, even where a longer look
/// changed its mind about the score.
fn judge(before: &Board, mv: Move, instead: &Finding, after: &Finding) -> Judged {
    let side = before.side_to_move();
    let own = |finding: &Finding| chance(seen_by_white(finding.white, side));
    let lost = match instead.best() == Some(mv) {
        true => 0.0,
        false => (own(instead) - own(after)).max(0.0),
    };
    Judged {
        mv,
        before: *before,
        instead: instead.clone(),
        after: after.clone(),
        lost,
        accuracy: accuracy(lost),
        mark: Mark::of(lost),
    }
}

fn tell_position(number: u64, epd: Epd, findings: Vec<Finding>) -> PositionStory {
    let finding = findings.into_iter().next().unwrap_or(Finding::UNKNOWN);
    PositionStory {
        number,
        score: score(&epd, &finding),
        epd,
        finding,
    }
}

fn score(epd: &Epd, finding: &Finding) -> Score {
    let Some(goal) = Goal::of(epd) else {
        return Score::NoGoal;
    };
    let value = seen_by_white(finding.white, epd.board().side_to_move());
    match goal.failure(epd, finding.best(), value) {
        None => Score::Solved,
        Some(failure) => Score::Failed(failure),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::Value;

    fn finding(board: &Board, cp: i32, best: &str) -> Finding {
        Finding {
            white: Value::cp(cp),
            line: vec![board.move_from_san(best).expect("legal")],
            depth: 1,
            nodes: 1,
        }
    }

    #[test]
    fn a_move_is_judged_by_the_chance_it_leaves_its_own_side() {
        let board = Board::startpos();
        let mv = board.move_from_san("g4").expect("legal");
        let next = board.make(mv);
        let (before, after) = (finding(&board, 30, "e4"), finding(&next, -120, "d5"));
        let verdict = judge(&board, mv, &before, &after);
        assert_eq!(verdict.mark, Some(Mark::Mistake));
        assert!(verdict.accuracy < 80.0);
        // For Black the same scores are a gain.
        let reply = next.move_from_san("h6").expect("legal");
        let verdict = judge(&next, reply, &finding(&next, 30, "d5"), &after);
        assert_eq!((verdict.mark, verdict.lost), (None, 0.0));
    }

    #[test]
    fn the_engines_own_choice_is_never_blamed() {
        let board = Board::startpos();
        let mv = board.move_from_san("e4").expect("legal");
        let before = finding(&board, 30, "e4");
        let after = finding(&board.make(mv), -400, "d5");
        assert_eq!(judge(&board, mv, &before, &after).mark, None);
    }

    #[test]
    fn positions_are_scored_by_what_they_ask_for() {
        let told = |text: &str, best: &str| {
            let epd: Epd = text.parse().expect("valid");
            let findings = vec![finding(epd.board(), 0, best)];
            match tell(1, Arc::new(Record::Position(epd)), findings) {
                Story::Position(story) => story.score,
                Story::Game(_) => panic!("a position"),
            }
        };
        let fen = "4k3/8/8/8/8/8/8/R3K3 w Q -";
        assert_eq!(told(fen, "Ra8+"), Score::NoGoal);
        assert_eq!(told(&format!("{fen} bm Ra8+;"), "Ra8+"), Score::Solved);
        let failed = Score::Failed(String::from("played Ra8+"));
        assert_eq!(told(&format!("{fen} am Ra8+;"), "Ra8+"), failed);
    }
}
