//! `lacuna calibrate`: measures what innermost forms cost on this processor.
//!
//! Rows of a matrix times a vector, for each form and length of rows: all alike, so that the end of a row is predicted; of lengths that vary
//! around that; and with columns that come to values in no cache. Kernels choose between forms by these times
//! ([`lacuna_passes::form_costs`]).

use crate::{
    compiler::{CompileError, Compiler, Effort, Native},
    eval::{EvalError, Outputs},
    frontend::{Declaration, FrontendError, KERNEL, Program, Source, lower},
    kernel::{Argument, BoundKernel, CallError, Target, checks::MemoryChecks, signature::Signature},
};
use lacuna_dialects::{
    processor,
    sloop::{
        Directives, named_form,
        schedule::{InnerRequest, LoopSchedule, ScheduleStep},
    },
};
use lacuna_layout::Format;
use lacuna_notation::parse_program;
use lacuna_passes::{
    form_costs::{FormCosts, LENGTHS, SegmentKind, Times},
    gathers::Gathers,
    pipeline::Lacuna,
};
use lacuna_runtime::{
    progress::{Phase, Progress},
    storage::{IndexArray, LevelStorage, SparseTensor},
    value::{Dtype, Values},
};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum CalibrateError {
    /// The kernel does not compile.
    #[error("{0}")]
    Compile(#[from] CompileError),
    /// The kernel cannot be said.
    #[error("{0}")]
    Frontend(#[from] FrontendError),
    /// The kernel does not run.
    #[error("{0}")]
    Call(#[from] CallError),
    /// The file cannot be written.
    #[error("{0}")]
    Output(#[from] EvalError),
    /// There is no folder for caches.
    #[error("there is no folder for caches, as neither XDG_CACHE_HOME nor HOME is set: name a file with -o")]
    NoPlace,
}

impl CalibrateError {
    /// Whether the fault is ours.
    pub fn is_ours(&self) -> bool {
        !matches!(self, Self::Output(_) | Self::NoPlace)
    }
}

/// What was measured.
pub struct Calibration {
    /// What is printed.
    pub text: String,
    /// The file, which is put into its place then.
    pub outputs: Outputs,
}

/// Measures all forms, for a file, the usual one if none is named, or for standard output (`-`).
///
/// # Errors
/// If a kernel cannot be compiled or run, or the file not be written.
pub fn measure_into(file: Option<&Path>, progress: Option<&dyn Progress>) -> Result<Calibration, CalibrateError> {
    let mut outputs = Outputs::default();
    if file == Some(Path::new("-")) {
        return Ok(Calibration { text: calibrate(progress)?, outputs });
    }
    let path = file.map(Path::to_owned).or_else(usual_file).ok_or(CalibrateError::NoPlace)?;
    if let Some(folder) = path.parent().filter(|_| file.is_none()) {
        std::fs::create_dir_all(folder)
            .map_err(|error| EvalError::Output { path: folder.to_owned(), message: error.to_string() })?;
    }
    let write = |text: &str, place: &Path| {
        std::fs::write(place, text)
            .map_err(|error| EvalError::Output { path: path.clone(), message: error.to_string() })
    };
    // That there is no such place is said before anything is measured.
    Outputs::default().stage(&path, |place| write("", place))?;
    let costs = calibrate(progress)?;
    outputs.stage(&path, |place| write(&costs, place))?;
    Ok(Calibration {
        text: format!("the times of innermost forms on {} are in {}\n", processor::name(), path.display()),
        outputs,
    })
}

/// The forms that kernels choose between.
const FORMS: [&str; 4] = ["scalar", "chains:4", "pairs", "lanes:4"];

/// The same where gathers are fast.
const GATHERS: &str = "gathers:8";

/// The elements whose sums are measured.
const DTYPES: [Dtype; 2] = [Dtype::F64, Dtype::F32];

/// The entries of a matrix: of so many rows, no branch predictor learns the lengths by heart.
const ENTRIES: usize = 262_144;

/// The columns of a matrix whose vector is in a cache, and of one whose vector is not.
const COLUMNS: [u64; 2] = [2_048, 1 << 22];

/// How often a kernel runs; the least time counts.
const RUNS: usize = 9;

/// The file in which a processor's costs are looked for: `lacuna/form_costs.txt` in the folder for caches.
pub fn usual_file() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches =
        set("XDG_CACHE_HOME").filter(|folder| folder.is_absolute()).or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(caches.join("lacuna").join("form_costs.txt"))
}

/// Measures all forms; gives the text of the file.
///
/// # Errors
/// If a kernel cannot be compiled or run.
pub fn calibrate(progress: Option<&dyn Progress>) -> Result<String, CalibrateError> {
    let mut forms: Vec<&str> = FORMS.to_vec();
    forms.extend(Gathers::Native.are_fast().then_some(GATHERS));
    let total = DTYPES.len() * SegmentKind::ALL.len() * LENGTHS.len();
    let phase = Phase::start(progress, "measuring", total as u64);
    let mut costs = FormCosts::default();
    for dtype in DTYPES {
        let asked = forms.iter().map(|form| named_form(form).expect("it is one of those that are known"));
        let mut kernels = asked.map(|form| FormKernel::compile(form, dtype)).collect::<Result<Vec<_>, _>>()?;
        for segments in SegmentKind::ALL {
            for (place, length) in LENGTHS.into_iter().enumerate() {
                measure(&mut kernels, (segments, place), &Rows { length, segments }.matrix(dtype))?;
                phase.advance(1);
            }
        }
        for kernel in kernels {
            costs.add(kernel.form, dtype.size_in_bytes() as u64, kernel.times);
        }
    }
    Ok(costs.text(&processor::name()))
}

/// A kernel that takes entries in one form.
struct FormKernel {
    form: Directives,
    program: Program,
    native: Native,
    signature: Signature,
    times: Times,
}

impl FormKernel {
    fn compile(form: Directives, dtype: Dtype) -> Result<Self, CalibrateError> {
        let program = parse_program("y(i) = A(i,j) * x(j)").expect("it is index notation");
        let declare = |order: usize, format| Declaration { shape: vec![None; order], format };
        let declarations = [("A", declare(2, Some(csr()))), ("x", declare(1, None)), ("y", declare(1, None))];
        let declarations: BTreeMap<_, _> =
            declarations.map(|(name, declaration)| (name.to_owned(), declaration)).into();
        let program = lower(Source {
            program: &program,
            results: &["y".to_owned()],
            declarations: &declarations,
            sizes: &[],
            dtype,
            schedules: &[LoopSchedule { steps: vec![ScheduleStep::Inner(InnerRequest { of: "j".to_owned(), form })] }],
        })?;
        let compiler = Compiler::new();
        let compiled = compiler.start(&program.text, Lacuna { dense: true, ..Lacuna::default() })?;
        let native = compiled.native(Effort::Full)?;
        let parameter = |name: &String| declarations[name].parameter(name, dtype);
        let arguments = program.operands.iter().chain(&program.places).map(parameter).collect();
        let signature = Signature { name: KERNEL.to_owned(), arguments, results: Vec::new() };
        Ok(Self { form, program, native, signature, times: Times::default() })
    }
}

/// Measures what rows of this length cost in all forms, one after the other and again, so that what else the machine does meets all.
fn measure(
    kernels: &mut [FormKernel],
    (segments, place): (SegmentKind, usize),
    matrix: &SparseTensor,
) -> Result<(), CalibrateError> {
    let (rows, columns, dtype) = (matrix.shape[0], matrix.shape[1], matrix.dtype());
    let vector = dense(columns, dtype);
    let mut results: Vec<_> = kernels.iter().map(|_| dense(rows, dtype)).collect();
    let mut bound = Vec::new();
    for (kernel, result) in kernels.iter_mut().zip(&mut results) {
        let operand = |name: &String| match name.as_str() {
            "A" => Argument::Stored(matrix, vec![0, 1]),
            _ => Argument::Dense(&vector),
        };
        let operands: Vec<_> = kernel.program.operands.iter().map(operand).collect();
        let (native, checks) = (&mut kernel.native, MemoryChecks::default());
        let targets = vec![Target::Dense(result)];
        let bound_kernel = BoundKernel::bind(native, &kernel.signature, &operands, targets, checks)?;
        bound.push((bound_kernel, &mut kernel.times[segments as usize][place]));
    }
    let mut least = vec![Duration::MAX; bound.len()];
    for _ in 0..RUNS {
        for ((kernel, _), least) in bound.iter_mut().zip(&mut least) {
            let begin = Instant::now();
            kernel.call()?;
            *least = begin.elapsed().min(*least);
        }
    }
    for ((_, time), least) in bound.into_iter().zip(least) {
        *time = (least.as_nanos() as f64 * 100.0 / rows as f64).round() as u32;
    }
    Ok(())
}

fn csr() -> Format {
    Format::named("csr", 2).expect("it is a format")
}

/// Rows of a matrix.
struct Rows {
    /// How many entries they have, or have on average.
    length: u32,
    segments: SegmentKind,
}

impl Rows {
    /// The matrix of these rows.
    fn matrix(&self, dtype: Dtype) -> SparseTensor {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let columns = COLUMNS[usize::from(self.segments == SegmentKind::Far)];
        let rows = ENTRIES / (self.length.max(1) as usize);
        let (mut positions, mut coordinates) = (vec![0u32], Vec::new());
        for row in 0..rows as u64 {
            let length = match self.segments {
                SegmentKind::Alike | SegmentKind::Far => self.length,
                SegmentKind::Unlike => random.below(u64::from(2 * self.length + 1)) as u32,
            };
            let mut own: Vec<u32> = match self.segments {
                SegmentKind::Far => (0..length).map(|_| random.below(columns) as u32).collect(),
                // Neighbours, as in a band or a mesh.
                _ => (0..length).map(|entry| ((row * 7 + u64::from(entry) * 3) % columns) as u32).collect(),
            };
            own.sort_unstable();
            own.dedup();
            coordinates.extend(own);
            positions.push(coordinates.len() as u32);
        }
        let entries = coordinates.len();
        let stored = LevelStorage {
            positions: Some(IndexArray::U32(positions)),
            coordinates: Some(IndexArray::U32(coordinates)),
        };
        SparseTensor {
            shape: vec![rows as u64, columns],
            format: csr(),
            levels: vec![LevelStorage::default(), stored],
            values: ones(entries, dtype),
        }
    }
}

fn dense(size: u64, dtype: Dtype) -> SparseTensor {
    let format = Format::named("dense", 1).expect("it is a format");
    SparseTensor {
        shape: vec![size],
        format,
        levels: vec![LevelStorage::default()],
        values: ones(size as usize, dtype),
    }
}

fn ones(count: usize, dtype: Dtype) -> Values {
    match dtype {
        Dtype::F32 => Values::F32(vec![1.0; count]),
        _ => Values::F64(vec![1.0; count]),
    }
}

/// A generator of numbers that are the same on every machine (xorshift, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_measured() {
        let form = named_form("pairs").expect("a form");
        let mut kernels = [FormKernel::compile(form, Dtype::F32).expect("it compiles")];
        let rows = Rows { length: LENGTHS[10], segments: SegmentKind::Unlike };
        measure(&mut kernels, (SegmentKind::Unlike, 10), &rows.matrix(Dtype::F32)).expect("it runs");
        let [alike, unlike, _] = kernels[0].times;
        assert!(unlike[10] > 0 && unlike[9] == 0 && alike == Times::default()[0]);
    }

    #[test]
    fn a_place_that_is_none_is_refused() {
        let refused =
            measure_into(Some(Path::new("/no/such/folder/costs.txt")), None).err().expect("there is no folder");
        assert!(refused.to_string().contains("/no/such/folder"), "{refused}");
        assert!(!refused.is_ours());
    }
}
