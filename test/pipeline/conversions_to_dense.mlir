// `--lacuna`, executed: conversions to dense tensors. Values that are stored once are stored, with the sign of zero; parts
// of a point are added up, also where points that are not stored are not zero, and in complex numbers.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#CSB = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : dense, i mod 2 : compressed(nonunique), j mod 2 : singleton)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#Structured = #stensor.format<(i, j) -> (i : dense, j floordiv 2 : dense, j mod 2 : structured[1, 2])>
#ELL = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>

#ELL_f64 = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton), fill = 2.0 : f64>
#ELL_bf16 = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton), fill = 1.0 : bf16>
#ELL_i1 = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton), fill = true>
#Parts_f64 = #stensor.format<(i) -> (i : compressed(nonunique)), fill = 2.0 : f64>
#Slots_f64 = #stensor.format<(i, j) -> (_ : dense, i : dense, j floordiv 2 : singleton, j mod 2 : dense), fill = 2.0 : f64>

func.func private @show(%d: tensor<3x4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %v : vector<3x4xf64>
  return
}

memref.global "private" constant @pos : memref<4xi32> = dense<[0, 2, 2, 3]>
memref.global "private" constant @crd : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @val : memref<3xf64> = dense<[-0.0, 1.0, -0.0]>

func.func @rows() -> tensor<3x4xf64, #CSR> {
  %pos = memref.get_global @pos : memref<4xi32>
  %crd = memref.get_global @crd : memref<3xi32>
  %val = memref.get_global @val : memref<3xf64>
  %A = stensor.pack(%pos, %crd, %val) : (memref<4xi32>, memref<3xi32>, memref<3xf64>) -> tensor<3x4xf64, #CSR>
  return %A : tensor<3x4xf64, #CSR>
}

func.func @zeros_from_rows(%A: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64> {
  %r = stensor.convert %A : tensor<3x4xf64, #CSR> to tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}

func.func @zeros_from_blocks(%A: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64> {
  %B = stensor.convert %A : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #BCSR>
  %r = stensor.convert %B : tensor<3x4xf64, #BCSR> to tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}

func.func @zeros_from_entries_in_blocks(%A: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64> {
  %B = stensor.convert %A : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #CSB>
  %r = stensor.convert %B : tensor<3x4xf64, #CSB> to tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}

func.func @zeros_from_diagonals(%A: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64> {
  %B = stensor.convert %A : tensor<3x4xf64, #CSR> to tensor<3x4xf64, #DIA>
  %r = stensor.convert %B : tensor<3x4xf64, #DIA> to tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}

func.func @zeros() {
  %A = call @rows() : () -> tensor<3x4xf64, #CSR>
  // CHECK-COUNT-4: ( ( -0, 0, 1, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, -0 ) )
  %0 = call @zeros_from_rows(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64>
  call @show(%0) : (tensor<3x4xf64>) -> ()
  %1 = call @zeros_from_blocks(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64>
  call @show(%1) : (tensor<3x4xf64>) -> ()
  %2 = call @zeros_from_entries_in_blocks(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64>
  call @show(%2) : (tensor<3x4xf64>) -> ()
  %3 = call @zeros_from_diagonals(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64>
  call @show(%3) : (tensor<3x4xf64>) -> ()
  return
}

memref.global "private" constant @parts_pos : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @parts_crd : memref<4xi32> = dense<[1, 1, 1, 3]>
memref.global "private" constant @parts_val : memref<4xf64> = dense<[1.0, 2.0, 4.0, -0.5]>

func.func @from_parts(%A: tensor<4xf64, #Parts>, %B: tensor<4xf64, #Parts_f64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %0 = stensor.convert %A : tensor<4xf64, #Parts> to tensor<4xf64>
  %1 = stensor.convert %B : tensor<4xf64, #Parts_f64> to tensor<4xf64>
  return %0, %1 : tensor<4xf64>, tensor<4xf64>
}

func.func @parts() {
  %pos = memref.get_global @parts_pos : memref<2xi32>
  %crd = memref.get_global @parts_crd : memref<4xi32>
  %val = memref.get_global @parts_val : memref<4xf64>
  %A = stensor.pack(%pos, %crd, %val) : (memref<2xi32>, memref<4xi32>, memref<4xf64>) -> tensor<4xf64, #Parts>
  %B = stensor.pack(%pos, %crd, %val) : (memref<2xi32>, memref<4xi32>, memref<4xf64>) -> tensor<4xf64, #Parts_f64>
  %0:2 = call @from_parts(%A, %B) : (tensor<4xf64, #Parts>, tensor<4xf64, #Parts_f64>) -> (tensor<4xf64>, tensor<4xf64>)
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  // CHECK: ( 0, 7, 0, -0.5 )
  %v = vector.transfer_read %0#0[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  // CHECK: ( 2, 7, 2, -0.5 )
  %w = vector.transfer_read %0#1[%c0], %pad : tensor<4xf64>, vector<4xf64>
  vector.print %w : vector<4xf64>
  return
}

func.func @slots_f64(%d: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %A = stensor.convert %d : tensor<?x?xf64> to tensor<?x?xf64, #ELL_f64>
  %r = stensor.convert %A : tensor<?x?xf64, #ELL_f64> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

func.func @slots_of_blocks(%d: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %A = stensor.convert %d : tensor<?x?xf64> to tensor<?x?xf64, #Slots_f64>
  %r = stensor.convert %A : tensor<?x?xf64, #Slots_f64> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

func.func @slots_bf16(%d: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %A = stensor.convert %d : tensor<?x?xbf16> to tensor<?x?xbf16, #ELL_bf16>
  %r = stensor.convert %A : tensor<?x?xbf16, #ELL_bf16> to tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}

func.func @slots_i1(%d: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %A = stensor.convert %d : tensor<?x?xi1> to tensor<?x?xi1, #ELL_i1>
  %r = stensor.convert %A : tensor<?x?xi1, #ELL_i1> to tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}

func.func @slots() {
  %c0 = arith.constant 0 : index
  %f64 = arith.constant dense<[[2.0, 1.0, 0.0, 2.0], [2.0, 2.0, 2.0, 2.0], [3.0, 2.0, 2.0, 4.0]]> : tensor<3x4xf64>
  %f64_any = tensor.cast %f64 : tensor<3x4xf64> to tensor<?x?xf64>
  // CHECK-COUNT-2: ( ( 2, 1, 0, 2 ), ( 2, 2, 2, 2 ), ( 3, 2, 2, 4 ) )
  %0 = call @slots_f64(%f64_any) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %c_f64 = tensor.cast %0 : tensor<?x?xf64> to tensor<3x4xf64>
  call @show(%c_f64) : (tensor<3x4xf64>) -> ()
  %b = call @slots_of_blocks(%f64_any) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %c_blocks = tensor.cast %b : tensor<?x?xf64> to tensor<3x4xf64>
  call @show(%c_blocks) : (tensor<3x4xf64>) -> ()

  %bf16 = arith.constant dense<[[1.0, 0.0, 2.0], [1.0, 1.0, 1.0]]> : tensor<2x3xbf16>
  %bf16_any = tensor.cast %bf16 : tensor<2x3xbf16> to tensor<?x?xbf16>
  // CHECK: ( ( 1, 0, 2 ), ( 1, 1, 1 ) )
  %1 = call @slots_bf16(%bf16_any) : (tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %pad_bf16 = arith.constant 7.0 : bf16
  %v_bf16 = vector.transfer_read %1[%c0, %c0], %pad_bf16 {in_bounds = [true, true]} : tensor<?x?xbf16>, vector<2x3xbf16>
  %v = arith.extf %v_bf16 : vector<2x3xbf16> to vector<2x3xf32>
  vector.print %v : vector<2x3xf32>

  %i1 = arith.constant dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>
  %i1_any = tensor.cast %i1 : tensor<2x3xi1> to tensor<?x?xi1>
  // CHECK:         1
  // CHECK-NEXT:    0
  // CHECK-COUNT-4: 1
  %2 = call @slots_i1(%i1_any) : (tensor<?x?xi1>) -> tensor<?x?xi1>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %x = tensor.extract %2[%i, %j] : tensor<?x?xi1>
      vector.print %x : i1
    }
  }
  return
}

func.func private @show_complex(%d: tensor<2x4xcomplex<f32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  vector.print str "["
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %v = tensor.extract %d[%i, %j] : tensor<2x4xcomplex<f32>>
      %re = complex.re %v : complex<f32>
      %im = complex.im %v : complex<f32>
      vector.print str " "
      vector.print %re : f32 punctuation <no_punctuation>
      vector.print str ","
      vector.print %im : f32 punctuation <no_punctuation>
    }
  }
  vector.print str " ]\0A"
  return
}

func.func @complex_CSR(%d: tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  %A = stensor.convert %d : tensor<2x4xcomplex<f32>> to tensor<2x4xcomplex<f32>, #CSR>
  %r = stensor.convert %A : tensor<2x4xcomplex<f32>, #CSR> to tensor<2x4xcomplex<f32>>
  return %r : tensor<2x4xcomplex<f32>>
}

func.func @complex_CSC(%d: tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  %A = stensor.convert %d : tensor<2x4xcomplex<f32>> to tensor<2x4xcomplex<f32>, #CSC>
  %r = stensor.convert %A : tensor<2x4xcomplex<f32>, #CSC> to tensor<2x4xcomplex<f32>>
  return %r : tensor<2x4xcomplex<f32>>
}

func.func @complex_BCSR(%d: tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  %A = stensor.convert %d : tensor<2x4xcomplex<f32>> to tensor<2x4xcomplex<f32>, #BCSR>
  %r = stensor.convert %A : tensor<2x4xcomplex<f32>, #BCSR> to tensor<2x4xcomplex<f32>>
  return %r : tensor<2x4xcomplex<f32>>
}

func.func @complex_CSB(%d: tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  %A = stensor.convert %d : tensor<2x4xcomplex<f32>> to tensor<2x4xcomplex<f32>, #CSB>
  %r = stensor.convert %A : tensor<2x4xcomplex<f32>, #CSB> to tensor<2x4xcomplex<f32>>
  return %r : tensor<2x4xcomplex<f32>>
}

func.func @complex_DIA(%d: tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  %A = stensor.convert %d : tensor<2x4xcomplex<f32>> to tensor<2x4xcomplex<f32>, #DIA>
  %r = stensor.convert %A : tensor<2x4xcomplex<f32>, #DIA> to tensor<2x4xcomplex<f32>>
  return %r : tensor<2x4xcomplex<f32>>
}

func.func @complex_Structured(%d: tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  %A = stensor.convert %d : tensor<2x4xcomplex<f32>> to tensor<2x4xcomplex<f32>, #Structured>
  %r = stensor.convert %A : tensor<2x4xcomplex<f32>, #Structured> to tensor<2x4xcomplex<f32>>
  return %r : tensor<2x4xcomplex<f32>>
}

func.func @complex_ELL(%d: tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  %A = stensor.convert %d : tensor<2x4xcomplex<f32>> to tensor<2x4xcomplex<f32>, #ELL>
  %r = stensor.convert %A : tensor<2x4xcomplex<f32>, #ELL> to tensor<2x4xcomplex<f32>>
  return %r : tensor<2x4xcomplex<f32>>
}

func.func @complex_numbers() {
  %d = arith.constant dense<[[(1.0, 2.0), (0.0, 0.0), (0.0, -3.0), (0.0, 0.0)], [(0.0, 0.0), (4.0, 0.0), (0.0, 0.0), (5.0, 6.0)]]> : tensor<2x4xcomplex<f32>>
  // CHECK-COUNT-7: [ 1,2 0,0 0,-3 0,0 0,0 4,0 0,0 5,6 ]
  %0 = call @complex_CSR(%d) : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  call @show_complex(%0) : (tensor<2x4xcomplex<f32>>) -> ()
  %1 = call @complex_CSC(%d) : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  call @show_complex(%1) : (tensor<2x4xcomplex<f32>>) -> ()
  %2 = call @complex_BCSR(%d) : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  call @show_complex(%2) : (tensor<2x4xcomplex<f32>>) -> ()
  %3 = call @complex_CSB(%d) : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  call @show_complex(%3) : (tensor<2x4xcomplex<f32>>) -> ()
  %4 = call @complex_DIA(%d) : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  call @show_complex(%4) : (tensor<2x4xcomplex<f32>>) -> ()
  %5 = call @complex_Structured(%d) : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  call @show_complex(%5) : (tensor<2x4xcomplex<f32>>) -> ()
  %6 = call @complex_ELL(%d) : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  call @show_complex(%6) : (tensor<2x4xcomplex<f32>>) -> ()
  return
}

func.func @main() {
  call @zeros() : () -> ()
  call @parts() : () -> ()
  call @slots() : () -> ()
  call @complex_numbers() : () -> ()
  return
}
