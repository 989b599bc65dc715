//! Checksums that some token formats carry.

/// CRC-32 (IEEE) of `data`.
fn crc32(data: &[u8]) -> u32 {
    !data
        .iter()
        .fold(!0u32, |crc, b| (0..8).fold(crc ^ u32::from(*b), |c, _| if c & 1 == 1 { (c >> 1) ^ 0xedb8_8320 } else { c >> 1 }))
}

/// GitHub and npm tokens end in six base-62 digits of the CRC-32 of their random part.
pub fn github(token: &str) -> bool {
    const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let Some((_, body)) = token.split_once('_') else {
        return false;
    };
    if body.len() <= 6 || !body.is_ascii() {
        return false;
    }
    let (random, check) = body.split_at(body.len() - 6);
    let mut value = u64::from(crc32(random.as_bytes()));
    let mut digits = [b'0'; 6];
    for d in digits.iter_mut().rev() {
        *d = DIGITS[(value % 62) as usize];
        value /= 62;
    }
    digits == check.as_bytes()
}

/// Luhn's check of a card number.
pub fn luhn(number: &str) -> bool {
    let digits: Vec<u32> = number.chars().filter_map(|c| c.to_digit(10)).collect();
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(i, d)| if i % 2 == 1 { if d * 2 > 9 { d * 2 - 9 } else { d * 2 } } else { *d })
        .sum();
    (13..=19).contains(&digits.len()) && sum.is_multiple_of(10)
}

/// The mod-97 check of an IBAN.
pub fn iban(text: &str) -> bool {
    let s: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if !(15..=34).contains(&s.len()) || !s.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return false;
    }
    let (head, tail) = s.split_at(4);
    let rest = tail.chars().chain(head.chars()).try_fold(0u32, |acc, c| {
        let v = c.to_digit(36)?;
        Some(if v < 10 { (acc * 10 + v) % 97 } else { (acc * 100 + v) % 97 })
    });
    rest == Some(1)
}

/// The checksum of a Bech32 string (age keys).
pub fn bech32(text: &str) -> bool {
    const CHARSET: &str = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    let lower = text.to_ascii_lowercase();
    let Some((hrp, data)) = lower.rsplit_once('1') else {
        return false;
    };
    let expand = hrp.bytes().map(|b| u32::from(b >> 5)).chain([0]).chain(hrp.bytes().map(|b| u32::from(b & 31)));
    let values: Option<Vec<u32>> = data.chars().map(|c| CHARSET.find(c).map(|i| i as u32)).collect();
    let Some(values) = values else {
        return false;
    };
    const GEN: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    let check = expand.chain(values).fold(1u32, |c, v| {
        let top = c >> 25;
        (0..5).fold(((c & 0x01ff_ffff) << 5) ^ v, |c, i| if (top >> i) & 1 == 1 { c ^ GEN[i] } else { c })
    });
    check == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_hold_for_published_values() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert!(luhn("4242 4242 4242 4242") && !luhn("4242 4242 4242 4241"));
        assert!(iban("GB82 WEST 1234 5698 7654 32") && !iban("GB82 WEST 1234 5698 7654 33"));
        assert!(bech32("A12UEL5L") && !bech32("A12UEL5M"));
    }

    #[test]
    fn a_token_with_its_checksum_is_told_from_one_without() {
        let random = "0123456789012345678901234567Ab";
        let value = crc32(random.as_bytes());
        assert!(!github(&format!("ghp_{random}zzzzzz")), "{value}");
    }
}
