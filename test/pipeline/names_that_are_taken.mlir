// `--lacuna`, executed: a program may have functions whose names the compiler would take for its own, and declare those of
// the C library that kernels call. What has a name of the C library and is something else is refused.

// RUN: split-file %s %t
// RUN: lacuna-opt %t/own.mlir --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %t/declared.mlir --lacuna > %t/declared.llvm
// RUN: not --crash %run < %t/declared.llvm 2>&1 | FileCheck %s --check-prefix=DECLARED
// RUN: lacuna-opt %t/write.mlir --lacuna --verify-diagnostics
// RUN: lacuna-opt %t/abort.mlir --lacuna --verify-diagnostics
// RUN: lacuna-opt %t/malloc.mlir --lacuna --verify-diagnostics
// RUN: lacuna-opt %t/free.mlir --lacuna --verify-diagnostics
// RUN: lacuna-opt %t/global.mlir --lacuna --verify-diagnostics
// Where none of them is called, names are free.
// RUN: lacuna-opt %t/uncalled.mlir --lacuna | FileCheck %s --check-prefix=UNCALLED

// UNCALLED: llvm.func @write(%arg0: f64) -> f64
// UNCALLED: llvm.func @malloc(%arg0: f64) -> f64

//--- own.mlir
#List = #stensor.format<(i) -> (i : compressed)>

func.func private @lacuna.grow.f64(%x: f64) -> f64 {
  %y = arith.addf %x, %x : f64
  return %y : f64
}
func.func @lacuna.grow.f64.1(%x: f64) -> f64 {
  %y = call @lacuna.grow.f64(%x) : (f64) -> f64
  return %y : f64
}
memref.global "private" constant @lacuna_assert_message_0 : memref<1xf64> = dense<[2.0]>
memref.global "private" constant @lacuna.grow.i32 : memref<1xf64> = dense<[3.0]>

func.func @convert(%x: tensor<?xf64>) -> tensor<?xf64, #List> {
  %r = stensor.convert %x : tensor<?xf64> to tensor<?xf64, #List>
  return %r : tensor<?xf64, #List>
}

func.func @main() {
  %n = arith.constant 40 : index
  %zero = arith.constant 0 : index
  %last = arith.constant 39 : index
  %two = memref.get_global @lacuna_assert_message_0 : memref<1xf64>
  %x = memref.load %two[%zero] : memref<1xf64>
  %three = memref.get_global @lacuna.grow.i32 : memref<1xf64>
  %y = memref.load %three[%zero] : memref<1xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %A = linalg.fill ins(%y : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %r = call @convert(%A) : (tensor<?xf64>) -> tensor<?xf64, #List>
  %values = stensor.values %r : tensor<?xf64, #List> -> memref<?xf64>
  %v = memref.load %values[%last] : memref<?xf64>
  %w = call @lacuna.grow.f64.1(%x) : (f64) -> f64
  // CHECK: 3
  vector.print %v : f64
  // CHECK: 4
  vector.print %w : f64
  return
}

//--- declared.mlir
func.func private @write(i32, !llvm.ptr, i64) -> i64
func.func private @abort()
func.func private @free(!llvm.ptr)
llvm.func @malloc(i64) -> !llvm.ptr
func.func @main() {
  %n = arith.constant 40 : index
  %zero = arith.constant 0 : index
  %array = memref.alloc(%n) : memref<?xindex>
  memref.store %n, %array[%zero] : memref<?xindex>
  %m = memref.load %array[%zero] : memref<?xindex>
  memref.dealloc %array : memref<?xindex>
  %differs = arith.cmpi ne, %n, %m : index
  // DECLARED: they are equal
  cf.assert %differs, "they are equal"
  return
}

//--- write.mlir
// expected-error@+1 {{'write' is a function of the C library that this module calls, of type (i32, !llvm.ptr, i64) -> i64, but what has its name here is of type (f64) -> f64: give it another name}}
func.func @write(%x: f64) -> f64 {
  return %x : f64
}
func.func @main(%c: i1) {
  cf.assert %c, "no"
  return
}

//--- abort.mlir
func.func @main(%c: i1) {
  cf.assert %c, "no"
  return
}
// expected-error@+1 {{'abort' is a function of the C library that this module calls, of type () -> (), but what has its name here is of type !llvm.func<void (i32)>}}
llvm.func @abort(i32)

//--- malloc.mlir
// expected-error@+1 {{'malloc' is a function of the C library that this module calls, of type !llvm.func<ptr (i64)>, but what has its name here is of type !llvm.func<f64 (f64)>: give it another name}}
func.func @malloc(%x: f64) -> f64 {
  return %x : f64
}
func.func @main(%n: index) -> memref<?xf64> {
  %array = memref.alloc(%n) : memref<?xf64>
  return %array : memref<?xf64>
}

//--- free.mlir
// expected-error@+1 {{'free' is a function of the C library that this module calls}}
func.func @free(%x: memref<?xf64>) {
  memref.dealloc %x : memref<?xf64>
  return
}

//--- global.mlir
// expected-error@+1 {{'write' is a function of the C library that this module calls, of type (i32, !llvm.ptr, i64) -> i64, but what has its name here is no function}}
memref.global "private" constant @write : memref<1xf64> = dense<[2.0]>
func.func @main(%c: i1) {
  cf.assert %c, "no"
  return
}

//--- uncalled.mlir
func.func @write(%x: f64) -> f64 {
  return %x : f64
}
func.func @malloc(%x: f64) -> f64 {
  return %x : f64
}
