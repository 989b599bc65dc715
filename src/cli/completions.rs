//! `sayso completions`: what a shell needs to complete the command line, or the manual page.

use super::Exit;
use super::output::Target;
use clap_complete::{Generator, Shell};

/// Arguments of `sayso completions`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    #[arg(value_name = "SHELL", required_unless_present = "man")]
    shell: Option<Shell>,
    /// The manual page instead (troff)
    #[arg(long, conflicts_with = "shell")]
    man: bool,
}

/// Runs the subcommand.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut command = super::command();
    Target::Stdout.write(|out| match args.shell {
        Some(shell) => {
            command.set_bin_name("sayso");
            command.build();
            shell.try_generate(&command, out)
        }
        None => clap_mangen::Man::new(command).render(out),
    })?;
    Ok(Exit::Clean)
}
