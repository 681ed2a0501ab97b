//! Puts the built page into the program. Without one the program says how to build it; nothing here needs node.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let page = root.join("page").join("dist");
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    if page.join("index.html").is_file() {
        // A page that is built later touches this script (see page/package.json): a path that does not exist would
        // have every build run it again.
        println!("cargo::rerun-if-changed={}", page.display());
        collect(&page, &mut files);
        files.sort();
    }
    let mut code = String::from(
        "/// Name and content of every file of the page.\npub static FILES: &[(&str, &[u8])] = &[\n",
    );
    for file in &files {
        let name = file
            .strip_prefix(&page)
            .unwrap_or(file)
            .to_string_lossy()
            .replace('\\', "/");
        let path = file.to_string_lossy();
        let _ = writeln!(code, "    ({name:?}, include_bytes!({path:?})),");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default()).join("page.rs");
    if let Err(error) = fs::write(&out, code) {
        println!("cargo::error=cannot write {}: {error}", out.display());
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        match path.is_dir() {
            true => collect(&path, files),
            false => files.push(path),
        }
    }
}
