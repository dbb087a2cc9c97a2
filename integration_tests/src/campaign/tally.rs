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

    /// In one line.
    pub fn summary(&self) -> String {
        let share = |count: u64| 100.0 * count as f64 / self.cases().max(1) as f64;
        let reasons: Vec<_> =
            self.refused.iter().map(|(reason, count)| format!("{reason} {count} ({:.1} %)", share(*count))).collect();
        let slowest = self.slowest.map(|(time, seed)| format!("; slowest seed {seed}: {:.1} s", time.as_secs_f64()));
        format!(
            "{} cases: {} right, {} refused ({:.1} %: {}), {} failures{}",
            self.cases(),
            self.right,
            self.all_refused(),
            share(self.all_refused()),
            reasons.join(", "),
            self.failures.len(),
            slowest.unwrap_or_default()
        )
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
