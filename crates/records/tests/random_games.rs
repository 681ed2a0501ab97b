//! Random annotated games: they survive writing and reading, and `pgn-reader` sees the same in them.

mod common;

use std::ops::ControlFlow;

use common::random_game;
use pgn_reader::{Outcome, RawComment, RawTag, SanPlus, Skip, Visitor};
use regence_chess::rng::SplitMix64;
use regence_records::pgn::{Comment, Game, LineId, Reader, write_game};

#[test]
fn random_games_survive() {
    let mut random = SplitMix64::new(1);
    let games: Vec<_> = (0..300).map(|_| random_game(&mut random)).collect();
    let mut text = Vec::new();
    for game in &games {
        write_game(&mut text, game).unwrap();
    }
    let again: Vec<_> = Reader::new(text.as_slice()).map(Result::unwrap).collect();
    assert!(again == games);
}

#[test]
fn pgn_reader_sees_the_same() {
    let mut random = SplitMix64::new(2);
    for _ in 0..300 {
        let game = random_game(&mut random);
        let text = game.to_string();
        let other = pgn_reader::Reader::build(text.as_bytes())
            .set_supported_comment_length(1 << 12)
            .finish()
            .read_game(&mut Transcript)
            .unwrap()
            .unwrap();
        assert_eq!(other, transcribe(&game), "{text}");
    }
}

/// A game as a list of what stands in it.
fn transcribe(game: &Game) -> Vec<String> {
    let mut out: Vec<_> = game
        .all_tags()
        .into_iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    transcribe_line(game, LineId::MAIN, &mut out);
    out.push(game.result().to_string());
    out
}

fn transcribe_line(game: &Game, id: LineId, out: &mut Vec<String>) {
    let comments = |comments: &[Comment], out: &mut Vec<String>| {
        out.extend(comments.iter().map(|comment| format!("{{{comment}}}")));
    };
    let line = game.line(id).unwrap();
    comments(line.intro(), out);
    for (ply, san) in line.plies().iter().zip(game.sans(id).unwrap()) {
        out.push(san);
        out.extend(ply.nags().iter().map(ToString::to_string));
        comments(ply.comments(), out);
        for &variation in ply.variations() {
            out.push(String::from("("));
            transcribe_line(game, variation, out);
            out.push(String::from(")"));
        }
        comments(ply.tail(), out);
    }
}

/// Makes the same list from what `pgn-reader` finds.
struct Transcript;

impl Visitor for Transcript {
    type Tags = Vec<String>;
    type Movetext = Vec<String>;
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Vec<String>, Vec<String>> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(
        &mut self,
        out: &mut Vec<String>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Vec<String>> {
        let name = String::from_utf8_lossy(name);
        out.push(format!("{name}={}", value.decode_utf8_lossy()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Vec<String>) -> ControlFlow<Vec<String>, Vec<String>> {
        ControlFlow::Continue(tags)
    }

    fn san(&mut self, out: &mut Vec<String>, san: SanPlus) -> ControlFlow<Vec<String>> {
        out.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn nag(&mut self, out: &mut Vec<String>, nag: pgn_reader::Nag) -> ControlFlow<Vec<String>> {
        out.push(nag.to_string());
        ControlFlow::Continue(())
    }

    fn comment(
        &mut self,
        out: &mut Vec<String>,
        comment: RawComment<'_>,
    ) -> ControlFlow<Vec<String>> {
        let text = String::from_utf8_lossy(comment.as_bytes());
        out.push(format!("{{{}}}", text.replace('\n', " ")));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, out: &mut Vec<String>) -> ControlFlow<Vec<String>, Skip> {
        out.push(String::from("("));
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, out: &mut Vec<String>) -> ControlFlow<Vec<String>> {
        out.push(String::from(")"));
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, out: &mut Vec<String>, outcome: Outcome) -> ControlFlow<Vec<String>> {
        out.push(outcome.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, out: Vec<String>) -> Vec<String> {
        out
    }
}
