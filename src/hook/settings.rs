//! The Stop hook in the settings of Claude Code: put in and taken out, with every other byte of the file left alone.

use super::json_text::{self, Child, children, member, root};
use serde::Serialize;
use serde_json::Value;
use std::ops::Range;

/// Why a settings file is not edited.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It is not JSON.
    #[error("line {0}: not JSON ({1}); mend it first, nothing was changed")]
    NotJson(usize, String),
    /// Something in it has another form than settings have.
    #[error("{0} is not {1}; mend it first, nothing was changed")]
    Form(&'static str, &'static str),
}

#[derive(Serialize)]
struct Hook<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    command: &'a str,
}

#[derive(Serialize)]
struct Group<'a> {
    hooks: [Hook<'a>; 1],
}

#[derive(Serialize)]
struct Hooks<'a> {
    #[serde(rename = "Stop")]
    stop: [Group<'a>; 1],
}

/// The settings with the hook in them, once; where it is there already with another option, that is changed.
pub fn install(text: &str, command: &str) -> Result<String, Refused> {
    let mut text = if text.trim().is_empty() { "{}\n".to_owned() } else { text.to_owned() };
    check(&text)?;
    text = thin_out(text, 1);
    if let Some(there) = ours(&text).pop() {
        if let Some(old) = member(&text, &there.hook, "command").filter(|_| there.command != command) {
            text = json_text::replace(&text, &old.value, &Value::from(command).to_string());
        }
        return Ok(text);
    }
    let group = Group { hooks: [Hook { kind: "command", command }] };
    let top = root(&text);
    Ok(match (member(&text, &top, "hooks"), stop(&text)) {
        (_, Some(stop)) => json_text::push(&text, &stop.value, 2, None, &group),
        (Some(hooks), None) => json_text::push(&text, &hooks.value, 1, Some("Stop"), &[group]),
        (None, None) => json_text::push(&text, &top, 0, Some("hooks"), &Hooks { stop: [group] }),
    })
}

/// The settings without the hook, and without what held nothing else.
pub fn uninstall(text: &str) -> Result<String, Refused> {
    if text.trim().is_empty() {
        return Ok(text.to_owned());
    }
    check(text)?;
    Ok(thin_out(text.to_owned(), 0))
}

/// The text with at most so many hooks of ours, the first ones.
fn thin_out(mut text: String, keep: usize) -> String {
    let surplus = ours(&text).len().saturating_sub(keep);
    for _ in 0..surplus {
        if let Some(last) = ours(&text).pop() {
            text = without(&text, &last);
        }
    }
    text
}

/// Takes one hook out, and every container that it leaves empty.
fn without(text: &str, found: &Ours) -> String {
    let top = root(text);
    let only = |container: &Range<usize>| children(text, container).len() == 1;
    if !only(&found.list) {
        return json_text::remove(text, &found.list, found.index);
    }
    let (Some(hooks), Some(stop)) = (member(text, &top, "hooks"), stop(text)) else { return text.to_owned() };
    let position = |container: &Range<usize>, child: &Child| children(text, container).iter().position(|c| c == child);
    let (container, index) = if !only(&stop.value) {
        (stop.value, Some(found.group))
    } else if !only(&hooks.value) {
        let index = position(&hooks.value, &stop);
        (hooks.value, index)
    } else {
        let index = position(&top, &hooks);
        (top, index)
    };
    json_text::remove(text, &container, index.unwrap_or(usize::MAX))
}

/// The settings are JSON, and hooks stand in them as they do.
fn check(text: &str) -> Result<(), Refused> {
    let value: Value = serde_json::from_str(text).map_err(|e| {
        let what = e.to_string();
        Refused::NotJson(e.line(), what.split(" at line ").next().unwrap_or_default().to_owned())
    })?;
    let top = value.as_object().ok_or(Refused::Form("the file", "an object"))?;
    let Some(hooks) = top.get("hooks") else { return Ok(()) };
    let hooks = hooks.as_object().ok_or(Refused::Form("`hooks`", "an object"))?;
    let Some(stop) = hooks.get("Stop") else { return Ok(()) };
    stop.as_array().map(drop).ok_or(Refused::Form("`hooks.Stop`", "an array"))
}

/// A hook of ours.
struct Ours {
    /// The array that it stands in.
    list: Range<usize>,
    /// Its number there.
    index: usize,
    /// The number of its group.
    group: usize,
    /// Itself.
    hook: Range<usize>,
    command: String,
}

fn stop(text: &str) -> Option<Child> {
    member(text, &member(text, &root(text), "hooks")?.value, "Stop")
}

fn ours(text: &str) -> Vec<Ours> {
    let mut out = Vec::new();
    let groups = stop(text).map(|s| children(text, &s.value)).unwrap_or_default();
    for (group, at) in groups.iter().enumerate() {
        let Some(list) = member(text, &at.value, "hooks") else { continue };
        for (index, hook) in children(text, &list.value).into_iter().enumerate() {
            let command = member(text, &hook.value, "command").and_then(|c| serde_json::from_str::<String>(&text[c.value]).ok());
            if let Some(command) = command.filter(|c| is_ours(c)) {
                out.push(Ours { list: list.value.clone(), index, group, hook: hook.value, command });
            }
        }
    }
    out
}

/// `sayso hook stop`, by whatever path the program is called.
fn is_ours(command: &str) -> bool {
    let Some((program, rest)) = command.split_once(" hook stop") else { return false };
    let name = program.trim_matches(['"', '\'']).rsplit(['/', '\\']).next().unwrap_or_default();
    matches!(name, "sayso" | "sayso.exe") && (rest.is_empty() || rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMAND: &str = "sayso hook stop --warn";

    #[test]
    fn what_is_put_in_comes_out_without_a_trace() {
        for text in [
            "{}\n",
            "{\n  \"z\": 1,\n  \"a\": {\"k\":  [1,2]}\n}\n",
            "{\"model\":\"x\"}",
            "{\n\t\"hooks\": {\n\t\t\"PreToolUse\": []\n\t}\n}",
            "{ \"hooks\": { \"Stop\": [{ \"hooks\": [{ \"type\": \"command\", \"command\": \"say done\" }] }] }, \"b\": 2 }\r\n",
        ] {
            let with = install(text, COMMAND).unwrap();
            let value: Value = serde_json::from_str(&with).unwrap();
            let groups = value["hooks"]["Stop"].as_array().unwrap();
            assert_eq!(groups.last().unwrap()["hooks"][0]["command"], COMMAND, "{with}");
            assert_eq!(install(&with, COMMAND).unwrap(), with);
            assert_eq!(uninstall(&with).unwrap(), text);
            assert_eq!(uninstall(text).unwrap(), text);
        }
    }

    #[test]
    fn a_new_file_reads_well_and_an_option_changes_in_place() {
        let new = install("", COMMAND).unwrap();
        insta::assert_snapshot!(new, @r#"
        {
          "hooks": {
            "Stop": [
              {
                "hooks": [
                  {
                    "type": "command",
                    "command": "sayso hook stop --warn"
                  }
                ]
              }
            ]
          }
        }
        "#);
        let blocking = install(&new, "sayso hook stop --block").unwrap();
        assert_eq!(blocking, new.replace("--warn", "--block"));
    }

    #[test]
    fn hooks_of_others_stay() {
        let shared = r#"{"hooks":{"Stop":[{"hooks":[{"command":"a"},{"command":"/opt/sayso hook stop"},{"command":"b"}]}]}}"#;
        assert_eq!(uninstall(shared).unwrap(), r#"{"hooks":{"Stop":[{"hooks":[{"command":"a"},{"command":"b"}]}]}}"#);
        for other in ["notsayso hook stop", "sayso hook stopper", "echo sayso hook stop"] {
            assert!(!is_ours(other), "{other}");
        }
    }

    #[test]
    fn what_is_no_settings_file_is_refused() {
        assert!(matches!(install("{\n// note\n}", COMMAND), Err(Refused::NotJson(2, _))));
        for text in ["[]", r#"{"hooks":[]}"#, r#"{"hooks":{"Stop":{}}}"#] {
            assert!(matches!(install(text, COMMAND), Err(Refused::Form(..))), "{text}");
            assert!(matches!(uninstall(text), Err(Refused::Form(..))), "{text}");
        }
    }
}
