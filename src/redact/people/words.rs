//! Lists of words, kept as data.

use std::collections::BTreeSet;
use std::sync::LazyLock;

macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident $file:literal;)*) => {
        $($(#[$doc])* pub(super) static $name: LazyLock<BTreeSet<&'static str>> =
            LazyLock::new(|| include_str!(concat!("words/", $file)).split_ascii_whitespace().collect());)*
    };
}

lists! {
    /// Accounts of systems, images and services, and words too common to be a person's login.
    SYSTEM "system.txt";
    /// Words of prose and code that are login names too: replaced in paths and prompts, not everywhere.
    COMMON "common.txt";
    /// Local parts of addresses that belong to a role or a program.
    ROLES "roles.txt";
    /// Capitalised words that stand before names.
    BEFORE_NAMES "before-names.txt";
    /// Words that make a name that of a program.
    MACHINES "machines.txt";
    /// Hosts that everybody uses: never a person's or company's own.
    PUBLIC_HOSTS "public-hosts.txt";
    /// Endings of domains that mail can go to, beside those of countries.
    TLDS "tlds.txt";
    /// Endings of countries that are endings of files far more often.
    FILE_ENDINGS "file-endings.txt";
}
