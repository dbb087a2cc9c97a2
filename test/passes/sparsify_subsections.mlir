// `sloop-sparsify`: a loop that reduces the subscript of a level walks the subsections that are not empty, and tells the loop that
// resolves it where each begins.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s
// RUN: lacuna-opt %s "--sloop-sparsify=ahead=0 say-plan=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN

#SV = #stensor.format<(i) -> (i : compressed)>
#Unordered = #stensor.format<(i) -> (i : compressed(unordered))>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func.func @gathers(
// CHECK:         %[[ALL:.*]] = sloop.cursor %arg0[0] under(
// CHECK:         %[[SOME:.*]] = sloop.subsections %[[ALL]] by(1) width(%{{.*}}) count(%{{.*}})
// CHECK-NEXT:    sloop.iterate (%[[I:.*]], %[[BEGIN:.*]]) in %[[SOME]] : !sloop.cursor {
// CHECK:           %[[SHIFTED:.*]] = sloop.shift
// CHECK:           sloop.subsection %[[SHIFTED]] from(%[[BEGIN]]) to(
// PLAN:      v0 walks T0.0 (in subsections of v1)
// PLAN-NEXT:   sum(v1, T0(v0 + v1) * T1(v1)): v1 walks T0.0 (shifted by -v0, in the subsection)
func.func @gathers(%x: tensor<10xf64, #SV>, %f: memref<3xf64>, %y: memref<8xf64>) {
  %n = arith.constant 8 : index
  %k = arith.constant 3 : index
  sloop.nest ins(%a = %x, %b = %f : tensor<10xf64, #SV>, memref<3xf64>) outs(%c = %y : memref<8xf64>) {
    sloop.forall %i in %n {
      %s = sloop.fold %p in %k by add -> f64 {
        %0 = sloop.read %a[%i + %p] : tensor<10xf64, #SV>
        %1 = sloop.read %b[%p] : memref<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.yield %2 : f64
      }
      sloop.write %s, %c[%i] by add : memref<8xf64>
    }
  }
  return
}

// A subsection has subsections of its own, and is left at its end.
// PLAN:      v0 walks T0.0 (in subsections of v1 + 2*v2)
// PLAN-NEXT:   {{.*}}: v1 walks T0.0 (shifted by -v0, in the subsection, in subsections of 2*v2)
// PLAN-NEXT:     {{.*}}: v2 walks T0.0 (shifted by -v0 - v1, multiples of 2, in the subsection)
func.func @of_subsections(%x: tensor<16xf64, #SV>, %y: memref<8xf64>) {
  %n = arith.constant 8 : index
  %k = arith.constant 4 : index
  %l = arith.constant 2 : index
  sloop.nest ins(%a = %x : tensor<16xf64, #SV>) outs(%c = %y : memref<8xf64>) {
    sloop.forall %i in %n {
      %s = sloop.fold %p in %k by add -> f64 {
        %t = sloop.fold %q in %l by add -> f64 {
          %0 = sloop.read %a[%i + %p + %q * 2] : tensor<16xf64, #SV>
          sloop.yield %0 : f64
        }
        sloop.yield %t : f64
      }
      sloop.write %s, %c[%i] by add : memref<8xf64>
    }
  }
  return
}

// What is reduced with another sign than it is resolved with is turned. Subsections that are longer than the loop that reduces would
// hardly be empty. A level without order has none.
// PLAN:      v0 walks T0.0 (shifted by -2, in subsections of v1)
// PLAN-NEXT:   {{.*}}: v1 walks T0.0 (shifted by -v0 - 2, in the subsection, from behind, shifted by 2)
// PLAN:      v0 counts
// PLAN-NEXT:   v1 walks T0.0 (shifted by -v0, clipped)
// PLAN:      v0 counts
// PLAN-NEXT:   {{.*}}: v1 walks T0.0 (shifted by -v0, filtered)
func.func @turned_and_not_at_all(%x: tensor<16xf64, #SV>, %u: tensor<10xf64, #Unordered>, %y: memref<8xf64>) {
  %n = arith.constant 8 : index
  %k = arith.constant 3 : index
  sloop.nest ins(%a = %x : tensor<16xf64, #SV>) outs(%c = %y : memref<8xf64>) {
    sloop.forall %i in %n {
      %s = sloop.fold %p in %k by add -> f64 {
        %0 = sloop.read %a[%i - %p + 4] : tensor<16xf64, #SV>
        sloop.yield %0 : f64
      }
      sloop.write %s, %c[%i] by add : memref<8xf64>
    }
  }
  sloop.nest ins(%a = %x : tensor<16xf64, #SV>) outs(%c = %y : memref<8xf64>) {
    sloop.forall %p in %k {
      sloop.forall %i in %n {
        %0 = sloop.read %a[%i + %p] : tensor<16xf64, #SV>
        sloop.write %0, %c[%i] by add : memref<8xf64>
      }
    }
  }
  sloop.nest ins(%a = %u : tensor<10xf64, #Unordered>) outs(%c = %y : memref<8xf64>) {
    sloop.forall %i in %n {
      %s = sloop.fold %p in %k by add -> f64 {
        %0 = sloop.read %a[%i + %p] : tensor<10xf64, #Unordered>
        sloop.yield %0 : f64
      }
      sloop.write %s, %c[%i] by add : memref<8xf64>
    }
  }
  return
}

// No loop has entered a row yet: the list holds the rows that the loop over `p` can reach. The buffer holds the begin under each row, at an
// index that follows from the coordinate of the row.
// CHECK-LABEL: func.func @below_rows(
// CHECK:         %[[LIST:.*]] = memref.alloca() : memref<3x2xindex>
// CHECK:         %[[BUFFER:.*]] = memref.alloca() : memref<3xindex>
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           %[[COUNT:.*]] = scf.for %[[OFFSET:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[RECORD:.*]] = %{{.*}})
// CHECK:             %[[COORDINATE:.*]] = arith.addi %[[I]], %[[OFFSET]]
// CHECK:             %[[ROW:.*]] = sloop.locate %[[COORDINATE]] in %arg0[0]
// CHECK:             memref.store %[[ROW]], %[[LIST]][%[[RECORD]], %{{.*}}]
// CHECK:             memref.store %{{.*}}, %[[LIST]][%[[RECORD]], %{{.*}}]
// CHECK:           %[[ALL:.*]] = sloop.cursor %arg0[1] under(%{{.*}} to %[[COUNT]] of %[[LIST]] : memref<3x2xindex>)
// CHECK:           %[[SOME:.*]] = sloop.subsections %[[ALL]] by(1) width(%{{.*}}) count(%{{.*}}) buffer(%[[BUFFER]] : memref<3xindex>)
// CHECK:           sloop.iterate (%[[J:.*]], %{{.*}}) in %[[SOME]]
// CHECK:             scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args
// CHECK:               %[[BEGIN:.*]] = memref.load %[[BUFFER]][%[[P]]]
// CHECK:               sloop.subsection %{{.*}} from(%[[BEGIN]]) to(
// PLAN:      v0 counts
// PLAN-NEXT:   v1 walks T0.1 (in subsections of v3, under a list of parents)
// PLAN-NEXT:     {{.*}}: v2 counts; locates T0.0
// PLAN-NEXT:       {{.*}}: v3 walks T0.1 (shifted by -v1, in the subsection)
func.func @below_rows(%x: tensor<10x12xf64, #CSR>, %y: memref<8x11xf64>) {
  %m = arith.constant 8 : index
  %n = arith.constant 11 : index
  %k = arith.constant 3 : index
  %l = arith.constant 2 : index
  sloop.nest ins(%a = %x : tensor<10x12xf64, #CSR>) outs(%c = %y : memref<8x11xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %s = sloop.fold %p in %k by add -> f64 {
          %t = sloop.fold %q in %l by add -> f64 {
            %0 = sloop.read %a[%i + %p, %j + %q] : tensor<10x12xf64, #CSR>
            sloop.yield %0 : f64
          }
          sloop.yield %t : f64
        }
        sloop.write %s, %c[%i, %j] by add : memref<8x11xf64>
      }
    }
  }
  return
}

// `i + p - 1` may lie outside of the tensor, so rows are not located: a clipped walk finds them.
// CHECK-LABEL: func.func @limited_rows_are_walked(
// CHECK:         %[[LIST:.*]] = memref.alloca() : memref<3x2xindex>
// CHECK:         %[[ROWS:.*]] = sloop.clip %{{.*}} to(
// CHECK:         sloop.iterate (%{{.*}}, %[[ROW:.*]]) in %[[ROWS]] init(%[[RECORD:.*]] = %{{.*}})
// CHECK:           memref.store %[[ROW]], %[[LIST]][%[[RECORD]], %{{.*}}]
// PLAN:      v0 counts
// PLAN-NEXT:   where all of the block has v0 + v2 - 1 in bounds:
// PLAN-NEXT:     v1 walks T0.1 (in subsections of v4, under a list of parents)
// PLAN-NEXT:       v2 counts; locates T0.0
// PLAN-NEXT:         v4 walks T0.1 (shifted by -v1, in the subsection)
func.func @limited_rows_are_walked(%x: tensor<10x12xf64, #CSR>, %y: memref<10x11xf64>) {
  %m = arith.constant 10 : index
  %n = arith.constant 11 : index
  %k = arith.constant 3 : index
  %l = arith.constant 2 : index
  sloop.nest ins(%a = %x : tensor<10x12xf64, #CSR>) outs(%c = %y : memref<10x11xf64>) attributes {sloop.windows = array<i64: 0>} {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        sloop.forall %p in %k {
          %u = sloop.derive(%i + %p - 1) below %m
          sloop.forall %q in %l {
            %0 = sloop.read %a[%i + %p - 1, %j + %q] : tensor<10x12xf64, #CSR>
            sloop.write %0, %c[%i, %j] by add : memref<10x11xf64>
          }
        }
      }
    }
  }
  return
}

// DCSR stores only some rows: the list holds those in the current subsection of the level of rows.
// PLAN:      v0 walks T0.0 (in subsections of v2)
// PLAN-NEXT:   v1 walks T0.1 (in subsections of v3, under a list of parents)
// PLAN-NEXT:     {{.*}}: v2 walks T0.0 (shifted by -v0, in the subsection)
// PLAN-NEXT:       {{.*}}: v3 walks T0.1 (shifted by -v1, in the subsection)
func.func @below_stored_rows(%x: tensor<10x12xf64, #DCSR>, %y: memref<8x11xf64>) {
  %m = arith.constant 8 : index
  %n = arith.constant 11 : index
  %k = arith.constant 3 : index
  %l = arith.constant 2 : index
  sloop.nest ins(%a = %x : tensor<10x12xf64, #DCSR>) outs(%c = %y : memref<8x11xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %s = sloop.fold %p in %k by add -> f64 {
          %t = sloop.fold %q in %l by add -> f64 {
            %0 = sloop.read %a[%i + %p, %j + %q] : tensor<10x12xf64, #DCSR>
            sloop.yield %0 : f64
          }
          sloop.yield %t : f64
        }
        sloop.write %s, %c[%i, %j] by add : memref<8x11xf64>
      }
    }
  }
  return
}

// No loop has entered two levels: the list for the third holds nodes of the second. Under each node of the first, the walk over the second
// starts at the begin in the buffer.
// PLAN:      v0 walks T0.0 (in subsections of v3)
// PLAN-NEXT:   v1 walks T0.1 (in subsections of v4, under a list of parents)
// PLAN-NEXT:     v2 walks T0.2 (in subsections of v5, under a list of parents)
// PLAN-NEXT:       {{.*}}: v3 walks T0.0 (shifted by -v0, in the subsection)
// PLAN-NEXT:         {{.*}}: v4 walks T0.1 (shifted by -v1, in the subsection)
// PLAN-NEXT:           {{.*}}: v5 walks T0.2 (shifted by -v2, in the subsection)
// CHECK-LABEL: func.func @two_levels_not_entered(
// CHECK-DAG:     %[[ROWS:.*]] = memref.alloca() : memref<3x2xindex>
// CHECK-DAG:     %[[BEGINS:.*]] = memref.alloca() : memref<3xindex>
// CHECK-DAG:     %[[SECOND_LIST:.*]] = memref.alloca() : memref<6x2xindex>
// CHECK:         sloop.cursor %arg0[1] under(%{{.*}} to %{{.*}} of %[[ROWS]] : memref<3x2xindex>)
// CHECK:         sloop.iterate
// CHECK:           sloop.iterate (%{{.*}}, %[[ROW:.*]]) in %{{.*}} init(
// CHECK:             %[[SECOND:.*]] = sloop.cursor %arg0[1] under(%[[ROW]])
// CHECK:             %[[BEGIN:.*]] = memref.load %[[BEGINS]]
// CHECK:             sloop.subsection %[[SECOND]] from(%[[BEGIN]]) to(
// CHECK:           sloop.cursor %arg0[2] under(%{{.*}} to %{{.*}} of %[[SECOND_LIST]] : memref<6x2xindex>)
#CSF = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
func.func @two_levels_not_entered(%x: tensor<10x12x14xf64, #CSF>, %y: memref<8x11x10xf64>) {
  %c8 = arith.constant 8 : index
  %c11 = arith.constant 11 : index
  %c10 = arith.constant 10 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  sloop.nest ins(%a = %x : tensor<10x12x14xf64, #CSF>) outs(%c = %y : memref<8x11x10xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c11 {
        sloop.forall %k in %c10 {
          %s = sloop.fold %p in %c3 by add -> f64 {
            %t = sloop.fold %q in %c2 by add -> f64 {
              %u = sloop.fold %r in %c5 by add -> f64 {
                %0 = sloop.read %a[%i + %p, %j + %q, %k + %r] : tensor<10x12x14xf64, #CSF>
                sloop.yield %0 : f64
              }
              sloop.yield %u : f64
            }
            sloop.yield %t : f64
          }
          sloop.write %s, %c[%i, %j, %k] by add : memref<8x11x10xf64>
        }
      }
    }
  }
  return
}

// A buffer index that 64 bits may not hold makes no list: the loop over the second level takes every value.
// PLAN:      v0 counts
// PLAN-NEXT:   v1 counts
// PLAN-NEXT:     {{.*}}: v2 walks T0.0
// CHECK-LABEL: func.func @indices_beyond_64_bits(
// CHECK-NOT:     of %
// CHECK:         return
func.func @indices_beyond_64_bits(%x: tensor<1152921504606846979x12xf64, #DCSR>, %y: memref<2x11xf64>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c11 = arith.constant 11 : index
  sloop.nest ins(%a = %x : tensor<1152921504606846979x12xf64, #DCSR>) outs(%c = %y : memref<2x11xf64>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c11 {
        %s = sloop.fold %p in %c3 by add -> f64 {
          %t = sloop.fold %q in %c2 by add -> f64 {
            %0 = sloop.read %a[%i * 1152921504606846976 + %p, %j + %q] : tensor<1152921504606846979x12xf64, #DCSR>
            sloop.yield %0 : f64
          }
          sloop.yield %t : f64
        }
        sloop.write %s, %c[%i, %j] by add : memref<2x11xf64>
      }
    }
  }
  return
}

// A row of COO is a run of nodes: a record of the list has the first position and one past the last.
// PLAN:      v0 walks T0.0 (in subsections of v2)
// PLAN-NEXT:   v1 walks T0.1 (in subsections of v3, under a list of parents)
// PLAN-NEXT:     {{.*}}: v2 walks T0.0 (shifted by -v0, in the subsection, in runs)
// PLAN-NEXT:       {{.*}}: v3 walks T0.1 (shifted by -v1, in the subsection)
// CHECK-LABEL: func.func @parents_are_runs(
// CHECK:         %[[LIST:.*]] = memref.alloca() : memref<3x3xindex>
// CHECK:         sloop.iterate (%{{.*}}, %[[FIRST:.*]], %[[LAST:.*]]) in %{{.*}} init(%[[RECORD:.*]] = %{{.*}})
// CHECK:           memref.store %[[FIRST]], %[[LIST]][%[[RECORD]], %{{.*}}]
// CHECK:           memref.store %[[LAST]], %[[LIST]][%[[RECORD]], %{{.*}}]
// CHECK:         sloop.cursor %arg0[1] under(%{{.*}} to %{{.*}} of %[[LIST]] : memref<3x3xindex>)
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @parents_are_runs(%x: tensor<10x12xf64, #COO>, %y: memref<8x11xf64>) {
  %m = arith.constant 8 : index
  %n = arith.constant 11 : index
  %k = arith.constant 3 : index
  %l = arith.constant 2 : index
  sloop.nest ins(%a = %x : tensor<10x12xf64, #COO>) outs(%c = %y : memref<8x11xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %s = sloop.fold %p in %k by add -> f64 {
          %t = sloop.fold %q in %l by add -> f64 {
            %0 = sloop.read %a[%i + %p, %j + %q] : tensor<10x12xf64, #COO>
            sloop.yield %0 : f64
          }
          sloop.yield %t : f64
        }
        sloop.write %s, %c[%i, %j] by add : memref<8x11xf64>
      }
    }
  }
  return
}

// Subsections are merged with another level (CONV, figure 8): of a loop that has nothing to do where neither gives a value.
// CHECK-LABEL: func.func @merged(
// CHECK:         %[[B:.*]] = sloop.cursor %arg0[0]
// CHECK:         %[[C:.*]] = sloop.subsections %{{.*}} by(1) width(
// CHECK:         sloop.coiterate (%[[B]], %[[C]])
// CHECK:         case(1) (%{{.*}}: index, %[[BEGIN:.*]]: index) {
// CHECK:           sloop.subsection %{{.*}} from(%[[BEGIN]])
// CHECK:         case(0, 1) (%{{.*}}: index, %{{.*}}: index, %[[BEGIN:.*]]: index) {
// CHECK:           sloop.subsection %{{.*}} from(%[[BEGIN]])
// PLAN:      v0 merges T0.0, T1.0 (in subsections of v1)
// PLAN-NEXT:   where T0.0:
// PLAN:        where T1.0:
// PLAN-NEXT:     {{.*}}: v1 walks T1.0 (shifted by -v0, in the subsection)
// PLAN:        where T0.0, T1.0:
func.func @merged(%x: tensor<9xf64, #SV>, %z: tensor<11xf64, #SV>, %y: memref<9xf64>) {
  %n = arith.constant 9 : index
  %k = arith.constant 3 : index
  sloop.nest ins(%a = %x, %b = %z : tensor<9xf64, #SV>, tensor<11xf64, #SV>) outs(%c = %y : memref<9xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<9xf64, #SV>
      %s = sloop.fold %p in %k by add -> f64 {
        %1 = sloop.read %b[%i + %p] : tensor<11xf64, #SV>
        sloop.yield %1 : f64
      }
      %2 = arith.addf %0, %s : f64
      sloop.write %2, %c[%i] by add : memref<9xf64>
    }
  }
  return
}
