//! The loops of a statement of a nest, as rewrites change them.

use super::sum::{self, Sum};
use crate::{Directives, Expr, Nest, Relation, Size, TensorId, Var, VarId, subscript::Subscript};

/// The loops around the writes of a statement, which stand directly inside one another. Subscripts keep variables whose loops go: relations
/// say what these are.
pub struct ScheduledLoops<'n> {
    nest: &'n mut Nest,
    /// What schedules call each, and its variable, outermost first.
    loops: Vec<(String, VarId)>,
    /// The variables whose loops others stand for: parts of quotients and remainders.
    in_parts: Vec<VarId>,
}

impl<'n> ScheduledLoops<'n> {
    /// The loops over these variables, outermost first. The loops over some are to be taken apart by others.
    pub fn new(nest: &'n mut Nest, vars: &[VarId], in_parts: Vec<VarId>) -> Self {
        let loops = vars.iter().map(|var| (nest.var_name(*var), *var)).collect();
        Self { nest, loops, in_parts }
    }

    /// Their variables, outermost first.
    pub fn vars(&self) -> Vec<VarId> {
        self.loops.iter().map(|(_, var)| *var).collect()
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.loops.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The place of a loop that there is.
    fn place(&self, name: &str) -> usize {
        self.loops.iter().position(|(own, _)| own == name).expect("the names are checked")
    }

    fn var(&self, name: &str) -> VarId {
        self.loops[self.place(name)].1
    }

    /// The size of a variable.
    pub(super) fn extent(&self, name: &str) -> Size {
        self.nest.var(self.var(name)).extent.clone()
    }

    /// Changes what is asked of a loop.
    pub(super) fn ask(&mut self, name: &str, change: impl FnOnce(Directives) -> Directives) -> Result<(), String> {
        let var = self.var(name);
        self.check_is_whole(var, name).map_err(|why| format!("nothing can be asked of the loop over {name}: {why}"))?;
        let asked = &mut self.nest.vars[var.0].inner;
        *asked = change(*asked);
        Ok(())
    }

    /// The nest.
    pub(super) fn nest(&mut self) -> &mut Nest {
        self.nest
    }

    /// Lets the loops run in this order from now on.
    pub(super) fn put_in_order(&mut self, order: &[String]) {
        self.loops.sort_by_key(|(name, _)| order.iter().position(|other| other == name));
        self.nest.keep_order = true;
    }

    /// That no other loops stand for the one over a variable, or why some do.
    fn check_is_whole(&self, var: VarId, name: &str) -> Result<(), String> {
        if self.in_parts.contains(&var) {
            return Err(format!("subscripts have quotients or remainders of {name}, so its loop is split already"));
        }
        Ok(())
    }

    /// That the loop over a variable can go, or why it cannot.
    fn check_goes(&self, var: VarId, name: &str, instead: &str) -> Result<(), String> {
        let is_free = self.check_is_whole(var, name).and_then(|()| {
            if self.nest.var(var).inner == Directives::default() {
                return Ok(());
            }
            Err(format!(
                "inner, vectorize or unroll names the loop over {name}: put it after this rewrite, with the name of a new loop"
            ))
        });
        is_free.map_err(|why| format!("cannot replace the loop over {name} by {instead}: {why}"))
    }

    /// Puts an outer and an inner loop in the place of one: its variable is the outer one times a factor, and the inner one.
    pub(super) fn split(
        &mut self,
        name: &str,
        (outer, outer_size): (&str, Size),
        (inner, inner_size): (&str, Size),
        factor: i64,
    ) -> Result<(), String> {
        let place = self.place(name);
        let var = self.loops[place].1;
        self.check_goes(var, name, &format!("those over {outer} and {inner}"))?;
        let extent = self.nest.var(var).extent.number();
        let is_whole = extent.is_some_and(|extent| {
            outer_size
                .number()
                .zip(inner_size.number())
                .is_some_and(|(outer, inner)| outer.checked_mul(inner) == Some(extent))
        });
        let mut add = |name: &str, size: Size| self.nest.add_var(Var::new(size, Some(name.into())));
        let (outer_var, inner_var) = (add(outer, outer_size), add(inner, inner_size));
        let value = Subscript::var(inner_var).plus(&Subscript::var(outer_var), factor);
        if value.may_overflow(|var| self.nest.var(var).size()) {
            return Err(format!("{factor} * {outer} + {inner} may have more than 64 bits"));
        }
        self.nest.relations.push(Relation { var, value, is_bounded: !is_whole, is_asked: true });
        self.loops.splice(place..=place, [(outer.to_owned(), outer_var), (inner.to_owned(), inner_var)]);
        Ok(())
    }

    /// Puts a loop over the coordinates that an operand has at a subscript in the place of the loop over one variable of it.
    pub(super) fn run_over_coordinates(&mut self, name: &str, over: &Sum) -> Result<(), String> {
        let place = self.place(name);
        let var = self.loops[place].1;
        let add = |sum: Subscript, (name, factor): &(String, i64)| sum.plus(&Subscript::var(self.var(name)), *factor);
        let subscript = over.terms().iter().fold(Subscript::constant_of(over.constant()), add);
        let text = self.nest.text(&subscript);
        let instead = format!("cannot replace the loop over {name} by one over {text}");
        self.check_goes(var, name, &format!("one over {text}"))?;
        // Variables may have been split or derived by now.
        let Some(operand) = self.operand_at(&subscript) else {
            return Err(format!("{instead}: no operand has the subscript {text}"));
        };
        let Some(coordinate) = self.nest.loop_over_coordinate(var, &subscript, operand) else {
            return Err(format!("{instead}: another variable of {text} is derived from {name}"));
        };
        self.loops[place] = (sum::text(over), coordinate);
        Ok(())
    }

    /// An operand that is read at this subscript, and the dimension.
    fn operand_at(&self, subscript: &Subscript) -> Option<(TensorId, usize)> {
        self.nest.nodes.iter().find_map(|node| match &node.expr {
            Expr::Read(access) | Expr::Stored(access) => {
                let dimension = access.subscripts.iter().position(|other| other == subscript)?;
                Some((access.tensor, dimension))
            }
            _ => None,
        })
    }
}
