//! What a rule finds: a reason, the operations that decided, a sentence for people.

use super::{Evidence, Reason};
use crate::record::Op;

/// The outcome of judging one claim.
#[derive(Debug, Clone)]
pub struct Finding<'s> {
    /// Why.
    pub reason: Reason,
    /// What decided, most telling first.
    pub ops: Vec<&'s Op>,
    /// What the record shows, in a sentence.
    pub explanation: String,
    /// A call that would fit and comes after the claim.
    later: Option<&'s Op>,
}

impl<'s> Finding<'s> {
    /// A finding that rests on no operation.
    pub fn bare(reason: Reason, explanation: impl Into<String>) -> Self {
        Finding { reason, ops: Vec::new(), explanation: explanation.into(), later: None }
    }

    /// A finding that rests on one operation.
    pub fn on(reason: Reason, op: &'s Op, explanation: impl Into<String>) -> Self {
        Finding { reason, ops: vec![op], explanation: explanation.into(), later: None }
    }

    /// The record backs the claim.
    pub fn backed(op: &'s Op) -> Self {
        Finding::on(Reason::Backed, op, format!("{} backs it", name(op)))
    }

    /// Adds an operation that helped to decide.
    pub fn and(mut self, op: &'s Op) -> Self {
        if !self.ops.iter().any(|o| std::ptr::eq(*o, op)) {
            self.ops.push(op);
        }
        self
    }

    /// Notes a call that would fit and comes after the claim.
    pub fn but_later(self, op: Option<&'s Op>) -> Self {
        Finding { later: op, ..self }
    }

    /// What follows the claim has the last word only where nothing else had one: it can tell why no call fits, and never changes a
    /// verdict that what stands before the claim gave.
    pub fn with_hindsight(self) -> Self {
        match self.later {
            Some(op) if self.reason == Reason::NoMatchingCall => {
                Finding::on(Reason::ClaimedBeforeCall, op, format!("the call comes after the claim: {}", name(op)))
            }
            _ => self,
        }
    }

    /// The evidence rows of a report.
    pub fn evidence(&self) -> Vec<Evidence> {
        let row = |o: &&Op| Evidence {
            tool: o.tool.to_string(),
            call_line: o.call_line,
            result_line: o.result_line,
            excerpt: o.excerpt.clone(),
        };
        self.ops.iter().map(row).collect()
    }
}

/// Longest name of an operation, in characters: a path in a deep tree still shows its file.
const NAME: usize = 100;

/// How an operation is called in explanations: its runner, or the head of its command.
pub fn name(op: &Op) -> String {
    if let Some(r) = op.runner {
        return format!("`{r}`");
    }
    let line = op.command.lines().next().unwrap_or("");
    let head: String = line.chars().take(NAME).collect();
    let cut = if head.len() < line.len() { "…" } else { "" };
    if head.is_empty() { format!("the {} call", op.tool) } else { format!("`{head}{cut}`") }
}
