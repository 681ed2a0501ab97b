//! The game on the board as a PGN document: a tree of lines, one of which is being played on.

use super::game::End;
use crate::files::{create, open_regular};
use regence_chess::{Board, Game, Move};
use regence_records::pgn::{Comment, EditError, Game as Tree, GameResult, LineId, Reader, TagName};
use std::io::{BufWriter, Read, Write};

/// A game tree, the line at hand, and the moves that lead to its end.
#[derive(Debug)]
pub struct Document {
    tree: Tree,
    line: LineId,
    /// The file that it was read from; none for a game that began here.
    file: Option<String>,
    played: Game,
}

/// Only the first game of a file is read, and of that no more than this.
const LARGEST_GAME: u64 = 64 << 20;

impl Document {
    pub fn new(start: Board) -> Document {
        Document::of_game(Game::new(start))
    }

    /// The record of moves that were played elsewhere.
    pub fn of_game(played: Game) -> Document {
        let mut tree = Tree::record(&played);
        tree.tags_mut().set(TagName::EVENT, "Console game");
        let mut document = Document {
            tree,
            line: LineId::MAIN,
            file: None,
            played,
        };
        document.note_result();
        document
    }

    /// Reads the first game of a file. What is wrong with it is told with line and column.
    pub fn load(path: &str) -> Result<Document, String> {
        let file = open_regular(path, u64::MAX)?.take(LARGEST_GAME);
        match Reader::new(file).next() {
            None => Err(format!("{path}: found no game, expected one")),
            Some(Err(error)) => Err(format!("{path}: {error}")),
            Some(Ok(tree)) => {
                let mut document = Document {
                    played: Game::new(*tree.start()),
                    tree,
                    line: LineId::MAIN,
                    file: Some(path.to_string()),
                };
                document.replay();
                Ok(document)
            }
        }
    }

    /// The moves from the beginning to the end of the line at hand.
    pub fn played(&self) -> &Game {
        &self.played
    }

    /// Plays a legal move at the end of the line at hand.
    pub fn push(&mut self, mv: Move) -> Result<(), EditError> {
        self.tree.push(self.line, mv)?;
        self.played.push(mv);
        self.note_result();
        Ok(())
    }

    /// Takes the last move of the line at hand back; false if it has none.
    pub fn undo(&mut self) -> bool {
        let is_done = self.tree.pop(self.line).is_ok();
        if is_done {
            self.replay();
            self.note_result();
        }
        is_done
    }

    /// Finds the moves to the end of the line at hand. What came before a passed turn (`--`) was not played.
    fn replay(&mut self) {
        let mut path = Vec::new();
        let (mut line, mut plies) = (self.line, usize::MAX);
        while let Ok(at) = self.tree.line(line) {
            let end = plies.min(at.plies().len());
            path.push(&at.plies()[..end]);
            let Some(branch) = at.branch() else { break };
            (line, plies) = (branch.line(), branch.ply());
        }
        let mut game = Game::new(*self.tree.start());
        for ply in path.into_iter().rev().flatten() {
            match ply.mv() {
                Some(mv) => game.push(mv),
                None => game = Game::new(game.board().make_null()),
            }
        }
        self.played = game;
    }

    /// The main line's result follows from its last position, as far as the rules tell.
    fn note_result(&mut self) {
        if self.line == LineId::MAIN {
            let end = End::of(&self.played);
            self.tree
                .set_result(end.map_or(GameResult::Unknown, End::result));
        }
    }

    /// Adds a comment at the end of the line at hand.
    pub fn comment(&mut self, text: &str) -> Result<(), String> {
        let comment = Comment::new(text).ok_or("pgn comment expects a text in quotes")?;
        self.tree
            .comment(self.line, comment)
            .map_err(|error| error.to_string())
    }

    /// Goes into the variation that is nearest to the end of the line at hand; where there is none, into a new
    /// one in place of its last move.
    pub fn enter(&mut self) -> Result<(), String> {
        let plies = match self.tree.line(self.line) {
            Ok(line) => line.plies(),
            Err(error) => return Err(error.to_string()),
        };
        let nearest = plies
            .iter()
            .rev()
            .find_map(|ply| ply.variations().first().copied());
        match nearest {
            Some(line) => {
                self.go_to(line);
                Ok(())
            }
            None => self.open(),
        }
    }

    /// Opens a variation in place of the last move of the line at hand, and goes there.
    pub fn open(&mut self) -> Result<(), String> {
        let plies = self.line_length();
        let last = plies
            .checked_sub(1)
            .ok_or("pgn variation expects a move before it, to be replaced")?;
        let line = self
            .tree
            .open_variation(self.line, last)
            .map_err(|error| error.to_string())?;
        self.go_to(line);
        Ok(())
    }

    /// Goes back to the end of the line that the variation left.
    pub fn exit(&mut self) -> Result<(), String> {
        let line = self.tree.line(self.line);
        match line.ok().and_then(|line| line.branch()) {
            Some(branch) => {
                self.go_to(branch.line());
                Ok(())
            }
            None => Err("pgn variation exit: this is the main line already".to_string()),
        }
    }

    fn go_to(&mut self, line: LineId) {
        self.line = line;
        self.replay();
    }

    /// How deep the line at hand is nested; 0 for the main line.
    pub fn depth(&self) -> usize {
        self.tree.depth(self.line).unwrap_or(0)
    }

    /// How many moves the line at hand has.
    pub fn line_length(&self) -> usize {
        self.tree
            .line(self.line)
            .map_or(0, |line| line.plies().len())
    }

    /// The moves of the line at hand.
    pub fn sans(&self) -> Vec<String> {
        self.tree.sans(self.line).unwrap_or_default()
    }

    /// Where the game comes from, how many moves its main line has, and its text with all moves on one line: so a
    /// reader can look for a part of it.
    pub fn show(&self) -> String {
        let source = self.file.as_deref().unwrap_or("current");
        let moves = self.tree.main_line().plies().len();
        let mut text = format!("PGN: source={source}; moves={moves}\n");
        for (name, value) in self.tree.all_tags() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        }
        let line = self.tree.line_text(LineId::MAIN).unwrap_or_default();
        let result = self.tree.result();
        text.push_str(&format!("\n{line} {result}").replace("\n ", "\n"));
        text
    }

    /// Writes the game to a file, as the PGN standard wants it.
    pub fn save(&self, path: &str) -> std::io::Result<()> {
        let mut file = BufWriter::new(create(path)?);
        regence_records::pgn::write_game(&mut file, &self.tree)?;
        file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(document: &mut Document, text: &str) {
        let mv = document.played().board().move_from_uci(text).expect(text);
        document.push(mv).expect("legal");
    }

    #[test]
    fn moves_comments_and_variations_are_kept_together() {
        let mut document = Document::new(Board::startpos());
        play(&mut document, "e2e4");
        play(&mut document, "e7e5");
        document.comment("open").unwrap();
        document.enter().unwrap();
        assert_eq!((document.depth(), document.line_length()), (1, 0));
        play(&mut document, "c7c5");
        document.comment("sicilian").unwrap();
        assert_eq!(document.sans(), ["c5"]);
        assert_eq!(document.played().moves().len(), 2);
        assert!(
            document
                .show()
                .ends_with("\n\n1. e4 e5 {open} (1... c5 {sicilian}) *"),
            "{}",
            document.show()
        );
        assert!(document.undo() && !document.undo());
        document.exit().unwrap();
        assert!(document.exit().is_err());
        assert_eq!(document.sans(), ["e4", "e5"]);
        // What is taken back takes its notes with it.
        assert!(document.undo());
        assert!(document.show().ends_with("\n\n1. e4 *"));
    }

    #[test]
    fn the_result_follows_the_board() {
        let mut document = Document::new(Board::startpos());
        assert!(document.show().ends_with("[Result \"*\"]\n\n*"));
        for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
            play(&mut document, text);
        }
        assert!(document.show().contains("[Result \"0-1\"]"));
        assert!(document.show().ends_with("Qh4# 0-1"));
        document.undo();
        assert!(document.show().ends_with("2. g4 *"));
    }

    #[test]
    fn a_missing_file_is_an_error() {
        let error = Document::load("no such game.pgn").unwrap_err();
        assert!(error.starts_with("no such game.pgn: "), "{error}");
    }
}
