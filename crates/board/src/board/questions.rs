//! Questions to a board that are answered once: hints, reviews, looks inside, records.

use super::schedule::Running;
use super::{Board, Refusal};
use crate::game::Game;
use crate::inside::Look;
use crate::messages::{Colour, EngineLevel, Format, Id, Player, Purpose, Score, shortened};
use crate::review;
use crate::work::Thinker;
use crate::work::{Done, Found, Work};
use regence_core::{Limits, Value};
use serde_json::json;
use std::time::Duration;

/// How long a hint takes.
const HINT: Duration = Duration::from_millis(500);
/// Nodes unless a message says otherwise, and the most it may ask for.
const REVIEW_NODES: (u64, u64) = (50_000, 2_000_000);
const INSIDE_NODES: (u64, u64) = (100_000, 1_000_000);
const WHY_NODES: (u64, u64) = (60_000, 200_000);
/// How many questions may wait.
const MAX_ERRANDS: usize = 8;

/// A question that is answered once.
#[derive(Clone, Debug)]
pub(super) enum Errand {
    Hint { game: Game, nodes: Option<u64> },
    Inside { work: Work },
    Why { mv: String, work: Work },
    Review(Review),
}

/// A review that is under way: one position after the other.
#[derive(Clone, Debug)]
pub(super) struct Review {
    pub(super) game: Game,
    pub(super) nodes: u64,
    pub(super) next: usize,
    /// What the side to move could hope for in the last position, and its best move.
    pub(super) before: Option<(f64, String)>,
}

impl<T: Thinker> Board<T> {
    pub(super) fn ask_for_hint(&mut self, id: Id, nodes: Option<u64>) -> Result<(), Refusal> {
        self.expect_a_move()?;
        let game = self.game.clone();
        self.ask(id, Errand::Hint { game, nodes })
    }

    pub(super) fn ask_for_inside(&mut self, id: Id, nodes: Option<u64>) -> Result<(), Refusal> {
        self.expect_a_move()?;
        let work = self.game.inside(within(nodes, INSIDE_NODES));
        self.ask(id, Errand::Inside { work })
    }

    pub(super) fn ask_why(
        &mut self,
        id: Id,
        mv: String,
        nodes: Option<u64>,
    ) -> Result<(), Refusal> {
        self.expect_a_move()?;
        let work = self.game.why(&mv, within(nodes, WHY_NODES))?;
        self.ask(id, Errand::Why { mv, work })
    }

    pub(super) fn ask_for_review(&mut self, id: Id, nodes: Option<u64>) -> Result<(), Refusal> {
        self.stop_review();
        let review = Review {
            game: self.game.clone(),
            nodes: within(nodes, REVIEW_NODES),
            next: 0,
            before: None,
        };
        self.ask(id, Errand::Review(review))
    }

    /// Calls off all questions, those that wait and the one that is being answered.
    pub(super) fn stop_questions(&mut self) {
        if let Some((_, Running::Errand(id, errand))) = self
            .running
            .take_if(|(_, running)| matches!(running, Running::Errand(..)))
        {
            self.thinker.call_off();
            self.errands.push_front((id, *errand));
        }
        for (id, _) in std::mem::take(&mut self.errands) {
            self.say(id, json!({"type": "stopped"}));
        }
    }

    pub(super) fn stop_review(&mut self) {
        self.errands
            .retain(|(_, errand)| !matches!(errand, Errand::Review(_)));
        let is_review = |running: &Running| match running {
            Running::Errand(_, errand) => matches!(**errand, Errand::Review(_)),
            _ => false,
        };
        if self
            .running
            .as_ref()
            .is_some_and(|(_, running)| is_review(running))
        {
            self.thinker.call_off();
            self.running = None;
        }
    }

    pub(super) fn ask(&mut self, id: Id, errand: Errand) -> Result<(), Refusal> {
        if self.errands.len() >= MAX_ERRANDS {
            return Err(format!(
                "{MAX_ERRANDS} questions wait already: wait for their answers"
            ));
        }
        self.stop_analysing();
        self.errands.push_back((id, errand));
        Ok(())
    }

    /// The next position of a review that has to be searched; finished games need no search.
    pub(super) fn next_of_review(&mut self) -> Option<(Running, Work)> {
        let index = self
            .errands
            .iter()
            .position(|(_, errand)| matches!(errand, Errand::Review(_)))?;
        let (id, errand) = self.errands.remove(index)?;
        let Errand::Review(mut review) = errand else {
            return None;
        };
        while review.next <= review.game.played().len() {
            let position = review.game.at(review.next);
            let Some(over) = position.over() else {
                let work = position.search(Limits::to_nodes(review.nodes), 1, None, None);
                return Some((Running::Errand(id, Box::new(Errand::Review(review))), work));
            };
            let winner = match over.result {
                "1-0" => Some(Colour::White),
                "0-1" => Some(Colour::Black),
                _ => None,
            };
            let value = review::value_of_end(winner.map(|winner| winner == position.turn()));
            self.tell_review(id, &mut review, value, None);
        }
        None
    }

    pub(super) fn answer_errand(&mut self, id: Id, errand: Errand, done: Done) {
        match (errand, done) {
            (Errand::Hint { game, .. }, Done::Found(found)) => {
                let text = hint_text(&game, &found);
                self.say(
                    id,
                    json!({
                        "type": "hint",
                        "move": found.mv,
                        "san": found.san,
                        "score": found.score,
                        "line": found.line,
                        "text": text,
                    }),
                );
            }
            (Errand::Why { mv, .. }, Done::Explained(words)) => {
                self.say(
                    id,
                    json!({"type": "why", "move": mv, "text": words.text, "table": words.table}),
                );
            }
            (Errand::Inside { .. }, Done::Recorded(look)) => self.show_inside(id, look),
            (Errand::Review(mut review), Done::Found(found)) => {
                let best = Some((found.mv, found.san));
                self.tell_review(id, &mut review, found.value, best);
                if review.next <= review.game.played().len() {
                    self.errands.push_front((id, Errand::Review(review)));
                }
            }
            (_, _) => self.refuse(id, "the search gave no answer: ask again"),
        }
    }

    /// Tells what a position of the review is worth and goes on to the next.
    pub(super) fn tell_review(
        &mut self,
        id: Id,
        review: &mut Review,
        value: Value,
        best: Option<(String, String)>,
    ) {
        let ply = review.next;
        let position = review.game.at(ply);
        let board = match &position {
            Game::Chess(game) => Some(*game.board()),
            Game::Gomoku(_) => None,
        };
        let hope = review::hope(value, board.as_ref());
        let played = ply
            .checked_sub(1)
            .and_then(|index| review.game.played().get(index));
        let mark = match (&review.before, played) {
            (Some((before, best)), Some(played)) if *best != played.mv => {
                review::mark(*before, 1.0 - hope)
            }
            _ => None,
        };
        let is_first = position.turn() == position.first();
        let score = Score::of(value, is_first, position.kind());
        let (best, san) = best.unzip();
        self.say(
            id,
            json!({
                "type": "review",
                "ply": ply,
                "score": score,
                "best": best,
                "bestsan": san,
                "mark": mark,
                "done": ply,
                "total": review.game.played().len(),
            }),
        );
        review.before = Some((hope, best.unwrap_or_default()));
        review.next += 1;
    }

    pub(super) fn show_inside(&mut self, id: Id, look: Look) {
        let (techniques, depths) = look.live();
        self.say(
            None,
            json!({"type": "inside-live", "techniques": techniques, "depths": depths}),
        );
        let (searched, recorded) = look.nodes();
        self.say(
            id,
            json!({
                "type": "inside",
                "root": look.root(),
                "nodes": searched,
                "recorded": recorded,
            }),
        );
        self.forget_look();
        self.look = Some(look);
    }

    pub(super) fn show_tree(&mut self, id: Id, node: u64) -> Result<(), Refusal> {
        let Some(look) = &self.look else {
            return Err("no recorded search: ask for inside first".into());
        };
        let mut tree = look.tree(node)?;
        if let Some(map) = tree.as_object_mut() {
            map.insert("type".into(), json!("tree"));
        }
        self.say(id, tree);
        Ok(())
    }

    pub(super) fn export(&mut self, id: Id, format: Format) -> Result<(), Refusal> {
        let over = self.decided.as_ref();
        let text = match (&self.game, format) {
            (Game::Chess(game), Format::Fen) => game.fen(game.board()),
            (Game::Chess(game), Format::Pgn) => game.to_pgn(
                &name_of(&self.players.white),
                &name_of(&self.players.black),
                over,
            ),
            (Game::Gomoku(game), Format::Gomoku) => {
                let ended = game.at(usize::MAX).over();
                game.to_text(over.or(ended.as_ref()))
            }
            (Game::Chess(_), Format::Gomoku) => {
                return Err("this is chess: export it as pgn or fen".into());
            }
            (Game::Gomoku(_), _) => return Err("this is Gomoku: export it as gomoku".into()),
        };
        self.say(
            id,
            json!({"type": "export", "format": format, "text": text}),
        );
        Ok(())
    }
}

pub(super) fn errand_work(errand: &Errand) -> Option<Work> {
    Some(match errand {
        Errand::Hint { game, nodes } => {
            let limits = match nodes {
                Some(nodes) => Limits::to_nodes(*nodes),
                None => Limits::for_time(HINT),
            };
            game.search(limits, 1, None, Some(Purpose::Hint))
        }
        Errand::Inside { work } | Errand::Why { work, .. } => work.clone(),
        Errand::Review(_) => return None,
    })
}

fn within(nodes: Option<u64>, (usual, most): (u64, u64)) -> u64 {
    nodes.unwrap_or(usual).clamp(1, most)
}

fn name_of(player: &Player) -> String {
    match player {
        Player::Human => "Human".into(),
        Player::Engine(EngineLevel { elo: Some(elo), .. }) => format!("Régence ({elo})"),
        Player::Engine(_) => "Régence".into(),
    }
}

fn hint_text(game: &Game, found: &Found) -> String {
    let score = match found.score {
        Score::Cp(cp) => {
            let (score, first) = (f64::from(cp) / 100.0, game.first().name());
            format!("{score:+.2} from {first}'s view")
        }
        Score::Mate(moves) | Score::Win(moves) => {
            let first = game.first();
            let winner = if moves > 0 { first } else { first.other() };
            format!("{} wins in {}", winner.name(), moves.abs())
        }
    };
    let then: Vec<&str> = found
        .line
        .iter()
        .skip(1)
        .take(4)
        .map(String::as_str)
        .collect();
    match then.is_empty() {
        true => format!("{}: {score}.", found.san),
        false => format!("{}: {score}, then {}.", found.san, shortened_line(&then)),
    }
}

fn shortened_line(moves: &[&str]) -> String {
    let line = moves.join(" ");
    match line.len() > 60 {
        true => shortened(&line),
        false => line,
    }
}
