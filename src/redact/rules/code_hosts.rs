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
    Rule::new("gitlab-runner-key", &["gr1348941"], r"GR1348941[A-Za-z0-9_-]{20,}")
        .test(generated)
        .yes(&[concat!("GR13", "48941cE5cw7Wxu8dSbRDE28jh")])
        .no(&["GR1348941"]),
    Rule::new("gitpod-key", &["gitpod_pat_"], r"gitpod_pat_[A-Za-z0-9_.-]{20,}")
        .test(generated)
        .yes(&[concat!("gitp", "od_pat_YQusDRpUkcmTbKoQfNz6TxRtlDxseUTDkXplRn8c")])
        .no(&["gitpod_pat_"]),
    Rule::new("trello-key", &["atta"], r"ATTA[a-f0-9]{60,76}\b")
        .test(generated)
        .yes(&[concat!("ATTA", "d80e1ed511b327f2f171fc118de91165c672a325260ebfdc409e7349f28ca442f72d781f")])
        .no(&["attach", "attack"]),
    Rule::new("asana-key", &["1/", "2/", "0/"], r"[0-2]/[0-9]{13,18}(?:/[0-9]{13,18})?:[a-f0-9]{32}\b")
        .yes(&[concat!("2/64", "34820981233648/0484847261518588:7169b32dac0940e401d83c4a29548fa9")])
        .no(&["1/2", "0/10", "2/3"]),
    Rule::new("clickup-key", &["pk_"], r"pk_[0-9]{6,9}_[A-Z0-9]{32}\b")
        .test(generated)
        .yes(&[concat!("pk_8", "5609716_CE89BBHDIW1QBO71IXMVWAKKGR7KJ211")])
        .no(&["pk_id", "pk_field"]),
    Rule::new("sourcegraph-key", &["sgp_"], r"sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}\b")
        .test(generated)
        .yes(&[concat!("sgp_", "3aae7ed5e15ff034d16017fbce66869b7bb71fcb")])
        .no(&["sgp_x"]),
    Rule::new("octopus-key", &["api-"], r"API-[A-Z0-9]{26,32}\b")
        .test(generated)
        .yes(&[concat!("API-", "8RL8WG8QCL1BEB8A381XJLDAXFDHJJ")])
        .no(&["API-KEY", "rest-api-v2", "API-REFERENCE"]),
    Rule::new("feature-flag-key", &["api-", "sdk-", "mob-"], r"(?:api|sdk|mob)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
        .yes(&[concat!("api-", "447fc135-c396-426c-a035-c0a09cfce14d")])
        .no(&["api-v2", "sdk-core"]),
    Rule::new("harness-key", &["pat.", "sat."], r"[ps]at\.[A-Za-z0-9_-]{22}\.[a-f0-9]{24}\.[A-Za-z0-9]{20}\b")
        .test(generated)
        .yes(&[concat!("pat.", "x9LbRXHnssebfXwNL3W8TA.90872129b6f237adc0cc56ac.ug1S4JSTxp4gnstZrZNe")])
        .no(&["pat.match", "path.sat.x"]),
    Rule::new("socket-key", &["sktsec_"], r"sktsec_[A-Za-z0-9_-]{30,}")
        .test(generated)
        .yes(&[concat!("skts", "ec_58keOAXloPeKKO1O4IUAAoBEHM5ptArfM49vlAbj")])
        .no(&["sktsec_"]),
    Rule::new("chromatic-key", &["chpt_"], r"chpt_[a-f0-9]{12,}")
        .test(generated)
        .yes(&[concat!("chpt", "_6c4572c15a0e51")])
        .no(&["chpt_one"]),
    Rule::new("checkly-key", &["cu_"], r"cu_[a-f0-9]{32}\b")
        .test(generated)
        .yes(&[concat!("cu_3", "95d6a3a21f42a6ec7f306532a4b3ea5")])
        .no(&["cu_seqlens"]),
    Rule::new("jsr-key", &["jsrp_", "jsrd_"], r"jsr[pd]_[A-Za-z0-9]{40,}")
        .test(generated)
        .yes(&[concat!("jsrp", "_T57J9LO393gxg0emnuxlD5RVWfpz8IDyahM9xiRaFy9v8VeFW8")])
        .no(&["jsrp_"]),
];
