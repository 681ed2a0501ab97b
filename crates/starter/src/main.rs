//! One program for every x86-64 processor: it carries builds of a program, each for another set of instructions, and
//! becomes the best of them that runs here.
//!
//! A release is made by `regence-starter OUT LEVEL=PROGRAM...`, which writes this program with the builds behind it
//! (`make dist` does that). Such a file starts one of its builds; without any it packs.
//!
//! - `REGENCE_BUILD=x86-64` starts that build, whatever runs here; `REGENCE_BUILD=help` says which there are.
//! - `REGENCE_UNPACK=FOLDER` keeps the build there and starts it from the file. Else it is started from memory on Linux
//!   and leaves nothing behind; where memory cannot be executed, and on other systems, the folder is the user's cache.

mod builds;
mod level;
mod run;

use builds::Carried;
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    match start() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{}: {error}", env!("CARGO_PKG_NAME"));
            ExitCode::FAILURE
        }
    }
}

fn start() -> Result<ExitCode, String> {
    let own = env::current_exe().map_err(|error| format!("cannot find its own file: {error}"))?;
    let words: Vec<OsString> = env::args_os().skip(1).collect();
    let Some(mut carried) = Carried::open(&own)? else {
        return builds::pack(&own, &words).map(|()| ExitCode::SUCCESS);
    };
    let wanted = env::var_os("REGENCE_BUILD");
    let wanted = wanted.as_ref().map(|word| word.to_string_lossy());
    let level = level::choose(carried.levels(), wanted.as_deref(), level::runs_here)?;
    let program = carried.unload(&level)?;
    run::become_program(&own, &level, &program, &words)
}
