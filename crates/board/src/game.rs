//! Either game, as a board holds it.

use crate::chess::ChessGame;
use crate::gomoku::GomokuGame;
use crate::messages::{
    By, Colour, Kind, NewGame, Over, Played, Position, Power, Purpose, Score, Spot,
};
use crate::tree::PASS;
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

    /// The same board before the first move.
    pub fn bare(&self) -> Result<Game, String> {
        Ok(match self {
            Game::Chess(game) => Game::Chess(ChessGame::new(*game.start(), game.is_chess960())),
            Game::Gomoku(game) => {
                let board = game.board();
                let setup = game.setup().clone();
                Game::Gomoku(GomokuGame::set_up(board.rule(), board.size(), setup)?)
            }
        })
    }

    /// The rule and the size that a record has which does not name them: those of this game.
    pub fn usual_board(&self) -> Option<(RuleSet, Size)> {
        match self {
            Game::Gomoku(game) => Some((game.board().rule(), game.board().size())),
            Game::Chess(_) => Some((RuleSet::Freestyle, Size::square(15)?)),
        }
    }

    pub fn spot(&self) -> Spot {
        with_game!(self, game => game.spot())
    }

    /// Plays a line again, with who made its moves and when.
    pub fn follow(&mut self, line: &[Played]) -> Result<(), String> {
        for played in line {
            if played.mv == PASS {
                self.pass()?;
            } else {
                self.play(&played.mv, played.by, played.ms, played.score)?;
            }
        }
        Ok(())
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

    /// Passes the turn.
    pub fn pass(&mut self) -> Result<(), String> {
        with_game!(self, game => game.pass())
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
        power: Option<Power>,
    ) -> Work {
        match self {
            Game::Chess(game) => Work::Chess(Search {
                game: game.clone(),
                limits,
                lines,
                elo,
                power,
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
                    power,
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
