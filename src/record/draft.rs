//! An operation before it is known how it ended.

use super::command::SimpleCommand;
use super::op::{Counts, Notes, OpKind, Outcome, Scope};
use super::paths;
use super::runners::{Invocation, Tasks};

/// What the text of a result says of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Says {
    pub outcome: Outcome,
    /// The deciding line.
    pub line: String,
    pub product: Vec<String>,
    pub counts: Option<Counts>,
}

impl Says {
    pub fn new(outcome: Outcome, line: &str) -> Says {
        Says { outcome, line: clip(line), product: Vec::new(), counts: None }
    }

    pub fn with(mut self, product: impl IntoIterator<Item = String>) -> Says {
        self.product.extend(product);
        self
    }
}

/// Reads a result's text for one kind of operation.
pub(super) type Reader = fn(&str, &Draft) -> Option<Says>;

/// An operation before it is known how it ended.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub kind: OpKind,
    pub targets: Vec<String>,
    pub notes: Notes,
    /// Of a check: how it was recognised.
    pub invocation: Option<Invocation>,
    /// How its text is read.
    pub reader: Reader,
    /// It says nothing when all is well.
    pub silent: bool,
    /// The shell does it before the command runs, whatever becomes of that (`cmd > file`).
    pub by_shell: bool,
    /// It did nothing by its own words (`--dry-run`).
    pub vacuous: bool,
    /// Words of the command, for the readers.
    pub words: Vec<String>,
}

impl Draft {
    pub fn new(kind: OpKind, targets: Vec<String>) -> Draft {
        Draft {
            kind,
            targets,
            notes: Notes::default(),
            invocation: None,
            reader: nothing,
            silent: false,
            by_shell: false,
            vacuous: false,
            words: Vec::new(),
        }
    }

    pub fn reader(mut self, reader: Reader) -> Draft {
        self.reader = reader;
        self
    }

    pub fn silent(mut self) -> Draft {
        self.silent = true;
        self
    }

    pub fn vacuous(mut self, vacuous: bool) -> Draft {
        self.vacuous |= vacuous;
        self
    }

    pub fn harmless(mut self, harmless: bool) -> Draft {
        self.notes.harmless |= harmless;
        self
    }

    pub fn scope(&self) -> Scope {
        self.invocation.as_ref().map_or(Scope::Full, |i| i.scope.clone())
    }
}

fn nothing(_: &str, _: &Draft) -> Option<Says> {
    None
}

/// What classifiers know beside the command.
pub(super) struct Cx<'a> {
    pub tasks: &'a Tasks,
    pub roots: &'a Roots,
}

/// The folders that the session works in.
#[derive(Debug, Default)]
pub(super) struct Roots {
    /// The project, and where the session started.
    pub main: Vec<String>,
    /// Every folder that calls ran in.
    pub all: Vec<String>,
}

impl Roots {
    /// Not a file of the work: temporary, of the agent's own, or beside every folder that the session works in.
    pub fn is_outside(&self, path: &str) -> bool {
        if self.main.iter().any(|r| paths::is_under(path, r)) {
            return false;
        }
        if paths::is_scratch(path) {
            return true;
        }
        paths::is_absolute(path) && !self.all.is_empty() && !self.all.iter().any(|r| paths::is_under(path, r))
    }

    /// Changing it makes no check stale.
    pub fn is_harmless(&self, path: &str) -> bool {
        paths::is_prose(path) || self.is_outside(path)
    }
}

/// Paths of a command, against its working directory.
pub(super) fn resolve_all<'a>(cmd: &SimpleCommand, paths: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    paths.into_iter().filter_map(|p| paths::resolve(cmd.cwd.as_deref(), p)).collect()
}

/// Words that are neither flags nor values of these flags.
pub(super) fn operands<'a>(args: &'a [String], values: &[&str]) -> Vec<&'a str> {
    let mut out = Vec::new();
    let mut it = args.iter();
    let mut only = false;
    while let Some(a) = it.next() {
        if only || !a.starts_with('-') || a == "-" {
            out.push(a.as_str());
        } else if a == "--" {
            only = true;
        } else if values.contains(&a.as_str()) {
            it.next();
        }
    }
    out
}

/// The value of a flag, apart or with `=`.
pub(super) fn flag_value<'a>(args: &'a [String], flags: &[&str]) -> Option<&'a str> {
    let mut it = args.iter();
    while let Some(a) = it.next() {
        if flags.contains(&a.as_str()) {
            return it.next().map(String::as_str);
        }
        if let Some((f, v)) = a.split_once('=')
            && flags.contains(&f)
        {
            return Some(v);
        }
    }
    None
}

/// At most 200 bytes of a line, blanks around it removed.
pub(super) fn clip(line: &str) -> String {
    let line = line.trim();
    let mut end = line.len().min(200);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    line[..end].to_owned()
}

/// The lines of a text as a terminal would have shown them, blanks around them removed; a carriage return starts one anew.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut ends = memchr::memchr2_iter(b'\n', b'\r', text.as_bytes());
    let mut rest = Some(0);
    std::iter::from_fn(move || {
        let start = rest?;
        let end = ends.next();
        rest = end.map(|end| end + 1);
        Some(text.get(start..end.unwrap_or(text.len())).unwrap_or_default().trim())
    })
}

/// The first line that the test accepts.
pub(super) fn find_line(text: &str, test: impl Fn(&str) -> bool) -> Option<&str> {
    lines(text).find(|l| test(l))
}
