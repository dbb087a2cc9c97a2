//! What is checked of the memory of kernels finds what it is there for: kernels written by hand that read and write beside
//! their arrays, free what is not theirs or twice, leak, and go on without memory. And kernels of every kind of result keep
//! inside the memory that they have.

use lacuna_integration_tests::request::{MEMORY, TABLE_EFFORT, conversion, expect_right, request};
use lacuna_layout::Format;
use lacuna_passes::pipeline::Lacuna;
use lacuna_runtime::{generate::Generator, pack::pack, storage::SparseTensor, value::Dtype};
use lacuna_tools::{
    compiler::Compiler,
    convert::convert,
    eval::{EvalError, Request, evaluate},
    kernel::{
        Argument, BoundKernel, CallError, Target,
        checks::{Edge, Failing, MemoryChecks},
        signature::{Parameter, Signature},
    },
};

/// A vector of 10 ones.
fn ones() -> SparseTensor {
    let data =
        Generator::parse("ones").and_then(|data| data.generate(&[10], Dtype::F64)).expect("the data can be made");
    pack(&data, &Format::named("dense", 1).expect("the format is one")).expect("the format holds the data")
}

/// A kernel that is handed a vector of 10 ones and the place of another, and does something between. It may call a function
/// that makes an array.
fn program(body: &str) -> String {
    // What the optimizer knows to be no index, it may take for code that is never reached.
    format!(
        "llvm.func @malloc(i64) -> !llvm.ptr\n\
         func.func private @made(%x: f64, %size: index) -> memref<?xf64> attributes {{passthrough = [\"noinline\"]}} {{\n  \
         %m = memref.alloc(%size) : memref<?xf64>\n  linalg.fill ins(%x : f64) outs(%m : memref<?xf64>)\n  \
         return %m : memref<?xf64>\n}}\n\
         func.func @kernel(%a: memref<?xf64>, %y: memref<?xf64>) -> memref<?xf64> attributes {{llvm.emit_c_interface}} {{\n  \
         %first = arith.constant 0 : index\n  %size = arith.constant 10 : index\n  %one = arith.constant 1.0 : f64\n  \
         %some = memref.load %a[%first] : memref<?xf64>\n  %number = arith.fptosi %some : f64 to i64\n  \
         %index = arith.index_cast %number : i64 to index\n  %before = arith.subi %first, %index : index\n  \
         %past = arith.muli %size, %index : index\n  \
         {body}\n  return %y : memref<?xf64>\n}}\n"
    )
}

/// Uses an array in a way that the optimizer cannot foresee: it would not be made otherwise.
fn used(array: &str) -> String {
    format!(
        "memref.store %some, {array}[%index] : memref<?xf64>\n  \
         %of{name} = memref.load {array}[%first] : memref<?xf64>\n  memref.store %of{name}, %y[%index] : memref<?xf64>",
        name = &array[1..]
    )
}

/// Calls a kernel that is written by hand; gives what it computes.
fn call(body: &str, checks: MemoryChecks) -> Result<SparseTensor, CallError> {
    let compiler = Compiler::new();
    let mut native = compiler
        .start(&program(body), checks.compile(Lacuna::default()))
        .and_then(|compiled| compiled.native(TABLE_EFFORT))
        .unwrap_or_else(|error| panic!("{body}: {error}"));
    let (a, mut y) = (ones(), ones());
    let parameters = vec![Parameter::dense("a", &a), Parameter::dense("y", &y)];
    let signature = Signature { name: "kernel".to_owned(), arguments: parameters, results: Vec::new() };
    let arguments = [Argument::Dense(&a)];
    let mut kernel = BoundKernel::bind(&mut native, &signature, &arguments, vec![Target::Dense(&mut y)], checks)?;
    kernel.call()?;
    Ok(kernel.take_result().expect("there is one").into_owned())
}

/// What is said of a kernel that misuses memory, with this edge guarded.
fn misuse(body: &str, edge: Option<Edge>) -> String {
    match call(body, MemoryChecks { guard: edge, failing: None }) {
        Err(CallError::Misuse(misuse)) => misuse.to_string(),
        Err(other) => panic!("{body}: {other}"),
        Ok(_) => panic!("{body}: nothing was found"),
    }
}

/// The last round is left before it reads. LLVM's vectorizer takes elements that lie apart with what is between them, and relied
/// on that round to read further.
#[test]
fn loops_that_are_left_in_the_middle_of_a_round_keep_inside_their_memory() {
    let body = "%each = arith.constant 1 : index\n  %three = arith.constant 3 : index\n  \
         %four = arith.constant 4 : index\n  \
         scf.for %i = %first to %three step %each {\n  \
         %next = arith.addi %i, %each : index\n  %is_inside = arith.cmpi ult, %next, %three : index\n  \
         scf.if %is_inside {\n  \
         %place = arith.muli %next, %four : index\n  %old = memref.load %y[%place] : memref<?xf64>\n  \
         %new = arith.addf %old, %one : f64\n  memref.store %new, %y[%place] : memref<?xf64>\n  }\n  \
         } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}";
    let checks = MemoryChecks { guard: Some(Edge::End), failing: None };
    call(body, checks).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn kernels_that_keep_inside_their_memory_are_left_alone() {
    for guard in [None, Some(Edge::Start), Some(Edge::End)] {
        let body = "%m = memref.alloc(%size) : memref<?xf64>\n  %x = memref.load %a[%first] : memref<?xf64>\n  \
                    %two = arith.addf %x, %one : f64\n  memref.store %two, %m[%first] : memref<?xf64>\n  \
                    %z = memref.load %m[%first] : memref<?xf64>\n  memref.store %z, %y[%first] : memref<?xf64>\n  \
                    memref.dealloc %m : memref<?xf64>";
        let result = call(body, MemoryChecks { guard, failing: Some(Failing::Each) }).expect("it is right");
        assert_eq!(result.values.iter().next().map(|value| value.to_f64()), Some(2.0));
    }
}

#[test]
fn what_a_function_makes_is_freed_by_its_caller_in_each_round() {
    let body = format!(
        "%step = arith.constant 1 : index\n  %rounds = arith.constant 1000 : index\n  \
         scf.for %round = %first to %rounds step %step {{\n  \
         %m = func.call @made(%one, %size) : (f64, index) -> memref<?xf64>\n  {}\n  }}",
        used("%m")
    );
    let result = call(&body, MemoryChecks { guard: Some(Edge::End), failing: None }).expect("nothing is left");
    assert_eq!(result.values.iter().next().map(|value| value.to_f64()), Some(1.0));
}

#[test]
fn accesses_beside_operands_are_found() {
    let read =
        |at: &str| format!("%x = memref.load %a[{at}] : memref<?xf64>\n  memref.store %x, %y[%first] : memref<?xf64>");
    let end = "it reads 0 bytes past the end of the values of a, which has 80 bytes";
    assert_eq!(misuse(&read("%size"), Some(Edge::End)), end);
    let start = "it reads 8 bytes before the begin of the values of a, which has 80 bytes";
    assert_eq!(misuse(&read("%before"), Some(Edge::Start)), start);
    let write = |what: &str, at: &str| format!("memref.store %one, {what}[{at}] : memref<?xf64>");
    let end = "it writes 0 bytes past the end of the values of y, which has 80 bytes";
    assert_eq!(misuse(&write("%y", "%size"), Some(Edge::End)), end);
    let operand = "it writes byte 0 of the values of a, which has 80 bytes";
    assert_eq!(misuse(&write("%a", "%first"), Some(Edge::End)), operand);
    // At the edge that is not guarded, writing is found when the kernel is done.
    let start = misuse(&write("%y", "%before"), Some(Edge::End));
    assert!(start.starts_with("it wrote ") && start.ends_with(" bytes before the begin of the values of y"), "{start}");
    let end = misuse(&write("%y", "%size"), Some(Edge::Start));
    assert!(end.starts_with("it wrote ") && end.ends_with(" bytes past the end of the values of y"), "{end}");
}

#[test]
fn accesses_beside_what_a_kernel_allocates_are_found() {
    let body = format!(
        "%m = memref.alloc(%size) : memref<?xf64>\n  memref.store %one, %m[%past] : memref<?xf64>\n  {}\n  \
         memref.dealloc %m : memref<?xf64>",
        used("%m")
    );
    assert_eq!(misuse(&body, Some(Edge::End)), "it writes 0 bytes past the end of allocation 1 of 80 bytes");
    let body = "%m = memref.alloc(%size) : memref<?xf64>\n  memref.store %one, %m[%first] : memref<?xf64>\n  \
                memref.dealloc %m : memref<?xf64>\n  %x = memref.load %m[%first] : memref<?xf64>\n  \
                memref.store %x, %y[%first] : memref<?xf64>";
    assert_eq!(misuse(body, Some(Edge::End)), "it reads byte 0 of allocation 1 of 80 bytes, which was freed");
}

#[test]
fn what_is_freed_wrongly_or_not_at_all_is_found() {
    let made = format!("%m = memref.alloc(%size) : memref<?xf64>\n  {}", used("%m"));
    // What may be known elsewhere is not freed by the compiler.
    let kept = "%place = memref.extract_aligned_pointer_as_index %m : memref<?xf64> -> index\n  \
                %integer = arith.index_cast %place : index to i64\n  %float = arith.sitofp %integer : i64 to f64\n  \
                memref.store %float, %y[%first] : memref<?xf64>";
    assert_eq!(misuse(&format!("{made}\n  {kept}"), Some(Edge::End)), "it does not free allocation 1 of 80 bytes");
    let twice = format!("{made}\n  memref.dealloc %m : memref<?xf64>\n  memref.dealloc %m : memref<?xf64>");
    assert_eq!(misuse(&twice, Some(Edge::End)), "it frees allocation 1 of 80 bytes twice");
    let argument = "memref.dealloc %a : memref<?xf64>";
    assert_eq!(misuse(argument, Some(Edge::End)), "it frees the values of a, which it did not allocate");
    // These are found without guards, too, before they do harm.
    for body in [&twice, argument] {
        assert_eq!(misuse(body, None), "it frees memory, which it did not allocate");
    }
}

#[test]
fn kernels_that_go_on_without_memory_are_found() {
    let body = "%bytes = llvm.mlir.constant(80 : i64) : i64\n  %p = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr\n  \
                llvm.store volatile %one, %p : f64, !llvm.ptr";
    let checks = MemoryChecks { guard: Some(Edge::End), failing: Some(Failing::Nth(1)) };
    match call(body, checks) {
        Err(CallError::Misuse(misuse)) => {
            assert_eq!(misuse.to_string(), "it writes address 0x0, where it has no memory");
        }
        other => panic!("{:?}", other.err()),
    }
}

#[test]
fn a_kernel_without_memory_says_so_and_holds_nothing() {
    let body = format!(
        "%m = memref.alloc(%size) : memref<?xf64>\n  %n = memref.alloc(%size) : memref<?xf64>\n  {}\n  {}\n  \
         memref.dealloc %m : memref<?xf64>\n  memref.dealloc %n : memref<?xf64>",
        used("%m"),
        used("%n")
    );
    for guard in [None, Some(Edge::Start), Some(Edge::End)] {
        for number in 1..=2 {
            let failing = Some(Failing::Nth(number));
            let error = call(&body, MemoryChecks { guard, failing }).expect_err("there is no memory");
            assert_eq!(error.to_string(), "not enough memory for an array of 80 bytes of this kernel");
        }
        call(&body, MemoryChecks { guard, failing: Some(Failing::Nth(3)) }).expect("there is a third of none");
    }
}

/// Kernels of each kind of result and workspace, on small data.
fn representative() -> Vec<Request> {
    let on = |expression: &str, formats: &[(&str, &str)], sizes: &[(&str, u64)]| {
        let mut made = request(expression);
        let formats = formats.iter().filter(|(_, format)| *format != "dense");
        made.formats = formats.map(|(name, format)| ((*name).to_owned(), (*format).to_owned())).collect();
        let names = expression.split(|letter: char| !letter.is_alphanumeric());
        for (seed, name) in names.filter(|name| name.starts_with(|first: char| first.is_uppercase())).enumerate() {
            made.inputs.entry(name.to_owned()).or_insert_with(|| format!("random:density=0.4,seed={seed}").into());
        }
        made.inputs.remove("R");
        made.sizes = sizes.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect();
        made
    };
    let matrix = [("i", 9), ("j", 7)];
    let add = "R(i,j) = A(i,j) + B(i,j)";
    vec![
        on("R(i) = A(i,j) * X(j)", &[("A", "csr")], &matrix),
        on("R(i) = A(i,j) * X(j)", &[("A", "coo"), ("X", "compressed")], &matrix),
        on("R = A(i,j) * A(i,j)", &[("A", "hash")], &matrix),
        // Appended, counted, grouped, hashed, built, and in blocks.
        on(add, &[("A", "csr"), ("B", "csr"), ("R", "csr")], &matrix),
        Request { two_phase: true, ..on(add, &[("A", "csr"), ("B", "coo"), ("R", "csr")], &matrix) },
        on(add, &[("A", "csr"), ("B", "csc"), ("R", "csc")], &matrix),
        on(add, &[("A", "csr"), ("B", "csr"), ("R", "dia")], &matrix),
        on(add, &[("A", "dcsr"), ("B", "csr"), ("R", "hash")], &matrix),
        on(add, &[("A", "csr"), ("B", "csr"), ("R", "ell")], &matrix),
        on(add, &[("A", "bcsr:2x3"), ("B", "csr"), ("R", "bcsr:2x3")], &matrix),
        on(add, &[("A", "csr"), ("B", "dense"), ("R", "dense,loose_compressed")], &matrix),
        on("R(i) = A(i) * B(j,i)", &[("A", "compressed"), ("B", "csr"), ("R", "hashed")], &matrix),
        on("R(i,j) = A(j,i)", &[("A", "csr"), ("R", "coo")], &matrix),
        on("R(i,k) = A(i,j) * B(j,k)", &[("A", "csr"), ("B", "csr")], &[("i", 9), ("j", 7), ("k", 5)]),
        Request { any_sizes: true, ..on(add, &[("A", "csr"), ("B", "csr"), ("R", "csr")], &matrix) },
        // A sum of two statements of which the second reads what the first stored, in a list that is sorted for it.
        Request {
            any_sizes: true,
            ..on("R(i,j) = A(i,j) * 2 - 1", &[("R", "compressed(nonunique, unordered),singleton(unordered)")], &matrix)
        },
        Request { drop_zeros: true, ..on(add, &[("A", "csr"), ("B", "coo"), ("R", "dcsr")], &matrix) },
    ]
}

#[test]
fn every_kind_of_kernel_keeps_inside_its_memory() {
    for made in representative() {
        for guard in [Edge::Start, Edge::End] {
            expect_right(&Request { memory: MemoryChecks { guard: Some(guard), ..MEMORY }, ..made.clone() });
        }
    }
}

#[test]
fn every_allocation_that_fails_is_an_error_also_without_guards() {
    for made in representative() {
        let failing = |number| MemoryChecks { guard: None, failing: Some(Failing::Nth(number)) };
        for number in [1, 2] {
            match evaluate(&Request { memory: failing(number), ..made.clone() }, None) {
                // Kernels of dense results need no memory.
                Ok(report) => assert!(!made.formats.contains_key("R") && report.check.is_some_and(|check| check.ok)),
                Err(EvalError::NoMemory { error, .. }) => {
                    let message = error.to_string();
                    assert!(message.starts_with("not enough memory for an array of "), "{message}");
                }
                Err(error) => panic!("{}: {error}", made.expression),
            }
        }
    }
}

#[test]
fn conversions_keep_inside_their_memory() {
    for (from, to) in [("coo", "csr"), ("csr", "dia"), ("dcsc", "hash"), ("csr", "ell"), ("csr", "bcsr:2x3")] {
        let mut made = conversion("random:density=0.3,seed=3", &[9, 10], from, to);
        for guard in [Edge::Start, Edge::End] {
            made.memory = MemoryChecks { guard: Some(guard), ..MEMORY };
            let report = convert(&made, None).unwrap_or_else(|error| panic!("{from} to {to}: {error}"));
            assert_eq!(report.check, Some(Ok(())), "{from} to {to}");
        }
    }
}
