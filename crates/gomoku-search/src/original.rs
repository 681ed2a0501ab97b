//! The engine that this project began with, as far as its description goes: a configuration to measure against.
//!
//! It looked at ten moves near the root and at six below, whatever the rest might threaten; it reduced late
//! moves, had a table, killers, one history and aspiration windows, and valued rows of stones by a list.
//! There was no search for forced wins, no defence against them and no pruning by the evaluation.

use crate::Gomoku;
use crate::techniques::Technique as T;
use regence_core::knobs::Lab;

/// What that engine had.
const HAD: [T; 7] = [
    T::BlindBeam,
    T::LateMoveReductions,
    T::Killers,
    T::PointHistory,
    T::TableCutoff,
    T::AspirationWindows,
    T::WinDistance,
];

/// The search with its techniques alone.
pub fn knobs() -> Lab<Gomoku> {
    let mut lab = Lab::plain();
    for technique in HAD {
        lab.switch(technique, true);
    }
    lab
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::knobs::Knobs;

    #[test]
    fn it_is_blind_to_forced_wins() {
        let lab = knobs();
        assert!(lab.on(T::BlindBeam) && lab.on(T::LateMoveReductions));
        assert!(!lab.on(T::Vcf) && !lab.on(T::LeafVcf) && !lab.on(T::RootThreats));
    }
}
