//! `factor-products`: multiply and sum long products in steps, through intermediates, where that costs less.
//!
//! `y(i) = A(i,j) * B(j,k) * C(k,l) * x(l)` at once runs through all paths `i, j, k, l`. From the right, each step runs through one matrix:
//!
//! ```text
//! t(k) = C(k,l) * x(l);  u(j) = B(j,k) * t(k);  y(i) = A(i,j) * u(j)
//! ```
//!
//! The order follows from estimated entries ([`contraction`]). Intermediates are dense, or stored where they have few points, and where a stored
//! result has the points of what is stored. A remark says the steps. An operation whose schedule says an order (`factor(0*(1*2))`) is multiplied in that one.
//!
//! Floating point is summed in another order, so `fp=strict` leaves products as they are; so does an order of the loops, or a workspace, that was asked
//! for. Beside infinities, a dense intermediate is zero where nothing is stored, so a step may give NaN where the product at once skips a point.
//! Example: `test/conversions/factor_products.mlir`. Not done here: compound subscripts; values of variables; sums of products; intermediates that live in loops which steps
//! could share.

mod contraction;
mod product;

use crate::{
    bridge::types::scalar_of,
    diagnostic::{Reported, error, remark},
    fp::FpMode,
    index::schedule::{FactorRequest, ScheduledTerm},
    linalg::linalg_to_sloop::has_stored_operand,
    options,
    pass::Pass,
    plan::estimates,
    values::dynamic_size,
};
use contraction::{Contraction, Factor, Tree, Vars};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, collect_ops, defining_op, erase, is_op, replace_uses, results, set_attribute, shape, tensor_type},
    sloop::{
        index::{KEEP_ORDER, VARIABLES},
        schedule::{self, FACTORED, LoopSchedule, SCHEDULE},
    },
    stensor::storage::Empty,
};
use lacuna_layout::{DimExpr, Format as LayoutFormat, Level, LevelKind};
use melior::ir::{ValueLike, attribute::ArrayAttribute, operation::OperationLike};
use product::{Leaf, Product};

options! {
    /// Options of `factor-products`.
    pub struct FactorProducts {
        /// allowed changes to floating-point arithmetic: fast (reassociate, contract, ignore signs of zeros) or strict (none)
        pub fp: FpMode = "fast",
        /// also products of dense tensors only
        pub all: bool = "false",
    }
}

impl Pass for FactorProducts {
    const ARGUMENT: &'static str = "factor-products";
    const SUMMARY: &'static str = "Multiply and sum long products in steps where that costs less";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let asks = |op| schedule::asked_of(op).map_or(true, |asked| asked.factor().is_some());
        let is_concerned = |op| is_op(op, "linalg.generic") && (self.all || has_stored_operand(op) || asks(op));
        for op in collect_ops(root, is_concerned) {
            let schedule = schedule::asked_of(op).map_err(|why| error(op.location(), why))?;
            let is_asked_otherwise = op.has_attribute(KEEP_ORDER) || schedule.makes_loops();
            let Some(product) = Product::of(op).filter(|product| !is_asked_otherwise && product.may_regroup(self.fp))
            else {
                if let Some(factor) = schedule.factor() {
                    let why = "multiplies a sum of products of elements, whose terms may be added in any order and loops have no order";
                    return Err(error(op.location(), format!("{SCHEDULE}: {factor} {why}")));
                }
                continue;
            };
            let contraction = contraction_of(&product);
            let (tree, why) = match asked_order(op, &schedule, product.leaves.len())? {
                Some(tree) => (tree, "as it was asked for".to_owned()),
                None => match contraction.best_order() {
                    Some((tree, less)) => {
                        (tree, format!("which take about {} times fewer terms than at once", rounded(less)))
                    }
                    None => continue,
                },
            };
            let mut steps = Steps {
                product: &product,
                contraction: &contraction,
                schedule: &schedule,
                said: Vec::new(),
                bytes: Some(0),
            };
            let new = steps.root(&tree);
            steps.note_order(&tree, new);
            if steps.said.len() > 1 {
                let bytes = steps.bytes.filter(|bytes| *bytes > 0);
                let bytes =
                    bytes.map(|bytes| format!(", with dense intermediates of {bytes} bytes")).unwrap_or_default();
                let (count, said) = (steps.said.len(), steps.said.join("; "));
                remark(op.location(), format!("this product is summed in {count} steps, {why}{bytes}: {said}"));
            }
            replace_uses(results(op)[0], new);
            erase(op);
        }
        Ok(())
    }
}

/// The order that a schedule asks for, of so many factors.
fn asked_order(op: Op<'_>, schedule: &LoopSchedule, factors: usize) -> Result<Option<Tree>, Reported> {
    let Some(asked) = schedule.factor() else { return Ok(None) };
    asked.of_numbers(factors).filter(|_| factors > 1).map(Some).ok_or_else(|| {
        let last = factors.saturating_sub(1);
        let why =
            format!("{SCHEDULE}: expected each of the factors 0 to {last} once, as in factor(0*(1*2)), found {asked}");
        error(op.location(), why)
    })
}

/// A ratio with one or two digits.
fn rounded(ratio: f64) -> String {
    let power = 10f64.powi(ratio.log10().floor() as i32 - 1).max(1.0);
    format!("{:.0}", (ratio / power).round() * power)
}

/// What the product is, for the search.
fn contraction_of(product: &Product<'_>) -> Contraction {
    let sizes = product.sizes.iter().map(|(value, dimension)| {
        let size = shape(value.r#type()).and_then(|shape| shape[*dimension]);
        estimates::points_of(&[size])
    });
    let factor = |leaf: &Leaf<'_>| {
        let vars = leaf.vars();
        let stored = leaf.stored_input().map(|(value, _)| shape(value.r#type()).unwrap_or_default());
        let sizes: Vec<_> = (0..product.sizes.len())
            .filter(|var| vars >> var & 1 == 1)
            .map(|var| shape(product.sizes[var].0.r#type()).and_then(|shape| shape[product.sizes[var].1]))
            .collect();
        let entries =
            stored.as_ref().map_or_else(|| estimates::points_of(&sizes), |shape| estimates::entries_of(shape));
        Factor { vars, entries, is_stored: stored.is_some() }
    };
    let result = &product.result;
    let is_known = |var: &usize| {
        let (value, dimension) = product.sizes[*var];
        shape(value.r#type()).is_some_and(|shape| shape[dimension].is_some())
    };
    Contraction {
        sizes: sizes.collect(),
        known: (0..product.sizes.len()).filter(is_known).fold(0, |known, var| known | 1 << var),
        factors: product.leaves.iter().map(factor).collect(),
        result: result.vars(),
        stores_result: Format::of(result.tensor.r#type()).is_some(),
    }
}

/// Writes the steps of an order.
struct Steps<'a, 'c> {
    product: &'a Product<'c>,
    contraction: &'a Contraction,
    schedule: &'a LoopSchedule,
    /// What each step computes, for the remark.
    said: Vec<String>,
    /// What dense intermediates take, as long as sizes are known.
    bytes: Option<u64>,
}

/// A factor of a step.
struct StepFactor<'a, 'c> {
    /// A leaf of the product, or an intermediate.
    leaf: Option<&'a Leaf<'c>>,
    /// The intermediate, with its variables in the order of its dimensions.
    made: Option<(Value<'c>, Vec<usize>)>,
    text: String,
}

impl<'a, 'c> Steps<'a, 'c> {
    /// The last step, which has the result of the operation; gives that.
    fn root(&mut self, tree: &Tree) -> Value<'c> {
        let Tree::Product(parts) = tree else { unreachable!("a product has several factors") };
        let factors: Vec<_> = parts.iter().map(|part| self.factor(part)).collect();
        let result = &self.product.result;
        let name = self.product.name_of(result.tensor, self.product.inputs);
        self.say(&format!("{name}({})", self.names(&result.dimensions)), &factors);
        self.generic(&factors, (result.tensor, &result.dimensions), true)
    }

    /// Notes the order on the last step, for who prints the schedule.
    fn note_order(&self, tree: &Tree, result: Value<'c>) {
        let name = |place: &usize| {
            self.product.leaves[*place].only_input().map(|input| self.product.name_of(input.value, input.number))
        };
        let order = tree.try_map(&mut |place| name(place));
        if let (Some(order), Some(op)) = (order.filter(|_| self.said.len() > 1), defining_op(result)) {
            let text = self.builder().string_attribute(&FactorRequest { order }.to_string());
            set_attribute(op, FACTORED, text);
        }
    }

    fn factor(&mut self, tree: &Tree) -> StepFactor<'a, 'c> {
        match tree {
            Tree::Factor(place) => {
                let leaf = &self.product.leaves[*place];
                StepFactor { leaf: Some(leaf), made: None, text: self.product.text_of(leaf) }
            }
            Tree::Product(parts) => {
                let factors: Vec<_> = parts.iter().map(|part| self.factor(part)).collect();
                let order = self.dimensions(self.contraction.kept_by(tree));
                let is_stored = self.contraction.intermediate(tree).is_stored;
                let start = self.empty(&order, is_stored);
                let text = format!("t{}({})", self.said.len() + 1, self.names(&order));
                self.say(&text, &factors);
                let made = self.generic(&factors, (start, &order), false);
                StepFactor { leaf: None, made: Some((made, order)), text }
            }
        }
    }

    fn say(&mut self, target: &str, factors: &[StepFactor<'_, '_>]) {
        let factors: Vec<_> = factors.iter().map(|factor| factor.text.as_str()).collect();
        self.said.push(format!("{target} = {}", factors.join(" * ")));
    }

    fn names(&self, vars: &[usize]) -> String {
        let names: Vec<_> = vars.iter().map(|var| self.product.variable(*var)).collect();
        names.join(",")
    }

    /// The variables of an intermediate: those of the result first, as it has them.
    fn dimensions(&self, vars: Vars) -> Vec<usize> {
        let of_result = self.product.result.dimensions.iter().copied();
        let others = (0..self.product.sizes.len()).filter(|var| !self.product.result.dimensions.contains(var));
        of_result.chain(others).filter(|var| vars >> var & 1 == 1).collect()
    }

    /// A tensor without any value: where an intermediate starts.
    fn empty(&mut self, vars: &[usize], is_stored: bool) -> Value<'c> {
        let builder = self.builder();
        let sizes: Vec<_> = vars.iter().map(|var| self.product.sizes[*var]).collect();
        let known: Vec<_> =
            sizes.iter().map(|(value, dimension)| shape(value.r#type()).and_then(|shape| shape[*dimension])).collect();
        let dynamic = sizes.iter().zip(&known).filter(|(_, known)| known.is_none());
        let dynamic: Vec<_> =
            dynamic.map(|((value, dimension), _)| dynamic_size(&builder, *value, *dimension)).collect();
        let element = self.product.element;
        if is_stored {
            let format = builder.format(&format_of(vars.len())).attribute();
            return Empty::build(&builder, &dynamic, tensor_type(known, element, Some(format)));
        }
        let points = known.iter().try_fold(1u64, |points, size| size.map(|size| points.saturating_mul(size)));
        let bytes = scalar_of(element).bits().unwrap_or(64).div_ceil(8);
        self.bytes = self.bytes.zip(points).map(|(all, points)| all.saturating_add(points.saturating_mul(bytes)));
        let empty = builder.value("tensor.empty", &dynamic, tensor_type(known, element, None), &[]);
        let zero = builder.number(0.0, element);
        self.fill(&builder, zero, empty, vars.len())
    }

    /// A tensor all of whose points are zero.
    fn fill(&self, builder: &Builder<'c>, zero: Value<'c>, empty: Value<'c>, order: usize) -> Value<'c> {
        let all: Vec<_> = (0..order).collect();
        let maps = [product::map(builder, order, &[]), product::map(builder, order, &all)];
        let kinds = vec![true; order];
        let region = builder.region(&[self.product.element; 2], |builder, arguments| {
            builder.create("linalg.yield", &arguments[..1], &[], &[], Vec::new());
        });
        product::generic(builder, (&[zero], empty), (&maps, &kinds), Vec::new(), region)
    }

    /// One step: the product of these, summed into a tensor with these variables.
    fn generic(
        &self,
        factors: &[StepFactor<'a, 'c>],
        (start, dimensions): (Value<'c>, &[usize]),
        is_last: bool,
    ) -> Value<'c> {
        let builder = &self.builder();
        let vars = factors.iter().fold(0, |vars: Vars, factor| {
            let made = factor.made.iter().flat_map(|(_, dimensions)| dimensions).fold(0, |vars, var| vars | 1 << var);
            vars | made | factor.leaf.map_or(0, Leaf::vars)
        });
        let vars: Vec<_> = (0..self.product.sizes.len()).filter(|var| vars >> var & 1 == 1).collect();
        let place = |var: &usize| vars.iter().position(|own| own == var).expect("it is one of the step");
        let map =
            |dimensions: &[usize]| product::map(builder, vars.len(), &dimensions.iter().map(place).collect::<Vec<_>>());
        let (mut inputs, mut maps) = (Vec::new(), Vec::new());
        for factor in factors {
            let own = factor.leaf.iter().flat_map(|leaf| &leaf.inputs).map(|input| (input.value, &input.dimensions));
            for (value, dimensions) in own.chain(factor.made.iter().map(|(value, dimensions)| (*value, dimensions))) {
                inputs.push(value);
                maps.push(map(dimensions));
            }
        }
        maps.push(map(dimensions));
        let is_parallel: Vec<_> = vars.iter().map(|var| dimensions.contains(var)).collect();
        let types: Vec<_> = inputs.iter().map(|value| builder.scalar_type(value.r#type())).collect();
        let types: Vec<_> = types.into_iter().chain([self.product.element]).collect();
        let region = builder.region(&types, |builder, arguments| {
            let (mut given, mut product) = (arguments, None);
            for factor in factors {
                let count = factor.leaf.map_or(1, |leaf| leaf.inputs.len());
                let value = factor.leaf.map_or(given[0], |leaf| leaf.copy(builder, &given[..count]));
                given = &given[count..];
                product = Some(product.map_or(value, |before| self.product.multiply(builder, before, value)));
            }
            let product = product.expect("a step has factors");
            let product = if is_last { self.product.signed(builder, product) } else { product };
            let sum = self.product.add(builder, arguments[arguments.len() - 1], product);
            builder.create("linalg.yield", &[sum], &[], &[], Vec::new());
        });
        let mut attributes = Vec::new();
        let schedule = self.schedule_of(&vars);
        if !schedule.is_empty() || self.product.op.has_attribute(VARIABLES) {
            let names: Vec<_> = vars.iter().map(|var| builder.string_attribute(&self.product.variable(*var))).collect();
            attributes.push((VARIABLES, ArrayAttribute::new(builder.context(), &names).into()));
        }
        if !schedule.is_empty() {
            attributes.push((SCHEDULE, builder.string_attribute(&schedule.to_string())));
        }
        product::generic(builder, (&inputs, start), (&maps, &is_parallel), attributes, region)
    }

    /// What the schedule of the operation asks of a step with these of its variables.
    fn schedule_of(&self, vars: &[usize]) -> LoopSchedule {
        let loops = vars.iter().map(|var| self.product.variable(*var)).collect();
        let term = ScheduledTerm { loops, reads_at: &|_| false, has_workspace: false, factors: None };
        self.schedule.without_factor().of_term(term)
    }

    fn builder(&self) -> Builder<'c> {
        Builder::before(self.product.op)
    }
}

/// The format of a stored intermediate: rows of entries, and rows of rows.
fn format_of(order: usize) -> LayoutFormat {
    let level = |dimension: usize| {
        let kind = if dimension == 0 && order == 2 { LevelKind::Dense } else { LevelKind::Compressed };
        Level::new(DimExpr::Dim(dimension), kind)
    };
    LayoutFormat::with_defaults(order, (0..order).map(level).collect())
}
