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

// CHECK-LABEL: func.func @inserts_rows_and_appends_columns(
// CHECK-SAME:    %[[M:.*]]: index, %[[N:.*]]: index, %[[C:.*]]: index, %[[V:.*]]: f64
func.func @inserts_rows_and_appends_columns(%m: index, %n: index, %c: index, %v: f64) -> tensor<?x?xf64, #CSR> {
  // CHECK: %[[B:.*]] = sloop.assemble sizes(%[[M]], %[[N]]) capacity(%[[C]]) : {{(!sloop.assembly)?}}<tensor<?x?xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>>
  // GENERIC: "sloop.assemble"(%{{.*}}, %{{.*}}, %{{.*}}) <{gaps = array<i64>}>
  %b = sloop.assemble sizes(%m, %n) capacity(%c) : !sloop.assembly<tensor<?x?xf64, #CSR>>
  // CHECK: %[[P:.*]] = sloop.insert %[[M]] to %[[B]][0] under(%[[N]]) : {{(!sloop.assembly)?}}<
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
  sloop.close %b[1] under(%p) : !sloop.assembly<tensor<?x?xf64, #CSR>>
  // CHECK: %[[T:.*]] = sloop.finish %[[B]] : {{(!sloop.assembly)?}}<tensor<?x?xf64, #stensor.format<{{.*}}>>> -> tensor<?x?xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>
  // GENERIC: "sloop.finish"
  %t = sloop.finish %b : !sloop.assembly<tensor<?x?xf64, #CSR>> -> tensor<?x?xf64, #CSR>
  return %t : tensor<?x?xf64, #CSR>
}

// Static sizes are not listed.
// CHECK-LABEL: func.func @levels_with_gaps(
func.func @levels_with_gaps(%c: index) {
  // CHECK: sloop.assemble capacity(%{{.*}}) {gaps = array<i64: 0, 1>} : {{(!sloop.assembly)?}}<tensor<4x8xf64,
  // GENERIC: "sloop.assemble"(%{{.*}}) <{gaps = array<i64: 0, 1>}>
  %b = sloop.assemble capacity(%c) {gaps = array<i64: 0, 1>} : !sloop.assembly<tensor<4x8xf64, #DCSR>>
  return
}

// CHECK-LABEL: func.func @several_coordinates_of_one_node(
func.func @several_coordinates_of_one_node(%b: !sloop.assembly<tensor<4x8xf64, #COO>>, %i: index, %j: index) {
  // CHECK: sloop.append(%{{.*}}, %{{.*}}) to %{{.*}}[0] {seen = 1 : i64} : {{(!sloop.assembly)?}}<
  %p = sloop.append(%i, %j) to %b[0] {seen = 1} : !sloop.assembly<tensor<4x8xf64, #COO>>
  return
}

// CHECK-LABEL: func.func @a_row_that_is_appended_after_its_entries(
func.func @a_row_that_is_appended_after_its_entries(%b: !sloop.assembly<tensor<4x8xf64, #DCSR>>) -> (index, index) {
  // CHECK: %[[N:.*]] = sloop.progress %{{.*}}[0] : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.progress"(%{{.*}}) <{level = 0 : i64}>
  %n = sloop.progress %b[0] : !sloop.assembly<tensor<4x8xf64, #DCSR>>
  // CHECK: %[[P:.*]] = sloop.assembly_end %{{.*}}[0] : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.assembly_end"(%{{.*}}) <{level = 0 : i64}>
  %p = sloop.assembly_end %b[0] : !sloop.assembly<tensor<4x8xf64, #DCSR>>
  // CHECK: return %[[N]], %[[P]]
  return %n, %p : index, index
}

// CHECK-LABEL: func.func @a_row_that_holds_the_fill_value(
func.func @a_row_that_holds_the_fill_value(%b: !sloop.assembly<tensor<4x8xf64, #Rows>>, %p: index) {
  // CHECK: sloop.clear %{{.*}}[0] at(%{{.*}}) : {{(!sloop.assembly)?}}<
  // GENERIC: "sloop.clear"(%{{.*}}) <{level = 0 : i64}>
  sloop.clear %b[0] at(%p) : !sloop.assembly<tensor<4x8xf64, #Rows>>
  return
}
