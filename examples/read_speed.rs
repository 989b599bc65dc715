//! How fast files are read, and what is in them: `cargo run --release --example read_speed -- [--counts] FILES…`.
//!
//! Files are loaded first, so that reading alone is timed. `--counts` prints a row a file instead.

use sayso::transcript::{EventKind, Limits, Mark, Session, Status, detect, read_with};
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let counts = args.first().is_some_and(|a| a == "--counts");
    if counts {
        args.remove(0);
    }
    let files: Vec<(String, Vec<u8>)> =
        args.into_iter().map(|path| std::fs::read(&path).map(|bytes| (path, bytes))).collect::<Result<_, _>>()?;
    if counts {
        files.iter().for_each(|(path, bytes)| row(path, bytes));
        return Ok(());
    }
    let bytes: usize = files.iter().map(|(_, b)| b.len()).sum();
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        let events: usize = files.iter().flat_map(|(_, b)| sessions(b)).map(|s| s.events.len()).sum();
        let seconds = start.elapsed().as_secs_f64();
        best = best.min(seconds);
        println!("{events} events, {bytes} bytes, {seconds:.3} s, {:.0} MB/s", bytes as f64 / seconds / 1e6);
    }
    println!("best {:.0} MB/s", bytes as f64 / best / 1e6);
    Ok(())
}

fn sessions(bytes: &[u8]) -> Vec<Session> {
    match detect::detect(&bytes[..bytes.len().min(detect::HEAD)]) {
        Some(source) => read_with(source, bytes, &Limits::default()),
        None => Vec::new(),
    }
}

fn row(path: &str, bytes: &[u8]) {
    for s in sessions(bytes) {
        let count = |f: fn(&EventKind) -> bool| s.events.iter().filter(|e| f(&e.kind)).count();
        let status =
            |want: Status| s.events.iter().filter(|e| matches!(&e.kind, EventKind::Result(r) if r.status == want)).count();
        println!(
            "{path}\t{}\tsay {}\tcall {}\tresult {}\tuser {}\tmark {}\tdenied {}\trunning {}\tunknown {}\tends {}\trecords {}\tbad {}\t{:?}",
            s.source.name(),
            count(|k| matches!(k, EventKind::Say(_))),
            count(|k| matches!(k, EventKind::Call(_))),
            count(|k| matches!(k, EventKind::Result(_))),
            count(|k| matches!(k, EventKind::User(_))),
            count(|k| matches!(k, EventKind::Mark(_))),
            status(Status::Denied),
            status(Status::Running),
            status(Status::Unknown),
            count(|k| matches!(k, EventKind::Mark(Mark::TaskEnd { .. }))),
            s.notes.records,
            s.notes.bad_line_count,
            s.notes.bad_lines.first(),
        );
    }
}
