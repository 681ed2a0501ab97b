//! What a recorded search tells: nodes, and why a move was or was not chosen. Facts; the page makes sentences of them.

use super::{Colour, Limit, Score, Shape};
use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// A number that a technique went by.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Figure {
    pub name: &'static str,
    #[serde(flatten)]
    pub is: Quantity,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    Score(Score),
    /// A difference of scores, in hundredths.
    Amount(i32),
    Count(i32),
}

/// A technique's decision and what it went by.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Decision {
    /// The technique's id.
    pub by: &'static str,
    pub numbers: Vec<Figure>,
}

/// How a line ends, where its last move does not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum LineEnd {
    Stalemate,
    Draw,
    WhiteWins,
    BlackWins,
}

/// Moves as people write them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Line {
    pub san: Vec<String>,
    pub end: Option<LineEnd>,
}

/// A score that may be a bound.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Worth {
    pub score: Score,
    pub bound: Option<Limit>,
}

/// Why a node was left.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "ending", rename_all = "kebab-case")]
pub enum Ending {
    Draw,
    TooDeep,
    /// The table remembered enough.
    Table {
        worth: Option<Worth>,
        depth: Option<i32>,
    },
    /// The game was over.
    Over {
        loser: Colour,
    },
    Wins {
        side: Colour,
        san: Option<String>,
    },
    Lost {
        side: Colour,
    },
    StandPat {
        side: Colour,
    },
    /// No plies were left. `proof` is a move that wins by force.
    Leaf {
        proof: Option<String>,
    },
    Cut {
        decision: Decision,
        proof: Option<String>,
    },
    Mated {
        side: Colour,
    },
    Stalemated {
        side: Colour,
    },
    /// Nothing else could be played.
    Stuck {
        side: Colour,
    },
    Moves,
}

/// How a move was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum SearchedAs {
    Planned,
    Reduced,
    Again,
}

/// What a row of the tree is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    Searched {
        how: SearchedAs,
        /// None if the search was stopped there.
        ending: Option<Ending>,
    },
    Skipped {
        decision: Decision,
    },
    /// Many moves that one technique skipped.
    SkippedMany {
        by: &'static str,
        san: Vec<String>,
    },
    NotSearched,
    NotRecorded,
    /// A search on behalf of a technique.
    Aside {
        by: Option<&'static str>,
    },
}

/// One row below a node.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TreeChild {
    /// None where nothing below was recorded.
    pub id: Option<u64>,
    /// None for a search of the same position on behalf of a technique, and for several moves.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    pub san: Option<String>,
    pub score: Option<Score>,
    pub bound: Option<Limit>,
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    #[serde(flatten)]
    pub what: What,
}

/// What the table knew of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TableFact {
    pub score: Score,
    pub bound: Option<Limit>,
    pub depth: i32,
    #[serde(rename = "move")]
    pub mv: Option<String>,
}

/// A node that was searched less deep as a whole.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReducedNode {
    pub to: i32,
    pub decision: Decision,
}

/// A node of a recorded search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Tree {
    pub node: u64,
    pub depth: i32,
    pub ply: usize,
    /// The moves that lead there from the position on the board; none is a pass.
    pub line: Vec<Option<String>>,
    /// Who is to move there.
    pub side: Colour,
    /// Alpha and beta from the first player's view, as all scores, the lower one first; none is an open end.
    pub window: [Option<Score>; 2],
    #[serde(rename = "static")]
    pub static_eval: Option<Score>,
    pub table: Option<TableFact>,
    pub score: Option<Score>,
    pub bound: Option<Limit>,
    pub nodes: u64,
    pub left_out: u64,
    /// None if the search was stopped there.
    pub ending: Option<Ending>,
    pub reduced: Option<ReducedNode>,
    /// The quiet moves that were left were skipped.
    pub rest_skipped: Option<Decision>,
    pub children: Vec<TreeChild>,
}

/// What one iteration made of the move in question.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    Best {
        worth: Option<Worth>,
    },
    Searched {
        worth: Option<Worth>,
        reply: Option<String>,
        reduced_to: Option<i32>,
    },
    Skipped {
        by: &'static str,
    },
    NotReached {
        better: String,
    },
    NodeEnded {
        ending: Ending,
    },
    Excluded,
    Proves {
        by: &'static str,
    },
    NotLookedAt,
    Stopped,
}

/// What one iteration chose, and what it made of the move in question.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct DepthVerdict {
    pub depth: i32,
    #[serde(rename = "move")]
    pub mv: String,
    pub san: String,
    pub score: Score,
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// One thing to say about the move in question.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "fact", rename_all = "kebab-case")]
pub enum Fact {
    /// A stone there makes a shape for the side to move.
    Makes {
        shape: Shape,
        side: Colour,
    },
    /// It keeps the other side from making one there.
    Prevents {
        shape: Shape,
        side: Colour,
    },
    Captures {
        pairs: u32,
    },
    /// It is the choice; `unfinished` if of an iteration that was cut short.
    Chosen {
        depth: i32,
        unfinished: bool,
        score: Score,
        line: Line,
    },
    NotChosen {
        best: String,
        depth: i32,
        unfinished: bool,
        score: Score,
        line: Line,
    },
    OnlyMove,
    BestOfOthers {
        score: Score,
        line: Line,
    },
    /// Searched alone, to the same depth or to this one.
    Alone {
        depth: Option<i32>,
        score: Score,
        line: Line,
        /// It is no worse than the choice.
        no_less: bool,
        /// In hundredths; none where a win is involved.
        less: Option<i32>,
        refuted_by: Option<String>,
    },
    Searched {
        worth: Option<Worth>,
        to_beat: Score,
        reply: Option<String>,
        line: Line,
        ending: Option<Ending>,
    },
    Best {
        worth: Option<Worth>,
    },
    Extended {
        plies: i32,
        decision: Decision,
    },
    Reduced {
        number: usize,
        of: usize,
        to: i32,
        depth: i32,
        again: bool,
        decision: Decision,
    },
    /// How many of the answers to the reply were looked at; `example` was skipped, or quiet moves in general.
    AnswersSkipped {
        side: Colour,
        legal: usize,
        searched: usize,
        example: Option<String>,
        decision: Decision,
    },
    Skipped {
        with_rest: bool,
        decision: Decision,
    },
    NotReached {
        better: String,
        worth: Worth,
        needed: Score,
    },
    NodeEnded {
        ending: Ending,
    },
    Excluded,
    Proves {
        plies: i32,
        by: &'static str,
    },
    NotLookedAt,
    Stopped,
    NeverBest,
    /// The depths at which it was the best; what was thought the depth before, and where it lost its place.
    BestAt {
        depths: Vec<i32>,
        before: Option<DepthVerdict>,
        lost: Option<DepthVerdict>,
    },
}

/// Why a move was or was not chosen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Why {
    #[serde(rename = "move")]
    pub mv: String,
    pub san: String,
    pub facts: Vec<Fact>,
    pub table: Vec<DepthVerdict>,
}
