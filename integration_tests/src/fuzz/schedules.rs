//! The fuzzer of schedules: requests of one statement, with one to five rewrites of its loops. Each is right, or refused with what is in the way.

use super::{Case, ask_of_innermost_loops, pick, random_request};
use crate::{
    campaign::{Fuzzer, Verdict},
    request::command,
};
use lacuna_notation::{ast::Assignment, parse};
use lacuna_tools::eval::Request;
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

/// How many values inner loops have, or how many parts there are.
const SIZES: [u64; 6] = [1, 2, 2, 3, 4, 7];

/// Requests with a schedule: native code against the oracle.
pub struct Schedules;

impl Fuzzer for Schedules {
    fn name(&self) -> &'static str {
        "schedules"
    }

    fn verdict(&self, seed: u64) -> Verdict {
        Verdict::of(&Case::Evaluate(Box::new(random_scheduled(seed))))
    }

    fn command(&self, seed: u64) -> String {
        command(&random_scheduled(seed))
    }
}

/// The request of a seed: one that can be scheduled, with a schedule.
pub fn random_scheduled(seed: u64) -> Request {
    let candidates = (0..).map(|step: u64| seed.wrapping_mul(1 << 20).wrapping_add(step));
    let mut scheduled = candidates.filter_map(|number| {
        let mut made = random_request(number);
        let statement = parse(&made.expression).ok()?;
        let is_one = !made.expression.contains(';') && made.halves.is_empty() && !statement.variables().is_empty();
        is_one.then(|| {
            let mut random = ChaCha8Rng::seed_from_u64(!number);
            made.schedule = Some(random_schedule(&mut random, &statement, made.any_sizes));
            ask_of_innermost_loops(number, &mut made);
            made
        })
    });
    scheduled.next().expect("most requests are of one statement")
}

/// A loop, and the variable of the statement that it is a part of.
#[derive(Clone)]
struct DrawnLoop {
    name: String,
    of: usize,
}

/// One to five rewrites.
fn random_schedule(random: &mut ChaCha8Rng, statement: &Assignment, any_sizes: bool) -> String {
    let variables = statement.variables();
    let mut loops: Vec<DrawnLoop> =
        variables.iter().enumerate().map(|(of, name)| DrawnLoop { name: (*name).to_owned(), of }).collect();
    let mut steps = Vec::new();
    for number in 0..pick(random, &[0, 1, 1, 1, 2]) {
        let place = random.random_range(0..loops.len());
        let taken = loops[place].clone();
        let part = |letter: char| DrawnLoop { name: format!("{}{letter}{number}", taken.name), of: taken.of };
        let (outer, inner) = (part('o'), part('i'));
        // What is not known is not divided.
        let word = pick(random, &["split", "split", if any_sizes { "split" } else { "divide" }]);
        let size = pick(random, &SIZES);
        steps.push(format!("{word}({},{},{},{size})", taken.name, outer.name, inner.name));
        loops.splice(place..=place, [outer, inner]);
    }
    if loops.len() > 1 && random.random_bool(0.15) {
        let mut both: Vec<_> = (0..loops.len()).collect();
        both.shuffle(random);
        let [one, other] = [both[0], both[1]].map(|place| loops[place].clone());
        let part =
            |taken: &DrawnLoop, letter: char| DrawnLoop { name: format!("{}{letter}", taken.name), of: taken.of };
        let parts = [part(&one, 'a'), part(&other, 'a'), part(&one, 'b'), part(&other, 'b')];
        let names: Vec<_> = parts.iter().map(|part| part.name.as_str()).collect();
        let sizes = [pick(random, &SIZES), pick(random, &SIZES)];
        steps.push(format!("tile({},{},{},{},{})", one.name, other.name, names.join(","), sizes[0], sizes[1]));
        loops.retain(|own| own.name != one.name && own.name != other.name);
        loops.extend(parts);
    } else if loops.len() > 1 && random.random_bool(0.4) {
        match random.random_bool(0.3) {
            true => loops.shuffle(random),
            // What is stored by rows is walked by rows.
            false => {
                let place = random.random_range(1..loops.len());
                loops.swap(place - 1, place);
            }
        }
        let order: Vec<_> = loops.iter().map(|own| own.name.as_str()).collect();
        steps.push(format!("reorder({})", order.join(",")));
    }
    let names: Vec<String> = loops.iter().map(|own| own.name.clone()).collect();
    if random.random_bool(0.1) {
        let over: Vec<_> = loops.iter().filter(|_| random.random_bool(0.5)).map(|own| own.name.as_str()).collect();
        let over = if over.is_empty() { names[0].clone() } else { over.join(",") };
        let policy = pick(random, &["", ",policy=dense", ",policy=hash", ",policy=radix:3"]);
        steps.push(format!("precompute({over}{policy})"));
    }
    if random.random_bool(0.2) {
        let lanes = pick(random, &["", ",2", ",4", ",8"]);
        steps.push(format!("vectorize({}{lanes})", pick(random, &names)));
    }
    if random.random_bool(0.2) {
        steps.push(format!("unroll({},{})", pick(random, &names), pick(random, &[1, 2, 4])));
    }
    if steps.is_empty() || random.random_bool(0.1) {
        let form = pick(random, &["scalar", "scalar", "chains:2", "pairs", "lanes:3"]);
        steps.push(format!("inner({},{form})", pick(random, &names)));
    }
    steps.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rewrite_is_drawn() {
        let drawn: Vec<_> = (0..400).filter_map(|seed| random_scheduled(seed).schedule).collect();
        for word in ["split", "divide", "tile", "reorder", "precompute", "vectorize", "unroll", "inner"] {
            let count = drawn.iter().filter(|schedule| schedule.contains(word)).count();
            assert!(count > 20, "{word} is drawn {count} times");
        }
    }
}
