//! Either game, as a board holds it.

use crate::chess::ChessGame;
use crate::gomoku::GomokuGame;
use crate::messages::{By, Colour, Format, Kind, NewGame, Over, Played, Position, Purpose, Score};
use crate::work::{Search, Work};
use regence_chess_search::wdl;
use regence_core::{Limits, MAX_PLY, Value};
use regence_gomoku::{RuleSet, Size};

/// A game of chess or Gomoku.
#[derive(Clone, Debug)]
pub enum Game {
    Chess(ChessGame),
    Gomoku(GomokuGame),
}

/// Runs an expression on the game inside.
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            Game::Chess($game) => $body,
            Game::Gomoku($game) => $body,
        }
    };
}

impl Game {
    pub fn begin(new: &NewGame) -> Result<Game, String> {
        match new {
            NewGame::Chess { fen, chess960, .. } => {
                ChessGame::begin(fen.as_deref(), *chess960).map(Game::Chess)
            }
            NewGame::Gomoku { rule, size, .. } => {
                GomokuGame::begin(rule.as_deref(), *size).map(Game::Gomoku)
            }
        }
    }

    /// Reads a game; what a Gomoku record does not say is as in this game.
    pub fn load(&self, format: Format, text: &str) -> Result<Game, String> {
        let (rule, size) = match self {
            Game::Gomoku(game) => (game.board().rule(), Some(game.board().size())),
            Game::Chess(_) => (RuleSet::Freestyle, Size::square(15)),
        };
        match (format, size) {
            (Format::Fen, _) => ChessGame::begin(Some(text), None).map(Game::Chess),
            (Format::Pgn, _) => ChessGame::from_pgn(text).map(Game::Chess),
            (Format::Gomoku, Some(size)) => {
                GomokuGame::from_text(text, rule, size).map(Game::Gomoku)
            }
            (Format::Gomoku, None) => Err("there is no such board".into()),
        }
    }

    pub fn kind(&self) -> Kind {
        match self {
            Game::Chess(_) => Kind::Chess,
            Game::Gomoku(_) => Kind::Gomoku,
        }
    }

    /// Who begins.
    pub fn first(&self) -> Colour {
        self.kind().first()
    }

    /// A score of the side to move on the scale that people see.
    pub fn normalised(&self, value: Value) -> Value {
        match self {
            Game::Chess(game) => wdl::normalised(value, game.board()),
            Game::Gomoku(_) => value,
        }
    }

    /// The same as a message has it.
    pub fn score(&self, value: Value) -> Score {
        with_game!(self, game => game.score(value))
    }

    pub fn ply(&self) -> usize {
        with_game!(self, game => game.ply())
    }

    pub fn played(&self) -> &[Played] {
        with_game!(self, game => game.played())
    }

    pub fn is_at_end(&self) -> bool {
        self.ply() == self.played().len()
    }

    pub fn turn(&self) -> Colour {
        with_game!(self, game => game.turn())
    }

    pub fn over(&self) -> Option<Over> {
        with_game!(self, game => game.over())
    }

    pub fn go_to(&mut self, ply: usize) {
        with_game!(self, game => game.go_to(ply));
    }

    pub fn at(&self, ply: usize) -> Game {
        match self {
            Game::Chess(game) => Game::Chess(game.at(ply)),
            Game::Gomoku(game) => Game::Gomoku(game.at(ply)),
        }
    }

    /// Plays a move if it is legal.
    pub fn play(
        &mut self,
        text: &str,
        by: By,
        ms: u64,
        score: Option<Score>,
    ) -> Result<(), String> {
        match self {
            Game::Chess(game) => {
                let mv = game.read_move(text)?;
                game.push(mv, by, ms, score);
                Ok(())
            }
            Game::Gomoku(game) => {
                let mv = game.read_move(text)?;
                game.play(mv, by, ms, score)
            }
        }
    }

    pub fn can_win(&self, colour: Colour) -> bool {
        match self {
            Game::Chess(game) => game.can_win(colour),
            Game::Gomoku(_) => true,
        }
    }

    pub fn position(&self, is_over: bool) -> Position {
        with_game!(self, game => game.position(is_over))
    }

    /// The task of a search in this position.
    pub fn search(
        &self,
        limits: Limits,
        lines: usize,
        elo: Option<u32>,
        purpose: Option<Purpose>,
    ) -> Work {
        match self {
            Game::Chess(game) => Work::Chess(Search {
                game: game.clone(),
                limits,
                lines,
                elo,
                purpose,
            }),
            Game::Gomoku(game) => {
                // Any proven win will do where a move is wanted and nothing else.
                let wins =
                    matches!(purpose, Some(Purpose::Play | Purpose::Hint)).then_some(MAX_PLY);
                let limits = Limits {
                    win_in_plies: wins,
                    ..limits
                };
                Work::Gomoku(Search {
                    game: game.clone(),
                    limits,
                    lines,
                    elo,
                    purpose,
                })
            }
        }
    }

    pub fn why(&self, text: &str, nodes: u64) -> Result<Work, String> {
        // Says in the words of the rules why it could not be played.
        self.clone().play(text, By::Human, 0, None)?;
        Ok(Work::Why {
            game: self.clone(),
            mv: text.to_owned(),
            nodes,
        })
    }

    pub fn inside(&self, nodes: u64) -> Work {
        Work::Record {
            game: self.clone(),
            nodes,
        }
    }
}
