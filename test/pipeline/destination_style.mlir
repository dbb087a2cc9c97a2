// Solvers in destination style: `bufferization.materialize_in_destination` says where results go, in buffers of the caller's and
// in what a loop carries.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#each = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}

// [ 2 1 0 ]
// [ 1 2 1 ]
// [ 0 1 2 ]
memref.global "private" constant @pos : memref<4xi32> = dense<[0, 2, 5, 7]>
memref.global "private" constant @col : memref<7xi32> = dense<[0, 1, 0, 1, 2, 1, 2]>
memref.global "private" constant @val : memref<7xf64> = dense<[2.0, 1.0, 1.0, 2.0, 1.0, 1.0, 2.0]>

func.func private @half_of_product(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
  %h = linalg.generic #each ins(%y : tensor<?xf64>) outs(%e : tensor<?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = arith.mulf %a, %half : f64
    linalg.yield %0 : f64
  } -> tensor<?xf64>
  return %h : tensor<?xf64>
}

// Each round reads the buffer and writes to it; the loop carries nothing.
func.func @in_each_round(%A: tensor<?x?xf64, #CSR>, %x: memref<?xf64>, %rounds: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %rounds step %c1 {
    %xk = bufferization.to_tensor %x restrict : memref<?xf64> to tensor<?xf64>
    %next = func.call @half_of_product(%A, %xk) : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
    bufferization.materialize_in_destination %next in writable %x : (tensor<?xf64>, memref<?xf64>) -> ()
  }
  return
}

// What is carried is written into what was carried.
func.func @into_what_is_carried(%A: tensor<?x?xf64, #CSR>, %x: memref<?xf64>, %rounds: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = bufferization.to_tensor %x restrict writable : memref<?xf64> to tensor<?xf64>
  %last = scf.for %k = %c0 to %rounds step %c1 iter_args(%xk = %x0) -> tensor<?xf64> {
    %next = func.call @half_of_product(%A, %xk) : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
    %here = bufferization.materialize_in_destination %next in %xk : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %here : tensor<?xf64>
  }
  bufferization.materialize_in_destination %last in restrict writable %x : (tensor<?xf64>, memref<?xf64>) -> ()
  return
}

// Two buffers of the caller's take turns, until a round changes nothing.
func.func @two_buffers(%A: tensor<?x?xf64, #CSR>, %x: memref<?xf64>, %y: memref<?xf64>, %rounds: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %x0 = bufferization.to_tensor %x restrict writable : memref<?xf64> to tensor<?xf64>
  %y0 = bufferization.to_tensor %y restrict writable : memref<?xf64> to tensor<?xf64>
  %last, %other, %end = scf.while (%xk = %x0, %yk = %y0, %k = %c0) : (tensor<?xf64>, tensor<?xf64>, index) -> (tensor<?xf64>, tensor<?xf64>, index) {
    %go = arith.cmpi ult, %k, %rounds : index
    scf.condition(%go) %xk, %yk, %k : tensor<?xf64>, tensor<?xf64>, index
  } do {
  ^bb0(%xk: tensor<?xf64>, %yk: tensor<?xf64>, %k: index):
    %z = linalg.fill ins(%zero : f64) outs(%yk : tensor<?xf64>) -> tensor<?xf64>
    %p = linalg.matvec ins(%A, %xk : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
    %h = linalg.generic #each ins(%p : tensor<?xf64>) outs(%p : tensor<?xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = arith.mulf %o, %half : f64
      linalg.yield %0 : f64
    } -> tensor<?xf64>
    %k1 = arith.addi %k, %c1 : index
    scf.yield %h, %xk, %k1 : tensor<?xf64>, tensor<?xf64>, index
  }
  bufferization.materialize_in_destination %last in restrict writable %x : (tensor<?xf64>, memref<?xf64>) -> ()
  return
}

func.func private @set(%x: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %first = arith.constant dense<[1.0, 0.0, 2.0]> : vector<3xf64>
  vector.transfer_write %first, %x[%c0] : vector<3xf64>, memref<?xf64>
  return
}

func.func private @show(%x: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %v = vector.transfer_read %x[%c0], %zero : memref<?xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  return
}

func.func @main() {
  %c3 = arith.constant 3 : index
  %pos = memref.get_global @pos : memref<4xi32>
  %col = memref.get_global @col : memref<7xi32>
  %val = memref.get_global @val : memref<7xf64>
  %A = stensor.pack(%pos, %col, %val) sizes(%c3, %c3)
    : (memref<4xi32>, memref<7xi32>, memref<7xf64>) -> tensor<?x?xf64, #CSR>
  %x = memref.alloc(%c3) : memref<?xf64>
  %y = memref.alloc(%c3) : memref<?xf64>
  // CHECK-COUNT-3: ( 3.25, 5.25, 4.25 )
  call @set(%x) : (memref<?xf64>) -> ()
  call @in_each_round(%A, %x, %c3) : (tensor<?x?xf64, #CSR>, memref<?xf64>, index) -> ()
  call @show(%x) : (memref<?xf64>) -> ()
  call @set(%x) : (memref<?xf64>) -> ()
  call @into_what_is_carried(%A, %x, %c3) : (tensor<?x?xf64, #CSR>, memref<?xf64>, index) -> ()
  call @show(%x) : (memref<?xf64>) -> ()
  call @set(%x) : (memref<?xf64>) -> ()
  call @two_buffers(%A, %x, %y, %c3) : (tensor<?x?xf64, #CSR>, memref<?xf64>, memref<?xf64>, index) -> ()
  call @show(%x) : (memref<?xf64>) -> ()
  memref.dealloc %x : memref<?xf64>
  memref.dealloc %y : memref<?xf64>
  return
}
