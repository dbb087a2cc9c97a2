// `--lacuna`, executed: what holds every point is located by sums of variables, and by one variable twice.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s
// No operand becomes dense.
// RUN: lacuna-opt %s --lacuna -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --allow-empty

// REMARK-NOT: is converted from {{.*}} to tensor<{{[0-9?x]*}}f64>

#Dense = #stensor.format<(i) -> (i : dense)>
#ByColumns = #stensor.format<(i, j) -> (j : dense, i : dense)>

func.func @sum_of_variables(%x: tensor<5xf64, #Dense>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %x : tensor<5xf64, #Dense>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c2 {
        %0 = sloop.read %a[%i + %k] : tensor<5xf64, #Dense>
        sloop.write %0, %c[%i] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

func.func @diagonal(%A: tensor<3x4xf64, #ByColumns>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A : tensor<3x4xf64, #ByColumns>) outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i, %i] : tensor<3x4xf64, #ByColumns>
      %1 = sloop.read %a[%i, %i + 1] : tensor<3x4xf64, #ByColumns>
      %2 = arith.addf %0, %1 : f64
      sloop.write %2, %c[%i] by add : tensor<3xf64>
    }
  }
  return %r : tensor<3xf64>
}

// What the producer does not write is zero.
func.func @workspace(%y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %r = sloop.nest outs(%c = %y : tensor<4xf64>) {
    sloop.where tensor<?xf64> sizes(%n) produce(%w) {
      sloop.forall %i in %c4 {
        %0 = arith.index_cast %i : index to i64
        %1 = arith.sitofp %0 : i64 to f64
        sloop.write %1, %w[%i] by add : tensor<?xf64>
      }
    } consume(%w) {
      sloop.forall %i in %c4 {
        sloop.forall %k in %c2 {
          %0 = sloop.read %w[%i + %k] : tensor<?xf64>
          sloop.write %0, %c[%i] by add : tensor<4xf64>
        }
      }
    }
  }
  return %r : tensor<4xf64>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %pad = arith.constant 7.0 : f64
  %four = arith.constant dense<0.0> : tensor<4xf64>
  %three = arith.constant dense<0.0> : tensor<3xf64>
  %powers = arith.constant dense<[1.0, 2.0, 4.0, 8.0, 16.0]> : tensor<5xf64>
  %x = stensor.convert %powers : tensor<5xf64> to tensor<5xf64, #Dense>
  %sums = call @sum_of_variables(%x, %four) : (tensor<5xf64, #Dense>, tensor<4xf64>) -> tensor<4xf64>
  // CHECK: ( 3, 6, 12, 24 )
  %v0 = vector.transfer_read %sums[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v0 : vector<4xf64>
  %matrix = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf64>
  %A = stensor.convert %matrix : tensor<3x4xf64> to tensor<3x4xf64, #ByColumns>
  %on = call @diagonal(%A, %three) : (tensor<3x4xf64, #ByColumns>, tensor<3xf64>) -> tensor<3xf64>
  // CHECK: ( 3, 13, 23 )
  %v1 = vector.transfer_read %on[%c0], %pad : tensor<3xf64>, vector<3xf64>
  vector.print %v1 : vector<3xf64>
  %w = call @workspace(%four, %c5) : (tensor<4xf64>, index) -> tensor<4xf64>
  // CHECK: ( 1, 3, 5, 3 )
  %v2 = vector.transfer_read %w[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v2 : vector<4xf64>
  return
}
