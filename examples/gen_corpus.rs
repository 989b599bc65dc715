//! Writes a seeded corpus of made-up Claude Code sessions with the byte mix of real ones, for benchmarks:
//!
//!     cargo run --release --example gen_corpus -- OUT_DIR [--bytes 200M] [--big 100M] [--seed 1]
//!
//! The mix (share of bytes): structured copies of results 43 %, progress 21 %, results 13 %, envelopes 11 %, thinking 4.5 %, tool input 3 %,
//! usage 2.5 %, agent text 0.8 %, user text 0.6 %, snapshots 0.6 %. One line in 15,000 holds two records glued together; one file in 100 is
//! a pretty-printed JSON document; `type` stands behind `message` in agent records, as in real files.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// A small seeded generator (xorshift64*): the same seed gives the same corpus on every machine.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// A length with a long tail around a median: most are short, one in a hundred is fifty times as long.
    fn length(&mut self, median: usize) -> usize {
        match self.below(100) {
            0 => median * 50,
            1..=9 => median * 6,
            10..=49 => median + self.below(median),
            _ => median / 2 + self.below(median / 2 + 1),
        }
    }
}

const CODE: &[&str] = &[
    "fn parse(input: &str) -> Result<Order, Error> {\n",
    "    let total = lines.iter().map(|l| l.amount).sum();\n",
    "import { useState } from 'react';\n",
    "def load(path: Path) -> list[Row]:\n",
    "    return [Row(*r) for r in csv.reader(open(path))]\n",
    "// keep the order of the input → stable output\n",
    "test orders::keeps_sign ... ok\n",
    "src/ledger/mod.rs:118: warning: unused variable `rest`\n",
    "\"dependencies\": { \"left-pad\": \"^1.3.0\" },\n",
    "    if err != nil { return fmt.Errorf(\"read %s: %w\", name, err) }\n",
    "drwxr-xr-x  4 dev dev  4096 src\n",
    "# Änderungen – Überblick ✅\n",
];
const TALK: &[&str] = &[
    "Let me look at how the parser handles empty lines. ",
    "The amounts are kept as integers, so rounding happens once. ",
    "I'll run the tests next. ",
    "All tests pass. ",
    "I updated `src/ledger/mod.rs` to keep the sign. ",
    "Committed as 4be19d0. ",
    "The build succeeds — no warnings. ",
    "Next I will look at the importer. ",
    "Done. ",
    "There are two places that call it → both need the flag. ",
];
const COMMANDS: &[&str] = &[
    "cargo test",
    "git status",
    "rg -n total src",
    "npm test -- --run",
    "pytest -q",
    "ls -la src",
    "git commit -am 'Keep the sign'",
];

fn text(rng: &mut Rng, from: &[&str], len: usize) -> String {
    let mut s = String::with_capacity(len + 80);
    while s.len() < len {
        s.push_str(rng.pick(from));
    }
    s
}

fn quoted(s: &str) -> String {
    serde_json::Value::from(s).to_string()
}

/// One session, written record by record.
struct Writer<'r> {
    rng: &'r mut Rng,
    session: String,
    n: u64,
    out: String,
}

impl Writer<'_> {
    fn envelope(&mut self) -> String {
        self.n += 1;
        let (a, b) = (self.rng.next(), self.rng.next());
        format!(
            "\"parentUuid\":\"{a:016x}-0000\",\"isSidechain\":false,\"userType\":\"external\",\"cwd\":\"/home/dev/ledger\",\"sessionId\":\"{}\",\"version\":\"2.1.42\",\"gitBranch\":\"main\",\"slug\":\"quiet-lake\"",
            self.session
        ) + &format!(
            ",\"uuid\":\"{b:016x}-{:04}\",\"timestamp\":\"2026-02-14T{:02}:{:02}:{:02}.000Z\"",
            self.n,
            self.n / 3600 % 24,
            self.n / 60 % 60,
            self.n % 60
        )
    }

    fn line(&mut self, body: String) {
        self.out.push_str(&body);
        if self.rng.below(15_000) != 0 {
            self.out.push('\n');
        }
    }

    fn assistant(&mut self, block: String) {
        let (env, id) = (self.envelope(), self.rng.next());
        self.line(format!(
            "{{{env},\"message\":{{\"model\":\"claude-opus-4-6\",\"id\":\"msg_{id:016x}\",\"type\":\"message\",\"role\":\"assistant\",\"content\":[{block}],\"stop_reason\":null,\"usage\":{{\"input_tokens\":3,\"cache_creation_input_tokens\":412,\"cache_read_input_tokens\":68122,\"output_tokens\":{},\"service_tier\":\"standard\"}}}},\"requestId\":\"req_{id:x}\",\"type\":\"assistant\"}}",
            id % 900
        ));
    }

    fn round(&mut self) {
        let id = self.rng.next();
        let thinking = self.rng.length(800);
        let t = text(self.rng, TALK, thinking);
        self.assistant(format!("{{\"type\":\"thinking\",\"thinking\":{},\"signature\":\"{:064x}\"}}", quoted(&t), id));
        let say = self.rng.length(90);
        let t = text(self.rng, TALK, say);
        self.assistant(format!("{{\"type\":\"text\",\"text\":{}}}", quoted(&t)));
        for i in 0..1 + self.rng.below(2) {
            self.call(&format!("toolu_{id:016x}{i}"));
        }
    }

    fn call(&mut self, id: &str) {
        let (name, input) = match self.rng.below(3) {
            0 => ("Bash", format!("{{\"command\":{},\"description\":\"Run it\"}}", quoted(self.rng.pick(COMMANDS)))),
            1 => ("Edit", self.edit()),
            _ => ("Read", format!("{{\"file_path\":\"/home/dev/ledger/src/m{}.rs\"}}", self.rng.below(40))),
        };
        self.assistant(format!("{{\"type\":\"tool_use\",\"id\":\"{id}\",\"name\":\"{name}\",\"input\":{input}}}"));
        for _ in 0..self.rng.below(3) {
            let env = self.envelope();
            let len = self.rng.length(1700);
            let full = quoted(&text(self.rng, CODE, len));
            self.line(format!("{{{env},\"type\":\"progress\",\"data\":{{\"type\":\"bash_progress\",\"output\":\"\",\"fullOutput\":{full},\"elapsedTimeSeconds\":2,\"totalLines\":9}},\"toolUseID\":\"bash-progress-0\",\"parentToolUseID\":\"{id}\"}}"));
        }
        let len = self.rng.length(1250);
        let result = text(self.rng, CODE, len);
        let copy = text(self.rng, CODE, len * 5 / 2);
        let env = self.envelope();
        self.line(format!(
            "{{{env},\"type\":\"user\",\"message\":{{\"role\":\"user\",\"content\":[{{\"tool_use_id\":\"{id}\",\"type\":\"tool_result\",\"content\":{},\"is_error\":false}}]}},\"toolUseResult\":{{\"stdout\":{},\"stderr\":\"\",\"interrupted\":false,\"isImage\":false}}}}",
            quoted(&result),
            quoted(&copy)
        ));
    }

    fn edit(&mut self) -> String {
        let (old, new) = (self.rng.length(250), self.rng.length(350));
        let (old, new) = (quoted(&text(self.rng, CODE, old)), quoted(&text(self.rng, CODE, new)));
        format!("{{\"file_path\":\"/home/dev/ledger/src/m{}.rs\",\"old_string\":{old},\"new_string\":{new}}}", self.rng.below(40))
    }

    fn prompt(&mut self) {
        let env = self.envelope();
        let len = self.rng.length(150);
        let t = quoted(&text(self.rng, TALK, len));
        self.line(format!("{{{env},\"type\":\"user\",\"message\":{{\"role\":\"user\",\"content\":{t}}}}}"));
        let mut snapshot = String::from(
            "{\"type\":\"file-history-snapshot\",\"messageId\":\"m\",\"snapshot\":{\"messageId\":\"m\",\"trackedFileBackups\":{",
        );
        for i in 0..8 {
            let comma = if i == 0 { "" } else { "," };
            let _ =
                write!(snapshot, "{comma}\"src/m{i}.rs\":{{\"backupFileName\":\"{:016x}@v1\",\"version\":1}}", self.rng.next());
        }
        snapshot.push_str("},\"timestamp\":\"2026-02-14T07:00:00.000Z\"},\"isSnapshotUpdate\":false}");
        self.line(snapshot);
    }
}

fn session(rng: &mut Rng, bytes: usize) -> String {
    let id = format!("{:016x}", rng.next());
    let mut w = Writer { rng, session: id, n: 0, out: String::with_capacity(bytes + 100_000) };
    while w.out.len() < bytes {
        w.prompt();
        for _ in 0..1 + w.rng.below(20) {
            w.round();
        }
    }
    w.out
}

/// A session of another program that is one JSON document over many lines.
fn document(rng: &mut Rng) -> String {
    let mut s = format!("{{\n  \"sessionId\": \"{:x}\",\n  \"messages\": [\n", rng.next());
    for i in 0..200 {
        let _ = writeln!(
            s,
            "    {{\n      \"id\": {i},\n      \"content\": {}\n    }}{}",
            quoted(&text(rng, TALK, 120)),
            if i == 199 { "" } else { "," }
        );
    }
    s + "  ]\n}\n"
}

fn size(arg: &str) -> usize {
    let (digits, unit) = arg.split_at(arg.trim_end_matches(|c: char| c.is_alphabetic()).len());
    let n: usize = digits.parse().unwrap_or_else(|_| fail(&format!("{arg}: not a size; write 200M or 4096")));
    n * match unit {
        "G" => 1 << 30,
        "M" => 1 << 20,
        "K" => 1 << 10,
        _ => 1,
    }
}

fn fail(why: &str) -> ! {
    eprintln!("gen_corpus: {why}");
    std::process::exit(2)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir)?;
    }
    let mut f = BufWriter::new(std::fs::File::create(path)?);
    f.write_all(text.as_bytes())?;
    f.flush()
}

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1)).map(|s| size(s));
    let Some(out) = args.first().filter(|a| !a.starts_with("--")).map(PathBuf::from) else {
        fail("usage: gen_corpus OUT_DIR [--bytes 200M] [--big 100M] [--seed 1]")
    };
    let mut rng = Rng(option("--seed").unwrap_or(1) as u64 | 1 << 40);
    let wanted = option("--bytes").unwrap_or(200 << 20);
    let (mut done, mut n) = (0, 0);
    while done < wanted {
        let text = if n % 100 == 99 {
            document(&mut rng)
        } else {
            let len = rng.length(600_000).min(4 << 20);
            session(&mut rng, len)
        };
        write(&out.join(format!("p{}/{n:05}.jsonl", n % 12)), &text)?;
        done += text.len();
        n += 1;
    }
    if let Some(big) = option("--big") {
        write(&out.join("zz-big.jsonl"), &session(&mut rng, big))?;
    }
    println!("{n} files, {done} bytes in {}", out.display());
    Ok(())
}
