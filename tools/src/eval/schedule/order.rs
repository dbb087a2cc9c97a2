//! The order of loops: over what each runs, and for which variable.

use super::{REORDER, check_named, example_of, variable};
use crate::frontend::OrderedLoop;
use lacuna_notation::{
    ast::{Assignment, Subscript},
    parse_subscript,
};

/// A loop that is named, with the variable whose loop it is, or replaces, once that is known.
struct NamedLoop {
    over: Subscript,
    variable: Option<String>,
}

/// The loops of an order. A loop over a subscript replaces the loop over the one variable of it that has no other loop.
pub fn order_of(arguments: &[&str], assignment: &Assignment, variables: &[&str]) -> Result<Vec<OrderedLoop>, String> {
    let mut loops = arguments.iter().map(|argument| named_loop(argument, assignment)).collect::<Result<Vec<_>, _>>()?;
    check_named(&settled_variables(&loops), variables)?;
    // One subscript may settle another: `reorder(i+j, j+p, p)`.
    while loops.iter().any(|named| named.variable.is_none()) {
        find_replaced_variable(&mut loops)?;
    }
    let order: Vec<_> = loops
        .into_iter()
        .filter_map(|NamedLoop { over, variable }| Some(OrderedLoop { variable: variable?, over }))
        .collect();
    match variables.iter().find(|variable| !order.iter().any(|other| other.variable == **variable)) {
        Some(missing) => {
            let example = format!("reorder({})", variables.join(","));
            Err(format!("the order leaves out variable {missing}: name every one, as in {example}"))
        }
        None => Ok(order),
    }
}

fn named_loop(argument: &str, assignment: &Assignment) -> Result<NamedLoop, String> {
    let is_sum = argument.contains(['+', '-', '*', '/', '(']) || argument.contains(" mod ");
    if !is_sum {
        let named = variable(REORDER, example_of(REORDER), argument)?;
        let over = parse_subscript(&named).map_err(|error| error.to_string())?;
        return Ok(NamedLoop { over, variable: Some(named) });
    }
    let over = parse_subscript(argument).map_err(|error| format!("in '{argument}': {error}"))?;
    let accesses = assignment.value.accesses();
    match accesses.iter().flat_map(|access| &access.subscripts).any(|subscript| subscript.has_same_terms(&over)) {
        true => Ok(NamedLoop { over, variable: None }),
        false => Err(format!(
            "no operand has the subscript {over}: a loop over a subscript runs over the coordinates of an operand"
        )),
    }
}

fn settled_variables(loops: &[NamedLoop]) -> Vec<String> {
    loops.iter().filter_map(|named| named.variable.clone()).collect()
}

/// Finds the variable whose loop one more loop over a subscript replaces.
fn find_replaced_variable(loops: &mut [NamedLoop]) -> Result<(), String> {
    let known = settled_variables(loops);
    let left = |over: &Subscript| -> Vec<String> {
        let variables = over.parts.iter().map(|part| part.variable.clone());
        variables.filter(|variable| !known.contains(variable)).collect()
    };
    for named in loops.iter_mut().filter(|named| named.variable.is_none()) {
        if let [only] = left(&named.over).as_slice() {
            check_factor(&named.over, only)?;
            named.variable = Some(only.clone());
            return Ok(());
        }
    }
    let Some(NamedLoop { over, .. }) = loops.iter().find(|named| named.variable.is_none()) else { return Ok(()) };
    Err(match left(over).as_slice() {
        [] => format!(
            "the order already has a loop for every variable of {over}: leave out the one that the loop over {over} replaces"
        ),
        all => {
            format!("the loop over {over} could replace the loop over {}: name all of these but one", all.join(" or "))
        }
    })
}

/// A variable is derived if the subscript has it once, with factor 1 or -1, and no quotient or remainder of it.
fn check_factor(over: &Subscript, variable: &str) -> Result<(), String> {
    let own: Vec<_> = over.parts.iter().filter(|part| part.variable == variable).collect();
    let cannot = format!("the loop over {over} cannot replace the loop over {variable}");
    match own.as_slice() {
        [part] if part.division.is_none() && part.coefficient.abs() == 1 => Ok(()),
        [part] if part.division.is_none() => {
            Err(format!("{cannot}: {variable} has factor {} there, and needs 1 or -1", part.coefficient))
        }
        _ => Err(format!("{cannot}: it has quotients or remainders of {variable}")),
    }
}
