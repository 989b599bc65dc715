//! Settings of a project: `sayso.toml`.

use crate::claim::ClaimType;
use crate::walk::read::text_beside;
use crate::walk::shown;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// The name of the file that is read from the working directory.
pub const FILE: &str = "sayso.toml";

/// Settings. A key that is not known is an error, so that a typing mistake cannot switch something off unnoticed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// What the project's own scripts and tasks run: `"./ci.sh" = ["cargo test", "cargo clippy"]`.
    #[serde(default)]
    pub runners: BTreeMap<String, Vec<String>>,
    /// Changes that make no check stale.
    #[serde(default)]
    pub stale: Stale,
    /// Types of claims.
    #[serde(default)]
    pub types: Types,
}

/// What makes a check stale.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stale {
    /// Patterns of paths (syntax of `.gitignore`) whose changes do not count.
    #[serde(default)]
    pub ignore: Vec<String>,
}

/// Types of claims.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Types {
    /// Types that are not counted.
    #[serde(default)]
    pub off: Vec<ClaimType>,
}

/// Reads TOML; the error is one line that names the line.
pub(crate) fn from_toml<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    toml::from_str(text).map_err(|e| {
        let line = e.span().map_or(1, |s| text.get(..s.start).unwrap_or_default().matches('\n').count() + 1);
        format!("line {line}: {}", e.message())
    })
}

impl Config {
    /// Reads settings from TOML; the error names the line.
    pub fn parse(text: &str) -> Result<Config, String> {
        from_toml(text)
    }

    /// Reads the file that is named, else the one in the working directory where there is one.
    pub fn load(named: Option<&Path>) -> anyhow::Result<Config> {
        let path = named.unwrap_or(Path::new(FILE));
        if named.is_none() && matches!(std::fs::symlink_metadata(path), Err(e) if e.kind() == std::io::ErrorKind::NotFound) {
            return Ok(Config::default());
        }
        let text = text_beside(path, "the settings, a TOML file")?;
        Config::parse(&text).map_err(|e| anyhow::anyhow!("{}: {e}", shown(path)))
    }

    /// Hash of what can change a verdict.
    pub fn sha256(&self) -> String {
        sha256(&serde_json::json!({ "runners": self.runners, "stale": self.stale, "types": self.types }).to_string())
    }
}

/// SHA-256 of a text, in hexadecimal.
pub(crate) fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_mistakes_are_told() {
        let text = "[runners]\n\"./ci.sh\" = [\"cargo test\"]\n\n[types]\noff = [\"done\"]\n";
        let config = Config::parse(text).unwrap();
        assert_eq!(config.runners["./ci.sh"], ["cargo test"]);
        assert_eq!(config.types.off, [ClaimType::Done]);
        assert_ne!(config.sha256(), Config::default().sha256());
        let wrong = Config::parse("[types]\n\nof = [\"done\"]\n").unwrap_err();
        assert!(wrong.starts_with("line 3: ") && wrong.contains("unknown field"), "{wrong}");
        assert!(Config::parse("[types]\noff = [\"finished\"]\n").unwrap_err().starts_with("line 2: "));
    }
}
