//! End-to-end tests of the command, one module a subcommand or concern. One binary, since linking is what takes time.

mod audit;
mod cache;
mod ci_examples;
mod common;
mod formats;
mod gate;
mod hook;
mod hook_settings;
mod merge;
mod page;
mod readme;
mod scan;
mod schemas;
