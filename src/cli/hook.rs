//! `sayso hook`: what Claude Code calls when an agent wants to stop, and how it gets to know of it.
//!
//! A hook that fails must not hold an agent up: every error of its own is told on standard error and lets the agent stop.

use super::Exit;
use super::input::Setup;
use super::output::{self, Target};
use crate::hook::settings;
use crate::report::escape::one_line;
use crate::transcript::{EventKind, Limits, Origin, Session, UserText};
use crate::verdict::{Fate, Judged};
use crate::walk::{self, read, roots};
use anyhow::Context;
use serde::Deserialize;
use std::io::{self, Read};
use std::path::PathBuf;

/// Largest payload that is read, in bytes.
const PAYLOAD: u64 = 1 << 20;

/// What some editors put at the head of a file.
const BOM: &str = "\u{feff}";

/// Most claims that are named.
const NAMED: usize = 5;

/// Arguments of `sayso hook`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    hook: Hook,
}

#[derive(Debug, clap::Subcommand)]
enum Hook {
    /// Judge the last turn when the agent wants to stop (payload on standard input)
    Stop {
        /// Tell the person, and let the agent stop
        #[arg(long, conflicts_with = "block")]
        warn: bool,
        /// Ask the agent once to mend or take back what its record does not back
        #[arg(long)]
        block: bool,
    },
    /// Put the Stop hook into a settings file of Claude Code, and leave the rest of the file as it is
    Install {
        #[command(flatten)]
        place: Place,
        /// The hook tells the person, and lets the agent stop; so it is if nothing is given
        #[arg(long, conflicts_with = "block")]
        warn: bool,
        /// The hook asks the agent once to mend or take back what its record does not back
        #[arg(long)]
        block: bool,
    },
    /// Take the Stop hook out of a settings file again
    Uninstall {
        #[command(flatten)]
        place: Place,
    },
}

/// Which settings file.
#[derive(Debug, clap::Args)]
struct Place {
    /// That of the project in the working directory, .claude/settings.json; so it is if nothing is given
    #[arg(long, conflicts_with = "user")]
    project: bool,
    /// That of the user: settings.json in the folder that CLAUDE_CONFIG_DIR names, else in ~/.claude
    #[arg(long)]
    user: bool,
}

/// What the host says.
#[derive(Debug, Deserialize)]
struct Payload {
    transcript_path: PathBuf,
    /// The agent goes on since a hook asked it to.
    #[serde(default)]
    stop_hook_active: bool,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.hook {
        Hook::Stop { block, .. } => stop(block),
        Hook::Install { place, block, .. } => {
            let command = if block { "sayso hook stop --block" } else { "sayso hook stop --warn" };
            change(&place, "installed", |text| settings::install(text, command))
        }
        Hook::Uninstall { place } => change(&place, "uninstalled", settings::uninstall),
    }
}

fn stop(block: bool) -> anyhow::Result<Exit> {
    // Also a panic over the transcript lets the agent stop.
    match std::panic::catch_unwind(|| answer(block)) {
        Ok(Ok(Some(answer))) => Target::Stdout.write(|out| writeln!(out, "{answer}"))?,
        Ok(Ok(None)) => {}
        Ok(Err(e)) => super::warn(&format!("hook: {e:#}")),
        Err(_) => super::warn("hook: internal error; please report it"),
    }
    Ok(Exit::Clean)
}

/// Edits a settings file, and says what became of it.
fn change(place: &Place, done: &str, edit: impl Fn(&str) -> Result<String, settings::Refused>) -> anyhow::Result<Exit> {
    let path = match place.user {
        true => roots::claude_folder().context("no home folder; name one with CLAUDE_CONFIG_DIR")?.join("settings.json"),
        false => PathBuf::from(".claude/settings.json"),
    };
    let name = walk::shown(&path);
    let old = match read::text(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => String::new(),
        Err(e) => anyhow::bail!("{name}: cannot be read: {}", walk::plain_error(&e)),
    };
    let (mark, text) = old.strip_prefix(BOM).map_or(("", old.as_str()), |rest| (BOM, rest));
    let new = edit(text).map_err(|e| anyhow::anyhow!("{name}: {e}"))?;
    let said = if new == text { "nothing to change" } else { done };
    if new != text {
        output::replace(&path, &format!("{mark}{new}"))?;
    }
    Target::Stdout.write(|out| writeln!(out, "{name}: {said}"))?;
    Ok(Exit::Clean)
}

/// What is answered to the host; nothing where there is nothing to say.
fn answer(block: bool) -> anyhow::Result<Option<serde_json::Value>> {
    let mut text = String::new();
    std::io::stdin().lock().take(PAYLOAD).read_to_string(&mut text).context("standard input")?;
    let payload: Payload = serde_json::from_str(&text).context("standard input: not the payload of a Stop hook")?;
    // One request is enough: an agent that cannot mend it must not run in a circle.
    if payload.stop_hook_active {
        return Ok(None);
    }
    let setup = Setup::new(None, None, Limits::default())?;
    let (_, mut sessions) = read::sessions(&payload.transcript_path, None)?;
    let Some(session) = sessions.pop() else { return Ok(None) };
    let findings = last_turn(session, &setup);
    if findings.is_empty() {
        return Ok(None);
    }
    let listed: Vec<String> = findings.iter().take(NAMED).map(tell).collect();
    let list = listed.join("\n");
    Ok(Some(if block {
        let ask = "The record of this session does not back what you said:";
        let what = "Do it and show the result, or say plainly that it was not done.";
        serde_json::json!({ "decision": "block", "reason": format!("{ask}\n{list}\n{what}") })
    } else {
        serde_json::json!({ "systemMessage": format!("sayso: the record of this session does not back what the agent said:\n{list}") })
    }))
}

/// Unsupported claims since the person last spoke, but those that were taken back.
fn last_turn(mut session: Session, setup: &Setup) -> Vec<Judged> {
    let asked = |kind: &EventKind| matches!(kind, EventKind::User(UserText { origin: Origin::Human, .. }));
    let from = session.events.iter().rposition(|e| asked(&e.kind)).unwrap_or(0);
    // What was said before is not judged again: most of the time would go into it.
    for event in session.events.iter_mut().take(from) {
        if let EventKind::Say(say) = &mut event.kind {
            say.text.clear();
        }
    }
    let mut found = setup.judge(&session);
    found.retain(|j| j.step >= from && j.verdict().is_unsupported() && j.fate != Fate::Retracted);
    found
}

fn tell(judged: &Judged) -> String {
    let why = if judged.explanation.is_empty() { judged.reason.rule() } else { &judged.explanation };
    format!("- \"{}\": {} ({})", one_line(&judged.claim.quote, 120), one_line(why, 200), judged.reason.name())
}
