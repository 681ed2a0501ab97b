//! Reads the lines of a search strictly: what a GUI might stumble over is an error here.

use regence_chess::{Board, Move};

/// A line of play that was reported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    pub depth: Option<i64>,
    pub multipv: Option<i64>,
    /// `cp 12` or `mate -3`.
    pub score: Option<String>,
    pub wdl: Option<[i64; 3]>,
    pub nodes: Option<i64>,
    pub tb_hits: Option<i64>,
    pub pv: Vec<Move>,
}

/// The answer to `go`; `None` for the null move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    pub mv: Option<Move>,
    pub ponder: Option<Move>,
}

/// Reads an `info` line other than a message; each word must be known and in range, each move legal.
pub fn read_info(line: &str, board: &Board) -> Result<Info, String> {
    let mut words = line.split(' ').peekable();
    let mut seen = Vec::new();
    let mut info = Info::default();
    if words.next() != Some("info") {
        return Err(format!("not an info line: {line}"));
    }
    while let Some(key) = words.next() {
        if seen.contains(&key) {
            return Err(format!("{key} comes twice: {line}"));
        }
        seen.push(key);
        let mut number = || -> Result<i64, String> {
            let word = words.next().unwrap_or("");
            word.parse()
                .map_err(|_| format!("bad number {word:?} after {key}: {line}"))
        };
        match key {
            "depth" => info.depth = Some(number()?),
            "multipv" => info.multipv = Some(number()?),
            "nodes" => info.nodes = Some(number()?),
            "tbhits" => info.tb_hits = Some(number()?),
            "seldepth" | "nps" | "time" | "currmovenumber" => {
                if number()? < 0 {
                    return Err(format!("negative {key}: {line}"));
                }
            }
            "hashfull" => {
                if !(0..=1000).contains(&number()?) {
                    return Err(format!("bad hashfull: {line}"));
                }
            }
            "wdl" => {
                let wdl = [number()?, number()?, number()?];
                if wdl.iter().sum::<i64>() != 1000 || wdl.iter().any(|&part| part < 0) {
                    return Err(format!("wdl is not 1000 in all: {line}"));
                }
                info.wdl = Some(wdl);
            }
            "score" => {
                let kind = words.next().unwrap_or("");
                let value: i64 = words
                    .next()
                    .and_then(|word| word.parse().ok())
                    .ok_or_else(|| format!("bad score: {line}"))?;
                if !["cp", "mate"].contains(&kind) {
                    return Err(format!("bad score: {line}"));
                }
                info.score = Some(format!("{kind} {value}"));
                words.next_if(|word| ["lowerbound", "upperbound"].contains(word));
            }
            "currmove" => {
                let word = words.next().unwrap_or("");
                board
                    .move_from_uci(word)
                    .map_err(|error| format!("{error}: {line}"))?;
            }
            "pv" => {
                info.pv =
                    read_line_of_play(words.by_ref(), board).map_err(|e| format!("{e}: {line}"))?
            }
            _ => return Err(format!("unknown word {key:?}: {line}")),
        }
    }
    Ok(info)
}

fn read_line_of_play<'a>(
    words: impl Iterator<Item = &'a str>,
    board: &Board,
) -> Result<Vec<Move>, String> {
    let mut board = *board;
    let mut line = Vec::new();
    for word in words {
        let mv = board
            .move_from_uci(word)
            .map_err(|error| format!("illegal pv: {error}"))?;
        board = board.make(mv);
        line.push(mv);
    }
    match line.is_empty() {
        true => Err("empty pv".to_string()),
        false => Ok(line),
    }
}

/// Reads `bestmove x [ponder y]`.
pub fn read_best(line: &str, board: &Board) -> Result<Best, String> {
    let words: Vec<_> = line.split(' ').collect();
    let legal = |board: &Board, word: &str| {
        board
            .move_from_uci(word)
            .map_err(|error| format!("illegal answer: {error}: {line}"))
    };
    match words[..] {
        ["bestmove", "0000"] if !board.has_legal_move() => Ok(Best {
            mv: None,
            ponder: None,
        }),
        ["bestmove", best] => Ok(Best {
            mv: Some(legal(board, best)?),
            ponder: None,
        }),
        ["bestmove", best, "ponder", ponder] => {
            let best = legal(board, best)?;
            Ok(Best {
                mv: Some(best),
                ponder: Some(legal(&board.make(best), ponder)?),
            })
        }
        _ => Err(format!("not an answer: {line}")),
    }
}
