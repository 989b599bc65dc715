//! Secrets in the flags of programs, one row a program and flag.

use super::finding::Sink;
use super::{edge, people, value};
use regex::Regex;
use std::sync::LazyLock;

/// How the command lines start that are looked at.
pub const PROGRAMS: &[&str] = &[
    "mysql",
    "mariadb",
    "sshpass ",
    "curl ",
    "wget ",
    "net use ",
    "redis-cli",
    "docker login",
    "ldapsearch",
    "ldapadd",
    "ldapmodify",
    "smbclient",
    "htpasswd",
    "openssl ",
    "cargo login ",
    "vault login ",
    "psql ",
    "mongosh ",
    "mongo ",
    "az login",
    "podman login",
    "helm registry login",
    "7z ",
    "zip ",
    "unzip ",
    "sqlcmd ",
    "rabbitmqctl ",
    "kinit ",
    "snowsql ",
    "cqlsh ",
    "clickhouse-client ",
    "influx ",
    "keytool ",
    "imapsync ",
    "lftp ",
    "expect ",
    "gpg ",
    "mysqldump ",
    "mongodump ",
    "xfreerdp ",
    "plink ",
    "pscp ",
    "ssh-keygen ",
    "bcp ",
    "sqlplus ",
    "rclone ",
    "restic ",
    "net user ",
    "security add-",
    "cmdkey ",
    "nmcli ",
    "gh secret ",
    "az keyvault ",
    "aws ssm ",
    "gcloud secrets ",
    "aws secretsmanager ",
    "htdigest ",
    "rman ",
    "vncpasswd ",
    "gcloud sql ",
    "impala-shell ",
    "beeline ",
    "ipmitool ",
    "kadmin ",
];

struct Flag {
    program: &'static str,
    pattern: &'static str,
}

/// Flags that carry a secret, per program. Group 1 is the secret, group `h` a host.
const FLAGS: &[Flag] = &[
    Flag { program: "mysql", pattern: r"\s-p([^\s'\x22\\]{4,})" },
    Flag { program: "mysql", pattern: r#"\s-p\\*["']([^\s'"\\]{4,})"# },
    Flag { program: "mysqldump ", pattern: r"\s-p([^\s'\x22\\]{4,})" },
    Flag { program: "mariadb", pattern: r"\s-p([^\s'\x22\\]{4,})" },
    Flag { program: "sshpass ", pattern: r#"\s-p\s*\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "curl ", pattern: r#"\s(?:-u|--user|--proxy-user|-U)[\s=]*\\*["']?[^\s:'"\\]*:([^\s'"\\]{3,})"# },
    Flag { program: "wget ", pattern: r#"\s--(?:http-|ftp-|proxy-)?password[=\s]\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "net use ", pattern: r#"(?i)/user:[^\s"']+\s+([^\s"'/\\]{3,})"# },
    Flag { program: "net use ", pattern: r#"(?i)net use\s+(?:\S+:\s+)?\\\\\S+\s+([^\s"'/\\]{6,})\s+/user:"# },
    Flag { program: "redis-cli", pattern: r#"\s(?:-a|--pass)\s+\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "docker login", pattern: r#"\s(?:-p|--password)[\s=]\s*\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "podman login", pattern: r#"\s(?:-p|--password)[\s=]\s*\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "helm registry login", pattern: r#"\s(?:-p|--password)[\s=]\s*\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "ldapsearch", pattern: r#"\s-w\s*\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "ldapadd", pattern: r#"\s-w\s*\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "ldapmodify", pattern: r#"\s-w\s*\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "smbclient", pattern: r#"\s-U\s*\\*["']?[^\s%'"\\]+%([^\s'"\\]{3,})"# },
    Flag { program: "htpasswd", pattern: r#"\s-[a-zA-Z]*b[a-zA-Z]*\s+\S+\s+\S+\s+([^\s'"\\]{3,})"# },
    Flag { program: "openssl ", pattern: r#"\spass:([^\s'"\\]{3,})"# },
    Flag { program: "openssl ", pattern: r#"\s-k\s+([^\s'"\\-][^\s'"\\]{3,})"# },
    Flag { program: "cargo login ", pattern: r"cargo login\s+([A-Za-z0-9]{20,})" },
    Flag { program: "vault login ", pattern: r"vault login\s+(?:-\S+\s+)*([A-Za-z0-9._-]{16,})" },
    Flag { program: "az login", pattern: r#"\s(?:-p|--password)[\s=]\s*\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "mongosh ", pattern: r#"\s(?:-p|--password)[\s=]\s*\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "mongo ", pattern: r#"\s(?:-p|--password)[\s=]\s*\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "mongodump ", pattern: r#"\s(?:-p|--password)[\s=]\s*\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "sqlcmd ", pattern: r#"\s-P\s*\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "7z ", pattern: r#"\s-p\\*["']?([^\s'"\\]{4,})"# },
    Flag { program: "zip ", pattern: r#"\s-P\s*\\*["']?([^\s'"\\]{4,})"# },
    Flag { program: "rabbitmqctl ", pattern: r#"(?:add_user|change_password)\s+\S+\s+\\*["']?([^\s'"\\]{4,})"# },
    Flag { program: "snowsql ", pattern: r#"\s-p\s*([^\s'"\\]{6,})"# },
    Flag { program: "cqlsh ", pattern: r#"\s-p\s+\\*["']?([^\s'"\\]{4,})"# },
    Flag { program: "clickhouse-client ", pattern: r#"\s--password[\s=]\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "keytool ", pattern: r#"\s-(?:storepass|keypass|deststorepass|srcstorepass)\s+\\*["']?([^\s'"\\]{4,})"# },
    Flag { program: "lftp ", pattern: r#"\s-u\s+[^\s,]+,([^\s'"\\]{3,})"# },
    Flag { program: "gpg ", pattern: r#"\s--passphrase[\s=]\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "xfreerdp ", pattern: r#"\s/p:\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "plink ", pattern: r#"\s-pw\s+\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "pscp ", pattern: r#"\s-pw\s+\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "ssh-keygen ", pattern: r#"\s-[NP]\s*\\*["']?([^\s'"\\]{5,})"# },
    Flag { program: "bcp ", pattern: r#"\s-P\s*\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "unzip ", pattern: r#"\s-P\s*\\*["']?([^\s'"\\]{4,})"# },
    Flag { program: "sqlplus ", pattern: r#"\s[A-Za-z][\w$]*/\\*"?([^\s/@"\\]{4,})\\*"?@"# },
    Flag { program: "rman ", pattern: r#"\s[A-Za-z][\w$]*/\\*"?([^\s/@"\\]{4,})\\*"?@"# },
    Flag { program: "rclone ", pattern: r"\s(?:pass|password|secret_access_key|client_secret)[\s=]([^\s'\x22\\]{4,})" },
    Flag { program: "restic ", pattern: r"--password-command[\s=]\\*[\x22']?echo ([^\s'\x22\\]{4,})" },
    Flag { program: "net user ", pattern: r"(?i)^net user \S+ ([^\s/'\x22\\]{6,})(?:\s|$)" },
    Flag { program: "security add-", pattern: r#"\s-w\s*\\*["']?([^\s'"\\]{4,})"# },
    Flag { program: "cmdkey ", pattern: r#"(?i)\s/pass:\\*["']?([^\s'"\\]{3,})"# },
    Flag { program: "nmcli ", pattern: r#"\s(?:password|wifi-sec\.psk|psk)\s+\\*["']?([^\s'"\\]{8,})"# },
    Flag { program: "gh secret ", pattern: r#"\s(?:--body|-b)[\s=]\\*["']?([^\s'"\\]{4,})"# },
    Flag { program: "az keyvault ", pattern: r#"\s--value[\s=]\\*["']?([^\s'"\\]{4,})"# },
    Flag {
        program: "aws ssm ",
        pattern: r#"(?i)--name\s+\S*(?:pass|secret|token|key|cred)\S*\s.*?--value[\s=]\\*["']?([^\s'"\\]{4,})"#,
    },
    Flag { program: "aws ssm ", pattern: r#"--value[\s=]\\*["']?([^\s'"\\]{4,})\\*["']?.*?SecureString"# },
    Flag { program: "aws secretsmanager ", pattern: r#"--secret-string[\s=]\\*["']?([^\s'"\\{]{4,})"# },
    Flag { program: "gcloud secrets ", pattern: r#"\s--data[\s=]\\*["']?([^\s'"\\]{4,})"# },
    Flag { program: "gcloud sql ", pattern: r#"\s--(?:root-)?password[\s=]\\*["']?([^\s'"\\]{4,})"# },
    Flag { program: "beeline ", pattern: r"\s-p\s+([^\s'\x22\\]{4,})" },
    Flag { program: "ipmitool ", pattern: r"\s-P\s+([^\s'\x22\\]{4,})" },
    Flag { program: "kadmin ", pattern: r"\s-(?:w|pw)\s+([^\s'\x22\\]{4,})" },
    Flag { program: "expect ", pattern: r#"(?i)pass\w*:?\\*["'].*?send\s+(?:--\s+)?\\*["']([^\s'"\\]{4,})"# },
];

static FLAG_PATTERNS: LazyLock<Vec<(&'static str, Regex)>> =
    LazyLock::new(|| FLAGS.iter().filter_map(|f| Some((f.program, Regex::new(f.pattern).ok()?))).collect());

static HOST_FLAG: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\s(?:-h|--host|-H)[\s=]\s*([A-Za-z0-9][A-Za-z0-9.-]{3,})").ok());

/// A command line of a program that takes secrets as flags.
pub fn command(sink: &mut Sink, at: usize) {
    let text = sink.text;
    let b = text.as_bytes();
    if !edge::starts(b, at) {
        return;
    }
    let end = command_end(b, at);
    let Some(line) = text.get(at..end) else { return };
    let lower = line.get(..24.min(line.len())).unwrap_or(line).to_ascii_lowercase();
    for (program, pattern) in FLAG_PATTERNS.iter().filter(|(p, _)| lower.starts_with(p)) {
        for c in pattern.captures_iter(line) {
            let Some(m) = c.get(1) else { continue };
            let val = m.as_str().trim_end_matches([';', ')', ',']);
            let attached = *program == "mysql" || *program == "mariadb" || *program == "mysqldump ";
            if value::placeholder(val)
                || super::pseudonym::inert(val)
                || val.starts_with('-')
                || attached && matches!(val, "assword" | "ort" | "rotocol")
            {
                continue;
            }
            if attached && (val.starts_with("assword") || val.starts_with("ort=")) {
                continue;
            }
            sink.secret(at + m.start(), at + m.start() + val.len(), "command-line");
        }
    }
    if let Some(m) = HOST_FLAG.as_ref().and_then(|re| re.captures(line)).and_then(|c| c.get(1)) {
        people::connection_host(sink, at + m.start(), at + m.end());
    }
}

/// The end of a command: of its line, or of the JSON string or pipeline that it stands in.
fn command_end(b: &[u8], at: usize) -> usize {
    let end = edge::run_on(b, at, 1024, |c| c != b'\n');
    let mut i = at;
    while i < end {
        if b[i] == b'\\' && b.get(i + 1) == Some(&b'n') || b[i] == b'|' || b[i..].starts_with(b"&& ") {
            return i;
        }
        i += 1;
    }
    end
}
