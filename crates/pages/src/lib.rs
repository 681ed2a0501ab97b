//! What a program says about itself for packagers: manual pages, shell completions, and what it was built for.

use clap::Command;
use clap_mangen::Man;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

pub use clap_complete::Shell;

/// The version, and the processors that the compiler was allowed to count on.
pub const VERSION_AND_BUILD: &str = if cfg!(not(target_arch = "x86_64")) {
    concat!(
        env!("CARGO_PKG_VERSION"),
        ", built for all processors of its kind"
    )
} else if cfg!(all(
    target_feature = "avx512bw",
    target_feature = "avx512vl"
)) {
    concat!(env!("CARGO_PKG_VERSION"), ", built for x86-64-v4")
} else if cfg!(all(target_feature = "avx2", target_feature = "bmi2")) {
    concat!(env!("CARGO_PKG_VERSION"), ", built for x86-64-v3")
} else {
    concat!(env!("CARGO_PKG_VERSION"), ", built for x86-64")
};

/// The manual pages that are asked for.
#[derive(clap::Args, Debug)]
pub struct ManualOptions {
    /// Write the pages of all commands into this directory
    #[arg(long)]
    dir: Option<PathBuf>,
}

/// The completions that are asked for.
#[derive(clap::Args, Debug)]
pub struct CompletionOptions {
    shell: Shell,
}

/// Prints the script that completes a program's commands in a shell.
pub fn completions(mut command: Command, options: &CompletionOptions) -> io::Result<()> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut command, name, &mut script);
    read_to_the_end(io::stdout().write_all(&script))
}

/// Prints the manual page of a program, or writes those of all its commands into a directory.
pub fn manual(command: Command, options: &ManualOptions) -> io::Result<()> {
    // The pages are the same whatever the program was built for.
    let command = command.long_version(None);
    match &options.dir {
        None => read_to_the_end(Man::new(command).render(&mut io::stdout())),
        Some(directory) => std::fs::create_dir_all(directory)
            .and_then(|()| clap_mangen::generate_to(command, directory)),
    }
}

/// A reader who has seen enough is no error.
fn read_to_the_end(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
