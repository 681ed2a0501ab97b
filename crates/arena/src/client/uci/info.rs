//! The figures of an `info` line.

use std::time::Duration;

/// A score as the engine tells it, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    Centipawns(i32),
    /// Moves until mate; negative when the side to move is mated.
    Mate(i32),
}

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    #[default]
    Exact,
    Lower,
    Upper,
}

/// What an `info` line says; what it does not say is empty.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Info {
    pub depth: Option<u32>,
    pub seldepth: Option<u32>,
    pub multipv: Option<u32>,
    pub score: Option<Score>,
    pub bound: Bound,
    pub nodes: Option<u64>,
    pub nps: Option<u64>,
    pub time: Option<Duration>,
    pub hashfull: Option<u32>,
    pub tbhits: Option<u64>,
    pub cpuload: Option<u32>,
    /// Thousandths of win, draw and loss.
    pub wdl: Option<[u32; 3]>,
    pub current_move: Option<String>,
    pub current_move_number: Option<u32>,
    pub pv: Vec<String>,
}

impl Info {
    /// 1 for the best line, also where the engine does not number its lines.
    pub fn rank(&self) -> u32 {
        self.multipv.unwrap_or(1)
    }
}

#[derive(Debug)]
pub(super) enum Read {
    Figures(Info),
    Text(String),
}

/// Words after which a line of moves has ended.
const KEYS: [&str; 18] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "nodes",
    "nps",
    "time",
    "hashfull",
    "tbhits",
    "sbhits",
    "cpuload",
    "wdl",
    "currmove",
    "currmovenumber",
    "currline",
    "refutation",
    "string",
    "pv",
];

/// Reads an `info` line. Keys that nobody knows are passed over.
pub(super) fn read(line: &str) -> Result<Read, String> {
    let mut words = line.split_whitespace().skip(1).peekable();
    let mut info = Info::default();
    while let Some(key) = words.next() {
        let mut take = || words.next().unwrap_or("");
        match key {
            "string" => {
                let text = line.split_once("string").map_or("", |(_, rest)| rest);
                // Figures before a text are figures.
                return Ok(match info == Info::default() {
                    true => Read::Text(text.trim().to_owned()),
                    false => Read::Figures(info),
                });
            }
            "depth" => info.depth = Some(number(key, take())?),
            "seldepth" => info.seldepth = Some(number(key, take())?),
            "multipv" => info.multipv = Some(number(key, take())?),
            "nodes" => info.nodes = Some(number(key, take())?),
            "nps" => info.nps = Some(number(key, take())?),
            "time" => info.time = Some(Duration::from_millis(number(key, take())?)),
            "hashfull" => info.hashfull = Some(number(key, take())?),
            "tbhits" => info.tbhits = Some(number(key, take())?),
            "cpuload" => info.cpuload = Some(number(key, take())?),
            "currmove" => info.current_move = Some(take().to_owned()),
            "currmovenumber" => info.current_move_number = Some(number(key, take())?),
            "wdl" => {
                let [a, b, c] = [take(), take(), take()];
                info.wdl = Some([number(key, a)?, number(key, b)?, number(key, c)?]);
            }
            "score" => {
                info.score = Some(match (take(), take()) {
                    ("cp", size) => Score::Centipawns(number("score cp", size)?),
                    ("mate", moves) => Score::Mate(number("score mate", moves)?),
                    (kind, _) => {
                        return Err(format!(
                            "expected 'cp' or 'mate' after 'score', not '{kind}'"
                        ));
                    }
                });
            }
            "lowerbound" => info.bound = Bound::Lower,
            "upperbound" => info.bound = Bound::Upper,
            "pv" => {
                while let Some(mv) = words.next_if(|word| !KEYS.contains(word)) {
                    info.pv.push(mv.to_owned());
                }
            }
            _ => {}
        }
    }
    Ok(Read::Figures(info))
}

fn number<T: std::str::FromStr>(key: &str, word: &str) -> Result<T, String> {
    word.parse()
        .map_err(|_| format!("expected a number after '{key}', not '{word}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(line: &str) -> Info {
        match read(line) {
            Ok(Read::Figures(info)) => info,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_whole_line_is_read() {
        let info = figures(
            "info depth 9 seldepth 14 multipv 2 score mate -3 upperbound wdl 1 2 997 nodes 5000 nps 20000 \
             hashfull 7 tbhits 1 time 250 pv e2e4 e7e5",
        );
        assert_eq!(
            (info.depth, info.seldepth, info.rank()),
            (Some(9), Some(14), 2)
        );
        assert_eq!(
            (info.score, info.bound),
            (Some(Score::Mate(-3)), Bound::Upper)
        );
        assert_eq!((info.nodes, info.nps), (Some(5000), Some(20000)));
        assert_eq!(info.time, Some(Duration::from_millis(250)));
        assert_eq!((info.hashfull, info.wdl), (Some(7), Some([1, 2, 997])));
        assert_eq!(info.pv, ["e2e4", "e7e5"]);
    }

    #[test]
    fn order_and_unknown_keys_do_not_matter() {
        let info = figures("info pv e2e4 score cp -5 depth 3 wobble 4");
        assert_eq!(
            (info.depth, info.score),
            (Some(3), Some(Score::Centipawns(-5)))
        );
        assert_eq!(info.pv, ["e2e4"]);
        assert_eq!(figures("info"), Info::default());
        assert_eq!(figures("info depth 3 string note").depth, Some(3));
    }

    #[test]
    fn nonsense_is_named() {
        for (line, word) in [
            ("info depth x", "depth"),
            ("info score 5", "score"),
            ("info score cp", "score cp"),
            ("info nodes -5", "nodes"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
    }
}
