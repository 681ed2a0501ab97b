//! A small UCI engine with one fault of your choice: `faulty --fault NAME`.
//!
//! The doctor's tests run it with every fault; `faulty --list` names them. With `none` it is a plain
//! engine in good health.

mod eval;
mod faults;
mod protocol;
mod search;
mod table;

use std::process::ExitCode;

use faults::Fault;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let name = match words.as_slice() {
        [] => "none",
        ["--fault", name] => name,
        ["--list"] => {
            for (_, name, what) in Fault::ALL {
                println!("{name:18} {what}");
            }
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("faulty: expected --fault NAME or --list");
            return ExitCode::FAILURE;
        }
    };
    match Fault::named(name) {
        Some(fault) => {
            protocol::run(fault);
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("faulty: there is no fault {name:?}; --list names them");
            ExitCode::FAILURE
        }
    }
}
