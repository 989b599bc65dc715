//! JSON Schemas of everything that is written as JSON, from the types themselves.

use super::audit::AuditJson;
use crate::detector::done_claim_auditor::report::View as AuditorView;
use crate::eval::frozen::Frozen;
use crate::eval::labels::{Label, NearMiss};
use crate::eval::latency::LatencyReport;
use crate::eval::report::EvalReport;
use crate::stats::{ClaimRow, Partial, Report};
use schemars::{JsonSchema, Schema, generate::SchemaSettings};

/// A schema and its file in `schemas/`.
pub struct Named {
    /// Name of the file.
    pub file: &'static str,
    schema: Schema,
}

impl Named {
    /// The file's text.
    pub fn text(&self) -> String {
        let text = serde_json::to_string_pretty(&self.schema).unwrap_or_default();
        format!("{text}\n")
    }
}

fn named<T: JsonSchema>(file: &'static str) -> Named {
    Named { file, schema: SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>() }
}

/// Every schema.
pub fn all() -> Vec<Named> {
    vec![
        named::<Report>("report.schema.json"),
        named::<ClaimRow>("claims.schema.json"),
        named::<Partial>("partial.schema.json"),
        named::<AuditJson>("audit.schema.json"),
        named::<AuditorView<'_>>("done-claim-auditor.schema.json"),
        named::<Label>("label.schema.json"),
        named::<NearMiss>("near-miss.schema.json"),
        named::<EvalReport>("eval.schema.json"),
        named::<LatencyReport>("latency.schema.json"),
        named::<Frozen>("frozen.schema.json"),
    ]
}
