//! `sayso debug`: what a file was read as. For those who work on readers and rules; its output is no interface.

use super::Exit;
use crate::probe::Probe;
use crate::record::{Record, runners};
use crate::transcript::{self, Action, Call, EventKind};
use crate::{claim, walk};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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
    /// Measure what each rule costs over transcripts: calls, hits and time
    Rules {
        /// Files and folders
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.what {
        What::Dump { file } => dump(&file),
        What::Rules { paths } => rules(&paths),
    }
}

/// What one rule did.
#[derive(Default)]
struct Cost {
    calls: u64,
    hits: u64,
    time: Duration,
}

/// A stopwatch around each rule.
#[derive(Default)]
struct Watch(BTreeMap<&'static str, Cost>);

impl Probe for Watch {
    fn around(&mut self, rule: &'static str, work: &mut dyn FnMut() -> usize) {
        let start = Instant::now();
        let hits = work();
        let cost = self.0.entry(rule).or_default();
        cost.time += start.elapsed();
        cost.calls += 1;
        cost.hits += hits as u64;
    }
}

impl Watch {
    /// The rules, the dearest first.
    fn print(&self, title: &str, out: &mut impl Write) -> std::io::Result<()> {
        let mut costs: Vec<_> = self.0.iter().collect();
        costs.sort_by(|a, b| b.1.time.cmp(&a.1.time).then(a.0.cmp(b.0)));
        let all: Duration = costs.iter().map(|c| c.1.time).sum();
        writeln!(out, "{title}: {:.1} ms\n{:<24} {:>10} {:>8} {:>10} {:>7}", ms(all), "", "calls", "hits", "ms", "share")?;
        for (rule, cost) in costs {
            let share = 100.0 * cost.time.as_secs_f64() / all.as_secs_f64().max(f64::MIN_POSITIVE);
            writeln!(out, "{rule:<24} {:>10} {:>8} {:>10.2} {share:>6.1}%", cost.calls, cost.hits, ms(cost.time))?;
        }
        writeln!(out)
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn rules(paths: &[PathBuf]) -> anyhow::Result<Exit> {
    let (mut claims, mut runners) = (Watch::default(), Watch::default());
    for file in walk::list(paths, &walk::Options::default())?.files {
        let Ok((_, sessions)) = walk::read::sessions(&file.path, None) else { continue };
        for session in &sessions {
            let mut hints = BTreeMap::new();
            for event in &session.events {
                match &event.kind {
                    EventKind::Say(say) => drop(claim::extract_under(&say.text, &mut claims)),
                    EventKind::Call(Call { id, action: Action::Shell { command, .. }, .. }) => {
                        hints.insert(id, runners::hints(command));
                    }
                    EventKind::Result(result) => {
                        if let Some(hints) = hints.get(&result.id).filter(|h| !h.is_empty()) {
                            runners::read_output_under(&result.text, hints, &mut runners);
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    claims.print("claim rules, by sentences", &mut out)?;
    runners.print("families of runners, by lines that hold a mark of theirs", &mut out)?;
    Ok(Exit::Clean)
}

fn dump(file: &Path) -> anyhow::Result<Exit> {
    let (_, sessions) = walk::read::sessions(file, None)?;
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
