//! A whole run on one machine: the map step in threads, then the reduction.

use super::map::Mapper;
use super::partial::Partial;
use crate::walk::plan::{Plan, Unit};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How far a run is. Read by whoever shows it; writing costs an addition a unit.
#[derive(Debug, Default)]
pub struct Progress {
    /// Files done.
    pub files: AtomicU64,
    /// Bytes done.
    pub bytes: AtomicU64,
    /// Set from outside: stop after the units at hand.
    pub stop: Arc<AtomicBool>,
}

/// Maps every unit of a plan in `threads` threads of the common pool, so that parts of a long file go to whoever is free. Units are taken largest first by whoever is free; the result is a set, so
/// that neither the number of threads nor who took what can be seen in it.
pub fn run(plan: &Plan, mapper: &Mapper, threads: usize, progress: &Progress) -> Partial {
    run_by(plan, mapper, threads, progress, &|unit| mapper.map(unit))
}

/// The same with another way to map a unit, such as one that recalls what an earlier run found.
pub fn run_by(
    plan: &Plan,
    mapper: &Mapper,
    threads: usize,
    progress: &Progress,
    map: &(dyn Fn(&Unit) -> Partial + Sync),
) -> Partial {
    let mut out = mapper.left_out(plan);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || {
        let mut mine = Vec::new();
        while let Some(unit) = plan.units.get(next.fetch_add(1, Ordering::Relaxed)) {
            if progress.stop.load(Ordering::Relaxed) {
                break;
            }
            mine.push(map(unit));
            count(progress, unit);
        }
        done.lock().unwrap_or_else(PoisonError::into_inner).append(&mut mine);
    };
    let threads = threads.clamp(1, plan.units.len().max(1));
    if threads == 1 {
        work();
    } else {
        rayon::scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| work())));
    }
    out.absorb(done.into_inner().unwrap_or_else(PoisonError::into_inner));
    out
}

fn count(progress: &Progress, unit: &Unit) {
    progress.files.fetch_add(unit.files.len() as u64, Ordering::Relaxed);
    progress.bytes.fetch_add(unit.bytes(), Ordering::Relaxed);
}
