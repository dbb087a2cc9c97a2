//! Sums that are left out where two readings are natural.
//!
//! A variable that is summed and that, in a term, stands inside of one function, divisor, comparison or reduction other
//! than `sum`, and nowhere else, has two sums: `sqrt(r(i) * r(i))` may be the root of the sum over `i`, or the sum of roots.
//! So the text has to say. Where another factor has the variable, too, as in `A(i,j) * max(x(j), 0)`, only the sum around
//! both makes sense. Terms are looked at as if everything were multiplied out, so multiplying out decides nothing.
//!
//! Signs, `conj` and `sum` are linear: what stands inside of them is looked at as if they were not there.

use super::{additive_terms, change_children, check_bindings, has, is_sum, only_factor, place, wrapped};
use crate::ast::{Expr, ExprKind, Operator, Reduction};
use crate::error::{Enclosing, NotationError, Problem, SumForm, SumReading};

/// Refuses a value in which the sum over one of the variables is unclear.
pub(super) fn check(value: &Expr, summed: &[String]) -> Result<(), NotationError> {
    let Some(around) = summed.iter().find_map(|variable| only_place(value, variable)) else { return Ok(()) };
    let is_here = |variable: &&String| only_place(value, variable).is_some_and(|place| std::ptr::eq(place, around));
    let variables: Vec<String> = summed.iter().filter(is_here).cloned().collect();
    let problem = Problem::SumUnclear { enclosing: enclosing(around), forms: forms(around, &variables), variables };
    Err(NotationError::new(problem, around.columns))
}

/// The ways to write a sum over `variables`, all of whose occurrences stand in `around`, which is not linear.
fn forms(around: &Expr, variables: &[String]) -> Vec<SumForm> {
    let mut forms = vec![
        (SumReading::Innermost, with_sums_in_parts(around, variables, innermost)),
        (SumReading::Inside, with_sums_in_parts(around, variables, in_part)),
        (SumReading::Around, variables.iter().fold(around.clone(), |expr, variable| wrapped(expr, variable))),
    ];
    let mut combined = around.clone();
    if let ExprKind::Reduce { reduction, variables: own, .. } = &mut combined.kind
        && *reduction != Reduction::Sum
    {
        let reading = SumReading::Combined(*reduction);
        own.extend(variables.iter().cloned());
        forms.push((reading, combined));
    }
    // A reduction inside may have a variable of the same name; if that is so in each form, the next message says it.
    let is_accepted = |(_, expr): &(SumReading, Expr)| check_bindings(expr, &mut Vec::new()).is_ok();
    if forms.iter().any(is_accepted) {
        forms.retain(is_accepted);
    }
    let text = |(reading, expr): (SumReading, Expr)| {
        let has_parentheses =
            is_in_parentheses(around) && matches!(reading, SumReading::Innermost | SumReading::Inside);
        let text = spelled(expr).to_string();
        SumForm { reading, text: if has_parentheses { format!("({text})") } else { text } }
    };
    let mut forms: Vec<_> = forms.into_iter().map(text).collect();
    if let [first, second, ..] = forms.as_slice()
        && first.text == second.text
    {
        forms.remove(0);
    }
    forms
}

/// What is not linear and holds all occurrences of the variable in some term.
fn only_place<'a>(expr: &'a Expr, variable: &str) -> Option<&'a Expr> {
    if !has(expr, variable) {
        return None;
    }
    if is_sum(expr) {
        return additive_terms(expr).into_iter().find_map(|term| only_place(term, variable));
    }
    if let Some((_, factor)) = only_factor(expr, variable) {
        return only_place(factor, variable);
    }
    let is_place = match &expr.kind {
        // A divisor: a dividend alone would be a factor. Two factors with the variable are summed together.
        ExprKind::Binary { operator: Operator::Divide, left, right } => has(right, variable) && !has(left, variable),
        ExprKind::Call { .. } | ExprKind::Compare { .. } | ExprKind::Reduce { .. } => has(expr, variable),
        ExprKind::Binary { .. }
        | ExprKind::Negate(_)
        | ExprKind::Number(_)
        | ExprKind::Access(_)
        | ExprKind::Index(_) => false,
    };
    is_place.then_some(expr)
}

fn enclosing(expr: &Expr) -> Enclosing {
    match &expr.kind {
        ExprKind::Call { function, .. } => Enclosing::Function(*function),
        ExprKind::Reduce { reduction, .. } => Enclosing::Reduction(*reduction),
        ExprKind::Compare { .. } => Enclosing::Relation,
        _ => Enclosing::Divisor,
    }
}

/// Whether the text has the expression in parentheses, which belong to its columns.
fn is_in_parentheses(expr: &Expr) -> bool {
    let begins_with_operand = matches!(&expr.kind, ExprKind::Binary { .. } | ExprKind::Compare { .. });
    begins_with_operand && expr.children().first().is_some_and(|first| first.columns.start > expr.columns.start)
}

/// The expression whose parts have sums of their own.
fn with_sums_in_parts(expr: &Expr, variables: &[String], sum: impl Fn(Expr, &str) -> Expr) -> Expr {
    change_children(expr.clone(), |_, part| variables.iter().fold(part, |part, variable| sum(part, variable)))
}

/// A part with its sum.
fn in_part(part: Expr, variable: &str) -> Expr {
    let has_all = additive_terms(&part).into_iter().all(|term| has(term, variable));
    match has(&part, variable) {
        false => part,
        true if has_all => wrapped(part, variable),
        true => place(part, variable),
    }
}

/// A part with its sum inside of all that is not linear.
fn innermost(part: Expr, variable: &str) -> Expr {
    if only_place(&part, variable).is_none() {
        return in_part(part, variable);
    }
    change_children(part, |_, child| innermost(child, variable))
}

/// The expression with the sums as text spells them.
fn spelled(expr: Expr) -> Expr {
    let mut expr = change_children(expr, |_, child| spelled(child));
    if let ExprKind::Reduce { reduction: Reduction::Sum, is_implicit, .. } = &mut expr.kind {
        *is_implicit = false;
    }
    expr
}

#[cfg(test)]
mod tests {
    use crate::ast::Reduction;
    use crate::error::{Problem, SumReading};
    use crate::parse;

    /// Sums that are left out: the statement, and what it says when they are written.
    const CLEAR: &[(&str, &str)] = &[
        // Another factor has the variable, too.
        ("y(i) = A(i,j) * max(x(j), 0)", "y(i) = sum(j, A(i,j) * max(x(j), 0))"),
        ("y(i) = A(i,j) / d(j)", "y(i) = sum(j, A(i,j) / d(j))"),
        ("y(i) = A(i,j) * (i <= j)", "y(i) = sum(j, A(i,j) * (i <= j))"),
        ("y(i) = max(x(j), 0) * abs(A(i,j))", "y(i) = sum(j, max(x(j), 0) * abs(A(i,j)))"),
        ("y(i) = A(i,j) * max(k, B(k,j))", "y(i) = sum(j, A(i,j) * max(k, B(k,j)))"),
        ("y(i) = A(i,j) * (2 - max(x(j), 0))", "y(i) = sum(j, A(i,j) * (2 - max(x(j), 0)))"),
        ("y(i) = j * where(x(j) > 0, A(i,j), 0)", "y(i) = sum(j, j * where(x(j) > 0, A(i,j), 0))"),
        ("y(i) = max(x(i), j) * A(i,j) / 2", "y(i) = sum(j, max(x(i), j) * A(i,j) / 2)"),
        ("s = x(i) * pow(x(i), 2)", "s = sum(i, x(i) * pow(x(i), 2))"),
        // Linear.
        ("s = x(i) / n", "s = sum(i, x(i) / n)"),
        ("s = -x(i)", "s = -sum(i, x(i))"),
        ("s = conj(x(i))", "s = sum(i, conj(x(i)))"),
        ("s = conj(x(i)) * x(i)", "s = sum(i, conj(x(i)) * x(i))"),
        ("y(i) = sum(k, A(i,k) * B(k,j))", "y(i) = sum(j, sum(k, A(i,k) * B(k,j)))"),
        // The text names the variable.
        ("n = sqrt(sum(i, r(i) * r(i)))", "n = sqrt(sum(i, r(i) * r(i)))"),
        ("n = sum(i, sqrt(r(i) * r(i)))", "n = sum(i, sqrt(r(i) * r(i)))"),
        ("y(i) = max(j, A(i,j))", "y(i) = max(j, A(i,j))"),
        ("y(i) = A(i,j) + sum(j, abs(A(i,j)))", "y(i) = sum(j, A(i,j)) + sum(j, abs(A(i,j)))"),
        // Functions of what the target has.
        ("y(i) = abs(x(i)) * A(i,j)", "y(i) = sum(j, abs(x(i)) * A(i,j))"),
        ("y(i) = x(i) > 0", "y(i) = x(i) > 0"),
    ];

    /// Refused: the statement, the variables, and the two forms of the part that holds them.
    const UNCLEAR: &[(&str, &str, &str, &str)] = &[
        ("n = sqrt(r(i)*r(i))", "i", "sqrt(sum(i, r(i) * r(i)))", "sum(i, sqrt(r(i) * r(i)))"),
        ("y(i) = max(A(i,j)*x(j), 0)", "j", "max(sum(j, A(i,j) * x(j)), 0)", "sum(j, max(A(i,j) * x(j), 0))"),
        ("y(i) = max(A(i,j), b(i))", "j", "max(sum(j, A(i,j)), b(i))", "sum(j, max(A(i,j), b(i)))"),
        ("y(i) = max(A(i,j), x(j))", "j", "max(sum(j, A(i,j)), sum(j, x(j)))", "sum(j, max(A(i,j), x(j)))"),
        ("s = abs(x(i))", "i", "abs(sum(i, x(i)))", "sum(i, abs(x(i)))"),
        ("y(i) = exp(A(i,j))", "j", "exp(sum(j, A(i,j)))", "sum(j, exp(A(i,j)))"),
        ("s = pow(x(i), 2)", "i", "pow(sum(i, x(i)), 2)", "sum(i, pow(x(i), 2))"),
        ("s = pow(2, x(i))", "i", "pow(2, sum(i, x(i)))", "sum(i, pow(2, x(i)))"),
        // Some terms inside of it, or all of them.
        (
            "y(i) = max(A(i,j)*x(j) + b(i), 0)",
            "j",
            "max(sum(j, A(i,j) * x(j)) + b(i), 0)",
            "sum(j, max(A(i,j) * x(j) + b(i), 0))",
        ),
        ("y(i) = abs(A(i,j) - x(j))", "j", "abs(sum(j, A(i,j) - x(j)))", "sum(j, abs(A(i,j) - x(j)))"),
        // Divisors, comparisons, reductions.
        ("s = 1 / d(i)", "i", "1 / sum(i, d(i))", "sum(i, 1 / d(i))"),
        (
            "y(i) = x(i) / (b(i) - A(i,j)*x(j))",
            "j",
            "x(i) / (b(i) - sum(j, A(i,j) * x(j)))",
            "sum(j, x(i) / (b(i) - A(i,j) * x(j)))",
        ),
        ("s = x(i) > 0", "i", "sum(i, x(i)) > 0", "sum(i, x(i) > 0)"),
        ("y(i) = (A(i,j) <= j)", "j", "(sum(j, A(i,j)) <= sum(j, j))", "sum(j, A(i,j) <= j)"),
        ("s = max(k, A(k,j))", "j", "max(k, sum(j, A(k,j)))", "sum(j, max(k, A(k,j)))"),
        ("s = prod(k, A(k,j) + 1)", "j", "prod(k, sum(j, A(k,j)) + 1)", "sum(j, prod(k, A(k,j) + 1))"),
        // Beside factors that lack the variable, signs, and what else is linear.
        ("y(i) = 2 * abs(A(i,j)) * b(i) / 3", "j", "abs(sum(j, A(i,j)))", "sum(j, abs(A(i,j)))"),
        ("s = -abs(x(i))", "i", "abs(sum(i, x(i)))", "sum(i, abs(x(i)))"),
        ("s = conj(exp(x(i)))", "i", "exp(sum(i, x(i)))", "sum(i, exp(x(i)))"),
        ("s = sum(k, abs(A(k,j)))", "j", "abs(sum(j, A(k,j)))", "sum(j, abs(A(k,j)))"),
        ("s = abs(A(i,j)) * x(j)", "i", "abs(sum(i, A(i,j)))", "sum(i, abs(A(i,j)))"),
        // One inside of another: the outer one. A choice is a function of its condition, too.
        ("s = sqrt(abs(x(i)))", "i", "sqrt(sum(i, abs(x(i))))", "sum(i, sqrt(abs(x(i))))"),
        (
            "s = where(x(i) > 0, x(i), 0)",
            "i",
            "where(sum(i, x(i) > 0), sum(i, x(i)), 0)",
            "sum(i, where(x(i) > 0, x(i), 0))",
        ),
        ("y(i) = where(b(i), A(i,j), 0)", "j", "where(b(i), sum(j, A(i,j)), 0)", "sum(j, where(b(i), A(i,j), 0))"),
        // Several variables; each is looked at for itself.
        ("n = sqrt(A(i,j) * A(i,j))", "i j", "sqrt(sum(i, j, A(i,j) * A(i,j)))", "sum(i, j, sqrt(A(i,j) * A(i,j)))"),
        ("s = max(A(i,j), x(k))", "i j k", "max(sum(i, j, A(i,j)), sum(k, x(k)))", "sum(i, j, k, max(A(i,j), x(k)))"),
        ("s = abs(x(i)) * abs(z(j))", "i", "abs(sum(i, x(i)))", "sum(i, abs(x(i)))"),
        // Each term has sums of its own, also where factors are not multiplied out.
        ("y(i) = A(i,j) * x(j) + abs(A(i,j))", "j", "abs(sum(j, A(i,j)))", "sum(j, abs(A(i,j)))"),
        ("y(i) = b(i) * (A(i,j) + abs(x(j)))", "j", "abs(sum(j, x(j)))", "sum(j, abs(x(j)))"),
        ("y(i) = b(i) - (c(i) - max(A(i,j), 0)) / 2", "j", "max(sum(j, A(i,j)), 0)", "sum(j, max(A(i,j), 0))"),
    ];

    #[test]
    fn sums_are_placed_where_they_are_clear() {
        for (text, written) in CLEAR {
            let statement = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let written = parse(written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(super::spelled(statement.value), written.value, "{text}");
        }
    }

    #[test]
    fn sums_are_refused_where_they_are_not() {
        for (text, names, in_it, around_it) in UNCLEAR {
            let error = parse(text).expect_err(text);
            let Problem::SumUnclear { variables, forms, .. } = *error.problem else {
                panic!("{text}: {}", error.problem)
            };
            let at =
                |reading: SumReading| forms.iter().find(|form| form.reading == reading).map(|form| form.text.as_str());
            let found = (variables.join(" "), at(SumReading::Inside), at(SumReading::Around));
            assert_eq!(found, ((*names).to_owned(), Some(*in_it), Some(*around_it)), "{text}");
        }
    }

    /// Where two functions are nested, the sum can stand inside of the inner one, too.
    #[test]
    fn sums_inside_of_several_functions_have_three_forms() {
        let nested = [
            ("y(i) = x(i) / sqrt(x(j) * x(j))", "x(i) / sqrt(sum(j, x(j) * x(j)))"),
            ("n = abs(sqrt(x(i) * x(i)))", "abs(sqrt(sum(i, x(i) * x(i))))"),
            ("n = max(2 * sqrt(x(i) * x(i)) + 3, 1)", "max(2 * sqrt(sum(i, x(i) * x(i))) + 3, 1)"),
            ("n = abs(sqrt(abs(A(i,j))))", "abs(sqrt(abs(sum(i, j, A(i,j)))))"),
            ("n = where(x(i) > 0, x(i), 0)", "where(sum(i, x(i)) > 0, sum(i, x(i)), 0)"),
        ];
        for (text, expected) in nested {
            let Problem::SumUnclear { forms, .. } = *parse(text).expect_err(text).problem else { panic!("{text}") };
            let readings: Vec<_> = forms.iter().map(|form| form.reading).collect();
            assert_eq!(readings, [SumReading::Innermost, SumReading::Inside, SumReading::Around], "{text}");
            assert_eq!(forms[0].text, expected, "{text}");
        }
    }

    /// Forms stand in the place of the text that is pointed at, with its parentheses; none binds a name twice.
    #[test]
    fn forms_stand_in_the_place_of_the_text() {
        let of = |text: &str| match *parse(text).expect_err(text).problem {
            Problem::SumUnclear { forms, .. } => forms.into_iter().map(|form| form.text).collect::<Vec<_>>(),
            other => panic!("{text}: {other}"),
        };
        assert_eq!(of("y(i) = (b(i) > z(k)) * x(i)"), ["(b(i) > sum(k, z(k)))", "sum(k, b(i) > z(k))"]);
        assert_eq!(
            of("y(i) = sum(j, A(i,j)) / exp(B(i,j))"),
            ["sum(j, A(i,j)) / exp(sum(j, B(i,j)))", "sum(j, A(i,j)) / sum(j, exp(B(i,j)))"]
        );
    }

    /// `max(i, j, ...)` is neither the maximum of sums nor a sum of maxima.
    #[test]
    fn reductions_may_combine_over_what_would_be_summed() {
        let Problem::SumUnclear { forms, .. } = *parse("s = max(i, A(i,j))").expect_err("it is unclear").problem else {
            panic!("the sum over j is unclear")
        };
        let combined = forms.last().map(|form| (form.reading, form.text.as_str()));
        assert_eq!(combined, Some((SumReading::Combined(Reduction::Max), "max(i, j, A(i,j))")));
    }

    /// Whoever takes one of the forms, for each variable in turn, has a statement that is accepted.
    #[test]
    fn all_forms_are_accepted() {
        for (text, ..) in UNCLEAR {
            for number in 0..4 {
                let mut text = (*text).to_owned();
                while let Err(error) = parse(&text) {
                    let Problem::SumUnclear { forms, .. } = *error.problem else { panic!("{text}: {}", error.problem) };
                    let form = &forms[number % forms.len()].text;
                    text.replace_range(error.columns.start - 1..error.columns.end - 1, &format!("({form})"));
                }
            }
        }
    }
}
