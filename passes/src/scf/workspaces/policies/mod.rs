//! The policies of the compiler.

mod buckets;
mod hash;
mod radix;
mod runs;

use super::policy::PolicyCode;

/// All of them.
pub static OWN: [&dyn PolicyCode; 4] = [&radix::Radix, &runs::Runs, &buckets::Buckets, &hash::Hash];
