//! Random nests of the index form, lowered to native code, against an evaluation of their own.
//!
//! A seed is a nest ([`draw`]), which has a text as MLIR ([`text`]) and a meaning ([`evaluate`]). Neither shares anything with
//! the passes or their interpreter. A trial ([`trial`]) compiles the text with all verifiers, calls it in guarded buffers,
//! and compares all results exactly. One diagnostic refuses a nest; anything else is a failure, which is shown as the smallest
//! nest found that fails, too ([`reduce`]).
//!
//! The fuzzer of expressions draws index notation, which says none of these: loops that are not perfectly nested, producers and
//! consumers, derived variables, loops over a part of a dimension, results that share loops.

mod draw;
mod evaluate;
mod reduce;
mod text;
mod tree;
mod trial;

use crate::campaign::{Fuzzer, Verdict};
use draw::draw;
use std::fmt::Write;
use tree::Nest;
use trial::{Way, try_nest};

/// The fuzzer of nests.
pub struct Nests;

impl Fuzzer for Nests {
    fn name(&self) -> &'static str {
        "nests"
    }

    fn verdict(&self, seed: u64) -> Verdict {
        let (nest, way) = (draw(seed), Way::of(seed));
        match try_nest(&nest, way) {
            Verdict::Failed(_) => {
                let is_failure = |nest: &Nest| matches!(try_nest(nest, way), Verdict::Failed(_));
                let smallest = reduce::reduce(&nest, is_failure);
                let what = try_nest(&smallest, way);
                let Verdict::Failed(what) = what else {
                    return Verdict::Failed(format!("a failure that comes and goes\n{}", self.command(seed)));
                };
                Verdict::failed(&command(&smallest, way), &what)
            }
            verdict => verdict,
        }
    }

    fn command(&self, seed: u64) -> String {
        command(&draw(seed), Way::of(seed))
    }
}

/// The command that compiles and runs a nest; its text ends with the results that are expected.
fn command(nest: &Nest, way: Way) -> String {
    let mut text = text::program(nest);
    if let Ok(expected) = evaluate::evaluate(nest) {
        for (result, values) in nest.results().zip(expected) {
            let _ = writeln!(text, "// {}: {values:?}", nest.tensor(result).name);
        }
    }
    format!(
        "lacuna-opt --lacuna='verify=true{}' <<'END' | mlir-runner -e main -entry-point-result=void \
         -shared-libs=libmlir_c_runner_utils.so,libmlir_runner_utils.so\n{text}END",
        way.options
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_one_nest() {
        for seed in 0..50 {
            assert_eq!(command(&draw(seed), Way::of(seed)), command(&draw(seed), Way::of(seed)));
        }
    }

    #[test]
    fn many_kinds_of_nests_are_drawn() {
        let texts: Vec<_> = (0..2000).map(|seed| text::kernel(&draw(seed))).collect();
        for word in [
            "sloop.where",
            "sloop.where full",
            "initially",
            "sloop.fold",
            "sloop.derive",
            "below",
            "sloop.stored",
            "lanes",
            "sloop.windows",
            "tensor.dim",
            "tensor.extract",
            " sizes(",
            "by add",
            "by max",
            "by min",
            "by mul",
            "hashed",
            "floordiv",
            "singleton",
            "offset",
            "loose_compressed",
            "stensor.empty",
            "tensor<f64>",
            "* 2",
            "* -1",
        ] {
            let count = texts.iter().filter(|text| text.contains(word)).count();
            assert!(count > 20, "{word} is in {count} nests");
        }
    }
}
