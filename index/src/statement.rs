//! The statements of a nest.

use super::{
    Access, Combiner, Directives, ExprId, Place, TensorId, VarId, constant::Constant, problem::Problem, words,
};

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    /// For all values of a variable.
    Loop(Loop),
    /// A new value for a point of an output, or of a tensor that lives inside.
    Write(Write),
    /// A producer and a consumer of a tensor that lives inside.
    Where(Where),
}

/// `sloop.forall`.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The variable.
    pub var: VarId,
    /// How its rounds run.
    pub how: Directives,
    /// Run for each value, in order unless directives say otherwise.
    pub body: Vec<Stmt>,
}

/// `sloop.write`.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// The point.
    pub target: Access,
    /// The value.
    pub value: ExprId,
    /// How it combines with the value there; `None` replaces it.
    pub combiner: Option<Combiner>,
    /// What every point holds already, so that points that would get it again need not be visited.
    pub elsewhere: Option<Constant>,
    /// Its place in the source.
    pub location: Place,
}

/// `sloop.where`.
#[derive(Clone, Debug, PartialEq)]
pub struct Where {
    /// The tensor between the two ([`super::Local`]): a new one each time the statement is reached.
    pub tensor: TensorId,
    /// Writes the tensor.
    pub produce: Vec<Stmt>,
    /// Reads it.
    pub consume: Vec<Stmt>,
    /// Its place in the source.
    pub location: Place,
}

impl Where {
    /// Why a pass leaves it alone.
    pub fn refuse(&self, why: &str) -> Problem {
        Problem::new(self.location, format!("{}: {why}", words::WHERE))
    }
}

/// Every write of a list of statements, with the loops around it, outermost first.
pub fn writes(body: &[Stmt]) -> Vec<(Vec<&Loop>, &Write)> {
    fn visit<'a>(body: &'a [Stmt], around: &mut Vec<&'a Loop>, found: &mut Vec<(Vec<&'a Loop>, &'a Write)>) {
        for statement in body {
            match statement {
                Stmt::Write(write) => found.push((around.clone(), write)),
                Stmt::Loop(inner) => {
                    around.push(inner);
                    visit(&inner.body, around, found);
                    around.pop();
                }
                Stmt::Where(inner) => {
                    visit(&inner.produce, around, found);
                    visit(&inner.consume, around, found);
                }
            }
        }
    }
    let mut found = Vec::new();
    visit(body, &mut Vec::new(), &mut found);
    found
}

/// The first `sloop.where` of a list of statements, at any depth.
pub fn first_where(body: &[Stmt]) -> Option<&Where> {
    body.iter().find_map(|statement| match statement {
        Stmt::Write(_) => None,
        Stmt::Loop(inner) => first_where(&inner.body),
        Stmt::Where(inner) => Some(inner),
    })
}

/// The tensors between the producers and consumers of a list of statements, at any depth.
pub fn locals(body: &[Stmt]) -> Vec<TensorId> {
    let of_statement = |statement: &Stmt| match statement {
        Stmt::Write(_) => Vec::new(),
        Stmt::Loop(inner) => locals(&inner.body),
        Stmt::Where(inner) => {
            let inside = locals(&inner.produce).into_iter().chain(locals(&inner.consume));
            std::iter::once(inner.tensor).chain(inside).collect()
        }
    };
    body.iter().flat_map(of_statement).collect()
}

/// Changes every write of a list of statements.
pub fn change_writes(body: &mut [Stmt], change: &mut impl FnMut(&mut Write)) {
    for statement in body {
        match statement {
            Stmt::Write(write) => change(write),
            Stmt::Loop(inner) => change_writes(&mut inner.body, change),
            Stmt::Where(inner) => {
                change_writes(&mut inner.produce, change);
                change_writes(&mut inner.consume, change);
            }
        }
    }
}

/// Changes each list of statements, those inside of others first; says whether one changed. `around` are the variables of the
/// loops around, and `change` gets those of the list.
pub fn change_each_list(
    body: &mut Vec<Stmt>,
    around: &mut Vec<VarId>,
    change: &mut impl FnMut(&[VarId], &mut Vec<Stmt>) -> bool,
) -> bool {
    let mut changed = false;
    for statement in body.iter_mut() {
        match statement {
            Stmt::Write(_) => {}
            Stmt::Loop(inner) => {
                around.push(inner.var);
                changed |= change_each_list(&mut inner.body, around, change);
                around.pop();
            }
            Stmt::Where(inner) => {
                changed |= change_each_list(&mut inner.produce, around, change);
                changed |= change_each_list(&mut inner.consume, around, change);
            }
        }
    }
    change(around, body) || changed
}
