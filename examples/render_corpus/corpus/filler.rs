//! Looks at files and directories that say nothing of the work: what fills most of a real session.

use super::scenario::{Call, End, Step, What};

struct Language {
    name: &'static str,
    files: &'static [&'static str],
    lines: &'static [&'static str],
}

const LANGUAGES: &[Language] = &[
    Language {
        name: "rust",
        files: &["src/lib.rs", "src/config.rs", "src/cli/mod.rs", "src/store/index.rs", "src/error.rs", "src/net/frame.rs"],
        lines: &[
            "use std::collections::BTreeMap;",
            "use crate::error::Error;",
            "",
            "/// Keeps entries in the order in which they came.",
            "#[derive(Debug, Default)]",
            "pub struct Index {",
            "    entries: BTreeMap<u64, Entry>,",
            "    next: u64,",
            "}",
            "impl Index {",
            "    pub fn insert(&mut self, entry: Entry) -> u64 {",
            "        let id = self.next;",
            "        self.next += 1;",
            "        self.entries.insert(id, entry);",
            "        id",
            "    }",
            "    pub fn get(&self, id: u64) -> Option<&Entry> {",
            "        self.entries.get(&id)",
            "    }",
        ],
    },
    Language {
        name: "python",
        files: &["app/models.py", "app/views.py", "app/settings.py", "app/services/mail.py", "app/tasks.py", "app/util/dates.py"],
        lines: &[
            "from __future__ import annotations",
            "import logging",
            "from dataclasses import dataclass",
            "",
            "log = logging.getLogger(__name__)",
            "",
            "@dataclass(frozen=True)",
            "class Row:",
            "    key: str",
            "    amount: int",
            "",
            "def load(path):",
            "    with open(path, encoding=\"utf-8\") as handle:",
            "        for raw in handle:",
            "            key, _, amount = raw.partition(\",\")",
            "            yield Row(key, int(amount))",
        ],
    },
    Language {
        name: "ts",
        files: &["src/App.tsx", "src/api/client.ts", "src/hooks/useOrders.ts", "src/components/Table.tsx", "src/lib/format.ts"],
        lines: &[
            "import { useMemo, useState } from 'react';",
            "import type { Order } from '../types';",
            "",
            "export interface Props {",
            "  orders: Order[];",
            "  onSelect?: (id: string) => void;",
            "}",
            "",
            "export function Table({ orders, onSelect }: Props) {",
            "  const [sort, setSort] = useState<'date' | 'sum'>('date');",
            "  const rows = useMemo(() => [...orders].sort(by(sort)), [orders, sort]);",
            "  return rows.map((row) => <Row key={row.id} row={row} onSelect={onSelect} />);",
            "}",
        ],
    },
    Language {
        name: "go",
        files: &[
            "cmd/relay/main.go",
            "internal/queue/queue.go",
            "internal/api/handler.go",
            "internal/store/pg.go",
            "pkg/clock/clock.go",
        ],
        lines: &[
            "package queue",
            "",
            "import (",
            "\t\"context\"",
            "\t\"sync\"",
            ")",
            "",
            "// Queue hands out jobs in order.",
            "type Queue struct {",
            "\tmu   sync.Mutex",
            "\tjobs []Job",
            "}",
            "",
            "func (q *Queue) Pop(ctx context.Context) (Job, bool) {",
            "\tq.mu.Lock()",
            "\tdefer q.mu.Unlock()",
            "\tif len(q.jobs) == 0 {",
            "\t\treturn Job{}, false",
            "\t}",
            "\tjob := q.jobs[0]",
            "\tq.jobs = q.jobs[1:]",
            "\treturn job, true",
            "}",
        ],
    },
    Language {
        name: "java",
        files: &["src/main/java/shop/Cart.java", "src/main/java/shop/Price.java", "src/main/java/shop/web/CartResource.java"],
        lines: &[
            "package shop;",
            "",
            "import java.math.BigDecimal;",
            "import java.util.List;",
            "",
            "public final class Cart {",
            "    private final List<Line> lines;",
            "",
            "    public BigDecimal total() {",
            "        return lines.stream().map(Line::sum).reduce(BigDecimal.ZERO, BigDecimal::add);",
            "    }",
            "}",
        ],
    },
    Language {
        name: "c",
        files: &["src/ring.c", "src/ring.h", "src/main.c", "src/pool.c", "include/pool.h"],
        lines: &[
            "#include \"ring.h\"",
            "#include <string.h>",
            "",
            "struct ring {",
            "    unsigned char *data;",
            "    size_t head, tail, size;",
            "};",
            "",
            "size_t ring_used(const struct ring *r)",
            "{",
            "    return (r->head + r->size - r->tail) % r->size;",
            "}",
        ],
    },
    Language {
        name: "infra",
        files: &["main.tf", "variables.tf", "modules/net/main.tf", "deploy/values.yaml", "deploy/templates/web.yaml"],
        lines: &[
            "resource \"aws_s3_bucket\" \"logs\" {",
            "  bucket = \"${var.prefix}-logs\"",
            "  tags   = local.tags",
            "}",
            "",
            "variable \"prefix\" {",
            "  type    = string",
            "  default = \"blue\"",
            "}",
            "",
            "output \"bucket\" {",
            "  value = aws_s3_bucket.logs.id",
            "}",
        ],
    },
    Language {
        name: "docs",
        files: &["docs/index.md", "docs/guide/start.md", "docs/guide/config.md", "docs/reference/cli.md", "mkdocs.yml"],
        lines: &[
            "# Getting started",
            "",
            "The service reads its settings from `config.toml`.",
            "",
            "| key | meaning |",
            "|---|---|",
            "| `port` | where it listens |",
            "| `workers` | how many requests at once |",
            "",
            "See also the reference of the command line.",
        ],
    },
];

/// What an agent says between looks: plans and announcements, none of them a claim.
const TALK: &[&str] = &[
    "Let me look at how this is wired up.",
    "I'll check where it is called from before I touch anything.",
    "Now the neighbouring module.",
    "Let me see whether there is a helper for this already.",
    "Next I want to understand the existing structure.",
    "Hmm, interesting. I'll follow the call one level down.",
];

struct Seed(u64);

impl Seed {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// Looks that leave no trace in any judgement.
pub fn explore(n: usize, language: &str, cwd: &str, seed: u64) -> Vec<Step> {
    let language = LANGUAGES.iter().find(|l| l.name == language).unwrap_or(&LANGUAGES[0]);
    let mut seed = Seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut out = Vec::new();
    for i in 0..n {
        if seed.below(5) == 0 {
            out.push(Step::Say(super::scenario::Say { text: seed.pick(TALK).to_owned(), ..Default::default() }));
        }
        let file = seed.pick(language.files);
        let (what, output) = match seed.below(6) {
            0 => (run("git status --short"), " M README.md\n?? notes.local".to_owned()),
            1 => (run(&format!("ls -la {}", folder(file))), listing(language, &mut seed)),
            2 => (run(&format!("git log --oneline -8 -- {file}")), log(&mut seed)),
            3 => (
                run(&format!("rg -n \"{}\" {}", seed.pick(&["TODO", "import", "config", "retry"]), folder(file))),
                hits(language, &mut seed),
            ),
            _ => (What::Read { path: format!("{cwd}/{file}") }, source(language, &mut seed)),
        };
        let id = format!("look{i}");
        out.push(Step::Call(Call {
            id,
            what,
            output,
            end: End::Exit(0),
            parallel: i > 0 && seed.below(5) == 0 && after_call(&out),
        }));
    }
    out
}

fn after_call(steps: &[Step]) -> bool {
    matches!(steps.last(), Some(Step::Call(_)))
}

fn run(command: &str) -> What {
    What::Run { command: command.to_owned(), background: false }
}

fn folder(file: &str) -> &str {
    file.rsplit_once('/').map_or(".", |(folder, _)| folder)
}

fn source(language: &Language, seed: &mut Seed) -> String {
    let n = 20 + seed.below(70);
    let from = seed.below(language.lines.len());
    (0..n).map(|i| language.lines[(from + i) % language.lines.len()]).collect::<Vec<_>>().join("\n")
}

fn listing(language: &Language, seed: &mut Seed) -> String {
    let row = |f: &&str, n: usize| {
        format!("-rw-r--r-- 1 dev dev {:>6} Mar  4 09:1{} {}", 400 + n * 37, n % 10, f.rsplit('/').next().unwrap_or(f))
    };
    let rows = language.files.iter().enumerate().map(|(i, f)| row(f, i * 13 + seed.below(40)));
    std::iter::once("total 64".to_owned()).chain(rows).collect::<Vec<_>>().join("\n")
}

fn log(seed: &mut Seed) -> String {
    let words = [
        "Tidy imports",
        "Split the loader",
        "Rename field",
        "Drop the old flag",
        "Keep order stable",
        "Add a guard for empty input",
    ];
    (0..6).map(|_| format!("{:07x} {}", 0x100_0000 + seed.below(0xeff_ffff), seed.pick(&words))).collect::<Vec<_>>().join("\n")
}

fn hits(language: &Language, seed: &mut Seed) -> String {
    let row = |seed: &mut Seed| format!("{}:{}:{}", seed.pick(language.files), 1 + seed.below(180), seed.pick(language.lines));
    (0..4 + seed.below(14)).map(|_| row(seed)).collect::<Vec<_>>().join("\n")
}
