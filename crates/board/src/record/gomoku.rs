//! A tree from SGF, Piskvork's records and plain points, and back.

use super::{Record, at_move};
use crate::game::Game;
use crate::gomoku::{GomokuGame, Setup};
use crate::messages::{By, Drawn, FoundGame, GameResult, Summary};
use crate::tree::{NodeId, Notes, PASS, Tree, shapes_of, text_of};
use regence_gomoku::{Move, RuleSet, Side, Size};
use regence_records::gomoku_record::{read_point, read_size, write_point};
use regence_records::piskvork::{self, PiskvorkRecord};
use regence_records::sgf::{self, Node};
use std::ops::Range;

/// What both kinds of records call the same: SGF's name and PGN's.
const TAGS: [(&str, &str); 8] = [
    ("EV", "Event"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("RO", "Round"),
    ("PW", "White"),
    ("PB", "Black"),
    ("AN", "Annotator"),
    ("GN", "GameName"),
];

/// Properties that say in SGF what a PGN says by a glyph: name, value, number.
const GLYPHS: [(&str, &str, u8); 6] = [
    ("TE", "1", 1),
    ("BM", "1", 2),
    ("TE", "2", 3),
    ("BM", "2", 4),
    ("IT", "", 5),
    ("DO", "", 6),
];

/// Marks of points, and the colour of the circle that they are here.
const MARKS: [(&str, char); 4] = [("CR", 'G'), ("TR", 'R'), ("SQ", 'B'), ("MA", 'Y')];

pub(super) fn load(text: &str, usual: (RuleSet, Size)) -> Result<(Game, Record), String> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.starts_with('(') {
        load_sgf(text, usual)
    } else if piskvork::is_piskvork(text) {
        load_piskvork(text, usual.0)
    } else {
        load_points(text, usual)
    }
}

fn load_points(text: &str, (rule, size): (RuleSet, Size)) -> Result<(Game, Record), String> {
    let moves = size.parse_moves(text);
    let moves = moves.map_err(|error| format!("{error}; moves look like h8i9g7"))?;
    let times = moves.into_iter().map(|mv| (mv, 0)).collect();
    play_all(GomokuGame::new(rule, size), times)
}

fn load_piskvork(text: &str, rule: RuleSet) -> Result<(Game, Record), String> {
    let read = PiskvorkRecord::read(text).map_err(|error| error.to_string())?;
    let (game, mut record) = play_all(GomokuGame::new(rule, read.size), read.moves)?;
    for (name, player) in ["Black", "White"].into_iter().zip(read.players) {
        record.tags.push((name.into(), player));
    }
    Ok((game, record))
}

fn play_all(game: GomokuGame, moves: Vec<(Move, u64)>) -> Result<(Game, Record), String> {
    let mut game = Game::Gomoku(game);
    let mut record = Record::new(&game);
    let mut at = Tree::ROOT;
    for (number, (mv, ms)) in (1..).zip(moves) {
        let played = game.play(&mv.to_string(), By::Human, ms, None);
        played.map_err(|error| at_move(number, &error))?;
        at = record.append(at, &game)?;
    }
    game.go_to(0);
    Ok((game, record))
}

/// The first game of a text of SGF.
fn first_game(text: &str) -> Result<Vec<Node>, String> {
    let games = sgf::read(text).map_err(|error| error.to_string())?;
    Ok(games.into_iter().next().unwrap_or_default())
}

/// The game before its first move, with what the record says of it.
fn begin(root: &Node, (rule, size): (RuleSet, Size)) -> Result<(Game, Record, Size), String> {
    if let Some(game) = root.first("GM").filter(|game| game.trim() != "4") {
        return Err(format!(
            "the SGF is of game GM[{game}], expected GM[4], Gomoku"
        ));
    }
    let size = match root.first("SZ") {
        Some(text) => read_size(text).map_err(|error| error.to_string())?,
        None => size,
    };
    let rule = root
        .first("RU")
        .and_then(|name| name.parse().ok())
        .unwrap_or(rule);
    let game = Game::Gomoku(GomokuGame::set_up(rule, size, setup(root, size)?)?);
    let mut record = Record::new(&game);
    read_tags(root, &mut record);
    Ok((game, record, size))
}

/// All games of a text of SGF, with where they are in it.
pub(super) fn list(text: &str, usual: (RuleSet, Size)) -> Vec<FoundGame> {
    let found = |place: Range<usize>| {
        let read = summary(&text[place.clone()], usual);
        FoundGame {
            start: place.start,
            end: place.end,
            error: read.as_ref().err().cloned(),
            summary: read.ok(),
        }
    };
    sgf::places(text).into_iter().map(found).collect()
}

/// Openings have their names after so many moves.
const OPENING: usize = 3;

/// What a list shows of a game: only its opening is played.
fn summary(text: &str, usual: (RuleSet, Size)) -> Result<Summary, String> {
    let nodes = first_game(text)?;
    let root = nodes.first().ok_or("the SGF has no node")?;
    let (mut game, record, _) = begin(root, usual)?;
    // The first child of a node is the one behind it.
    let follows = |&(index, node): &(usize, &Node)| node.parent == index.checked_sub(1);
    let main_line = nodes.iter().enumerate().take_while(follows);
    let mut plies = 0;
    for (_, node) in main_line {
        if plies < OPENING {
            play_node(&mut game, node, |_| Ok(())).map_err(|error| at_move(plies + 1, &error))?;
        }
        plies += node.all("B").len() + node.all("W").len();
    }
    let told = record.summary(&game, ["?", "?"]);
    let named = match &game {
        Game::Gomoku(own) => own.opening(),
        Game::Chess(_) => None,
    };
    let opening = told.opening.or(named);
    Ok(Summary {
        plies,
        opening,
        ..told
    })
}

fn load_sgf(text: &str, usual: (RuleSet, Size)) -> Result<(Game, Record), String> {
    let nodes = first_game(text)?;
    let root = nodes.first().ok_or("the SGF has no node")?;
    let (mut game, mut record, size) = begin(root, usual)?;
    // Where each node of the text is in the tree; a node without a move is the one before it.
    let mut places: Vec<NodeId> = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        let parent = node.parent.map_or(Tree::ROOT, |parent| places[parent]);
        if index > 0
            && ["AB", "AW", "AE"]
                .iter()
                .any(|name| !node.all(name).is_empty())
        {
            return Err(format!(
                "node {index} of the SGF sets stones up: that is read before the first move only"
            ));
        }
        game = step_to(game, &record, parent)?;
        let place = add_moves(&mut game, &mut record, node, parent)
            .map_err(|error| at_move(record.tree.path(parent).len() + 1, &error))?;
        add_notes(&mut record, node, place, size);
        places.push(place);
    }
    game.go_to(0);
    Ok((game, record))
}

/// The game at a node of the tree: nearly always the one that it stands at.
fn step_to(mut game: Game, record: &Record, node: NodeId) -> Result<Game, String> {
    let path = record.tree.path(node);
    let played = record.tree.played(&path);
    game.go_to(path.len());
    if game.played().get(..path.len()) == Some(&played[..]) {
        return Ok(game);
    }
    record.game_at(&game, node)
}

/// Adds what a node has to the tree.
fn add_moves(
    game: &mut Game,
    record: &mut Record,
    node: &Node,
    parent: NodeId,
) -> Result<NodeId, String> {
    let mut at = parent;
    play_node(game, node, |game| {
        at = record.append(at, game)?;
        Ok(())
    })?;
    Ok(at)
}

/// Plays what a node has: mostly one move. Where a side moves twice the other one has passed. `played` is told of each.
fn play_node(
    game: &mut Game,
    node: &Node,
    mut played: impl FnMut(&Game) -> Result<(), String>,
) -> Result<(), String> {
    for (name, values) in &node.properties {
        let side = match name.as_str() {
            "B" => Side::Black,
            "W" => Side::White,
            _ => continue,
        };
        let Game::Gomoku(own) = &mut *game else {
            return Err("the game is not Gomoku".into());
        };
        let text = values.first().map_or("", String::as_str).trim();
        let passes = own.board().side() != side;
        if passes || text.is_empty() {
            own.pass()?;
            played(game)?;
        }
        if !text.is_empty()
            && let Game::Gomoku(own) = &mut *game
        {
            let mv = read_point(text, own.board().size()).map_err(|error| error.to_string())?;
            own.play(mv, By::Human, 0, None)?;
            played(game)?;
        }
    }
    Ok(())
}

fn setup(root: &Node, size: Size) -> Result<Setup, String> {
    let points = |name: &str| -> Result<Vec<_>, String> {
        let values = root.all(name).iter();
        let point = |value: &String| read_point(value, size).map(|mv| mv.point());
        values
            .map(|value| point(value).map_err(|error| error.to_string()))
            .collect()
    };
    let turn = match root
        .first("PL")
        .map(|text| text.trim().to_ascii_uppercase())
    {
        Some(text) if text.starts_with('B') || text == "1" => Some(Side::Black),
        Some(text) if text.starts_with('W') || text == "2" => Some(Side::White),
        _ => None,
    };
    Ok(Setup {
        black: points("AB")?,
        white: points("AW")?,
        turn,
    })
}

fn read_tags(root: &Node, record: &mut Record) {
    for (name, tag) in TAGS {
        if let Some(value) = root.first(name) {
            record.tags.push((tag.into(), value.into()));
        }
    }
    record.result = root
        .first("RE")
        .and_then(|result| match result.trim().chars().next()? {
            'B' => Some(GameResult::Black),
            'W' => Some(GameResult::White),
            '0' | 'D' => Some(GameResult::Draw),
            _ => None,
        });
}

fn add_notes(record: &mut Record, node: &Node, place: NodeId, size: Size) {
    let point = |text: &str| read_point(text, size).ok().map(|mv| mv.to_string());
    let mut shapes = Vec::new();
    for (name, brush) in MARKS {
        for from in node.all(name).iter().filter_map(|value| point(value)) {
            shapes.push(Drawn {
                brush,
                from,
                to: None,
            });
        }
    }
    for arrow in node.all("AR") {
        let ends = arrow
            .split_once(':')
            .and_then(|(from, to)| Some((point(from)?, point(to)?)));
        shapes.extend(ends.map(|(from, to)| Drawn {
            brush: 'G',
            from,
            to: Some(to),
        }));
    }
    let Some(notes) = record.tree.notes_mut(place) else {
        return;
    };
    notes.comments.extend(node.all("C").iter().cloned());
    for (name, value, number) in GLYPHS {
        let is_it = |found: &String| value.is_empty() || found.trim() == value || value == "1";
        let has = node.all(name).iter().any(is_it);
        let is_counted = notes.nags.iter().any(|nag| {
            GLYPHS
                .iter()
                .any(|(known, _, other)| known == &name && other == nag)
        });
        if has && !is_counted {
            notes.nags.push(number);
        }
    }
    if !shapes.is_empty() {
        notes.set_shapes(&shapes);
    }
}

/// The game as SGF.
pub(super) fn write_sgf(game: &GomokuGame, record: &Record, names: [&str; 2]) -> String {
    let size = game.board().size();
    let order = record.tree.preorder();
    let mut index = std::collections::HashMap::new();
    let mut nodes: Vec<Node> = Vec::with_capacity(order.len());
    for id in order {
        let Some(node) = record.tree.node(id) else {
            continue;
        };
        let mut written = Node {
            parent: node.parent.and_then(|parent| index.get(&parent).copied()),
            properties: Vec::new(),
        };
        if id == Tree::ROOT {
            head(game, record, names, &mut written);
        }
        if let Some(played) = &node.played {
            let before = node.parent.and_then(|parent| record.tree.node(parent));
            let is_black =
                before.is_none_or(|node| node.spot.turn == crate::messages::Colour::Black);
            let value = match size.parse_point(&played.mv) {
                Ok(point) if played.mv != PASS => write_point(point.into(), size),
                _ => String::new(),
            };
            put(&mut written, if is_black { "B" } else { "W" }, value);
        }
        write_notes(&node.notes, size, &mut written);
        index.insert(id, nodes.len());
        nodes.push(written);
    }
    sgf::write(&nodes)
}

fn put(node: &mut Node, name: &str, value: String) {
    match node.properties.iter_mut().find(|(found, _)| found == name) {
        Some((_, values)) => values.push(value),
        None => node.properties.push((name.into(), vec![value])),
    }
}

/// What SGF says once for a game.
fn head(game: &GomokuGame, record: &Record, names: [&str; 2], root: &mut Node) {
    let board = game.board();
    let size = board.size();
    let (width, height) = (size.width(), size.height());
    put(root, "FF", "4".into());
    put(root, "GM", "4".into());
    let sides = match width == height {
        true => width.to_string(),
        false => format!("{width}:{height}"),
    };
    put(root, "SZ", sides);
    put(root, "RU", board.rule().to_string());
    for (name, tag) in TAGS {
        let usual = match tag {
            "White" => Some(names[0]),
            "Black" => Some(names[1]),
            _ => None,
        };
        if let Some(value) = record.tag(tag).or(usual) {
            put(root, name, value.into());
        }
    }
    let end = record
        .tree
        .node(record.tree.end())
        .and_then(|node| node.spot.over);
    let result = record.result.or(end.map(|over| over.result));
    if let Some(result) = result {
        let text = match result {
            GameResult::Black => "B+",
            GameResult::White => "W+",
            GameResult::Draw => "0",
        };
        put(root, "RE", text.into());
    }
    let setup = game.setup();
    for (name, points) in [("AB", &setup.black), ("AW", &setup.white)] {
        for &point in points {
            put(root, name, write_point(point.into(), size));
        }
    }
    if let Some(side) = setup.turn {
        put(
            root,
            "PL",
            if side == Side::Black { "B" } else { "W" }.into(),
        );
    }
}

fn write_notes(notes: &Notes, size: Size, node: &mut Node) {
    for (name, value, number) in GLYPHS {
        if notes.nags.contains(&number) {
            put(node, name, value.into());
        }
    }
    let point = |text: &str| {
        size.parse_point(text)
            .ok()
            .map(|point| write_point(point.into(), size))
    };
    for shape in shapes_of(&notes.comments) {
        let mark = MARKS.iter().find(|(_, brush)| *brush == shape.brush);
        match (&shape.to, mark, point(&shape.from)) {
            (Some(to), _, Some(from)) => {
                if let Some(to) = point(to) {
                    put(node, "AR", format!("{from}:{to}"));
                }
            }
            (None, Some((name, _)), Some(from)) => put(node, name, from),
            _ => {}
        }
    }
    let all = [&notes.intro, &notes.comments, &notes.tail];
    let texts: Vec<String> = all
        .map(|texts| text_of(texts))
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect();
    if !texts.is_empty() {
        put(node, "C", texts.join(" "));
    }
}

/// The main line as Piskvork writes it, which knows nothing else.
pub(super) fn write_psq(
    game: &GomokuGame,
    record: &Record,
    [white, black]: [&str; 2],
) -> Result<String, String> {
    if !game.setup().is_empty() {
        return Err("Piskvork's records begin with an empty board: export this one as SGF".into());
    }
    let size = game.board().size();
    let line = record.tree.played(&record.tree.line(Tree::ROOT));
    let mv = |played: &crate::messages::Played| {
        let point = size
            .parse_point(&played.mv)
            .map_err(|error| error.to_string())?;
        Ok((Move::new(point), played.ms))
    };
    let moves: Result<Vec<_>, String> = line.iter().map(mv).collect();
    let name = |tag: &str, usual: &str| record.tag(tag).unwrap_or(usual).to_owned();
    let written = PiskvorkRecord {
        size,
        moves: moves?,
        players: vec![name("Black", black), name("White", white)],
    };
    Ok(written.write())
}
