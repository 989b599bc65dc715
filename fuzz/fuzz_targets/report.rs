#![no_main]

use sayso_fuzz::reports;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| reports::report(bytes));
