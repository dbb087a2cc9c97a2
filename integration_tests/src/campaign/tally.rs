//! What came of all seeds so far.

use super::Verdict;
use std::{collections::BTreeMap, time::Duration};

/// What came of the seeds so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Right results.
    pub right: u64,
    /// Refusals, by reason.
    pub refused: BTreeMap<String, u64>,
    /// Failures, with their seeds.
    pub failures: Vec<(u64, String)>,
    /// The seed that took longest, and how long.
    pub slowest: Option<(Duration, u64)>,
}

impl Tally {
    /// How many were refused.
    pub fn all_refused(&self) -> u64 {
        self.refused.values().sum()
    }

    /// How many seeds were tried.
    pub fn cases(&self) -> u64 {
        self.right + self.all_refused() + self.failures.len() as u64
    }

    /// The share of the seeds that was refused.
    pub fn share_refused(&self) -> f64 {
        self.all_refused() as f64 / self.cases().max(1) as f64
    }

    /// How many came to what, in one line.
    pub fn counts(&self) -> String {
        let slowest = self.slowest.map(|(time, seed)| format!("; slowest seed {seed}: {:.1} s", time.as_secs_f64()));
        format!(
            "{} cases: {} right, {} refused ({:.1} %), {} failures{}",
            self.cases(),
            self.right,
            self.all_refused(),
            100.0 * self.share_refused(),
            self.failures.len(),
            slowest.unwrap_or_default()
        )
    }

    /// The counts, and each reason of a refusal on a line of its own, the most frequent first.
    pub fn summary(&self) -> String {
        let mut reasons: Vec<_> = self.refused.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let share = |count: u64| 100.0 * count as f64 / self.cases().max(1) as f64;
        let lines =
            reasons.into_iter().map(|(reason, count)| format!("\n  {count:5} ({:4.1} %)  {reason}", share(*count)));
        std::iter::once(self.counts()).chain(lines).collect()
    }

    pub(super) fn add(&mut self, seed: u64, verdict: Verdict, time: Duration) {
        self.slowest = self.slowest.max(Some((time, seed)));
        match verdict {
            Verdict::Right => self.right += 1,
            Verdict::Refused(reason) => *self.refused.entry(reason).or_default() += 1,
            Verdict::Failed(what) => self.failures.push((seed, what)),
        }
    }
}
