//! What a person at a terminal sees: the help, the board.

use crate::options::options;
use regence_chess::{Board, File, Game, Rank, Square};

const HELP: &str = "  uci                            who this is, and the options
  isready                        answers readyok
  setoption name N [value V]     set an option
  ucinewgame                     forget what earlier searches learned, set up a new game
  position startpos|fen F [moves M...]
                                 set up a position
  go [depth D] [movetime MS] [nodes N] [mate M] [infinite] [ponder] [searchmoves M...]
     [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
                                 search; without a limit until stop
  stop, ponderhit                answer now; the expected move was played
  debug on|off                   say more, or less
  d                              show the board
  eval                           explain the static evaluation
  perft N                        count the leaves of the tree of legal moves
  bench [D]                      search a fixed set of positions
  quit                           leave";

/// The commands and the options of UCI.
pub fn help() -> String {
    let mut text = format!("{HELP}\n\nOptions:");
    for option in options() {
        let (name, meaning) = (option.spec().name(), option.meaning());
        text.push_str(&format!("\n  {name:<30} {}", meaning.replace('`', "")));
    }
    text
}

/// The board as letters, with its coordinates.
pub fn board(board: &Board) -> String {
    let files = "  a b c d e f g h\n";
    let mut text = files.to_string();
    for rank in Rank::ALL.into_iter().rev() {
        text.push(rank.to_char());
        for file in File::ALL {
            let piece = board.piece_at(Square::new(file, rank));
            text.push(' ');
            text.push(piece.map_or('.', |piece| piece.to_char()));
        }
        text.push_str(&format!(" {}\n", rank.to_char()));
    }
    text + files
}

/// Everything that there is to know about a position.
pub fn position(game: &Game, chess960: bool) -> String {
    let at = game.board();
    let mut moves: Vec<_> = at
        .legal_moves()
        .iter()
        .map(|&mv| at.move_to_uci(mv, chess960))
        .collect();
    moves.sort();
    let checkers: Vec<_> = at
        .checkers()
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    let mut text = board(at);
    text.push_str(&format!("\nFEN: {}\n", at.to_fen()));
    if chess960 {
        text.push_str(&format!("Shredder-FEN: {}\n", at.to_shredder_fen()));
    }
    text.push_str(&format!("Key: {:016X}\n", at.key()));
    text.push_str(&format!("Checkers: {}\n", or_none(&checkers)));
    text.push_str(&format!(
        "Legal moves ({}): {}",
        moves.len(),
        or_none(&moves)
    ));
    if let Some(outcome) = game.outcome() {
        text.push_str(&format!("\nOutcome: {outcome}"));
    }
    text
}

fn or_none(words: &[String]) -> String {
    match words {
        [] => "none".to_string(),
        words => words.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_seen_from_whites_side() {
        let text = board(&Board::startpos());
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "  a b c d e f g h");
        assert_eq!(lines[1], "8 r n b q k b n r 8");
        assert_eq!(lines[4], "5 . . . . . . . . 5");
        assert_eq!(lines[8], "1 R N B Q K B N R 1");
        assert_eq!(lines.len(), 10);
    }

    #[test]
    fn a_position_is_told_in_full() {
        let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        let text = position(&Game::new(Board::from_fen(fen).expect("valid")), false);
        assert!(text.contains(&format!("FEN: {fen}\n")), "{text}");
        assert!(text.contains("Checkers: h4\n"), "{text}");
        assert!(text.contains("Legal moves (0): none"), "{text}");
        assert!(text.contains("Outcome: "), "{text}");
    }

    #[test]
    fn chess960_positions_also_have_a_shredder_fen() {
        let game = Game::new(Board::chess960(0));
        assert!(position(&game, true).contains("Shredder-FEN: bbqnnrkr"));
    }
}
