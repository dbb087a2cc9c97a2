// `sloop-vectorize`: never more lanes than the verifier of a loop allows, 1024.

// RUN: lacuna-opt %s --sloop-vectorize="bytes=65536" | FileCheck %s

// CHECK: sloop.forall %i in %{{.*}} how(<lanes = 1024>) {
func.func @many_bytes(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = sloop.nest ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64>
      sloop.write %0, %c[%i] : tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @booleans(
func.func @booleans(%x: tensor<?xi1>, %y: tensor<?xi1>, %n: index) -> tensor<?xi1> {
  // CHECK-NOT: how(<lanes = 2048>)
  %r = sloop.nest ins(%a = %x : tensor<?xi1>) outs(%c = %y : tensor<?xi1>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xi1>
      sloop.write %0, %c[%i] : tensor<?xi1>
    }
  }
  return %r : tensor<?xi1>
}
