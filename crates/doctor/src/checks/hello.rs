//! First of all: does it speak the protocol at all, and if not, what does it do instead?

use std::time::{Duration, Instant};

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use regence_arena::client::uci::{Event, read_event};
use regence_arena::client::{ClientError, Launch, Process, Uci};

pub static NO_UCI: Illness = Illness {
    id: "no-uci",
    severity: Severity::Fault,
    title: "Does not speak UCI",
    cause: "The program does not answer 'uci' with 'uciok'.",
    cure: "Answer 'uci' with 'id name …', 'id author …', the options and 'uciok', each in a line of its own, and flush \
           the output.",
};

pub static NOT_READY: Illness = Illness {
    id: "not-ready",
    severity: Severity::Fault,
    title: "Does not answer isready before the first search",
    cause: "isready is not known, or the engine is still busy with its own beginning.",
    cure: "Answer isready with readyok at any time, at once unless something is still being set up.",
};

/// Greets a program; nothing if it speaks UCI, otherwise what it does instead. An error if it cannot be started.
pub fn greet(launch: &Launch, patience: Duration) -> Result<Option<Finding>, ClientError> {
    let (error, mut process) = match Uci::greet(Process::start(launch)?, patience) {
        Ok(mut uci) => {
            return Ok(match uci.ready(patience) {
                Ok(_) => None,
                Err(error) => Some(
                    Finding::new(&NOT_READY, vec![error.to_string()])
                        .shown_by(vec!["isready".to_owned()])
                        .with_words(&uci.process().transcript_text(14)),
                ),
            });
        }
        Err(failure) => *failure,
    };
    if matches!(error, ClientError::Interrupted) {
        return Err(error);
    }
    let heard: Vec<String> = said(&process);
    let mut cause = what_instead(&error, &heard);
    if matches!(error, ClientError::Silent { .. }) {
        for (protocol, question, answer) in OTHERS {
            process.send(question);
            if hears(&mut process, answer) {
                cause = format!("It speaks {protocol}, and not UCI.");
                break;
            }
        }
    }
    let finding = Finding::new(&NO_UCI, vec![error.to_string()])
        .because(cause)
        .with_words(&process.transcript_text(14));
    Ok(Some(finding))
}

/// Other protocols: what to send, and what an answer contains.
const OTHERS: &[(&str, &[&str], &str)] = &[
    (
        "the protocol of XBoard",
        &["xboard", "protover 2"],
        "feature",
    ),
    ("the Gomocup protocol", &["ABOUT"], "name="),
];

/// Lines that the program has said.
fn said(process: &Process) -> Vec<String> {
    use regence_arena::client::Who;
    let engine = process.transcript().filter(|(who, _)| *who == Who::Engine);
    engine.map(|(_, line)| line.to_owned()).collect()
}

fn hears(process: &mut Process, answer: &str) -> bool {
    let deadline = Instant::now() + Duration::from_secs(2);
    while let Ok(line) = process.receive(deadline, answer) {
        if line.text.contains(answer) {
            return true;
        }
    }
    false
}

fn what_instead(error: &ClientError, heard: &[String]) -> String {
    let knows_id = heard
        .iter()
        .any(|line| matches!(read_event(line), Event::Name(_) | Event::Author(_)));
    match (error, heard.last()) {
        (ClientError::Gone { ending, .. }, None) => {
            format!("Without a word the program {ending}.")
        }
        (ClientError::Gone { ending, .. }, Some(line)) => {
            format!("The program {ending}; the last it said was '{line}'.")
        }
        (_, None) => {
            "It says nothing at all: it waits for something else, or its output is kept in a buffer that is not flushed."
                .to_owned()
        }
        (_, Some(line)) if knows_id => {
            format!("It introduces itself, but 'uciok' never comes; the last it said was '{line}'.")
        }
        (_, Some(line)) => format!(
            "It says {} lines of something else; the last one was '{line}'.",
            heard.len()
        ),
    }
}

/// The check's outcome where the engine speaks UCI.
pub fn spoken(name: &str, options: usize) -> Outcome {
    Outcome::default().measured(format!(
        "it says it is '{name}' and offers {options} options"
    ))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn told(script: &str) -> String {
        let launch = Launch::new("sh").arg("-c").arg(script);
        let finding = greet(&launch, Duration::from_millis(700)).unwrap();
        finding.map_or("healthy".to_owned(), |finding| {
            format!("{}: {}", finding.illness.id, finding.told_cause())
        })
    }

    #[test]
    fn what_a_program_does_instead_is_named() {
        let healthy =
            "while read l; do case $l in uci) echo uciok;; isready) echo readyok;; esac; done";
        assert_eq!(told(healthy), "healthy");
        assert!(told("exit 3").contains("Without a word the program has ended (exit status: 3)"));
        assert!(told("echo hello; exit 3").contains("'hello'"));
        assert!(told("cat > /dev/null").contains("says nothing at all"));
        assert!(told("echo id name X; cat > /dev/null").contains("'uciok' never comes"));
        assert!(told("echo prompt; cat > /dev/null").contains("1 lines of something else"));
        let xboard = "while read l; do case $l in protover*) echo feature done=1;; esac; done";
        assert!(told(xboard).contains("XBoard"));
        let deaf = "while read l; do case $l in uci) echo uciok;; esac; done";
        assert!(told(deaf).starts_with("not-ready"));
    }
}
