//! Keys of model providers.

use super::{Rule, generated, varied};

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
];
