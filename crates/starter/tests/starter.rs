//! The starter with programs of the system in place of builds.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const STARTER: &str = env!("CARGO_BIN_EXE_regence-starter");

/// A folder of this test alone, gone at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("regence-starter-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A program of the system, wherever it is.
fn system(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").expect("a PATH");
    let found = std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file());
    found.unwrap_or_else(|| panic!("{name} is not in PATH"))
}

fn pack(out: &Path, builds: &[(&str, PathBuf)]) -> Output {
    let mut command = Command::new(STARTER);
    command.arg(out);
    for (level, program) in builds {
        command.arg(format!("{level}={}", program.display()));
    }
    command.output().expect("the starter runs")
}

/// `echo` for every processor, and a shell for one that no processor is.
fn packed(folder: &Folder) -> PathBuf {
    let program = folder.path("program");
    let output = pack(
        &program,
        &[("x86-64", system("echo")), ("other", system("sh"))],
    );
    assert!(output.status.success(), "{output:?}");
    program
}

fn said(command: &mut Command) -> (String, String, Option<i32>) {
    let output = command.output().expect("the packed program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

#[test]
fn it_becomes_the_build_that_runs_here_with_its_words() {
    let folder = Folder::new("becomes");
    let (out, err, code) = said(Command::new(packed(&folder)).args(["a  b", "", "c"]));
    assert_eq!(
        (out.as_str(), err.as_str(), code),
        ("a  b  c\n", "", Some(0))
    );
}

#[test]
fn a_build_that_is_asked_for_is_started_under_the_programs_own_name() {
    let folder = Folder::new("asked");
    let program = packed(&folder);
    let script = ["-c", "echo $$ \"$0\"; exit 7"];
    let child = Command::new(&program)
        .env("REGENCE_BUILD", "other")
        .args(script)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    let id = child.id();
    let output = child.wait_with_output().expect("it ends");
    // The same process, so that who stops it stops the program; its exit code; its own path as its name.
    let told = format!("{id} {}\n", program.display());
    assert_eq!(String::from_utf8_lossy(&output.stdout), told);
    assert_eq!(output.status.code(), Some(7));
}

#[test]
fn what_it_does_not_carry_is_refused_with_what_it_has() {
    let folder = Folder::new("refused");
    let (out, err, code) = said(Command::new(packed(&folder)).env("REGENCE_BUILD", "x86-64-v9"));
    assert_eq!(out, "");
    assert!(
        err.contains("x86-64-v9 is not among its builds, which are x86-64, other"),
        "{err}"
    );
    assert_eq!(code, Some(1));
}

#[test]
fn a_folder_keeps_the_build_if_one_is_named() {
    let folder = Folder::new("keeps");
    let program = packed(&folder);
    let kept = folder.path("builds");
    let expected = fs::read(system("echo")).expect("echo can be read");
    for damaged in [false, true] {
        let (out, err, _) = said(
            Command::new(&program)
                .env("REGENCE_UNPACK", &kept)
                .arg("here"),
        );
        assert_eq!((out.as_str(), err.as_str()), ("here\n", ""));
        let files: Vec<PathBuf> = fs::read_dir(&kept)
            .expect("the folder is there")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        assert_eq!(files.len(), 1, "{files:?}");
        assert!(
            fs::read(&files[0]).expect("the build") == expected,
            "after damage: {damaged}"
        );
        // What somebody spoils is written again.
        fs::write(&files[0], "not a program").expect("a file can be written");
    }
}

#[test]
fn a_file_cut_short_says_so() {
    let folder = Folder::new("short");
    let program = packed(&folder);
    let whole = fs::read(&program).expect("the program can be read");
    // A download that lost its last part but not its end: the list is not where the end says.
    let (front, end) = whole.split_at(whole.len() - 16);
    fs::write(&program, [&front[..front.len() - 1000], end].concat()).expect("it can be written");
    let (_, err, code) = said(&mut Command::new(&program));
    assert!(
        err.contains("damaged") && err.contains("unpack the archive again"),
        "{err}"
    );
    assert_eq!(code, Some(1));
}

#[test]
fn packing_says_what_it_wants() {
    let folder = Folder::new("wants");
    let output = pack(&folder.path("program"), &[]);
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("OUT LEVEL=PROGRAM"),
        "{output:?}"
    );
    let output = pack(
        &folder.path("program"),
        &[("x86-64", folder.path("nothing"))],
    );
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("nothing"),
        "{output:?}"
    );
    assert!(!folder.path("program").exists());
}
