//! Reads a file and packs it into CSR, in turns with whoever calls: `bench/reading.py` starts it once a round.
//!
//! Prints the seconds of each part and the most memory that the process had, as JSON.

use lacuna_layout::Format;
use lacuna_runtime::{
    io::{self, ReadOptions},
    pack::pack_data,
    value::Dtype,
};
use lacuna_tools::out_of_memory::EndingAllocator;
use std::time::Instant;

// As in the command.
#[global_allocator]
static ALLOCATOR: EndingAllocator = EndingAllocator;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("usage: lacuna-reading FILE")?;
    let begin = Instant::now();
    let data = io::read_data(&file, &ReadOptions::new(Dtype::F64))?;
    let read = begin.elapsed();
    let entries = data.to_coo()?.len();
    let format = Format::named("csr", data.shape().len())?;
    let begin = Instant::now();
    let packed = pack_data(data, &format, None)?;
    let pack = begin.elapsed();
    let bytes = packed.levels.iter().flat_map(|level| [&level.positions, &level.coordinates]).flatten();
    let bytes = bytes.map(|array| array.size_in_bytes()).sum::<usize>() + packed.values.len() * size_of::<f64>();
    println!(
        "{{\"entries\": {entries}, \"read\": {}, \"pack\": {}, \"result_bytes\": {bytes}, \"peak_bytes\": {}}}",
        read.as_secs_f64(),
        pack.as_secs_f64(),
        peak_bytes().unwrap_or(0)
    );
    Ok(())
}

/// The most memory that this process has had, where the system tells.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}
