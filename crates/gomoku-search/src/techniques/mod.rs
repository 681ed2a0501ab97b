//! The techniques of the Gomoku search: one file each, and this one list of them all.
//!
//! The list gives each technique its switch, its abbreviation and one sentence; the laboratory's
//! options, the ablation and every legend are made from it. A file holds the pure part of its
//! technique, over a plain [`Node`](crate::facts::Node), and the part that searches where there is
//! one. `node.rs` says where each one acts.

pub mod alpha_raise_reduction;
pub mod aspiration;
pub mod beam;
pub mod class_history;
pub mod continuation_history;
pub mod distance;
pub mod double_extension;
pub mod fail_high_reduction;
pub mod four_eval;
pub mod four_extension;
pub mod four_quiescence;
pub mod futility_pruning;
pub mod improving;
pub mod interior_vcf;
pub mod interior_vct;
pub mod internal_iterative_reduction;
pub mod killers;
pub mod late_move_reductions;
pub mod mate_distance_pruning;
pub mod move_count;
pub mod negative_extension;
pub mod null_move_pruning;
pub mod point_history;
pub mod razoring;
pub mod reverse_futility;
pub mod root_threats;
pub mod singular;
pub mod table_cutoff;
pub mod touching_answers;
pub mod tt_value_as_eval;
pub mod two_ply_eval;
pub mod vcf_defence;

regence_core::techniques! {
    LeafVcf, "leaf_vcf", "LVCF", false, "Looks for a forced win by fours at the leaves.";
    Vcf, "interior_vcf", "VCF", true, "Looks for a forced win by fours at deep nodes.";
    VcfDefence, "vcf_defence", "VCFD", false, "Asks whether the opponent would win by fours, and prunes nothing if so.";
    TouchingAnswers, "touching_answers", "TA", true, "Searches only the answers to a three that touch the win it threatens, where stones can be captured.";
    Vct, "interior_vct", "VCT", true, "Looks for a forced win by threes and fours at deep nodes.";
    RootThreats, "root_threats", "RVCT", true, "Looks for a forced win by threes and fours before the root is searched.";
    FourExtension, "four_extension", "FE", true, "Does not count the answer to a four as a ply.";
    ReverseFutility, "reverse_futility", "RFP", true, "Cuts a calm node whose evaluation is far above beta.";
    MoveCount, "move_count", "MCP", true, "Skips the last quiet moves near the leaves.";
    LateMoveReductions, "late_move_reductions", "LMR", true, "Searches late moves less deeply, and again if they surprise.";
    Razoring, "razoring", "RZ", true, "Drops hopeless nodes near the leaves into the search for fours.";
    FutilityPruning, "futility_pruning", "FP", true, "Skips quiet moves that can't lift the evaluation to alpha.";
    Singular, "singular", "SE", true, "Extends a table move that is much better than all others.";
    DoubleExtension, "double_extension", "DE", false, "Extends a very singular move by two plies.";
    NegativeExtension, "negative_extension", "NE", false, "Reduces a table move that is not singular in a node that cuts anyway.";
    FailHighReduction, "fail_high_reduction", "FHR", false, "Searches a node less deeply that is expected to cut and looks far better than beta.";
    AlphaRaiseReduction, "alpha_raise_reduction", "RA", false, "Searches the moves behind one that raised alpha one ply less.";
    Distance, "distance", "DIST", false, "Reduces moves far from the last ones more.";
    FourQuiescence, "four_quiescence", "FQ", true, "Judges no leaf before the fours that can change its score.";
    FourEval, "four_eval", "FEV", false, "Takes the evaluation before a four for the node that must answer it.";
    InternalIterativeReduction, "internal_iterative_reduction", "IIR", false, "Searches a node without a table move one ply less.";
    NullMovePruning, "null_move_pruning", "NMP", false, "Cuts a node whose opponent could not profit from moving twice.";
    PointHistory, "point_history", "PH", true, "Orders moves by how often the same point cut before.";
    ContinuationHistory, "continuation_history", "CMH", true, "Orders moves by what worked at the same step from the last two moves.";
    ClassHistory, "class_history", "CLH", true, "Orders moves by how moves that make, deny and capture the same have done.";
    Killers, "killers", "KM", true, "Tries moves that cut at the same ply early.";
    Improving, "improving", "IMP", true, "Prunes less when the evaluation rises from move to move.";
    TwoPlyEval, "two_ply_eval", "TPE", true, "Averages the evaluation with that of the ply before, to calm the tide of the tempo.";
    TtValueAsEval, "tt_value_as_eval", "TE", true, "Takes the table's score as a better guess than the static evaluation.";
    TableCutoff, "table_cutoff", "TT", true, "Ends a node whose score the table already knows.";
    MateDistancePruning, "mate_distance_pruning", "MDP", true, "Cuts lines that can't beat a win already found.";
    AspirationWindows, "aspiration", "ASP", true, "Begins an iteration with a narrow window around the last score.";
    Beam, "beam", "BEAM", false, "Looks at the first ten or six moves only, whatever the rest may threaten.";
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::facts::{Candidate, Node, Own};
    use crate::threat_info::Urgency;
    use regence_core::{Value, Window};
    use regence_gomoku::{Class, Size};

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
                urgency: Urgency::Quiet,
                answers: 0,
                is_threatened: false,
                can_take: false,
            },
        }
    }

    /// A quiet move without a record.
    pub fn quiet() -> Candidate {
        Candidate {
            mv: Size::square(15).unwrap().centre().into(),
            number: 10,
            makes: Class::One,
            denies: Class::One,
            captures: false,
            is_killer: false,
            is_distant: false,
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
