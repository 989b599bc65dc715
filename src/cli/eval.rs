//! `sayso eval`: detectors against labels.

use super::Exit;
use super::input::parse_detector;
use super::output::Target;
use crate::detector::{self, Detector};
use crate::eval::report::{EvalReport, Settings, report};
use crate::eval::score::{self, Calls, Scope};
use crate::eval::set::{LabelledSet, Place};
use crate::eval::{against, errors, frozen, init, latency, render, show};
use crate::walk;
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Arguments of `sayso eval`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    how: How,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// Write NAME.json, NAME.md and NAME.errors.csv into this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Leave the words of the transcripts out of the list of errors
    #[arg(long)]
    no_excerpts: bool,
    /// Show what moved since this report; exit 1 on a regression
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// How much a figure may get worse before it is a regression
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, requires = "against", value_parser = parse_share)]
    tolerance: f64,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Lay out an empty labelled set with a guide
    Init {
        /// The folder
        dir: PathBuf,
    },
    /// Explain the judgements on one line of a transcript
    Show {
        /// A transcript of the set, or a file, and a line
        #[arg(value_name = "TRANSCRIPT:LINE")]
        place: String,
        #[command(flatten)]
        which: Which,
        /// The detector
        #[arg(long, value_name = "NAME", default_value = "record", value_parser = parse_detector)]
        detector: String,
    },
    /// Freeze the held-out set as it is now
    Freeze {
        /// Why it is frozen (anew); goes into eval/CHANGES.md
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// The project
        #[arg(long, value_name = "DIR", default_value = ".")]
        root: PathBuf,
    },
    /// Measure how long reading and judging takes
    Latency {
        #[command(flatten)]
        which: Which,
        /// The detector
        #[arg(long, value_name = "NAME", default_value = "record", value_parser = parse_detector)]
        detector: String,
        /// Passes over the set; the best counts
        #[arg(long, value_name = "N", default_value_t = 5)]
        passes: u32,
        /// One JSON object instead of a table
        #[arg(long)]
        json: bool,
        /// Write latency.json and latency.md into this folder
        #[arg(long, value_name = "DIR")]
        report: Option<PathBuf>,
    },
}

/// Which labelled set.
#[derive(Debug, Clone, clap::Args)]
struct Which {
    /// A set of this project
    #[arg(long, value_name = "NAME", value_parser = ["dev", "heldout"], conflicts_with_all = ["labels", "corpus"])]
    set: Option<String>,
    /// Where this project lies
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// A label file of your own
    #[arg(long, value_name = "FILE", requires = "corpus")]
    labels: Option<PathBuf>,
    /// Its near misses
    #[arg(long, value_name = "FILE", requires = "labels")]
    near: Option<PathBuf>,
    /// The folder of its transcripts
    #[arg(long, value_name = "DIR", requires = "labels")]
    corpus: Option<PathBuf>,
    #[command(flatten)]
    bounds: super::bounds::Bounds,
}

/// How it is scored.
#[derive(Debug, Clone, clap::Args)]
struct How {
    /// A detector, several, or `all`
    #[arg(long = "detector", value_name = "NAME", value_delimiter = ',', default_value = "record", value_parser = parse_detectors)]
    detectors: Vec<String>,
    /// The labels judge chosen places, not whole transcripts
    #[arg(long)]
    pool: bool,
    /// What to do with labels on which careful readers could differ
    #[arg(long, value_name = "WHAT", default_value = "keep", value_parser = ["keep", "skip"])]
    hard: String,
    /// Give the predictive value where this share of claims is unsupported
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    prevalence: Option<f64>,
}

fn parse_detectors(name: &str) -> Result<String, String> {
    if name == "all" { Ok(name.to_owned()) } else { parse_detector(name) }
}

fn parse_share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|s| (0.0..=1.0).contains(s)).ok_or_else(|| "a share is a number from 0 to 1".to_owned())
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.command {
        Some(Command::Init { dir }) => {
            for name in init::init(&dir)? {
                say(&format!("{}/{name}\n", walk::shown(&dir)))?;
            }
            Ok(Exit::Clean)
        }
        Some(Command::Freeze { reason, root }) => {
            let date = jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
            let frozen = frozen::freeze(&root, &date, &reason)?;
            say(&format!("{} files frozen in {}\n", frozen.files.len(), walk::shown(&frozen::manifest(&root))))?;
            Ok(Exit::Clean)
        }
        Some(Command::Show { place, which, detector }) => {
            let (transcript, line) = which.one(&place)?;
            say(&show::show(&transcript, line, named(&detector)?.as_ref()))?;
            Ok(Exit::Clean)
        }
        Some(Command::Latency { which, detector, passes, json, report }) => {
            let set = which.load()?;
            let measured = latency::measure(&set, named(&detector)?.as_ref(), passes);
            if let Some(dir) = report {
                write_all(&dir, &[("latency.json", pretty(&measured)?), ("latency.md", latency::markdown(&measured))])?;
            }
            say(&if json { pretty(&measured)? } else { latency::terminal(&measured) })?;
            Ok(Exit::Clean)
        }
        None => evaluate(&args),
    }
}

fn evaluate(args: &Args) -> anyhow::Result<Exit> {
    let old = args.against.as_deref().map(read_report).transpose()?;
    let set = args.which.load()?;
    let scope = Scope { pool: args.how.pool, skip_hard: args.how.hard == "skip" };
    let settings = Settings { scope, prevalence: args.how.prevalence, synthetic: args.which.labels.is_none() };
    let detectors = args.how.detectors()?;
    let calls: Vec<(&str, Calls)> = detectors.iter().map(|d| (d.name(), score::judge(&set, d.as_ref()))).collect();
    let made = report(&set, &calls, settings);
    let title = render::title(&made);
    if let Some(dir) = &args.report {
        let scored: Vec<_> = calls.iter().map(|(name, calls)| (*name, score::score(&set, calls, scope))).collect();
        let mut csv = Vec::new();
        errors::csv(&scored, !args.no_excerpts, &mut csv)?;
        let name = |suffix: &str| format!("{}.{suffix}", made.set.name);
        let files = [
            (name("json"), pretty(&made)?),
            (name("md"), render::markdown(&title, &render::sheets(&made, true))),
            (name("errors.csv"), String::from_utf8_lossy(&csv).into_owned()),
        ];
        write_all(dir, &files)?;
    }
    let mut sheets = render::sheets(&made, false);
    let mut exit = Exit::Clean;
    if let Some(old) = &old {
        if let Some(why) = against::incomparable(old, &made) {
            anyhow::bail!("--against: {why}");
        }
        let moves = against::moves(old, &made, args.tolerance);
        sheets.push(render::moved(&moves));
        if moves.iter().any(|m| m.regression) {
            exit = Exit::Findings;
        }
    }
    say(&if args.json { pretty(&made)? } else { render::terminal(&title, &sheets) })?;
    Ok(exit)
}

impl How {
    fn detectors(&self) -> anyhow::Result<Vec<Box<dyn Detector>>> {
        let mut names: Vec<&str> = Vec::new();
        for name in &self.detectors {
            names.extend(if name == "all" { detector::NAMES.to_vec() } else { vec![&**name] });
        }
        names.dedup();
        names.into_iter().map(named).collect()
    }
}

fn named(name: &str) -> anyhow::Result<Box<dyn Detector>> {
    detector::by_name(name, None).with_context(|| format!("{name}: one detector is needed"))
}

impl Which {
    fn place(&self) -> Place {
        let (Some(labels), Some(corpus)) = (&self.labels, &self.corpus) else {
            return Place::of_project(&self.root, self.set.as_deref().unwrap_or("dev"));
        };
        let folder = labels.parent().and_then(Path::file_name).map(|n| n.to_string_lossy().into_owned());
        let name = folder.unwrap_or_else(|| "labels".to_owned());
        Place { name, labels: labels.clone(), near: self.near.clone(), corpus: corpus.clone() }
    }

    fn load(&self) -> anyhow::Result<LabelledSet> {
        if self.set.as_deref() == Some("heldout") {
            frozen::verify(&self.root)?;
        }
        let place = self.place();
        anyhow::ensure!(
            self.labels.is_some() || place.labels.exists(),
            "{}: not there; run it in the folder of the project, name that with --root, or name a set of your own with --labels and \
             --corpus",
            walk::shown(&place.labels)
        );
        LabelledSet::load_within(&place, &self.bounds.limits())
    }

    /// One transcript, from a set or by its path, and a line.
    fn one(&self, place: &str) -> anyhow::Result<(crate::eval::set::Transcript, u32)> {
        let parsed = place.rsplit_once(':').and_then(|(name, line)| Some((name, line.parse().ok()?)));
        let (name, line) = parsed.with_context(|| format!("{place}: write TRANSCRIPT:LINE, such as session.jsonl:58"))?;
        let path = Path::new(name);
        if path.is_file() {
            return Ok((crate::eval::set::Transcript::open_within(path, &self.bounds.limits())?, line));
        }
        if self.set.as_deref() == Some("heldout") {
            frozen::verify(&self.root)?;
        }
        Ok((crate::eval::set::Transcript::load(&self.place().corpus, name, &self.bounds.limits())?, line))
    }
}

fn read_report(path: &Path) -> anyhow::Result<EvalReport> {
    let what = "a report of `sayso eval --json`";
    let bytes = walk::read::beside(path, what, walk::read::MAX_BYTES)?;
    serde_json::from_slice(&bytes).with_context(|| format!("{}: not {what}", walk::shown(path)))
}

fn pretty(value: &impl serde::Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

fn say(text: &str) -> anyhow::Result<()> {
    Target::Stdout.write(|out| out.write_all(text.as_bytes()))
}

fn write_all(dir: &Path, files: &[(impl AsRef<str>, String)]) -> anyhow::Result<()> {
    std::fs::create_dir_all(dir).with_context(|| walk::shown(dir))?;
    for (name, text) in files {
        Target::open(&dir.join(name.as_ref()))?.write(|out| out.write_all(text.as_bytes()))?;
    }
    Ok(())
}
