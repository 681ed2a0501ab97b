//! A tree from PGN and back: what is read and written again is the same game.

use super::{Record, at_move};
use crate::chess::ChessGame;
use crate::game::Game;
use crate::messages::{By, FoundGame, GameResult, Kind, Summary};
use crate::tree::{NodeId, Notes, PASS, Tree};
use regence_records::openings;
use regence_records::pgn::{self, Comment, Line, LineId, Nag, TagName};

/// Where a line begins in the tree.
struct Start {
    line: LineId,
    parent: NodeId,
    ply: usize,
}

/// The first game of a text.
pub(super) fn load(text: &str) -> Result<(Game, Record), String> {
    let read = match pgn::Reader::new(text.as_bytes()).next() {
        Some(Ok(read)) => read,
        Some(Err(error)) => return Err(format!("the PGN can't be read: {error}")),
        None => {
            return Err("the PGN has no game: expected tags or moves, as in 1. e4 e5".into());
        }
    };
    let mut game = Game::Chess(ChessGame::new(*read.start(), read.is_chess960()));
    let mut record = Record::new(&game);
    let tags = read.tags().iter();
    record.tags = tags
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    record.result = result_of(read.result());
    // Lines are taken up from the last to the first that leaves another: going back to where one begins then never
    // passes a move that a later one has replaced.
    let mut todo = vec![Start {
        line: LineId::MAIN,
        parent: Tree::ROOT,
        ply: 0,
    }];
    while let Some(start) = todo.pop() {
        game.go_to(start.ply);
        let line = read.line(start.line).map_err(|error| error.to_string())?;
        todo.extend(add_line(&mut game, &mut record, line, &start)?);
    }
    game.go_to(0);
    Ok((game, record))
}

/// All games of a text, with where they are in it.
pub(super) fn list(text: &str) -> Vec<FoundGame> {
    let mut reader = pgn::Reader::new(text.as_bytes());
    let place =
        |reader: &pgn::Reader<&[u8]>| usize::try_from(reader.next_start()).unwrap_or(text.len());
    let mut games = Vec::new();
    let mut start = 0;
    while let Some(read) = reader.next() {
        let end = place(&reader).min(text.len());
        let (summary, error) = match read {
            Ok(game) => (Some(summary(&game)), None),
            Err(error) => (None, Some(error.to_string())),
        };
        games.push(FoundGame {
            start,
            end,
            summary,
            error,
        });
        start = end;
    }
    games
}

/// What a list shows of a game.
fn summary(game: &pgn::Game) -> Summary {
    let tag = |name: &str| {
        let is_known = |value: &&str| !value.is_empty() && !value.starts_with('?');
        game.tags().get(name).filter(is_known).map(str::to_owned)
    };
    let plies = game.main_line().plies();
    Summary {
        game: Kind::Chess,
        white: tag("White").unwrap_or_else(|| "?".into()),
        black: tag("Black").unwrap_or_else(|| "?".into()),
        result: result_of(game.result()),
        plies: plies.len(),
        event: tag("Event"),
        date: tag("Date"),
        opening: tag("Opening").or_else(|| opening(game)),
        rule: None,
        playing: false,
    }
}

/// The last name that the game came by.
fn opening(game: &pgn::Game) -> Option<String> {
    let mut board = *game.start();
    let mut name = None;
    let plies = game.main_line().plies();
    for mv in plies.iter().take(openings::LONGEST).map_while(pgn::Ply::mv) {
        board = board.make(mv);
        name = openings::name_of(&board).or(name);
    }
    name.map(|opening| format!("{} {}", opening.code, opening.name))
}

/// Adds the moves of a line; gives the variations that leave it.
fn add_line(
    game: &mut Game,
    record: &mut Record,
    line: &Line,
    start: &Start,
) -> Result<Vec<Start>, String> {
    let (mut at, mut intro) = (start.parent, texts(line.intro()));
    if at == Tree::ROOT && start.line == LineId::MAIN {
        let intro = std::mem::take(&mut intro);
        say(record, at, |notes| notes.comments = intro);
    }
    let mut leaves = Vec::new();
    for (index, ply) in line.plies().iter().enumerate() {
        let variations = ply.variations().iter().rev();
        leaves.extend(variations.map(|&line| Start {
            line,
            parent: at,
            ply: start.ply + index,
        }));
        if let Game::Chess(chess) = &mut *game {
            match ply.mv() {
                Some(mv) => chess.push(mv, By::Human, 0, None),
                None => chess.pass().map_err(|error| at_move(index + 1, &error))?,
            }
        }
        at = record.append(at, game)?;
        say(record, at, |notes| {
            *notes = Notes {
                intro: std::mem::take(&mut intro),
                comments: texts(ply.comments()),
                tail: texts(ply.tail()),
                nags: ply.nags().iter().map(|nag| nag.number()).collect(),
            };
        });
    }
    if !intro.is_empty() {
        // A line of words alone belongs to the move that it would have replaced.
        say(record, start.parent, |notes| notes.tail.extend(intro));
    }
    Ok(leaves)
}

fn say(record: &mut Record, node: NodeId, change: impl FnOnce(&mut Notes)) {
    if let Some(notes) = record.tree.notes_mut(node) {
        change(notes);
    }
}

fn texts(comments: &[Comment]) -> Vec<String> {
    comments
        .iter()
        .map(|comment| comment.as_str().to_owned())
        .collect()
}

fn result_of(result: pgn::GameResult) -> Option<GameResult> {
    match result {
        pgn::GameResult::WhiteWins => Some(GameResult::White),
        pgn::GameResult::BlackWins => Some(GameResult::Black),
        pgn::GameResult::Draw => Some(GameResult::Draw),
        pgn::GameResult::Unknown => None,
    }
}

/// The game as PGN.
pub(super) fn write(
    game: &ChessGame,
    record: &Record,
    [white, black]: [&str; 2],
) -> Result<String, String> {
    let mut written = pgn::Game::new(*game.start());
    if game.is_chess960() {
        written.tags_mut().set(TagName::VARIANT, "Chess960");
    }
    if record.tags.is_empty() {
        written.tags_mut().set(TagName::EVENT, "Régence");
    }
    for (name, value) in &record.tags {
        if let Ok(name) = TagName::new(name) {
            written.tags_mut().set(name, value);
        }
    }
    for (name, value) in [(TagName::WHITE, white), (TagName::BLACK, black)] {
        if record.tag(name.as_str()).is_none() {
            written.tags_mut().set(name, value);
        }
    }
    let end = record
        .tree
        .node(record.tree.end())
        .and_then(|node| node.spot.over);
    let result = record.result.or(end.map(|over| over.result));
    if let Some(result) = result.and_then(|result| result.text().parse().ok()) {
        written.set_result(result);
    }
    write_lines(game, record, &mut written).map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    // Writing to memory can't fail.
    let _ = pgn::write_game(&mut text, &written);
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// A line that is to be written, and its first move.
type Unwritten = (LineId, NodeId);

/// Adds all lines of the tree to the record that is written.
fn write_lines(
    game: &ChessGame,
    record: &Record,
    written: &mut pgn::Game,
) -> Result<(), pgn::EditError> {
    let tree = &record.tree;
    let root = tree.node(Tree::ROOT);
    for comment in root.iter().flat_map(|root| comments(&root.notes.comments)) {
        written.comment(LineId::MAIN, comment)?;
    }
    let first = root.and_then(|root| root.children.first());
    let mut todo: Vec<Unwritten> = first
        .map(|&first| (LineId::MAIN, first))
        .into_iter()
        .collect();
    let mut board = game.at(0);
    while let Some((line, first)) = todo.pop() {
        board.go_to(tree.path(first).len() - 1);
        let (mut next, mut index) = (Some(first), 0);
        while let Some((id, node)) = next.and_then(|id| Some((id, tree.node(id)?))) {
            say_before(written, line, index, &node.notes)?;
            let mv = node.played.as_ref().filter(|played| played.mv != PASS);
            match mv.map(|played| board.read_move(&played.mv)) {
                Some(Ok(mv)) => {
                    written.push_known(line, Some(mv))?;
                    board.push(mv, By::Human, 0, None);
                }
                _ => {
                    written.push_known(line, None)?;
                    let _ = board.pass();
                }
            }
            say_behind(written, line, index, &node.notes)?;
            todo.extend(open_variations(tree, written, (line, index), id)?);
            for comment in comments(&node.notes.tail) {
                written.comment_tail(line, index, comment)?;
            }
            (next, index) = (node.children.first().copied(), index + 1);
        }
    }
    Ok(())
}

/// Opens the variations that replace the move of a node; the first one is the last of the list.
fn open_variations(
    tree: &Tree,
    written: &mut pgn::Game,
    (line, index): (LineId, usize),
    node: NodeId,
) -> Result<Vec<Unwritten>, pgn::EditError> {
    let parent = tree.node(node).and_then(|node| tree.node(node.parent?));
    let mut opened = Vec::new();
    if let Some((&main, others)) = parent.and_then(|parent| parent.children.split_first())
        && main == node
    {
        for &other in others {
            opened.push((written.open_variation(line, index)?, other));
        }
    }
    opened.reverse();
    Ok(opened)
}

fn comments(texts: &[String]) -> impl Iterator<Item = Comment> {
    texts.iter().filter_map(|text| Comment::new(text))
}

/// Comments before a move. A line that has become a part of another has them behind the move before.
fn say_before(
    written: &mut pgn::Game,
    line: LineId,
    index: usize,
    notes: &Notes,
) -> Result<(), pgn::EditError> {
    for comment in comments(&notes.intro) {
        match index.checked_sub(1) {
            None => written.comment(line, comment)?,
            Some(before) => written.comment_tail(line, before, comment)?,
        }
    }
    Ok(())
}

fn say_behind(
    written: &mut pgn::Game,
    line: LineId,
    index: usize,
    notes: &Notes,
) -> Result<(), pgn::EditError> {
    for &nag in &notes.nags {
        written.add_nag(line, index, Nag::new(nag))?;
    }
    for comment in comments(&notes.comments) {
        written.comment_move(line, index, comment)?;
    }
    Ok(())
}
