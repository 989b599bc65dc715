//! Texts that keep what was said, and little or nothing of what was done.

use super::documents::as_command;
use super::page::{Page, relative};
use super::scenario::{End, Scenario, Step, What};
use serde_json::json;

/// aider's chat history: edits with their fate, commands that the person ran.
pub fn aider(scenario: &Scenario) -> Page {
    let mut page = Page::default();
    page.put("\n# aider chat started at 2026-03-04 09:00:00\n\n> Aider v0.86.1  \n> Model: some-model with diff edit format  \n> Git repo: .git with 214 files  \n");
    let mut applied: Vec<String> = Vec::new();
    for (n, step) in scenario.steps.iter().enumerate() {
        match step {
            Step::User(text) => {
                flush(&mut page, &mut applied);
                let rows: Vec<String> = text.lines().map(|l| format!("#### {l}  ")).collect();
                page.put(rows.join("\n") + "\n");
            }
            Step::Say(say) => {
                flush(&mut page, &mut applied);
                page.say(n, format!("{}\n", say.text));
            }
            Step::Call(call) => match &call.what {
                What::Edit { path, old, new } => {
                    let name = relative(scenario, path);
                    page.call(call, format!("{name}\n```\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n```\n"));
                    applied.push(match call.end {
                        End::Exit(_) => format!("> Applied edit to {name}  "),
                        _ => format!("> # 1 SEARCH/REPLACE block failed to match!  \n>   \n> ## SearchReplaceNoExactMatch: This SEARCH block failed to exactly match lines in {name}  "),
                    });
                }
                What::Run { command, .. } => {
                    flush(&mut page, &mut applied);
                    let out: Vec<String> = call.output.lines().map(|l| format!("> {l}  ")).collect();
                    page.call(call, format!("#### /run {command}  \n\n{}\n> Add 0.2k tokens of command output to the chat? (Y)es/(N)o [Yes]: y  \n", out.join("\n")));
                }
                _ => {}
            },
            Step::Think(_) | Step::Compact(_) | Step::Interrupt => {}
        }
    }
    flush(&mut page, &mut applied);
    page
}

fn flush(page: &mut Page, applied: &mut Vec<String>) {
    if !applied.is_empty() {
        page.put("> Tokens: 6.8k sent, 1.2k received. Cost: $0.04 message, $0.11 session.  ");
        page.put(applied.join("\n") + "\n");
        applied.clear();
    }
}

/// Cursor's export.
pub fn cursor(scenario: &Scenario) -> Page {
    let mut page = Page::default();
    page.put("# A chat\n_Exported on 3/4/2026 at 09:40:00 UTC from Cursor (2.0.1)_\n\n---\n");
    for (n, step) in scenario.steps.iter().enumerate() {
        match step {
            Step::User(text) => drop(page.put(format!("**User**\n\n{text}\n\n---\n"))),
            Step::Say(say) => {
                page.put("**Cursor**\n");
                page.say(n, format!("{}\n\n---\n", say.text));
            }
            _ => {}
        }
    }
    page
}

/// A Markdown export that shows calls without their results.
pub fn claude_markdown(scenario: &Scenario) -> Page {
    let mut page = Page::default();
    page.put("# Claude Conversation Log\n\nSession ID: 41bd-07\nDate: 2026-03-04\n\n---\n");
    for (n, step) in scenario.steps.iter().enumerate() {
        match step {
            Step::User(text) => drop(page.put(format!("## 👤 User\n\n{text}\n\n---\n"))),
            Step::Say(say) => {
                page.put("## 🤖 Claude\n");
                page.say(n, format!("{}\n", say.text));
            }
            Step::Call(call) => {
                let (name, input) = match &call.what {
                    What::Edit { path, old, new } => ("Edit", json!({"file_path": path, "old_string": old, "new_string": new})),
                    What::Write { path, content } => ("Write", json!({"file_path": path, "content": content})),
                    _ => ("Bash", json!({"command": as_command(scenario, call)})),
                };
                page.call(call, format!("🔧 Using tool: {name}\nInput: {input}\n"));
            }
            _ => {}
        }
    }
    page
}

/// The log of a loop of headless runs.
pub fn headless(scenario: &Scenario) -> Page {
    let mut page = Page::default();
    page.put("starting loop");
    let mut run = 0;
    for (n, step) in scenario.steps.iter().enumerate() {
        match step {
            Step::User(_) => {
                run += 1;
                page.put(format!("--- Iteration {run}/15 (09:{:02}:00) ---\nLoaded cached credentials.", run * 4));
            }
            Step::Say(say) => {
                page.say(n, &say.text);
                page.put("RALPH_STATUS:continue");
            }
            _ => {}
        }
    }
    page.put(format!("=== Ralph complete after {run} iterations ==="));
    page
}

/// A chat with names before what is said.
pub fn named(scenario: &Scenario) -> Page {
    let mut page = Page::default();
    page.put("Notes of a session\n");
    for (n, step) in scenario.steps.iter().enumerate() {
        match step {
            Step::User(text) => drop(page.put(format!("User: {text}\n"))),
            Step::Say(say) => drop(page.say(n, format!("Assistant: {}\n", say.text))),
            _ => {}
        }
    }
    page
}
