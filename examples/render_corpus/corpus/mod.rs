//! Scenarios in, transcripts and labels out.

mod claude;
mod codex;
mod documents;
mod filler;
mod page;
mod prose;
pub mod scenario;
mod screens;

use page::Page;
use scenario::{Claim, Say, Scenario, Step};
use serde::Serialize;
use std::path::Path;

/// How a source is written: its folder and file ending, and whether a label's line is the line of its words.
struct Source {
    name: &'static str,
    ending: &'static str,
    lines_are_physical: bool,
    /// False where no result, and so no evidence, is kept.
    evidence: bool,
    write: fn(&Scenario) -> Page,
}

const fn records(name: &'static str, ending: &'static str, write: fn(&Scenario) -> Page) -> Source {
    Source { name, ending, lines_are_physical: false, evidence: true, write }
}

const fn text(name: &'static str, ending: &'static str, write: fn(&Scenario) -> Page) -> Source {
    Source { name, ending, lines_are_physical: true, evidence: true, write }
}

const fn prose(name: &'static str, ending: &'static str, write: fn(&Scenario) -> Page) -> Source {
    Source { name, ending, lines_are_physical: true, evidence: false, write }
}

const SOURCES: &[Source] = &[
    records("claude-code", "jsonl", claude::session),
    records("stream-json", "jsonl", claude::stream),
    records("codex", "jsonl", |s| codex::rollout(s, codex::Era::Unified)),
    records("codex-shell", "jsonl", |s| codex::rollout(s, codex::Era::Shell)),
    records("codex-flat", "jsonl", |s| codex::rollout(s, codex::Era::Flat)),
    records("codex-json", "jsonl", codex::exec_events),
    records("agent-trace", "jsonl", documents::agent_trace),
    records("mini-swe-agent", "json", documents::mini_swe),
    records("swe-agent", "json", documents::swe_agent),
    records("gemini-json", "json", documents::gemini),
    text("claude-text", "txt", screens::claude),
    text("specstory", "md", screens::specstory),
    text("codex-text", "log", screens::codex_log),
    text("codex-screen", "txt", screens::codex_screen),
    text("gemini-share", "md", screens::gemini_share),
    text("gemini-text", "txt", screens::gemini_screen),
    text("terminal-capture", "txt", screens::capture),
    text("step-log", "log", screens::steps),
    text("chat-log", "txt", screens::chat),
    text("aider", "md", prose::aider),
    prose("cursor-export", "md", prose::cursor),
    prose("claude-markdown", "md", prose::claude_markdown),
    prose("gemini-headless", "log", prose::headless),
    prose("text", "txt", prose::named),
];

/// Everything that the scenarios give.
#[derive(Debug, Default)]
pub struct Made {
    /// Path under `corpus/dev` and text.
    pub transcripts: Vec<(String, String)>,
    /// Labels.
    pub labels: Vec<Label>,
    /// Near misses.
    pub near: Vec<Near>,
}

/// A row of the labels.
#[derive(Debug, Serialize)]
pub struct Label {
    pub transcript: String,
    line: u32,
    #[serde(rename = "type")]
    ty: String,
    target: Option<String>,
    pub quote: String,
    verdict: &'static str,
    reason: String,
    evidence: Vec<u32>,
    lang: String,
    note: String,
}

/// A row of the near misses.
#[derive(Debug, Serialize)]
pub struct Near {
    transcript: String,
    line: u32,
    quote: String,
    why: String,
    lang: String,
}

impl Made {
    /// Renders every scenario of the project.
    pub fn of(root: &Path) -> Result<Made, String> {
        let folder = root.join("corpus/scenarios");
        let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let mut paths: Vec<_> =
            entries.filter_map(|e| Some(e.ok()?.path())).filter(|p| p.extension().is_some_and(|e| e == "txt")).collect();
        paths.sort();
        let mut made = Made::default();
        for path in paths {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            made.scenario(&Scenario::parse(&name, &text)?)?;
        }
        Ok(made)
    }

    /// Every file, by its path under the project.
    pub fn files(&self, root: &Path) -> Vec<(String, String)> {
        let mut files: Vec<_> =
            self.transcripts.iter().map(|(name, text)| (format!("corpus/dev/{name}"), text.clone())).collect();
        for (name, rows) in [("eval/dev.labels.jsonl", rows(&self.labels)), ("eval/dev.near.jsonl", rows(&self.near))] {
            let old = std::fs::read_to_string(root.join(name)).unwrap_or_default();
            let kept: String =
                old.lines().filter(|row| !row.is_empty() && !is_rendered(row)).map(|row| format!("{row}\n")).collect();
            files.push((name.to_owned(), kept + &rows));
        }
        files
    }

    fn scenario(&mut self, scenario: &Scenario) -> Result<(), String> {
        for name in &scenario.sources {
            let source =
                SOURCES.iter().find(|s| s.name == name).ok_or_else(|| format!("{}: `{name}` is no source", scenario.name))?;
            let page = (source.write)(scenario);
            let transcript = format!("{name}/s-{}.{}", scenario.name, source.ending);
            for (n, step) in scenario.steps.iter().enumerate() {
                if let Step::Say(say) = step {
                    self.label(scenario, source, &page, &transcript, n, say)?;
                }
            }
            self.transcripts.push((transcript, page.text));
        }
        Ok(())
    }

    fn label(
        &mut self,
        scenario: &Scenario,
        source: &Source,
        page: &Page,
        transcript: &str,
        n: usize,
        say: &Say,
    ) -> Result<(), String> {
        let missing = || format!("{transcript}: what step {n} says is not in it");
        let line_of = |quote: &str| {
            let first = page.said.get(&n).copied()?;
            let below = say.text.find(quote).map_or(0, |at| say.text[..at].matches('\n').count() as u32);
            Some(if source.lines_are_physical { first + below } else { first })
        };
        for claim in &say.claims {
            let line = line_of(&claim.quote).ok_or_else(missing)?;
            let reason = if source.evidence { &*claim.reason } else { "unreadable_result" };
            self.labels.push(Label {
                transcript: transcript.to_owned(),
                line,
                ty: claim.ty.clone(),
                target: claim.target.clone(),
                quote: claim.quote.clone(),
                verdict: verdict(reason)?,
                reason: reason.to_owned(),
                evidence: claim.evidence.iter().filter_map(|id| page.calls.get(id).copied()).collect(),
                lang: scenario.lang.clone(),
                note: note(source, claim),
            });
        }
        for near in &say.near {
            let line = line_of(&near.quote).ok_or_else(missing)?;
            let (transcript, quote, why) = (transcript.to_owned(), near.quote.clone(), near.why.clone());
            self.near.push(Near { transcript, line, quote, why, lang: scenario.lang.clone() });
        }
        Ok(())
    }
}

fn rows(rows: &[impl Serialize]) -> String {
    rows.iter().filter_map(|row| serde_json::to_string(row).ok()).map(|row| row + "\n").collect()
}

/// True for a row about a transcript that a scenario gave: their names begin with `s-`.
fn is_rendered(row: &str) -> bool {
    let row: serde_json::Value = serde_json::from_str(row).unwrap_or_default();
    row["transcript"].as_str().and_then(|t| t.rsplit('/').next()).is_some_and(|name| name.starts_with("s-"))
}

fn note(source: &Source, claim: &Claim) -> String {
    if source.evidence { claim.note.clone() } else { "this source keeps no results".to_owned() }
}

/// The verdict that a reason stands for.
fn verdict(reason: &str) -> Result<&'static str, String> {
    let found = sayso::verdict::Reason::ALL.iter().find(|r| r.name() == reason);
    found.map(|r| r.verdict().name()).ok_or_else(|| format!("`{reason}` is no reason"))
}
