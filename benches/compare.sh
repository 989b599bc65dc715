#!/usr/bin/env bash
# Measures a scan against plain searches over the same files, in pairs within one run, and prints Markdown.
#
#     benches/compare.sh SAYSO CORPUS SMALL_FILE [ROUNDS]
#
# SAYSO: a release build. CORPUS: a folder of transcripts (`cargo run --release --example gen_corpus -- OUT --bytes 200M`).
# SMALL_FILE: one transcript for the cold start. Needs rg and python3. Figures are medians over ROUNDS (default 7) rounds.
set -euo pipefail
[ $# -ge 3 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
home=$(mktemp -d); trap 'rm -rf "$home"' EXIT
export CLAUDE_CONFIG_DIR="$home/claude" CODEX_HOME="$home/codex" LC_ALL=C

echo "- command: \`benches/compare.sh $*\`"
echo "- commit: $(git -C "$(dirname "$0")" rev-parse --short HEAD 2>/dev/null || echo unknown)"
echo "- machine: $(nproc) cores $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), load before: $(cut -d' ' -f1-3 /proc/loadavg)"
echo "- corpus: $(find "$2" -type f | wc -l) files, $(find "$2" -type f -printf '%s\n' | awk '{s += $1} END {print s}') bytes"
echo
exec python3 - "$@" <<'PY'
import os, statistics, subprocess, sys, time

sayso, corpus, small = sys.argv[1:4]
rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 7
files = sorted(os.path.join(d, f) for d, _, fs in os.walk(corpus) for f in fs)
rg = lambda n: ["rg", f"-j{n}", "--no-config", "-uuu", "-c", '"type":"assistant"', corpus]
scan = lambda n, what: [sayso, "scan", "-t", str(n), what]

def run(command):
    """Wall seconds, CPU seconds and peak KiB of one run."""
    before = time.perf_counter()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    wall = time.perf_counter() - before
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f"{command}: exit {child.returncode}")
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss

jobs = {"rg1": rg(1), "rg2": rg(2), "wc": ["wc", "-l", *files], "scan1": scan(1, corpus), "scan2": scan(2, corpus), "small": scan(1, small)}
for command in jobs.values():
    run(command)
seen = {name: [] for name in jobs}
for _ in range(rounds):
    for name, command in jobs.items():
        seen[name].append(run(command))

def ratio(a, b, field):
    return [x[field] / y[field] for x, y in zip(seen[a], seen[b])]

def row(ident, what, values, goal, met, form):
    middle = statistics.median(values)
    said = "met" if met(middle) else "missed"
    print(f"| {ident} | {what} | {form.format(middle)} | {form.format(min(values))} to {form.format(max(values))} | {goal} | {said} |")

print("| id | what | median | range | goal | |\n|---|---|---|---|---|---|")
row("P1", "wall of a scan / rg, 1 thread", ratio("scan1", "rg1", 0), "<= 6", lambda v: v <= 6, "{:.2f}")
row("P1", "wall of a scan / rg, 2 threads", ratio("scan2", "rg2", 0), "<= 6", lambda v: v <= 6, "{:.2f}")
row("P2", "CPU of a scan / rg, 1 thread", ratio("scan1", "rg1", 1), "<= 6.5", lambda v: v <= 6.5, "{:.2f}")
row("P3", "wall of a scan / wc -l, 1 thread", ratio("scan1", "wc", 0), "<= 6.5", lambda v: v <= 6.5, "{:.2f}")
row("P6", "wall, 1 thread / 2 threads", ratio("scan1", "scan2", 0), ">= 1.75", lambda v: v >= 1.75, "{:.2f}")
row("M1", "peak memory, 2 threads, MiB", [x[2] / 1024 for x in seen["scan2"]], "<= 32", lambda v: v <= 32, "{:.1f}")
row("S1", "one small file, whole process, ms", [x[0] * 1000 for x in seen["small"]], "<= 12", lambda v: v <= 12, "{:.1f}")

size = sum(os.path.getsize(f) for f in files) / 1e6
print("\n| run | median wall, s | median CPU, s | MB/s of wall |\n|---|---|---|---|")
for name, command in jobs.items():
    wall, cpu = (statistics.median(x[i] for x in seen[name]) for i in (0, 1))
    moved = os.path.getsize(small) / 1e6 if name == "small" else size
    print(f"| {name} | {wall:.4f} | {cpu:.4f} | {moved / wall:.0f} |")
print(f"\nLoad after: {' '.join(open('/proc/loadavg').read().split()[:3])}")
PY
