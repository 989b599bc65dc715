//! Forges: `gh`, `glab`, `tea`, `hub`: pull requests, CI, issues, the API.

use super::command::SimpleCommand;
use super::deploy::urls;
use super::draft::*;
use super::op::{OpKind, Outcome};

/// Programs that send a message, by their name: `mail`, `./notify`, `scripts/send-mail.sh`.
fn sends(program: &str) -> bool {
    let stem = program.split('.').next().unwrap_or(program);
    matches!(
        stem,
        "mail"
            | "mailx"
            | "mutt"
            | "sendmail"
            | "msmtp"
            | "swaks"
            | "notify"
            | "notify-slack"
            | "slack-notify"
            | "post-message"
            | "send-mail"
            | "send_mail"
            | "sendmessage"
            | "send-message"
            | "slackcat"
    )
}

pub(super) fn classify(cmd: &SimpleCommand, _: &Cx) -> Option<Vec<Draft>> {
    if sends(cmd.program()) {
        let targets = operands(cmd.args(), &[]).iter().map(|w| (*w).to_owned()).collect();
        return Some(vec![Draft::new(OpKind::External, targets).reader(external)]);
    }
    if !matches!(cmd.program(), "gh" | "glab" | "tea" | "hub" | "az" | "bb") {
        return None;
    }
    let args = cmd.args();
    let words = operands(args, VALUES);
    let (noun, verb) = (words.first().copied().unwrap_or(""), words.get(1).copied().unwrap_or(""));
    let targets: Vec<String> = words.iter().skip(2).map(|w| (*w).to_owned()).collect();
    let d = |kind| Draft::new(kind, targets.clone());
    let draft = match (noun, verb) {
        ("pr" | "mr" | "pull-request" | "pulls", "checks") => d(OpKind::CiRead).reader(ci),
        ("pr" | "mr", "view" | "list" | "status") if args.iter().any(|a| a.contains("statusCheckRollup")) => {
            d(OpKind::CiRead).reader(ci)
        }
        (
            "pr" | "mr" | "pull-request" | "pulls",
            "create" | "new" | "edit" | "update" | "merge" | "ready" | "close" | "reopen",
        ) => d(OpKind::PullRequest).reader(pull_request).vacuous(cmd.has_flag("--dry-run") || cmd.has_flag("--web")),
        ("pr" | "mr", "comment" | "review" | "note" | "approve" | "lock") => d(OpKind::External).reader(external),
        ("pr" | "mr", "checkout") => d(OpKind::GitTree).reader(super::git::failing),
        ("run" | "ci" | "pipeline", "view" | "watch" | "list" | "status" | "get" | "trace" | "ls") => {
            d(OpKind::CiRead).reader(ci)
        }
        ("run" | "ci", "rerun" | "run" | "retry" | "cancel" | "delete") => d(OpKind::External).reader(external),
        ("issue" | "gist" | "label" | "milestone" | "variable" | "secret" | "repo", v)
            if !matches!(v, "view" | "list" | "status" | "clone" | "" | "ls" | "get") =>
        {
            d(OpKind::External).reader(external)
        }
        ("repo", "clone") => d(OpKind::Write),
        ("api", _) => return Some(vec![api(cmd, words.get(1).copied().unwrap_or(""))]),
        ("release" | "workflow" | "extension" | "auth", _) => return None,
        ("", _) => return None,
        _ => d(OpKind::Http),
    };
    Some(vec![draft])
}

const VALUES: &[&str] = &[
    "-R",
    "--repo",
    "-b",
    "--body",
    "-t",
    "--title",
    "-F",
    "--body-file",
    "-B",
    "--base",
    "-H",
    "--head",
    "-l",
    "--label",
    "-a",
    "--assignee",
    "-r",
    "--reviewer",
    "-L",
    "--limit",
    "--json",
    "-q",
    "--jq",
    "-X",
    "--method",
    "-f",
    "--field",
    "--raw-field",
    "-m",
    "--milestone",
    "--template",
    "--add-label",
    "--remove-label",
    "--add-reviewer",
    "--description",
    "-d",
    "--source-branch",
    "--target-branch",
    "--branch",
    "-w",
    "--workflow",
    "--input",
    "--header",
    "-s",
    "--state",
    "--search",
    "-S",
    "--interval",
    "--message",
    "--add-assignee",
    "--visibility",
    "--source",
];

/// `gh api`: what it does follows from the method and the path.
fn api(cmd: &SimpleCommand, path: &str) -> Draft {
    let args = cmd.args();
    let fields = args
        .iter()
        .any(|a| matches!(a.as_str(), "-f" | "-F" | "--field" | "--raw-field" | "--input") || a.starts_with("-f") && a.len() > 2);
    let method = flag_value(args, &["-X", "--method"]).map(str::to_ascii_uppercase);
    let graph = path == "graphql";
    let mutation = graph && args.iter().any(|a| a.contains("mutation"));
    let acts = match method.as_deref() {
        Some("GET" | "HEAD") => false,
        Some(_) if !graph => true,
        _ if graph => mutation,
        _ => fields,
    };
    let target = vec![path.to_owned()];
    if !acts {
        let ci_path = ["/check-runs", "/check-suites", "/actions/runs", "/status", "/statuses"].iter().any(|p| path.contains(p));
        return Draft::new(if ci_path { OpKind::CiRead } else { OpKind::Http }, target).reader(if ci_path {
            ci
        } else {
            api_error
        });
    }
    let pull = path.contains("/pulls") && !path.contains("/comments") && !path.contains("/reviews") && !path.contains("/replies");
    let graph_pull = mutation
        && args.iter().any(|a| ["createPullRequest", "mergePullRequest", "updatePullRequest"].iter().any(|m| a.contains(m)));
    if pull || graph_pull {
        return Draft::new(OpKind::PullRequest, target).reader(pull_request);
    }
    Draft::new(OpKind::External, target).reader(external)
}

fn api_error(text: &str, _: &Draft) -> Option<Says> {
    failure(text)
}

/// Lines that a forge's client prints when it fails.
fn failure(text: &str) -> Option<Says> {
    const BAD: &[&str] = &[
        "gh: ",
        "GraphQL: ",
        "HTTP 4",
        "HTTP 5",
        "error connecting",
        "failed to ",
        "could not ",
        "pull request create failed",
        "Message: ",
        "X Pull request",
        "aborted:",
        "no pull requests found",
        "To get started with GitHub CLI",
        "must provide",
        "unknown flag",
        "unknown command",
        "accepts ",
        "a pull request for branch",
        "{\"message\":\"Not Found\"",
        "{\"message\":\"Validation Failed\"",
        "{\"message\":\"Bad credentials\"",
        "Unknown JSON field",
        "unknown shorthand flag",
    ];
    find_line(text, |l| BAD.iter().any(|b| l.starts_with(b))).map(|l| {
        let exists = l.starts_with("a pull request for branch") && l.contains("already exists");
        Says::new(if exists { Outcome::Vacuous } else { Outcome::Failed }, l)
    })
}

/// What a command about a pull request printed.
pub(super) fn pull_request(text: &str, _: &Draft) -> Option<Says> {
    let url = |l: &str| ["/pull/", "/merge_requests/", "/pulls/", "/pullrequest/"].iter().any(|p| l.contains(p));
    let shown = find_line(text, |l| l.contains("://") && url(l));
    let links: Vec<String> = shown.map(urls).unwrap_or_default().into_iter().filter(|u| url(u)).collect();
    let numbers: Vec<String> = links.iter().filter_map(|u| number_of(u)).collect();
    // The address alone on its line is what the client prints at last when all went well.
    if let Some(bad) = failure(text)
        && (bad.outcome == Outcome::Vacuous || shown.is_none_or(|l| !l.starts_with("http")))
    {
        return Some(bad.with(links).with(numbers));
    }
    if let Some(l) = shown {
        return Some(Says::new(Outcome::Passed, l).with(links).with(numbers));
    }
    let done = [
        "✓ ",
        "! Pull request",
        "Merged pull request",
        "Squashed and merged",
        "Rebased and merged",
        "Closed pull request",
        "\"number\":",
        "\"merged\":",
    ];
    let l = find_line(text, |l| done.iter().any(|d| l.contains(d)))?;
    let number =
        l.split(|c: char| c.is_whitespace() || c == ',').find_map(|w| w.strip_prefix('#')).map(|n| format!("#{}", digits(n)));
    let failed = l.contains("\"merged\":false") || l.contains("\"merged\": false");
    Some(Says::new(if failed { Outcome::Failed } else { Outcome::Passed }, l).with(number))
}

fn digits(text: &str) -> &str {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    &text[..end]
}

/// `#12` of `https://host/o/r/pull/12`.
fn number_of(url: &str) -> Option<String> {
    let (_, rest) =
        url.split_once("/pull/").or_else(|| url.split_once("/merge_requests/")).or_else(|| url.split_once("/pulls/"))?;
    let n = digits(rest);
    (!n.is_empty()).then(|| format!("#{n}"))
}

pub(super) fn external(text: &str, _: &Draft) -> Option<Says> {
    if let Some(bad) = failure(text) {
        return Some(bad);
    }
    let l =
        find_line(text, |l| l.contains("https://") || l.starts_with("✓") || l.contains("\"id\":") || l.contains("\"node_id\":"))?;
    Some(Says::new(Outcome::Passed, l).with(urls(l)))
}

/// The state of checks elsewhere, as `gh pr checks`, `gh run view`, `gh run list`, the API or `glab ci` show it.
pub(super) fn ci(text: &str, d: &Draft) -> Option<Says> {
    if let Some(bad) = failure(text) {
        return Some(bad);
    }
    if let Some(l) = find_line(text, |l| l.starts_with("no checks reported")) {
        return Some(Says::new(Outcome::Vacuous, l));
    }
    // A list of runs: its first row is the latest.
    let list =
        d.words.iter().any(|w| matches!(w.as_str(), "list" | "ls")) || d.targets.iter().any(|t| t.ends_with("/actions/runs"));
    // A watched list is printed again and again: of each check its last row counts.
    let mut rows: Vec<(&str, Outcome, &str)> = Vec::new();
    for line in lines(text) {
        let Some(state) = state(line) else { continue };
        if list {
            return Some(Says::new(state, line));
        }
        let check = line.split_once('\t').map_or(line, |(name, _)| name);
        match rows.iter_mut().find(|r| r.0 == check) {
            Some(row) => *row = (check, state, line),
            None => rows.push((check, state, line)),
        }
    }
    let says = |o: Outcome| rows.iter().find(|r| r.1 == o).map(|r| Says::new(o, r.2));
    says(Outcome::Failed).or_else(|| says(Outcome::Unfinished)).or_else(|| says(Outcome::Passed))
}

/// Words for a state, as clients print them; in JSON in either case.
const STATES: &[(Outcome, &[&str])] = &[
    (Outcome::Failed, &["fail", "failure", "failed", "cancelled", "timed_out", "startup_failure", "action_required", "error"]),
    (Outcome::Unfinished, &["pending", "in_progress", "queued", "running", "waiting", "requested"]),
    (Outcome::Passed, &["pass", "success", "passed", "skipping"]),
];

/// The state that a line of a list of checks or runs shows.
fn state(line: &str) -> Option<Outcome> {
    if line.contains("\"statusCheckRollup\"") {
        return rollup(line);
    }
    if line.contains("\":") {
        return json_state(line);
    }
    if line.starts_with("X ") || line.starts_with("✗ ") || line.starts_with("Some checks were not successful") {
        return Some(Outcome::Failed);
    }
    if (line.starts_with("* ") && line.contains("(ID ")) || line.starts_with("Some checks are still pending") {
        return Some(Outcome::Unfinished);
    }
    if line.starts_with("✓ ") || line.starts_with("All checks were successful") {
        return Some(Outcome::Passed);
    }
    let word = |w: &str| STATES.iter().find(|(_, words)| words.contains(&w.to_ascii_lowercase().as_str())).map(|(o, _)| *o);
    let columns: Vec<&str> = line.split('\t').map(str::trim).take(3).collect();
    match columns.as_slice() {
        // `completed<tab>failure<tab>title`: the second column decides.
        ["completed", conclusion, ..] => word(conclusion),
        [one] => {
            let mut words = one.split([' ', ':', ',']).filter(|w| !w.is_empty());
            let first = words.next()?;
            if first == "completed" || first == "status" || first == "conclusion" {
                word(words.next()?)
            } else {
                (words.next().is_none()).then(|| word(first)).flatten()
            }
        }
        many => many.iter().find_map(|c| word(c)),
    }
}

/// The states of all checks in a line of JSON: one that failed fails, one that runs is open.
fn rollup(line: &str) -> Option<Outcome> {
    let conclusions = line.match_indices("\"conclusion\":").map(|(at, key)| {
        let value = line[at + key.len()..].trim_start_matches([' ', '"']);
        value[..value.find(['"', ',', '}']).unwrap_or(value.len())].to_ascii_lowercase()
    });
    let mut best = None;
    for value in conclusions {
        let state = STATES.iter().find(|(_, words)| words.contains(&value.as_str())).map(|(o, _)| *o);
        match state {
            Some(Outcome::Failed) => return Some(Outcome::Failed),
            Some(Outcome::Passed) if best.is_none() => best = Some(Outcome::Passed),
            None if value.is_empty() || value == "null" => best = Some(Outcome::Unfinished),
            Some(Outcome::Unfinished) => best = Some(Outcome::Unfinished),
            _ => {}
        }
    }
    best
}

/// The first conclusion, state or status in a line of JSON that says anything.
fn json_state(line: &str) -> Option<Outcome> {
    let mut best: Option<(usize, Outcome)> = None;
    for key in ["\"conclusion\"", "\"state\"", "\"bucket\"", "\"status\""] {
        for (at, _) in line.match_indices(key).take(1) {
            let value = line[at + key.len()..].trim_start_matches([':', ' ', '"']);
            let value = value[..value.find('"').unwrap_or(value.len())].to_ascii_lowercase();
            let outcome = STATES.iter().find(|(_, words)| words.contains(&value.as_str())).map(|(o, _)| *o);
            if let Some(o) = outcome
                && best.is_none_or(|(b, _)| at < b)
            {
                best = Some((at, o));
            }
        }
    }
    best.map(|(_, o)| o)
}
