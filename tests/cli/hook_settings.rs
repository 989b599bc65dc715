//! `sayso hook install` and `uninstall`.

use crate::common::{folder, sayso, stdout};
use predicates::prelude::*;
use std::path::Path;

const SETTINGS: &str = "{\n    \"model\": \"opus\",\n    \"env\": { \"B\": \"2\", \"A\": \"1\" }\n}\n";

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn the_users_settings_keep_everything_else() {
    let home = folder();
    let file = home.path().join("claude/settings.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, SETTINGS).unwrap();
    let hook = |args: &[&str]| stdout(sayso(home.path()).arg("hook").args(args).arg("--user"));
    assert!(hook(&["install"]).contains("settings.json: installed"));
    let with = read(&file);
    assert!(with.starts_with(SETTINGS.trim_end_matches("\n}\n")) && with.contains("sayso hook stop --warn"), "{with}");
    assert!(hook(&["install"]).contains("nothing to change"));
    assert_eq!(read(&file), with);
    hook(&["install", "--block"]);
    assert_eq!(read(&file), with.replace("--warn", "--block"));
    assert!(hook(&["uninstall"]).contains("uninstalled"));
    assert_eq!(read(&file), SETTINGS);
    assert_eq!(std::fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn the_project_gets_a_file_where_it_has_none() {
    let home = folder();
    sayso(home.path()).args(["hook", "uninstall", "--project"]).assert().code(0);
    assert!(!home.path().join(".claude").exists());
    sayso(home.path()).args(["hook", "install", "--project"]).assert().code(0);
    let file = home.path().join(".claude/settings.json");
    let value: serde_json::Value = serde_json::from_str(&read(&file)).unwrap();
    assert_eq!(value["hooks"]["Stop"][0]["hooks"][0]["command"], "sayso hook stop --warn");
    assert!(!home.path().join("claude").exists(), "the user's folder is not touched");
    sayso(home.path()).args(["hook", "uninstall"]).assert().code(0);
    assert_eq!(read(&file), "{}\n");
}

#[test]
fn a_file_that_is_no_json_is_left_as_it_is() {
    let home = folder();
    let file = home.path().join(".claude/settings.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "{\n  // a note\n}\n").unwrap();
    for what in ["install", "uninstall"] {
        let refused = sayso(home.path()).args(["hook", what]).assert().code(2);
        refused.stderr(predicate::str::contains("settings.json: line 2: not JSON"));
    }
    assert_eq!(read(&file), "{\n  // a note\n}\n");
}

#[cfg(unix)]
#[test]
fn links_and_modes_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let home = folder();
    let real = home.path().join("dotfiles.json");
    std::fs::write(&real, "{}").unwrap();
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o600)).unwrap();
    std::fs::create_dir(home.path().join("claude")).unwrap();
    symlink(&real, home.path().join("claude/settings.json")).unwrap();
    sayso(home.path()).args(["hook", "install", "--user"]).assert().code(0);
    assert!(read(&real).contains("sayso hook stop"));
    assert!(home.path().join("claude/settings.json").is_symlink());
    assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o600);
}
