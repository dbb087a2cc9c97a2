// `--lacuna`, executed: conversions whose points come parent after parent, but in no order within: nodes are found in a
// workspace, and sorted.

// RUN: split-file %s %t
// RUN: lacuna-opt %t/blocks.mlir --lacuna | %run | FileCheck %t/blocks.mlir
// RUN: lacuna-opt %t/blocks.mlir --lacuna="fp=strict vector-bytes=0" | %run | FileCheck %t/blocks.mlir
// RUN: lacuna-opt %t/many.mlir --lacuna | %run | FileCheck %t/many.mlir
// RUN: lacuna-opt %t/dense.mlir --lacuna | %run | FileCheck %t/dense.mlir
// RUN: lacuna-opt %t/narrow.mlir --lacuna > %t/narrow.out
// RUN: not --crash %run < %t/narrow.out 2>&1 | FileCheck %t/narrow.mlir

//--- blocks.mlir
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Filled = #stensor.format<(i, j) -> (i : dense, j : compressed), fill = 9.0 : f64>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#FilledBlocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense), fill = 9.0 : f64>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#Any = #stensor.format<(i) -> (i : compressed(unordered))>
#Sorted = #stensor.format<(i) -> (i : compressed)>
#Panels = #stensor.format<(i, j) -> (j : compressed, i : dense)>

memref.global "private" constant @pos : memref<7xi32> = dense<[0, 2, 4, 5, 7, 7, 8]>
memref.global "private" constant @crd : memref<8xi32> = dense<[4, 7, 0, 5, 6, 1, 2, 7]>
memref.global "private" constant @two : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @few_crd : memref<3xi32> = dense<[90, 5, 40]>
memref.global "private" constant @few_val : memref<3xf64> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @val : memref<8xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>

func.func @show_i32(%array: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xi32>
    vector.print str " "
    vector.print %v : i32 punctuation <no_punctuation>
  }
  vector.print str "\0A"
  return
}

func.func @show_f64(%array: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xf64>
    vector.print str " "
    vector.print %v : f64 punctuation <no_punctuation>
  }
  vector.print str "\0A"
  return
}

func.func @main() {
  %pos = memref.get_global @pos : memref<7xi32>
  %crd = memref.get_global @crd : memref<8xi32>
  %val = memref.get_global @val : memref<8xf64>
  // The last column is one that blocks of two do not fill.
  %A = stensor.pack(%pos, %crd, %val) : (memref<7xi32>, memref<8xi32>, memref<8xf64>) -> tensor<6x9xf64, #CSR>
  // CHECK-LABEL: blocks
  vector.print str "blocks\0A"
  %blocks = stensor.convert %A : tensor<6x9xf64, #CSR> to tensor<6x9xf64, #Blocks>
  %blocks_pos, %blocks_crd, %blocks_val = stensor.unpack %blocks
      : tensor<6x9xf64, #Blocks> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: {{ *}}0 3 6 7{{$}}
  // CHECK-NEXT: {{ *}}0 2 3 0 1 3 3{{$}}
  // CHECK-NEXT: {{ *}}0 0 3 0 1 0 0 4 0 2 0 0 0 0 0 6 0 0 7 0 5 0 0 0 0 0 0 8{{$}}
  call @show_i32(%blocks_pos) : (memref<?xi32>) -> ()
  call @show_i32(%blocks_crd) : (memref<?xi32>) -> ()
  call @show_f64(%blocks_val) : (memref<?xf64>) -> ()
  // Columns are sorted into rows of blocks.
  %by_column = stensor.convert %A : tensor<6x9xf64, #CSR> to tensor<6x9xf64, #CSC>
  // CHECK-LABEL: by_columns
  vector.print str "by_columns\0A"
  %by_columns = stensor.convert %by_column : tensor<6x9xf64, #CSC> to tensor<6x9xf64, #Blocks>
  %by_columns_pos, %by_columns_crd, %by_columns_val = stensor.unpack %by_columns
      : tensor<6x9xf64, #Blocks> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: {{ *}}0 3 6 7{{$}}
  // CHECK-NEXT: {{ *}}0 2 3 0 1 3 3{{$}}
  // CHECK-NEXT: {{ *}}0 0 3 0 1 0 0 4 0 2 0 0 0 0 0 6 0 0 7 0 5 0 0 0 0 0 0 8{{$}}
  call @show_i32(%by_columns_pos) : (memref<?xi32>) -> ()
  call @show_i32(%by_columns_crd) : (memref<?xi32>) -> ()
  call @show_f64(%by_columns_val) : (memref<?xf64>) -> ()
  %F = stensor.pack(%pos, %crd, %val) : (memref<7xi32>, memref<8xi32>, memref<8xf64>) -> tensor<6x9xf64, #Filled>
  // CHECK-LABEL: filled
  vector.print str "filled\0A"
  %filled = stensor.convert %F : tensor<6x9xf64, #Filled> to tensor<6x9xf64, #FilledBlocks>
  %filled_pos, %filled_crd, %filled_val = stensor.unpack %filled
      : tensor<6x9xf64, #FilledBlocks> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: {{ *}}0 3 6 7{{$}}
  // CHECK-NEXT: {{ *}}0 2 3 0 1 3 3{{$}}
  // CHECK-NEXT: {{ *}}9 9 3 9 1 9 9 4 9 2 9 9 9 9 9 6 9 9 7 9 5 9 9 9 9 9 9 8{{$}}
  call @show_i32(%filled_pos) : (memref<?xi32>) -> ()
  call @show_i32(%filled_crd) : (memref<?xi32>) -> ()
  call @show_f64(%filled_val) : (memref<?xf64>) -> ()
  // CHECK-LABEL: diagonals
  vector.print str "diagonals\0A"
  %diagonals = stensor.convert %A : tensor<6x9xf64, #CSR> to tensor<6x9xf64, #DIA>
  %diagonals_pos, %diagonals_crd, %diagonals_val = stensor.unpack %diagonals
      : tensor<6x9xf64, #DIA> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: {{ *}}0 5{{$}}
  // CHECK-NEXT: {{ *}}-2 -1 2 4 7{{$}}
  // CHECK-NEXT: {{ *}}0 0 0 6 0 0 0 3 0 7 0 0 0 0 0 0 0 8 1 4 5 0 0 0 2 0 0 0 0 0{{$}}
  call @show_i32(%diagonals_pos) : (memref<?xi32>) -> ()
  call @show_i32(%diagonals_crd) : (memref<?xi32>) -> ()
  call @show_f64(%diagonals_val) : (memref<?xf64>) -> ()
  // CHECK-LABEL: panels
  vector.print str "panels\0A"
  %panels = stensor.convert %A : tensor<6x9xf64, #CSR> to tensor<6x9xf64, #Panels>
  %panels_pos, %panels_crd, %panels_val = stensor.unpack %panels
      : tensor<6x9xf64, #Panels> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: {{ *}}0 7{{$}}
  // CHECK-NEXT: {{ *}}0 1 2 4 5 6 7{{$}}
  // CHECK-NEXT: {{ *}}0 3 0 0 0 0 0 0 0 6 0 0 0 0 0 7 0 0 1 0 0 0 0 0 0 4 0 0 0 0 0 0 5 0 0 0 2 0 0 0 0 8{{$}}
  call @show_i32(%panels_pos) : (memref<?xi32>) -> ()
  call @show_i32(%panels_crd) : (memref<?xi32>) -> ()
  call @show_f64(%panels_val) : (memref<?xf64>) -> ()
  // Few of many coordinates under one parent.
  // CHECK-LABEL: vector
  vector.print str "vector\0A"
  %two = memref.get_global @two : memref<2xi32>
  %few_crd = memref.get_global @few_crd : memref<3xi32>
  %few_val = memref.get_global @few_val : memref<3xf64>
  %few = stensor.pack(%two, %few_crd, %few_val) : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<100xf64, #Any>
  %vector = stensor.convert %few : tensor<100xf64, #Any> to tensor<100xf64, #Sorted>
  %vector_pos, %vector_crd, %vector_val = stensor.unpack %vector
      : tensor<100xf64, #Sorted> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  // CHECK-NEXT: {{ *}}0 3{{$}}
  // CHECK-NEXT: {{ *}}5 40 90{{$}}
  // CHECK-NEXT: {{ *}}2 3 1{{$}}
  call @show_i32(%vector_pos) : (memref<?xi32>) -> ()
  call @show_i32(%vector_crd) : (memref<?xi32>) -> ()
  call @show_f64(%vector_val) : (memref<?xf64>) -> ()
  return
}

// Rows of more entries than are sorted by insertion, in many increasing runs: with an array over few coordinates, with a
// hash table where there are many, and of coordinates that use all of 8 bits. The entries of row i are at the multiples j
// of a step, with the value 100 * i + j / step.
//--- many.mlir
#Any_few = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered)), coordinates = 32>
#CSR_few = #stensor.format<(i, j) -> (i : dense, j : compressed), coordinates = 32>
#Any_huge = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered)), coordinates = 64>
#CSR_huge = #stensor.format<(i, j) -> (i : dense, j : compressed), coordinates = 64>
#Any_bytes = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered)), coordinates = 8>
#CSR_bytes = #stensor.format<(i, j) -> (i : dense, j : compressed), coordinates = 8>

memref.global "private" constant @pos : memref<3xi32> = dense<[0, 40, 80]>

func.func @few() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c37 = arith.constant 37 : index
  %c40 = arith.constant 40 : index
  %c41 = arith.constant 41 : index
  %c100 = arith.constant 100 : index
  %step = arith.constant 1 : index
  %pos = memref.get_global @pos : memref<3xi32>
  %crd = memref.alloc() : memref<80xi32>
  %val = memref.alloc() : memref<80xf64>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %k = %c0 to %c40 step %c1 {
      %spread = arith.muli %k, %c37 : index
      %number = arith.remui %spread, %c41 : index
      %j = arith.muli %number, %step : index
      %row = arith.muli %i, %c40 : index
      %at = arith.addi %row, %k : index
      %stored = arith.index_cast %j : index to i32
      memref.store %stored, %crd[%at] : memref<80xi32>
      %hundreds = arith.muli %i, %c100 : index
      %sum = arith.addi %hundreds, %number : index
      %integer = arith.index_cast %sum : index to i64
      %value = arith.sitofp %integer : i64 to f64
      memref.store %value, %val[%at] : memref<80xf64>
    }
  }
  %A = stensor.pack(%pos, %crd, %val) : (memref<3xi32>, memref<80xi32>, memref<80xf64>) -> tensor<2x97xf64, #Any_few>
  %B = stensor.convert %A : tensor<2x97xf64, #Any_few> to tensor<2x97xf64, #CSR_few>
  %ends, %crds, %vals = stensor.unpack %B : tensor<2x97xf64, #CSR_few> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  vector.print str "few"
  scf.for %i = %c0 to %c2 step %c1 {
    %next = arith.addi %i, %c1 : index
    %low = memref.load %ends[%i] : memref<?xi32>
    %high = memref.load %ends[%next] : memref<?xi32>
    %from = arith.index_cast %low : i32 to index
    %to = arith.index_cast %high : i32 to index
    %before = arith.constant -1 : index
    %last, %right = scf.for %at = %from to %to step %c1 iter_args(%least = %before, %right = %c0) -> (index, index) {
      %stored = memref.load %crds[%at] : memref<?xi32>
      %j = arith.index_cast %stored : i32 to index
      %number = arith.divui %j, %step : index
      %hundreds = arith.muli %i, %c100 : index
      %sum = arith.addi %hundreds, %number : index
      %integer = arith.index_cast %sum : index to i64
      %value = arith.sitofp %integer : i64 to f64
      %found = memref.load %vals[%at] : memref<?xf64>
      %is_equal = arith.cmpf oeq, %value, %found : f64
      %grows = arith.cmpi sgt, %j, %least : index
      %is_right = arith.andi %is_equal, %grows : i1
      %one = arith.index_castui %is_right : i1 to index
      %more = arith.addi %right, %one : index
      scf.yield %j, %more : index, index
    }
    vector.print str " "
    vector.print %right : index punctuation <no_punctuation>
  }
  vector.print str "\0A"
  return
}

func.func @huge() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c37 = arith.constant 37 : index
  %c40 = arith.constant 40 : index
  %c41 = arith.constant 41 : index
  %c100 = arith.constant 100 : index
  %step = arith.constant 8589934592 : index
  %pos = memref.get_global @pos : memref<3xi32>
  %crd = memref.alloc() : memref<80xi64>
  %val = memref.alloc() : memref<80xf64>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %k = %c0 to %c40 step %c1 {
      %spread = arith.muli %k, %c37 : index
      %number = arith.remui %spread, %c41 : index
      %j = arith.muli %number, %step : index
      %row = arith.muli %i, %c40 : index
      %at = arith.addi %row, %k : index
      %stored = arith.index_cast %j : index to i64
      memref.store %stored, %crd[%at] : memref<80xi64>
      %hundreds = arith.muli %i, %c100 : index
      %sum = arith.addi %hundreds, %number : index
      %integer = arith.index_cast %sum : index to i64
      %value = arith.sitofp %integer : i64 to f64
      memref.store %value, %val[%at] : memref<80xf64>
    }
  }
  %A = stensor.pack(%pos, %crd, %val) : (memref<3xi32>, memref<80xi64>, memref<80xf64>) -> tensor<2x1099511627776xf64, #Any_huge>
  %B = stensor.convert %A : tensor<2x1099511627776xf64, #Any_huge> to tensor<2x1099511627776xf64, #CSR_huge>
  %ends, %crds, %vals = stensor.unpack %B : tensor<2x1099511627776xf64, #CSR_huge> -> memref<?xi32>, memref<?xi64>, memref<?xf64>
  vector.print str "huge"
  scf.for %i = %c0 to %c2 step %c1 {
    %next = arith.addi %i, %c1 : index
    %low = memref.load %ends[%i] : memref<?xi32>
    %high = memref.load %ends[%next] : memref<?xi32>
    %from = arith.index_cast %low : i32 to index
    %to = arith.index_cast %high : i32 to index
    %before = arith.constant -1 : index
    %last, %right = scf.for %at = %from to %to step %c1 iter_args(%least = %before, %right = %c0) -> (index, index) {
      %stored = memref.load %crds[%at] : memref<?xi64>
      %j = arith.index_cast %stored : i64 to index
      %number = arith.divui %j, %step : index
      %hundreds = arith.muli %i, %c100 : index
      %sum = arith.addi %hundreds, %number : index
      %integer = arith.index_cast %sum : index to i64
      %value = arith.sitofp %integer : i64 to f64
      %found = memref.load %vals[%at] : memref<?xf64>
      %is_equal = arith.cmpf oeq, %value, %found : f64
      %grows = arith.cmpi sgt, %j, %least : index
      %is_right = arith.andi %is_equal, %grows : i1
      %one = arith.index_castui %is_right : i1 to index
      %more = arith.addi %right, %one : index
      scf.yield %j, %more : index, index
    }
    vector.print str " "
    vector.print %right : index punctuation <no_punctuation>
  }
  vector.print str "\0A"
  return
}

func.func @bytes() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c37 = arith.constant 37 : index
  %c40 = arith.constant 40 : index
  %c41 = arith.constant 41 : index
  %c100 = arith.constant 100 : index
  %step = arith.constant 6 : index
  %pos = memref.get_global @pos : memref<3xi32>
  %crd = memref.alloc() : memref<80xi8>
  %val = memref.alloc() : memref<80xf64>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %k = %c0 to %c40 step %c1 {
      %spread = arith.muli %k, %c37 : index
      %number = arith.remui %spread, %c41 : index
      %j = arith.muli %number, %step : index
      %row = arith.muli %i, %c40 : index
      %at = arith.addi %row, %k : index
      %stored = arith.index_cast %j : index to i8
      memref.store %stored, %crd[%at] : memref<80xi8>
      %hundreds = arith.muli %i, %c100 : index
      %sum = arith.addi %hundreds, %number : index
      %integer = arith.index_cast %sum : index to i64
      %value = arith.sitofp %integer : i64 to f64
      memref.store %value, %val[%at] : memref<80xf64>
    }
  }
  %A = stensor.pack(%pos, %crd, %val) : (memref<3xi32>, memref<80xi8>, memref<80xf64>) -> tensor<2x256xf64, #Any_bytes>
  %B = stensor.convert %A : tensor<2x256xf64, #Any_bytes> to tensor<2x256xf64, #CSR_bytes>
  %ends, %crds, %vals = stensor.unpack %B : tensor<2x256xf64, #CSR_bytes> -> memref<?xi32>, memref<?xi8>, memref<?xf64>
  vector.print str "bytes"
  scf.for %i = %c0 to %c2 step %c1 {
    %next = arith.addi %i, %c1 : index
    %low = memref.load %ends[%i] : memref<?xi32>
    %high = memref.load %ends[%next] : memref<?xi32>
    %from = arith.index_cast %low : i32 to index
    %to = arith.index_cast %high : i32 to index
    %before = arith.constant -1 : index
    %last, %right = scf.for %at = %from to %to step %c1 iter_args(%least = %before, %right = %c0) -> (index, index) {
      %stored = memref.load %crds[%at] : memref<?xi8>
      %j = arith.index_castui %stored : i8 to index
      %number = arith.divui %j, %step : index
      %hundreds = arith.muli %i, %c100 : index
      %sum = arith.addi %hundreds, %number : index
      %integer = arith.index_cast %sum : index to i64
      %value = arith.sitofp %integer : i64 to f64
      %found = memref.load %vals[%at] : memref<?xf64>
      %is_equal = arith.cmpf oeq, %value, %found : f64
      %grows = arith.cmpi sgt, %j, %least : index
      %is_right = arith.andi %is_equal, %grows : i1
      %one = arith.index_castui %is_right : i1 to index
      %more = arith.addi %right, %one : index
      scf.yield %j, %more : index, index
    }
    vector.print str " "
    vector.print %right : index punctuation <no_punctuation>
  }
  vector.print str "\0A"
  return
}

func.func @main() {
  // CHECK: few 40 40
  call @few() : () -> ()
  // CHECK: huge 40 40
  call @huge() : () -> ()
  // CHECK: bytes 40 40
  call @bytes() : () -> ()
  return
}

// How many points of a dense tensor are entries is not known before: a hash table grows.
//--- dense.mlir
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>

func.func @convert(%A: tensor<2x70000xf64>) -> tensor<2x70000xf64, #DIA> {
  %B = stensor.convert %A : tensor<2x70000xf64> to tensor<2x70000xf64, #DIA>
  return %B : tensor<2x70000xf64, #DIA>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %A = tensor.generate {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f64
  } : tensor<2x70000xf64>
  %B = call @convert(%A) : (tensor<2x70000xf64>) -> tensor<2x70000xf64, #DIA>
  %pos, %crd, %val = stensor.unpack %B : tensor<2x70000xf64, #DIA> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  %n = memref.dim %crd, %c0 : memref<?xi32>
  %right = scf.for %at = %c0 to %n step %c1 iter_args(%right = %c0) -> (index) {
    %stored = memref.load %crd[%at] : memref<?xi32>
    %offset = arith.index_cast %stored : i32 to index
    %next = arith.addi %offset, %c1 : index
    %is_right = arith.cmpi eq, %next, %at : index
    %more = arith.index_castui %is_right : i1 to index
    %sum = arith.addi %right, %more : index
    scf.yield %sum : index
  }
  %values = memref.dim %val, %c0 : memref<?xf64>
  %sum = scf.for %at = %c0 to %values step %c1 iter_args(%sum = %zero) -> (f64) {
    %v = memref.load %val[%at] : memref<?xf64>
    %next = arith.addf %sum, %v : f64
    scf.yield %next : f64
  }
  // CHECK: 70001
  // CHECK-NEXT: 70001
  // CHECK-NEXT: 140000
  vector.print %n : index
  vector.print %right : index
  vector.print %sum : f64
  return
}

// More nodes than positions can count.
//--- narrow.mlir
#Any = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
#Narrow = #stensor.format<(i, j) -> (i : dense, j : compressed), positions = 8>

func.func @convert(%A: tensor<1x300xf64, #Any>) -> tensor<1x300xf64, #Narrow> {
  %B = stensor.convert %A : tensor<1x300xf64, #Any> to tensor<1x300xf64, #Narrow>
  return %B : tensor<1x300xf64, #Narrow>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c300 = arith.constant 300 : index
  %zero = arith.constant 0 : i32
  %count = arith.constant 300 : i32
  %one = arith.constant 1.0 : f64
  %pos = memref.alloc() : memref<2xi32>
  memref.store %zero, %pos[%c0] : memref<2xi32>
  memref.store %count, %pos[%c1] : memref<2xi32>
  %crd = memref.alloc() : memref<300xi32>
  %val = memref.alloc() : memref<300xf64>
  scf.for %j = %c0 to %c300 step %c1 {
    %stored = arith.index_cast %j : index to i32
    memref.store %stored, %crd[%j] : memref<300xi32>
    memref.store %one, %val[%j] : memref<300xf64>
  }
  %A = stensor.pack(%pos, %crd, %val) : (memref<2xi32>, memref<300xi32>, memref<300xf64>) -> tensor<1x300xf64, #Any>
  // CHECK: level 1 of the result has more nodes than positions of 8 bits can count: use wider positions
  %B = call @convert(%A) : (tensor<1x300xf64, #Any>) -> tensor<1x300xf64, #Narrow>
  return
}
