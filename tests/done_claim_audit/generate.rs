//! Transcripts and globs made at random from a fixed seed.

/// A small generator of pseudo-random numbers (xorshift64*).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

const PHRASES: &[&str] = &[
    "all tests pass",
    "tests passed",
    "all 42 tests passing",
    "all tests passing",
    "all  tests passing",
    "everything is green",
    "all green",
    "2 failed",
    "FAILED tests/a.py",
    "AssertionError: x",
    "test failed",
    "tests failed",
    "ERROR: test_x",
    "failures: 0",
    "failures: 3",
    "failure:\t9",
    "failures:1x",
    "failed_",
    "updated src/app.py",
    "fixed the a.rs",
    "changed a b.txt",
    "edited ./docs/../app.py",
    "patched /etc/passwd.txt",
    "modified ../x.md",
    "updated café.py",
    "fixed new.name.tsx and edited other.go",
    "updated app.pyc",
    "changed -x.sh",
    "modified link/x.md",
    "edited loop/x.md",
    "updated renamed.py",
    "fixed untracked.txt",
    "no changes needed",
    "no edits made",
    "no modifications required",
    "no changes  necessary",
    "done",
    "all done",
    "complete",
    "completed",
    "finished",
    "shipped",
    "undone",
    "verified",
    "confirmed",
    "validated",
    "pytest -q",
    "npx foo test",
    "npx\u{a0}test",
    "cargo test",
    "rspec",
    "unittest",
    "hello world",
    "TODO",
];

const GLUE: &[&str] = &[
    " ",
    " ",
    " ",
    ". ",
    "",
    "_",
    "-",
    "\t",
    "\u{a0}",
    "\u{3000}",
    "\u{301}",
    "\u{b2}",
    "é",
    "\u{200d}",
    "\u{203f}",
    "中",
    "٣",
    "\u{1f}",
    "\u{345}",
    "ⅷ",
    "\u{7f}",
    "\u{0}",
    "'",
    "\"",
    "\\",
    "\u{1F600}",
    "ſ",
    "\u{212A}",
    "<b>",
    "=1+1",
];

const LINE_ENDS: &[&str] = &[
    "\n", "\n", "\n", "\n", "\r\n", "\r", "\u{b}", "\u{c}", "\u{1c}", "\u{1d}", "\u{1e}", "\u{85}", "\u{2028}", "\u{2029}",
    "\n\n", "\r\r\n",
];

const SCALARS: &[&str] = &[
    "1",
    "-0",
    "1.5e3",
    "1E-400",
    "1e999",
    "NaN",
    "Infinity",
    "-Infinity",
    "true",
    "null",
    "01",
    "1.",
    "-",
    ".5",
    "+1",
    "nul",
    "0x1",
    "1_0",
    "٣",
    "- 1",
];

const ESCAPES: &[&str] = &[
    "\\n",
    "\\t",
    "\\u0041",
    "\\ud83d\\ude00",
    "\\ud83d",
    "\\ude00",
    "\\ud83dx",
    "\\udcff",
    "\\u2028",
    "\\u000c",
    "\\\"",
    "\\\\",
    "\\/",
    "\\b",
    "\\x",
    "\\u12",
    "\\uD83D\\u0041",
    "\\u00e9",
    "\\u0130",
    "\\u017f",
    "\\ud83d\\ud83d\\ude00",
];

fn phrase(r: &mut Random) -> String {
    let base = r.pick(PHRASES);
    match r.below(8) {
        0 => base.to_uppercase(),
        1 => base.replace('i', "İ").replace('s', "ſ"),
        2 => base.replace('i', "ı").replace('k', "\u{212A}"),
        3 => base.chars().map(|c| if r.one_in(2) { c.to_ascii_uppercase() } else { c }).collect(),
        4 => base.replace(' ', r.pick(&["\u{a0}", "\n", "\t", "  ", "\u{1c}", "\u{2003}"])),
        _ => base.to_owned(),
    }
}

fn prose(r: &mut Random) -> String {
    (0..r.below(5)).map(|_| format!("{}{}", phrase(r), r.pick(GLUE))).collect()
}

fn json_text(r: &mut Random) -> String {
    let mut out = String::from("\"");
    for c in prose(r).chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if (c as u32) < 0x20 && !r.one_in(12) => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
        if r.one_in(60) {
            out.push_str(r.pick(ESCAPES));
        }
    }
    out + "\""
}

fn json_value(r: &mut Random, depth: usize) -> String {
    let many = r.below(4);
    match r.below(if depth == 0 { 4 } else { 7 }) {
        0..=2 => json_text(r),
        3 => r.pick(SCALARS).to_owned(),
        4 => format!("[{}]", (0..many).map(|_| json_value(r, depth - 1)).collect::<Vec<_>>().join(r.pick(&[",", ", ", " ,\t"]))),
        _ => {
            let pairs: Vec<String> = (0..many)
                .map(|_| {
                    format!(
                        "{}{}{}",
                        r.pick(&["\"a\"", "\"b\"", "\"\\u0061\"", "\"\"", "\"c\""]),
                        r.pick(&[":", " : "]),
                        json_value(r, depth - 1)
                    )
                })
                .collect();
            format!("{{{}}}", pairs.join(","))
        }
    }
}

fn json_line(r: &mut Random) -> String {
    let mut line = match r.below(3) {
        0 => format!("[{}]", (0..r.below(4)).map(|_| json_value(r, 2)).collect::<Vec<_>>().join(",")),
        _ => format!("{{\"type\":{},\"x\":{}}}", json_text(r), json_value(r, 3)),
    };
    match r.below(14) {
        0 => {
            let mut at = r.below(line.len() + 1);
            while !line.is_char_boundary(at) {
                at -= 1;
            }
            line.truncate(at);
        }
        1 => line.push_str(r.pick(&[" ", "x", ",", "{}", "\u{feff}"])),
        2 => line.insert_str(0, r.pick(&["\u{feff}", " ", "\t", "\u{a0}"])),
        3 => line = line.replace('}', ",}"),
        _ => {}
    }
    line
}

fn special_line(r: &mut Random) -> String {
    let depth = r.pick(&[5, 900, 992, 993, 994, 995, 1500]);
    match r.below(6) {
        0 => "[".repeat(depth) + "\"all tests pass\"" + &"]".repeat(depth),
        1 => "{\"a\":".repeat(depth) + "\"done\"" + &"}".repeat(depth),
        2 => "[".repeat(depth),
        3 => format!("{{\"n\":{},\"s\":\"done\"}}", "7".repeat(r.pick(&[10, 4299, 4300, 4301, 9000]))),
        4 => format!("updated {}.py", "a".repeat(r.pick(&[100, 250, 252, 253, 300, 5000]))),
        _ => format!("{{\"s\":{}}}", json_text(r)),
    }
}

/// The bytes of a transcript.
pub fn transcript(r: &mut Random) -> Vec<u8> {
    let mut out = Vec::new();
    let many = if r.one_in(60) { 520 + r.below(60) } else { r.below(8) };
    for _ in 0..many {
        let line = match r.below(20) {
            0 if many < 100 && r.one_in(3) => special_line(r),
            0..=8 => json_line(r),
            9 => String::new(),
            _ => prose(r),
        };
        out.extend(line.into_bytes());
        if r.one_in(30) {
            out.extend(r.pick(&[&b"\xff"[..], b"\xed\xa0\x80", b"\xc3", b"\xf0\x9f\x98", b"\xe2\x80", b"\xc0\xaf"]).iter());
        }
        out.extend(r.pick(LINE_ENDS).bytes());
    }
    out
}

/// Globs for `--ignore`.
pub fn globs(r: &mut Random) -> Vec<String> {
    const PIECES: &[&str] = &[
        "*", "?", "done", "all", ".py", "[a-c]", "[!a-c]", "[z-a]", "[]", "[!", "[^a]", "[a-]", "\\", "[[]", "é", "[&&~~||]",
        "[--a]", "[b-a!-z]", "*.md", " ",
    ];
    (0..r.below(3)).map(|_| (0..1 + r.below(4)).map(|_| r.pick(PIECES)).collect()).collect()
}
