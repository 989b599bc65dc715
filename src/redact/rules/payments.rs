//! Payment services and shops.

use super::{Rule, generated};

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
];
