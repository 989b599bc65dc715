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
    Rule::new("adobe-key", &["p8e-"], r"p8e-[A-Za-z0-9]{32}\b")
    .test(generated)
    .yes(&[concat!("p8e-", "tT2NLLzPkkGoaXmI63JozGw82KwD6rQJ")])
    .no(&["p8e-"]),
    Rule::new("authress-key", &[".acc-", ".acc_"], r"(?:[A-Za-z0-9]+_)*?((?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120})")
    .back(60, |b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'))
    .test(generated)
    .yes(&[concat!("sc_8", "qqtac33wo.62n4v.acc-jy1dhwaq8dty.UTsbhZEwWVm6vyjs5FPSXYfKhsAv82eHBdoAprQU")])
    .no(&["x.acc-y"]),
    Rule::new("axiom-key", &["xaat-", "xapt-"], r"xa[ap]t-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
    .yes(&[concat!("xaat", "-2483fd5c-72eb-4420-a4b0-08ec2166e0f2")])
    .no(&["xaat-..."]),
    Rule::new("honeycomb-key", &["hcaik_", "hcalk_", "hcamk_", "hcxik_"], r"hc[ax][a-z]k_[A-Za-z0-9]{50,}")
    .test(generated)
    .yes(&[concat!("hcai", "k_01r46bdkz61cnb001yakvjtm1exnz0mri4xsahk3eeyc0jmb5u3i3pexba")])
    .no(&["hcaik_"]),
    Rule::new("logfire-key", &["pylf_v"], r"pylf_v[0-9]+_[a-z]{2}_[A-Za-z0-9]{30,}")
    .test(generated)
    .yes(&[concat!("pylf", "_v1_us_lZBfriWPxvXnjsH55SJfshgPzxtx6EJLC93p9KiqbIa")])
    .no(&["pylf_v1_us_"]),
    Rule::new("push-server-key", &[":apa91b"], r"AAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{100,}")
    .back(11, |b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
    .test(generated)
    .yes(&[concat!("AAAA", "wYZqDA_:APA91bUyipEQTdaaXnAoGTNpYtdZGpcSy4wXbJtCCgPh75xKHrTL7M8yyt2kL7RePCdVnHNyg7Gt0Jx1AiDweFaKKnKDcdVfhv4jx9vq0rEYjVhqq1bOqykOYpSqL44C651lMiKd5VwJ")])
    .no(&[":APA91b"]),
    Rule::new("device-push-key", &[":apa91b"], r"[A-Za-z0-9_-]{22}:APA91b[A-Za-z0-9_-]{100,}")
    .back(22, |b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
    .test(generated)
    .yes(&[concat!("haDc", "S0NFR3PcbLAhAUHNCN:APA91bKoI8ShTeURLfceTDtPH5IU1e9PR1rhzWtqDtta4WuHQ5FDyjPn8qu8NnDfjwfOBCNHPzlmi6FkRGC7Kw6bjBrKFGI85nJpQkAJYq1usNgmqBw24HqFOTPf90hSXhvgg3Os2WLl")])
    .no(&[":APA91b"]),
    Rule::new("onesignal-key", &["os_v2_"], r"os_v2_(?:app|org)_[a-z2-7]{60,}")
    .test(generated)
    .yes(&[concat!("os_v", "2_app_dylvqg2vgtesv22eetelcg2g52eo2bsguxe5ygkphgfy3hrt53cniylmueitd5t4qskq56zgim5g4oipkf4q5k6gtqwdhnbv67sv")])
    .no(&["os_v2_app_"]),
    Rule::new("pubnub-key", &["sec-c-"], r"sec-c-(?:[A-Za-z0-9]{40,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})")
    .test(generated)
    .yes(&[concat!("sec-", "c-MWYwYjgxOWItZTRkMy00NWVjLWE5YTItZTdkNjdmNzljNDZm")])
    .no(&["sec-c-..."]),
    Rule::new("readme-key", &["rdme_"], r"rdme_[a-z0-9]{60,}")
    .test(generated)
    .yes(&[concat!("rdme", "_dsi70s0xismca5kt0s03v76uak5a843xco8a4hmkk6pzgy0oranpe6x1togx992dq7aj1d")])
    .no(&["rdme_"]),
    Rule::new("salesforce-session", &["!aq"], r"00D[A-Za-z0-9]{12,15}!AQ[A-Za-z0-9._]{60,}")
    .back(18, |b| b.is_ascii_alphanumeric())
    .test(generated)
    .yes(&[concat!("00DU", "Jt9ATJpqXom!AQDamXmglD4C5ZEEsHebXYSXNND1NNMT622NnbP4CGm9eSvmgIx4flozacBdtmU3yzkX9h5ySmniz5CjA9brDHXmSS31RrWf")])
    .no(&["!aqua"]),
    Rule::new("duffel-key", &["duffel_"], r"duffel_(?:live|test)_[A-Za-z0-9_=-]{40,}")
    .test(generated)
    .yes(&[concat!("duff", "el_live_3o6BY0A0Q5QJ40TVCUmmuLqTR3Xcm0I1kxOgTMBx0jO")])
    .no(&["duffel_live_"]),
    Rule::new("frameio-key", &["fio-u-"], r"fio-u-[A-Za-z0-9_=-]{60,}")
    .test(generated)
    .yes(&[concat!("fio-", "u-slaIjTB8gVaSJD9115uU74fFjxadUMxW4EqZKC46vMIAkzBJC0boEsg0GeXIEofQ")])
    .no(&["fio-u-"]),
    Rule::new("maxmind-key", &["_mmk"], r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b")
    .back(36, |b| b.is_ascii_alphanumeric() || b == b'_')
    .test(generated)
    .yes(&[concat!("uAlu", "w2_XXctORXh7H4fWP36ROfcFG4EnCtjB_mmk")])
    .no(&["x_mmk"]),
    Rule::new("customer-access-key", &["nral"], r"[a-f0-9]{36}NRAL\b")
    .back(36, |b| b.is_ascii_hexdigit())
    .yes(&[concat!("8e27", "9292c9d35bd2a6b3ea3fa1e17998eb2eNRAL")])
    .no(&["general", "mineral"]),
    Rule::new("intercom-key", &["dg9ro"], r"dG9rO[A-Za-z0-9+/]{50,60}={0,2}")
    .test(generated)
    .yes(&[concat!("dG9r", "OAQmNUz7BhieCu4ctYxAM8LglaCjUtcKgLWS5de7fsOssBQocBDskSvH=")])
    .no(&["dG9rO"]),
    Rule::new("social-page-key", &["eaa"], r"EAA[A-Z][A-Za-z0-9]{90,250}\b")
    .test(generated)
    .yes(&[concat!("EAAC", "SGK2z1DND2clxEu2NfhC4rx6Yv8O8hyz2CqijVZUIDwrllAa7RzuqmNjB6NHDhsycm0mQzpSF4LQGb5hXJtgvvNwk27acmFcrEHnc6ovYuoxDbcShWmgSthp5eOhX5VL661wYvqAkXrtezlpU9F1aXtE2o2dUVUW")])
    .no(&["EAAC"]),
    Rule::new("pagerduty-key", &["u+"], r"u\+[A-Za-z0-9_-]{18}\b")
    .test(generated)
    .yes(&[concat!("u+mx", "VuweS9lRFubVvRut")])
    .no(&["u+0041", "U+1F600"]),
    Rule::new("klaviyo-or-loops-key", &["pk_"], r"pk_[a-f0-9]{34}\b")
    .test(generated)
    .yes(&[concat!("pk_6", "c39f180e4327ab7f00acba869e4067092")])
    .no(&["pk_name"]),
    Rule::new("trigger-key", &["tr_prod_", "tr_dev_", "tr_stg_"], r"tr_(?:prod|dev|stg)_[A-Za-z0-9]{20,}")
    .test(generated)
    .yes(&[concat!("tr_p", "rod_O2AbapL9mUMueuSHwhCJ")])
    .no(&["tr_dev_mode"]),
    Rule::new("inngest-key", &["signkey-"], r"signkey-(?:prod|test|branch)-[a-f0-9]{32,}")
    .test(generated)
    .yes(&[concat!("sign", "key-prod-776c694653f7e9825e3bf090559c8fa46e630f5906858c82b937078ce82fcf4c")])
    .no(&["signkey-prod-"]),
    Rule::new("stytch-key", &["secret-live-", "secret-test-"], r"secret-(?:live|test)-[A-Za-z0-9_-]{30,}=?")
    .test(generated)
    .yes(&[concat!("secr", "et-live-Q5UE8IdX9zNMcmGXQqvGRlxBNZNRQk7yT0T=")])
    .no(&["secret-live-demo", "secret-test-helper-for-the-suite-of-integration"]),
    Rule::new("statsig-key", &["secret-", "console-"], r"(?:secret|console)-[A-Za-z0-9]{43}\b")
    .test(generated)
    .yes(&[concat!("secr", "et-2T7oKNYNQdsWoAFEH2UlWZDE8FCOKppuTTo9jfhXCPD")])
    .no(&["secret-manager", "console-log"]),
    Rule::new("unleash-key", &["*:production.", "*:development.", "default:production.", "default:development."], r"(?:\*|default|\[\]):(?:production|development)\.[a-f0-9]{48,64}\b")
    .yes(&[concat!("*:pr", "oduction.040f4312de530ada75ffa1a0f16688977e2ff7ad86bd0a347a97")])
    .no(&["*:production."]),
    Rule::new("yandex-key", &["aqvn", "t1."], r"(?:AQVN[A-Za-z0-9_-]{35,38}|t1\.[A-Z0-9a-z_-]{20,}={0,2}\.[A-Za-z0-9_-]{80,}={0,2})")
    .test(generated)
    .yes(&[concat!("AQVN", "86wWpsgOJEqhIHOrcjQY3ggCtXjI73ouu8lc")])
    .no(&["AQVN", "t1.name", "t1.id"]),
    Rule::new("launch-service-key", &["sm_aat_", "sm_pat_", "sm_sat_"], r"sm_[aps]at_[A-Za-z0-9]{16}\b")
    .test(generated)
    .yes(&[concat!("sm_p", "at_B5PByahq1HTzVfZg")])
    .no(&["sm_pat_"]),
];
