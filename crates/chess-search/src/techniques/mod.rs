//! The techniques of the chess search: one file each, and this one list of them all.
//!
//! The list gives each technique its switch, its abbreviation and one sentence; the laboratory's
//! options, the ablation and every legend are made from it. A file holds the pure part of its
//! technique, over a plain [`Node`](crate::facts::Node), with tests, and the part that searches
//! where there is one. `node.rs` says where each one acts.

pub mod alpha_raise_reduction;
pub mod aspiration;
pub mod butterfly_history;
pub mod capture_futility;
pub mod capture_history;
pub mod check_extension;
pub mod check_ordering;
pub mod continuation_history;
pub mod correction_history;
pub mod counter_moves;
pub mod delta_pruning;
pub mod double_extensions;
pub mod fail_high_softening;
pub mod fifty_move_scaling;
pub mod futility_pruning;
pub mod hindsight;
pub mod history_pruning;
pub mod improving;
pub mod internal_iterative_reduction;
pub mod killers;
pub mod late_move_pruning;
pub mod late_move_reductions;
pub mod mate_distance_pruning;
pub mod multicut;
pub mod negative_extensions;
pub mod null_move_pruning;
pub mod passed_pawn_extension;
pub mod pawn_history;
pub mod probcut;
pub mod quiescence_checks;
pub mod quiescence_move_count;
pub mod quiescence_see;
pub mod razoring;
pub mod reverse_futility;
pub mod see_ordering;
pub mod see_pruning;
pub mod singular;
pub mod table_cutoff;
pub mod threat_history;
pub mod tt_value_as_eval;
pub mod upcoming_repetition;

regence_core::techniques! {
    NullMovePruning, "null_move_pruning", "NMP", true, "Cuts a node whose opponent could not profit from moving twice.";
    LateMoveReductions, "late_move_reductions", "LMR", true, "Searches late moves less deeply, and again if they surprise.";
    ButterflyHistory, "butterfly_history", "BFH", true, "Orders quiet moves by how often the same from-to move cut before.";
    ReverseFutility, "reverse_futility", "RFP", true, "Cuts a node whose evaluation is far above beta.";
    FutilityPruning, "futility_pruning", "FP", true, "Skips quiet moves that can't lift the evaluation to alpha.";
    CaptureFutility, "capture_futility", "CFP", false, "Skips captures whose victim can't lift the evaluation to alpha.";
    Hindsight, "hindsight", "HS", false, "Searches a reduced move deeper or less deep by what it did to the evaluation.";
    LateMovePruning, "late_move_pruning", "LMP", true, "Skips the last quiet moves near the leaves.";
    InternalIterativeReduction, "internal_iterative_reduction", "IIR", true, "Searches a node without a table move one ply less.";
    Improving, "improving", "IMP", true, "Prunes less when the evaluation rises from move to move.";
    ContinuationHistory, "continuation_history", "CMH", true, "Orders quiet moves by what worked after the moves 1, 2 and 4 plies before.";
    CaptureHistory, "capture_history", "CPH", true, "Orders captures by how well the same capture did before.";
    ThreatHistory, "threat_history", "TH", true, "Keeps the record of a quiet move apart by whether its piece is attacked, before and after.";
    PawnHistory, "pawn_history", "PH", true, "Orders quiet moves by how they did with the same pawns.";
    AlphaRaiseReduction, "alpha_raise_reduction", "RA", true, "Searches the moves behind one that raised alpha one ply less.";
    FailHighSoftening, "fail_high_softening", "SC", true, "Believes the surplus over beta only in part, the less the shallower it was found.";
    HistoryPruning, "history_pruning", "HP", true, "Skips quiet moves with a bad history near the leaves.";
    Singular, "singular", "SE", true, "Extends a table move that is much better than all others.";
    Multicut, "multicut", "MC", true, "Cuts a node where even without the table move beta is reached.";
    DoubleExtensions, "double_extensions", "DTE", true, "Extends a very singular move by two or three plies.";
    NegativeExtensions, "negative_extensions", "NE", true, "Reduces a table move that is not singular.";
    DeltaPruning, "delta_pruning", "QSD", true, "Skips captures in quiescence that can't lift the evaluation to alpha.";
    SeeOrdering, "see_ordering", "SEO", true, "Puts captures that lose material behind the quiet moves.";
    SeePruning, "see_pruning", "SEP", true, "Skips moves that lose too much material for their depth.";
    QuiescenceMoveCount, "quiescence_move_count", "QMC", false, "Skips late captures and late quiet evasions in quiescence.";
    QuiescenceSee, "quiescence_see", "QSS", true, "Skips captures in quiescence that lose material.";
    CheckExtension, "check_extension", "CE", false, "Extends moves that give check without losing material.";
    CheckOrdering, "check_ordering", "CO", true, "Tries quiet checks before the other quiet moves.";
    PassedPawnExtension, "passed_pawn_extension", "PPE", true, "Extends pushes of passed pawns to the last ranks.";
    QuiescenceChecks, "quiescence_checks", "QSC", true, "Tries quiet checks on the first ply of quiescence.";
    Killers, "killers", "KM", true, "Tries quiet moves that cut at the same ply first.";
    CounterMoves, "counter_moves", "CM", true, "Tries the quiet move that refuted the same move before.";
    MateDistancePruning, "mate_distance_pruning", "MDP", true, "Cuts lines that can't beat a mate already found.";
    Probcut, "probcut", "PC", true, "Cuts a node where a capture beats beta by a margin at a lower depth.";
    Razoring, "razoring", "RZ", false, "Drops hopeless nodes near the leaves into quiescence.";
    CorrectionHistory, "correction_history", "CH", true, "Corrects the evaluation by what searches of like positions returned.";
    FiftyMoveScaling, "fifty_move_scaling", "FMD", true, "Draws the evaluation towards zero as the fifty-move counter rises.";
    UpcomingRepetition, "upcoming_repetition", "UR", true, "Sees a draw by repetition one move before it happens.";
    AspirationWindows, "aspiration", "ASP", true, "Begins an iteration with a narrow window around the last score.";
    TtValueAsEval, "tt_value_as_eval", "TE", true, "Takes the table's score as a better guess than the static evaluation.";
    DeeperEntries, "deeper_entries", "DD", true, "Lets the table answer with results that are deeper than asked for.";
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::facts::{Candidate, Node, Own};
    use regence_chess::Board;
    use regence_core::{Value, Window};

    /// A level zero-window node of depth 5, for the tests of single techniques.
    pub fn node() -> Node {
        Node {
            ply: 3,
            depth: 5,
            window: Window::zero(Value::ZERO),
            is_pv: false,
            is_root: false,
            is_cut: false,
            is_calm: true,
            improving: false,
            static_eval: Value::ZERO,
            eval: Value::ZERO,
            entry: None,
            table_move: None,
            excluded: None,
            was_pv: false,
            own: Own {
                table_move_is_noisy: false,
            },
        }
    }

    /// A quiet move without a record.
    pub fn quiet() -> Candidate {
        Candidate {
            mv: Board::startpos().legal_moves()[0],
            number: 10,
            is_quiet: true,
            gives_check: false,
            is_killer: false,
            history: 0,
        }
    }

    #[test]
    fn every_technique_has_a_name_of_its_own_and_a_sentence() {
        for (i, t) in super::TECHNIQUES.iter().enumerate() {
            assert!(t.summary.ends_with('.'), "{}", t.name);
            let same =
                |o: &&regence_core::config::TechniqueInfo| o.name == t.name || o.short == t.short;
            assert_eq!(super::TECHNIQUES.iter().position(|o| same(&o)), Some(i));
        }
    }
}
