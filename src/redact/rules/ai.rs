//! Keys of model providers.

use super::{Rule, generated, varied};
use crate::redact::value;

pub(super) const RULES: &[Rule] = &[
    Rule::new("anthropic-key", &["sk-ant-"], r"sk-ant-[a-z]{2,8}[0-9]{2}-[A-Za-z0-9_-]{20,}")
        .test(varied)
        .yes(&[concat!("sk-ant-", "api03-h3Jk9sLq0PzXc7VbN2mQw8ErTy5UiOpA4sDfGhJkLzXcVbNm1QAA")])
        .no(&["sk-ant-...", "sk-ant-api03-", "sk-ant-api03-xxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]),
    Rule::new("openai-key", &["sk-"], r"sk-(?:(?:proj|svcacct|admin|None|service)-[A-Za-z0-9_-]{24,}|[A-Za-z0-9_-]{10,}T3BlbkFJ[A-Za-z0-9_-]{10,}|[A-Za-z0-9]{32,})")
        .test(generated)
        .yes(&[
            concat!("sk-", "proj-Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUe"),
            concat!("sk-", "a8Kd93mfLs02Qpz7Vb1XT3BlbkFJw9Xc4Vn6Mz2Lk8Jh5Gf3"),
        ])
        .no(&["sk-proj-REPLACE_ME", "task-management-of-everything-else-here-too", "sk-learn"]),
    Rule::new("openrouter-key", &["sk-or-"], r"sk-or-(?:v[0-9]-)?[A-Za-z0-9]{32,}")
        .test(generated)
        .yes(&[concat!("sk-or-", "v1-4f9a1c0e7b2d8365a4c9e1f07d3b6825c1e9f4a7b0d2638c5e7f1a9b4c6d8e02")])
        .no(&["sk-or-v1-...", "sk-or-swim"]),
    Rule::new("groq-key", &["gsk_"], r"gsk_[A-Za-z0-9]{32,}")
        .test(generated)
        .yes(&[concat!("gsk", "_q8Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUeTi9LpMn3Bv5Cx7")])
        .no(&["gsk_your_key", "gsk_"]),
    Rule::new("xai-key", &["xai-"], r"xai-[A-Za-z0-9]{40,}")
        .test(generated)
        .yes(&[concat!("xai", "-Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUeTi9LpMn3Bv5Cx7")])
        .no(&["xai-grok-beta", "xai-org/grok-1"]),
    Rule::new("hugging-face-key", &["hf_", "api_org_"], r"(?:hf|api_org)_[A-Za-z0-9]{30,}")
        .test(varied)
        .yes(&[concat!("hf", "_ZkmQvLxWcRtYbNdGhJfKsPaUeTiLpMnBvC")])
        .no(&["hf_hub_download", "hf_transfer_enabled_by_default_in_the_environment"]),
    Rule::new("replicate-key", &["r8_"], r"r8_[A-Za-z0-9]{30,}")
        .test(generated)
        .yes(&[concat!("r8", "_9Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUeT")])
        .no(&["r8_shift", "r8_unorm_srgb_linear"]),
    Rule::new("perplexity-key", &["pplx-"], r"pplx-[A-Za-z0-9]{32,}")
        .test(generated)
        .yes(&[concat!("pplx", "-Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUeTi9LpMn3Bv5Cx7")])
        .no(&["pplx-70b-online"]),
    Rule::new("fireworks-key", &["fw_"], r"fw_[A-Za-z0-9]{22,}")
        .test(generated)
        .yes(&[concat!("fw", "_3Zk9mQ2vLx8Wc5Rt7Yb1Nd")])
        .no(&["fw_version_string", "fw_update"]),
    Rule::new("cursor-key", &["key_", "crsr_"], r"(?:crsr_[a-f0-9]{60,}|key_[a-f0-9]{60,})")
        .yes(&[concat!("crsr", "_4f9a1c0e7b2d8365a4c9e1f07d3b6825c1e9f4a7b0d2638c5e7f1a9b4c6d8e02")])
        .no(&["key_bindings", "crsr_x"]),
    Rule::new("tavily-key", &["tvly-"], r"tvly-[A-Za-z0-9-]{20,}")
        .test(generated)
        .yes(&[concat!("tvly", "-dev-Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4")])
        .no(&["tvly-YOUR_API_KEY"]),
    Rule::new("langsmith-key", &["lsv2_"], r"lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{8,}")
        .yes(&[concat!("lsv2", "_pt_4f9a1c0e7b2d8365a4c9e1f07d3b6825_c1e9f4a7b0")])
        .no(&["lsv2_pt_..."]),
    Rule::new("langfuse-key", &["sk-lf-", "pk-lf-"], r"[sp]k-lf-[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}")
        .yes(&[concat!("sk-lf", "-4f9a1c0e-7b2d-4365-a4c9-e1f07d3b6825")])
        .no(&["sk-lf-..."]),
    Rule::new("nvidia-key", &["nvapi-"], r"nvapi-[A-Za-z0-9_-]{40,}")
        .test(generated)
        .yes(&[concat!("nvapi", "-Zk3mQ9vLx2Wc8Rt5Yb7Nd1Gh4Jf6Ks0PaUeTi9LpMn3Bv5Cx7_q")])
        .no(&["nvapi-YOUR-KEY"]),
    Rule::new("cerebras-key", &["csk-"], r"csk-[a-z0-9]{40,}")
    .test(generated)
    .yes(&[concat!("csk-", "qw7b3pdkhx4py8gpan0rlykei2iiaannkksum8nlmytbx0kj")])
    .no(&["csk-model"]),
    Rule::new("jina-key", &["jina_"], r"jina_[A-Za-z0-9_-]{40,}")
    .test(generated)
    .yes(&[concat!("jina", "_qevt0MLaMRTvetw0tESulEETldq8b8Vw2zbJYAxyL1aCcTlN99mhWp708DwG")])
    .no(&["jina_embeddings_v3"]),
    Rule::new("firecrawl-key", &["fc-"], r"fc-[a-f0-9]{32}\b")
    .test(generated)
    .yes(&[concat!("fc-b", "8e3b91d26ab4a829a95249f512c17b8")])
    .no(&["fc-cache", "fc-list-of-fonts"]),
    Rule::new("pinecone-key", &["pcsk_"], r"pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,}")
    .test(generated)
    .yes(&[concat!("pcsk", "_DPAjd6_OcZFv1niUK8iO5YAgkBxjd2AsjD7N2kHD9FSUuErsEz5jhy0I9lO7F3vlfFrGYJ")])
    .no(&["pcsk_..."]),
    Rule::new("elevenlabs-key", &["sk_"], r"sk_[a-f0-9]{48}\b")
    .test(generated)
    .yes(&[concat!("sk_b", "2b19b8f89a50f8a8e9bb8bdb5eba456bf92d5d98065e575")])
    .no(&["sk_buff", "task_runner"]),
    Rule::new("helicone-key", &["sk-helicone-"], r"sk-helicone-(?:[a-z]{2}-)?[a-z0-9]{7}(?:-[a-z0-9]{7}){3}")
    .yes(&[concat!("sk-h", "elicone-cmxzu0r-2zli1wx-x61cxhv-dnwl9s5")])
    .no(&["sk-helicone-..."]),
    Rule::new("e2b-key", &["e2b_"], r"e2b_[a-f0-9]{36,}")
    .test(generated)
    .yes(&[concat!("e2b_", "1f75143a5f61debc267b0bc8d3b1939a9b4ddbe4")])
    .no(&["e2b_sandbox"]),
    Rule::new("runpod-key", &["rpa_"], r"rpa_[A-Z0-9]{36,}")
    .test(generated)
    .yes(&[concat!("rpa_", "KY4MIFWAYGU8JUY11O5S4YYKQT5Q0BUT5SJ4BH2PSCIZ")])
    .no(&["rpa_bot"]),
    Rule::new("apify-key", &["apify_api_"], r"apify_api_[A-Za-z0-9]{30,}")
    .test(generated)
    .yes(&[concat!("apif", "y_api_aEIJrp7EYcpFr2jUssFMEHP3M4V5hbWitsIT")])
    .no(&["apify_api_client"]),
    Rule::new("browserbase-key", &["bb_live_", "bb_test_"], r"bb_(?:live|test)_[A-Za-z0-9_-]{20,}")
    .test(generated)
    .yes(&[concat!("bb_l", "ive_vNsUHbDwxRV0LicaqJDR6g4RIma")])
    .no(&["bb_live_view"]),
    Rule::new("daytona-key", &["dtn_"], r"dtn_[a-f0-9]{48,}")
    .test(generated)
    .yes(&[concat!("dtn_", "ddfcfc69e290d9f945ffa4d1278220ad2cf1337349e455d52613c2813c40d2af")])
    .no(&["dtn_node"]),
    Rule::new("context7-key", &["ctx7sk-"], r"ctx7sk-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
    .yes(&[concat!("ctx7", "sk-fbb14949-7827-4894-a7be-c540a2123e7c")])
    .no(&["ctx7sk-..."]),
    Rule::new("wandb-key", &["wandb_v1_"], r"wandb_v1_[A-Za-z0-9_-]{40,}")
    .test(generated)
    .yes(&[concat!("wand", "b_v1_4DE9ugYHbIUyd2j88BRYoVhf6QF0niSNyw1psv7NTwYyyiU1wPsZOB92xHcLKnVlzegcclmmcF4")])
    .no(&["wandb_v1_api"]),
    Rule::new("modal-key", &["ak-", "as-"], r"a[ks]-[A-Za-z0-9]{22}\b")
    .test(|t| generated(t) && value::mix(t).upper >= 2)
    .yes(&[concat!("ak-u", "tEEqgD54txHnAfU3W612s")])
    .no(&["ask-me", "as-is", "break-glass-procedure"]),
    Rule::new("brave-search-key", &["bsa"], r"BSA[A-Za-z0-9_-]{27,29}\b")
    .test(|t| generated(t) && value::mix(t).upper >= 4)
    .yes(&[concat!("BSAM", "l4Tyur4fURw_9bDh4uAZ7pOHrvQ")])
    .no(&["BSAFE", "bsa"]),
    Rule::new("assistant-session-key", &["sess-"], r"sess-[A-Za-z0-9]{40}\b")
    .test(generated)
    .yes(&[concat!("sess", "-7EQWwaBEt47N6BuDDgmjPkex3y34EjJqhr0kWsRp")])
    .no(&["sess-id", "sess-manager"]),
];
