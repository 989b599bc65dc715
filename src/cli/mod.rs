//! The command line: one file a subcommand, listed in one table. What a subcommand does lives in the library modules.

pub mod audit;
pub mod baseline;
pub mod bounds;
pub mod cached;
pub mod completions;
pub mod debug;
pub mod eval;
pub mod explain;
pub mod export;
pub mod gate;
pub mod hook;
pub mod input;
pub mod interrupt;
pub mod map;
pub mod output;
pub mod progress;
pub mod redact;
pub mod reduce;
pub mod reporting;
pub mod scan;
pub mod select;
pub mod sources;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// How a subcommand ends when it does not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done, and nothing held against the input.
    Clean,
    /// Findings, a limit exceeded, an export refused, a regression.
    Findings,
    /// Nothing readable, or an error that was already told.
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(e: Exit) -> ExitCode {
        ExitCode::from(match e {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Failed => 2,
        })
    }
}

macro_rules! subcommands {
    ($($(#[$about:meta])* $variant:ident $module:ident;)*) => {
        #[derive(Debug, Subcommand)]
        enum Command { $($(#[$about])* $variant($module::Args),)* }
        impl Command {
            fn run(self) -> anyhow::Result<Exit> {
                match self { $(Command::$variant(args) => $module::run(args),)* }
            }
        }
    };
}

// A new subcommand: its file, a `pub mod` line above, and a line here.
subcommands! {
    /// Audit every transcript under the given paths and report how often claims are not backed
    Scan scan;
    /// Audit one session, claim by claim
    Audit audit;
    /// Explain a claim type or a reason
    Explain explain;
    /// List the sources that sayso reads, or what it finds under paths
    Sources sources;
    /// Audit one shard and write a partial, for `reduce`
    Map map;
    /// Put the partials of any number of shards together into one report
    Reduce reduce;
    /// Score detectors against labels
    Eval eval;
    /// Write redacted copies that can be shared and audit to the same verdicts
    Export export;
    /// Answer the hooks of Claude Code
    Hook hook;
    /// Print completions for a shell, or the manual page
    Completions completions;
    /// Look inside: what a file was read as
    #[command(hide = true)]
    Debug debug;
}

/// An agent's say-so is not evidence: audits the completion claims in coding-agent transcripts against the sessions' own records.
#[derive(Debug, Parser)]
#[command(name = "sayso", version, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The command line as it is defined.
fn command() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}

/// Parses the command line and runs the subcommand.
pub fn main() -> ExitCode {
    // A panic is caught and becomes a row of the report; the default hook would print into the middle of the output.
    std::panic::set_hook(Box::new(|_| {}));
    match std::panic::catch_unwind(|| Cli::parse().command.run()) {
        Ok(Ok(exit)) => exit.into(),
        Ok(Err(e)) if is_broken_pipe(&e) => ExitCode::SUCCESS,
        Ok(Err(e)) => {
            warn(&told(&e));
            ExitCode::from(2)
        }
        Err(panic) => {
            anstream::eprintln!("sayso: internal error: {}; please report it", crate::report::escape::panic_text(panic.as_ref()));
            ExitCode::from(2)
        }
    }
}

/// An error with its causes, those of the system in plain words.
fn told(error: &anyhow::Error) -> String {
    let cause = |c: &(dyn std::error::Error + 'static)| match c.downcast_ref::<std::io::Error>() {
        Some(io) => crate::walk::plain_error(io),
        None => c.to_string(),
    };
    error.chain().map(cause).collect::<Vec<_>>().join(": ")
}

/// What is wrong with JSON, without the line that is told before it.
fn without_place(e: &serde_json::Error) -> String {
    let text = e.to_string();
    text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what).to_owned()
}

/// Says something on standard error, with nothing in it that a terminal would act on.
fn warn(text: &str) {
    anstream::eprintln!("sayso: {}", crate::report::escape::visible(text));
}

fn is_broken_pipe(e: &anyhow::Error) -> bool {
    e.chain().any(|c| c.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe))
}
