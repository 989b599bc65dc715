//! Who and where: login names, people, e-mail addresses and hosts, from the places that name them.

mod accounts;
mod hosts;
mod logins;
mod mail;
mod names;
mod traces;
mod words;

pub use hosts::{connection_host, repository, reserved_host, url_host};
pub use logins::{login, searchable};

use super::numbers::contact_number;
use super::places::Place;
use accounts::{account, cloud_account, street};
use hosts::{bare_host, host_variable, log_host, push_target};
use logins::{dashed_home, home, key_comment, listing, tilde, user_variable, windows_user};
use mail::at_sign;
use names::{blame, name_part, person};

/// Every place that names a person or a host.
pub const PLACES: &[Place] = &[
    Place { literals: &["@"], find: at_sign },
    Place {
        literals: &["/home/", "/users/", "\\users\\", "\\home\\", "/documents and settings/", "/var/home/", "/export/home/"],
        find: home,
    },
    Place { literals: &["-home-", "-users-", "--users-"], find: dashed_home },
    Place { literals: &["~"], find: tilde },
    Place {
        literals: &["logname", "username", "user=", "user:", "user ", "userprofile", "sudo_user", "mail=/var"],
        find: user_variable,
    },
    Place {
        literals: &[
            "hostname",
            "computername",
            "computer_name",
            "nodename",
            "node name",
            "machinename",
            "machine_name",
            "localhostname",
            "host=",
            "host\":",
            "host\\\":",
            "host ",
            "userdomain",
            "logonserver",
            "static hostname:",
            "linux ",
            "darwin ",
        ],
        find: host_variable,
    },
    Place {
        literals: &["my name is ", "user.name", "author:", "commit:", "committer:", "author=", "\"name\"", "name\\\":", "name:"],
        find: person,
    },
    Place {
        literals: &[
            "git_author_name",
            "git_committer_name",
            "@author ",
            "created by ",
            "__author__",
            "-by: ",
            "regards,",
            "hi ",
            "dear ",
            "fullname",
            "full_name",
            "realname",
            "real_name",
            "author_name",
            "authorname",
            "<author>",
            "ago) <",
        ],
        find: person,
    },
    Place {
        literals: &[
            "first_name",
            "firstname",
            "last_name",
            "lastname",
            "given_name",
            "givenname",
            "family_name",
            "familyname",
            "surname",
        ],
        find: name_part,
    },
    Place { literals: &[" 201", " 202", " 203"], find: blame },
    Place { literals: traces::LITERALS, find: traces::ahead },
    Place { literals: traces::ENDINGS, find: traces::behind },
    Place {
        literals: &[
            "sshd[",
            "systemd[",
            "kernel: ",
            "sudo[",
            "sudo: ",
            "cron[",
            "dhclient[",
            "networkmanager[",
            "dockerd[",
            "systemd-",
            "su[",
            "kubelet[",
        ],
        find: log_host,
    },
    Place { literals: &["phone", "mobile", "tel:", "tel ", "fax", "cell:", "call "], find: contact_number },
    Place { literals: &["rwx", "rw-", "r--", "r-x"], find: listing },
    Place { literals: &["ssh-rsa ", "ssh-ed25519 ", "ecdsa-sha2-"], find: key_comment },
    Place { literals: &["/user:"], find: windows_user },
    Place {
        literals: &[
            ".internal",
            ".corp",
            ".local",
            ".infra.",
            ".int.",
            ".hq.",
            ".dmz.",
            ".office.",
            ".ts.net",
            ".lan",
            ".intranet",
            ".prod.",
            ".staging.",
            ".vpn.",
            ".intern.",
            ".priv.",
        ],
        find: bare_host,
    },
    Place {
        literals: &[
            "accountuuid",
            "organizationuuid",
            "orguuid",
            "userid",
            "chatgpt_account_id",
            "accountid",
            "account_id",
            "tenantid",
            "tenant_id",
        ],
        find: account,
    },
    Place { literals: &["arn:aws", "\"account\"", "account\\\":"], find: cloud_account },
    Place {
        literals: &[
            " road",
            " street",
            " avenue",
            " lane",
            " drive",
            " boulevard",
            " court",
            " terrace",
            " square",
            " close",
            " way",
            "straße",
            "strasse",
            " rue ",
        ],
        find: street,
    },
    Place { literals: &["origin\t", "to https://", "to git@", "origin  "], find: push_target },
];

/// People in texts that are lists of them.
pub fn lists(sink: &mut super::finding::Sink) {
    names::shortlog(sink);
}

#[cfg(test)]
mod tests {
    use super::super::finding::Sink;
    use super::hosts::private_host;
    use super::*;

    type Find = fn(&mut Sink, usize);

    fn find(text: &str) -> Vec<String> {
        let mut sink = Sink::new(text);
        let lower = text.to_ascii_lowercase();
        let mut hits: Vec<(usize, Find)> = PLACES
            .iter()
            .flat_map(|p| p.literals.iter().flat_map(|l| lower.match_indices(l).map(|(i, _)| (i, p.find)).collect::<Vec<_>>()))
            .collect();
        hits.sort_by_key(|h| h.0);
        for (i, f) in hits {
            f(&mut sink, i);
        }
        let mut out: Vec<String> = sink.found.into_iter().map(|f| f.value).collect();
        out.sort();
        out.dedup();
        out
    }

    #[test]
    fn people_are_found_where_they_are_named() {
        for (text, want) in [
            ("/home/mvantorpe/src", vec!["mvantorpe"]),
            (r"C:\\Users\\Ozanna.Drelling\\keys", vec!["Ozanna.Drelling"]),
            ("/mnt/c/Users/Ozanna.Drelling/x", vec!["Ozanna.Drelling"]),
            ("USERNAME            Ozanna.Drelling", vec!["Ozanna.Drelling"]),
            ("Author: Mirelle Vantorpe <mirelle@brindle.io>", vec!["Mirelle Vantorpe", "mirelle@brindle.io"]),
            ("Ask Tobiah Quillmarsh (tobiah@quill.eu) to", vec!["Tobiah Quillmarsh", "tobiah@quill.eu"]),
            ("My name is Corvin Haldane-Ruy. Deploy", vec!["Corvin Haldane-Ruy"]),
            ("mvantorpe@kestrel-lt-042:~/src$ ls", vec!["kestrel-lt-042", "mvantorpe"]),
            ("scp x tquill@192.88.99.214:/srv", vec!["tquill"]),
            ("drwx------ 2 mvantorpe staff 4096 Nov 12", vec!["mvantorpe"]),
            ("{\"name\":\"Tobiah Quillmarsh\",\"email\":\"t@quill.eu\"}", vec!["Tobiah Quillmarsh", "t@quill.eu"]),
            ("~tquill/notes", vec!["tquill"]),
            ("\\\\wsl$\\Ubuntu\\home\\tquill\\x", vec!["tquill"]),
            ("/nfs/home/tquill/x and vscode-remote://wsl+Ubuntu/home/tquill", vec!["tquill"]),
            ("uid=1000(tquill) gid=1000", vec!["tquill"]),
            ("Accepted publickey for tquill from 192.0.2.4", vec!["tquill"]),
            ("tquill  pts/0  2026-11-01 10:02", vec!["tquill"]),
            ("tquill:x:1001:1001:Tobiah Quillmarsh,,,:/srv/x:/bin/bash", vec!["Tobiah Quillmarsh", "tquill"]),
            ("[tquill@lark-ws-07 src]$ ls", vec!["lark-ws-07", "tquill"]),
            ("please look, cc @tquill", vec!["tquill"]),
            ("Logged in to github.com account tquill (keyring)", vec!["tquill"]),
            ("a1b2c3d4 (Bjørn Sørensen 2026-11-01 10:00:00 +0000 12) let x", vec!["Bjørn Sørensen"]),
            ("Reported-by: Tobiah Quillmarsh", vec!["Tobiah Quillmarsh"]),
            ("GIT_AUTHOR_NAME=\"Tobiah Quillmarsh\"", vec!["Tobiah Quillmarsh"]),
            ("{\"email\":\"t@quill.eu\",\"name\":\"Tobiah Quillmarsh\"}", vec!["Tobiah Quillmarsh", "t@quill.eu"]),
            ("Linux lark-ws-07 6.1.0-18-amd64 #1 SMP", vec!["lark-ws-07"]),
            ("Nov  1 10:00:01 lark-ws-07 sshd[12]: x", vec!["lark-ws-07"]),
            ("<t.quill@quillmarsh.pl>", vec!["t.quill@quillmarsh.pl"]),
            ("\"firstName\":\"Tobiah\"", vec!["Tobiah"]),
            ("phone: 415-555-0166", vec!["415-555-0166"]),
            ("https://vault.corp.brindle.io:8200", vec![]),
        ] {
            assert_eq!(find(text), want, "{text}");
        }
    }

    #[test]
    fn systems_examples_and_code_are_left_alone() {
        for text in [
            "/home/runner/work/app /root/.cargo /Users/Shared/x C:\\Users\\Public\\Documents /home/vscode/.local",
            "git@github.com:rust-lang/cargo.git",
            "actions/checkout@v4 @types/node@20.11.30 @pytest.fixture logo@2x.png",
            "alice@example.com noreply@github.com dev@localhost test.user@example.org",
            "41898282+github-actions[bot]@users.noreply.github.com",
            "GET /users/list and /api/users/42",
            "author = \"Contributors\"",
            "Claude <noreply@anthropic.com>",
            "src/home/index.ts and https://x.io/app/home/settings and app/home/page.tsx",
            "sudo -u postgres psql; chown root:root x; chown www-data: y",
            "uid=0(root) gid=0(root)",
            "npm i @types/node, thanks @octo/x",
            "Hi there, see the Host header: x and host: localhost",
            "settings.local.json docker-compose.local .env.local",
            "(Linux 2026) (see RFC 2026)",
            "Co-Authored-By: Claude <noreply@anthropic.com>",
        ] {
            assert_eq!(find(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn private_hosts_are_told_from_public_ones() {
        for h in ["db-primary.prod.brindlewharf.internal", "vault.corp.brindlewharf-labs.io", "buildbox-07.corp.x.io"] {
            assert!(private_host(h), "{h}");
        }
        for h in [
            "api.github.com",
            "npm.pkg.example.org",
            "localhost",
            "db.example.test",
            "index.docker.io",
            "index.js",
            "svc.cluster.local",
        ] {
            assert!(!private_host(h), "{h}");
        }
    }
}
