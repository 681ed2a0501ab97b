//! Becoming another program.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Runs the build in place of this program, which is at `own`. It returns only where a process cannot become another.
pub fn become_program(
    own: &Path,
    level: &str,
    program: &[u8],
    words: &[OsString],
) -> Result<ExitCode, String> {
    let unpack = env::var_os("REGENCE_UNPACK").map(PathBuf::from);
    #[cfg(target_os = "linux")]
    if unpack.is_none()
        && let Ok(file) = memory::file(program)
    {
        use std::os::fd::AsRawFd;
        // It comes back only if memory must not be executed here.
        let _ = execute(
            Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd())),
            own,
            words,
        );
    }
    let folder = unpack.or_else(cache).ok_or(
        "this system starts programs from files only, and names no folder for them: set REGENCE_UNPACK to one",
    )?;
    let file = keep(&folder, own, level, program).map_err(|error| {
        format!(
            "cannot keep its build in {}: {error}; set REGENCE_UNPACK to another folder",
            folder.display()
        )
    })?;
    execute(&file, own, words).map_err(|error| format!("cannot start {}: {error}", file.display()))
}

/// Where the user's programs keep what they can make again.
fn cache() -> Option<PathBuf> {
    let folder = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let cache = match cfg!(windows) {
        true => folder("LOCALAPPDATA"),
        false => folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache"))),
    };
    Some(cache?.join("regence"))
}

/// The build as a file of that folder. One that is there already is used if it is the same, byte for byte.
fn keep(folder: &Path, own: &Path, level: &str, program: &[u8]) -> io::Result<PathBuf> {
    let name = own.file_stem().unwrap_or_default().to_string_lossy();
    let version = env!("CARGO_PKG_VERSION");
    let file = folder.join(format!(
        "{name}-{version}-{level}{}",
        env::consts::EXE_SUFFIX
    ));
    if fs::read(&file).is_ok_and(|kept| kept == program) {
        return Ok(file);
    }
    fs::create_dir_all(folder)?;
    // Others may be starting it: they see the old file or the new one, never half of it.
    let half = folder.join(format!("{name}-{level}-{}.part", std::process::id()));
    fs::write(&half, program)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&half, fs::Permissions::from_mode(0o755))?;
    }
    fs::rename(&half, &file)?;
    Ok(file)
}

/// Becomes that program, under the name of this one: then it knows where its file is.
#[cfg(unix)]
fn execute(program: &Path, own: &Path, words: &[OsString]) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(Command::new(program).arg0(own).args(words).exec())
}

/// Runs that program and ends as it ends. It reads and writes what this one would.
#[cfg(not(unix))]
fn execute(program: &Path, _: &Path, words: &[OsString]) -> io::Result<ExitCode> {
    let status = Command::new(program).args(words).status()?;
    std::process::exit(status.code().unwrap_or(1));
}

#[cfg(target_os = "linux")]
mod memory {
    use std::fs::File;
    use std::io::{self, Write};
    use std::os::fd::FromRawFd;

    /// A file that is nowhere but in memory.
    #[allow(unsafe_code)]
    pub fn file(content: &[u8]) -> io::Result<File> {
        // SAFETY: the name is a string that ends with a zero.
        let descriptor = unsafe { libc::memfd_create(c"regence".as_ptr(), libc::MFD_CLOEXEC) };
        if descriptor < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the system has just opened it, and nobody else has it.
        let mut file = unsafe { File::from_raw_fd(descriptor) };
        file.write_all(content)?;
        Ok(file)
    }
}
