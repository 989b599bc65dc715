//! The README's examples are what the command prints.
//!
//! In a block of language `console`, a line `$ sayso …` is a command and the lines up to the next one are its output.
//! `SAYSO_WRITE_README=1` writes the outputs anew.

use crate::common::{folder, project, sayso};

struct Example {
    command: String,
    output: String,
}

/// The text with the output of every example replaced by what `run` gives, and the examples as they stood.
fn examples(text: &str, run: impl Fn(&str) -> String) -> (String, Vec<Example>) {
    let (mut out, mut found, mut inside) = (String::new(), Vec::<Example>::new(), false);
    for line in text.lines() {
        match (inside, line.strip_prefix("$ sayso ")) {
            (false, _) => {
                inside = line == "```console";
                out.push_str(&format!("{line}\n"));
            }
            (true, Some(command)) => {
                out.push_str(&format!("{line}\n{}", run(command)));
                found.push(Example { command: command.into(), output: String::new() });
            }
            (true, None) if line == "```" => {
                inside = false;
                out.push_str("```\n");
            }
            (true, None) => {
                if let Some(last) = found.last_mut() {
                    last.output.push_str(&format!("{line}\n"));
                }
            }
        }
    }
    (out, found)
}

fn run(command: &str) -> String {
    let home = folder();
    let output = sayso(home.path()).current_dir(project()).args(command.split_whitespace()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_example_is_what_the_command_prints() {
    let path = project().join("README.md");
    let text = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let (fresh, found) = examples(&text, run);
    assert!(found.len() >= 2);
    if std::env::var_os("SAYSO_WRITE_README").is_some() {
        std::fs::write(&path, &fresh).unwrap();
        return;
    }
    for example in found {
        assert_eq!(example.output, run(&example.command), "$ sayso {}", example.command);
    }
}
