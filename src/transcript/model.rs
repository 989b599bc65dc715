//! The one model that every source is read into: a [`Session`] of ordered [`Event`]s.
//!
//! Readers translate; they judge nothing. What a source cannot say stays `None` or `Unknown`, so that later stages can
//! tell "the record says no" from "the record does not say".

use super::kind::SourceKind;

/// A transcript as read: identity, ordered events, and what was wrong with the input.
#[derive(Debug, Clone)]
pub struct Session {
    /// The format the file was recognised as.
    pub source: SourceKind,
    /// Who, where, which version.
    pub meta: SessionMeta,
    /// Everything that happened, in the order of the file. An event's index is its `step`.
    pub events: Vec<Event>,
    /// The main agent (index 0) and every subagent whose records stand in this file.
    pub agents: Vec<AgentInfo>,
    /// Sessions of subagents that were kept in files of their own, attached by the caller.
    pub children: Vec<Session>,
    /// What was wrong with the input; parsing never fails as a whole.
    pub notes: ReadNotes,
}

/// Identity of a session, as far as its source tells.
#[derive(Debug, Clone, Default)]
pub struct SessionMeta {
    /// Session id; for a subagent's file the id of the main session.
    pub session_id: Option<String>,
    /// Set where the file belongs to a subagent: its own id.
    pub agent_id: Option<String>,
    /// Repository root if the record names one, else the working directory at the start.
    pub project: Option<String>,
    /// Working directory at the start.
    pub cwd: Option<String>,
    /// Version of the agent program.
    pub agent_version: Option<String>,
    /// Git branch at the start.
    pub branch: Option<String>,
    /// True where the file is a reviewer's or guardian's copy of another session: nothing in it is judged.
    pub is_copy: bool,
    /// Record keys (uuid or call id) in order, for de-duplication of copied records across files.
    pub record_keys: Vec<u64>,
}

/// One agent that speaks or acts in a session.
#[derive(Debug, Clone, Default)]
pub struct AgentInfo {
    /// The id that the source uses; empty for the main agent.
    pub id: String,
    /// Id of the call of the parent that started it.
    pub parent_call: Option<String>,
}

/// One thing that happened. Its position in [`Session::events`] is the order of the record.
#[derive(Debug, Clone)]
pub struct Event {
    /// Physical line in the file, from 1.
    pub line: u32,
    /// Index into [`Session::agents`]; 0 is the main agent.
    pub agent: u16,
    /// RFC 3339 time as written in the source, where it has one.
    pub time: Option<Box<str>>,
    /// Identity of the record for de-duplication across files (hash of uuid or call id); 0 where there is none.
    pub key: u64,
    /// What happened.
    pub kind: EventKind,
}

/// What an event is.
#[derive(Debug, Clone)]
pub enum EventKind {
    /// Visible text of an agent: the only thing that is searched for claims.
    Say(Say),
    /// Text from outside the agent.
    User(UserText),
    /// A tool call.
    Call(Call),
    /// The result of a call, joined by [`CallResult::id`].
    Result(CallResult),
    /// A mark in the flow of the session.
    Mark(Mark),
}

/// Visible text of an agent.
#[derive(Debug, Clone)]
pub struct Say {
    /// The text. In plain-text sources its newlines are those of the file, so that a line can be counted from it.
    pub text: String,
    /// Model that wrote it, where known.
    pub model: Option<Box<str>>,
    /// Id of the message that this text is a part of (several records can share one), where known.
    pub message: Option<Box<str>>,
}

/// Text from outside the agent.
#[derive(Debug, Clone)]
pub struct UserText {
    /// The text.
    pub text: String,
    /// Who or what it comes from.
    pub origin: Origin,
}

/// Who a user-side text comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Typed or pasted by a person.
    Human,
    /// A command that the person ran, with its output.
    HumanCommand,
    /// Injected by the host: reminders, skills, environment, caveats, plan hand-overs.
    Injected,
    /// A summary of what was compacted.
    Summary,
    /// A teammate or parent agent.
    Agent,
}

/// A tool call.
#[derive(Debug, Clone)]
pub struct Call {
    /// The id that joins it with its result; made up by readers of sources without ids (unique in the session).
    pub id: Box<str>,
    /// The tool's name as the source writes it (`Bash`, `exec_command`, `mcp__x__y`).
    pub tool: Box<str>,
    /// What the tool was asked to do.
    pub action: Action,
    /// Working directory of the call, where it is known.
    pub cwd: Option<Box<str>>,
}

/// What a call asks for, independent of the host's tool names.
#[derive(Debug, Clone)]
pub enum Action {
    /// A shell command line.
    Shell {
        /// The command line, wrappers like `bash -lc` already removed where the source gives an argument vector.
        command: String,
        /// Started in the background on purpose.
        background: bool,
    },
    /// A whole file written.
    Write {
        /// Path as given.
        path: String,
        /// Content (head only where long).
        content: String,
    },
    /// Parts of a file replaced.
    Edit {
        /// Path as given.
        path: String,
        /// Pairs of old and new text.
        edits: Vec<(String, String)>,
    },
    /// A patch in the `*** Begin Patch` form or a unified diff, over any number of files.
    Patch {
        /// The patch text.
        text: String,
    },
    /// A file read.
    Read {
        /// Path as given.
        path: String,
        /// First line asked for, where given.
        offset: Option<u64>,
        /// Number of lines asked for, where given.
        limit: Option<u64>,
    },
    /// A search by a tool of its own (Grep, Glob, codebase search).
    Search {
        /// Pattern or query.
        pattern: String,
        /// Where it searched, if given.
        path: Option<String>,
        /// True where file names are searched (Glob, list directory).
        names: bool,
    },
    /// A page fetched or the web searched.
    Web {
        /// URL or query.
        query: String,
    },
    /// A subagent started.
    Agent {
        /// What it was asked.
        prompt: String,
        /// Short description.
        description: String,
        /// Runs on while the parent goes on.
        background: bool,
    },
    /// The agent's own task list.
    Todo {
        /// Items with their state; a single update names one.
        items: Vec<TodoItem>,
        /// True where `items` is the whole list, false for an update of single items.
        whole: bool,
    },
    /// Output asked of a running process or background task.
    Poll {
        /// Session, shell or task id; empty where the source does not say.
        process: String,
        /// Text sent to the process; empty for a mere poll.
        input: String,
    },
    /// A tool of an MCP server.
    Mcp {
        /// Server name.
        server: String,
        /// Tool name.
        tool: String,
        /// The arguments as JSON text.
        input: String,
    },
    /// Any other tool.
    Other {
        /// The arguments as text.
        input: String,
    },
}

/// One item of the agent's own task list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TodoItem {
    /// Id where the host gives one, else empty.
    pub id: String,
    /// Text; empty where an update names the id alone.
    pub text: String,
    /// Done, or still open.
    pub done: bool,
    /// Deleted from the list.
    pub dropped: bool,
}

/// The result of a call.
#[derive(Debug, Clone)]
pub struct CallResult {
    /// The call's id.
    pub id: Box<str>,
    /// How the host says that it ended.
    pub status: Status,
    /// The text that the host recorded, headers that only state the status removed (`Exit code 1`, `Chunk ID`, …). Long texts keep
    /// head and tail ([`CallResult::cut`]).
    pub text: String,
    /// What was lost of the text.
    pub cut: Cut,
    /// Id under which the process runs on ([`Status::Running`]) or the subagent is known.
    pub process: Option<Box<str>>,
    /// For finished reads of files: total lines of the file where the host says so.
    pub file_lines: Option<u64>,
}

/// How a call ended, by the host's own account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Success: status 0, or no error flag where the host sets one on failure.
    Ok,
    /// Success that the host derived from a status such as grep's 1 ("No matches found").
    OkNoMatch,
    /// A process ended with this status, not 0.
    Exit(i32),
    /// The tool failed without a number.
    Error,
    /// Refused by the user, a rule or a hook; nothing ran.
    Denied,
    /// Cancelled with a batch; nothing ran.
    Cancelled,
    /// Interrupted by the user while it ran.
    Interrupted,
    /// Still running, in the background or after a time-out; a later result can follow under the same process id.
    Running,
    /// Killed at a time limit or on request.
    Killed,
    /// The host does not say how it ended.
    Unknown,
}

/// What a recorded text lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Cut {
    /// Nothing.
    #[default]
    No,
    /// The host left out the middle, head and tail are there.
    Middle,
    /// The host left out all but a head.
    Tail,
    /// The host kept the result elsewhere, or dropped it.
    All,
    /// Only the reader's own limit cut it; head and tail are there.
    Reader,
}

/// A mark in the flow of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// What stands before was compacted away from the agent's view; the record may lack it.
    Compaction,
    /// The file goes on with a resumed session, or starts in the middle of one.
    Resumed,
    /// The record lacks its head: the first records refer to others that are not here.
    MissingHead,
    /// The user interrupted the agent.
    Interrupted,
    /// A background task or subagent ended, told by the host apart from any result.
    TaskEnd {
        /// Task or process id.
        process: Box<str>,
        /// How it ended.
        status: Status,
        /// What the host said about it (for a subagent its report).
        text: Box<str>,
    },
}

/// What was wrong with the input.
#[derive(Debug, Clone, Default)]
pub struct ReadNotes {
    /// Physical lines.
    pub lines: u32,
    /// Records read.
    pub records: u32,
    /// Bytes read.
    pub bytes: u64,
    /// Lines that could not be read, with the reason.
    pub bad_lines: Vec<(u32, String)>,
    /// Count of all bad lines, also those beyond the ones kept in `bad_lines`.
    pub bad_line_count: u32,
    /// Lines that held several records glued together.
    pub glued_lines: u32,
    /// Lines with bytes that are not UTF-8, or lone surrogates.
    pub lossy_lines: u32,
    /// Lines cut at the length limit.
    pub overlong_lines: u32,
    /// Lines nested too deep to read.
    pub deep_lines: u32,
    /// The last line is cut: the session was still being written.
    pub truncated_tail: bool,
    /// Records that were dropped since another file of the session holds them.
    pub duplicate_records: u32,
}

impl ReadNotes {
    /// Bad lines that are kept with their reason; more are only counted.
    pub const MAX_KEPT: usize = 20;

    /// Notes a line that could not be read.
    pub fn bad_line(&mut self, line: u32, why: impl Into<String>) {
        self.bad_line_count += 1;
        if self.bad_lines.len() < Self::MAX_KEPT {
            self.bad_lines.push((line, why.into()));
        }
    }
}

impl Session {
    /// Agents of one session that are told apart.
    pub const MOST_AGENTS: usize = 4096;

    /// An empty session of a source.
    pub fn new(source: SourceKind) -> Self {
        Session {
            source,
            meta: SessionMeta::default(),
            events: Vec::new(),
            agents: vec![AgentInfo::default()],
            children: Vec::new(),
            notes: ReadNotes::default(),
        }
    }

    /// Appends an event.
    pub fn push(&mut self, line: u32, agent: u16, time: Option<&str>, kind: EventKind) {
        self.events.push(Event { line, agent, time: time.map(Into::into), key: 0, kind });
    }

    /// Index of the agent with this id, added where new.
    pub fn agent_index(&mut self, id: &str) -> u16 {
        if id.is_empty() {
            return 0;
        }
        if let Some(i) = self.agents.iter().position(|a| a.id == id) {
            return i as u16;
        }
        // Beyond any real session; the rest of them share the last place.
        if self.agents.len() >= Self::MOST_AGENTS {
            return (self.agents.len() - 1) as u16;
        }
        self.agents.push(AgentInfo { id: id.to_owned(), parent_call: None });
        (self.agents.len() - 1) as u16
    }

    /// Number of tool calls.
    pub fn tool_calls(&self) -> usize {
        self.events.iter().filter(|e| matches!(e.kind, EventKind::Call(_))).count()
    }
}

/// Longest text of a result that is kept whole, in bytes; of longer ones head and tail are kept.
pub const KEEP_WHOLE: usize = 64 * 1024;

/// Keeps head and tail of a long text, cut at character boundaries, with a line that says so between them.
pub fn keep_ends(text: &str) -> (String, bool) {
    if text.len() <= KEEP_WHOLE {
        return (text.to_owned(), false);
    }
    let half = KEEP_WHOLE / 2;
    let head = floor_boundary(text, half);
    let tail = ceil_boundary(text, text.len() - half);
    (format!("{}\n[… {} bytes not kept …]\n{}", &text[..head], tail - head, &text[tail..]), true)
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
