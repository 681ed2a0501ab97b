//! A game with everything that its record says: the tree of moves, the tags, the result. Read from and written as PGN (chess), SGF and
//! Piskvork's records (Gomoku).

mod gomoku;
mod pgn;
#[cfg(test)]
mod tests;

use crate::chess::ChessGame;
use crate::game::Game;
use crate::messages::{By, Format, FoundGame, GameResult, Played, Summary};
use crate::tree::{MOST_NODES, NodeId, Tree};
use std::fmt::Write;

/// A game and what is said of it.
#[derive(Clone, Debug)]
pub struct Record {
    pub tree: Tree,
    /// Names and values in their order, by the names of PGN.
    pub tags: Vec<(String, String)>,
    /// How it ended, where the rules do not say it.
    pub result: Option<GameResult>,
}

impl Record {
    /// A record of a game that begins.
    pub fn new(game: &Game) -> Record {
        Record {
            tree: Tree::new(game.spot()),
            tags: Vec::new(),
            result: None,
        }
    }

    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(found, _)| found == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Adds the move that the game has just made at a node.
    pub fn keep(&mut self, at: NodeId, game: &Game) -> Result<NodeId, String> {
        let played = last_of(game)?;
        if let Some(child) = self.tree.child(at, &played.mv) {
            return Ok(child);
        }
        self.expect_room()?;
        Ok(self.tree.add(at, played, game.spot()))
    }

    /// The same for a move of a record, which may be there already.
    fn append(&mut self, at: NodeId, game: &Game) -> Result<NodeId, String> {
        self.expect_room()?;
        Ok(self.tree.push(at, last_of(game)?, game.spot()))
    }

    /// Adds the move that the game has just made at a node, under a number that it had before.
    pub fn append_as(&mut self, id: NodeId, at: NodeId, game: &Game) -> Result<(), String> {
        match self.tree.push_as(id, at, last_of(game)?, game.spot()) {
            true => Ok(()),
            false => Err(format!("there is no room for a node with the number {id}")),
        }
    }

    /// What a list shows of it. `names` are White's and Black's where the record has none.
    pub fn summary(&self, game: &Game, names: [&str; 2]) -> Summary {
        let end = self.tree.end();
        let over = self.tree.node(end).and_then(|node| node.spot.over);
        let tag = |name: &str| {
            let is_known = |value: &&str| !value.is_empty() && !value.starts_with('?');
            self.tag(name).filter(is_known).map(str::to_owned)
        };
        Summary {
            game: game.kind(),
            white: tag("White").unwrap_or_else(|| names[0].to_owned()),
            black: tag("Black").unwrap_or_else(|| names[1].to_owned()),
            result: self.result.or(over.map(|over| over.result)),
            plies: self.tree.path(end).len(),
            event: tag("Event"),
            date: tag("Date"),
            opening: tag("Opening").or_else(|| self.opening()),
            rule: match game {
                Game::Gomoku(game) => Some(game.board().rule().name().to_owned()),
                Game::Chess(_) => None,
            },
            playing: false,
        }
    }

    /// The last name that the main line came by.
    fn opening(&self) -> Option<String> {
        let path = self.tree.path(self.tree.end());
        let name = |&id: &NodeId| self.tree.node(id)?.spot.opening.clone();
        path.iter().rev().find_map(name)
    }

    fn expect_room(&self) -> Result<(), String> {
        match self.tree.has_room() {
            true => Ok(()),
            false => Err(format!(
                "the game has {MOST_NODES} moves with its variations, the most that is kept: delete some first"
            )),
        }
    }

    /// The game at a node, with the line that goes on there.
    pub fn game_at(&self, game: &Game, node: NodeId) -> Result<Game, String> {
        let line = self.tree.line(node);
        let mut there = game.bare()?;
        there.follow(&self.tree.played(&line))?;
        there.go_to(self.tree.path(node).len());
        Ok(there)
    }
}

fn last_of(game: &Game) -> Result<Played, String> {
    let index = game.ply().checked_sub(1).ok_or("no move was made")?;
    let played = game.played().get(index).cloned();
    played.ok_or_else(|| "no move was made".into())
}

/// Reads a game, at its beginning. What a Gomoku record does not say is as on the present board.
pub fn load(present: &Game, format: Format, text: &str) -> Result<(Game, Record), String> {
    match format {
        Format::Fen => {
            let game = Game::Chess(ChessGame::begin(Some(text), None)?);
            let record = Record::new(&game);
            Ok((game, record))
        }
        Format::Pgn => match squares(text) {
            Some(moves) => {
                let game = Game::Chess(ChessGame::begin(None, None)?);
                grow(game, &moves)
            }
            None => pgn::load(text),
        },
        Format::Gomoku | Format::Psq => {
            let board = present.usual_board();
            gomoku::load(text, board.ok_or("there is no such board")?)
        }
    }
}

/// All games of a text of PGN or SGF, with where they are in it.
pub fn list(present: &Game, text: &str) -> Vec<FoundGame> {
    match present.usual_board() {
        Some(board) if is_sgf(text) => gomoku::list(text, board),
        _ => pgn::list(text),
    }
}

fn is_sgf(text: &str) -> bool {
    text.trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('(')
}

/// Writes a game. `names` are White's and Black's where the record has none.
pub fn write(
    game: &Game,
    record: &Record,
    format: Format,
    names: [&str; 2],
) -> Result<String, String> {
    match (game, format) {
        (Game::Chess(game), Format::Fen) => Ok(game.fen(game.board())),
        (Game::Chess(game), Format::Pgn) => pgn::write(game, record, names),
        (Game::Gomoku(game), Format::Gomoku) => Ok(gomoku::write_sgf(game, record, names)),
        (Game::Gomoku(game), Format::Psq) => gomoku::write_psq(game, record, names),
        (Game::Chess(_), Format::Gomoku | Format::Psq) => {
            Err("this is chess: export it as pgn or fen".into())
        }
        (Game::Gomoku(_), Format::Pgn | Format::Fen) => {
            Err("this is Gomoku: export it as gomoku or psq".into())
        }
    }
}

/// A game of moves one after the other.
fn grow(mut game: Game, moves: &[&str]) -> Result<(Game, Record), String> {
    let mut record = Record::new(&game);
    let mut at = Tree::ROOT;
    for (number, mv) in (1..).zip(moves) {
        let played = game.play(mv, By::Human, 0, None);
        played.map_err(|error| format!("ply {number}: {error}"))?;
        at = record.append(at, &game)?;
    }
    game.go_to(0);
    Ok((game, record))
}

/// Moves by their squares (`e2e4 e7e5`); none if the text is something else.
fn squares(text: &str) -> Option<Vec<&str>> {
    let is_separator = |c: char| c.is_whitespace() || c == ',';
    let words = text.split(is_separator).filter(|word| !word.is_empty());
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let is_move = |word: &&str| match word.as_bytes() {
        [from @ .., a, b] | [from @ .., a, b, b'q' | b'r' | b'b' | b'n'] if from.len() == 2 => {
            is_square(from) && is_square(&[*a, *b])
        }
        _ => false,
    };
    let words: Vec<&str> = words.collect();
    (!words.is_empty() && words.iter().all(is_move)).then_some(words)
}

/// What went wrong at a move, with its number.
fn at_move(number: usize, error: &str) -> String {
    let mut text = String::new();
    let _ = write!(text, "move {number}: {error}");
    text
}
