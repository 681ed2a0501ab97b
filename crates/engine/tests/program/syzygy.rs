//! Endgame tables, with the small ones that are shipped for this.

use crate::common::uci::Uci;
use regence_chess::{Game, Outcome};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");

/// An engine that has the tables.
fn start() -> Uci {
    let mut uci = Uci::start(env!("CARGO_BIN_EXE_regence"));
    let said = uci.message_for(&format!("setoption name SyzygyPath value {TABLES}"));
    assert_eq!(said, "10 endgame tables, with up to 3 pieces");
    uci
}

/// The last score of a short search, and how often a table knew the answer.
fn score(uci: &mut Uci, fen: &str) -> (String, i64) {
    uci.set_fen(fen);
    let search = uci.search("go nodes 2000");
    let info = search.last(1).clone();
    (info.score.expect("a score"), info.tb_hits.unwrap_or(-1))
}

const DRAWN: &str = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";
const WON: &str = "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1";

#[test]
fn the_root_is_scored_by_the_tables() {
    let mut uci = start();
    let (drawn, hits) = score(&mut uci, DRAWN);
    assert_eq!(drawn, "cp 0");
    assert!(hits > 0, "{hits}");
    assert_eq!(score(&mut uci, WON).0, "cp -31500");
    uci.quit();
}

#[test]
fn the_search_asks_them_after_captures() {
    let mut uci = start();
    // White takes the knight. The pawn ending after it is a draw, though a pawn up.
    let (drawn, hits) = score(&mut uci, "8/8/8/3k4/8/4K3/3nP3/8 w - - 5 1");
    assert!(hits > 0, "{hits}");
    assert_eq!(drawn, "cp 0");
    uci.quit();
}

#[test]
fn without_tables_there_is_no_word_of_them() {
    let mut uci = start();
    assert_eq!(
        uci.answer_to("setoption name SyzygyPath value <empty>"),
        [""; 0]
    );
    assert_eq!(score(&mut uci, DRAWN).1, -1);
    uci.quit();
}

#[test]
fn the_probe_limit_holds() {
    let mut uci = start();
    uci.send("setoption name SyzygyProbeLimit value 2");
    assert_eq!(score(&mut uci, DRAWN).1, 0);
    uci.send("setoption name SyzygyProbeLimit value 7");
    assert!(score(&mut uci, DRAWN).1 > 0);
    uci.send("setoption name Syzygy50MoveRule value false");
    assert_eq!(score(&mut uci, DRAWN).0, "cp 0");
    uci.quit();
}

#[test]
fn a_path_without_tables_is_reported() {
    let mut uci = start();
    let said = uci.message_for("setoption name SyzygyPath value no/such/place");
    assert!(said.contains("the tables before stay"), "{said}");
    assert_eq!(score(&mut uci, DRAWN).0, "cp 0");
    uci.quit();
}

#[test]
fn won_endings_are_won_with_hardly_any_search() {
    for fen in [
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        // Only the tables know that this late the quickest way is needed.
        "8/8/8/3k4/8/8/8/KQ6 w - - 75 90",
    ] {
        let mut uci = start();
        uci.set_fen(fen);
        let mut game = Game::new(uci.board);
        while game.outcome().is_none() {
            let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
            uci.board = *game.board();
            uci.send(&format!("position fen {fen} moves {}", moves.join(" ")));
            game.push(uci.best("go nodes 50"));
        }
        let outcome = game.outcome().expect("it ended");
        assert!(
            matches!(outcome, Outcome::Checkmate { .. }),
            "{fen}: {outcome}"
        );
        uci.quit();
    }
}
