//! Killer moves: what refuted one line at a ply often refutes its sister lines.

/// The killers of one ply, the last first.
pub type Killers<M> = [Option<M>; 2];

/// A move has cut. One that is the first killer already stays the only one of its kind.
#[inline]
pub fn learn<M: Copy + PartialEq>(killers: &mut Killers<M>, mv: M) {
    if killers[0] != Some(mv) {
        *killers = [Some(mv), killers[0]];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_are_kept_and_differ() {
        let mut killers = [None; 2];
        for mv in ['a', 'a', 'b'] {
            learn(&mut killers, mv);
        }
        assert_eq!(killers, [Some('b'), Some('a')]);
        learn(&mut killers, 'c');
        assert_eq!(killers, [Some('c'), Some('b')]);
    }
}
