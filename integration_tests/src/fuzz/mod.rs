//! Random requests: an expression over tensors of orders 0 to 5, a format for each tensor, the result included, data,
//! and sizes from 0 upwards; each eighth is a conversion from one format to another. The same seed gives the same request
//! on every machine.
//!
//! Left out: schedules ([`Schedules`] draws them), but for orders of loops where subscripts are affine, and innermost forms.

mod expression;
mod format;
mod interpreted;
mod many_operands;
mod schedules;
pub mod verdict;

use crate::{
    campaign::{Fuzzer, Verdict},
    request::{command, convert_command, effort_of, request},
};
use expression::{Drawn, Notation, Tensor};
use format::Purpose;
pub use interpreted::Interpretations;
use lacuna_layout::Format;
use lacuna_notation::{
    ast::{Scaled, Subscript},
    parse,
};
use lacuna_passes::{fp::FpMode, gathers::Gathers};
use lacuna_runtime::{
    coo::Coo,
    generate::Generator,
    pack::pack,
    value::{Dtype, Kind, Scalar},
};
use lacuna_tools::{
    convert::ConvertRequest,
    eval::Request,
    kernel::checks::{Edge, Failing, MemoryChecks},
};
pub use many_operands::ManyOperands;
use rand::{
    Rng, SeedableRng,
    seq::{IndexedRandom, SliceRandom},
};
use rand_chacha::ChaCha8Rng;
pub use schedules::Schedules;

/// The names of index variables.
const VARIABLES: [&str; 5] = ["i", "j", "k", "l", "m"];
/// The element types, those that matter most most often.
const DTYPES: [Dtype; 14] = [
    Dtype::F64,
    Dtype::F64,
    Dtype::F64,
    Dtype::F64,
    Dtype::F32,
    Dtype::F32,
    Dtype::I64,
    Dtype::I64,
    Dtype::I32,
    Dtype::I32,
    Dtype::I16,
    Dtype::I8,
    Dtype::Complex128,
    Dtype::Complex64,
];
/// The most points that all variables together have, which bounds the time of a case.
const MOST_POINTS: u64 = 3000;

/// The most cases that the merged loops of a sum distinguish, as estimated.
const MOST_CASES: u64 = 128;

/// One case in so many has all of the notation.
const WIDE: u64 = 4;

/// One case in so many has affine subscripts.
const AFFINE: u64 = 8;
const AFFINE_REMAINDER: u64 = 3;

/// One in so many of these asks for an order of the loops.
const ORDERED: u64 = 3;

/// One case in so many is a conversion.
const CONVERSIONS: u64 = 8;

/// What is tried.
#[derive(Clone, Debug)]
pub enum Case {
    /// `lacuna eval`.
    Evaluate(Box<Request>),
    /// `lacuna convert`.
    Convert(ConvertRequest),
}

impl Case {
    /// The command line that repeats it.
    pub fn command(&self) -> String {
        match self {
            Self::Evaluate(request) => command(request),
            Self::Convert(request) => convert_command(request),
        }
    }

    /// Whether it asks for an order of the loops.
    fn has_order(&self) -> bool {
        let orders = |schedule: &String| schedule.contains("reorder(") || schedule.contains("tile(");
        matches!(self, Self::Evaluate(request) if request.schedule.as_ref().is_some_and(orders))
    }
}

/// The fuzzer of valid requests: native code against the oracle.
pub struct Expressions;

impl Fuzzer for Expressions {
    fn name(&self) -> &'static str {
        "expressions"
    }

    fn verdict(&self, seed: u64) -> Verdict {
        Verdict::of(&random_case(seed))
    }

    fn command(&self, seed: u64) -> String {
        random_case(seed).command()
    }
}

/// The same of requests with affine subscripts alone.
pub struct AffineSubscripts;

impl Fuzzer for AffineSubscripts {
    fn name(&self) -> &'static str {
        "affine-subscripts"
    }

    fn verdict(&self, seed: u64) -> Verdict {
        Expressions.verdict(affine_seed(seed))
    }

    fn command(&self, seed: u64) -> String {
        Expressions.command(affine_seed(seed))
    }
}

/// One of the seeds of all requests whose subscripts are affine.
fn affine_seed(seed: u64) -> u64 {
    seed.wrapping_mul(AFFINE).wrapping_add(AFFINE_REMAINDER)
}

/// The case of a seed.
pub fn random_case(seed: u64) -> Case {
    if seed % CONVERSIONS == CONVERSIONS - 1 {
        Case::Convert(random_conversion(seed))
    } else {
        Case::Evaluate(Box::new(random_request(seed)))
    }
}

/// How a seed's use of memory is checked: buffers touch the guard at either edge, and each allocation fails once.
fn memory(seed: u64) -> MemoryChecks {
    let edge = if (seed / CONVERSIONS + seed).is_multiple_of(2) { Edge::End } else { Edge::Start };
    MemoryChecks { guard: Some(edge), failing: Some(Failing::Each) }
}

/// A variable and its size.
#[derive(Clone, Copy, Debug)]
struct Variable {
    name: &'static str,
    size: u64,
}

/// The request of a seed.
pub fn random_request(seed: u64) -> Request {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut made = request("");
    (made.memory, made.effort) = (memory(seed), effort_of(seed));
    made.dtype = pick(&mut random, &DTYPES);
    let variables = random_variables(&mut random);
    let notation = match seed {
        _ if seed % WIDE == 1 => Notation::Wide,
        _ if seed % AFFINE == AFFINE_REMAINDER => Notation::Affine,
        _ => Notation::Plain,
    };
    let drawn = Drawn::new(&mut random, &variables, made.dtype, notation);
    // Integers that wrap around mean the same in both modes.
    let is_special = random.random_bool(0.1);
    let beside_infinity = drawn.needs_strict || is_special && made.dtype.kind() != Kind::Integer;
    if beside_infinity || random.random_bool(0.2) {
        made.fp = FpMode::Strict;
    }
    made.expression = drawn.text.clone();
    let purpose = Purpose::Operand { beside_infinity };
    for tensor in &drawn.operands {
        let special = if is_special { pick(&mut random, &[0.0, 0.1, 0.3]) } else { 0.0 };
        add_data(&mut random, &mut made, tensor, purpose, special);
    }
    if random.random_bool(0.55) && !drawn.target_shape.is_empty() {
        let target = Tensor::result(drawn.target_shape.clone());
        // A result takes the format of an operand if that has room for every point.
        let full = entries("random:density=1", &target, made.dtype);
        let holds_all = |text: &&String| Format::named(text, target.shape.len()).is_ok_and(|f| pack(&full, &f).is_ok());
        let drawn: Vec<_> = made.formats.values().filter(holds_all).cloned().collect();
        let empty = Coo::empty(target.shape.clone(), made.dtype);
        let format = stored(&mut random, &target, Purpose::Result, &empty, &drawn);
        made.formats.extend(format.map(|format| (target.name.clone(), format)));
    }
    made.drop_zeros = random.random_bool(0.1);
    made.two_phase = random.random_bool(0.1);
    made.any_sizes = random.random_bool(0.25);
    if random.random_bool(0.4) {
        let policies = [
            "dense",
            "radix:1",
            "radix:3",
            "radix",
            "runs:2",
            "buckets:1",
            "buckets:4",
            "hash:1",
            "hash",
            "radix:2:aside",
            "buckets:1:aside",
            "mixed:3",
        ];
        made.workspaces = pick(&mut random, &policies).parse().expect("a policy");
    }
    bound_merges(&mut made, &drawn);
    // Beside what is infinite, a fill value that comes out as zero is what an entry that is zero is not: nothing.
    if !is_special && !beside_infinity && random.random_bool(0.1) {
        for (name, text) in &mut made.formats {
            let operand = drawn.operands.iter().find(|operand| operand.name == *name);
            let order = operand.map_or(drawn.target_shape.len(), |operand| operand.shape.len());
            *text = with_fill(&mut random, text, order, made.dtype);
        }
    }
    // Data of a few points would be stored by entries where nothing is said.
    for tensor in &drawn.operands {
        made.formats.entry(tensor.name.clone()).or_insert_with(|| "dense".to_owned());
    }
    let words: Vec<&str> = made.expression.split(|letter: char| !letter.is_alphanumeric()).collect();
    for variable in &variables {
        if words.contains(&variable.name) {
            made.sizes.insert(variable.name.to_owned(), variable.size);
        }
    }
    store_half(&mut random, &mut made, &drawn);
    if notation == Notation::Affine && (seed / AFFINE).is_multiple_of(ORDERED) {
        made.schedule = random_order(&mut random, &made);
    } else if notation == Notation::Affine {
        pad_operand(&mut random, &mut made, &drawn);
    }
    ask_of_innermost_loops(seed, &mut made);
    made
}

/// How the processor gathers, and, of some requests, the form of a loop. What else a seed draws does not depend on it.
fn ask_of_innermost_loops(seed: u64, made: &mut Request) {
    const FORMS: [&str; 11] = [
        "scalar",
        "chains",
        "chains:3",
        "pairs",
        "pairs",
        "lanes",
        "lanes:3",
        "gathers:4",
        "scattered:4",
        "blocks:3",
        "abreast:4",
    ];
    let mut random = ChaCha8Rng::seed_from_u64(!seed);
    made.gathers = pick(&mut random, &[Gathers::Slow, Gathers::Fast]);
    let names: Vec<_> = made.sizes.keys().cloned().collect();
    let is_one = !made.expression.contains(';') && made.halves.is_empty() && made.schedule.is_none();
    // More than half of these do not suit their loop.
    if is_one && !names.is_empty() && random.random_bool(0.1) {
        made.schedule = Some(format!("inner({},{})", pick(&mut random, &names), pick(&mut random, &FORMS)));
    }
}

/// Makes a request read a padded tensor instead of one of its stored operands, in 40 % of the requests that have a suitable operand.
fn pad_operand(random: &mut ChaCha8Rng, made: &mut Request, drawn: &Drawn) {
    const PADDED: &str = "P";
    let can_be_padded = |tensor: &&Tensor| {
        let is_stored = made.formats.get(&tensor.name).is_some_and(|format| format != "dense");
        let is_read = made.expression.contains(&format!("{}(", tensor.name));
        let is_free = tensor.data.is_none() && !made.halves.contains(&tensor.name) && tensor.name != "r";
        is_stored && is_read && is_free && (1..=3).contains(&tensor.shape.len()) && !tensor.shape.contains(&0)
    };
    let Some(tensor) = drawn.operands.iter().find(can_be_padded).filter(|_| random.random_bool(0.4)) else { return };
    let formats: &[&str] = match tensor.shape.len() {
        1 => &["compressed", "hash"],
        2 => &["csr", "csc", "dcsr", "coo", "hash"],
        _ => &["csf", "coo", "dense,dense,compressed"],
    };
    let (mut target, mut read) = (Vec::new(), Vec::new());
    for (name, size) in ["u", "v", "w"].into_iter().zip(&tensor.shape) {
        // A plain variable would have to cover the whole dimension, so the shift is at least 1.
        let before = random.random_range(1..3).min(*size);
        let behind = random.random_range(0..3).min(*size - before);
        target.push(format!("{name}+{before}"));
        read.push(name);
        made.sizes.insert(name.to_owned(), size - before - behind);
    }
    let own = &tensor.name;
    let rest = made.expression.replace(&format!("{own}("), &format!("{PADDED}("));
    made.expression = format!("{PADDED}({}) = {own}({}); {rest}", target.join(","), read.join(","));
    for name in [own.as_str(), PADDED] {
        made.formats.insert(name.to_owned(), pick(random, formats).to_owned());
    }
    made.inputs.insert(own.clone(), format!("random:density=0.4,seed={}", random.random_range(1..1000)).into());
}

/// Any order of the loops of one statement, some over coordinates of operands.
fn random_order(random: &mut ChaCha8Rng, made: &Request) -> Option<String> {
    let mut order: Vec<String> = made.sizes.keys().cloned().collect();
    order.shuffle(random);
    let is_one = !made.expression.contains(';') && order.len() > 1 && made.halves.is_empty();
    let statement = parse(&made.expression).ok().filter(|_| is_one)?;
    let accesses = statement.value.accesses();
    let subscripts: Vec<_> = accesses.iter().flat_map(|access| &access.subscripts).collect();
    let mut chosen: Vec<(String, &Subscript)> = Vec::new();
    for over in &mut order {
        let mentions = |subscript: &Subscript, name: &str| subscript.parts.iter().any(|part| part.variable == name);
        let can_replace = |subscript: &&Subscript| {
            let mut parts = subscript.parts.iter();
            let is_own =
                |part: &Scaled| part.variable == *over && part.division.is_none() && part.coefficient.abs() == 1;
            // No loop takes the place of a variable of another one's subscript.
            let is_independent =
                |(name, other): &(String, &Subscript)| !mentions(subscript, name) && !mentions(other, over);
            let is_sum = subscript.parts.iter().all(|part| part.division.is_none());
            subscript.as_variable().is_none() && is_sum && parts.any(is_own) && chosen.iter().all(is_independent)
        };
        if let Some(subscript) = subscripts.iter().copied().find(can_replace)
            && random.random_bool(0.3)
        {
            chosen.push((std::mem::replace(over, subscript.to_string()), subscript));
        }
    }
    Some(format!("reorder({})", order.join(",")))
}

/// Makes one square operand symmetric, if it is stored in a format that holds a half of it, and stores that half.
fn store_half(random: &mut ChaCha8Rng, made: &mut Request, drawn: &Drawn) {
    let is_drawn = |tensor: &&Tensor| tensor.fixes_shape && tensor.name != Tensor::result(Vec::new()).name;
    for tensor in drawn.operands.iter().filter(is_drawn) {
        let [size, other] = tensor.shape[..] else { continue };
        let text = made.formats.get(&tensor.name).map_or("dense", String::as_str);
        if size != other || size == 0 || text == "dense" || !random.random_bool(0.5) {
            continue;
        }
        let data = format!("poisson2d:1x{size}");
        let half = entries(&data, tensor, made.dtype).lower_half().expect("it is symmetric");
        // Beside an infinity, what fills a half up is not defined.
        let has_special = made.inputs.values().any(|data| data.to_string_lossy().contains("special"));
        let holds_half = |format: &Format| {
            let is_plain = format.nonzero_fill().is_none() && !(has_special && format.fills_up());
            is_plain && pack(&half, format).is_ok()
        };
        if Format::named(text, 2).is_ok_and(|format| holds_half(&format)) {
            made.inputs.insert(tensor.name.clone(), data.into());
            made.halves.insert(tensor.name.clone());
            // Products of several become four terms and more, which takes long to compile.
            break;
        }
    }
}

/// The conversion of a seed: from one format that holds the data to another.
pub fn random_conversion(seed: u64) -> ConvertRequest {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let dtype = pick(&mut random, &[Dtype::F64, Dtype::F64, Dtype::F32, Dtype::I64, Dtype::I32]);
    let shape: Vec<_> = random_variables(&mut random).iter().map(|variable| variable.size).collect();
    let tensor = Tensor { name: "A".to_owned(), shape, fixes_shape: true, stored: 1.0, data: None };
    let data = sparse_data(&mut random, &tensor);
    let special = if data.starts_with("random") { pick(&mut random, &["", "", ",special=0.2"]) } else { "" };
    let data = format!("{data}{special},seed={}", random.random_range(1..1000));
    let entries = entries(&data, &tensor, dtype);
    let purpose = Purpose::Operand { beside_infinity: false };
    let mut format = || stored(&mut random, &tensor, purpose, &entries, &[]).unwrap_or_else(|| "coo".to_owned());
    let (mut from, mut to) = (format(), format());
    if special.is_empty() && random.random_bool(0.1) {
        let order = tensor.shape.len();
        let filled = (with_fill(&mut random, &from, order, dtype), with_fill(&mut random, &to, order, dtype));
        // Where fill values differ, every point may become an entry: also more in a block than the format holds.
        let all = self::entries("random:density=1.0,seed=1", &tensor, dtype);
        let holds_all = Format::named(&filled.1, order).is_ok_and(|format| pack(&all, &format).is_ok());
        if holds_all {
            (from, to) = filled;
        }
    }
    ConvertRequest {
        data: data.into(),
        from,
        to,
        shape: Some(tensor.shape),
        dtype,
        output: None,
        force: false,
        info: false,
        check: true,
        runs: None,
        memory: memory(seed),
        effort: effort_of(seed),
    }
}

/// The format with a fill value, or, half of the time and for complex numbers, without.
fn with_fill(random: &mut ChaCha8Rng, text: &str, order: usize, dtype: Dtype) -> String {
    let number = pick(random, &[1i8, 2, -1, -3]);
    let fill = match dtype {
        Dtype::F64 => Scalar::F64(f64::from(number) / 2.0),
        Dtype::F32 => Scalar::F32(f32::from(number) / 2.0),
        Dtype::I64 => Scalar::I64(number.into()),
        Dtype::I32 => Scalar::I32(number.into()),
        Dtype::I16 => Scalar::I16(number.into()),
        Dtype::I8 => Scalar::I8(number),
        Dtype::Complex128 | Dtype::Complex64 => return text.to_owned(),
    };
    if random.random_bool(0.5) {
        return text.to_owned();
    }
    let format = Format::named(text, order).expect("it was drawn for this order");
    Format { fill: fill.to_fill(), ..format }.to_string()
}

/// Makes operands dense until merging the others takes few cases: code grows with them, and the time to compile it.
fn bound_merges(made: &mut Request, drawn: &Drawn) {
    if !["+", " - ", "(-", "max(", "min(", "where(", "<", ">", "==", "!=", "cos(", "exp("]
        .iter()
        .any(|sum| made.expression.contains(sum))
    {
        return;
    }
    loop {
        let stored = drawn.operands.iter().filter(|tensor| made.formats.contains_key(&tensor.name));
        let Some(largest) = stored.clone().max_by_key(|tensor| tensor.shape.len()) else { return };
        let cases = (stored.count() as u64 + 1).pow(largest.shape.len() as u32);
        if cases <= MOST_CASES {
            return;
        }
        made.formats.remove(&largest.name);
    }
}

fn pick<T: Clone>(random: &mut ChaCha8Rng, from: &[T]) -> T {
    from.choose(random).expect("the lists of choices are not empty").clone()
}

/// Up to five variables. Some have the same size, so that tensors can be transposed.
fn random_variables(random: &mut ChaCha8Rng) -> Vec<Variable> {
    let count = pick(random, &[1, 2, 2, 3, 3, 3, 4, 4, 5]);
    let mut sizes: Vec<u64> = (0..count).map(|_| pick(random, &[1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 12, 17, 33])).collect();
    for index in 1..count {
        if random.random_bool(0.4) {
            sizes[index] = sizes[random.random_range(0..index)];
        }
    }
    while sizes.iter().product::<u64>() > MOST_POINTS {
        let largest = sizes.iter().copied().max().unwrap_or(1);
        sizes.iter_mut().filter(|size| **size == largest).for_each(|size| *size = largest - 1);
    }
    if random.random_bool(0.03) {
        sizes[random.random_range(0..count)] = 0;
    }
    VARIABLES.into_iter().zip(sizes).map(|(name, size)| Variable { name, size }).collect()
}

/// Gives an operand data and, mostly, a format that holds it.
fn add_data(random: &mut ChaCha8Rng, made: &mut Request, tensor: &Tensor, purpose: Purpose, special: f64) {
    let is_stored = !tensor.shape.is_empty() && random.random_bool(tensor.stored);
    let data = match &tensor.data {
        Some(data) => data.clone(),
        None if is_stored => sparse_data(random, tensor),
        None => "random:density=1".to_owned(),
    };
    let special =
        if special > 0.0 && data.starts_with("random") { format!(",special={special}") } else { String::new() };
    let data = format!("{data}{special},seed={}", random.random_range(1..1000));
    if is_stored {
        let entries = entries(&data, tensor, made.dtype);
        let drawn: Vec<_> = made.formats.values().cloned().collect();
        let format = stored(random, tensor, purpose, &entries, &drawn);
        made.formats.extend(format.map(|format| (tensor.name.clone(), format)));
    }
    made.inputs.insert(tensor.name.clone(), data.into());
}

fn sparse_data(random: &mut ChaCha8Rng, tensor: &Tensor) -> String {
    if let ([rows, columns], true) = (tensor.shape.as_slice(), tensor.fixes_shape) {
        match random.random_range(0..10) {
            0 => {
                let (height, width) = (random.random_range(1..5), random.random_range(1..5));
                return format!("blocks:{rows}x{columns},block={height}x{width},density=0.3");
            }
            1 if rows == columns => return format!("banded:n={rows},width={}", random.random_range(0..5)),
            _ => {}
        }
    }
    format!("random:density={}", pick(random, &[0.0, 0.02, 0.1, 0.1, 0.2, 0.2, 0.3, 0.5, 0.8, 1.0]))
}

fn entries(data: &str, tensor: &Tensor, dtype: Dtype) -> Coo {
    let generator = Generator::parse(data).expect("the text of a generator");
    generator.generate(&tensor.shape, dtype).expect("small tensors can be made")
}

/// A format that holds the entries; none (dense) if none is found. Often it is one of those that were `drawn` before:
/// operands of unusual formats are walked together only where their levels are the same.
fn stored(
    random: &mut ChaCha8Rng,
    tensor: &Tensor,
    purpose: Purpose,
    entries: &Coo,
    drawn: &[String],
) -> Option<String> {
    (0..20).find_map(|_| {
        let again = drawn.choose(random).filter(|_| random.random_bool(0.3)).cloned();
        let text = match again {
            Some(text) => text,
            None => format::random_format(random, tensor.shape.len(), purpose)?,
        };
        let format = Format::named(&text, tensor.shape.len()).ok()?;
        pack(entries, &format).ok()?;
        Some(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_case() {
        for seed in 0..50 {
            assert_eq!(random_case(seed).command(), random_case(seed).command());
        }
    }

    #[test]
    fn sums_are_left_unclear_seldom() {
        let is_unclear = |seed: &u64| {
            let parsed = lacuna_notation::parse_program(&random_request(*seed).expression);
            parsed.is_err_and(|error| matches!(*error.problem, lacuna_notation::Problem::SumUnclear { .. }))
        };
        let unclear = (0..2000).filter(is_unclear).count();
        assert!((4..60).contains(&unclear), "{unclear} of 2000");
    }

    #[test]
    fn conversions_are_drawn_between_many_formats() {
        let is_conversion = |seed: &u64| matches!(random_case(*seed), Case::Convert(_));
        assert_eq!((0..800).filter(is_conversion).count(), 100);
        let requests: Vec<_> = (0..2000).map(random_conversion).collect();
        for word in ["csr", "coo", "csf", "hash", "batch", "structured", "floordiv", "_ : dense", "loose", "singleton"]
        {
            let count = |format: &dyn Fn(&ConvertRequest) -> bool| requests.iter().filter(|made| format(made)).count();
            let (from, to) = (count(&|made| made.from.contains(word)), count(&|made| made.to.contains(word)));
            assert!(from > 5 && to > 5, "{word} is in {from} sources and {to} results");
        }
        let differ = requests.iter().filter(|made| made.from.contains("fill =") != made.to.contains("fill ="));
        assert!(differ.count() > 40);
    }

    #[test]
    fn all_orders_and_many_formats_are_drawn() {
        let requests: Vec<_> = (0..2000).map(random_request).collect();
        let formats = || requests.iter().flat_map(|request| &request.formats);
        for word in ["csr", "csc", "coo", "dcsr", "dcsc", "csf", "bcsr", "csb", "ell", "dia", "hash"] {
            let of_operands = formats().filter(|(name, format)| *name != "r" && format.starts_with(word)).count();
            assert!(of_operands > 5, "{word} stores {of_operands} operands");
        }
        for word in ["loose_compressed", "hashed", "batch", "structured", "floordiv", "offset", "range", "_ : dense"] {
            let count = formats().filter(|(_, format)| format.contains(word)).count();
            assert!(count > 5, "{word} occurs {count} times");
        }
        let count = |has: &dyn Fn(&Request) -> bool| requests.iter().filter(|request| has(request)).count();
        let has_special =
            |request: &Request| request.inputs.values().any(|data| data.to_string_lossy().contains("special"));
        assert!(count(&|request| has_special(request) && request.dtype.kind() != Kind::Integer) > 60);
        assert!(count(&|request| has_special(request) && request.dtype.kind() == Kind::Integer) > 30);
        assert!(count(&|request| request.two_phase && request.formats.contains_key("r")) > 60);
        assert!(count(&|request| request.any_sizes && request.formats.contains_key("r")) > 150);
        let asks = |word: &str| count(&|request| request.schedule.as_ref().is_some_and(|own| own.contains(word)));
        for word in ["scalar", "chains", "pairs", "lanes", "gathers", "scattered", "blocks", "abreast"] {
            assert!(asks(word) > 5, "{word} is asked for {} times", asks(word));
        }
        let has_fill = |request: &Request, result: bool| {
            request.formats.iter().any(|(name, format)| (name == "r") == result && format.contains("fill ="))
        };
        assert!(count(&|request| has_fill(request, false)) > 40);
        assert!(count(&|request| has_fill(request, true)) > 20);
        for function in ["max(", "min("] {
            let count = count(&|request| request.expression.contains(function));
            assert!((100..400).contains(&count), "{function} occurs in {count} expressions");
        }
        let stored_results = formats().filter(|(name, _)| *name == "r").count();
        assert!(stored_results > 600, "{stored_results} results are stored");
        for order in 0..=5 {
            let of_order = |request: &&Request| {
                request.expression.split(['=', '+']).next().is_some_and(|target| {
                    if order == 0 {
                        !target.contains('(')
                    } else {
                        target.matches(',').count() + 1 == order && target.contains('(')
                    }
                })
            };
            let count = requests.iter().filter(of_order).count();
            assert!(count > 20, "{count} results of order {order}");
        }
    }
}
