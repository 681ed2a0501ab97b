//! Lines that look like commands, for the tests of every protocol.

use proptest::prelude::*;

/// One of these words, or now and then anything.
pub fn word(known: &str) -> impl Strategy<Value = String> + use<> {
    let known: Vec<String> = known.split_whitespace().map(String::from).collect();
    prop_oneof![4 => prop::sample::select(known), 1 => "\\PC{0,8}"]
}
