// `--lacuna`, executed: power iteration in tensor style, with a CSC matrix: `scf.for` carries a new vector each round. Once with
// a fixed number of rounds, once in a graph of blocks.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna="fp=strict vector-bytes=0" | %run | FileCheck %s
// RUN: lacuna-opt %s --lift-cf-to-scf --lacuna="verify=true" | %run | FileCheck %s

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#scale = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
#max = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}

// A = [ 2 1 0 ]   its largest eigenvalue is 2 + sqrt 2, of the vector (1, sqrt 2, 1)
//     [ 1 2 1 ]
//     [ 0 1 2 ]
memref.global "private" constant @pos : memref<4xi32> = dense<[0, 2, 5, 7]>
memref.global "private" constant @row : memref<7xi32> = dense<[0, 1, 0, 1, 2, 1, 2]>
memref.global "private" constant @val : memref<7xf64> = dense<[2.0, 1.0, 1.0, 2.0, 1.0, 1.0, 2.0]>

func.func private @step(%A: tensor<?x?xf64, #CSC>, %x: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSC>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
  %s = tensor.from_elements %zero : tensor<f64>
  %t = linalg.generic #max ins(%y : tensor<?xf64>) outs(%s : tensor<f64>) {
  ^bb0(%a: f64, %acc: f64):
    %size = math.absf %a : f64
    %m = arith.maximumf %size, %acc : f64
    linalg.yield %m : f64
  } -> tensor<f64>
  %norm = tensor.extract %t[] : tensor<f64>
  %x1 = linalg.generic #scale ins(%y : tensor<?xf64>) outs(%e : tensor<?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = arith.divf %a, %norm : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  return %norm, %x1 : f64, tensor<?xf64>
}

func.func @rounds(%A: tensor<?x?xf64, #CSC>, %x0: tensor<?xf64>, %rounds: index) -> (f64, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %l, %x = scf.for %k = %c0 to %rounds step %c1 iter_args(%lk = %zero, %xk = %x0) -> (f64, tensor<?xf64>) {
    %l1, %x1 = func.call @step(%A, %xk) : (tensor<?x?xf64, #CSC>, tensor<?xf64>) -> (f64, tensor<?xf64>)
    scf.yield %l1, %x1 : f64, tensor<?xf64>
  }
  return %l, %x : f64, tensor<?xf64>
}

// Until the value is the same twice.
func.func @blocks(%A: tensor<?x?xf64, #CSC>, %x0: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  cf.br ^next(%zero, %x0 : f64, tensor<?xf64>)
^next(%l: f64, %x: tensor<?xf64>):
  %l1, %x1 = func.call @step(%A, %x) : (tensor<?x?xf64, #CSC>, tensor<?xf64>) -> (f64, tensor<?xf64>)
  %same = arith.cmpf oeq, %l, %l1 : f64
  cf.cond_br %same, ^done, ^next(%l1, %x1 : f64, tensor<?xf64>)
^done:
  return %l, %x : f64, tensor<?xf64>
}

func.func private @show(%l: f64, %x: tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f64
  vector.print %l : f64
  %v = vector.transfer_read %x[%c0], %f0 : tensor<?xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  return
}

func.func @main() {
  %c3 = arith.constant 3 : index
  %c100 = arith.constant 100 : index
  %pos = memref.get_global @pos : memref<4xi32>
  %row = memref.get_global @row : memref<7xi32>
  %val = memref.get_global @val : memref<7xf64>
  %A = stensor.pack(%pos, %row, %val) sizes(%c3, %c3) : (memref<4xi32>, memref<7xi32>, memref<7xf64>) -> tensor<?x?xf64, #CSC>
  %x3 = arith.constant dense<[1.0, 0.0, 0.0]> : tensor<3xf64>
  %x0 = tensor.cast %x3 : tensor<3xf64> to tensor<?xf64>
  %l, %x = call @rounds(%A, %x0, %c100) : (tensor<?x?xf64, #CSC>, tensor<?xf64>, index) -> (f64, tensor<?xf64>)
  // CHECK: 3.4142
  // CHECK-NEXT: ( 0.7071{{[0-9]*}}, 1, 0.7071{{[0-9]*}} )
  call @show(%l, %x) : (f64, tensor<?xf64>) -> ()
  %m, %y = call @blocks(%A, %x0) : (tensor<?x?xf64, #CSC>, tensor<?xf64>) -> (f64, tensor<?xf64>)
  // CHECK-NEXT: 3.4142
  // CHECK-NEXT: ( 0.7071{{[0-9]*}}, 1, 0.7071{{[0-9]*}} )
  call @show(%m, %y) : (f64, tensor<?xf64>) -> ()
  // No round: what the caller gave, which is still there.
  %c0 = arith.constant 0 : index
  %f, %z = call @rounds(%A, %x0, %c0) : (tensor<?x?xf64, #CSC>, tensor<?xf64>, index) -> (f64, tensor<?xf64>)
  // CHECK-NEXT: {{^0}}
  // CHECK-NEXT: ( 1, 0, 0 )
  call @show(%f, %z) : (f64, tensor<?xf64>) -> ()
  // CHECK-NEXT: {{^0}}
  // CHECK-NEXT: ( 1, 0, 0 )
  call @show(%f, %x0) : (f64, tensor<?xf64>) -> ()
  return
}
