//! Mutated IR: the lit tests' own IR with tokens dropped, doubled, swapped or replaced, through the passes of the test.
//!
//! A seed is a mutant of one piece of a test ([`corpus`]), made by [`mutate`] and tried by [`trial`]. The parser and the
//! passes may refuse it with a diagnostic. They may not crash, hang, fail in silence, call themselves at fault, print what
//! does not parse, or make IR that its verifiers refuse.

mod corpus;
mod mutate;
mod trial;

use crate::campaign::{End, Fuzzer, Limits, Verdict};
use corpus::{Piece, corpus};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::{cell::OnceCell, sync::LazyLock, time::Duration};
use trial::Trial;

/// What crashes, and whether a text has it.
type KnownCrash = (&'static str, fn(&str) -> bool);

/// What crashes upstream's own tools, too, as far as a text shows: none of our code runs there.
const CRASHES_OF_UPSTREAM: [KnownCrash; 2] = [
    // The parser asks for the width of what is no number.
    ("dense arrays of indices", |text| text.contains("array<index")),
    // The parser of linalg.generic takes every element for a string.
    ("iterator types that are no strings", has_odd_iterator_type),
];

fn has_odd_iterator_type(text: &str) -> bool {
    text.split("iterator_types = [").skip(1).any(|rest| {
        let list = rest.split(']').next().unwrap_or_default();
        list.split(',').map(str::trim).any(|element| !element.is_empty() && !element.starts_with('"'))
    })
}

/// The fuzzer of mutated IR.
pub struct Mutants;

impl Fuzzer for Mutants {
    fn name(&self) -> &'static str {
        "ir"
    }

    fn limits(&self) -> Limits {
        // A context keeps all types and attributes that it ever saw.
        Limits { patience: Duration::from_secs(60), memory: None, cases_of_a_child: 500 }
    }

    fn verdict(&self, seed: u64) -> Verdict {
        thread_local! {
            static TRIAL: OnceCell<Trial> = const { OnceCell::new() };
        }
        let (piece, text) = mutant(seed);
        match TRIAL.with(|trial| trial.get_or_init(Trial::new).run(&text, &piece.pipeline)) {
            Verdict::Failed(what) => Verdict::failed(&self.command(seed), &what),
            verdict => verdict,
        }
    }

    fn verdict_on_end(&self, seed: u64, end: &End) -> Verdict {
        let (_, text) = mutant(seed);
        match CRASHES_OF_UPSTREAM.iter().find(|(_, shows)| shows(&text)) {
            Some((what, _)) => Verdict::Refused(format!("a crash of upstream: {what}")),
            None => Verdict::failed(&self.command(seed), &end.to_string()),
        }
    }

    fn command(&self, seed: u64) -> String {
        let (piece, text) = mutant(seed);
        format!(
            "lacuna-opt --pass-pipeline='builtin.module({})' <<'END' # a mutant of {}\n{text}\nEND",
            piece.pipeline.join(","),
            piece.file
        )
    }
}

/// The mutant of a seed, and what it is a mutant of.
fn mutant(seed: u64) -> (&'static Piece, String) {
    static CORPUS: LazyLock<Vec<Piece>> = LazyLock::new(corpus);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let piece = &CORPUS[rng.random_range(0..CORPUS.len())];
    (piece, mutate::mutate(&piece.text, &mut rng))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_one_mutant() {
        for seed in 0..20 {
            assert_eq!(mutant(seed).1, mutant(seed).1);
        }
        assert!((0..20).any(|seed| mutant(seed).1 != mutant(seed).0.text));
    }

    #[test]
    fn known_crashes_are_told_by_the_text() {
        assert!(has_odd_iterator_type("iterator_types = [\"parallel\", none]"));
        assert!(!has_odd_iterator_type("iterator_types = [\"parallel\"]} ins(%a : tensor<4xf64>)"));
        assert!(!has_odd_iterator_type("iterator_types = []"));
    }

    #[test]
    fn most_pieces_are_good_before_they_are_mutated() {
        let trial = Trial::new();
        let pieces = corpus();
        let is_good = |piece: &&Piece| matches!(trial.run(&piece.text, &[]), Verdict::Right);
        let good = pieces.iter().filter(is_good).count();
        assert!(3 * good > 2 * pieces.len(), "{good} of {} pieces parse", pieces.len());
    }

    #[test]
    fn what_is_not_mutated_is_tried() {
        let trial = Trial::new();
        let text = "func.func @f(%x: f64) -> f64 { return %x : f64 }";
        assert_eq!(trial.run(text, &["canonicalize".to_owned()]), Verdict::Right);
        assert!(matches!(trial.run("func.func @f(", &[]), Verdict::Refused(_)));
    }
}
