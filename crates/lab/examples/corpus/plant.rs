//! Makes the planted copy: all faults in one program, of which the environment chooses one.

use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::plants::{EDITS, PLANTS, SWITCH};

/// The number by which a fault is switched on; 0 is health.
pub fn number(name: &str) -> Option<usize> {
    let at = PLANTS.iter().position(|plant| plant.name == name)?;
    Some(at + 1)
}

/// The source with every fault in it. An error names the edit that does not fit any more.
pub fn planted(file: &str, mut text: String) -> std::result::Result<String, String> {
    for edit in EDITS.iter().filter(|edit| edit.file == file) {
        let found = text.matches(edit.find).count();
        if found != 1 {
            let find = edit.find;
            return Err(format!(
                "{file}: expected once, found {found} times:\n{find}"
            ));
        }
        text = text.replacen(edit.find, edit.replace, 1);
    }
    let home = match file.starts_with("crates/core/") || file.starts_with("crates/chess/") {
        true => "crate",
        false => "regence_core",
    };
    for (index, plant) in PLANTS.iter().enumerate() {
        let call = format!("{home}::sick({})", index + 1);
        text = text.replace(&format!("SICK(\"{}\")", plant.name), &call);
    }
    match text.find("SICK(\"") {
        Some(at) => Err(format!(
            "{file}: no plant is called so: {}",
            &text[at..text.len().min(at + 40)]
        )),
        None => Ok(text),
    }
}

/// Copies the sources to `folder`, plants the faults and builds the program; its path.
pub fn build(root: &Path, folder: &Path) -> Result<PathBuf> {
    for name in [
        "Cargo.toml",
        "Cargo.lock",
        "README.md",
        "LICENSE",
        "bench.txt",
    ] {
        fs::create_dir_all(folder)?;
        fs::copy(root.join(name), folder.join(name))?;
    }
    copy(&root.join("crates"), &folder.join("crates"))?;
    copy(&root.join("docs"), &folder.join("docs"))?;
    let mut files: Vec<&str> = EDITS.iter().map(|edit| edit.file).collect();
    files.sort_unstable();
    files.dedup();
    for file in files {
        let text = planted(file, fs::read_to_string(root.join(file))?).map_err(Error::other)?;
        fs::write(folder.join(file), text)?;
    }
    for library in ["crates/core/src/lib.rs", "crates/chess/src/lib.rs"] {
        let text = fs::read_to_string(root.join(library))?;
        fs::write(folder.join(library), text + SWITCH)?;
    }
    let status = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["build", "--release", "-p", "regence", "--bin", "regence"])
        .current_dir(folder)
        .env("RUSTFLAGS", "--cap-lints=warn")
        .env_remove("CARGO_TARGET_DIR")
        .status()?;
    match status.success() {
        true => Ok(folder.join("target/release/regence")),
        false => Err(Error::other("the planted copy does not build")),
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            if !["target", "node_modules"]
                .iter()
                .any(|name| entry.file_name() == *name)
            {
                copy(&entry.path(), &target)?;
            }
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
