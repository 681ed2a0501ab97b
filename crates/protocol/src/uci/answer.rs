//! The lines that an engine sends.

use regence_chess::{Board, Move};
use regence_core::{Bound, Report, Value};
use std::fmt::Write;
use std::time::Duration;

/// What a null move is called; it answers `go` where there is no legal move.
pub const NULL_MOVE: &str = "0000";

/// A score: centipawns, or moves until mate (negative when the side to move is mated).
///
/// ```
/// use regence_core::Value;
/// use regence_protocol::uci::answer::score;
/// assert_eq!(score(Value::cp(-31)), "cp -31");
/// assert_eq!(score(Value::win_in(1)), "mate 1");
/// assert_eq!(score(Value::win_in(3)), "mate 2");
/// assert_eq!(score(Value::loss_in(4)), "mate -2");
/// assert_eq!(score(Value::loss_in(0)), "mate 0");
/// ```
pub fn score(value: Value) -> String {
    match value.plies_to_win() {
        Some(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", plies / 2),
        None => format!("cp {}", value.raw()),
    }
}

/// An `info` line for a line of play. `wdl` are the chances of a win, a draw and a loss in
/// thousandths, where they are wanted; `tb_hits` counts what endgame tables knew, where there are any.
pub fn info(
    report: &Report<'_, Move>,
    board: &Board,
    chess960: bool,
    wdl: Option<[u16; 3]>,
    tb_hits: Option<u64>,
) -> String {
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}",
        report.depth,
        report.seldepth,
        report.rank,
        score(report.value)
    );
    text.push_str(match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if let Some([win, draw, loss]) = wdl {
        push(&mut text, format_args!(" wdl {win} {draw} {loss}"));
    }
    push(
        &mut text,
        format_args!(
            " nodes {} nps {} hashfull {}",
            report.nodes,
            report.nodes_per_second(),
            report.hashfull,
        ),
    );
    if let Some(hits) = tb_hits {
        push(&mut text, format_args!(" tbhits {hits}"));
    }
    push(
        &mut text,
        format_args!(" time {} pv", report.time.as_millis()),
    );
    for &mv in report.line {
        // The text of a move needs no more of the board than the style of castling.
        push(
            &mut text,
            format_args!(" {}", board.move_to_uci(mv, chess960)),
        );
    }
    text
}

/// An `info` line for the root move that is being searched.
pub fn current_move(depth: i32, mv: &str, number: usize, time: Duration) -> String {
    let time = time.as_millis();
    format!("info depth {depth} currmove {mv} currmovenumber {number} time {time}")
}

/// An `info` line for a game that is over at the root.
pub fn game_over(board: &Board) -> String {
    let value = match board.in_check() {
        true => Value::loss_in(0),
        false => Value::DRAW,
    };
    format!("info depth 0 score {}", score(value))
}

/// The answer to `go`. `None` is sent as the null move: so the protocol writes a move that is
/// none, and readers that know it do not stumble over a word in brackets.
pub fn best_move(best: Option<&str>, ponder: Option<&str>) -> String {
    match (best, ponder) {
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
        (best, _) => format!("bestmove {}", best.unwrap_or(NULL_MOVE)),
    }
}

/// A message for the user, kept to one line.
pub fn message(text: &str) -> String {
    format!("info string {}", text.replace(['\n', '\r'], " "))
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = text.write_fmt(arguments);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report<'a>(value: Value, bound: Bound, line: &'a [Move]) -> Report<'a, Move> {
        Report {
            depth: 9,
            seldepth: 14,
            rank: 1,
            value,
            bound,
            nodes: 5000,
            time: Duration::from_millis(250),
            hashfull: 7,
            line,
        }
    }

    #[test]
    fn a_line_of_play_has_all_its_figures() {
        let board = Board::startpos();
        let first = board.move_from_uci("e2e4").expect("legal");
        let second = board.make(first).move_from_uci("e7e5").expect("legal");
        let line = [first, second];
        assert_eq!(
            info(
                &report(Value::cp(25), Bound::Exact, &line),
                &board,
                false,
                None,
                None
            ),
            "info depth 9 seldepth 14 multipv 1 score cp 25 nodes 5000 nps 20000 hashfull 7 time 250 \
             pv e2e4 e7e5"
        );
        let failed = report(Value::win_in(5), Bound::Lower, &line[..1]);
        assert_eq!(
            info(&failed, &board, false, Some([990, 10, 0]), Some(3)),
            "info depth 9 seldepth 14 multipv 1 score mate 3 lowerbound wdl 990 10 0 nodes 5000 nps \
             20000 hashfull 7 tbhits 3 time 250 pv e2e4"
        );
    }

    #[test]
    fn castling_is_written_as_the_user_wants_it() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("valid");
        let line = [board.move_from_uci("e1g1").expect("legal")];
        let text = |chess960| {
            info(
                &report(Value::ZERO, Bound::Upper, &line),
                &board,
                chess960,
                None,
                None,
            )
        };
        assert!(text(false).ends_with("pv e1g1"));
        assert!(text(true).ends_with("pv e1h1"));
        assert!(text(true).contains("score cp 0 upperbound"));
    }

    #[test]
    fn answers_name_the_move_the_reply_or_nothing() {
        assert_eq!(
            best_move(Some("e2e4"), Some("e7e5")),
            "bestmove e2e4 ponder e7e5"
        );
        assert_eq!(best_move(Some("e2e4"), None), "bestmove e2e4");
        assert_eq!(best_move(None, None), "bestmove 0000");
    }

    #[test]
    fn a_finished_game_has_a_score() {
        let score = |fen| game_over(&Board::from_fen(fen).expect("valid"));
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        assert_eq!(score(mated), "info depth 0 score mate 0");
        assert_eq!(
            score("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
            "info depth 0 score cp 0"
        );
    }

    #[test]
    fn messages_stay_on_one_line() {
        assert_eq!(message("a\nb\r\nc"), "info string a b  c");
    }
}
