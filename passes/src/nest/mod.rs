//! The index form as plain data.
//!
//! A `sloop.nest` is read into a tree of loops and writes over a graph of expressions, transformed there, and written
//! back ([`read`], [`write`]). This is concrete index notation: what is computed, with nothing about storage but the
//! formats that the tensor types carry.

pub mod algebra;
pub mod build;
pub mod constant;
pub mod expression;
pub mod names;
pub mod read;
pub mod specialize;
pub mod subscript;
pub mod write;

use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, defining_op, element_type, op_name, operands, results},
    sloop::Combiner,
};
use melior::ir::{Attribute, Location, Type, ValueLike};
use names::Split;
use subscript::Subscript;

/// An index variable of a nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(pub usize);

/// A tensor that a nest binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TensorId(pub usize);

impl TensorId {
    /// The number of the tensor once another has been inserted ([`Nest::insert_input`]).
    pub fn after_insertion(self, inserted: TensorId) -> TensorId {
        TensorId(self.0 + usize::from(self.0 >= inserted.0))
    }
}

/// A node of the expression graph of a nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExprId(pub usize);

/// What an index variable ranges over.
#[derive(Clone, Copy, Debug)]
pub struct Var<'c> {
    /// The number of values, of type `index`.
    pub extent: Value<'c>,
    /// The same, where it is a constant.
    pub size: Option<u64>,
    /// What diagnostics call it, if it has a name: a string attribute.
    pub name: Option<Attribute<'c>>,
}

impl Var<'_> {
    /// The extent of a variable that has no range of its own, such as the offset of a diagonal: the levels of operands
    /// say which values it takes.
    pub const UNRANGED: i64 = -1;

    /// Whether the variable takes the values from 0 to its extent.
    pub fn has_range(&self) -> bool {
        expression::constant_number(self.extent) != Some(Self::UNRANGED as f64)
    }
}

/// A tensor or buffer that the nest binds.
#[derive(Clone, Copy, Debug)]
pub struct Tensor<'c> {
    /// The operand of the nest.
    pub operand: Value<'c>,
    /// Its type.
    pub r#type: Type<'c>,
    /// Its format; dense tensors and buffers have none.
    pub format: Option<Format<'c>>,
    /// Whether the nest may write it.
    pub is_output: bool,
}

/// A subscripted tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Which tensor.
    pub tensor: TensorId,
    /// One subscript for each dimension.
    pub subscripts: Vec<Subscript>,
}

impl Access {
    /// The access once another tensor has been inserted.
    pub fn after_insertion(&self, inserted: TensorId) -> Access {
        Access { tensor: self.tensor.after_insertion(inserted), subscripts: self.subscripts.clone() }
    }

    /// Whether a subscript mentions the variable.
    pub fn mentions(&self, var: VarId) -> bool {
        self.subscripts.iter().any(|subscript| subscript.mentions(var))
    }

    /// Whether neighbouring values of the variable are neighbours in the tensor: it stands in the last subscript alone,
    /// with factor one.
    pub fn is_unit_stride(&self, var: VarId) -> bool {
        self.subscripts.split_last().is_some_and(|(last, others)| {
            last.coefficient(var) == 1 && others.iter().all(|subscript| !subscript.mentions(var))
        })
    }

    /// The variables, when every subscript is one variable alone.
    pub fn plain_vars(&self) -> Option<Vec<VarId>> {
        self.subscripts.iter().map(Subscript::as_var).collect()
    }
}

/// A value computed at a point of the iteration space.
#[derive(Clone, Debug)]
pub enum Expr<'c> {
    /// The element of a tensor.
    Read(Access),
    /// Whether the tensor stores an entry there, an `i1`.
    Stored(Access),
    /// The value of an index variable.
    Index(VarId),
    /// A value from outside the nest.
    Outside(Value<'c>),
    /// A constant that the compiler found.
    Constant(algebra::Known),
    /// A scalar operation like this one on other operands.
    Scalar {
        /// Gives name, attributes and location.
        template: Template<'c>,
        /// Operands.
        operands: Vec<ExprId>,
    },
    /// Two values combined.
    Combine {
        /// How.
        combiner: Combiner,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// The body, combined over all values of a variable.
    Fold {
        /// The variable.
        var: VarId,
        /// Lanes taken in lockstep, if any.
        vector: Option<i64>,
        /// How values combine.
        combiner: Combiner,
        /// What is combined.
        body: ExprId,
    },
}

/// An operation on scalars, and which of its results is meant.
#[derive(Clone, Copy, Debug)]
pub struct Template<'c> {
    /// Gives name, attributes and location.
    pub op: Op<'c>,
    /// The number of the result.
    pub result: usize,
}

impl<'c> Template<'c> {
    /// The first result of an operation, which is the only one of most.
    pub fn of(op: Op<'c>) -> Self {
        Self { op, result: 0 }
    }

    /// The name of the operation, and the number of the result where that is not the first: `math.sincos#1`.
    pub fn name(self) -> String {
        match self.result {
            0 => op_name(self.op),
            result => format!("{}#{result}", op_name(self.op)),
        }
    }

    /// The same result of the operation on other operands; in as many lanes as these have, if any are given.
    pub fn emit(
        self,
        builder: &Builder<'c>,
        operands: &[Value<'c>],
        lanes: Option<i64>,
        extra: &[(&str, Attribute<'c>)],
    ) -> Value<'c> {
        let in_lanes = |scalar| lanes.map_or(scalar, |width| builder.vector_type(width, scalar));
        let types: Vec<_> = results(self.op).into_iter().map(|result| in_lanes(result.r#type())).collect();
        builder.clone_op(self.op, operands, &types, extra)[self.result]
    }
}

/// An expression with its type and where it comes from.
#[derive(Clone, Debug)]
pub struct Node<'c> {
    /// The expression.
    pub expr: Expr<'c>,
    /// Its scalar type.
    pub r#type: Type<'c>,
    /// Its place in the source.
    pub location: Location<'c>,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt<'c> {
    /// For all values of a variable.
    Loop(Loop<'c>),
    /// A new value for a point of an output.
    Write(Write<'c>),
}

/// `sloop.forall`.
#[derive(Clone, Debug)]
pub struct Loop<'c> {
    /// The variable.
    pub var: VarId,
    /// Lanes taken in lockstep, if any.
    pub vector: Option<i64>,
    /// Run for each value, in order.
    pub body: Vec<Stmt<'c>>,
}

/// `sloop.write`.
#[derive(Clone, Debug)]
pub struct Write<'c> {
    /// The point.
    pub target: Access,
    /// The value.
    pub value: ExprId,
    /// How it combines with the value there; `None` replaces it.
    pub combiner: Option<Combiner>,
    /// What every point holds already, so that points that would get it again need not be visited.
    pub elsewhere: Option<constant::Constant>,
    /// Its place in the source.
    pub location: Location<'c>,
}

/// A bound that the loops together keep: `subscript` stays from 0 to `extent`.
#[derive(Clone, Debug)]
pub struct Limit<'c> {
    /// What is bounded.
    pub subscript: Subscript,
    /// The bound, excluded.
    pub extent: Value<'c>,
}

/// A `sloop.nest`.
#[derive(Clone, Debug)]
pub struct Nest<'c> {
    /// The operation it was read from.
    pub op: Op<'c>,
    /// What it binds, in operand order.
    pub tensors: Vec<Tensor<'c>>,
    /// Its index variables.
    pub vars: Vec<Var<'c>>,
    /// The expression graph; operands come before their users.
    pub nodes: Vec<Node<'c>>,
    /// The statements.
    pub body: Vec<Stmt<'c>>,
    /// Bounds that loops over parts of a dimension keep together.
    pub limits: Vec<Limit<'c>>,
    /// How levels of operands took variables apart since it was read.
    pub splits: Vec<Split>,
    /// Whether the loops keep the order they have: the user gave it ([`KEEP_ORDER`]).
    pub keep_order: bool,
    /// Whether stored results leave out values that are the fill value ([`DROP_FILL`]).
    pub drop_fill: bool,
    /// Whether they keep these whatever is asked of results in general ([`KEEP_FILL`]).
    pub keep_fill: bool,
}

/// The attribute of a `sloop.nest` whose stored results leave out values that are computed as the fill value.
pub const DROP_FILL: &str = "sloop.drop_fill";

/// The attribute of a `sloop.nest` whose stored results keep such values: a copy of an operand has the entries that this
/// has.
pub const KEEP_FILL: &str = "sloop.keep_fill";

/// The attribute of a `linalg.generic` whose stored results are made of what it combines, and start from no entries.
pub const FROM_NOTHING: &str = "sloop.from_nothing";

/// The attribute of a `linalg.generic` that names its index variables, one string for each dimension of its domain.
pub const VARIABLES: &str = "sloop.variables";

/// The attribute of a `linalg.generic` or `sloop.nest` whose loops keep their order.
pub const KEEP_ORDER: &str = "sloop.keep_order";

impl<'c> Nest<'c> {
    /// A tensor.
    pub fn tensor(&self, id: TensorId) -> &Tensor<'c> {
        &self.tensors[id.0]
    }

    /// The value of the points that a tensor does not store.
    pub fn fill(&self, id: TensorId) -> constant::Constant {
        constant::Constant::fill(self.tensor(id).format, self.element_of(id))
    }

    /// The type of the elements of a tensor.
    pub fn element_of(&self, id: TensorId) -> Type<'c> {
        element_type(self.tensor(id).r#type).unwrap_or(self.tensor(id).r#type)
    }

    /// Binds one more tensor for reading. Inputs stand before outputs, whose numbers grow by one.
    pub fn insert_input(&mut self, operand: Value<'c>) -> TensorId {
        let r#type = operand.r#type();
        let place = self.tensors.iter().position(|tensor| tensor.is_output).unwrap_or(self.tensors.len());
        self.tensors.insert(place, Tensor { operand, r#type, format: Format::of(r#type), is_output: false });
        let place = TensorId(place);
        let shift = |access: &mut Access| access.tensor = access.tensor.after_insertion(place);
        for node in &mut self.nodes {
            if let Expr::Read(access) | Expr::Stored(access) = &mut node.expr {
                shift(access);
            }
        }
        fn visit(body: &mut [Stmt<'_>], shift: &impl Fn(&mut Access)) {
            for statement in body {
                match statement {
                    Stmt::Write(write) => shift(&mut write.target),
                    Stmt::Loop(inner) => visit(&mut inner.body, shift),
                }
            }
        }
        let mut body = std::mem::take(&mut self.body);
        visit(&mut body, &shift);
        self.body = body;
        place
    }

    /// A variable.
    pub fn var(&self, id: VarId) -> &Var<'c> {
        &self.vars[id.0]
    }

    /// An expression.
    pub fn expr(&self, id: ExprId) -> &Expr<'c> {
        &self.nodes[id.0].expr
    }

    /// An expression with its type and location.
    pub fn node(&self, id: ExprId) -> &Node<'c> {
        &self.nodes[id.0]
    }

    /// Adds an expression.
    pub fn add(&mut self, expr: Expr<'c>, r#type: Type<'c>, location: Location<'c>) -> ExprId {
        self.nodes.push(Node { expr, r#type, location });
        ExprId(self.nodes.len() - 1)
    }
}

/// An operand as diagnostics name it: by the name that the location of its argument gives it (`loc("A")`, or
/// `loc("A"(...))`; that of a file goes on with line and column), else by its number.
pub fn operand_name(operand: Value<'_>, number: usize) -> String {
    format!("operand {}", given_name(operand).unwrap_or_else(|| number.to_string()))
}

/// The name of a value.
pub fn given_name(operand: Value<'_>) -> Option<String> {
    name_in(naming_location(operand)?)
}

/// The location that names a value: its own, or that of what it was computed in or converted from.
pub fn naming_location(value: Value<'_>) -> Option<Location<'_>> {
    let mut value = value;
    loop {
        if name_in(value.location()).is_some() {
            return Some(value.location());
        }
        let op = defining_op(value).filter(|op| {
            ["sloop.nest", "linalg.generic", "linalg.fill", "stensor.convert"].contains(&&*op_name(*op))
        })?;
        let (results, operands) = (results(op), operands(op));
        let outputs = &operands[operands.len().checked_sub(results.len())?..];
        value = outputs[results.iter().position(|result| *result == value)?];
    }
}

/// The name that a location gives.
fn name_in(location: Location<'_>) -> Option<String> {
    let location = location.to_string();
    let (name, rest) = location.strip_prefix("loc(\"")?.split_once('"')?;
    rest.starts_with([')', '(']).then(|| name.to_owned())
}

/// Every write of a list of statements, with the loops around it, outermost first.
pub fn writes<'a, 'c>(body: &'a [Stmt<'c>]) -> Vec<(Vec<&'a Loop<'c>>, &'a Write<'c>)> {
    fn visit<'a, 'c>(
        body: &'a [Stmt<'c>],
        around: &mut Vec<&'a Loop<'c>>,
        found: &mut Vec<(Vec<&'a Loop<'c>>, &'a Write<'c>)>,
    ) {
        for statement in body {
            match statement {
                Stmt::Write(write) => found.push((around.clone(), write)),
                Stmt::Loop(inner) => {
                    around.push(inner);
                    visit(&inner.body, around, found);
                    around.pop();
                }
            }
        }
    }
    let mut found = Vec::new();
    visit(body, &mut Vec::new(), &mut found);
    found
}
