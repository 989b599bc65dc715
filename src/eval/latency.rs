//! How long a detector takes. Times differ from run to run and from machine to machine, so they stand in a report of their own.

use super::render::{self, Sheet};
use super::set::{LabelledSet, Transcript};
use crate::detector::{Detector, Input};
use crate::transcript;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The version of the report format.
pub const LATENCY_SCHEMA: &str = "sayso/latency/v1";

/// What was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LatencyReport {
    /// The version of this format.
    pub schema: String,
    /// The version of sayso.
    pub tool_version: String,
    /// True for a build with optimisation.
    pub optimised: bool,
    /// The detector.
    pub detector: String,
    /// The machine.
    pub machine: Machine,
    /// What the set is called.
    pub set: String,
    /// SHA-256 over the digests and names of the transcripts.
    pub corpus_sha256: String,
    /// Number of transcripts.
    pub transcripts: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Passes, of which the best counts.
    pub passes: u32,
    /// Milliseconds a transcript, from bytes in memory to judged claims.
    pub per_transcript_ms: Percentiles,
    /// Milliseconds a megabyte, over the transcripts.
    pub per_megabyte_ms: Percentiles,
    /// Throughput by number of threads.
    pub throughput: Vec<Throughput>,
    /// Milliseconds from start to end of `sayso --version`, the median; null where it could not be started.
    pub cold_start_ms: Option<f64>,
    /// Peak memory of this process in bytes; null where the system does not say.
    pub peak_memory_bytes: Option<u64>,
}

/// The machine of a measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Machine {
    /// Operating system and architecture.
    pub system: String,
    /// Model of the processor, where the system says.
    pub processor: Option<String>,
    /// Threads that can run at once.
    pub threads: u64,
    /// Load average of the last minute when the measurement began, where the system says: above the number of threads, other work
    /// slowed it down.
    pub load_average: Option<f64>,
}

/// Percentiles, nearest rank.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Percentiles {
    /// Half are no slower.
    pub p50: f64,
    /// Nine in ten are no slower.
    pub p90: f64,
    /// Ninety-nine in a hundred are no slower.
    pub p99: f64,
    /// The slowest.
    pub max: f64,
}

/// Throughput with a number of threads.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Throughput {
    /// Threads.
    pub threads: u64,
    /// Megabytes a second over the whole set.
    pub megabytes_per_second: f64,
}

/// Measures a detector on a set.
pub fn measure(set: &LabelledSet, detector: &dyn Detector, passes: u32) -> LatencyReport {
    let passes = passes.max(1);
    let transcripts: Vec<&Transcript> = set.transcripts.values().collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let machine = machine(cores);
    let best: Vec<Duration> = transcripts.iter().map(|t| fastest(passes, || work(t, detector))).collect();
    let ms = |d: &Duration| d.as_secs_f64() * 1e3;
    let per_megabyte = best.iter().zip(&transcripts).map(|(d, t)| ms(d) / megabytes(t.bytes.len() as u64)).collect();
    LatencyReport {
        schema: LATENCY_SCHEMA.to_owned(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        optimised: !cfg!(debug_assertions),
        detector: detector.name().to_owned(),
        machine,
        set: set.name.clone(),
        corpus_sha256: set.corpus_sha256(),
        transcripts: transcripts.len() as u64,
        bytes: set.bytes(),
        passes,
        per_transcript_ms: percentiles(best.iter().map(ms).collect()),
        per_megabyte_ms: percentiles(per_megabyte),
        throughput: (1..=cores).filter_map(|n| throughput(&transcripts, detector, n, passes)).collect(),
        cold_start_ms: cold_start(),
        peak_memory_bytes: peak_memory(),
    }
}

fn megabytes(bytes: u64) -> f64 {
    bytes.max(1) as f64 / 1e6
}

/// Reading and judging, as for a file whose bytes are in memory.
fn work(transcript: &Transcript, detector: &dyn Detector) -> usize {
    let sessions = transcript::read(transcript.source, &transcript.bytes);
    Input::of_file(&transcript.bytes, &sessions).iter().map(|input| detector.judge_input(input).len()).sum()
}

fn fastest(passes: u32, mut work: impl FnMut() -> usize) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..passes {
        let start = Instant::now();
        std::hint::black_box(work());
        best = best.min(start.elapsed());
    }
    best
}

fn throughput(transcripts: &[&Transcript], detector: &dyn Detector, threads: usize, passes: u32) -> Option<Throughput> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()?;
    let all = || pool.install(|| transcripts.par_iter().map(|t| work(t, detector)).sum());
    let seconds = fastest(passes, all).as_secs_f64().max(1e-9);
    let bytes: u64 = transcripts.iter().map(|t| t.bytes.len() as u64).sum();
    Some(Throughput { threads: threads as u64, megabytes_per_second: three(megabytes(bytes) / seconds) })
}

fn percentiles(mut values: Vec<f64>) -> Percentiles {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let rank = (share * values.len() as f64).ceil() as usize;
        three(values.get(rank.saturating_sub(1)).copied().unwrap_or_default())
    };
    Percentiles { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1.0) }
}

fn three(x: f64) -> f64 {
    (x * 1e3).round() / 1e3
}

fn cold_start() -> Option<f64> {
    let program = std::env::current_exe().ok()?;
    let mut times = Vec::new();
    for _ in 0..21 {
        let start = Instant::now();
        let status = Command::new(&program).arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).status().ok()?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        if !status.success() {
            return None;
        }
    }
    Some(percentiles(times).p50)
}

fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes: u64 = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

fn machine(threads: usize) -> Machine {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find(|l| l.starts_with("model name")).and_then(|l| l.split_once(':'));
    Machine {
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        processor: model.map(|(_, name)| name.trim().to_owned()),
        threads: threads as u64,
        load_average: load_average(),
    }
}

fn load_average() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

const TITLE: &str = "Latency";

/// The report in Markdown.
pub fn markdown(report: &LatencyReport) -> String {
    render::markdown(TITLE, &sheets(report))
}

/// The report for a terminal.
pub fn terminal(report: &LatencyReport) -> String {
    render::terminal(TITLE, &sheets(report))
}

fn sheets(r: &LatencyReport) -> Vec<Sheet> {
    let mut about = Sheet::new("What was measured", &["", "value"]);
    let unknown = || "–".to_owned();
    let rows = [
        ("detector", r.detector.clone()),
        ("sayso", format!("{}{}", r.tool_version, if r.optimised { "" } else { " (built without optimisation)" })),
        ("machine", format!("{}, {}", r.machine.processor.clone().unwrap_or_else(unknown), r.machine.system)),
        ("threads", r.machine.threads.to_string()),
        ("load average at the start", r.machine.load_average.map_or_else(unknown, |l| format!("{l:.2}"))),
        ("set", format!("{}: {} transcripts, {} bytes", r.set, r.transcripts, r.bytes)),
        ("SHA-256 of the corpus", r.corpus_sha256.clone()),
        ("passes, of which the best counts", r.passes.to_string()),
        ("cold start, ms", r.cold_start_ms.map_or_else(unknown, |ms| format!("{ms:.1}"))),
        ("peak memory, MB", r.peak_memory_bytes.map_or_else(unknown, |b| format!("{:.1}", b as f64 / 1e6))),
    ];
    about.rows = rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect();

    let mut times = Sheet::new("Milliseconds", &["", "p50", "p90", "p99", "max"]);
    for (name, p) in [("a transcript", r.per_transcript_ms), ("a megabyte", r.per_megabyte_ms)] {
        let cells = [p.p50, p.p90, p.p99, p.max].map(|x| format!("{x:.3}"));
        times.rows.push([vec![name.to_owned()], cells.to_vec()].concat());
    }
    let mut throughput = Sheet::new("Throughput", &["threads", "MB/s"]);
    throughput.rows =
        r.throughput.iter().map(|t| vec![t.threads.to_string(), format!("{:.1}", t.megabytes_per_second)]).collect();
    vec![about, times, throughput]
}
