//! Endurance: a short torture (see [`crate::torture`]).

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::torture::{Order, Protocol, torture};

pub static BREAKS: Illness = Illness {
    id: "breaks",
    severity: Severity::Note,
    title: "Breaks under hostile lines: a crash, a hang or a wrong move behind them",
    cause: "A word that is missing, too large or out of place is taken for granted, or changes what the engine knows.",
    cure: "Send the lines below again; regence-lab torture finds more of them.",
};

pub fn run(patient: &mut Patient) -> Outcome {
    if patient.manner.is_deaf {
        return Outcome::skipped(
            "it does not hear stop, so that a line that begins a search looks like one that breaks it",
        );
    }
    patient.restart();
    let lines = patient.profile.pick(320, 3200);
    let order = Order {
        launch: patient.launch().clone(),
        protocol: Protocol::Uci,
        seed: 1,
        lines,
        failures: 1,
        is_rude: false,
    };
    let found = match torture(&order, &mut |_| {}) {
        Ok(found) => found,
        Err(error) => return Outcome::skipped(&error.to_string()),
    };
    let evidence = found.failures.iter().flat_map(|found| {
        let title = format!("{}: {}", found.failure.name(), found.failure.what());
        [title, found.to_script(&order.launch)]
    });
    let finding = Finding::if_any(&BREAKS, evidence.collect());
    Outcome::of(finding).measured(format!("{} hostile lines", found.lines))
}
