//! Files that change while they are read. What happens between two steps of a scan is done here between the two.

use crate::common::{Session, folder, idle, sayso};
use sayso::detector::RecordDetector;
use sayso::stats::map::Mapper;
use sayso::stats::partial::{Made, Partial};
use sayso::stats::rows::Outcome;
use sayso::stats::run::{Progress, run};
use sayso::transcript::Limits;
use sayso::walk::plan::{Plan, plan};
use sayso::walk::{self, Listing};
use std::path::Path;

fn listed(folder: &Path) -> Listing {
    walk::list(&[folder.to_owned()], &walk::Options::default()).unwrap()
}

fn mapped(plan: &Plan) -> Partial {
    let made = Made::by_this_build("record", "");
    let limits = Limits::default();
    run(
        plan,
        &Mapper { detector: &RecordDetector, source: None, made, types_off: &[], digests: false, limits },
        2,
        &Progress::default(),
    )
}

fn outcomes(partial: &Partial) -> Vec<Outcome> {
    partial.files.iter().map(|f| f.outcome).collect()
}

#[test]
fn a_file_that_is_removed_between_listing_and_reading_is_told() {
    let home = folder();
    for (i, when) in ["before the plan", "after the plan"].iter().enumerate() {
        idle("one").write(&home.path().join("one.jsonl"));
        idle("two").write(&home.path().join("two.jsonl"));
        let listing = listed(home.path());
        let remove = || std::fs::remove_file(home.path().join("one.jsonl")).unwrap();
        if i == 0 {
            remove();
        }
        let plan = plan(listing, None);
        if i == 1 {
            remove();
        }
        let partial = mapped(&plan);
        assert_eq!(outcomes(&partial), [Outcome::Unreadable, Outcome::Audited], "{when}");
        assert_eq!(partial.claims.len(), 1, "{when}");
    }
}

#[test]
fn a_file_that_grows_is_truncated_or_rotated_is_judged_as_it_is_read() {
    let home = folder();
    let file = home.path().join("one.jsonl");
    let long = idle("one").user("And the build?").say("The build passes.");
    let changes: [(&str, &dyn Fn(), usize); 4] = [
        ("grown", &|| long.write(&file), 2),
        ("truncated", &|| std::fs::write(&file, &idle("one").text()[..300]).unwrap(), 0),
        ("emptied", &|| std::fs::write(&file, "").unwrap(), 0),
        (
            "rotated",
            &|| {
                std::fs::rename(&file, home.path().join("one.jsonl.1")).unwrap();
                Session::new("next").user("Go.").say("The linter is clean.").write(&file);
            },
            1,
        ),
    ];
    for (what, change, claims) in changes {
        idle("one").write(&file);
        let plan = plan(listed(home.path()), None);
        change();
        let partial = mapped(&plan);
        assert_eq!(partial.claims.len(), claims, "{what}");
        assert_eq!(partial.files.len(), 1, "{what}");
        assert!(partial.files.iter().all(|f| !f.outcome.is_failure()), "{what}: {:?}", partial.files);
        let _ = std::fs::remove_file(home.path().join("one.jsonl.1"));
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_becomes_a_folder_a_link_or_a_pipe_is_told() {
    let home = folder();
    let file = home.path().join("one.jsonl");
    for what in ["folder", "pipe"] {
        idle("one").write(&file);
        let plan = plan(listed(home.path()), None);
        std::fs::remove_file(&file).unwrap();
        let done = match what {
            "folder" => std::fs::create_dir(&file).is_ok(),
            _ => crate::places::mkfifo(&file),
        };
        if !done {
            eprintln!("skipped: no {what} can be made here");
            continue;
        }
        assert_eq!(outcomes(&mapped(&plan)), [Outcome::Unreadable], "{what}");
        let _ = std::fs::remove_dir(&file).or_else(|_| std::fs::remove_file(&file));
    }
}

#[test]
fn a_session_that_is_being_written_can_be_scanned_at_any_moment() {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, Ordering};
    let home = folder();
    let file = home.path().join("one.jsonl");
    idle("one").write(&file);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let line = Session::new("one").say("The build passes.").text();
            let mut out = std::fs::File::options().append(true).open(&file).unwrap();
            while !stop.load(Ordering::Relaxed) {
                // In two parts, as a program writes that is interrupted.
                out.write_all(&line.as_bytes()[..50]).unwrap();
                out.write_all(&line.as_bytes()[50..]).unwrap();
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        });
        for _ in 0..5 {
            sayso(home.path()).args(["scan", "one.jsonl", "--cache", "kept"]).assert().code(0);
            sayso(home.path()).args(["audit", "one.jsonl"]).assert().code(1);
        }
        stop.store(true, Ordering::Relaxed);
    });
}
