//! Expressions of eight and nine stored operands whose formats contradict one another: operands are converted until loops
//! can follow them, which is always possible, and what a kernel is handed it does not free.

use lacuna_integration_tests::request::{expect_right, give, request};
use lacuna_passes::fp::FpMode;
use lacuna_runtime::value::Dtype;

const LOOSE: &str = "(i, j) -> (i : loose_compressed, j : loose_compressed)";
const LOOSE_COLUMNS: &str = "(i, j) -> (j : dense, i : loose_compressed)";
const HALF_HASHED: &str = "(i, j) -> (i : compressed, j : hashed)";

/// Evaluates an expression whose tensors have these formats, the result first; the operands are random.
fn run(expression: &str, formats: &[(&str, &str)], sizes: &[(&str, u64)]) {
    let mut made = request(expression);
    made.sizes = sizes.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect();
    for (seed, (name, format)) in formats.iter().enumerate() {
        made.formats.insert((*name).to_owned(), (*format).to_owned());
        if seed > 0 {
            made.inputs.insert((*name).to_owned(), format!("random:density=0.3,seed={seed}").into());
        }
    }
    expect_right(&made);
}

#[test]
fn an_operand_that_is_good_as_it_is_is_not_converted_and_freed() {
    run(
        "A(i,j) = (B(i,j) - C(i,j) - D(i,j) - (min(F(i,j), G(i,j)) - min(H(i,j), M(j,i)))) * N(j,l)",
        &[
            ("A", "csr"),
            ("B", "csr"),
            ("C", "csr"),
            ("D", "ell"),
            ("F", LOOSE),
            ("G", "csr"),
            ("H", "csb:2x2"),
            ("M", "csr"),
            ("N", "dense"),
        ],
        &[("i", 5), ("j", 7), ("l", 5)],
    );
    run(
        "A(i,j) = ((min(B(i,j), (C(i,j) - D(i,j))) - (E(i,j) + F(i,j))) - min((G(j,i) * H(j,i)), (K(j,i) - M(i,j))))",
        &[
            ("A", "csr"),
            ("B", HALF_HASHED),
            ("C", LOOSE_COLUMNS),
            ("D", "csc"),
            ("E", "csr"),
            ("F", "csr"),
            ("G", LOOSE_COLUMNS),
            ("H", "dense"),
            ("K", "dcsr"),
            ("M", "ell"),
        ],
        &[("i", 6), ("j", 7)],
    );
}

#[test]
fn blocks_slots_and_tables_meet_in_one_result() {
    run(
        "A(i,j) = (max(((B(j,i) - (C(i,j) + D(i,j))) + E(j,i)), (min(F(i,j), (G(i,j) * H(i,j))) + K(j,i))) + M(i,j))",
        &[
            ("A", "csb:2x2"),
            ("B", "csr"),
            ("C", "ell"),
            ("D", "ell"),
            ("E", "dcsc"),
            ("F", "csr"),
            ("G", HALF_HASHED),
            ("H", "hash"),
            ("K", "bcsr:2x2"),
            ("M", "hash"),
        ],
        &[("i", 6), ("j", 6)],
    );
    run(
        "A(i,j) = (((B(j,i) - C(i,j)) * D(i,j)) - ((E(j,i) + F(i,j)) * (G(i,j) * (H(i,j) + (K(i,j) * M(i,j))))))",
        &[
            ("A", "csb:2x2"),
            ("B", "csr"),
            ("C", "ell"),
            ("D", "csr"),
            ("E", "dcsr"),
            ("F", LOOSE_COLUMNS),
            ("G", "coo"),
            ("H", "dia"),
            ("K", "csb:2x2"),
            ("M", "coo"),
        ],
        &[("i", 6), ("j", 6)],
    );
}

#[test]
fn a_dense_operand_takes_every_point() {
    run(
        "A(i,j) = min((B(j,i) * max((max((C(i,j) + D(i,j)), (E(j,i) * F(i,j))) * G(j,i)), H(i,j))), max(K(j,i), M(i,j)))",
        &[
            ("A", "csc"),
            ("B", "bcsr:2x2"),
            ("C", "hash"),
            ("D", "dcsr"),
            ("E", "csc"),
            ("F", "bcsr:2x2"),
            ("G", "csb:2x2"),
            ("H", "bcsr:2x2"),
            ("K", "dcsc"),
            ("M", "dense"),
        ],
        &[("i", 6), ("j", 7)],
    );
    run(
        "A(i,j) = max((max(B(j,i), C(i,j)) + (max(D(j,i), E(i,j)) + (F(i,j) - G(j,i)))), min(H(i,j), K(i,j)))",
        &[
            ("A", "dense"),
            ("B", "coo"),
            ("C", "coo"),
            ("D", "dcsr"),
            ("E", "dcsr"),
            ("F", LOOSE),
            ("G", LOOSE),
            ("H", "dense"),
            ("K", HALF_HASHED),
        ],
        &[("i", 6), ("j", 6)],
    );
}

#[test]
fn no_operand_has_room_for_every_coordinate() {
    run(
        "A(i,j) = (B(i,j) * C(j,i) + D(i,j)) * (E(j,i) + F(i,j)) - (G(j,i) - H(i,j) * K(i,j)) + M(j,i)",
        &[
            ("A", "dcsr"),
            ("B", "coo"),
            ("C", "dcsr"),
            ("D", "hash"),
            ("E", "dcsc"),
            ("F", "dcsr"),
            ("G", "coo"),
            ("H", "dcsc"),
            ("K", "hash"),
            ("M", "dcsr"),
        ],
        &[("i", 6), ("j", 7)],
    );
}

/// A row of B that a loop further inside chooses, too, cannot be fetched ahead.
#[test]
fn rows_that_depend_on_inner_loops_are_not_fetched_ahead() {
    run(
        "R(l,m) = A(k,i) * B(j,i,l,m)",
        &[("R", "dense"), ("A", "csr"), ("B", "dense")],
        &[("i", 3), ("j", 7), ("k", 7), ("l", 7), ("m", 7)],
    );
}

/// Outside of the reduction, E would be merged with C, which it cannot be.
#[test]
fn factors_stay_in_reductions_where_they_can_be_looked_up() {
    run(
        "R(i,k) = (j <= C(i,k,j)) * D(i,k,j) * E(k)",
        &[("R", "dense"), ("C", "csf"), ("D", "hash"), ("E", "hash")],
        &[("i", 4), ("j", 1), ("k", 5)],
    );
}

/// Sums of hash tables are joined above their last level: a table that stores nothing at a coordinate is walked there, too.
#[test]
fn tables_are_joined_where_they_are_added() {
    let tables = |result: &'static str, order: &'static str| {
        std::iter::once(("R", result)).chain(["A", "B", "C", "D", "E"].map(|name| (name, order))).collect::<Vec<_>>()
    };
    let hash_below = "(i, j) -> (i : compressed, j : hashed)";
    for format in ["hash", hash_below, "(i, j) -> (j : hashed, i : compressed)"] {
        let sum = "R(i,j) = A(j,i) + B(j,i) + C(j,i) + D(j,i) + E(j,i)";
        run(sum, &tables("csr", format), &[("i", 13), ("j", 4)]);
    }
    run(
        "R(i,j,k) = A(i,j,k) + B(i,j,k) + C(i,j,k) + D(i,j,k) + E(i,j,k)",
        &tables("csf", "(i, j, k) -> (i : hashed, j : hashed, k : hashed)"),
        &[("i", 4), ("j", 3), ("k", 5)],
    );
}

/// Rows of the hash table come in order, of both terms together, and its second level is looked up in each.
#[test]
fn levels_that_are_looked_up_stand_under_one_position() {
    for (b, d) in [("csr", "csc"), ("csr", "csr")] {
        let formats = [("R", "csr"), ("A", "hash"), ("B", b), ("D", d)];
        let terms = if d == "csc" { "D(m,j)" } else { "D(j,m)" };
        let expression = format!("R(j,m) = A(j,m,i) * B(j,m) + A(j,m,i) * {terms}");
        run(&expression, &formats, &[("i", 3), ("j", 5), ("m", 5)]);
    }
}

/// What absent operands make is absent: a zero of it annihilates infinities, also where a function made it something else before.
#[test]
fn a_zero_that_a_function_makes_of_nothing_annihilates() {
    let sum = "A(i) + B(i) + C(i) + D(i) + E(i)";
    let values = [
        format!("exp((cos({sum}) - 1) * X(i))"),
        format!("min((1 - (({sum}) == 0)) * X(i), 2)"),
        format!("max((where(({sum}) == 0, 2, 3) - 2) * X(i), 1)"),
        format!("(exp({sum}) - 1) * X(i) == 0"),
        format!("cos({sum}) * X(i)"),
        format!("(cos({sum}) + 1) * X(i)"),
        format!("max(exp({sum}), 0.5) * X(i) - X(i)"),
        format!("X(i) / exp({sum})"),
        format!("min(X(i), cos({sum})) * ((1 - cos({sum})) * X(i))"),
    ];
    for value in &values {
        for fp in [FpMode::Fast, FpMode::Strict] {
            let mut made = request(&format!("r(i) = {value}"));
            made.fp = fp;
            made.sizes.insert("i".to_owned(), 12);
            for (seed, name) in ["A", "B", "C", "D", "E"].into_iter().enumerate() {
                give(&mut made, name, "compressed", &format!("random:density=0.2,seed={seed}"));
            }
            give(&mut made, "X", "dense", "random:special=0.5,seed=9");
            expect_right(&made);
        }
    }
}

/// A value that is a number where nothing is stored is shared only if it stays one further out, whatever loops inside read.
#[test]
fn operands_of_inner_loops_may_make_zero_of_a_function() {
    let sum = "A(k) + B(k) + D(k) + E(k) + F(k)";
    let expressions = [
        format!("r(k,l) = (cos({sum}) + X(k,l) - 1) * Z(k,l)"),
        format!("r(k,l) = cos({sum}) + X(k,l) - 1"),
        format!("r(k,l) = max(exp({sum}) - X(k,l), 1) * X(k,l) - Z(k,l) * (exp({sum}) - 1)"),
        format!("r(k,l) = cos({sum}) * X(k,l)"),
    ];
    for expression in expressions {
        for result in ["csr", "dense"] {
            let mut made = request(&expression);
            made.sizes = [("k", 8), ("l", 7)].map(|(name, size)| (name.to_owned(), size)).into();
            made.formats.insert("r".to_owned(), result.to_owned());
            for (seed, name) in ["A", "B", "D", "E", "F", "X", "Z"].into_iter().enumerate() {
                if !expression.contains(&format!("{name}(")) {
                    continue;
                }
                let (format, special) = match name {
                    "X" => ("csr", ""),
                    "Z" => ("dense", ",special=0.5"),
                    _ => ("compressed", ""),
                };
                give(&mut made, name, format, &format!("random:density=0.2,seed={seed}{special}"));
            }
            expect_right(&made);
        }
    }
}

/// Reductions that take in zeros have cases in which nothing is left of a product: it is zero there, beside infinities and NaN, too.
/// Conditions have numbers that only simplification finds, such as -1.5.
#[test]
fn reductions_that_take_in_zeros_share_their_cases() {
    let values = [
        "where(A(i,k) >= -1.5, B(i,k), C(i,k)) * (D(i,k) + E(i,k))",
        "A(i,k) * B(i,k) * (C(i,k) * D(i,k) + E(i,k))",
        "A(i,k) * (0 * B(i,k) + (C(i,k) + D(i,k)) + E(i,k))",
        "max(A(i,k), B(i,k)) * (C(i,k) + (D(i,k) + E(i,k)) + x(k))",
        "where(A(i,k) != -2.5, B(i,k), C(i,k) - (1 - 3)) * min(D(i,k), -(-E(i,k)))",
    ];
    for (number, value) in values.into_iter().enumerate() {
        for (turn, reduction) in ["max", "min", "prod", "sum"].into_iter().enumerate() {
            let mut made = request(&format!("r(i) = {reduction}(k, {value})"));
            made.fp = if (number + turn) % 2 == 0 { FpMode::Fast } else { FpMode::Strict };
            made.sizes = [("i", 9), ("k", 4)].map(|(name, size)| (name.to_owned(), size)).into();
            for (seed, name) in ["A", "B", "C", "D", "E"].into_iter().enumerate() {
                let special = if seed > 2 { ",special=0.5" } else { "" };
                let format = if turn % 2 == 0 { "csr" } else { "dcsr" };
                give(&mut made, name, format, &format!("random:density=0.4,seed={seed}{special}"));
            }
            if value.contains("x(") {
                made.inputs.insert("x".to_owned(), "random".into());
            }
            expect_right(&made);
        }
    }
}

/// Rows that a joined merge comes to get their first value, also where a loop inside finds nothing to do: the place of a dense result
/// holds anything before.
#[test]
fn rows_are_filled_where_a_test_inside_finds_nothing() {
    let mut made = request(
        "y(i,k) = abs(max(A(i) * x(k) * B(i), C(i) * D(i) * x(k)) + E(i) * F(i) * x(k) + min(G(i) * x(k) * H(i), K(i) * L(i)))",
    );
    made.sizes = [("i", 40), ("k", 16)].map(|(name, size)| (name.to_owned(), size)).into();
    made.inputs.insert("x".to_owned(), "random".into());
    for (seed, name) in ["A", "B", "C", "D", "E", "F", "G", "H", "K", "L"].into_iter().enumerate() {
        give(&mut made, name, "compressed", &format!("random:density=0.3,seed={seed}"));
    }
    expect_right(&made);
}

/// The rows of a table that every case needs are looked up, so it is told apart beside what is joined.
#[test]
fn a_table_among_the_factors_is_told_apart_beside_joined_operands() {
    // Of the second one, every choice of operands is a case, but for that of the table alone.
    let sums = [
        "A(i,j) + min(B(i,j), C(i,j)) + D(i,j) * E(i,j) + F(i,j) + G(i,j)",
        "A(i,j) + B(i,j) + C(i,j) + D(i,j) - E(i,j) + F(i,j) + G(i,j)",
    ];
    for table in ["hash", "compressed,hashed", HALF_HASHED] {
        for result in ["dcsr", "dense", "hash"] {
            let mut formats = vec![("r", result), ("H", table)];
            formats.extend(["A", "B", "C", "D", "E", "F", "G"].map(|name| (name, "dcsr")));
            for sum in sums {
                run(&format!("r(i,j) = ({sum}) * H(i,j)"), &formats, &[("i", 5), ("j", 6)]);
            }
        }
    }
}

/// What a function makes of eleven operands is chosen once for each point, also where a reduction multiplies it.
#[test]
fn a_function_of_eleven_operands_is_a_factor_of_a_reduction() {
    let names = ["A", "B", "C", "D", "E", "F", "G", "H", "K", "M", "N"];
    let sum = names.map(|name| format!("{name}(i,j)")).join(" + ");
    for (rows, right) in [("csr", "csc"), ("dcsr", "dcsc")] {
        let mut formats = vec![("r", "dense"), ("X", right)];
        formats.extend(names.map(|name| (name, rows)));
        run(&format!("r(i,j) = cos({sum}) * X(l,i)"), &formats, &[("i", 4), ("j", 5), ("l", 3)]);
    }
}

/// Dividing by a number other than 0 and -1 stops no program, so such a quotient may be computed where a product is not wanted.
#[test]
fn quotients_of_integers_stand_in_products_of_eleven_operands() {
    let terms = ["A", "B", "C", "D", "E", "F", "G", "H"].map(|name| format!("{name}(i,j) / 3"));
    let expression = format!("r(i,j) = abs(K(i,j) + M(i,j)) * ({}) * N(i,j)", terms.join(" + "));
    let mut made = request(&expression);
    made.dtype = Dtype::I64;
    made.sizes = [("i", 4), ("j", 5)].map(|(name, size)| (name.to_owned(), size)).into();
    made.formats.insert("r".to_owned(), "dcsr".to_owned());
    for (seed, name) in ["A", "B", "C", "D", "E", "F", "G", "H", "K", "M", "N"].into_iter().enumerate() {
        give(&mut made, name, "dcsr", &format!("random:density=0.4,seed={seed}"));
    }
    expect_right(&made);
}
