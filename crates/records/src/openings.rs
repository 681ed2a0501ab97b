//! What chess openings are called: by position, so that a transposition has the name of where it arrives.
//!
//! `openings.tsv` has the code of the Encyclopaedia of Chess Openings, the name, and moves that lead there. Names are facts of
//! common use; the file is small and holds what is played often.

use regence_chess::Board;
use std::collections::HashMap;
use std::sync::OnceLock;

const TABLE: &str = include_str!("openings.tsv");

/// An opening of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// As the Encyclopaedia of Chess Openings counts: `C50`.
    pub code: &'static str,
    /// `Italian Game: Giuoco Piano`
    pub name: &'static str,
}

/// The longest line of the table in plies: deeper in a game no position has a name of its own.
pub const LONGEST: usize = 20;

/// What the position on the board is called, if it has a name.
pub fn name_of(board: &Board) -> Option<Opening> {
    static NAMES: OnceLock<HashMap<u64, Opening>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let lines = lines().filter_map(|(opening, moves)| Some((end_of(moves)?.key(), opening)));
        lines.collect()
    });
    names.get(&board.key()).copied()
}

fn lines() -> impl Iterator<Item = (Opening, &'static str)> {
    TABLE.lines().filter_map(|line| {
        let mut fields = line.split('\t');
        let opening = Opening {
            code: fields.next()?,
            name: fields.next()?,
        };
        Some((opening, fields.next()?))
    })
}

/// The position after these moves, if all are legal.
fn end_of(moves: &str) -> Option<Board> {
    let mut board = Board::startpos();
    for san in moves.split(' ') {
        board = board.make(board.move_from_san(san).ok()?);
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_legal_and_has_its_own_position() {
        let mut seen = HashMap::new();
        for (opening, moves) in lines() {
            let board = end_of(moves).unwrap_or_else(|| panic!("{moves} is not legal"));
            assert!(moves.split(' ').count() <= LONGEST, "{moves}");
            let code = opening.code.as_bytes();
            let is_code = matches!(code, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']);
            assert!(is_code, "{}", opening.code);
            let other = seen.insert(board.key(), moves);
            assert_eq!(other, None, "the same position as {moves}");
        }
        assert_eq!(
            seen.len(),
            TABLE.lines().count(),
            "a line without three fields"
        );
        assert!(seen.len() > 300);
    }

    #[test]
    fn a_transposition_has_the_name_of_where_it_arrives() {
        let name = |moves| end_of(moves).and_then(|board| name_of(&board));
        let queens_gambit = name("d4 d5 c4 e6 Nc3 Nf6").expect("a name");
        assert_eq!(queens_gambit.code, "D35");
        assert_eq!(name("c4 Nf6 d4 e6 Nc3 d5"), Some(queens_gambit));
        assert_eq!(name("h4 h5"), None);
        assert_eq!(name_of(&Board::startpos()), None);
    }
}
