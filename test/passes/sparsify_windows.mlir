// `sloop-sparsify`: a window of a stored operand is walked as it is stored, shifted to where the loop counts from and cut off
// where its range ends.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s
// RUN: lacuna-opt %s "--sloop-sparsify=ahead=0 say-plan=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN

#SV = #stensor.format<(i) -> (i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Hash = #stensor.format<(i) -> (i : hashed)>
#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>

// CHECK-LABEL: func.func @neighbours(
// CHECK-DAG:     %[[N:.*]] = arith.constant 7 : index
// CHECK:         %[[HERE:.*]] = sloop.cursor %arg0[0] under(
// CHECK:         %[[PART:.*]] = sloop.clip %[[HERE]] to(%{{.*}}, %[[N]]) : !sloop.cursor
// CHECK:         %[[NEXT:.*]] = sloop.cursor %arg0[0] under(
// CHECK:         %[[BACK:.*]] = arith.constant -1 : index
// CHECK:         %[[SHIFTED:.*]] = sloop.shift %[[NEXT]] by(%[[BACK]]) : !sloop.cursor
// CHECK:         %[[WINDOW:.*]] = sloop.clip %[[SHIFTED]] to(%{{.*}}, %[[N]]) : !sloop.cursor
// CHECK:         sloop.coiterate (%[[PART]], %[[WINDOW]])
// PLAN:      v0 merges T0(v0).0 (clipped), T0(v0 + 1).0 (shifted by -1, clipped), blended
func.func @neighbours(%x: tensor<8xf64, #SV>, %y: memref<7xf64>) {
  %n = arith.constant 7 : index
  sloop.nest ins(%a = %x : tensor<8xf64, #SV>) outs(%c = %y : memref<7xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<8xf64, #SV>
      %1 = sloop.read %a[%i + 1] : tensor<8xf64, #SV>
      %2 = arith.addf %0, %1 : f64
      sloop.write %2, %c[%i] by add : memref<7xf64>
    }
  }
  return
}

// A row is located where the window begins.
// CHECK-LABEL: func.func @rows_below(
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           %[[ROW:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK:           sloop.locate %[[ROW]] in %arg0[0]
// CHECK:           %[[ENTRIES:.*]] = sloop.cursor %arg0[1] under(%{{.*}}) given(%[[GIVEN:.*]])
// CHECK-NEXT:      sloop.iterate {{.*}} in %[[ENTRIES]]
func.func @rows_below(%A: tensor<8x4xf64, #CSR>, %y: memref<6xf64>) {
  %m = arith.constant 6 : index
  %n = arith.constant 4 : index
  sloop.nest ins(%a = %A : tensor<8x4xf64, #CSR>) outs(%c = %y : memref<6xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i + 2, %j] : tensor<8x4xf64, #CSR>
        sloop.write %0, %c[%i] by add : memref<6xf64>
      }
    }
  }
  return
}

// What comes in no order is tested one by one.
// CHECK-LABEL: func.func @half_of_a_table(
// CHECK:         %[[ALL:.*]] = sloop.cursor %arg0[0] under(
// CHECK:         %[[HALF:.*]] = sloop.filter %[[ALL]] (%[[I:.*]]) {
// CHECK-NEXT:      %[[STAYS:.*]] = arith.cmpi ult, %[[I]], %{{.*}} : index
// CHECK-NEXT:      sloop.yield %[[STAYS]] : i1
// CHECK:         sloop.iterate {{.*}} in %[[HALF]]
// PLAN:      v0 walks T0.0 (filtered)
func.func @half_of_a_table(%x: tensor<8xf64, #Hash>, %y: memref<4xf64>) {
  %n = arith.constant 4 : index
  sloop.nest ins(%a = %x : tensor<8xf64, #Hash>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<8xf64, #Hash>
      sloop.write %0, %c[%i] by add : memref<4xf64>
    }
  }
  return
}

// What is sorted anyway is cut off when it is in order.
// CHECK-LABEL: func.func @sorted_windows(
// CHECK:         %[[ROW:.*]] = sloop.cursor %arg0[1] under(
// CHECK:         %[[SHIFTED:.*]] = sloop.shift %[[ROW]] by(
// CHECK:         %[[SORTED:.*]] = sloop.reorder %[[SHIFTED]]
// CHECK:         %[[WINDOW:.*]] = sloop.clip %[[SORTED]] to(
// CHECK:         sloop.coiterate (%[[WINDOW]], %{{.*}})
func.func @sorted_windows(%A: tensor<4x8xf64, #Unordered>, %B: tensor<4x6xf64, #CSR>, %y: memref<4xf64>) {
  %m = arith.constant 4 : index
  %n = arith.constant 6 : index
  sloop.nest ins(%a = %A, %b = %B : tensor<4x8xf64, #Unordered>, tensor<4x6xf64, #CSR>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j + 2] : tensor<4x8xf64, #Unordered>
        %1 = sloop.read %b[%i, %j] : tensor<4x6xf64, #CSR>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : memref<4xf64>
      }
    }
  }
  return
}

// Runs are taken of what is left.
// CHECK-LABEL: func.func @parts_of_a_window(
// CHECK:         %[[SHIFTED:.*]] = sloop.shift %{{.*}} by(
// CHECK:         %[[WINDOW:.*]] = sloop.clip %[[SHIFTED]] to(
// CHECK-NEXT:    %[[RUNS:.*]] = sloop.runs %[[WINDOW]]{{$}}
// CHECK-NEXT:    sloop.iterate {{.*}} in %[[RUNS]]
func.func @parts_of_a_window(%x: tensor<8xf64, #Parts>, %y: memref<f64>) {
  %n = arith.constant 4 : index
  sloop.nest ins(%a = %x : tensor<8xf64, #Parts>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i + 3] : tensor<8xf64, #Parts>
      %1 = arith.mulf %0, %0 : f64
      sloop.write %1, %c[] by add : memref<f64>
    }
  }
  return
}
