//! The faults that the corpus plants in Régence itself still fit its sources.

#[allow(dead_code, reason = "only the list is looked at")]
#[path = "../examples/corpus/plant.rs"]
mod plant;
#[allow(dead_code, reason = "only the list is looked at")]
#[path = "../examples/corpus/plants.rs"]
mod plants;

use std::path::Path;

#[test]
fn every_planted_fault_fits_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for file in plants::EDITS.iter().map(|edit| edit.file) {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        plant::planted(file, text).unwrap_or_else(|reason| panic!("{reason}"));
    }
    for plant in plants::PLANTS {
        let call = format!("SICK(\"{}\")", plant.name);
        let is_planted = plants::EDITS
            .iter()
            .any(|edit| edit.replace.contains(&call));
        assert!(is_planted, "{} is planted nowhere", plant.name);
    }
    assert!(plants::PLANTS.len() >= 25);
}
