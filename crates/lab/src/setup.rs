//! How a side of a match differs from the shipped search.

use std::fmt;

use regence_chess_search::{Chess, Judgement};
use regence_core::knobs::{Catalogue, Lab};

use crate::error::LabError;

/// One change of a switch or a number.
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
    /// Techniques that are switched off (the candidate's, in a match)
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    off: Vec<String>,
    /// Techniques that are switched on
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',')]
    on: Vec<String>,
    /// Parameters, as in rfp_margin=60
    #[arg(long, value_name = "NAME=NUMBER", value_delimiter = ',')]
    set: Vec<String>,
    /// Who evaluates: a network file, or `<classical>`
    #[arg(long, value_name = "FILE")]
    eval: Option<String>,
}

impl SetupOptions {
    pub fn read(&self) -> Result<Setup, LabError> {
        Setup::from_words(&self.off, &self.on, &self.set)?.with_eval(self.eval.as_deref())
    }
}

/// The knobs of one side: the shipped ones and what is changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    changes: Vec<Change>,
}

impl Setup {
    /// The search as it is.
    pub fn shipped() -> Setup {
        Setup::default()
    }

    /// The search with one technique switched.
    pub fn switched(technique: &str, on: bool) -> Setup {
        Setup {
            changes: vec![Change::Switch {
                technique: technique.to_owned(),
                on,
            }],
        }
    }

    /// From the words of a command line; a number is set as `name=value`.
    pub fn from_words(off: &[String], on: &[String], set: &[String]) -> Result<Setup, LabError> {
        let switch = |on| {
            move |technique: &String| Change::Switch {
                technique: technique.clone(),
                on,
            }
        };
        let mut changes: Vec<Change> = off.iter().map(switch(false)).collect();
        changes.extend(on.iter().map(switch(true)));
        for word in set {
            changes.push(parse_set(word)?);
        }
        let setup = Setup { changes };
        setup.knobs()?;
        Ok(setup)
    }

    /// The same with an evaluation of its own, if one is named.
    pub fn with_eval(mut self, name: Option<&str>) -> Result<Setup, LabError> {
        self.changes.extend(name.map(|name| Change::Eval {
            name: name.to_owned(),
        }));
        self.judgement()?;
        Ok(self)
    }

    /// Who evaluates, or why that can't be.
    pub fn judgement(&self) -> Result<Judgement, LabError> {
        let named = self.changes.iter().rev().find_map(|change| match change {
            Change::Eval { name } => Some(name),
            _ => None,
        });
        match named {
            Some(name) => Judgement::by_name(name).map_err(LabError::new),
            None => Ok(Judgement::default()),
        }
    }

    /// The knobs, or why there can't be such.
    pub fn knobs(&self) -> Result<Lab<Chess>, LabError> {
        let mut lab = Lab::new();
        for change in &self.changes {
            match change {
                Change::Switch { technique, on } => {
                    lab.switch_by_name(technique, *on).map_err(|error| {
                        LabError::new(format!("{error}; there are {}", technique_names()))
                    })?;
                }
                Change::Set { param, value } => {
                    lab.set_by_name(param, *value).map_err(|error| {
                        LabError::new(format!("{error}; there are {}", param_names()))
                    })?;
                }
                Change::Eval { .. } => {}
            }
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

fn technique_names() -> String {
    let names: Vec<_> = Chess::TECHNIQUES.iter().map(|t| t.name).collect();
    names.join(", ")
}

fn param_names() -> String {
    let names: Vec<_> = Chess::PARAMS.iter().map(|p| p.name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::params::Param;
    use regence_chess_search::techniques::Technique;
    use regence_core::knobs::Knobs;

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|word| word.to_string()).collect()
    }

    #[test]
    fn changes_reach_the_knobs() {
        let setup = Setup::from_words(&words(&["null_move"]), &[], &words(&["rfp_margin=60"]));
        let setup = setup.unwrap();
        let knobs = setup.knobs().unwrap();
        assert!(!knobs.on(Technique::NullMove));
        assert!(knobs.on(Technique::Razoring));
        assert_eq!(knobs.get(Param::RfpMargin), 60);
        assert_eq!(setup.to_string(), "off null_move, rfp_margin=60");
        assert_eq!(Setup::shipped().to_string(), "shipped");
    }

    #[test]
    fn wrong_words_are_refused_with_the_right_ones() {
        let error = Setup::from_words(&words(&["luck"]), &[], &[]).unwrap_err();
        assert!(error.to_string().contains("null_move"), "{error}");
        let error = Setup::from_words(&[], &[], &words(&["rfp_margin"])).unwrap_err();
        assert!(error.to_string().contains("name=number"), "{error}");
        let error = Setup::from_words(&[], &[], &words(&["rfp_margin=9999"])).unwrap_err();
        assert!(error.to_string().contains("rfp_margin"), "{error}");
    }
}
