//! A `linalg.generic` that sums a product, read: its factors, and how to multiply and add.

use super::contraction::Vars;
use crate::{
    fp::{FpMode, allows_any_order},
    values::{affine_map, constant_integer, given_name, operand_name},
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, arguments, body, defining_op, op_name, operands, ops_in, results, segments, string_value, users},
};
use melior::ir::{
    AffineExpr, AffineMap, Attribute, Region, Type, ValueLike, attribute::ArrayAttribute, operation::OperationLike,
};
use std::collections::HashMap;

/// A `linalg.generic` that sums a product.
pub struct Product<'c> {
    pub op: Op<'c>,
    /// How many operands are read.
    pub inputs: usize,
    /// What is multiplied.
    pub leaves: Vec<Leaf<'c>>,
    /// What the sum goes into.
    pub result: ProductResult<'c>,
    /// For each variable, a tensor and a dimension of it that has its size.
    pub sizes: Vec<(Value<'c>, usize)>,
    /// The type of the elements.
    pub element: Type<'c>,
    multiply: Op<'c>,
    /// What gives the product the other sign, if something does.
    negate: Option<Op<'c>>,
    add: Op<'c>,
}

/// What a sum goes into.
pub struct ProductResult<'c> {
    pub tensor: Value<'c>,
    /// The variable of each dimension.
    pub dimensions: Vec<usize>,
}

impl ProductResult<'_> {
    pub fn vars(&self) -> Vars {
        bits(&self.dimensions)
    }
}

/// A factor: a value of the body that is no product.
pub struct Leaf<'c> {
    /// What it reads.
    pub inputs: Vec<Input<'c>>,
    value: Value<'c>,
    /// The operations that compute it, in order.
    computes: Vec<Op<'c>>,
}

/// A tensor that is read.
pub struct Input<'c> {
    pub value: Value<'c>,
    /// The variable of each dimension.
    pub dimensions: Vec<usize>,
    argument: Value<'c>,
    /// The number of the operand.
    pub number: usize,
}

impl<'c> Leaf<'c> {
    /// The variables of what it reads.
    pub fn vars(&self) -> Vars {
        self.inputs.iter().fold(0, |vars, input| vars | bits(&input.dimensions))
    }

    /// The tensor that it reads, if it is an element of that and nothing else.
    pub fn only_input(&self) -> Option<&Input<'c>> {
        let [input] = &self.inputs[..] else { return None };
        self.computes.is_empty().then_some(input)
    }

    /// The stored tensor that it is an entry of, with its variables: points that it does not store are zero.
    pub fn stored_input(&self) -> Option<(Value<'c>, &[usize])> {
        let [input] = &self.inputs[..] else { return None };
        let stores_nonzeros = |format: Format<'_>| format.value.nonzero_fill().is_none();
        let is_entry = self.value == input.argument && Format::of(input.value.r#type()).is_some_and(stores_nonzeros);
        is_entry.then_some((input.value, &input.dimensions[..]))
    }

    /// Computes it from other arguments, one for each input.
    pub fn copy(&self, builder: &Builder<'c>, given: &[Value<'c>]) -> Value<'c> {
        let mut copies: HashMap<_, _> =
            self.inputs.iter().map(|input| key(input.argument)).zip(given.iter().copied()).collect();
        for op in &self.computes {
            let moved: Vec<_> =
                operands(*op).into_iter().map(|value| copies.get(&key(value)).copied().unwrap_or(value)).collect();
            let types: Vec<_> = results(*op).iter().map(|value| value.r#type()).collect();
            let made = builder.clone_op(*op, &moved, &types, &[]);
            copies.extend(results(*op).into_iter().map(key).zip(made));
        }
        copies.get(&key(self.value)).copied().unwrap_or(self.value)
    }
}

/// Which operation multiplies what another one adds.
const PRODUCTS: [(&str, &str); 3] =
    [("arith.mulf", "arith.addf"), ("arith.muli", "arith.addi"), ("arith.andi", "arith.ori")];

impl<'c> Product<'c> {
    /// Reads one; none where an operation does something else, subscripts are no variables, or a factor is the value of a variable.
    pub fn of(op: Op<'c>) -> Option<Self> {
        let all = operands(op);
        let inputs = segments(op).first().copied()?;
        if all.len() != inputs + 1 || results(op).len() != 1 {
            return None;
        }
        let block = body(op, 0)?;
        let own = arguments(block);
        let dimensions: Vec<_> = maps(op)?.into_iter().map(plain_dimensions).collect::<Option<_>>()?;
        let ops = ops_in(block);
        let yielded = *operands(*ops.last()?).first()?;
        let add = defining_op(yielded).filter(|add| add.block().is_some_and(|own| own == block))?;
        let (before, product) = match operands(add)[..] {
            [one, other] if one == own[inputs] => (one, other),
            [one, other] if other == own[inputs] => (other, one),
            _ => return None,
        };
        let negate = defining_op(product).filter(|op| negates(*op) && users(product).len() == 1);
        let product = negate.and_then(|negate| operands(negate).pop()).unwrap_or(product);
        let multiply = defining_op(product)?;
        let names = (op_name(multiply), op_name(add));
        let is_product = PRODUCTS.iter().any(|(product, sum)| names == ((*product).to_owned(), (*sum).to_owned()));
        let is_seen_once = |value| users(value).len() == 1;
        if !is_product || !is_seen_once(before) || product == before {
            return None;
        }
        let input = |number: usize| Input {
            value: all[number],
            dimensions: dimensions[number].clone(),
            argument: own[number],
            number,
        };
        let (mut leaves, mut waiting) = (Vec::new(), vec![product]);
        while let Some(value) = waiting.pop() {
            let factor = defining_op(value).filter(|factor| op_name(*factor) == names.0);
            match factor.filter(|factor| is_seen_once(value) && factor.block().is_some_and(|own| own == block)) {
                Some(factor) => waiting.extend(operands(factor).into_iter().rev()),
                None => {
                    let computes = computed_by(value, &ops)?;
                    let reads = |argument: &Value<'c>| {
                        value == *argument || computes.iter().any(|op| operands(*op).contains(argument))
                    };
                    if reads(&before) {
                        return None;
                    }
                    let inputs = (0..inputs).filter(|number| reads(&own[*number])).map(input).collect();
                    leaves.push(Leaf { inputs, value, computes });
                }
            }
        }
        let count = maps(op)?.first()?.dim_count();
        if count > Vars::BITS as usize {
            return None;
        }
        let sized = |var: usize| {
            let mut all = all.iter().zip(&dimensions);
            all.find_map(|(value, own)| Some((*value, own.iter().position(|own| *own == var)?)))
        };
        Some(Self {
            op,
            inputs,
            leaves,
            result: ProductResult { tensor: all[inputs], dimensions: dimensions[inputs].clone() },
            sizes: (0..count).map(sized).collect::<Option<_>>()?,
            element: yielded.r#type(),
            multiply,
            negate,
            add,
        })
    }

    /// Whether terms may be added in another order.
    pub fn may_regroup(&self, fp: FpMode) -> bool {
        let rounds = op_name(self.add) == "arith.addf";
        !rounds
            || fp == FpMode::Fast
                && (!self.add.has_attribute("fastmath") || allows_any_order(self.add) || is_plain(self.add))
    }

    pub fn multiply(&self, builder: &Builder<'c>, left: Value<'c>, right: Value<'c>) -> Value<'c> {
        builder.clone_op(self.multiply, &[left, right], &[self.element], &[])[0]
    }

    /// The product as it is added, given that of all factors.
    pub fn signed(&self, builder: &Builder<'c>, product: Value<'c>) -> Value<'c> {
        let Some(negate) = self.negate else { return product };
        let mut given = operands(negate);
        given.pop();
        given.push(product);
        builder.clone_op(negate, &given, &[self.element], &[])[0]
    }

    pub fn add(&self, builder: &Builder<'c>, left: Value<'c>, right: Value<'c>) -> Value<'c> {
        builder.clone_op(self.add, &[left, right], &[self.element], &[])[0]
    }

    /// What a variable is called; as diagnostics and schedules of nests call it.
    pub fn variable(&self, var: usize) -> String {
        let names = self.op.attribute(lacuna_dialects::sloop::index::VARIABLES).ok();
        let names = names.and_then(|names| ArrayAttribute::try_from(names).ok());
        let name = names.and_then(|names| names.element(var).ok()).and_then(string_value);
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("v{var}"))
    }

    /// What an operand is called.
    pub fn name_of(&self, value: Value<'c>, number: usize) -> String {
        given_name(value).unwrap_or_else(|| operand_name(value, number))
    }

    /// A factor in index notation.
    pub fn text_of(&self, leaf: &Leaf<'c>) -> String {
        let read = |input: &Input<'c>| {
            let names: Vec<_> = input.dimensions.iter().map(|var| self.variable(*var)).collect();
            let name = self.name_of(input.value, input.number);
            if names.is_empty() { name } else { format!("{name}({})", names.join(",")) }
        };
        let reads: Vec<_> = leaf.inputs.iter().map(read).collect();
        match (&reads[..], leaf.computes.is_empty()) {
            ([one], true) => one.clone(),
            ([], _) => "a constant".to_owned(),
            _ => format!("f({})", reads.join(", ")),
        }
    }
}

/// Whether an operation gives its last operand the other sign.
fn negates(op: Op<'_>) -> bool {
    match op_name(op).as_str() {
        "arith.negf" => true,
        "arith.subi" => constant_integer(operands(op)[0]) == Some(0),
        _ => false,
    }
}

/// Whether an operation has the flags that it has if nothing is said.
fn is_plain(op: Op<'_>) -> bool {
    op.attribute("fastmath").is_ok_and(|flags| flags.to_string().contains("none"))
}

/// The operations of a body that compute a value, in order; none if one of them has a region, or takes the number of a loop, which another
/// loop has in a step.
fn computed_by<'c>(value: Value<'c>, ops: &[Op<'c>]) -> Option<Vec<Op<'c>>> {
    let mut needed = vec![value];
    let mut computes = Vec::new();
    for op in ops.iter().rev() {
        if results(*op).iter().any(|result| needed.contains(result)) {
            if op.region_count() > 0 || op_name(*op) == "linalg.index" {
                return None;
            }
            needed.extend(operands(*op));
            computes.push(*op);
        }
    }
    computes.reverse();
    Some(computes)
}

fn maps(op: Op<'_>) -> Option<Vec<AffineMap<'_>>> {
    let maps = op.attribute("indexing_maps").ok().and_then(|maps| ArrayAttribute::try_from(maps).ok())?;
    (0..maps.len()).map(|place| maps.element(place).ok().map(affine_map)).collect()
}

/// The dimension that each result of a map is, if each is another one.
fn plain_dimensions(map: AffineMap<'_>) -> Option<Vec<usize>> {
    let results = (0..map.result_count()).map(|result| map.result(result).ok());
    let plain = results.map(|result| result.filter(AffineExpr::is_dim).map(|result| result.dim_position()));
    let plain = plain.collect::<Option<Vec<_>>>()?;
    let is_new = |(place, dimension): (usize, &usize)| !plain[..place].contains(dimension);
    plain.iter().enumerate().all(is_new).then_some(plain)
}

fn bits(vars: &[usize]) -> Vars {
    vars.iter().fold(0, |bits, var| bits | 1 << var)
}

fn key(value: Value<'_>) -> usize {
    value.to_raw().ptr as usize
}

/// A map from so many dimensions to these.
pub fn map<'c>(builder: &Builder<'c>, count: usize, results: &[usize]) -> Attribute<'c> {
    let names: Vec<_> = (0..count).map(|dimension| format!("d{dimension}")).collect();
    let own: Vec<_> = results.iter().map(|result| names[*result].clone()).collect();
    builder.parse_attribute(&format!("affine_map<({}) -> ({})>", names.join(", "), own.join(", ")))
}

/// Builds a `linalg.generic` with one result, which starts from `start`.
pub fn generic<'c>(
    builder: &Builder<'c>,
    (inputs, start): (&[Value<'c>], Value<'c>),
    (maps, is_parallel): (&[Attribute<'c>], &[bool]),
    further: Vec<(&str, Attribute<'c>)>,
    region: Region<'c>,
) -> Value<'c> {
    let kind = |is_parallel: &bool| {
        let word = if *is_parallel { "parallel" } else { "reduction" };
        builder.parse_attribute(&format!("#linalg.iterator_type<{word}>"))
    };
    let kinds: Vec<_> = is_parallel.iter().map(kind).collect();
    let mut attributes = vec![
        ("indexing_maps", ArrayAttribute::new(builder.context(), maps).into()),
        ("iterator_types", ArrayAttribute::new(builder.context(), &kinds).into()),
        builder.segments(&[inputs.len(), 1]),
    ];
    attributes.extend(further);
    let all: Vec<_> = inputs.iter().copied().chain([start]).collect();
    results(builder.create("linalg.generic", &all, &[start.r#type()], &attributes, vec![region]))[0]
}
