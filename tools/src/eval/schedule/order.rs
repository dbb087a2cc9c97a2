//! The order of loops: which loops run, and each in whose place.

use super::{REORDER, check_named, example_of, variable};
use crate::frontend::OrderedLoop;
use lacuna_notation::{
    ast::{Assignment, Subscript},
    parse_subscript,
};

/// A loop that is named, with the variable in whose place it runs, once that is known.
struct NamedLoop {
    over: Subscript,
    variable: Option<String>,
}

/// The loops of an order. Each is over a variable, or over a subscript, in the place of the only variable of that which no other loop is
/// for.
pub fn order_of(arguments: &[&str], assignment: &Assignment, variables: &[&str]) -> Result<Vec<OrderedLoop>, String> {
    let mut loops = arguments.iter().map(|argument| named_loop(argument, assignment)).collect::<Result<Vec<_>, _>>()?;
    check_named(&settled_variables(&loops), variables)?;
    // One subscript may settle another: `reorder(i+j, j+p, p)`.
    while loops.iter().any(|named| named.variable.is_none()) {
        settle_one(&mut loops)?;
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
    match accesses.iter().flat_map(|access| &access.subscripts).any(|subscript| subscript.is_same(&over)) {
        true => Ok(NamedLoop { over, variable: None }),
        false => Err(format!("no operand has the subscript {over}, so no loop can take its coordinates")),
    }
}

fn settled_variables(loops: &[NamedLoop]) -> Vec<String> {
    loops.iter().filter_map(|named| named.variable.clone()).collect()
}

/// Finds the variable of one more loop over a subscript.
fn settle_one(loops: &mut [NamedLoop]) -> Result<(), String> {
    let known = settled_variables(loops);
    let left = |over: &Subscript| -> Vec<String> {
        let variables = over.parts.iter().map(|part| part.variable.clone());
        variables.filter(|variable| !known.contains(variable)).collect()
    };
    for named in loops.iter_mut().filter(|named| named.variable.is_none()) {
        if let [only] = left(&named.over).as_slice() {
            named.variable = Some(only.clone());
            return Ok(());
        }
    }
    let Some(NamedLoop { over, .. }) = loops.iter().find(|named| named.variable.is_none()) else { return Ok(()) };
    Err(match left(over).as_slice() {
        [] => format!("the loop over {over} takes no variable's place: loops over all of them are named"),
        all => format!("the loop over {over} takes the place of {}: name the others", all.join(" or ")),
    })
}
