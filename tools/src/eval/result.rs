//! A result as a report shows it: its shape and format, and its first entries.

use crate::{units::human_bytes, wording::name_of};
use lacuna_runtime::{
    coo::Coo,
    storage::{SparseTensor, StorageError},
    value::{Scalar, Values},
};
use serde_json::{Value, json};
use std::fmt;

/// How many entries people are shown.
const SHOWN: usize = 8;
/// How many entries programs are.
const SHOWN_AS_JSON: usize = 1000;

/// One result.
#[derive(Clone, Debug)]
pub struct ResultReport {
    /// Its name.
    pub name: String,
    /// Its format, as text.
    pub format: String,
    /// Size of each dimension.
    pub shape: Vec<u64>,
    /// Number of stored values.
    pub stored: usize,
    /// Bytes of all arrays.
    pub bytes: usize,
    /// The coordinates of the first entries, from 0.
    pub coordinates: Vec<Vec<u64>>,
    /// The values of the first entries.
    pub values: Values,
    is_dense: bool,
}

impl ResultReport {
    /// Notes the first entries of a tensor, in the order in which they are stored.
    ///
    /// # Errors
    /// Where the tensor breaks its format.
    pub fn new(name: &str, tensor: &SparseTensor) -> Result<Self, StorageError> {
        let format = name_of(&tensor.format);
        let is_dense = tensor.format.is_row_major();
        let first = if is_dense { tensor.first_entries(SHOWN_AS_JSON)? } else { first_written(tensor, SHOWN_AS_JSON)? };
        let coordinates = first.entries().map(|(coordinates, _)| coordinates).collect();
        Ok(Self {
            name: name.to_owned(),
            is_dense,
            format,
            shape: tensor.shape.clone(),
            stored: tensor.stored_len(),
            bytes: tensor.size_in_bytes(),
            coordinates,
            values: first.values,
        })
    }

    /// All of it as JSON. Numbers that are not finite are strings, those that are complex pairs.
    pub fn to_json(&self) -> Value {
        json!({
            "name": self.name, "shape": self.shape, "format": self.format, "stored": self.stored, "bytes": self.bytes,
            "shown": self.values.len(), "coordinates": self.coordinates,
            "values": self.values.iter().map(number).collect::<Vec<_>>(),
        })
    }
}

/// The first of the entries that are written, at most this many: without the zeros of a format that fills up.
fn first_written(tensor: &SparseTensor, most: usize) -> Result<Coo, StorageError> {
    let mut looked_at = most;
    loop {
        let mut first = tensor.first_entries(looked_at)?;
        let is_all = first.len() < looked_at;
        if tensor.format.fills_up() {
            first.drop_zeros()?;
        }
        if is_all || first.len() >= most {
            first.truncate(most);
            return Ok(first);
        }
        looked_at = looked_at.saturating_mul(8);
    }
}

/// A value as JSON: its shortest text where that is a number, so that narrow types keep their digits.
fn number(value: Scalar) -> Value {
    let real = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
    match value {
        Scalar::Complex128(value) => json!([real(format!("{:?}", value.re)), real(format!("{:?}", value.im))]),
        Scalar::Complex64(value) => json!([real(format!("{:?}", value.re)), real(format!("{:?}", value.im))]),
        value => real(value.to_string()),
    }
}

impl fmt::Display for ResultReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape: Vec<_> = self.shape.iter().map(u64::to_string).collect();
        let shape = if shape.is_empty() { "scalar".to_owned() } else { shape.join(" x ") };
        let more = if self.values.len() > SHOWN { ", ..." } else { "" };
        let values = self.values.iter().zip(&self.coordinates).take(SHOWN);
        if self.is_dense {
            let values: Vec<_> = values.map(|(value, _)| value.to_string()).collect();
            let values = values.join(", ");
            let values = if self.shape.is_empty() { values } else { format!("[{values}{more}]") };
            return write!(
                f,
                "{} = {values} ({shape}{})",
                self.name,
                if self.shape.is_empty() { "" } else { ", dense" }
            );
        }
        let entries: Vec<_> = values
            .map(|(value, at)| {
                let at: Vec<_> = at.iter().map(u64::to_string).collect();
                format!("({}) {value}", at.join(","))
            })
            .collect();
        let entries = if entries.is_empty() { "nothing".to_owned() } else { entries.join(", ") };
        let (format, stored, bytes) = (&self.format, self.stored, human_bytes(self.bytes));
        write!(f, "{} = {entries}{more} ({shape}, {format}, {stored} stored, {bytes})", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lacuna_layout::Format;
    use lacuna_runtime::{pack::pack_with, value::Complex};

    fn report(format: &str, coo: &Coo) -> ResultReport {
        let format = Format::named(format, coo.order()).expect("a format");
        ResultReport::new("C", &pack_with(coo, &format, None).expect("the entries fit")).expect("the tensor is whole")
    }

    #[test]
    fn a_stored_result_shows_its_entries() {
        let coo = Coo::from_entries(vec![3, 4], &[(&[0, 1], 2.5), (&[2, 0], f64::NAN)]).expect("entries");
        // What fills blocks up is nothing that anyone stored.
        assert!(
            report("bcsr:2x2", &coo).to_string().starts_with("C = (0,1) 2.5, (2,0) NaN (3 x 4, bcsr:2x2, 8 stored")
        );
        let found = report("csr", &coo);
        assert_eq!(found.to_string(), "C = (0,1) 2.5, (2,0) NaN (3 x 4, csr, 2 stored, 40 B)");
        let json = found.to_json();
        assert_eq!(json["coordinates"], json!([[0, 1], [2, 0]]));
        assert_eq!(json["values"], json!([2.5, "NaN"]));
        assert_eq!((&json["shape"], &json["stored"], &json["shown"]), (&json!([3, 4]), &json!(2), &json!(2)));
        let empty = Coo::empty(vec![3, 4], coo.dtype());
        assert!(report("csr", &empty).to_string().starts_with("C = nothing (3 x 4, csr, 0 stored"));
    }

    #[test]
    fn a_dense_result_shows_its_values() {
        let coo = Coo::from_entries(vec![2], &[(&[1], 1i64 << 60)]).expect("entries");
        assert_eq!(report("dense", &coo).to_string(), "C = [0, 1152921504606846976] (2, dense)");
        assert_eq!(report("dense", &coo).to_json()["values"], json!([0, 1i64 << 60]));
        assert_eq!(report("dense", &Coo::scalar(0.1f32)).to_string(), "C = 0.1 (scalar)");
        assert_eq!(report("dense", &Coo::scalar(0.1f32)).to_json()["values"], json!([0.1]));
    }

    #[test]
    fn complex_numbers_are_pairs_and_infinity_is_a_string() {
        let value = Complex::new(1.5, f64::NEG_INFINITY);
        assert_eq!(report("dense", &Coo::scalar(value)).to_json()["values"], json!([[1.5, "-inf"]]));
    }

    #[test]
    fn long_results_are_shortened() {
        let places: Vec<[u64; 1]> = (0..2000).map(|place| [place]).collect();
        let entries: Vec<(&[u64], f64)> = places.iter().map(|place| (place.as_slice(), 1.0)).collect();
        let found = report("compressed", &Coo::from_entries(vec![5000], &entries).expect("entries"));
        assert_eq!(found.values.len(), SHOWN_AS_JSON);
        assert!(found.to_string().contains("(7) 1.0, ... (5000, "), "{found}");
        assert!(!found.to_string().contains("(8)"), "{found}");
        assert_eq!((&found.to_json()["shown"], &found.to_json()["stored"]), (&json!(1000), &json!(2000)));
    }
}
