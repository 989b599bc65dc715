#!/usr/bin/env bash
# Measures scans against plain searches over the same files, in pairs within one run, and prints the report in Markdown:
#
#     benches/compare.sh [ROUNDS] > reports/performance.md
#
# Builds the release and a corpus from a fixed seed in a temporary folder, about 320 MB. Figures are medians over ROUNDS (default 7)
# rounds. Needs rg, jq and python3. SAYSO names another binary to measure, CORPUS a folder that holds a corpus already (with `big/` beside
# `files/`); both are then left as they are.
set -euo pipefail
case "${1:-7}" in *[!0-9]*) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2 ;; esac
root=$(cd "$(dirname "$0")/.." && pwd)
temp=$(mktemp -d); trap 'rm -rf "$temp"' EXIT
export CLAUDE_CONFIG_DIR="$temp/claude" CODEX_HOME="$temp/codex" LC_ALL=C
if [ -z "${SAYSO:-}" ]; then
  cargo build --release --quiet --locked --manifest-path "$root/Cargo.toml"
  SAYSO="$root/target/release/sayso"
fi
if [ -z "${CORPUS:-}" ]; then
  CORPUS="$temp/corpus"
  cargo run --release --quiet --locked --manifest-path "$root/Cargo.toml" --example gen_corpus -- "$CORPUS/files" --bytes 200M --big 100M >&2
  mkdir "$CORPUS/big" && mv "$CORPUS/files/zz-big.jsonl" "$CORPUS/big/"
fi

cat <<'MD'
# Speed and memory

Written by `benches/compare.sh` (see there), on the corpus that `examples/gen_corpus.rs` makes from a fixed seed. Ratios are of runs in the
same round; the medians of all rounds are shown. Goals are those of the design.

MD
echo "- commit: $(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo unknown)"
echo "- machine: $(nproc) cores $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), load before: $(cut -d' ' -f1-3 /proc/loadavg)"
echo "- corpus: $(find "$CORPUS/files" -type f | wc -l) files, $(find "$CORPUS/files" -type f -printf '%s\n' | awk '{s += $1} END {print s}') bytes, and one file of $(find "$CORPUS/big" -type f -printf '%s\n') bytes"
python3 - "$SAYSO" "$CORPUS" "${1:-7}" <<'PY'
import collections, json, os, statistics, subprocess, sys, time

sayso, root, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
corpus, big = os.path.join(root, "files"), os.path.join(root, "big")
files = sorted(os.path.join(d, f) for d, _, fs in os.walk(corpus) for f in fs)
small = min(files, key=lambda f: abs(os.path.getsize(f) - 920_000))
part, size = [], 0
for f in files:
    if size < 50e6:
        part.append(f)
        size += os.path.getsize(f)
rg = lambda n: ["rg", f"-j{n}", "--no-config", "-uuu", "-c", '"type":"assistant"', corpus]
scan = lambda n, *what: [sayso, "scan", "-t", str(n), *what]

def run(command):
    """Wall seconds, CPU seconds and peak KiB of one run."""
    before = time.perf_counter()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while child.stdout.read(1 << 20):
        pass
    _, status, used = os.wait4(child.pid, 0)
    wall = time.perf_counter() - before
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f"{command[:4]}: exit {child.returncode}")
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss

jobs = {
    "rg, 1 thread": rg(1), "rg, 2 threads": rg(2), "wc -l": ["wc", "-l", *files],
    "scan, 1 thread": scan(1, corpus), "scan, 2 threads": scan(2, corpus),
    "jq -c .type, part": ["jq", "-c", ".type", *part], "scan of the part": scan(1, *part),
    "long file, 1 thread": scan(1, big), "long file, 2 threads": scan(2, big),
    "files and long file, 2 threads": scan(2, corpus, big),
    "one small file": scan(1, small), "--version": [sayso, "--version"],
}
moved = {name: sum(map(os.path.getsize, files)) for name in jobs}
moved |= {"jq -c .type, part": size, "scan of the part": size, "one small file": os.path.getsize(small), "--version": 0}
long = sum(os.path.getsize(os.path.join(big, f)) for f in os.listdir(big))
moved |= {"long file, 1 thread": long, "long file, 2 threads": long, "files and long file, 2 threads": long + moved["wc -l"]}
for command in jobs.values():
    run(command)
seen = {name: [] for name in jobs}
for n in range(rounds):
    for name, command in jobs.items():
        # The slow one is compared with itself often enough in fewer rounds.
        if name.startswith("jq") and n >= 3:
            continue
        # What takes milliseconds varies most.
        seen[name].append(min(run(command) for _ in range(5 if moved[name] < 2e6 else 1)))

def ratio(a, b, field):
    return [x[field] / y[field] for x, y in zip(seen[a], seen[b])]

def row(ident, what, values, goal, met, form="{:.2f}"):
    middle = statistics.median(values)
    said = "met" if met(middle) else "missed"
    print(f"| {ident} | {what} | {form.format(middle)} | {form.format(min(values))} to {form.format(max(values))} | {goal} | {said} |")

most = lambda limit: ("<= " + str(limit), lambda v: v <= limit)
least = lambda limit: (">= " + str(limit), lambda v: v >= limit)
one, two = "scan, 1 thread", "scan, 2 threads"
print("\n| id | what | median | range | goal | |\n|---|---|---|---|---|---|")
row("P1", "wall of a scan / rg, 1 thread", ratio(one, "rg, 1 thread", 0), *most(6))
row("P1", "wall of a scan / rg, 2 threads", ratio(two, "rg, 2 threads", 0), *most(6))
row("P2", "CPU of a scan / rg, 1 thread", ratio(one, "rg, 1 thread", 1), *most(6.5))
row("P3", "wall of a scan / wc -l, 1 thread", ratio(one, "wc -l", 0), *most(6.5))
row("P4", "wall of jq -c .type / a scan, 50 MB, 1 thread", ratio("jq -c .type, part", "scan of the part", 0), *least(5))
row("P6", "wall of a scan, 1 thread / 2 threads", ratio(one, two, 0), *least(1.75))
row("P7", "wall of the long file, 2 threads / 1 thread", ratio("long file, 2 threads", "long file, 1 thread", 0), *most(0.6))
mixed = [w / (c / 2) for w, c, _ in seen["files and long file, 2 threads"]]
row("P8", "files and long file: wall / (CPU / 2 threads)", mixed, *most(1.2))
row("M1", "peak memory, 2 threads, MiB", [x[2] / 1024 for x in seen[two]], *most(32), "{:.1f}")
row("M2", "peak memory of the long file, 2 threads, MiB", [x[2] / 1024 for x in seen["long file, 2 threads"]], *most(64), "{:.1f}")
row("S1", "one small file, whole process, ms", [x[0] * 1000 for x in seen["one small file"]], *most(12), "{:.1f}")
row("S2", "--version, ms", [x[0] * 1000 for x in seen["--version"]], *most(3), "{:.1f}")

print("\n| run | median wall, s | median CPU, s | MB/s of wall |\n|---|---|---|---|")
for name in jobs:
    wall, cpu = (statistics.median(x[i] for x in seen[name]) for i in (0, 1))
    print(f"| {name} | {wall:.4f} | {cpu:.4f} | {moved[name] / 1e6 / wall:.0f} |")

def mix():
    """Bytes of the corpus by what they are, as JSON without blanks."""
    shares, all_bytes = collections.Counter(), 0
    length = lambda value: len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
    for file in files:
        for line in open(file, "rb"):
            all_bytes += len(line)
            try:
                record = json.loads(line)
            except ValueError:
                continue
            kind = record.get("type") if isinstance(record, dict) else None
            if kind not in ("assistant", "user"):
                shares[kind if kind in ("progress", "file-history-snapshot") else "other records"] += len(line)
                continue
            rest, message = len(line), record.get("message", {})
            parts = [("structured copies of results", record.get("toolUseResult")), ("usage", message.get("usage"))]
            content = message.get("content")
            for block in content if isinstance(content, list) else [{"type": "text", "text": content}]:
                field = {"text": "text", "thinking": "thinking", "tool_use": "input", "tool_result": "content"}[block["type"]]
                name = {"text": f"{kind} text", "tool_use": "tool input", "tool_result": "results"}.get(block["type"], block["type"])
                parts.append((name, block[field]))
            for name, value in parts:
                n = length(value) if value is not None else 0
                shares[name] += n
                rest -= n
            shares[f"envelopes, {kind}"] += rest
    return {name: 100 * n / all_bytes for name, n in shares.items()}

measured = {
    "structured copies of results": 42.65, "progress": 20.74, "results": 13.47, "envelopes, assistant": 7.16, "envelopes, user": 3.45,
    "thinking": 4.5, "tool input": 2.8, "usage": 2.45, "assistant text": 0.82, "user text": 0.64, "file-history-snapshot": 0.62,
}
print("\n## Is the corpus fair?\n\nIts bytes by what they are, beside those of 710 MB of real sessions.\n")
print("| part | real, % | this corpus, % |\n|---|---|---|")
shares = mix()
for name, real in measured.items():
    print(f"| {name} | {real} | {shares.get(name, 0):.2f} |")
claims = json.loads(subprocess.run(scan(2, corpus, "--format", "json"), stdout=subprocess.PIPE, check=False).stdout)
tally = claims["counts"]["claims"]["tally"] if "tally" in claims["counts"]["claims"] else claims["counts"]["claims"]
number = sum(tally[v] for v in ("evidenced", "unevidenced", "contradicted", "undecidable"))
print(f"\nClaims a megabyte: {number / (moved[one] / 1e6):.1f}; on 172 MB of real sessions 14.7. Calls of the shell a megabyte: 19; real 19.")
print(f"\nLoad after: {' '.join(open('/proc/loadavg').read().split()[:3])}")
PY
