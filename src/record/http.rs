//! HTTP requests from the shell.

use super::command::SimpleCommand;
use super::draft::*;
use super::op::{OpKind, Outcome};

pub(super) fn classify(cmd: &SimpleCommand, cx: &Cx) -> Option<Vec<Draft>> {
    if !matches!(
        cmd.program(),
        "curl"
            | "wget"
            | "http"
            | "https"
            | "httpie"
            | "xh"
            | "xhs"
            | "Invoke-WebRequest"
            | "iwr"
            | "Invoke-RestMethod"
            | "irm"
            | "grpcurl"
    ) {
        return None;
    }
    let args = cmd.args();
    let values = [
        "-X",
        "--request",
        "-H",
        "--header",
        "-d",
        "--data",
        "--data-raw",
        "--data-binary",
        "-o",
        "--output",
        "-w",
        "--write-out",
        "-u",
        "--user",
        "-F",
        "--form",
        "-b",
        "--cookie",
        "-c",
        "-m",
        "--max-time",
        "--retry",
        "--connect-timeout",
        "-A",
        "-e",
        "-O",
        "-P",
        "--json",
        "-T",
        "--url",
        "--timeout",
        "-Uri",
        "-Method",
        "--cacert",
        "--cert",
        "--key",
        "--retry-delay",
        "-x",
        "--proxy",
        "--resolve",
    ];
    let values: Vec<&str> = values.iter().copied().filter(|v| !(*v == "-O" && cmd.program() == "curl")).collect();
    let mut urls: Vec<String> = operands(args, &values).into_iter().map(str::to_owned).collect();
    urls.extend(flag_value(args, &["--url", "-Uri"]).map(str::to_owned));
    let mut out = vec![Draft::new(OpKind::Http, urls.clone()).reader(response)];
    let output = flag_value(args, &["-o", "--output", "-OutFile"])
        .or_else(|| if cmd.program() == "wget" { flag_value(args, &["-O", "--output-document"]) } else { None });
    let remote_name = cmd.program() == "wget" && output.is_none()
        || args.iter().any(|a| a == "-O" || a == "--remote-name" || a == "-LO" || a == "-OL" || a == "-sLO" || a == "-fsSLO");
    let file = match output {
        Some(f) if f == "-" || f.starts_with("/dev/") => None,
        Some(f) => Some(f.to_owned()),
        None if remote_name => urls.first().and_then(|u| u.rsplit('/').next()).filter(|n| !n.is_empty()).map(str::to_owned),
        None => None,
    };
    if let Some(f) = file {
        let t = resolve_all(cmd, [f.as_str()]);
        let harmless = t.iter().all(|p| cx.roots.is_harmless(p));
        out.push(Draft::new(OpKind::Write, t).silent().harmless(harmless).reader(response));
    }
    Some(out)
}

/// A status line, a bare status code, or the client's own error.
fn response(text: &str, d: &Draft) -> Option<Says> {
    let mut last: Option<Says> = None;
    for line in lines(text) {
        if line.starts_with("curl: (")
            || line.starts_with("wget: ")
            || line.starts_with("xh: error")
            || line.starts_with("http: error")
        {
            return Some(Says::new(Outcome::Failed, line));
        }
        if let Some(code) = status_code(line) {
            let outcome = if (200..400).contains(&code) { Outcome::Passed } else { Outcome::Failed };
            last = Some(Says::new(outcome, line).with([code.to_string()]));
        }
    }
    last.filter(|_| d.kind == OpKind::Http)
}

/// The code of `HTTP/1.1 404 Not Found`, `HTTP 404`, `404`, `status: 404`, `HTTP_CODE:404`.
fn status_code(line: &str) -> Option<u32> {
    if line.len() > 60 {
        return None;
    }
    let rest = if let Some(r) = line.trim_start_matches("< ").strip_prefix("HTTP/") {
        r.split_once(' ')?.1
    } else {
        let lower = line.to_ascii_lowercase();
        let label = ["http_code", "http code", "http status", "status code", "status", "http", "code"]
            .iter()
            .find(|l| lower.starts_with(**l));
        match label {
            Some(l) => line.get(l.len()..)?.trim_start_matches([':', '=', ' ']),
            None => line,
        }
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits != 3 || (rest.len() > 3 && rest.len() == line.len() && !rest[3..].starts_with(' ')) {
        return None;
    }
    let code: u32 = rest.get(..3)?.parse().ok()?;
    ((100..600).contains(&code) && (rest.len() < line.len() || rest.len() == 3)).then_some(code)
}
