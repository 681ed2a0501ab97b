//! What the tests that drive the real program have in common: a process with pipes and a strict reader of its
//! answers.

pub mod answer;
pub mod process;
pub mod uci;

/// A small generator (xorshift), so that every run of a test is the same.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        // Two rounds spread small seeds over the bits; zero is the one state that never moves.
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        random.next();
        random.next();
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}
