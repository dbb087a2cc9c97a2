// RUN: lacuna-opt %s --expand-threads | FileCheck %s
// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s --check-prefix=OUT

// What a thread is given stands in its context, and a function takes it out.

// CHECK: llvm.func @pthread_join(i64, !llvm.ptr) -> i32
// CHECK: llvm.func @pthread_create(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32

// CHECK-LABEL: func.func private @double
func.func private @double(%a: memref<?xf64>, %n: index, %wide: i128, %z: complex<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %re = complex.re %z : complex<f64>
  %offset = arith.trunci %wide : i128 to i64
  %more = arith.sitofp %offset : i64 to f64
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf64>
    %w = arith.mulf %v, %re : f64
    %x = arith.addf %w, %more : f64
    memref.store %x, %a[%i] : memref<?xf64>
  }
  return
}

// CHECK-LABEL: func.func @start(
// CHECK-SAME:    %[[A:.*]]: memref<?xf64>, %[[N:.*]]: index, %[[W:.*]]: i128, %[[Z:.*]]: complex<f64>, %[[T:.*]]: memref<12xi64>)
func.func @start(%a: memref<?xf64>, %n: index, %wide: i128, %z: complex<f64>, %t: memref<12xi64>) {
  // CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[T]]
  // CHECK: %[[P:.*]] = llvm.inttoptr
  // CHECK: %[[AS:.*]] = builtin.unrealized_conversion_cast %[[A]] : memref<?xf64> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  // CHECK: %[[AP:.*]] = llvm.getelementptr %[[P]][2] : (!llvm.ptr) -> !llvm.ptr, i64
  // CHECK: llvm.store %[[AS]], %[[AP]] {alignment = 8 : i64}
  // CHECK: %[[NS:.*]] = arith.index_cast %[[N]] : index to i64
  // CHECK: %[[NP:.*]] = llvm.getelementptr %[[P]][7]
  // CHECK: llvm.store %[[NS]], %[[NP]]
  // CHECK: %[[WP:.*]] = llvm.getelementptr %[[P]][8]
  // CHECK: llvm.store %[[W]], %[[WP]] {alignment = 8 : i64} : i128
  // CHECK: %[[ZS:.*]] = builtin.unrealized_conversion_cast %[[Z]] : complex<f64> to !llvm.struct<(f64, f64)>
  // CHECK: %[[ZP:.*]] = llvm.getelementptr %[[P]][10]
  // CHECK: llvm.store %[[ZS]], %[[ZP]]
  // CHECK: %[[CODE:.*]] = llvm.mlir.addressof @lacuna.thread.double
  // CHECK: %[[STATUS:.*]] = llvm.call @pthread_create(%[[P]], %{{.*}}, %[[CODE]], %[[P]])
  // CHECK: %[[MADE:.*]] = arith.cmpi eq, %[[STATUS]]
  // CHECK: scf.if %[[MADE]] {
  // CHECK:   memref.store %{{.*}}, %[[T]]
  // CHECK: } else {
  // CHECK:   llvm.call @lacuna.thread.double(%[[P]])
  // CHECK: }
  stensor.start @double(%a, %n, %wide, %z : memref<?xf64>, index, i128, complex<f64>) in %t : memref<12xi64>
  return
}

// CHECK-LABEL: func.func @wait(
// CHECK-SAME:    %[[T:.*]]: memref<12xi64>)
func.func @wait(%t: memref<12xi64>) {
  // CHECK: %[[RUNS:.*]] = memref.load %[[T]]
  // CHECK: arith.cmpi eq, %[[RUNS]]
  // CHECK: llvm.call @pthread_join(
  stensor.wait %t : memref<12xi64>
  return
}

// CHECK-LABEL: llvm.func internal @lacuna.thread.double(
// CHECK-SAME:    %[[C:.*]]: !llvm.ptr) -> !llvm.ptr
// CHECK: %[[AP:.*]] = llvm.getelementptr %[[C]][2]
// CHECK: %[[AS:.*]] = llvm.load %[[AP]] {alignment = 8 : i64}
// CHECK: %[[A:.*]] = builtin.unrealized_conversion_cast %[[AS]]
// CHECK: %[[NS:.*]] = llvm.load
// CHECK: %[[N:.*]] = arith.index_cast %[[NS]]
// CHECK: %[[W:.*]] = llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr -> i128
// CHECK: %[[ZS:.*]] = llvm.load
// CHECK: %[[Z:.*]] = builtin.unrealized_conversion_cast %[[ZS]]
// CHECK: func.call @double(%[[A]], %[[N]], %[[W]], %[[Z]])
// CHECK: llvm.return

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %a = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.index_cast %i : index to i64
    %v = arith.sitofp %k : i64 to f64
    memref.store %v, %a[%i] : memref<?xf64>
  }
  %t = memref.alloc() : memref<12xi64>
  %zero = arith.constant 0 : i64
  memref.store %zero, %t[%c1] : memref<12xi64>
  %wide = arith.constant 100 : i128
  %z = complex.constant [2.0, 3.0] : complex<f64>
  // Who waits for no thread goes on; so does who waits again.
  func.call @wait(%t) : (memref<12xi64>) -> ()
  func.call @start(%a, %n, %wide, %z, %t) : (memref<?xf64>, index, i128, complex<f64>, memref<12xi64>) -> ()
  func.call @wait(%t) : (memref<12xi64>) -> ()
  func.call @wait(%t) : (memref<12xi64>) -> ()
  %pad = arith.constant -1.0 : f64
  %v = vector.transfer_read %a[%c0], %pad : memref<?xf64>, vector<4xf64>
  // OUT: ( 100, 102, 104, 106 )
  vector.print %v : vector<4xf64>
  memref.dealloc %t : memref<12xi64>
  memref.dealloc %a : memref<?xf64>
  return
}
