//! Which points a stored result stores, compared with the oracle.

use super::{EvalError, PointsReport, task::Task};
use lacuna_layout::{DimExpr, Format};
use lacuna_notation::oracle::{Inputs, Storing, Support, program_points};
use lacuna_runtime::{coo::Coo, storage::SparseTensor, value::Scalar};
use std::collections::BTreeMap;

/// The points that each tensor stores which a program assigns; none, where a tensor has a fill value other than zero, for
/// then which points are stored depends on values.
pub(super) struct Supports {
    supports: Option<BTreeMap<String, Support>>,
}

impl Supports {
    /// Of operands, `inputs` has all that is stored, and `entries` what they were given.
    pub(super) fn new(task: &Task, inputs: Inputs<'_>, entries: &BTreeMap<String, Coo>) -> Result<Self, EvalError> {
        let orders = task.program.tensor_orders();
        let has_fill = |name: &str| task.format_of(name).is_some_and(|format| format.nonzero_fill().is_some());
        let is_stored = |name: &String| task.format_of(name).is_some();
        if orders.keys().any(|name| has_fill(name)) || !task.results.iter().any(is_stored) {
            return Ok(Self { supports: None });
        }
        let fills_up = |name: &str| task.format_of(name).is_some_and(Format::fills_up);
        let given = entries
            .iter()
            .filter(|(name, _)| fills_up(name))
            .map(|(name, coo)| Ok((name.clone(), without_fill(coo)?)))
            .collect::<Result<_, EvalError>>()?;
        let supports = program_points(&task.program, inputs, &given).map_err(Box::new)?;
        Ok(Self { supports: Some(supports) })
    }

    /// Compares the points of a result; nothing, if it is dense.
    pub(super) fn check(
        &self,
        task: &Task,
        name: &str,
        result: &SparseTensor,
        drops_zeros: bool,
    ) -> Result<Option<PointsReport>, EvalError> {
        let support = self.supports.as_ref().and_then(|supports| supports.get(name));
        let (Some(format), Some(support)) = (task.format_of(name), support) else { return Ok(None) };
        let found = result.to_coo().map_err(|error| EvalError::Internal(error.to_string()))?;
        let storing = storing(format, &found, drops_zeros);
        Ok(Some(PointsReport {
            least: support.least.len(),
            most: support.most.len(),
            found: found.len(),
            problem: support.check(&found, storing).err().map(|error| error.to_string()),
        }))
    }
}

/// What a format makes of the points that a tensor stores.
pub(crate) fn storing(format: &Format, tensor: &Coo, drops_fill: bool) -> Storing {
    let fill = format.fill.and_then(Scalar::of_fill).unwrap_or_else(|| Scalar::from_bits(0, tensor.dtype()));
    let has_slots = format.levels.iter().any(|level| level.expr == DimExpr::Slot);
    Storing { fill, fills_up: format.fills_up(), has_slots, drops_fill }
}

/// Entries that can be told from what fills up.
pub(crate) fn without_fill(given: &Coo) -> Result<Coo, EvalError> {
    let mut entries = given.clone();
    let cleaned = entries.sum_duplicates().and_then(|()| entries.drop_zeros());
    cleaned.map_err(|error| EvalError::Internal(error.to_string()))?;
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::{super::Request, *};
    use lacuna_runtime::{pack::pack, value::Dtype};

    /// `r(i) = A(i) * B(i)` in these formats, where A stores 1 and 3 of a vector of 4, and B everything.
    fn problem(format: &str, result: &str, entries: &[(&[u64], f64)]) -> Option<String> {
        fn named(pairs: [(&str, &str); 2]) -> BTreeMap<String, String> {
            pairs.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
        }
        let request = Request {
            formats: named([("A", format), ("r", result)]),
            inputs: ["A", "B"].map(|name| (name.to_owned(), "ones".into())).into(),
            ..Request::new("r(i) = A(i) * B(i)")
        };
        let task = Task::new(&request).expect("a request");
        let vector = |entries: &[(&[u64], f64)]| Coo::from_entries(vec![4], entries).expect("entries of a vector");
        let given = BTreeMap::from([
            ("A".to_owned(), vector(&[(&[1], 0.0), (&[3], 2.0)])),
            ("B".to_owned(), vector(&[(&[0], 1.0), (&[1], 1.0), (&[2], 1.0), (&[3], 1.0)])),
        ]);
        let seen = given.iter().map(|(name, coo)| {
            let format = task.format_of(name).cloned().unwrap_or_else(|| Format::dense(1));
            (name.clone(), pack(coo, &format).expect("it fits").to_coo().expect("it is valid"))
        });
        let seen = seen.collect();
        let format = task.format_of("r").expect("a stored result");
        let result = pack(&vector(entries), format).expect("it fits");
        let inputs = Inputs { operands: &seen, sizes: &[], dtype: Dtype::F64, kept: &BTreeMap::new(), fills: None };
        let supports = Supports::new(&task, inputs, &given).expect("it can be evaluated");
        let report = supports.check(&task, "r", &result, false).expect("it can be evaluated");
        report.expect("the result is stored").problem
    }

    #[test]
    fn tampered_results_are_found_wrong() {
        let right: &[(&[u64], f64)] = &[(&[1], 0.0), (&[3], 2.0)];
        assert_eq!(problem("compressed", "compressed", right), None);
        let missing = problem("compressed", "compressed", &right[1..]);
        assert_eq!(missing.as_deref(), Some("point (1) is not stored, and should be"));
        let too_many = problem("compressed", "compressed", &[right[0], right[1], (&[2], 0.0)]);
        assert_eq!(too_many.as_deref(), Some("point (2) is stored, with the value 0.0, and should not be"));
    }

    #[test]
    fn what_fills_up_may_be_stored_or_not() {
        let blocks = "(i) -> (i floordiv 2 : compressed, i mod 2 : dense)";
        // That 1 was given cannot be told from the places 0 and 2, which fill up.
        for entries in [&[(&[3][..], 2.0)][..], &[(&[0], 0.0), (&[1], 0.0), (&[2], 0.0), (&[3], 2.0)]] {
            assert_eq!(problem(blocks, "compressed", entries), None);
        }
        assert!(problem(blocks, "compressed", &[]).is_some_and(|problem| problem.contains("not stored")));
        assert_eq!(problem("compressed", blocks, &[(&[1], 0.0), (&[3], 2.0)]), None);
    }
}
