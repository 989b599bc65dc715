//! The settings file of Claude Code, and the hook in it.

mod json_text;
pub mod settings;
