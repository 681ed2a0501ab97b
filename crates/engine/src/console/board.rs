//! The board as the console draws it.

use regence_chess::{Color, File, Piece, Rank, Square};

/// The pieces as letters with their coordinates, and whose turn it is.
pub fn draw(piece_at: impl Fn(Square) -> Option<Piece>, side: Color) -> String {
    const FILES: &str = "  a b c d e f g h\n";
    let mut text = FILES.to_string();
    for rank in Rank::ALL.into_iter().rev() {
        text.push(rank.to_char());
        for file in File::ALL {
            text.push(' ');
            text.push(piece_at(Square::new(file, rank)).map_or('.', Piece::to_char));
        }
        text.push_str(&format!(" {}\n", rank.to_char()));
    }
    let side = match side {
        Color::White => "White",
        Color::Black => "Black",
    };
    format!("{text}{FILES}\n{side} to move")
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess::Board;

    #[test]
    fn the_start_is_drawn_to_the_letter() {
        let board = Board::startpos();
        let text = draw(|square| board.piece_at(square), board.side_to_move());
        let expected = "  a b c d e f g h
8 r n b q k b n r 8
7 p p p p p p p p 7
6 . . . . . . . . 6
5 . . . . . . . . 5
4 . . . . . . . . 4
3 . . . . . . . . 3
2 P P P P P P P P 2
1 R N B Q K B N R 1
  a b c d e f g h

White to move";
        assert_eq!(text, expected);
    }
}
