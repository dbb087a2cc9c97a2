//! The command line of `lacuna`: texts in, requests out. What the arguments mean is said in their help.

use crate::{
    calibrate,
    compiler::Effort,
    convert::ConvertRequest,
    eval::{CostsFile, Request, Stage},
    kernel::checks::{Edge, Failing, MemoryChecks},
};
use clap::{
    Args, Parser, Subcommand,
    builder::{OsStringValueParser, TypedValueParser},
};
use lacuna_passes::{choices::Workspaces, fp::FpMode, gathers::Gathers};
use lacuna_runtime::value::Dtype;
use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    os::unix::ffi::OsStrExt,
    path::PathBuf,
};

/// A sparse tensor compiler.
#[derive(Parser)]
#[command(name = "lacuna", version, about = "A sparse tensor compiler", max_term_width = 100)]
pub struct Lacuna {
    /// What is to be done.
    #[command(subcommand)]
    pub command: Command,
}

/// What is to be done.
#[derive(Subcommand)]
pub enum Command {
    /// Compile an expression, run it on data, check and time it
    #[command(after_long_help = EXAMPLES)]
    Eval(EvalArguments),
    /// Convert a tensor from one format to another; show its arrays and the time it takes
    #[command(after_long_help = CONVERT_EXAMPLES)]
    Convert(ConvertArguments),
    /// Measure how fast this processor runs each form of innermost loops, for kernels to choose by
    #[command(after_long_help = CALIBRATE_EXAMPLES)]
    Calibrate(CalibrateArguments),
}

const CALIBRATE_EXAMPLES: &str = "\
A kernel that sums over the entries of rows holds the loop in several forms. It looks at some rows and takes
the form that is fastest for such rows. How long rows take in each form depends on the processor:
'lacuna calibrate' measures it, in 10 to 20 seconds, and 'lacuna eval' reads the file that it writes. Without
that file, kernels choose by times that come with the compiler, of another processor. Nothing else should run
while it measures.

Examples:
  lacuna calibrate
  lacuna calibrate -o here.txt
  lacuna eval 'y(i) = A(i,j) * x(j)' -f A=csr -i A=A.mtx -i x=ones --costs here.txt --time

Exit status: 0 done, 2 the file cannot be written, 3 internal error.";

/// The arguments of `lacuna calibrate`.
#[derive(Args)]
pub struct CalibrateArguments {
    /// Write the times to this file instead of lacuna/form_costs.txt in the folder for caches; - for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

const CONVERT_EXAMPLES: &str = "\
'lacuna eval --help' explains DATA and FORMAT. The data is packed in the format --from; a compiled
kernel converts it.

Examples:
  lacuna convert A.mtx --to bcsr:4x4 --info
  lacuna convert poisson2d:1000x1000 --from csr --to dia --time --check
  lacuna convert T.tns --from coo --to csf --info --json
  lacuna convert random:density=0.01 --shape 1000x2000 --from csr --to csc -o B.mtx

Exit status: 0 done, 1 --check found the result wrong, 2 the request was refused, 3 internal error;
files are written with status 0 only.";

/// The arguments of `lacuna convert`.
#[derive(Args)]
pub struct ConvertArguments {
    /// The tensor: a file (.mtx, .tns, .npy, each also .gz), a generator, numbers, or - for standard input
    #[arg(value_name = "DATA", allow_hyphen_values = true)]
    data: OsString,
    /// The format to convert from
    #[arg(long, value_name = "FORMAT", default_value = "coo")]
    from: String,
    /// The format to convert to
    #[arg(long, value_name = "FORMAT")]
    to: String,
    /// Size of each dimension; generators of any shape need it, .tns files may, and other data must have these sizes
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = shape)]
    shape: Option<Shape>,
    /// Element type: f64, f32, i64, i32, i16, i8, complex128 or complex64
    #[arg(long, default_value = "f64")]
    dtype: Dtype,
    /// Write the converted tensor to a file: .mtx, .tns, or .npy if it is dense, each also .gz; to standard output with -,
    /// where the report goes to standard error
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace a file that is read, too
    #[arg(long)]
    force: bool,
    /// Show the levels and arrays of both tensors
    #[arg(long)]
    info: bool,
    /// Check the result: its entries are those of the data, and its arrays are as the format promises
    #[arg(long)]
    check: bool,
    /// Time the conversion: the median of N runs after a warm-up
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "20",
          value_parser = number_of_runs)]
    time: Option<u32>,
    #[command(flatten)]
    memory: MemoryArguments,
    #[command(flatten)]
    native: NativeArguments,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
}

/// The sizes of a tensor.
#[derive(Clone)]
struct Shape(Vec<u64>);

fn shape(text: &str) -> Result<Shape, String> {
    let sizes = text.split('x').map(|size| size.trim().parse().ok().filter(|&size| i64::try_from(size).is_ok()));
    sizes.collect::<Option<_>>().map(Shape).ok_or_else(|| format!("expected sizes such as 1000x1000, found '{text}'"))
}

impl ConvertArguments {
    /// The request that the arguments make.
    pub fn request(&self) -> ConvertRequest {
        ConvertRequest {
            data: self.data.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
            shape: self.shape.as_ref().map(|shape| shape.0.clone()),
            dtype: self.dtype,
            output: self.output.clone(),
            force: self.force,
            info: self.info,
            check: self.check,
            runs: self.time.map(|runs| runs as usize),
            memory: self.memory.checks(),
            effort: self.native.llvm_effort,
        }
    }
}

/// How the kernel's use of memory is checked: for those who work on the compiler, and what the fuzzer finds.
#[derive(Args)]
struct MemoryArguments {
    /// Let operands and what the kernel allocates begin (start) or end (end) at memory that cannot be accessed
    #[arg(long, value_name = "EDGE", hide = true, value_parser = |text: &str| text.parse::<Edge>())]
    guard: Option<Edge>,
    /// Let the allocation of this number find no memory, or each in turn
    #[arg(long, value_name = "N|each", hide = true, value_parser = |text: &str| text.parse::<Failing>())]
    fail_allocation: Option<Failing>,
}

/// Options for the compilation to native code.
#[derive(Args)]
struct NativeArguments {
    /// How much LLVM optimizes the kernel: full, less (fast selection of instructions and registers) or least (no optimization). Less
    /// helps where a kernel takes longer to compile than to run
    #[arg(long, value_name = "EFFORT", default_value = "full", value_parser = |text: &str| text.parse::<Effort>())]
    llvm_effort: Effort,
}

impl MemoryArguments {
    fn checks(&self) -> MemoryChecks {
        MemoryChecks { guard: self.guard, failing: self.fail_allocation }
    }
}

fn one_thread(text: &str) -> Result<u32, String> {
    let threads = text.parse::<u32>().map_err(|_| "expected a number of threads".to_owned())?;
    if threads == 1 { Ok(1) } else { Err("kernels run on one thread so far".to_owned()) }
}

fn number_of_runs(text: &str) -> Result<u32, String> {
    let runs = text.parse().ok().filter(|runs| (1..=1_000_000).contains(runs));
    runs.ok_or_else(|| "expected a number of runs from 1 to 1000000".to_owned())
}

const EXAMPLES: &str = "\
EXPR is index notation (docs/notation.md), or a file of it that ends in .lac. A variable that
occurs on the right only is summed over the smallest additive term that holds all its occurrences:
  y(i) = A(i,j) * x(j) + b(i)      C(i,j) = A(i,k) * B(k,j)      y(i) = 2 * (b(i) - A(i,j) * x(j))
  A(i) = I(i+k) * F(k)             s = A(i,j) * A(i,j)
Operators are + - * /, comparisons (1 or 0), and the updates += -= *= max= min=. Functions are
  max min abs sqrt exp log pow sin cos tanh floor ceil sign conj where(c, a, b)
They are applied at each point. Reductions name what they combine over: sum prod max min any all.
What is not stored counts as zero. A sum over a variable that stands only inside of a function, a
divisor, a comparison or a reduction must be written, because there are two:
  n = sqrt(sum(i, r(i) * r(i)))    n = sum(i, sqrt(r(i) * r(i)))
  m(i) = max(j, A(i,j))            y(i) = max(sum(j, A(i,j) * x(j)) + b(i), 0)
Index variables have values, and statements follow one another after ';' or on lines of their own:
  y(i) = A(i,j) * x(j) * (i <= j)  r(i) = b(i) - A(i,j) * x(j); s = r(i) * r(i)
A tensor that a later statement reads is a result only if -o writes it.

FORMAT is dense csr csc coo dcsr dcsc csf bcsr:4x4 csb:64x64 ell dia hash, or level by level, with
the order of dimensions if it is not the natural one:
  dense,compressed   compressed(nonunique),singleton   dense,compressed@1,0   dense,hashed
or the text of the attribute: '(i, j) -> (j : dense, i : compressed)'. Settings may follow, such as the
width of positions, 'csr, positions = 64', or the value of points that are not stored:
'csr, fill = inf : f64' is for sums of paths, of which min takes the shortest.
docs/formats.md explains all formats. An operand without a format has that of its data: coordinate
files (.mtx, .tns), generators of patterns, and random with a density under 1 are csr (csf for
higher orders, compressed for vectors); all else is dense, and so is a result without a format,
also one that is updated.
'hash' makes each level a hash table. Under each slot of a table stands another whole table, also
under an empty slot. For matrices, 'dense,hashed' or 'compressed,hashed' takes far less room.

DATA is a file (.mtx, .tns, .npy, each also .gz), - for standard input, a number (2.5, -3, 1.5+2i),
a list of numbers ([1,2,3]), or a generator; random without a density has a value at every point,
special=P makes that share of its values extreme (zeros, infinities, NaN; for --fp strict), iota counts
from 0:
  random:density=0.01,seed=7   random:nnz=1000,special=0.1   random   ones   iota
  poisson2d:1000x1000   rmat:scale=17,edges=8,seed=1   banded:n=1000,width=5
  blocks:1000x1000,block=4x4,density=0.1,seed=1

Files go through symbolic links and keep the mode of what they replace; pipes and devices are
written into. A file that is read-only is never replaced; one that is read, too, with --force.

A result is shown with its first entries, whose coordinates start at 0; with --json as arrays of up
to 1000 (NaN and infinities as strings, complex numbers as pairs). --time shows beside the median time
  GFLOP/s  10^9 operations a second: of a product, one for each multiplication, and one where it
           is summed, at each point where all stored factors have an entry; of a sum, one at each
           point where either side has one. Not shown where that count is not known.
  GB/s     10^9 bytes a second of compulsory traffic: the arrays of all operands and results, once.
and the most memory that the kernel had allocated at a time, results among it. What the compiler
decided on its own goes to standard error as remarks, before the kernel runs; with --json it stands
among the rest.

Examples:
  lacuna eval 'y(i) = A(i,j) * x(j)' -f A=csr -i A=poisson2d:1000x1000 -i x=ones --check --time
  lacuna eval 'C(i,j) = A(i,k) * B(k,j)' -f A=dcsr -i A=random:density=0.001 -i B=iota \\
      -d i=2000 -d k=2000 -d j=32 --check
  lacuna eval 'C(i,j) = A(i,k) * B(k,j)' -f A=csc -f B=csr -f C=csr -i A=random:nnz=9000,seed=1 \\
      -i B=random:nnz=9000,seed=2 -d i=3000 -d j=3000 -d k=3000 \\
      --schedule 'reorder(k,i,j); precompute(i,j, policy=radix)' --time
  lacuna eval 'A(i,l) = B(i,j,k) * C(j,l) * D(k,l)' -f B=csf -i B=random:nnz=100000 \\
      -i C=random:density=1 -i D=random:density=1 -d i=300 -d j=400 -d k=500 -d l=16 --time --json
  lacuna eval 'C(i,j) = A(i,j) + B(i,j)' -f A=csr -f B=coo -f C=csr -i A=poisson2d:100x100 \\
      -i B=random:density=0.01 -o C=sum.mtx --check
  lacuna eval 'y(i) = A(i,j) * x(j)' -i A=poisson2d:1000x1000 -i x=ones --half A --check --time
  lacuna eval 'y(i) = A(i,j) * x(j)' -f A=coo --emit sloop --emit scf
  lacuna eval 'y(i) = A(i,j) * x(j)' -f A=csr --emit obj=spmv.o

Exit status: 0 done, 1 --check found the result wrong, 2 the request was refused, 3 internal error;
files are written with status 0 only.";

/// The arguments of `lacuna eval`.
#[derive(Args)]
pub struct EvalArguments {
    /// What to compute, in index notation
    #[arg(value_name = "EXPR")]
    expression: OsString,
    /// Format of a tensor
    #[arg(short, long = "format", value_name = "T=FORMAT", value_parser = name_and_text)]
    format: Vec<(String, String)>,
    /// Data of an operand: a file, a generator, numbers, or - for standard input
    #[arg(short, long = "input", value_name = "T=DATA", value_parser = OsStringValueParser::new().try_map(name_and_bytes))]
    input: Vec<(String, OsString)>,
    /// Store only the half on and below the diagonal of a symmetric matrix that has a format: T(i,j) reads both images of an
    /// entry. The data is the whole matrix. The half takes half the memory; a product with a vector walks it once, takes 0.85 to
    /// 1.1 times as long on long rows and up to 2.3 times as long on short ones, and sums in another order, also with --fp strict
    #[arg(long, value_name = "T")]
    half: Vec<String>,
    /// Size of an index variable that no operand determines
    #[arg(short, long = "dimension", value_name = "v=SIZE", value_parser = name_and_size)]
    dimension: Vec<(String, u64)>,
    /// Write a tensor to a file: .mtx, .tns, or .npy if it is dense, each also .gz; to standard output with -, where the
    /// report goes to standard error
    #[arg(short, long = "output", value_name = "T=FILE", value_parser = OsStringValueParser::new().try_map(name_and_bytes))]
    output: Vec<(String, OsString)>,
    /// Replace files that are read, too
    #[arg(long)]
    force: bool,
    /// Element type of all tensors: f64, f32, i64, i32, i16, i8, complex128 or complex64
    #[arg(long, default_value = "f64")]
    dtype: Dtype,
    /// Allowed changes to floating-point arithmetic: fast (reassociate, contract, ignore signs of zeros, take factors out of sums,
    /// which tells where there are infinities or NaN) or strict (none)
    #[arg(long, default_value = "fast", value_parser = |text: &str| text.parse::<FpMode>())]
    fp: FpMode,
    /// Leave computed zeros out of stored results; by default every computed value is stored
    #[arg(long)]
    drop_zeros: bool,
    /// Assemble stored results in two walks wherever possible: count the entries, then place them. Arrays get just the room that
    /// they need, which pays where memory is short; without it, they start with room for the entries of all operands. Sums
    /// take 1.5 to 1.7 times as long, element-wise products twice as long
    #[arg(long)]
    two_phase: bool,
    /// How workspaces keep the points that come in any order: dense has a place for every point, mixed lists them while they are
    /// few; radix, runs, buckets and hash take memory for the points that come, with room for so many at first as in hash:4096;
    /// radix:aside has a second thread sort them; auto takes a dense or mixed one where it is small
    #[arg(long, value_name = "POLICY", default_value = "auto", value_parser = |text: &str| text.parse::<Workspaces>())]
    workspaces: Workspaces,
    /// How the processor that will run the code gathers: fast, slow, or like this one (native); for --emit obj
    #[arg(long, default_value = "native", value_parser = |text: &str| text.parse::<Gathers>())]
    gathers: Gathers,
    /// The times of innermost forms, as 'lacuna calibrate' writes them, by which kernels choose one; 'none' for those that come
    /// with the compiler [default: the file of 'lacuna calibrate', if there is one]
    #[arg(long, value_name = "FILE")]
    costs: Option<PathBuf>,
    #[command(flatten)]
    native: NativeArguments,
    /// Compile a kernel for tensors of any sizes, not only for those of the given data
    #[arg(long)]
    any_sizes: bool,
    /// Compare the result with that of an interpreter that shares no code with the compiler: values, storage, and which
    /// points are stored
    #[arg(long)]
    check: bool,
    /// Time the kernel: the median of N runs after a warm-up
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "20",
          value_parser = number_of_runs)]
    time: Option<u32>,
    /// What is asked of the loops, separated by ';' (docs/schedules.md): 'reorder(i,k,j)' lists all loops, the outermost first.
    /// 'reorder(i+p,p)' replaces the loop over i by one over the coordinates that the operand has at i+p;
    /// 'split(i,io,ii,64)' makes blocks of 64 values of i, and 'divide(i,io,ii,8)' makes 8 blocks;
    /// 'tile(i,j,io,jo,ii,ji,32,64)' splits two loops; 'precompute(j, policy=hash, capacity=4096)' collects the terms of the result
    /// in a workspace over j. How it keeps its points, and for how many it has room at first, need not be said
    /// (docs/workspaces.md); 'vectorize(j,8)' runs 8 values of j side by side; 'unroll(j,4)' makes 4 copies of a body; 'inner(j,
    /// pairs)' takes the entries of the innermost loop over j in a form: scalar, chains:N, pairs, lanes:N, gathers:N, scattered:N,
    /// blocks:N or abreast:N; 'factor(A*(B*x))' multiplies B by x first. Of several statements, the target or the number says
    /// which: 'y: reorder(i,j); 2: unroll(j,4)'
    #[arg(long, value_name = "SCHEDULE")]
    schedule: Option<String>,
    /// Number of threads; kernels run on one so far, but for workspaces that a second one sorts (--workspaces radix:aside)
    #[arg(long, value_name = "N", default_value = "1", value_parser = one_thread)]
    #[allow(dead_code)]
    threads: u32,
    /// Show the program at a stage: linalg, sloop, buffers, plan, schedule, cursors, scf, llvm, llvm-ir, asm; or write obj[=FILE],
    /// kernel.o by default; may be repeated. The text goes to standard output, the report to standard error. The object file has a function with
    /// the name of the file (spmv in spmv.o), or kernel where that is no name in C
    #[arg(long, value_name = "STAGE", value_parser = OsStringValueParser::new().try_map(|text| Stage::parse(&text)))]
    emit: Vec<Stage>,
    #[command(flatten)]
    memory: MemoryArguments,
    /// Tell Linux perf the names of the kernel's functions, in /tmp/perf-PID.map, which stays for perf report
    #[arg(long)]
    perf_map: bool,
    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,
}

impl EvalArguments {
    /// The file with what innermost forms cost: the one that is named, or the usual one if it is there.
    fn costs_file(&self) -> Option<CostsFile> {
        let (path, is_named) = match &self.costs {
            Some(named) => (Some(named.clone()).filter(|named| named.as_os_str() != "none"), true),
            None => (calibrate::usual_file().filter(|file| file.exists()), false),
        };
        path.map(|path| CostsFile { path, is_named })
    }

    /// The request that the arguments make; the error names an option that is given twice for one name.
    pub fn request(&self) -> Result<Request, String> {
        let outputs = once("-o", &self.output)?;
        let file = is_program(&self.expression).then(|| PathBuf::from(&self.expression));
        let expression = match (&file, self.expression.to_str()) {
            (Some(file), _) => std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?,
            (None, Some(text)) => text.to_owned(),
            (None, None) => return Err(format!("the expression is not UTF-8 text: {}", self.expression.display())),
        };
        Ok(Request {
            expression,
            file,
            formats: once("-f", &self.format)?,
            inputs: once("-i", &self.input)?,
            halves: self.half.iter().cloned().collect(),
            sizes: once("-d", &self.dimension)?,
            outputs: outputs.into_iter().map(|(name, path)| (name, PathBuf::from(path))).collect(),
            force: self.force,
            dtype: self.dtype,
            fp: self.fp,
            drop_zeros: self.drop_zeros,
            two_phase: self.two_phase,
            workspaces: self.workspaces,
            gathers: self.gathers,
            costs: self.costs_file(),
            effort: self.native.llvm_effort,
            any_sizes: self.any_sizes,
            check: self.check,
            runs: self.time.map(|runs| runs as usize),
            emit: self.emit.clone(),
            schedule: self.schedule.clone(),
            memory: self.memory.checks(),
            perf_map: self.perf_map,
        })
    }
}

/// Whether a text names a file of statements, instead of being one.
fn is_program(text: &OsStr) -> bool {
    let text = text.as_encoded_bytes();
    text.ends_with(b".lac") && !text.iter().any(|byte| b"=;\n".contains(byte))
}

/// The values of an option by name.
fn once<T: Clone>(option: &str, pairs: &[(String, T)]) -> Result<BTreeMap<String, T>, String> {
    let mut values = BTreeMap::new();
    for (name, value) in pairs {
        if values.insert(name.clone(), value.clone()).is_some() {
            return Err(format!("{option} {name}=... is given twice"));
        }
    }
    Ok(values)
}

fn name_and_text(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(format!("expected NAME=VALUE, found '{text}'")),
    }
}

/// As [`name_and_text`]; what a file is called may be no text.
fn name_and_bytes(text: OsString) -> Result<(String, OsString), String> {
    let bytes = text.as_bytes();
    let parts = bytes.iter().position(|byte| *byte == b'=').map(|at| (&bytes[..at], &bytes[at + 1..]));
    match parts.and_then(|(name, value)| Some((str::from_utf8(name).ok()?, value))) {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.to_owned(), OsStr::from_bytes(value).to_owned()))
        }
        _ => Err(format!("expected NAME=VALUE, found '{}'", text.display())),
    }
}

fn name_and_size(text: &str) -> Result<(String, u64), String> {
    let (name, size) = name_and_text(text)?;
    let known = size.parse().ok().filter(|&size| i64::try_from(size).is_ok());
    let size = known.ok_or_else(|| format!("expected a size from 0 to {}, found '{size}'", i64::MAX))?;
    Ok((name, size))
}
