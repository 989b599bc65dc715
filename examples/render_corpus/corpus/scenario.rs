//! A scenario: a made-up session as data, with its labels, told apart from how a source writes it.
//!
//! A file is a list of parts, each opened by a line that starts with `@`:
//!
//! | part | what it is |
//! |---|---|
//! | `@scenario` | lines `key = value`: `sources`, `cwd`, `lang` |
//! | `@user`, `@think`, `@say`, `@compact` | text below it |
//! | `@run ID [exit=N] [bg] [pending] [denied] [par]` | `$ COMMAND` lines, then what it printed |
//! | `@edit ID PATH [failed] [denied]` | lines of a hunk, each with `-`, `+` or a blank before it |
//! | `@write ID PATH`, `@read ID PATH` | the content of the file |
//! | `@todo` | lines `[x]`, `[~]`, `[ ]` |
//! | `@mcp ID SERVER TOOL [failed]` | a line of arguments in JSON, then the answer |
//! | `@agent ID DESCRIPTION` | the prompt, a line `---`, the report |
//! | `@explore N LANGUAGE` | N looks at files, made up from a seed |
//! | `@interrupt` | the person stops the agent |
//! | `@claim TYPE \| TARGET \| REASON \| IDS \| QUOTE \| NOTE` | a label of the `@say` above; `-` for none |
//! | `@near WHY \| QUOTE` | a near miss in it |

/// One session.
#[derive(Debug, Clone, Default)]
pub struct Scenario {
    /// Name of the file, without its ending.
    pub name: String,
    /// The folder that the session works in.
    pub cwd: String,
    /// Language of its claims.
    pub lang: String,
    /// The sources that it is rendered into.
    pub sources: Vec<String>,
    /// What happened, in order.
    pub steps: Vec<Step>,
}

/// One thing that happened.
#[derive(Debug, Clone)]
pub enum Step {
    User(String),
    Think(String),
    Say(Say),
    Call(Call),
    Compact(String),
    Interrupt,
}

/// What the agent says, with what the labels say of it.
#[derive(Debug, Clone, Default)]
pub struct Say {
    pub text: String,
    pub claims: Vec<Claim>,
    pub near: Vec<Near>,
}

/// A label, without its place.
#[derive(Debug, Clone)]
pub struct Claim {
    pub ty: String,
    pub target: Option<String>,
    pub reason: String,
    pub evidence: Vec<String>,
    pub quote: String,
    pub note: String,
}

/// A near miss, without its place.
#[derive(Debug, Clone)]
pub struct Near {
    pub why: String,
    pub quote: String,
}

/// A call and its result.
#[derive(Debug, Clone)]
pub struct Call {
    /// How labels name it.
    pub id: String,
    pub what: What,
    /// What came back.
    pub output: String,
    pub end: End,
    /// Called together with the call before it.
    pub parallel: bool,
}

/// What is called.
#[derive(Debug, Clone)]
pub enum What {
    Run { command: String, background: bool },
    Edit { path: String, old: String, new: String },
    Write { path: String, content: String },
    Read { path: String },
    Todo(Vec<(char, String)>),
    Agent { description: String, prompt: String },
    Mcp { server: String, tool: String, args: String },
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// With this status; calls that are no command have 0.
    Exit(i32),
    /// The tool refused.
    Failed,
    /// The person refused.
    Denied,
    /// It runs on.
    Running,
    /// No result is on record.
    Pending,
}

impl Scenario {
    /// Reads a scenario; an error names the line.
    pub fn parse(name: &str, text: &str) -> Result<Scenario, String> {
        let mut out = Scenario { name: name.to_owned(), lang: "en".to_owned(), ..Scenario::default() };
        let lines: Vec<&str> = text.lines().collect();
        let mut at = 0;
        while at < lines.len() {
            let head = lines[at];
            let Some(head) = opened(head) else {
                if head.trim().is_empty() || head.starts_with('#') {
                    at += 1;
                    continue;
                }
                return Err(format!("{name}:{}: no part begins here", at + 1));
            };
            let end = (at + 1..lines.len()).find(|n| opened(lines[*n]).is_some()).unwrap_or(lines.len());
            let body = lines[at + 1..end].join("\n");
            out.part(head, body.trim_end().trim_start_matches('\n')).map_err(|why| format!("{name}:{}: {why}", at + 1))?;
            at = end;
        }
        if out.cwd.is_empty() || out.sources.is_empty() {
            return Err(format!("{name}: `@scenario` with `cwd` and `sources` is needed"));
        }
        Ok(out)
    }

    fn part(&mut self, head: &str, body: &str) -> Result<(), String> {
        let (word, rest) = head.split_once(' ').unwrap_or((head, ""));
        match word {
            "scenario" => return self.about(body),
            "user" => self.steps.push(Step::User(body.to_owned())),
            "think" => self.steps.push(Step::Think(body.to_owned())),
            "say" => self.steps.push(Step::Say(Say { text: body.to_owned(), ..Say::default() })),
            "compact" => self.steps.push(Step::Compact(body.to_owned())),
            "interrupt" => self.steps.push(Step::Interrupt),
            "claim" => self.claim(rest)?,
            "near" => self.near(rest)?,
            "explore" => {
                let (n, language) = rest.split_once(' ').ok_or("`@explore N LANGUAGE`")?;
                let n = n.parse().map_err(|_| "a number of looks is needed")?;
                let seed = self.steps.len() as u64 + self.name.bytes().map(u64::from).sum::<u64>();
                self.steps.extend(super::filler::explore(n, language, &self.cwd, seed));
            }
            _ => self.steps.push(Step::Call(call(word, rest, body)?)),
        }
        Ok(())
    }

    fn about(&mut self, body: &str) -> Result<(), String> {
        for line in body.lines() {
            let (key, value) = line.split_once('=').ok_or("`key = value` is needed")?;
            let value = value.trim().to_owned();
            match key.trim() {
                "cwd" => self.cwd = value,
                "lang" => self.lang = value,
                "sources" => self.sources = value.split_whitespace().map(str::to_owned).collect(),
                other => return Err(format!("`{other}` is no key")),
            }
        }
        Ok(())
    }

    fn said(&mut self, quote: &str) -> Result<&mut Say, String> {
        let Some(Step::Say(say)) = self.steps.last_mut() else { return Err("no `@say` stands above".to_owned()) };
        match say.text.contains(quote) {
            true => Ok(say),
            false => Err(format!("{quote:?} does not stand in the text")),
        }
    }

    fn claim(&mut self, rest: &str) -> Result<(), String> {
        let parts: Vec<&str> = rest.split('|').map(str::trim).collect();
        let [ty, target, reason, ids, quote, note @ ..] = parts.as_slice() else {
            return Err("`@claim TYPE | TARGET | REASON | IDS | QUOTE | NOTE`".to_owned());
        };
        let claim = Claim {
            ty: (*ty).to_owned(),
            target: Some((*target).to_owned()).filter(|t| t != "-"),
            reason: (*reason).to_owned(),
            evidence: ids.split_whitespace().filter(|i| *i != "-").map(str::to_owned).collect(),
            quote: (*quote).to_owned(),
            note: note.join("|"),
        };
        let known: Vec<&str> =
            self.steps.iter().filter_map(|s| if let Step::Call(c) = s { Some(&*c.id) } else { None }).collect();
        if let Some(id) = claim.evidence.iter().find(|id| !known.contains(&id.as_str())) {
            return Err(format!("no call {id} stands above"));
        }
        self.said(quote)?.claims.push(claim);
        Ok(())
    }

    fn near(&mut self, rest: &str) -> Result<(), String> {
        let (why, quote) = rest.split_once('|').ok_or("`@near WHY | QUOTE`")?;
        let (why, quote) = (why.trim().to_owned(), quote.trim().to_owned());
        self.said(&quote)?.near.push(Near { why, quote });
        Ok(())
    }
}

/// The words by which a part is opened.
const PARTS: &[&str] = &[
    "scenario",
    "user",
    "think",
    "say",
    "compact",
    "interrupt",
    "claim",
    "near",
    "explore",
    "run",
    "edit",
    "write",
    "read",
    "todo",
    "mcp",
    "agent",
];

/// What stands behind the sign of a part, where the line opens one: content can hold lines that begin with the sign.
fn opened(line: &str) -> Option<&str> {
    let head = line.strip_prefix('@')?;
    PARTS.contains(&head.split(' ').next().unwrap_or_default()).then_some(head)
}

fn call(word: &str, rest: &str, body: &str) -> Result<Call, String> {
    let mut words: Vec<&str> = rest.split_whitespace().collect();
    let mut flag = |name: &str| {
        let found = words.iter().position(|w| *w == name);
        found.map(|at| words.remove(at)).is_some()
    };
    let parallel = flag("par");
    let background = flag("bg");
    let marks = [("denied", End::Denied), ("failed", End::Failed), ("pending", End::Pending)];
    let mut end = marks.into_iter().find(|(name, _)| flag(name)).map_or(End::Exit(0), |(_, end)| end);
    if background {
        end = End::Running;
    }
    if let Some(at) = words.iter().position(|w| w.starts_with("exit=")) {
        end = End::Exit(words.remove(at)[5..].parse().map_err(|_| "a status is a number")?);
    }
    let id = words.first().copied().unwrap_or_default().to_owned();
    let named = |n: usize| words.get(n).map(|w| (*w).to_owned()).ok_or(format!("`@{word}` lacks a word"));
    let (what, output) = match word {
        "run" => {
            let is_command = |l: &&str| l.starts_with("$ ");
            let command: Vec<&str> = body.lines().take_while(is_command).map(|l| &l[2..]).collect();
            let output: Vec<&str> = body.lines().skip_while(is_command).collect();
            (What::Run { command: command.join("\n"), background }, output.join("\n"))
        }
        "edit" => {
            let side = |mark: char| {
                let lines = body.lines().filter(|l| !l.starts_with(if mark == '-' { '+' } else { '-' }));
                lines.map(|l| l.get(1..).unwrap_or_default()).collect::<Vec<_>>().join("\n")
            };
            (What::Edit { path: named(1)?, old: side('-'), new: side('+') }, String::new())
        }
        "write" => (What::Write { path: named(1)?, content: body.to_owned() + "\n" }, String::new()),
        "read" => (What::Read { path: named(1)? }, body.to_owned()),
        "todo" => {
            let item = |l: &str| Some((l.strip_prefix('[')?.chars().next()?, l.get(4..)?.to_owned()));
            (What::Todo(body.lines().filter_map(item).collect()), String::new())
        }
        "mcp" => {
            let (args, output) = body.split_once('\n').unwrap_or((body, ""));
            (What::Mcp { server: named(1)?, tool: named(2)?, args: args.to_owned() }, output.to_owned())
        }
        "agent" => {
            let (prompt, report) = body.split_once("\n---\n").unwrap_or((body, ""));
            let description = words.get(1..).unwrap_or_default().join(" ");
            (What::Agent { description, prompt: prompt.to_owned() }, report.to_owned())
        }
        other => return Err(format!("`@{other}` is no part")),
    };
    Ok(Call { id, what, output, end, parallel })
}
