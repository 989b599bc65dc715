//! The project's own detector, told what a project's scripts run and which of its files make nothing stale.

use super::Detector;
use crate::record::Record;
use crate::record::runners::Tasks;
use crate::transcript::Session;
use crate::verdict::Judged;
use crate::{claim, verdict};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::collections::BTreeMap;

/// [`super::RecordDetector`] with the settings of a project.
#[derive(Debug, Clone)]
pub struct ProjectDetector {
    tasks: Tasks,
    ignored: Gitignore,
}

impl ProjectDetector {
    /// Takes the command lines that scripts and tasks stand for, and patterns of paths whose changes do not count.
    pub fn new(runners: &BTreeMap<String, Vec<String>>, ignored: &[String]) -> Result<ProjectDetector, String> {
        let known = runners.iter().map(|(name, lines)| (task_key(name), lines.clone())).collect();
        let mut patterns = GitignoreBuilder::new("");
        for pattern in ignored {
            patterns.add_line(None, pattern).map_err(|e| e.to_string())?;
        }
        Ok(ProjectDetector { tasks: Tasks { known }, ignored: patterns.build().map_err(|e| e.to_string())? })
    }

    fn is_ignored(&self, session: &Session, path: &str) -> bool {
        let root = session.meta.project.as_deref().or(session.meta.cwd.as_deref()).unwrap_or_default();
        let inside = path.strip_prefix(root).unwrap_or(path).trim_start_matches('/');
        !inside.is_empty() && self.ignored.matched_path_or_any_parents(inside, false).is_ignore()
    }
}

/// The name under which a task is known, from the words that a person writes: `just ci`, `mise run lint`, `./ci.sh`.
fn task_key(words: &str) -> String {
    let mut it = words.split_whitespace();
    match (it.next(), it.next_back()) {
        (Some("npm" | "pnpm" | "yarn"), Some(task)) => format!("npm:{task}"),
        (Some(program @ ("make" | "just" | "mise" | "composer" | "deno" | "task")), Some(task)) => format!("{program}:{task}"),
        _ => words.to_owned(),
    }
}

impl Detector for ProjectDetector {
    fn name(&self) -> &'static str {
        "record"
    }

    fn judge(&self, session: &Session) -> Vec<Judged> {
        let record = || {
            let mut record = Record::build_for(session, &self.tasks);
            if !self.ignored.is_empty() {
                for op in &mut record.ops {
                    op.notes.harmless |= !op.targets.is_empty() && op.targets.iter().all(|t| self.is_ignored(session, t));
                }
            }
            record
        };
        verdict::judge_session(session, record, claim::extract)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::SourceKind;

    #[test]
    fn names_of_tasks_are_those_of_the_record() {
        for (words, key) in
            [("./ci.sh", "./ci.sh"), ("just ci", "just:ci"), ("mise run lint", "mise:lint"), ("pnpm run t", "npm:t")]
        {
            assert_eq!(task_key(words), key);
        }
    }

    #[test]
    fn patterns_hold_below_the_project() {
        let detector = ProjectDetector::new(&BTreeMap::new(), &["docs/**".into(), "*.snap".into()]).unwrap();
        let mut session = Session::new(SourceKind::ClaudeCode);
        session.meta.project = Some("/home/dev/app".into());
        let ignored = |path: &str| detector.is_ignored(&session, path);
        assert!(ignored("/home/dev/app/docs/a/b.rs") && ignored("docs/a.rs") && ignored("/home/dev/app/src/x.snap"));
        assert!(!ignored("/home/dev/app/src/docs.rs") && !ignored("/home/dev/app/src/a.rs"));
    }
}
