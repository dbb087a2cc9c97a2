// `sloop-interpret`: results whose entries are put together from parts, as `sloop-form-results` leaves them.

// RUN: lacuna-opt %s --sloop-interpret -o /dev/null 2>&1 | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#Parts = #stensor.format<(i) -> (i : compressed(nonunique, unordered))>

// Each write is a part of its entry. What the tensor held before is none: v is [1, 0, 3], and so was p.
// CHECK: remark: gives [4, 4, 4], 3 stored
func.func @sums(%v: tensor<3xi32, #SV>, %p: tensor<3xi32, #Parts>) -> tensor<3xi32, #Parts> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %v : tensor<3xi32, #SV>) outs(%c = %p : tensor<3xi32, #Parts>) {
    sloop.forall %i in %c3 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%j] : tensor<3xi32, #SV>
        sloop.write %0, %c[%i] : tensor<3xi32, #Parts>
      }
    }
  }
  return %r : tensor<3xi32, #Parts>
}

// An update that reads the old value does not add it a second time.
// CHECK: remark: gives [2, 0, 6], 2 stored
func.func @update(%v: tensor<3xi32, #SV>, %p: tensor<3xi32, #Parts>) -> tensor<3xi32, #Parts> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %v, %b = %p : tensor<3xi32, #SV>, tensor<3xi32, #Parts>) outs(%c = %p : tensor<3xi32, #Parts>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %a[%i] : tensor<3xi32, #SV>
      %1 = sloop.read %b[%i] : tensor<3xi32, #Parts>
      %2 = arith.addi %0, %1 : i32
      sloop.write %2, %c[%i] : tensor<3xi32, #Parts>
    }
  }
  return %r : tensor<3xi32, #Parts>
}
