//! Whole lines of the Gomocup protocol: never a panic, and an error has words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use regence_protocol::gomocup::parse;

fuzz_target!(|text: &str| {
    for line in text.lines() {
        if let Err(error) = parse(line) {
            assert!(!error.to_string().is_empty());
        }
    }
});
