//! Cases at the edges, each a small session with the verdicts that are to come out, in the order of the list that they were taken from.

mod a_output;
mod b_runs;
mod c_order;
mod d_scope;
mod e_no_claim;
mod f_files;
mod g_delivery;
mod h_formats;
mod i_kinds;
mod rows;
mod steps;

use rows::{check, numbers};

#[test]
fn a_exit_status_and_output() {
    check(&a_output::rows(), a_output::OPEN);
}

#[test]
fn b_what_counts_as_a_run() {
    check(&b_runs::rows(), b_runs::OPEN);
}

#[test]
fn c_order_and_staleness() {
    check(&c_order::rows(), c_order::OPEN);
}

#[test]
fn d_scope_and_counts() {
    check(&d_scope::rows(), d_scope::OPEN);
}

#[test]
fn e_what_is_no_claim() {
    check(&e_no_claim::rows(), e_no_claim::OPEN);
}

#[test]
fn f_files_and_paths() {
    check(&f_files::rows(), f_files::OPEN);
}

#[test]
fn g_git_and_delivery() {
    check(&g_delivery::rows(), g_delivery::OPEN);
}

#[test]
fn h_agents_and_formats() {
    check(&h_formats::rows(), h_formats::OPEN);
}

#[test]
fn i_kinds_of_fault() {
    check(&i_kinds::rows(), &[]);
}

/// Cases of which no single verdict tells, with the test that holds them: number, file, function.
const ELSEWHERE: &[(u32, &str, &str)] = &[
    (138, "tests/cli/scan.rs", "what_could_hang_or_loop_is_never_opened"),
    (143, "tests/export.rs", "one_key_gives_the_same_export_twice_and_a_random_key_does_not"),
    (144, "tests/cli/gate.rs", "no_claims_hold_unless_a_number_is_asked_for"),
    (145, "tests/cli/scan.rs", "records_copied_into_a_forked_session_count_once"),
    (146, "src/stats/interval.rs", "wilson_agrees_with_published_values"),
];

#[test]
fn every_case_of_the_list_is_held() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for (number, file, function) in ELSEWHERE {
        let text = std::fs::read_to_string(root.join(file)).unwrap_or_default();
        assert!(text.contains(&format!("fn {function}(")), "case {number}: {file} has no {function}");
    }
    let tables = [
        a_output::rows(),
        b_runs::rows(),
        c_order::rows(),
        d_scope::rows(),
        e_no_claim::rows(),
        f_files::rows(),
        g_delivery::rows(),
        h_formats::rows(),
    ];
    let mut held: Vec<u32> = tables.iter().flat_map(|t| numbers(t)).chain(ELSEWHERE.iter().map(|(n, ..)| *n)).collect();
    held.sort_unstable();
    held.dedup();
    let missing: Vec<u32> = (1..=146).filter(|n| !held.contains(n)).collect();
    assert!(missing.is_empty(), "no test holds {missing:?}");
}
