//! A report as tables, for a terminal or in Markdown. Both are functions of the report alone.

use super::against::Move;
use super::metrics::{METRICS, Metric};
use super::report::{Breakdown, DetectorReport, EvalReport};
use crate::report::escape::visible;
use comfy_table::{CellAlignment, Table, presets};

/// A table under a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The heading.
    pub title: String,
    /// A line under it; may be empty.
    pub note: String,
    /// The first row.
    pub head: Vec<String>,
    /// The others, each as long as the first.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    /// A sheet without rows.
    pub fn new(title: impl Into<String>, head: &[&str]) -> Sheet {
        let head = head.iter().map(|h| (*h).to_owned()).collect();
        Sheet { title: title.into(), note: String::new(), head, rows: Vec::new() }
    }
}

/// The sheets in Markdown.
pub fn markdown(title: &str, sheets: &[Sheet]) -> String {
    let cell = |text: &String| visible(text).replace('|', "\\|");
    let row = |cells: &[String]| format!("| {} |\n", cells.iter().map(cell).collect::<Vec<_>>().join(" | "));
    let mut out = format!("# {title}\n");
    for sheet in sheets {
        out.push_str(&format!("\n## {}\n\n", sheet.title));
        if !sheet.note.is_empty() {
            out.push_str(&format!("{}\n\n", sheet.note));
        }
        if !sheet.rows.is_empty() {
            let rule = sheet.head.iter().enumerate().map(|(i, _)| if i == 0 { "---" } else { "---:" }).collect::<Vec<_>>();
            out.push_str(&row(&sheet.head));
            out.push_str(&format!("| {} |\n", rule.join(" | ")));
            sheet.rows.iter().for_each(|r| out.push_str(&row(r)));
        }
    }
    out
}

/// The sheets for a terminal.
pub fn terminal(title: &str, sheets: &[Sheet]) -> String {
    let mut out = format!("{}\n", visible(title));
    for sheet in sheets {
        out.push_str(&format!("\n{}\n", visible(&sheet.title)));
        if !sheet.note.is_empty() {
            out.push_str(&format!("{}\n", visible(&sheet.note)));
        }
        if !sheet.rows.is_empty() {
            let mut table = Table::new();
            table.load_style(presets::NOTHING);
            table.set_header(sheet.head.iter().map(|c| visible(c).into_owned()));
            table.add_rows(sheet.rows.iter().map(|r| r.iter().map(|c| visible(c).into_owned())));
            for column in table.column_iter_mut().skip(1) {
                column.set_cell_alignment(CellAlignment::Right);
            }
            out.extend(table.lines().map(|line| format!("{}\n", line.trim_end())));
        }
    }
    out
}

/// The title of a report.
pub fn title(report: &EvalReport) -> String {
    let kind = if report.set.synthetic { " (synthetic)" } else { "" };
    format!("Evaluation on the set {}{kind}", report.set.name)
}

/// The sheets of a report; without `details` only those that a terminal has room for.
pub fn sheets(report: &EvalReport, details: bool) -> Vec<Sheet> {
    let mut out = vec![set(report), figures(report), counts(report)];
    for detector in &report.detectors {
        for breakdown in &detector.breakdowns {
            if details || breakdown.by == "type" {
                out.push(groups(report, detector, breakdown));
            }
        }
        if details {
            out.push(confusion(report, detector));
        }
    }
    if !report.comparisons.is_empty() {
        out.push(comparisons(report));
    }
    out
}

fn set(report: &EvalReport) -> Sheet {
    let s = &report.set;
    let mut sheet = Sheet::new("Set", &["", "value"]);
    let mut row = |name: &str, value: String| sheet.rows.push(vec![name.to_owned(), value]);
    row("transcripts", s.transcripts.to_string());
    row("bytes", s.bytes.to_string());
    row("labels", s.labels.to_string());
    row("near misses", s.near_misses.to_string());
    row("hard labels", if report.hard_skipped { "left out" } else { "kept" }.to_owned());
    row("SHA-256 of the labels", s.labels_sha256.clone());
    row("SHA-256 of the corpus", s.corpus_sha256.clone());
    row("sayso", report.tool_version.clone());
    if report.pool {
        sheet.note = "The labels judge chosen places, not whole transcripts; claims elsewhere are left out.".to_owned();
    }
    sheet
}

fn mark(report: &EvalReport, text: &str) -> String {
    if report.set.synthetic { format!("{text} (synthetic)") } else { text.to_owned() }
}

fn figures(report: &EvalReport) -> Sheet {
    let mut sheet = Sheet::new(mark(report, "Figures"), &["figure"]);
    sheet.note =
        "In brackets the 95 % intervals: Wilson's where the figure is a plain rate, and from a bootstrap over transcripts."
            .to_owned();
    sheet.head.extend(report.detectors.iter().map(|d| d.name.clone()));
    for (name, _) in METRICS {
        let mut row = vec![name.replace('_', " ")];
        row.extend(report.detectors.iter().map(|d| d.metrics.get(*name).map_or_else(String::new, with_intervals)));
        sheet.rows.push(row);
    }
    let mut near = vec!["near misses taken".to_owned()];
    near.extend(report.detectors.iter().map(|d| format!("{} of {}", d.near_taken, report.set.near_misses)));
    sheet.rows.push(near);
    if let Some(prevalence) = report.detectors.iter().find_map(|d| Some(d.predictive_value.as_ref()?.prevalence)) {
        let mut row = vec![format!("predictive value at {} % unsupported", prevalence * 100.0)];
        row.extend(report.detectors.iter().map(|d| d.predictive_value.as_ref().map_or_else(String::new, |p| value(&p.value))));
        sheet.rows.push(row);
    }
    sheet
}

/// A figure, or a dash with the reason why there is none.
fn value(metric: &Metric) -> String {
    match (metric.value, &metric.undefined) {
        (Some(v), _) => format!("{v:.3}"),
        (None, Some(why)) => format!("– ({why})"),
        (None, None) => "–".to_owned(),
    }
}

fn with_intervals(metric: &Metric) -> String {
    let mut out = value(metric);
    for [low, high] in [metric.wilson95, metric.bootstrap95].into_iter().flatten() {
        out.push_str(&format!(" [{low:.3}, {high:.3}]"));
    }
    out
}

fn counts(report: &EvalReport) -> Sheet {
    let mut sheet = Sheet::new(mark(report, "Counts"), &["count"]);
    sheet.head.extend(report.detectors.iter().map(|d| d.name.clone()));
    let columns: Vec<_> = report.detectors.iter().map(|d| d.counts.named()).collect();
    for (i, (name, _)) in columns.first().into_iter().flatten().enumerate() {
        let mut row = vec![(*name).to_owned()];
        row.extend(columns.iter().map(|c| c[i].1.to_string()));
        sheet.rows.push(row);
    }
    sheet
}

fn groups(report: &EvalReport, detector: &DetectorReport, breakdown: &Breakdown) -> Sheet {
    let head = [
        &*breakdown.by,
        "labels",
        "found",
        "extra",
        "F1",
        "unsupported",
        "hit",
        "false",
        "precision",
        "recall",
        "verdict",
        "alarms",
    ];
    let mut sheet = Sheet::new(mark(report, &format!("{}, by {}", detector.name, breakdown.by)), &head);
    for group in &breakdown.groups {
        let k = &group.counts;
        let figure = |name: &str| group.metrics.get(name).and_then(|m| m.value).map_or("–".to_owned(), |v| format!("{v:.3}"));
        let n = |n: u64| n.to_string();
        let mut row = vec![group.name.clone(), n(k.labels()), n(k.ex_tp), n(k.ex_fp), figure("extraction_f1")];
        row.extend([n(k.un_tp + k.un_fn), n(k.un_tp), n(k.un_fp)]);
        row.extend(["unsupported_precision", "unsupported_recall", "verdict_accuracy", "false_alarm_rate"].map(figure));
        sheet.rows.push(row);
    }
    sheet
}

fn confusion(report: &EvalReport, detector: &DetectorReport) -> Sheet {
    let mut sheet = Sheet::new(mark(report, &format!("{}, reasons", detector.name)), &["label", "claim", "n"]);
    let mut cells: Vec<_> = detector.reasons.iter().collect();
    cells.sort_by(|a, b| b.n.cmp(&a.n).then_with(|| (&a.label, &a.claim).cmp(&(&b.label, &b.claim))));
    sheet.rows = cells.iter().map(|c| vec![c.label.clone(), c.claim.clone(), c.n.to_string()]).collect();
    sheet
}

fn comparisons(report: &EvalReport) -> Sheet {
    let head = ["detectors", "both right", "only the first", "only the second", "neither", "p (McNemar)"];
    let mut sheet = Sheet::new(mark(report, "Verdicts compared, label by label"), &head);
    for c in &report.comparisons {
        let p = match c.p_value {
            None => "–".to_owned(),
            Some(p) if p < 1e-6 => "< 0.000001".to_owned(),
            Some(p) => format!("{p:.6}"),
        };
        let counts = [c.both, c.only_a, c.only_b, c.neither].map(|n| n.to_string());
        sheet.rows.push([vec![format!("{} and {}", c.a, c.b)], counts.to_vec(), vec![p]].concat());
    }
    sheet
}

/// What moved against an older report.
pub fn moved(moves: &[Move]) -> Sheet {
    let mut sheet = Sheet::new("Against the older report", &["figure", "detector", "was", "is", ""]);
    if moves.is_empty() {
        sheet.note = "Nothing moved.".to_owned();
    }
    let shown = |v: Option<f64>| v.map_or("–".to_owned(), |v| format!("{v:.4}"));
    for m in moves {
        let verdict = if m.regression { "regression" } else { "" };
        let row = [m.metric.replace('_', " "), m.detector.clone(), shown(m.old), shown(m.new), verdict.to_owned()];
        sheet.rows.push(row.to_vec());
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_cannot_break_out_of_their_table() {
        let mut sheet = Sheet::new("T", &["a"]);
        sheet.rows.push(vec!["x|y\n\u{1b}[2J".to_owned()]);
        let text = markdown("M", std::slice::from_ref(&sheet));
        assert!(text.contains("| x\\|y\\n\\u{1b}[2J |"), "{text}");
        assert!(!terminal("M", &[sheet]).contains('\u{1b}'));
    }
}
