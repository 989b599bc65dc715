//! The page, fed with hostile text and looked at in a real browser. Without a browser those tests say that they skip.

use crate::common::{Session, folder, sayso, stdout};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What marks the document if any of it runs.
const OWN: &str = "document.documentElement.dataset.owned=1";

/// Texts that try to leave the place where they are written.
fn hostile() -> Vec<String> {
    vec![
        format!("<script>{OWN}</script>"),
        format!("</script><script>{OWN}</script>"),
        format!("\"><img src=x onerror=\"{OWN}\">"),
        format!("' onmouseover='{OWN}' x='"),
        format!("</blockquote></details><svg onload=\"{OWN}\"><style>*{{display:none}}</style>"),
        format!("[here](javascript:{OWN}) javascript:{OWN}"),
        format!("<a href=\"javascript:{OWN}\">x</a><iframe srcdoc=\"<script>parent.{OWN}</script>\"></iframe>"),
        "<!-- --><![CDATA[ ]]> &lt;b&gt; {{ 7*7 }} {% raw %} ${7*7} <base href=//example.com> <meta http-equiv=refresh content=0>".into(),
        "\u{202e}gnp.exe\u{202c} \u{1b}[31mred\u{7} \u{0}nul \u{feff}mark \u{2028}line".into(),
        "🎉🚀👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 e\u{301}\u{301}\u{301}\u{301}\u{301} مرحبا 漢字".into(),
        "w".repeat(10_000),
    ]
}

/// Sessions of hostile text in every place that a page shows: quotes, commands, results, paths, models, projects.
fn write_sessions(at: &Path) {
    for (i, text) in hostile().iter().enumerate() {
        let session = Session::new(&format!("{i}{text}")).user(text);
        let ran =
            session.bash(&format!("cargo test {text}"), &format!("{text}\ntest result: FAILED. 1 passed; 2 failed {text}"), true);
        let said = ran.say(&format!("All tests pass {text}.")).say(&format!("I pushed the branch {text} to origin."));
        let told = said.say(&format!("I updated `src/{text}.rs`.")).text();
        let odd = serde_json::to_string(text).expect("text");
        let told = told
            .replace("\"claude-sonnet-4-6\"", &odd)
            .replace("\"/home/dev/app\"", &odd)
            .replace("2026-11-02", &format!("2026-1{}-02", i % 3));
        std::fs::create_dir_all(at).expect("the folder is made");
        std::fs::write(at.join(format!("{i}.jsonl")), told).expect("the session is written");
    }
    if cfg!(unix) {
        let name = "a'\"<img src=x onerror=\u{1b}>&.jsonl";
        Session::new("odd").user("Go.").say("All tests pass.").write(&at.join(name));
    }
}

fn page(home: &Path) -> String {
    write_sessions(&home.join("logs"));
    stdout(sayso(home).args(["scan", "logs", "--format", "html"]))
}

#[test]
fn the_page_holds_hostile_text_as_text_and_needs_nothing_else() {
    let home = folder();
    let page = page(home.path());
    assert!(page.matches("<article").count() > 20, "{page}");
    assert_eq!((page.matches("<script").count(), page.matches("</script").count(), page.matches("<style").count()), (1, 1, 1));
    for tag in ["<img", "<iframe", "<base", "<svg onload", "<b>", "<a href=\"javascript"] {
        assert!(!page.contains(tag), "{tag}");
    }
    for outside in ["src=\"", "url(", "@import", "<link", "href=\"http"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(page.chars().find(|c| c.is_control() && *c != '\n' || ('\u{202a}'..='\u{202e}').contains(c)), None);
    let policy = page.split("Content-Security-Policy\" content=\"").nth(1).and_then(|p| p.split('"').next()).unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-") && !policy.contains("unsafe"), "{policy}");
}

/// A browser, or a word about its absence.
fn browser() -> Option<PathBuf> {
    let named = std::env::var_os("SAYSO_CHROMIUM").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let found = named.or_else(|| std::env::split_paths(&path).flat_map(|dir| names.map(|n| dir.join(n))).find(|p| p.is_file()));
    // One that is shut in so that it opens no files of others is none.
    let home = folder();
    let found = found.filter(|browser| dump(browser, home.path(), "<p>here</p>", 800).0.contains("<p>here</p>"));
    if found.is_none() {
        assert!(std::env::var_os("SAYSO_REQUIRE_BROWSER").is_none(), "SAYSO_REQUIRE_BROWSER is set, and there is no browser");
        eprintln!("skipped: no Chromium on the path that opens a file (SAYSO_CHROMIUM names one)");
    }
    found
}

/// The document after its scripts ran, in a window of a width.
fn open(browser: &Path, home: &Path, page: &str, width: u32) -> String {
    let (dom, trouble) = dump(browser, home, page, width);
    assert!(dom.contains("</html>"), "{trouble}");
    dom
}

/// What the browser prints of a page, and what it has to say about itself.
fn dump(browser: &Path, home: &Path, page: &str, width: u32) -> (String, String) {
    let file = home.join("page.html");
    std::fs::write(&file, page).unwrap();
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--dump-dom"]);
    command.arg(format!("--user-data-dir={}", home.join("profile").display())).arg(format!("--window-size={width},900"));
    match command.env("HOME", home).arg(format!("file://{}", file.display())).output() {
        Ok(output) => {
            (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
        }
        Err(e) => (String::new(), e.to_string()),
    }
}

/// The page without its policy and with a script that looks at it.
fn probed(page: &str) -> String {
    let (head, rest) = page.split_once("<meta http-equiv=\"Content-Security-Policy\"").unwrap();
    let rest = rest.split_once('>').unwrap().1;
    format!("{head}{}", rest.replacen("</body>", &format!("<script>{}</script></body>", include_str!("page.js")), 1))
}

fn probe(dom: &str) -> Value {
    let found = dom.split("id=\"probe\">").nth(1).and_then(|p| p.split("</script>").next()).expect("the script ran to its end");
    serde_json::from_str(found).unwrap()
}

#[test]
fn in_a_browser_hostile_text_does_nothing_and_the_page_is_usable() {
    let Some(browser) = browser() else { return };
    let home = folder();
    let page = page(home.path());
    let dom = open(&browser, home.path(), &page, 1280);
    assert!(!dom.contains("data-owned"), "nothing of a transcript ran");
    assert!(
        dom.contains("<form class=\"filters\" role=\"search\" aria-label=\"Filter the claims\">"),
        "the page's own script ran"
    );
    for width in [1280, 500] {
        let found = probe(&open(&browser, home.path(), &probed(&page), width));
        assert_eq!(found["owned"], "", "escaping alone suffices");
        for fault in ["overflow", "contrast", "unnamed", "unlabelled", "twice"] {
            assert_eq!(found[fault], Value::Array(Vec::new()), "{fault} at {width}: {found}");
        }
        assert!(found["width"][0].as_u64() <= found["width"][1].as_u64(), "{found}");
        let (all, searched, filtered) = (found["all"].as_u64(), found["searched"].as_u64(), found["filtered"].as_u64());
        assert!(searched > Some(0) && searched < all && filtered > Some(0) && filtered < all, "{found}");
        let told = found["told"].as_str().unwrap();
        assert!(told.starts_with(&format!("{} of {}", searched.unwrap(), all.unwrap())), "{told}");
        assert_eq!(found["sorted"], true, "{found}");
    }
}

#[test]
fn in_a_browser_the_policy_stops_what_escaping_would_have_missed() {
    let Some(browser) = browser() else { return };
    let home = folder();
    let page = page(home.path());
    let holes = format!("<script>{OWN}</script><img src=x onerror=\"{OWN}\"><a id=x style=\"color:red\"></a>");
    let dom = open(&browser, home.path(), &page.replacen("<footer>", &format!("{holes}<footer>"), 1), 1280);
    assert!(!dom.contains("data-owned"), "the policy holds");
    let open_page = page.replacen("default-src 'none'", "default-src 'unsafe-inline'", 1).replacen("script-src", "x-src", 1);
    let dom = open(&browser, home.path(), &open_page.replacen("<footer>", &format!("{holes}<footer>"), 1), 1280);
    assert!(dom.contains("data-owned"), "without the policy it would have run");
}
