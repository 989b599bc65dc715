//! Intervals for a rate: Wilson's, and one from a bootstrap over sessions.

use sha2::{Digest, Sha256};

/// Draws of the bootstrap.
const DRAWS: usize = 1000;

/// Most picks of a session in one bootstrap; with very many sessions fewer draws are as exact.
const PICKS: usize = 20_000_000;

/// Wilson's score interval at a confidence; none for no trials.
pub fn wilson(hits: u64, trials: u64, confidence: f64) -> Option<(f64, f64)> {
    if trials == 0 {
        return None;
    }
    let (n, z) = (trials as f64, normal_quantile(0.5 + confidence / 2.0));
    let p = hits as f64 / n;
    let scale = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / scale;
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / scale;
    let low = if hits == 0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if hits == trials { 1.0 } else { (centre + half).min(1.0) };
    Some((low, high))
}

/// Percentile interval of a rate when whole sessions are drawn again and again. `sessions` are pairs of hits and trials, in a
/// fixed order; the seed comes from `name`, so that the same input gives the same interval. None for fewer than two sessions, and
/// where the rate is the same in every session: sessions that do not differ say nothing of how much they would.
pub fn clustered(sessions: &[(u64, u64)], confidence: f64, name: &str) -> Option<(f64, f64)> {
    let sessions: Vec<(u64, u64)> = sessions.iter().copied().filter(|s| s.1 > 0).collect();
    let (hits, trials) = sessions.iter().fold((0, 0), |sum, s| (sum.0 + s.0, sum.1 + s.1));
    if sessions.len() < 2 || hits == 0 || hits == trials {
        return None;
    }
    let mut random = SplitMix::seeded(name);
    let draws = (PICKS / sessions.len()).clamp(200, DRAWS);
    let mut rates: Vec<f64> = (0..draws)
        .map(|_| {
            let (mut hits, mut trials) = (0, 0);
            for _ in 0..sessions.len() {
                let (h, t) = sessions[random.below(sessions.len())];
                hits += h;
                trials += t;
            }
            hits as f64 / trials as f64
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    let tail = (1.0 - confidence) / 2.0;
    let at = |q: f64| rates[((q * (draws - 1) as f64).round() as usize).min(draws - 1)];
    Some((at(tail), at(1.0 - tail))).filter(|(low, high)| low < high)
}

/// A small generator whose sequence is the same everywhere.
pub(crate) struct SplitMix(u64);

impl SplitMix {
    pub(crate) fn seeded(name: &str) -> SplitMix {
        SplitMix(Sha256::digest(name).iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte)))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}

/// The point below which a share `p` of a standard normal lies (Acklam's approximation, relative error below 1.2e-9).
pub fn normal_quantile(p: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969683028665376e1,
        2.209460984245205e2,
        -2.759285104469687e2,
        1.38357751867269e2,
        -3.066479806614716e1,
        2.506628277459239,
    ];
    const B: [f64; 5] =
        [-5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1];
    const C: [f64; 6] = [
        -7.784894002430293e-3,
        -3.223964580411365e-1,
        -2.400758277161838,
        -2.549732539343734,
        4.374664141464968,
        2.938163982698783,
    ];
    const D: [f64; 4] = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416];
    let poly = |c: &[f64], x: f64| c.iter().fold(0.0, |sum, k| sum * x + k);
    let tail = |q: f64| {
        let r = (-2.0 * q.ln()).sqrt();
        poly(&C, r) / (poly(&D, r) * r + 1.0)
    };
    match p {
        p if p <= 0.0 => f64::NEG_INFINITY,
        p if p >= 1.0 => f64::INFINITY,
        p if p < 0.02425 => tail(p),
        p if p > 1.0 - 0.02425 => -tail(1.0 - p),
        p => {
            let q = p - 0.5;
            let r = q * q;
            poly(&A, r) * q / (poly(&B, r) * r + 1.0)
        }
    }
}

/// Share of a standard normal above `z`, both tails.
pub fn two_sided(z: f64) -> f64 {
    erfc(z.abs() / std::f64::consts::SQRT_2).min(1.0)
}

/// Complementary error function for `x` ≥ 0 (Chebyshev fit, relative error below 1.2e-7).
fn erfc(x: f64) -> f64 {
    const K: [f64; 10] = [
        0.17087277,
        -0.82215223,
        1.48851587,
        -1.13520398,
        0.27886807,
        -0.18628806,
        0.09678418,
        0.37409196,
        1.00002368,
        -1.26551223,
    ];
    let t = 1.0 / (1.0 + 0.5 * x);
    t * (-x * x + K.iter().fold(0.0, |sum, k| sum * t + k)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn wilson_agrees_with_published_values() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (hits, trials, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let (l, h) = wilson(hits, trials, 0.95).unwrap();
            assert!(near(l, low) && near(h, high), "{hits}/{trials}: {l} {h}");
        }
        assert_eq!(wilson(0, 0, 0.95), None);
    }

    #[test]
    fn quantile_and_tail_agree() {
        assert!(near(normal_quantile(0.975), 1.95996) && near(normal_quantile(0.001), -3.0902));
        assert!(near(two_sided(1.959964), 0.05) && near(two_sided(0.0), 1.0));
        assert_eq!(normal_quantile(1.0), f64::INFINITY);
    }

    #[test]
    fn clustered_is_wider_where_sessions_agree_with_themselves() {
        let mixed: Vec<(u64, u64)> = (0..40).map(|_| (5, 10)).collect();
        let split: Vec<(u64, u64)> = (0..40).map(|i| if i % 2 == 0 { (10, 10) } else { (0, 10) }).collect();
        assert_eq!(clustered(&mixed, 0.95, "x"), None);
        let (l, h) = clustered(&split, 0.95, "x").unwrap();
        assert!(l > 0.3 && l < 0.4 && h > 0.6 && h < 0.7, "{l} {h}");
        assert_eq!(clustered(&split, 0.95, "x"), clustered(&split, 0.95, "x"));
        assert_eq!((clustered(&[(1, 2)], 0.95, "x"), clustered(&[(1, 1), (2, 2)], 0.95, "x")), (None, None));
    }
}
