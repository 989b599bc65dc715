//! Package registries.

use super::{Rule, generated, varied};

pub(super) const RULES: &[Rule] = &[
    Rule::new("npm-key", &["npm_"], r"npm_[A-Za-z0-9]{30,}")
        .test(varied)
        .yes(&[concat!("npm", "_efDJAHp4pIhCEHfCEUvjpz3B882y3S4StZSm")])
        .no(&["npm_config_registry", "npm_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]),
    Rule::new("pypi-key", &["pypi-ageichlw", "pypi-agen", "pypi-"], r"pypi-Ag[A-Za-z0-9_-]{40,}")
        .test(generated)
        .yes(&[concat!("pypi-", "AgEIcHlwaS5vcmc9rDNFecC2XBndAwDOQnDtoNIQnCm_8zVu4MoJgIdwFoxl6")])
        .no(&["pypi-attestations", "pypi-Ag"]),
    Rule::new("rubygems-key", &["rubygems_"], r"rubygems_[a-f0-9]{40,}")
        .yes(&[concat!("rubygems", "_99e05bbe4cb8d74adc1c5d9c114467833b3f847dbfbf0a22")])
        .no(&["rubygems_version"]),
    Rule::new("crates-io-key", &["cio"], r"cio[A-Za-z0-9]{32}\b")
        .test(generated)
        .yes(&[concat!("cio", "GV25zJnFHVvQOh08SzsQBBzaelAOGMWk")])
        .no(&["cio", "cioInternationalOrganisationOfPeople"]),
    Rule::new("docker-hub-key", &["dckr_pat_", "dckr_oat_"], r"dckr_[po]at_[A-Za-z0-9_-]{20,}")
        .test(varied)
        .yes(&[concat!("dckr", "_pat_uMkMB40uKU_nLe9fxdC-YREiOGl")])
        .no(&["dckr_pat_"]),
    Rule::new("nuget-key", &["oy2"], r"oy2[a-z0-9]{43}\b")
        .test(generated)
        .yes(&[concat!("oy2", "4f9a1c0e7b2d8365a4c9e1f07d3b6825c1e9f4a7b0d")])
        .no(&["oy2"]),
    Rule::new("artifactory-key", &["akcp", "reftkn:"], r"(?:AKCp[A-Za-z0-9]{60,}|reftkn:[0-9]{2}:[0-9]{10}:[A-Za-z0-9]{20,})")
        .test(generated)
        .yes(&[concat!("AKCp", "8Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUeTi9LpMn3Bv5Cx7DsDfGhJkLzXcVbNm")])
        .no(&["AKCp"]),
    Rule::new("clojars-key", &["clojars_"], r"CLOJARS_[a-z0-9]{50,}")
        .yes(&[concat!("CLOJARS", "_4f9a1c0e7b2d8365a4c9e1f07d3b6825c1e9f4a7b0d2638c5e7f1a9b4c6d")])
        .no(&["CLOJARS_USERNAME"]),
];
