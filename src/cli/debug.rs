//! `sayso debug`: what a file was read as. For those who work on readers and rules; its output is no interface.

use super::Exit;
use crate::{claim, record::Record, transcript, walk};
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `sayso debug`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Print the events, operations and claims of a file
    Dump {
        /// The transcript
        file: PathBuf,
    },
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let What::Dump { file } = args.what;
    let (_, sessions) = walk::read::sessions(&file, None)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for s in &sessions {
        writeln!(out, "session {:?} {:?}\nnotes {:?}", s.source, s.meta.session_id, s.notes)?;
        for (i, e) in s.events.iter().enumerate() {
            writeln!(out, "{i} L{} a{} {:?}", e.line, e.agent, e.kind)?;
            if let transcript::EventKind::Say(say) = &e.kind {
                for c in claim::extract(&say.text) {
                    writeln!(out, "  claim {c:?}")?;
                }
            }
        }
        for op in Record::build(s).ops {
            writeln!(out, "op {op:?}")?;
        }
    }
    Ok(Exit::Clean)
}
