//! Other services.

use super::{Rule, generated, varied};

pub(super) const RULES: &[Rule] = &[
    Rule::new("sendgrid-key", &["sg."], r"SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{30,}")
        .test(generated)
        .yes(&[concat!("SG", ".Ai09yOp1K_U468DHPHM_-r.WgQRodokofv36kECYVPeoDcZMaUoKuVE7S1eIpBGezQ")])
        .no(&["SG.x.y", "msg.content.value"]),
    Rule::new("mailgun-key", &["key-"], r"key-[a-f0-9]{32}\b")
        .yes(&[concat!("key", "-11da0e784143474df1436c23bb1c2466")])
        .no(&["key-value", "key-bindings-of-the-application"]),
    Rule::new("mailchimp-key", &["-us"], r"[a-f0-9]{32}-us[0-9]{1,2}\b")
        .back(32, |b| b.is_ascii_hexdigit())
        .yes(&[concat!("11da0e784143474df1436c23bb1c2466", "-us14")])
        .no(&["-us1", "en-us"]),
    Rule::new("twilio-key", &["sk", "ac"], r"(?:SK|AC)[a-f0-9]{32}\b")
        .test(generated)
        .yes(&[concat!("SK", "91329afa7778f48f8787926c99c93459")])
        .no(&["SKIP", "ACCESS"]),
    Rule::new("sentry-key", &["sntrys_", "sntryu_", "sntrya_"], r"sntry[sua]_[A-Za-z0-9_+/=-]{40,}")
        .yes(&[concat!("sntryu", "_f5522a7d1969bd2965561f8785e31870ecb384c3c6c7ffbcfcbf3d959a97bbf9")])
        .no(&["sntryu_"]),
    Rule::new("sentry-dsn", &[".ingest."], r"https?://[a-f0-9]{32}(?::[a-f0-9]{32})?@[a-z0-9.-]*\.?ingest\.[a-z0-9.]*sentry\.io/[0-9]+")
        .back(100, |b| b.is_ascii_alphanumeric() || matches!(b, b':' | b'/' | b'@' | b'-'))
        .yes(&["https://b4b7eafa73d4c231104f5c622aa4cfdd@o3386354.ingest.us.sentry.io/7993245168657523"])
        .no(&["https://o1.ingest.sentry.io/api"]),
    Rule::new("sentry-dsn-own-host", &["@sentry."], r"https?://[a-f0-9]{32}(?::[a-f0-9]{32})?@sentry\.[a-z0-9.-]+/[0-9]+")
        .back(100, |b| b.is_ascii_alphanumeric() || matches!(b, b':' | b'/'))
        .yes(&["https://b4b7eafa73d4c231104f5c622aa4cfdd@sentry.corp.io/7"])
        .no(&["https://x@sentry.io/1"]),
    Rule::new("new-relic-key", &["nrak-", "nrii-", "nrra-", "nraa-", "nrjs-"], r"NR(?:AK|II|RA|AA|JS)-[A-Za-z0-9_-]{19,}")
        .test(generated)
        .yes(&[concat!("NRAK", "-0XU77QXG4LCGRWR03MRDJJBIDGV")])
        .no(&["NRAK-..."]),
    Rule::new("notion-key", &["ntn_", "secret_"], r"(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{40,})")
        .test(generated)
        .yes(&[concat!("ntn", "_47920470629BSBcmVOtBrzKxputSOPFFQvREVOD6y5LqvF")])
        .no(&["ntn_", "secret_access_key"]),
    Rule::new("figma-key", &["figd_", "figo_", "figoh_", "figu_"], r"fig(?:d|o|oh|u)_[A-Za-z0-9_-]{36,}")
        .test(generated)
        .yes(&[concat!("figd", "_3huoWIQMPiNjrDz6hi9Mz4CCAhcgswUZlqiqqGdd")])
        .no(&["figd_"]),
    Rule::new("postman-key", &["pmak-", "pmat-"], r"PMA[KT]-[A-Za-z0-9-]{30,}")
        .test(generated)
        .yes(&[concat!("PMAK", "-2eed10b253434b7f6c8bfdc8-daaa0f8afd72f050a2654295d12d876df4")])
        .no(&["PMAK-xxxx"]),
    Rule::new("airtable-key", &["pat"], r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}")
        .yes(&[concat!("pat", "Zk3mQ9vLx2Wc8R.4f9a1c0e7b2d8365a4c9e1f07d3b6825c1e9f4a7b0d2638c5e7f1a9b4c6d8e02")])
        .no(&["path", "patch.diff"]),
    Rule::new("dropbox-key", &["sl."], r"sl\.(?:u\.)?[A-Za-z0-9_-]{120,}")
        .test(generated)
        .yes(&[concat!(
            "sl.", "BZk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUeTi9LpMn3Bv5Cx7DsDfGhJkLzXcVbNm1QwErTyUiOpAsDfGhJkLzXcVbNm1QwErTyUiOpAsDfGhJkLz12345678")])
        .no(&["sl.no", "ssl.create"]),
    Rule::new("brevo-key", &["xkeysib-", "xsmtpsib-"], r"x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}")
        .yes(&[concat!("xkeysib", "-4f9a1c0e7b2d8365a4c9e1f07d3b6825c1e9f4a7b0d2638c5e7f1a9b4c6d8e02-Zk3mQ9vLx2Wc8Rt5")])
        .no(&["xkeysib-..."]),
    Rule::new("resend-key", &["re_"], r"re_[A-Za-z0-9]{6,}_[A-Za-z0-9]{20,}")
        .test(generated)
        .yes(&[concat!("re", "_Zk3mQ9vL_x2Wc8Rt5Yb7Nd1Gh4Jf6Ks0P")])
        .no(&["re_compile_with_all_the_usual_flags", "re_export"]),
    Rule::new("mapbox-key", &["sk.eyj"], r"sk\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{16,}")
        .yes(&[concat!("sk.", "eyJ1IjoiZGVtbyIsImEiOiJjbGZha2UwMDAwIn0.Zk3mQ9vLx2Wc8Rt5Yb7Nd1")])
        .no(&["sk.eyJ"]),
    Rule::new("easypost-key", &["ezak", "eztk"], r"EZ[AT]K[A-Za-z0-9]{50,}")
        .test(generated)
        .yes(&[concat!("EZAK", "Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUeTi9LpMn3Bv5Cx7DsDfGhJkL")])
        .no(&["EZAK"]),
    Rule::new("dynatrace-key", &["dt0c01.", "dt0s01."], r"dt0[cs][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}")
        .yes(&[concat!("dt0c01.", "ZK3MQ9VLX2WC8RT5YB7ND1GH.ZK3MQ9VLX2WC8RT5YB7ND1GH4JF6KS0PAUETI9LPMN3BV5CX7DSDFGHJKLZXCVBN")])
        .no(&["dt0c01."]),
    Rule::new("hubspot-key", &["pat-na", "pat-eu"], r"pat-(?:na|eu)[0-9]-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
        .yes(&[concat!("pat-", "na1-4f9a1c0e-7b2d-4365-a4c9-e1f07d3b6825")])
        .no(&["pat-name"]),
    Rule::new("typeform-key", &["tfp_"], r"tfp_[A-Za-z0-9_.=-]{40,}")
        .test(varied)
        .yes(&[concat!("tfp", "_Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUeTi9LpMn3Bv5Cx7")])
        .no(&["tfp_model"]),
    Rule::new("contentful-key", &["cfpat-"], r"CFPAT-[A-Za-z0-9_-]{40,}")
        .test(varied)
        .yes(&[concat!("CFPAT", "-Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUeTi9LpMn3")])
        .no(&["CFPAT-"]),
    Rule::new("algolia-or-posthog-key", &["phx_", "phc_", "phs_"], r"ph[xcs]_[A-Za-z0-9]{40,}")
        .test(generated)
        .yes(&[concat!("phx", "_Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUeTi9LpMn3")])
        .no(&["phx_server"]),
    Rule::new("shippo-key", &["shippo_"], r"shippo_(?:live|test)_[a-f0-9]{40}")
        .yes(&[concat!("shippo", "_live_4f9a1c0e7b2d8365a4c9e1f07d3b6825c1e9f4a7")])
        .no(&["shippo_live_"]),
    Rule::new("zapier-hook", &["hooks.zapier.com/"], r"hooks\.zapier\.com/hooks/catch/[0-9]+/[a-z0-9]{6,}")
        .yes(&["hooks.zapier.com/hooks/catch/1234567/bq8zk3m"])
        .no(&["hooks.zapier.com/hooks"]),
];
