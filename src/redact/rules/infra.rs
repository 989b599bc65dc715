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
    Rule::new("infisical-key", &["st."], r"st\.[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.[a-f0-9]{32}\.[a-f0-9]{32}")
    .yes(&[concat!("st.c", "f08f607-0d44-4c85-aa3a-86bb5d5f7a15.9843e2348b81e7f7e558b6d018ad7b30.ea3aefc29f6d812badb86384842625b2")])
    .no(&["st.write", "test.st.x"]),
    Rule::new("netbird-key", &["nbp_"], r"nbp_[A-Za-z0-9]{30,}")
    .test(generated)
    .yes(&[concat!("nbp_", "i61JPM4qULU0rOBhysz6CBpZ9O6finKxY1oG")])
    .no(&["nbp_x"]),
    Rule::new("defined-networking-key", &["dnkey-"], r"dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}")
    .test(generated)
    .yes(&[concat!("dnke", "y-pryk3w0yirwf6vkzeyh99slb85-6mb25evvkp29atk4g0wx8j9qppljlq152pl07cjlxmasnzai2qjf")])
    .no(&["dnkey-x"]),
    Rule::new("prefect-key", &["pnu_", "pnb_"], r"pn[ub]_[A-Za-z0-9]{32,}")
    .test(generated)
    .yes(&[concat!("pnu_", "V28U0RzG5P4dGKFVV21gpVnjbVlaBKrrXa98")])
    .no(&["pnu_x"]),
    Rule::new("grafana-legacy-key", &[ "eyjrijoi"], r"eyJrIjoi[A-Za-z0-9]{60,}={0,2}")
    .test(generated)
    .yes(&[concat!("eyJr", "IjoiTD7vPkeISYnY2T7CmOR7wFDeLjU8rTe7YjfgfRqB3Doo7W2YRUEB0Fez2DtupEa9ZYibQ2==")])
    .no(&["eyJrIjoi"]),
    Rule::new("tunnel-key", &["eyjhijoi"], r"eyJhIjoi[A-Za-z0-9+/]{120,}={0,2}")
    .test(generated)
    .yes(&[concat!("eyJh", "Ijoi0rw64M8LeCOJyoDfJJ3MO04FpvZBznlwZuK2o65mFHRe8uOIBI1sjIq9USwqxRNKxmQdyiXQyK03t4kavuii3vAXpv4z2ppKt8FiHnPzRhZjTMGtB6Q9cQfr0WLvj3YBnS1WbSEW9v1jHxz93cks8t=")])
    .no(&["eyJhIjoi"]),
    Rule::new("rancher-key", &["token-"], r"token-[a-z0-9]{5}:[a-z0-9]{54}\b")
    .test(generated)
    .yes(&[concat!("toke", "n-ab1cd:2fblgfbcv128r6xz0crgkmy6wbnjfmqi9tysd2lisiwpm2kp556ioo")])
    .no(&["token-based", "token-abcde:x"]),
    Rule::new("kubeconfig-key-data", &["client-key-data"], r"client-key-data: ([A-Za-z0-9+/]{100,}={0,2})")
    .yes(&[concat!("clie", "nt-key-data: 729LZYjUX1N0WtIGo5uI7BHlc4PlMOtFZDdOrNrFt5P4dYaUfUommF5r2nk8Wom0v1lzDbwlhPkTOwSMzkAQpYOY6KHK9aDrpATeWej9MRSJnS53iO9BnzBX")])
    .no(&["client-key-data: x"]),
    Rule::new("artifactory-reference-key", &["cmvmdgtu"], r"cmVmdGtu[A-Za-z0-9]{50,60}\b")
    .test(generated)
    .yes(&[concat!("cmVm", "dGtu9Djl0CPMvaSrrSVtJBLgdI5X9JWwsvUfhjI9wE7snecBmpGl4vWhbbfS")])
    .no(&["cmVmdGtu"]),
];
