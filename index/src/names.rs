//! What diagnostics call tensors, variables and subscripts: by the words of whoever wrote them.
//!
//! A variable that has a name is called by it. One that is a part of a variable which others define is called by what it is
//! of that: of `i = 4 * ib + ii`, `i floordiv 4` and `i mod 4`; of `j = i + d`, `j - i`. A sum of parts is called by the
//! variable that they make up.

use super::{
    Nest, Relation, TensorId, ValueId, VarId,
    subscript::{Name, Subscript},
};
use crate::remedy::Stored;
use lacuna_layout::Description;

impl Nest {
    /// A tensor as diagnostics name it.
    pub fn name(&self, id: TensorId) -> String {
        let tensor = self.tensor(id);
        let kind = if tensor.local().is_some() { "local tensor" } else { "operand" };
        match &tensor.name {
            Some(name) => format!("{kind} {name}"),
            None => format!("{kind} {}", id.0),
        }
    }

    /// A tensor with its type, as diagnostics name it.
    pub fn describe(&self, id: TensorId) -> String {
        format!("{} ({})", self.name(id), self.tensor(id).type_text())
    }

    /// A tensor as remedies name it.
    pub fn stored(&self, id: TensorId) -> Stored {
        let tensor = self.tensor(id);
        Stored { name: self.name(id), r#type: tensor.type_as(tensor.format()) }
    }

    /// The name of a variable, if it has one.
    pub fn given_name(&self, id: VarId) -> Option<String> {
        self.var(id).name.as_ref().map(ToString::to_string)
    }

    /// A variable as diagnostics name it: by its name, what it is of another, or its number in the nest.
    pub fn var_name(&self, id: VarId) -> String {
        self.given_name(id).or_else(|| self.part_name(id)).unwrap_or_else(|| format!("v{}", id.0))
    }

    /// Variables as diagnostics name them.
    pub fn var_names(&self, vars: &[VarId], separator: &str) -> String {
        vars.iter().map(|var| self.var_name(*var)).collect::<Vec<_>>().join(separator)
    }

    /// The variables of loops as diagnostics name them, in their order. Loops that run once and have no name are the compiler's own.
    pub fn loop_names(&self, vars: &[VarId]) -> String {
        let is_own = |var: &VarId| self.runs_once(*var) && self.given_name(*var).is_none();
        let mut names: Vec<String> = Vec::new();
        for name in vars.iter().filter(|var| !is_own(var)).map(|var| self.var_name(*var)) {
            // A producer and its consumer have a loop of one name each.
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }

    /// The names of variables, with those in whose place all of their parts stand: `i` for `i floordiv 4` and `i mod 4`.
    pub fn whole_names(&self, vars: &[VarId]) -> Vec<String> {
        let mut wholes = vars.to_vec();
        for relation in self.relations.iter().rev() {
            let parts = self.parts(relation);
            if !parts.is_empty() && parts.iter().all(|part| wholes.contains(part)) {
                let place = wholes.iter().position(|var| parts.contains(var)).expect("there is a part");
                wholes[place] = relation.var;
                wholes.retain(|var| !parts.contains(var));
            }
        }
        wholes.into_iter().map(|var| self.var_name(var)).collect()
    }

    /// A subscript as diagnostics show it.
    pub fn text(&self, subscript: &Subscript) -> String {
        self.rejoined(subscript).text(|of| self.name_in_sum(of))
    }

    fn name_in_sum(&self, of: Name) -> String {
        match of {
            Name::Var(var) => operand_of_sum(self.var_name(var)),
            Name::Outside(ValueId(number)) => format!("s{number}"),
        }
    }

    /// The variable whose parts a subscript is the sum of, what it is of them, and the operand whose levels took it apart;
    /// none where the nest was written with its parts.
    pub fn variable_in_parts(&self, subscript: &Subscript) -> Option<(&Relation, Option<String>)> {
        let var = self.rejoined(subscript).as_var().filter(|var| subscript.as_var() != Some(*var))?;
        let relation = self.relations.iter().find(|relation| relation.var == var)?;
        let accesses = super::writes(&self.body)
            .into_iter()
            .flat_map(|(_, write)| self.reads(write.value).into_iter().chain([write.target.clone()]));
        let mut walked = accesses.filter(|access| {
            let has_own_levels = |format: &'static Description| format.mapping().permutation().is_none();
            access.subscripts.contains(&relation.value)
                && self.tensor(access.tensor).format().is_some_and(has_own_levels)
        });
        Some((relation, walked.next().map(|access| self.name(access.tensor))))
    }

    /// Whether a subscript is the sum of the parts into which the levels of a stored result take a variable.
    pub fn is_taken_apart_by_result(&self, subscript: &Subscript) -> bool {
        let Some((relation, _)) = self.variable_in_parts(subscript) else { return false };
        super::writes(&self.body).into_iter().any(|(_, write)| {
            let format = self.tensor(write.target.tensor).format();
            write.target.subscripts.contains(&relation.value)
                && format.is_some_and(|format| format.mapping().permutation().is_none())
        })
    }

    /// The subscript with variables in the place of what defines them.
    pub fn rejoined(&self, subscript: &Subscript) -> Subscript {
        // Parts of parts first.
        let relations = self.relations.iter().rev();
        relations.fold(subscript.clone(), |sum, relation| self.rejoin(relation, &sum).unwrap_or(sum))
    }

    /// The same subscript with the variable of a relation in it, where its parts are there.
    fn rejoin(&self, relation: &Relation, subscript: &Subscript) -> Option<Subscript> {
        let parts = self.parts(relation);
        let first = *parts.first()?;
        let (found, by) = (subscript.coefficient(first), relation.value.coefficient(first));
        if found == 0 || by == 0 || found % by != 0 {
            return None;
        }
        let factor = found / by;
        let fits = |part: &VarId| subscript.coefficient(*part) == factor * relation.value.coefficient(*part);
        let whole = || subscript.plus(&relation.value, -factor).plus(&Subscript::var(relation.var), factor);
        parts.iter().all(fits).then(whole)
    }

    /// The variables that are there for the variable of a relation: of a difference, those that count its values, which
    /// have no range of their own; else all that have no name and belong to no variable that was defined before. None if two of them have
    /// the same factor.
    fn parts(&self, relation: &Relation) -> Vec<VarId> {
        let earlier = self.relations.iter().take_while(|other| other.var != relation.var);
        let mut taken: Vec<VarId> = Vec::new();
        for other in earlier {
            taken.extend(self.parts_besides(other, &taken));
        }
        self.parts_besides(relation, &taken)
    }

    fn parts_besides(&self, relation: &Relation, taken: &[VarId]) -> Vec<VarId> {
        let is_free = |var: VarId| !taken.contains(&var) && self.var(var).name.is_none();
        let vars = relation.value.vars();
        let unranged = vars.clone().filter(|(var, _)| !self.var(*var).has_range());
        let widest = unranged.map(|(_, factor)| factor.unsigned_abs()).max();
        let is_part = |(var, factor): &(VarId, i64)| match widest {
            Some(widest) => !self.var(*var).has_range() || is_free(*var) && factor.unsigned_abs() < widest,
            None => is_free(*var),
        };
        let parts: Vec<_> = vars.filter(is_part).collect();
        // If two variables have the same factor, they are no quotient and remainder of their sum.
        let mut factors: Vec<_> = parts.iter().map(|(_, factor)| factor.unsigned_abs()).collect();
        factors.sort_unstable();
        if factors.windows(2).any(|pair| pair[0] == pair[1]) {
            return Vec::new();
        }
        parts.into_iter().map(|(var, _)| var).collect()
    }

    /// What a variable is of the one whose part it is.
    fn part_name(&self, id: VarId) -> Option<String> {
        let relation = self.relations.iter().find(|relation| self.parts(relation).contains(&id))?;
        let parts = self.parts(relation);
        let others = relation.value.vars().filter(|(var, _)| !parts.contains(var));
        let constant = Subscript::constant_of(relation.value.constant());
        let others = others.fold(constant, |sum, (var, factor)| sum.plus(&Subscript::var(var), factor));
        let whole = operand_of_sum(self.var_name(relation.var));
        let taken_away = self.rejoined(&others);
        let is_alone = taken_away == Subscript::default();
        let rest = Subscript::default().plus(&taken_away, -1).text(|of| self.name_in_sum(of));
        let text = match rest.strip_prefix('-') {
            _ if is_alone => whole,
            Some(rest) => format!("{whole} - {rest}"),
            None => format!("{whole} + {rest}"),
        };
        let factor_of = |var: VarId| relation.value.coefficient(var).unsigned_abs();
        let own = factor_of(id);
        let next = parts.iter().map(|part| factor_of(*part)).filter(|factor| *factor > own).min();
        let base = if is_alone { text.clone() } else { format!("({text})") };
        Some(match (own, next) {
            (1, None) => text,
            (1, Some(next)) => format!("{base} mod {next}"),
            (own, None) => format!("{base} floordiv {own}"),
            (own, Some(next)) => format!("{base} floordiv {own} mod {}", next / own),
        })
    }
}

/// A name as part of a sum or a product.
pub fn operand_of_sum(name: String) -> String {
    if name.contains(|character| " +-*".contains(character)) { format!("({name})") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{OpId, Place, Size, Var};

    fn sum(terms: &[(usize, i64)]) -> Subscript {
        let add = |sum: Subscript, (var, factor): &(usize, i64)| sum.plus(&Subscript::var(VarId(*var)), *factor);
        terms.iter().fold(Subscript::default(), add)
    }

    /// `i` and `j`, blocks of four of `i` (2, 3), and diagonals `j - i` (4).
    fn blocks_and_diagonals() -> Nest {
        let mut nest = Nest::empty(OpId(0), Place(0));
        let mut var = |name: Option<&str>, extent| nest.add_var(Var::new(extent, name.map(Into::into)));
        var(Some("i"), Size::Number(8));
        var(Some("j"), Size::Number(9));
        var(None, Size::Number(2));
        var(None, Size::Number(4));
        var(None, Size::Unranged);
        nest.relations.push(Relation::new(VarId(0), sum(&[(2, 4), (3, 1)]), false));
        nest.relations.push(Relation::new(VarId(1), sum(&[(2, 4), (3, 1), (4, 1)]), true));
        nest
    }

    #[test]
    fn parts_are_called_by_what_they_are_part_of() {
        let nest = blocks_and_diagonals();
        let names: Vec<_> = (2..5).map(|var| nest.var_name(VarId(var))).collect();
        assert_eq!(names, ["i floordiv 4", "i mod 4", "j - i"]);
    }

    #[test]
    fn sums_of_parts_are_joined() {
        let nest = blocks_and_diagonals();
        assert_eq!(nest.text(&sum(&[(2, 4), (3, 1)])), "i");
        assert_eq!(nest.text(&sum(&[(2, 8), (3, 2), (1, -1)])), "i * 2 - j");
        assert_eq!(nest.text(&sum(&[(2, 4), (3, 1), (4, 1)])), "j");
        // Not all of it.
        assert_eq!(nest.text(&sum(&[(2, 4), (3, 2)])), "(i floordiv 4) * 4 + (i mod 4) * 2");
    }

    #[test]
    fn names_of_all_parts_are_one() {
        let nest = blocks_and_diagonals();
        let whole =
            |vars: &[usize]| nest.whole_names(&vars.iter().map(|var| VarId(*var)).collect::<Vec<_>>()).join(", ");
        assert_eq!(whole(&[2, 1, 3]), "i, j");
        assert_eq!(whole(&[1, 3, 2]), "j, i");
        assert_eq!(whole(&[2, 1]), "i floordiv 4, j");
    }
}
