use super::*;

fn refusal(text: &str) -> String {
    let checked = LoopSchedule::parse(text).and_then(|schedule| schedule.check(&["i", "j"]));
    checked.map(|_| ()).expect_err("the schedule is wrong")
}

fn parsed(text: &str) -> LoopSchedule {
    LoopSchedule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The loops that a schedule leaves of `i, j, p, q`.
fn loops(text: &str) -> Result<String, String> {
    LoopSchedule::parse(text)?.check(&["i", "j", "p", "q"]).map(|loops| loops.loops().join(" "))
}

#[test]
fn every_rewrite_is_read_back() {
    for (given, full) in [
        (" reorder ( j , i ) ;; ", "reorder(j,i)"),
        ("reorder(i+p,p)", "reorder(i + p,p)"),
        ("split( i, io, ii, 64 )", "split(i,io,ii,64)"),
        ("divide(i,io,ii,8); reorder(ii,io)", "divide(i,io,ii,8); reorder(ii,io)"),
        ("tile(i,j,io,jo,ii,ji,32,64)", "tile(i,j,io,jo,ii,ji,32,64)"),
        ("precompute ( i , policy = hash , capacity = 16 )", "precompute(i,policy=hash:16)"),
        ("precompute(i,j)", "precompute(i,j)"),
        ("inner(j, lanes)", "inner(j,lanes:4)"),
        ("vectorize(j)", "vectorize(j)"),
        ("vectorize(j, 8)", "vectorize(j,8)"),
        ("unroll(j,4)", "unroll(j,4)"),
        ("factor( A * ( B * x ) )", "factor(A*(B*x))"),
    ] {
        let schedule = parsed(given);
        assert_eq!(schedule.to_string(), full);
        assert_eq!(parsed(full), schedule);
    }
}

#[test]
fn rewrites_take_and_make_loops() {
    let all = |text: &str| loops(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(all("split(i,io,ii,4); split(ii,a,b,2)"), "io a b j p q");
    assert_eq!(all("tile(i,q,io,qo,ii,qi,2,2)"), "io qo j p ii qi");
    assert_eq!(all("tile(j,i,jo,io,ji,ii,2,2)"), "jo io ji ii p q");
    assert_eq!(all("split(j,jo,ji,4); reorder(jo,i,ji,q,p)"), "jo i ji q p");
    assert_eq!(all("reorder(i+p,j,p,q); split(j,jo,ji,2)"), "i + p jo ji p q");
    for (text, message) in [
        ("split(i,io,ii,4); unroll(i,2)", "the loop over i was replaced by those over io and ii"),
        ("reorder(i+p,j,p,q); unroll(i,2)", "the loop over i was replaced by one over i + p"),
        ("split(i,j,ii,4)", "there is already a variable j: a new loop needs a name of its own"),
        ("split(i,io,io,4)", "there is already a variable io: a new loop needs a name of its own"),
        ("split(i,i,ii,4)", "there is already a variable i: a new loop needs a name of its own"),
        (
            "split(i,io,ii,4); reorder(io,j,p,q)",
            "the order leaves out variable ii: name every one, as in reorder(io,ii,j,p,q)",
        ),
        ("unroll(k,2)", "there is no loop over k: the loops are i, j, p, q"),
    ] {
        assert_eq!(loops(text), Err(message.to_owned()), "{text}");
    }
}

#[test]
fn faulty_schedules_are_refused() {
    for (schedule, message) in [
        ("reorder(i j)", "expected `,` between i and j"),
        ("reorder(i,,j)", "expected an index variable as an argument of reorder, as in reorder(i,j,...)"),
        ("reorder(i;j)", "expected `)` at the end of 'reorder(i'"),
        ("reorder(i,j", "expected `)` at the end of 'reorder(i,j'"),
        ("reorder i,j", "expected `(` after reorder, as in reorder(i,j,...), found 'i,j'"),
        ("reorder", "expected `(` after reorder, as in reorder(i,j,...), found nothing"),
        ("reorder(i,j) reorder(j,i)", "expected `;` between 'reorder(i,j)' and 'reorder(j,i)'"),
        ("reorder(i,j!)", "expected an index variable, found `!` in 'j!'"),
        ("(i,j)", "expected a rewrite, as in reorder(i,j,...), found '(i,j)'"),
        (
            "reordr(i,j)",
            "there is no rewrite reordr: did you mean reorder? there are reorder(i,j,...), split(i,io,ii,64), divide(i,io,ii,8), \
             tile(i,j,io,jo,ii,ji,32,64), precompute(j,...,policy=hash,capacity=4096), inner(j,pairs), vectorize(j,8), unroll(j,4), \
             factor(A*(B*x))",
        ),
        ("inner(j)", "inner names a variable and a form, as in inner(j,pairs)"),
        ("inner(k,pairs)", "there is no loop over k: the loops are i, j"),
        (
            "inner(j,vectors)",
            "there is no innermost form vectors: there are scalar, chains, pairs, lanes, gathers, scattered, blocks, abreast",
        ),
        ("inner(j,pairs); inner(j,scalar)", "inner is given twice"),
        (
            "precompute(policy=hash)",
            "precompute names the variables of a workspace, as in precompute(j,...,policy=hash,capacity=4096)",
        ),
        ("precompute(k)", "there is no loop over k: the loops are i, j"),
        (
            "precompute(i,policy=magic)",
            "the policies of workspaces are dense, mixed, radix, runs, buckets and hash, found magic",
        ),
        ("precompute(i,policy=hash,capacity=0)", "a capacity is between 1 and 1073741824 points, found 0"),
        ("precompute(i,policy=hash,capacity=all)", "expected a number of points as capacity, found 'all'"),
        ("precompute(i,capacity=8)", "capacity needs a policy, as in policy=radix,capacity=8"),
        ("precompute(i,policy=hash,policy=radix)", "policy is given twice"),
        ("precompute(i,policy=hash:8,capacity=8)", "capacity is given twice"),
        (
            "precompute(i,policy=hash:aside)",
            "a workspace that is hash sorts and merges nothing that a second thread could do",
        ),
        ("precompute(i,size=8)", "precompute has no setting size: it has policy and capacity"),
        (
            "precompute(i,policy=hash,j)",
            "precompute takes its variables before its settings, as in precompute(j,...,policy=hash,capacity=4096): \
             found 'j' after a setting",
        ),
        (
            "precompute(policy=hash,j)",
            "precompute takes its variables before its settings, as in precompute(j,...,policy=hash,capacity=4096): \
             found 'j' after a setting",
        ),
        ("precompute(i); precompute(j)", "precompute is given twice"),
        ("reorder(i)", "the order leaves out variable j: name every one, as in reorder(i,j)"),
        ("reorder(i,k)", "there is no loop over k: the loops are i, j"),
        ("reorder(i,i)", "variable i is named twice"),
        ("reorder(i,j); reorder(j,i)", "reorder is given twice"),
        ("split(i,io,ii)", "split takes 4 arguments, as in split(i,io,ii,64), found 3"),
        ("split(i,io,ii,0)", "expected a number of values of the inner loop, 1 to 1073741824, found '0'"),
        ("split(i,io,ii,n)", "expected a number of values of the inner loop, 1 to 1073741824, found 'n'"),
        ("divide(i,io,ii,-1)", "expected a number of parts, 1 to 1073741824, found '-1'"),
        ("tile(i,j,io,jo,ii,ji,4)", "tile takes 8 arguments, as in tile(i,j,io,jo,ii,ji,32,64), found 7"),
        ("tile(i,i,io,jo,ii,ji,4,4)", "the loop over i was replaced by those over io and ii"),
        ("vectorize()", "expected an index variable as an argument of vectorize, as in vectorize(j,8)"),
        ("vectorize(j,8,9)", "vectorize takes a variable and, if wanted, a number of lanes, as in vectorize(j,8)"),
        ("vectorize(j,1)", "expected a number of lanes, 2 to 1024, found '1'"),
        ("vectorize(i); vectorize(j)", "vectorize is given twice"),
        ("unroll(j)", "unroll takes 2 arguments, as in unroll(j,4), found 1"),
        ("unroll(j,65)", "expected a number of copies, 1 to 64, found '65'"),
        (
            "factor(A*)",
            "factor names operands with `*` between them, and parentheses, as in factor(A*(B*x)): found 'A*'",
        ),
    ] {
        assert_eq!(refusal(schedule), message, "{schedule}");
    }
}

#[test]
fn loops_over_coordinates_take_the_place_of_variables() {
    assert_eq!(loops("reorder(p + i, j, p, q)").as_deref(), Ok("i + p j p q"));
    assert_eq!(loops("reorder(i+p,q-2*j,i,j)").as_deref(), Ok("i + p -j * 2 + q i j"));
    for (text, message) in [
        ("i+p,j,q", "the loop over i + p could replace the loop over i or p: name all of these but one"),
        (
            "i,p,j,q,i+p",
            "the order already has a loop for every variable of i + p: leave out the one that the loop over i + p replaces",
        ),
        ("i+*p,p,j,q", "in 'i+*p': "),
        ("i/2+p,p,j,q", "in 'i/2+p': expected a variable, a number, or a product of the two, found 'i/2'"),
        (
            "i,p,q-2*j,q",
            "the loop over -j * 2 + q cannot replace the loop over j: j has coefficient -2 there, which must be 1 or -1",
        ),
        ("i+p,p,j", "the order leaves out variable q: name every one, as in reorder(i,j,p,q)"),
    ] {
        let refused = loops(&format!("reorder({text})"));
        assert!(refused.as_ref().is_err_and(|refused| refused.contains(message)), "{text}: {refused:?}");
    }
}

#[test]
fn a_term_is_told_what_concerns_its_loops() {
    let of_term = |text: &str, loops: &[&str]| {
        let loops = loops.iter().map(|&name| name.to_owned()).collect();
        let term =
            ScheduledTerm { loops, reads_at: &|_| false, has_workspace: false, factors: Some(vec!["A", "B", "x"]) };
        parsed(text).of_term(term).to_string()
    };
    assert_eq!(
        of_term("split(j,jo,ji,4); reorder(jo,i,ji); unroll(ji,2); inner(i,pairs)", &["i"]),
        "reorder(i); inner(i,pairs)"
    );
    assert_eq!(
        of_term("split(j,jo,ji,4); reorder(jo,i,ji); unroll(ji,2)", &["j"]),
        "split(j,jo,ji,4); reorder(jo,ji); unroll(ji,2)"
    );
    assert_eq!(of_term("reorder(i+p,j,p)", &["j", "i", "p"]), "reorder(i,j,p)");
    assert_eq!(of_term("precompute(i); vectorize(j)", &["i"]), "");
    let tiled = "tile(i,j,io,jo,ii,ji,2,3); reorder(io,jo,ii,ji)";
    assert_eq!(of_term(tiled, &["j"]), "split(j,jo,ji,3); reorder(jo,ji)");
    assert_eq!(of_term(tiled, &["j", "i"]), "tile(i,j,io,jo,ii,ji,2,3); reorder(io,jo,ii,ji)");
    assert_eq!(of_term("factor(B*(A*x))", &["i"]), "factor(1*(0*2))");
    assert_eq!(of_term("factor(C*(A*x))", &["i"]), "");
}
