//! What claims can be broken down by.

use super::partial::Row;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! dimensions {
    ($($variant:ident $name:literal $about:literal |$row:ident| $key:expr;)*) => {
        /// A property of a claim that claims can be grouped by.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Dim { $(#[doc = $about] $variant,)* }
        impl Dim {
            /// Every dimension.
            pub const ALL: &'static [Dim] = &[$(Dim::$variant),*];
            /// The wire name.
            pub fn name(self) -> &'static str { match self { $(Dim::$variant => $name),* } }
            /// For headings.
            pub fn describe(self) -> &'static str { match self { $(Dim::$variant => $about),* } }
            /// The group of a claim.
            pub fn key(self, row: &Row) -> String { match self { $(Dim::$variant => { let $row = row; $key })* } }
            /// The dimension with this wire name.
            pub fn by_name(name: &str) -> Option<Dim> { Self::ALL.iter().copied().find(|d| d.name() == name) }
        }
    };
}

dimensions! {
    Type         "type"          "type of claim"            |row| row.claim.ty.name().into();
    Reason       "reason"        "reason"                   |row| row.claim.reason.name().into();
    Source       "source"        "source"                   |row| row.claim.source.name().into();
    Project      "project"       "project"                  |row| known(&row.claim.project);
    Model        "model"         "model"                    |row| known(&row.claim.model);
    AgentVersion "agent_version" "version of the agent"     |row| known(&row.claim.agent_version);
    Week         "week"          "week (ISO, UTC)"          |row| week(row.claim.timestamp.as_deref());
    Month        "month"         "month (UTC)"              |row| month(row.claim.timestamp.as_deref());
    Agent        "agent"         "main agent or subagent"   |row| if row.claim.subagent.is_some() { "subagent" } else { "main" }.into();
}

/// Stands for a property that the source does not tell.
pub const UNKNOWN: &str = "unknown";

fn known(value: &Option<String>) -> String {
    value.clone().filter(|v| !v.is_empty()).unwrap_or_else(|| UNKNOWN.into())
}

fn month(time: Option<&str>) -> String {
    time.and_then(|t| t.get(..7)).unwrap_or(UNKNOWN).into()
}

fn week(time: Option<&str>) -> String {
    let date = time.and_then(|t| t.get(..10)).and_then(|d| d.parse::<jiff::civil::Date>().ok());
    date.map_or_else(
        || UNKNOWN.into(),
        |d| {
            let week = d.iso_week_date();
            format!("{:04}-W{:02}", week.year(), week.week())
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_are_those_of_iso() {
        assert_eq!(week(Some("2027-01-01T00:00:00Z")), "2026-W53");
        assert_eq!(week(Some("2026-11-30T23:59:59Z")), "2026-W49");
        assert_eq!(week(None), UNKNOWN);
        assert_eq!(month(Some("2026-11-30T23:59:59Z")), "2026-11");
    }
}
