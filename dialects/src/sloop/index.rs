//! The index form: nests, loops, and the variables that others define.

use crate::{
    builder::Builder,
    ir::{Block, Op, Value, arguments, body, operands, results, string_value},
    sloop::{
        combiner, directives, keeping,
        schedule::{self, SCHEDULE},
    },
    view::{group, marks, view},
};
use lacuna_index::{Combiner, Directives, precompute::Precompute};
use lacuna_layout::policy::Keeping;
use melior::ir::{
    AffineMap, Attribute, AttributeLike, Region, Type, attribute::DenseI64ArrayAttribute, operation::OperationLike,
};

/// The attribute of a `linalg.generic` whose stored results are made of what it combines, and start from no entries.
pub const FROM_NOTHING: &str = "sloop.from_nothing";

/// The attribute of a `linalg.generic` that names its index variables, one string for each dimension of its domain.
pub const VARIABLES: &str = "sloop.variables";

/// The attribute of a `linalg.generic` whose loops keep their order; a nest says the same ([`Rules::keep_order`]).
pub const KEEP_ORDER: &str = "sloop.keep_order";

/// The attribute of a nest that lists inputs of which loops may take a part ([`Rules::windows`]).
pub const WINDOWS: &str = "sloop.windows";
const DROP_FILL: &str = "sloop.drop_fill";
const KEEP_FILL: &str = "sloop.keep_fill";

/// What holds for a nest as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The loops keep their order: the user gave it.
    pub keep_order: bool,
    /// What a schedule asks of the workspace of a result, until there is one.
    pub precompute: Option<Precompute>,
    /// Stored results leave out values that are computed as the fill value.
    pub drop_fill: bool,
    /// Stored results keep such values: a copy of an operand has the entries that this has.
    pub keep_fill: bool,
    /// The operands of which loops may take a part, by number. A loop takes all of a dimension of any other stored operand
    /// that its variable subscripts alone.
    pub windows: Vec<usize>,
}

view! {
    /// A computation in index form.
    Nest, "sloop.nest"
}

impl<'c> Nest<'c> {
    /// Builds one. The body has an argument for each of the inputs and outputs, of the same type or, for an output whose points
    /// come in groups, of the type of a list. There is a result for each output that is a tensor, of these types; an output
    /// that is a buffer is written in place.
    pub fn build(
        builder: &Builder<'c>,
        (inputs, outputs): (&[Value<'c>], &[Value<'c>]),
        results: &[Type<'c>],
        rules: &Rules,
        body: Region<'c>,
    ) -> Op<'c> {
        let Rules { keep_order, precompute, drop_fill, keep_fill, windows } = rules;
        let mut attributes = vec![builder.segments(&[inputs.len(), outputs.len()])];
        let set = [(KEEP_ORDER, *keep_order), (DROP_FILL, *drop_fill), (KEEP_FILL, *keep_fill)];
        attributes.extend(marks(builder, &set));
        attributes.extend(precompute.iter().map(|asked| (SCHEDULE, builder.string_attribute(&asked.to_string()))));
        if !windows.is_empty() {
            let numbers: Vec<_> = windows.iter().map(|operand| *operand as i64).collect();
            attributes.push((WINDOWS, DenseI64ArrayAttribute::new(builder.context(), &numbers).into()));
        }
        let operands: Vec<_> = inputs.iter().chain(outputs).copied().collect();
        builder.create(Self::NAME, &operands, results, &attributes, vec![body])
    }

    /// The tensors and buffers that are read.
    pub fn inputs(self) -> Vec<Value<'c>> {
        group(self.0, 0)
    }

    /// The tensors and buffers that are written.
    pub fn outputs(self) -> Vec<Value<'c>> {
        group(self.0, 1)
    }

    /// What holds for all of it.
    ///
    /// # Errors
    /// What is wrong with [`WINDOWS`] or [`SCHEDULE`].
    pub fn rules(self) -> Result<Rules, String> {
        Ok(Rules {
            keep_order: self.0.has_attribute(KEEP_ORDER),
            precompute: schedule::workspace_of(self.0)?,
            drop_fill: self.0.has_attribute(DROP_FILL),
            keep_fill: self.0.has_attribute(KEEP_FILL),
            windows: self.windows()?,
        })
    }

    fn windows(self) -> Result<Vec<usize>, String> {
        let Ok(given) = self.0.attribute(WINDOWS) else { return Ok(Vec::new()) };
        let inputs = 0..self.inputs().len();
        let unfit = || format!("{WINDOWS} lists inputs by number, of which there are {}: {given}", inputs.len());
        let array = DenseI64ArrayAttribute::try_from(given).map_err(|_| unfit())?;
        let input = |at| array.element(at).ok().and_then(|number| usize::try_from(number).ok());
        let listed = (0..array.len()).map(|at| input(at).filter(|input| inputs.contains(input)));
        listed.collect::<Option<_>>().ok_or_else(unfit)
    }

    /// The statements. The arguments of the block stand for inputs and outputs.
    pub fn body(self) -> Block<'c> {
        body(self.0, 0).expect("the verifier asks for a body")
    }
}

/// The attributes of a loop: directives, and the name of the variable.
fn loop_attributes<'c>(
    builder: &Builder<'c>,
    how: Directives,
    name: Option<&str>,
) -> impl Iterator<Item = (&'static str, Attribute<'c>)> {
    let how = directives::attribute(how, builder.context()).map(|how| ("how", how));
    let name = name.map(|name| ("variable", builder.string_attribute(name)));
    how.into_iter().chain(name)
}

fn variable(op: Op<'_>) -> Option<String> {
    op.attribute("variable").ok().and_then(string_value)
}

/// What [`Forall`] and [`Fold`] have in common.
macro_rules! loop_view {
    ($view:ident) => {
        impl<'c> $view<'c> {
            /// The number of values that the variable takes, if it has a range of its own.
            pub fn extent(self) -> Option<Value<'c>> {
                operands(self.0).first().copied()
            }

            /// How the iterations run.
            pub fn how(self) -> Directives {
                self.0.attribute("how").map(directives::of).unwrap_or_default()
            }

            /// The name of the variable, for diagnostics.
            pub fn variable(self) -> Option<String> {
                variable(self.0)
            }

            /// What runs for each value.
            pub fn body(self) -> Block<'c> {
                body(self.0, 0).expect("the verifier asks for a body")
            }

            /// The variable.
            pub fn index(self) -> Value<'c> {
                arguments(self.body())[0]
            }
        }
    };
}

view! {
    /// A loop: for all values of an index variable.
    Forall, "sloop.forall"
}

loop_view!(Forall);

impl<'c> Forall<'c> {
    /// Builds one. The body has one argument of type `index`.
    pub fn build(
        builder: &Builder<'c>,
        extent: Option<Value<'c>>,
        (how, variable): (Directives, Option<&str>),
        body: Region<'c>,
    ) {
        let attributes: Vec<_> = loop_attributes(builder, how, variable).collect();
        builder.create(Self::NAME, extent.as_slice(), &[], &attributes, vec![body]);
    }
}

view! {
    /// A reduction that is a value: combines what the body yields for each value of the variable.
    Fold, "sloop.fold"
}

loop_view!(Fold);

impl<'c> Fold<'c> {
    /// Builds one. The body has one argument of type `index`, and yields a value of the type of the result.
    pub fn build(
        builder: &Builder<'c>,
        extent: Option<Value<'c>>,
        (combiner, how, variable): (Combiner, Directives, Option<&str>),
        r#type: Type<'c>,
        body: Region<'c>,
    ) -> Value<'c> {
        let combiner = ("combiner", combiner::attribute(combiner, builder.context()));
        let attributes: Vec<_> = std::iter::once(combiner).chain(loop_attributes(builder, how, variable)).collect();
        results(builder.create(Self::NAME, extent.as_slice(), &[r#type], &attributes, vec![body]))[0]
    }

    /// How values are combined.
    pub fn combiner(self) -> Combiner {
        combiner::of(self.0.attribute("combiner").expect("the verifier asks for a combiner"))
    }
}

view! {
    /// An index variable that others define.
    Derive, "sloop.derive"
}

impl<'c> Derive<'c> {
    /// Builds one: the one result of the map at these variables, whose loops are open. With `below`, what follows runs only
    /// where the variable is at least 0 and less than that. `is_asked` says that a schedule split its loop.
    pub fn build(
        builder: &Builder<'c>,
        (indices, map): (&[Value<'c>], AffineMap<'c>),
        (below, is_asked): (Option<Value<'c>>, bool),
        variable: Option<&str>,
    ) -> Value<'c> {
        let operands: Vec<_> = indices.iter().copied().chain(below).collect();
        let segments = builder.segments(&[indices.len(), usize::from(below.is_some())]);
        let attributes = [("map", map_attribute(map)), segments];
        let name = variable.map(|name| ("variable", builder.string_attribute(name)));
        let attributes: Vec<_> =
            attributes.into_iter().chain(marks(builder, &[("asked", is_asked)])).chain(name).collect();
        builder.value(Self::NAME, &operands, builder.index_type(), &attributes)
    }

    /// The variables that define it.
    pub fn indices(self) -> Vec<Value<'c>> {
        group(self.0, 0)
    }

    /// The number that it has to be below.
    pub fn extent(self) -> Option<Value<'c>> {
        group(self.0, 1).first().copied()
    }

    /// Whether a schedule split its loop.
    pub fn is_asked(self) -> bool {
        self.0.has_attribute("asked")
    }

    /// How they define it: a map with one result.
    pub fn map(self) -> AffineMap<'c> {
        map_of(self.0)
    }

    /// The name of the variable, for diagnostics.
    pub fn variable(self) -> Option<String> {
        variable(self.0)
    }

    /// The variable.
    pub fn index(self) -> Value<'c> {
        results(self.0)[0]
    }
}

view! {
    /// A producer and a consumer, and the tensor between them.
    Where, lacuna_index::words::WHERE
}

impl<'c> Where<'c> {
    /// Builds one. Each region has the tensor as its argument, whose type has no format; `sizes` are those of its dynamic
    /// dimensions. Without `initially`, its points hold zero first. Where it is full, all of them are stored.
    pub fn build(
        builder: &Builder<'c>,
        sizes: &[Value<'c>],
        (initially, is_full, asked): (Option<Attribute<'c>>, bool, Option<Keeping>),
        sides: [Region<'c>; 2],
    ) {
        let full = is_full.then(|| Attribute::unit(builder.context()));
        let attributes = [("initially", initially), ("full", full)];
        let mut attributes: Vec<_> = attributes.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        attributes.extend(asked.map(|asked| keeping::attribute(builder, asked)));
        builder.create(Self::NAME, sizes, &[], &attributes, sides.into());
    }

    /// Whether every point of the tensor is stored from the start.
    pub fn is_full(self) -> bool {
        self.0.has_attribute("full")
    }

    /// How points are kept that come in any order, if that is said.
    pub fn asked(self) -> Option<Keeping> {
        keeping::of(self.0)
    }

    /// The size of each dynamic dimension of the tensor.
    pub fn sizes(self) -> Vec<Value<'c>> {
        operands(self.0)
    }

    /// What its points hold first, if it is not zero.
    pub fn initially(self) -> Option<Attribute<'c>> {
        self.0.attribute("initially").ok()
    }

    /// The producer and the consumer. The tensor is the argument of each.
    pub fn sides(self) -> [Block<'c>; 2] {
        [0, 1].map(|side| body(self.0, side).expect("the verifier asks for a producer and a consumer"))
    }
}

view! {
    /// What the body of a fold, of a loop over a level or of a filter gives.
    Yield, "sloop.yield"
}

impl<'c> Yield<'c> {
    /// Builds one; the operation around it says which values it takes.
    pub fn build(builder: &Builder<'c>, values: &[Value<'c>]) {
        builder.create(Self::NAME, values, &[], &[], Vec::new());
    }

    /// The values.
    pub fn values(self) -> Vec<Value<'c>> {
        operands(self.0)
    }
}

/// The attribute of a map.
pub(super) fn map_attribute(map: AffineMap<'_>) -> Attribute<'_> {
    // SAFETY: the map is alive.
    unsafe { Attribute::from_raw(mlir_sys::mlirAffineMapAttrGet(map.to_raw())) }
}

/// The `map` of an operation, which its verifier asks for.
pub(super) fn map_of(op: Op<'_>) -> AffineMap<'_> {
    let map = op.attribute("map").expect("the verifier asks for a map");
    // SAFETY: the verifier holds the attribute to its type.
    unsafe { AffineMap::from_raw(mlir_sys::mlirAffineMapAttrGetValue(map.to_raw())) }
}
