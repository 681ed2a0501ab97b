//! Which network the program carries: the one in `net/`, or the one that `EVALFILE` names, as OpenBench does to have another
//! one built in.

use std::path::PathBuf;
use std::{env, fs};

/// How the file of a network begins.
const MARK: &[u8] = b"RegNNUE\0";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let network = match env::var_os("EVALFILE").filter(|path| !path.is_empty()) {
        Some(path) => PathBuf::from(path),
        None => root.join("net").join("regence.nnue"),
    };
    println!("cargo::rerun-if-changed={}", network.display());
    let is_network = fs::read(&network).is_ok_and(|bytes| bytes.starts_with(MARK));
    match network.is_absolute() && is_network {
        true => println!("cargo::rustc-env=REGENCE_NETWORK={}", network.display()),
        false => println!(
            "cargo::error=EVALFILE={}: expected the absolute path of a network of `regence-lab train`",
            network.display()
        ),
    }
}
