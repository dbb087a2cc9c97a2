//! Schedules: what the user wants of the loops.

mod order;

use super::EvalError;
use crate::frontend::{OrderedLoop, factor_names, numbered_factors};
use lacuna_dialects::sloop::{Directives, FactorOrder, named_form, precompute::Precompute};
use lacuna_layout::policy::Keeping;
use lacuna_notation::ast::{Assignment, Expr, ExprKind, Operator, Reduction};
use order::order_of;
use std::collections::BTreeMap;

/// The directives that are known, with what they look like.
const DIRECTIVES: [(&str, &str); 4] = [
    (REORDER, "reorder(i,j,...)"),
    (PRECOMPUTE, "precompute(j,...,policy=hash,capacity=4096)"),
    (INNER, "inner(j,pairs)"),
    (FACTOR, "factor(A*(B*x))"),
];

const REORDER: &str = "reorder";
const PRECOMPUTE: &str = "precompute";
const INNER: &str = "inner";
const FACTOR: &str = "factor";

/// What the user wants of the loops of a statement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schedule {
    /// The order of the loops, outermost first.
    pub order: Option<Vec<OrderedLoop>>,
    /// The workspace of the result.
    pub precompute: Option<Precompute>,
    /// How innermost loops take entries, by their variables.
    pub inner: BTreeMap<String, Directives>,
    /// In which order the factors of a product are multiplied.
    pub factor: Option<FactorOrder<String>>,
}

/// Reads a schedule: a list of directives, `reorder(i,k,j); precompute(j, policy=hash)`.
///
/// `reorder` names every index variable of the expression, outermost first. `reorder(i+p,j+q,p,q)`
/// replaces the loops over `i` and `j` by loops over coordinates; `i` and `j` are derived. `precompute` names those of the workspace in which the
/// terms of the result are collected; how it keeps points, and for how many there is room at first, is optional. `inner(j,pairs)` names the
/// form in which the innermost loop over `j` takes entries.
pub fn read(text: &str, assignment: &Assignment) -> Result<Schedule, EvalError> {
    let refused = |message: String| EvalError::Schedule { text: text.to_owned(), message };
    let variables = assignment.variables();
    let mut schedule = Schedule::default();
    for directive in text.split(';').map(str::trim).filter(|directive| !directive.is_empty()) {
        let (name, arguments) = arguments(directive).map_err(refused)?;
        let is_twice = match name {
            PRECOMPUTE => {
                let precompute = precompute(&arguments, &variables).map_err(refused)?;
                schedule.precompute.replace(precompute).is_some()
            }
            INNER => {
                let (variable, form) = inner(&arguments, &variables).map_err(refused)?;
                schedule.inner.insert(variable, form).is_some()
            }
            FACTOR => schedule.factor.replace(factor(&arguments, assignment).map_err(refused)?).is_some(),
            _ => {
                let order = order_of(&arguments, assignment, &variables).map_err(refused)?;
                schedule.order.replace(order).is_some()
            }
        };
        if is_twice {
            return Err(refused(format!("{name} is given twice")));
        }
    }
    if schedule.factor.is_some() && (schedule.order.is_some() || schedule.precompute.is_some()) {
        let why = "a product in steps has loops of its own for each: say reorder and precompute of these statements, written out";
        return Err(refused(format!("{FACTOR} goes with {INNER} alone: {why}")));
    }
    if schedule == Schedule::default() {
        let example = format!("reorder({})", variables.join(","));
        return Err(refused(format!("it is empty: expected a directive, as in {example}")));
    }
    Ok(schedule)
}

/// Arguments that are variables of the expression, each once.
fn named_variables(name: &str, arguments: &[&str], variables: &[&str]) -> Result<Vec<String>, String> {
    let mut named = Vec::new();
    for argument in arguments {
        named.push(variable(name, example_of(name), argument)?);
    }
    check_named(&named, variables)?;
    Ok(named)
}

/// Names are those of variables of the expression, each once.
fn check_named(named: &[String], variables: &[&str]) -> Result<(), String> {
    for (index, variable) in named.iter().enumerate() {
        if named[..index].contains(variable) {
            return Err(format!("variable {variable} is named twice"));
        }
        if !variables.contains(&variable.as_str()) {
            let known = variables.join(", ");
            return Err(format!("the expression has no index variable {variable}: it has {known}"));
        }
    }
    Ok(())
}

/// The order of the factors of a term.
fn factor(arguments: &[&str], assignment: &Assignment) -> Result<FactorOrder<String>, String> {
    let text: String = arguments.join(",").split_whitespace().collect();
    let refused = || {
        format!(
            "{FACTOR} names operands with `*` between them, and parentheses, as in {}: found '{text}'",
            example_of(FACTOR)
        )
    };
    let factor = |name: &str| (!name.is_empty()).then(|| name.to_owned());
    let order = FactorOrder::parse(&text, is_part_of_name, factor).ok_or_else(refused)?;
    let mut terms = terms(&assignment.value).into_iter().filter_map(factor_names).peekable();
    match terms.clone().any(|names| numbered_factors(&order, &names).is_some()) {
        true => Ok(order),
        false if terms.peek().is_none() => Err("no term of the expression is a product of operands alone".to_owned()),
        false => {
            let known: Vec<_> = terms.filter(|names| names.len() > 1).map(|names| names.join("*")).collect();
            Err(format!(
                "no term is the product of {}: there is {}",
                order.factors().iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", "),
                known.join(" and ")
            ))
        }
    }
}

/// The terms of a sum, without their signs and the sums around them.
fn terms(value: &Expr) -> Vec<&Expr> {
    match &value.kind {
        ExprKind::Binary { operator: Operator::Add | Operator::Subtract, left, right } => {
            [terms(left), terms(right)].concat()
        }
        ExprKind::Negate(operand) => terms(operand),
        ExprKind::Reduce { reduction: Reduction::Sum, body, .. } => terms(body),
        _ => vec![value],
    }
}

/// The variable of an innermost loop, and its form.
fn inner(arguments: &[&str], variables: &[&str]) -> Result<(String, Directives), String> {
    let [loop_over, form] = arguments else {
        return Err(format!("{INNER} names a variable and a form, as in {}", example_of(INNER)));
    };
    if form.is_empty() {
        return Err(format!("{INNER} names a variable and a form, as in {}", example_of(INNER)));
    }
    let named = named_variables(INNER, &[loop_over], variables)?;
    Ok((named[0].clone(), named_form(form)?))
}

/// The variables of a workspace, and behind them how it keeps its points.
fn precompute(arguments: &[&str], variables: &[&str]) -> Result<Precompute, String> {
    let settings = arguments.iter().position(|argument| argument.contains('=')).unwrap_or(arguments.len());
    let (names, settings) = arguments.split_at(settings);
    let over = named_variables(PRECOMPUTE, names, variables)?;
    if let Some(late) = settings.iter().find(|setting| over.is_empty() && !setting.contains('=')) {
        return Err(out_of_place(late));
    }
    if over.is_empty() {
        return Err(format!("{PRECOMPUTE} names the variables of a workspace, as in {}", example_of(PRECOMPUTE)));
    }
    let (mut keeping, mut capacity) = (None, None);
    for setting in settings {
        let (key, value) = setting.split_once('=').ok_or_else(|| out_of_place(setting))?;
        let (key, value) = (key.trim(), value.trim());
        let is_twice = match key {
            "policy" => keeping.replace(value.parse::<Keeping>()?).is_some(),
            "capacity" => {
                let number =
                    value.parse().map_err(|_| format!("expected a number of points as capacity, found '{value}'"))?;
                capacity.replace(number).is_some()
            }
            _ => return Err(format!("{PRECOMPUTE} has no setting {key}: it has policy and capacity")),
        };
        if is_twice {
            return Err(format!("{key} is given twice"));
        }
    }
    let keeping = match (keeping, capacity) {
        (None, Some(_)) => return Err("a capacity is that of a policy: name one, as in policy=radix".to_owned()),
        (Some(Keeping { capacity: Some(_), .. }), Some(_)) => return Err("capacity is given twice".to_owned()),
        (Some(keeping), Some(capacity)) => Some(keeping.with_capacity(capacity)?),
        (keeping, None) => keeping,
    };
    Ok(Precompute { over, keeping })
}

/// What is wrong with an argument of a workspace that stands behind its settings.
fn out_of_place(argument: &str) -> String {
    format!(
        "the variables of {PRECOMPUTE} stand before its settings, as in {}: found '{argument}' behind one",
        example_of(PRECOMPUTE)
    )
}

/// What a directive that is known looks like.
fn example_of(name: &str) -> &'static str {
    DIRECTIVES.iter().find(|(known, _)| *known == name).map_or("", |(_, example)| example)
}

/// The name and the arguments of a directive that is known.
fn arguments(directive: &str) -> Result<(&'static str, Vec<&str>), String> {
    let end = directive.find(|character: char| !is_part_of_name(character)).unwrap_or(directive.len());
    let (name, rest) = (&directive[..end], directive[end..].trim_start());
    if name.is_empty() {
        return Err(format!("expected a directive, as in {}, found '{directive}'", DIRECTIVES[0].1));
    }
    let Some((name, example)) = DIRECTIVES.iter().find(|(known, _)| *known == name) else {
        return Err(unknown(name));
    };
    let Some(rest) = rest.strip_prefix('(') else {
        let found = if rest.is_empty() { "nothing".to_owned() } else { format!("'{rest}'") };
        return Err(format!("expected `(` after {name}, as in {example}, found {found}"));
    };
    let Some(end) = closing(rest) else {
        return Err(format!("expected `)` at the end of '{directive}'"));
    };
    let (list, after) = (&rest[..end], &rest[end + 1..]);
    let after = after.trim();
    if !after.is_empty() {
        return Err(format!("expected `;` between '{name}({list})' and '{after}'"));
    }
    Ok((name, list.split(',').map(str::trim).collect()))
}

/// Where the parenthesis closes that was opened before this text.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1;
    for (place, character) in text.char_indices() {
        open += match character {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if open == 0 {
            return Some(place);
        }
    }
    None
}

/// One argument that is a variable.
fn variable(name: &str, example: &str, argument: &str) -> Result<String, String> {
    let words: Vec<_> = argument.split_whitespace().collect();
    match words.as_slice() {
        [] => Err(format!("expected an index variable between the commas of {name}, as in {example}")),
        [first, second, ..] => Err(format!("expected `,` between {first} and {second}")),
        [word] => match word.find(|character: char| !is_part_of_name(character)) {
            None => Ok((*word).to_owned()),
            Some(place) => {
                let found = word[place..].chars().next().unwrap_or_default();
                Err(format!("expected an index variable, found `{found}` in '{word}'"))
            }
        },
    }
}

fn is_part_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// What is said of a directive that is not known: the one that it may be, and all that are.
fn unknown(name: &str) -> String {
    let nearest = DIRECTIVES.iter().map(|(known, _)| *known).min_by_key(|known| distance(name, known));
    let nearest = nearest.filter(|known| distance(name, known) <= known.len() / 3 + 1);
    let guess = nearest.map_or_else(String::new, |known| format!(": did you mean {known}?"));
    let known: Vec<_> = DIRECTIVES.iter().map(|(_, example)| *example).collect();
    let guess = if guess.is_empty() { ":".to_owned() } else { guess };
    format!("there is no directive {name}{guess} known so far: {}", known.join(", "))
}

/// How many characters have to be put in, left out or replaced to make one word of another.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, from) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, to) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use lacuna_layout::policy::Policy;
    use lacuna_notation::parse;

    fn refusal(schedule: &str) -> String {
        let assignment = parse("y(i) = A(i,j) * x(j)").expect("an expression");
        let error = read(schedule, &assignment).expect_err("the schedule is wrong").to_string();
        let (_, message) = error.split_once("': ").expect("the schedule comes first");
        message.to_owned()
    }

    #[test]
    fn what_is_wrong_comes_first() {
        for (schedule, message) in [
            ("reorder(i j)", "expected `,` between i and j"),
            ("reorder(i,,j)", "expected an index variable between the commas of reorder, as in reorder(i,j,...)"),
            ("reorder(i;j)", "expected `)` at the end of 'reorder(i'"),
            ("reorder(i,j", "expected `)` at the end of 'reorder(i,j'"),
            ("reorder i,j", "expected `(` after reorder, as in reorder(i,j,...), found 'i,j'"),
            ("reorder", "expected `(` after reorder, as in reorder(i,j,...), found nothing"),
            ("reorder(i,j) reorder(j,i)", "expected `;` between 'reorder(i,j)' and 'reorder(j,i)'"),
            (
                "reorder(i,j+1)",
                "no operand has the subscript j + 1: a loop over a subscript runs over the coordinates of an operand",
            ),
            ("reorder(i,j!)", "expected an index variable, found `!` in 'j!'"),
            ("(i,j)", "expected a directive, as in reorder(i,j,...), found '(i,j)'"),
            (
                "reordr(i,j)",
                "there is no directive reordr: did you mean reorder? known so far: reorder(i,j,...), \
                 precompute(j,...,policy=hash,capacity=4096), inner(j,pairs), factor(A*(B*x))",
            ),
            (
                "unroll(i)",
                "there is no directive unroll: known so far: reorder(i,j,...), precompute(j,...,policy=hash,capacity=4096), \
                 inner(j,pairs), factor(A*(B*x))",
            ),
            ("inner(j)", "inner names a variable and a form, as in inner(j,pairs)"),
            ("inner(k,pairs)", "the expression has no index variable k: it has i, j"),
            (
                "inner(j,vectors)",
                "there is no innermost form vectors: there are scalar, chains, pairs, lanes, gathers, scattered, blocks, abreast",
            ),
            ("inner(j,pairs); inner(j,scalar)", "inner is given twice"),
            (
                "precompute(policy=hash)",
                "precompute names the variables of a workspace, as in precompute(j,...,policy=hash,capacity=4096)",
            ),
            ("precompute(k)", "the expression has no index variable k: it has i, j"),
            (
                "precompute(i,policy=magic)",
                "the policies of workspaces are dense, mixed, radix, runs, buckets and hash, found magic",
            ),
            ("precompute(i,policy=hash,capacity=0)", "a capacity is between 1 and 1073741824 points, found 0"),
            ("precompute(i,policy=hash,capacity=all)", "expected a number of points as capacity, found 'all'"),
            ("precompute(i,capacity=8)", "a capacity is that of a policy: name one, as in policy=radix"),
            ("precompute(i,policy=hash,policy=radix)", "policy is given twice"),
            ("precompute(i,policy=hash:8,capacity=8)", "capacity is given twice"),
            (
                "precompute(i,policy=hash:aside)",
                "a workspace that is hash sorts and merges nothing that a second thread could do",
            ),
            ("precompute(i,size=8)", "precompute has no setting size: it has policy and capacity"),
            (
                "precompute(i,policy=hash,j)",
                "the variables of precompute stand before its settings, as in precompute(j,...,policy=hash,capacity=4096): \
                 found 'j' behind one",
            ),
            (
                "precompute(policy=hash,j)",
                "the variables of precompute stand before its settings, as in precompute(j,...,policy=hash,capacity=4096): \
                 found 'j' behind one",
            ),
            ("precompute(i); precompute(j)", "precompute is given twice"),
            (" ; ", "it is empty: expected a directive, as in reorder(i,j)"),
            ("reorder(i)", "the order leaves out variable j: name every one, as in reorder(i,j)"),
            ("reorder(i,k)", "the expression has no index variable k: it has i, j"),
            ("reorder(i,i)", "variable i is named twice"),
            ("reorder(i,j); reorder(j,i)", "reorder is given twice"),
        ] {
            assert_eq!(refusal(schedule), message, "{schedule}");
        }
    }

    #[test]
    fn loops_over_coordinates_take_the_place_of_variables() {
        let assignment = parse("O(i,j) = I(i+p,q-2*j) * F(p,q)").expect("an expression");
        let order = |text: &str| {
            let schedule = read(&format!("reorder({text})"), &assignment).map_err(|error| error.to_string())?;
            let text = |ordered: OrderedLoop| format!("{}: {}", ordered.variable, ordered.over);
            Ok(schedule.order.into_iter().flatten().map(text).collect::<Vec<_>>())
        };
        assert_eq!(order("p + i, j, p, q"), Ok(vec!["i: p + i".into(), "j: j".into(), "p: p".into(), "q: q".into()]));
        assert_eq!(order("i+p,q-2*j,i,j").map(|order| order[1].clone()), Ok("q: q - 2*j".to_owned()));
        for (text, message) in [
            ("i+p,j,q", "the loop over i + p could replace the loop over i or p: name all of these but one"),
            (
                "i,p,j,q,i+p",
                "the order already has a loop for every variable of i + p: leave out the one that the loop over i + p replaces",
            ),
            ("i+p+1,p,j,q", "no operand has the subscript i + p + 1: a loop over a subscript runs"),
            ("i+*p,p,j,q", "in 'i+*p': "),
            (
                "i,p,q-2*j,q",
                "the loop over q - 2*j cannot replace the loop over j: j has factor -2 there, and needs 1 or -1",
            ),
            ("i+p+1*q", "no operand has the subscript i + p + q: a loop over a subscript runs"),
            ("i+p,p,j", "the order leaves out variable q: name every one, as in reorder(i,j,p,q)"),
        ] {
            let refused: Result<Vec<String>, String> = order(text);
            assert!(refused.as_ref().is_err_and(|refused| refused.contains(message)), "{text}: {refused:?}");
        }
    }

    #[test]
    fn divided_variables_are_not_derived() {
        let assignment = parse("O(i) = I(i/2+p) * F(p)").expect("an expression");
        let refused = read("reorder(i/2+p,p)", &assignment).expect_err("i is divided").to_string();
        let message = "the loop over i/2 + p cannot replace the loop over i: it has quotients or remainders of i";
        assert!(refused.contains(message), "{refused}");
    }

    #[test]
    fn spaces_do_not_matter() {
        let assignment = parse("y(i) = A(i,j) * x(j)").expect("an expression");
        let schedule = read(" reorder ( j , i ) ; precompute ( i , policy = hash , capacity = 16 )", &assignment);
        let schedule = schedule.expect("a schedule");
        let order: Vec<_> = schedule.order.into_iter().flatten().map(|ordered| ordered.variable).collect();
        assert_eq!(order, ["j", "i"]);
        let keeping = Some(Keeping { policy: Policy::HASH, capacity: Some(16), aside: false });
        assert_eq!(schedule.precompute, Some(Precompute { over: vec!["i".to_owned()], keeping }));
    }
}
