//! The place of a board in its game: looking back, trying moves, and what is done to the tree.

use super::{Board, Refusal, millis};
use crate::messages::{By, Drawn, Message, Score};
use crate::record;
use crate::tree::{NodeId, Tree};
use crate::work::Thinker;
use std::time::Duration;

/// The longest comment that is kept.
const LONGEST_COMMENT: usize = 20_000;
/// A move has no more glyphs, arrows and circles than that.
const MOST_MARKS: usize = 64;

impl<T: Thinker> Board<T> {
    /// A move by hand, at a node or at the present place. In a game that is played it is the game that goes on, elsewhere a
    /// move that is tried.
    pub(super) fn move_by_hand(
        &mut self,
        text: &str,
        node: Option<NodeId>,
        now: Duration,
    ) -> Result<(), Refusal> {
        self.expect_no_opening()?;
        if let Some(node) = node.filter(|&node| node != self.at) {
            // A move that cannot be played moves nothing else either.
            self.known(node)?;
            let mut there = self.record.game_at(&self.game, node)?;
            there.go_to(self.record.tree.path(node).len());
            there.play(text, By::Human, 0, None)?;
            self.go_to(node, now)?;
        }
        if let Some(over) = self.over().filter(|over| self.is_final(*over)) {
            return Err(format!(
                "the game is over ({}): start a new one or go back first",
                over.reason.words()
            ));
        }
        if self.is_engines_turn() {
            let turn = self.game.turn().name();
            return Err(format!(
                "it is the engine's turn as {turn}: wait for its move, or change the players"
            ));
        }
        self.play(text, By::Human, None, now)?;
        (self.is_paused, self.is_looking_back) = (!self.is_playing, false);
        Ok(())
    }

    /// Plays a move at the present place.
    pub(super) fn play(
        &mut self,
        text: &str,
        by: By,
        score: Option<Score>,
        now: Duration,
    ) -> Result<(), Refusal> {
        let mover = self.game.turn();
        let ms = match self.is_playing {
            true => millis(now.saturating_sub(self.turn_began)),
            false => 0,
        };
        let before = self.game.ply();
        self.game.play(text, by, ms, score)?;
        self.at = match self.record.keep(self.at, &self.game) {
            Ok(node) => node,
            Err(error) => {
                self.game.go_to(before);
                return Err(error);
            }
        };
        if self.is_playing {
            self.record.tree.promote(self.at, true);
            self.head = self.at;
            (self.decided, self.record.result) = (None, None);
            let over = self.over();
            if let Some(clock) = &mut self.clock {
                clock.press(mover, now);
                if over.is_some() {
                    clock.stop(now);
                }
            }
            if let Some(over) = over {
                self.is_playing = false;
                self.record.result = Some(over.result);
            }
        }
        self.stand_at(self.at)?;
        self.position_changed(now);
        Ok(())
    }

    /// Adds to the tree what the game has played beyond the present place.
    pub(super) fn keep_moves(&mut self) {
        let from = self.record.tree.path(self.at).len();
        for ply in from + 1..=self.game.ply() {
            if let Ok(node) = self.record.keep(self.at, &self.game.at(ply)) {
                self.at = node;
            }
        }
        self.head = self.at;
    }

    /// Puts the board to a node, and knows the line that goes on there.
    pub(super) fn stand_at(&mut self, node: NodeId) -> Result<(), Refusal> {
        let line = self.record.tree.line(node);
        let played = self.record.tree.played(&line);
        if self.game.played() == played {
            self.game.go_to(self.record.tree.path(node).len());
        } else {
            self.game = self.record.game_at(&self.game, node)?;
        }
        self.at = node;
        Ok(())
    }

    fn known(&self, node: NodeId) -> Result<NodeId, Refusal> {
        match self.record.tree.node(node) {
            Some(_) => Ok(node),
            None => Err(format!("the game has no node {node}")),
        }
    }

    /// The node that a message names, by its number or by a ply of the line.
    pub(super) fn named(
        &self,
        node: Option<NodeId>,
        ply: Option<usize>,
    ) -> Result<NodeId, Refusal> {
        let line = self.record.tree.line(self.at);
        match (node, ply) {
            (Some(node), _) => self.known(node),
            (None, Some(0)) => Ok(Tree::ROOT),
            (None, Some(ply)) => line
                .get(ply - 1)
                .copied()
                .ok_or_else(|| format!("the game has the plies 0 to {}, not {ply}", line.len())),
            (None, None) => Err("goto wants a node or a ply".into()),
        }
    }

    pub(super) fn go_to(&mut self, node: NodeId, now: Duration) -> Result<(), Refusal> {
        self.expect_no_opening()?;
        let was_going_on = !self.is_paused || self.is_looking_back;
        self.stop_playing();
        let is_return = self.is_looking_back && node == self.head;
        self.pause(now);
        self.is_looking_back = self.is_playing && was_going_on && node != self.head;
        self.stand_at(node)?;
        self.position_changed(now);
        if is_return {
            self.resume(now);
        }
        Ok(())
    }

    pub(super) fn promote(&mut self, node: NodeId, main: bool) -> Result<(), Refusal> {
        self.known(node)?;
        self.record.tree.promote(node, main);
        self.stand_at(self.at)
    }

    pub(super) fn delete(&mut self, node: NodeId, now: Duration) -> Result<(), Refusal> {
        self.expect_no_opening()?;
        self.known(node)?;
        if node == Tree::ROOT {
            return Err("the beginning of a game can't be deleted: start a new one".into());
        }
        if self.is_playing && self.record.tree.is_above(node, self.head) {
            return Err(
                "the game is being played there: go back and move otherwise, or resign".into(),
            );
        }
        let is_here = self.record.tree.is_above(node, self.at);
        let parent = self.record.tree.delete(node).unwrap_or(Tree::ROOT);
        if let Some((at, _)) = self.decided
            && self.record.tree.node(at).is_none()
        {
            self.decided = None;
        }
        match is_here {
            true => self.go_to(parent, now),
            false => self.stand_at(self.at),
        }
    }

    pub(super) fn annotate(
        &mut self,
        node: NodeId,
        comment: Option<&str>,
        nags: Option<Vec<u8>>,
        shapes: Option<&[Drawn]>,
    ) -> Result<(), Refusal> {
        if comment.is_some_and(|text| text.len() > LONGEST_COMMENT) {
            return Err(format!("a comment has at most {LONGEST_COMMENT} bytes"));
        }
        let marks = nags
            .as_ref()
            .map_or(0, Vec::len)
            .max(shapes.map_or(0, <[Drawn]>::len));
        if marks > MOST_MARKS {
            return Err(format!(
                "a move has at most {MOST_MARKS} glyphs, arrows and circles"
            ));
        }
        self.known(node)?;
        let Some(notes) = self.record.tree.notes_mut(node) else {
            return Ok(());
        };
        if let Some(text) = comment {
            notes.set_text(text);
        }
        if let Some(nags) = nags {
            notes.nags = nags;
        }
        if let Some(shapes) = shapes {
            notes.set_shapes(shapes);
        }
        Ok(())
    }

    /// Tells the page what is new in the tree.
    pub(super) fn tell_nodes(&mut self) {
        if let Some(changes) = self.record.tree.take_changes() {
            let tags = changes.all.then(|| self.record.tags.clone());
            self.say(
                None,
                Message::Nodes {
                    all: changes.all,
                    nodes: changes.nodes,
                    gone: changes.gone,
                    tags,
                },
            );
        }
    }

    pub(super) fn load(
        &mut self,
        format: crate::messages::Format,
        text: &str,
        now: Duration,
    ) -> Result<(), Refusal> {
        let (game, record) = record::load(&self.game, format, text)?;
        self.take_game(game, now);
        self.record = record;
        self.is_playing = false;
        self.clock = None;
        self.stand_at(self.record.tree.end())?;
        self.head = self.at;
        self.pause(now);
        Ok(())
    }
}
