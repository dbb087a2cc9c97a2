//! Results compared with the oracle.

use super::{Check, EvalError, Request, points::Supports, task::Task};
use lacuna_layout::Format;
use lacuna_notation::oracle::{self, Comparison, Evaluation, FillsUp, Found, Inputs, Kept, Reading};
use lacuna_notation::sizes::ProgramSizes;
use lacuna_runtime::{
    coo::Coo,
    data::Data,
    memory::Activity,
    pack::pack,
    storage::{SparseTensor, StorageError},
    value::{Scalar, Values},
};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    time::Instant,
};

/// What was computed, of what.
pub struct Computed<'a> {
    pub request: &'a Request,
    pub task: &'a Task,
    pub sizes: &'a ProgramSizes,
    /// What operands were given, but for those that are stored densely.
    pub data: &'a BTreeMap<String, Data>,
    /// The operands.
    pub stored: &'a BTreeMap<String, SparseTensor>,
    /// The results, in the order of the task.
    pub results: &'a [Cow<'a, SparseTensor>],
}

impl Computed<'_> {
    /// Compares values, storage and points of all results.
    pub fn check(&self) -> Result<Check, EvalError> {
        let begin = Instant::now();
        let _activity = Activity::start("--check");
        let broken = self.named().find_map(|(_, result)| check_storage(result, begin));
        if let Some(broken) = broken {
            return Ok(broken);
        }
        let entries = given(self.data, self.stored)?;
        let seen = self.as_stored(&entries)?;
        let kept = self.kept();
        let (sizes, dtype) = (&self.sizes.variables, self.request.dtype);
        let inputs = Inputs { operands: &seen, sizes, dtype, kept: &kept, fills: None };
        let supports = Supports::new(self.task, inputs, &entries)?;
        let comparisons = self.compare(Inputs { operands: &self.with_slots(seen.clone())?, ..inputs })?;
        let mut checks = Vec::new();
        for ((name, result), comparison) in self.named().zip(&comparisons) {
            let points = supports.check(self.task, name, result, self.request.drop_zeros)?;
            checks.push((name.as_str(), Check::new(comparison, points, begin.elapsed())));
        }
        Ok(Check::of_all(checks, begin.elapsed()))
    }

    /// Compares the values of all results, whatever they store.
    pub fn values(&self) -> Result<Vec<Comparison>, EvalError> {
        let entries = given(self.data, self.stored)?;
        let (seen, kept) = (self.with_slots(self.as_stored(&entries)?)?, self.kept());
        let (sizes, dtype) = (&self.sizes.variables, self.request.dtype);
        self.compare(Inputs { operands: &seen, sizes, dtype, kept: &kept, fills: None })
    }

    fn named(&self) -> impl Iterator<Item = (&String, &SparseTensor)> {
        self.task.results.iter().zip(self.results.iter().map(|result| &**result))
    }

    /// How tensors that are assigned are kept until they are read. Where what is not stored is not zero, every point counts.
    fn kept(&self) -> BTreeMap<String, Kept> {
        let kept = |format: &Option<Format>| match format {
            Some(format) if format.nonzero_fill().is_some() => Kept::Densely,
            Some(format) if format.fills_up() => Kept::Filled,
            Some(_) => Kept::Stored,
            None => Kept::Densely,
        };
        self.task.assigned.iter().map(|(name, format)| (name.clone(), kept(format))).collect()
    }

    /// The comparisons with the oracle: of the readings of zeros that fill up, the first that explains all results, or else
    /// the one that reads them as entries.
    fn compare(&self, inputs: Inputs<'_>) -> Result<Vec<Comparison>, EvalError> {
        let task = self.task;
        let inputs = Inputs { fills: Some(task), ..inputs };
        let fills_up = |name: &&String| task.format_of(name).is_some_and(Format::fills_up);
        let filled: BTreeSet<String> = inputs.operands.keys().filter(fills_up).cloned().collect();
        let evaluate = |reading: &Reading| oracle::evaluate_program(&task.program, inputs, reading).map_err(Box::new);
        let as_entries = evaluate(&Reading::default())?;
        let found: Vec<_> = self.results.iter().map(|result| Points::of(result)).collect::<Result<_, _>>()?;
        let compare = |expected: &BTreeMap<String, Evaluation>| {
            let pairs = task.results.iter().zip(&found).filter_map(|(name, found)| Some((expected.get(name)?, found)));
            pairs.map(|(expected, found)| oracle::compare(expected, found.found())).collect::<Result<Vec<_>, _>>()
        };
        let is_right = |comparisons: &[Comparison]| comparisons.iter().all(|comparison| comparison.ok);
        let first = compare(&as_entries)?;
        if is_right(&first) {
            return Ok(first);
        }
        for reading in oracle::readings(&task.program, inputs, &filled).skip(1) {
            // A reading that the oracle cannot compute explains nothing.
            let Ok(expected) = evaluate(&reading) else { continue };
            let comparisons = compare(&expected)?;
            if is_right(&comparisons) {
                return Ok(comparisons);
            }
        }
        Ok(first)
    }

    /// The same with what fills up rows of slots, as often as slots repeat a point; every other point once.
    fn with_slots(&self, mut seen: BTreeMap<String, Coo>) -> Result<BTreeMap<String, Coo>, EvalError> {
        for (name, coo) in &mut seen {
            let slots = self.stored.get(name).filter(|tensor| {
                let is_plain = tensor.format.nonzero_fill().is_none() && !self.request.halves.contains(name);
                is_plain && tensor.format.slot_level().is_some()
            });
            let outcome = match slots {
                Some(tensor) => tensor.to_coo_with_slots().map(|all| *coo = all).map_err(|error| error.to_string()),
                None => coo.sum_duplicates().map_err(|error| error.to_string()),
            };
            outcome.map_err(|error| EvalError::Unsupported(format!("--check: {error}")))?;
        }
        Ok(seen)
    }

    /// The entries that the kernel sees: where a format stores zeros too, they take part like any other value, or are absent,
    /// as each reading says. Where what is not stored is not zero, every point is an entry.
    fn as_stored(&self, entries: &BTreeMap<String, Coo>) -> Result<BTreeMap<String, Coo>, EvalError> {
        let refused = |error: StorageError| EvalError::Unsupported(format!("--check: {error}"));
        let mut seen = entries.clone();
        for (name, tensor) in self.stored {
            if let Some(fill) = tensor.format.nonzero_fill().and_then(Scalar::of_fill) {
                seen.insert(name.clone(), entries[name].with_all_points(fill).map_err(|error| refused(error.into()))?);
            } else if self.request.halves.contains(name) {
                // What fills the half up is there beside what was given.
                let half = tensor.to_coo().map_err(refused)?;
                let filled = half.with_images().and_then(|images| entries[name].with_zeros_of(&images));
                seen.insert(name.clone(), filled.map_err(|error| refused(error.into()))?);
            } else if tensor.stored_len() > entries[name].len() {
                seen.insert(name.clone(), tensor.to_coo().map_err(refused)?);
            }
        }
        Ok(seen)
    }
}

/// Kernels store what fills up where packing does.
impl FillsUp for Task {
    fn zeros(&self, tensor: &str, entries: &Coo) -> Option<Coo> {
        let format = self.assigned.get(tensor)?.as_ref().filter(|format| format.fills_up())?;
        let stored = pack(entries, format).ok()?;
        let all = if format.slot_level().is_some() { stored.to_coo_with_slots() } else { stored.to_coo() }.ok()?;
        let zeros: Vec<usize> =
            (0..all.len()).filter(|entry| all.values.get(*entry).is_some_and(Scalar::is_zero)).collect();
        let along = |along: &Vec<u64>| zeros.iter().map(|entry| along[*entry]).collect();
        let values = Values::F64(vec![0.0; zeros.len()]);
        Some(Coo { shape: all.shape.clone(), coordinates: all.coordinates.iter().map(along).collect(), values })
    }
}

/// A failed check, if the result breaks a promise of its format.
fn check_storage(target: &SparseTensor, begin: Instant) -> Option<Check> {
    let broken = target.validate().err()?;
    Some(Check {
        ok: false,
        largest_error: f64::INFINITY,
        tolerance: 0.0,
        worst: Some(format!("the result breaks its format: {broken}")),
        points: None,
        time: begin.elapsed(),
    })
}

/// The values of the points of a result, in row-major order.
enum Points<'a> {
    /// Of every point.
    Every(&'a Values),
    /// Of those that are stored, and of all others.
    Stored { places: Vec<u128>, values: Values, elsewhere: Scalar },
}

impl<'a> Points<'a> {
    fn of(result: &'a SparseTensor) -> Result<Self, EvalError> {
        if result.format == Format::dense(result.order()) {
            return Ok(Self::Every(&result.values));
        }
        let stored = || {
            let mut stored = result.to_coo().map_err(|error| error.to_string())?;
            stored.sum_duplicates().map_err(|error| error.to_string())?;
            Ok(stored)
        };
        let Coo { shape, coordinates, values } = stored().map_err(EvalError::Internal)?;
        let place = |entry: usize| {
            let along = coordinates.iter().zip(&shape);
            along.fold(0, |place, (array, size)| place * u128::from(*size) + u128::from(array[entry]))
        };
        let fill = result.format.nonzero_fill().and_then(Scalar::of_fill);
        let elsewhere = fill.unwrap_or_else(|| Scalar::from_bits(0, result.dtype()));
        Ok(Self::Stored { places: (0..values.len()).map(place).collect(), values, elsewhere })
    }

    fn found(&self) -> Found<'_> {
        match self {
            Self::Every(values) => Found::every(values),
            Self::Stored { places, values, elsewhere } => Found::listed(places, values, *elsewhere),
        }
    }
}

/// The entries that operands were given. Those of dense tensors stand in their storage.
fn given(
    data: &BTreeMap<String, Data>,
    stored: &BTreeMap<String, SparseTensor>,
) -> Result<BTreeMap<String, Coo>, EvalError> {
    let refused = |error: String| EvalError::Unsupported(format!("--check: {error}"));
    let entries = |(name, tensor): (&String, &SparseTensor)| {
        let coo = match data.get(name) {
            Some(data) => data.to_coo().map_err(|error| refused(error.to_string()))?.into_owned(),
            None => tensor.to_coo().map_err(|error| refused(error.to_string()))?,
        };
        Ok((name.clone(), coo))
    };
    stored.iter().map(entries).collect()
}
