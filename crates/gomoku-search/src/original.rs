//! The engine that this project began with, as far as its description goes: a configuration to measure against.
//!
//! It looked at ten moves near the root and at six below, whatever the rest might threaten; it reduced late
//! moves, had a table, killers, one history and aspiration windows, and valued rows of stones by a list.
//! There was no search for forced wins, no defence against them and no pruning by the evaluation.

use crate::Gomoku;
use crate::techniques::Technique as T;
use regence_core::knobs::Lab;
use regence_gomoku::LineClass;

/// What that engine had.
const HAD: [T; 8] = [
    T::BlindBeam,
    T::OriginalEval,
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

/// Its value of a row, in fortieths: a four 10000, an open three 8000, a closed three 1000, an open two 500.
/// A row is seen from the points that would lengthen it, of which an open three and a two have several.
pub(crate) fn line_weight(class: LineClass) -> i32 {
    match class {
        LineClass::Five => 250,
        LineClass::OpenFour | LineClass::DoubleFour => 100,
        LineClass::Four => 12,
        LineClass::OpenThree => 5,
        LineClass::HalfThree => 4,
        LineClass::ClosedThree => 1,
        _ => 0,
    }
}

/// A captured pair, on the same scale.
pub(crate) const CAPTURED_PAIR: i32 = 125;

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
