// `sloop-sparsify`: values that are no values where something is not stored.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s

#V = #stensor.format<(i) -> (i : compressed)>

// What only one of two operands decides walks that one alone, and nothing is asked at run time.
// CHECK-LABEL: func.func @of_one
func.func @of_one(%x: tensor<?xf64, #V>, %y: memref<?xf64>, %n: index) {
  // CHECK: %[[CURSOR:.*]] = sloop.cursor %{{.*}}[0] under
  // CHECK-NEXT: sloop.iterate (%{{.*}}, %[[POS:.*]]) in %[[CURSOR]]
  // CHECK-NOT: arith.select
  // CHECK: %[[VALUE:.*]] = sloop.value %{{.*}}[%[[POS]]]
  // CHECK: memref.store %[[VALUE]]
  // CHECK: sloop.yield
  sloop.nest ins(%a = %x : tensor<?xf64, #V>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #V>
      %1 = sloop.stored %0 : f64
      %2 = sloop.absent : f64
      %3 = arith.select %1, %0, %2 : f64
      sloop.write %3, %c[%i] : memref<?xf64>
    }
  }
  return
}

// A difference of sets: only the case in which the first operand stands alone does something.
// CHECK-LABEL: func.func @difference
func.func @difference(%x: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %z: memref<?xf64>, %n: index) {
  // CHECK: sloop.coiterate
  // CHECK: case(0) (
  // CHECK-NOT: arith.select
  // CHECK: memref.store
  // CHECK: case(0, 1) (
  // CHECK-NOT: memref.store
  sloop.nest ins(%a = %x, %b = %y : tensor<?xf64, #V>, tensor<?xf64, #V>) outs(%c = %z : memref<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #V>
      %1 = sloop.read %b[%i] : tensor<?xf64, #V>
      %2 = sloop.stored %0 : f64
      %3 = sloop.stored %1 : f64
      %4 = sloop.absent : f64
      %5 = arith.select %3, %4, %0 : f64
      %6 = arith.select %2, %5, %4 : f64
      sloop.write %6, %c[%i] : memref<?xf64>
    }
  }
  return
}

// What the value decides is decided at run time.
// CHECK-LABEL: func.func @select
func.func @select(%x: tensor<?xf64, #V>, %z: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  // CHECK: sloop.iterate
  // CHECK: %[[VALUE:.*]] = sloop.value
  // CHECK: %[[KEEP:.*]] = arith.cmpf ogt, %[[VALUE]]
  // CHECK: scf.if %[[KEEP]] {
  // CHECK: memref.store %[[VALUE]]
  sloop.nest ins(%a = %x : tensor<?xf64, #V>) outs(%c = %z : memref<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #V>
      %1 = sloop.stored %0 : f64
      %2 = arith.cmpf ogt, %0, %zero : f64
      %3 = arith.andi %1, %2 : i1
      %4 = sloop.absent : f64
      %5 = arith.select %3, %0, %4 : f64
      sloop.write %5, %c[%i] : memref<?xf64>
    }
  }
  return
}

// Where nothing is combined, a fold stays what it was; and where it found nothing at all, nothing is written.
// CHECK-LABEL: func.func @fold
func.func @fold(%x: tensor<?xf64, #V>, %z: memref<f64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  // CHECK: %[[FOUND:.*]]:2 = sloop.iterate {{.*}} init(%[[SO_FAR:.*]] = %{{.*}}, %[[BEFORE:.*]] = %{{.*}})
  // CHECK: %[[KEEP:.*]] = arith.cmpf
  // CHECK: %[[VALUE:.*]] = arith.select %[[KEEP]], %{{.*}}, %{{.*}} : f64
  // CHECK: %[[NEXT:.*]] = arith.mulf %[[SO_FAR]], %[[VALUE]]
  // CHECK: %[[NOW:.*]] = arith.ori %[[BEFORE]], %[[KEEP]]
  // CHECK: sloop.yield %[[NEXT]], %[[NOW]]
  // CHECK: scf.if %[[FOUND]]#1 {
  // CHECK-NEXT: memref.store %[[FOUND]]#0
  sloop.nest ins(%a = %x : tensor<?xf64, #V>) outs(%c = %z : memref<f64>) {
    %s = sloop.fold %i in %n by mul -> f64 {
      %0 = sloop.read %a[%i] : tensor<?xf64, #V>
      %1 = sloop.stored %0 : f64
      %2 = arith.cmpf ogt, %0, %zero : f64
      %3 = arith.andi %1, %2 : i1
      %4 = sloop.absent : f64
      %5 = arith.select %3, %0, %4 : f64
      sloop.yield %5 : f64
    }
    sloop.write %s, %c[] : memref<f64>
  }
  return
}
