//! What holds of any text.

use proptest::prelude::*;

use super::tests::{calls, describe_reading};
use super::*;

/// Lines as runners print them, whole and cut, among arbitrary ones.
fn output() -> impl Strategy<Value = String> {
    let known: Vec<&'static str> = EXAMPLES.iter().flat_map(|(_, e)| e.outputs.iter().map(|(_, output, _)| *output)).collect();
    let cut = |(text, from, to): (&'static str, usize, usize)| {
        let from = text.floor_char_boundary(from.min(text.len()));
        let to = text.floor_char_boundary(to.clamp(from, text.len()));
        text[from..to].to_owned()
    };
    let piece = (prop::sample::select(known), 0..40_usize, 0..400_usize).prop_map(cut);
    prop::collection::vec(prop_oneof![piece, any::<String>(), "[ -~\t\r\n\x1b]{0,80}"], 0..6).prop_map(|parts| parts.concat())
}

fn command() -> impl Strategy<Value = String> {
    let known: Vec<&'static str> = EXAMPLES.iter().flat_map(|(_, e)| e.calls.iter().map(|(line, _)| *line)).collect();
    (prop::sample::select(known), any::<String>()).prop_map(|(line, more)| format!("{line} {more}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_output_is_read_without_harm(text in output(), line in command()) {
        let hints = calls(&line);
        for reading in read_output(&text, &hints) {
            prop_assert!(reading.line.len() <= 200);
            prop_assert!(text.is_char_boundary(reading.offset));
            prop_assert!(reading.offset == 0 || text.as_bytes()[reading.offset - 1] == b'\n');
        }
    }

    #[test]
    fn a_check_has_one_reading(text in output()) {
        let readings = read_output(&text, &[]);
        let checks: std::collections::BTreeSet<Check> = readings.iter().map(|r| r.check).collect();
        prop_assert_eq!(checks.len(), readings.len());
    }

    #[test]
    fn colours_and_line_ends_change_nothing(index in 0..10_000_usize) {
        let outputs: Vec<_> = EXAMPLES.iter().flat_map(|(_, e)| e.outputs).collect();
        let (line, output, _) = outputs[index % outputs.len()];
        prop_assume!(!output.contains('\r'));
        let hints = calls(line);
        let say = |text: &str| read_output(text, &hints).iter().map(describe_reading).collect::<Vec<_>>();
        let coloured: String = output.split_inclusive('\n').map(|l| format!("\x1b[1;32m{}\x1b[0m\r\n", l.trim_end_matches('\n'))).collect();
        prop_assert_eq!(say(output), say(&coloured));
    }

    #[test]
    fn any_words_are_recognised_without_harm(words in prop::collection::vec(any::<String>(), 0..6), line in command()) {
        let odd = SimpleCommand { words, ..SimpleCommand::default() };
        recognise(&odd, &Tasks::default());
        may_be_check(&odd);
        calls(&line);
    }
}
