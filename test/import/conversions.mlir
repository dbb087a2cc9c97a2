// From one format to another.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#SoA = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton(soa))}>
#BSR = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>
#Narrow = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed), posWidth = 32, crdWidth = 8}>
#CDR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : dense)}>
#Unordered = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonordered))}>


func.func @show_4_6_f64_CSC(%s: tensor<4x6xf64, #CSC>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #CSC> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #CSC>
  vector.print %n : index
  return
}

func.func @show_4_6_f64_CSR(%s: tensor<4x6xf64, #CSR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #CSR> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #CSR>
  vector.print %n : index
  return
}

func.func @show_4_6_f64_COO(%s: tensor<4x6xf64, #COO>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #COO> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #COO>
  vector.print %n : index
  return
}

func.func @show_4_6_f64_DCSR(%s: tensor<4x6xf64, #DCSR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #DCSR> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #DCSR>
  vector.print %n : index
  return
}

func.func @show_4_6_f64_BSR(%s: tensor<4x6xf64, #BSR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #BSR> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #BSR>
  vector.print %n : index
  return
}

func.func @show_4_6_f64_Narrow(%s: tensor<4x6xf64, #Narrow>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #Narrow> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #Narrow>
  vector.print %n : index
  return
}

func.func @show_4_6_f64_CDR(%s: tensor<4x6xf64, #CDR>) {
  %d = sparse_tensor.convert %s : tensor<4x6xf64, #CDR> to tensor<4x6xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf64, #CDR>
  vector.print %n : index
  return
}

func.func @show_4_6_f64_CSC_dynamic(%s: tensor<?x?xf64, #CSC>) {
  %d = sparse_tensor.convert %s : tensor<?x?xf64, #CSC> to tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<?x?xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<?x?xf64, #CSC>
  vector.print %n : index
  return
}

func.func @show_6_4_f64_CSC(%s: tensor<6x4xf64, #CSC>) {
  %d = sparse_tensor.convert %s : tensor<6x4xf64, #CSC> to tensor<6x4xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<6x4xf64>, vector<6x4xf64>
  vector.print %v : vector<6x4xf64>
  %n = sparse_tensor.number_of_entries %s : tensor<6x4xf64, #CSC>
  vector.print %n : index
  return
}

func.func @show_4_6_f64(%s: tensor<4x6xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %s[%c0, %c0], %pad : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %v : vector<4x6xf64>
  return
}

func.func @csr_to_csc(%A: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSC> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64, #CSR> to tensor<4x6xf64, #CSC>
  return %0 : tensor<4x6xf64, #CSC>
}

func.func @csc_to_csr(%A: tensor<4x6xf64, #CSC>) -> tensor<4x6xf64, #CSR> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64, #CSC> to tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @csr_to_coo(%A: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #COO> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64, #CSR> to tensor<4x6xf64, #COO>
  return %0 : tensor<4x6xf64, #COO>
}

func.func @coo_to_csr(%A: tensor<4x6xf64, #COO>) -> tensor<4x6xf64, #CSR> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64, #COO> to tensor<4x6xf64, #CSR>
  return %0 : tensor<4x6xf64, #CSR>
}

func.func @csr_to_dcsr(%A: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #DCSR> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64, #CSR> to tensor<4x6xf64, #DCSR>
  return %0 : tensor<4x6xf64, #DCSR>
}

func.func @dcsr_to_csc(%A: tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #CSC> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64, #DCSR> to tensor<4x6xf64, #CSC>
  return %0 : tensor<4x6xf64, #CSC>
}

func.func @coo_to_bsr(%A: tensor<4x6xf64, #COO>) -> tensor<4x6xf64, #BSR> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64, #COO> to tensor<4x6xf64, #BSR>
  return %0 : tensor<4x6xf64, #BSR>
}

func.func @csr_to_bsr(%A: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #BSR> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64, #CSR> to tensor<4x6xf64, #BSR>
  return %0 : tensor<4x6xf64, #BSR>
}

func.func @soa_to_coo(%A: tensor<4x6xf64, #SoA>) -> tensor<4x6xf64, #COO> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64, #SoA> to tensor<4x6xf64, #COO>
  return %0 : tensor<4x6xf64, #COO>
}

func.func @csr_to_narrow(%A: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #Narrow> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64, #CSR> to tensor<4x6xf64, #Narrow>
  return %0 : tensor<4x6xf64, #Narrow>
}

func.func @csr_to_cdr(%A: tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CDR> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64, #CSR> to tensor<4x6xf64, #CDR>
  return %0 : tensor<4x6xf64, #CDR>
}

func.func @csr_to_csc_dynamic(%A: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSC> {
  %0 = sparse_tensor.convert %A : tensor<?x?xf64, #CSR> to tensor<?x?xf64, #CSC>
  return %0 : tensor<?x?xf64, #CSC>
}

// The same arrays, read as the transpose.
func.func @reinterpret(%A: tensor<4x6xf64, #CSR>) -> tensor<6x4xf64, #CSC> {
  %0 = sparse_tensor.reinterpret_map %A : tensor<4x6xf64, #CSR> to tensor<6x4xf64, #CSC>
  return %0 : tensor<6x4xf64, #CSC>
}

// Dense to dense is nothing.
func.func @nothing(%A: tensor<4x6xf64>) -> tensor<4x6xf64> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64> to tensor<4x6xf64>
  return %0 : tensor<4x6xf64>
}

// In order, and marked as loaded.
func.func @reorder(%A: tensor<4x6xf64, #COO>) -> tensor<4x6xf64, #COO> {
  %0 = sparse_tensor.convert %A : tensor<4x6xf64, #COO> to tensor<4x6xf64, #Unordered>
  %1 = sparse_tensor.reorder_coo quick_sort %0 : tensor<4x6xf64, #Unordered> to tensor<4x6xf64, #COO>
  %2 = sparse_tensor.load %1 : tensor<4x6xf64, #COO>
  return %2 : tensor<4x6xf64, #COO>
}

func.func @main() {
  %d_A = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 6.0, 0.0, -7.0]]> : tensor<4x6xf64>
  %csr_to_csc_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %csr_to_csc = call @csr_to_csc(%csr_to_csc_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CSC>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSC(%csr_to_csc) : (tensor<4x6xf64, #CSC>) -> ()
  %csc_to_csr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSC>
  %csc_to_csr = call @csc_to_csr(%csc_to_csr_a) : (tensor<4x6xf64, #CSC>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%csc_to_csr) : (tensor<4x6xf64, #CSR>) -> ()
  %csr_to_coo_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %csr_to_coo = call @csr_to_coo(%csr_to_coo_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #COO>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_COO(%csr_to_coo) : (tensor<4x6xf64, #COO>) -> ()
  %coo_to_csr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %coo_to_csr = call @coo_to_csr(%coo_to_csr_a) : (tensor<4x6xf64, #COO>) -> tensor<4x6xf64, #CSR>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSR(%coo_to_csr) : (tensor<4x6xf64, #CSR>) -> ()
  %csr_to_dcsr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %csr_to_dcsr = call @csr_to_dcsr(%csr_to_dcsr_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #DCSR>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_DCSR(%csr_to_dcsr) : (tensor<4x6xf64, #DCSR>) -> ()
  %dcsr_to_csc_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #DCSR>
  %dcsr_to_csc = call @dcsr_to_csc(%dcsr_to_csc_a) : (tensor<4x6xf64, #DCSR>) -> tensor<4x6xf64, #CSC>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSC(%dcsr_to_csc) : (tensor<4x6xf64, #CSC>) -> ()
  %coo_to_bsr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %coo_to_bsr = call @coo_to_bsr(%coo_to_bsr_a) : (tensor<4x6xf64, #COO>) -> tensor<4x6xf64, #BSR>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 20
  call @show_4_6_f64_BSR(%coo_to_bsr) : (tensor<4x6xf64, #BSR>) -> ()
  %csr_to_bsr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %csr_to_bsr = call @csr_to_bsr(%csr_to_bsr_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #BSR>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 20
  call @show_4_6_f64_BSR(%csr_to_bsr) : (tensor<4x6xf64, #BSR>) -> ()
  %soa_to_coo_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #SoA>
  %soa_to_coo = call @soa_to_coo(%soa_to_coo_a) : (tensor<4x6xf64, #SoA>) -> tensor<4x6xf64, #COO>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_COO(%soa_to_coo) : (tensor<4x6xf64, #COO>) -> ()
  %csr_to_narrow_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %csr_to_narrow = call @csr_to_narrow(%csr_to_narrow_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #Narrow>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_Narrow(%csr_to_narrow) : (tensor<4x6xf64, #Narrow>) -> ()
  %csr_to_cdr_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %csr_to_cdr = call @csr_to_cdr(%csr_to_cdr_a) : (tensor<4x6xf64, #CSR>) -> tensor<4x6xf64, #CDR>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 18
  call @show_4_6_f64_CDR(%csr_to_cdr) : (tensor<4x6xf64, #CDR>) -> ()
  %csr_to_csc_dynamic_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<?x?xf64, #CSR>
  %csr_to_csc_dynamic = call @csr_to_csc_dynamic(%csr_to_csc_dynamic_a) : (tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSC>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_CSC_dynamic(%csr_to_csc_dynamic) : (tensor<?x?xf64, #CSC>) -> ()
  %reinterpret_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %reinterpret = call @reinterpret(%reinterpret_a) : (tensor<4x6xf64, #CSR>) -> tensor<6x4xf64, #CSC>
  // CHECK: ( ( 1, 0, 0, 5 ), ( 0, 0, 3, 0 ), ( 2, 0, 0, 0 ), ( 0, 0, 0, 6 ), ( 0, 0, 4, 0 ), ( 0, 0, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_6_4_f64_CSC(%reinterpret) : (tensor<6x4xf64, #CSC>) -> ()
  %nothing = call @nothing(%d_A) : (tensor<4x6xf64>) -> tensor<4x6xf64>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  call @show_4_6_f64(%nothing) : (tensor<4x6xf64>) -> ()
  %reorder_a = sparse_tensor.convert %d_A : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %reorder = call @reorder(%reorder_a) : (tensor<4x6xf64, #COO>) -> tensor<4x6xf64, #COO>
  // CHECK: ( ( 1, 0, 2, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4, 0 ), ( 5, 0, 0, 6, 0, -7 ) )
  // CHECK-NEXT: 7
  call @show_4_6_f64_COO(%reorder) : (tensor<4x6xf64, #COO>) -> ()
  return
}
