//! Shards: however the work is divided and put together again, the result is the same to the byte.

use crate::common::{Session, folder, idle, project, sayso, stdout};
use predicates::prelude::*;
use proptest::prelude::*;
use sayso::detector::RecordDetector;
use sayso::report::{Style, View, format};
use sayso::stats::accept::Accepted;
use sayso::stats::build::{Options, build};
use sayso::stats::map::Mapper;
use sayso::stats::partial::{Made, Partial};
use sayso::stats::run::{Progress, run};
use sayso::stats::settle::{Filter, settle};
use sayso::transcript::Limits;
use sayso::walk::plan::{Plan, plan};
use sayso::walk::{Options as Walk, list};
use std::sync::LazyLock;

fn mapper() -> Mapper<'static> {
    Mapper {
        detector: &RecordDetector,
        source: None,
        made: Made::by_this_build("record", ""),
        types_off: &[],
        digests: true,
        limits: Limits::default(),
    }
}

/// A plan over the bundled corpus, with copies and a fork added.
static PLAN: LazyLock<(tempfile::TempDir, Plan)> = LazyLock::new(|| {
    let home = folder();
    for i in 0..9 {
        let session =
            idle(&format!("s{i}")).bash("cargo test", "test result: ok. 3 passed; 0 failed", false).say("All tests pass.");
        session.write(&home.path().join(format!("{i}.jsonl")));
        if i % 3 == 0 {
            session.user("More.").write(&home.path().join(format!("copy-{i}.jsonl")));
        }
    }
    let fork = Session::new("s1").user("x").text().replace("\"sessionId\":\"s1\"", "\"sessionId\":\"fork\"");
    std::fs::write(home.path().join("fork.jsonl"), fork + &idle("fork").text()).unwrap();
    let listing = list(&[home.path().to_owned(), project().join("corpus")], &Walk::default()).unwrap();
    (home, plan(listing, None))
});

static WHOLE: LazyLock<(Partial, Vec<u8>)> = LazyLock::new(|| {
    let whole = run(&PLAN.1, &mapper(), 1, &Progress::default());
    let bytes = render(whole.clone());
    (whole, bytes)
});

fn render(partial: Partial) -> Vec<u8> {
    let settled = settle(partial, &Filter::default(), &Accepted::default());
    let report = build(&settled, &Options::default());
    let view = View { report: &report, rows: &settled.rows, style: Style::default() };
    let mut out = Vec::new();
    for name in ["json", "table", "markdown", "csv", "sarif", "junit"] {
        (format(name).unwrap().render)(&view, &mut out).unwrap();
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50, ..ProptestConfig::default() })]

    #[test]
    fn any_split_in_any_order_merges_to_the_whole(shards in prop::collection::vec(0..8usize, 64), threads in 1..6usize, order in any::<u64>()) {
        let plan = &PLAN.1;
        let mut parts: Vec<Partial> = (0..8)
            .map(|shard| {
                let units = plan.units.iter().zip(shards.iter().cycle()).filter(|(_, s)| **s == shard).map(|(u, _)| u.clone()).collect();
                let shard = if shard == 0 { Plan { units, ..plan.clone() } } else { Plan { units, ..Plan::default() } };
                run(&shard, &mapper(), threads, &Progress::default())
            })
            .collect();
        // A shard that was done twice counts once.
        parts.push(parts[order as usize % 8].clone());
        let turn = order as usize % parts.len();
        parts.rotate_left(turn);
        // A tree of merges, not a chain.
        while parts.len() > 1 {
            let mut right = parts.split_off(parts.len() / 2);
            let mut merged = right.remove(0);
            merged.merge(parts.remove(0)).unwrap();
            parts.push(merged);
            parts.append(&mut right);
        }
        let merged = parts.remove(0);
        prop_assert_eq!(&merged, &WHOLE.0);
        prop_assert_eq!(&render(merged), &WHOLE.1);
    }
}

#[test]
fn map_and_reduce_give_the_report_of_scan() {
    let home = folder();
    for i in 0..6 {
        idle(&format!("s{}", i % 5)).write(&home.path().join(format!("logs/{i}.jsonl")));
    }
    let whole = stdout(sayso(home.path()).args(["scan", "logs", "--format", "json"]));
    for (shard, files) in
        [["logs/0.jsonl", "logs/1.jsonl"], ["logs/2.jsonl", "logs/3.jsonl"], ["logs/4.jsonl", "logs/5.jsonl"]].iter().enumerate()
    {
        sayso(home.path()).arg("map").args(files).args(["-o", &format!("{shard}.part")]).assert().code(0);
    }
    let reduce = |parts: &[&str]| stdout(sayso(home.path()).arg("reduce").args(parts).args(["--format", "json"]));
    assert_eq!(reduce(&["0.part", "1.part", "2.part"]), whole);
    assert_eq!(reduce(&["2.part", "0.part", "1.part", "0.part"]), whole);
    let merged = stdout(sayso(home.path()).args(["reduce", "0.part", "2.part", "--partial"]));
    std::fs::write(home.path().join("02.part"), merged).unwrap();
    assert_eq!(reduce(&["1.part", "02.part"]), whole);
}

#[test]
fn partials_that_were_made_differently_do_not_merge() {
    let home = folder();
    idle("one").write(&home.path().join("one.jsonl"));
    let part = stdout(sayso(home.path()).args(["map", "one.jsonl"]));
    std::fs::write(home.path().join("a.part"), &part).unwrap();
    let ruleset = part.split("\"ruleset_sha256\":\"").nth(1).unwrap()[..64].to_owned();
    std::fs::write(home.path().join("b.part"), part.replace(&ruleset, &"0".repeat(64))).unwrap();
    let told = predicate::str::contains("b.part: rule set differs").and(predicate::str::contains(&ruleset));
    sayso(home.path()).args(["reduce", "a.part", "b.part"]).assert().code(2).stderr(told);
    sayso(home.path()).args(["reduce", "one.jsonl"]).assert().code(2).stderr(predicate::str::contains("not a partial"));
}
