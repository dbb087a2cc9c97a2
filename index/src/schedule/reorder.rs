//! `reorder(i,k,j)`: the order of the loops, outermost first. `reorder(i+p,p)` has a loop over the coordinates that an operand has at `i+p`, in
//! place of the loop over `i`, which is derived then.

use super::{
    loops::ScheduledLoops,
    names::LoopNames,
    reading::is_part_of_name,
    rewrite::{Rewrite, ScheduledTerm},
    sum::{self, Sum},
};
use std::fmt::{self, Display, Formatter};

/// The order of all loops, outermost first.
#[derive(Clone, Debug, PartialEq)]
pub struct Reorder {
    /// Over what each runs: a variable, or a subscript of an operand.
    pub loops: Vec<Sum>,
}

/// A loop in an order: the variable in whose place it runs, and over what.
type Ordered = (String, Sum);

impl Reorder {
    /// The variable of each loop. A loop over a subscript replaces the loop over the one variable of it that has no other.
    fn resolved(&self, loops: &[String]) -> Result<Vec<Ordered>, String> {
        let as_name = |over: &Sum| over.as_term().cloned();
        let mut named: Vec<(Option<String>, &Sum)> = self.loops.iter().map(|over| (as_name(over), over)).collect();
        // One subscript may settle another: `reorder(i+j, j+p, p)`.
        while named.iter().any(|(variable, _)| variable.is_none()) {
            settle_one(&mut named)?;
        }
        let order: Vec<Ordered> =
            named.into_iter().filter_map(|(variable, over)| Some((variable?, over.clone()))).collect();
        match loops.iter().find(|name| !order.iter().any(|(variable, _)| variable == *name)) {
            Some(missing) => {
                let example = format!("reorder({})", loops.join(","));
                Err(format!("the order leaves out variable {missing}: name every one, as in {example}"))
            }
            None => Ok(order),
        }
    }
}

/// Finds the variable whose loop one more loop over a subscript replaces.
fn settle_one(named: &mut [(Option<String>, &Sum)]) -> Result<(), String> {
    let known: Vec<String> = named.iter().filter_map(|(variable, _)| variable.clone()).collect();
    let left = |over: &Sum| -> Vec<String> {
        over.terms().iter().map(|(name, _)| name.clone()).filter(|name| !known.contains(name)).collect()
    };
    for (variable, over) in named.iter_mut().filter(|(variable, _)| variable.is_none()) {
        let text = sum::text(over);
        if let [only] = left(over).as_slice() {
            let coefficient = over.factor(only);
            if coefficient.abs() != 1 {
                return Err(format!(
                    "the loop over {text} cannot replace the loop over {only}: {only} has coefficient {coefficient} there, which must be 1 or -1"
                ));
            }
            *variable = Some(only.clone());
            return Ok(());
        }
    }
    let Some((_, over)) = named.iter().find(|(variable, _)| variable.is_none()) else { return Ok(()) };
    let text = sum::text(over);
    Err(match left(over).as_slice() {
        [] => format!(
            "the order already has a loop for every variable of {text}: leave out the one that the loop over {text} replaces"
        ),
        all => {
            format!("the loop over {text} could replace the loop over {}: name all of these but one", all.join(" or "))
        }
    })
}

impl Rewrite for Reorder {
    const NAME: &'static str = "reorder";
    const EXAMPLE: &'static str = "reorder(i,j,...)";

    fn read(arguments: &[&str]) -> Result<Self, String> {
        let over = |argument: &&str| {
            let is_word = argument.chars().all(|letter| is_part_of_name(letter) || letter.is_whitespace());
            let is_sum = argument.contains(['+', '-', '*', '/', '(']) || argument.contains(" mod ");
            match is_word || !is_sum {
                true => Self::variable(argument).map(Sum::term),
                false => sum::parse(argument),
            }
        };
        Ok(Self { loops: arguments.iter().map(over).collect::<Result<_, _>>()? })
    }

    fn rename(&self, loops: &mut LoopNames) -> Result<(), String> {
        let mut all: Vec<String> =
            self.loops.iter().flat_map(|over| over.terms()).map(|(name, _)| name.clone()).collect();
        let alone: Vec<String> = self.loops.iter().filter_map(|over| over.as_term().cloned()).collect();
        loops.check_each_once(&alone)?;
        all.sort();
        all.dedup();
        loops.check_each_once(&all)?;
        let order = self.resolved(loops.loops())?;
        loops.reorder(order.into_iter().map(|(variable, over)| (variable, sum::text(&over))).collect());
        Ok(())
    }

    fn of_term(&self, term: &mut ScheduledTerm<'_>) -> Option<Self> {
        // What loops over subscripts replace is known from all of them.
        let all: Vec<String> = self.loops.iter().flat_map(|over| over.terms()).map(|(name, _)| name.clone()).collect();
        let own = self.resolved(&all).ok()?.into_iter().filter(|(variable, _)| term.has(variable));
        let over = |(variable, over): Ordered| match over.as_term().is_some() || (term.reads_at)(&over) {
            true => over,
            false => Sum::term(variable),
        };
        let loops: Vec<_> = own.map(over).collect();
        term.loops = loops.iter().map(sum::text).collect();
        (!loops.is_empty()).then_some(Self { loops })
    }

    fn apply(&self, loops: &mut ScheduledLoops<'_>) -> Result<(), String> {
        let order = self.resolved(&loops.names().iter().map(|&name| name.to_owned()).collect::<Vec<_>>())?;
        for (variable, over) in &order {
            if over.as_term().is_none() {
                loops.run_over_coordinates(variable, over)?;
            }
        }
        let order: Vec<_> = order.into_iter().map(|(_, over)| sum::text(&over)).collect();
        loops.put_in_order(&order);
        Ok(())
    }
}

impl Display for Reorder {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let loops: Vec<_> = self.loops.iter().map(sum::text).collect();
        write!(f, "{}({})", Self::NAME, loops.join(","))
    }
}
