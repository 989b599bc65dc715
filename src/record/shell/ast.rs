//! The shape of a command line.

/// Commands one after another.
#[derive(Debug, Default)]
pub(super) struct List {
    pub items: Vec<Item>,
}

/// A pipeline and what follows it.
#[derive(Debug)]
pub(super) struct Item {
    pub pipe: Vec<Node>,
    /// Status inverted by `!`.
    pub inverted: bool,
    pub sep: Sep,
}

/// What stands between a pipeline and the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sep {
    And,
    Or,
    Seq,
    Background,
}

/// One member of a pipeline.
#[derive(Debug)]
pub(super) enum Node {
    Simple(Simple),
    /// `( … )` or `{ …; }`, with its redirects.
    Group {
        list: List,
        subshell: bool,
        redirects: Vec<RawRedirect>,
    },
    /// `for`, `while`, `until`, `select`: variable, its words, condition, body.
    Loop {
        var: Option<String>,
        words: Vec<Word>,
        cond: List,
        body: List,
        redirects: Vec<RawRedirect>,
    },
    /// `if` and `case`: conditions and the bodies that hang on them; a condition is empty for `else` and for `case`.
    Branch {
        arms: Vec<(List, List)>,
        redirects: Vec<RawRedirect>,
    },
    /// A function's definition: nothing in it runs where it stands.
    Function(String, std::rc::Rc<List>),
}

/// A simple command as written.
#[derive(Debug, Default)]
pub(super) struct Simple {
    pub words: Vec<Word>,
    pub env: Vec<(String, Word)>,
    pub redirects: Vec<RawRedirect>,
    /// Byte range of the source.
    pub raw: (usize, usize),
}

/// A word after quote removal; expansions stay as written.
#[derive(Debug, Default, Clone)]
pub(super) struct Word {
    pub text: String,
    /// Any part of it was quoted.
    pub quoted: bool,
    /// Holds an expansion that was not in single quotes.
    pub expands: bool,
    /// Commands of the substitutions in it.
    pub subs: Vec<std::rc::Rc<List>>,
}

/// A redirect as written.
#[derive(Debug, Clone)]
pub(super) struct RawRedirect {
    pub op: String,
    pub target: Word,
    /// Index of the heredoc's body.
    pub body: Option<usize>,
}
