//! What the doctor has found: an illness with its evidence.

use std::fmt;

/// How sure and how bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The engine breaks the rules, the protocol, or its own word.
    Fault,
    /// Something is likely to be wrong; a person should look.
    Suspicion,
    /// Worth knowing.
    Note,
}

impl Severity {
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Fault => "fault",
            Severity::Suspicion => "suspicion",
            Severity::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Something an engine can suffer from.
#[derive(Debug, PartialEq, Eq)]
pub struct Illness {
    pub id: &'static str,
    pub severity: Severity,
    /// The symptom, in a sentence.
    pub title: &'static str,
    /// What most probably lies behind it.
    pub cause: &'static str,
    /// What to do.
    pub cure: &'static str,
}

/// An illness that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub illness: &'static Illness,
    /// Positions, lines and numbers.
    pub evidence: Vec<String>,
    /// The cause that fits the evidence, where it tells one from the others.
    pub cause: Option<String>,
    /// The lines that show it again, sent to a new process.
    pub script: Vec<String>,
    /// The end of the conversation, where the engine did not survive it.
    pub words: Vec<String>,
}

/// Evidence beyond this is counted, not shown.
const MOST_EVIDENCE: usize = 6;

impl Finding {
    pub fn new(illness: &'static Illness, evidence: Vec<String>) -> Finding {
        Finding {
            illness,
            evidence,
            cause: None,
            script: Vec::new(),
            words: Vec::new(),
        }
    }

    /// Says which cause fits the evidence.
    pub fn because(mut self, cause: impl Into<String>) -> Finding {
        self.cause = Some(cause.into());
        self
    }

    /// Says how to see it again.
    pub fn shown_by(mut self, script: Vec<String>) -> Finding {
        self.script = script;
        self
    }

    /// Keeps the end of the conversation.
    pub fn with_words(mut self, words: &str) -> Finding {
        self.words = words.lines().map(str::to_owned).collect();
        self
    }

    /// The cause that is told: the one that fits, or the usual one.
    pub fn told_cause(&self) -> &str {
        self.cause.as_deref().unwrap_or(self.illness.cause)
    }

    /// The finding if there is evidence for it, and none otherwise.
    pub fn if_any(illness: &'static Illness, evidence: Vec<String>) -> Option<Finding> {
        Finding::if_enough(illness, evidence, 1)
    }

    /// The finding if there are that many pieces of evidence.
    pub fn if_enough(
        illness: &'static Illness,
        evidence: Vec<String>,
        enough: usize,
    ) -> Option<Finding> {
        (evidence.len() >= enough.max(1)).then(|| Finding::new(illness, evidence))
    }

    /// The evidence that is worth reading.
    pub fn shown_evidence(&self) -> Vec<String> {
        let mut shown: Vec<String> = self.evidence.iter().take(MOST_EVIDENCE).cloned().collect();
        if self.evidence.len() > MOST_EVIDENCE {
            shown.push(format!(
                "… and {} more",
                self.evidence.len() - MOST_EVIDENCE
            ));
        }
        shown
    }
}

/// Names of findings.
#[cfg(test)]
pub fn ids(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.illness.id).collect()
}
