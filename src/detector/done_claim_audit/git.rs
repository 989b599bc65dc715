//! What git says has changed, asked so that nothing runs which the repository configures.

use super::text::Text;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// A file that git names: its bytes, in the order of its characters.
pub(super) type Evidence = BTreeSet<(Text, Vec<u8>)>;

/// Settings that would make git start a program, or reach out, put off for one call.
const INERT: &[&str] = &[
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "diff.external=",
    "log.showSignature=false",
    "protocol.allow=never",
    "submodule.recurse=false",
];

/// Names of an empty variable, through which filters are put off whatever their names hold.
const EMPTY: &str = "SAYSO_EMPTY";

/// Files in the unstaged diff, the status and the last commit; `None` where there is no repository or git fails.
pub(super) fn evidence(repo: &Path) -> io::Result<Option<Evidence>> {
    if super::paths::stat(&repo.join(".git"))?.is_none() {
        return Ok(None);
    }
    Ok(read(repo))
}

fn read(repo: &Path) -> Option<Evidence> {
    let filters = filters(repo)?;
    let diff = ["diff", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"];
    let status = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignore-submodules=dirty"];
    let head = ["show", "--pretty=format:", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "HEAD"];
    let diff = git(repo, &filters, &diff)?;
    let status = git(repo, &filters, &status)?;
    let head = git(repo, &filters, &head)?;
    let mut out = Evidence::new();
    let mut add = |name: &[u8]| out.insert((Text::surrogateescape(name), name.to_vec()));
    for name in nul_separated(&diff).chain(nul_separated(&head)) {
        add(name);
    }
    let mut entries = status.split(|&b| b == 0);
    while let Some(entry) = entries.next() {
        if entry.is_empty() {
            continue;
        }
        add(entry.get(3..).unwrap_or_default());
        if entry.iter().take(2).any(|b| matches!(b, b'R' | b'C')) {
            entries.next();
        }
    }
    Some(out)
}

fn nul_separated(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|&b| b == 0).filter(|name| !name.is_empty())
}

/// Names of the settings of filters that the repository's own configuration holds.
fn filters(repo: &Path) -> Option<Vec<OsString>> {
    let listed = git(repo, &[], &["config", "--list", "--show-scope", "--name-only", "--includes", "-z"])?;
    let mut out = Vec::new();
    let mut fields = listed.split(|&b| b == 0);
    while let (Some(scope), Some(name)) = (fields.next(), fields.next()) {
        if name.starts_with(b"filter.") && !matches!(scope, b"system" | b"global" | b"command") {
            out.push(OsStr::from_bytes(name).to_owned());
        }
    }
    out.sort();
    out.dedup();
    Some(out)
}

fn git(repo: &Path, filters: &[OsString], args: &[&str]) -> Option<Vec<u8>> {
    let mut command = Command::new("git");
    command.arg("--no-optional-locks").arg("-C").arg(repo);
    for setting in INERT {
        command.arg("-c").arg(setting);
    }
    for name in filters {
        let mut setting = OsString::from("--config-env=");
        setting.push(name);
        setting.push(format!("={EMPTY}"));
        command.arg(setting);
    }
    command.args(args).env(EMPTY, "").env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "none");
    command.env("GIT_TERMINAL_PROMPT", "0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let output = command.output().ok()?;
    output.status.success().then_some(output.stdout)
}
