//! How a side of a match differs from the shipped search.

use std::fmt;

use regence_chess_search::Chess;
use regence_core::config::Lab;
use regence_core::game::Game;

use crate::error::LabError;

/// In the place of a technique's name: every technique.
pub const ALL: &str = "all";

/// One change of a switch, a number or the evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    Switch { technique: String, on: bool },
    Set { param: String, value: i32 },
    Eval { name: String },
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Switch {
                technique,
                on: false,
            } => write!(f, "off {technique}"),
            Change::Switch {
                technique,
                on: true,
            } => write!(f, "on {technique}"),
            Change::Set { param, value } => write!(f, "{param}={value}"),
            Change::Eval { name } => write!(f, "eval {name}"),
        }
    }
}

/// The words of a command line that change the search.
#[derive(clap::Args, Debug, Default)]
pub struct SetupOptions {
    /// Techniques that are switched off, `all` for a plain search (the candidate's, in a match)
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    off: Vec<String>,
    /// Techniques that are switched on
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    on: Vec<String>,
    /// Parameters, as in rfp_margin=60
    #[arg(long, value_name = "NAME=NUMBER", value_delimiter = ',')]
    set: Vec<String>,
    /// Who evaluates: a network file, or `<classical>`; in Gomoku files of weights, with commas between them
    #[arg(long, value_name = "FILE")]
    eval: Option<String>,
}

impl SetupOptions {
    /// The setup of a chess search.
    pub fn read(&self) -> Result<Setup, LabError> {
        self.read_for::<Chess>()
    }

    pub fn read_for<G: Game>(&self) -> Result<Setup, LabError> {
        Setup::shipped()
            .changed::<G>(&self.off, &self.on, &self.set)?
            .with_eval::<G>(self.eval.as_deref())
    }
}

/// The same words for the base of a match.
#[derive(clap::Args, Debug, Default)]
pub struct BaseOptions {
    /// Techniques that the base plays without; untouched it is the shipped search
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    base_off: Vec<String>,
    /// Techniques that the base plays with
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    base_on: Vec<String>,
    /// Parameters of the base
    #[arg(long, value_name = "NAME=NUMBER", value_delimiter = ',')]
    base_set: Vec<String>,
    /// Who evaluates for the base, in the same way
    #[arg(long, value_name = "FILE")]
    base_eval: Option<String>,
}

impl BaseOptions {
    pub fn read_for<G: Game>(&self) -> Result<Setup, LabError> {
        Setup::shipped()
            .changed::<G>(&self.base_off, &self.base_on, &self.base_set)?
            .with_eval::<G>(self.base_eval.as_deref())
    }
}

/// The configuration of one side: the shipped one and what is changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    changes: Vec<Change>,
}

impl Setup {
    /// The search as it is.
    pub fn shipped() -> Setup {
        Setup::default()
    }

    /// The search with one technique switched; [`ALL`] switches all of them.
    pub fn switched(technique: &str, on: bool) -> Setup {
        Setup::shipped().and_switched(technique, on)
    }

    /// The same with another technique switched.
    pub fn and_switched(mut self, technique: &str, on: bool) -> Setup {
        self.changes.push(Change::Switch {
            technique: technique.to_owned(),
            on,
        });
        self
    }

    /// The search with these values of parameters.
    pub fn with_values<'a>(values: impl IntoIterator<Item = (&'a str, i32)>) -> Setup {
        let set = |(param, value): (&str, i32)| Change::Set {
            param: param.to_owned(),
            value,
        };
        Setup {
            changes: values.into_iter().map(set).collect(),
        }
    }

    /// Changed by the words of a command line; a number is set as `name=value`.
    pub fn changed<G: Game>(
        mut self,
        off: &[String],
        on: &[String],
        set: &[String],
    ) -> Result<Setup, LabError> {
        let switch = |on| {
            move |technique: &String| Change::Switch {
                technique: present_name(technique),
                on,
            }
        };
        self.changes.extend(off.iter().map(switch(false)));
        self.changes.extend(on.iter().map(switch(true)));
        for word in set {
            self.changes.push(parse_set(word)?);
        }
        self.config::<G>()?;
        Ok(self)
    }

    /// The same with an evaluation of its own, if one is named.
    pub fn with_eval<G: Game>(mut self, name: Option<&str>) -> Result<Setup, LabError> {
        let Some(name) = name else {
            return Ok(self);
        };
        // Said at once, not when the first engine is made.
        G::choose_evaluation(&mut G::Settings::default(), name).map_err(LabError::new)?;
        self.changes.push(Change::Eval {
            name: name.to_owned(),
        });
        Ok(self)
    }

    /// The evaluation that was chosen, if one was.
    pub fn evaluation(&self) -> Option<&str> {
        self.changes.iter().rev().find_map(|change| match change {
            Change::Eval { name } => Some(name.as_str()),
            _ => None,
        })
    }

    /// The configuration, or why there can't be such a one.
    pub fn config<G: Game>(&self) -> Result<Lab<G>, LabError> {
        let mut lab = Lab::new();
        for change in &self.changes {
            let (done, known) = match change {
                Change::Switch { technique, on } if technique == ALL => {
                    for technique in G::TECHNIQUES {
                        // The names are those of the catalogue.
                        let _ = lab.switch_by_name(technique.name, *on);
                    }
                    continue;
                }
                Change::Switch { technique, on } => (
                    lab.switch_by_name(technique, *on),
                    names(G::TECHNIQUES.iter().map(|t| t.name)),
                ),
                Change::Set { param, value } => (
                    lab.set_by_name(param, *value),
                    names(G::PARAMS.iter().map(|p| p.name)),
                ),
                Change::Eval { .. } => continue,
            };
            done.map_err(|error| LabError::new(format!("{error}; there are {known}")))?;
        }
        Ok(lab)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.changes.is_empty() {
            return f.write_str("shipped");
        }
        let words: Vec<String> = self.changes.iter().map(Change::to_string).collect();
        f.write_str(&words.join(", "))
    }
}

/// The name that a technique has now, with a notice where it was called otherwise.
pub fn present_name(technique: &str) -> String {
    match regence_core::config::renamed(technique) {
        Some(now) => {
            eprintln!("regence-lab: the technique '{technique}' is now called '{now}'");
            now.to_owned()
        }
        None => technique.to_owned(),
    }
}

fn parse_set(word: &str) -> Result<Change, LabError> {
    let wrong = || {
        LabError::new(format!(
            "expected name=number, as in rfp_margin=60, not '{word}'"
        ))
    };
    let (param, value) = word.split_once('=').ok_or_else(wrong)?;
    Ok(Change::Set {
        param: param.trim().to_owned(),
        value: value.trim().parse().map_err(|_| wrong())?,
    })
}

fn names(all: impl Iterator<Item = &'static str>) -> String {
    all.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_of_techniques_are_understood() {
        let changed = |name: &str| {
            Setup::shipped().changed::<regence_chess_search::Chess>(&[name.to_owned()], &[], &[])
        };
        let old = changed("null_move").expect("a name from before");
        assert_eq!(old, changed("null_move_pruning").expect("a name"));
    }
    use regence_chess_search::params::Param;
    use regence_chess_search::techniques::Technique;
    use regence_core::config::Config;
    use regence_gomoku_search::Gomoku;

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|word| word.to_string()).collect()
    }

    fn setup<G: Game>(off: &[&str], set: &[&str]) -> Result<Setup, LabError> {
        Setup::shipped().changed::<G>(&words(off), &[], &words(set))
    }

    #[test]
    fn changes_reach_the_configuration() {
        let setup = setup::<Chess>(&["null_move_pruning"], &["rfp_margin=60"]).unwrap();
        let config = setup.config::<Chess>().unwrap();
        assert!(!config.on(Technique::NullMovePruning));
        assert!(config.on(Technique::Probcut));
        assert_eq!(config.get(Param::RfpMargin), 60);
        assert_eq!(setup.to_string(), "off null_move_pruning, rfp_margin=60");
        assert_eq!(Setup::shipped().to_string(), "shipped");
    }

    #[test]
    fn all_techniques_are_switched_in_a_word() {
        let off = words(&[ALL]);
        let setup = Setup::shipped()
            .changed::<Chess>(&off, &words(&["probcut"]), &[])
            .unwrap();
        let config = setup.config::<Chess>().unwrap();
        assert!(config.on(Technique::Probcut) && !config.on(Technique::NullMovePruning));
        assert_eq!(setup.to_string(), "off all, on probcut");
        let config = Setup::switched(ALL, true).config::<Chess>().unwrap();
        assert!(config.on(Technique::Razoring), "also what is shipped off");
    }

    #[test]
    fn an_evaluation_is_of_its_game() {
        let classical = Some("<classical>");
        let chess = Setup::shipped().with_eval::<Chess>(classical).unwrap();
        assert_eq!(chess.to_string(), "eval <classical>");
        assert!(Setup::shipped().with_eval::<Gomoku>(classical).is_err());
        let name = format!("regence-setup-{}.shapes", std::process::id());
        let path = std::env::temp_dir().join(name);
        let rule = regence_gomoku::RuleSet::Renju;
        let weights = regence_gomoku_search::eval::shipped_weights(rule);
        std::fs::write(&path, weights.to_bytes(rule, "")).unwrap();
        let named = path.to_str().map(str::to_owned);
        let gomoku = Setup::shipped().with_eval::<Gomoku>(named.as_deref());
        std::fs::remove_file(&path).unwrap();
        assert!(gomoku.is_ok());
        assert!(
            Setup::shipped()
                .with_eval::<Gomoku>(named.as_deref())
                .is_err()
        );
    }

    #[test]
    fn wrong_words_are_refused_with_the_right_ones() {
        let refused =
            |off: &[&str], set: &[&str]| setup::<Chess>(off, set).unwrap_err().to_string();
        assert!(refused(&["luck"], &[]).contains("null_move_pruning"));
        assert!(refused(&[], &["rfp_margin"]).contains("name=number"));
        assert!(refused(&[], &["rfp_margin=9999"]).contains("rfp_margin"));
        let error = setup::<Gomoku>(&["luck"], &[]).unwrap_err().to_string();
        assert!(error.contains("beam"), "{error}");
    }
}
