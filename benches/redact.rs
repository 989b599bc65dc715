//! Throughput of the redactor: learning, writing and searching again, in bytes of the source.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sayso::export::native::{Policy, learn, write};
use sayso::export::residual;
use sayso::redact::{Key, Profile, Redactor};
use std::hint::black_box;

/// A made-up session of about four megabytes.
fn session() -> Vec<u8> {
    let output =
        "   Compiling tidepool v0.1.0 (/home/mvantorpe/src/tidepool)\nwarning: unused variable: `x`\n  --> src/ledger.rs:41:9\n\
        test ledger::tests::rounds_half_to_even ... ok\ntest result: ok. 41 passed; 0 failed; 0 ignored; finished in 0.42s\n"
            .repeat(12);
    let line = |i: usize| {
        let record = serde_json::json!({
            "type": "user", "cwd": "/home/mvantorpe/src/tidepool", "sessionId": "7bc511e9-36db-4554-9744-460971f6f100", "uuid": format!("{i:036}"),
            "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": format!("toolu_{i}"), "content": output}]},
            "toolUseResult": {"stdout": output, "stderr": "", "interrupted": false},
        });
        format!("{record}\n")
    };
    (0..600).map(line).collect::<String>().into_bytes()
}

fn redact(c: &mut Criterion) {
    let bytes = session();
    let policy = Policy { profile: Profile::Share, keep_images: false };
    let mut group = c.benchmark_group("redact");
    group.throughput(Throughput::Bytes(bytes.len() as u64)).sample_size(10);
    group.bench_function("learn", |b| b.iter(|| learn(black_box(&bytes), policy)));
    group.bench_function("whole", |b| {
        b.iter(|| {
            let mut redactor = Redactor::new(Profile::Share, Key::new(b"bench"));
            let mut learnt = learn(black_box(&bytes), policy);
            redactor.absorb(std::mem::take(&mut learnt.gathered));
            redactor.seal();
            let (out, _) = write(&bytes, &learnt, &redactor);
            residual::check(&bytes, &out, &redactor, false)
        });
    });
    group.finish();
}

criterion_group!(benches, redact);
criterion_main!(benches);
