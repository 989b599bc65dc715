//! Markdown that third-party tools make of a Claude conversation: calls without results.

use super::super::*;
use super::build::{Build, tool_action};
use super::lines::Block;
use super::turns::{self, Speaker};
use serde_json::Value;

/// Longest run of lines that is tried as the arguments of one call.
const MAX_ARGS: usize = 2000;

/// Reads the whole file as one session. The agent's text has headings of its own; only the two with their sign change the speaker.
pub fn read(lines: &[&str]) -> Vec<Session> {
    let mut b = Build::new(SourceKind::ClaudeMarkdown);
    let head = |key: &str| {
        lines
            .iter()
            .take(20)
            .find_map(|l| l.trim_matches('*').strip_prefix(key))
            .map(|v| v.trim_matches(['*', '`', ' ']).to_owned())
    };
    b.session.meta.session_id = head("Session ID:").filter(|v| !v.is_empty());
    let heading = |_: usize, line: &str| match line.trim_end() {
        "## 👤 User" => Some(Speaker::Person),
        "## 🤖 Claude" => Some(Speaker::Agent),
        _ => None,
    };
    for (speaker, block) in turns::split(lines, heading) {
        match speaker {
            Speaker::Person => turns::person(&mut b, block),
            Speaker::Agent => agent(&mut b, block),
        }
    }
    vec![b.finish()]
}

fn tool_name(line: &str) -> Option<&str> {
    let rest = line.trim().trim_start_matches('*').strip_prefix("🔧")?.trim_start();
    let name = rest.trim_start_matches('*').strip_prefix("Using tool:")?;
    Some(name.trim_matches(['*', '`', ' ']))
}

fn agent(b: &mut Build, block: Block) {
    let Some((first, text)) = block.finish() else { return };
    let lines: Vec<&str> = text.split('\n').collect();
    let mut say = Block::default();
    let mut at = 0;
    while at < lines.len() {
        let file_at = first as usize - 1 + at;
        let Some(tool) = tool_name(lines[at]) else {
            say.push(file_at, lines[at]);
            at += 1;
            continue;
        };
        b.say(std::mem::take(&mut say));
        let (args, used) = arguments(&lines[at + 1..]);
        b.call(file_at as u32 + 1, tool, tool_action(tool, &args));
        at += 1 + used;
    }
    b.say(say);
}

/// The JSON after `Input:`, and the number of lines that it takes.
fn arguments(lines: &[&str]) -> (Value, usize) {
    let Some(start) = lines.iter().take(4).position(|l| l.trim_matches(['*', ' ']).starts_with("Input:")) else {
        return (Value::Null, 0);
    };
    let first = lines[start].split_once("Input:").map_or("", |(_, r)| r).trim_matches(['*', ' ']);
    let end = lines[start + 1..]
        .iter()
        .take(MAX_ARGS)
        .position(|l| tool_name(l).is_some())
        .unwrap_or(MAX_ARGS.min(lines.len() - start - 1));
    let body = lines[start + 1..start + 1 + end]
        .iter()
        .skip_while(|l| first.is_empty() && (l.trim().is_empty() || l.starts_with("```")));
    let skipped = end - body.clone().count();
    let text = std::iter::once(first).chain(body.copied()).collect::<Vec<_>>().join("\n");
    let mut parser = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
    match parser.next() {
        Some(Ok(value)) => {
            let read = text[..parser.byte_offset()].matches('\n').count();
            let after = start + 1 + if read > 0 { skipped + read } else { 0 };
            let fence = lines.get(after).is_some_and(|l| l.trim_end() == "```") as usize;
            (value, after + fence)
        }
        _ => (Value::String(first.to_owned()), start + 1),
    }
}
