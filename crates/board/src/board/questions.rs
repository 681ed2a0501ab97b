//! Questions to a board that are answered once: hints, reviews, looks inside, records.

use super::schedule::Running;
use super::{Board, Refusal};
use crate::game::Game;
use crate::inside::Look;
use crate::messages::{EngineLevel, Format, Id, Message, NamedMove, Over, Player, Purpose, Reason};
use crate::record;
use crate::review::{self, Review};
use crate::work::Thinker;
use crate::work::{Done, Found, Work};
use regence_core::{Limits, Value};
use std::time::Duration;

/// How long a hint takes.
const HINT: Duration = Duration::from_millis(500);
/// Nodes unless a message says otherwise, and the most it may ask for.
const REVIEW_NODES: (u64, u64) = (50_000, 2_000_000);
const INSIDE_NODES: (u64, u64) = (100_000, 1_000_000);
const WHY_NODES: (u64, u64) = (60_000, 200_000);
const THREAT_NODES: (u64, u64) = (60_000, 1_000_000);
const DRAW_NODES: u64 = 50_000;
/// Before that many plies an engine plays on.
const FIRST_DRAW: usize = 20;
/// How many questions may wait.
const MAX_ERRANDS: usize = 8;

/// A question that is answered once.
#[derive(Clone, Debug)]
pub(super) enum Errand {
    Hint {
        game: Game,
        nodes: Option<u64>,
    },
    /// What comes after a passed turn.
    Threat {
        game: Game,
        nodes: Option<u64>,
    },
    /// Whether the engine wants the draw that it was offered.
    Draw {
        game: Game,
    },
    Inside {
        work: Work,
    },
    Why {
        work: Work,
    },
    Review(Review),
}

impl<T: Thinker> Board<T> {
    pub(super) fn ask_for_hint(&mut self, id: Id, nodes: Option<u64>) -> Result<(), Refusal> {
        self.expect_a_move()?;
        let game = self.game.clone();
        self.ask(id, Errand::Hint { game, nodes })
    }

    pub(super) fn ask_for_threat(&mut self, id: Id, nodes: Option<u64>) -> Result<(), Refusal> {
        self.expect_a_move()?;
        let mut game = self.game.clone();
        game.pass()?;
        self.ask(id, Errand::Threat { game, nodes })
    }

    /// Offers a draw in the game that is played. Two people have agreed on it; an engine looks first.
    pub(super) fn offer_draw(&mut self, id: Id, now: Duration) -> Result<(), Refusal> {
        self.expect_no_opening()?;
        if !self.is_playing || self.over().is_some() {
            return Err("nobody plays this game: a draw is offered in a game that goes on".into());
        }
        let players = [&self.players.white, &self.players.black];
        match players
            .iter()
            .filter(|&&player| *player == Player::Human)
            .count()
        {
            0 => Err("two engines play this game to its end".into()),
            1 => {
                let game = self.game.clone();
                self.ask(id, Errand::Draw { game })
            }
            _ => {
                self.end_game(Over::draw(Reason::Agreement), now);
                self.tell_state(id, now);
                Ok(())
            }
        }
    }

    /// An engine takes the draw where it stands no better, once the game has come to something.
    fn answer_draw(&mut self, id: Id, game: &Game, found: &Found, now: Duration) {
        let value = game.normalised(found.value);
        let is_its_turn = matches!(self.players.of(game.turn()), Player::Engine(_));
        let own = if is_its_turn { value } else { -value };
        let is_same = self.is_playing && self.over().is_none();
        let accepted = is_same && game.ply() >= FIRST_DRAW && own <= Value::DRAW;
        if accepted {
            self.end_game(Over::draw(Reason::Agreement), now);
        }
        self.say(id, Message::Draw { accepted });
        if accepted {
            self.tell_state(None, now);
        }
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
        self.ask(id, Errand::Why { work })
    }

    pub(super) fn ask_for_review(&mut self, id: Id, nodes: Option<u64>) -> Result<(), Refusal> {
        self.stop_review();
        let line = self.record.tree.line(self.at);
        let review = Review::new(self.game.clone(), line, within(nodes, REVIEW_NODES));
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
            self.say(id, Message::Stopped);
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
        while !review.is_done() {
            let position = review.position();
            let Some(over) = position.over() else {
                let work = position.search(Limits::to_nodes(review.nodes), 1, None, None, None);
                return Some((Running::Errand(id, Box::new(Errand::Review(review))), work));
            };
            let winner = over.result.winner();
            let value = review::value_of_end(winner.map(|winner| winner == position.turn()));
            self.say(id, Message::Review(review.take(value, None)));
        }
        None
    }

    pub(super) fn answer_errand(&mut self, id: Id, errand: Errand, done: Done, now: Duration) {
        match (errand, done) {
            (Errand::Draw { game }, Done::Found(found)) => self.answer_draw(id, &game, &found, now),
            (Errand::Threat { .. }, Done::Found(found)) => {
                let threat = Message::Threat {
                    mv: found.mv,
                    san: found.san,
                    score: found.score,
                    line: found.line,
                };
                self.say(id, threat);
            }
            (Errand::Hint { .. }, Done::Found(found)) => {
                let hint = Message::Hint {
                    mv: found.mv,
                    san: found.san,
                    score: found.score,
                    line: found.line,
                };
                self.say(id, hint);
            }
            (Errand::Why { .. }, Done::Explained(why)) => self.say(id, Message::Why(*why)),
            (Errand::Inside { .. }, Done::Recorded(look)) => self.show_inside(id, look),
            (Errand::Review(mut review), Done::Found(found)) => {
                let (mv, san) = (found.mv, found.san);
                let reviewed = review.take(found.value, Some(NamedMove { mv, san }));
                self.say(id, Message::Review(reviewed));
                if !review.is_done() {
                    self.errands.push_front((id, Errand::Review(review)));
                }
            }
            (_, _) => self.refuse(id, "the search gave no answer: ask again"),
        }
    }

    pub(super) fn show_inside(&mut self, id: Id, look: Look) {
        let (techniques, depths) = look.live();
        self.say(None, Message::InsideLive { techniques, depths });
        let (nodes, recorded) = look.nodes();
        let root = look.root();
        self.say(
            id,
            Message::Inside {
                root,
                nodes,
                recorded,
            },
        );
        self.forget_look();
        self.look = Some(look);
    }

    pub(super) fn show_tree(&mut self, id: Id, node: u64) -> Result<(), Refusal> {
        let Some(look) = &self.look else {
            return Err("no recorded search: ask for inside first".into());
        };
        let tree = look.tree(node)?;
        self.say(id, Message::Tree(Box::new(tree)));
        Ok(())
    }

    /// White's and Black's, where the record has none.
    pub(super) fn names(&self) -> [String; 2] {
        [&self.players.white, &self.players.black].map(name_of)
    }

    pub(super) fn export(&mut self, id: Id, format: Format) -> Result<(), Refusal> {
        let names = self.names();
        let names = [names[0].as_str(), names[1].as_str()];
        let text = record::write(&self.game, &self.record, format, names)?;
        self.say(id, Message::Export { format, text });
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
            game.search(limits, 1, None, Some(Purpose::Hint), None)
        }
        Errand::Threat { game, nodes } => {
            let limits = Limits::to_nodes(within(*nodes, THREAT_NODES));
            game.search(limits, 1, None, Some(Purpose::Hint), None)
        }
        Errand::Draw { game } => {
            let limits = Limits::to_nodes(DRAW_NODES);
            game.search(limits, 1, None, None, None)
        }
        Errand::Inside { work } | Errand::Why { work } => work.clone(),
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
