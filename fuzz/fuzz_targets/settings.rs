#![no_main]

use sayso_fuzz::checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::settings_file(bytes));
