//! `convert-sloop-to-scf`: cursor form to loops over arrays.
//!
//! Each level format emits its own level functions ([`crate::levels`]); here they are put into loops: a counted loop
//! over positions, no loop where a level has exactly one child a node, and a `while` that scans ahead where neighbours
//! of equal coordinate are taken together.
//!
//! Example: `test/conversions/sloop_to_scf.mlir`.

use crate::{
    diagnostic::{Reported, error},
    levels::{self, LevelFormat, LevelSite, Parents},
    options,
    pass::Pass,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::{
        Op, Value, arguments, body, collect_ops, erase, integer_attribute, is_op, op_name, operands, ops_in,
        replace_uses, results, segments,
    },
};
use melior::ir::{ValueLike, operation::OperationLike};

options! {
    /// Options of `convert-sloop-to-scf`.
    pub struct SloopToScf {}
}

impl Pass for SloopToScf {
    const ARGUMENT: &'static str = "convert-sloop-to-scf";
    const SUMMARY: &'static str = "Convert level loops to loops over arrays";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for op in collect_ops(root, |op| op_name(op).starts_with("sloop.")) {
            check(op)?;
        }
        // Outer loops first: bodies move, and the handles of what they hold stay good. Yields go with their loops.
        let lowered = |op| matches!(op_name(op).as_str(), "sloop.iterate" | "sloop.locate" | "sloop.value");
        for op in collect_ops(root, lowered) {
            match op_name(op).as_str() {
                "sloop.iterate" => iterate(op),
                "sloop.locate" => locate(op),
                _ => value(op),
            }
        }
        Ok(())
    }
}

fn check(op: Op<'_>) -> Result<(), Reported> {
    match op_name(op).as_str() {
        "sloop.value" | "sloop.yield" => Ok(()),
        "sloop.iterate" | "sloop.locate" => {
            let site = site(op);
            let level = site.format.level(site.level);
            let format = levels::level_format(level);
            let able = format.is_some_and(|format| is_op(op, "sloop.iterate") || format.capabilities().locate);
            if able {
                return Ok(());
            }
            Err(error(
                op.location(),
                format!("level {} is {}, which has no code for {} yet", site.level, level.kind, op_name(op)),
            ))
        }
        name => Err(error(op.location(), format!("{name} is index form: run sloop-sparsify first"))),
    }
}

fn site<'c>(op: Op<'c>) -> LevelSite<'c> {
    let tensor = operands(op)[if is_op(op, "sloop.locate") { 1 } else { 0 }];
    LevelSite {
        tensor,
        format: Format::of(tensor.r#type()).expect("the verifier asks for a stored tensor"),
        level: integer_attribute(op, "level").unwrap_or(0) as usize,
    }
}

fn level_code(site: LevelSite<'_>) -> Box<dyn LevelFormat> {
    levels::level_format(site.format.level(site.level)).expect("checked before")
}

fn locate(op: Op<'_>) {
    let all = operands(op);
    let site = site(op);
    let position = level_code(site).locate(&Builder::before(op), site, all[2], all[0]);
    replace_uses(results(op)[0], position);
    erase(op);
}

fn value(op: Op<'_>) {
    let all = operands(op);
    let builder = Builder::before(op);
    let array = builder.buffer_type(builder.scalar_type(all[0].r#type()));
    let array = builder.value("stensor.values", &[all[0]], array, &[]);
    let loaded = builder.load(array, &[all[1]]);
    replace_uses(results(op)[0], loaded);
    erase(op);
}

fn iterate(op: Op<'_>) {
    let builder = Builder::before(op);
    let site = site(op);
    let code = level_code(site);
    let all = operands(op);
    let groups = segments(op);
    let parents = match &all[1..=groups[1]] {
        [one] => Parents::One(*one),
        [first, last, ..] => Parents::Range(*first, *last),
        [] => unreachable!("the verifier asks for a parent"),
    };
    let inits = &all[1 + groups[1] + groups[2]..];
    let (low, high) = code.position_bounds(&builder, site, parents);
    let is_single = code.properties().branchless && matches!(parents, Parents::One(_));
    let finals = if op.has_attribute("segments") {
        segment_loop(op, &builder, &*code, site, parents, (low, high), inits)
    } else if is_single {
        let coordinate = code.coordinate(&builder, site, parents, low);
        let cursors: Vec<_> = [coordinate, low].into_iter().chain(inits.iter().copied()).collect();
        adopt_body(op, &builder, &cursors)
    } else {
        let range = (low, high, builder.index(1));
        builder.for_loop(range, inits, |inner, position, carried| {
            let coordinate = code.coordinate(inner, site, parents, position);
            let cursors: Vec<_> = [coordinate, position].into_iter().chain(carried.iter().copied()).collect();
            adopt_body(op, inner, &cursors)
        })
    };
    for (old, new) in results(op).into_iter().zip(finals) {
        replace_uses(old, new);
    }
    erase(op);
}

/// A loop over runs of equal coordinates: find the end of a run, run the body on it, go on there.
fn segment_loop<'c>(
    op: Op<'c>,
    builder: &Builder<'c>,
    code: &dyn LevelFormat,
    site: LevelSite<'c>,
    parents: Parents<'c>,
    (low, high): (Value<'c>, Value<'c>),
    inits: &[Value<'c>],
) -> Vec<Value<'c>> {
    let start: Vec<_> = std::iter::once(low).chain(inits.iter().copied()).collect();
    let finals = while_loop(
        builder,
        &start,
        |inner, state| inner.compare(ComparePredicate::UnsignedLess, state[0], high),
        |inner, state| {
            let coordinate = code.coordinate(inner, site, parents, state[0]);
            let next = inner.binary("arith.addi", state[0], inner.index(1));
            let end = while_loop(
                inner,
                &[next],
                |scan, ahead| {
                    let inside = scan.compare(ComparePredicate::UnsignedLess, ahead[0], high);
                    scan.if_else(
                        inside,
                        &[scan.bool_type()],
                        |scan| {
                            let other = code.coordinate(scan, site, parents, ahead[0]);
                            vec![scan.compare(ComparePredicate::Equal, other, coordinate)]
                        },
                        |scan| vec![scan.number(0.0, scan.bool_type())],
                    )[0]
                },
                |scan, ahead| vec![scan.binary("arith.addi", ahead[0], scan.index(1))],
            )[0];
            let cursors: Vec<_> = [coordinate, state[0], end].into_iter().chain(state[1..].iter().copied()).collect();
            let mut next = vec![end];
            next.extend(adopt_body(op, inner, &cursors));
            next
        },
    );
    finals[1..].to_vec()
}

fn while_loop<'c>(
    builder: &Builder<'c>,
    start: &[Value<'c>],
    condition: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Value<'c>,
    step: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
) -> Vec<Value<'c>> {
    let types: Vec<_> = start.iter().map(|value| value.r#type()).collect();
    let before = builder.region(&types, |inner, state| {
        let go_on = condition(inner, state);
        let operands: Vec<_> = std::iter::once(go_on).chain(state.iter().copied()).collect();
        inner.create("scf.condition", &operands, &[], &[], Vec::new());
    });
    let after = builder.region(&types, |inner, state| {
        let next = step(inner, state);
        inner.create("scf.yield", &next, &[], &[], Vec::new());
    });
    results(builder.create("scf.while", start, &types, &[], vec![before, after]))
}

/// Moves the body of a level loop to where `builder` stands, with its arguments replaced; gives what it yields.
fn adopt_body<'c>(op: Op<'c>, builder: &Builder<'c>, values: &[Value<'c>]) -> Vec<Value<'c>> {
    let block = body(op, 0).expect("the verifier asks for a body");
    for (argument, value) in arguments(block).into_iter().zip(values) {
        replace_uses(argument, *value);
    }
    let mut yielded = Vec::new();
    for inner in ops_in(block) {
        if is_op(inner, "sloop.yield") {
            yielded = operands(inner);
            erase(inner);
        } else {
            builder.adopt(inner);
        }
    }
    yielded
}
