// `say-plan`: how each nest is walked, in a remark.

// RUN: lacuna-opt %s --sloop-sparsify=say-plan=true -o /dev/null 2>&1 | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#V = #stensor.format<(i) -> (i : compressed)>

// CHECK:      remark: this nest is walked so:
// CHECK-NEXT: {{^}}v0 counts; locates T0.0{{$}}
// CHECK-NEXT: {{^}}  v1 merges T0.1 (fetched 512 ahead), T1.0 (fetched 512 ahead){{$}}
// CHECK-NEXT: {{^}}    T2(v0) += T0(v0,v1) * T1(v1){{$}}
func.func @spmspv(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64, #V>, %y: memref<?xf64>, %m: index, %n: index) {
  sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64, #CSR>, tensor<?xf64, #V>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        %1 = sloop.read %b[%j] : tensor<?xf64, #V>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : memref<?xf64>
      }
    }
  }
  return
}
