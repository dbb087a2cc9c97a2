//! Opens the scopes of a statement, one inside the other ([`crate::plan::Scope`]).

use super::{
    Emitter,
    emitter::{OpenRows, OpenScope, ParentStorage},
};
use crate::{
    bridge::types::type_of,
    plan::{Buffer, CollectedWorkspace, CursorLevel, ForEach, FullWorkspace, Inner, Owned, PassedRows, Scope},
    sparsify::{
        around,
        assembly::{self, Assembly},
        fill::Rows,
    },
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, is_made_in, is_op, results},
    sloop::{assembly_ops::AssemblyOp, grow::Workspace, lookups::Choose},
};
use lacuna_layout::policy::Keeping;
use melior::ir::{ValueLike, r#type::MemRefType};

/// Emits what a scope is around; gives the tensors that it has put together.
type Inside<'i, 'a, 'c> = &'i mut dyn FnMut(&mut Emitter<'a, 'c>, &Builder<'c>) -> Vec<Value<'c>>;

impl<'a, 'c> Emitter<'a, 'c> {
    /// The statement; gives its stored results.
    pub(super) fn statement(&mut self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        let scopes = &self.computed.scopes;
        let (once, each) = scopes.split_at(scopes.partition_point(|scope| scope.for_each == ForEach::Statement));
        self.in_scopes(builder, once, &mut |emitter, builder| {
            emitter.walks(builder, each);
            Vec::new()
        })
    }

    /// Once, or twice where nodes of results are counted first.
    fn walks(&mut self, builder: &Builder<'c>, scopes: &'a [Scope]) {
        if self.computed.is_walked_twice() {
            self.in_scope(OpenScope::Counting, |emitter| emitter.one_walk(builder, scopes));
            let counted = self.assemblies().filter(|assembly| assembly.grows.strategy.walks_twice());
            counted.for_each(|assembly| AssemblyOp::Arrange.build(builder, assembly.handle));
            // The nodes of the first walk are not known in the second.
            self.here.known.clear();
        }
        self.one_walk(builder, scopes);
    }

    fn one_walk(&mut self, builder: &Builder<'c>, scopes: &'a [Scope]) {
        self.in_scopes(builder, scopes, &mut |emitter, builder| {
            emitter.steps(builder, &emitter.computed.steps);
            Vec::new()
        });
    }

    /// Runs `inside` in scopes, the first of which is the outermost.
    fn in_scopes(&mut self, builder: &Builder<'c>, scopes: &'a [Scope], inside: Inside<'_, 'a, 'c>) -> Vec<Value<'c>> {
        let Some((first, rest)) = scopes.split_first() else { return inside(self, builder) };
        let mut inside = |emitter: &mut Self, builder: &Builder<'c>| emitter.in_scopes(builder, rest, inside);
        match &first.owns {
            Owned::Form(level, forms) => {
                let number = self.choose_form(*level, forms);
                self.in_scope(OpenScope::Form(*level, forms, number), |emitter| inside(emitter, builder)).0
            }
            Owned::Buffers(buffers) => self.in_buffers(builder, buffers, &mut inside),
            Owned::Result(number) => self.in_growth(builder, *number, &mut inside),
            Owned::Workspaces(workspaces) => self.in_workspaces(builder, workspaces, &mut inside),
            Owned::OpenedRows(rows) => self.in_opened_rows(builder, *rows, &mut inside),
        }
    }

    /// Chooses a form for the loops over a level: once where loops around the nest leave its operand as it is.
    fn choose_form(&self, level: CursorLevel, forms: &[Inner]) -> Value<'c> {
        let site = self.site(level.cursor, level.level);
        let nest = self.binding.op(self.nest.source);
        let changes = |around: &Op<'c>| is_op(*around, "func.func") || is_made_in(site.tensor, *around);
        let outside = std::iter::once(nest).chain(around(nest)).take_while(|around| !changes(around));
        let outermost = outside.last().expect("no nest makes its operands");
        let ways: Vec<_> = forms.iter().map(|form| form.how()).collect();
        Choose::build(&Builder::before(outermost), (site.tensor, site.level), &ways)
    }

    /// Buffers, whose memory on the stack is free again behind what is inside.
    fn in_buffers(
        &mut self,
        builder: &Builder<'c>,
        buffers: &'a [Buffer],
        inside: Inside<'_, 'a, 'c>,
    ) -> Vec<Value<'c>> {
        let mut types = Vec::new();
        let depth = self.scopes.len();
        let region = builder.region(&[], |builder, _| {
            let mut allocated = Vec::new();
            for buffer in buffers {
                let scope = match buffer {
                    Buffer::Array(array) => {
                        let buffer = self.array(builder, *array);
                        allocated.extend((!array.is_on_stack).then_some(buffer));
                        OpenScope::Tensor(array.tensor, buffer)
                    }
                    Buffer::ParentList(level, size) => {
                        let most = size.max_parents.cast_signed();
                        let list = stack_buffer(builder, &[most, if size.parents_are_runs { 3 } else { 2 }]);
                        OpenScope::Parents(*level, ParentStorage { list, begins: stack_buffer(builder, &[most]) })
                    }
                };
                self.scopes.push(scope);
            }
            let values = inside(self, builder);
            for array in allocated {
                builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
            }
            types.extend(values.iter().map(|value| value.r#type()));
            builder.create("memref.alloca_scope.return", &values, &[], &[], Vec::new());
        });
        self.scopes.truncate(depth);
        results(builder.create("memref.alloca_scope", &[], &types, &[], vec![region]))
    }

    fn array(&self, builder: &Builder<'c>, array: FullWorkspace) -> Value<'c> {
        let tensor = self.nest.tensor(array.tensor);
        let sizes: Vec<_> = tensor.shape.iter().map(|size| size.map_or(i64::MIN, |size| size as i64)).collect();
        let r#type = MemRefType::new(type_of(tensor.element, builder.context()), &sizes, None, None);
        let dynamic = self.dynamic_sizes(array.tensor);
        let name = if array.is_on_stack { "memref.alloca" } else { "memref.alloc" };
        builder.value(name, &dynamic, r#type.into(), &[builder.segments(&[dynamic.len(), 0])])
    }

    /// The operation that owns a stored result while it grows.
    fn in_growth(&mut self, builder: &Builder<'c>, number: usize, inside: Inside<'_, 'a, 'c>) -> Vec<Value<'c>> {
        let result = &self.computed.results[number];
        let grow = assembly::start(builder, (self.nest, self.binding), result, |var| self.extent(var));
        grow.build(builder, |builder, handle| {
            let scope = OpenScope::Growth(Assembly::new(result, handle));
            self.in_scope(scope, |emitter| inside(emitter, builder)).0
        })
    }

    /// The operations that own workspaces; twice where these are kept in another way if some are found to be large.
    fn in_workspaces(
        &mut self,
        builder: &Builder<'c>,
        all: &'a [CollectedWorkspace],
        inside: Inside<'_, 'a, 'c>,
    ) -> Vec<Value<'c>> {
        let bounds = all.iter().filter_map(|inside| Some((inside.tensor, inside.beyond?.places)));
        let fits = bounds.map(|(tensor, places)| self.has_up_to(builder, tensor, places));
        let keepings = |is_large: bool| {
            let beyond = |inside: &CollectedWorkspace| inside.beyond.filter(|_| is_large).map(|beyond| beyond.keeping);
            let keeping = |inside: &CollectedWorkspace| (*inside, beyond(inside).unwrap_or(inside.keeping));
            all.iter().map(keeping).collect::<Vec<_>>()
        };
        let Some(fits) = fits.reduce(|one, other| builder.binary("arith.andi", one, other)) else {
            return self.in_kept(builder, &keepings(false), inside);
        };
        let sides = [false, true].map(|is_large| {
            builder.region(&[], |builder, _| {
                self.in_region(|emitter| emitter.in_kept(builder, &keepings(is_large), inside));
                builder.create("scf.yield", &[], &[], &[], Vec::new());
            })
        });
        builder.create("scf.if", &[fits], &[], &[], sides.into());
        Vec::new()
    }

    /// The operations that own workspaces, each of which keeps its points so.
    fn in_kept(
        &mut self,
        builder: &Builder<'c>,
        workspaces: &[(CollectedWorkspace, Keeping)],
        inside: Inside<'_, 'a, 'c>,
    ) -> Vec<Value<'c>> {
        let Some(((first, keeping), rest)) = workspaces.split_first() else { return inside(self, builder) };
        let list = self.list_type(builder, first.tensor);
        let sizes = self.dynamic_sizes(first.tensor);
        let workspace = Workspace { keeping: *keeping, combiner: first.combiner, list, sizes };
        workspace.build(builder, |builder, handle| {
            let scope = OpenScope::Workspace(first.tensor, handle);
            self.in_scope(scope, |emitter| emitter.in_kept(builder, rest, inside)).0
        })
    }

    /// Rows of a dense result without values, which the outermost loop gives them.
    fn in_opened_rows(
        &mut self,
        builder: &Builder<'c>,
        passed: PassedRows,
        inside: Inside<'_, 'a, 'c>,
    ) -> Vec<Value<'c>> {
        let buffer = self.nest.tensor(passed.fill.buffer);
        let value = self.binding.outside_in_place(builder, passed.fill.value, buffer.element);
        let rows = Rows::of(builder, self.binding.op(self.nest.source), self.binding.value(buffer.operand), value);
        let scope = OpenScope::Rows(OpenRows { var: passed.var, rows, with_rows: passed.with_rows });
        self.in_scope(scope, |emitter| inside(emitter, builder)).0
    }
}

/// A buffer of indices on the stack.
fn stack_buffer<'c>(builder: &Builder<'c>, sizes: &[i64]) -> Value<'c> {
    let r#type = MemRefType::new(builder.index_type(), sizes, None, None);
    builder.value("memref.alloca", &[], r#type.into(), &[builder.segments(&[0, 0])])
}
