//! The texts that mutations start from, and the words that they put in: plain lists, one for each kind of text. Together
//! they cover the grammars; what is added to a grammar is added here.

/// Programs. Their operands and variables are found by parsing them, so each must be valid. Every function, reduction and
/// update of the notation occurs.
pub const EXPRESSIONS: &[&str] = &[
    "y(i) = A(i,j) * x(j)",
    "y(i) = A(i,j) * x(j) + b(i)",
    "y(i) = 2 * (b(i) - A(i,j) * x(j))",
    "y(i) += -2 * A(i,j) * x(j) / 3",
    "C(i,j) = A(i,k) * B(k,j)",
    "C(i,j) = A(i,j) + B(i,j) - D(i,j)",
    "C(i,j) = max(A(i,j), B(i,j), 0)",
    "C(i,j) = -min(A(i,j), 1.5e0) * B(j,i)",
    "s = A(i,j) * A(i,j)",
    "s += x(i) * t",
    "A(i) = I(i+k) * F(k)",
    "O(i,j) = I(2*i+p,3*j+q+1) * F(p,q)",
    "y(i) = A(i,2)",
    "d(i) = A(i,i)",
    "x(i) = x0(7-i) / (1 + 2)",
    "A(i,l) = B(i,j,k) * C(j,l) * D(k,l)",
    "T(i,j,k) = U(i,j,k) + V(k,j,i)",
    "R(i,j,k,l,m) = S(i,j,k) * Q(l,m)",
    "y(i) = a * b * c * x(i)",
    "z(j) = A(i,j)",
    "y(i) = ((((x(i)))))",
    "s = 1 + 2 * 3 - 4 / 8",
    "y(i) = abs(x(i)) + sqrt(z(i)) - exp(-x(i)) * sign(z(i))",
    "C(i,j) = sin(A(i,j)) * cos(B(i,j)) + tanh(A(i,j))",
    "y(i) -= floor(x(i) / 2) + ceil(.5 * x(i)) + 5.",
    "y(i) = where(x(i) >= z(i), pow(x(i), 2), log(z(i) + 1))",
    "y(i) *= where(x(i) != 0, i + 1, +2)",
    "y(i) = max(j, A(i,j)) - min(j, A(i,j) * x(j))",
    "s max= sum(i, prod(j, A(i,j) + 1))",
    "y(i) min= sum(j, A(i,j) < x(j)) + z(i)",
    "s = any(i, x(i) > 1); t = all(i, x(i) <= y(i))",
    "r(i) = b(i) - A(i,j) * x(j); s = r(i) * r(i)",
    "C(i,j) = A(i,k) * B(k,j)\nd(i) = C(i,i)\nC(i,j) += D(i,j)",
    "y(i) = (1 + 2i) * x(i)",
    "s = conj(x(i)) * x(i) - sqrt(sum(i, abs(x(i))))",
];

/// Words of expressions: of the notation as it is, of what readers of other notations would write, and beyond.
#[rustfmt::skip]
pub const EXPRESSION_WORDS: &[&str] = &[
    "+", "-", "*", "/", "=", "+=", "-=", "*=", "max=", "min=", "==", "!=", "<", "<=", ">", ">=", "(", ")", "()", ",",
    ";", "\n", "\r\n", "^", "**", "%", "&", "|", "!", "~", "?", ":", "[", "]", "{", "}", "'", "\"", "\\", "#", "//",
    "max", "min", "sum", "prod", "any", "all", "where", "abs", "sqrt", "exp", "log", "pow", "sin", "cos", "tanh",
    "floor", "ceil", "sign", "conj", "relu(", "mean(", "max(", "sum(j,", "min(x(i),", "where(x(i) < 1,", "i", "j", "k", "l", "m", "A", "x", "y",
    "s", "x(i)", "A(i,j)", "A(j,i)", "y(i)", "i+1", "i-j", "2*i", "i*j", "i/2", "3+4i", "1i", "(1,2)", "inf", "nan",
    "true", "é", "𝄞", "\u{202e}", "\u{0}", "\u{feff}",
];

/// Formats, each with the order of the tensors that it stores; `None` for any.
pub const FORMATS: &[(Option<usize>, &str)] = &[
    (None, "dense"),
    (None, "coo"),
    (None, "csf"),
    (None, "hash"),
    (Some(1), "compressed"),
    (Some(1), "hashed"),
    (Some(1), "(i) -> (i : compressed), fill = 1.0 : f64"),
    (Some(1), "(i) -> (i floordiv 2 : dense, i mod 2 : dense)"),
    (Some(1), "(i) -> (i : compressed(nonunique))"),
    (Some(2), "csr"),
    (Some(2), "csc"),
    (Some(2), "dcsr"),
    (Some(2), "dcsc"),
    (Some(2), "bcsr:2x3"),
    (Some(2), "csb:4x2"),
    (Some(2), "ell"),
    (Some(2), "dia"),
    (Some(2), "dense,compressed@1,0"),
    (Some(2), "compressed(nonunique),singleton"),
    (Some(2), "dense,loose_compressed"),
    (Some(2), "compressed,hashed"),
    (Some(2), "batch,compressed"),
    (Some(2), "(i, j) -> (i : dense, j : compressed), positions = 32, coordinates = 8"),
    (Some(2), "#stensor.format<(i, j) -> (j : dense, i : compressed)>"),
    (Some(2), "(i, j) -> (j - i : compressed, i : range, j : offset)"),
    (Some(2), "(i, j) -> (_ : dense, i : dense, j : singleton)"),
    (
        Some(2),
        "(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : structured[2, 4])",
    ),
    (Some(2), "(i, j) -> (i + j : compressed, j : compressed)"),
    (Some(3), "(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)"),
    (Some(3), "dense,dense,compressed@2,1,0"),
];

/// Words of formats.
#[rustfmt::skip]
pub const FORMAT_WORDS: &[&str] = &[
    "dense", "compressed", "singleton", "range", "offset", "hashed", "loose_compressed", "structured[2, 4]", "batch",
    "csr", "csc", "coo", "dcsr", "csf", "bcsr:4x4", "csb:", "ell", "dia", "hash", "(", ")", "[", "]", "<", ">", ",",
    ":", "=", "->", "@", "@1,0", "@0,0", "+", "-", "*", "floordiv", "mod", "_", "i", "j", "k", "i floordiv 2",
    "i mod 3", "i mod 0", "i + j", "j - i", "nonunique", "unordered", "full", "interleaved", "(nonunique)",
    "(unordered)", "positions", "coordinates", "fill", ", positions = 8", ", coordinates = 16", ", fill = 0.5 : f64",
    ", fill = -1 : i8", ", fill = 0x7FF0 : f16", ": f32", "4x4", "0x0", "-1x1", "#stensor.format<", "é", "\u{0}",
    "\n",
];

/// Generators of tensors of any shape.
pub const GENERATORS: &[&str] = &[
    "random:density=0.3,seed=7",
    "random:density=1",
    "random:density=0",
    "random:nnz=3,seed=1",
    "random:nnz=2,special=0.5",
    "ones",
    "iota",
];

/// Generators whose shape is nearly always another than that of the tensor.
#[rustfmt::skip]
pub const OTHER_GENERATORS: &[&str] = &[
    "poisson2d:2x2", "poisson2d:1x9", "rmat:scale=3,edges=2,seed=1", "banded:n=5,width=3",
    "blocks:4x6,block=1x3,density=1", "2.5", "-1", "-", "A.mtx",
];

/// Words of generators.
#[rustfmt::skip]
pub const GENERATOR_WORDS: &[&str] = &[
    "random", "ones", "iota", "poisson2d", "rmat", "banded", "blocks", ":", ",", "=", "x", "density", "nnz", "seed",
    "special", "scale", "edges", "n", "width", "block", "density=0.5", "density=-1", "density=nan", "density=1e-300",
    "nnz=", "seed=-1", "scale=60", "edges=", "width=0", "block=0x0", "special=2", ".mtx", ".tns", ".gz", ".npy", "/",
    "..", "-", "é",
];

/// Numbers at the edges of types, and what looks like a number.
#[rustfmt::skip]
pub const NUMBERS: &[&str] = &[
    "0", "-0", "1", "-1", "2", "3", "7", "127", "128", "255", "256", "32768", "65536", "1000000", "2147483647",
    "2147483648", "4294967295", "4294967296", "1000000000000000000", "4611686018427387904", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616", "340282366920938463463374607431768211456", "0.5", ".5", "5.", "1e3", "1e308", "1e309",
    "-1e309", "1e-400", "1e99999", "1.5D+02", "1e", "1e+", "0x10", "0x1p3", "1_000", "1,5", "nan", "NaN", "inf",
    "-Infinity", "+1", "--1", "٣", "1i",
];

/// What is wanted of loops.
#[rustfmt::skip]
pub const SCHEDULES: &[&str] = &[
    "reorder(i,j)", "reorder(j,i)", "reorder(i,j,k)", "reorder(k, j, i);", "reorder(i)", "parallelize(i)",
    "split(i,io,ii,4)", "divide(j,jo,ji,2); reorder(jo,i,ji)", "tile(i,j,io,jo,ii,ji,4,8); vectorize(ji)", "y: unroll(j,4)", "inner(j,pairs)", "inner(i, lanes:4); inner(j,scalar)", "factor(A*(B*x))", "factor((A*B)*x); inner(j,chains:2)",
];

/// Words of schedules.
#[rustfmt::skip]
pub const SCHEDULE_WORDS: &[&str] = &[
    "reorder", "split", "divide", "tile", "vectorize", "fuse", "y:", "2:", "parallelize", "unroll", "precompute", "inner", "factor", "pairs", "lanes:4", "gathers:", "*", "A", "x", "(((((((", "(", ")", ",", ";", "i", "j", "k", " ", "é",
];

/// Element types, and what is none.
#[rustfmt::skip]
pub const DTYPES: &[&str] = &[
    "f64", "f32", "i64", "i32", "i16", "i8", "complex128", "complex64",
];

/// Words of element types and stages.
#[rustfmt::skip]
pub const NAME_WORDS: &[&str] = &[
    "f16", "bf16", "u8", "i1", "F64", "double", "complex", "linalg", "scf", "=", "obj=", "",
];

/// Stages.
#[rustfmt::skip]
pub const STAGES: &[&str] = &[
    "linalg", "sloop", "buffers", "plan", "cursors", "scf", "llvm", "llvm-ir", "asm", "obj", "obj=k.o",
];

/// Files to write to.
#[rustfmt::skip]
pub const OUTPUTS: &[&str] = &[
    "out.mtx", "out.tns", "out.tns", "out.tns", "out.mtx.gz", "out.tns.gz", "out.npy", "out.png", "out", "", ".mtx",
    "-",
];

/// Arguments that are put in between others.
#[rustfmt::skip]
pub const ARGUMENTS: &[&str] = &[
    "--json", "--check", "--time", "--time=2", "--time=0", "--time=x", "--threads", "1", "2", "--info", "--help",
    "--version", "-f", "-i", "-d", "-o", "-x", "--", "-", "", "eval", "convert", "--emit", "scf", "--fp", "strict",
    "fast", "--any-sizes", "--two-phase", "--drop-zeros", "--schedule", "--costs", "none", "--gathers", "--half", "--half=A", "--shape", "3x4", "--from", "--to", "csr",
    "--dtype", "A=csr", "=", "x=", "i=3",
];

/// First lines of Matrix Market files, and words of them.
#[rustfmt::skip]
pub const HEADER_WORDS: &[&str] = &[
    "%%MatrixMarket", "%MatrixMarket", "matrix", "vector", "tensor", "coordinate", "array", "real", "double",
    "integer", "complex", "pattern", "general", "symmetric", "skew-symmetric", "hermitian", "%", "%%", "#", " ", "\t",
    "\n", "\r\n", "\r", "\n\n", "1 1 1.5", "1 1", "0 0 0", "3 3 3", "-1", "\u{feff}", "\u{0}", "é", ",", ";",
];
