//! How far a scan is, on standard error: a bar on a terminal when it takes a while, a line at the end.

use super::interrupt;
use crate::stats::run::Progress;
use crate::walk::plan::Plan;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// Shows how far a run is.
pub struct Meter;

impl Meter {
    /// Runs `work`, and shows on a terminal how far it is. Also tells whether it was interrupted, and so is not whole.
    pub fn watch<T: Send>(plan: &Plan, work: impl FnOnce(&Progress) -> T) -> (T, bool) {
        let progress = Progress { stop: interrupt::watch(), ..Progress::default() };
        let result = if std::io::stderr().is_terminal() { Self::shown(plan, &progress, work) } else { work(&progress) };
        interrupt::unwatch();
        let interrupted = progress.stop.load(Ordering::Relaxed);
        if interrupted {
            let files: usize = plan.units.iter().map(|u| u.files.len()).sum();
            super::warn(&format!("interrupted: {} of {files} files were read", progress.files.load(Ordering::Relaxed)));
        }
        (result, interrupted)
    }

    fn shown<T: Send>(plan: &Plan, progress: &Progress, work: impl FnOnce(&Progress) -> T) -> T {
        let start = Instant::now();
        let result = std::thread::scope(|scope| {
            let (done, wait) = channel::<()>();
            scope.spawn({
                move || {
                    if wait.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                        let bar = bar(plan);
                        while wait.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
                            bar.set_position(progress.bytes.load(Ordering::Relaxed));
                            bar.set_message(progress.files.load(Ordering::Relaxed).to_string());
                        }
                        bar.finish_and_clear();
                    }
                }
            });
            let result = work(progress);
            drop(done);
            result
        });
        let (seconds, bytes) = (start.elapsed().as_secs_f64(), progress.bytes.load(Ordering::Relaxed) as f64);
        anstream::eprintln!(
            "{} files, {:.1} MB in {seconds:.2} s ({:.0} MB/s)",
            progress.files.load(Ordering::Relaxed),
            bytes / 1e6,
            bytes / 1e6 / seconds.max(1e-9)
        );
        result
    }
}

fn bar(plan: &Plan) -> ProgressBar {
    let bytes = plan.units.iter().map(|u| u.bytes()).sum();
    let files: usize = plan.units.iter().map(|u| u.files.len()).sum();
    let form = format!("{{bar:30}} {{msg}}/{files} files  {{bytes}}/{{total_bytes}}  {{bytes_per_sec}}  {{eta}} left");
    let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(&form) {
        bar.set_style(style);
    }
    bar
}
