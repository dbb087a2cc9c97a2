//! Random requests: an expression with stored and dense operands, a format for each, data, sizes from 0 upwards.
//!
//! The same seed gives the same request on every machine.

use crate::request::request;
use lacuna_passes::fp::FpMode;
use lacuna_runtime::value::Dtype;
use lacuna_tools::eval::Request;
use rand::{Rng, SeedableRng, seq::IndexedRandom, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

const VARIABLES: [&str; 6] = ["i", "j", "k", "l", "m", "n"];
const STORED: [&str; 3] = ["A", "B", "C"];
const DENSE: [&str; 4] = ["x", "y", "z", "w"];

/// The request of a seed.
pub fn random_request(seed: u64) -> Request {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let count = random.random_range(1..=5);
    let variables = &VARIABLES[..count];
    let mut made = request("");
    made.dtype = *[Dtype::F64, Dtype::F64, Dtype::F32, Dtype::I64, Dtype::I32].choose(&mut random).expect("not empty");
    if random.random_bool(0.2) {
        made.fp = FpMode::Strict;
    }
    let target_vars = some_of(&mut random, variables, 3);
    let terms = random.random_range(1..=3);
    let mut stored = STORED.iter();
    let mut dense = DENSE.iter().cycle();
    let mut used: Vec<(String, usize)> = Vec::new();
    let mut text = String::new();
    for term in 0..terms {
        if term > 0 {
            text += [" + ", " - "].choose(&mut random).expect("not empty");
        }
        let mut factors = Vec::new();
        let mut covered: Vec<&str> = Vec::new();
        if random.random_bool(0.85)
            && let Some(name) = stored.next()
        {
            let vars = some_of(&mut random, variables, 5);
            if !vars.is_empty() {
                let format = random_format(&mut random, vars.len());
                let density = *[0.0, 0.02, 0.2, 0.5, 1.0].choose(&mut random).expect("not empty");
                made.formats.insert((*name).to_owned(), format);
                let data = format!("random:density={density},seed={}", random.random_range(1..1000));
                made.inputs.insert((*name).to_owned(), data);
                covered.extend(&vars);
                factors.push(format!("{name}({})", vars.join(",")));
            }
        }
        for _ in 0..random.random_range(0..=2) {
            let vars = some_of(&mut random, variables, 3);
            let name = format!("{}{}", dense.next().expect("endless"), used.len());
            made.inputs.insert(name.clone(), format!("random:density=1,seed={}", random.random_range(1..1000)));
            used.push((name.clone(), vars.len()));
            covered.extend(&vars);
            factors.push(if vars.is_empty() { name } else { format!("{name}({})", vars.join(",")) });
        }
        if factors.is_empty() || random.random_bool(0.2) {
            factors.push(random.random_range(0..=4).to_string());
        }
        factors.shuffle(&mut random);
        if random.random_bool(0.1) {
            // The same operand once more, at the same points or at transposed ones.
            let again = factors.choose(&mut random).expect("not empty").clone();
            factors.push(again);
        }
        if random.random_bool(0.15) {
            text += "-";
        }
        text += &factors.join(" * ");
        if random.random_bool(0.15) {
            text += &format!(" / {}", random.random_range(1..=4));
        }
    }
    let target = if target_vars.is_empty() { "r".to_owned() } else { format!("r({})", target_vars.join(",")) };
    let update = if random.random_bool(0.15) { "+=" } else { "=" };
    if update == "+=" {
        made.inputs.insert("r".to_owned(), "random:density=1,seed=77".to_owned());
    }
    made.expression = format!("{target} {update} {text}");
    for variable in variables {
        let mentioned = made.expression.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == *variable);
        if mentioned {
            let size = *[0, 1, 2, 3, 5, 7, 11, 33]
                .choose_weighted(&mut random, |size| if *size == 0 { 1 } else { 6 })
                .expect("not empty");
            made.sizes.insert((*variable).to_owned(), size);
        }
    }
    made
}

/// A random selection in random order, of at most `most`.
fn some_of<'a>(random: &mut ChaCha8Rng, all: &[&'a str], most: usize) -> Vec<&'a str> {
    let mut chosen: Vec<&str> = all.to_vec();
    chosen.shuffle(random);
    chosen.truncate(random.random_range(0..=most.min(all.len())));
    chosen
}

/// A format of dense, compressed and singleton levels over a random order of the dimensions.
fn random_format(random: &mut ChaCha8Rng, order: usize) -> String {
    let mut levels: Vec<&str> = Vec::new();
    let mut level = 0;
    while level < order {
        match random.random_range(0..5) {
            0 | 1 => levels.push("dense"),
            // A chain of singletons ends at a unique one, which gives every entry a node of its own.
            2 if level + 1 < order => {
                levels.push("compressed(nonunique)");
                let length = random.random_range(1..order - level);
                levels.extend(std::iter::repeat_n("singleton(nonunique)", length - 1));
                levels.push("singleton");
                level += length;
            }
            3 => levels.push("compressed(unordered)"),
            _ => levels.push("compressed"),
        }
        level += 1;
    }
    let mut dimensions: Vec<usize> = (0..order).collect();
    dimensions.shuffle(random);
    let dimensions: Vec<_> = dimensions.iter().map(usize::to_string).collect();
    format!("{}@{}", levels.join(","), dimensions.join(","))
}
