//! Copies of every point of a tensor: into a dense tensor, in the order of the result, or in groups of it.

use crate::{
    bridge::{Binding, write::emit_nest},
    index::{
        Access, Directives, Expr, Stmt, TensorId, Write,
        algebra::Known,
        build::{dimension_var, loops},
        subscript::Subscript,
    },
    values::dimension_size,
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Value, results, shape},
    sloop::Combiner,
    stensor::{
        conversion::{Build, Building, Convert},
        storage::Empty,
    },
};
use lacuna_layout::{Description, Level, order::may_repeat};
use melior::ir::{Type, ValueLike};

/// A copy of every point, as a nest.
pub(super) struct Copying<'a, 'c> {
    pub builder: &'a Builder<'c>,
    /// The conversion that it is a part of.
    pub of: Convert<'c>,
}

impl<'c> Copying<'_, 'c> {
    pub fn build(&self, list: Value<'c>, r#type: Type<'c>) -> Value<'c> {
        let how = Building { for_lookups: self.of.how().for_lookups };
        Build::build(self.builder, list, r#type, how)
    }

    /// The points of a tensor in a tensor of another type; in its groups, if they come as a list.
    pub fn emit(&self, source: Value<'c>, r#type: Type<'c>, list: Option<&lacuna_layout::Format>) -> Value<'c> {
        let builder = self.builder;
        let order = shape(r#type).map_or(0, |shape| shape.len());
        // What has a place for every point stores all of them.
        let stores_some = Format::of(r#type).is_none_or(|format| !format.levels().iter().all(Level::has_all_places));
        let holds_more = Format::of(source.r#type()).is_none_or(|format| format.value.fills_up())
            && stores_some
            && !self.of.how().all_stored;
        let mut binding = Binding::default();
        let mut nest = binding.new_nest(self.of.op());
        nest.drop_fill = holds_more;
        nest.keep_fill = !holds_more && Format::of(r#type).is_some();
        let location = nest.place;
        let format = Format::of(r#type);
        let input = binding.tensor(source);
        let vars: Vec<_> = (0..order).map(|dimension| nest.add_var(dimension_var(&input, dimension))).collect();
        let sizes = shape(r#type).unwrap_or_default();
        let dynamic: Vec<_> = (0..sizes.len())
            .filter(|dimension| sizes[*dimension].is_none())
            .map(|dimension| dimension_size(builder, source, dimension))
            .collect();
        let empty = match format {
            Some(_) => Empty::build(builder, &dynamic, r#type),
            // Two of these are never merged, as `tensor.empty` may be: each of the copies is freed.
            None => builder.value(
                "bufferization.alloc_tensor",
                &dynamic,
                r#type,
                &[builder.segments(&[dynamic.len(), 0, 0])],
            ),
        };
        let output = binding.tensor(empty).as_output();
        let output = match list {
            Some(list) => output.as_list(Description::of(list.clone())),
            None => output,
        };
        let levels = output.format().and_then(|format| format.mapping().permutation());
        nest.tensors.extend([input, output]);
        let access = |tensor| Access {
            tensor: TensorId(tensor),
            subscripts: vars.iter().map(|var| Subscript::var(*var)).collect(),
        };
        let element = nest.element_of(TensorId(1));
        let fill = nest.fill(TensorId(0));
        let value = nest.add(Expr::Read(access(0)), element, location);
        let around: Vec<_> = levels
            .unwrap_or_else(|| (0..order).collect())
            .into_iter()
            .map(|dimension| (vars[dimension], Directives::default()))
            .collect();
        let write =
            |value, combiner, elsewhere| Stmt::Write(Write { target: access(1), value, combiner, elsewhere, location });
        nest.body = match format {
            Some(_) => loops(&around, vec![write(value, None, Some(nest.fill(TensorId(1))))]),
            None => {
                let start = nest.add(Expr::Constant(Known { value: fill, absent: false }), element, location);
                let mut body = loops(&around, vec![write(start, None, None)]);
                // Zero and a value add up to the value, but for its sign where it is zero.
                let adds = Format::of(source.r#type()).is_some_and(|format| may_repeat(&format)) && fill.is_zero();
                let (combiner, elsewhere) = if adds { (Some(Combiner::Add), None) } else { (None, Some(fill)) };
                body.extend(loops(&around, vec![write(value, combiner, elsewhere)]));
                body
            }
        };
        results(emit_nest(&nest, builder, &mut binding))[0]
    }
}
