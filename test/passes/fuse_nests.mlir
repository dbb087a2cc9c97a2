// `sloop-fuse-nests`: a nest that continues the result of another becomes part of it.

// RUN: lacuna-opt %s --sloop-fuse-nests | FileCheck %s
// RUN: lacuna-opt %s --sloop-fuse-nests > %t.once
// RUN: lacuna-opt %t.once --sloop-fuse-nests | diff %t.once -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(unordered))>

// Three nests, one result: the shared operand is bound once.
// CHECK-LABEL: @fuses_a_chain
// CHECK: sloop.nest ins(%[[A:.*]] = %arg0, %[[X:.*]] = %arg1, %[[B:.*]] = %arg2 : {{.*}}) outs(%[[Y:.*]] = %arg3 :
// CHECK: sloop.read %[[A]]
// CHECK: sloop.write %{{.*}}, %[[Y]][%{{.*}}] by add
// CHECK: sloop.read %[[B]]
// CHECK: sloop.write %{{.*}}, %[[Y]][%{{.*}}] by add
// CHECK: sloop.read %[[X]]
// CHECK: sloop.write %{{.*}}, %[[Y]][%{{.*}}] by add
// CHECK-NOT: sloop.nest
func.func @fuses_a_chain(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>, %b: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %0 = sloop.nest ins(%a = %A, %v = %x : tensor<4x4xf64, #CSR>, tensor<4xf64>) outs(%r = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %1 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        sloop.write %1, %r[%i] by add : tensor<4xf64>
      }
    }
  }
  %2 = sloop.nest ins(%v = %b : tensor<4xf64>) outs(%r = %0 : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %3 = sloop.read %v[%i] : tensor<4xf64>
      sloop.write %3, %r[%i] by add : tensor<4xf64>
    }
  }
  %4 = sloop.nest ins(%v = %x : tensor<4xf64>) outs(%r = %2 : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %5 = sloop.read %v[%i] : tensor<4xf64>
      sloop.write %5, %r[%i] by add : tensor<4xf64>
    }
  }
  return %4 : tensor<4xf64>
}

// CHECK-LABEL: @keeps_a_result_that_is_used_twice
// CHECK-COUNT-2: sloop.nest
func.func @keeps_a_result_that_is_used_twice(%b: tensor<4xf64>, %y: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %c4 = arith.constant 4 : index
  %0 = sloop.nest ins(%v = %b : tensor<4xf64>) outs(%r = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %1 = sloop.read %v[%i] : tensor<4xf64>
      sloop.write %1, %r[%i] by add : tensor<4xf64>
    }
  }
  %2 = sloop.nest ins(%v = %b : tensor<4xf64>) outs(%r = %0 : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %3 = sloop.read %v[%i] : tensor<4xf64>
      sloop.write %3, %r[%i] by add : tensor<4xf64>
    }
  }
  return %0, %2 : tensor<4xf64>, tensor<4xf64>
}

// CHECK-LABEL: @keeps_a_result_that_is_read
// CHECK-COUNT-2: sloop.nest
func.func @keeps_a_result_that_is_read(%b: tensor<4xf64>, %y: tensor<4xf64>, %z: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %0 = sloop.nest ins(%v = %b : tensor<4xf64>) outs(%r = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %1 = sloop.read %v[%i] : tensor<4xf64>
      sloop.write %1, %r[%i] by add : tensor<4xf64>
    }
  }
  %2 = sloop.nest ins(%v = %0 : tensor<4xf64>) outs(%r = %z : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %3 = sloop.read %v[%i] : tensor<4xf64>
      sloop.write %3, %r[%i] by add : tensor<4xf64>
    }
  }
  return %2 : tensor<4xf64>
}

// Points that come in groups stay so: what adds to them would not.
// CHECK-LABEL: @keeps_points_in_groups
// CHECK: sloop.nest {{.*}} outs({{.*}} to tensor<4x4xf64, {{.*}}>) {
// CHECK: sloop.nest
func.func @keeps_points_in_groups(%A: tensor<4x4xf64, #CSR>, %y: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %c4 = arith.constant 4 : index
  %0 = sloop.nest ins(%a = %A : tensor<4x4xf64, #CSR>) outs(%r = %y : tensor<4x4xf64, #COO> to tensor<4x4xf64, #CSR>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %1 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        sloop.write %1, %r[%i, %j] : tensor<4x4xf64, #COO>
      }
    }
  }
  %2 = sloop.nest ins(%a = %A : tensor<4x4xf64, #CSR>) outs(%r = %0 : tensor<4x4xf64, #CSR>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %3 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        sloop.write %3, %r[%i, %j] by add : tensor<4x4xf64, #CSR>
      }
    }
  }
  return %2 : tensor<4x4xf64, #CSR>
}

// What the first nest reads is freed before the second.
// CHECK-LABEL: @keeps_apart_what_is_freed_in_between
// CHECK-COUNT-2: sloop.nest
func.func @keeps_apart_what_is_freed_in_between(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %copy = stensor.convert %A : tensor<4x4xf64, #CSR> to tensor<4x4xf64, #COO>
  %0 = sloop.nest ins(%a = %copy : tensor<4x4xf64, #COO>) outs(%r = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %1 = sloop.read %a[%i, %j] : tensor<4x4xf64, #COO>
        sloop.write %1, %r[%i] by add : tensor<4xf64>
      }
    }
  }
  stensor.release %copy : tensor<4x4xf64, #COO>
  %2 = sloop.nest ins(%b = %B : tensor<4x4xf64, #CSR>) outs(%r = %0 : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %3 = sloop.read %b[%i, %j] : tensor<4x4xf64, #CSR>
        sloop.write %3, %r[%i] by add : tensor<4xf64>
      }
    }
  }
  return %2 : tensor<4xf64>
}
