//! PGN: reading, writing, and what happens to texts that are wrong.

use std::io::Read;

use regence_chess::{Board, Game as PlayedGame};
use regence_records::ReadError;
use regence_records::pgn::{Comment, EditError, Game, GameResult, LineId, Nag, Reader, TagName};

const ANNOTATED: &str = include_str!("data/annotated.pgn");

fn read_all(text: impl AsRef<[u8]>) -> Vec<Result<Game, ReadError>> {
    Reader::new(text.as_ref()).collect()
}

fn read_good(text: impl AsRef<[u8]>) -> Vec<Game> {
    read_all(text)
        .into_iter()
        .map(|game| game.unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

fn read_one(text: impl AsRef<[u8]>) -> Game {
    let mut games = read_good(text);
    assert_eq!(games.len(), 1);
    games.remove(0)
}

/// The moves with all notes, on one line.
fn movetext(game: &Game) -> String {
    game.line_text(LineId::MAIN).unwrap()
}

fn write_all(games: &[Game]) -> String {
    let mut out = Vec::new();
    for game in games {
        regence_records::pgn::write_game(&mut out, game).unwrap();
    }
    String::from_utf8(out).unwrap()
}

fn assert_round_trip(games: &[Game]) {
    let text = write_all(games);
    let again = read_good(&text);
    assert_eq!(again, games, "{text}");
    assert_eq!(write_all(&again), text);
}

fn texts(comments: &[Comment]) -> Vec<&str> {
    comments.iter().map(Comment::as_str).collect()
}

#[test]
fn reads_an_annotated_game() {
    let games = read_good(ANNOTATED);
    assert_eq!(games.len(), 3);
    let opera = &games[0];
    assert_eq!(
        opera.tags().get("Black"),
        Some("Duke Karl / Count \"Isouard\"")
    );
    assert_eq!(opera.tags().get("Annotator"), Some("home \\ kitchen"));
    assert_eq!(opera.result(), GameResult::WhiteWins);
    assert_eq!(opera.moves().len(), 33);
    let main = opera.main_line();
    assert_eq!(texts(main.intro()), ["Played in a box, between two acts."]);
    let bishop = &main.plies()[5];
    assert_eq!(bishop.nags(), [Nag::DUBIOUS, Nag::new(146)]);
    assert_eq!(texts(bishop.comments()), ["better is exd4"]);
    let exchange = &main.plies()[7];
    assert_eq!(texts(exchange.tail()), ["White has the bishops."]);
    let &[first, second] = exchange.variations() else {
        panic!("two variations")
    };
    assert_eq!(
        opera.line_text(first).unwrap(),
        "4... dxe5 5. Qxd8+ Kxd8 6. Nxe5 {a clean pawn} \
         (6. Nc3 {also good} 6... Nd7 (6... f6 7. h3 $1) 7. Bc4)"
    );
    assert_eq!(
        opera.line_text(second).unwrap(),
        "{or} 4... Nd7 5. exd6 Bxd6"
    );
    let side = opera.line(first).unwrap().plies()[3].variations()[0];
    let deep = opera.line(side).unwrap().plies()[1].variations()[0];
    assert_eq!(opera.depth(deep), Ok(3));
    assert_eq!(opera.sans(deep).unwrap(), ["f6", "h3"]);
    let branch = opera.line(deep).unwrap().branch().unwrap();
    assert_eq!((branch.line(), branch.ply()), (side, 1));
    assert!(!opera.end_of(LineId::MAIN).unwrap().has_legal_move());
    assert!(!opera.is_chess960());
}

#[test]
fn reads_games_from_positions() {
    let games = read_good(ANNOTATED);
    let ending = &games[1];
    assert_eq!(
        movetext(ending),
        "41... bxc1=Q 42. b8=N {under-promotion} \
         (42. b8=Q $2 Qb2+ {and the queens go} 43. Qxb2+) 42... Qb2+ 43. Kf3 Qxb8"
    );
    assert_eq!(ending.result(), GameResult::Unknown);
    let chess960 = &games[2];
    assert!(chess960.is_chess960());
    assert!(chess960.moves()[0].is_castle() && chess960.moves()[3].is_castle());
    assert_eq!(
        movetext(chess960),
        "4. O-O-O {one step} 4... Nge7 5. Nge2 O-O-O"
    );
    assert!(chess960.to_string().contains(
        "[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n\
         [FEN \"rk2bqnr/pppp1ppp/2nb4/4p3/4P3/2NB4/PPPP1PPP/RK2BQNR w KQkq - 4 4\"]\n\
         [Variant \"Chess960\"]\n"
    ));
}

#[test]
fn written_games_are_a_fixed_point() {
    let games = read_good(ANNOTATED);
    assert_round_trip(&games);
    let text = write_all(&games);
    assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
}

#[test]
fn writes_the_export_format() {
    let text = "[Event \"a\"][Custom \"c\"][Black \"b\"] 1.e4 {x} e5 2.Nf3!? Nc6 (2...d6) 3.Bb5 *";
    assert_eq!(
        read_one(text).to_string(),
        "[Event \"a\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
         [Black \"b\"]\n[Result \"*\"]\n[Custom \"c\"]\n\n\
         1. e4 {x} 1... e5 2. Nf3 $5 Nc6 (2... d6) 3. Bb5 *\n"
    );
}

#[test]
fn line_ends_and_marks_do_not_matter() {
    let games = read_good(ANNOTATED);
    let windows = format!("\u{feff}{}", ANNOTATED.replace('\n', "\r\n"));
    assert_eq!(read_good(&windows), games);
    assert_eq!(read_good(ANNOTATED.replace('\n', "\r")), games);
    let joined = format!("\u{feff}{ANNOTATED}\n\u{feff}{ANNOTATED}");
    assert_eq!(read_good(&joined), [games.clone(), games].concat());
}

#[test]
fn small_reads_do_not_matter() {
    struct Drip<'a>(&'a [u8]);
    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.len().min(1).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }
    let games: Vec<_> = Reader::new(Drip(ANNOTATED.as_bytes()))
        .map(Result::unwrap)
        .collect();
    assert_eq!(games, read_good(ANNOTATED));
}

#[test]
fn a_failing_input_ends_the_games() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("disk on fire"))
        }
    }
    let input = "1. e4 1-0\n\n1. d4 d5".as_bytes().chain(Broken);
    let mut reader = Reader::new(input);
    assert!(reader.next().unwrap().is_ok());
    let error = reader.next().unwrap().unwrap_err();
    assert!(error.is_input_failure());
    assert_eq!(
        error.to_string(),
        "line 3, column 9: the input cannot be read on: disk on fire"
    );
    assert!(reader.next().is_none());
}

#[test]
fn finds_where_games_end() {
    // By results, by tags, by a first move after an empty line.
    let text = "1. e4 e5 1-0 1. d4 0-1\n\n1. c4\n\n1. Nf3 d5\n\n2. g3\n[Event \"x\"]\n[Event \"y\"]\n\n\
                [Event \"z\"]\n\n1. e4\n\n1... e5 1/2-1/2 {agreed}\n; in the bar\n\n{next} 1. b3 *";
    let games = read_good(text);
    let moves: Vec<_> = games.iter().map(movetext).collect();
    assert_eq!(
        moves,
        [
            "1. e4 e5",
            "1. d4",
            "1. c4",
            "1. Nf3 d5 2. g3",
            "",
            "1. e4 e5 {agreed} {in the bar}",
            "{next} 1. b3"
        ]
    );
    assert_eq!(games[4].tags().get("Event"), Some("y"));
    assert_eq!(games[5].tags().get("Event"), Some("z"));
    assert_round_trip(&games);
    assert!(read_all("").is_empty());
    assert!(read_all(" \r\n\t; nothing\n{at all}\n% here\n").is_empty());
}

#[test]
fn results_come_from_moves_or_tags() {
    let result = |text: &str| read_one(text).result();
    assert_eq!(result("[Result \"0-1\"]\n\n1. e4"), GameResult::BlackWins);
    assert_eq!(result("[Result \"0-1\"]\n\n1. e4 *"), GameResult::BlackWins);
    assert_eq!(
        result("[Result \"0-1\"]\n\n1. e4 1-0"),
        GameResult::WhiteWins
    );
    assert_eq!(result("[Result \"unclear\"]\n\n1. e4"), GameResult::Unknown);
    for draw in ["1/2-1/2", "1/2", "½-½", "½–½", "1/2–1/2"] {
        assert_eq!(result(&format!("1. e4 {draw}")), GameResult::Draw, "{draw}");
    }
    assert_eq!(result("0–1"), GameResult::BlackWins);
}

#[test]
fn takes_moves_however_they_are_written() {
    let game = read_one(
        "1.e2e4 e7-e5 2 g1f3 ...Nb8c6 3. Bf1-c4!! Bc5?? 4. 0-0 Nf6 5 d4 exd4 6 e5 d5 7 exd6 e.p. O–O \
         8. dxc7 Bd7 9. cxd8Q 1-0",
    );
    assert_eq!(
        movetext(&game),
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 $3 Bc5 $4 4. O-O Nf6 5. d4 exd4 6. e5 d5 7. exd6 O-O 8. dxc7 Bd7 \
         9. cxd8=Q"
    );
    let attached = read_one("1. e4 c5 2. e5 d5 3. exd6e.p. *");
    assert_eq!(movetext(&attached), "1. e4 c5 2. e5 d5 3. exd6");
}

#[test]
fn keeps_comments_in_odd_places() {
    let game = read_one(
        "{a} [Event \"x\"] {b} ;c\n{ } 1. {d} e4 {e} $1 {f} (1. d4 {g}) {h} (1. c4 $2) {i} e5 \
         ({only words}) ( ) ({j} $7 1... c5 {k} {l}) (1... e6 1-0) * {m}",
    );
    assert_eq!(
        movetext(&game),
        "{a} {b} {c} {d} 1. e4 $1 {e} {f} (1. d4 {g}) (1. c4 $2) {h} {i} \
         1... e5 ({only words}) ({j} 1... c5 $7 {k} {l}) (1... e6 {1-0}) {m}"
    );
    assert_eq!(game.tags().get("Event"), Some("x"));
    assert_round_trip(&[game]);
}

#[test]
fn makes_comments_safe() {
    let game = read_one("1. e4 ; a } b { c\n e5 {two\r\n  lines\tand { one} *");
    assert_eq!(
        movetext(&game),
        "1. e4 {a ) b ( c} 1... e5 {two lines and ( one}"
    );
    assert_round_trip(&[game]);
    // Words with a meaning at the beginning of a line never get there.
    let tricky = "%esc [Event ;x [White \"y\"] ".repeat(30);
    let mut game = Game::new(Board::startpos());
    game.comment(LineId::MAIN, Comment::new(&tricky).unwrap())
        .unwrap();
    let text = game.to_string();
    let body = text.split_once("\n\n").unwrap().1;
    assert!(
        body.lines().all(|line| !line.starts_with(['%', '[', ';'])),
        "{text}"
    );
    assert_round_trip(&[game]);
}

#[test]
fn keeps_any_tag_value() {
    let mut game = Game::new(Board::startpos());
    let value = "quote \" backslash \\ bracket ] end\\";
    game.tags_mut().set(TagName::WHITE, value);
    game.tags_mut().set(TagName::new("X-1").unwrap(), "");
    game.tags_mut().set(TagName::SITE, "two\nlines");
    assert_round_trip(std::slice::from_ref(&game));
    assert_eq!(game.tags().get("Site"), Some("two lines"));
    let sloppy = read_one("[White \"Hans \"Johnny\" Berliner\"]\n[Site \"C:\\dir\"]\n\n1. e4 *");
    assert_eq!(sloppy.tags().get("White"), Some("Hans \"Johnny\" Berliner"));
    assert_eq!(sloppy.tags().get("Site"), Some("C:\\dir"));
    assert_round_trip(&[sloppy]);
}

#[test]
fn reads_latin_1() {
    let game = read_one(b"[White \"R\xe9ti\"]\n\n1. Nf3 {sch\xf6n} *");
    assert_eq!(game.tags().get("White"), Some("Réti"));
    assert_eq!(movetext(&game), "1. Nf3 {schön}");
}

#[test]
fn passes_turns() {
    let game = read_one("1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 -- {threat} 4. Ng5 Z0 5. Nxf7) a6 *");
    assert_eq!(
        movetext(&game),
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 -- {threat} 4. Ng5 -- 5. Nxf7) 3... a6"
    );
    assert_round_trip(&[game]);
    let lesson = read_one("1. e4 -- 2. Bc4 -- 3. Qh5 *");
    assert_eq!(movetext(&lesson), "1. e4 -- 2. Bc4 -- 3. Qh5");
    assert_eq!(lesson.moves().len(), 1);
    assert_round_trip(&[lesson]);
    assert_fault(
        "1. e4 f5 (1... f6 2. Qh5+ --) *",
        (1, 27),
        "\"--\"",
        "in check",
    );
}

/// The text gives one error, at that place and with those words.
fn assert_fault(text: &str, place: (u64, u64), found: &str, expected: &str) {
    let errors: Vec<_> = read_all(text).into_iter().filter_map(Result::err).collect();
    assert_eq!(errors.len(), 1, "{text}: {errors:?}");
    let error = &errors[0];
    let at = (error.place().line(), error.place().column());
    assert_eq!(at, place, "{text}: {error}");
    assert!(error.found().unwrap().contains(found), "{text}: {error}");
    assert!(
        error.expected().unwrap().contains(expected),
        "{text}: {error}"
    );
}

#[test]
fn errors_name_place_and_fault() {
    assert_fault(
        "1. e4 e5\n2. Nf3 Nf7",
        (2, 8),
        "\"Nf7\"",
        "a legal move (no knight of black",
    );
    assert_fault("1. e4 é Hf3", (1, 7), "\"é\"", "a move such as e4");
    assert_fault(
        "1. d4 d5 2. Nc3 Nc6 3. Nf3 Nf6 4. Nb5 Nb4 5. Nd2 Nd7 6. Nc4 Nc5 7. Nd6",
        (1, 68),
        "Nd6",
        "more than one move fits",
    );
    assert_fault("1. e4 e5 2. O-O", (1, 13), "\"O-O\"", "cannot castle");
    assert_fault(
        "1. e4 ) e5 *",
        (1, 7),
        "the end of a variation",
        "an opening bracket",
    );
    assert_fault(
        "(1. e4) e5 *",
        (1, 1),
        "the beginning of a variation",
        "a move before it",
    );
    assert_fault(
        "1. e4 (1. d4",
        (1, 7),
        "the end of the text",
        "a closing bracket",
    );
    assert_fault(
        "1. e4 (1. d4 (1. c4 *)",
        (1, 7),
        "the end of the text",
        "a closing bracket",
    );
    assert_fault(
        "1. e4\n {x",
        (2, 2),
        "the end of the text",
        "a closing brace",
    );
    assert_fault("1. e4 } e5", (1, 7), "\"}\"", "a move, a comment");
    assert_fault("1. e4 $256 e5", (1, 7), "\"$256\"", "$0 to $255");
    assert_fault("1. e4 $ e5", (1, 7), "\"$\"", "$0 to $255");
    assert_fault("1. e4 <x>", (1, 7), "\"<\"", "a move");
    assert_fault(
        "[White \"x]\n\n1. e4 *",
        (1, 11),
        "the end of the line",
        "a closing double quote",
    );
    assert_fault(
        "[White \"x\"\n\n1. e4 *",
        (1, 11),
        "the end of the line",
        "a closing ]",
    );
    assert_fault("[White x]\n\n1. e4 *", (1, 8), "\"x\"", "double quotes");
    assert_fault("[]\n\n1. e4 *", (1, 2), "\"]\"", "the name of a tag");
    assert_fault("[_ \"x\"]\n\n1. e4 *", (1, 1), "\"_\"", "letter or digit");
    assert_fault(
        "[Event \"x\"",
        (1, 11),
        "the end of the text",
        "a closing ]",
    );
    assert_fault(
        "1. e4 [Event \"x\"] e5 *",
        (1, 7),
        "the tag \"Event\"",
        "a move or a result",
    );
    assert_fault(
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *",
        (1, 6),
        "\"8/8",
        "white has 0 kings",
    );
    let long = format!("1. e4 {} *", "x".repeat(1000));
    assert_fault(&long, (1, 7), "…", "a move such as");
    let error = read_all("1. e5").remove(0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 4: found \"e5\", expected a legal move (no pawn of white can legally go to e5 like that)"
    );
}

#[test]
fn a_bad_game_never_loses_the_next() {
    let bad = [
        "[Event \"bad\"]\n\n1. e4 e9 2. Nf3 {x} (2. d4) 1-0 {really}",
        "[Event \"bad\"]\n\n1. e4 e5 (1... e9 {x} 2. d4 (2. c4) *) 2. Nf3 1-0",
        "[Event \"bad\"]\n\n1. e4 e5 (1... c5 2. Nf3",
        "[Event \"bad\"]\n\n1. e4 {never closed",
        "[Event \"bad\"]\n\n1. e9 {never closed",
        "[Event \"bad\"]\n[White \"never closed]\n[Black \"y\"]\n\n1. e4 1-0",
        "[Event \"bad\"]\n[FEN \"nonsense\"]\n[Black \"y\"]\n\n1. e4 1-0",
        "[Event \"bad\"\n\n1. e4 {x} 1-0",
        "1. e4 Kd4 1-0",
        "1. e4 Kd4 2. Ke2",
        "1. e4 <<< ]]] \" , $$$ ))) 1-0",
        "1. e4 1-0 )",
        "[Event \"bad\"]\n\n1. e4 $999 %%% \u{1}\u{2} \"quoted\"",
        "{never closed",
    ];
    let good = [
        "[Event \"good\"]\n[White \"w\"]\n\n1. d4 {fine} d5 1/2-1/2\n",
        "[Event \"good\"]\n\n*\n",
    ];
    for bad in bad {
        for good in good {
            for gap in ["\n\n", "\n\n\n% x\n", "\r\n\r\n"] {
                let text = format!("{good}\n{bad}{gap}{good}\n{bad}{gap}{good}");
                let games = read_all(&text);
                let kept: Vec<_> = games.iter().flatten().cloned().collect();
                assert_eq!(kept, vec![read_one(good); 3], "{text}");
                assert_eq!(games.len(), 5, "{text}");
            }
        }
    }
    // Without tags, too.
    let games = read_all("1. e4 e9 2. d4\n\n1. d4 d5 *\n1. e4 e9 1-0 {!}\n\n1. c4 *");
    let good: Vec<_> = games.iter().flatten().map(movetext).collect();
    assert_eq!(good, ["1. d4 d5", "1. c4"]);
    assert_eq!(games.len(), 4);
}

#[test]
fn a_game_has_a_limit_and_the_next_one_is_read() {
    let long = format!("1. e4 {{{}}} *\n\n1. d4 *", "long ".repeat(1000));
    let games: Vec<_> = Reader::new(long.as_bytes()).with_limit(1000).collect();
    assert_eq!(games.len(), 2);
    let error = games[0].as_ref().unwrap_err().to_string();
    assert!(
        error.contains("expected at most 1000 bytes a game"),
        "{error}"
    );
    assert_eq!(movetext(games[1].as_ref().unwrap()), "1. d4");
    assert_eq!(read_good(&long).len(), 2);
}

#[test]
fn nests_to_any_depth() {
    const DEPTH: usize = 50_000;
    let mut text = String::from("1. e4 ");
    for depth in 0..DEPTH {
        text.push_str(["(d4 ", "(e4 {x} "][depth % 2]);
    }
    text.push_str(&")".repeat(DEPTH));
    text.push_str(" e5 *");
    let game = read_one(&text);
    assert_eq!(game.sans(LineId::MAIN).unwrap(), ["e4", "e5"]);
    assert_round_trip(std::slice::from_ref(&game));
    assert!(format!("{game:?}").len() > DEPTH);
    drop(game.clone());
    let open = &text[..text.len() / 2];
    assert!(read_all(open).remove(0).is_err());
}

#[test]
fn streams_more_than_it_keeps() {
    // Nine megabytes of games that are made while they are read.
    let game =
        b"[Event \"e\"]\n\n1. e4 {some words about nothing, to make it long} e5 2. Nf3 Nc6 *\n\n";
    struct Cycle<'a> {
        text: &'a [u8],
        at: usize,
        left: usize,
    }
    impl Read for Cycle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = buffer.len().min(self.left).min(self.text.len() - self.at);
            buffer[..count].copy_from_slice(&self.text[self.at..self.at + count]);
            self.at = (self.at + count) % self.text.len();
            self.left -= count;
            Ok(count)
        }
    }
    let games = 100_000;
    let input = Cycle {
        text: game,
        at: 0,
        left: games * game.len(),
    };
    let count = Reader::new(input).map(Result::unwrap).count();
    assert_eq!(count, games);
}

#[test]
fn records_a_played_game() {
    let mut played = PlayedGame::new(Board::startpos());
    for san in ["f3", "e5", "g4", "Qh4#"] {
        let mv = played.board().move_from_san(san).unwrap();
        played.push(mv);
    }
    let game = Game::record(&played);
    assert_eq!(game.result(), GameResult::BlackWins);
    let text = game.to_string();
    assert!(text.contains("[Result \"0-1\"]\n"));
    assert!(text.ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"), "{text}");
    assert_round_trip(&[game]);
    let chess960 = Game::new(Board::chess960(0));
    assert_eq!(chess960.tags().get("Variant"), Some("Chess960"));
    assert_round_trip(&[chess960]);
}

#[test]
fn edits_only_what_there_is() {
    let mut game = read_one("1. e4 e5 (1... c5 2. Nf3 (2. c3)) *");
    let sicilian = game.main_line().plies()[1].variations()[0];
    let board = game.end_of(sicilian).unwrap();
    assert_eq!(board, game.position(sicilian, 2).unwrap());
    let mv = board.move_from_san("d6").unwrap();
    game.push(sicilian, mv).unwrap();
    assert!(matches!(
        game.push(sicilian, mv),
        Err(EditError::Illegal { .. })
    ));
    game.add_nag(sicilian, 2, Nag::GOOD).unwrap();
    game.comment_move(sicilian, 0, Comment::new("sharp").unwrap())
        .unwrap();
    assert_eq!(
        game.add_nag(sicilian, 9, Nag::GOOD),
        Err(EditError::NoSuchMove)
    );
    assert_eq!(game.open_variation(sicilian, 3), Err(EditError::NoSuchMove));
    let plain = movetext(&game);
    let idea = game.open_variation(LineId::MAIN, 0).unwrap();
    assert_eq!(movetext(&game), plain, "an empty variation is not written");
    game.comment(idea, Comment::new("later").unwrap()).unwrap();
    assert_eq!(
        movetext(&game),
        "1. e4 ({later}) 1... e5 (1... c5 {sharp} 2. Nf3 (2. c3) 2... d6 $1)"
    );
    assert_round_trip(std::slice::from_ref(&game));
    let other = read_one("1. d4 *");
    assert_eq!(other.end_of(idea), Err(EditError::NoSuchLine));
    assert_ne!(game, other);
}

#[test]
fn equal_games_do_not_depend_on_the_order_of_editing() {
    let read = read_one("1. e4 (1. d4) e5 (1... c5) *");
    let mut made = read_one("1. e4 e5 *");
    for (ply, san) in [(1, "c5"), (0, "d4")] {
        let line = made.open_variation(LineId::MAIN, ply).unwrap();
        let mv = made.end_of(line).unwrap().move_from_san(san).unwrap();
        made.push(line, mv).unwrap();
    }
    assert_eq!(read, made);
    made.open_variation(LineId::MAIN, 1).unwrap();
    assert_eq!(read, made);
    made.add_nag(LineId::MAIN, 0, Nag::GOOD).unwrap();
    assert_ne!(read, made);
}

#[test]
fn a_move_that_is_taken_back_takes_its_variations_with_it() {
    let text = "1. e4 e5 {symmetrical} (1... c5 2. Nf3 (2. c3)) *";
    let mut game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
    let variation = game.main_line().plies()[1].variations()[0];
    let ply = game.pop(LineId::MAIN).unwrap();
    assert_eq!(ply.comments().len(), 1);
    assert_eq!(game.line_text(LineId::MAIN).unwrap(), "1. e4");
    game.pop(LineId::MAIN).unwrap();
    assert_eq!(game.pop(LineId::MAIN).unwrap_err(), EditError::NoSuchMove);
    // What is left of the variation cannot be reached from the game, and is refused, not replayed.
    assert_eq!(game.end_of(variation), Err(EditError::NoSuchMove));
}
