// `--lacuna`, executed: cursor form in which several results grow at once, side by side and one inside the other. Each keeps
// its state to itself.
//
//       [ 1 0 2 0 0 ]
//   A = [ 0 0 0 0 0 ]
//       [ 0 3 0 0 4 ]
//       [ 5 0 0 6 0 ]

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#SV = #stensor.format<(i) -> (i : compressed)>

func.func @A() -> tensor<4x5xf64, #CSR> {
  %0 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0],
                             [5.0, 0.0, 0.0, 6.0, 0.0]]> : tensor<4x5xf64>
  %1 = stensor.convert %0 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
  return %1 : tensor<4x5xf64, #CSR>
}

// Entries of the upper triangle go into one result, the others into another, in the same loops.
func.func @split(%A: tensor<4x5xf64, #CSR>) -> (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #COO>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %C, %D = sloop.grow append(%c) capacity(%c1) : tensor<4x5xf64, #CSR> -> (tensor<4x5xf64, #COO>) {
    %inner = sloop.grow append(%d) capacity(%c1) : tensor<4x5xf64, #COO> {
      scf.for %i = %c0 to %c4 step %c1 {
        %p = sloop.insert %i to %c[0] under(%c0) : !sloop.assembly<tensor<4x5xf64, #CSR>>
        %row = sloop.cursor %A[1] under(%i) given(%i) : tensor<4x5xf64, #CSR>
        sloop.iterate (%j, %pos) in %row : !sloop.cursor {
          %v = sloop.value %A[%pos] : tensor<4x5xf64, #CSR> -> f64
          %upper = arith.cmpi uge, %j, %i : index
          scf.if %upper {
            %q = sloop.append(%j) to %c[1] : !sloop.assembly<tensor<4x5xf64, #CSR>>
            sloop.put %v in %c[%q] : f64, !sloop.assembly<tensor<4x5xf64, #CSR>>
          } else {
            %q = sloop.append(%i, %j) to %d[0] : !sloop.assembly<tensor<4x5xf64, #COO>>
            sloop.put %v in %d[%q] : f64, !sloop.assembly<tensor<4x5xf64, #COO>>
          }
          sloop.yield
        }
        sloop.close %c[1] under(%p) : !sloop.assembly<tensor<4x5xf64, #CSR>>
      }
      sloop.close %d[0] under(%c0) : !sloop.assembly<tensor<4x5xf64, #COO>>
    }
    sloop.yield %inner : tensor<4x5xf64, #COO>
  }
  return %C, %D : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #COO>
}

// While nodes of the transposed matrix are counted, a result inside of its walk lists the rows with entries.
func.func @transpose_and_list_rows(%A: tensor<4x5xf64, #CSR>) -> (tensor<4x5xf64, #CSC>, tensor<4xf64, #SV>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %T, %R = sloop.grow count(%t) : tensor<4x5xf64, #CSC> -> (tensor<4xf64, #SV>) {
    %rows = sloop.grow append(%r) capacity(%c1) : tensor<4xf64, #SV> {
      scf.for %i = %c0 to %c4 step %c1 {
        %n = sloop.node_count %A[1] under(%i) given(%i) : tensor<4x5xf64, #CSR>
        %some = arith.cmpi ne, %n, %c0 : index
        scf.if %some {
          %q = sloop.append(%i) to %r[0] : !sloop.assembly<tensor<4xf64, #SV>>
          sloop.put %one in %r[%q] : f64, !sloop.assembly<tensor<4xf64, #SV>>
        }
        %row = sloop.cursor %A[1] under(%i) given(%i) : tensor<4x5xf64, #CSR>
        sloop.iterate (%j, %pos) in %row : !sloop.cursor {
          sloop.count(%j, %i) in %t : !sloop.assembly<tensor<4x5xf64, #CSC>>
          sloop.yield
        }
      }
      sloop.close %r[0] under(%c0) : !sloop.assembly<tensor<4xf64, #SV>>
    }
    sloop.arrange %t : !sloop.assembly<tensor<4x5xf64, #CSC>>
    scf.for %i = %c0 to %c4 step %c1 {
      %row = sloop.cursor %A[1] under(%i) given(%i) : tensor<4x5xf64, #CSR>
      sloop.iterate (%j, %pos) in %row : !sloop.cursor {
        %v = sloop.value %A[%pos] : tensor<4x5xf64, #CSR> -> f64
        %p = sloop.place(%j, %i) in %t : !sloop.assembly<tensor<4x5xf64, #CSC>>
        sloop.put %v in %t[%p] : f64, !sloop.assembly<tensor<4x5xf64, #CSC>>
        sloop.yield
      }
    }
    sloop.yield %rows : tensor<4xf64, #SV>
  }
  return %T, %R : tensor<4x5xf64, #CSC>, tensor<4xf64, #SV>
}

// Two results are counted and placed in the same loops.
func.func @count_both(%A: tensor<4x5xf64, #CSR>) -> (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSC>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %C, %T = sloop.grow count(%c) : tensor<4x5xf64, #CSR> -> (tensor<4x5xf64, #CSC>) {
    %inner = sloop.grow count(%t) : tensor<4x5xf64, #CSC> {
      scf.for %i = %c0 to %c4 step %c1 {
        %row = sloop.cursor %A[1] under(%i) given(%i) : tensor<4x5xf64, #CSR>
        sloop.iterate (%j, %pos) in %row : !sloop.cursor {
          sloop.count(%i, %j) in %c : !sloop.assembly<tensor<4x5xf64, #CSR>>
          sloop.count(%j, %i) in %t : !sloop.assembly<tensor<4x5xf64, #CSC>>
          sloop.yield
        }
      }
      sloop.arrange %c : !sloop.assembly<tensor<4x5xf64, #CSR>>
      sloop.arrange %t : !sloop.assembly<tensor<4x5xf64, #CSC>>
      scf.for %i = %c0 to %c4 step %c1 {
        %row = sloop.cursor %A[1] under(%i) given(%i) : tensor<4x5xf64, #CSR>
        sloop.iterate (%j, %pos) in %row : !sloop.cursor {
          %v = sloop.value %A[%pos] : tensor<4x5xf64, #CSR> -> f64
          %w = arith.addf %v, %v : f64
          %p = sloop.place(%i, %j) in %c : !sloop.assembly<tensor<4x5xf64, #CSR>>
          sloop.put %v in %c[%p] : f64, !sloop.assembly<tensor<4x5xf64, #CSR>>
          %q = sloop.place(%j, %i) in %t : !sloop.assembly<tensor<4x5xf64, #CSC>>
          sloop.put %w in %t[%q] : f64, !sloop.assembly<tensor<4x5xf64, #CSC>>
          sloop.yield
        }
      }
    }
    sloop.yield %inner : tensor<4x5xf64, #CSC>
  }
  return %C, %T : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSC>
}

// A vector grows anew in each round of a loop, beside a workspace that lives through all of them: the sum of the rows so far.
func.func @in_each_round(%A: tensor<4x5xf64, #CSR>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %total = sloop.workspace dense(%w) : tensor<5xf64, #SV> -> (index) {
    %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%before = %c0) -> (index) {
      %vector = sloop.grow append(%r) capacity(%c1) : tensor<5xf64, #SV> {
        %row = sloop.cursor %A[1] under(%i) given(%i) : tensor<4x5xf64, #CSR>
        sloop.iterate (%j, %pos) in %row : !sloop.cursor {
          %v = sloop.value %A[%pos] : tensor<4x5xf64, #CSR> -> f64
          %q = sloop.append(%j) to %r[0] : !sloop.assembly<tensor<5xf64, #SV>>
          sloop.put %v in %r[%q] : f64, !sloop.assembly<tensor<5xf64, #SV>>
          sloop.scatter %v in %w[%j] by add : f64, !sloop.assembly<tensor<5xf64, #SV>>
          sloop.yield
        }
        sloop.close %r[0] under(%c0) : !sloop.assembly<tensor<5xf64, #SV>>
      }
      %n = sloop.node_count %vector[0] under(%c0) : tensor<5xf64, #SV>
      %tens = arith.constant 10 : index
      %shifted = arith.muli %before, %tens : index
      %next = arith.addi %shifted, %n : index
      stensor.release %vector : tensor<5xf64, #SV>
      scf.yield %next : index
    }
    %all = sloop.collect %w : !sloop.assembly<tensor<5xf64, #SV>> -> tensor<5xf64, #SV>
    %values = stensor.values %all : tensor<5xf64, #SV> -> memref<?xf64>
    %zero = arith.constant 0.0 : f64
    %seen = vector.transfer_read %values[%c0], %zero : memref<?xf64>, vector<5xf64>
    vector.print %seen : vector<5xf64>
    sloop.yield %sum : index
  }
  return %total : index
}

func.func @show(%C: tensor<4x5xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %v = vector.transfer_read %C[%c0, %c0], %zero : tensor<4x5xf64>, vector<4x5xf64>
  vector.print %v : vector<4x5xf64>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %A = call @A() : () -> tensor<4x5xf64, #CSR>

  // CHECK:      ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 4 ), ( 0, 0, 0, 6, 0 ) )
  // CHECK-NEXT: ( ( 0, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 0 ), ( 5, 0, 0, 0, 0 ) )
  %C, %D = call @split(%A) : (tensor<4x5xf64, #CSR>) -> (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #COO>)
  %0 = stensor.convert %C : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
  call @show(%0) : (tensor<4x5xf64>) -> ()
  %1 = stensor.convert %D : tensor<4x5xf64, #COO> to tensor<4x5xf64>
  call @show(%1) : (tensor<4x5xf64>) -> ()

  // CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4 ), ( 5, 0, 0, 6, 0 ) )
  // CHECK-NEXT: ( 1, 0, 1, 1 )
  %T, %R = call @transpose_and_list_rows(%A) : (tensor<4x5xf64, #CSR>) -> (tensor<4x5xf64, #CSC>, tensor<4xf64, #SV>)
  %2 = stensor.convert %T : tensor<4x5xf64, #CSC> to tensor<4x5xf64>
  call @show(%2) : (tensor<4x5xf64>) -> ()
  %3 = stensor.convert %R : tensor<4xf64, #SV> to tensor<4xf64>
  %rows = vector.transfer_read %3[%c0], %zero : tensor<4xf64>, vector<4xf64>
  vector.print %rows : vector<4xf64>

  // CHECK-NEXT: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 4 ), ( 5, 0, 0, 6, 0 ) )
  // CHECK-NEXT: ( ( 2, 0, 4, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 6, 0, 0, 8 ), ( 10, 0, 0, 12, 0 ) )
  %E, %F = call @count_both(%A) : (tensor<4x5xf64, #CSR>) -> (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #CSC>)
  %4 = stensor.convert %E : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
  call @show(%4) : (tensor<4x5xf64>) -> ()
  %5 = stensor.convert %F : tensor<4x5xf64, #CSC> to tensor<4x5xf64>
  call @show(%5) : (tensor<4x5xf64>) -> ()

  // The workspace has the sums of all columns. The rows have 2, 0, 2 and 2 entries.
  // CHECK-NEXT: ( 6, 3, 2, 6, 4 )
  // CHECK-NEXT: 2022
  %n = call @in_each_round(%A) : (tensor<4x5xf64, #CSR>) -> index
  vector.print %n : index
  return
}
