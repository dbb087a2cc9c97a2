// `say-plan`: how each nest is walked and what that costs, in a remark.

// RUN: lacuna-opt %s --sloop-split-variables --sloop-schedule --sloop-sparsify="say-plan=true gathers=fast" -o /dev/null 2>&1 | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#V = #stensor.format<(i) -> (i : compressed)>
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>

// CHECK:      remark: this nest is walked so:
// CHECK-NEXT: {{^}}v0 counts; locates T0.0{{$}}
// CHECK-NEXT: {{^}}  v1 merges T0.1 (fetched 512 ahead), T1.0 (fetched 512 ahead){{$}}
// CHECK-NEXT: {{^}}    T2(v0) += T0(v0,v1) * T1(v1){{$}}
// CHECK-NEXT: {{^}}cost {{[0-9]+}}: rounds {{[0-9]+}}, merges {{[0-9]+$}}
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

// A producer, and a consumer of what it stored, which wants it in order. The rows of the second factor come here and there: what
// stands ahead of one is not what follows, so it is not fetched.
// CHECK:      remark: this nest is walked so:
// CHECK-NEXT: {{^}}T2 appends; room at first for 1024 + T0 + T1, 8 times that up to 134217728{{$}}
// CHECK-NEXT: {{^}}v0 counts; locates T0.0; inserts into T2.0{{$}}
// CHECK-NEXT: {{^}}  scatters into T3, which lists few points, and has a place for every one where more come, or with more than 8388608 points sorts points by digits of their coordinates:{{$}}
// CHECK-NEXT: {{^}}    v1 walks T0.1 (fetched 512 ahead); locates T1.0{{$}}
// CHECK-NEXT: {{^}}      v2 walks T1.1{{$}}
// CHECK-NEXT: {{^}}        T3(v2) += T0(v0,v1) * T1(v1,v2){{$}}
// CHECK-NEXT: {{^}}  collects T3, in order:{{$}}
// CHECK-NEXT: {{^}}    v3 walks T3.0; appends to T2.1, room for T3.0{{$}}
// CHECK-NEXT: {{^}}      T2(v0,v3) = T3(v3){{$}}
// CHECK-NEXT: {{^}}cost {{[0-9]+}}: rounds {{[0-9]+}}, sorts {{[0-9]+}}, growth {{[0-9]+$}}
func.func @product_by_rows(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index, %p: index) -> tensor<?x?xf64, #CSR> {
  %e = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #CSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%c = %e : tensor<?x?xf64, #CSR>) {
    sloop.forall %i in %m {
      sloop.where tensor<?xf64> sizes(%n) produce(%w) {
        sloop.forall %k in %p {
          sloop.forall %j in %n {
            %0 = sloop.read %a[%i, %k] : tensor<?x?xf64, #CSR>
            %1 = sloop.read %b[%k, %j] : tensor<?x?xf64, #CSR>
            %2 = arith.mulf %0, %1 : f64
            sloop.write %2, %w[%j] by add : tensor<?xf64>
          }
        }
      } consume(%w) {
        sloop.forall %j in %n {
          %0 = sloop.read %w[%j] : tensor<?xf64>
          sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<?x?xf64, #CSR>
        }
      }
    }
  }
  return %r : tensor<?x?xf64, #CSR>
}

// Whole blocks are not tested inside; the last row of blocks reaches over the edge.
// CHECK:      remark: this nest is walked so:
// CHECK-NEXT: {{^}}v3 floordiv 2 counts; locates T0.0{{$}}
// CHECK-NEXT: {{^}}  v5 floordiv 2 walks T0.1{{$}}
// CHECK-NEXT: {{^}}    where all of the block has v3 in bounds and v5 in bounds:{{$}}
// CHECK-NEXT: {{^}}      v3 mod 2 counts; locates T0.2{{$}}
// CHECK-NEXT: {{^}}        v5 mod 2 counts; locates T0.3{{$}}
// CHECK-NEXT: {{^}}          T2(v3) += T0(v3,v5) * T1(v5){{$}}
// CHECK-NEXT: {{^}}    else:{{$}}
// CHECK-NEXT: {{^}}      v3 mod 2 counts; locates T0.2{{$}}
// CHECK-NEXT: {{^}}        if v3 in bounds:{{$}}
// CHECK-NEXT: {{^}}          v5 mod 2 counts; locates T0.3{{$}}
// CHECK-NEXT: {{^}}            if v5 in bounds:{{$}}
// CHECK-NEXT: {{^}}              T2(v3) += T0(v3,v5) * T1(v5){{$}}
// CHECK-NEXT: {{^}}cost {{[0-9]+}}: rounds {{[0-9]+$}}
func.func @blocks(%A: tensor<7x?xf64, #BCSR>, %x: memref<?xf64>, %y: memref<7xf64>, %n: index) {
  %c7 = arith.constant 7 : index
  sloop.nest ins(%a = %A, %b = %x : tensor<7x?xf64, #BCSR>, memref<?xf64>) outs(%c = %y : memref<7xf64>) {
    sloop.forall %i in %c7 {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<7x?xf64, #BCSR>
        %1 = sloop.read %b[%j] : memref<?xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : memref<7xf64>
      }
    }
  }
  return
}

// A factor of a sum that may be empty: the product is zero then, whatever the factor is.
// CHECK:      remark: this nest is walked so:
// CHECK-NEXT: {{^}}v0 counts; locates T0.0{{$}}
// CHECK-NEXT: {{.*}}v1 walks T0.1 (values fetched 512 ahead); its segment tells whether it takes something; scalar or pairs or lanes:4 or gathers:8, as a sample of the segments tells{{$}}
func.func @factor_of_a_sum_that_may_be_empty(%A: tensor<?x?xf64, #CSR>, %d: memref<?xf64>, %y: memref<?xf64>, %m: index, %n: index) {
  sloop.nest ins(%a = %A, %f = %d : tensor<?x?xf64, #CSR>, memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m {
      %sum = sloop.fold %j in %n by add -> f64 {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        sloop.yield %0 : f64
      }
      %1 = sloop.read %f[%i] : memref<?xf64>
      %2 = arith.mulf %1, %sum : f64
      sloop.write %2, %c[%i] by add : memref<?xf64>
    }
  }
  return
}
