//! Valid files of each kind, for mutations to start from. A kind that the reader learns is a function more in [`KINDS`].

use flate2::{Compression, write::GzEncoder};
use rand::{Rng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use std::{fmt::Write as _, io::Write as _};

/// A kind of file.
struct Kind {
    ending: &'static str,
    /// A file of a tensor of this shape and element type; `None` where the kind has none.
    write: fn(&mut ChaCha8Rng, &[u64], &str) -> Option<Vec<u8>>,
}

const KINDS: &[Kind] = &[
    Kind { ending: "mtx", write: coordinates },
    Kind { ending: "mtx", write: coordinates },
    Kind { ending: "mtx", write: array },
    Kind { ending: "tns", write: frostt },
    Kind { ending: "tns", write: frostt },
    Kind { ending: "npy", write: numpy },
];

/// A valid file for a tensor of this shape and element type: its ending and its bytes.
pub fn valid(random: &mut ChaCha8Rng, shape: &[u64], dtype: &str) -> (&'static str, Vec<u8>) {
    let made = (0..10).find_map(|_| {
        let kind = KINDS.choose(random)?;
        Some((kind.ending, (kind.write)(random, shape, dtype)?))
    });
    made.unwrap_or(("tns", Vec::new()))
}

/// The bytes as gzip keeps them.
pub fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("writing to memory")
}

fn value(random: &mut ChaCha8Rng, field: &str) -> String {
    match field {
        "pattern" => String::new(),
        "integer" => format!(" {}", random.random_range(-9..10)),
        "complex" => format!(" {:.2} {:.1e}", random.random_range(-9.0..9.0), random.random_range(-9.0..9.0)),
        _ => format!(" {:.3}", random.random_range(-9.0..9.0)),
    }
}

/// The header of a matrix of this shape, and its sizes. Symmetric ones are square.
fn header(
    random: &mut ChaCha8Rng,
    layout: &str,
    shape: &[u64],
    dtype: &str,
) -> Option<(String, &'static str, &'static str, [u64; 2])> {
    let (rows, columns) = match shape {
        [] => (1, 1),
        [rows] => (*rows, 1),
        [rows, columns] => (*rows, *columns),
        _ => return None,
    };
    let fields: &[&str] = match dtype {
        _ if random.random_bool(0.05) => &["real", "complex", "double"],
        "complex64" | "complex128" => &["complex", "complex", "real", "integer", "pattern"],
        _ if dtype.starts_with('i') => &["integer", "integer", "pattern"],
        _ => &["real", "real", "real", "integer", "double", "pattern"],
    };
    let mut field = *fields.choose(random)?;
    if layout == "array" && field == "pattern" {
        field = "integer";
    }
    let symmetries = ["general", "general", "symmetric", "skew-symmetric", "hermitian"];
    let symmetry = if rows == columns { *symmetries.choose(random)? } else { "general" };
    let comment = *["", "", "% a comment\n", "%\n\n"].choose(random)?;
    Some((format!("%%MatrixMarket matrix {layout} {field} {symmetry}\n{comment}"), field, symmetry, [rows, columns]))
}

fn coordinates(random: &mut ChaCha8Rng, shape: &[u64], dtype: &str) -> Option<Vec<u8>> {
    let (mut text, field, symmetry, [rows, columns]) = header(random, "coordinate", shape, dtype)?;
    let count = if rows * columns == 0 { 0 } else { random.random_range(0..8) };
    let mut lines = String::new();
    let mut entries = 0;
    for _ in 0..count {
        let (row, column) = (random.random_range(1..=rows), random.random_range(1..=columns));
        let (row, column) = if symmetry == "general" { (row, column) } else { (row.max(column), row.min(column)) };
        if symmetry == "skew-symmetric" && row == column {
            continue;
        }
        let _ = writeln!(lines, "{row} {column}{}", value(random, field));
        entries += 1;
    }
    let _ = write!(text, "{rows} {columns} {entries}\n{lines}");
    Some(text.into_bytes())
}

fn array(random: &mut ChaCha8Rng, shape: &[u64], dtype: &str) -> Option<Vec<u8>> {
    let (mut text, field, symmetry, [rows, columns]) = header(random, "array", shape, dtype)?;
    let _ = writeln!(text, "{rows} {columns}");
    for column in 0..columns {
        let first = match symmetry {
            "general" => 0,
            "skew-symmetric" => column + 1,
            _ => column,
        };
        for _ in first..rows {
            let _ = writeln!(text, "{}", value(random, field).trim());
        }
    }
    Some(text.into_bytes())
}

fn frostt(random: &mut ChaCha8Rng, shape: &[u64], dtype: &str) -> Option<Vec<u8>> {
    let mut text = (*["", "", "# a comment\n"].choose(random)?).to_owned();
    let count = if shape.contains(&0) { 0 } else { random.random_range(0..8) };
    for _ in 0..count {
        for size in shape {
            let _ = write!(text, "{} ", random.random_range(1..=*size));
        }
        let _ = writeln!(text, "{}", value(random, if dtype.starts_with('i') { "integer" } else { "real" }).trim());
    }
    Some(text.into_bytes())
}

/// The format of NumPy: version 1.0, little endian, in either order.
fn numpy(random: &mut ChaCha8Rng, shape: &[u64], _: &str) -> Option<Vec<u8>> {
    let sizes: Vec<_> = shape.iter().map(|size| format!("{size},")).collect();
    let order = *["False", "False", "True"].choose(random)?;
    let mut header = format!("{{'descr': '<f8', 'fortran_order': {order}, 'shape': ({}), }}", sizes.join(" "));
    header += &" ".repeat(63 - (10 + header.len()) % 64);
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(header.len()).ok()?.to_le_bytes());
    bytes.extend(header.bytes());
    for _ in 0..shape.iter().product::<u64>() {
        bytes.extend(f64::from(random.random_range(-9..10)).to_le_bytes());
    }
    Some(bytes)
}
