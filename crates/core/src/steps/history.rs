//! What a cut teaches the histories.

/// The smallest lesson: also the shallowest cut counts.
const LEAST: i32 = 20;

/// The numbers of a bonus.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// What each ply adds.
    pub factor: i32,
    /// What is taken off.
    pub offset: i32,
    /// The largest bonus.
    pub max: i32,
}

/// What a cut at `depth` is worth to the move that made it; those tried before it lose as much.
#[inline]
pub fn bonus(params: Params, depth: i32) -> i32 {
    (params.factor * depth - params.offset).clamp(LEAST, params.max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_cuts_teach_more_up_to_a_limit() {
        let params = Params {
            factor: 100,
            offset: 50,
            max: 900,
        };
        assert_eq!(bonus(params, 0), LEAST);
        assert_eq!(bonus(params, 2), 150);
        assert_eq!(bonus(params, 4), 350);
        assert_eq!(bonus(params, 60), 900);
    }
}
