//! Twins: two versions that are the same engine. Who has forgotten to rebuild measures nothing but noise.

use super::Outcome;
use super::state::depth_of_nodes;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::Position;
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::Go;

pub static TWINS: Illness = Illness {
    id: "twins",
    severity: Severity::Fault,
    title: "The two versions are the same engine",
    cause: "The build was not done again, the wrong file was copied, or the change never takes effect.",
    cure: "Compare the node counts of a fixed-depth bench before every match; a functional change changes them.",
};

/// The nodes of one position, by either version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Print {
    pub fen: String,
    pub nodes: (u64, u64),
}

/// Compares two engines by the nodes that they need to a fixed depth.
pub fn run(patient: &mut Patient, twin: &mut Patient) -> Result<Outcome, ClientError> {
    let depth = depth_of_nodes(patient, patient.profile.pick(5000, 50_000))?;
    let go = Go::to_depth(depth);
    let mut prints = Vec::new();
    for fen in suite::GAMES.iter().chain(suite::WILD).chain(suite::LOST) {
        let position = Position::fen(fen);
        let own = patient.fresh_search(&position, &go)?.nodes();
        let other = twin.fresh_search(&position, &go)?.nodes();
        if let (Some(own), Some(other)) = (own, other) {
            prints.push(Print {
                fen: (*fen).to_owned(),
                nodes: (own, other),
            });
        }
    }
    let same = prints
        .iter()
        .filter(|print| print.nodes.0 == print.nodes.1)
        .count();
    Ok(Outcome::of(judge(&prints)).measured(format!(
        "depth {depth}: the same node count in {same} of {} positions",
        prints.len()
    )))
}

/// Judges node counts: all alike is no accident.
pub fn judge(prints: &[Print]) -> Option<Finding> {
    let all_alike = prints.iter().all(|print| print.nodes.0 == print.nodes.1);
    let large = prints.iter().filter(|print| print.nodes.0 >= 500).count();
    (all_alike && large >= 4).then(|| {
        let evidence = prints.iter().map(|print| {
            let Print { fen, nodes } = print;
            format!("{fen}: {} nodes and {} nodes", nodes.0, nodes.1)
        });
        Finding::new(&TWINS, evidence.collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_are_alike_everywhere() {
        let print = |own, other| Print {
            fen: String::new(),
            nodes: (own, other),
        };
        let mut prints = vec![print(5000, 5000); 5];
        assert!(judge(&prints).is_some());
        prints.push(print(700, 701));
        assert!(judge(&prints).is_none());
    }
}
