//! Ctrl-C and its kin: what was done is still told, and nothing half-written is left.

use crate::unfinished;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Once};

/// What an interrupt sets where somebody looks at it.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Somebody looks.
static WATCHED: AtomicBool = AtomicBool::new(false);

/// From now on an interrupt ends the program without leaving files that are half-written.
pub fn arm() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler the program just ends, as it would have without this.
        let _ = ctrlc::set_handler(|| {
            if !WATCHED.load(Ordering::Relaxed) || STOP.swap(true, Ordering::Relaxed) {
                unfinished::remove_all();
                super::warn("interrupted; nothing was written");
                std::process::exit(130);
            }
        });
    });
}

/// From now on the first interrupt only sets this; the second ends the program.
pub fn watch() -> Arc<AtomicBool> {
    arm();
    WATCHED.store(true, Ordering::Relaxed);
    Arc::clone(&STOP)
}

/// What was watched is over.
pub fn unwatch() {
    WATCHED.store(false, Ordering::Relaxed);
}
