//! Lines from outside, of any bytes and any length, and the loop that obeys them.
//!
//! A script may send everything at once: lines that cannot be obeyed yet wait in order, and the end of the input is
//! obeyed after the last of them.
//!
//! [`obey`] acts on a thread of its own, [`Desk`] on those that read. A machine that is busy with other programs lets a
//! sleeping thread wait for milliseconds: where a clock runs, the thread that reads `go` is the one that searches, and
//! another goes on reading.

use regence_core::pool::STACK_BYTES;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

/// Longer lines are refused. The longest useful one, a `position` with ten thousand moves, has some
/// sixty thousand bytes.
pub const LONGEST_LINE: usize = 4 << 20;

/// Bytes of lines that may wait; a script that sends more without listening is cut short.
const MOST_WAITING: usize = 64 << 20;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Bytes that are no UTF-8 are replaced, not refused: they are part of a message at most.
    Text(String),
    /// A line that is too long to be kept, with its first word.
    TooLong(String),
}

impl Line {
    pub fn text(&self) -> &str {
        let (Line::Text(text) | Line::TooLong(text)) = self;
        text
    }
}

/// Reads the next line; `None` at the end of the input.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let limit = LONGEST_LINE as u64 + 1;
    let count = input.by_ref().take(limit).read_until(b'\n', &mut bytes)?;
    if count == 0 {
        return Ok(None);
    }
    let is_too_long = bytes.len() > LONGEST_LINE && bytes.last() != Some(&b'\n');
    let text = String::from_utf8_lossy(&bytes);
    if is_too_long {
        input.skip_until(b'\n')?;
        let word = text.split_whitespace().next().unwrap_or_default();
        return Ok(Some(Line::TooLong(word.chars().take(20).collect())));
    }
    Ok(Some(Line::Text(text.into_owned())))
}

/// What the thread that acts hears of.
#[derive(Debug)]
pub enum Event<T> {
    Line(Line),
    /// Another thread has something to say.
    News(T),
    /// The input has ended, or failed for this reason.
    End(Option<io::Error>),
}

/// Reads standard input to its end on a thread of its own.
pub fn spawn_reader<T: Send + 'static>(events: SyncSender<Event<T>>) -> io::Result<()> {
    let read = move || {
        let mut input = io::stdin().lock();
        loop {
            let event = match read_line(&mut input) {
                Ok(Some(line)) => Event::Line(line),
                Ok(None) => Event::End(None),
                Err(error) => Event::End(Some(error)),
            };
            let is_end = matches!(event, Event::End(_));
            if events.send(event).is_err() || is_end {
                return;
            }
        }
    };
    thread::Builder::new()
        .name("reader".into())
        .spawn(read)
        .map(drop)
}

/// What is done with a line while something else is under way.
#[derive(Debug, PartialEq, Eq)]
pub enum Turn {
    Done,
    /// It can be obeyed only afterwards.
    Wait(Line),
    Quit,
}

/// A search that an actor has begun, for the thread that obeyed to run.
pub type Job = Box<dyn FnOnce() + Send>;

/// Somebody who obeys lines.
pub trait Actor {
    type News;

    /// Whether something is under way that most lines have to wait for.
    fn is_busy(&self) -> bool;

    /// Obeys a line when nothing is under way.
    fn take(&mut self, line: Line) -> ControlFlow<()>;

    /// Obeys a line while something is under way, if it can be. All lines before it have been obeyed.
    fn take_while_busy(&mut self, line: Line) -> Turn;

    /// As [`Actor::take_while_busy`], for a line that has just come while others wait before it. `is_behind_search` says
    /// that one of these begins a search.
    fn take_out_of_turn(&mut self, line: Line, is_behind_search: bool) -> Turn;

    /// Whether lines that waited already when something else was under way are to be taken so now; asked for those that
    /// are not behind a search, and for those that are.
    fn looks_again(&self, _is_behind_search: bool) -> bool {
        false
    }

    /// Whether lines behind this one may be for a search that it begins.
    fn begins_search(&self, _: &Line) -> bool {
        false
    }

    fn take_news(&mut self, news: Self::News);

    /// No line will come any more, and all that came are obeyed: what would not end by itself is stopped.
    fn end_of_input(&mut self);

    /// How long to wait for news before [`Actor::take_timeout`].
    fn patience(&self) -> Duration {
        Duration::MAX
    }

    fn take_timeout(&mut self) {}

    /// Says that a line was dropped, or that no more can be read.
    fn complain(&mut self, text: &str);

    /// The search that what was obeyed has begun, if there is one to run.
    fn take_job(&mut self) -> Option<Job> {
        None
    }
}

/// The lines that wait to be obeyed.
#[derive(Debug, Default)]
struct Waiting {
    lines: VecDeque<Line>,
    bytes: usize,
    /// How many of the lines begin a search.
    searches: usize,
    has_ended: bool,
}

impl Waiting {
    fn push<A: Actor>(&mut self, actor: &A, line: Line) {
        self.bytes += line.text().len();
        self.searches += usize::from(actor.begins_search(&line));
        self.lines.push_back(line);
    }

    fn pop<A: Actor>(&mut self, actor: &A) -> Option<Line> {
        let line = self.lines.pop_front()?;
        self.bytes -= line.text().len();
        self.searches -= usize::from(actor.begins_search(&line));
        Some(line)
    }

    fn put_back<A: Actor>(&mut self, actor: &A, line: Line) {
        self.bytes += line.text().len();
        self.searches += usize::from(actor.begins_search(&line));
        self.lines.push_front(line);
    }

    /// Obeys what can be obeyed now. Breaks with the end: `Break` as the actor said that it is enough, `Continue` after
    /// the end of the input and of all that it asked for.
    fn obey<A: Actor>(&mut self, actor: &mut A) -> ControlFlow<ControlFlow<()>> {
        let mut has_moved = false;
        while let Some(line) = self.pop(actor) {
            let turn = match actor.is_busy() {
                true => actor.take_while_busy(line),
                false => match actor.take(line) {
                    ControlFlow::Continue(()) => Turn::Done,
                    ControlFlow::Break(()) => Turn::Quit,
                },
            };
            match turn {
                Turn::Done => has_moved = true,
                Turn::Quit => return ControlFlow::Break(ControlFlow::Break(())),
                Turn::Wait(line) => {
                    self.put_back(actor, line);
                    if has_moved {
                        self.look_again(actor)?;
                    }
                    break;
                }
            }
        }
        if self.has_ended && self.lines.is_empty() {
            if !actor.is_busy() {
                return ControlFlow::Break(ControlFlow::Continue(()));
            }
            actor.end_of_input();
        }
        ControlFlow::Continue(())
    }

    /// Something else is under way now than when these lines came: a `stop` among them may be for it, whatever waits
    /// before it.
    fn look_again<A: Actor>(&mut self, actor: &mut A) -> ControlFlow<ControlFlow<()>> {
        let mut kept = Vec::new();
        let mut is_behind_search = false;
        while actor.looks_again(is_behind_search)
            && let Some(line) = self.pop(actor)
        {
            match actor.take_out_of_turn(line, is_behind_search) {
                Turn::Done => {}
                Turn::Quit => return ControlFlow::Break(ControlFlow::Break(())),
                Turn::Wait(line) => {
                    is_behind_search |= actor.begins_search(&line);
                    kept.push(line);
                }
            }
        }
        for line in kept.into_iter().rev() {
            self.put_back(actor, line);
        }
        ControlFlow::Continue(())
    }

    /// Takes what has happened, none for a timeout, and obeys what can be obeyed after it.
    fn take<A: Actor>(
        &mut self,
        actor: &mut A,
        event: Option<Event<A::News>>,
    ) -> ControlFlow<ControlFlow<()>> {
        match event {
            Some(Event::Line(line)) => {
                let turn = match self.lines.is_empty() {
                    true => Turn::Wait(line),
                    false => actor.take_out_of_turn(line, self.searches > 0),
                };
                match turn {
                    Turn::Done => {}
                    Turn::Quit => return ControlFlow::Break(ControlFlow::Break(())),
                    Turn::Wait(line) if self.bytes + line.text().len() <= MOST_WAITING => {
                        self.push(actor, line);
                    }
                    Turn::Wait(_) => actor.complain("too many commands wait; this one is dropped"),
                }
            }
            Some(Event::News(news)) => actor.take_news(news),
            Some(Event::End(error)) => {
                if let Some(error) = error {
                    actor.complain(&format!("cannot read standard input: {error}"));
                }
                self.has_ended = true;
            }
            None => actor.take_timeout(),
        }
        self.obey(actor)
    }
}

/// Obeys lines until one says that it is enough, or until the input and all that it asked for have ended. Searches get
/// threads of their own.
pub fn obey<A: Actor>(actor: &mut A, events: &Receiver<Event<A::News>>) -> ControlFlow<()> {
    let mut waiting = Waiting::default();
    loop {
        let event = match events.recv_timeout(actor.patience()) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return ControlFlow::Continue(()),
        };
        if let ControlFlow::Break(end) = waiting.take(actor, event) {
            return end;
        }
        if let Some(job) = actor.take_job()
            && let Err(error) = on_thread_of_its_own(job)
        {
            actor.complain(&format!(
                "cannot search: the system refused a thread: {error}"
            ));
        }
    }
}

fn on_thread_of_its_own(job: Job) -> io::Result<()> {
    thread::Builder::new()
        .name("search".into())
        .stack_size(STACK_BYTES)
        .spawn(job)
        .map(drop)
}

/// Where threads that read take turns: one reads and obeys, until a line has begun a search. Then it runs the search,
/// and the next one reads on.
pub struct Desk<A, R> {
    input: Mutex<R>,
    seat: Mutex<Seat<A>>,
    /// The patience of the actor has changed, or all is over.
    changed: Condvar,
}

struct Seat<A> {
    actor: A,
    waiting: Waiting,
    /// How it ended.
    end: Option<ControlFlow<()>>,
}

impl<A: Actor, R: BufRead> Desk<A, R> {
    pub fn new(actor: A, input: R) -> Desk<A, R> {
        Desk {
            input: Mutex::new(input),
            seat: Mutex::new(Seat {
                actor,
                waiting: Waiting::default(),
                end: None,
            }),
            changed: Condvar::new(),
        }
    }

    /// Reads, obeys and searches until the end. Two threads do this: one more search than one cannot run, since a second
    /// one ends the first, so that there is always one to read.
    pub fn work(&self) {
        loop {
            let mut input = lock(&self.input);
            let job = loop {
                let event = match read_line(&mut *input) {
                    _ if self.is_over() => return,
                    Ok(Some(line)) => Event::Line(line),
                    Ok(None) => Event::End(None),
                    Err(error) => Event::End(Some(error)),
                };
                let is_end = matches!(event, Event::End(_));
                let job = self.take(Some(event));
                if is_end {
                    drop(input);
                    if let Some(job) = job {
                        job();
                    }
                    return;
                }
                if let Some(job) = job {
                    break job;
                }
            };
            drop(input);
            job();
        }
    }

    /// Takes what has happened. Whoever calls this runs the search that it begins.
    pub fn take(&self, event: Option<Event<A::News>>) -> Option<Job> {
        let mut seat = lock(&self.seat);
        let Seat {
            actor,
            waiting,
            end,
        } = &mut *seat;
        if end.is_some() {
            return None;
        }
        let was_patient = actor.patience() == Duration::MAX;
        if let ControlFlow::Break(how) = waiting.take(actor, event) {
            *end = Some(how);
        }
        if end.is_some() || !was_patient || actor.patience() < Duration::MAX {
            self.changed.notify_all();
        }
        actor.take_job()
    }

    fn is_over(&self) -> bool {
        lock(&self.seat).end.is_some()
    }

    /// Waits for the end and says how it came; meanwhile it tells the actor when its patience is over.
    pub fn watch(&self, finish: impl FnOnce(&mut A)) -> ControlFlow<()> {
        let mut seat = lock(&self.seat);
        loop {
            if let Some(end) = seat.end {
                if end.is_continue() {
                    finish(&mut seat.actor);
                }
                return end;
            }
            let patience = seat.actor.patience();
            if patience == Duration::MAX {
                seat = self.changed.wait(seat).unwrap_or_else(|e| e.into_inner());
                continue;
            }
            let waited = self.changed.wait_timeout(seat, patience);
            let (next, result) = waited.unwrap_or_else(|e| e.into_inner());
            seat = next;
            if result.timed_out() {
                drop(seat);
                if let Some(job) = self.take(None) {
                    job();
                }
                seat = lock(&self.seat);
            }
        }
    }
}

impl<A, R> std::fmt::Debug for Desk<A, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut bytes).expect("memory can be read") {
            lines.push(line);
        }
        lines
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_string())
    }

    #[test]
    fn lines_end_at_newlines_and_at_the_end() {
        assert_eq!(
            lines(b"uci\r\n\nquit"),
            [text("uci\r\n"), text("\n"), text("quit")]
        );
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(b"\xff\xfego\n"), [text("\u{fffd}\u{fffd}go\n")]);
    }

    #[test]
    fn a_line_without_end_is_skipped_not_stored() {
        let mut bytes = vec![b'x'; LONGEST_LINE + 10];
        bytes.extend_from_slice(b"\nuci\n");
        let word = "x".repeat(20);
        assert_eq!(lines(&bytes), [Line::TooLong(word), text("uci\n")]);
    }

    /// Writes down what it obeys. `think` makes it busy until `stop`, `work` until news come.
    #[derive(Default)]
    struct Scribe {
        log: Vec<String>,
        thinks: bool,
        works: bool,
    }

    impl Actor for Scribe {
        type News = ();

        fn is_busy(&self) -> bool {
            self.thinks || self.works
        }

        fn take(&mut self, line: Line) -> ControlFlow<()> {
            let word = line.text().trim().to_string();
            self.thinks = word == "think";
            self.works = word == "work";
            self.log.push(word.clone());
            match word.as_str() {
                "quit" => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }

        fn take_while_busy(&mut self, line: Line) -> Turn {
            match line.text().trim() {
                "stop" if self.thinks => {
                    self.log.push("stopped".into());
                    self.thinks = false;
                    Turn::Done
                }
                _ => Turn::Wait(line),
            }
        }

        fn take_out_of_turn(&mut self, line: Line, _: bool) -> Turn {
            match line.text().trim() {
                "isready" => {
                    self.log.push("readyok".into());
                    Turn::Done
                }
                _ => Turn::Wait(line),
            }
        }

        fn take_news(&mut self, (): ()) {
            self.log.push("worked".into());
            self.works = false;
        }

        fn end_of_input(&mut self) {
            if std::mem::take(&mut self.thinks) {
                self.log.push("ended".into());
            }
        }

        fn complain(&mut self, text: &str) {
            self.log.push(text.to_string());
        }
    }

    /// What is obeyed of a script that is there before anybody listens; `news` come after it.
    fn log(script: &str, news: usize) -> String {
        let (sender, events) = std::sync::mpsc::sync_channel(100);
        for line in script.lines() {
            sender.send(Event::Line(text(line))).expect("room");
        }
        sender.send(Event::End(None)).expect("room");
        for _ in 0..news {
            sender.send(Event::News(())).expect("room");
        }
        drop(sender);
        let mut scribe = Scribe::default();
        let _ = obey(&mut scribe, &events);
        scribe.log.join(" ")
    }

    /// The same at a desk where two threads work.
    fn log_at_desk(script: &str, news: usize) -> String {
        let desk = Desk::new(Scribe::default(), script.as_bytes());
        thread::scope(|scope| {
            scope.spawn(|| desk.work());
            scope.spawn(|| desk.work());
            let mut told = 0;
            while !desk.is_over() {
                if told < news && lock(&desk.seat).actor.works {
                    assert!(desk.take(Some(Event::News(()))).is_none());
                    told += 1;
                }
                // What end_of_input stops would tell the desk.
                if lock(&desk.seat)
                    .actor
                    .log
                    .last()
                    .is_some_and(|last| last == "ended")
                {
                    assert!(desk.take(None).is_none());
                }
                thread::yield_now();
            }
        });
        let _ = desk.watch(|scribe| scribe.log.push("finished".into()));
        lock(&desk.seat).actor.log.join(" ")
    }

    #[test]
    fn a_desk_obeys_in_the_same_order() {
        for (script, news) in [
            ("a\nb", 0),
            ("think", 0),
            ("work\nthink", 1),
            ("work\na\nwork\nthink\nstop", 2),
        ] {
            let finished = format!("{} finished", log(script, news));
            assert_eq!(log_at_desk(script, news), finished, "{script}");
        }
        let left = "work\nthink\nstop\nquit\nmore";
        assert_eq!(log_at_desk(left, 1), log(left, 1));
    }

    /// Begins a search with `go`, which lasts until `stop` is obeyed.
    #[derive(Default)]
    struct Thinker {
        job: Option<Job>,
        stops: Option<std::sync::mpsc::Sender<()>>,
        obeyed_go: std::sync::Arc<Mutex<Vec<thread::ThreadId>>>,
        searched: std::sync::Arc<Mutex<Vec<thread::ThreadId>>>,
        timeouts: usize,
    }

    impl Actor for Thinker {
        type News = ();

        fn is_busy(&self) -> bool {
            false
        }

        fn take(&mut self, line: Line) -> ControlFlow<()> {
            match line.text().trim() {
                "go" => {
                    let (stops, stopped) = std::sync::mpsc::channel();
                    self.stops = Some(stops);
                    lock(&self.obeyed_go).push(thread::current().id());
                    let searched = self.searched.clone();
                    self.job = Some(Box::new(move || {
                        assert!(stopped.recv().is_ok());
                        lock(&searched).push(thread::current().id());
                    }));
                }
                "stop" => {
                    let stops = self.stops.take().expect("a search");
                    stops.send(()).expect("it listens");
                }
                _ => {}
            }
            ControlFlow::Continue(())
        }

        fn take_while_busy(&mut self, line: Line) -> Turn {
            Turn::Wait(line)
        }

        fn take_out_of_turn(&mut self, line: Line, _: bool) -> Turn {
            Turn::Wait(line)
        }

        fn take_news(&mut self, (): ()) {}

        fn end_of_input(&mut self) {}

        fn patience(&self) -> Duration {
            match self.timeouts {
                0 => Duration::from_millis(1),
                _ => Duration::MAX,
            }
        }

        fn take_timeout(&mut self) {
            self.timeouts += 1;
        }

        fn complain(&mut self, _: &str) {}

        fn take_job(&mut self) -> Option<Job> {
            self.job.take()
        }
    }

    #[test]
    fn at_a_desk_the_thread_that_reads_a_search_runs_it_while_another_reads_on() {
        let script = "go\nstop\n".repeat(20);
        let desk = Desk::new(Thinker::default(), script.as_bytes());
        let (obeyed, searched) = {
            let seat = lock(&desk.seat);
            (seat.actor.obeyed_go.clone(), seat.actor.searched.clone())
        };
        thread::scope(|scope| {
            scope.spawn(|| desk.work());
            scope.spawn(|| desk.work());
        });
        let mut expected = lock(&obeyed).clone();
        let mut found = lock(&searched).clone();
        assert_eq!(found.len(), 20);
        // Two searches may end in another order than they began.
        expected.sort_unstable_by_key(|id| format!("{id:?}"));
        found.sort_unstable_by_key(|id| format!("{id:?}"));
        assert_eq!(found, expected);
    }

    #[test]
    fn a_desk_tells_when_patience_is_over() {
        let desk = Desk::new(Thinker::default(), &b""[..]);
        thread::scope(|scope| {
            let watch = scope.spawn(|| desk.watch(|_| {}));
            while lock(&desk.seat).actor.timeouts == 0 {
                thread::yield_now();
            }
            desk.work();
            assert!(watch.join().expect("no panic").is_continue());
        });
        assert_eq!(lock(&desk.seat).actor.timeouts, 1);
    }

    #[test]
    fn a_script_may_send_everything_at_once() {
        assert_eq!(log("a\nb", 0), "a b");
        // The stop is for the search that it follows, not for the work before that one.
        assert_eq!(
            log("work\nthink\nstop\nquit\nmore", 1),
            "work worked think stopped quit"
        );
        assert_eq!(log("work\na\nisready\nb", 1), "work readyok worked a b");
        assert_eq!(
            log("work\na\nwork\nthink\nstop", 2),
            "work worked a work worked think stopped"
        );
    }

    #[test]
    fn the_end_of_the_input_ends_everything() {
        assert_eq!(log("think", 0), "think ended");
        assert_eq!(log("work\nthink", 1), "work worked think ended");
    }

    #[test]
    fn what_waits_is_bounded() {
        let (sender, events) = std::sync::mpsc::sync_channel(100);
        sender.send(Event::Line(text("work"))).expect("room");
        for _ in 0..20 {
            let long = "x".repeat(LONGEST_LINE);
            sender.send(Event::Line(Line::Text(long))).expect("room");
        }
        sender.send(Event::News(())).expect("room");
        sender.send(Event::End(None)).expect("room");
        let mut scribe = Scribe::default();
        assert!(obey(&mut scribe, &events).is_continue());
        let dropped = scribe.log.iter().filter(|line| line.contains("dropped"));
        assert_eq!(dropped.count(), 4, "64 MB wait, 16 MB do not");
    }
}
