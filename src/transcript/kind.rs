//! The sources that can be read, in one table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much of what a session did a source keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeps {
    /// Calls and their results.
    Results,
    /// Calls and results, results cut by the host as a rule.
    CutResults,
    /// Calls or edits, hardly any result.
    Calls,
    /// Prose only: every claim is undecidable ("no evidence in file").
    Prose,
}

macro_rules! sources {
    ($($variant:ident $name:literal $keeps:ident $physical:literal $what:literal;)*) => {
        /// A transcript format. The wire name is the kebab-case form.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum SourceKind {
            $(#[doc = $what] #[serde(rename = $name)] $variant,)*
        }
        impl SourceKind {
            /// Every source, in the order of the table.
            pub const ALL: &'static [SourceKind] = &[$(SourceKind::$variant),*];
            /// The wire name.
            pub fn name(self) -> &'static str {
                match self { $(SourceKind::$variant => $name),* }
            }
            /// What it is, for people.
            pub fn describe(self) -> &'static str {
                match self { $(SourceKind::$variant => $what),* }
            }
            /// How much of the record the format keeps.
            pub fn keeps(self) -> Keeps {
                match self { $(SourceKind::$variant => Keeps::$keeps),* }
            }
            /// True where a line of a text is a line of the file, so that a claim's line is counted within its text.
            pub fn lines_are_physical(self) -> bool {
                match self { $(SourceKind::$variant => $physical),* }
            }
            /// The source with this wire name.
            pub fn by_name(name: &str) -> Option<SourceKind> {
                Self::ALL.iter().copied().find(|s| s.name() == name)
            }
        }
    };
}

sources! {
    ClaudeCode     "claude-code"     Results    false "Claude Code session (JSONL under ~/.claude/projects)";
    Codex          "codex"           Results    false "Codex rollout (JSONL under ~/.codex/sessions)";
    CodexJson      "codex-json"      Results    false "codex exec --json stream";
    StreamJson     "stream-json"     Results    false "claude -p --output-format stream-json";
    AgentTrace     "agent-trace"     Results    false "agent-trace/v1 (JSONL, one session a line)";
    MiniSwe        "mini-swe-agent"  Results    false "mini-swe-agent trajectory (JSON)";
    SweAgent       "swe-agent"       Results    false "SWE-agent trajectory (JSON)";
    GeminiJson     "gemini-json"     Results    false "Gemini CLI session (JSON)";
    ClaudeText     "claude-text"     CutResults true  "Claude Code terminal text or /export";
    SpecStory      "specstory"       Results    true  "SpecStory Markdown";
    Aider          "aider"           Calls      true  "aider chat history";
    CodexText      "codex-text"      Results    true  "codex exec text log";
    CursorExport   "cursor-export"   Prose      true  "Cursor chat export";
    ClaudeMarkdown "claude-markdown" Calls      true  "third-party Markdown export of a Claude conversation";
    GeminiShare    "gemini-share"    Results    true  "Gemini or Qwen /chat share Markdown";
    GeminiText     "gemini-text"     CutResults true  "Gemini CLI terminal text";
    GeminiHeadless "gemini-headless" Prose      true  "headless Gemini loop log";
    TerminalCapture "terminal-capture" Results  true  "terminal capture of an agent run";
    ActionsLog     "actions-log"     Prose      true  "GitHub Actions log of an agent run";
    CodexScreen    "codex-screen"    CutResults true  "Codex terminal text";
    StepLog        "step-log"        Results    true  "log of an agent's thoughts, actions and observations";
    ChatLog        "chat-log"        Results    true  "timed chat with an agent and its commands";
    Text           "text"            Prose      true  "unknown text, only where named";
}
