//! Settings of a project: `sayso.toml`.
