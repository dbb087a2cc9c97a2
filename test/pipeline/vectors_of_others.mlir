// What `--lacuna` prints is compiled right by LLVM's own tools, for processors whose masked stores LLVM 22 gets wrong: no loop of
// few rounds stores narrowed integers under a mask, though there are as many rounds as a vector has lanes, or fewer.

// RUN: lacuna-opt %s --lacuna | mlir-translate --mlir-to-llvmir \
// RUN:   | opt -O3 -mcpu=skylake-avx512 -mtriple=x86_64-unknown-linux-gnu -S | FileCheck %s
// And LLVM is not told to do what it cannot: it would warn of that.
// RUN: lacuna-opt %s --lacuna | %run -O3 2>&1 | FileCheck %s --check-prefix=VALUES --implicit-check-not=warning

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Columns = #stensor.format<(i, j) -> (i : compressed, j : loose_compressed(full))>

// CHECK: define {{.*}}@columns
// CHECK-NOT: call {{.*}}@llvm.masked.store.v{{[0-9]+}}i{{8|16|32}}
// CHECK: define {{.*}}@main
func.func @columns(%s: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Columns> {
  %r = stensor.convert %s : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #Columns>
  return %r : tensor<3x4xf64, #Columns>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f64
  %d = arith.constant dense<[[1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 4.0, 0.0, 5.0]]> : tensor<3x4xf64>
  %s = stensor.convert %d : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  %t = call @columns(%s) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Columns>
  %e = stensor.convert %t : tensor<3x4xf64, #Columns> to tensor<3x4xf64>
  // VALUES: ( ( 1, 0, 2, 0 ), ( 0, 0, 0, 0 ), ( 0, 4, 0, 5 ) )
  %v = vector.transfer_read %e[%c0, %c0], %f0 : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %v : vector<3x4xf64>
  return
}
