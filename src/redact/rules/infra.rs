//! Infrastructure: secret stores, clusters, deployment tools.

use super::{Rule, generated, varied};

pub(super) const RULES: &[Rule] = &[
    Rule::new("vault-key", &["hvs.", "hvb.", "hvr."], r"hv[sbr]\.[A-Za-z0-9_-]{20,}")
        .test(varied)
        .yes(&[concat!("hvs", ".CAESIn6TVB6Se2FVwuc6q7LVklzMg0fHYyU8G4L2")])
        .no(&["hvs.token", "hvs."]),
    Rule::new("terraform-cloud-key", &[".atlasv1."], r"[A-Za-z0-9]{10,20}\.atlasv1\.[A-Za-z0-9_=-]{40,}")
        .back(20, |b| b.is_ascii_alphanumeric())
        .yes(&[concat!("Q8evlRj5enx1wb", ".atlasv1.0jXEIuNF05fpdtjJsygRxl1ss1Q4e9zDTahyw5GmOzWmP6OwAG45QOY9RuuSD9HOlyC")])
        .no(&["x.atlasv1.y"]),
    Rule::new("pulumi-key", &["pul-"], r"pul-[a-f0-9]{40}")
        .yes(&[concat!("pul", "-af6ff4a74f086f30baacf4364a53c84ae54f814b")])
        .no(&["pul-lover"]),
    Rule::new("swarm-join", &["swmtkn-"], r"SWMTKN-[0-9]-[a-z0-9]{40,}-[a-z0-9]{20,}")
        .yes(&[concat!("SWMTKN", "-1-8857dql7zjd0kkqyltrwjfm3rq7y41ckngacl1pp1ls2fji1ih-f2pupmor2r00s8161qwffokzc")])
        .no(&["SWMTKN-1-..."]),
    Rule::new("grafana-key", &["glsa_", "glc_"], r"(?:glsa_[A-Za-z0-9]{28,}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,}={0,2})")
        .test(generated)
        .yes(&[concat!("glsa", "_zmNUzJrJRpgy8mElgADwsRc38qSHhIKL_5868fea7")])
        .no(&["glsa_..."]),
    Rule::new("doppler-key", &["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."], r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,}")
        .test(generated)
        .yes(&[concat!("dp", ".pt.Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUeTi9LpMn3")])
        .no(&["dp.pt.", "dp.st.x"]),
    Rule::new("tailscale-key", &["tskey-"], r"tskey-(?:api|auth|client|scim|webhook)-[A-Za-z0-9_]+-[A-Za-z0-9_]+")
        .test(generated)
        .yes(&[concat!("tskey", "-auth-kZk3mQ9CNTRL-x2Wc8Rt5Yb7Nd1Gh4Jf6")])
        .no(&["tskey-auth-"]),
    Rule::new("onepassword-key", &["ops_eyj", "a3-"], r"(?:ops_eyJ[A-Za-z0-9+/]{100,}={0,3}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5})")
        .test(generated)
        .yes(&[concat!("A3", "-ZK3MQ9-VLX2WC8RT5Y-B7ND1-GH4JF-6KS0P")])
        .no(&["A3-size", "ops_eyJ"]),
    Rule::new("ngrok-authority", &["ngrok"], r"ngrok (?:config add-authtoken|authtoken) ([A-Za-z0-9_]{30,})")
        .yes(&["ngrok config add-authtoken 2aZk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4_Jf6Ks0PaUeTi9LpMn3Bv5"])
        .no(&["ngrok http 8080"]),
    Rule::new("infracost-key", &["ico-"], r"ico-[A-Za-z0-9]{32}\b")
        .test(generated)
        .yes(&[concat!("ico", "-Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0P")])
        .no(&["ico-moon"]),
    Rule::new("openshift-key", &["sha256~"], r"sha256~[A-Za-z0-9_-]{43}")
        .yes(&[concat!("sha256", "~Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUeTi9LpMn3")])
        .no(&["sha256~"]),
];
