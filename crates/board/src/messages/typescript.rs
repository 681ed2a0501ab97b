//! The page's types, made from the Rust ones.

use super::{Answer, KeptGame, Request, StoredGame};
use crate::board::shipped;
use regence_chess_search::Chess;
use regence_core::config::{Catalogue, TechniqueInfo};
use regence_gomoku_search::Gomoku;
use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

/// Where the page has them.
const FILE: &str = "../web/page/src/messages.ts";
/// Set to write the file in place of comparing it.
const WRITE: &str = "REGENCE_WRITE";

const HEAD: &str = "// Made from the Rust types in crates/board/src/messages by\n\
    // `REGENCE_WRITE=1 cargo test --release -p regence-board typescript`. Do not edit.\n";

/// Declarations of a type and everything that it refers to, by name.
#[derive(Default)]
struct Declared {
    seen: HashSet<TypeId>,
    types: BTreeMap<String, String>,
}

fn config() -> Config {
    Config::new().with_large_int("number")
}

impl TypeVisitor for Declared {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // Numbers, strings and lists have no declaration of their own.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}\n", T::decl(&config()));
            self.types.insert(T::ident(&config()), declaration);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// The ids of the techniques that the page is told of: it has a sentence for each one in its other languages, and does not
/// compile where one is missing.
fn declare_techniques(declared: &mut Declared, name: &str, techniques: &'static [TechniqueInfo]) {
    let ids = shipped(techniques).map(|technique| format!("\"{}\"", technique.name));
    let ids = ids.collect::<Vec<_>>().join(" | ");
    let declaration = format!("export type {name} = {ids};\n");
    declared.types.insert(name.into(), declaration);
}

fn page_types() -> String {
    let mut declared = Declared::default();
    declared.visit::<Request>();
    declared.visit::<Answer>();
    declared.visit::<StoredGame>();
    declared.visit::<KeptGame>();
    declare_techniques(&mut declared, "ChessTechnique", Chess::TECHNIQUES);
    declare_techniques(&mut declared, "GomokuTechnique", Gomoku::TECHNIQUES);
    let types: Vec<String> = declared.types.into_values().collect();
    format!("{HEAD}\n{}", types.join("\n"))
}

#[test]
fn the_pages_types_are_those_of_the_messages() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let types = page_types();
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, &types).expect("the file can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == types,
        "page/src/messages.ts is not what the Rust types give: run `{WRITE}=1 cargo test --release -p regence-board typescript`"
    );
}
