//! Options as an engine declares them.

/// What an option holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionType {
    Check,
    Spin,
    Combo,
    Button,
    String,
}

/// A declared option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    pub name: String,
    pub kind: OptionType,
    pub default: Option<String>,
    pub min: Option<i64>,
    pub max: Option<i64>,
    /// The values of a combo.
    pub vars: Vec<String>,
}

const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

/// Reads `option name … type …`. Names and values may have blanks: each goes on up to the next key.
pub(super) fn read(line: &str) -> Result<EngineOption, String> {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let mut option = EngineOption {
        name: String::new(),
        kind: OptionType::String,
        default: None,
        min: None,
        max: None,
        vars: Vec::new(),
    };
    let mut kind = None;
    let mut at = 0;
    while let Some(&key) = words.get(at) {
        let end = words[at + 1..]
            .iter()
            .position(|word| KEYS.contains(word))
            .map_or(words.len(), |length| at + 1 + length);
        let value = words[at + 1..end].join(" ");
        at = end;
        match key {
            "name" => option.name = value,
            "type" => kind = Some(read_type(&value)?),
            // A text may be empty, and says so.
            "default" if value == "<empty>" => option.default = Some(String::new()),
            "default" => option.default = Some(value),
            "min" => option.min = Some(number(key, &value)?),
            "max" => option.max = Some(number(key, &value)?),
            "var" => option.vars.push(value),
            other => return Err(format!("expected 'name' or 'type', not '{other}'")),
        }
    }
    if option.name.is_empty() {
        return Err("expected a name of the option".to_owned());
    }
    option.kind = kind.ok_or("expected a type of the option")?;
    Ok(option)
}

fn read_type(word: &str) -> Result<OptionType, String> {
    Ok(match word {
        "check" => OptionType::Check,
        "spin" => OptionType::Spin,
        "combo" => OptionType::Combo,
        "button" => OptionType::Button,
        "string" => OptionType::String,
        _ => {
            return Err(format!(
                "expected check, spin, combo, button or string, not '{word}'"
            ));
        }
    })
}

fn number(key: &str, word: &str) -> Result<i64, String> {
    word.parse()
        .map_err(|_| format!("expected a number after '{key}', not '{word}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read() {
        let hash = read("option name Hash type spin default 16 min 1 max 1024").unwrap();
        assert_eq!((hash.name.as_str(), hash.kind), ("Hash", OptionType::Spin));
        assert_eq!((hash.min, hash.max), (Some(1), Some(1024)));
        assert_eq!(hash.default.as_deref(), Some("16"));
        let style =
            read("option name Playing Style type combo default Very Solid var Very Solid var Wild");
        let style = style.unwrap();
        assert_eq!(style.name, "Playing Style");
        assert_eq!(style.vars, ["Very Solid", "Wild"]);
        let file = read("option name Book type string default <empty>").unwrap();
        assert_eq!(file.default.as_deref(), Some(""));
        let empty = read("option name Path type string default").unwrap();
        assert_eq!(empty.default.as_deref(), Some(""));
    }

    #[test]
    fn bad_declarations_are_named() {
        for (line, word) in [
            ("option", "name"),
            ("option name Hash", "type"),
            ("option type spin", "name"),
            ("option name Hash type number", "number"),
            ("option name Hash type spin min few", "min"),
            ("option Hash", "Hash"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(word), "{line}: {error}");
        }
    }
}
