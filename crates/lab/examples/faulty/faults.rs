//! The list of planted faults.

/// Writes the enum, its names and its descriptions from one list.
macro_rules! faults {
    ($($variant:ident $name:literal $what:literal)*) => {
        /// What is wrong with this engine.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault { $(#[doc = $what] $variant),* }

        impl Fault {
            /// Every fault: value, name, description.
            pub const ALL: &'static [(Fault, &'static str, &'static str)] =
                &[$((Fault::$variant, $name, $what)),*];
        }
    };
}

faults! {
    None "none" "Healthy: the control group."
    IllegalBest "illegal-best" "Answers a check with a move that leaves the king in it."
    IllegalPv "illegal-pv" "The printed line goes on with a move that is not possible there."
    NullBest "null-best" "Prints a1a1 when it was stopped before the first iteration was done."
    WrongSide "wrong-side" "Forgets to change sides after an odd number of moves."
    Promotion "promotion" "Does not know that a pawn may capture and promote at once."
    EnPassant "en-passant" "Never captures en passant."
    Castling "castling" "Does not know how to castle."
    LongGame "long-game" "Has room for 256 plies of history and ignores the others."
    StaleTable "stale-table" "Keeps its table over ucinewgame."
    RepetitionBlind "repetition-blind" "Does not know that positions repeat."
    TimeOverrun "time-overrun" "Plans with twice the time that it has."
    TimeUnderuse "time-underuse" "Divides its clock by three too much and takes a large reserve off the rest."
    ClockIgnored "clock-ignored" "Answers any clock with a search of the same depth."
    DepthUnstable "depth-unstable" "Counts its budget in a byte: more time may mean less depth."
    RootNodes "root-nodes" "Counts the moves of the root only."
    WrongNps "wrong-nps" "Divides nodes by milliseconds and calls it nodes per second."
    WrongTime "wrong-time" "Prints seconds where milliseconds are asked for."
    NodesRestart "nodes-restart" "Counts nodes from zero in every iteration."
    Asymmetric "asymmetric" "Gives White's pawns more than Black's."
    WhiteView "white-view" "Prints the score from White's point of view."
    AbortZero "abort-zero" "Believes the 0 that an interrupted search returns."
    MateAsCp "mate-as-cp" "Prints mates as enormous numbers of centipawns."
    MateInPlies "mate-in-plies" "Prints the distance to mate in plies."
    BoundsIgnored "bounds-ignored" "Takes every score of its table for an exact one."
    OneBound "one-bound" "Stores every score as exact, also those that were cut off at the edge of the window."
    UpperOnly "upper-only" "Stores every score as an upper bound, because alpha has moved when the kind is decided."
    LowerOnly "lower-only" "Stores every score as a lower bound."
    TableUseless "table-useless" "Looks positions up with another key than it stores them with."
    OverPruning "over-pruning" "Looks at the first three moves only, and calls that depth."
    Explosion "explosion" "Quiescence follows every check and every capture, however bad."
    DeafIsready "deaf-isready" "Answers isready only when its search is over."
    DeafStop "deaf-stop" "Reads stop only when its search is over."
    InfiniteEarly "infinite-early" "Answers go infinite without waiting for stop."
    GarbageCrash "garbage-crash" "Panics at a command it does not know."
    NoExit "no-exit" "Goes on for ever when its input ends."
    SameOpening "same-opening" "Plays the same memorised moves in every game."
    DeadHash "dead-hash" "Offers Hash and does nothing with it."
    DeadMultipv "dead-multipv" "Offers MultiPV and does nothing with it."
    DeadThreads "dead-threads" "Offers Threads and does nothing with it."
    PonderEarly "ponder-early" "Answers while it should be pondering."
    PonderDeaf "ponder-deaf" "Goes on pondering after ponderhit."
    PonderIllegal "ponder-illegal" "Proposes to ponder on a move that is not legal."
}

impl Fault {
    /// The fault of that name.
    pub fn named(name: &str) -> Option<Fault> {
        let found = Fault::ALL.iter().find(|(_, known, _)| *known == name);
        found.map(|(fault, ..)| *fault)
    }
}
