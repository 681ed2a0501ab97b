//! What packagers install beside the program: manual pages and shell completions.

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

/// Prints the script that completes the program's commands in a shell.
pub fn completions(mut command: Command, shell: Shell) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "regence", &mut script);
    end(io::stdout().write_all(&script))
}

/// Prints the manual page, or writes those of all commands into a directory.
pub fn manual(command: Command, directory: Option<&Path>) -> ExitCode {
    end(match directory {
        None => Man::new(command).render(&mut io::stdout()),
        Some(directory) => std::fs::create_dir_all(directory)
            .and_then(|()| clap_mangen::generate_to(command, directory)),
    })
}

fn end(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("regence: cannot write: {error}");
            ExitCode::FAILURE
        }
    }
}
