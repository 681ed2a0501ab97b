//! What each ply of the current line knows.

use crate::value::MAX_PLY;

/// Frames before the root, so that looking four plies back needs no test.
const BEFORE_ROOT: usize = 4;
/// Frames after the deepest ply, for what a node prepares for its children.
const AFTER_LAST: usize = 4;

/// A frame for each ply.
#[derive(Clone, Debug)]
pub struct Stack<F>(Vec<F>);

impl<F: Clone + Default> Stack<F> {
    /// A stack for the longest line.
    pub fn new() -> Stack<F> {
        Stack(vec![
            F::default();
            MAX_PLY as usize + BEFORE_ROOT + AFTER_LAST
        ])
    }

    /// What is known of a ply.
    #[inline]
    pub fn at(&mut self, ply: usize) -> &mut F {
        &mut self.0[ply + BEFORE_ROOT]
    }

    /// The frame `back` plies before `ply`, at most four, which may lie before the root.
    #[inline]
    pub fn before(&self, ply: usize, back: usize) -> &F {
        &self.0[ply + BEFORE_ROOT - back]
    }

    /// All plies.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut F> {
        self.0.iter_mut()
    }
}

impl<F: Clone + Default> Default for Stack<F> {
    fn default() -> Self {
        Stack::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_before_the_root_and_after_the_last_ply_exist() {
        let mut stack = Stack::<u32>::new();
        *stack.at(0) = 7;
        *stack.at(MAX_PLY as usize + 2) = 9;
        assert_eq!(*stack.before(2, 2), 7);
        assert_eq!(*stack.before(0, 4), 0);
    }
}
