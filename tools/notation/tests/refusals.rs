//! Every refusal of the parser, with its column and its words.

use lacuna_notation::{parse, parse_program};

#[track_caller]
fn refuses(text: &str, column: usize, message: &str) {
    match parse(text) {
        Ok(tree) => panic!("accepted as {tree}"),
        Err(error) => {
            assert_eq!(error.to_string(), format!("column {column}: {message}"));
            assert_eq!(error.column(), column);
        }
    }
}

#[test]
fn syntax() {
    refuses("", 1, "expected the name of the target, found the end");
    refuses("   ", 4, "expected the name of the target, found the end");
    refuses("2 = a", 1, "expected the name of the target, found `2`");
    refuses("y(i)", 5, "expected `=`, `+=`, `-=`, `*=`, `max=` or `min=`, found the end");
    refuses("y(i) == a(i)", 6, "expected `=`, `+=`, `-=`, `*=`, `max=` or `min=`, found `==`");
    refuses("y(i) =", 7, "expected a tensor, a number, `-` or `(`, found the end");
    refuses("y(i) = a(i) *", 14, "expected a tensor, a number, `-` or `(`, found the end");
    refuses("y(i) = a(i) b(i)", 13, "expected an operator or the end, found `b`");
    refuses("y(i) = a(i) = b(i)", 13, "expected an operator or the end, found `=`");
    refuses("y(i) = a(i))", 12, "expected an operator or the end, found `)`");
    refuses("y(i) = (a(i) + b(i)", 8, "this parenthesis is never closed");
    refuses("y(i) = a(i", 9, "this parenthesis is never closed");
    refuses("y(i) = a(i j)", 12, "expected an operator, `,` or `)`, found `j`");
    refuses("y(i) = a(i,)", 12, "expected an index variable, an integer, `-` or `(`, found `)`");
    refuses("y(i) = a(i", 9, "this parenthesis is never closed");
    refuses("y(i) = 2 a(i)", 10, "expected an operator or the end, found `a`");
    refuses("y = .", 5, "expected a name, a number or an operator, found the character `.`");
    refuses("y = 2ii", 6, "expected an operator or the end, found `ii`");
    refuses("y(i) = a(i) < b(i) < 3", 20, "relations do not form chains; `a < b < c` is written `(a < b) * (b < c)`");
    refuses("y = a ^ 2", 7, "`^` is no operator of the notation; powers are written `pow(a, b)`");
    refuses("y = a**2", 6, "`**` is no operator of the notation; powers are written `pow(a, b)`");
    refuses("y[i] = a(i)", 2, "found the bracket `[`; subscripts and groups are written in parentheses");
    refuses("y(i) = a(i); z(i) = a(i)", 14, "expected the end, found a second statement");
    refuses("y = 1e", 6, "expected an operator or the end, found `e`");
}

#[test]
fn characters() {
    refuses("y(i) = a(i) % b(i)", 13, "expected a name, a number or an operator, found the character `%`");
    refuses("ü = a", 1, "expected a name, a number or an operator, found the character `ü`");
    refuses("y = a + \u{1F600}", 9, "expected a name, a number or an operator, found the character `\u{1F600}`");
}

#[test]
fn numbers() {
    refuses(
        "y = 9223372036854775808",
        5,
        "expected an integer of at most 9223372036854775807, found `9223372036854775808`",
    );
    refuses("y = 1 + 1e999", 9, "expected a number of at most 1.7976931348623157e308, found `1e999`");
    refuses(
        "y = a(9223372036854775807*i + i)",
        7,
        "coefficients of a subscript must stay within 9223372036854775807 in size, this one does not",
    );
    refuses(
        "y = a(-9223372036854775807 - 1)",
        7,
        "coefficients of a subscript must stay within 9223372036854775807 in size, this one does not",
    );
    refuses(
        "y = a(4*(4611686018427387904*i))",
        7,
        "coefficients of a subscript must stay within 9223372036854775807 in size, this one does not",
    );
}

#[test]
fn subscripts() {
    refuses("y = a(i*j)", 7, "a subscript must be affine in the index variables, found a product of variables");
    refuses("y = a(b(i))", 7, &unknown("a", "variables, found an access to tensor `b`"));
    let divisor = "a subscript is divided by positive whole numbers, as in `i/2` and `i mod 2`, found";
    refuses("y = a(i/0)", 7, &format!("{divisor} `0`"));
    refuses("y = a(i mod j)", 7, &format!("{divisor} `j`"));
    refuses("y = a(i/(-2))", 7, &format!("{divisor} `-2`"));
    let of_one = "in a subscript, quotients and remainders are those of one variable, as in `i/2 + j`, found";
    let other = "the values of another subscript can be a tensor of their own";
    refuses("y = a((i+1)/2)", 7, &format!("{of_one} `i + 1`; {other}"));
    refuses("y = a(i/2 mod 3)", 7, &format!("{of_one} `i/2`; {other}"));
    refuses("y = a(1.5)", 7, &in_subscript("a", "is made of whole numbers, found `1.5`"));
    let imaginary = "a subscript is made of whole numbers, found an imaginary one; a product is written `2*i`";
    refuses("y = a(2i)", 7, imaginary);
}

#[test]
fn targets() {
    refuses(
        "y(i) = a(i) + y(i)",
        15,
        "target `y` is read on the right side, which is not allowed; `+=` and other updates keep its old value",
    );
    refuses("y(i*j) = a(i)", 3, "a subscript must be affine in the index variables, found a product of variables");
}

#[test]
fn names() {
    refuses("y(i) = a(i) + a(i,j)", 15, "`a` is used with order 1 and with order 2; a tensor has one order");
    refuses("y(i) = a(i) * a", 15, "`a` is used with order 1 and with order 0; a tensor has one order");
    refuses("y(i) = a(i) * i(i)", 15, "`i` is used as a tensor and as an index variable; one name has one meaning");
}

#[test]
fn functions() {
    let too_few = |function: &str, found| {
        format!(
            "`{function}` takes at least 2 arguments, found {found}; a reduction names index variables first, as in \
             `{function}(j, A(i,j))`"
        )
    };
    refuses("y(i) = max()", 8, &too_few("max", 0));
    refuses("y(i) = 2 * min( a(i) )", 12, &too_few("min", 1));
    refuses("y(i) = min(0, -max(a(i)))", 16, &too_few("max", 1));
    refuses("y(i) = max(a(i),)", 17, "expected a tensor, a number, `-` or `(`, found `)`");
    refuses("y(i) = max(a(i), b(i)", 11, "this parenthesis is never closed");
    refuses("y(i) = max(a(i) b(i))", 17, "expected an operator, `,` or `)`, found `b`");
    refuses("y(i) = (a(i), b(i))", 13, "expected an operator or `)`, found `,`");
    refuses("y(i) = a(i), b(i)", 12, "expected an operator or the end, found `,`");
}

#[test]
fn names_of_functions_are_reserved() {
    let max = "`max` is a function and names no tensor and no index variable";
    refuses("max(i) = a(i)", 1, max);
    refuses("max = a", 1, max);
    refuses("y(i) = a(i) * max", 15, max);
    refuses("y(i) = a(i) * max + 1", 15, max);
    refuses("y(max) = a(max)", 3, max);
    refuses("y(i) = a(i+2*min)", 14, "`min` is a function and names no tensor and no index variable");
    let subscript = unknown("a", "variables, found the function `max`");
    refuses("y(i) = a(max(i,0))", 10, &subscript);
    refuses("y(i) = a(2*(max(i,0)))", 13, &subscript);
}

fn in_subscript(name: &str, problem: &str) -> String {
    let functions =
        "max, min, abs, sqrt, exp, log, pow, sin, cos, tanh, floor, ceil, sign, where, conj, sum, prod, any, all";
    format!("no function is called `{name}` (there are {functions}); if it is a tensor: a subscript {problem}")
}

fn unknown(name: &str, found: &str) -> String {
    in_subscript(name, &format!("must be affine in the index {found}"))
}

#[test]
fn a_tensor_in_a_subscript_is_told_so_unless_a_function_has_almost_the_name() {
    refuses("y(i) = Q(a(i))", 10, &unknown("Q", "variables, found an access to tensor `a`"));
    refuses("y(i) = relu(a(i))", 13, "no function is called `relu`: relu(x) is written max(x, 0)");
    refuses("s = Mean(j, a(j))", 13, "no function is called `Mean`: mean(x) is written sum(i, x(i)) / n");
    let similar = |name, function, tensor| {
        format!(
            "no function is called `{name}` (did you mean `{function}`?); if it is a tensor: a subscript must be affine in the \
             index variables, found an access to tensor `{tensor}`"
        )
    };
    refuses("y(i) = sqrtt(a(i))", 14, &similar("sqrtt", "sqrt", "a"));
    refuses("y(i) = max(Exp(2*(i+b(i))), 0)", 21, &similar("Exp", "exp", "b"));
}

#[test]
fn arguments() {
    refuses("y(i) = abs(a(i), 2)", 8, "`abs` takes 1 argument, found 2");
    refuses("y(i) = pow(a(i))", 8, "`pow` takes 2 arguments, found 1");
    refuses("y(i) = where(a(i) > 0, 1)", 8, "`where` takes 3 arguments, found 2");
}

#[test]
fn reductions() {
    refuses("s = sum(a(i))", 5, "`sum` takes index variables and then an expression, as in `sum(j, A(i,j))`");
    refuses("s = sum(a(i), b(i))", 9, "`sum` takes index variables before its last argument, found `a(i)`");
    refuses("s = sum(i, i, a(i))", 5, "`sum` combines over `i` twice");
    refuses("y(i) = sum(i, a(i))", 8, "`sum` combines over `i`, which has a value there already; use another name");
    refuses(
        "y(i) = max(i, a(i))",
        8,
        "`max` combines over `i`, which has a value there already; use another name, or, for the function, let another \
         argument come first: `max(0, ...)`",
    );
    refuses(
        "s = max(i, sum(i, a(i)))",
        12,
        "`sum` combines over `i`, which has a value there already; use another name",
    );
    let outside = "`sum` combines over";
    let message = "`j` is combined over by `sum` and used outside of it in the same term; use another name in one of the two places";
    assert!(parse("y(i) = sum(j, A(i,j)) * x(j)").unwrap_err().to_string().ends_with(message), "{outside}");
}

#[test]
fn sums_that_are_unclear() {
    refuses(
        "n = sqrt(r(i)*r(i))",
        5,
        "the sum over `i` can stand inside or around the function `sqrt`, so write one: \
         `sqrt(sum(i, r(i) * r(i)))` is `sqrt` of the sum, `sum(i, sqrt(r(i) * r(i)))` adds up the values of `sqrt`",
    );
    refuses(
        "y(i) = 2 * max(A(i,j)*x(j) + b(i), 0)",
        12,
        "the sum over `j` can stand inside or around the function `max`, so write one: \
         `max(sum(j, A(i,j) * x(j)) + b(i), 0)` is `max` of the sum, `sum(j, max(A(i,j) * x(j) + b(i), 0))` adds up the \
         values of `max`",
    );
    refuses(
        "s = 1 / A(i,j)",
        5,
        "the sum over `i`, `j` can stand inside or around the quotient, so write one: \
         `1 / sum(i, j, A(i,j))` divides by the sum, `sum(i, j, 1 / A(i,j))` adds up the quotients",
    );
    refuses(
        "y(i) = A(i,j) > 0",
        8,
        "the sum over `j` can stand inside or around the comparison, so write one: \
         `sum(j, A(i,j)) > 0` compares the sum, `sum(j, A(i,j) > 0)` counts where the comparison holds",
    );
    refuses(
        "s = max(k, A(k,j) * x(j))",
        5,
        "the sum over `j` can stand inside or around the reduction `max`, so write one: \
         `max(k, sum(j, A(k,j) * x(j)))` is the `max` of the sums, `sum(j, max(k, A(k,j) * x(j)))` adds up the values of `max`, \
         `max(k, j, A(k,j) * x(j))` is one `max`, without a sum",
    );
    refuses(
        "y(i) max= A(i,j)",
        11,
        "`max=` has no implicit sum over `j`: write `sum(j, A(i,j))` for the sum, or \
         `max(j, A(i,j))`",
    );
    refuses(
        "s max= A(i,j)",
        8,
        "`max=` has no implicit sum over `i`, `j`: write `sum(i, j, A(i,j))` for the sum, or \
         `max(i, j, A(i,j))`",
    );
    refuses(
        "y(i) = x(i) / sqrt(x(j) * x(j))",
        8,
        "the sum over `j` can stand inside or around the quotient, so write one: \
         `x(i) / sqrt(sum(j, x(j) * x(j)))` adds up inside of all functions and divisors, \
         `x(i) / sum(j, sqrt(x(j) * x(j)))` divides by the sum, `sum(j, x(i) / sqrt(x(j) * x(j)))` adds up the quotients",
    );
}

#[test]
fn long_expressions_are_repeated_in_part() {
    let long = format!("s = sqrt({})", ["x(i) * x(i)"; 100].join(" + "));
    let message = parse(&long).unwrap_err().render(&long);
    assert!(message.chars().count() < 900 && message.contains(" ... "), "{message}");
}

#[test]
fn programs() {
    let refuses = |text: &str, message: &str| {
        assert_eq!(parse_program(text).expect_err("it is refused").render(text).lines().next(), Some(message));
    };
    refuses(
        "r(i) = b(i); r(i) = c(i)",
        "column 14: `r` is assigned twice; a later assignment can update it, by `+=` and the like",
    );
    refuses(
        "s = r(i)\nr(i) = b(i)",
        "line 2, column 1: `r` is read before it is assigned; let the assignment come first, or give the operand another name",
    );
    refuses("r(i) = b(i); s = r", "column 18: `r` is used with order 1 and with order 0; a tensor has one order");
    refuses(
        "r(i) = b(i); i = 2",
        "column 14: `i` is used as a tensor and as an index variable; one name has one meaning",
    );
    refuses("r(i) = b(i);; 2", "column 15: expected the name of the target, found `2`");
}

#[test]
fn length_and_depth() {
    let long = format!("y = s{}", "+s".repeat(2_000_000));
    refuses(&long, 2003, "expected at most 2000 names, numbers and operators, found 4000003");
    let deep = "expected at most 100 nested parentheses and signs, found more";
    refuses(&format!("y = {}s", "(".repeat(1000)), 106, deep);
    refuses(&format!("y = {}s", "-".repeat(1000)), 106, deep);
    refuses(&format!("y = a({}i", "(".repeat(1000)), 108, deep);
    refuses(&format!("y = a({}i", "-".repeat(1000)), 108, deep);
    refuses(&format!("y = {}", "-(".repeat(900)), 106, deep);
    refuses(&format!("y = {}", "max(".repeat(900)), 409, deep);
}

#[test]
fn rendering_points_at_the_place() {
    let text = "y(i) = a(i) + foo(i) * foo";
    assert_eq!(
        parse(text).unwrap_err().render(text),
        "column 24: `foo` is used with order 1 and with order 0; a tensor has one order\n  \
         y(i) = a(i) + foo(i) * foo\n                         ^^^"
    );
    let text = "y(i) =";
    assert_eq!(
        parse(text).unwrap_err().render(text),
        "column 7: expected a tensor, a number, `-` or `(`, found the end\n  y(i) =\n        ^"
    );
    let text = "y(i) =\n\ta(i) ?\n + b(i)";
    assert_eq!(
        parse(text).unwrap_err().render(text),
        "line 2, column 7: expected a name, a number or an operator, found the character `?`\n   a(i) ?\n        ^"
    );
    let terms = |count| vec!["a(i)"; count].join(" + ");
    let error = |text: String| parse(&text).unwrap_err().render(&text);
    assert_eq!(
        error(format!("y(i) = {} ? {}", terms(40), terms(40))),
        "column 286: expected a name, a number or an operator, found the character `?`\n  \
         ... + a(i) + a(i) + a(i) + a(i) + a(i) + a(i) + a(i) ? a(i) + a(i) + a(i) + a(i) + a(i) + a(i) + a(i) +...\n\
         \u{20}                                                      ^"
    );
    let at_the_end = error(format!("y(i) = {} +", terms(40)));
    assert!(at_the_end.lines().all(|line| line.chars().count() <= 110), "{at_the_end}");
    assert!(at_the_end.ends_with(&format!("a(i) +\n{}^", " ".repeat(105))), "{at_the_end}");
    let error = parse("y(i) = a(i) ?").unwrap_err();
    assert_eq!(error.render(""), error.to_string());
}

#[test]
fn no_text_panics() {
    let pieces = [
        "y",
        "(",
        ")",
        "i",
        ",",
        "+",
        "-",
        "*",
        "/",
        "=",
        "+=",
        "2",
        "1.5",
        "9223372036854775807",
        "é",
        "1e9",
        "max(",
        "sum(i,",
        ";",
        "\n",
        "<",
        "abs(",
        "3i",
        "i",
        "#",
    ];
    let mut state = 1u64;
    let mut accepted = 0;
    for _ in 0..200_000 {
        let mut text = String::from(if state.is_multiple_of(2) { "y(i)=" } else { "" });
        for _ in 0..(state >> 60) {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text += pieces[(state >> 33) as usize % pieces.len()];
        }
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        match parse(&text) {
            Ok(tree) => {
                accepted += 1;
                assert_eq!(parse(&tree.to_string()).as_ref(), Ok(&tree), "{text}");
            }
            Err(error) => assert!(!error.render(&text).is_empty()),
        }
    }
    assert!(accepted > 100, "{accepted} texts were accepted");
}
