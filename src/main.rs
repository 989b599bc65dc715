//! The `sayso` command.

fn main() -> std::process::ExitCode {
    sayso::cli::main()
}
