// `--lacuna`, executed: an integer division by what is stored stops the program where nothing is. As a factor it is computed only
// where all factors are stored, also where the cases of a merge share their code.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#points = affine_map<(i) -> (i)>

func.func @f(%A: tensor<4xi64, #SV>, %B: tensor<4xi64, #SV>, %C: tensor<4xi64, #SV>, %D: tensor<4xi64, #SV>, %E: tensor<4xi64, #SV>, %X: tensor<4xi64>, %y: tensor<4xi64>) -> tensor<4xi64> {
  %0 = linalg.generic {
      indexing_maps = [#points, #points, #points, #points, #points, #points, #points], iterator_types = ["parallel"]}
      ins(%A, %B, %C, %D, %E, %X : tensor<4xi64, #SV>, tensor<4xi64, #SV>, tensor<4xi64, #SV>, tensor<4xi64, #SV>, tensor<4xi64, #SV>, tensor<4xi64>)
      outs(%y : tensor<4xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64, %d: i64, %e: i64, %x: i64, %o: i64):
    %quotient = arith.divsi %x, %a : i64
    %product = arith.muli %b, %quotient : i64
    %p = arith.addi %product, %c : i64
    %q = arith.addi %p, %d : i64
    %r = arith.addi %q, %e : i64
    linalg.yield %r : i64
  } -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

func.func private @printMemrefI64(tensor<*xi64>)

// CHECK: [12,  7,  10,  2]
func.func @main() {
  %dense_a = arith.constant dense<[2, 0, 4, 0]> : tensor<4xi64>
  %a = stensor.convert %dense_a : tensor<4xi64> to tensor<4xi64, #SV>
  %dense_b = arith.constant dense<[3, 0, 5, 0]> : tensor<4xi64>
  %b = stensor.convert %dense_b : tensor<4xi64> to tensor<4xi64, #SV>
  %dense_c = arith.constant dense<[0, 7, 0, 0]> : tensor<4xi64>
  %c = stensor.convert %dense_c : tensor<4xi64> to tensor<4xi64, #SV>
  %dense_d = arith.constant dense<[0, 0, 0, 1]> : tensor<4xi64>
  %d = stensor.convert %dense_d : tensor<4xi64> to tensor<4xi64, #SV>
  %e = stensor.convert %dense_d : tensor<4xi64> to tensor<4xi64, #SV>
  %x = arith.constant dense<8> : tensor<4xi64>
  %zero = arith.constant dense<0> : tensor<4xi64>
  %r = call @f(%a, %b, %c, %d, %e, %x, %zero) : (tensor<4xi64, #SV>, tensor<4xi64, #SV>, tensor<4xi64, #SV>, tensor<4xi64, #SV>, tensor<4xi64, #SV>, tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  %unranked = tensor.cast %r : tensor<4xi64> to tensor<*xi64>
  call @printMemrefI64(%unranked) : (tensor<*xi64>) -> ()
  return
}
