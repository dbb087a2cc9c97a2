//! Every refusal of the parser, with its column and its words.

use lacuna_notation::parse;

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
    refuses("y(i)", 5, "expected `=` or `+=`, found the end");
    refuses("y(i) == a(i)", 7, "expected a tensor, a number, `-` or `(`, found `=`");
    refuses("y(i) =", 7, "expected a tensor, a number, `-` or `(`, found the end");
    refuses("y(i) = a(i) *", 14, "expected a tensor, a number, `-` or `(`, found the end");
    refuses("y(i) = a(i) b(i)", 13, "expected an operator or the end, found `b`");
    refuses("y(i) = a(i) = b(i)", 13, "expected an operator or the end, found `=`");
    refuses("y(i) = a(i))", 12, "expected an operator or the end, found `)`");
    refuses("y(i) = (a(i) + b(i)", 20, "expected an operator or `)`, found the end");
    refuses("y(i) = a(i", 11, "expected an operator, `,` or `)`, found the end");
    refuses("y(i) = a(i j)", 12, "expected an operator, `,` or `)`, found `j`");
    refuses("y(i) = a(i,)", 12, "expected an index variable, an integer, `-` or `(`, found `)`");
    refuses("y(i) = a(i", 11, "expected an operator, `,` or `)`, found the end");
    refuses("y(i) = 2 a(i)", 10, "expected an operator or the end, found `a`");
    refuses("y(i) = +a(i)", 8, "expected a tensor, a number, `-` or `(`, found `+`");
    refuses("y = .5", 5, "expected a name, a number or an operator, found the character `.`");
    refuses("y = 1.", 6, "expected a name, a number or an operator, found the character `.`");
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
    refuses(
        "y = a(b(i))",
        7,
        "a subscript must be affine in the index variables, found an access to tensor `b`; if `a` is to be a function: \
         those are `max` and `min`",
    );
    refuses("y = a(i/2)", 8, "expected an operator, `,` or `)`, found `/`");
    refuses("y = a(1.5)", 7, "expected an index variable, an integer, `-` or `(`, found `1.5`");
}

#[test]
fn targets() {
    refuses(
        "y(i) = a(i) + y(i)",
        15,
        "target `y` is read on the right side, which is not allowed; `+=` keeps its old value",
    );
    refuses("y(i+1) = a(i)", 3, "a subscript of target `y` must be a plain variable, found `i + 1`");
    refuses("y(2*i) = a(i)", 3, "a subscript of target `y` must be a plain variable, found `2*i`");
    refuses("y(0) = a(i)", 3, "a subscript of target `y` must be a plain variable, found `0`");
    refuses("y(i,i) = a(i)", 5, "the subscripts of target `y` must be distinct variables, found `i` twice");
}

#[test]
fn names() {
    refuses("y(i) = a(i) + a(i,j)", 15, "`a` is used with order 1 and with order 2; a tensor has one order");
    refuses("y(i) = a(i) * a", 15, "`a` is used with order 1 and with order 0; a tensor has one order");
    refuses("y(i) = a(i) * i", 15, "`i` is used as a tensor and as an index variable; one name has one meaning");
}

#[test]
fn functions() {
    refuses("y(i) = max()", 8, "`max` takes at least 2 arguments, found 0");
    refuses("y(i) = 2 * min( a(i) )", 12, "`min` takes at least 2 arguments, found 1");
    refuses("y(i) = min(0, -max(a(i)))", 16, "`max` takes at least 2 arguments, found 1");
    refuses("y(i) = max(a(i),)", 17, "expected a tensor, a number, `-` or `(`, found `)`");
    refuses("y(i) = max(a(i), b(i)", 22, "expected an operator, `,` or `)`, found the end");
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
    let subscript = "a subscript must be affine in the index variables, found the function `max`";
    refuses("y(i) = a(max(i,0))", 10, subscript);
    refuses("y(i) = a(2*(max(i,0)))", 13, subscript);
}

#[test]
fn unknown_functions_are_told_the_known_ones() {
    let known = "if `abs` is to be a function: those are `max` and `min`";
    let found = |tensor| {
        format!("a subscript must be affine in the index variables, found an access to tensor `{tensor}`; {known}")
    };
    refuses("y(i) = abs(a(i))", 12, &found("a"));
    refuses("y(i) = max(abs(2*(i+b(i))), 0)", 21, &found("b"));
    refuses("y(i) = c(i) + abs(i, a(i))", 22, &found("a"));
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
        "column 14: expected a name, a number or an operator, found the character `?`\n   a(i) ?\n        ^"
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
    let pieces =
        ["y", "(", ")", "i", ",", "+", "-", "*", "/", "=", "+=", "2", "1.5", "9223372036854775807", "é", "1e9", "max("];
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
