// `sloop-sparsify`: a loop has the form that is asked for, or is refused with the reason. What the schedule of a `linalg.generic` asks of a loop belongs to
// its variables, through all passes.

// RUN: lacuna-opt %s --convert-linalg-to-sloop --sloop-schedule --sloop-form-folds --one-shot-bufferize="allow-unknown-ops bufferize-function-boundaries" \
// RUN:   --sloop-sparsify=ahead=0 --split-input-file --verify-diagnostics | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// A loop that asks for a form has that one.
// CHECK-LABEL: @asks
// CHECK-NOT:   sloop.choose
// CHECK:       sloop.iterate {{.*}} how(<chains = 1, packed = 8>) init
func.func @asks(%A: tensor<?x?xf64, #CSR>, %y: memref<?xf64>, %m: index, %n: index) {
  sloop.nest ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m {
      %0 = sloop.fold %j in %n how(<packed = 8>) by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        sloop.yield %1 : f64
      }
      sloop.write %0, %c[%i] : memref<?xf64>
    }
  }
  return
}

#spmv = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

// CHECK-LABEL: @operation_asks
// CHECK-NOT:   sloop.choose
// CHECK:       sloop.iterate {{.*}} how(<chains = 2, packed = 2>) init
func.func @operation_asks(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.generic #spmv ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>)
      attrs = {sloop.schedule = "inner(v1,pairs)"} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

func.func @looks_up(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %y: memref<?xf64>, %m: index, %n: index) {
  // expected-error @below {{the loop over v2 cannot take its entries in the form lanes:4: it merges several operands}}
  sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m {
      %0 = sloop.fold %j in %n how(<packed = 4, chains = 2>) by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        %2 = sloop.read %b[%i, %j] : tensor<?x?xf64, #CSR>
        %3 = arith.mulf %1, %2 : f64
        sloop.yield %3 : f64
      }
      sloop.write %0, %c[%i] : memref<?xf64>
    }
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#spmv = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

func.func @unfit(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error @below {{sloop.schedule: there is no loop over v2: the loops are v0, v1}}
  %r = linalg.generic #spmv ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>)
      attrs = {sloop.schedule = "inner(v2,pairs)"} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
