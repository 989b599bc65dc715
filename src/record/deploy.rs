//! Deployment, publication, migration, services; and reading their state.

use super::command::SimpleCommand;
use super::draft::*;
use super::op::{OpKind, Outcome};

/// Program and first words that act; `*` stands for any.
const ACTS: &[(&[&str], &[&str])] = &[
    (
        &["kubectl", "oc"],
        &[
            "apply",
            "create",
            "delete",
            "rollout restart",
            "rollout undo",
            "scale",
            "set",
            "patch",
            "replace",
            "run",
            "expose",
            "annotate",
            "label",
            "drain",
        ],
    ),
    (&["helm"], &["install", "upgrade", "uninstall", "rollback", "push"]),
    (&["helmfile"], &["apply", "sync", "destroy"]),
    (&["terraform", "tofu", "terragrunt"], &["apply", "destroy", "import"]),
    (&["pulumi"], &["up", "destroy"]),
    (&["cdk"], &["deploy", "destroy"]),
    (&["sam"], &["deploy"]),
    (&["serverless", "sls"], &["deploy", "remove"]),
    (&["ansible-playbook"], &["*"]),
    (
        &["docker", "podman"],
        &[
            "push",
            "compose up",
            "compose down",
            "compose restart",
            "compose start",
            "compose stop",
            "run",
            "start",
            "stop",
            "restart",
            "rm",
            "kill",
            "stack deploy",
            "service update",
        ],
    ),
    (&["docker-compose", "podman-compose"], &["up", "down", "restart", "start", "stop"]),
    (&["vercel", "now"], &["", "deploy", "--prod", "promote", "rollback", "alias"]),
    (&["netlify"], &["deploy"]),
    (&["fly", "flyctl"], &["deploy", "launch", "scale", "secrets", "apps"]),
    (&["railway"], &["up", "deploy"]),
    (&["render"], &["deploys"]),
    (&["heroku"], &["releases", "ps:restart", "run", "config:set", "create"]),
    (&["wrangler"], &["deploy", "publish", "pages", "secret"]),
    (&["firebase"], &["deploy"]),
    (&["gcloud"], &["run deploy", "app deploy", "functions deploy", "builds submit", "compute", "container"]),
    (
        &["aws"],
        &[
            "s3 sync",
            "s3 cp",
            "s3 rm",
            "s3 mv",
            "cloudformation deploy",
            "ecs update-service",
            "lambda update-function-code",
            "lambda invoke",
            "deploy",
        ],
    ),
    (&["az"], &["webapp deploy", "webapp up", "deployment", "functionapp deploy"]),
    (
        &["npm", "pnpm", "yarn", "bun", "cargo", "poetry", "uv", "dotnet", "lerna", "changeset", "jsr", "dart", "vsce", "ovsx"],
        &["publish", "nuget push"],
    ),
    (&["twine"], &["upload"]),
    (&["gem"], &["push"]),
    (&["gh"], &["release create", "release upload", "release edit", "workflow run", "release delete"]),
    (&["glab"], &["release create", "ci run"]),
    (&["goreleaser"], &["release"]),
    (&["semantic-release", "release-it", "np", "standard-version"], &["*"]),
    (
        &["systemctl", "service", "rc-service", "launchctl", "supervisorctl", "brew services"],
        &["start", "stop", "restart", "reload", "enable", "disable", "load", "unload", "daemon-reload", "bootstrap", "kickstart"],
    ),
    (&["pm2"], &["start", "restart", "stop", "reload", "delete", "save"]),
    (&["nginx"], &["-s"]),
    (&["alembic"], &["upgrade", "downgrade", "stamp"]),
    (&["prisma"], &["migrate deploy", "migrate dev", "migrate reset", "db push", "db seed"]),
    (&["drizzle-kit"], &["push", "migrate"]),
    (&["knex"], &["migrate:latest", "migrate:up", "migrate:rollback", "seed:run"]),
    (&["sequelize", "sequelize-cli", "typeorm"], &["db:migrate", "migration:run", "db:seed:all"]),
    (
        &["flyway", "liquibase", "dbmate", "goose", "migrate", "sqlx", "diesel", "atlas", "sea-orm-cli"],
        &["migrate", "update", "up", "down", "migrate run", "migration run", "database create", "schema apply", "migrate apply"],
    ),
    (&["rails", "rake"], &["db:migrate", "db:seed", "db:setup", "db:reset", "db:create", "db:schema:load"]),
    (&["supabase"], &["db push", "db reset", "functions deploy", "migration up", "start", "stop"]),
    (&["kamal", "cap", "dokku", "eb"], &["deploy", "setup", "redeploy"]),
    (&["skaffold"], &["run", "deploy"]),
    (&["argocd"], &["app sync"]),
    (&["flux"], &["reconcile"]),
    (&["ssh-copy-id"], &["*"]),
    (&["artisan"], &["migrate", "db:seed", "config:cache"]),
];

/// Program and first words that only say what would be done.
const REHEARSALS: &[(&[&str], &[&str])] = &[
    (&["terraform", "tofu", "terragrunt"], &["plan"]),
    (&["pulumi"], &["preview"]),
    (&["cdk", "helmfile", "argocd app"], &["diff"]),
];

/// Program and first words that read a state.
const READS: &[(&[&str], &[&str])] = &[
    (
        &["kubectl", "oc"],
        &["get", "describe", "logs", "top", "rollout status", "wait", "events", "version", "cluster-info", "rollout history"],
    ),
    (&["helm"], &["list", "ls", "status", "get", "history"]),
    (&["terraform", "tofu"], &["show", "output", "state", "validate"]),
    (&["pulumi"], &["stack"]),
    (
        &["docker", "podman"],
        &[
            "ps",
            "logs",
            "inspect",
            "images",
            "stats",
            "compose ps",
            "compose logs",
            "compose config",
            "info",
            "version",
            "image",
            "container",
            "volume",
            "network",
            "port",
            "top",
        ],
    ),
    (&["docker-compose"], &["ps", "logs", "config"]),
    (
        &["systemctl", "service", "launchctl", "supervisorctl", "rc-service"],
        &["status", "is-active", "is-enabled", "list-units", "list", "show", "cat"],
    ),
    (&["journalctl"], &["*"]),
    (&["pm2"], &["list", "ls", "status", "logs", "show", "describe"]),
    (
        &[
            "vercel", "netlify", "fly", "flyctl", "railway", "heroku", "wrangler", "firebase", "gcloud", "aws", "az", "eb",
            "supabase",
        ],
        &["ls", "list", "status", "inspect", "logs", "info", "whoami", "tail", "ps", "releases"],
    ),
    (&["gh"], &["release view", "release list", "workflow list", "workflow view"]),
    (&["npm", "pnpm"], &["view", "info", "dist-tag"]),
    (&["alembic"], &["current", "history", "heads"]),
    (&["prisma"], &["migrate status"]),
    (&["ps", "pgrep", "lsof", "ss", "netstat", "top", "nc", "pg_isready", "redis-cli", "fuser", "tmux"], &["*"]),
    (&["psql", "mysql", "sqlite3", "mongosh", "duckdb", "clickhouse-client"], &["*"]),
];

pub(super) fn classify(cmd: &SimpleCommand, _: &Cx) -> Option<Vec<Draft>> {
    let program = cmd.program();
    let mut args = cmd.args();
    // `python manage.py migrate`, `php artisan migrate`
    if matches!(program, "python" | "python3" | "php") {
        let script = args.first()?.rsplit('/').next().unwrap_or("");
        let verb = args.get(1).map_or("", String::as_str);
        if !matches!((script, verb), ("manage.py", "migrate" | "loaddata" | "collectstatic") | ("artisan", "migrate" | "db:seed"))
        {
            return None;
        }
        return Some(vec![Draft::new(OpKind::Deploy, vec![verb.to_owned()]).reader(deployed)]);
    }
    if matches!(program, "docker" | "podman") && args.first().is_some_and(|a| a == "compose") {
        args = &args[1..];
        return compose(cmd, args);
    }
    let words = operands(args, VALUES);
    let dry = ["--dry-run", "--check", "--noop", "--no-push"].iter().any(|f| cmd.has_flag(f))
        || args.iter().any(|a| a.starts_with("--dry-run"))
        || cmd.has_flag("--help");
    if matches(ACTS, program, &words, args) {
        let targets = words.iter().map(|w| (*w).to_owned()).collect();
        return Some(vec![Draft::new(OpKind::Deploy, targets).vacuous(dry).reader(deployed)]);
    }
    if matches(REHEARSALS, program, &words, args) {
        return Some(vec![Draft::new(OpKind::Deploy, Vec::new()).vacuous(true).silent()]);
    }
    if matches(READS, program, &words, args) {
        let targets = words.iter().skip(1).map(|w| (*w).to_owned()).collect();
        return Some(vec![Draft::new(OpKind::ServiceRead, targets)]);
    }
    // Any other tool of a host whose first word says it.
    let program_of_host = !matches!(
        program,
        "git" | "make" | "just" | "mise" | "task" | "npm" | "pnpm" | "yarn" | "bun" | "go" | "node" | "python" | "python3"
    );
    match words.first() {
        Some(&"deploy") if program_of_host => {
            let targets = words.iter().map(|w| (*w).to_owned()).collect();
            Some(vec![Draft::new(OpKind::Deploy, targets).vacuous(dry).reader(deployed)])
        }
        _ => None,
    }
}

const VALUES: &[&str] = &[
    "-n",
    "--namespace",
    "-f",
    "--filename",
    "--context",
    "-c",
    "--config",
    "-p",
    "--project",
    "--region",
    "--profile",
    "-t",
    "--tag",
];

fn compose(cmd: &SimpleCommand, args: &[String]) -> Option<Vec<Draft>> {
    let words = operands(args, &["-f", "--file", "-p", "--project-name", "--profile", "--env-file"]);
    let verb = *words.first()?;
    let targets: Vec<String> = words.iter().skip(1).map(|w| (*w).to_owned()).collect();
    match verb {
        "up" | "down" | "restart" | "start" | "stop" | "create" | "rm" | "kill" | "push" => {
            Some(vec![Draft::new(OpKind::Deploy, targets).vacuous(cmd.has_flag("--dry-run")).reader(deployed)])
        }
        "ps" | "logs" | "config" | "images" | "top" | "ls" => Some(vec![Draft::new(OpKind::ServiceRead, targets)]),
        _ => None,
    }
}

fn matches(table: &[(&[&str], &[&str])], program: &str, words: &[&str], args: &[String]) -> bool {
    table.iter().filter(|(names, _)| names.contains(&program)).any(|(_, verbs)| {
        verbs.iter().any(|v| match *v {
            "*" => true,
            "" => args.is_empty(),
            v if v.starts_with('-') => args.iter().any(|a| a == v),
            v => v.split(' ').eq(words.iter().copied().take(v.split(' ').count())),
        })
    })
}

/// Lines of deployment tools that decide.
fn deployed(text: &str, _: &Draft) -> Option<Says> {
    const BAD: &[&str] = &[
        "Error: ",
        "error: ",
        "ERROR: ",
        "npm ERR!",
        "npm error",
        "FATAL:",
        "fatal: ",
        "Failed to ",
        "FAILED:",
        "denied: ",
        "unauthorized: ",
        "✘ [ERROR]",
        "Job for ",
        "error during connect",
        "Cannot connect to the Docker daemon",
        "The connection to the server",
    ];
    const GOOD: &[&str] = &[
        "Apply complete!",
        "successfully rolled out",
        "deployed",
        "Deployed",
        "Published",
        "published",
        "Release \"",
        "STATUS: deployed",
        " created",
        " configured",
        "Deployment complete",
        "Uploading",
        "digest: sha256",
        "+ ",
        "Successfully",
        "https://",
        "Applying ",
        "Migration",
        "migrations",
        "Started",
        "Running upgrade",
        "Production:",
        "No migrations to apply",
    ];
    if let Some(l) = find_line(text, |l| BAD.iter().any(|b| l.starts_with(b)) || l.contains("timed out waiting")) {
        return Some(Says::new(Outcome::Failed, l));
    }
    let taken = |l: &str| {
        let l = l.to_ascii_lowercase();
        ["queued", "accepted", "submitted", "triggered"].iter().any(|w| l.contains(w))
    };
    let l = find_line(text, |l| GOOD.iter().any(|g| l.contains(g)) || taken(l))?;
    Some(Says::new(Outcome::Passed, l).with(urls(l)))
}

/// The URLs of a line.
pub(super) fn urls(line: &str) -> Vec<String> {
    line.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '(' | ')' | '`'))
        .filter(|w| w.starts_with("https://") || w.starts_with("http://"))
        .map(|w| w.trim_end_matches(['.', ',', ';', ':']).to_owned())
        .collect()
}
