//! A match between a person and the engine, or between two people: the conversation, whatever the game.

mod opening;

use super::chess::quoted;
use super::clock::{Clocks, Stopwatch};
use super::style::{Style, wrapped};
use super::table::{Ending, Table};
use crate::input::{Event, Line};
use opening::Step;
use regence_core::Limits;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// A hint may take this long where nothing else limits the engine.
const HINT_TIME: Duration = Duration::from_secs(1);

/// From this many plies on the engine thinks about a draw that it is offered.
const DRAW_FROM: usize = 40;

/// What a person said.
#[derive(Debug)]
pub enum Heard {
    Line(Line),
    /// Nothing for as long as was waited.
    Silence,
    End,
}

/// Where a person's lines come from.
pub trait Lines {
    /// The next line; none is waited for longer than `patience`, if that is given.
    fn next(&mut self, patience: Option<Duration>) -> io::Result<Heard>;
}

impl Lines for Receiver<Event<()>> {
    fn next(&mut self, patience: Option<Duration>) -> io::Result<Heard> {
        match self.recv_timeout(patience.unwrap_or(Duration::MAX)) {
            Ok(Event::Line(line)) => Ok(Heard::Line(line)),
            Ok(Event::End(Some(error))) => Err(error),
            Ok(Event::News(())) | Err(RecvTimeoutError::Timeout) => Ok(Heard::Silence),
            Ok(Event::End(None)) | Err(RecvTimeoutError::Disconnected) => Ok(Heard::End),
        }
    }
}

/// How the match is played.
#[derive(Debug)]
pub struct Setting {
    /// The person's side; of two people it is whose view is drawn.
    pub human: usize,
    /// Two people play, and the engine gives hints.
    pub two: bool,
    /// The game begins with an opening by swap2.
    pub swap2: bool,
    /// The engine's limits where there are no clocks.
    pub limits: Limits,
    pub clocks: Option<Clocks>,
    pub style: Style,
    /// Whether the person is asked for each line: not where a script writes them.
    pub prompts: bool,
}

/// A match in progress.
pub struct Match<'a> {
    table: Box<dyn Table>,
    setting: Setting,
    watch: &'a dyn Stopwatch,
    /// Whose view of the board is drawn.
    view: usize,
    plies: usize,
    /// A result that the rules of the board do not know: time, resignation, agreement.
    ending: Option<Ending>,
    /// The engine's last score, for itself, in centipawns.
    score: Option<i32>,
    /// When the side to move began to think.
    since: Duration,
    /// What is to be done next in the opening, as long as it lasts.
    opening: Option<Step>,
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    Over,
}

impl<'a> Match<'a> {
    pub fn new(table: Box<dyn Table>, setting: Setting, watch: &'a dyn Stopwatch) -> Match<'a> {
        Match {
            view: setting.human,
            table,
            setting,
            watch,
            plies: 0,
            ending: None,
            score: None,
            since: watch.now(),
            opening: None,
        }
    }

    /// Plays until the person leaves or the input ends.
    pub fn run(&mut self, lines: &mut impl Lines, out: &mut impl Write) -> io::Result<()> {
        self.begin(out)?;
        self.prompt(out)?;
        loop {
            match lines.next(self.time_to_flag())? {
                Heard::End => return Ok(()),
                Heard::Silence if self.let_flag_fall(out)? => {}
                Heard::Silence => continue,
                Heard::Line(Line::TooLong(_)) => {
                    writeln!(out, "That line is too long to be a move or a command.")?;
                }
                Heard::Line(Line::Text(text)) => {
                    if self.take(text.trim(), out)? == Flow::Over {
                        return Ok(());
                    }
                }
            }
            self.prompt(out)?;
        }
    }

    /// How long the side to move has before its flag falls; none if no clock runs.
    fn time_to_flag(&self) -> Option<Duration> {
        let clocks = self.setting.clocks.as_ref()?;
        if self.over().is_some() || self.opening.is_some() {
            return None;
        }
        let left = clocks.remaining(self.table.turn()).time;
        let gone = self.watch.now().saturating_sub(self.since);
        // Later by the least that a clock shows, so that it has run out indeed.
        Some(left.saturating_sub(gone) + Duration::from_millis(1))
    }

    /// Ends the game of a person whose time has run out while nothing was typed. False if it has not.
    fn let_flag_fall(&mut self, out: &mut impl Write) -> io::Result<bool> {
        let side = self.table.turn();
        let gone = self.watch.now().saturating_sub(self.since);
        let left = match &self.setting.clocks {
            Some(clocks) if self.over().is_none() => clocks.remaining(side).time,
            _ => return Ok(false),
        };
        if gone <= left {
            return Ok(false);
        }
        self.spend(side, gone);
        if self.setting.prompts {
            writeln!(out)?;
        }
        self.begin_turn(out)?;
        Ok(true)
    }

    fn begin(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.greet(out)?;
        match self.setting.swap2 {
            true => self.begin_opening(out),
            false => self.begin_turn(out),
        }
    }

    fn name(&self, side: usize) -> &'static str {
        self.table.sides()[side]
    }

    fn engine(&self) -> usize {
        1 - self.setting.human
    }

    fn greet(&self, out: &mut impl Write) -> io::Result<()> {
        let title = format!("A game of {}", self.table.game());
        let title = self.setting.style.bold(&title);
        let (human, level) = (self.name(self.setting.human), self.table.level());
        match (self.setting.two, self.setting.swap2) {
            (true, _) => writeln!(out, "{title} for two people, who take turns here.")?,
            (_, true) => writeln!(out, "{title}: the engine plays at {level}.")?,
            _ => writeln!(
                out,
                "{title}: you are {human}, the engine plays at {level}."
            )?,
        }
        writeln!(
            out,
            "Type a move such as {}; hint, undo and help are there, too.\n",
            self.table.example()
        )?;
        out.flush()
    }

    fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.table.draw(&self.setting.style, self.view))?;
        if let Some(clocks) = &self.setting.clocks {
            writeln!(out, "{}", self.clock_line(clocks))?;
        }
        out.flush()
    }

    fn clock_line(&self, clocks: &Clocks) -> String {
        format!(
            "Clocks: {} {}, {} {}",
            self.name(0),
            clocks.show(0),
            self.name(1),
            clocks.show(1)
        )
    }

    fn prompt(&self, out: &mut impl Write) -> io::Result<()> {
        if self.setting.prompts {
            let number = self.plies / 2 + 1;
            match self.over() {
                Some(_) => write!(out, "> ")?,
                None if self.opening.is_some() => write!(out, "Opening> ")?,
                None => write!(out, "{number}. {}> ", self.name(self.table.turn()))?,
            }
        }
        out.flush()
    }

    /// How the game has ended, if it has.
    fn over(&self) -> Option<Ending> {
        self.ending.clone().or_else(|| self.table.ending())
    }

    /// Lets the engine move if it is its turn, and shows the board.
    fn begin_turn(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.over().is_none() && !self.setting.two && self.table.turn() == self.engine() {
            self.let_engine_move(out)?;
        }
        self.draw(out)?;
        if let Some(ending) = self.over() {
            self.announce(&ending, out)?;
        }
        self.since = self.watch.now();
        Ok(())
    }

    fn announce(&self, ending: &Ending, out: &mut impl Write) -> io::Result<()> {
        let text = match ending.winner {
            Some(winner) => format!("{} wins {}.", self.name(winner), ending.reason),
            None => format!("A draw {}.", ending.reason),
        };
        writeln!(out, "{}", self.setting.style.bold(&text))?;
        writeln!(
            out,
            "Type new for another game, save F to keep this one, or quit."
        )?;
        out.flush()
    }

    fn let_engine_move(&mut self, out: &mut impl Write) -> io::Result<()> {
        let side = self.engine();
        let limits = match &self.setting.clocks {
            Some(clocks) => Limits {
                clock: Some(clocks.remaining(side)),
                ..Limits::default()
            },
            None => self.setting.limits.clone(),
        };
        let start = self.watch.now();
        let thought = self.table.think(limits, false);
        let time = self.watch.now().saturating_sub(start);
        let Some(thought) = thought else {
            return Ok(());
        };
        if !self.spend(side, time) {
            return Ok(());
        }
        self.score = Some(thought.value.raw());
        match self.table.play(&thought.mv) {
            Ok(text) => {
                self.plies += 1;
                writeln!(out, "Regence plays {text} ({:.1} s)", time.as_secs_f64())?;
            }
            // The engine's moves are legal; if one is not, it is better to say so than to go on.
            Err(reason) => writeln!(out, "Regence has no move: {reason}")?,
        }
        out.flush()
    }

    /// Takes time from a clock. If it runs out, the game is over, and false comes back.
    fn spend(&mut self, side: usize, time: Duration) -> bool {
        let Some(clocks) = &mut self.setting.clocks else {
            return true;
        };
        if clocks.spend(side, time) {
            return true;
        }
        let other = 1 - side;
        self.ending = Some(match self.table.can_win(other) {
            true => Ending {
                winner: Some(other),
                reason: "on time".to_string(),
            },
            false => Ending {
                winner: None,
                reason: "on time, because the other side cannot win".to_string(),
            },
        });
        false
    }

    /// Obeys a line.
    fn take(&mut self, line: &str, out: &mut impl Write) -> io::Result<Flow> {
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let word = word.to_ascii_lowercase();
        if self.opening.is_some() && self.take_in_opening(&word, out)? {
            out.flush()?;
            return Ok(Flow::On);
        }
        match word.as_str() {
            "" => {}
            "quit" | "exit" => return Ok(Flow::Over),
            "help" | "?" => writeln!(out, "{}", self.help())?,
            "board" => self.draw(out)?,
            "moves" => writeln!(out, "{}", wrapped(&self.table.moves()))?,
            "legal" => writeln!(out, "{}", wrapped(&self.table.possible(rest)))?,
            "rules" => writeln!(out, "{}", wrapped(&self.table.rules()))?,
            "flip" => {
                self.view = 1 - self.view;
                self.draw(out)?;
            }
            "clock" => match &self.setting.clocks {
                Some(clocks) => writeln!(out, "{}", self.clock_line(clocks))?,
                None => writeln!(
                    out,
                    "There are no clocks: start with --clock 5+3 to have them."
                )?,
            },
            "level" => self.set_level(rest, out)?,
            "save" => self.save(rest, out)?,
            "hint" => self.hint(out)?,
            "undo" => self.undo(out)?,
            "new" => self.restart(out)?,
            "switch" => self.switch(out)?,
            "resign" => self.resign(out)?,
            "draw" => self.offer_draw(out)?,
            _ => self.play(line, out)?,
        }
        out.flush()?;
        Ok(Flow::On)
    }

    fn help(&self) -> String {
        format!(
            "A move is written like {}. Besides:\n\
             \x20 hint        what the engine would play for you\n\
             \x20 undo        take your last move back, and the engine's answer\n\
             \x20 legal [X]   what is possible, in all or with what X names\n\
             \x20 moves       the moves so far\n\
             \x20 board       show the board again; flip: from the other side\n\
             \x20 level L     change the engine's strength\n\
             \x20 clock       the time that is left\n\
             \x20 draw        offer a draw; resign: give up\n\
             \x20 switch      change sides with the engine\n\
             \x20 save F      write the game to a file\n\
             \x20 rules       the rules in a few words\n\
             \x20 new, quit   another game, or none",
            self.table.example()
        )
    }

    fn say_over(&self, ending: &Ending, out: &mut impl Write) -> io::Result<()> {
        let result = match ending.winner {
            Some(winner) => format!("{} has won {}", self.name(winner), ending.reason),
            None => format!("it is a draw {}", ending.reason),
        };
        writeln!(
            out,
            "The game is over, {result}: new begins another, undo goes back."
        )
    }

    fn play(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        if let Some(ending) = self.over() {
            return self.say_over(&ending, out);
        }
        let time = self.watch.now().saturating_sub(self.since);
        let side = self.table.turn();
        match self.table.play(text) {
            Err(reason) => writeln!(out, "{}", self.setting.style.warning(&reason)),
            Ok(_) => {
                if !self.spend(side, time) {
                    // The flag fell before the move was made.
                    self.table.undo();
                } else {
                    self.plies += 1;
                }
                self.begin_turn(out)
            }
        }
    }

    fn set_level(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        if !text.is_empty()
            && let Err(reason) = self.table.set_level(text)
        {
            return writeln!(out, "{reason}");
        }
        writeln!(out, "The engine plays at {}.", self.table.level())
    }

    fn save(&self, path: &str, out: &mut impl Write) -> io::Result<()> {
        if path.is_empty() {
            return writeln!(out, "save expects the name of a file, as in save game.pgn");
        }
        let engine = format!("{} ({})", crate::NAME, self.table.level());
        let names = match (self.setting.two, self.setting.human) {
            (true, _) => self.table.sides(),
            (_, 0) => ["You", &engine],
            _ => [&engine, "You"],
        };
        let control = match &self.setting.clocks {
            Some(clocks) => clocks.control().to_pgn(),
            None => "-".to_string(),
        };
        let record = self.table.record(names, &control, self.over().as_ref());
        match std::fs::write(path, record) {
            Ok(()) => writeln!(out, "Saved to {path}."),
            Err(error) => writeln!(out, "Not saved: {path}: {error}"),
        }
    }

    fn hint(&mut self, out: &mut impl Write) -> io::Result<()> {
        if let Some(ending) = self.over() {
            return self.say_over(&ending, out);
        }
        let limits = match self.setting.limits.nodes {
            Some(nodes) => Limits::to_nodes(nodes),
            None => Limits::for_time(HINT_TIME),
        };
        match self.table.think(limits, true) {
            Some(thought) => {
                let line = thought.line[..thought.line.len().min(6)].join(" ");
                writeln!(
                    out,
                    "Hint: {} ({}, depth {}; {line})",
                    thought.mv,
                    thought.score(),
                    thought.depth
                )
            }
            None => writeln!(out, "There is no move."),
        }
    }

    /// Takes back to the person's turn: their last move, and the engine's answer if there was one.
    fn undo(&mut self, out: &mut impl Write) -> io::Result<()> {
        let is_answered = !self.setting.two && self.table.turn() == self.setting.human;
        let count = if is_answered { 2 } else { 1 };
        if self.plies < count {
            let whose = if self.setting.two { "" } else { " of yours" };
            return writeln!(out, "There is no move{whose} to take back.");
        }
        for _ in 0..count {
            self.table.undo();
        }
        self.plies -= count;
        self.ending = None;
        self.begin_turn(out)
    }

    fn restart(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.table.restart();
        self.plies = 0;
        self.ending = None;
        self.score = None;
        if let Some(clocks) = &mut self.setting.clocks {
            *clocks = Clocks::new(clocks.control());
        }
        self.begin(out)
    }

    fn switch(&mut self, out: &mut impl Write) -> io::Result<()> {
        if let Some(ending) = self.over() {
            return self.say_over(&ending, out);
        }
        if self.setting.two {
            return writeln!(out, "Two people play: change the chairs.");
        }
        self.setting.human = self.engine();
        self.view = self.setting.human;
        writeln!(out, "You are {} now.", self.name(self.setting.human))?;
        self.begin_turn(out)
    }

    fn resign(&mut self, out: &mut impl Write) -> io::Result<()> {
        if let Some(ending) = self.over() {
            return self.say_over(&ending, out);
        }
        let ending = Ending {
            winner: Some(match self.setting.two {
                true => 1 - self.table.turn(),
                false => self.engine(),
            }),
            reason: "by resignation".to_string(),
        };
        self.ending = Some(ending.clone());
        self.announce(&ending, out)
    }

    /// Two people have agreed. The engine takes a draw when the game is old and it does not think that it stands better.
    fn offer_draw(&mut self, out: &mut impl Write) -> io::Result<()> {
        if let Some(ending) = self.over() {
            return self.say_over(&ending, out);
        }
        let is_refused = self.plies < DRAW_FROM || self.score.is_none_or(|score| score > 0);
        if is_refused && !self.setting.two {
            return writeln!(out, "Regence plays on.");
        }
        let ending = Ending {
            winner: None,
            reason: "by agreement".to_string(),
        };
        self.ending = Some(ending.clone());
        self.announce(&ending, out)
    }
}

impl std::fmt::Debug for Match<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Match of {}", quoted(self.table.game()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::chess::ChessTable;
    use super::*;
    use regence_chess::Board;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    /// Time that goes on by so many seconds whenever somebody looks.
    struct Steps {
        seconds: u64,
        now: AtomicU64,
    }

    impl Stopwatch for Steps {
        fn now(&self) -> Duration {
            Duration::from_secs(self.now.fetch_add(self.seconds, Relaxed))
        }
    }

    /// A script; where it says `...`, nothing is said until the patience ends.
    struct Script<'a>(std::str::Lines<'a>);

    impl Lines for Script<'_> {
        fn next(&mut self, patience: Option<Duration>) -> io::Result<Heard> {
            Ok(match self.0.next() {
                None => Heard::End,
                Some("...") => {
                    assert!(patience.is_some(), "nobody waits without end for a clock");
                    Heard::Silence
                }
                Some(line) => Heard::Line(Line::Text(line.to_string())),
            })
        }
    }

    fn talk(fen: &str, human: usize, clock: Option<(&str, u64)>, lines: &str) -> String {
        let watch = Steps {
            seconds: clock.map_or(0, |(_, seconds)| seconds),
            now: AtomicU64::new(0),
        };
        let setting = Setting {
            human,
            two: false,
            swap2: false,
            limits: Limits::to_nodes(200),
            clocks: clock.map(|(control, _)| Clocks::new(control.parse().expect("a clock"))),
            style: Style::new(false, true),
            prompts: false,
        };
        let table = ChessTable::new(Board::from_fen(fen).expect(fen), None);
        let mut game = Match::new(Box::new(table), setting, &watch);
        let mut out = Vec::new();
        crate::search::on_large_stack(|| game.run(&mut Script(lines.lines()), &mut out))
            .expect("memory can be written");
        String::from_utf8(out).expect("text")
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

    #[test]
    fn a_clock_that_runs_out_ends_the_game() {
        // The person is looked at twice for a move: twenty seconds of a ten-second clock.
        let text = talk(START, 0, Some(("0.15+0", 20)), "e4\nd4\n");
        assert!(
            text.contains("Clocks: White 0:09.0, Black 0:09.0"),
            "{text}"
        );
        assert!(text.contains("Black wins on time."), "{text}");
        assert!(
            text.contains("The game is over, Black has won on time"),
            "{text}"
        );
        let text = talk(ROOK, 0, Some(("0.15+0", 20)), "Ra7\n");
        assert!(
            text.contains("A draw on time, because the other side cannot win."),
            "{text}"
        );
    }

    /// The flag falls when the time is over, not when the next line comes.
    #[test]
    fn a_flag_falls_while_nothing_is_typed() {
        let text = talk(START, 0, Some(("0.15+0", 20)), "...\nmoves\n");
        assert!(text.contains("Black wins on time."), "{text}");
        // There is time left: nothing happens, and nothing is taken from the clock.
        let text = talk(START, 0, Some(("10+0", 1)), "...\n...\nclock\n");
        assert!(!text.contains("on time"), "{text}");
        assert!(text.contains("Clocks: White 10:00, Black 10:00"), "{text}");
    }

    #[test]
    fn increments_are_added_after_each_move() {
        let text = talk(START, 0, Some(("1+2", 1)), "clock\nquit\n");
        assert!(text.contains("Clocks: White 1:00, Black 1:00"), "{text}");
    }

    #[test]
    fn a_draw_is_refused_early_and_resignation_is_taken() {
        let text = talk(START, 0, None, "draw\nresign\ne4\nundo\nnew\n");
        assert!(text.contains("Regence plays on."), "{text}");
        assert!(text.contains("Black wins by resignation."), "{text}");
        assert!(
            text.contains("The game is over, Black has won by resignation"),
            "{text}"
        );
        assert!(
            text.contains("There is no move of yours to take back."),
            "{text}"
        );
        assert_eq!(
            text.matches("A game of chess: you are White").count(),
            2,
            "{text}"
        );
    }

    #[test]
    fn undo_goes_back_to_the_persons_turn() {
        let text = talk(START, 0, None, "e4\nundo\nmoves\nd4\nmoves\n");
        assert!(text.contains("No move has been played yet."), "{text}");
        assert!(text.contains("\n1. d4 "), "{text}");
        // The engine began: its first move is not the person's to take back.
        let text = talk(START, 1, None, "undo\n");
        assert!(text.contains("Regence plays "), "{text}");
        assert!(
            text.contains("There is no move of yours to take back."),
            "{text}"
        );
    }

    #[test]
    fn sides_are_switched() {
        let text = talk(START, 0, None, "switch\nmoves\n");
        assert!(text.contains("You are Black now."), "{text}");
        assert!(text.contains("Regence plays "), "{text}");
    }
}
