//! `sayso explain`: the page of a claim type or a reason.

use super::Exit;
use super::output::Target;
use crate::claim::{ClaimType, rules};
use crate::verdict::Reason;

/// Arguments of `sayso explain`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of a claim type or a reason; without it both are listed
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let text = match &args.code {
        None => list(),
        Some(code) => page(code).ok_or_else(|| {
            anyhow::anyhow!("`{code}` is neither a claim type nor a reason; `sayso explain` without a name lists them")
        })?,
    };
    Target::Stdout.write(|out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Clean)
}

fn page(code: &str) -> Option<String> {
    if let Some(reason) = Reason::by_name(code) {
        let verdict = reason.verdict().name();
        return Some(format!("{}\n\nVerdict: {verdict}. {}\n", reason.page().trim_end(), reason.rule()));
    }
    let rule = rules::rule(ClaimType::by_name(code)?)?;
    Some(format!("{}\n", rule.page().trim_end()))
}

fn list() -> String {
    let mut out = String::from("Claim types\n");
    for ty in ClaimType::ALL {
        out.push_str(&format!("  {:<22} {}\n", ty.name(), ty.says()));
    }
    out.push_str("\nReasons, in the order in which they are tried\n");
    for reason in Reason::ALL {
        out.push_str(&format!("  {:<22} {:<13} {}\n", reason.name(), reason.verdict().name(), reason.rule()));
    }
    out
}
