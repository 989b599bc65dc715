//! Cloud providers.

use super::{Rule, generated, varied};
use crate::redact::value;

pub(super) const RULES: &[Rule] = &[
    Rule::new("aws-access-key-id", &["akia", "asia", "abia", "acca", "aroa", "aida", "agpa", "anpa", "anva", "aipa"], r"(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|ANPA|ANVA|AIPA)[A-Z0-9]{16}\b")
        .test(|t| value::mix(t).upper >= 8 && value::entropy(t) > 2.5)
        .yes(&[concat!("AKIA", "CK7XSEVECYBQCHZG")])
        .no(&["AKIAIOSFODNN7EXAMPLE", "AKIA[0-9A-Z]{16}", "ASIANCOUNTRIESINTHEREGION"]),
    Rule::new("aws-session", &["iqojb3jpz2lu", "fwogzxivyxdz", "fqogzxivyxdz"], r"(?:IQoJb3JpZ2lu|FwoGZXIvYXdz|FQoGZXIvYXdz)[A-Za-z0-9/+=%]{60,}")
        .yes(&[concat!("IQoJb3JpZ2lu", "X2VjEgBZcy3rDApElCCcW9FzSn5PyV59ZPlPD9jFpFq7HT9wX5JDJntKBIJB94FWaJQf")])
        .no(&["IQoJb3JpZ2lu"]),
    Rule::new("aws-bedrock-key", &["absk"], r"ABSK[A-Za-z0-9+/]{100,}={0,2}")
        .yes(&[concat!("ABSK", "QmVkcm9ja0FQSUtleS1Zazc5bVE5dkx4MldjOFJ0NVliN05kMUdoNEpmNktzMFBhVWVUaTlMcE1uM0J2NUN4N0RzRGZHaEprTHpYY1ZiTm0xUXdFclR5VWk4")])
        .no(&["ABSKING", "abskahflkj"]),
    Rule::new("google-api-key", &["aiza"], r"AIza[A-Za-z0-9_-]{30,}")
        .test(varied)
        .yes(&[concat!("AIza", "pjelrahO-5URxoR_bFzBGG-GtJs0bEQHlLU")])
        .no(&["AIza...", "AIzaSyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"]),
    Rule::new("google-oauth-secret", &["gocspx-"], r"GOCSPX-[A-Za-z0-9_-]{20,}")
        .test(varied)
        .yes(&[concat!("GOCSPX", "-OQUUM5y7k5-1Vmv7tP4mT-lH0_c6")])
        .no(&["GOCSPX-your-secret-goes-here"]),
    Rule::new("google-oauth-access", &["ya29."], r"ya29\.[A-Za-z0-9_-]{20,}")
        .test(generated)
        .yes(&[concat!("ya29", ".a0Af4YHged-mrYwD0GMVjr90uZZrfdoWJIP2qzGF33ncwfWzd")])
        .no(&["ya29.", "ya29.xxxxxxxxxxxxxxxxxxxxxxxxxx"]),
    Rule::new("google-oauth-refresh", &["1//0"], r"1//0[A-Za-z0-9_-]{30,}")
        .test(generated)
        .yes(&[concat!("1//0", "SphiFlVaJGZQaoX7m6UqWjWoiPCB614mgCZOg9obL")])
        .no(&["1//0", "x = 1//0"]),
    Rule::new("azure-storage-key", &["accountkey=", "sharedaccesskey="], r"(?i:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2})")
        .yes(&["AccountKey=FaPhA0NV+csaCESOLLJY9ZqL3/o3e/rmqEN2kMj2J5p3mKLrNfd0MuOadSdFEKrQDmIZ+109zFpb/6wYSXbDSA=="])
        .no(&["AccountKey=<key>"]),
    Rule::new("azure-sas", &["sig="], r"sig=([A-Za-z0-9%+/]{30,}(?:%3[Dd]|=){0,2})")
        .test(generated)
        .yes(&["sig=PLXN5L%2BdHxkaaxDDG3gUx3wyScf4aLf%2BeNeTqKT%2ByFE%3D"])
        .no(&["sig=<signature>", "sig=abc"]),
    Rule::new("azure-client-secret", &["q~"], r"[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{28,38}")
        .back(4, |b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'~' | b'.' | b'-'))
        .yes(&[concat!("lGD8Q~", "d0Xocusj_T.KuEppnLWeSvX7PE-7mvYbOp")])
        .no(&["Q~", "faq~about"]),
    Rule::new("digitalocean-key", &["dop_v1_", "doo_v1_", "dor_v1_"], r"do[opr]_v1_[a-f0-9]{40,}")
        .yes(&[concat!("dop", "_v1_972d5bfbb65b94193cc79efb5250f5a2d5a1fac1f79f1bf65ce9c838b3ee45a3")])
        .no(&["dop_v1_xxx"]),
    Rule::new("alibaba-key-id", &["ltai"], r"LTAI[A-Za-z0-9]{16,24}\b")
        .test(generated)
        .yes(&[concat!("LTAI", "5tZk3mQ9vLx2Wc8Rt5Yb")])
        .no(&["voltaic", "LTAI-x"]),
    Rule::new("tencent-key-id", &["akid"], r"AKID[A-Za-z0-9]{28,36}")
        .test(generated)
        .yes(&[concat!("AKID", "Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0P")])
        .no(&["akid", "AKIDO_SOFTWARE"]),
    Rule::new("cloudflare-key", &["v1.0-"], r"v1\.0-[a-f0-9]{24}-[a-f0-9]{100,}")
        .yes(&[concat!(
            "v1.0-", "4f9a1c0e7b2d8365a4c9e1f0-4f9a1c0e7b2d8365a4c9e1f07d3b6825c1e9f4a7b0d2638c5e7f1a9b4c6d8e024f9a1c0e7b2d8365a4c9e1f07d3b6825c1e9f4a7b0d2638c5e"
        )])
        .no(&["v1.0-beta"]),
    Rule::new("flyio-key", &["fo1_", "fm1a_", "fm1r_", "fm2_"], r"(?:fo1_[A-Za-z0-9_-]{36,}|fm1[ar]_[A-Za-z0-9+/=]{40,}|fm2_[A-Za-z0-9+/=]{40,})")
        .test(generated)
        .yes(&[concat!("fo1", "_yN8kGesktbn0iqircUuvs0HlSsaQzngZ3rGQbtc2_jr")])
        .no(&["fo1_bar", "fm2_band_radio"]),
    Rule::new("heroku-key", &["hrku-"], r"HRKU-[A-Za-z0-9_-]{36,}")
        .test(generated)
        .yes(&[concat!("HRKU", "-AAfLZb717kijCNC-76aSngLS7mtjCDDoLV3qEwM1qNU35fcFoK1EAr9")])
        .no(&["HRKU-xxxx"]),
    Rule::new("scaleway-key", &["scw"], r"SCW[A-Z0-9]{17}\b")
        .test(generated)
        .yes(&[concat!("SCW", "7K3MQ9VLX2WC8RT5Y")])
        .no(&["SCW_ACCESS_KEY"]),
    Rule::new("planetscale-key", &["pscale_"], r"pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_.=-]{30,}")
        .test(generated)
        .yes(&[concat!("pscale", "_pw_Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUe")])
        .no(&["pscale_tkn_..."]),
    Rule::new("supabase-key", &["sbp_", "sb_secret_"], r"(?:sbp_(?:v[0-9]_)?[a-f0-9]{40,}|sb_secret_[A-Za-z0-9_-]{20,})")
        .test(generated)
        .yes(&[concat!("sbp", "_1c403b326069cac32f5a5703a73ca66211c65827")])
        .no(&["sbp_", "sb_secret_..."]),
    Rule::new("databricks-key", &["dapi"], r"dapi[a-f0-9]{32}(?:-[0-9])?")
        .yes(&[concat!("dapi", "5fbbecbff30f04921b349c6a242aa267")])
        .no(&["dapi", "dapiservice"]),
    Rule::new("vercel-key", &["vcp_", "vck_", "vci_", "vca_", "vcr_"], r"vc[pkiar]_[A-Za-z0-9]{24,}")
        .test(generated)
        .yes(&[concat!("vcp", "_Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUe")])
        .no(&["vcp_config"]),
    Rule::new("neon-key", &["napi_"], r"napi_[a-z0-9]{40,}")
        .test(generated)
        .yes(&[concat!("napi", "_4f9a1c0e7b2d8365a4c9e1f07d3b6825c1e9f4a7b0d2638c5e7f1a9b4c6d8e02")])
        .no(&["napi_create_function"]),
    Rule::new("cloudinary-url", &["cloudinary://"], r"cloudinary://[0-9]{10,}:([A-Za-z0-9_-]{16,})@")
        .yes(&["cloudinary://874837483274837:a676b67565c6767a6767d6767f676@demo"])
        .no(&["cloudinary://<key>:<secret>@name"]),
    Rule::new("netlify-key", &["nfp_", "nfo_", "nfc_", "nfu_", "nfb_"], r"nf[pocub]_[A-Za-z0-9_-]{36,40}\b")
    .test(generated)
    .yes(&[concat!("nfp_", "V6u9eHFj9ppnVwoMZNSvhTuUM9iHrjCwXr6z")])
    .no(&["nfp_x"]),
    Rule::new("render-key", &["rnd_"], r"rnd_[A-Za-z0-9]{28,}")
    .test(generated)
    .yes(&[concat!("rnd_", "b4y47bUnkRi6COLH1nUUYVsYCJZXlHmX")])
    .no(&["rnd_seed"]),
    Rule::new("vercel-store-key", &["vercel_blob_rw_"], r"vercel_blob_rw_[A-Za-z0-9]{12,}_[A-Za-z0-9]{24,}")
    .test(generated)
    .yes(&[concat!("verc", "el_blob_rw_gfLgMAPNg2xiF4Ac_EMxuWQKqh29HYVOJmL8KThFi5Uewsi")])
    .no(&["vercel_blob_rw_"]),
    Rule::new("xata-key", &["xau_"], r"xau_[A-Za-z0-9]{40,}")
    .test(generated)
    .yes(&[concat!("xau_", "O0MVoWdyhiCWen6QCSerVagLHYnLMQoLU5BGLFtho")])
    .no(&["xau_rate"]),
    Rule::new("aiven-key", &["avns_", "avng_"], r"AVN[SG]_[A-Za-z0-9_-]{16,}")
    .test(generated)
    .yes(&[concat!("AVNS", "_lGmIkrk4EW3YvP4q1")])
    .no(&["AVNS_"]),
    Rule::new("scalingo-key", &["tk-us-", "tk-eu-"], r"tk-(?:us|eu)-[A-Za-z0-9_-]{40,}")
    .test(generated)
    .yes(&[concat!("tk-u", "s-iJFMx6PM2FbPiO3AOriRcyWcAkwLRDPEFA0ou0wEW8R9Bh4U")])
    .no(&["tk-us-"]),
    Rule::new("upcloud-key", &["ucat_"], r"ucat_[A-Z0-9]{24,}")
    .test(generated)
    .yes(&[concat!("ucat", "_MKE5YQ16XJHRPK8X5GO5Q9J50L")])
    .no(&["ucat_"]),
    Rule::new("confluent-key", &["cflt"], r"cflt[A-Za-z0-9+/]{56,62}")
    .test(generated)
    .yes(&[concat!("cflt", "b8IV2S4bmQZUIC7ivuQ5PAfvryeheReeR2Gjem586FBW1wypMxmmf5Q4Rtrc")])
    .no(&["cflt"]),
    Rule::new("volcano-key-id", &["aklt"], r"AKLT[A-Za-z0-9_=-]{40,60}")
    .test(generated)
    .yes(&[concat!("AKLT", "UA5ZLyo3Nu9iLMjamCOmd1aRxYqFFFeCJeR3ulLZHcY4")])
    .no(&["AKLT"]),
    Rule::new("convex-key", &["prod:", "dev:", "preview:"], r"(?:prod|dev|preview):[a-z0-9-]{4,50}\|[A-Za-z0-9+/=]{30,}")
    .test(generated)
    .yes(&[concat!("prod", ":aaaaa-bbbbbb-123|KeObKu0g0hE3512aI5pMD2bSpywhcWhTmEurox7KDLnpm7l4mhUL==")])
    .no(&["prod:x|y", "dev:build"]),
];
