//! `precompute(j, policy=hash, capacity=4096)`: the workspace in which the terms of a result are collected.

use super::{
    loops::ScheduledLoops,
    names::LoopNames,
    reading::variables,
    rewrite::{Rewrite, ScheduledTerm},
};
use crate::precompute::Precompute;
use lacuna_layout::policy::Keeping;
use std::fmt::{self, Display, Formatter};

impl Rewrite for Precompute {
    const NAME: &'static str = "precompute";
    const EXAMPLE: &'static str = "precompute(j,...,policy=hash,capacity=4096)";

    fn read(arguments: &[&str]) -> Result<Self, String> {
        let settings = arguments.iter().position(|argument| argument.contains('=')).unwrap_or(arguments.len());
        let (names, settings) = arguments.split_at(settings);
        let over = variables(&Self::SHAPE, names)?;
        if let Some(late) = settings.iter().find(|setting| over.is_empty() && !setting.contains('=')) {
            return Err(out_of_place(late));
        }
        if let Some(twice) = (1..over.len()).find(|place| over[..*place].contains(&over[*place])) {
            return Err(format!("variable {} is named twice", over[twice]));
        }
        if over.is_empty() {
            let example = Self::EXAMPLE;
            return Err(format!("{} names the variables of a workspace, as in {example}", Self::NAME));
        }
        let (mut keeping, mut capacity) = (None, None);
        for setting in settings {
            let (key, value) = setting.split_once('=').ok_or_else(|| out_of_place(setting))?;
            let (key, value) = (key.trim(), value.trim());
            let is_twice = match key {
                "policy" => keeping.replace(value.parse::<Keeping>()?).is_some(),
                "capacity" => {
                    let number = value
                        .parse()
                        .map_err(|_| format!("expected a number of points as capacity, found '{value}'"))?;
                    capacity.replace(number).is_some()
                }
                _ => return Err(format!("{} has no setting {key}: it has policy and capacity", Self::NAME)),
            };
            if is_twice {
                return Err(format!("{key} is given twice"));
            }
        }
        let keeping = match (keeping, capacity) {
            (None, Some(_)) => return Err("capacity needs a policy, as in policy=radix,capacity=8".to_owned()),
            (Some(Keeping { capacity: Some(_), .. }), Some(_)) => return Err("capacity is given twice".to_owned()),
            (Some(keeping), Some(capacity)) => Some(keeping.with_capacity(capacity)?),
            (keeping, None) => keeping,
        };
        Ok(Self { over, keeping })
    }

    fn rename(&self, loops: &mut LoopNames) -> Result<(), String> {
        loops.check_each_once(&self.over)
    }

    fn of_term(&self, term: &mut ScheduledTerm<'_>) -> Option<Self> {
        term.has_workspace.then(|| self.clone())
    }

    fn apply(&self, loops: &mut ScheduledLoops<'_>) -> Result<(), String> {
        loops.nest().precompute = Some(self.clone());
        Ok(())
    }
}

/// What is wrong with an argument of a workspace that stands behind its settings.
fn out_of_place(argument: &str) -> String {
    format!(
        "{} takes its variables before its settings, as in {}: found '{argument}' after a setting",
        Precompute::NAME,
        Precompute::EXAMPLE
    )
}

impl Display for Precompute {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let keeping = self.keeping.map(|keeping| format!(",policy={keeping}")).unwrap_or_default();
        write!(f, "{}({}{keeping})", Self::NAME, self.over.join(","))
    }
}
