//! The engines of a match as the command line describes them.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::control::Control;
use super::words::{number, read_pairs};
use crate::client::{ClientError, Launch, Uci};
use crate::error::LabError;

/// The language of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Uci,
    Gomocup,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protocol::Uci => "uci",
            Protocol::Gomocup => "gomocup",
        })
    }
}

/// An engine and the conditions under which it plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    pub name: String,
    pub launch: Launch,
    pub protocol: Protocol,
    pub control: Control,
    /// How far a move may be over its time.
    pub margin: Duration,
    pub options: Vec<(String, String)>,
    /// How long it is left alone after each of its moves (Gomocup).
    pub pause: Duration,
    /// Whether it is started anew for each game.
    pub restart: bool,
}

/// What the words for an engine may look like.
const EXAMPLE: &str = "cmd=./engine,name=new,tc=8+0.08,option.Hash=16";
/// How long an engine may take for its greeting.
const PATIENCE: Duration = Duration::from_secs(10);
/// A pipe and a scheduler are not instant; what engines are used to be forgiven.
const MARGIN: Duration = Duration::from_millis(20);

/// Reads the engines; what `each` says holds for those that do not say otherwise.
pub fn read_engines(engines: &[String], each: &[String]) -> Result<Vec<EngineSpec>, LabError> {
    let mut common = Vec::new();
    for text in each {
        common.extend(read_pairs(text, "tc=8+0.08,option.Hash=16")?);
    }
    let mut specs: Vec<EngineSpec> = Vec::new();
    for text in engines {
        let mut pairs = common.clone();
        pairs.extend(read_pairs(text, EXAMPLE)?);
        specs.push(read_engine(&pairs)?);
    }
    if specs.len() < 2 {
        return Err(LabError::new(format!(
            "expected two or more engines, found {}; give each one as --engine {EXAMPLE}",
            specs.len()
        )));
    }
    if specs.iter().any(|spec| spec.protocol != specs[0].protocol) {
        return Err(LabError::new(
            "expected engines of one protocol: proto=uci for chess, proto=gomocup for Gomoku",
        ));
    }
    make_names_differ(&mut specs);
    Ok(specs)
}

/// Reads one engine that plays chess and is told its limits elsewhere, such as `cmd=./engine,option.Hash=16`.
pub fn read_chess_engine(text: &str) -> Result<EngineSpec, LabError> {
    let mut pairs = read_pairs(text, "cmd=./engine,option.Hash=16")?;
    let limits = ["tc", "movetime", "nodes", "depth", "proto"];
    if let Some((key, _)) = pairs.iter().find(|(key, _)| limits.contains(&key.as_str())) {
        return Err(LabError::new(format!(
            "expected an engine without '{key}': it speaks UCI, and the limit is an option of the command"
        )));
    }
    pairs.push(("nodes".to_owned(), "1".to_owned()));
    read_engine(&pairs)
}

impl EngineSpec {
    /// Starts it and sets its options.
    pub fn start_uci(&self) -> Result<Uci, LabError> {
        let failed = |error: ClientError| LabError::new(format!("{}: {error}", self.name));
        let mut uci = Uci::start(&self.launch, PATIENCE).map_err(failed)?;
        for (option, value) in &self.options {
            uci.set_option(option, Some(value));
        }
        uci.ready(PATIENCE).map_err(failed)?;
        Ok(uci)
    }
}

fn read_engine(pairs: &[(String, String)]) -> Result<EngineSpec, LabError> {
    let (mut command, mut folder, mut name) = (None, None, None);
    let (mut control, mut margin, mut restart) = (None, MARGIN, false);
    let mut pause = Duration::ZERO;
    let mut protocol = Protocol::Uci;
    let mut options: Vec<(String, String)> = Vec::new();
    for (key, value) in pairs {
        let milliseconds = || Ok::<_, LabError>(Duration::from_millis(number(key, value)?));
        match key.as_str() {
            "cmd" => command = Some(value),
            "dir" => folder = Some(PathBuf::from(value)),
            "name" => name = Some(value.clone()),
            "tc" => control = Some(Control::parse_clock(value)?),
            "movetime" => control = Some(Control::MoveTime(milliseconds()?)),
            "nodes" => control = Some(Control::Nodes(number(key, value)?)),
            "depth" => control = Some(Control::Depth(number(key, value)?)),
            "margin" => margin = milliseconds()?,
            "pause" => pause = milliseconds()?,
            "restart" => restart = read_switch(key, value)?,
            "proto" => {
                protocol = match value.as_str() {
                    "uci" => Protocol::Uci,
                    "gomocup" => Protocol::Gomocup,
                    _ => {
                        return Err(LabError::new(format!(
                            "expected proto=uci or proto=gomocup, found '{value}'"
                        )));
                    }
                }
            }
            _ => match key.strip_prefix("option.") {
                Some(option) if !option.is_empty() => {
                    options.retain(|(known, _)| known != option);
                    options.push((option.to_owned(), value.clone()));
                }
                _ => {
                    return Err(LabError::new(format!(
                        "an engine has no '{key}'; there are cmd, dir, name, proto, tc, movetime, nodes, depth, margin, pause, restart and option.NAME"
                    )));
                }
            },
        }
    }
    let command = command.ok_or_else(|| {
        LabError::new(format!(
            "expected the command of an engine, as in {EXAMPLE}"
        ))
    })?;
    let mut launch = Launch::parse(command).ok_or_else(|| {
        LabError::new(format!(
            "expected a program and its arguments after cmd=, found '{command}'"
        ))
    })?;
    launch.folder = folder;
    let control = control.ok_or_else(|| {
        LabError::new(format!(
            "'{command}' has no limit; add tc=8+0.08 (seconds), movetime=100 (milliseconds), nodes=10000 or depth=8, or the same in --each"
        ))
    })?;
    Ok(EngineSpec {
        name: name.unwrap_or_else(|| default_name(&launch)),
        launch,
        protocol,
        control,
        margin,
        options,
        pause,
        restart,
    })
}

fn read_switch(key: &str, value: &str) -> Result<bool, LabError> {
    match value {
        "on" | "true" => Ok(true),
        "off" | "false" => Ok(false),
        _ => Err(LabError::new(format!(
            "expected {key}=on or {key}=off, found '{value}'"
        ))),
    }
}

fn default_name(launch: &Launch) -> String {
    let stem = Path::new(&launch.program).file_stem();
    stem.map_or_else(|| "engine".to_owned(), |s| s.to_string_lossy().into_owned())
}

/// Tables need names that tell the engines apart.
fn make_names_differ(specs: &mut [EngineSpec]) {
    for at in 1..specs.len() {
        let wish = specs[at].name.clone();
        let mut number = 2;
        while specs[..at].iter().any(|spec| spec.name == specs[at].name) {
            specs[at].name = format!("{wish} ({number})");
            number += 1;
        }
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EngineSpec {
            name,
            launch,
            protocol,
            control,
            margin,
            ..
        } = self;
        write!(f, "{name} = {launch} ({protocol}), {control}")?;
        if !control.is_deterministic() {
            write!(f, ", margin {} ms", margin.as_millis())?;
        }
        for (option, value) in &self.options {
            write!(f, ", {option}={value}")?;
        }
        if !self.pause.is_zero() {
            write!(f, ", pause {} ms", self.pause.as_millis())?;
        }
        if self.restart {
            f.write_str(", restarted for each game")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(engines: &[&str], each: &[&str]) -> Result<Vec<EngineSpec>, LabError> {
        let owned = |texts: &[&str]| texts.iter().map(|t| t.to_string()).collect::<Vec<_>>();
        read_engines(&owned(engines), &owned(each))
    }

    #[test]
    fn engines_are_read_with_what_holds_for_each() {
        let specs = read(
            &[
                "cmd=bin/new --quiet,option.Hash=32",
                "cmd=bin/new,nodes=5,name=old",
                "cmd=old,restart=on,pause=150",
            ],
            &["tc=8+0.08,option.Hash=16", "margin=50"],
        )
        .unwrap();
        assert_eq!(
            specs[0].to_string(),
            "new = bin/new --quiet (uci), 8+0.08, margin 50 ms, Hash=32"
        );
        assert_eq!(
            specs[1].to_string(),
            "old = bin/new (uci), 5 nodes a move, Hash=16"
        );
        assert_eq!(specs[2].name, "old (2)");
        assert!(specs[2].restart);
        assert_eq!(specs[2].pause.as_millis(), 150);
    }

    #[test]
    fn wrong_words_are_named() {
        for (engine, word) in [
            ("name=x,nodes=1", "cmd"),
            ("cmd=x", "no limit"),
            ("cmd=x,nodes=few", "few"),
            ("cmd=x,nodes=1,colour=red", "colour"),
            ("cmd=x,nodes=1,proto=xboard", "xboard"),
            ("cmd=x,nodes=1,restart=maybe", "restart"),
            ("cmd=x,nodes=1,option.=3", "option."),
            ("cmd=,nodes=1", "program"),
        ] {
            let error = read(&[engine, engine], &[]).unwrap_err().to_string();
            assert!(error.contains(word), "{engine}: {error}");
        }
        let one = read(&["cmd=x,nodes=1"], &[]).unwrap_err().to_string();
        assert!(one.contains("two or more"), "{one}");
        let mixed = read(&["cmd=x,nodes=1", "cmd=y,nodes=1,proto=gomocup"], &[]);
        assert!(mixed.unwrap_err().to_string().contains("one protocol"));
    }
}
