// `sloop-vectorize`: loops that it must not run in lanes.

// RUN: lacuna-opt %s --sloop-vectorize | FileCheck %s --implicit-check-not='lanes ='

#Compressed = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @stored_operand(
func.func @stored_operand(%A: tensor<?xf64, #Compressed>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = sloop.nest ins(%a = %A : tensor<?xf64, #Compressed>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #Compressed>
      sloop.write %0, %c[%i] by add : tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @stride_of_two(
func.func @stride_of_two(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = sloop.nest ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[2 * %i] : tensor<?xf64>
      sloop.write %0, %c[%i] : tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @column_of_a_matrix(
func.func @column_of_a_matrix(%x: tensor<?x4xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = sloop.nest ins(%a = %x : tensor<?x4xf64>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i, 0] : tensor<?x4xf64>
      sloop.write %0, %c[%i] : tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @diagonal(
func.func @diagonal(%x: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = sloop.nest ins(%a = %x : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i, %i] : tensor<?x?xf64>
      sloop.write %0, %c[%i] : tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @index_as_a_number(
func.func @index_as_a_number(%x: tensor<?xi64>, %y: tensor<?xi64>, %n: index) -> tensor<?xi64> {
  %r = sloop.nest ins(%a = %x : tensor<?xi64>) outs(%c = %y : tensor<?xi64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xi64>
      %1 = arith.index_cast %i : index to i64
      %2 = arith.muli %0, %1 : i64
      sloop.write %2, %c[%i] : tensor<?xi64>
    }
  }
  return %r : tensor<?xi64>
}

// CHECK-LABEL: func.func @operation_that_is_not_elementwise(
func.func @operation_that_is_not_elementwise(%x: tensor<?xcomplex<f32>>, %y: tensor<?xf32>, %n: index)
    -> tensor<?xf32> {
  %r = sloop.nest ins(%a = %x : tensor<?xcomplex<f32>>) outs(%c = %y : tensor<?xf32>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xcomplex<f32>>
      %1 = complex.abs %0 : complex<f32>
      sloop.write %1, %c[%i] : tensor<?xf32>
    }
  }
  return %r : tensor<?xf32>
}

// One of several values is the last one written: which, the order decides.
// CHECK-LABEL: func.func @replaces_one_point(
func.func @replaces_one_point(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = sloop.nest ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64>
      sloop.write %0, %c[] : tensor<f64>
    }
  }
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @one_value(
func.func @one_value(%x: tensor<1xf64>, %y: tensor<1xf64>) -> tensor<1xf64> {
  %c1 = arith.constant 1 : index
  %r = sloop.nest ins(%a = %x : tensor<1xf64>) outs(%c = %y : tensor<1xf64>) {
    sloop.forall %i in %c1 {
      %0 = sloop.read %a[%i] : tensor<1xf64>
      sloop.write %0, %c[%i] : tensor<1xf64>
    }
  }
  return %r : tensor<1xf64>
}

// The blocks of the result that two entries add to overlap: one would wait for the other. A long filter is another matter, in
// `vectorize.mlir`.
// CHECK-LABEL: func.func @overlapping_blocks(
func.func @overlapping_blocks(%x: tensor<?xf64, #Compressed>, %f: tensor<5xf64>, %y: tensor<?xf64>,
                              %n: index) -> tensor<?xf64> {
  %c5 = arith.constant 5 : index
  %r = sloop.nest ins(%a = %x, %b = %f : tensor<?xf64, #Compressed>, tensor<5xf64>)
      outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      sloop.forall %q in %c5 {
        %0 = sloop.read %a[%i] : tensor<?xf64, #Compressed>
        %1 = sloop.read %b[%q] : tensor<5xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i + %q] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}
