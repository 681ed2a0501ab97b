//! Gomoku at the table.

use super::chess::quoted;
use super::style::Style;
use super::table::{Ending, OpeningAnswer, Table, Thought, level_words, limited, read_level};
use regence_core::limiter::WallClock;
use regence_core::strength;
use regence_core::{Limits, NoObserver, Shared};
use regence_gomoku::{Move, Outcome, Point, RuleSet, Side, Size, Victory};
use regence_gomoku_search::opening::{self, Choice};
use regence_gomoku_search::{AnyBoard, Engine, Job, Outcome as Searched};
use regence_records::gomoku_record::GomokuRecord;

/// The colours of a board, from the terminal's 256.
const WOOD: u8 = 179;
const LAST: u8 = 172;
const LINES: u8 = 94;
const RED: u8 = 124;
const INK: [u8; 2] = [16, 231];

/// What each of the searches for an even opening may cost.
const OPENING_NODES: u64 = 3000;

/// A game of Gomoku and its engine.
pub struct GomokuTable {
    board: AnyBoard,
    engine: Engine,
    elo: Option<u32>,
}

impl GomokuTable {
    pub fn new(rule: RuleSet, size: Size, elo: Option<u32>) -> GomokuTable {
        GomokuTable {
            board: AnyBoard::new(rule, size),
            engine: Engine::new(),
            elo: limited(elo),
        }
    }

    fn search(&mut self, job: &Job) -> Option<Searched> {
        let shared = Shared::new(self.engine.threads(), WallClock::start(), false);
        self.engine.search(job, &shared, &mut NoObserver)
    }

    fn last(&self) -> Option<Move> {
        self.board.moves().last().copied().flatten()
    }

    /// One point as it is drawn, without the blank before it.
    fn draw_point(&self, point: Point, style: &Style, is_forbidden: bool) -> String {
        let figures = style.has_figures();
        let (mark, ink) = match self.board.stone(point) {
            Some(Side::Black) => (if figures { "●" } else { "X" }, INK[0]),
            Some(Side::White) if style.has_colour() && figures => ("●", INK[1]),
            Some(Side::White) => (if figures { "○" } else { "O" }, INK[1]),
            None if is_forbidden => (if figures { "×" } else { "!" }, RED),
            None if figures => ("·", LINES),
            None => (".", LINES),
        };
        let is_last = self.last().is_some_and(|mv| mv.point() == point);
        style.paint(mark, ink, if is_last { LAST } else { WOOD })
    }
}

impl Table for GomokuTable {
    fn game(&self) -> &'static str {
        "Gomoku"
    }

    fn sides(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }

    fn turn(&self) -> usize {
        self.board.side().index()
    }

    fn draw(&self, style: &Style, _side: usize) -> String {
        let size = self.board.size();
        let forbidden = self.board.forbidden(self.board.side());
        let last = self.last().map(Move::point);
        let letters: String = (0..size.width())
            .map(|x| format!("{} ", char::from(b'a' + x)))
            .collect();
        let mut text = format!("    {letters}\n");
        for y in (0..size.height()).rev() {
            text.push_str(&format!("{:>2} ", y + 1));
            let mut is_after_last = false;
            for x in 0..size.width() {
                let Some(point) = size.point(x, y) else {
                    continue;
                };
                // The last stone stands in brackets, for those who see no colours.
                let is_last = last == Some(point);
                let gap = match (is_last, is_after_last) {
                    (true, _) => "(",
                    (_, true) => ")",
                    _ => " ",
                };
                text.push_str(&style.paint(gap, LINES, WOOD));
                text.push_str(&self.draw_point(point, style, forbidden.contains(point)));
                is_after_last = is_last;
            }
            let end = if is_after_last { ")" } else { " " };
            text.push_str(&style.paint(end, LINES, WOOD));
            text.push_str(&format!(" {}\n", y + 1));
        }
        text.push_str(&format!("    {}", letters.trim_end()));
        if self.board.rule() == RuleSet::Ninuki {
            text.push_str(&format!(
                "\nStones taken: Black {}, White {} (ten win)",
                self.board.captured(Side::Black),
                self.board.captured(Side::White)
            ));
        }
        if !forbidden.is_empty() {
            let points: Vec<_> = forbidden.iter().map(|point| point.to_string()).collect();
            text.push_str(&format!(
                "\nForbidden to {}: {}",
                self.board.side(),
                points.join(" ")
            ));
        }
        text
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        let size = self.board.size();
        let point = size.parse_point(&text.to_ascii_lowercase()).map_err(|_| {
            let corner = size.point(size.width() - 1, size.height() - 1);
            format!(
                "{} is neither a point nor a command: type a point from a1 to {}, or help",
                quoted(text),
                corner.map_or(String::new(), |corner| corner.to_string())
            )
        })?;
        let mv = Move::new(point);
        self.board.play(mv).map_err(|error| error.to_string())?;
        Ok(mv.to_string())
    }

    fn undo(&mut self) -> bool {
        self.board.undo()
    }

    fn ending(&self) -> Option<Ending> {
        Some(match self.board.outcome()? {
            Outcome::Win { side, by } => Ending {
                winner: Some(side.index()),
                reason: match by {
                    Victory::Five => "with five in a row",
                    Victory::Captures => "with ten stones taken",
                }
                .to_string(),
            },
            Outcome::Draw => Ending {
                winner: None,
                reason: "because no point is left to play".to_string(),
            },
        })
    }

    fn can_win(&self, _side: usize) -> bool {
        true
    }

    fn moves(&self) -> String {
        let moves: Vec<_> = self
            .board
            .moves()
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(number, mv)| format!("{}. {mv}", number + 1))
            .collect();
        match moves.is_empty() {
            true => "No move has been played yet.".to_string(),
            false => moves.join(" "),
        }
    }

    fn possible(&self, about: &str) -> String {
        let size = self.board.size();
        let legal = self.board.legal_moves();
        match size.parse_point(&about.to_ascii_lowercase()) {
            Ok(point) if legal.contains(point) => format!("{point} is possible."),
            Ok(point) => match self.board.clone().play(Move::new(point)) {
                Err(error) => error.to_string(),
                Ok(()) => format!("{point} is possible."),
            },
            Err(_) => format!("{} empty points are possible.", legal.len()),
        }
    }

    fn think(&mut self, limits: Limits, full_strength: bool) -> Option<Thought> {
        let job = Job {
            elo: self.elo.filter(|_| !full_strength),
            ..Job::new(self.board.clone(), limits)
        };
        let outcome = self.search(&job)?;
        Some(Thought {
            mv: outcome.best.mv.to_string(),
            value: outcome.best.value,
            depth: outcome.depth,
            line: outcome.best.line.iter().map(Move::to_string).collect(),
        })
    }

    fn level(&self) -> String {
        level_words(self.elo)
    }

    fn set_level(&mut self, text: &str) -> Result<(), String> {
        self.elo = read_level(text)?;
        Ok(())
    }

    fn rules(&self) -> String {
        let rule = self.board.rule();
        let marks = match self.board.forbidden(Side::Black).is_empty() && rule != RuleSet::Renju {
            true => "",
            false => " Points that are forbidden to you are marked.",
        };
        format!("{}{marks}", rule.info().sentence)
    }

    fn example(&self) -> &'static str {
        "h8"
    }

    /// SGF, which other programs read.
    fn record(&self, names: [&str; 2], _control: &str, ending: Option<&Ending>) -> String {
        let mut record = GomokuRecord::new(self.board.rule(), self.board.size());
        record.moves = self.board.moves().into_iter().flatten().collect();
        record.result = ending.map(sgf_result);
        let [black, white] = names.map(|name| name.replace(['\\', ']'], " "));
        let players = format!("PB[{black}]PW[{white}]SZ[");
        record.to_sgf().replacen("SZ[", &players, 1)
    }

    fn restart(&mut self) {
        self.board = AnyBoard::new(self.board.rule(), self.board.size());
        self.engine.new_game();
    }

    fn offer(&mut self) -> Result<[String; 3], String> {
        let size = self.board.size();
        let offers = opening::offers(self.board.rule(), size);
        let random = strength::seed() as usize;
        let stones = offers.get(random % offers.len().max(1));
        let stones = stones.ok_or(format!("no opening by swap2 fits on the {size} board"))?;
        Ok(stones.map(|mv| mv.to_string()))
    }

    fn answer_opening(&mut self, limits: Limits, may_place: bool) -> Option<OpeningAnswer> {
        let job = Job::new(self.board.clone(), limits);
        let value = self.search(&job)?.best.value;
        let take = |side: Side| Some(OpeningAnswer::Take(side.index()));
        match opening::choose(value, may_place) {
            Choice::Black => take(Side::Black),
            Choice::White => take(Side::White),
            Choice::PutTwo => {
                let board = self.board.clone();
                let pair = opening::even_pair(&board, |board, lines| {
                    let limits = Limits::to_nodes(OPENING_NODES);
                    self.search(&Job {
                        lines,
                        ..Job::new(board.clone(), limits)
                    })
                });
                match pair {
                    Some(stones) => Some(OpeningAnswer::Place(stones.map(|mv| mv.to_string()))),
                    None => take(Side::White),
                }
            }
        }
    }
}

/// A result as SGF writes it.
fn sgf_result(ending: &Ending) -> String {
    let Some(winner) = ending.winner else {
        return "0".to_string();
    };
    let side = ["B", "W"][winner];
    match ending.reason.as_str() {
        "by resignation" => format!("{side}+R"),
        "on time" => format!("{side}+T"),
        _ => format!("{side}+"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rule: RuleSet) -> GomokuTable {
        GomokuTable::new(rule, Size::square(15).expect("a size"), None)
    }

    fn play(table: &mut GomokuTable, moves: &str) {
        for text in moves.split_whitespace() {
            table.play(text).expect(text);
        }
    }

    #[test]
    fn points_are_read_and_refused() {
        let mut game = table(RuleSet::Freestyle);
        assert_eq!(game.play("H8").as_deref(), Ok("h8"));
        assert!(
            game.play("h8")
                .unwrap_err()
                .contains("already holds a stone")
        );
        assert!(game.play("z9").unwrap_err().contains("from a1 to o15"));
        assert!(
            game.play("tea")
                .unwrap_err()
                .starts_with("\"tea\" is neither")
        );
    }

    #[test]
    fn the_last_stone_stands_in_brackets() {
        let mut game = table(RuleSet::Freestyle);
        play(&mut game, "a1 o15");
        let text = game.draw(&Style::new(false, true), 0);
        let rows: Vec<_> = text.lines().collect();
        assert!(rows[1].ends_with(" .(O) 15"), "{text}");
        assert!(rows[15].starts_with(" 1  X . ."), "{text}");
        assert!(game.draw(&Style::new(false, false), 0).contains("(○)"));
    }

    #[test]
    fn forbidden_points_are_shown() {
        let mut game = table(RuleSet::Renju);
        play(&mut game, "h8 a1 h9 a3 i10 a5 j10 a7");
        let text = game.draw(&Style::new(false, true), 0);
        assert!(text.contains("\nForbidden to Black: h10"), "{text}");
        assert!(text.contains('!'), "{text}");
        assert!(
            game.play("h10")
                .unwrap_err()
                .contains("forbidden (double three)")
        );
    }

    #[test]
    fn taken_stones_are_counted() {
        let mut game = table(RuleSet::Ninuki);
        play(&mut game, "h8 h9 a1 h10 h11");
        let text = game.draw(&Style::new(false, false), 0);
        assert!(text.contains("Stones taken: Black 2, White 0"), "{text}");
    }

    #[test]
    fn five_in_a_row_end_the_game() {
        let mut game = table(RuleSet::Freestyle);
        play(&mut game, "h8 a1 h9 a3 h10 a5 h11 a7 h12");
        let ending = game.ending().expect("five");
        assert_eq!(ending.winner, Some(0));
        let text = game.record(["You", "Regence"], "-", Some(&ending));
        assert!(
            text.contains("PB[You]PW[Regence]SZ[15]RU[freestyle]RE[B+];B[hh]"),
            "{text}"
        );
        let read = GomokuRecord::read(&text, game.board.size()).expect("SGF");
        assert_eq!(read.to_plain(), "h8a1h9a3h10a5h11a7h12");
        let resigned = Ending {
            winner: Some(1),
            reason: "by resignation".to_string(),
        };
        assert_eq!(sgf_result(&resigned), "W+R");
    }

    #[test]
    fn levels_are_by_elo() {
        let mut game = table(RuleSet::Freestyle);
        assert!(game.set_level("9").unwrap_err().contains("800 to 3000"));
        game.set_level("1400").unwrap();
        assert_eq!(game.level(), "about 1400 Elo");
        game.set_level("full").unwrap();
        assert_eq!(game.level(), "full strength");
    }

    #[test]
    fn openings_are_offered_and_answered() {
        let mut game = table(RuleSet::Renju);
        let stones = game.offer().expect("stones");
        play(&mut game, &stones.join(" "));
        match game.answer_opening(Limits::to_nodes(200), true) {
            Some(OpeningAnswer::Place(stones)) => play(&mut game, &stones.join(" ")),
            Some(OpeningAnswer::Take(side)) => assert!(side < 2),
            None => panic!("no answer"),
        }
        let tiny = Size::square(5).expect("a size");
        let mut tiny = GomokuTable::new(RuleSet::Freestyle, tiny, None);
        // Whatever fits is offered; what does not is refused in words.
        assert!(tiny.offer().is_ok() || tiny.offer().unwrap_err().contains("5x5"));
    }
}
