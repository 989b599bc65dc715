//! Reading a file in ranges that are joined in order.

use super::lines::{Limits, RecordSink, feed, feed_from};
use super::model::{EventKind, ReadNotes, Session};
use memchr::memchr;
use rayon::prelude::*;
use std::io::{self, Read};

/// A reader whose state over one range can be joined with that over the next.
pub(crate) trait Joins: RecordSink + Send + Sized {
    /// Takes in what was read of the range behind this one.
    fn join(&mut self, later: Self);
    /// Settles what several records together tell.
    fn finish(self) -> Vec<Session>;
}

/// Files longer than this are read in ranges.
const RANGE: usize = 8 << 20;

/// Reads a whole file from memory, a long one in ranges on several threads.
pub(crate) fn read_all<R: Joins>(bytes: &[u8], limits: &Limits, new: impl Fn(&Limits) -> R + Sync) -> Vec<Session> {
    read_in(bytes, RANGE, limits, new)
}

fn read_in<R: Joins>(bytes: &[u8], range: usize, limits: &Limits, new: impl Fn(&Limits) -> R + Sync) -> Vec<Session> {
    let ranges = split(bytes, range);
    let last = ranges.len().saturating_sub(1);
    let read = |(i, range): (usize, &&[u8])| {
        let mut reader = new(limits);
        feed(&mut reader, range, i == last, limits);
        reader
    };
    let parts: Vec<R> = match ranges.as_slice() {
        [] => return new(limits).finish(),
        [one] => return read((0, one)).finish(),
        many => many.par_iter().enumerate().map(read).collect(),
    };
    join_all(parts)
}

fn join_all<R: Joins>(parts: Vec<R>) -> Vec<Session> {
    let joined = parts.into_iter().reduce(|mut all, part| {
        all.join(part);
        all
    });
    joined.map(Joins::finish).unwrap_or_default()
}

/// Reads the parts of a file through small windows, several on several threads. Each part ends with a line.
pub(crate) fn read_parts<R: Joins>(
    inputs: &mut [impl Read + Send],
    limits: &Limits,
    new: impl Fn(&Limits) -> R + Sync,
) -> io::Result<Vec<Session>> {
    let read = |input: &mut _| {
        let mut reader = new(limits);
        feed_from(&mut reader, input, limits)?;
        Ok(reader)
    };
    let parts: io::Result<Vec<R>> = match inputs {
        [one] => read(one).map(|reader| vec![reader]),
        many => many.par_iter_mut().map(read).collect(),
    };
    parts.map(join_all)
}

/// Splits at newlines into ranges of about `size` bytes.
fn split(bytes: &[u8], size: usize) -> Vec<&[u8]> {
    let mut out = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let at = size.min(rest.len());
        let end = memchr(b'\n', &rest[at..]).map_or(rest.len(), |i| at + i + 1);
        let (head, tail) = rest.split_at(end);
        out.push(head);
        rest = tail;
    }
    out
}

impl ReadNotes {
    /// Adds the notes on the range behind this one.
    pub(crate) fn add(&mut self, later: ReadNotes) {
        let base = self.lines;
        for (line, why) in later.bad_lines {
            if self.bad_lines.len() < Self::MAX_KEPT {
                self.bad_lines.push((line + base, why));
            }
        }
        self.lines += later.lines;
        self.records += later.records;
        self.bytes += later.bytes;
        self.bad_line_count += later.bad_line_count;
        self.glued_lines += later.glued_lines;
        self.lossy_lines += later.lossy_lines;
        self.overlong_lines += later.overlong_lines;
        self.deep_lines += later.deep_lines;
        self.truncated_tail |= later.truncated_tail;
        self.duplicate_records += later.duplicate_records;
    }
}

impl Session {
    /// Appends what was read of the range behind this one; gives the new index of each of its agents.
    pub(crate) fn append(&mut self, later: Session) -> Vec<u16> {
        let lines = self.notes.lines;
        let agents: Vec<u16> = later
            .agents
            .into_iter()
            .map(|info| {
                let i = self.agent_index(&info.id);
                if let Some(own) = self.agents.get_mut(i as usize)
                    && own.parent_call.is_none()
                {
                    own.parent_call = info.parent_call;
                }
                i
            })
            .collect();
        self.events.extend(later.events.into_iter().map(|mut e| {
            e.line += lines;
            e.agent = agents.get(e.agent as usize).copied().unwrap_or(e.agent);
            e
        }));
        self.notes.add(later.notes);
        let (own, meta) = (&mut self.meta, later.meta);
        own.session_id = own.session_id.take().or(meta.session_id);
        own.agent_id = own.agent_id.take().or(meta.agent_id);
        own.project = own.project.take().or(meta.project);
        own.cwd = own.cwd.take().or(meta.cwd);
        own.agent_version = own.agent_version.take().or(meta.agent_version);
        own.branch = own.branch.take().or(meta.branch);
        own.is_copy |= meta.is_copy;
        own.record_keys.extend(meta.record_keys);
        agents
    }

    /// Of marks that follow one another and say the same, leaves the first.
    pub(crate) fn drop_repeated_marks(&mut self) {
        self.events.dedup_by(|later, earlier| match (&later.kind, &earlier.kind) {
            (EventKind::Mark(a), EventKind::Mark(b)) => a == b,
            _ => false,
        });
    }

    /// The file belongs to this agent alone: it becomes the one that speaks in it.
    pub(crate) fn become_agent(&mut self, agent: u16) {
        if agent == 0 || agent as usize >= self.agents.len() {
            return;
        }
        self.meta.agent_id = Some(self.agents.remove(agent as usize).id);
        for e in &mut self.events {
            e.agent = match e.agent {
                a if a == agent => 0,
                a if a > agent => a - 1,
                a => a,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::{claude_code, codex};
    use proptest::prelude::*;

    const CLAUDE: [&str; 19] = [
        r#"{"parentUuid":null,"sessionId":"s","type":"user","message":{"role":"user","content":"go"},"uuid":"u1","timestamp":"t1"}"#,
        r#"{"parentUuid":"u1","sessionId":"s","cwd":"/w","type":"assistant","message":{"role":"assistant","id":"m","content":[{"type":"text","text":"Done."},{"type":"tool_use","id":"c1","name":"Bash","input":{"command":"npm test","run_in_background":true}}]},"uuid":"u2","timestamp":"t2"}"#,
        r#"{"parentUuid":"u2","sessionId":"r","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","is_error":false,"content":"Command running in background with ID: b1"}]},"uuid":"u3","timestamp":"t3","toolUseResult":{"a":1}}"#,
        r#"{"parentUuid":"u3","sessionId":"s","type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"c2","name":"TaskOutput","input":{"task_id":"b1"}}]},"uuid":"u4","timestamp":"t4"}"#,
        r#"{"parentUuid":"u4","sessionId":"s","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c2","content":"<task_id>b1</task_id>\n<status>completed</status>\n<exit_code>0</exit_code>\n<output>\nok\n</output>"}]},"uuid":"u5","timestamp":"t5"}"#,
        r#"{"type":"queue-operation","operation":"enqueue","timestamp":"t","content":"and the lint too"}"#,
        r#"{"type":"queue-operation","operation":"enqueue","timestamp":"t","content":"go"}"#,
        r#"{"type":"queue-operation","operation":"remove","timestamp":"t"}"#,
        r#"{"type":"queue-operation","operation":"dequeue","timestamp":"t"}"#,
        r#"{"type":"queue-operation","operation":"popAll","timestamp":"t","content":"go"}"#,
        r#"{"type":"queue-operation","operation":"enqueue","content":"<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n<summary>done (exit code 0)</summary>\n</task-notification>"}"#,
        r#"{"parentUuid":"u5","sessionId":"s","type":"user","message":{"role":"user","content":"<bash-input>ls</bash-input>"},"uuid":"u6","timestamp":"t6"}"#,
        r#"{"parentUuid":"u6","sessionId":"s","type":"user","message":{"role":"user","content":"<bash-stdout>a</bash-stdout>"},"uuid":"u7","timestamp":"t7"}"#,
        r#"{"parentUuid":"u2","type":"progress","data":{"message":{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"c3","name":"Read","input":{"file_path":"a"}}]},"uuid":"n1"},"type":"agent_progress","agentId":"a1"},"parentToolUseID":"c9","uuid":"u8"}"#,
        r#"{"parentUuid":"u7","isSidechain":true,"agentId":"a2","type":"assistant","message":{"role":"assistant","content":"side"},"uuid":"u9","timestamp":"t"}"#,
        r#"{"parentUuid":"u7","type":"progress","data":{"type":"hook_progress","hookEvent":"SessionStart","hookName":"SessionStart:resume"},"uuid":"u10"}"#,
        r#"{"type":"file-history-snapshot","messageId":"m","snapshot":{}}{"type":"summary","summary":"s","leafUuid":"u"}"#,
        "not json",
        "",
    ];

    const CODEX: [&str; 19] = [
        r#"{"timestamp":"t","type":"session_meta","payload":{"id":"i","cwd":"/w","cli_version":"0.104.0"}}"#,
        r#"{"timestamp":"t","type":"turn_context","payload":{"model":"m1","cwd":"/w"}}"#,
        r#"{"timestamp":"t","type":"turn_context","payload":{"model":"m2","cwd":"/v"}}"#,
        r#"{"timestamp":"t","type":"event_msg","payload":{"type":"user_message","message":"go"}}"#,
        r#"{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}}"#,
        r#"{"timestamp":"t","type":"event_msg","payload":{"type":"agent_message","message":"Done."}}"#,
        r#"{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}}"#,
        r#"{"timestamp":"t","type":"event_msg","payload":{"type":"agent_message","message":"Only told."}}"#,
        r#"{"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"npm test\",\"workdir\":\"sub\"}","call_id":"c1"}}"#,
        r#"{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"Chunk ID: x\nWall time: 1.0 seconds\nProcess running with session ID 5\nOutput:\n"}}"#,
        r#"{"timestamp":"t","type":"response_item","payload":{"type":"function_call","name":"write_stdin","arguments":"{\"session_id\":5,\"chars\":\"\"}","call_id":"c2"}}"#,
        r#"{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"c2","output":"Chunk ID: x\nWall time: 1.0 seconds\nProcess exited with code 1\nOutput:\nFAILED"}}"#,
        r#"{"timestamp":"t","type":"response_item","payload":{"type":"custom_tool_call","name":"exec","input":"await tools.exec_command({cmd:'a'}); await tools.exec_command({cmd:'b'})","call_id":"c3"}}"#,
        r#"{"timestamp":"t","type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":"exec-1","command":["bash","-lc","a"],"exit_code":0,"aggregated_output":"A","status":"completed"}}}"#,
        r#"{"timestamp":"t","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"c3","output":[{"type":"input_text","text":"Script completed\nWall time 1.9 seconds\nOutput:\n"},{"type":"input_text","text":"A"},{"type":"input_text","text":"B"}]}}"#,
        r#"{"timestamp":"t","type":"compacted","payload":{"message":""}}"#,
        r#"{"timestamp":"t","type":"event_msg","payload":{"type":"context_compacted"}}"#,
        r#"{"timestamp":"t","type":"event_msg","payload":{"type":"turn_aborted","reason":"interrupted"}}"#,
        "{\"cut",
    ];

    /// Everything that was read but the counts of what a range's seam divides.
    fn shown(sessions: &[Session]) -> Vec<String> {
        let events = sessions.iter().flat_map(|s| &s.events).map(|e| format!("{e:?}"));
        events.chain(sessions.iter().map(|s| format!("{:?}\n{:?}\n{:?}\n", s.meta, s.agents, s.notes))).collect()
    }

    fn assert_same(a: &[String], b: &[String]) {
        let differ = a.iter().zip(b).find(|(a, b)| a != b);
        assert!(differ.is_none() && a.len() == b.len(), "{differ:#?} {} {}", a.len(), b.len());
    }

    fn same_in_ranges<R: Joins>(lines: &[&str], picks: &[usize], size: usize, new: fn(&Limits) -> R) {
        let text: Vec<&str> = picks.iter().map(|i| lines[i % lines.len()]).collect();
        let bytes = text.join("\n").into_bytes();
        let limits = Limits::default();
        let whole = shown(&read_in(&bytes, usize::MAX, &limits, new));
        assert_same(&shown(&read_in(&bytes, size, &limits, new)), &whole);
        assert_same(&shown(&read_parts(&mut [bytes.as_slice()], &limits, new).unwrap()), &whole);
        let strict = Limits { strict: true, ..limits };
        assert_same(&shown(&read_in(&bytes, size, &strict, new)), &whole);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn a_file_in_ranges_is_the_file(picks in proptest::collection::vec(0_usize..100, 0..40), size in 1_usize..2000) {
            same_in_ranges(&CLAUDE, &picks, size, claude_code::Reader::new);
            same_in_ranges(&CODEX, &picks, size, codex::Reader::new);
        }

        #[test]
        fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..400), picks in proptest::collection::vec(0_usize..100, 1..6)) {
            let mut text: Vec<u8> = bytes;
            for i in picks {
                let (a, b) = (CLAUDE[i % CLAUDE.len()], CODEX[i % CODEX.len()]);
                let at = i * 7 % (text.len() + 1);
                text.splice(at..at, a.bytes().chain(*b"\n").chain(b.bytes()));
            }
            for source in crate::transcript::SourceKind::ALL {
                crate::transcript::read(*source, &text);
            }
        }
    }
}
