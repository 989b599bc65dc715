//! Chat and messaging services.

use super::{Rule, generated, varied};

pub(super) const RULES: &[Rule] = &[
    Rule::new("slack-key", &["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-", "xoxc-", "xoxd-", "xoxe."], r"xox[a-e prs](?:\.xox[bp])?-[A-Za-z0-9%/+=-]{16,}")
        .test(generated)
        .yes(&[concat!("xox", "b-859769177920-7051809175563-bwQm4Efl9TdRIp2U4YmN3j")])
        .no(&["xoxb-your-token", "xoxb-...", "xoxp-"]),
    Rule::new("slack-app-key", &["xapp-"], r"xapp-[0-9]-[A-Z0-9]{8,}-[0-9]{8,}-[a-z0-9]{20,}")
        .yes(&[concat!("xapp", "-1-A0YBT16TX13-9133281606388-b278fae1bd903bd3f6d759034744d864c449060390b3886e57a4f4e21616b8")])
        .no(&["xapp-1-..."]),
    Rule::new("slack-webhook", &["hooks.slack.com/"], r"(?:https?://)?hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/_-]{20,}")
        .back(8, |b| b.is_ascii_lowercase() || b == b':' || b == b'/')
        .test(generated)
        .yes(&[concat!("https://hooks.slack.com/", "services/T0G56HO81M/B0XR5BYGF1/5QZeS9kUxROfVLpSxb0Eywl")])
        .no(&["https://hooks.slack.com/services/...", "hooks.slack.com/services"]),
    Rule::new("discord-webhook", &["/api/webhooks/"], r"https?://(?:(?:ptb|canary)\.)?discord(?:app)?\.com/api/webhooks/[0-9]{15,20}/[A-Za-z0-9_-]{40,}")
        .back(40, |b| b.is_ascii_alphanumeric() || matches!(b, b':' | b'/' | b'.' | b'-'))
        .yes(&[concat!("https://discord.com", "/api/webhooks/7943795414311295614/bJ38ap34vnEe0a1ZYE7kq5zgCoUew2bSnDDDV3_UX3P1pqq7l3tt0asD2")])
        .no(&["https://discord.com/api/webhooks/<id>/<token>", "https://example.com/api/webhooks/1"]),
    Rule::new("teams-webhook", &[".webhook.office.com/"], r"https?://[a-z0-9-]+\.webhook\.office\.com/[A-Za-z0-9@/_-]{40,}")
        .back(60, |b| b.is_ascii_alphanumeric() || matches!(b, b':' | b'/' | b'-'))
        .yes(&["https://contoso.webhook.office.com/webhookb2/4f9a1c0e-7b2d-4365-a4c9-e1f07d3b6825@9f/IncomingWebhook/c1e9f4a7b0d2638c"])
        .no(&["https://contoso.webhook.office.com/"]),
    Rule::new("telegram-key", &[":aa"], r"[0-9]{7,12}:AA[A-Za-z0-9_-]{30,40}")
        .back(12, |b| b.is_ascii_digit())
        .test(varied)
        .yes(&[concat!("9496799544", ":AA3r35ZW6pBd1tjCFd-V9UHO3K7Eqk_Udp3")])
        .no(&["10:AA", "123456789:AAAA"]),
    Rule::new("mattermost-key", &["mattermost"], r"mattermost[A-Za-z_]*[=:]\s*([a-z0-9]{26})")
        .test(generated)
        .yes(&["mattermost_key=4f9a1c0e7b2d8365a4c9e1f07d"])
        .no(&["mattermost: a chat server for teams"]),
];
