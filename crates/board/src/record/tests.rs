use super::*;
use crate::messages::Kind;

fn present() -> Game {
    Game::Chess(ChessGame::begin(None, None).expect("the usual position"))
}

fn read(format: Format, text: &str) -> (Game, Record) {
    load(&present(), format, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn again(format: Format, text: &str) -> String {
    let (game, record) = read(format, text);
    write(&game, &record, format, ["?", "?"]).expect("a text")
}

const ANNOTATED: &str = r#"[Event "Casual game"]
[Site "Berlin"]
[Date "1852.??.??"]
[Round "?"]
[White "Anderssen"]
[Black "Dufresne"]
[Result "1-0"]
[ECO "C52"]

{The Evergreen game} 1. e4 $1 {[%clk 0:01:00] best by test [%cal Ge2e4,Rd2d4]}
(1. d4 d5 (1... Nf6 $5 2. c4 ({slower is} 2. Nf3 g6)) 2. c4) (1. c4) {both are
good} 1... e5 2. Nf3 Nc6 3. Bc4 {[%csl Yf7]} 3... Bc5 4. b4 $1 Bxb4 (4... Bb6
5. a4) 5. -- d5 1-0
"#;

#[test]
fn pgn_comes_back_as_it_was() {
    assert_eq!(
        again(Format::Pgn, ANNOTATED).trim_end(),
        ANNOTATED.trim_end()
    );
    let (_, record) = read(Format::Pgn, ANNOTATED);
    assert_eq!(record.tag("Black"), Some("Dufresne"));
    assert_eq!(record.result, Some(GameResult::White));
    // The main line comes first, and its numbers follow each other.
    assert_eq!(record.tree.line(Tree::ROOT), (1..=10).collect::<Vec<_>>());
    assert_eq!(record.tree.node(Tree::ROOT).unwrap().children.len(), 3);
}

#[test]
fn every_node_has_its_own_position() {
    let (_, record) = read(Format::Pgn, ANNOTATED);
    let fens: std::collections::HashSet<String> = record
        .tree
        .preorder()
        .into_iter()
        .map(|id| format!("{:?}", record.tree.node(id).unwrap().spot.place))
        .collect();
    assert_eq!(fens.len(), record.tree.len());
    for id in record.tree.preorder() {
        let game = record.game_at(&present(), id).expect("a game");
        assert_eq!(game.spot(), record.tree.node(id).unwrap().spot, "node {id}");
    }
}

#[test]
fn a_chess960_game_and_a_position_keep_their_start() {
    let text = "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\"]\n\n9... Kd7 10. e4 *\n";
    assert_eq!(again(Format::Pgn, text).trim_end(), text.trim_end());
    let (game, _) = read(Format::Fen, "1k1r4/8/8/8/8/8/8/1K1R4 w D - 0 1");
    assert_eq!(game.kind(), Kind::Chess);
}

#[test]
fn moves_by_their_squares_are_a_game() {
    let (_, record) = read(Format::Pgn, "e2e4 e7e5\ng1f3, b8c6");
    let line = record.tree.played(&record.tree.line(Tree::ROOT));
    assert_eq!(line.len(), 4);
    assert_eq!(line[2].san, "Nf3");
    let error = load(&present(), Format::Pgn, "e2e4 e2e4").unwrap_err();
    assert!(error.starts_with("ply 2"), "{error}");
}

#[test]
fn sgf_comes_back_with_variations_marks_and_stones_that_were_set_up() {
    for text in [
        "(;FF[4]GM[4]SZ[15]RU[renju]PW[Vera]PB[Anna]RE[B+];B[hh]TE[1]CR[gg]C[a good\nstart](;W[ii];B[gi])(;W[ig]AR[hh:gg]))\n",
        "(;FF[4]GM[4]SZ[19:15]RU[freestyle]PW[?]PB[?]AB[hh][ih]AW[aa]PL[B];B[jh];W[];B[kh])\n",
    ] {
        assert_eq!(again(Format::Gomoku, text), text);
    }
    // A side that moves twice: the other one has passed.
    let (_, record) = read(Format::Gomoku, "(;GM[4]SZ[15];B[hh];B[ii])");
    let line = record.tree.played(&record.tree.line(Tree::ROOT));
    assert_eq!(
        line.iter()
            .map(|played| played.mv.as_str())
            .collect::<Vec<_>>(),
        ["h8", "--", "i7"]
    );
}

#[test]
fn records_of_piskvork_are_read_and_written() {
    let text = "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,9,120\nFirst\nSecond\n-1\n";
    let (game, record) = read(Format::Gomoku, text);
    assert_eq!(record.tag("White"), Some("Second"));
    assert_eq!(
        write(&game, &record, Format::Psq, ["?", "?"]).expect("a text"),
        text
    );
    let points = read(Format::Gomoku, "h8i9 g7").1;
    assert_eq!(points.tree.len(), 4);
}

#[test]
fn what_cannot_be_read_is_refused_with_a_reason() {
    for (format, text, reason) in [
        (Format::Pgn, "1. e4 e5 2. Ke3", "line 1"),
        (Format::Pgn, "", "no game"),
        (Format::Fen, "nonsense", "FEN"),
        (Format::Gomoku, "h8h8", "move 2"),
        (Format::Gomoku, "(;GM[1];B[hh])", "GM[4]"),
        (Format::Gomoku, "(;GM[4];B[hh];AW[ii])", "node 2"),
        (Format::Gomoku, "(;GM[4];B[hh];W[hh])", "move 2"),
        (Format::Gomoku, "(;GM[4]AB[hh]AW[hh])", "h8"),
        (Format::Gomoku, "Piskvorky 15x15\n1,1,0\n1,1,0\n", "move 2"),
    ] {
        let error = load(&present(), format, text).expect_err(text);
        assert!(error.contains(reason), "{text}: {error}");
    }
    let (game, record) = read(Format::Pgn, "1. e4");
    assert!(
        write(&game, &record, Format::Gomoku, ["", ""])
            .unwrap_err()
            .contains("chess")
    );
}

#[test]
fn a_game_without_end_is_refused_before_it_fills_the_memory() {
    let text = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(MOST_NODES / 4 + 1);
    let error = load(&present(), Format::Pgn, &text).unwrap_err();
    assert!(error.contains("20000"), "{error}");
}
