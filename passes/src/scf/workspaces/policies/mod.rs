//! The list of policies: those of the compiler, and those that were added.

mod buckets;
mod hash;
mod radix;
mod runs;

use super::policy::PolicyCode;
use lacuna_layout::policy::Policy;
use std::sync::{Mutex, PoisonError};

/// Those of the compiler.
static OWN: [&dyn PolicyCode; 4] = [&radix::Radix, &runs::NaturalRuns, &buckets::Buckets, &hash::Hash];

/// Those that were added.
static ADDED: Mutex<Vec<&'static dyn PolicyCode>> = Mutex::new(Vec::new());

/// Adds a policy, which the IR and schedules know by its word from now on.
///
/// # Errors
/// If there is one of its name.
pub fn add(code: &'static dyn PolicyCode) -> Result<Policy, String> {
    let word = code.properties().word;
    let policy = Policy::add(code.properties()).ok_or_else(|| format!("there is a policy {word} already"))?;
    ADDED.lock().unwrap_or_else(PoisonError::into_inner).push(code);
    Ok(policy)
}

/// The code of a policy, if it has one: those with a place for every point follow no template.
pub fn code_of(policy: Policy) -> Option<&'static dyn PolicyCode> {
    let added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all = OWN.iter().chain(added.iter()).copied();
    all.find(|code| code.properties().word == policy.properties().word)
}
