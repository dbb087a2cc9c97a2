// Stored results in cursor form: what is printed reads back as the same, in custom and in generic form and as bytecode.

// RUN: lacuna-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s | lacuna-opt --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --mlir-print-op-generic | lacuna-opt --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --emit-bytecode | lacuna-opt --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #stensor.format<(i, j) -> (i : compressed, j : dense)>
#Dense = #stensor.format<(i, j) -> (i : dense, j : dense)>

// CHECK-LABEL: func.func @inserts_rows_and_appends_columns(
// CHECK-SAME:    %[[M:.*]]: index, %[[N:.*]]: index, %[[C:.*]]: index, %[[V:.*]]: f64
func.func @inserts_rows_and_appends_columns(%m: index, %n: index, %c: index, %v: f64) -> tensor<?x?xf64, #CSR> {
  // CHECK: %[[T:.*]] = sloop.grow append(%[[B:.*]]) sizes(%[[M]], %[[N]]) capacity(%[[C]]) : tensor<?x?xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>> {
  // GENERIC: "sloop.grow"(%{{.*}}, %{{.*}}, %{{.*}}) <{gaps = array<i64>, operandSegmentSizes = array<i32: 2, 1>, strategy = "append"
  %t = sloop.grow append(%b) sizes(%m, %n) capacity(%c) : tensor<?x?xf64, #CSR> {
    // CHECK-NEXT: %[[P:.*]] = sloop.insert %[[M]] to %[[B]][0] under(%[[N]]) : {{(!sloop.assembly)?}}<
    // GENERIC: "sloop.insert"(%{{.*}}) <{level = 0 : i64}>
    %p = sloop.insert %m to %b[0] under(%n) : !sloop.assembly<tensor<?x?xf64, #CSR>>
    // CHECK: %[[Q:.*]] = sloop.append(%[[N]]) to %[[B]][1] : {{(!sloop.assembly)?}}<
    // GENERIC: "sloop.append"(%{{.*}}) <{level = 1 : i64}>
    %q = sloop.append(%n) to %b[1] : !sloop.assembly<tensor<?x?xf64, #CSR>>
    // CHECK: sloop.put %[[V]] in %[[B]][%[[Q]]] : f64, {{(!sloop.assembly)?}}<
    // GENERIC: "sloop.put"
    sloop.put %v in %b[%q] : f64, !sloop.assembly<tensor<?x?xf64, #CSR>>
    // CHECK: sloop.close %[[B]][1] under(%[[P]]) : {{(!sloop.assembly)?}}<
    // GENERIC: "sloop.close"(%{{.*}}) <{level = 1 : i64}>
    // CHECK-NEXT: }
    sloop.close %b[1] under(%p) : !sloop.assembly<tensor<?x?xf64, #CSR>>
  }
  // CHECK: return %[[T]]
  return %t : tensor<?x?xf64, #CSR>
}

// Lanes are appended and put side by side; a mask says which of them count.
// CHECK-LABEL: func.func @appends_lanes(
// CHECK-SAME:    %[[N:.*]]: index, %[[V:.*]]: vector<8xf64>, %[[M:.*]]: vector<8xi1>
func.func @appends_lanes(%n: index, %v: vector<8xf64>, %m: vector<8xi1>) -> tensor<4x?xf64, #CSR> {
  // CHECK: sloop.grow append(%[[B:.*]]) sizes
  %t = sloop.grow append(%b) sizes(%n) capacity(%n) : tensor<4x?xf64, #CSR> {
    // CHECK-NEXT: sloop.reserve
    sloop.reserve %n in %b[1] : !sloop.assembly<tensor<4x?xf64, #CSR>>
    // CHECK-NEXT: %[[P:.*]] = sloop.append_lanes %[[N]] to %[[B]][1] lanes 8 : {{(!sloop.assembly)?}}<
    // GENERIC: "sloop.append_lanes"(%{{.*}}) <{lanes = 8 : i64, level = 1 : i64}>
    %p = sloop.append_lanes %n to %b[1] lanes 8 : !sloop.assembly<tensor<4x?xf64, #CSR>>
    // CHECK-NEXT: sloop.put %[[V]] in %[[B]][%[[P]]] : vector<8xf64>, {{(!sloop.assembly)?}}<
    sloop.put %v in %b[%p] : vector<8xf64>, !sloop.assembly<tensor<4x?xf64, #CSR>>
    // CHECK-NEXT: %[[Q:.*]] = sloop.append_lanes %[[N]] to %[[B]][1] lanes 8 mask %[[M]] : vector<8xi1> reserved : {{(!sloop.assembly)?}}<
    %q = sloop.append_lanes %n to %b[1] lanes 8 mask %m : vector<8xi1> reserved : !sloop.assembly<tensor<4x?xf64, #CSR>>
    // CHECK-NEXT: sloop.put %[[V]] in %[[B]][%[[Q]]] mask %[[M]] : vector<8xi1> : vector<8xf64>, {{(!sloop.assembly)?}}<
    sloop.put %v in %b[%q] mask %m : vector<8xi1> : vector<8xf64>, !sloop.assembly<tensor<4x?xf64, #CSR>>
  }
  return %t : tensor<4x?xf64, #CSR>
}

// Static sizes are not listed, and attributes are kept.
// CHECK-LABEL: func.func @levels_with_gaps(
func.func @levels_with_gaps(%c: index) {
  // CHECK: sloop.grow append(%{{.*}}) capacity(%{{.*}}) gaps(0, 1) attributes {seen = 1 : i64} : tensor<4x8xf64,
  // GENERIC: "sloop.grow"(%{{.*}}) <{gaps = array<i64: 0, 1>,
  %t = sloop.grow append(%b) capacity(%c) gaps(0, 1) attributes {seen = 1} : tensor<4x8xf64, #DCSR> {
  }
  return
}

// CHECK-LABEL: func.func @points_in_any_order(
func.func @points_in_any_order(%c: index) {
  // CHECK: sloop.grow insert(%{{.*}}) capacity(%{{.*}}) : tensor<4x8xf64,
  // GENERIC: insert
  %t = sloop.grow insert(%b) capacity(%c) : tensor<4x8xf64, #Dense> {
  }
  return
}

// What the body yields follows the tensor.
// CHECK-LABEL: func.func @one_inside_the_other(
func.func @one_inside_the_other(%c: index) -> (tensor<4x8xf64, #CSR>, tensor<4x8xf64, #COO>, index) {
  // CHECK: %[[T:.*]]:3 = sloop.grow append(%{{.*}}) capacity(%{{.*}}) : tensor<4x8xf64, {{.*}}> -> (tensor<4x8xf64, {{.*}}>, index) {
  %t, %u, %n = sloop.grow append(%b) capacity(%c) : tensor<4x8xf64, #CSR> -> (tensor<4x8xf64, #COO>, index) {
    // CHECK-NEXT: %[[U:.*]]:2 = sloop.grow append(%{{.*}}) capacity(%{{.*}}) : tensor<4x8xf64, {{.*}}> -> index {
    %v, %m = sloop.grow append(%d) capacity(%c) : tensor<4x8xf64, #COO> -> (index) {
      // CHECK-NEXT: %[[P:.*]] = sloop.append
      %p = sloop.append(%c, %c) to %d[0] : !sloop.assembly<tensor<4x8xf64, #COO>>
      // CHECK-NEXT: sloop.yield %[[P]] : index
      sloop.yield %p : index
    }
    // CHECK: sloop.yield %[[U]]#0, %[[U]]#1 : tensor<
    sloop.yield %v, %m : tensor<4x8xf64, #COO>, index
  }
  // CHECK: return %[[T]]#0, %[[T]]#1, %[[T]]#2
  return %t, %u, %n : tensor<4x8xf64, #CSR>, tensor<4x8xf64, #COO>, index
}

// CHECK-LABEL: func.func @several_coordinates_of_one_node(
func.func @several_coordinates_of_one_node(%c: index, %i: index, %j: index) {
  %t = sloop.grow append(%b) capacity(%c) : tensor<4x8xf64, #COO> {
    // CHECK: sloop.append(%{{.*}}, %{{.*}}) to %{{.*}}[0] {seen = 1 : i64} : {{(!sloop.assembly)?}}<
    %p = sloop.append(%i, %j) to %b[0] {seen = 1} : !sloop.assembly<tensor<4x8xf64, #COO>>
  }
  return
}

// CHECK-LABEL: func.func @a_row_that_is_appended_after_its_entries(
func.func @a_row_that_is_appended_after_its_entries(%c: index) {
  %t = sloop.grow append(%b) capacity(%c) : tensor<4x8xf64, #DCSR> {
    // CHECK: sloop.progress %{{.*}}[0] : {{(!sloop.assembly)?}}<
    // GENERIC: "sloop.progress"(%{{.*}}) <{level = 0 : i64}>
    %n = sloop.progress %b[0] : !sloop.assembly<tensor<4x8xf64, #DCSR>>
    // CHECK: sloop.assembly_end %{{.*}}[0] : {{(!sloop.assembly)?}}<
    // GENERIC: "sloop.assembly_end"(%{{.*}}) <{level = 0 : i64}>
    %p = sloop.assembly_end %b[0] : !sloop.assembly<tensor<4x8xf64, #DCSR>>
  }
  return
}

// CHECK-LABEL: func.func @a_row_that_holds_the_fill_value(
func.func @a_row_that_holds_the_fill_value(%c: index, %p: index) {
  %t = sloop.grow append(%b) capacity(%c) : tensor<4x8xf64, #Rows> {
    // CHECK: sloop.clear %{{.*}}[0] at(%{{.*}}) : {{(!sloop.assembly)?}}<
    // GENERIC: "sloop.clear"(%{{.*}}) <{level = 0 : i64}>
    sloop.clear %b[0] at(%p) : !sloop.assembly<tensor<4x8xf64, #Rows>>
  }
  return
}

// CHECK-LABEL: func.func @room_before_a_loop(
// CHECK-SAME:    %[[A:.*]]: tensor<4x8xf64, {{.*}}, %[[C:.*]]: index, %[[P:.*]]: index
func.func @room_before_a_loop(%A: tensor<4x8xf64, #CSR>, %c: index, %p: index) {
  // CHECK: %[[N:.*]] = sloop.node_count %[[A]][1] under(%[[P]]) given(%[[P]]) : tensor<4x8xf64, #stensor.format<{{.*}}>>
  // GENERIC: "sloop.node_count"(%{{.*}}, %{{.*}}, %{{.*}}) <{level = 1 : i64, operandSegmentSizes = array<i32: 1, 1, 1>}>
  %n = sloop.node_count %A[1] under(%p) given(%p) : tensor<4x8xf64, #CSR>
  // CHECK: sloop.node_count %[[A]][1] under(%[[P]], %[[N]]) {seen = 1 : i64} : tensor<
  // GENERIC: "sloop.node_count"(%{{.*}}) <{level = 1 : i64, operandSegmentSizes = array<i32: 1, 2, 0>}> {seen = 1 : i64}
  %m = sloop.node_count %A[1] under(%p, %n) {seen = 1} : tensor<4x8xf64, #CSR>
  // CHECK: sloop.grow append(%[[B:.*]]) capacity(
  %t = sloop.grow append(%b) capacity(%c) : tensor<4x8xf64, #CSR> {
    // CHECK: sloop.reserve %[[N]] in %[[B]][1] : {{(!sloop.assembly)?}}<
    // GENERIC: "sloop.reserve"(%{{.*}}, %{{.*}}) <{level = 1 : i64}>
    sloop.reserve %n in %b[1] : !sloop.assembly<tensor<4x8xf64, #CSR>>
    // CHECK: sloop.append(%[[P]]) to %[[B]][1] reserved {seen = 1 : i64} : {{(!sloop.assembly)?}}<
    // GENERIC: "sloop.append"(%{{.*}}, %{{.*}}) <{level = 1 : i64, reserved}> {seen = 1 : i64}
    %q = sloop.append(%p) to %b[1] reserved {seen = 1} : !sloop.assembly<tensor<4x8xf64, #CSR>>
  }
  return
}

// CHECK-LABEL: func.func @counted_and_placed(
// CHECK-SAME:    %[[I:.*]]: index, %[[J:.*]]: index, %[[N:.*]]: index, %[[V:.*]]: f64
func.func @counted_and_placed(%i: index, %j: index, %n: index, %v: f64) -> tensor<4x?xf64, #CSR> {
  // CHECK: %{{.*}} = sloop.grow count(%[[B:.*]]) sizes(%[[N]]) : tensor<4x?xf64, #stensor.format<
  // GENERIC: "sloop.grow"(%{{.*}}) <{gaps = array<i64>, operandSegmentSizes = array<i32: 1, 0>, strategy = "count"
  %t = sloop.grow count(%b) sizes(%n) : tensor<4x?xf64, #CSR> {
    // CHECK: sloop.count(%[[I]], %[[J]]) in %[[B]] : {{(!sloop.assembly)?}}<
    // GENERIC: "sloop.count"(%{{.*}}, %{{.*}}, %{{.*}}) :
    sloop.count(%i, %j) in %b : !sloop.assembly<tensor<4x?xf64, #CSR>>
    // CHECK: sloop.arrange %[[B]] : {{(!sloop.assembly)?}}<
    // GENERIC: "sloop.arrange"(%{{.*}}) :
    sloop.arrange %b : !sloop.assembly<tensor<4x?xf64, #CSR>>
    // CHECK: %[[P:.*]] = sloop.place(%[[I]], %[[J]]) in %[[B]] : {{(!sloop.assembly)?}}<
    // GENERIC: "sloop.place"(%{{.*}}, %{{.*}}, %{{.*}}) : (index, index, !sloop.assembly<{{.*}}>) -> index
    %p = sloop.place(%i, %j) in %b : !sloop.assembly<tensor<4x?xf64, #CSR>>
    // CHECK: sloop.put %[[V]] in %[[B]][%[[P]]]
    sloop.put %v in %b[%p] : f64, !sloop.assembly<tensor<4x?xf64, #CSR>>
  }
  return %t : tensor<4x?xf64, #CSR>
}

// CHECK-LABEL: func.func @grouped(
// CHECK-SAME:    %[[N:.*]]: index
func.func @grouped(%n: index) {
  // CHECK: sloop.grow group(%{{.*}}) sizes(%[[N]]) capacity(%[[N]]) : tensor<4x?xf64, #stensor.format<
  // GENERIC: group
  %a = sloop.grow group(%b) sizes(%n) capacity(%n) : tensor<4x?xf64, #CSR> {
  }
  return
}

#Vector = #stensor.format<(i) -> (i : compressed)>
#List = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered))>

// CHECK-LABEL: func.func @workspace(
// CHECK-SAME:    %[[J:.*]]: index, %[[N:.*]]: index, %[[V:.*]]: f64
func.func @workspace(%j: index, %n: index, %v: f64) -> memref<?xf64> {
  // CHECK: %[[O:.*]] = sloop.workspace dense(%[[W:.*]]) sizes(%[[N]]) : tensor<?xf64, #stensor.format<{{.*}}>> -> memref<?xf64> {
  // GENERIC: "sloop.workspace"(%{{.*}}) <{keeping = "dense"}> ({
  %o = sloop.workspace dense(%w) sizes(%n) : tensor<?xf64, #Vector> -> (memref<?xf64>) {
    // CHECK: sloop.scatter %[[V]] in %[[W]][%[[J]]] by add : f64, {{(!sloop.assembly)?}}<
    sloop.scatter %v in %w[%j] by add : f64, !sloop.assembly<tensor<?xf64, #Vector>>
    // CHECK: %{{.*}} = sloop.collect %[[W]] : {{(!sloop.assembly)?}}<tensor<?xf64, {{.*}}>> -> tensor<?xf64,
    %t = sloop.collect %w : !sloop.assembly<tensor<?xf64, #Vector>> -> tensor<?xf64, #Vector>
    %own = memref.alloc(%n) : memref<?xf64>
    // CHECK: sloop.yield %{{.*}} : memref<?xf64>
    sloop.yield %own : memref<?xf64>
  }
  // CHECK: sloop.workspace dense(%[[L:.*]]) attributes {seen = 1 : i64} : tensor<4x8xf64,
  sloop.workspace dense(%l) attributes {seen = 1} : tensor<4x8xf64, #List> {
    // CHECK: sloop.scatter %[[V]] in %[[L]][%[[J]], %[[J]]] : f64,
    sloop.scatter %v in %l[%j, %j] : f64, !sloop.assembly<tensor<4x8xf64, #List>>
  }
  // CHECK: sloop.workspace "radix:4096"(%[[R:.*]]) by add sizes(%[[N]]) : tensor<?xf64,
  // GENERIC: "sloop.workspace"(%{{.*}}) <{combiner = #sloop<combiner add>, keeping = "radix:4096"}> ({
  sloop.workspace "radix:4096"(%r) by add sizes(%n) : tensor<?xf64, #Vector> {
    // CHECK: sloop.scatter %[[V]] in %[[R]][%[[J]]] : f64,
    sloop.scatter %v in %r[%j] : f64, !sloop.assembly<tensor<?xf64, #Vector>>
  }
  // CHECK: sloop.workspace "runs:8:aside"(%{{.*}}) by add : tensor<4xf64,
  sloop.workspace "runs:8:aside"(%s) by add : tensor<4xf64, #Vector> {
  }
  return %o : memref<?xf64>
}
