// `stensor-expand-conversions`: conversions as copies, sorts and builds.

// RUN: lacuna-opt %s --stensor-expand-conversions --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --stensor-expand-conversions --stensor-expand-conversions --mlir-print-local-scope | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#DCSC = #stensor.format<(i, j) -> (j : compressed, i : compressed)>
#CSF = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
#Tubes = #stensor.format<(i, j, k) -> (k : dense, j : dense, i : compressed)>
#Slices = #stensor.format<(i, j, k) -> (k : dense, j : compressed, i : compressed)>
#List = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Columns = #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton), positions = 64>
#Heap = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(nonunique, unordered))>
#Any = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered)), positions = 64>
#AnyNarrow = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered))>
#AnyRows = #stensor.format<(i, j) -> (i : compressed(unordered), j : compressed(unordered))>
#Filled = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton), fill = 2.0 : f64>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#StoredBlocks = #stensor.format<(i, j) -> (i floordiv 2 : compressed, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#AnyColumns = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
#AnyList = #stensor.format<(i, j) -> (j : compressed(nonunique, unordered), i : singleton(unordered))>
#Hash = #stensor.format<(i, j) -> (i : dense, j : hashed)>
#Slots = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>

// Where the entries come in the order of the result, every point is copied.
// CHECK-LABEL: func.func @order_of_the_levels_is_the_same(
// CHECK-NOT:   stensor.sort
// CHECK:       %[[E:.*]] = stensor.empty
// CHECK:       %[[R:.*]] = sloop.nest ins(%[[A:.*]] = %arg0 : {{.*}}) outs(%[[C:.*]] = %[[E]] : {{.*}}>) attributes {sloop.keep_fill} {
// CHECK-NEXT:    sloop.forall %i in %c4
// CHECK-NEXT:      sloop.forall %j in %c8
// CHECK-NEXT:        %[[V:.*]] = sloop.read %[[A]][%i, %j]
// CHECK-NEXT:        sloop.write %[[V]], %[[C]][%i, %j] elsewhere(0.000000e+00 : f64)
// CHECK:       return %[[R]]
func.func @order_of_the_levels_is_the_same(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #DCSR> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #DCSR>
  return %r : tensor<4x8xf64, #DCSR>
}

// Where the result has room for every parent, too: they may come in any order.
// CHECK-LABEL: func.func @room_for_every_column(
// CHECK-NOT:   stensor.sort
// CHECK:       %[[E:.*]] = stensor.empty : tensor<4x8xf64, #stensor.format<(i, j) -> (j : dense, i : compressed)>>
// CHECK:       %[[R:.*]] = sloop.nest ins(%{{.*}} = %arg0 : {{.*}}) outs(%{{.*}} = %[[E]] : {{.*}}>) attributes {sloop.keep_fill} {
// CHECK-NOT:   stensor.release
// CHECK:       return %[[R]]
func.func @room_for_every_column(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #CSC> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #CSC>
  return %r : tensor<4x8xf64, #CSC>
}

// CHECK-LABEL: func.func @room_for_every_tube(
// CHECK-NOT:   stensor.sort
// CHECK:       sloop.nest ins(%{{.*}} = %arg0 :
// CHECK-NOT:   stensor.sort
// CHECK:       return
func.func @room_for_every_tube(%A: tensor<4x8x9xf64, #CSF>) -> tensor<4x8x9xf64, #Tubes> {
  %r = stensor.convert %A : tensor<4x8x9xf64, #CSF> to tensor<4x8x9xf64, #Tubes>
  return %r : tensor<4x8x9xf64, #Tubes>
}

// Not where it has room for some of the levels that come in another order.
// CHECK-LABEL: func.func @room_for_every_slice(
// CHECK:       sloop.nest ins(%{{.*}} = %arg0 :
// CHECK:       stensor.sort
// CHECK:       sloop.nest
func.func @room_for_every_slice(%A: tensor<4x8x9xf64, #CSF>) -> tensor<4x8x9xf64, #Slices> {
  %r = stensor.convert %A : tensor<4x8x9xf64, #CSF> to tensor<4x8x9xf64, #Slices>
  return %r : tensor<4x8x9xf64, #Slices>
}

// Else they become a list, the list is sorted, and copied.
// CHECK-LABEL: func.func @order_of_the_levels_is_another(
// CHECK:       %[[E:.*]] = stensor.empty : tensor<4x8xf64, #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton), positions = 64>>
// CHECK:       %[[LIST:.*]] = sloop.nest ins(%{{.*}} = %arg0 : {{.*}}) outs(%{{.*}} = %[[E]] :
// CHECK:       %[[SORTED:.*]] = stensor.sort %[[LIST]] consumed : {{.*}} to tensor<4x8xf64, #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton), positions = 64>>
// CHECK:       %[[COLUMNS:.*]] = stensor.empty : tensor<4x8xf64, #stensor.format<(i, j) -> (j : compressed, i : compressed)>>
// CHECK:       %[[R:.*]] = sloop.nest ins(%{{.*}} = %[[SORTED]] : {{.*}}) outs(%{{.*}} = %[[COLUMNS]] : {{.*}} {
// CHECK-NEXT:    sloop.forall %i in %c8
// CHECK-NEXT:      sloop.forall %j in %c4
// What was made on the way is freed: the sort takes its source.
// CHECK:       stensor.release %[[SORTED]]
// CHECK-NOT:   stensor.release
// CHECK:       return %[[R]]
func.func @order_of_the_levels_is_another(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #DCSC> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #DCSC>
  return %r : tensor<4x8xf64, #DCSC>
}

// A list is sorted as it is, and what is sorted may be the result.
// CHECK-LABEL: func.func @list_to_list(
// CHECK-NOT:   sloop.nest
// CHECK:       %[[R:.*]] = stensor.sort %arg0
// CHECK-NEXT:  return %[[R]]
func.func @list_to_list(%A: tensor<4x8xf64, #List>) -> tensor<4x8xf64, #Columns> {
  %r = stensor.convert %A : tensor<4x8xf64, #List> to tensor<4x8xf64, #Columns>
  return %r : tensor<4x8xf64, #Columns>
}

// A list without an order takes the entries as they come; in narrower positions they are copied, in order.
// CHECK-LABEL: func.func @columns_to_any_order(
// CHECK:       %[[LIST:.*]] = sloop.nest ins(%{{.*}} = %arg0 : {{.*}}) outs({{.*}}(j : compressed(nonunique), i : singleton), positions = 64>>)
// CHECK-NEXT:    sloop.forall %i in %c8
// CHECK:       %[[R:.*]] = stensor.sort %[[LIST]] consumed : {{.*}} to {{.*}}(i : compressed(nonunique, unordered), j : singleton(unordered)), positions = 64>>
// CHECK-NEXT:  return %[[R]]
func.func @columns_to_any_order(%A: tensor<4x8xf64, #CSC>) -> tensor<4x8xf64, #Any> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSC> to tensor<4x8xf64, #Any>
  return %r : tensor<4x8xf64, #Any>
}

// CHECK-LABEL: func.func @columns_to_any_order_narrowly(
// CHECK:       %[[SORTED:.*]] = stensor.sort %{{.*}} consumed : {{.*}} to {{.*}}(i : compressed(nonunique), j : singleton), positions = 64>>
// CHECK:       sloop.nest ins(%{{.*}} = %[[SORTED]] :
func.func @columns_to_any_order_narrowly(%A: tensor<4x8xf64, #CSC>) -> tensor<4x8xf64, #AnyNarrow> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSC> to tensor<4x8xf64, #AnyNarrow>
  return %r : tensor<4x8xf64, #AnyNarrow>
}

// Rows that are unique have their entries side by side, in whatever order they are.
// CHECK-LABEL: func.func @columns_to_rows_in_any_order(
// CHECK:       %[[SORTED:.*]] = stensor.sort %{{.*}} consumed : {{.*}} to {{.*}}(i : compressed(nonunique), j : singleton), positions = 64>>
// CHECK:       sloop.nest ins(%{{.*}} = %[[SORTED]] :
func.func @columns_to_rows_in_any_order(%A: tensor<4x8xf64, #CSC>) -> tensor<4x8xf64, #AnyRows> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSC> to tensor<4x8xf64, #AnyRows>
  return %r : tensor<4x8xf64, #AnyRows>
}

// Rows in their own order are copied.
// CHECK-LABEL: func.func @rows_to_rows_in_any_order(
// CHECK-NOT:   stensor.sort
// CHECK:       return
func.func @rows_to_rows_in_any_order(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #AnyRows> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #AnyRows>
  return %r : tensor<4x8xf64, #AnyRows>
}

// What repeats is summed up when it is copied, side by side.
// CHECK-LABEL: func.func @list_with_repeated_points(
// CHECK:       %[[SORTED:.*]] = stensor.sort %arg0 : {{.*}} to tensor<4x8xf64, #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique)), positions = 64>>
// CHECK:       sloop.nest ins(%{{.*}} = %[[SORTED]] :
// CHECK-NOT:   stensor.sort
func.func @list_with_repeated_points(%A: tensor<4x8xf64, #Heap>) -> tensor<4x8xf64, #CSR> {
  %r = stensor.convert %A : tensor<4x8xf64, #Heap> to tensor<4x8xf64, #CSR>
  return %r : tensor<4x8xf64, #CSR>
}

// Rows of blocks come one after the other: no list is made, only said to be what the points come as.
// CHECK-LABEL: func.func @into_blocks(
// CHECK-NOT:   stensor.sort
// CHECK:       %[[R:.*]] = sloop.nest ins(%{{.*}} = %arg0 :{{.*}} outs({{.*}}#stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton), positions = 64>> to tensor<4x8xf64, #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>>) attributes {sloop.keep_fill} {
// CHECK:       return %[[R]]
func.func @into_blocks(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #Blocks> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #Blocks>
  return %r : tensor<4x8xf64, #Blocks>
}

// Rows have to be in order for that, their entries not.
// CHECK-LABEL: func.func @rows_in_any_order_within(
// CHECK-NOT:   stensor.sort
// CHECK:       sloop.nest {{.*}} outs({{.*}}(i : compressed(nonunique), j : singleton(unordered)), positions = 64>> to tensor<4x8xf64, #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>>)
func.func @rows_in_any_order_within(%A: tensor<4x8xf64, #AnyColumns>) -> tensor<4x8xf64, #Blocks> {
  %r = stensor.convert %A : tensor<4x8xf64, #AnyColumns> to tensor<4x8xf64, #Blocks>
  return %r : tensor<4x8xf64, #Blocks>
}

// So are entries of rows put in order.
// CHECK-LABEL: func.func @rows_into_order(
// CHECK-NOT:   stensor.sort
// CHECK:       sloop.nest {{.*}} outs({{.*}}j : singleton(unordered)), positions = 64>> to tensor<4x8xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>)
func.func @rows_into_order(%A: tensor<4x8xf64, #AnyColumns>) -> tensor<4x8xf64, #CSR> {
  %r = stensor.convert %A : tensor<4x8xf64, #AnyColumns> to tensor<4x8xf64, #CSR>
  return %r : tensor<4x8xf64, #CSR>
}

// Columns are sorted into rows of blocks first, by those alone.
// CHECK-LABEL: func.func @columns_into_blocks(
// CHECK:       %[[SORTED:.*]] = stensor.sort %{{.*}} consumed : {{.*}} to tensor<4x8xf64, #stensor.format<(i, j) -> (i floordiv 2 : compressed(nonunique), j floordiv 2 : singleton(nonunique, unordered), i mod 2 : singleton(nonunique, unordered), j mod 2 : singleton(unordered)), positions = 64>>
// CHECK:       %[[R:.*]] = sloop.nest ins(%{{.*}} = %[[SORTED]] :{{.*}} to tensor<4x8xf64, #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>>)
// CHECK:       stensor.release %[[SORTED]]
// CHECK-NEXT:  return %[[R]]
func.func @columns_into_blocks(%A: tensor<4x8xf64, #CSC>) -> tensor<4x8xf64, #Blocks> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSC> to tensor<4x8xf64, #Blocks>
  return %r : tensor<4x8xf64, #Blocks>
}

// Parts of a point have to be added up first: by the levels of blocks.
// CHECK-LABEL: func.func @parts_into_blocks(
// CHECK:       stensor.sort %{{.*}} : {{.*}} to tensor<4x8xf64, #stensor.format<(i, j) -> (i floordiv 2 : compressed(nonunique), j floordiv 2 : singleton(nonunique), i mod 2 : singleton(nonunique), j mod 2 : singleton(nonunique)), positions = 64>>
// CHECK:       sloop.nest {{.*}} outs({{.*}}#stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>>) attributes {sloop.keep_fill} {
func.func @parts_into_blocks(%A: tensor<4x8xf64, #Heap>) -> tensor<4x8xf64, #Blocks> {
  %r = stensor.convert %A : tensor<4x8xf64, #Heap> to tensor<4x8xf64, #Blocks>
  return %r : tensor<4x8xf64, #Blocks>
}

// Two levels that store coordinates: from a sorted list.
// CHECK-LABEL: func.func @into_stored_rows_of_blocks(
// CHECK:       stensor.sort
// CHECK-NOT:   outs({{.*}} to tensor
func.func @into_stored_rows_of_blocks(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #StoredBlocks> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #StoredBlocks>
  return %r : tensor<4x8xf64, #StoredBlocks>
}

// All diagonals have one parent: the entries come in any order.
// CHECK-LABEL: func.func @columns_in_any_order_into_diagonals(
// CHECK-NOT:   stensor.sort
// CHECK:       sloop.nest {{.*}} outs({{.*}}(j : compressed(nonunique, unordered), i : singleton(unordered)), positions = 64>> to tensor<4x8xf64, #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>>)
func.func @columns_in_any_order_into_diagonals(%A: tensor<4x8xf64, #AnyList>) -> tensor<4x8xf64, #DIA> {
  %r = stensor.convert %A : tensor<4x8xf64, #AnyList> to tensor<4x8xf64, #DIA>
  return %r : tensor<4x8xf64, #DIA>
}

// What fills up blocks is left out.
// CHECK-LABEL: func.func @out_of_blocks(
// CHECK:       %[[LIST:.*]] = sloop.nest {{.*}} outs({{.*}}#stensor.format<(i, j) -> (i floordiv 2 : compressed(nonunique), j floordiv 2 : singleton(nonunique), i mod 2 : singleton(nonunique), j mod 2 : singleton), positions = 64>>) attributes {sloop.drop_fill}
// Rows are counted, so only columns are sorted by.
// CHECK:       stensor.sort %[[LIST]] consumed within : {{.*}} to tensor<4x8xf64, #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton(unordered)), positions = 64>>
// CHECK-NOT:   sloop.drop_fill
func.func @out_of_blocks(%A: tensor<4x8xf64, #Blocks>) -> tensor<4x8xf64, #CSR> {
  %r = stensor.convert %A : tensor<4x8xf64, #Blocks> to tensor<4x8xf64, #CSR>
  return %r : tensor<4x8xf64, #CSR>
}

// And what fills up slots; their entries come in no order.
// CHECK-LABEL: func.func @out_of_slots(
// CHECK:       %[[LIST:.*]] = sloop.nest {{.*}} outs({{.*}}#stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(nonunique, unordered)), positions = 64>>) attributes {sloop.drop_fill}
// CHECK:       stensor.sort %[[LIST]]
func.func @out_of_slots(%A: tensor<4x8xf64, #Slots>) -> tensor<4x8xf64, #CSR> {
  %r = stensor.convert %A : tensor<4x8xf64, #Slots> to tensor<4x8xf64, #CSR>
  return %r : tensor<4x8xf64, #CSR>
}

// A dense tensor is walked in any order; zeros are left out.
// CHECK-LABEL: func.func @from_dense(
// CHECK-NOT:   stensor.sort
// CHECK:       sloop.nest ins(%{{.*}} = %arg0 : tensor<4x8xf64>) outs({{.*}}) attributes {sloop.drop_fill} {
// CHECK-NEXT:    sloop.forall %i in %c8
// CHECK-NEXT:      sloop.forall %j in %c4
func.func @from_dense(%A: tensor<4x8xf64>) -> tensor<4x8xf64, #CSC> {
  %r = stensor.convert %A : tensor<4x8xf64> to tensor<4x8xf64, #CSC>
  return %r : tensor<4x8xf64, #CSC>
}

// And filled in any.
// CHECK-LABEL: func.func @to_dense(
// CHECK-NOT:   stensor.sort
// CHECK:       %[[E:.*]] = bufferization.alloc_tensor() : tensor<4x8xf64>
// CHECK:       sloop.nest ins(%[[A:.*]] = %arg0 : {{.*}}) outs(%[[C:.*]] = %[[E]] : tensor<4x8xf64>) {
// CHECK:           sloop.write %{{.*}}, %[[C]][%i, %j] : tensor<4x8xf64>
// CHECK:           %[[V:.*]] = sloop.read %[[A]][%i, %j]
// CHECK-NEXT:      sloop.write %[[V]], %[[C]][%i, %j] elsewhere(0.000000e+00 : f64)
func.func @to_dense(%A: tensor<4x8xf64, #CSC>) -> tensor<4x8xf64> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSC> to tensor<4x8xf64>
  return %r : tensor<4x8xf64>
}

// Points that may be stored in parts are added up,
// CHECK-LABEL: func.func @parts_to_dense(
// CHECK:           %[[V:.*]] = sloop.read
// CHECK-NEXT:      sloop.write %[[V]], %{{.*}}[%i, %j] by add
func.func @parts_to_dense(%A: tensor<4x8xf64, #Slots>) -> tensor<4x8xf64> {
  %r = stensor.convert %A : tensor<4x8xf64, #Slots> to tensor<4x8xf64>
  return %r : tensor<4x8xf64>
}

// in a list where the others are not zero.
// CHECK-LABEL: func.func @parts_of_other_values_to_dense(
// CHECK:       %[[SORTED:.*]] = stensor.sort
// CHECK:       %[[LIST:.*]] = sloop.nest ins(%{{.*}} = %[[SORTED]] : {{.*}}) outs({{.*}}(i : compressed(nonunique), j : singleton), positions = 64, fill = 2.000000e+00 : f64>>)
// CHECK:       %[[R:.*]] = sloop.nest ins(%{{.*}} = %[[LIST]] :
// CHECK:           sloop.write %{{.*}}, %{{.*}}[%i, %j] elsewhere(2.000000e+00 : f64)
// CHECK:       stensor.release %[[LIST]]
// CHECK-NEXT:  return %[[R]]
func.func @parts_of_other_values_to_dense(%A: tensor<4x8xf64, #Filled>) -> tensor<4x8xf64> {
  %r = stensor.convert %A : tensor<4x8xf64, #Filled> to tensor<4x8xf64>
  return %r : tensor<4x8xf64>
}

// Diagonals cannot be gone through: the points are.
// CHECK-LABEL: func.func @dense_to_diagonals(
// CHECK:       sloop.nest ins(%{{.*}} = %arg0 : tensor<4x8xf64>) outs({{.*}}#stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton), positions = 64>> to tensor<4x8xf64, {{.*}}>) attributes {sloop.drop_fill}
func.func @dense_to_diagonals(%A: tensor<4x8xf64>) -> tensor<4x8xf64, #DIA> {
  %r = stensor.convert %A : tensor<4x8xf64> to tensor<4x8xf64, #DIA>
  return %r : tensor<4x8xf64, #DIA>
}

// What cannot be appended to is built from the list.
// CHECK-LABEL: func.func @into_tables(
// CHECK:       %[[SORTED:.*]] = stensor.sort
// CHECK:       %[[R:.*]] = stensor.build %[[SORTED]] : {{.*}} to tensor<4x8xf64, #stensor.format<(i, j) -> (i : dense, j : hashed)>>
// CHECK-NEXT:  stensor.release %[[SORTED]]
// CHECK-NEXT:  return %[[R]]
func.func @into_tables(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #Hash> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #Hash>
  return %r : tensor<4x8xf64, #Hash>
}

// A dense tensor gives the list in order.
// CHECK-LABEL: func.func @dense_into_tables(
// CHECK-NOT:   stensor.sort
// CHECK:       %[[LIST:.*]] = sloop.nest
// CHECK-NOT:   stensor.sort
// CHECK:       stensor.build %[[LIST]]
func.func @dense_into_tables(%A: tensor<4x8xf64>) -> tensor<4x8xf64, #Hash> {
  %r = stensor.convert %A : tensor<4x8xf64> to tensor<4x8xf64, #Hash>
  return %r : tensor<4x8xf64, #Hash>
}

// Nothing to do.
// CHECK-LABEL: func.func @to_itself(
// CHECK-NEXT:  return %arg0
func.func @to_itself(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #CSR> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #CSR>
  return %r : tensor<4x8xf64, #CSR>
}

// A list at the end holds what is there, also below a dense level: its zeros are entries.
// CHECK-LABEL: func.func @zeros_of_lists_are_kept(
// CHECK-NOT:   sloop.drop_fill
// CHECK:       return
#DenseBetween = #stensor.format<(i, j, k) -> (i : compressed, j : dense, k : compressed)>
func.func @zeros_of_lists_are_kept(%A: tensor<4x8x9xf64, #DenseBetween>) -> tensor<4x8x9xf64, #CSF> {
  %r = stensor.convert %A : tensor<4x8x9xf64, #DenseBetween> to tensor<4x8x9xf64, #CSF>
  return %r : tensor<4x8x9xf64, #CSF>
}

// Loops append in the order of the levels, also to a list that takes any order.
// CHECK-LABEL: func.func @lists_in_any_order_are_sorted(
// CHECK:       %[[LIST:.*]] = sloop.nest
// CHECK:       %[[SORTED:.*]] = stensor.sort %[[LIST]] {{.*}} to tensor<4x8xf64, {{.*}}(j : compressed(nonunique), i : singleton)
// CHECK:       sloop.nest ins(%{{.*}} = %[[SORTED]] :
// CHECK:       return
#AnyOrder = #stensor.format<(i, j) -> (j : compressed(nonunique, unordered), i : singleton(nonunique, unordered))>
func.func @lists_in_any_order_are_sorted(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #AnyOrder> {
  %r = stensor.convert %A : tensor<4x8xf64, #CSR> to tensor<4x8xf64, #AnyOrder>
  return %r : tensor<4x8xf64, #AnyOrder>
}

// A cast packs the same buffers again.
// CHECK-LABEL: func.func @cast(
// CHECK:       %[[BUFFERS:.*]]:3 = stensor.unpack %arg0
// CHECK:       %[[COLUMNS:.*]] = tensor.dim %arg0, %c1
// CHECK:       %[[R:.*]] = stensor.pack(%[[BUFFERS]]#0, %[[BUFFERS]]#1, %[[BUFFERS]]#2) sizes(%[[COLUMNS]]) : {{.*}} -> tensor<4x?xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>
// CHECK-NEXT:  return %[[R]]
func.func @cast(%A: tensor<?x?xf64, #CSR>) -> tensor<4x?xf64, #CSR> {
  %r = tensor.cast %A : tensor<?x?xf64, #CSR> to tensor<4x?xf64, #CSR>
  return %r : tensor<4x?xf64, #CSR>
}

// Other points are stored where those that are not have another value.
// CHECK-LABEL: func.func @another_fill_value(
// CHECK-SAME:      %[[SOURCE:.*]]: tensor
// CHECK:         %[[ALL:.*]] = sloop.nest ins(%{{.*}} = %[[SOURCE]] :
// CHECK-NOT:     stensor.sort
// CHECK:         %[[RESULT:.*]] = sloop.nest ins(%{{.*}} = %[[ALL]] : tensor<8x9xf64>) {{.*}} {sloop.drop_fill}
// CHECK:         bufferization.dealloc_tensor %[[ALL]]
// CHECK:         return %[[RESULT]]
#Ones = #stensor.format<(i, j) -> (i : dense, j : compressed), fill = 1.0 : f64>
func.func @another_fill_value(%A: tensor<8x9xf64, #CSR>) -> tensor<8x9xf64, #Ones> {
  %B = stensor.convert %A : tensor<8x9xf64, #CSR> to tensor<8x9xf64, #Ones>
  return %B : tensor<8x9xf64, #Ones>
}

// What blocks hold only to fill up is an entry like any other where all that is stored is asked for.
// CHECK-LABEL: func.func @all_that_is_stored(
// CHECK:         sloop.nest ins(%{{.*}} = %arg0 : {{.*}} {sloop.keep_fill}
// CHECK-NOT:     sloop.drop_fill
// CHECK:         return
func.func @all_that_is_stored(%A: tensor<8x9xf64, #Blocks>) -> tensor<8x9xf64, #CSR> {
  %B = stensor.convert %A all_stored : tensor<8x9xf64, #Blocks> to tensor<8x9xf64, #CSR>
  return %B : tensor<8x9xf64, #CSR>
}

// Upstream replaces a copy of every point by a cast; where that changes the format it is a conversion.
// CHECK-LABEL: func.func @cast_to_another_format(
// CHECK-NOT:     tensor.cast
// CHECK:         %[[R:.*]] = sloop.nest ins(%{{.*}} = %arg0 :
// CHECK:         return %[[R]] : tensor<?x9xf64, #stensor.format<(i, j) -> (i : compressed, j : compressed)>>
func.func @cast_to_another_format(%A: tensor<8x9xf64, #CSR>) -> tensor<?x9xf64, #DCSR> {
  %B = tensor.cast %A : tensor<8x9xf64, #CSR> to tensor<?x9xf64, #DCSR>
  return %B : tensor<?x9xf64, #DCSR>
}
