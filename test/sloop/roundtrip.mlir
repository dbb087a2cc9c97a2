// Index form of `sloop`: what is printed reads back as the same, in custom and in generic form and as bytecode.

// RUN: lacuna-opt %s | FileCheck %s
// RUN: lacuna-opt %s | lacuna-opt | FileCheck %s
// RUN: lacuna-opt %s --mlir-print-op-generic | lacuna-opt | FileCheck %s
// RUN: lacuna-opt %s --emit-bytecode | lacuna-opt | FileCheck %s

// CHECK-DAG: #[[CSR:.*]] = #stensor.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-DAG: #[[COO:.*]] = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#V = #stensor.format<(i) -> (i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Dense = #stensor.format<(i, j) -> (i : dense, j : dense)>

// Index variables are named by the depth of their loop, from i.
// CHECK-LABEL: func.func @nest_of_tensors(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf64, #[[CSR]]>, %[[X:.*]]: tensor<?xf64>, %[[Y:.*]]: tensor<?xf64>, %[[M:.*]]: index, %[[N:.*]]: index
func.func @nest_of_tensors(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index)
    -> tensor<?xf64> {
  // CHECK: sloop.nest ins(%[[a:.*]] = %[[A]], %[[x:.*]] = %[[X]] : tensor<?x?xf64, #[[CSR]]>, tensor<?xf64>) outs(%[[c:.*]] = %[[Y]] : tensor<?xf64>) {
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64, #CSR>, tensor<?xf64>)
                  outs(%c = %y : tensor<?xf64>) {
    // CHECK-NEXT: sloop.forall %i in %[[M]] {
    sloop.forall %row in %m {
      // CHECK-NEXT: sloop.forall %j in %[[N]] how(<lanes = 32>) {
      sloop.forall %col in %n how(<lanes = 32>) {
        // CHECK-NEXT: %[[AV:.*]] = sloop.read %[[a]][%i, %j] : tensor<?x?xf64, #[[CSR]]>
        %0 = sloop.read %a[%row, %col] : tensor<?x?xf64, #CSR>
        // CHECK-NEXT: %[[BV:.*]] = sloop.read %[[x]][%j] : tensor<?xf64>
        %1 = sloop.read %b[%col] : tensor<?xf64>
        %2 = arith.mulf %0, %1 : f64
        // CHECK: sloop.write %{{.*}}, %[[c]][%i] by add : tensor<?xf64>
        sloop.write %2, %c[%row] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

// Buffers are written in place and have no result.
// CHECK-LABEL: func.func @nest_of_buffers
func.func @nest_of_buffers(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  // CHECK: {{^}}  sloop.nest ins(%{{.*}} = %{{.*}} : memref<?xf64>) outs(%[[c:.*]] = %{{.*}} : memref<?xf64>) attributes {seen = 1 : i64} {
  sloop.nest ins(%a = %x : memref<?xf64>) outs(%c = %y : memref<?xf64>) attributes {seen = 1} {
    // CHECK: sloop.forall %i in %{{.*}} attributes {seen = 2 : i64} {
    sloop.forall %i in %n attributes {seen = 2} {
      // CHECK: sloop.read %{{.*}}[%i] {seen = 3 : i64} : memref<?xf64>
      %0 = sloop.read %a[%i] {seen = 3} : memref<?xf64>
      // CHECK: sloop.write %{{.*}}, %[[c]][%i] : memref<?xf64>
      sloop.write %0, %c[%i] : memref<?xf64>
    }
  }
  return
}

// The body sees a list where the points of a result come in groups.
// CHECK-LABEL: func.func @points_in_groups
func.func @points_in_groups(%x: tensor<?x?xf64, #COO>, %y: tensor<?xf64>, %z: tensor<?x?xf64, #CSR>, %m: index, %n: index)
    -> (tensor<?xf64>, tensor<?x?xf64, #CSR>) {
  // CHECK: sloop.nest {{.*}} outs(%{{.*}} = %{{.*}}, %[[c:.*]] = %{{.*}} : tensor<?xf64>, tensor<?x?xf64, #[[COO]]> to tensor<?x?xf64, #[[CSR]]>) {
  %r:2 = sloop.nest ins(%a = %x : tensor<?x?xf64, #COO>)
                    outs(%b = %y, %c = %z : tensor<?xf64>, tensor<?x?xf64, #COO> to tensor<?x?xf64, #CSR>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #COO>
        // CHECK: sloop.write %{{.*}}, %[[c]][%i, %j] : tensor<?x?xf64, #[[COO]]>
        sloop.write %0, %c[%i, %j] : tensor<?x?xf64, #COO>
      }
    }
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?x?xf64, #CSR>
}

// CHECK-LABEL: func.func @empty_bodies
func.func @empty_bodies(%n: index, %m: index) {
  // CHECK: sloop.nest {
  // CHECK-NEXT: }
  sloop.nest { }
  sloop.nest {
    // CHECK: sloop.forall %i in %{{.*}} {
    // CHECK-NEXT: }
    sloop.forall %k in %n { }
  }
  return
}

// CHECK-LABEL: func.func @affine_subscripts
func.func @affine_subscripts(%x: tensor<?x?xf64>, %s: tensor<f64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = sloop.nest ins(%a = %x, %t = %s : tensor<?x?xf64>, tensor<f64>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      sloop.forall %j in %n {
        // CHECK: sloop.read %{{.*}}[%i + %j, %j * 2 + 1] : tensor<?x?xf64>
        %0 = sloop.read %a[%i + %j, 2 * %j + 1] : tensor<?x?xf64>
        // CHECK: sloop.read %{{.*}}[%i * 2 - %j, 7] : tensor<?x?xf64>
        %1 = sloop.read %a[2 * %i - %j, 7] : tensor<?x?xf64>
        // CHECK: sloop.read %{{.*}}[] : tensor<f64>
        %2 = sloop.read %t[] : tensor<f64>
        %3 = arith.addf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        // CHECK: sloop.write %{{.*}}, %{{.*}}[%i floordiv 2 + %j mod 3] by max : tensor<?xf64>
        sloop.write %4, %c[%i floordiv 2 + %j mod 3] by max : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @every_combiner
func.func @every_combiner(%x: memref<?xi32>, %y: memref<i32>, %n: index) {
  sloop.nest ins(%a = %x : memref<?xi32>) outs(%c = %y : memref<i32>) {
    // CHECK: sloop.fold %i in %{{.*}} by add -> i32 {
    %0 = sloop.fold %k in %n by add -> i32 {
      %v = sloop.read %a[%k] : memref<?xi32>
      // CHECK: sloop.yield %{{.*}} : i32
      sloop.yield %v : i32
    }
    // CHECK: sloop.fold %i in %{{.*}} how(<lanes = 8>) by mul -> i32 attributes {seen = 1 : i64} {
    %1 = sloop.fold %k in %n how(<lanes = 8>) by mul -> i32 attributes {seen = 1} {
      %v = sloop.read %a[%k] : memref<?xi32>
      sloop.yield %v : i32
    }
    // CHECK: sloop.write %{{.*}}[] by add : memref<i32>
    sloop.write %0, %c[] by add : memref<i32>
    // CHECK: sloop.write %{{.*}}[] by mul : memref<i32>
    sloop.write %1, %c[] by mul : memref<i32>
    // CHECK: sloop.write %{{.*}}[] by min : memref<i32>
    sloop.write %1, %c[] by min : memref<i32>
    // CHECK: sloop.write %{{.*}}[] by max : memref<i32>
    sloop.write %1, %c[] by max : memref<i32>
    // CHECK: sloop.write %{{.*}}[] by and : memref<i32>
    sloop.write %1, %c[] by and : memref<i32>
    // CHECK: sloop.write %{{.*}}[] by or : memref<i32>
    sloop.write %1, %c[] by or : memref<i32>
    // CHECK: sloop.write %{{.*}}[] by xor : memref<i32>
    sloop.write %1, %c[] by xor : memref<i32>
    // CHECK: sloop.write %{{.*}}[] by min_unsigned : memref<i32>
    sloop.write %1, %c[] by min_unsigned : memref<i32>
    // CHECK: sloop.write %{{.*}}[] by max_unsigned : memref<i32>
    sloop.write %1, %c[] by max_unsigned : memref<i32>
  }
  return
}

// CHECK-LABEL: func.func @every_combiner_of_floating_point_alone
func.func @every_combiner_of_floating_point_alone(%x: memref<?xf64>, %y: memref<f64>, %n: index) {
  sloop.nest ins(%a = %x : memref<?xf64>) outs(%c = %y : memref<f64>) {
    // CHECK: sloop.fold %i in %{{.*}} by min_number -> f64 {
    %0 = sloop.fold %k in %n by min_number -> f64 {
      %v = sloop.read %a[%k] : memref<?xf64>
      sloop.yield %v : f64
    }
    // CHECK: sloop.write %{{.*}}[] by max_number : memref<f64>
    sloop.write %0, %c[] by max_number : memref<f64>
  }
  return
}

// CHECK-LABEL: func.func @absence
func.func @absence(%x: tensor<?xf64, #V>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = sloop.nest ins(%a = %x : tensor<?xf64, #V>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #V>
      // CHECK: %[[STORED:.*]] = sloop.stored %{{.*}} : f64
      %1 = sloop.stored %0 : f64
      // CHECK: %[[NONE:.*]] = sloop.absent : f64
      %2 = sloop.absent : f64
      // CHECK: arith.select %[[STORED]], %{{.*}}, %[[NONE]] : f64
      %3 = arith.select %1, %0, %2 : f64
      sloop.write %3, %c[%i] : tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}

// Names that are given, with what else a loop is given.
// CHECK-LABEL: func.func @named_variables(
func.func @named_variables(%x: memref<?xf64>, %y: memref<?xf64>, %m: index, %n: index) {
  sloop.nest ins(%a = %x : memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    // CHECK: sloop.forall %row in %{{.*}} named "row" how(<lanes = 4>) {
    sloop.forall %i in %m named "row" how(<lanes = 4>) {
      // CHECK-NEXT: sloop.fold %col.inner in %{{.*}} named "col.inner" by add -> f64 {
      %s = sloop.fold %j in %n named "col.inner" by add -> f64 {
        // CHECK-NEXT: sloop.read %{{.*}}[%col.inner]
        %0 = sloop.read %a[%j] : memref<?xf64>
        sloop.yield %0 : f64
      }
      // CHECK: sloop.write %{{.*}}, %{{.*}}[%row]
      sloop.write %s, %c[%i] : memref<?xf64>
    }
  }
  return
}
