//! Syzygy endgame tables, read by the `shakmaty-syzygy` crate.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use regence_chess::{Board, Color, PieceKind};
use regence_chess_search::tablebase::{Tablebase, Wdl};
use shakmaty::{Bitboard, ByColor, ByRole, CastlingMode, Chess, FromSetup, Setup, Square};
use shakmaty_syzygy::{Tablebase as Tables, Wdl as Known};

/// Tables from one or more directories.
pub struct Syzygy {
    tables: Tables<Chess>,
    files: usize,
}

/// What stands between two directories of a path.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

impl Syzygy {
    /// Looks for tables in the directories of a path. They are read when they are asked.
    pub fn open(path: &str) -> Result<Arc<Syzygy>, String> {
        let mut found = Syzygy {
            tables: Tables::new(),
            files: 0,
        };
        for directory in path.split(SEPARATOR).filter(|name| !name.is_empty()) {
            found.files += found
                .tables
                .add_directory(Path::new(directory))
                .map_err(|error| format!("{directory}: {error}"))?;
        }
        match found.files {
            0 => Err(format!(
                "no tables in {path}: expected files such as KQvK.rtbw and KQvK.rtbz"
            )),
            _ => Ok(Arc::new(found)),
        }
    }

    /// What was found, in words.
    pub fn describe(&self) -> String {
        format!(
            "{} endgame tables, with up to {} pieces",
            self.files,
            self.max_pieces()
        )
    }
}

impl Tablebase for Syzygy {
    fn max_pieces(&self) -> u32 {
        self.tables.max_pieces() as u32
    }

    fn wdl(&self, board: &Board) -> Option<Wdl> {
        let known = self.tables.probe_wdl_after_zeroing(&convert(board)?).ok()?;
        Some(match known {
            Known::Loss => Wdl::Loss,
            Known::BlessedLoss => Wdl::BlessedLoss,
            Known::Draw => Wdl::Draw,
            Known::CursedWin => Wdl::CursedWin,
            Known::Win => Wdl::Win,
        })
    }

    fn dtz(&self, board: &Board) -> Option<i32> {
        let known = self.tables.probe_dtz(&convert(board)?).ok()?;
        Some(known.ignore_rounding().0)
    }
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy")
            .field("files", &self.files)
            .finish_non_exhaustive()
    }
}

/// The position as the reader of the tables has it. Castling is never possible where tables are asked.
fn convert(board: &Board) -> Option<Chess> {
    let role = |kind| Bitboard(board.pieces(kind).0);
    let by_role = ByRole {
        pawn: role(PieceKind::Pawn),
        knight: role(PieceKind::Knight),
        bishop: role(PieceKind::Bishop),
        rook: role(PieceKind::Rook),
        queen: role(PieceKind::Queen),
        king: role(PieceKind::King),
    };
    let by_color = ByColor {
        black: Bitboard(board.colored(Color::Black).0),
        white: Bitboard(board.colored(Color::White).0),
    };
    let setup = Setup {
        board: shakmaty::Board::try_from_bitboards(by_role, by_color).ok()?,
        turn: match board.side_to_move() {
            Color::White => shakmaty::Color::White,
            Color::Black => shakmaty::Color::Black,
        },
        ep_square: board
            .en_passant()
            .map(|square| Square::new(square.index() as u32)),
        ..Setup::empty()
    };
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");

    fn board(fen: &str) -> Board {
        Board::from_fen(fen).expect("valid")
    }

    #[test]
    fn the_shipped_tables_are_found_and_right() {
        let tables = Syzygy::open(TABLES).expect("tables");
        assert_eq!(tables.max_pieces(), 3);
        assert_eq!(tables.describe(), "10 endgame tables, with up to 3 pieces");
        for (fen, wdl, dtz) in [
            // Mate on the next move.
            ("7k/8/6K1/8/8/8/8/4Q3 w - - 0 1", Wdl::Win, 1),
            ("7k/8/6K1/8/8/8/8/4Q3 b - - 0 1", Wdl::Loss, -2),
            // Stalemate.
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Wdl::Draw, 0),
            // The rook is lost.
            ("8/8/8/8/8/8/1k6/R6K b - - 0 1", Wdl::Draw, 0),
            // The opposition decides.
            ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", Wdl::Draw, 0),
            ("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", Wdl::Loss, -8),
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Wdl::Win, 3),
        ] {
            let board = board(fen);
            assert_eq!(tables.wdl(&board), Some(wdl), "{fen}");
            assert_eq!(tables.dtz(&board), Some(dtz), "{fen}");
        }
        assert_eq!(tables.wdl(&board("8/8/4k3/8/8/4K3/4PP2/8 w - - 0 1")), None);
    }

    #[test]
    fn several_directories_may_be_named() {
        let twice = format!("{TABLES}{SEPARATOR}{TABLES}");
        assert!(Syzygy::open(&twice).is_ok());
        for wrong in ["no such directory", env!("CARGO_MANIFEST_DIR")] {
            assert!(Syzygy::open(wrong).is_err(), "{wrong}");
        }
    }
}
