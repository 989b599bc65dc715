//! Files that are being written under temporary names, so that whoever ends the program early can remove them.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Remembers a temporary file, or a folder made for some. One that got its name meanwhile is no longer there to be removed.
pub fn add(path: &Path) {
    FILES.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
}

/// Removes what is unfinished.
pub fn remove_all() {
    // A folder that was made for files goes after them, and only where it is empty.
    for path in FILES.lock().unwrap_or_else(PoisonError::into_inner).drain(..).rev() {
        let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir(&path));
    }
}
