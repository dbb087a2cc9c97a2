//! Random nests for the passes that walk imperfect nests: statements at several depths, several in a loop, producers with
//! consumers, derived variables as subscripts and as numbers, and a stored result that starts empty. Each pass is interpreted before and after, so that a wrong result names it.
//!
//! The fuzzer of whole programs draws index notation, which says none of these. What is asked of each pass: results stay, a nest
//! that has a plan keeps one, and loops in lanes mean the same if their writes take all values in turn.

use super::{
    form_folds::FormFolds, form_results::form_stored, hold_sums::HoldSums, insert_workspaces::insert,
    join_parts::join_parts, loop_once::loop_once, merge_terms::MergeTerms, schedule::schedule_nest, search::PlanSearch,
    sink_initializations::SinkInitializations, split_variables::split, vectorize::Vectorize, walk_once::WalkOnce,
};
use crate::{
    fp::FpMode,
    index::{
        Access, Directives, Expr, ExprId, Local, Loop, Nest, OpId, Operation, Outside, Place, Relation, Scalar, Size,
        Stmt, Tensor, TensorId, TensorKind, ValueId, Var, VarId, Where, Write,
        build::loops,
        constant::Constant,
        interpret::{self, DenseTensor, Number, run},
        scalar::Sign,
        statement::first_where,
        subscript::Subscript,
        writes,
    },
    plan::Plan,
};
use lacuna_dialects::sloop::Combiner;
use lacuna_layout::{Description, Format};

const SEEDS: u64 = 3000;
/// The size of every dimension.
const SIZE: u64 = 3;
const PLACE: Place = Place(0);

/// The generator of Knuth's MMIX: enough to choose among a few.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

/// A nest that grows.
struct Made {
    nest: Nest,
    random: Random,
    /// What may be read, and what may be written: the producer of a tensor reads no part of it.
    readable: Vec<TensorId>,
    writable: Vec<TensorId>,
    /// Derived variables, and those that define them.
    derived: Vec<(Subscript, [VarId; 2])>,
}

/// Tensors, and nothing that is done with them yet.
fn made(seed: u64) -> Made {
    let nest = Nest::empty(OpId(0), PLACE);
    let mut made = Made { nest, random: Random(seed), readable: Vec::new(), writable: Vec::new(), derived: Vec::new() };
    for (name, order) in [("A", 2), ("B", 2), ("x", 1), ("b", 1)] {
        let formats: &[_] = if order == 2 { &["csr", "csc", "dcsr"] } else { &["compressed"] };
        let format = made.random.one_in(2).then(|| formats[made.random.below(formats.len())]);
        let format = format.map(|text| Description::of(Format::named(text, order).expect("a format")));
        let tensor = made.tensor(name, order, format);
        made.readable.push(tensor);
    }
    for (name, order) in [("y", 1), ("z", 1), ("C", 2)] {
        let tensor = made.tensor(name, order, None);
        made.nest.tensors[tensor.0].is_output = true;
        made.writable.push(tensor);
    }
    if made.random.one_in(3) {
        let result = made.tensor("S", 2, Some(Description::of(Format::named("csr", 2).expect("a format"))));
        let result = &mut made.nest.tensors[result.0];
        (result.is_output, result.starts_empty) = (true, true);
        made.writable.push(TensorId(made.nest.tensors.len() - 1));
    }
    made
}

fn random_nest(seed: u64) -> Nest {
    let mut made = made(seed);
    made.nest.body = made.list(&mut Vec::new(), 0);
    made.nest
}

/// A nest of statements that walk one operand, as far as it is stored.
fn random_images(seed: u64) -> Nest {
    let mut made = made(seed);
    made.nest.body = made.both_images();
    made.nest
}

impl Made {
    fn tensor(&mut self, name: &str, order: usize, format: Option<&'static Description>) -> TensorId {
        let operand = ValueId(self.nest.tensors.len());
        let mut tensor = Tensor::new(operand, vec![Some(SIZE); order], Scalar::F64, format);
        tensor.name = Some(name.into());
        self.nest.tensors.push(tensor);
        TensorId(self.nest.tensors.len() - 1)
    }

    /// Statements that follow one another in loops over `open`.
    fn list(&mut self, open: &mut Vec<VarId>, depth: usize) -> Vec<Stmt> {
        let count = 1 + self.random.below(if depth == 0 { 4 } else { 3 });
        (0..count).flat_map(|_| self.statement(open, depth)).collect()
    }

    /// Two statements that add something for each point of one operand, perhaps with others between them.
    fn both_images(&mut self) -> Vec<Stmt> {
        let is_stored = self.nest.tensor(TensorId(0)).is_stored();
        let operand = TensorId(usize::from(!is_stored));
        let mut statements = Vec::new();
        for is_second in [false, true] {
            if is_second && self.random.one_in(4) {
                statements.extend(self.statement(&mut Vec::new(), 2));
            }
            let mut vars = Vec::new();
            let own = [self.open_loop(&mut vars), self.open_loop(&mut vars)];
            let at = |tensor, vars: &[VarId]| {
                let subscripts = vars.iter().copied().map(Subscript::var).collect();
                Access { tensor, subscripts }
            };
            let mut value = self.nest.add(Expr::Read(at(operand, &own)), Scalar::F64, PLACE);
            if self.random.one_in(2) {
                let vector =
                    self.nest.add(Expr::Read(at(TensorId(3), &[own[self.random.below(2)]])), Scalar::F64, PLACE);
                let product = Expr::Scalar { operation: Operation::made("arith.mulf"), operands: vec![value, vector] };
                value = self.nest.add(product, Scalar::F64, PLACE);
            }
            // The vectors among the results.
            let target = at(TensorId(4 + self.random.below(2)), &[own[self.random.below(2)]]);
            let write = Write { target, value, combiner: Some(Combiner::Add), elsewhere: None, location: PLACE };
            let around: Vec<_> = vars.into_iter().map(|var| (var, Directives::default())).collect();
            statements.extend(loops(&around, vec![Stmt::Write(write)]));
        }
        statements
    }

    fn statement(&mut self, open: &mut Vec<VarId>, depth: usize) -> Vec<Stmt> {
        if depth < 3 && self.random.one_in(6) {
            return vec![self.between(open, depth)];
        }
        let target = self.writable[self.random.below(self.writable.len())];
        let before = open.len();
        if open.len() < 2 && self.random.one_in(4) {
            self.open_loop(open);
        }
        let subscripts: Vec<_> = (0..self.nest.tensor(target).order()).map(|_| self.subscript(open)).collect();
        if open.len() < 4 && self.random.one_in(3) {
            self.open_loop(open);
        }
        let mut body = Vec::new();
        if depth < 3 && self.random.one_in(4) {
            body.extend(self.list(open, depth + 1));
        }
        let is_reduction = open[before..].iter().any(|var| !subscripts.iter().any(|other| other.mentions(*var)));
        let combiner = if is_reduction || self.random.one_in(2) { Some(Combiner::Add) } else { None };
        let value = self.value(open, combiner);
        body.push(Stmt::Write(Write {
            target: Access { tensor: target, subscripts },
            value,
            combiner,
            elsewhere: None,
            location: PLACE,
        }));
        if depth < 3 && self.random.one_in(4) {
            body.extend(self.list(open, depth + 1));
        }
        let around: Vec<_> = open.drain(before..).map(|var| (var, Directives::default())).collect();
        if around.is_empty() { body } else { loops(&around, body) }
    }

    /// A producer and a consumer.
    fn between(&mut self, open: &mut Vec<VarId>, depth: usize) -> Stmt {
        let order = self.random.below(3);
        let tensor = self.tensor("w", order, None);
        let initially = Constant::Float(self.random.below(2) as f64);
        let is_full = self.random.one_in(4);
        self.nest.tensors[tensor.0].kind =
            TensorKind::Local(Local { sizes: vec![Size::Number(SIZE); order], initially, is_full, asked: None });
        let outside = std::mem::replace(&mut self.writable, vec![tensor]);
        let produce = self.list(open, depth + 1);
        self.writable = outside;
        self.readable.push(tensor);
        let consume = self.list(open, depth + 1);
        self.readable.retain(|other| *other != tensor);
        Stmt::Where(Where { tensor, produce, consume, location: PLACE })
    }

    /// A loop over a dimension, or all of it but the last.
    fn open_loop(&mut self, open: &mut Vec<VarId>) -> VarId {
        let extent = Size::Number(SIZE - u64::from(self.random.one_in(8)));
        let var = self.nest.add_var(Var::new(extent, None));
        open.push(var);
        if self.random.one_in(10) {
            // A bound leaves out its first round, or its last.
            let value = Subscript::var(var).plus(&Subscript::constant_of([-1, 1][self.random.below(2)]), 1);
            let var = self.nest.add_var(Var::new(Size::Number(SIZE), None));
            self.nest.relations.push(Relation::new(var, value, true));
        }
        var
    }

    /// A variable that two new loops define, which may go beyond its size.
    fn derive(&mut self, open: &mut Vec<VarId>) -> Subscript {
        let mut half = || self.nest.add_var(Var::new(Size::Number(SIZE.div_ceil(2)), None));
        let parts = [half(), half()];
        open.extend(parts);
        let value = Subscript::var(parts[1]).plus(&Subscript::var(parts[0]), 2);
        let var = self.nest.add_var(Var::new(Size::Number(SIZE), None));
        self.nest.relations.push(Relation::new(var, value.clone(), true));
        self.derived.push((value.clone(), parts));
        value
    }

    /// The variable of a loop that is open, or of a new one, or one that new loops define.
    fn subscript(&mut self, open: &mut Vec<VarId>) -> Subscript {
        if open.len() < 3 && self.random.one_in(12) {
            return self.derive(open);
        }
        let is_new = open.is_empty() || open.len() < 4 && self.random.one_in(2);
        Subscript::var(if is_new { self.open_loop(open) } else { open[self.random.below(open.len())] })
    }

    fn value(&mut self, open: &[VarId], combiner: Option<Combiner>) -> ExprId {
        if combiner.is_none() && self.random.one_in(2) {
            return self.number();
        }
        let first = self.read(open);
        if self.random.one_in(2) {
            return first;
        }
        let derived = if self.random.one_in(2) { self.derived_number(open) } else { None };
        let second = derived.unwrap_or_else(|| self.read(open));
        let name = if self.random.one_in(2) { "arith.addf" } else { "arith.mulf" };
        let product = Expr::Scalar { operation: Operation::made(name), operands: vec![first, second] };
        self.nest.add(product, Scalar::F64, PLACE)
    }

    /// The value of a derived variable whose loops are open.
    fn derived_number(&mut self, open: &[VarId]) -> Option<ExprId> {
        let is_open = |(_, parts): &&(Subscript, [VarId; 2])| parts.iter().all(|part| open.contains(part));
        let value = self.derived.iter().find(is_open)?.0.clone();
        let mut number = self.nest.number(PLACE, &value);
        let mut r#type = Scalar::Index;
        for (name, to) in [("arith.index_cast", Scalar::Integer(64, Sign::Signless)), ("arith.sitofp", Scalar::F64)] {
            let operand = self.nest.add(number, r#type, PLACE);
            (number, r#type) = (Expr::Scalar { operation: Operation::made(name), operands: vec![operand] }, to);
        }
        Some(self.nest.add(number, r#type, PLACE))
    }

    fn number(&mut self) -> ExprId {
        let number = Constant::Float(self.random.below(3) as f64);
        self.nest.add(Expr::Outside(Outside::constant(number)), Scalar::F64, PLACE)
    }

    fn read(&mut self, open: &[VarId]) -> ExprId {
        let is_output = self.random.one_in(6);
        let among: Vec<_> = if is_output { (4..7).map(TensorId).collect() } else { self.readable.clone() };
        let tensor = among[self.random.below(among.len())];
        if open.is_empty() {
            return self.number();
        }
        let order = self.nest.tensor(tensor).order();
        let subscripts = (0..order).map(|_| Subscript::var(open[self.random.below(open.len())])).collect();
        self.nest.add(Expr::Read(Access { tensor, subscripts }), Scalar::F64, PLACE)
    }
}

struct Nothing;

impl interpret::OutsideValues for Nothing {
    fn scalar(&self, _: ValueId) -> Option<Number> {
        None
    }

    fn dimension(&self, _: ValueId, _: usize) -> Option<i64> {
        None
    }
}

/// What the results of a nest hold in the end. Operands hold small numbers; every third point of a stored one is not stored.
fn results(nest: &Nest) -> Vec<f64> {
    let bound = nest.bound().enumerate();
    let mut tensors: Vec<_> = bound
        .map(|(number, tensor)| {
            let shape = tensor.shape.iter().map(|size| size.expect("static") as usize).collect();
            let mut dense = DenseTensor::filled(shape, Number::Float(0.0), tensor.is_stored());
            for (place, value) in dense.values.iter_mut().enumerate() {
                if !(tensor.starts_empty || tensor.is_stored() && (place + number).is_multiple_of(3)) {
                    *value = Number::Float(((place * 5 + number) % 7) as f64 + 1.0);
                    dense.stored.iter_mut().for_each(|stored| stored[place] = true);
                }
            }
            dense
        })
        .collect();
    run(nest, &mut tensors, &Nothing).expect("it is interpreted");
    let outputs = nest.bound().zip(tensors).filter(|(tensor, _)| tensor.is_output);
    let number = |value| if let Number::Float(value) = value { value } else { f64::NAN };
    outputs.flat_map(|(_, dense)| dense.values.into_iter().map(number)).collect()
}

/// Whether two results are the same but for rounding.
fn agree(left: &[f64], right: &[f64]) -> bool {
    left.iter()
        .zip(right)
        .all(|(left, right)| left == right || (left - right).abs() <= 1e-9 * left.abs().max(right.abs()))
}

fn has_plan(nest: &Nest) -> bool {
    Plan::new(nest).is_ok()
}

/// The nest in which each write takes all values of a loop in lanes before the next write does; a loop around a workspace takes
/// one value at a time.
fn in_lockstep(nest: &Nest) -> Nest {
    fn inward(statement: &Stmt, lanes: Option<(VarId, Directives)>) -> Vec<Stmt> {
        match statement {
            Stmt::Write(_) => loops(lanes.as_slice(), vec![statement.clone()]),
            Stmt::Where(inner) => {
                let side = |side: &[Stmt]| side.iter().flat_map(|statement| inward(statement, lanes)).collect();
                vec![Stmt::Where(Where {
                    produce: side(&inner.produce),
                    consume: side(&inner.consume),
                    ..inner.clone()
                })]
            }
            Stmt::Loop(inner) => {
                let is_in_lanes = inner.how.lanes.is_some() && first_where(&inner.body).is_none();
                let lanes = if is_in_lanes { Some((inner.var, inner.how)) } else { lanes };
                let body = inner.body.iter().flat_map(|statement| inward(statement, lanes)).collect();
                if is_in_lanes { body } else { loops(&[(inner.var, inner.how)], body) }
            }
        }
    }
    Nest { body: nest.body.iter().flat_map(|statement| inward(statement, None)).collect(), ..nest.clone() }
}

/// Lanes as somebody may ask for them, with or without sense.
fn draw_lanes(body: &mut [Stmt], random: &mut Random) {
    for statement in body {
        match statement {
            Stmt::Write(_) => {}
            Stmt::Where(inner) => {
                draw_lanes(&mut inner.produce, random);
                draw_lanes(&mut inner.consume, random);
            }
            Stmt::Loop(inner) => {
                if random.one_in(4) {
                    inner.how = Directives::lanes(1 + random.below(4) as i64);
                }
                draw_lanes(&mut inner.body, random);
            }
        }
    }
}

fn loop_in_lanes<'a>(around: &[&'a Loop]) -> Option<&'a Loop> {
    around.iter().copied().find(|inner| inner.how.lanes.is_some())
}

type Change = fn(&mut Nest) -> bool;

/// The passes, in the order of the pipeline, with how often each changed something.
struct Passes {
    changes: [usize; 12],
}

impl Passes {
    const ALL: [(&str, Change); 12] = [
        ("sloop-loop-once", loop_once),
        ("sloop-plain-levels", join_parts),
        ("sloop-form-results", |nest| form_stored(nest).unwrap_or(false)),
        ("sloop-insert-workspaces", |nest| !insert(nest, &PlanSearch::default()).unwrap_or_default().is_empty()),
        ("sloop-split-variables", |nest| split(nest).unwrap_or(false)),
        ("sloop-schedule", |nest| schedule_nest(nest).unwrap_or(false)),
        // Before lanes are given to what it is for.
        ("sloop-walk-once", |nest| WalkOnce::default().share(nest)),
        ("sloop-hold-sums", |nest| HoldSums::default().hold(nest)),
        ("sloop-vectorize", |nest| Vectorize::default().choose(nest)),
        ("sloop-form-folds", |nest| FormFolds::default().fold(nest)),
        ("sloop-merge-terms", |nest| MergeTerms::default().merge(nest)),
        ("sloop-sink-initializations", |nest| SinkInitializations { fp: FpMode::Fast }.sink(nest)),
    ];

    /// Runs all on a nest, and checks it after each. Sums of sums that grew too large compare with nothing.
    fn run(&mut self, seed: u64, mut nest: Nest) -> Option<Nest> {
        let expected = results(&nest);
        if !expected.iter().all(|value| value.is_finite()) {
            return None;
        }
        let mut had_plan = has_plan(&nest);
        for ((name, change), count) in Self::ALL.iter().zip(&mut self.changes) {
            let before = nest.clone();
            let changed = change(&mut nest);
            *count += usize::from(changed);
            let what = || format!("seed {seed} after {name}:\nbefore {:#?}\nafter {:#?}", before.body, nest.body);
            if !changed {
                nest = before;
                continue;
            }
            assert!(agree(&results(&nest), &expected), "{}", what());
            let plan = has_plan(&nest);
            assert!(plan || !had_plan, "no plan, {}", what());
            assert!(!plan || agree(&results(&in_lockstep(&nest)), &expected), "in lockstep, {}", what());
            had_plan = plan;
        }
        Some(nest)
    }
}

#[test]
fn passes_keep_what_random_nests_mean() {
    let mut passes = Passes { changes: [0; 12] };
    let (mut planned, mut shared) = (0, 0);
    for seed in 0..SEEDS {
        let Some(nest) = passes.run(seed, random_nest(seed)) else { continue };
        assert!(agree(&results(&in_lockstep(&nest)), &results(&nest)), "seed {seed} in lockstep: {:#?}", nest.body);
        planned += usize::from(has_plan(&nest));
        let is_shared = |around: &[&Loop]| loop_in_lanes(around).is_some_and(|inner| writes(&inner.body).len() > 1);
        shared += usize::from(writes(&nest.body).iter().any(|(around, _)| is_shared(around)));
    }
    // Each pass has something to do in these but for those that are for blocks, and for several walks.
    let seldom = ["sloop-plain-levels", "sloop-insert-workspaces", "sloop-split-variables", "sloop-walk-once"];
    let often = |(_, (name, _)): &(&usize, &(&str, Change))| !seldom.contains(name);
    let mut counts = passes.changes.iter().zip(&Passes::ALL).filter(often);
    assert!(counts.all(|(count, _)| *count > 100), "changes {:?}", passes.changes);
    assert!(planned > SEEDS as usize / 4, "planned {planned}");
    assert!(shared > 20, "shared {shared}");
}

#[test]
fn statements_that_walk_one_operand_keep_what_they_mean() {
    let mut passes = Passes { changes: [0; 12] };
    for seed in 0..SEEDS / 4 {
        passes.run(seed, random_images(seed));
    }
    let walked_once = Passes::ALL.iter().position(|(name, _)| *name == "sloop-walk-once").expect("it is one of them");
    assert!(passes.changes[walked_once] > 50, "changes {:?}", passes.changes);
}

#[test]
fn lanes_drawn_by_hand_are_right_or_refused() {
    let mut passes = Passes { changes: [0; 12] };
    let (mut planned, mut refused) = (0, 0);
    for seed in 0..SEEDS {
        let mut nest = random_nest(seed);
        let was_planned = has_plan(&nest);
        draw_lanes(&mut nest.body, &mut Random(seed ^ 77));
        if !writes(&nest.body).iter().any(|(around, _)| loop_in_lanes(around).is_some()) {
            continue;
        }
        if has_plan(&nest) {
            planned += 1;
            let in_lockstep = results(&in_lockstep(&nest));
            if passes.run(seed, nest.clone()).is_some() {
                assert!(agree(&in_lockstep, &results(&nest)), "seed {seed} in lockstep: {:#?}", nest.body);
            }
        } else {
            refused += usize::from(was_planned);
        }
    }
    assert!(planned > 50 && refused > 100, "planned {planned}, refused {refused}");
}
