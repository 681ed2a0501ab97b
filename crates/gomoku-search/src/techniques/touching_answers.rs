//! Answers that touch the threat (TA), in ninuki.
//!
//! Idea: who faces a three that would win may answer it in many ways where stones can be captured, so that no list of
//! stops is complete. But a stone that touches nothing of the win loses as a pass does. Once the first answers
//! have lost, the win after a pass is played through, and only moves that may upset it are searched.
//! Guard: ninuki; the opponent threatens a four that cannot be stopped, and wins by fours after a pass; not at the root.
//! Danger: asked too early the question costs more than it saves, since most such nodes are cut by one of the first moves.
//! Parameters: `touching_number`, `touching_nodes`.

use crate::Gomoku;
use crate::eval::Play;
use crate::forced::{Budget, LONGEST};
use crate::params::Param;
use crate::search::Search;
use crate::techniques::Technique;
use crate::threat_info::{ThreatInfo, Urgency};
use crate::touching::{self, Touching};
use regence_core::config::Config;
use regence_core::{Stopped, Value};
use regence_gomoku::Move;

/// Asked once, when so many moves have lost.
pub fn applies<R: Play, K: Config<Gomoku>>(
    config: &K,
    info: &ThreatInfo,
    number: i32,
    best: Value,
) -> bool {
    R::CAPTURES
        && info.urgency == Urgency::Three
        && number == config.get(Param::TouchingNumber)
        && best.is_loss()
}

/// The moves that touch what the opponent threatens, if that is a win.
pub fn of<R: Play, K: Config<Gomoku>>(
    search: &mut Search<'_, R, K>,
) -> Result<Option<Touching>, Stopped> {
    let budget = Budget {
        nodes: search.config.get(Param::TouchingNodes) as u32,
        plies: LONGEST,
    };
    search.ask_fours(Technique::TouchingAnswers, budget, touching::find)
}

pub fn skips(touching: Option<&Touching>, mv: Move) -> bool {
    touching.is_some_and(|touching| !touching.answers.contains(mv.point()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_core::config::Shipped;
    use regence_gomoku::{Freestyle, Ninuki, PointSet, Size};

    #[test]
    fn asked_once_when_the_first_answers_to_a_three_have_lost() {
        let three = ThreatInfo {
            win: None,
            urgency: Urgency::Three,
            answers: None,
            others_lose_in: 0,
        };
        let number = Config::<Gomoku>::get(&Shipped, Param::TouchingNumber);
        let lost = Value::loss_in(8);
        assert!(applies::<Ninuki, _>(&Shipped, &three, number, lost));
        assert!(!applies::<Ninuki, _>(&Shipped, &three, number + 1, lost));
        assert!(!applies::<Ninuki, _>(&Shipped, &three, number, Value::ZERO));
        assert!(!applies::<Freestyle, _>(&Shipped, &three, number, lost));
        let quiet = ThreatInfo {
            urgency: Urgency::Quiet,
            ..three
        };
        assert!(!applies::<Ninuki, _>(&Shipped, &quiet, number, lost));
    }

    #[test]
    fn only_what_touches_nothing_is_skipped() {
        let size = Size::square(19).unwrap();
        let (near, far) = (size.centre(), size.point(0, 0).unwrap());
        let touching = Touching {
            answers: [near].into_iter().collect::<PointSet>(),
            others_lose_in: 4,
        };
        assert!(!skips(Some(&touching), near.into()) && skips(Some(&touching), far.into()));
        assert!(!skips(None, far.into()));
    }
}
