//! What diagnostics call tensors, variables and subscripts: by the words of whoever wrote them.
//!
//! Loops over levels (`sloop-split-variables`) are called by what the level stores, `i floordiv 4` or `j - i`, and a sum of
//! such variables is called by the variable whose parts they are.

use super::{Nest, TensorId, VarId, operand_name, subscript::Subscript};
use crate::remedy::Stored;
use melior::ir::attribute::StringAttribute;
use std::collections::BTreeMap;

/// How the levels of one operand took variables apart.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// The operand, as diagnostics name it.
    pub operand: String,
    /// What the variables of its levels are called.
    pub names: BTreeMap<VarId, String>,
    /// The variables that went.
    pub gone: Vec<Gone>,
}

/// A variable that went, because loops over levels took its place.
#[derive(Clone, Debug)]
pub struct Gone {
    /// The variable.
    pub var: VarId,
    /// What it is in terms of others.
    pub value: Subscript,
    /// Those of them that were made for it.
    pub parts: Vec<VarId>,
}

impl Gone {
    /// The same subscript with the variable in it, where its parts are there.
    fn rejoin(&self, subscript: &Subscript) -> Option<Subscript> {
        let first = *self.parts.first()?;
        let (found, by) = (subscript.coefficient(first), self.value.coefficient(first));
        if found == 0 || by == 0 || found % by != 0 {
            return None;
        }
        let factor = found / by;
        let fits = |part: &VarId| subscript.coefficient(*part) == factor * self.value.coefficient(*part);
        let whole = || subscript.plus(&self.value, -factor).plus(&Subscript::var(self.var), factor);
        self.parts.iter().all(fits).then(whole)
    }
}

impl<'c> Nest<'c> {
    /// A tensor as diagnostics name it.
    pub fn name(&self, id: TensorId) -> String {
        operand_name(self.tensor(id).operand, id.0)
    }

    /// A tensor with its type, as diagnostics name it.
    pub fn describe(&self, id: TensorId) -> String {
        format!("{} ({})", self.name(id), self.tensor(id).r#type)
    }

    /// A tensor as remedies name it.
    pub fn stored(&self, id: TensorId) -> Stored {
        Stored { name: self.name(id), r#type: self.tensor(id).r#type.to_string() }
    }

    /// The name of a variable, if it has one.
    pub fn given_name(&self, id: VarId) -> Option<String> {
        let name = self.var(id).name.and_then(|name| StringAttribute::try_from(name).ok())?;
        Some(name.value().to_owned())
    }

    /// A variable as diagnostics name it: by its name, what a level stores, or its number in the nest.
    pub fn var_name(&self, id: VarId) -> String {
        let part = || self.splits.iter().find_map(|split| split.names.get(&id).cloned());
        self.given_name(id).or_else(part).unwrap_or_else(|| format!("v{}", id.0))
    }

    /// Variables as diagnostics name them.
    pub fn var_names(&self, vars: &[VarId], separator: &str) -> String {
        vars.iter().map(|var| self.var_name(*var)).collect::<Vec<_>>().join(separator)
    }

    /// A subscript as diagnostics show it.
    pub fn text(&self, subscript: &Subscript) -> String {
        self.rejoined(subscript).text(|var| operand_of_sum(self.var_name(var)))
    }

    /// The variable whose parts a subscript is the sum of, and the operand whose levels took it apart.
    pub fn variable_in_parts(&self, subscript: &Subscript) -> Option<(&Gone, &str)> {
        let var = self.rejoined(subscript).as_var().filter(|var| subscript.as_var() != Some(*var))?;
        let gone = |split: &'_ Split| split.gone.iter().position(|gone| gone.var == var);
        self.splits.iter().find_map(|split| Some((&split.gone[gone(split)?], split.operand.as_str())))
    }

    fn rejoined(&self, subscript: &Subscript) -> Subscript {
        // Parts of parts first.
        let gone = self.splits.iter().rev().flat_map(|split| &split.gone);
        gone.fold(subscript.clone(), |sum, gone| gone.rejoin(&sum).unwrap_or(sum))
    }
}

/// A name as part of a sum or a product.
pub fn operand_of_sum(name: String) -> String {
    if name.contains(|character| " +-*".contains(character)) { format!("({name})") } else { name }
}

/// The names of variables, with those in whose place both of their parts stand: `i` for `i floordiv 4` and `i mod 4`.
pub fn whole_names(names: &[String]) -> Vec<String> {
    let split = |name: &str, word: &str| {
        let (whole, divisor) = name.rsplit_once(word)?;
        Some((whole.to_owned(), divisor.to_owned()))
    };
    let other = |name: &str| {
        let outer = split(name, " floordiv ").map(|(whole, by)| (format!("{whole} mod {by}"), whole));
        outer.or_else(|| split(name, " mod ").map(|(whole, by)| (format!("{whole} floordiv {by}"), whole)))
    };
    let mut wholes: Vec<String> = Vec::new();
    for name in names {
        let whole = other(name).filter(|(other, _)| names.contains(other)).map_or(name.clone(), |(_, whole)| whole);
        if !wholes.contains(&whole) {
            wholes.push(whole);
        }
    }
    wholes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone(var: usize, value: &[(usize, i64)], parts: &[usize]) -> Gone {
        let sum = |sum: Subscript, (part, factor): &(usize, i64)| sum.plus(&Subscript::var(VarId(*part)), *factor);
        let value = value.iter().fold(Subscript::default(), sum);
        Gone { var: VarId(var), value, parts: parts.iter().map(|part| VarId(*part)).collect() }
    }

    fn text(subscript: &Subscript) -> String {
        subscript.text(|var| format!("v{}", var.0))
    }

    #[test]
    fn blocks_are_joined() {
        let i = gone(0, &[(2, 4), (3, 1)], &[2, 3]);
        assert_eq!(i.rejoin(&i.value).map(|whole| text(&whole)).as_deref(), Some("v0"));
        let twice = i.value.plus(&i.value, 1).plus(&Subscript::var(VarId(1)), -1);
        assert_eq!(i.rejoin(&twice).map(|whole| text(&whole)).as_deref(), Some("v0 * 2 - v1"));
        // Not all of it.
        assert_eq!(i.rejoin(&i.value.plus(&Subscript::var(VarId(3)), 1)), None);
        assert_eq!(i.rejoin(&Subscript::var(VarId(2))), None);
        assert_eq!(i.rejoin(&Subscript::var(VarId(1))), None);
    }

    #[test]
    fn diagonals_are_joined() {
        let j = gone(1, &[(0, 1), (2, 1)], &[2]);
        assert_eq!(j.rejoin(&j.value).map(|whole| text(&whole)).as_deref(), Some("v1"));
        let sum = j.value.plus(&Subscript::var(VarId(0)), 1);
        assert_eq!(j.rejoin(&sum).map(|whole| text(&whole)).as_deref(), Some("v0 + v1"));
        assert_eq!(j.rejoin(&Subscript::var(VarId(0))), None);
    }

    #[test]
    fn names_of_both_parts_are_one() {
        let whole = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
            whole_names(&names).join(", ")
        };
        assert_eq!(whole(&["i floordiv 4", "j", "i mod 4"]), "i, j");
        assert_eq!(whole(&["j", "i mod 4", "i floordiv 4"]), "j, i");
        assert_eq!(whole(&["i floordiv 4", "i mod 2", "j mod 4"]), "i floordiv 4, i mod 2, j mod 4");
    }
}
