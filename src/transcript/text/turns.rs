//! Exports that are a list of turns under headings, and nothing more.

use super::super::*;
use super::build::{Build, origin_of};
use super::lines::Block;

/// Who a heading gives the word to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// The person.
    Person,
    /// The agent.
    Agent,
}

/// Splits at the headings that `heading` knows (`at` is the index of the line). What stands before the first is nobody's.
pub fn split(lines: &[&str], heading: impl Fn(usize, &str) -> Option<Speaker>) -> Vec<(Speaker, Block)> {
    let mut turns: Vec<(Speaker, Block)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        match heading(at, line) {
            Some(speaker) => turns.push((speaker, Block::default())),
            None => {
                if let Some((_, block)) = turns.last_mut() {
                    block.push(at, line);
                }
            }
        }
    }
    turns.into_iter().map(|(speaker, block)| (speaker, block.without_rule())).collect()
}

/// Adds a person's turn.
pub fn person(b: &mut Build, block: Block) {
    let origin = origin_of(block.text());
    b.user(block, origin);
}

/// A session of turns that hold prose alone.
pub fn prose(kind: SourceKind, turns: Vec<(Speaker, Block)>) -> Session {
    let mut b = Build::new(kind);
    for (speaker, block) in turns {
        match speaker {
            Speaker::Person => person(&mut b, block),
            Speaker::Agent => b.say(block),
        }
    }
    b.finish()
}
