//! Every number of the Gomoku search that can be tuned: one line each, with its range.
//!
//! Margins are in the points of the evaluation, reductions in 1/1024 ply, history scores on a scale of
//! 16384.

regence_core::params! {
    AspirationFrom, "aspiration_from", 4, 2 ..= 12;
    AspirationWidth, "aspiration_width", 160, 4 ..= 300;
    AspirationGrowth, "aspiration_growth", 200, 110 ..= 400;

    LeafVcfNodes, "leaf_vcf_nodes", 10, 1 ..= 2000;
    LeafVcfPlies, "leaf_vcf_plies", 25, 3 ..= 99;
    VcfNodes, "vcf_nodes", 400, 10 ..= 10000;
    VcfDepth, "vcf_depth", 4, 1 ..= 12;
    VcfNodesPerPly, "vcf_nodes_per_ply", 12, 1 ..= 1000;
    VcfDefenceDepth, "vcf_defence_depth", 4, 1 ..= 10;
    VcfDefenceNodes, "vcf_defence_nodes", 200, 10 ..= 5000;
    TouchingNumber, "touching_number", 4, 2 ..= 20;
    TouchingNodes, "touching_nodes", 100, 5 ..= 2000;
    VctNodes, "vct_nodes", 250, 10 ..= 20000;
    VctDepth, "vct_depth", 8, 2 ..= 20;
    RootVctNodes, "root_vct_nodes", 200000, 100 ..= 1000000;
    RootVctShare, "root_vct_share", 15, 0 ..= 100;
    RootVctFrom, "root_vct_from", 3, 2 ..= 10;

    RazorDepth, "razor_depth", 3, 0 ..= 8;
    RazorMargin, "razor_margin", 69, 20 ..= 800;

    RfpDepth, "rfp_depth", 8, 1 ..= 100;
    RfpMargin, "rfp_margin", 32, 5 ..= 300;

    NmpDepth, "nmp_depth", 4, 2 ..= 10;
    NmpBase, "nmp_base", 3, 1 ..= 8;
    NmpMargin, "nmp_margin", 93, 0 ..= 500;

    IirDepth, "iir_depth", 4, 2 ..= 10;

    MoveCountBase, "move_count_base", 3, 1 ..= 40;
    MoveCountFactor, "move_count_factor", 34, 0 ..= 400;
    MoveCountDepth, "move_count_depth", 20, 1 ..= 20;

    FutilityDepth, "futility_depth", 6, 1 ..= 14;
    FutilityBase, "futility_base", 16, 0 ..= 400;
    FutilityFactor, "futility_factor", 16, 5 ..= 300;

    SingularDepth, "singular_depth", 8, 4 ..= 14;
    SingularDraft, "singular_draft", 3, 1 ..= 6;
    DoubleMargin, "double_margin", 30, 0 ..= 400;
    FhrBase, "fhr_base", 0, -200 ..= 400;
    FhrFactor, "fhr_factor", 8, 0 ..= 100;
    RaisedAlphaFrom, "raised_alpha_from", 3, 2 ..= 10;
    RaisedAlphaTo, "raised_alpha_to", 11, 4 ..= 30;
    FourExtensionEvery, "four_extension_every", 0, 0 ..= 10;
    FqFours, "fq_fours", 6, 1 ..= 30;
    FqMargin, "fq_margin", 156, 0 ..= 2000;
    FqNear, "fq_near", 4, 0 ..= 10;
    SingularMargin, "singular_margin", 662, 50 ..= 800;

    LmrDepth, "lmr_depth", 2, 1 ..= 6;
    LmrBase, "lmr_base", 802, 0 ..= 2000;
    LmrDivisor, "lmr_divisor", 1099, 800 ..= 5000;
    LmrNotImproving, "lmr_not_improving", 472, 0 ..= 2048;
    LmrCutNode, "lmr_cut_node", 1002, 0 ..= 3072;
    LmrPv, "lmr_pv", 710, 0 ..= 2048;
    LmrThreat, "lmr_threat", 408, 0 ..= 4096;
    LmrDistant, "lmr_distant", 512, 0 ..= 3072;
    DistanceFrom, "distance_from", 5, 2 ..= 20;
    LmrKiller, "lmr_killer", 691, 0 ..= 2048;
    LmrHistoryDivisor, "lmr_history_divisor", 2255, 500 ..= 20000;

    OrderShape, "order_shape", 82, 0 ..= 400;
    OrderHistory, "order_history", 23, 0 ..= 200;
    OrderShapeNinuki, "order_shape_ninuki", 40, 0 ..= 400;
    OrderHistoryNinuki, "order_history_ninuki", 60, 0 ..= 200;
    OrderClasses, "order_classes", 53, 0 ..= 400;
    OrderTake, "order_take", 18000, 0 ..= 60000;
    OrderSave, "order_save", 12000, 0 ..= 60000;

    BeamWide, "beam_wide", 10, 1 ..= 60;
    BeamNarrow, "beam_narrow", 6, 1 ..= 60;

    HistoryBonusFactor, "history_bonus_factor", 213, 50 ..= 800;
    HistoryBonusMax, "history_bonus_max", 1700, 200 ..= 4000;
}
