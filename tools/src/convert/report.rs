//! What a conversion found, for people and for machines.

use crate::{
    eval::Timing,
    units::{human, human_bytes},
    wording::name_of,
};
use lacuna_runtime::storage::SparseTensor;
use serde_json::{Value, json};
use std::{fmt, time::Duration};

/// An array of a tensor.
#[derive(Clone, Debug)]
pub struct ArrayReport {
    /// Which.
    pub name: String,
    /// Number of elements.
    pub length: usize,
    /// Its bytes.
    pub bytes: usize,
}

/// A stored tensor.
#[derive(Clone, Debug)]
pub struct TensorReport {
    /// Its format, by its short name if it has one.
    pub format: String,
    /// Number of stored values.
    pub stored: usize,
    /// Bytes of all arrays.
    pub bytes: usize,
    /// The levels, each with its expression and format, and its arrays.
    pub levels: Vec<(String, Vec<ArrayReport>)>,
}

impl TensorReport {
    /// Describes a tensor.
    pub fn new(tensor: &SparseTensor) -> Self {
        let levels = tensor.format.levels.iter().zip(&tensor.levels);
        let levels = levels
            .map(|(level, storage)| {
                let arrays = [("positions", &storage.positions), ("coordinates", &storage.coordinates)];
                let arrays = arrays.into_iter().filter_map(|(name, array)| {
                    let array = array.as_ref()?;
                    Some(ArrayReport { name: name.to_owned(), length: array.len(), bytes: array.size_in_bytes() })
                });
                (format!("{} : {}", level.expr, level.kind), arrays.collect())
            })
            .collect();
        Self { format: name_of(&tensor.format), stored: tensor.stored_len(), bytes: tensor.size_in_bytes(), levels }
    }

    fn to_json(&self) -> Value {
        let levels: Vec<_> = self
            .levels
            .iter()
            .map(|(level, arrays)| {
                let arrays: Vec<_> = arrays
                    .iter()
                    .map(|array| json!({ "name": array.name, "length": array.length, "bytes": array.bytes }))
                    .collect();
                json!({ "level": level, "arrays": arrays })
            })
            .collect();
        json!({ "format": self.format, "stored": self.stored, "bytes": self.bytes, "levels": levels })
    }
}

/// What a conversion found.
#[derive(Clone, Debug)]
pub struct ConvertReport {
    /// Where the data came from.
    pub data: String,
    /// Size of each dimension.
    pub shape: Vec<u64>,
    /// The tensor before.
    pub source: TensorReport,
    /// The tensor after.
    pub result: TensorReport,
    /// Whether the levels are to be shown.
    pub info: bool,
    /// Reading or generating.
    pub load: Duration,
    /// Packing the source.
    pub pack: Duration,
    /// Compiling.
    pub compile: Duration,
    /// The first conversion.
    pub first_call: Duration,
    /// The timed conversions.
    pub timing: Option<Timing>,
    /// Whether the result is right; what is wrong otherwise.
    pub check: Option<Result<(), String>>,
    /// What the compiler said, which is told before the kernel runs.
    pub remarks: Vec<String>,
    /// What goes to standard output in place of the report, which goes to standard error then.
    pub printed: Option<Vec<u8>>,
}

impl ConvertReport {
    /// Whether the result was found wrong.
    pub fn is_wrong(&self) -> bool {
        matches!(self.check, Some(Err(_)))
    }

    /// All of it as JSON. Times are in seconds.
    pub fn to_json(&self) -> Value {
        let check = self.check.as_ref().map(|check| json!({ "ok": check.is_ok(), "problem": check.as_ref().err() }));
        let timing = self.timing.map(|timing| {
            json!({
                "runs": timing.runs, "median_s": timing.median.as_secs_f64(),
                "least_s": timing.least.as_secs_f64(), "most_s": timing.most.as_secs_f64(),
            })
        });
        json!({
            "data": self.data, "shape": self.shape,
            "source": self.source.to_json(), "result": self.result.to_json(),
            "load_s": self.load.as_secs_f64(), "pack_s": self.pack.as_secs_f64(),
            "compile_s": self.compile.as_secs_f64(), "first_call_s": self.first_call.as_secs_f64(),
            "conversion": timing, "check": check, "remarks": self.remarks,
        })
    }
}

impl fmt::Display for ConvertReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape: Vec<_> = self.shape.iter().map(u64::to_string).collect();
        writeln!(f, "{}: {}", self.data, shape.join(" x "))?;
        for (word, tensor) in [("from", &self.source), ("to", &self.result)] {
            writeln!(f, "  {word:7}  {}, {} stored ({})", tensor.format, tensor.stored, human_bytes(tensor.bytes))?;
            for (level, arrays) in tensor.levels.iter().filter(|_| self.info) {
                let arrays: Vec<_> = arrays
                    .iter()
                    .map(|array| format!("{} {} ({})", array.length, array.name, human_bytes(array.bytes)))
                    .collect();
                let arrays = if arrays.is_empty() { "nothing stored".to_owned() } else { arrays.join(", ") };
                writeln!(f, "  {:7}    {level}: {arrays}", "")?;
            }
        }
        writeln!(
            f,
            "  {:7}  loaded in {}, packed in {}, compiled in {}, converted in {}",
            "time",
            human(self.load),
            human(self.pack),
            human(self.compile),
            human(self.first_call)
        )?;
        if let Some(timing) = &self.timing {
            writeln!(
                f,
                "  {:7}  {} (median of {} runs; {} to {})",
                "convert",
                human(timing.median),
                timing.runs,
                human(timing.least),
                human(timing.most)
            )?;
        }
        match &self.check {
            None => Ok(()),
            Some(Ok(())) => writeln!(f, "  {:7}  ok", "check"),
            Some(Err(problem)) => writeln!(f, "  {:7}  WRONG: {problem}", "check"),
        }
    }
}
