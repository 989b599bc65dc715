//! Gives the rule set its name: a hash over the sources that decide what a claim is and how it is judged. Reports made by
//! different rules are not comparable, and this is how they know.

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

const RULES: &[&str] = &["src/transcript", "src/claim", "src/record", "src/verdict", "src/detector"];

fn main() -> std::io::Result<()> {
    let mut files = Vec::new();
    for folder in RULES {
        println!("cargo::rerun-if-changed={folder}");
        collect(Path::new(folder), &mut files)?;
    }
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        // A checkout may have changed line endings and path separators.
        hash.update(file.to_string_lossy().replace('\\', "/"));
        hash.update([0]);
        hash.update(text.replace("\r\n", "\n"));
        hash.update([0]);
    }
    let name: String = hash.finalize().iter().map(|b| format!("{b:02x}")).collect();
    println!("cargo::rustc-env=SAYSO_RULESET_SHA256={name}");
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
