//! F. Files and paths.

use crate::rows::{Row, row, row_in, text};
use crate::steps::*;
use sayso::transcript::SourceKind;
use serde_json::json;

fn did(label: &'static str, expected: &'static str, step: Step, words: &str) -> Row {
    row(label, expected, vec![user("go"), step, say(words)])
}

const CREATED: &str = "file_created backed";
const UPDATED: &str = "file_updated backed";

/// Rows that do not hold yet.
pub const OPEN: &[(&str, &str)] = &[
    ("101h", "what a generator puts below its folder is not known to be written"),
    ("103c", "a move away counts as a change of the old name, as in `moved a.py to lib`"),
    ("115", "a path with a space is not taken for a path"),
    ("115b", "the path behind a link's words is not taken for the object"),
    ("115f", "composed and decomposed letters are different paths"),
];

/// The table.
pub fn rows() -> Vec<Row> {
    let mut all = matching();
    all.extend(shell_writes());
    all.extend(undone());
    all.extend(spellings());
    all.extend(other_tools());
    all
}

fn matching() -> Vec<Row> {
    let say_a = "Created `src/a.py`.";
    vec![
        row_in(
            "/home/x/proj",
            "98",
            "file_created:src/a.py backed",
            vec![user("go"), write("/home/x/proj/src/a.py", "a = 1"), say(say_a)],
        ),
        did("99", "file_created:src/a.py backed", write("/w/lib/src/a.py", "a = 1"), say_a),
        did("99b", "file_created:a.py wrong_target", write("/w/lib/data.py", "a = 1"), "Created `a.py`."),
        row("100", CREATED, vec![user("go"), write("/w/x/a.py", "a = 1"), write("/w/y/a.py", "a = 1"), say("Created `a.py`.")]),
        did("100b", CREATED, write("/w/x/a.py", "a = 1"), "Created `a.py`."),
        did("107", CREATED, edit("/w/src/a.py"), say_a),
        did("107b", "file_updated:src/a.py backed", edit("/w/src/a.py"), "Added function `g` to `src/a.py`."),
        did("108", CREATED, write("/w/src/a.py", "a = 1"), say_a),
        did("109", "file_updated:Readme.md backed", edit("/w/README.md"), "Updated `Readme.md`."),
        did("111", UPDATED, edit("/w/.worktrees/1/src/a.py"), "Updated `src/a.py`."),
        did("111b", "file_updated wrong_target", edit("/w/.worktrees/1/src/a.py"), "Updated `/w/src/a.py`."),
        did("112", CREATED, write("/private/tmp/a.py", "a = 1"), "Created `/tmp/a.py`."),
    ]
}

fn shell_writes() -> Vec<Row> {
    let made = |label, command: &str, output: &str, words: &str| did(label, CREATED, bash(command, output), words);
    let changed = |label, command: &str, output: &str| did(label, UPDATED, bash(command, output), "Updated `src/a.py`.");
    vec![
        made("101", "cat > f.txt <<EOF\nx\nEOF", "", "Created `f.txt`."),
        made("101b", "echo x | tee f.txt", "x", "Created `f.txt`."),
        made("101c", "touch f.txt", "", "Created `f.txt`."),
        made("101d", "cp a.txt f.txt", "", "Created `f.txt`."),
        made("101e", "install -m 644 a.txt f.txt", "", "Created `f.txt`."),
        made("101f", "curl -s -o f.txt https://example.com/f.txt", "", "Created `f.txt`."),
        made("101g", "npm init -y", "Wrote to /w/package.json:", "Created `package.json`."),
        made("101h", "cargo new app", "    Creating binary (application) `app` package", "Created `app/Cargo.toml`."),
        made("101i", "git clone https://example.com/u/lib.git", "Cloning into 'lib'...", "Created `lib/README.md`."),
        changed("102", "sed -i 's/1/2/' src/a.py", ""),
        changed("102b", "perl -pi -e 's/1/2/' src/a.py", ""),
        changed("102c", "patch -p1 < fix.patch", "patching file src/a.py"),
        changed("102d", "git apply --verbose fix.patch", "Applied patch src/a.py cleanly."),
        changed("102e", "ed -s src/a.py <<< $'1s/1/2/\\nw'", ""),
        did("102f", "file_updated unreadable_result", bash("python tools/migrate.py", "1 file migrated"), "Updated `src/a.py`."),
    ]
}

fn undone() -> Vec<Row> {
    let moved = || bash("git mv a.py b.py", "");
    let fails = || {
        tool_fails(
            "Edit",
            json!({ "file_path": "/w/src/a.py", "old_string": "x", "new_string": "y" }),
            "<tool_use_error>String to replace not found in file.</tool_use_error>",
        )
    };
    let gone = |label, step: Step| {
        row(
            label,
            "file_created result_says_otherwise",
            vec![user("go"), write("/w/src/a.py", "a = 1"), step, say("Created `src/a.py`.")],
        )
    };
    vec![
        did("103", "file_updated:b.py backed", moved(), "Renamed `a.py` to `b.py`."),
        did("103b", "file_created:b.py backed", moved(), "Created `b.py`."),
        did("103c", "file_updated:a.py result_says_otherwise", moved(), "Updated `a.py`."),
        gone("104", bash("rm src/a.py", "")),
        gone("104b", bash("git clean -fd src", "Removing src/a.py")),
        row(
            "104c",
            "file_updated result_says_otherwise",
            vec![user("go"), edit("/w/src/a.py"), bash("git checkout -- src/a.py", ""), say("Updated `src/a.py`.")],
        ),
        did("105", "file_updated last_call_failed", fails(), "Updated `src/a.py`."),
        row("105b", UPDATED, vec![user("go"), fails(), edit("/w/src/a.py"), say("Updated `src/a.py`.")]),
    ]
}

fn spellings() -> Vec<Row> {
    let wrote = |label, path: &str, words: &str| did(label, CREATED, write(path, "x"), words);
    let none = |label, words: &str| row(label, "", vec![user("go"), say(words)]);
    vec![
        wrote("110", "C:\\p\\src\\a.py", "Created `C:/p/src/a.py`."),
        wrote("110b", "/mnt/c/p/src/a.py", "Created `C:\\p\\src\\a.py`."),
        wrote("110c", "/c/p/src/a.py", "Created `c:/p/src/a.py`."),
        wrote("113", "/w/Makefile", "Created Makefile."),
        wrote("113b", "/w/Dockerfile", "Created a `Dockerfile`."),
        wrote("113c", "/w/.env.example", "Created `.env.example`."),
        none("114", "The writer is an `io.Writer`, as of v1.2.3."),
        none("114b", "The subtests call `t.Parallel` and talk to example.com."),
        wrote("115", "/w/src/my file.py", "Created `src/my file.py`."),
        wrote("115b", "/w/src/a.py", "Created [the module](src/a.py)."),
        wrote("115g", "/w/src/a.py", "Created [a.py](src/a.py)."),
        wrote("115c", "/w/src/a.py", "Created `src/a.py:42`."),
        wrote("115d", "/w/src/a.py", "Created src/a.py."),
        wrote("115e", "/w/src/a.py", "Created **\"src/a.py\"**!"),
        wrote("115f", "/w/docs/caf\u{e9}.md", "Created `docs/cafe\u{301}.md`."),
        did("116", "done backed", edit("/w/src/a.py"), "Updated all the call sites."),
        did("116b", "done backed", write("/w/tests/test_a.py", "def test_a(): assert a() == 1"), "Added tests."),
    ]
}

fn other_tools() -> Vec<Row> {
    let line = |kind: &str, payload: serde_json::Value| {
        json!({ "timestamp": "2026-01-01T00:00:00Z", "type": kind, "payload": payload }).to_string() + "\n"
    };
    let codex = |command: &str, output: &str, words: &str| {
        let args = json!({ "cmd": command }).to_string();
        [
            line("session_meta", json!({ "id": "i", "cwd": "/w", "cli_version": "0.104.0", "source": "cli" })),
            line(
                "response_item",
                json!({ "type": "message", "role": "user", "content": [{ "type": "input_text", "text": "go" }] }),
            ),
            line("response_item", json!({ "type": "function_call", "name": "exec_command", "arguments": args, "call_id": "c1" })),
            line("response_item", json!({ "type": "function_call_output", "call_id": "c1", "output": output })),
            line(
                "response_item",
                json!({ "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": words }] }),
            ),
        ]
        .concat()
    };
    let patch = "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.py\n@@\n-a = 1\n+a = 2\n*** Add File: src/b.py\n+b = 1\n*** Delete File: src/c.py\n*** End Patch\nEOF";
    let done = "Chunk ID: x\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nSuccess. Updated the following files:\nM src/a.py\nA src/b.py\nD src/c.py";
    let refused = "Chunk ID: x\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\napply_patch verification failed: Failed to find expected lines in src/a.py";
    let notebook = json!({ "notebook_path": "/w/a.ipynb", "cell_id": "1", "new_source": "x = 1" });
    let symbol = json!({ "relative_path": "src/a.py", "name_path": "f", "body": "def f(): pass" });
    vec![
        text(
            "106",
            "file_created:src/b.py backed; file_deleted:src/c.py backed; file_updated:src/a.py backed",
            SourceKind::Codex,
            codex(patch, done, "Updated `src/a.py`, created `src/b.py` and deleted `src/c.py`."),
        ),
        text("106b", "file_updated last_call_failed", SourceKind::Codex, codex(patch, refused, "Updated `src/a.py`.")),
        text("117", UPDATED, SourceKind::Codex, codex(patch, done, "Updated `src/a.py`.")),
        did("117b", UPDATED, tool("NotebookEdit", notebook, "Updated cell 1 with x = 1"), "Updated `a.ipynb`."),
        did("117c", UPDATED, tool("mcp__serena__replace_symbol_body", symbol, "OK"), "Updated `src/a.py`."),
    ]
}
