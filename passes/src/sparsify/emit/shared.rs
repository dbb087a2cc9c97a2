//! Values that a merge chooses by case, for what follows all of its cases.

use super::Emitter;
use crate::{
    bridge::{constants::emit_constant, types::type_of},
    index::{ExprId, Scalar, constant::Constant},
    levels::Parents,
    plan::{CaseValue, Entered, Folds, SharedCases},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};
use std::cell::RefCell;

/// Levels whose segments have one node or none: that node, and whether it is there.
pub fn one_by_one<'c>(
    builder: &Builder<'c>,
    entered: &[(Entered, Parents<'c>)],
) -> (Vec<(Entered, Parents<'c>)>, Vec<Value<'c>>) {
    let node = |(level, at): &(Entered, Parents<'c>)| match at {
        Parents::Range(first, end) => {
            let is_there = builder.compare(ComparePredicate::UnsignedLess, *first, *end);
            ((*level, Parents::One(*first)), is_there)
        }
        Parents::One(_) => unreachable!("a case that serves others gets segments"),
    };
    entered.iter().map(node).unzip()
}

/// Whether what is stored is one of the cases; the drivers before `depth` that store something are `present`.
pub fn is_case<'c>(
    builder: &Builder<'c>,
    cases: &[(u32, ExprId)],
    stored: &[Value<'c>],
    depth: usize,
    present: u32,
) -> Value<'c> {
    let with_prefix = cases_of(cases, depth, present).count();
    // Where nothing is stored, the merge has no round.
    let possible = (1usize << (stored.len() - depth)) - usize::from(present == 0);
    if with_prefix == 0 || with_prefix == possible {
        return builder.number(if with_prefix == 0 { 0.0 } else { -1.0 }, builder.bool_type());
    }
    builder.if_else(
        stored[depth],
        &[builder.bool_type()],
        |builder| vec![is_case(builder, cases, stored, depth + 1, present | 1 << depth)],
        |builder| vec![is_case(builder, cases, stored, depth + 1, present)],
    )[0]
}

/// The cases in which of the drivers before `depth` those that store something are `present`.
fn cases_of(cases: &[(u32, ExprId)], depth: usize, present: u32) -> impl Iterator<Item = &(u32, ExprId)> {
    let before = (1u32 << depth) - 1;
    cases.iter().filter(move |(case, _)| case & before == present)
}

impl<'c> Emitter<'_, 'c> {
    /// The value in which the cases of a merge differ, where this is stored.
    pub(super) fn shared_value(
        &mut self,
        builder: &Builder<'c>,
        shared: &SharedCases,
        stored: &[Value<'c>],
    ) -> Value<'c> {
        match &shared.how {
            CaseValue::Chosen(cases) => {
                let r#type = self.nest.node(shared.value).r#type;
                Choosing { emitter: RefCell::new(self), r#type, cases, stored }.among(builder, 0, 0)
            }
            CaseValue::Blended(parts) => {
                let known = self.known.len();
                self.blend(builder, parts, stored, const { &Folds::new() });
                let value = self.expression(builder, shared.value, const { &Folds::new() });
                self.known.truncate(known);
                value
            }
        }
    }
}

/// A tree of tests, whose leaves are what is left in each case.
struct Choosing<'e, 'a, 'c> {
    emitter: RefCell<&'e mut Emitter<'a, 'c>>,
    r#type: Scalar,
    cases: &'e [(u32, ExprId)],
    stored: &'e [Value<'c>],
}

impl<'c> Choosing<'_, '_, 'c> {
    /// Among the cases in which of the drivers before `depth` those that store something are `present`.
    fn among(&self, builder: &Builder<'c>, depth: usize, present: u32) -> Value<'c> {
        let r#type = type_of(self.r#type, builder.context());
        let Some((_, first)) = cases_of(self.cases, depth, present).next() else {
            // What follows does not run then.
            return emit_constant(builder, Constant::number(0, self.r#type).unwrap_or(Constant::Zero), r#type);
        };
        if depth == self.stored.len() {
            let mut emitter = self.emitter.borrow_mut();
            let known = emitter.known.len();
            let value = emitter.expression(builder, *first, const { &Folds::new() });
            emitter.known.truncate(known);
            return value;
        }
        builder.if_else(
            self.stored[depth],
            &[r#type],
            |builder| vec![self.among(builder, depth + 1, present | 1 << depth)],
            |builder| vec![self.among(builder, depth + 1, present)],
        )[0]
    }
}
