//! Throughput of the steps of a scan, each in bytes of its own input: lines, reading, the record, claims, all of it.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sayso::claim;
use sayso::detector::{Detector, RecordDetector};
use sayso::record::Record;
use sayso::transcript::{self, EventKind, Limits, Session, SourceKind};
use std::hint::black_box;
use std::path::Path;

/// The bundled transcripts of Claude Code, repeated to about four megabytes, each time as a file of its own.
fn files() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(bytes) = std::fs::read(&path) {
                found.push((path, bytes));
            }
        }
    }
    found.sort();
    let claude = |bytes: &Vec<u8>| transcript::detect::detect(bytes) == Some(SourceKind::ClaudeCode);
    let files: Vec<Vec<u8>> = found.into_iter().map(|(_, bytes)| bytes).filter(claude).collect();
    let once = size(files.iter().map(Vec::as_slice)).max(1);
    files.iter().cycle().take(files.len() * (4_000_000 / once as usize + 1)).cloned().collect()
}

fn size<'a>(parts: impl Iterator<Item = &'a [u8]>) -> u64 {
    parts.map(|p| p.len() as u64).sum()
}

fn kernels(c: &mut Criterion) {
    let files = files();
    let sessions: Vec<Session> = files.iter().flat_map(|f| transcript::read(SourceKind::ClaudeCode, f)).collect();
    let said = |s: &Session| -> Vec<String> {
        s.events.iter().filter_map(|e| if let EventKind::Say(say) = &e.kind { Some(say.text.clone()) } else { None }).collect()
    };
    let messages: Vec<String> = sessions.iter().flat_map(said).collect();
    let all = size(files.iter().map(Vec::as_slice));

    let mut group = c.benchmark_group("kernels");
    group.throughput(Throughput::Bytes(all)).sample_size(20);
    group.bench_function("lines", |b| {
        b.iter(|| files.iter().map(|f| memchr::memchr_iter(b'\n', black_box(f)).count()).sum::<usize>());
    });
    group.bench_function("read", |b| {
        b.iter(|| files.iter().map(|f| transcript::read(SourceKind::ClaudeCode, black_box(f)).len()).sum::<usize>());
    });
    let strict = Limits { strict: true, ..Limits::default() };
    group.bench_function("read, strict", |b| {
        let read = |f: &Vec<u8>| transcript::read_with(SourceKind::ClaudeCode, black_box(f), &strict).len();
        b.iter(|| files.iter().map(read).sum::<usize>());
    });
    group.bench_function("record", |b| {
        b.iter(|| sessions.iter().map(|s| Record::build(black_box(s)).ops.len()).sum::<usize>());
    });
    group.bench_function("judge", |b| {
        b.iter(|| sessions.iter().map(|s| RecordDetector.judge(black_box(s)).len()).sum::<usize>());
    });
    group.throughput(Throughput::Bytes(size(messages.iter().map(String::as_bytes))));
    group.bench_function("claims", |b| {
        b.iter(|| messages.iter().map(|m| claim::extract(black_box(m)).len()).sum::<usize>());
    });
    group.finish();
}

criterion_group!(benches, kernels);
criterion_main!(benches);
