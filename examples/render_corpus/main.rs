//! Renders the scenarios under `corpus/scenarios/` into the transcripts of the development set, and their labels with them:
//!
//!     cargo run --example render_corpus
//!
//! Rows of `eval/dev.labels.jsonl` and `eval/dev.near.jsonl` about transcripts that no scenario renders are kept as they are.

mod corpus;

use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let made = corpus::Made::of(root).unwrap_or_else(|why| fail(&why));
    for (path, text) in made.files(root) {
        let path = root.join(path);
        let folder = path.parent().unwrap_or(root);
        if let Err(e) = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text)) {
            fail(&format!("{}: {e}", path.display()));
        }
    }
    println!("{} transcripts, {} labels, {} near misses", made.transcripts.len(), made.labels.len(), made.near.len());
}

fn fail(why: &str) -> ! {
    eprintln!("render_corpus: {why}");
    std::process::exit(2)
}
