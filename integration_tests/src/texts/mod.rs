//! The fuzzer of texts: what a user types or hands over, mutated. A seed is a request to `lacuna eval` or
//! `lacuna convert` of which some texts are mutated: the expression, formats, sizes, generators, schedules, names of types
//! and stages, the arguments themselves, and the bytes of files.
//!
//! Whatever the text, the command ends in time, within its memory, with exit status 0, 1 or 2, with one error where that is
//! 2, and with nothing written where that is not 0. Whether results are right is for the other fuzzer.

mod case;
mod corpus;
mod files;
mod mutate;
mod shell;
mod trial;

use crate::campaign::{Fuzzer, Limits, Verdict};
use case::random_case;
use trial::{Outcome, PATIENCE, try_case};

/// The addresses that a case may use: small enough that a file of some bytes that asks for much is found out.
const MEMORY: u64 = 2 << 30;

/// The fuzzer of texts.
pub struct Texts;

impl Fuzzer for Texts {
    fn name(&self) -> &'static str {
        "texts"
    }

    fn limits(&self) -> Limits {
        // What cases leave in the process counts against the memory of those after them.
        Limits { patience: PATIENCE * 2, memory: Some(MEMORY), cases_of_a_child: 250 }
    }

    fn verdict(&self, seed: u64) -> Verdict {
        match try_case(&random_case(seed)) {
            Ok(Outcome::Done) => Verdict::Right,
            Ok(Outcome::Wrong) => Verdict::Refused("wrong".to_owned()),
            Ok(Outcome::Refused(kind)) => Verdict::Refused(kind),
            Err(what) => Verdict::failed(&self.command(seed), &what),
        }
    }

    fn command(&self, seed: u64) -> String {
        shell::command(&random_case(seed), MEMORY, seed)
    }
}
