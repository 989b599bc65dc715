//! Logs of loops that run an agent without a screen: only the final text of each run.

use super::super::*;
use super::build::Build;
use super::lines::Block;
use regex::Regex;
use std::sync::LazyLock;

/// The line that starts a run.
pub static ITERATION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^--- Iteration [0-9]+/[0-9]+ \([0-9:]+\) ---$").expect("pattern"));
static LOOP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:=== .* ===|---.*---|RALPH_STATUS:.*|Attempt [0-9]+ failed: .*|Error: .*|\[?(?:ERROR|WARN|INFO)\]?[: ].*|Loaded cached credentials\.|Data collection is .*)$")
        .expect("pattern")
});

/// Reads the whole log as one session: all prose between the loop's own lines is the agent's, its own `done` tokens are not.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let mut b = Build::new(SourceKind::GeminiHeadless);
    let mut say: Option<Block> = None;
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim_end();
        if ITERATION.is_match(line) {
            if let Some(block) = say.replace(Block::default()) {
                b.say(block);
            }
        } else if let Some(block) = &mut say {
            block.push(at, if LOOP.is_match(line) { "" } else { line });
        }
    }
    if let Some(block) = say {
        b.say(block);
    }
    vec![b.finish()]
}
