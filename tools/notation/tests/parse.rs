//! What is accepted, and the tree it becomes.

use lacuna_notation::ast::{Columns, ExprKind, Function, Number, Operator, Update};
use lacuna_notation::parse;

/// The canonical text of the tree.
#[track_caller]
fn printed(text: &str) -> String {
    parse(text).unwrap_or_else(|error| panic!("{}", error.render(text))).to_string()
}

#[track_caller]
fn round_trips(text: &str) {
    let tree = parse(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    let again = tree.to_string();
    assert_eq!(parse(&again).unwrap_or_else(|error| panic!("{}", error.render(&again))), tree, "{text} became {again}");
}

#[test]
fn prints_what_was_written() {
    for text in [
        "y(i) = A(i,j) * x(j) + b(i)",
        "A(i) = I(i + k) * F(k)",
        "C(i,j) = A(i,k) * B(k,j)",
        "s = A(i,j) * B(i,j)",
        "y(i) = -2.5 * A(i,j) * x(j) / 3",
        "y(i) += A(i,2*j + k - 1)",
        "y(i) = a(i) - (b(i) - c(i))",
        "y(i) = a(i) / (b(i) * c(i))",
        "y(i) = -(a(i) + b(i))",
        "y(i) = a(i) * -b(i)",
        "y(i) = a(-i + 3,0,-2*i)",
        "y(i) = 1e-10 + 1e300 + 0.1 + 3",
        "_y0(i_1) = B_2(i_1)",
        "y(i) = max(a(i), b(i))",
        "y(i) = 2 * -min(a(i) + 1, -3, (b(i) + c(i)) * max(d(i), 0)) / 4",
    ] {
        assert_eq!(printed(text), text);
    }
}

#[test]
fn drops_idle_parentheses_and_spaces() {
    assert_eq!(printed(" y ( i )=((A(i , j))*( x(j) ))\n\t"), "y(i) = A(i,j) * x(j)");
    assert_eq!(printed("s() = (a() * b) * c"), "s = a * b * c");
    assert_eq!(printed("s = a * (b * c)"), "s = a * (b * c)");
    assert_eq!(printed("s = (a / b) / c"), "s = a / b / c");
}

#[test]
fn normalizes_subscripts() {
    for (subscript, normal) in [
        ("1 + i", "i + 1"),
        ("i + i", "2*i"),
        ("i*3 - 2*i", "i"),
        ("2*(i - (k + 1))", "2*i - 2*k - 2"),
        ("-(-i)", "i"),
        ("i - i", "0"),
        ("0*i + k", "k"),
        ("2*3 - 1", "5"),
        ("- 4", "-4"),
    ] {
        assert_eq!(printed(&format!("y = A({subscript})")), format!("y = A({normal})"));
    }
}

#[test]
fn printing_round_trips() {
    for text in [
        "y(i) = --a(i)",
        "y(i) = a(i) - -b(i) - -(c(i) - d(i))",
        "y(i) = (a(i) + b(i)) * (c(i) - d(i)) / (e(i) / (f(i) / g(i)))",
        "y(i) = -a(i) * -(b(i) * c(i)) / -2",
        "y = 123456789012345680000.0 + 5e-324 + 1.7976931348623157e308 + 1.0 + 1E5 + 9223372036854775807",
        "y(i) = A(9223372036854775807*i - 9223372036854775807)",
        "y(i)=max((a(i)-b(i)),((c(i))),min(-d(i),(2)))*(e(i)+min(f(i),g(i)))",
    ] {
        round_trips(text);
    }
}

#[test]
fn binds_signs_then_products_then_sums() {
    let tree = parse("y = a - b * -c").unwrap();
    let ExprKind::Binary { operator: Operator::Subtract, right, .. } = tree.value.kind else { panic!() };
    let ExprKind::Binary { operator: Operator::Multiply, right, .. } = right.kind else { panic!() };
    assert!(matches!(right.kind, ExprKind::Negate(_)));
}

#[test]
fn functions_are_factors() {
    let tree = parse("y = a - 2 * max( b,c+d , -1)").unwrap();
    let ExprKind::Binary { operator: Operator::Subtract, right, .. } = tree.value.kind else { panic!() };
    let ExprKind::Binary { operator: Operator::Multiply, right, .. } = right.kind else { panic!() };
    assert_eq!(right.columns, Columns { start: 13, end: 29 });
    let ExprKind::Call { function: Function::Max, arguments } = right.kind else { panic!() };
    assert_eq!(arguments.len(), 3);
    assert_eq!(arguments[1].columns, Columns { start: 20, end: 23 });
    assert_eq!(arguments[1].accesses().iter().map(|access| &access.tensor).collect::<Vec<_>>(), ["c", "d"]);
}

#[test]
fn other_names_are_told_from_functions() {
    let tree = parse("maximum(i) = min_(i) + Max(i) * max(m, n(i))").unwrap();
    let orders: Vec<_> = tree.tensor_orders().into_iter().collect();
    assert_eq!(orders, [("Max", 1), ("m", 0), ("maximum", 1), ("min_", 1), ("n", 1)]);
}

#[test]
fn tells_integers_from_floats() {
    for (text, number) in [
        ("1", Number::Integer(1)),
        ("1.5", Number::Float(1.5)),
        ("1e-3", Number::Float(1e-3)),
        ("2E+2", Number::Float(200.0)),
        ("1.0", Number::Float(1.0)),
    ] {
        assert_eq!(parse(&format!("y = {text}")).unwrap().value.kind, ExprKind::Number(number));
    }
}

#[test]
fn extrema_combine_over_all_names_before_the_last_argument() {
    let variables = |text: &str| match parse(text).unwrap().value.kind {
        ExprKind::Reduce { variables, .. } => variables,
        _ => Vec::new(),
    };
    assert_eq!(variables("y(i) = max(k, l, a(i,k))"), ["k", "l"]);
    assert_eq!(variables("y(i) = min(k, max(l, m, b(l)) * a(i,k))"), ["k"]);
    // These are functions: the first argument is a tensor, or one of the others is no name.
    for function in ["y(i) = max(l, a(i))", "y(i,k) = max(l, k, a(i,k))", "y(i) = max(i, 0, a(i))", "y(i) = max(0, i)"]
    {
        assert_eq!(variables(function), [""; 0], "{function}");
    }
}

#[test]
fn a_byte_order_mark_is_skipped_and_has_no_column() {
    assert_eq!(parse("\u{feff}y(i) = a(i)").unwrap(), parse("y(i) = a(i)").unwrap());
    let text = "\u{feff}y(i) = a(i";
    assert!(parse(text).unwrap_err().render(text).starts_with("column 9: "));
    assert!(parse("y(i) = \u{feff}a(i)").is_err());
}

#[test]
fn keeps_columns_in_characters() {
    let tree = parse("y(i) += (A(i, 2*j+1) * x(j))").unwrap();
    assert_eq!(tree.update, Update::Add);
    assert_eq!(tree.target.columns, Columns { start: 1, end: 5 });
    assert_eq!(tree.value.columns, Columns { start: 9, end: 29 });
    let accesses = tree.value.accesses();
    assert_eq!(accesses[0].columns, Columns { start: 10, end: 21 });
    assert_eq!(accesses[0].subscripts[1].columns, Columns { start: 15, end: 20 });
    assert_eq!(accesses[1].columns, Columns { start: 24, end: 28 });
}

#[test]
fn columns_do_not_matter_to_equality() {
    assert_eq!(parse("y(i)=a(i)").unwrap(), parse("y( i ) = (a( i ))").unwrap());
    assert_ne!(parse("y(i) = a(i)").unwrap(), parse("y(i) += a(i)").unwrap());
    assert_ne!(parse("y(i) = a(i) * 2").unwrap(), parse("y(i) = a(i) * 2.0").unwrap());
}

#[test]
fn lists_variables_and_tensors() {
    let tree = parse("C(i,n,j) = A(i,k) * B(k,j) * A(j,l) + s").unwrap();
    assert_eq!(tree.variables(), ["i", "n", "j", "k", "l"]);
    assert_eq!(tree.tensor_orders().into_iter().collect::<Vec<_>>(), [("A", 2), ("B", 2), ("C", 3), ("s", 0)]);
}

#[test]
fn accepts_long_and_deep_up_to_the_limit() {
    // Threads of tests have less room than the one that programs begin with.
    let parse_all = || {
        round_trips(&format!("y(i) = a(i){}", " + a(i)".repeat(300)));
        round_trips(&format!("y = -{}", ["s"; 999].join(" + ")));
        round_trips(&format!("y = {}s{}", "(".repeat(100), ")".repeat(100)));
        round_trips(&format!("y = {}s{}", "s-(".repeat(100), ")".repeat(100)));
        round_trips(&format!("y = {}s{}", "max(s,".repeat(100), ")".repeat(100)));
        round_trips(&format!("y = min(s{})", ",s".repeat(990)));
    };
    std::thread::Builder::new()
        .stack_size(8 << 20)
        .spawn(parse_all)
        .expect("a thread")
        .join()
        .expect("all are accepted");
}

/// What a subscript prints as is that subscript.
#[test]
fn subscripts_print_as_they_are_read() {
    for text in [
        "i",
        "0",
        "-7",
        "i + p",
        "-i + 3",
        "2*i - 3*p + 1",
        "i/2 + j",
        "(i mod 4)*2 - j/3",
        "-(i mod 4) + k + 1",
        "-(i/2) + j",
        "-2*(i/2)",
    ] {
        let subscript = lacuna_notation::parse_subscript(text).expect(text);
        let printed = subscript.to_string();
        let again = lacuna_notation::parse_subscript(&printed).expect(&printed);
        assert!(again.has_same_terms(&subscript), "{text} is printed as {printed}");
    }
    for (text, message) in
        [("i,j", "expected an operator or the end"), ("i*j", "product"), ("", "expected"), ("2*i)", "expected")]
    {
        let error = lacuna_notation::parse_subscript(text).expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
