//! Schedules: what the user wants of the loops.

use super::EvalError;
use lacuna_notation::ast::Assignment;

/// The directives that are known, with what they look like.
const DIRECTIVES: [(&str, &str); 1] = [("reorder", "reorder(i,j,...)")];

/// The loop order that a schedule asks for.
///
/// A schedule is a list of directives, `reorder(i,k,j); ...`. So far there is `reorder`, which names every index variable
/// of the expression, outermost first.
pub fn loop_order(text: &str, assignment: &Assignment) -> Result<Vec<String>, EvalError> {
    let refused = |message: String| EvalError::Schedule { text: text.to_owned(), message };
    let mut order: Option<Vec<String>> = None;
    for directive in text.split(';').map(str::trim).filter(|directive| !directive.is_empty()) {
        let named = arguments(directive).map_err(refused)?;
        if order.replace(named).is_some() {
            return Err(refused("reorder is given twice".to_owned()));
        }
    }
    let variables = assignment.variables();
    let example = || format!("reorder({})", variables.join(","));
    let order = order.ok_or_else(|| refused(format!("it is empty: expected a directive, as in {}", example())))?;
    for (index, variable) in order.iter().enumerate() {
        if order[..index].contains(variable) {
            return Err(refused(format!("variable {variable} is named twice")));
        }
        if !variables.contains(&variable.as_str()) {
            let known = variables.join(", ");
            return Err(refused(format!("the expression has no index variable {variable}: it has {known}")));
        }
    }
    match variables.iter().find(|variable| !order.iter().any(|other| other == *variable)) {
        None => Ok(order),
        Some(missing) => {
            Err(refused(format!("the order leaves out variable {missing}: name every one, as in {}", example())))
        }
    }
}

/// The arguments of a directive that is known.
fn arguments(directive: &str) -> Result<Vec<String>, String> {
    let end = directive.find(|character: char| !is_part_of_name(character)).unwrap_or(directive.len());
    let (name, rest) = (&directive[..end], directive[end..].trim_start());
    if name.is_empty() {
        return Err(format!("expected a directive, as in {}, found '{directive}'", DIRECTIVES[0].1));
    }
    let Some((_, example)) = DIRECTIVES.iter().find(|(known, _)| *known == name) else {
        return Err(unknown(name));
    };
    let Some(rest) = rest.strip_prefix('(') else {
        let found = if rest.is_empty() { "nothing".to_owned() } else { format!("'{rest}'") };
        return Err(format!("expected `(` after {name}, as in {example}, found {found}"));
    };
    let Some((list, after)) = rest.split_once(')') else {
        return Err(format!("expected `)` at the end of '{directive}'"));
    };
    let after = after.trim();
    if !after.is_empty() {
        return Err(format!("expected `;` between '{name}({list})' and '{after}'"));
    }
    list.split(',').map(|argument| variable(name, example, argument.trim())).collect()
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
    use lacuna_notation::parse;

    fn refusal(schedule: &str) -> String {
        let assignment = parse("y(i) = A(i,j) * x(j)").expect("an expression");
        let error = loop_order(schedule, &assignment).expect_err("the schedule is wrong").to_string();
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
            ("reorder(i,j+1)", "expected an index variable, found `+` in 'j+1'"),
            ("(i,j)", "expected a directive, as in reorder(i,j,...), found '(i,j)'"),
            ("reordr(i,j)", "there is no directive reordr: did you mean reorder? known so far: reorder(i,j,...)"),
            ("unroll(i)", "there is no directive unroll: known so far: reorder(i,j,...)"),
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
    fn spaces_do_not_matter() {
        let assignment = parse("y(i) = A(i,j) * x(j)").expect("an expression");
        let order = loop_order(" reorder ( j , i ) ; ", &assignment).expect("a schedule");
        assert_eq!(order, ["j", "i"]);
    }
}
