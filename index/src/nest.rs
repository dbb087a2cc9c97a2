//! A nest as a whole.

use super::{
    Access, Expr, ExprId, ExprNode, Limit, OpId, Place, Relation, Scalar, Tensor, TensorId, TensorKind, Var, VarId,
    algebra::Known,
    choices::Choices,
    constant::Constant,
    precompute::Precompute,
    statement::{Stmt, Write, writes},
    subscript::Subscript,
};
use lacuna_relation::Bounds;

/// A `sloop.nest`.
#[derive(Clone, Debug, PartialEq)]
pub struct Nest {
    /// The operation in whose place it stands.
    pub source: OpId,
    /// Where that is.
    pub place: Place,
    /// What it binds, and the tensors that live inside. Each keeps its number while the nest changes; `bound_ids` has the order of the
    /// operands.
    pub tensors: Vec<Tensor>,
    /// Its index variables.
    pub vars: Vec<Var>,
    /// The expression graph; operands come before their users.
    pub nodes: Vec<ExprNode>,
    /// The statements.
    pub body: Vec<Stmt>,
    /// The variables that others define; those of which others are parts come later.
    pub relations: Vec<Relation>,
    /// Whether the loops keep the order they have: the user gave it.
    pub keep_order: bool,
    /// What a schedule asks of the workspace of a result, until there is one.
    pub precompute: Option<Precompute>,
    /// Whether stored results leave out values that are the fill value.
    pub drop_fill: bool,
    /// Whether they keep these whatever is asked of results in general.
    pub keep_fill: bool,
    /// How it is planned. The IR does not say it: a pass that plans says it of the nests that it has read.
    pub choices: Choices,
}

impl Nest {
    /// A nest without tensors and statements, to stand in the place of an operation.
    pub fn empty(source: OpId, place: Place) -> Self {
        Self {
            source,
            place,
            tensors: Vec::new(),
            vars: Vec::new(),
            nodes: Vec::new(),
            body: Vec::new(),
            relations: Vec::new(),
            keep_order: false,
            precompute: None,
            drop_fill: false,
            keep_fill: false,
            choices: Choices::default(),
        }
    }

    /// A tensor.
    pub fn tensor(&self, id: TensorId) -> &Tensor {
        &self.tensors[id.0]
    }

    /// The value of the points that a tensor does not store.
    pub fn fill(&self, id: TensorId) -> Constant {
        let tensor = self.tensor(id);
        tensor.local().map_or_else(|| Constant::fill(tensor.format(), tensor.element), |local| local.initially)
    }

    /// The type of the elements of a tensor.
    pub fn element_of(&self, id: TensorId) -> Scalar {
        self.tensor(id).element
    }

    /// Whether stored results leave out values that are the fill value: by what the nest says, or by what is asked in general.
    pub fn drops_fill(&self) -> bool {
        self.drop_fill || self.choices.drop_zeros && !self.keep_fill
    }

    /// The tensors that the nest binds, in the order of the operands: inputs stand before outputs.
    pub fn bound_ids(&self) -> Vec<TensorId> {
        let all = || (0..self.tensors.len()).map(TensorId);
        let inputs = all().filter(|id| self.tensor(*id).is_input());
        inputs.chain(all().filter(|id| self.tensor(*id).is_output)).collect()
    }

    /// The same tensors.
    pub fn bound(&self) -> impl Iterator<Item = &Tensor> {
        self.bound_ids().into_iter().map(|id| self.tensor(id))
    }

    /// Binds one more tensor for reading.
    pub fn add_input(&mut self, tensor: Tensor) -> TensorId {
        self.tensors.push(tensor.as_input());
        TensorId(self.tensors.len() - 1)
    }

    /// What a result starts from, as an operand that is read.
    pub fn add_start(&mut self, result: TensorId) -> TensorId {
        let tensor = self.tensor(result).clone();
        // What reads it as an operand reads the same entries.
        let is_known = |known: &Tensor| known.is_input() && known.operand == tensor.operand;
        self.tensors.iter().position(is_known).map_or_else(|| self.add_input(tensor), TensorId)
    }

    /// Unbinds an input that nothing reads.
    pub fn remove_input(&mut self, removed: TensorId) {
        let reads = |write: &Write| self.reads(write.value).iter().any(|access| access.tensor == removed);
        assert!(!writes(&self.body).iter().any(|(_, write)| reads(write)), "an input that is removed is read");
        self.tensors[removed.0].kind = TensorKind::Removed;
        // What is left of reads of it belongs to no statement.
        for node in &mut self.nodes {
            if matches!(&node.expr, Expr::Read(access) | Expr::Stored(access) if access.tensor == removed) {
                node.expr = Expr::Constant(Known { value: Constant::Absent, absent: true });
            }
        }
    }

    /// A variable.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.0]
    }

    /// The least and the greatest value of a subscript, as far as they are known.
    pub fn bounds(&self, subscript: &Subscript) -> Bounds {
        // What has no range has no least value either.
        match subscript.vars().all(|(var, _)| self.var(var).has_range()) {
            true => subscript.bounds(|var| self.var(var).size()),
            false => Bounds::NONE,
        }
    }

    /// Whether the loop over a variable runs once, and so repeats nothing.
    pub fn runs_once(&self, id: VarId) -> bool {
        self.var(id).size() == Some(1)
    }

    /// An expression.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.nodes[id.0].expr
    }

    /// An expression with its type and location.
    pub fn node(&self, id: ExprId) -> &ExprNode {
        &self.nodes[id.0]
    }

    /// What defines a variable, if others do.
    pub fn relation(&self, var: VarId) -> Option<&Relation> {
        self.relations.iter().find(|relation| relation.var == var)
    }

    /// Whether others define a variable, or it defines others.
    pub fn is_in_relation(&self, var: VarId) -> bool {
        self.relations.iter().any(|relation| relation.var == var || relation.value.mentions(var))
    }

    /// A subscript in terms of variables that no others define.
    pub fn in_loops(&self, subscript: &Subscript) -> Subscript {
        let mut whole = subscript.clone();
        // A part may have parts of its own.
        while whole.vars().any(|(var, _)| self.relation(var).is_some()) {
            whole = whole.substitute(|var| self.relation(var).map(|relation| relation.value.clone()));
        }
        whole
    }

    /// Puts a write in terms of variables that no others define.
    pub fn write_in_loops(&mut self, write: &mut Write) {
        let in_loops = |nest: &Self, access: &Access| Access {
            tensor: access.tensor,
            subscripts: access.subscripts.iter().map(|subscript| nest.in_loops(subscript)).collect(),
        };
        write.target = in_loops(self, &write.target);
        let location = write.location;
        write.value = self.rewrite_expr(write.value, &mut |nest, expr| match expr {
            Expr::Read(access) => Some(Expr::Read(in_loops(nest, access))),
            Expr::Stored(access) => Some(Expr::Stored(in_loops(nest, access))),
            Expr::Index(var) if nest.relation(*var).is_some() => {
                let value = nest.in_loops(&Subscript::var(*var));
                Some(nest.number(location, &value))
            }
            _ => None,
        });
    }

    /// Whether a bound that loops keep together is about a variable.
    pub fn is_limited(&self, var: VarId) -> bool {
        self.limits().iter().any(|limit| limit.subscript.mentions(var))
    }

    /// Bounds that loops over parts of a dimension keep together, in terms of variables that no others define.
    pub fn limits(&self) -> Vec<Limit> {
        let bounded = self.relations.iter().filter(|relation| relation.is_bounded);
        let limit = |relation: &Relation| Limit {
            subscript: self.in_loops(&relation.value),
            extent: self.var(relation.var).extent.clone(),
        };
        // A limit that only repeats the range of its own loop says nothing new.
        let is_needed = |limit: &Limit| limit.subscript.as_var().is_none_or(|var| self.var(var).extent != limit.extent);
        bounded.map(limit).filter(is_needed).collect()
    }

    /// Whether a limit mentions both variables.
    pub fn are_coupled(&self, one: VarId, other: VarId) -> bool {
        self.limits().iter().any(|limit| limit.subscript.mentions(one) && limit.subscript.mentions(other))
    }

    /// Whether a bound leaves out rounds of the loops `around`, which stand in the loops `open`.
    pub fn leaves_out_rounds(&self, around: &[VarId], open: &[VarId]) -> bool {
        self.limits().iter().any(|limit| {
            let mut vars = limit.subscript.vars().map(|(var, _)| var);
            vars.clone().any(|var| around.contains(&var))
                && vars.all(|var| around.contains(&var) || open.contains(&var))
        })
    }

    /// Whether a point that does not depend on `var` may lie outside of its tensor where a bound leaves out all rounds of the loop over
    /// that.
    pub fn relies_on_rounds(&self, point: &Access, var: VarId) -> bool {
        let limits = self.limits();
        let mut around = limits.iter().filter(|limit| limit.subscript.mentions(var));
        !point.mentions(var)
            && around.any(|limit| {
                let mut compound = point.subscripts.iter().filter(|subscript| subscript.as_var().is_none());
                compound.any(|subscript| subscript.vars().any(|(own, _)| limit.subscript.mentions(own)))
            })
    }

    /// Lets what stands in the place of variables define what these do: `rewrite` puts it into subscripts.
    pub fn copy_relations(&mut self, rewrite: impl Fn(&Subscript) -> Subscript) {
        for relation in self.relations.clone() {
            let value = rewrite(&relation.value);
            let var = self.var(relation.var).clone();
            let is_same = |other: &Relation| {
                other.value == value
                    && other.is_bounded == relation.is_bounded
                    && self.var(other.var).extent == var.extent
            };
            if value != relation.value && !self.relations.iter().any(is_same) {
                let var = self.add_var(var);
                self.relations.push(Relation { var, value, ..relation });
            }
        }
    }

    /// Adds an expression.
    pub fn add(&mut self, expr: Expr, r#type: Scalar, location: Place) -> ExprId {
        self.nodes.push(ExprNode { expr, r#type, location });
        ExprId(self.nodes.len() - 1)
    }
}
