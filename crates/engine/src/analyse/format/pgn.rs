//! Games with evaluations in their comments, as lichess and chess databases read them.

use std::io::{self, BufRead};

use regence_core::Value;
use regence_records::pgn::{Comment, EditError, Game, LineId, TagName};

use super::super::input::Record;
use super::super::story::{GameStory, Judged};
use super::{Lines, Style, Whole, for_each_line, mate};

/// Longer lines are cut off: the end of a line is mostly guessed.
const LONGEST_LINE: usize = 16;

pub fn game(story: &GameStory, style: &Style) -> String {
    let mut game = match style.clean {
        true => bare(story),
        false => story.game.clone(),
    };
    let tags = game.tags_mut();
    tags.set(TagName::ANNOTATOR, &style.annotator());
    for (name, accuracy) in ["WhiteAccuracy", "BlackAccuracy"]
        .iter()
        .zip(story.accuracy)
    {
        if let (Ok(name), Some(accuracy)) = (TagName::new(name), accuracy) {
            tags.set(name, &format!("{accuracy:.1}"));
        }
    }
    for (ply, judged) in story.moves.iter().enumerate() {
        // Every move of the story is one of the game's main line.
        let _ = annotate(&mut game, ply, judged, style);
    }
    format!("{game}\n")
}

/// The game without what others said about it.
fn bare(story: &GameStory) -> Game {
    let mut game = Game::new(*story.game.start());
    game.set_result(story.game.result());
    for (name, value) in story.game.tags().iter() {
        if let Ok(name) = TagName::new(name) {
            game.tags_mut().set(name, value);
        }
    }
    for judged in &story.moves {
        // It was legal in the game that it comes from.
        let _ = game.push(LineId::MAIN, judged.mv);
    }
    game
}

fn annotate(game: &mut Game, ply: usize, judged: &Judged, style: &Style) -> Result<(), EditError> {
    let old = &game.main_line().plies()[ply];
    if let Some(nag) = judged.mark.map(|mark| mark.nag())
        && !old.nags().contains(&nag)
    {
        game.add_nag(LineId::MAIN, ply, nag)?;
    }
    let said = game.main_line().plies()[ply].comments();
    let comments = comments(said, judged.after.white);
    game.set_comments(LineId::MAIN, ply, comments)?;
    let is_wanted = match style.lines {
        Lines::All => true,
        Lines::Marked => judged.mark.is_some(),
        Lines::None => false,
    };
    if is_wanted && judged.instead.best().is_some_and(|best| best != judged.mv) {
        let variation = game.open_variation(LineId::MAIN, ply)?;
        for &mv in judged.instead.line.iter().take(LONGEST_LINE) {
            game.push(variation, mv)?;
        }
        if let Some(eval) = eval(judged.instead.white).as_deref().and_then(Comment::new) {
            game.comment_move(variation, 0, eval)?;
        }
    }
    Ok(())
}

/// The evaluation in front of what was said before, in place of an older evaluation.
fn comments(said: &[Comment], white: Value) -> Vec<Comment> {
    let mut texts: Vec<String> = said.iter().map(|c| without_eval(c.as_str())).collect();
    if let Some(eval) = eval(white) {
        match texts.first_mut() {
            // Programs write their commands into one comment, and read them there.
            Some(first) if first.starts_with("[%") => *first = format!("{eval} {first}"),
            _ => texts.insert(0, eval),
        }
    }
    texts.iter().filter_map(|text| Comment::new(text)).collect()
}

fn without_eval(text: &str) -> String {
    let mut rest = text.to_string();
    while let Some(begin) = rest.find("[%eval")
        && let Some(length) = rest[begin..].find(']')
    {
        rest.replace_range(begin..=begin + length, "");
    }
    rest.trim().to_string()
}

/// The command that readers understand: pawns, or moves until mate, from White's view. Nothing after the mate.
fn eval(white: Value) -> Option<String> {
    match mate(white) {
        Some(0) => None,
        Some(moves) => Some(format!("[%eval #{moves}]")),
        None => Some(format!("[%eval {:.2}]", f64::from(white.raw()) / 100.0)),
    }
}

/// A record is tags, an empty line, moves, an empty line.
pub fn whole(text: impl BufRead) -> io::Result<Whole> {
    let mut whole = Whole::default();
    let (mut record, mut gaps) = (String::new(), 0);
    for_each_line(text, |line, end| {
        record.push_str(line);
        if line.trim().is_empty() {
            gaps += 1;
        }
        if gaps == 2 {
            whole = Whole {
                records: whole.records + 1,
                end,
                last: std::mem::take(&mut record),
            };
            gaps = 0;
        }
    })?;
    Ok(whole)
}

pub fn agrees(last: &str, record: &Record, style: &Style) -> bool {
    let (Ok(last), Record::Game(game)) = (last.parse::<Game>(), record) else {
        return false;
    };
    let same = |name| last.tags().get(name) == game.tags().get(name);
    last.start() == game.start()
        && last.moves() == game.moves()
        && same("White")
        && same("Black")
        && last.tags().get("Annotator") == Some(style.annotator().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(text: &str) -> Comment {
        Comment::new(text).expect("not empty")
    }

    #[test]
    fn an_evaluation_joins_the_commands_of_other_programs() {
        let said = [comment("[%eval 1.2,14] [%clk 0:01:00]"), comment("bold")];
        let now = comments(&said, Value::cp(-35));
        let texts: Vec<_> = now.iter().map(Comment::as_str).collect();
        assert_eq!(texts, ["[%eval -0.35] [%clk 0:01:00]", "bold"]);
    }

    #[test]
    fn words_stay_by_themselves_and_blanks_vanish() {
        let now = comments(&[comment("[%eval #3]")], Value::loss_in(3));
        assert_eq!(now, [comment("[%eval #-2]")]);
        let now = comments(&[comment("bold")], Value::ZERO);
        assert_eq!(now, [comment("[%eval 0.00]"), comment("bold")]);
        assert!(comments(&[], Value::loss_in(0)).is_empty());
    }

    #[test]
    fn a_broken_command_is_left_alone() {
        assert_eq!(without_eval("x [%eval 1.0"), "x [%eval 1.0");
    }

    #[test]
    fn a_game_without_its_last_line_is_not_whole() {
        let one = "[Event \"?\"]\n\n1. e4 e5\n2. d4 *\n\n";
        let text = format!("{one}{one}[Event \"?\"]\n\n1. e4");
        let whole = whole(text.as_bytes()).expect("memory");
        assert_eq!(whole.records, 2);
        assert_eq!(whole.end, 2 * one.len() as u64);
        assert_eq!(whole.last, one);
    }
}
