//! Aspiration windows (ASP).
//!
//! Idea: the score seldom moves far from one iteration to the next, so search a narrow window
//! around the last one; narrow windows cut more. Where the score has swung of late, the window is wider.
//! Guard: from `aspiration_from` on; not around a proven score.
//! Danger: too narrow a window costs more in re-searches than it saves.
//! Parameters: `aspiration_from`, `aspiration_width`, `aspiration_swing`, `aspiration_growth`.

use crate::Chess;
use crate::params::Param;
use crate::techniques::Technique;
use regence_core::config::Config;
use regence_core::iterative_deepening::Aspiration;

/// The window's shape, or none if every iteration searches the full window.
pub fn shape<K: Config<Chess>>(config: &K) -> Option<Aspiration> {
    config.on(Technique::AspirationWindows).then(|| Aspiration {
        from_depth: config.get(Param::AspirationFrom),
        half_width: config.get(Param::AspirationWidth),
        swing: config.get(Param::AspirationSwing),
        growth: config.get(Param::AspirationGrowth),
        shallower: config.get(Param::AspirationShallower),
        ..Aspiration::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::{Lab, Shipped};

    #[test]
    fn it_can_be_switched_off() {
        assert!(shape(&Shipped).is_some());
        assert_eq!(shape(&Lab::<Chess>::plain()), None);
    }
}
