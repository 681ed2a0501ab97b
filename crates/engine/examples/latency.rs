//! How fast the engine answers: `isready` and `stop` in mid-search, and `go movetime N` against N.
//!
//! `cargo run --release -p regence --example latency [path of an engine]`

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(path: &str) -> std::io::Result<Engine> {
        let mut process = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let missing = || std::io::Error::other("the engine has no pipes");
        let input = process.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(process.stdout.take().ok_or_else(missing)?);
        Ok(Engine {
            process,
            input,
            output,
        })
    }

    /// Sends a line and returns how long the line that begins with `answer` takes to come.
    fn time(&mut self, line: &str, answer: &str) -> std::io::Result<Duration> {
        let start = Instant::now();
        writeln!(self.input, "{line}")?;
        let mut text = String::new();
        while !text.starts_with(answer) {
            text.clear();
            if self.output.read_line(&mut text)? == 0 {
                return Err(std::io::Error::other("the engine left"));
            }
        }
        Ok(start.elapsed())
    }
}

fn main() -> std::io::Result<()> {
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/release/regence");
    let path = std::env::args().nth(1).unwrap_or_else(|| built.to_string());
    let mut engine = Engine::start(&path)?;
    engine.time("uci", "uciok")?;

    let (mut ready, mut stop) = (Vec::new(), Vec::new());
    for _ in 0..50 {
        writeln!(engine.input, "position startpos\ngo infinite")?;
        std::thread::sleep(Duration::from_millis(30));
        ready.push(engine.time("isready", "readyok")?);
        stop.push(engine.time("stop", "bestmove")?);
    }
    show("isready in search", &mut ready);
    show("stop to bestmove", &mut stop);
    for ms in [50, 100, 250, 500, 1000] {
        let mut times = Vec::new();
        for _ in 0..10 {
            writeln!(
                engine.input,
                "ucinewgame\nposition startpos moves e2e4 c7c5"
            )?;
            engine.time("isready", "readyok")?;
            times.push(engine.time(&format!("go movetime {ms}"), "bestmove")?);
        }
        show(&format!("movetime {ms}"), &mut times);
    }
    writeln!(engine.input, "quit")?;
    engine.process.wait()?;
    Ok(())
}

fn show(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let ms = |d: Duration| d.as_secs_f64() * 1000.0;
    let (first, last) = (times[0], times[times.len() - 1]);
    let median = times[times.len() / 2];
    println!(
        "{what:20} {:8.2} ms to {:8.2} ms, median {:8.2} ms, {} times",
        ms(first),
        ms(last),
        ms(median),
        times.len()
    );
}
