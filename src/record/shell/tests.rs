use super::*;
use proptest::prelude::*;

/// Each command as `words|wrappers|cwd|flags`.
fn show(line: &str) -> Vec<String> {
    parse(line, Some("/w"))
        .stmts
        .iter()
        .map(|s| {
            let p = &s.cmd.place;
            let mut flags = String::new();
            for (on, c) in [
                (p.masked, 'm'),
                (p.shared, 's'),
                (p.needs_success, '&'),
                (p.needs_failure, '|'),
                (s.captured, '$'),
                (p.background, 'b'),
            ] {
                if on {
                    flags.push(c);
                }
            }
            let mut out = s.cmd.words.join(" ");
            if !s.cmd.wrappers.is_empty() {
                out += &format!(" <{}>", s.cmd.wrappers.join(","));
            }
            if s.cmd.cwd.as_deref() != Some("/w") {
                out += &format!(" @{}", s.cmd.cwd.as_deref().unwrap_or("?"));
            }
            if !flags.is_empty() {
                out += &format!(" [{flags}]");
            }
            out
        })
        .collect()
}

#[test]
fn takes_lines_apart() {
    let cases: &[(&str, &[&str])] = &[
        ("pytest -q", &["pytest -q"]),
        ("pytest | tail -5", &["pytest [m]", "tail -5"]),
        ("pytest; echo done", &["pytest [m]", "echo done"]),
        ("pytest || true", &["pytest [m]", "true [s|]"]),
        ("pytest || exit 1", &["pytest [s]", "exit 1 [s|]"]),
        ("set -o pipefail; pytest | tee log", &["set -o pipefail [m]", "pytest [s]", "tee log [s]"]),
        ("cd app && npm test", &["cd app [s]", "npm test @/w/app [&]"]),
        ("(cd app && npm test); ls", &["cd app [ms]", "npm test @/w/app [m&]", "ls"]),
        ("a && b && c", &["a [s]", "b [s&]", "c [s&]"]),
        ("CI=1 timeout 60 uv run --with x pytest tests/a.py", &["pytest tests/a.py <timeout,uv>"]),
        (
            "bash -lc 'cd x && go test ./... | tail -3'",
            &["cd x <bash> [s]", "go test ./... <bash> @/w/x [m&]", "tail -3 <bash> @/w/x [&]"],
        ),
        ("sudo -u me env A=1 npx -y tsc --noEmit", &["tsc --noEmit <sudo,env,npx>"]),
        ("docker compose exec -T web pytest -q", &["pytest -q <docker> @?"]),
        ("docker exec -it -w /app c1 bash -c \"go test ./...\"", &["go test ./... <docker,bash> @?"]),
        ("kubectl exec -n ns pod-1 -- ls /x", &["ls /x <kubectl> @?"]),
        ("ssh -p 22 me@host 'systemctl restart web'", &["systemctl restart web <ssh> @?"]),
        ("mise exec node@22 -- npm test", &["npm test <mise>"]),
        ("nix develop .#dev -c cargo test", &["cargo test <nix>"]),
        ("git -C sub commit -m 'a; b && c'", &["git -C sub commit -m a; b && c @/w/sub"]),
        ("for f in a b; do sed -i s/x/y/ \"$f.ts\"; done", &["sed -i s/x/y/ a.ts b.ts [m]"]),
        ("if npm test; then echo good; else echo bad; fi", &["npm test [m]", "echo good [s]", "echo bad [s]"]),
        ("x=$(git rev-parse HEAD) && echo $x", &["git rev-parse HEAD [m$]", "echo $x [&]"]),
        ("echo one # pytest\npytest", &["echo one [m]", "pytest"]),
        ("cat > f.txt <<'EOF'\nrm -rf / && pytest\nEOF\nls", &["cat [m]", "ls"]),
        (
            "git commit -m \"$(cat <<'EOF'\nDon't (yet\nEOF\n)\" && git push",
            &["cat [m$]", "git commit -m $(cat <<'EOF'\nDon't (yet\nEOF\n) [s]", "git push [s&]"],
        ),
        ("npm run dev &\nsleep 2", &["npm run dev [mb]", "sleep 2"]),
        ("{ make; make test; } > log 2>&1", &["make [m]", "make test"]),
        ("find . -name '*.go' | xargs grep -n foo", &["find . -name *.go [m]", "grep -n foo <xargs>"]),
        ("pytest(){ :; }; pytest", &[":"]),
        ("while read l; do echo $l; done < f", &["read l [m]", "echo $l [m]"]),
        ("case $x in a) make a;; *) make b;; esac; ls", &["make a [ms]", "make b [ms]", "ls"]),
        ("[[ -f a && -f b ]] && make", &["[[ [s]", "make [s&]"]),
        ("set -e\nmake\nmake test", &["set -e [m]", "make [s]", "make test"]),
        ("type C:\\proj\\a.txt", &["type C:\\proj\\a.txt"]),
        ("a |& b", &["a [m]", "b"]),
        ("a &> log && b", &["a [s]", "b [s&]"]),
        ("! grep -q x f", &["grep -q x f [m]"]),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .filter(|(line, want)| show(line) != *want)
        .map(|(line, want)| format!("{line:?}\n  is   {:?}\n  want {want:?}", show(line)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn shows_where_a_status_is_printed() {
    let cases: &[(&str, StatusSource)] = &[
        ("pytest | tail; echo \"exit: ${PIPESTATUS[0]}\"", shown("exit: ", "", true)),
        ("pytest > log 2>&1; echo $?", shown("", "", false)),
        ("pytest -q; rc=$?; tail log; echo \"rc=$rc end\"", shown("rc=", " end", false)),
        ("pytest; rc=$?; tail log; exit $rc", StatusSource::Line),
        ("pytest; tail log", StatusSource::Hidden),
    ];
    for (line, want) in cases {
        let l = parse(line, None);
        assert_eq!(l.lists[l.stmts[0].list], *want, "{line}");
    }
}

fn shown(before: &str, after: &str, first_of_pipe: bool) -> StatusSource {
    StatusSource::Shown { before: before.into(), after: after.into(), first_of_pipe }
}

#[test]
fn stays_linear_on_long_and_nested_lines() {
    for unit in
        ["$(", "`", "(", "{ ", "if ", "'", "\"$(", "<<X\n", "case a in ", "a|", "((", "${", "\\", "for x in ", "x=(", "<("]
    {
        parse(&unit.repeat(100_000 / unit.len()), None);
    }
    let nested = "bash -c \"bash -c 'bash -c a'\"";
    assert_eq!(parse(nested, None).stmts.len(), 1);
}

proptest! {
    #[test]
    fn never_panics(line in any::<String>()) {
        parse(&line, Some("/w"));
    }

    #[test]
    fn never_panics_on_shell_characters(line in "[a-z '\"$(){}`;|&<>\\\\\n#=\\[\\]!*?é-]{0,120}") {
        parse(&line, None);
    }

    #[test]
    fn plain_words_survive(words in prop::collection::vec("[a-z][a-z0-9_./-]{0,8}", 1..6)) {
        let reserved = ["if", "for", "while", "until", "case", "select", "function", "time", "do", "done", "then", "fi", "esac", "elif", "else", "env", "exec", "arch", "sh", "su"];
        prop_assume!(!reserved.contains(&words[0].as_str()));
        let line = parse(&format!("./{}", words.join(" ")), None);
        prop_assert_eq!(line.stmts.len(), 1);
    }
}
