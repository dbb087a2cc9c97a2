// `--lacuna`, executed: conversions between formats of different fill values. The result stores the points whose values
// are not its own fill value, whether or not the source does.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=check-storage=true | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Ones = #stensor.format<(i, j) -> (j : compressed, i : compressed), fill = 1.0 : f64>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense), fill = 5.0 : f64>
#Hash = #stensor.format<(i, j) -> (i : hashed, j : hashed), fill = 1.0 : f64>

memref.global "private" constant @pos : memref<4xi32> = dense<[0, 2, 2, 3]>
memref.global "private" constant @crd : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @val : memref<3xf64> = dense<[1.0, 0.0, 3.0]>

func.func private @show(%d: tensor<3x4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %v : vector<3x4xf64>
  return
}

func.func private @rows() -> tensor<3x4xf64, #CSR> {
  %pos = memref.get_global @pos : memref<4xi32>
  %crd = memref.get_global @crd : memref<3xi32>
  %val = memref.get_global @val : memref<3xf64>
  %A = stensor.pack(%pos, %crd, %val) : (memref<4xi32>, memref<3xi32>, memref<3xf64>) -> tensor<3x4xf64, #CSR>
  return %A : tensor<3x4xf64, #CSR>
}

func.func private @to_ones(%A: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Ones> {
  %r = stensor.convert %A : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #Ones>
  return %r : tensor<3x4xf64, #Ones>
}

func.func private @ones_to_rows(%A: tensor<3x4xf64, #Ones>) -> tensor<3x4xf64, #CSR> {
  %r = stensor.convert %A : tensor<3x4xf64, #Ones> to tensor<3x4xf64, #CSR>
  return %r : tensor<3x4xf64, #CSR>
}

func.func private @ones_to_blocks(%A: tensor<3x4xf64, #Ones>) -> tensor<3x4xf64, #Blocks> {
  %r = stensor.convert %A : tensor<3x4xf64, #Ones> to tensor<3x4xf64, #Blocks>
  return %r : tensor<3x4xf64, #Blocks>
}

func.func private @blocks_to_hash(%A: tensor<3x4xf64, #Blocks>) -> tensor<3x4xf64, #Hash> {
  %r = stensor.convert %A : tensor<3x4xf64, #Blocks> to tensor<3x4xf64, #Hash>
  return %r : tensor<3x4xf64, #Hash>
}

func.func private @ones_to_dense(%A: tensor<3x4xf64, #Ones>) -> tensor<3x4xf64> {
  %r = stensor.convert %A : tensor<3x4xf64, #Ones> to tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}

func.func private @rows_to_dense(%A: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64> {
  %r = stensor.convert %A : tensor<3x4xf64, #CSR> to tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}

func.func private @blocks_to_dense(%A: tensor<3x4xf64, #Blocks>) -> tensor<3x4xf64> {
  %r = stensor.convert %A : tensor<3x4xf64, #Blocks> to tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}

func.func private @hash_to_dense(%A: tensor<3x4xf64, #Hash>) -> tensor<3x4xf64> {
  %r = stensor.convert %A : tensor<3x4xf64, #Hash> to tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}

// The zeros are stored now, and the one that was is not.
// CHECK:      11
// CHECK-NEXT: ( ( 1, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 3 ) )
// CHECK-NEXT: ( ( 1, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 3 ) )
// The zero that was stored is not, either.
// CHECK-NEXT: 2
// CHECK-NEXT: ( ( 1, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 3 ) )
// CHECK-NEXT: ( ( 1, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 3 ) )
func.func @main() {
  %A = call @rows() : () -> tensor<3x4xf64, #CSR>
  %Ones = call @to_ones(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Ones>
  %values = stensor.values %Ones : tensor<3x4xf64, #Ones> -> memref<?xf64>
  %c0 = arith.constant 0 : index
  %stored = memref.dim %values, %c0 : memref<?xf64>
  vector.print %stored : index
  %dense = call @ones_to_dense(%Ones) : (tensor<3x4xf64, #Ones>) -> tensor<3x4xf64>
  call @show(%dense) : (tensor<3x4xf64>) -> ()
  %Rows = call @ones_to_rows(%Ones) : (tensor<3x4xf64, #Ones>) -> tensor<3x4xf64, #CSR>
  %again = call @rows_to_dense(%Rows) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64>
  call @show(%again) : (tensor<3x4xf64>) -> ()
  %row_values = stensor.values %Rows : tensor<3x4xf64, #CSR> -> memref<?xf64>
  %row_count = memref.dim %row_values, %c0 : memref<?xf64>
  vector.print %row_count : index
  %Blocks = call @ones_to_blocks(%Ones) : (tensor<3x4xf64, #Ones>) -> tensor<3x4xf64, #Blocks>
  %blocks = call @blocks_to_dense(%Blocks) : (tensor<3x4xf64, #Blocks>) -> tensor<3x4xf64>
  call @show(%blocks) : (tensor<3x4xf64>) -> ()
  %Hash = call @blocks_to_hash(%Blocks) : (tensor<3x4xf64, #Blocks>) -> tensor<3x4xf64, #Hash>
  %hash = call @hash_to_dense(%Hash) : (tensor<3x4xf64, #Hash>) -> tensor<3x4xf64>
  call @show(%hash) : (tensor<3x4xf64>) -> ()
  return
}
