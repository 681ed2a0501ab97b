//! The options that a GUI can set: one entry for each, with its declaration, its meaning and what setting it does.

use crate::book::OpeningBook;
use crate::files::check_regular;
use crate::session::Session;
use crate::syzygy::Syzygy;
use regence_chess_search::{ChessEngine, EvaluationKind};
use regence_core::memory::machine_megabytes;
use regence_core::pool::MAX_THREADS;
use regence_protocol::uci::{Error, OptionSpec, OptionValue};
use std::time::Duration;

/// What is allowed for the hash table where the system does not tell its memory.
const UNKNOWN_MEMORY: usize = 1 << 16;

/// No network is larger.
const LARGEST_NETWORK: u64 = 256 << 20;

/// Why a value was not taken over, and what stays.
pub type Refusal = String;

/// What setting an option does.
enum Apply {
    Check(fn(&mut Session, bool) -> Result<(), Refusal>),
    Spin(fn(&mut Session, i64) -> Result<(), Refusal>),
    Button(fn(&mut Session) -> Result<(), Refusal>),
    Text(fn(&mut Session, String) -> Result<(), Refusal>),
    /// A number of the search.
    #[cfg(feature = "tunable")]
    Number(&'static str),
}

/// An option of UCI.
pub struct UciOption {
    spec: OptionSpec,
    meaning: &'static str,
    apply: Apply,
}

impl UciOption {
    /// How a GUI is told of it.
    pub fn spec(&self) -> &OptionSpec {
        &self.spec
    }

    /// What it is for, in a few words.
    pub fn meaning(&self) -> &'static str {
        self.meaning
    }

    fn set(&self, session: &mut Session, value: Option<&str>) -> Result<(), Refusal> {
        let value = self.spec.read(value).map_err(|error| error.to_string())?;
        let done = match (&self.apply, value) {
            (Apply::Check(apply), OptionValue::Check(on)) => apply(session, on),
            (Apply::Spin(apply), OptionValue::Spin(number)) => apply(session, number),
            (Apply::Button(apply), OptionValue::Button) => apply(session),
            #[cfg(feature = "tunable")]
            (Apply::Number(name), OptionValue::Spin(number)) => session.with_engine(|engine| {
                let mut numbers = engine.config().clone();
                numbers
                    .set_by_name(name, number as i32)
                    .map_err(|error| error.to_string())?;
                engine.set_config(numbers);
                Ok(())
            }),
            (Apply::Text(apply), OptionValue::Text(text)) => apply(session, text),
            (_, value) => Err(format!("{value:?} is not handled; please report this")),
        };
        done.map_err(|reason| format!("option {}: {reason}", self.spec.name()))
    }
}

/// Sets the option of that name. Upper and lower case are the same, as the protocol asks.
pub fn set(session: &mut Session, name: &str, value: Option<&str>) -> Result<(), Refusal> {
    let options = options();
    let found = options
        .iter()
        .find(|option| option.spec.name().eq_ignore_ascii_case(name));
    match found {
        Some(option) => option.set(session, value),
        None => Err(Error::unknown_option(name).to_string()),
    }
}

/// All options, as the `uci` command lists them. To add one, add its entry here.
pub fn options() -> Vec<UciOption> {
    let all = [engine_options(), file_options(), play_options()];
    #[cfg(feature = "tunable")]
    let all = all.into_iter().chain([number_options()]);
    all.into_iter()
        .flatten()
        .map(|(spec, meaning, apply)| UciOption {
            spec,
            meaning,
            apply,
        })
        .collect()
}

type Entry = (OptionSpec, &'static str, Apply);

/// Takes a value over into the settings.
fn keep<T>(setting: &mut T, value: T) -> Result<(), Refusal> {
    *setting = value;
    Ok(())
}

/// What the search has.
fn engine_options() -> Vec<Entry> {
    let memory = machine_megabytes().unwrap_or(UNKNOWN_MEMORY) as i64;
    vec![
        (
            OptionSpec::spin("Hash", 16, 0, memory),
            "megabytes for the table of positions already searched; 0 plays without one",
            Apply::Spin(|session, megabytes| {
                session.with_engine(|engine| {
                    engine
                        .set_hash(megabytes as usize)
                        .map_err(|error| format!("{error}; the old table stays"))
                })
            }),
        ),
        (
            OptionSpec::button("Clear Hash"),
            "empty that table",
            Apply::Button(|session| {
                session.with_engine(|engine| {
                    engine.clear_hash();
                    Ok(())
                })
            }),
        ),
        (
            OptionSpec::spin("Threads", 1, 1, MAX_THREADS as i64),
            "threads to search with, up to 256; if the system refuses them, the old number stays",
            Apply::Spin(|session, threads| {
                session.with_engine(|engine| {
                    engine.set_threads(threads as usize).map_err(|error| {
                        let before = engine.threads();
                        format!("{error}; it stays at {before}")
                    })
                })
            }),
        ),
        (
            OptionSpec::spin("MultiPV", 1, 1, 256),
            "how many best lines to show",
            Apply::Spin(|session, lines| keep(&mut session.settings.lines, lines as usize)),
        ),
        (
            OptionSpec::check("Ponder", false),
            "whether the GUI may let it think on your time",
            // It only says that `go ponder` may come, which needs no preparation.
            Apply::Check(|_, _| Ok(())),
        ),
        (
            OptionSpec::spin("Move Overhead", 10, 0, 5000),
            "milliseconds kept back on each move for a slow GUI or network",
            Apply::Spin(|session, milliseconds| {
                let overhead = Duration::from_millis(milliseconds as u64);
                keep(&mut session.settings.overhead, overhead)
            }),
        ),
    ]
}

/// What is read from files. They are read beside the lines, so that a slow disk makes nobody deaf.
fn file_options() -> Vec<Entry> {
    vec![
        (
            OptionSpec::check("OwnBook", false),
            "play openings from the book",
            Apply::Check(|session, on| keep(&mut session.settings.own_book, on)),
        ),
        (
            OptionSpec::text("BookFile"),
            "a Polyglot book; empty is the book inside",
            Apply::Text(|session, path| {
                session.load("BookFile", "the book before stays", move || {
                    let book = OpeningBook::open(&path)?;
                    Ok(Box::new(move |session| session.book = book))
                })
            }),
        ),
        (
            OptionSpec::text("EvalFile"),
            "another network; empty is the network inside, `<classical>` the evaluation by hand",
            Apply::Text(|session, path| {
                session.load("EvalFile", "the evaluation before stays", move || {
                    if !path.is_empty() && !path.starts_with('<') {
                        check_regular(&path, LARGEST_NETWORK)?;
                    }
                    let evaluation_kind = EvaluationKind::by_name(&path)?;
                    Ok(Box::new(move |session| {
                        session.install(|engine| engine.set_evaluation_kind(evaluation_kind));
                    }))
                })
            }),
        ),
        (
            OptionSpec::text("SyzygyPath"),
            "directories of Syzygy endgame tables, with `:` between them (`;` on Windows); empty is none",
            Apply::Text(|session, path| {
                session.load("SyzygyPath", "the tables before stay", move || {
                    let tables = match path.is_empty() {
                        true => None,
                        false => Some(Syzygy::open(&path)?),
                    };
                    Ok(Box::new(move |session| session.install_endgames(tables)))
                })
            }),
        ),
        (
            OptionSpec::spin("SyzygyProbeLimit", 7, 0, 7),
            "the most pieces for which they are asked",
            Apply::Spin(|session, pieces| {
                session.change_endgame_rules(|rules| rules.limit = pieces as u32)
            }),
        ),
        (
            OptionSpec::check("Syzygy50MoveRule", true),
            "whether the fifty-move rule counts in them",
            Apply::Check(|session, on| {
                session.change_endgame_rules(|rules| rules.fifty_moves = on)
            }),
        ),
    ]
}

/// How it plays and what it shows.
fn play_options() -> Vec<Entry> {
    vec![
        (
            OptionSpec::check("UCI_Chess960", false),
            "write castling as Chess960 (Fischer Random) needs it",
            Apply::Check(|session, on| keep(&mut session.settings.chess960, on)),
        ),
        (
            OptionSpec::check("UCI_ShowWDL", false),
            "show the chances of a win, a draw and a loss",
            Apply::Check(|session, on| keep(&mut session.settings.show_wdl, on)),
        ),
        (
            OptionSpec::check("UCI_AnalyseMode", false),
            "analysis: no book, full strength",
            Apply::Check(|session, on| keep(&mut session.settings.analyse_mode, on)),
        ),
        (
            OptionSpec::check("UCI_LimitStrength", false),
            "play weaker",
            Apply::Check(|session, on| keep(&mut session.settings.limit_strength, on)),
        ),
        (
            OptionSpec::spin("UCI_Elo", 1500, 800, 3000),
            "at about this rating, 800 to 3000",
            Apply::Spin(|session, elo| keep(&mut session.settings.elo, elo as u32)),
        ),
    ]
}

/// The numbers of the search, under the names that they have in params.rs.
#[cfg(feature = "tunable")]
fn number_options() -> Vec<Entry> {
    use regence_core::config::Catalogue;
    let entry = |info: &regence_core::config::ParamInfo| {
        let [default, min, max] = [info.default, info.min, info.max].map(i64::from);
        let spec = OptionSpec::spin(info.name, default, min, max);
        (spec, "a number of the search", Apply::Number(info.name))
    };
    regence_chess_search::Chess::PARAMS
        .iter()
        .map(entry)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Output;
    use crate::settings::Settings;
    use regence_protocol::uci::OptionKind;
    use std::sync::{Arc, Mutex};

    fn session() -> Session {
        let nowhere = Output::to(Arc::new(Mutex::new(Vec::new())));
        Session::new(nowhere, Arc::new(|_| {}))
    }

    #[test]
    fn the_declared_defaults_are_the_real_ones() {
        let mut session = session();
        for option in options() {
            let value = match option.spec().kind() {
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Button | OptionKind::Text => continue,
            };
            assert_eq!(
                set(&mut session, option.spec().name(), Some(&value)),
                Ok(())
            );
        }
        assert_eq!(session.settings, Settings::default());
    }

    /// Each option that is kept in the settings changes them, and nothing else is taken for one.
    #[test]
    fn other_values_reach_the_settings() {
        for (name, value) in [
            ("multipv", "4"),
            ("MOVE OVERHEAD", "50"),
            ("OwnBook", "true"),
            ("SyzygyProbeLimit", "5"),
            ("Syzygy50MoveRule", "false"),
            ("UCI_Chess960", "true"),
            ("UCI_ShowWDL", "true"),
            ("UCI_AnalyseMode", "true"),
            ("UCI_LimitStrength", "true"),
            ("UCI_Elo", "1200"),
        ] {
            let mut session = session();
            assert_eq!(set(&mut session, name, Some(value)), Ok(()), "{name}");
            assert_ne!(session.settings, Settings::default(), "{name}");
        }
        let mut session = session();
        assert_eq!(set(&mut session, "Threads", Some("3")), Ok(()));
        assert_eq!(session.with_engine(|engine| Ok(engine.threads())), Ok(3));
    }

    #[test]
    fn bad_settings_change_nothing() {
        let mut session = session();
        for (name, value, part) in [
            (
                "MultiPV",
                Some("0"),
                "option MultiPV: expected a whole number",
            ),
            ("UCI_Elo", Some("x"), "found \"x\""),
            ("Nonsense", None, "no option \"Nonsense\""),
        ] {
            let error = set(&mut session, name, value).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(session.settings, Settings::default());
    }

    /// In a build for tuning: what an option says reaches the search, which then walks another tree.
    #[cfg(feature = "tunable")]
    #[test]
    fn the_numbers_of_the_search_are_options() {
        use regence_core::bench;
        let mut session = session();
        let mut nodes = || session.with_engine(|engine| Ok(bench::run(6, engine).nodes));
        let shipped = nodes();
        let expected = bench::run(6, &mut regence_chess_search::Engine::new()).nodes;
        assert_eq!(shipped, Ok(expected));
        let set_margin = |session: &mut Session, value| set(session, "rfp_margin", Some(value));
        assert_eq!(set_margin(&mut session, "90"), Ok(()));
        let changed = session.with_engine(|engine| Ok(bench::run(6, engine).nodes));
        assert_ne!(changed, shipped);
        assert!(set_margin(&mut session, "9999").is_err());
        assert_eq!(set_margin(&mut session, "34"), Ok(()));
        let again = session.with_engine(|engine| Ok(bench::run(6, engine).nodes));
        assert_eq!(again, shipped);
    }

    /// The table of options in docs/guis.md is the one that the entries make. To write it anew:
    /// `REGENCE_WRITE=1 cargo test --release -p regence --lib options`.
    #[cfg(not(feature = "tunable"))]
    #[test]
    fn the_documented_table_is_made_from_the_entries() {
        const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guis.md");
        const BEGIN: &str = "<!-- options: made from crates/engine/src/options.rs -->\n";
        const END: &str = "<!-- end of options -->\n";
        let mut table = "| option | default | meaning |\n|---|---|---|\n".to_string();
        for option in options() {
            let default = match option.spec().kind() {
                OptionKind::Check { default: true } => "on".to_string(),
                OptionKind::Check { default: false } => "off".to_string(),
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Button => "button".to_string(),
                OptionKind::Text => "empty".to_string(),
            };
            let (name, meaning) = (option.spec().name(), option.meaning());
            table += &format!("| `{name}` | {default} | {meaning} |\n");
        }
        let text = std::fs::read_to_string(PATH).expect("docs/guis.md");
        let begin = text.find(BEGIN).expect("where the table begins") + BEGIN.len();
        let end = text.find(END).expect("where the table ends");
        if std::env::var_os("REGENCE_WRITE").is_some() {
            let text = format!("{}{table}{}", &text[..begin], &text[end..]);
            std::fs::write(PATH, text).expect("docs/guis.md is written");
            return;
        }
        assert_eq!(&text[begin..end], table, "see the comment at this test");
    }
}
