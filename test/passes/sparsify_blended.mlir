// `sloop-sparsify`: merges with a case for every choice of operands, of which one serves for all where what they compute
// is cheaper than a branch that is hard to predict: parts of operands that store nothing are replaced by what they are
// then.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 fp=strict" | FileCheck %s --check-prefixes=CHECK,STRICT

#SV = #stensor.format<(i) -> (i : compressed)>
#Far = #stensor.format<(i) -> (i : compressed), fill = 9.0 : f64>
#Infinite = #stensor.format<(i) -> (i : compressed), fill = 0x7FF0000000000000 : f64>
#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// The case of both runs where neither is at its end. To the letter, 0 + -0 is not -0, but -0 + -0 is.
// CHECK-LABEL: func.func @sum(
// CHECK:         sloop.coiterate ({{.*}}) blended :
// CHECK:         case(0) (%{{.*}}: index, %[[P:.*]]: index) {
// CHECK-NOT:       arith.select
// CHECK:         case(0, 1) (%{{.*}}: index, %[[P:.*]]: index, %[[Q:.*]]: index, %[[A:.*]]: i1, %[[B:.*]]: i1) {
// FAST:            %[[L:.*]] = sloop.value %arg0[%[[P]]] or 0.0{{.*}} : f64 where %[[A]] :
// STRICT:          %[[L:.*]] = sloop.value %arg0[%[[P]]] or -0.0{{.*}} : f64 where %[[A]] :
// FAST-NEXT:       %[[R:.*]] = sloop.value %arg1[%[[Q]]] or 0.0{{.*}} : f64 where %[[B]] :
// STRICT-NEXT:     %[[R:.*]] = sloop.value %arg1[%[[Q]]] or -0.0{{.*}} : f64 where %[[B]] :
// CHECK:           arith.addf %[[L]], %[[R]]
// CHECK:         return
func.func @sum(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %r = arith.addf %a0, %b0 : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// Three have seven cases. To the letter, what is subtracted is zero where nothing is stored: -0 - 0 is -0.
// CHECK-LABEL: func.func @sum_of_three(
// FAST:          sloop.coiterate ({{.*}}) blended :
// FAST:          case(0, 1) (%{{.*}}: index, %{{.*}}: index, %{{.*}}: index) {
// FAST:          case(0, 1, 2) (%{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %[[A:.*]]: i1, %[[B:.*]]: i1, %[[C:.*]]: i1) {
// FAST:            sloop.value {{.*}} where %[[A]] :
// FAST:            sloop.value {{.*}} where %[[B]] :
// FAST:            sloop.value {{.*}} where %[[C]] :
// STRICT:        case(0, 1, 2)
// STRICT-COUNT-2:  sloop.value {{.*}} or -0.0{{.*}} : f64 where
// STRICT:          sloop.value {{.*}} or 0.0{{.*}} : f64 where
// CHECK:         return
func.func @sum_of_three(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %D: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %d = %D : tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %d0 = sloop.read %d[%i] : tensor<?xf64, #SV>
      %s = arith.addf %a0, %b0 : f64
      %r = arith.subf %s, %d0 : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// What a fold carries stands behind the flags.
// CHECK-LABEL: func.func @fold_of_a_sum(
// FAST:          sloop.coiterate ({{.*}}) blended init(%{{.*}}) :
// FAST:          case(0, 1) (%{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: i1, %{{.*}}: i1, %[[S:.*]]: f64) {
// FAST:            %[[T:.*]] = arith.addf %{{.*}}, %{{.*}}
// FAST:            %[[U:.*]] = arith.addf %[[S]], %[[T]]
// FAST-NEXT:       sloop.yield %[[U]] : f64
// CHECK:         return
func.func @fold_of_a_sum(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %y: memref<f64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%c = %y : memref<f64>) {
    %f = sloop.fold %i in %n by add -> f64 {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %r = arith.addf %a0, %b0 : f64
      sloop.yield %r : f64
    }
    sloop.write %f, %c[] by add : memref<f64>
  }
  return
}

// A part is all that depends on one operand alone: what is selected is the product.
// CHECK-LABEL: func.func @products_with_numbers(
// FAST:          sloop.coiterate ({{.*}}) blended :
// FAST:          case(0, 1) ({{.*}}, %[[A:.*]]: i1, %[[B:.*]]: i1) {
// FAST:            %[[V:.*]] = arith.mulf %{{.*}}, %{{.*}}
// FAST:            %[[L:.*]] = arith.select %[[A]], %[[V]], %{{.*}} : f64
// FAST:            %[[W:.*]] = arith.mulf %{{.*}}, %{{.*}}
// FAST:            %[[R:.*]] = arith.select %[[B]], %[[W]], %{{.*}} : f64
// FAST:            arith.addf %[[L]], %[[R]]
// CHECK:         return
func.func @products_with_numbers(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  %two = arith.constant 2.0 : f64
  %three = arith.constant 3.0 : f64
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %p = arith.mulf %two, %a0 : f64
      %q = arith.mulf %three, %b0 : f64
      %r = arith.addf %p, %q : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// Also with what may be infinite: nothing times infinity is zero, as it is where nothing is stored.
// CHECK-LABEL: func.func @products_with_dense_operands(
// FAST:          sloop.coiterate ({{.*}}) blended :
// FAST:          case(0, 1) ({{.*}}, %[[A:.*]]: i1, %[[B:.*]]: i1) {
// FAST:            %[[X:.*]] = memref.load %arg2
// FAST:            %[[V:.*]] = arith.mulf %{{.*}}, %[[X]]
// FAST:            %[[L:.*]] = arith.select %[[A]], %[[V]], %{{.*}} : f64
// FAST:            %[[R:.*]] = sloop.value %arg1{{.*}} where %[[B]] :
// FAST:            arith.addf %[[L]], %[[R]]
// CHECK:         return
func.func @products_with_dense_operands(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %X: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %x = %X : tensor<?xf64, #SV>, tensor<?xf64, #SV>, memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %x0 = sloop.read %x[%i] : memref<?xf64>
      %p = arith.mulf %a0, %x0 : f64
      %r = arith.addf %p, %b0 : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// The larger of two is exact.
// CHECK-LABEL: func.func @larger_of_two(
// CHECK:         sloop.coiterate ({{.*}}) blended :
// CHECK:         case(0, 1) ({{.*}}, %{{.*}}: i1, %{{.*}}: i1) {
// CHECK-COUNT-2:   sloop.value {{.*}} or 0.0{{.*}} : f64 where
// CHECK:           arith.maximumf
// CHECK:         return
func.func @larger_of_two(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %r = arith.maximumf %a0, %b0 : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// What is not stored is the fill value.
// CHECK-LABEL: func.func @nearer_of_two(
// CHECK:         sloop.coiterate ({{.*}}) blended :
// CHECK:         case(0, 1) (%[[I:[a-z0-9]+]]: index, {{.*}}, %[[A:.*]]: i1, %[[B:.*]]: i1) {
// CHECK:           %[[L:.*]] = sloop.value {{.*}} or 9.0{{.*}} : f64 where %[[A]] :
// CHECK:           %[[R:.*]] = sloop.value {{.*}} or 9.0{{.*}} : f64 where %[[B]] :
// CHECK:           %[[V:.*]] = arith.minimumf %[[L]], %[[R]]
// CHECK:           sloop.append(%[[I]])
// CHECK:           sloop.put %[[V]]
// CHECK:         return
func.func @nearer_of_two(%A: tensor<?xf64, #Far>, %B: tensor<?xf64, #Far>, %n: index) -> tensor<?xf64, #Far> {
  %e = stensor.empty sizes(%n) : tensor<?xf64, #Far>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #Far>, tensor<?xf64, #Far>) outs(%c = %e : tensor<?xf64, #Far>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #Far>
      %1 = sloop.read %b[%i] : tensor<?xf64, #Far>
      %2 = arith.minimumf %0, %1 : f64
      sloop.write %2, %c[%i] elsewhere(9.0 : f64) : tensor<?xf64, #Far>
    }
  }
  return %r : tensor<?xf64, #Far>
}

// A stored row is one append in each case, and one for all.
// CHECK-LABEL: func.func @rows_of_a_sum(
// CHECK:         scf.for
// CHECK:           sloop.coiterate ({{.*}}) blended :
// CHECK-COUNT-3:     sloop.append(%{{.*}}) to %{{.*}}[1] reserved
// CHECK-NOT:       sloop.append
// CHECK:         return
func.func @rows_of_a_sum(%A: tensor<4x8xf64, #CSR>, %B: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #CSR> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #CSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x8xf64, #CSR>, tensor<4x8xf64, #CSR>) outs(%c = %e : tensor<4x8xf64, #CSR>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<4x8xf64, #CSR>
        %2 = arith.addf %0, %1 : f64
        sloop.write %2, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #CSR>
      }
    }
  }
  return %r : tensor<4x8xf64, #CSR>
}

// A factor of both is no part of one, but something is stored in each round, which it multiplies.
// CHECK-LABEL: func.func @product_with_a_dense_operand_outside(
// CHECK:         sloop.coiterate ({{.*}}) blended :
// CHECK:         case(0, 1)
// CHECK:           %[[S:.*]] = arith.addf
// CHECK:           arith.mulf %[[S]], %{{.*}}
// CHECK:         return
func.func @product_with_a_dense_operand_outside(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %X: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %x = %X : tensor<?xf64, #SV>, tensor<?xf64, #SV>, memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %x0 = sloop.read %x[%i] : memref<?xf64>
      %s = arith.addf %a0, %b0 : f64
      %r = arith.mulf %s, %x0 : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// Where a term has the factor, nothing is stored of it in some rounds: nothing times infinity must stay zero.
// CHECK-LABEL: func.func @term_with_a_factor_of_two(
// CHECK:         sloop.coiterate
// CHECK-NOT:     blended
// CHECK:         return
func.func @term_with_a_factor_of_two(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %D: tensor<?xf64, #SV>, %X: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %d = %D, %x = %X : tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %d0 = sloop.read %d[%i] : tensor<?xf64, #SV>
      %x0 = sloop.read %x[%i] : memref<?xf64>
      %s = arith.addf %a0, %b0 : f64
      %p = arith.mulf %s, %x0 : f64
      %r = arith.addf %p, %d0 : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// Nor does one expression serve a product of both.
// CHECK-LABEL: func.func @product_of_the_operands(
// CHECK:         sloop.coiterate
// CHECK-NOT:     blended
// CHECK:         return
func.func @product_of_the_operands(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %p = arith.mulf %a0, %b0 : f64
      %s = arith.addf %a0, %b0 : f64
      %r = arith.addf %s, %p : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// What costs more than a branch.
// CHECK-LABEL: func.func @division(
// CHECK:         sloop.coiterate
// CHECK-NOT:     blended
// CHECK:         return
func.func @division(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %X: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %x = %X : tensor<?xf64, #SV>, tensor<?xf64, #SV>, memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %x0 = sloop.read %x[%i] : memref<?xf64>
      %q = arith.divf %a0, %x0 : f64
      %r = arith.addf %q, %b0 : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// Calls.
// CHECK-LABEL: func.func @square_root(
// CHECK:         sloop.coiterate
// CHECK-NOT:     blended
// CHECK:         return
func.func @square_root(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %q = math.sqrt %a0 : f64
      %r = arith.addf %q, %b0 : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// Not every choice of operands is a case.
// CHECK-LABEL: func.func @product_of_operands_alone(
// CHECK:         sloop.coiterate
// CHECK-NOT:     blended
// CHECK:         return
func.func @product_of_operands_alone(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %D: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %d = %D : tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %d0 = sloop.read %d[%i] : tensor<?xf64, #SV>
      %p = arith.mulf %a0, %b0 : f64
      %r = arith.addf %p, %d0 : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// Entries that are summed up.
// CHECK-LABEL: func.func @several_entries_at_a_point(
// CHECK:         sloop.coiterate
// CHECK-NOT:     blended
// CHECK:         return
func.func @several_entries_at_a_point(%A: tensor<?xf64, #Parts>, %B: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #Parts>, tensor<?xf64, #SV>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #Parts>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %r = arith.addf %a0, %b0 : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// There is something to do where nothing is stored.
// CHECK-LABEL: func.func @every_point(
// CHECK:         sloop.coiterate
// CHECK-NOT:     blended
// CHECK:         return
func.func @every_point(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  %one = arith.constant 1.0 : f64
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %p = arith.addf %a0, %b0 : f64
      %r = arith.addf %p, %one : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// Also where each operand makes that of its own.
// CHECK-LABEL: func.func @exponential(
// CHECK:         sloop.coiterate
// CHECK-NOT:     blended
// CHECK:         return
func.func @exponential(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %p = math.exp %a0 : f64
      %r = arith.addf %p, %b0 : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// An absent infinity stays infinity whatever is added, but infinity minus infinity is NaN: the merge is not blended.
// CHECK-LABEL: func.func @infinite_fill_is_not_blended(
// CHECK:         sloop.coiterate
// CHECK-NOT:     blended
// CHECK:         return
func.func @infinite_fill_is_not_blended(%A: tensor<?xf64, #Infinite>, %B: tensor<?xf64, #Infinite>, %X: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %x = %X : tensor<?xf64, #Infinite>, tensor<?xf64, #Infinite>, memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #Infinite>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #Infinite>
      %x0 = sloop.read %x[%i] : memref<?xf64>
      %s = arith.minimumf %a0, %b0 : f64
      %r = arith.addf %s, %x0 : f64
      sloop.write %r, %c[%i] by min : memref<?xf64>
    }
  }
  return
}

// A finite fill value is added like any number: the merge is blended.
// CHECK-LABEL: func.func @finite_fill_is_blended(
// CHECK:         sloop.coiterate ({{.*}}) blended :
// CHECK:         case(0, 1)
// FAST:            sloop.value %arg0[%{{.*}}] or 9.0
// FAST:            sloop.value %arg1[%{{.*}}] or 9.0
// CHECK:         return
func.func @finite_fill_is_blended(%A: tensor<?xf64, #Far>, %B: tensor<?xf64, #Far>, %y: memref<?xf64>, %n: index) {
  %eighteen = arith.constant 18.0 : f64
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #Far>, tensor<?xf64, #Far>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #Far>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #Far>
      %s = arith.addf %a0, %b0 : f64
      %r = arith.subf %s, %eighteen : f64
      sloop.write %r, %c[%i] by add : memref<?xf64>
    }
  }
  return
}
