//! A look from outside at what single rules do. The engine runs the work of each rule through a probe; what it is measured with is the
//! caller's, since the engine knows no clock.

/// Runs the work of one rule, and may measure it.
pub trait Probe {
    /// Runs `work`, which gives the number of its hits, for the rule with this name.
    fn around(&mut self, rule: &'static str, work: &mut dyn FnMut() -> usize);
}

/// Measures nothing.
pub struct Blind;

impl Probe for Blind {
    fn around(&mut self, _: &'static str, work: &mut dyn FnMut() -> usize) {
        work();
    }
}
