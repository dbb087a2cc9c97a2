//! Values of a merge that are chosen by what its operands store.

use super::{Emitter, in_lanes::TypeInLanes, kept::choose};
use crate::{
    bridge::{constants::attribute_of, types::type_of},
    index::{Expr, ExprId},
    levels::Parents,
    plan::{BlendedPart, Case, CursorLevel, Driver, Merge, Remains, Selection},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
    sloop::lookups::ValueAt,
};
use std::{cell::RefCell, collections::BTreeMap};

/// Enters the segments of the joined drivers of a shared merge, all of whose drivers have `entered` a level. A driver that takes
/// runs keeps its segment; of any other segment, the only node is taken. Gives whether the segments hold a node.
pub fn enter_segments<'c>(
    builder: &Builder<'c>,
    entered: &mut [(CursorLevel, Parents<'c>)],
    merge: &Merge<Case>,
) -> Vec<Value<'c>> {
    let joined = entered.iter_mut().zip(&merge.drivers).filter(|(_, driver)| merge.is_joined(driver));
    let enter = |((_, at), driver): (&mut (CursorLevel, Parents<'c>), &Driver)| {
        let Parents::Range(first, end) = *at else { unreachable!("a joined driver gets a segment") };
        if !driver.gives_runs() {
            *at = Parents::One(first);
        }
        builder.compare(ComparePredicate::UnsignedLess, first, end)
    };
    joined.map(enter).collect()
}

/// Whether a condition holds for what is stored. `table` says it for each combination of operands: bit `k` of the index for
/// `stored[k]`.
///
/// A decision diagram (Bryant 1986): combinations of the last operands that leave the same table of the others share a node.
pub fn emit_table_test<'c>(builder: &Builder<'c>, table: &[bool], stored: &[Value<'c>]) -> Value<'c> {
    fn node<'c, 't>(
        builder: &Builder<'c>,
        table: &'t [bool],
        stored: &[Value<'c>],
        done: &mut BTreeMap<&'t [bool], Value<'c>>,
    ) -> Value<'c> {
        if let Some(value) = done.get(table) {
            return *value;
        }
        let (without, with) = table.split_at(table.len() / 2);
        let value = match stored.split_last() {
            None => builder.number(if table[0] { -1.0 } else { 0.0 }, builder.bool_type()),
            Some((_, others)) if without == with => node(builder, with, others, done),
            Some((last, _)) if with.iter().all(|holds| *holds) && !without.contains(&true) => *last,
            Some((last, others)) => {
                let with = node(builder, with, others, done);
                choose(builder, *last, with, node(builder, without, others, done))
            }
        };
        done.insert(table, value);
        value
    }
    node(builder, table, stored, &mut BTreeMap::new())
}

impl<'c> Emitter<'_, 'c> {
    /// Enters the only node of segments that loops around left as they are. Gives whether these hold a node.
    pub(super) fn enter_pending(
        &self,
        builder: &Builder<'c>,
        entered: &mut Vec<(CursorLevel, Parents<'c>)>,
        pending: &[usize],
    ) -> Vec<Value<'c>> {
        let enter = |cursor: &usize| {
            let Some(Parents::Range(first, end)) = self.here.at[*cursor] else {
                unreachable!("a joined merge gave a segment")
            };
            let level = self.computed.cursors[*cursor].vars.len() - 1;
            entered.push((CursorLevel { cursor: *cursor, level }, Parents::One(first)));
            builder.compare(ComparePredicate::UnsignedLess, first, end)
        };
        pending.iter().map(enter).collect()
    }

    /// Gives parts of the value of a merge the value that they have by what its operands store.
    pub(super) fn blend(&mut self, builder: &Builder<'c>, parts: &[BlendedPart], stored: &[Value<'c>]) {
        let of_its_drivers = |part: &BlendedPart| part.drivers.iter().map(|driver| stored[*driver]).collect::<Vec<_>>();
        for part in parts {
            let r#type = self.type_in_lanes(builder, part.expression);
            let value = match part.selection {
                Selection::Address => self.read_or(builder, part, stored[part.drivers[0]]),
                Selection::Value => {
                    let value = r#type.spread(builder, self.emit_scoped(builder, part.expression));
                    let is_left = emit_table_test(builder, &part.left_table(), &of_its_drivers(part));
                    choose(builder, is_left, value, r#type.constant(builder, part.otherwise()))
                }
                Selection::Guard => {
                    let is_left = emit_table_test(builder, &part.left_table(), &of_its_drivers(part));
                    let compute = |builder: &Builder<'c>| {
                        vec![r#type.spread(builder, self.emit_scoped(builder, part.expression))]
                    };
                    let otherwise = |builder: &Builder<'c>| vec![r#type.constant(builder, part.otherwise())];
                    builder.if_else(is_left, &[r#type.emitted(builder)], compute, otherwise)[0]
                }
                Selection::Branches => self.emit_remains(builder, r#type, &part.left, &of_its_drivers(part)),
            };
            self.here.known.push((part.expression, value));
        }
    }

    /// What a part reads where a flag is set, and its number elsewhere.
    fn read_or(&self, builder: &Builder<'c>, part: &BlendedPart, flag: Value<'c>) -> Value<'c> {
        let node = self.nest.node(part.expression);
        let Expr::Read(access) = &node.expr else { unreachable!("what is loaded is read") };
        let builder = &builder.located(self.binding.location(node.location));
        let number = attribute_of(builder, part.otherwise(), type_of(node.r#type, builder.context()));
        let cursor = self.computed.cursors.iter().position(|cursor| cursor.access == *access);
        let position = cursor.and_then(|cursor| self.position(cursor)).expect("its driver has entered it");
        let number = number.expect("a number has an attribute");
        ValueAt::build_or(builder, (self.operand(access.tensor), position), (flag, number))
    }

    /// What is left by what is stored, given for each combination of operands: a tree of tests.
    fn emit_remains(
        &mut self,
        builder: &Builder<'c>,
        r#type: TypeInLanes<'c>,
        left: &[Remains],
        stored: &[Value<'c>],
    ) -> Value<'c> {
        let (without, with) = left.split_at(left.len() / 2);
        match stored.split_last() {
            None => match left[0] {
                Remains::Constant(value) => r#type.constant(builder, value),
                Remains::Expression(id) => r#type.spread(builder, self.emit_scoped(builder, id)),
            },
            Some((_, others)) if without.iter().zip(with).all(|(one, other)| one.is_identical(*other)) => {
                self.emit_remains(builder, r#type, with, others)
            }
            Some((last, others)) => {
                let emitter = RefCell::new(self);
                let branch = |builder: &Builder<'c>, left| {
                    vec![emitter.borrow_mut().emit_remains(builder, r#type, left, others)]
                };
                builder.if_else(
                    *last,
                    &[r#type.emitted(builder)],
                    |builder| branch(builder, with),
                    |builder| branch(builder, without),
                )[0]
            }
        }
    }

    /// Emits an expression and forgets its subexpressions: they may be in a branch, or hold parts chosen for it alone.
    fn emit_scoped(&mut self, builder: &Builder<'c>, id: ExprId) -> Value<'c> {
        let known = self.here.known.len();
        let value = self.expression(builder, id);
        self.here.known.truncate(known);
        value
    }
}
