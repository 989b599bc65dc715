//! Paths as Python's `pathlib` (3.11) takes them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};

const ENOENT: i32 = 2;
const EBADF: i32 = 9;
const ENOTDIR: i32 = 20;
const ELOOP: i32 = 40;

/// `Path(token).as_posix()`: no empty and no `.` components.
pub(super) fn as_posix(path: &[u8]) -> Vec<u8> {
    let absolute = path.starts_with(b"/");
    let parts: Vec<&[u8]> = path.split(|&b| b == b'/').filter(|p| !p.is_empty() && *p != b".").collect();
    let mut out = if !absolute {
        Vec::new()
    } else if path.starts_with(b"//") && !path.starts_with(b"///") {
        b"//".to_vec()
    } else {
        b"/".to_vec()
    };
    out.extend(parts.join(&b'/'));
    if out.is_empty() { b".".to_vec() } else { out }
}

/// The metadata of a path, `None` where nothing is there; other errors are errors.
pub(super) fn stat(path: &Path) -> io::Result<Option<std::fs::Metadata>> {
    match std::fs::metadata(path) {
        Ok(meta) => Ok(Some(meta)),
        Err(e) if matches!(e.raw_os_error(), Some(ENOENT | EBADF | ENOTDIR | ELOOP)) => Ok(None),
        Err(e) => Err(e),
    }
}

/// Where `token` leads under `repo`; `None` where it is absolute, leads out of it or loops.
pub(super) fn contained(repo: &Path, token: &[u8]) -> Option<PathBuf> {
    if token.starts_with(b"/") {
        return None;
    }
    let root = resolve(repo)?;
    let resolved = resolve(&repo.join(OsString::from_vec(token.to_vec())))?;
    resolved.starts_with(&root).then_some(resolved)
}

/// `Path.resolve()` where missing components are taken as they are; `None` on a loop of links.
fn resolve(path: &Path) -> Option<PathBuf> {
    let mut start = PathBuf::new();
    let mut rest = path;
    if let Ok(below) = path.strip_prefix("/") {
        start.push("/");
        rest = below;
    }
    let (joined, _) = follow(start, rest, &mut BTreeMap::new());
    let resolved = absolute(&joined);
    match std::fs::metadata(&resolved) {
        Err(e) if e.raw_os_error() == Some(ELOOP) => None,
        _ => Some(resolved),
    }
}

/// Follows the links of `rest` from `base`; false where a link leads back to itself.
fn follow(mut base: PathBuf, rest: &Path, seen: &mut BTreeMap<PathBuf, Option<PathBuf>>) -> (PathBuf, bool) {
    let mut components = rest.components();
    while let Some(component) = components.next() {
        let name = match component {
            Component::Normal(name) => name,
            Component::RootDir => {
                base = PathBuf::from("/");
                continue;
            }
            Component::ParentDir => {
                up(&mut base);
                continue;
            }
            Component::CurDir | Component::Prefix(_) => continue,
        };
        let next = base.join(name);
        let target = match std::fs::symlink_metadata(&next) {
            Ok(meta) if meta.file_type().is_symlink() => std::fs::read_link(&next).ok(),
            _ => None,
        };
        let Some(target) = target else {
            base = next;
            continue;
        };
        match seen.get(&next) {
            Some(Some(known)) => {
                base = known.clone();
                continue;
            }
            Some(None) => return (next.join(components.as_path()), false),
            None => {}
        }
        seen.insert(next.clone(), None);
        let (reached, ok) = follow(base, &target, seen);
        if !ok {
            return (reached.join(components.as_path()), false);
        }
        seen.insert(next, Some(reached.clone()));
        base = reached;
    }
    (base, true)
}

fn up(base: &mut PathBuf) {
    match base.components().next_back() {
        Some(Component::Normal(_)) => {
            base.pop();
        }
        Some(Component::RootDir) => {}
        _ => base.push(".."),
    }
}

/// `os.path.abspath`.
fn absolute(path: &Path) -> PathBuf {
    let joined = if path.is_absolute() { path.to_owned() } else { std::env::current_dir().unwrap_or_default().join(path) };
    let mut out = PathBuf::new();
    for component in joined.components() {
        match component {
            Component::ParentDir => up(&mut out),
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

/// `OSError` as Python prints it.
pub(super) fn os_error(error: &io::Error, path: &Path) -> String {
    let code = error.raw_os_error().unwrap_or_default();
    let text = error.to_string();
    let text = text.strip_suffix(&format!(" (os error {code})")).unwrap_or(&text);
    let shown = super::text::Text::surrogateescape(&as_posix(path.as_os_str().as_bytes()));
    format!("[Errno {code}] {text}: {}", super::report::repr(&shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_normalised_as_pathlib_does() {
        for (given, want) in
            [("./a//b/./c.py", "a/b/c.py"), ("a/../b.py", "a/../b.py"), ("", "."), ("//x/", "//x"), ("///x", "/x")]
        {
            assert_eq!(as_posix(given.as_bytes()), want.as_bytes());
        }
    }

    #[test]
    fn what_leads_out_or_loops_is_not_contained() {
        let dir = tempfile::tempdir().expect("a folder");
        let repo = dir.path().join("repo");
        std::fs::create_dir_all(repo.join("sub")).expect("a folder");
        std::os::unix::fs::symlink("..", repo.join("out")).expect("a link");
        std::os::unix::fs::symlink("loop", repo.join("loop")).expect("a link");
        std::os::unix::fs::symlink("sub", repo.join("in")).expect("a link");
        let root = std::fs::canonicalize(&repo).expect("the folder");
        assert_eq!(contained(&repo, b"sub/missing/x.py"), Some(root.join("sub/missing/x.py")));
        assert_eq!(contained(&repo, b"in/../x.py"), Some(root.join("x.py")));
        assert_eq!(contained(&repo, b"in/x.py"), Some(root.join("sub/x.py")));
        for outside in [&b"../x.py"[..], b"out/x.py", b"/etc/x.py", b"loop", b"sub/../../x.py"] {
            assert_eq!(contained(&repo, outside), None, "{outside:?}");
        }
    }
}
