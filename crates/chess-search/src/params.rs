//! Every number of the chess search that can be tuned: one line each, with its range.
//!
//! Margins are in centipawns, reductions in 1/1024 ply, history scores on a scale of 16384.

regence_core::params! {
    AspirationFrom, "aspiration_from", 5, 2 ..= 12;
    AspirationWidth, "aspiration_width", 24, 4 ..= 100;
    AspirationSwing, "aspiration_swing", 150, 0 ..= 300;
    AspirationGrowth, "aspiration_growth", 170, 110 ..= 400;
    AspirationShallower, "aspiration_shallower", 0, 0 ..= 6;

    TimePlan, "time_plan", 100, 40 ..= 200;
    TimeHard, "time_hard", 450, 110 ..= 800;
    TimeLeast, "time_least", 40, 10 ..= 100;
    TimeMost, "time_most", 250, 100 ..= 500;
    TimeStability, "time_stability", 170, 0 ..= 400;
    TimeFalling, "time_falling", 150, 0 ..= 400;
    TimeEffort, "time_effort", 140, 0 ..= 300;

    RazorDepth, "razor_depth", 3, 0 ..= 8;
    RazorMargin, "razor_margin", 290, 50 ..= 800;

    RfpDepth, "rfp_depth", 8, 1 ..= 14;
    RfpMargin, "rfp_margin", 34, 20 ..= 200;

    NmpDepth, "nmp_depth", 3, 1 ..= 8;
    NmpBase, "nmp_base", 4, 1 ..= 8;
    NmpDivisor, "nmp_divisor", 4, 1 ..= 10;
    NmpEvalDivisor, "nmp_eval_divisor", 202, 50 ..= 500;
    NmpMargin, "nmp_margin", 114, 0 ..= 400;
    NmpMarginDepth, "nmp_margin_depth", 22, 0 ..= 60;
    NmpVerifyDepth, "nmp_verify_depth", 14, 6 ..= 30;
    NmpEvalMax, "nmp_eval_max", 3, 0 ..= 8;
    NmpElsewhere, "nmp_elsewhere", 1, 0 ..= 1;

    TtUnexpectedDepth, "tt_unexpected_depth", 0, 0 ..= 12;

    ProbcutDepth, "probcut_depth", 5, 3 ..= 12;
    ProbcutMargin, "probcut_margin", 158, 50 ..= 400;

    IirDepth, "iir_depth", 4, 2 ..= 10;

    LmpBase, "lmp_base", 3, 1 ..= 12;
    LmpDepth, "lmp_depth", 8, 1 ..= 14;

    FutilityDepth, "futility_depth", 8, 1 ..= 14;
    FutilityBase, "futility_base", 1, 0 ..= 400;
    FutilityFactor, "futility_factor", 71, 20 ..= 300;

    CaptureFutilityDepth, "capture_futility_depth", 6, 1 ..= 12;
    CaptureFutilityBase, "capture_futility_base", 60, 0 ..= 400;
    CaptureFutilityFactor, "capture_futility_factor", 50, 10 ..= 300;
    CaptureFutilityHistory, "capture_futility_history", 256, 64 ..= 2048;

    HindsightReduction, "hindsight_reduction", 3, 1 ..= 6;
    HindsightGain, "hindsight_gain", 60, 0 ..= 300;

    RaisedAlphaFrom, "raised_alpha_from", 3, 2 ..= 6;
    RaisedAlphaTo, "raised_alpha_to", 12, 6 ..= 30;

    HistoryPruningDepth, "history_pruning_depth", 5, 1 ..= 12;
    HistoryPruningFactor, "history_pruning_factor", 8893, 500 ..= 30000;

    SeeQuiet, "see_quiet", 26, 5 ..= 100;
    SeeNoisy, "see_noisy", 94, 20 ..= 250;
    SeeDepth, "see_depth", 9, 1 ..= 14;
    SeeCheckCredit, "see_check_credit", 500, 0 ..= 1000;

    SingularDepth, "singular_depth", 7, 4 ..= 14;
    SingularDraft, "singular_draft", 3, 1 ..= 6;
    SingularMargin, "singular_margin", 156, 50 ..= 400;
    DoubleMargin, "double_margin", 15, 0 ..= 80;
    TripleMargin, "triple_margin", 95, 20 ..= 300;

    LmrDepth, "lmr_depth", 2, 1 ..= 6;
    LmrQuietBase, "lmr_quiet_base", 700, 0 ..= 2000;
    LmrQuietDivisor, "lmr_quiet_divisor", 2468, 1000 ..= 5000;
    LmrNoisyBase, "lmr_noisy_base", -240, -1000 ..= 1000;
    LmrNoisyDivisor, "lmr_noisy_divisor", 3250, 1000 ..= 6000;
    LmrNotImproving, "lmr_not_improving", 835, 0 ..= 2048;
    LmrCutNode, "lmr_cut_node", 1319, 0 ..= 3072;
    LmrPv, "lmr_pv", 803, 0 ..= 2048;
    LmrWasPv, "lmr_was_pv", 841, 0 ..= 2048;
    LmrNoisyTableMove, "lmr_noisy_table_move", 700, 0 ..= 2048;
    LmrNoTableMove, "lmr_no_table_move", 0, 0 ..= 2048;
    LmrCheck, "lmr_check", 800, 0 ..= 2048;
    LmrKiller, "lmr_killer", 900, 0 ..= 2048;
    LmrHistoryDivisor, "lmr_history_divisor", 8005, 2048 ..= 20000;
    LmrFailHighs, "lmr_fail_highs", 900, 0 ..= 2048;
    LmrDeeper, "lmr_deeper", 46, 0 ..= 150;
    LmrShallower, "lmr_shallower", 9, 0 ..= 60;

    CheckOrderingBonus, "check_ordering_bonus", 10000, 0 ..= 40000;

    HistoryBonusFactor, "history_bonus_factor", 443, 50 ..= 800;
    HistoryBonusOffset, "history_bonus_offset", 300, 0 ..= 800;
    HistoryBonusMax, "history_bonus_max", 1904, 500 ..= 4000;

    DeltaMargin, "delta_margin", 151, 0 ..= 500;
    QsSeeMargin, "qs_see_margin", 20, -200 ..= 200;
    QsMoves, "qs_moves", 3, 1 ..= 10;
    QsEvasions, "qs_evasions", 2, 1 ..= 10;
    QsStandPat, "qs_stand_pat", 0, 0 ..= 1;

    CorrectionPawn, "correction_pawn", 36, 0 ..= 128;
    CorrectionNonPawn, "correction_non_pawn", 36, 0 ..= 128;
    CorrectionContinuation, "correction_continuation", 41, 0 ..= 128;
}
