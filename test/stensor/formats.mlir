// Every level word, property, width and kind of level expression reads back as it was printed, with the canonical names
// of dimensions: i, j, k, l, m, n, then d6, d7, ...

// RUN: lacuna-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s | lacuna-opt --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --emit-bytecode | lacuna-opt --mlir-print-local-scope | FileCheck %s

module attributes {
  // Level words.
  // CHECK-DAG: a.dense = #stensor.level<dense>
  a.dense = #stensor.level<dense>,
  // CHECK-DAG: a.compressed = #stensor.level<compressed>
  a.compressed = #stensor.level<compressed>,
  // CHECK-DAG: a.singleton = #stensor.level<singleton>
  a.singleton = #stensor.level<singleton>,
  // CHECK-DAG: a.range = #stensor.level<range>
  a.range = #stensor.level<range>,
  // CHECK-DAG: a.offset = #stensor.level<offset>
  a.offset = #stensor.level<offset>,
  // CHECK-DAG: a.hashed = #stensor.level<hashed>
  a.hashed = #stensor.level<hashed>,
  // CHECK-DAG: a.loose = #stensor.level<loose_compressed>
  a.loose = #stensor.level<loose_compressed>,
  // CHECK-DAG: a.structured = #stensor.level<structured[2, 4]>
  a.structured = #stensor.level<structured[2, 4]>,
  // CHECK-DAG: a.batch = #stensor.level<batch>
  a.batch = #stensor.level<batch>,

  // Properties; one that is the default of its word is not printed.
  // CHECK-DAG: b.nonunique = #stensor.level<compressed(nonunique)>
  b.nonunique = #stensor.level<compressed(nonunique)>,
  // CHECK-DAG: b.unordered = #stensor.level<loose_compressed(unordered)>
  b.unordered = #stensor.level<loose_compressed(unordered)>,
  // CHECK-DAG: b.full = #stensor.level<singleton(full)>
  b.full = #stensor.level<singleton(full)>,
  // CHECK-DAG: b.interleaved = #stensor.level<singleton(interleaved)>
  b.interleaved = #stensor.level<singleton(interleaved)>,
  // CHECK-DAG: b.all = #stensor.level<singleton(nonunique, unordered, full, interleaved)>
  b.all = #stensor.level<singleton(interleaved, full, unordered, nonunique)>,
  // CHECK-DAG: b.default_dense = #stensor.level<dense>
  b.default_dense = #stensor.level<dense(full)>,
  // CHECK-DAG: b.default_batch = #stensor.level<batch>
  b.default_batch = #stensor.level<batch(full)>,
  // CHECK-DAG: b.default_hashed = #stensor.level<hashed>
  b.default_hashed = #stensor.level<hashed(unordered)>,

  // Whole formats, by the names people know them by.
  // CHECK-DAG: c.csc = #stensor.format<(i, j) -> (j : dense, i : compressed)>
  c.csc = #stensor.format<(row, col) -> (col : dense, row : compressed)>,
  // CHECK-DAG: c.coo = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
  c.coo = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>,
  // CHECK-DAG: c.bcsr = #stensor.format<(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : dense)>
  c.bcsr = #stensor.format<(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : dense)>,
  // CHECK-DAG: c.dia = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
  c.dia = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>,
  // CHECK-DAG: c.ell = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
  c.ell = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>,
  // CHECK-DAG: c.hash = #stensor.format<(i, j) -> (i : dense, j : hashed)>
  c.hash = #stensor.format<(i, j) -> (i : dense, j : hashed)>,
  // CHECK-DAG: c.structured = #stensor.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])>
  c.structured = #stensor.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])>,
  // CHECK-DAG: c.batched = #stensor.format<(i, j, k) -> (i : batch, j : dense, k : compressed)>
  c.batched = #stensor.format<(b, i, j) -> (b : batch, i : dense, j : compressed)>,
  // CHECK-DAG: c.aos = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))>
  c.aos = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))>,
  // CHECK-DAG: c.csf = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
  c.csf = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>,
  // CHECK-DAG: c.scalar = #stensor.format<() -> ()>
  c.scalar = #stensor.format<() -> ()>,
  // CHECK-DAG: c.order_8 = #stensor.format<(i, j, k, l, m, n, d6, d7) -> (d7 : dense, d6 : dense, n : dense, m : dense, l : dense, k : dense, j : dense, i : compressed)>
  c.order_8 = #stensor.format<(a, b, c, d, e, f, g, h) -> (h : dense, g : dense, f : dense, e : dense, d : dense, c : dense, b : dense, a : compressed)>,

  // Widths; 32 bits are not printed.
  // CHECK-DAG: d.both = #stensor.format<(i) -> (i : compressed), positions = 64, coordinates = 16>
  d.both = #stensor.format<(i) -> (i : compressed), coordinates = 16, positions = 64>,
  // CHECK-DAG: d.positions = #stensor.format<(i) -> (i : compressed), positions = 8>
  d.positions = #stensor.format<(i) -> (i : compressed), positions = 8>,
  // CHECK-DAG: d.coordinates = #stensor.format<(i) -> (i : compressed), coordinates = 64>
  d.coordinates = #stensor.format<(i) -> (i : compressed), coordinates = 64, positions = 32>,
  // CHECK-DAG: d.default = #stensor.format<(i) -> (i : compressed)>
  d.default = #stensor.format<(i) -> (i : compressed), positions = 32, coordinates = 32>,

  // Fill values, with their type.
  // CHECK-DAG: f.infinity = #stensor.format<(i) -> (i : compressed), fill = 0x7FF0000000000000 : f64>
  f.infinity = #stensor.format<(i) -> (i : compressed), fill = 0x7FF0000000000000 : f64>,
  // CHECK-DAG: f.minus_one = #stensor.format<(i) -> (i : compressed), fill = -1 : i8>
  f.minus_one = #stensor.format<(i) -> (i : compressed), fill = -1 : i8>,
  // CHECK-DAG: f.true = #stensor.format<(i) -> (i : compressed), fill = true>
  f.true = #stensor.format<(i) -> (i : compressed), fill = true>,
  // CHECK-DAG: f.after_widths = #stensor.format<(i) -> (i : compressed), positions = 8, coordinates = 64, fill = 1.500000e+00 : f32>
  f.after_widths = #stensor.format<(i) -> (i : compressed), fill = 1.5 : f32, coordinates = 64, positions = 8>,

  // Level expressions.
  // CHECK-DAG: e.sum = #stensor.format<(i, j) -> (i + j : dense, i : compressed)>
  e.sum = #stensor.format<(i, j) -> (i + j : dense, i : compressed)>,
  // CHECK-DAG: e.shifted = #stensor.format<(i, j) -> (j - i + 3 : compressed, i - 1 : compressed)>
  e.shifted = #stensor.format<(i, j) -> (3 - i + j : compressed, i - 1 : compressed)>,
  // CHECK-DAG: e.tight = #stensor.format<(i, j) -> ((i + j) floordiv 4 : dense, (i + j) mod 4 : dense, i : compressed)>
  e.tight = #stensor.format<(i, j) -> ((i + j) floordiv 4 : dense, (i + j) mod 4 : dense, i : compressed)>,
  // CHECK-DAG: e.skewed = #stensor.format<(i, j) -> (j - i * 2 : compressed, i ceildiv 4 : dense, i : compressed)>
  e.skewed = #stensor.format<(i, j) -> (j - 2 * i : compressed, i ceildiv 4 : dense, i : compressed)>,
  // CHECK-DAG: e.mirrored = #stensor.format<(i, j) -> (i * -1 - j : compressed, i * -1 : compressed)>
  e.mirrored = #stensor.format<(i, j) -> (- i - j : compressed, - i : compressed)>
} {
}
