//! Payment services and shops.

use super::{Rule, generated};
use crate::redact::value;

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "stripe-key",
        &["sk_live_", "sk_test_", "rk_live_", "rk_test_", "pk_live_"],
        r"[prs]k_(?:live|test)_[A-Za-z0-9]{16,}",
    )
    .test(generated)
    .yes(&[concat!("sk", "_live_51nhd3lIxPzEfymtNid868LpawJZcl7hwsky")])
    .no(&["sk_test_4eC39HqLyjWDarjtT1zdp7dc", "sk_live_xxxxxxxxxxxxxxxxxxxx", "sk_live_"]),
    Rule::new("webhook-secret", &["whsec_"], r"whsec_[A-Za-z0-9+/=]{24,}")
        .test(generated)
        .yes(&[concat!("whsec", "_Y4zCMfoMmyuEO8C04pduxVMMw7Yk2PWL")])
        .no(&["whsec_...", "whsec_your_secret"]),
    Rule::new("square-key", &["sq0atp-", "sq0csp-", "eaaa"], r"(?:sq0(?:atp|csp)-[A-Za-z0-9_-]{20,}|EAAA[A-Za-z0-9_-]{56,62}\b)")
        .test(generated)
        .yes(&[concat!("sq0atp", "-kkXc0U7nCh73wOnEoo2tmV")])
        .no(&["sq0atp-", "EAAAnd"]),
    Rule::new("shopify-key", &["shpat_", "shpca_", "shppa_", "shpss_"], r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}")
        .yes(&[concat!("shpat", "_69de433e763616ba20d367ed28f7741b")])
        .no(&["shpat_"]),
    Rule::new("braintree-key", &["access_token$"], r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}")
        .yes(&[concat!("access_token$", "production$4f9a1c0e7b2d8365$a4c9e1f07d3b6825c1e9f4a7b0d2638c")])
        .no(&["access_token$"]),
    Rule::new("flutterwave-key", &["flwseck"], r"FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,}-X")
        .yes(&[concat!("FLWSECK", "-4f9a1c0e7b2d8365a4c9e1f07d3b6825-X")])
        .no(&["FLWSECK-"]),
    Rule::new(
        "plaid-key",
        &["access-sandbox-", "access-development-", "access-production-"],
        r"access-(?:sandbox|development|production)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}",
    )
    .yes(&[concat!("access-", "production-4f9a1c0e-7b2d-4365-a4c9-e1f07d3b6825")])
    .no(&["access-sandbox-mode"]),
    Rule::new("stripe-org-key", &["sk_org_"], r"sk_org_(?:live|test)_[A-Za-z0-9]{20,}")
    .test(generated)
    .yes(&[concat!("sk_o", "rg_live_autJDi6U6Ojx9J3trfBB9HaDEtV8EgtHXepBhgLpPGNyHmRRREHHxmjTbbhN")])
    .no(&["sk_org_live_"]),
    Rule::new("razorpay-key", &["rzp_live_", "rzp_test_"], r"rzp_(?:live|test)_[A-Za-z0-9]{14}\b")
    .test(generated)
    .yes(&[concat!("rzp_", "live_GXuwlSTbf7yxrD")])
    .no(&["rzp_live_"]),
    Rule::new("paddle-key", &["pdl_"], r"pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}")
    .test(generated)
    .yes(&[concat!("pdl_", "live_apikey_01fd6uj7ul4c9vnhi9oxle3y8w_OGLutI7O1sDiXOZm7G3q3Q_uuu")])
    .no(&["pdl_live_apikey_"]),
    Rule::new("polar-key", &["polar_"], r"polar_(?:oat|pat|at_u|at_o|rt_u|cs|whs)_[A-Za-z0-9]{30,}")
    .test(generated)
    .yes(&[concat!("pola", "r_oat_zAa9RDvJo5u5Fqno2FEqerfN49LJsTBcQ4D7dQldoBH")])
    .no(&["polar_opposite", "polar_oat_milk"]),
    Rule::new("mollie-key", &["live_", "test_"], r"(?:live|test)_[A-Za-z0-9]{30}\b")
    .test(|t| generated(t) && value::mix(t).upper >= 3)
    .yes(&[concat!("live", "_13LjnwpReXHBloC8595PFKY3iC8k3x")])
    .no(&["live_reload", "test_something_that_is_long_enough_to_match", "test_abcdefghijklmnopqrstuvwxyzabcd"]),
    Rule::new("lob-key", &["live_", "test_"], r"(?:live|test)_(?:pub_)?[a-f0-9]{31,35}\b")
    .test(generated)
    .yes(&[concat!("live", "_f3e92eab728b91bbb57cdb8dd750a136df3")])
    .no(&["test_deadbeef"]),
    Rule::new("adyen-key", &["aqe"], r"AQE[A-Za-z0-9]{40,90}-[A-Za-z0-9+/]{30,}=?-[A-Za-z0-9\x21-\x2f:-@\[-`{-~]{8,16}")
    .test(generated)
    .yes(&[concat!("AQEB", "mxozhKcy8u8owkAvr1YtFuko4575cWDuofOFw9tftjMvGSFWRkEm8zCYr7PN5LbYZTMmg-AWkGbTRKvSqXb2b3QJw8BRR46hSHoQWlSLPusS4nNzTk=-iM1EsNzVDuTq")])
    .no(&["AQE"]),
];
