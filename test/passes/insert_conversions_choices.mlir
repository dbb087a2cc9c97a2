// The choices of the pipeline reach the plans by which conversions are chosen: where the nest is walked twice, because nodes
// are counted before they are placed, looking up the vector saves twice as much, and pays for its hash table.

// RUN: lacuna-opt %s --sloop-form-results --sloop-insert-conversions | FileCheck %s
// RUN: lacuna-opt %s --sloop-form-results --sloop-insert-conversions=two-phase=true | FileCheck %s --check-prefix=TWICE
// RUN: lacuna-opt %s --lacuna 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID --allow-empty
// RUN: lacuna-opt %s --lacuna=two-phase=true 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID-TWICE

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#S = #stensor.format<(i) -> (i : compressed)>
// CHECK-NOT: stensor.convert
// TWICE: stensor.convert %{{.*}} for_lookups
// SAID-NOT: remark
// SAID-TWICE: remark: {{.*}}is looked up
func.func @scaled_columns(%A: tensor<20x1000xf64, #CSR>, %x: tensor<1000xf64, #S>) -> tensor<20x1000xf64, #CSR> {
  %e = stensor.empty : tensor<20x1000xf64, #CSR>
  %m = arith.constant 20 : index
  %n = arith.constant 1000 : index
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<20x1000xf64, #CSR>, tensor<1000xf64, #S>) outs(%c = %e : tensor<20x1000xf64, #CSR>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<20x1000xf64, #CSR>
        %1 = sloop.read %b[%j] : tensor<1000xf64, #S>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i, %j] : tensor<20x1000xf64, #CSR>
      }
    }
  }
  return %r : tensor<20x1000xf64, #CSR>
}
