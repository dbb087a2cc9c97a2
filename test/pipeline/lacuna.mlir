// `--lacuna`: what comes out is the `llvm` dialect alone, with pointers that do not alias, and what goes in may be any
// mix of dense and stored operations.

// RUN: lacuna-opt %s --lacuna --mlir-print-local-scope | FileCheck %s --implicit-check-not=stensor --implicit-check-not=sloop \
// RUN:   --implicit-check-not=memref --implicit-check-not=unrealized
// RUN: lacuna-opt %s --lacuna=fp=strict | FileCheck %s --check-prefix=STRICT

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// The pointers that are used, the second of each buffer, are marked: three buffers of A, x and y.
// CHECK-LABEL: llvm.func @spmv(
// CHECK-SAME:    !llvm.ptr {llvm.noalias}{{.*}}!llvm.ptr {llvm.noalias}{{.*}}!llvm.ptr {llvm.noalias}{{.*}}!llvm.ptr {llvm.noalias}{{.*}}!llvm.ptr {llvm.noalias}
// STRICT-LABEL: llvm.func @spmv(
func.func @spmv(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  // The sum of a row is carried in a register from one iteration to the next.
  // CHECK:     ^[[HEAD:.*]](%{{.*}}: i64, %[[SUM:.*]]: f64):
  // CHECK:     %[[P:.*]] = llvm.fmul %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<nsz, contract, reassoc>} : f64
  // CHECK:     %[[NEXT:.*]] = llvm.fadd %[[SUM]], %[[P]] {fastmathFlags = #llvm.fastmath<nsz, contract, reassoc>} : f64
  // CHECK:     llvm.br ^[[HEAD]](%{{.*}}, %[[NEXT]] : i64, f64)
  // STRICT:     llvm.fmul
  // STRICT-NOT: fastmath
  %0 = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: llvm.func @spmm(
func.func @spmm(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x64xf64>, %C: tensor<?x64xf64>) -> tensor<?x64xf64> {
  // CHECK: llvm.fmul %{{.*}}, %{{.*}} : vector<32xf64>
  %0 = linalg.matmul ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x64xf64>) outs(%C : tensor<?x64xf64>) -> tensor<?x64xf64>
  return %0 : tensor<?x64xf64>
}

// CHECK-LABEL: llvm.func @dense_alone(
func.func @dense_alone(%A: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  // CHECK: llvm.fmul
  %0 = linalg.matvec ins(%A, %x : tensor<?x?xf64>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// STRICT-LABEL: llvm.func @other_dialects(
// CHECK-LABEL: llvm.func @other_dialects(
func.func @other_dialects(%v: vector<4x8xf32>, %z: complex<f64>, %i: index, %x: f64) -> (f32, f64, f64, index) {
  // CHECK: llvm.intr.vector.reduce.fadd
  // CHECK: llvm.intr.sqrt
  %zero = arith.constant 0.0 : f32
  %0 = vector.extract %v[2] : vector<8xf32> from vector<4x8xf32>
  %1 = vector.reduction <add>, %0, %zero : vector<8xf32> into f32
  %2 = complex.abs %z : complex<f64>
  %3 = math.tan %x : f64
  %4 = index.add %i, %i
  return %1, %2, %3, %4 : f32, f64, f64, index
}

// CHECK-LABEL: llvm.func @_mlir_ciface_for_c(
// CHECK-SAME:    !llvm.ptr {llvm.noalias}
func.func @for_c(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64>
    attributes {llvm.emit_c_interface} {
  %0 = linalg.matvec ins(%A, %x : tensor<4x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
