// `sloop.where` through the passes on the index form: they leave a producer and a consumer as they are, or change what stands on
// one side. What is computed stays. `where_refusals.mlir` has what they refuse.

// RUN: split-file %s %t
// RUN: lacuna-opt %t/passes.mlir --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %t/passes.mlir --sloop-fuse-nests --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=FUSED
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %t/passes.mlir --sloop-plain-levels --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %t/passes.mlir --sloop-densify-results --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %t/passes.mlir --sloop-form-results --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=FORMED
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %t/passes.mlir --sloop-insert-conversions --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %t/passes.mlir --sloop-split-variables --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %t/passes.mlir --sloop-schedule --sloop-interpret 2> %t.says | FileCheck %s --check-prefixes=SAME,ORDERED
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %t/passes.mlir --sloop-vectorize --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=LANES
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %t/passes.mlir --sloop-form-folds --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=FOLDS
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %t/passes.mlir --sloop-merge-terms --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=TERMS
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %t/passes.mlir --sloop-sink-initializations --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s < %t.says
// RUN: lacuna-opt %t/passes.mlir --sloop-fuse-nests --sloop-plain-levels --sloop-densify-results --sloop-form-results \
// RUN:   --sloop-insert-conversions --sloop-split-variables --sloop-schedule --sloop-vectorize --sloop-form-folds \
// RUN:   --sloop-merge-terms --sloop-sink-initializations --sloop-release-intermediates --sloop-interpret -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// RUN: lacuna-opt %t/chains.mlir --sloop-interpret -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHAIN
// RUN: lacuna-opt %t/chains.mlir --sloop-plain-levels --sloop-interpret -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHAIN
// RUN: lacuna-opt %t/chains.mlir --sloop-densify-results --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=DENSE
// RUN: FileCheck %s --check-prefix=CHAIN < %t.says
// RUN: lacuna-opt %t/chains.mlir --sloop-densify-results --sloop-form-results --sloop-interpret 2> %t.says \
// RUN:   | FileCheck %s --check-prefix=BESIDE
// RUN: FileCheck %s --check-prefix=CHAIN < %t.says
// RUN: lacuna-opt %t/chains.mlir --sloop-fuse-nests --sloop-loop-once --sloop-plain-levels --sloop-densify-results --sloop-form-results \
// RUN:   --sloop-insert-conversions --sloop-split-variables --sloop-schedule --sloop-vectorize --sloop-form-folds \
// RUN:   --sloop-merge-terms --sloop-sink-initializations --sloop-release-intermediates --sloop-interpret -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CHAIN
// RUN: lacuna-opt %t/blocks.mlir --sloop-split-variables --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=SPLIT
// RUN: FileCheck %s --check-prefix=BLOCKS < %t.says
// RUN: lacuna-opt %t/blocks.mlir --sloop-split-variables --sloop-schedule --sloop-interpret 2> %t.says \
// RUN:   | FileCheck %s --check-prefix=IN-ORDER
// RUN: FileCheck %s --check-prefix=BLOCKS < %t.says

//--- passes.mlir
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>

// A and B are [[1, 0, 3], [4, 0, 6], [7, 0, 9]]. The workspace is new for each row; the points that it does not store are not
// stored in the result, either.
// CHECK: remark: gives [22, 0, 30, 46, 0, 66, 70, 0, 102], 6 stored
// SAME-LABEL:   func.func @product(
// SAME:         sloop.where tensor<?xf64> sizes(%c3) produce(%[[W:.*]]) {
// SAME-NEXT:      sloop.forall %[[K:.*]] in %c3 {
// SAME-NEXT:        sloop.forall %[[J:.*]] in %c3 {
// SAME:               sloop.write %{{.*}}, %[[W]][%[[J]]] by add : tensor<?xf64>
// SAME:         } consume(%[[W]]) {
// SAME-NEXT:      sloop.forall %[[J:.*]] in %c3 {
// SAME-NEXT:        %[[V:.*]] = sloop.read %[[W]][%[[J]]] : tensor<?xf64>
// SAME-NEXT:        sloop.write %[[V]], %{{.*}}[%{{.*}}, %[[J]]] by add : tensor<3x3xf64, #
// FORMED-LABEL: func.func @product(
// FORMED:       consume(
// FORMED:       sloop.write %{{.*}}[%{{.*}}, %{{.*}}] elsewhere(0.000000e+00 : f64) : tensor<3x3xf64, #
func.func @product(%A: tensor<3x3xf64, #CSR>, %B: tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR> {
  %c3 = arith.constant 3 : index
  %e = stensor.empty : tensor<3x3xf64, #CSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSR>)
                  outs(%c = %e : tensor<3x3xf64, #CSR>) {
    sloop.forall %i in %c3 {
      sloop.where tensor<?xf64> sizes(%c3) produce(%w) {
        sloop.forall %k in %c3 {
          sloop.forall %j in %c3 {
            %0 = sloop.read %a[%i, %k] : tensor<3x3xf64, #CSR>
            %1 = sloop.read %b[%k, %j] : tensor<3x3xf64, #CSR>
            %2 = arith.mulf %0, %1 : f64
            sloop.write %2, %w[%j] by add : tensor<?xf64>
          }
        }
      } consume(%w) {
        sloop.forall %j in %c3 {
          %0 = sloop.read %w[%j] : tensor<?xf64>
          sloop.write %0, %c[%i, %j] by add : tensor<3x3xf64, #CSR>
        }
      }
    }
  }
  return %r : tensor<3x3xf64, #CSR>
}

// Dense. What lives inside is collected as a list, so its loops have no lanes.
// CHECK: remark: gives [2, 6, 12]
// LANES-LABEL: func.func @lanes(
// LANES-NOT:   how(
// LANES:       return
func.func @lanes(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %y : tensor<3xf64>) {
    sloop.where tensor<3xf64> initially(1.0 : f64) produce(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %a[%i] : tensor<3xf64>
        sloop.write %0, %w[%i] by add : tensor<3xf64>
      }
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %w[%i] : tensor<3xf64>
        sloop.write %0, %c[%i] by mul : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// 14 is the sum of the squares; the second point is not written, and keeps its value.
// CHECK: remark: gives [15, 2, 17]
// FOLDS-LABEL: func.func @folds(
// FOLDS:       produce(%[[W:.*]]) {
// FOLDS:       %[[S:.*]] = sloop.fold %{{.*}} in %c3 by add -> f64 {
// FOLDS:       sloop.write %[[S]], %[[W]][] by add : tensor<f64>
func.func @folds(%x: tensor<3xf64>, %s: tensor<3xf64, #SV>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r = sloop.nest ins(%a = %x, %b = %s : tensor<3xf64>, tensor<3xf64, #SV>) outs(%c = %y : tensor<3xf64>) {
    sloop.where tensor<f64> produce(%w) {
      sloop.forall %k in %c3 {
        %0 = sloop.read %a[%k] : tensor<3xf64>
        %1 = arith.mulf %0, %0 : f64
        sloop.write %1, %w[] by add : tensor<f64>
      }
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %b[%i] : tensor<3xf64, #SV>
        %1 = sloop.stored %0 : f64
        %2 = sloop.read %w[] : tensor<f64>
        %3 = arith.select %1, %2, %zero : f64
        sloop.write %3, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// What the producer does not write is not stored: the consumer can ask. By -infinity it is as small as can be.
// CHECK: remark: gives [1, -inf, 3]
// CHECK: remark: gives [1, -1, 1]
func.func @written_points(%s: tensor<3xf64, #SV>, %y: tensor<3xf64>, %z: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %minus = arith.constant -1.0 : f64
  %r:2 = sloop.nest ins(%b = %s : tensor<3xf64, #SV>) outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.where tensor<3xf64> initially(0xFFF0000000000000 : f64) produce(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %b[%i] : tensor<3xf64, #SV>
        %1 = sloop.stored %0 : f64
        %none = sloop.absent : f64
        %2 = arith.select %1, %0, %none : f64
        sloop.write %2, %w[%i] by max : tensor<3xf64>
      }
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %w[%i] : tensor<3xf64>
        sloop.write %0, %c[%i] : tensor<3xf64>
      }
      sloop.forall %i in %c3 {
        %0 = sloop.read %w[%i] : tensor<3xf64>
        %1 = sloop.stored %0 : f64
        %2 = arith.select %1, %one, %minus : f64
        sloop.write %2, %d[%i] : tensor<3xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// Terms that meet on one side, and a term that does not meet them.
// CHECK: remark: gives [4, 8, 12]
// TERMS-LABEL: func.func @terms(
// TERMS:       produce(%[[W:.*]]) {
// TERMS-NEXT:  sloop.forall %[[I:.*]] in %c3 {
// TERMS-NEXT:    sloop.read
// TERMS-NEXT:    sloop.read
// TERMS-NEXT:    %[[S:.*]] = arith.addf
// TERMS-NEXT:    sloop.write %[[S]], %[[W]][%[[I]]] by add
// TERMS-NEXT:  }
// TERMS-NEXT:  } consume(
func.func @terms(%x: tensor<3xf64>, %z: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %x, %b = %z : tensor<3xf64>, tensor<3xf64>) outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] by add : tensor<3xf64>
    }
    sloop.where tensor<3xf64> produce(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %a[%i] : tensor<3xf64>
        sloop.write %0, %w[%i] by add : tensor<3xf64>
      }
      sloop.forall %i in %c3 {
        %0 = sloop.read %b[%i] : tensor<3xf64>
        sloop.write %0, %w[%i] by add : tensor<3xf64>
      }
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %w[%i] : tensor<3xf64>
        sloop.write %0, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// Two nests that add to one result.
// CHECK: remark: gives [4, 8, 12]
// FUSED-LABEL: func.func @two_nests(
// FUSED:       sloop.nest
// FUSED:       sloop.where tensor<f64> produce(%[[W:.*]]) {
// FUSED:         sloop.write %{{.*}}, %[[W]][]
// FUSED:       sloop.where tensor<3xf64> produce(%[[W:.*]]) {
// FUSED:         sloop.write %{{.*}}, %[[W]][%{{.*}}]
// FUSED-NOT:   sloop.nest
// FUSED:       return
func.func @two_nests(%x: tensor<3xf64>, %z: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %q = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.where tensor<f64> produce(%w) {
        %0 = sloop.read %a[%i] : tensor<3xf64>
        sloop.write %0, %w[] : tensor<f64>
      } consume(%w) {
        %0 = sloop.read %w[] : tensor<f64>
        sloop.write %0, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  %r = sloop.nest ins(%b = %z, %a = %x : tensor<3xf64>, tensor<3xf64>) outs(%c = %q : tensor<3xf64>) {
    sloop.where tensor<3xf64> produce(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %a[%i] : tensor<3xf64>
        %1 = sloop.read %b[%i] : tensor<3xf64>
        %2 = arith.addf %0, %1 : f64
        sloop.write %2, %w[%i] : tensor<3xf64>
      }
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %w[%i] : tensor<3xf64>
        sloop.write %0, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// Rows of s that are not stored get their zeros in the consumer.
// CHECK: remark: gives [7, 0, 21]
// ORDERED-LABEL: func.func @replaced_points(
// ORDERED:       consume(%[[W:.*]]) {
// ORDERED-NEXT:    sloop.forall %[[I:.*]] in %c3 {
// ORDERED-NEXT:      sloop.write %{{.*}}, %[[C:.*]][%[[I]]] : tensor<3xf64>
// ORDERED-NEXT:    }
// ORDERED-NEXT:    sloop.forall %[[I:.*]] in %c3 {
// ORDERED:           sloop.write %{{.*}}, %[[C]][%[[I]]] by add : tensor<3xf64>
func.func @replaced_points(%s: tensor<3xf64, #SV>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %seven = arith.constant 7.0 : f64
  %r = sloop.nest ins(%a = %s : tensor<3xf64, #SV>) outs(%c = %y : tensor<3xf64>) {
    sloop.where tensor<f64> produce(%w) {
      sloop.write %seven, %w[] : tensor<f64>
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %w[] : tensor<f64>
        %1 = sloop.read %a[%i] : tensor<3xf64, #SV>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// What is produced is zero where nothing is stored, as the tensor is before: the producer need not visit it. Loops on either side
// are put into order.
// CHECK: remark: gives [22, 0, 30]
// ORDERED-LABEL: func.func @producer(
// ORDERED:       produce(%[[W:.*]]) {
// ORDERED:         sloop.write %{{.*}}, %[[W]][%{{.*}}] elsewhere(0.000000e+00 : f64) : tensor<3xf64>
// ORDERED:       } consume(%[[W]]) {
// ORDERED:           sloop.write
// ORDERED-NEXT:    }
// ORDERED-NEXT:    sloop.forall %[[J:.*]] in %c3 {
// ORDERED-NEXT:      sloop.forall %[[I:.*]] in %c3 {
// ORDERED-NEXT:        sloop.read %{{.*}}[%[[I]], %[[J]]]
func.func @producer(%s: tensor<3xf64, #SV>, %A: tensor<3x3xf64, #CSC>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r = sloop.nest ins(%b = %s, %a = %A : tensor<3xf64, #SV>, tensor<3x3xf64, #CSC>) outs(%c = %y : tensor<3xf64>) {
    sloop.where tensor<3xf64> produce(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %b[%i] : tensor<3xf64, #SV>
        sloop.write %0, %w[%i] : tensor<3xf64>
      }
    } consume(%w) {
      sloop.forall %i in %c3 {
        sloop.write %zero, %c[%i] : tensor<3xf64>
      }
      sloop.forall %i in %c3 {
        sloop.forall %j in %c3 {
          %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSC>
          %1 = sloop.read %w[%i] : tensor<3xf64>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%j] by add : tensor<3xf64>
        }
      }
    }
  }
  return %r : tensor<3xf64>
}

// Two terms side by side become one write.
// CHECK: remark: gives [8, 9, 10], 3 stored
// FORMED-LABEL: func.func @two_terms(
// FORMED:       consume(%[[W:.*]]) {
// FORMED-NEXT:    sloop.forall %[[I:.*]] in %c3 {
// FORMED-DAG:       sloop.read %[[W]][]
// FORMED-DAG:       sloop.read %{{.*}}[%[[I]]] : tensor<3xf64>
// FORMED:           sloop.write %{{.*}}[%[[I]]] elsewhere(0.000000e+00 : f64) : tensor<3xf64, #
// FORMED-NEXT:    }
// FORMED-NEXT:  }
func.func @two_terms(%x: tensor<3xf64>) -> tensor<3xf64, #SV> {
  %c3 = arith.constant 3 : index
  %seven = arith.constant 7.0 : f64
  %e = stensor.empty : tensor<3xf64, #SV>
  %r = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %e : tensor<3xf64, #SV>) {
    sloop.where tensor<f64> produce(%w) {
      sloop.write %seven, %w[] : tensor<f64>
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %w[] : tensor<f64>
        sloop.write %0, %c[%i] by add : tensor<3xf64, #SV>
        %1 = sloop.read %a[%i] : tensor<3xf64>
        sloop.write %1, %c[%i] by add : tensor<3xf64, #SV>
      }
    }
  }
  return %r : tensor<3xf64, #SV>
}

// A producer beside another statement, in a loop of several.
// CHECK: remark: gives [10, 22, 34]
// CHECK: remark: gives [11, 22, 37]
// ORDERED-LABEL: func.func @where_rows(
// ORDERED:       sloop.forall %[[I:.*]] in %c3 {
// ORDERED-NEXT:    sloop.write %{{.*}}, %[[D:.*]][%[[I]]] : tensor<3xf64>
// ORDERED-NEXT:  }
// ORDERED-NEXT:  sloop.forall %[[I:.*]] in %c3 {
// ORDERED:         sloop.write %{{.*}}, %[[D]][%[[I]]] by add : tensor<3xf64>
// ORDERED-NEXT:    sloop.where
func.func @where_rows(%A: tensor<3x3xf64, #CSR>, %s: tensor<3xf64, #SV>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = sloop.nest ins(%a = %A, %v = %s : tensor<3x3xf64, #CSR>, tensor<3xf64, #SV>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %3 = sloop.read %v[%i] : tensor<3xf64, #SV>
      sloop.write %3, %d[%i] : tensor<3xf64>
      sloop.where tensor<f64> produce(%w) {
       sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
        %1 = sloop.read %v[%j] : tensor<3xf64, #SV>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %w[] by add : tensor<f64>
       }
      } consume(%w) {
        %0 = sloop.read %w[] : tensor<f64>
        sloop.write %0, %c[%i] : tensor<3xf64>
        sloop.write %0, %d[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

//--- chains.mlir
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>
#Dense = #stensor.format<(i) -> (i : dense)>

// A result with room for every point is computed as a dense tensor.
// CHAIN: remark: gives [1, 2, 3], 3 stored
// DENSE-LABEL: func.func @full(
// DENSE:       sloop.nest {{.*}} outs(%{{.*}} = %{{.*}} : tensor<3xf64>) {
// DENSE:       stensor.convert %{{.*}} : tensor<3xf64> to tensor<3xf64, #
func.func @full(%x: tensor<3xf64>) -> tensor<3xf64, #Dense> {
  %c3 = arith.constant 3 : index
  %e = stensor.empty : tensor<3xf64, #Dense>
  %r = sloop.nest ins(%a = %x : tensor<3xf64>) outs(%c = %e : tensor<3xf64, #Dense>) {
    sloop.where tensor<3xf64> produce(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %a[%i] : tensor<3xf64>
        sloop.write %0, %w[%i] : tensor<3xf64>
      }
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %w[%i] : tensor<3xf64>
        sloop.write %0, %c[%i] by max : tensor<3xf64, #Dense>
      }
    }
  }
  return %r : tensor<3xf64, #Dense>
}

// The diagonal of A is read.
// CHAIN: remark: gives [1, 0, 9]
func.func @diagonal(%A: tensor<3x3xf64, #CSR>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A : tensor<3x3xf64, #CSR>) outs(%c = %y : tensor<3xf64>) {
    sloop.where tensor<3xf64> produce(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %a[%i, %i] : tensor<3x3xf64, #CSR>
        sloop.write %0, %w[%i] by add : tensor<3xf64>
      }
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %w[%i] : tensor<3xf64>
        sloop.write %0, %c[%i] : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// A stored result that no sloop.where computes.
// CHAIN: remark: gives [12, 15, 18]
// CHAIN: remark: gives [1, 0, 3], 2 stored
// BESIDE-LABEL: func.func @beside(
// BESIDE:       sloop.where
// BESIDE:       sloop.write %{{.*}}[%{{.*}}] elsewhere(0.000000e+00 : f64) : tensor<3xf64, #
func.func @beside(%A: tensor<3x3xf64>, %s: tensor<3xf64, #SV>, %y: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64, #SV>) {
  %c3 = arith.constant 3 : index
  %e = stensor.empty : tensor<3xf64, #SV>
  %r:2 = sloop.nest ins(%a = %A, %b = %s : tensor<3x3xf64>, tensor<3xf64, #SV>)
                    outs(%c = %y, %d = %e : tensor<3xf64>, tensor<3xf64, #SV>) {
    sloop.where tensor<3xf64> produce(%w) {
      sloop.forall %i in %c3 {
        sloop.forall %j in %c3 {
          %0 = sloop.read %a[%i, %j] : tensor<3x3xf64>
          sloop.write %0, %w[%j] by add : tensor<3xf64>
        }
      }
    } consume(%w) {
      sloop.forall %j in %c3 {
        %0 = sloop.read %w[%j] : tensor<3xf64>
        sloop.write %0, %c[%j] : tensor<3xf64>
      }
    }
    sloop.forall %i in %c3 {
      %0 = sloop.read %b[%i] : tensor<3xf64, #SV>
      sloop.write %0, %d[%i] by add : tensor<3xf64, #SV>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64, #SV>
}

//--- blocks.mlir
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>

// Blocks inside of a producer: their loops stand where those over rows and columns were, and are put into order there.
// BLOCKS: remark: gives [10, 22, 34]
// SPLIT-LABEL: func.func @blocks(
// SPLIT:       produce(%[[W:.*]]) {
// SPLIT-NEXT:    sloop.forall %[[IB:.*]] in %c2 {
// SPLIT-NEXT:      sloop.forall %[[II:.*]] in %c2 {
// SPLIT-NEXT:        %[[I:.*]] = sloop.derive(%[[IB]] * 2 + %[[II]]) below %c3
// SPLIT:             sloop.forall %[[JB:.*]] in %c2 {
// SPLIT:             sloop.write %{{.*}}, %[[W]][%[[I]]] by add : tensor<3xf64>
// SPLIT:       consume(
// IN-ORDER-LABEL: func.func @blocks(
// IN-ORDER:       produce(%[[W:.*]]) {
// IN-ORDER-NEXT:    sloop.forall %[[IB:.*]] in %c2 {
// IN-ORDER-NEXT:      sloop.forall %[[JB:.*]] in %c2 {
// IN-ORDER-NEXT:        sloop.forall %[[II:.*]] in %c2 {
// IN-ORDER-NEXT:          %[[I:.*]] = sloop.derive(%[[IB]] * 2 + %[[II]]) below %c3
// IN-ORDER:             sloop.write %{{.*}}, %[[W]][%[[I]]] by add : tensor<3xf64>
// IN-ORDER:       consume(
func.func @blocks(%A: tensor<3x3xf64, #BCSR>, %x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64, #BCSR>, tensor<3xf64>) outs(%c = %y : tensor<3xf64>) {
    sloop.where tensor<3xf64> produce(%w) {
      sloop.forall %i in %c3 {
        sloop.forall %j in %c3 {
          %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #BCSR>
          %1 = sloop.read %v[%j] : tensor<3xf64>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %w[%i] by add : tensor<3xf64>
        }
      }
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %w[%i] : tensor<3xf64>
        sloop.write %0, %c[%i] : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}
