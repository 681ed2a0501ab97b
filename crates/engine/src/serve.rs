//! `regence serve`: the page in a browser.

use crate::syzygy::Syzygy;
use regence_web::{Options, ServeError, Server, Tables};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

/// What `serve` is told.
#[derive(Debug, clap::Args)]
pub struct ServeOptions {
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The address to listen on; another than this machine's own lets others in
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Serve the page from this folder in place of the one inside the program
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
    /// Keep games in this folder in place of the user's own data folder
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Directories of Syzygy endgame tables
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
    /// Keep no games; those of the page last as long as its tab
    #[arg(long, conflicts_with = "data")]
    forget: bool,
}

/// Serves the page until Ctrl-C.
pub fn run(options: &ServeOptions) -> ExitCode {
    let tables = match options.syzygy.as_deref().map(Syzygy::open).transpose() {
        Ok(tables) => tables,
        Err(error) => {
            eprintln!("regence serve: --syzygy: {error}");
            return ExitCode::FAILURE;
        }
    };
    match serve(options, tables) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let (host, port) = (&options.host, options.port);
            match error {
                ServeError::Games(error) => eprintln!(
                    "regence serve: games can't be kept: {error}; name another folder with --data, or keep none with --forget"
                ),
                ServeError::Listen(error) => eprintln!(
                    "regence serve: {host}, port {port}: {error}; try another --port, or none"
                ),
            }
            ExitCode::FAILURE
        }
    }
}

fn serve(options: &ServeOptions, tables: Option<Arc<Syzygy>>) -> Result<(), ServeError> {
    let described = tables.as_ref().map(|tables| tables.describe());
    let mut chosen = Options {
        host: options.host.clone(),
        port: options.port,
        page: options.page.clone(),
        data: match options.forget {
            true => None,
            false => options.data.clone().or_else(regence_web::data_folder),
        },
        tables: tables.map(|tables| tables as Tables),
        ..Options::default()
    };
    let server = match Server::bind(&chosen) {
        Err(ServeError::Games(error)) if options.data.is_none() => {
            eprintln!("Games are kept by the browser alone: {error}");
            chosen.data = None;
            Server::bind(&chosen)?
        }
        bound => bound?,
    };
    let url = server.url()?;
    let mut greeting = format!("Régence is at {url}\n");
    for other in &server.urls()?[1..] {
        greeting += &format!("From other machines: {other}\n");
    }
    if let Some(tables) = described {
        greeting += &format!("{tables}\n");
    }
    if let Some(folder) = &chosen.data {
        greeting += &format!("Games are kept in {}\n", folder.display());
    }
    greeting += "Ctrl-C ends it.\n";
    // A reader that goes away after the address must not end the server.
    let _ = std::io::stdout().lock().write_all(greeting.as_bytes());
    if server.is_open() {
        eprintln!(
            "Warning: {} is not this machine alone. Everybody who can reach it can play here and use its processor.",
            options.host
        );
    }
    if !server.has_page() {
        eprintln!("This program was built without its page; the address says how to build it.");
    }
    if !options.no_open {
        open_browser(&url);
    }
    Ok(server.run()?)
}

/// Asks the system to show an address. That there is no browser is no error: the address has been printed.
fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Ok(mut child) = started {
        // Somebody has to hear that it ended.
        std::thread::spawn(move || child.wait());
    }
}
