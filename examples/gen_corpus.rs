//! Writes a seeded corpus of made-up Claude Code sessions with the byte mix of real ones, for benchmarks:
//!
//!     cargo run --release --example gen_corpus -- OUT_DIR [--bytes 200M] [--big 100M] [--seed 1]
//!
//! The mix (share of bytes): structured copies of results 43 %, progress 21 % (three quarters of it what subagents did), results 13 %,
//! envelopes 11 %, thinking 4.5 %, tool input 3 %, usage 2.5 %, agent text 0.8 % with a claim in every eighth sentence, user text 0.6 %,
//! snapshots 0.6 %. A fifth of the commands are checks. One line in 15,000 holds two records glued together; one file in 100 is a
//! pretty-printed JSON document; `type` stands behind `message` in agent records, as in real files.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// A small seeded generator (xorshift64*): the same seed gives the same corpus on every machine.
pub struct Rng(u64);

impl Rng {
    /// From a seed.
    pub fn seeded(seed: u64) -> Rng {
        Rng(seed | 1 << 40)
    }

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

    /// A length around a median, one in a hundred fifty times as long: what people and agents write.
    fn length(&mut self, median: usize) -> usize {
        match self.below(100) {
            0 => median * 25,
            1..=9 => median * 7,
            10..=49 => median + self.below(median),
            _ => median / 2 + self.below(median / 2 + 1),
        }
    }

    /// A length with a much longer tail: what tools print. The mean is eight times the median.
    fn output(&mut self, median: usize) -> usize {
        match self.below(100) {
            0 => median * 180,
            1..=9 => median * (17 + self.below(46)),
            10..=24 => median * (6 + self.below(9)),
            25..=49 => median * (1 + self.below(4)),
            share => median * share / 100,
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
    "src/ledger/mod.rs:118: warning: unused variable `rest`\n",
    "\"dependencies\": { \"left-pad\": \"^1.3.0\" },\n",
    "    if err != nil { return fmt.Errorf(\"read %s: %w\", name, err) }\n",
    "drwxr-xr-x  4 dev dev  4096 src\n",
    "# Änderungen – Überblick ✅\n",
    "\t\tfor (const entry of entries) {\n\t\t\tif (!entry.amount) continue;\n",
    "    }\n\n    #[test]\n    fn keeps_sign() {\n        assert_eq!(parse(\"-1\").unwrap().amount, -1);\n    }\n",
];
/// Sentences without a claim.
const TALK: &[&str] = &[
    "Let me look at how the parser handles empty lines. ",
    "The amounts are kept as integers, so rounding happens once. ",
    "I'll run the tests next. ",
    "Next I will look at the importer. ",
    "There are two places that call it → both need the flag. ",
    "Now let me check the configuration. ",
    "The importer reads a row at a time and keeps the last balance in `state.balance`. ",
    "It looks like the sign is lost when the amount is negative and has a thousands separator. ",
    "\n\n## Plan\n\n1. Read the current code\n2. Find where the sign is lost\n3. Write a test for it\n\n",
    "\n\n- `src/ledger/mod.rs` holds the parser\n- `src/ledger/import.rs` calls it for each row\n\n",
    "Should the importer skip such a row, or stop — what do you prefer? ",
    "```rust\nlet total = rows.iter().map(|r| r.amount).sum::<i64>();\n```\n",
    "This would need a migration, because old rows carry no currency. ",
    "The error comes from the second call, where the buffer is empty. ",
    "If the test fails again, I would look at the cache first. ",
    "| case | input | expected |\n|---|---|---|\n| empty | `\"\"` | an error |\n| sign | `-1` | kept |\n\n",
    "Good, that explains the numbers in the report. ",
    "Ich sehe mir zuerst den Aufrufer an. ",
    "The function takes a path and returns the rows it could read. ",
    "I need to see how the other command does it. ",
];
/// Sentences with one.
const CLAIMS: &[&str] = &[
    "All tests pass. ",
    "I updated `src/ledger/m7.rs` to keep the sign. ",
    "Committed as 4be19d0. ",
    "The build succeeds — no warnings. ",
    "Done. ",
    "I fixed the rounding in `src/ledger/m3.rs`. ",
    "The linter is clean and 42 tests passed. ",
    "I created `src/ledger/m12.rs` with the new type. ",
    "I verified that the totals are right. ",
    "Pushed to `main`. ",
];
/// Command lines, and what they print; nothing where they print text of any kind.
const COMMANDS: &[(&str, &[&str])] = &[
    (
        "cargo test",
        &[
            "running 2 tests\ntest orders::keeps_sign ... ok\ntest orders::empty ... ok\n\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n",
        ],
    ),
    ("npm test -- --run", &[" Test Files  3 passed (3)\n      Tests  42 passed (42)\n   Duration  1.02s\n"]),
    (
        "cd /home/dev/ledger && pytest -q 2>&1 | tail -20",
        &["..F...\nFAILED tests/test_orders.py::test_sign - assert 1 == -1\n1 failed, 5 passed in 0.12s\n"],
    ),
    ("cargo build 2>&1 | tail -5", &["    Finished `dev` profile [unoptimized + debuginfo] target(s) in 3.02s\n"]),
    ("git commit -am 'Keep the sign'", &["[main 4be19d0] Keep the sign\n 2 files changed, 14 insertions(+), 3 deletions(-)\n"]),
    ("git status", &["On branch main\nYour branch is up to date with 'origin/main'.\n\nnothing to commit, working tree clean\n"]),
    ("git diff HEAD~1 -- src/ledger", &[]),
    ("git log --oneline -20", &["4be19d0 Keep the sign\n1c9fe2a Read rows one at a time\n"]),
    ("rg -n total src", &[]),
    ("ls -la src && cat src/ledger/mod.rs", &[]),
    ("grep -rn \"fn parse\" src | head -20", &[]),
    ("cat <<'EOF' > /tmp/rows.csv\na,1\nb,-2\nEOF\nwc -l /tmp/rows.csv", &[]),
    ("gh pr view 12 --json title,body", &[]),
    ("sed -n '100,160p' src/ledger/import.rs", &[]),
    ("for f in src/ledger/*.rs; do echo \"== $f\"; head -20 \"$f\"; done", &[]),
    ("find . -name '*.csv' -not -path './target/*' | wc -l", &[]),
    ("python3 - <<'EOF'\nimport csv\nprint(sum(int(r[1]) for r in csv.reader(open('rows.csv'))))\nEOF", &[]),
    ("mkdir -p out && cp rows.csv out/", &[]),
    ("curl -s localhost:8080/health", &[]),
    ("cargo doc --no-deps 2>&1 | tail -3", &[]),
];

fn text(rng: &mut Rng, from: &[&str], len: usize) -> String {
    let mut s = String::with_capacity(len + 80);
    while s.len() < len {
        s.push_str(rng.pick(from));
    }
    s
}

/// What an agent says: one sentence in eight holds a claim.
fn prose(rng: &mut Rng, len: usize) -> String {
    let mut s = String::with_capacity(len + 80);
    while s.len() < len {
        let from = if rng.below(8) == 0 { CLAIMS } else { TALK };
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
            "\"parentUuid\":\"{a:016x}-0000-4000-8000-0000\",\"isSidechain\":false,\"userType\":\"external\",\"cwd\":\"/home/dev/work/projects/ledger\",\"sessionId\":\"{}\",\"version\":\"2.1.42\",\"gitBranch\":\"main\",\"slug\":\"quiet-lake\"",
            self.session
        ) + &format!(
            ",\"uuid\":\"{b:016x}-4000-8000-0000-{:04}\",\"timestamp\":\"2026-02-14T{:02}:{:02}:{:02}.000Z\"",
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

    fn message(&mut self, block: &str) -> String {
        let id = self.rng.next();
        format!(
            "{{\"model\":\"claude-opus-4-6\",\"id\":\"msg_01{id:022x}\",\"type\":\"message\",\"role\":\"assistant\",\"content\":[{block}],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{{\"input_tokens\":3,\"cache_creation_input_tokens\":412,\"cache_read_input_tokens\":68122,\"cache_creation\":{{\"ephemeral_5m_input_tokens\":0,\"ephemeral_1h_input_tokens\":412}},\"output_tokens\":{},\"service_tier\":\"standard\",\"inference_geo\":\"not_available\"}}}}",
            id % 900
        )
    }

    fn assistant(&mut self, block: &str) {
        let (env, message, id) = (self.envelope(), self.message(block), self.rng.next());
        self.line(format!("{{{env},\"message\":{message},\"requestId\":\"req_011{id:022x}\",\"type\":\"assistant\"}}"));
    }

    /// A user's record with a result in it, as it stands in a session and within the progress of a subagent.
    fn result(id: &str, text: &str) -> String {
        format!(
            "{{\"role\":\"user\",\"content\":[{{\"tool_use_id\":\"{id}\",\"type\":\"tool_result\",\"content\":{},\"is_error\":false}}]}}",
            quoted(text)
        )
    }

    fn round(&mut self) {
        let id = self.rng.next();
        if self.rng.below(2) == 0 {
            let len = self.rng.length(1300);
            let t = text(self.rng, TALK, len);
            self.assistant(&format!("{{\"type\":\"thinking\",\"thinking\":{},\"signature\":\"{:0400x}\"}}", quoted(&t), id));
        }
        let len = self.rng.length(140);
        let say = prose(self.rng, len);
        self.assistant(&format!("{{\"type\":\"text\",\"text\":{}}}", quoted(&say)));
        for i in 0..1 + self.rng.below(3) {
            self.call(&format!("toolu_{id:016x}{i}"));
        }
    }

    fn call(&mut self, id: &str) {
        let kind = self.rng.below(54);
        let len = self.rng.output(300);
        let mut result = None;
        let (name, input) = match kind {
            0 => ("Agent", format!("{{\"description\":\"Look\",\"prompt\":{}}}", quoted(&text(self.rng, TALK, 900)))),
            1..=18 => {
                let (command, prints) = COMMANDS[self.rng.below(COMMANDS.len())];
                result = prints.first().map(|p| (*p).to_owned());
                ("Bash", format!("{{\"command\":{},\"description\":\"Run it\"}}", quoted(command)))
            }
            19..=32 => {
                result = Some(String::from("The file /home/dev/ledger/src/m1.rs has been updated successfully."));
                ("Edit", self.edit())
            }
            33..=40 => {
                ("Grep", format!("{{\"pattern\":\"total\",\"path\":\"/home/dev/ledger/src/m{}.rs\"}}", self.rng.below(40)))
            }
            _ => ("Read", format!("{{\"file_path\":\"/home/dev/ledger/src/m{}.rs\"}}", self.rng.below(40))),
        };
        self.assistant(&format!("{{\"type\":\"tool_use\",\"id\":\"{id}\",\"name\":\"{name}\",\"input\":{input}}}"));
        self.hook(id);
        match name {
            "Bash" => (0..self.rng.below(5)).for_each(|_| self.output(id)),
            "Agent" => self.subagent(id),
            _ => {}
        }
        // What has a fixed text is answered by more of something else, so that the share of results stays.
        let result = result.unwrap_or_else(|| text(self.rng, CODE, len * 3 / 2));
        let copy = text(self.rng, CODE, len * 3);
        let env = self.envelope();
        self.line(format!(
            "{{{env},\"type\":\"user\",\"message\":{},\"toolUseResult\":{{\"stdout\":{},\"stderr\":\"\",\"interrupted\":false,\"isImage\":false}},\"sourceToolAssistantUUID\":\"{:016x}\"}}",
            Self::result(id, &result),
            quoted(&copy),
            self.n
        ));
    }

    fn hook(&mut self, id: &str) {
        if self.rng.below(2) == 0 {
            let env = self.envelope();
            self.line(format!("{{{env},\"type\":\"progress\",\"data\":{{\"type\":\"hook_progress\",\"hookEvent\":\"PostToolUse\",\"hookName\":\"PostToolUse:Bash\",\"command\":\"callback\"}},\"parentToolUseID\":\"{id}\",\"toolUseID\":\"{id}\"}}"));
        }
    }

    fn output(&mut self, id: &str) {
        let env = self.envelope();
        let len = self.rng.length(250);
        let full = quoted(&text(self.rng, CODE, len));
        self.line(format!("{{{env},\"type\":\"progress\",\"data\":{{\"type\":\"bash_progress\",\"output\":\"\",\"fullOutput\":{full},\"elapsedTimeSeconds\":2,\"totalLines\":9}},\"toolUseID\":\"bash-progress-0\",\"parentToolUseID\":\"{id}\"}}"));
    }

    /// What a subagent does, as records within the progress records of its parent.
    fn subagent(&mut self, id: &str) {
        let (agent, prompt) = (self.rng.next() & 0xff_ffff, quoted(&text(self.rng, TALK, 1000)));
        for i in 0..12 + self.rng.below(14) {
            let inner = format!("toolu_{agent:016x}{}", i / 2);
            let message = if i % 2 == 0 {
                let input = format!("{{\"file_path\":\"/home/dev/ledger/src/m{}.rs\"}}", self.rng.below(40));
                let block = format!("{{\"type\":\"tool_use\",\"id\":\"{inner}\",\"name\":\"Read\",\"input\":{input}}}");
                format!("\"type\":\"assistant\",\"message\":{}", self.message(&block))
            } else {
                let len = self.rng.output(1350);
                format!("\"type\":\"user\",\"message\":{}", Self::result(&inner, &text(self.rng, CODE, len)))
            };
            let (env, uuid) = (self.envelope(), self.rng.next());
            self.line(format!("{{{env},\"type\":\"progress\",\"data\":{{\"message\":{{{message},\"uuid\":\"{uuid:016x}\",\"timestamp\":\"2026-02-14T09:00:00.000Z\"}},\"normalizedMessages\":[],\"type\":\"agent_progress\",\"prompt\":{prompt},\"agentId\":\"a{agent:06x}\"}},\"toolUseID\":\"agent_msg_{uuid:x}\",\"parentToolUseID\":\"{id}\"}}"));
        }
    }

    fn edit(&mut self) -> String {
        let (old, new) = (self.rng.length(300), self.rng.length(420));
        let (old, new) = (quoted(&text(self.rng, CODE, old)), quoted(&text(self.rng, CODE, new)));
        format!("{{\"file_path\":\"/home/dev/ledger/src/m{}.rs\",\"old_string\":{old},\"new_string\":{new}}}", self.rng.below(40))
    }

    fn prompt(&mut self) {
        let env = self.envelope();
        let len = self.rng.length(480);
        let t = quoted(&text(self.rng, TALK, len));
        self.line(format!("{{{env},\"type\":\"user\",\"message\":{{\"role\":\"user\",\"content\":{t}}}}}"));
        let mut snapshot = String::from(
            "{\"type\":\"file-history-snapshot\",\"messageId\":\"m\",\"snapshot\":{\"messageId\":\"m\",\"trackedFileBackups\":{",
        );
        for i in 0..12 {
            let comma = if i == 0 { "" } else { "," };
            let _ =
                write!(snapshot, "{comma}\"src/m{i}.rs\":{{\"backupFileName\":\"{:016x}@v1\",\"version\":1}}", self.rng.next());
        }
        snapshot.push_str("},\"timestamp\":\"2026-02-14T07:00:00.000Z\"},\"isSnapshotUpdate\":false}");
        self.line(snapshot);
        let env = self.envelope();
        self.line(format!("{{{env},\"type\":\"system\",\"subtype\":\"stop_hook_summary\",\"hookCount\":1,\"hookInfos\":[{{\"command\":\"callback\"}}],\"hookErrors\":[],\"preventedContinuation\":false,\"stopReason\":\"\",\"hasOutput\":false,\"level\":\"suggestion\"}}"));
        self.line(format!("{{\"type\":\"queue-operation\",\"operation\":\"dequeue\",\"timestamp\":\"2026-02-14T07:00:00.000Z\",\"sessionId\":\"{}\"}}", self.session));
    }
}

/// One session of about so many bytes.
pub fn session(rng: &mut Rng, bytes: usize) -> String {
    let id = format!("{:016x}-0000-4000-8000-0000", rng.next());
    let mut w = Writer { rng, session: id, n: 0, out: String::with_capacity(bytes + 100_000) };
    while w.out.len() < bytes {
        w.prompt();
        for _ in 0..1 + w.rng.below(8) {
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
    let mut rng = Rng::seeded(option("--seed").unwrap_or(1) as u64);
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
