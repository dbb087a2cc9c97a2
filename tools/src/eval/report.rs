//! What an evaluation found, for people and for machines.

use super::{ResultReport, Stage, operands::Operand};
use crate::{
    compiler::CompileTime,
    units::{human, human_bytes},
    wording::name_of,
};
use lacuna_notation::{ast::Program, oracle::Comparison};
use lacuna_runtime::{
    progress::{Phase, Progress},
    storage::SparseTensor,
    value::Kind,
};
use serde_json::{Value, json};
use std::{
    fmt,
    time::{Duration, Instant},
};

/// The widest column of names: what is longer stands out. Padding to any width panics.
const WIDEST_NAME: usize = 40;

/// One operand.
#[derive(Clone, Debug)]
pub struct OperandReport {
    /// Its name.
    pub name: String,
    /// Its format, as text.
    pub format: String,
    /// The short name of the format, where it is that of the data.
    pub of_data: Option<&'static str>,
    /// Whether only the half on and below the diagonal is stored.
    pub is_half: bool,
    /// Size of each dimension.
    pub shape: Vec<u64>,
    /// Number of stored values.
    pub stored: usize,
    /// Bytes of all arrays.
    pub bytes: usize,
    /// Reading or generating.
    pub load: Duration,
    /// Packing.
    pub pack: Duration,
}

/// Comparison with the oracle.
#[derive(Clone, Debug)]
pub struct Check {
    /// Whether the result is right.
    pub ok: bool,
    /// The largest error, relative to the sum of the absolute values of the summed terms.
    pub largest_error: f64,
    /// What is allowed.
    pub tolerance: f64,
    /// Where the largest error is, if there is any, with what was expected and found there.
    pub worst: Option<String>,
    /// Which points a stored result stores.
    pub points: Option<PointsReport>,
    /// How long the oracle took.
    pub time: Duration,
}

/// Comparison of the points that a result stores.
#[derive(Clone, Debug)]
pub struct PointsReport {
    /// How many must be stored.
    pub least: usize,
    /// How many may be.
    pub most: usize,
    /// How many entries there are.
    pub found: usize,
    /// The first that is wrong, if there is any.
    pub problem: Option<String>,
}

impl PointsReport {
    fn to_json(&self) -> Value {
        json!({
            "ok": self.problem.is_none(), "least": self.least, "most": self.most, "found": self.found,
            "problem": self.problem,
        })
    }
}

impl Check {
    /// From a comparison.
    pub fn new(comparison: &Comparison, points: Option<PointsReport>, time: Duration) -> Self {
        let worst = comparison.worst.as_ref().filter(|_| comparison.largest_error > 0.0).map(|worst| {
            let at: Vec<_> = worst.coordinates.iter().map(u64::to_string).collect();
            format!("at ({}): expected {}, found {}", at.join(", "), worst.expected, worst.found)
        });
        Self {
            ok: comparison.ok && points.as_ref().is_none_or(|points| points.problem.is_none()),
            largest_error: comparison.largest_error,
            tolerance: comparison.tolerance,
            worst,
            points,
            time,
        }
    }

    /// Those of several results in one: the first that failed, or else the one with the largest error.
    pub fn of_all(checks: Vec<(&str, Self)>, time: Duration) -> Self {
        let is_one = checks.len() == 1;
        let count = |part: fn(&PointsReport) -> usize| {
            checks.iter().filter_map(|(_, check)| check.points.as_ref()).map(part).sum::<usize>()
        };
        let has_points = checks.iter().any(|(_, check)| check.points.is_some());
        let (least, most, found) = (count(|one| one.least), count(|one| one.most), count(|one| one.found));
        let worse = |one: &(&str, Self), other: &(&str, Self)| {
            one.1.ok.cmp(&other.1.ok).reverse().then(one.1.largest_error.total_cmp(&other.1.largest_error))
        };
        let Some((name, worst)) = checks.into_iter().max_by(worse) else {
            return Self { ok: true, largest_error: 0.0, tolerance: 0.0, worst: None, points: None, time };
        };
        let named = |text: String| if is_one { text } else { format!("{name} {text}") };
        let problem = worst.points.and_then(|points| points.problem).map(named);
        let points = has_points.then_some(PointsReport { least, most, found, problem });
        Self { worst: worst.worst.map(named), points, time, ..worst }
    }

    /// What is wrong with a result that is: values before points.
    pub fn problem(&self) -> Option<&str> {
        let of_points = self.points.as_ref().and_then(|points| points.problem.as_deref());
        let is_worse = of_points.is_none() || self.largest_error > self.tolerance;
        self.worst.as_deref().filter(|_| is_worse).or(of_points).filter(|_| !self.ok)
    }
}

/// Times of the kernel, without packing and compiling.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// How often it ran.
    pub runs: usize,
    /// The median.
    pub median: Duration,
    /// The least.
    pub least: Duration,
    /// The most.
    pub most: Duration,
}

impl Timing {
    /// Median and spread over `runs` calls after one that is not counted.
    ///
    /// # Errors
    /// The first of a call.
    pub fn measure<E>(
        runs: usize,
        progress: Option<&dyn Progress>,
        mut call: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let runs = runs.max(1);
        let timing = Phase::start(progress, "timing", runs as u64);
        call()?;
        let mut samples = (0..runs)
            .map(|_| {
                let begin = Instant::now();
                let outcome = call().map(|()| begin.elapsed());
                timing.advance(1);
                outcome
            })
            .collect::<Result<Vec<_>, _>>()?;
        samples.sort_unstable();
        Ok(Self {
            runs: samples.len(),
            median: samples[samples.len() / 2],
            least: samples[0],
            most: samples[samples.len() - 1],
        })
    }
}

/// What a kernel did in its median time.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Arithmetic that the expression asks for, as `work` counts it; `None` where that is not known.
    pub operations: Option<f64>,
    /// Whether these are operations on integers.
    pub are_integers: bool,
    /// Compulsory traffic: the bytes of the arrays of all operands and results, each once. An old result that is added to
    /// is read and written.
    pub bytes: usize,
}

/// What an evaluation found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The expression as it was understood.
    pub expression: String,
    /// The operands, in the order of the expression.
    pub operands: Vec<OperandReport>,
    /// Compile time.
    pub compile: CompileTime,
    /// The first call of the kernel.
    pub first_call: Duration,
    /// The most bytes that this call had allocated at a time, results among them.
    pub most_bytes: u64,
    /// Comparison with the oracle, if asked for.
    pub check: Option<Check>,
    /// Times, if asked for.
    pub timing: Option<Timing>,
    /// What the kernel did in that time.
    pub rates: Option<Rates>,
    /// The results, shortened.
    pub results: Vec<ResultReport>,
    /// The stages that were asked for.
    pub emitted: Vec<(Stage, String)>,
    /// What the compiler decided on its own, which is told before the kernel runs.
    pub remarks: Vec<String>,
    /// What goes to standard output in place of the report, which goes to standard error then.
    pub printed: Option<Vec<u8>>,
    loads: Vec<(String, Duration)>,
}

impl Rates {
    /// 10^9 operations a second.
    fn giga_operations(&self, time: Duration) -> Option<f64> {
        self.operations.map(|operations| per_second(operations, time))
    }

    /// 10^9 bytes a second.
    fn gigabytes(&self, time: Duration) -> f64 {
        per_second(self.bytes as f64, time)
    }
}

/// Billions a second.
fn per_second(count: f64, time: Duration) -> f64 {
    // No clock tells less than this.
    count / time.max(Duration::from_nanos(1)).as_secs_f64() / 1e9
}

impl Report {
    /// An empty report.
    pub fn new(program: &Program) -> Self {
        Self {
            expression: program.to_string(),
            operands: Vec::new(),
            compile: CompileTime::default(),
            first_call: Duration::ZERO,
            most_bytes: 0,
            check: None,
            timing: None,
            rates: None,
            results: Vec::new(),
            emitted: Vec::new(),
            remarks: Vec::new(),
            printed: None,
            loads: Vec::new(),
        }
    }

    /// Notes how long an operand's data took to come.
    pub fn loaded(&mut self, name: &str, time: Duration) {
        self.loads.push((name.to_owned(), time));
    }

    /// Notes a packed operand.
    pub fn packed(&mut self, operand: &Operand, is_half: bool, tensor: &SparseTensor, pack: Duration) {
        let load = self.loads.iter().find(|(name, _)| *name == operand.name).map_or(Duration::ZERO, |(_, time)| *time);
        self.operands.push(OperandReport {
            name: operand.name.clone(),
            format: operand.format.as_ref().map_or_else(|| "dense".to_owned(), name_of),
            of_data: operand.of_data,
            is_half,
            shape: tensor.shape.clone(),
            stored: tensor.stored_len(),
            bytes: tensor.size_in_bytes(),
            load,
            pack,
        });
    }

    /// Notes how much the kernel does: this many operations, where that is known, on operands and results that were noted.
    pub fn set_rates(&mut self, operations: Option<f64>) {
        let operands = self.operands.iter().map(|operand| operand.bytes);
        let results = self.results.iter().map(|result| result.bytes);
        let are_integers = self.results.iter().all(|result| result.values.dtype().kind() == Kind::Integer);
        self.rates = Some(Rates { operations, are_integers, bytes: operands.chain(results).sum() });
    }

    /// Whether the result was found wrong.
    pub fn is_wrong(&self) -> bool {
        self.check.as_ref().is_some_and(|check| !check.ok)
    }

    /// The stages that were asked for as text, which the report leaves out: each under its name if there are several.
    pub fn stages(&self) -> Option<String> {
        let texts: Vec<_> = self.emitted.iter().filter(|(stage, _)| stage.is_text()).collect();
        match texts.as_slice() {
            [] => None,
            [(_, text)] => Some(format!("{}\n", text.trim_end())),
            texts => {
                let one = |(stage, text): &&(Stage, String)| {
                    format!("// ----- {} -----\n{}\n", stage.name(), text.trim_end())
                };
                Some(texts.iter().map(one).collect())
            }
        }
    }

    /// All of it as JSON. Times are in seconds.
    pub fn to_json(&self) -> Value {
        let operands: Vec<_> = self
            .operands
            .iter()
            .map(|operand| {
                json!({
                    "name": operand.name, "format": operand.format, "format_of_data": operand.of_data, "half": operand.is_half,
                    "shape": operand.shape,
                    "stored": operand.stored, "bytes": operand.bytes,
                    "load_s": operand.load.as_secs_f64(), "pack_s": operand.pack.as_secs_f64(),
                })
            })
            .collect();
        let check = self.check.as_ref().map(|check| {
            json!({
                "ok": check.ok, "largest_error": check.largest_error, "tolerance": check.tolerance,
                "worst": check.worst, "points": check.points.as_ref().map(PointsReport::to_json),
                "oracle_s": check.time.as_secs_f64(),
            })
        });
        let timing = self.timing.map(|timing| {
            json!({
                "runs": timing.runs, "median_s": timing.median.as_secs_f64(),
                "least_s": timing.least.as_secs_f64(), "most_s": timing.most.as_secs_f64(),
                "operations": self.rates.and_then(|rates| rates.operations),
                "compulsory_bytes": self.rates.map(|rates| rates.bytes),
                "gflops": self.rates.and_then(|rates| rates.giga_operations(timing.median)),
                "gb_per_s": self.rates.map(|rates| rates.gigabytes(timing.median)),
            })
        });
        let emitted: serde_json::Map<_, _> =
            self.emitted.iter().map(|(stage, text)| (stage.name().to_owned(), json!(text))).collect();
        json!({
            "expression": self.expression,
            "operands": operands,
            "compile": {
                "passes_s": self.compile.passes.as_secs_f64(), "native_s": self.compile.native.as_secs_f64(),
                "optimization_s": self.compile.optimization.as_secs_f64(),
            },
            "first_call_s": self.first_call.as_secs_f64(),
            "most_bytes": self.most_bytes,
            "check": check,
            "kernel": timing,
            "results": self.results.iter().map(ResultReport::to_json).collect::<Vec<_>>(),
            "emitted": emitted,
            "remarks": self.remarks,
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (_, text) in self.emitted.iter().filter(|(stage, _)| !stage.is_text()) {
            writeln!(f, "{text}")?;
        }
        if self.results.is_empty() {
            // Nothing ran: stages were asked for alone.
            return Ok(());
        }
        writeln!(f, "{}", self.expression)?;
        let name_width = self.operands.iter().map(|operand| operand.name.len()).max();
        let name_width = name_width.unwrap_or(0).clamp(7, WIDEST_NAME);
        for operand in &self.operands {
            let shape: Vec<_> = operand.shape.iter().map(u64::to_string).collect();
            let half = if operand.is_half { ", half of it" } else { "" };
            let origin = if operand.of_data.is_some() { " (of its data)" } else { "" };
            writeln!(
                f,
                "  {:name_width$}  {}, {}{origin}{half}, {} stored ({}), loaded in {}, packed in {}",
                operand.name,
                if shape.is_empty() { "scalar".to_owned() } else { shape.join(" x ") },
                operand.format,
                operand.stored,
                human_bytes(operand.bytes),
                human(operand.load),
                human(operand.pack)
            )?;
        }
        let total = self.compile.passes + self.compile.native;
        writeln!(
            f,
            "  {:name_width$}  {} (passes {}, native code {})",
            "compile",
            human(total),
            human(self.compile.passes),
            human(self.compile.native)
        )?;
        if let Some(timing) = &self.timing {
            write!(
                f,
                "  {:name_width$}  {} (median of {} runs; {} to {})",
                "kernel",
                human(timing.median),
                timing.runs,
                human(timing.least),
                human(timing.most)
            )?;
            if let Some(rates) = &self.rates {
                let unit = if rates.are_integers { "GOP/s" } else { "GFLOP/s" };
                if let Some(rate) = rates.giga_operations(timing.median) {
                    write!(f, ", {rate:.2} {unit}")?;
                }
                write!(f, ", {:.2} GB/s", rates.gigabytes(timing.median))?;
            }
            if self.most_bytes > 0 {
                write!(f, ", {} allocated at most", human_bytes(self.most_bytes as usize))?;
            }
            writeln!(f)?;
        }
        for result in &self.results {
            writeln!(f, "  {:name_width$}  {result}", "result")?;
        }
        if let Some(check) = &self.check {
            let verdict = if check.ok { "ok" } else { "WRONG" };
            write!(
                f,
                "  {:name_width$}  {verdict}: largest error {:.2e}, tolerance {:.0e} (oracle took {})",
                "check",
                check.largest_error,
                check.tolerance,
                human(check.time)
            )?;
            if let Some(problem) = check.problem() {
                write!(f, "; {problem}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
