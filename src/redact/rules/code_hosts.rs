//! Code hosts and their build services.

use super::{Rule, generated, varied};

pub(super) const RULES: &[Rule] = &[
    Rule::new("github-pat", &["ghp_"], r"ghp_[A-Za-z0-9]{30,}")
        .test(varied)
        .yes(&[concat!("ghp", "_m8bz3LuMJ5kgrlgtephAJu0gD6vlfs4QHNJc")])
        .no(&["ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "ghp_", "ghp_your_token"]),
    Rule::new("github-fine-grained-pat", &["github_pat_"], r"github_pat_[A-Za-z0-9]{16,}_[A-Za-z0-9]{30,}")
        .test(generated)
        .yes(&[concat!("github", "_pat_117TIRFMNN5DMUE63MBLOC_eaVCxRUaQjtjGVpQxEYPc2qFoZPLYJZrxVew1RBaKyOqnNx6IBjACXt2CfJ")])
        .no(&["github_pat_..."]),
    Rule::new("github-oauth", &["gho_"], r"gho_[A-Za-z0-9]{30,}")
        .test(varied)
        .yes(&[concat!("gho", "_DcTyLqeC4XIumCB3qmF8NFN1RuHw1i2saMtp")])
        .no(&["gho_st"]),
    Rule::new("github-app-key", &["ghs_", "ghu_", "ghr_"], r"gh[sur]_[A-Za-z0-9]{30,}")
        .test(varied)
        .yes(&[concat!("ghs", "_HqFVRefSmRhTVeNUP5vVZJhRphQZOK0nnRil")])
        .no(&["ghs_", "ghs_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]),
    Rule::new("gitlab-pat", &["glpat-"], r"glpat-[A-Za-z0-9_-]{18,}(?:\.[a-z0-9]{2}\.[a-z0-9]{7,})?")
        .test(varied)
        .yes(&[concat!("glpat", "-BX0bHC2fYlpVmgVR2kA1")])
        .no(&["glpat-xxxxxxxxxxxxxxxxxxxx", "glpat-..."]),
    Rule::new(
        "gitlab-key",
        &["gldt-", "glrt-", "glft-", "glcbt-", "glptt-", "glsoat-", "glimt-", "glagent-", "gloas-", "glffct-", "glwt-"],
        r"gl(?:dt|rt|ft|cbt|ptt|soat|imt|agent|oas|ffct|wt)-[A-Za-z0-9_.-]{18,}",
    )
    .test(varied)
    .yes(&[concat!("gldt", "-oIXPVng5rF9M0iOHUWlA")])
    .no(&["gldt-", "glrt-token"]),
    Rule::new(
        "atlassian-key",
        &["atatt3xff", "atctt3xff", "atbb"],
        r"(?:AT[AC]TT3xFf[A-Za-z0-9_-]{40,}(?:=[A-F0-9]{8})?|ATBB[A-Za-z0-9]{28,}[A-F0-9]{0,8})",
    )
    .test(generated)
    .yes(&[concat!("ATATT", "3xFfGF0insgNwp2xle5NWzx1rp4n75MsUtso2HBQS8mnuafhoKKVOnMIUnh4f4OvFP=591FB861")])
    .no(&["atbbetter"]),
    Rule::new("circleci-key", &["ccipat_", "cciprj_"], r"CCI(?:PAT|PRJ)_[A-Za-z0-9]{16,}_[a-f0-9]{40}")
        .yes(&[concat!("CCIPAT", "_NuKn7m7fhnsoTy8TQWaJoS_6f8ddaf3b158f6e75c443d9eaf9cf914488084c6")])
        .no(&["CCIPAT_..."]),
    Rule::new("buildkite-key", &["bkua_", "bkaj_", "bkct_"], r"bk(?:ua|aj|ct)_[A-Za-z0-9]{32,}")
        .test(generated)
        .yes(&[concat!("bkua", "_4f9a1c0e7b2d8365a4c9e1f07d3b6825c1e9f4a7")])
        .no(&["bkua_x"]),
    Rule::new("azure-devops-pat", &["azdo"], r"[A-Za-z0-9]{60,80}AZDO[A-Za-z0-9]{4}")
        .back(80, |b| b.is_ascii_alphanumeric())
        .yes(&[concat!("5xUMHhZ1zizeJaLwL4Fmf8CoU5tTS05DUkLNEwBtjXBqqeuyK8Ih", "JQQJ99ueQ6FSAZDOSV4JabAZDO1234")])
        .no(&["AZDO_PAT", "azdo"]),
    Rule::new("linear-key", &["lin_api_", "lin_oauth_"], r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}")
        .test(generated)
        .yes(&[concat!("lin", "_api_vrA5rwAQ1VFDKQSeZXVmJDGS4qaRVp1ZnVhZ8SOx")])
        .no(&["lin_api_"]),
    Rule::new("sonar-key", &["sqp_", "squ_", "sqa_"], r"sq[pua]_[a-f0-9]{40}")
        .yes(&[concat!("sqp", "_4f9a1c0e7b2d8365a4c9e1f07d3b6825c1e9f4a7")])
        .no(&["squ_are"]),
];
