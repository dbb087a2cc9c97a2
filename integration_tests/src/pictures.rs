//! Pictures of storage: the arrays that a small tensor has in a format, as text, made by packing it.
//!
//! A page asks for one with a fenced block: ```` ```text picture A=csr ```` shows the tensor `A` in the format `csr`, and
//! ```` ```text picture A ```` the tensor itself. The tensors are those of [`data`].
//!
//! Brackets hold the children of one parent. Under batches, they hold the block of one batch.

use lacuna_layout::{Format, Level, algebra::DimensionForm, dimension_name, levels::Ends};
use lacuna_runtime::{
    coo::Coo,
    pack::pack,
    storage::{IndexArray, SparseTensor},
    value::Values,
};

/// Lines are broken after about as many characters.
const WIDTH: usize = 110;

/// The tensors of pictures: a matrix with an empty row, a tensor of order 3 and a vector.
pub fn data(name: &str) -> Option<Coo> {
    let (shape, entries): (&[u64], &[(&[u64], f64)]) = match name {
        "A" => (
            &[4, 6],
            &[
                (&[0, 0], 5.0),
                (&[0, 3], 1.0),
                (&[1, 1], 7.0),
                (&[1, 4], 2.0),
                (&[3, 0], 3.0),
                (&[3, 3], 8.0),
                (&[3, 5], 4.0),
            ],
        ),
        "T" => (
            &[3, 2, 4],
            &[(&[0, 0, 1], 1.0), (&[0, 0, 3], 2.0), (&[0, 1, 0], 3.0), (&[2, 1, 0], 4.0), (&[2, 1, 2], 5.0)],
        ),
        "v" => (&[8], &[(&[1], 6.0), (&[4], 9.0), (&[5], 2.0)]),
        _ => return None,
    };
    let coordinate = |dimension: usize| entries.iter().map(|(point, _)| point[dimension]).collect();
    Some(Coo {
        shape: shape.to_vec(),
        coordinates: (0..shape.len()).map(coordinate).collect(),
        values: Values::F64(entries.iter().map(|(_, value)| *value).collect()),
    })
}

/// What a page asks for: a tensor, or a tensor in a format.
///
/// # Errors
/// Where there is no such tensor, or the format is none for it.
pub fn picture(wanted: &str) -> Result<String, String> {
    let (name, format) = wanted.split_once('=').map_or((wanted, None), |(name, format)| (name, Some(format)));
    let coo = data(name).ok_or_else(|| format!("there is no tensor {name} for pictures"))?;
    let Some(format) = format else { return Ok(points(name, &coo)) };
    let format = Format::named(format, coo.shape.len()).map_err(|error| error.to_string())?;
    let stored = pack(&coo, &format).map_err(|error| error.to_string())?;
    stored.validate().map_err(|error| error.to_string())?;
    Ok(arrays(&stored))
}

/// The tensor as a user sees it: the last two dimensions as a grid.
fn points(name: &str, coo: &Coo) -> String {
    let Values::F64(values) = &coo.values else { unreachable!("the tensors of pictures are of f64") };
    let order = coo.shape.len();
    let dense = pack(coo, &Format::named("dense", order).expect("a format")).expect("it is small");
    let Values::F64(cells) = dense.values else { unreachable!("the tensors of pictures are of f64") };
    let columns = coo.shape[order - 1] as usize;
    let rows = if order > 1 { coo.shape[order - 2] as usize } else { 1 };
    let mut text = format!("{name}: {} entries\n", values.len());
    for (slice, cells) in cells.chunks(rows * columns).enumerate() {
        if order > 2 {
            text += &format!("{name}({slice}, :, :)\n");
        }
        let header: Vec<String> = (0..columns).map(|column| column.to_string()).collect();
        text += &format!("         {} = {}\n", dimension_name(order - 1), header.join(" "));
        for (row, cells) in cells.chunks(columns).enumerate() {
            let label =
                if order > 1 { format!("{} = {row}", dimension_name(order - 2)) } else { String::from("     ") };
            let cells: Vec<String> =
                cells.iter().map(|value| if *value == 0.0 { ".".to_owned() } else { value.to_string() }).collect();
            text += &format!("  {label}      {}\n", cells.join(" "));
        }
    }
    text
}

/// The arrays of a stored tensor, level by level.
fn arrays(tensor: &SparseTensor) -> String {
    let sizes = sizes(tensor);
    let mut rows: Vec<(String, &str, Groups)> = Vec::new();
    let mut groups = vec![1];
    let mut count = 1;
    for (number, level) in tensor.format.levels.iter().enumerate() {
        let storage = &tensor.levels[number];
        let children = children(level, sizes[number], count, storage.positions.as_ref(), storage.coordinates.as_ref());
        count = children.iter().sum();
        if !level.is_branchless() {
            groups = children;
        }
        let mut title = level.to_string();
        let first = rows.len();
        if let Some(positions) = &storage.positions {
            let cells: Vec<String> = positions.iter().map(|position| position.to_string()).collect();
            rows.push((title.clone(), "positions", Groups { ends: Vec::new(), cells }));
        }
        if let Some(coordinates) = &storage.coordinates {
            let cells = coordinate_cells(level, coordinates);
            // Interleaved levels have their coordinates here, side by side.
            let each = cells.len().checked_div(count).unwrap_or(1);
            let lengths: Vec<usize> = groups.iter().map(|length| length * each).collect();
            rows.push((title.clone(), "coordinates", Groups::new(cells, &lengths)));
        }
        if rows.len() == first {
            title = match level {
                _ if level.interleaved => format!("{title}: above"),
                _ if level.is_branchless() => title,
                _ => format!("{title}, size {}", sizes[number]),
            };
            rows.push((title, "", Groups { ends: Vec::new(), cells: Vec::new() }));
        }
    }
    let Values::F64(values) = &tensor.values else { unreachable!("the tensors of pictures are of f64") };
    let cells: Vec<String> = values.iter().map(|value| value.to_string()).collect();
    rows.push((String::new(), "values", Groups::new(cells, &groups)));
    if let Some(batches) = batches(tensor, &sizes) {
        rows.iter_mut().for_each(|(_, _, groups)| groups.cut(batches));
    }
    let mut text = format!("{}\n{} values, {} bytes\n\n", tensor.format, values.len(), tensor.size_in_bytes());
    let width = rows.iter().flat_map(|(_, _, groups)| &groups.cells).map(String::len).max().unwrap_or(1);
    let titles = rows.iter().map(|(title, _, _)| title.len()).max().unwrap_or(0);
    let mut above = String::new();
    for (title, array, groups) in rows {
        let shown = if title == above { "" } else { &title };
        for (line, cells) in groups.lines(width, WIDTH - titles).into_iter().enumerate() {
            let (shown, array) = if line == 0 { (shown, array) } else { ("", "") };
            text += format!("{shown:titles$}   {array:11}  {cells}").trim_end();
            text.push('\n');
        }
        above = title;
    }
    text
}

/// The number of coordinates of each level: where nothing is stored, as many children as each parent has.
fn sizes(tensor: &SparseTensor) -> Vec<usize> {
    let levels = &tensor.format.levels;
    let size = |level: &Level| {
        let extent = level.expr.form().and_then(|form| form.extent(&tensor.shape));
        extent.map_or(1, |extent| extent.size as usize)
    };
    let mut sizes: Vec<usize> = levels.iter().map(size).collect();
    if let Some(slot) = levels.iter().position(|level| level.is_slot()) {
        let rows: usize = (slot + 1..levels.len())
            .filter(|&below| !levels[below].is_branchless())
            .map(|below| sizes[below])
            .product();
        sizes[slot] = tensor.values.len() / rows;
    }
    sizes
}

/// The number of children of each of the parents, which are so many.
fn children(
    level: &Level,
    size: usize,
    parents: usize,
    positions: Option<&IndexArray>,
    coordinates: Option<&IndexArray>,
) -> Vec<usize> {
    let ends: Vec<usize> = positions.map(|array| array.iter().map(|end| end as usize).collect()).unwrap_or_default();
    match (level.format().ends(), level.addresses(size as u64)) {
        (Some(Ends::Shared), _) if ends.len() == parents + 1 => ends.windows(2).map(|pair| pair[1] - pair[0]).collect(),
        (Some(Ends::Both), _) => ends.chunks_exact(2).map(|pair| pair[1] - pair[0]).collect(),
        (None, Some(each)) => vec![each as usize; parents],
        _ if level.is_branchless() => vec![1; parents],
        // The children of a slice with the same number stand side by side.
        _ if level.abreast() > 1 => {
            let lanes = level.abreast() as usize;
            vec![lanes; coordinates.map_or(0, IndexArray::len) / lanes]
        }
        // Tables and blocks are all of one size, and so are the arrays of batches.
        _ => vec![coordinates.map_or(0, IndexArray::len) / parents; parents],
    }
}

fn coordinate_cells(level: &Level, coordinates: &IndexArray) -> Vec<String> {
    let bits = coordinates.width().bits();
    let empty = u64::MAX >> (u64::BITS - bits);
    let cell = |coordinate: u64| match level.expr.can_be_negative() {
        _ if level.format().marks_empty_places() && coordinate == empty => "-".to_owned(),
        true => (((coordinate << (u64::BITS - bits)) as i64) >> (u64::BITS - bits)).to_string(),
        false => coordinate.to_string(),
    };
    coordinates.iter().map(cell).collect()
}

/// The number of batches, if there are any.
fn batches(tensor: &SparseTensor, sizes: &[usize]) -> Option<usize> {
    let levels = tensor.format.levels.iter().zip(sizes);
    levels.take_while(|(level, _)| level.is_batch()).map(|(_, size)| *size).reduce(|all, size| all * size)
}

/// The cells of an array, and where its groups end; without groups there are no brackets.
struct Groups {
    cells: Vec<String>,
    ends: Vec<usize>,
}

impl Groups {
    fn new(cells: Vec<String>, lengths: &[usize]) -> Self {
        let ends = lengths.iter().scan(0, |end, length| {
            *end += length;
            Some(*end)
        });
        let ends = ends.collect();
        Self { cells, ends }
    }

    /// Makes groups of equal length.
    fn cut(&mut self, groups: usize) {
        let length = self.cells.len() / groups;
        self.ends = if length == 0 { Vec::new() } else { (1..=groups).map(|group| group * length).collect() };
    }

    fn lines(&self, width: usize, most: usize) -> Vec<String> {
        let join = |cells: &[String]| cells.iter().map(|cell| format!("{cell:>width$}")).collect::<Vec<_>>().join(" ");
        if self.ends.is_empty() {
            // As far right as the first cell of arrays in brackets.
            return vec![format!(" {}", join(&self.cells))];
        }
        let mut lines = vec![String::new()];
        let mut begin = 0;
        for end in &self.ends {
            let group = format!("[{}]", join(&self.cells[begin..*end]));
            let line = lines.last_mut().expect("there is one");
            if line.is_empty() {
                *line = group;
            } else if line.len() + group.len() < most {
                *line += &format!(" {group}");
            } else {
                lines.push(group);
            }
            begin = *end;
        }
        lines
    }
}
