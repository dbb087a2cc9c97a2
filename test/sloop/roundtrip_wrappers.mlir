// Cursors and what wraps them: what is printed reads back as the same, in custom and in generic form and as bytecode.

// RUN: lacuna-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s | lacuna-opt --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --mlir-print-op-generic | lacuna-opt --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --emit-bytecode | lacuna-opt --mlir-print-local-scope | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>
#Unordered = #stensor.format<(i) -> (i : compressed(unordered))>

// CHECK-LABEL: func.func @ordered(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf64, {{.*}}>, %[[P:.*]]: index, %[[D:.*]]: index, %[[N:.*]]: index)
func.func @ordered(%A: tensor<?x?xf64, #CSR>, %p: index, %d: index, %n: index) {
  // CHECK-NEXT: %[[C:.*]] = sloop.cursor %[[A]][1] under(%[[P]]) {seen = 1 : i64} : tensor<?x?xf64, #stensor.format<{{.*}}>>
  %c = sloop.cursor %A[1] under(%p) {seen = 1} : tensor<?x?xf64, #CSR>
  // CHECK-NEXT: %[[S:.*]] = sloop.shift %[[C]] by(%[[D]]) : !sloop.cursor
  %s = sloop.shift %c by(%d) : !sloop.cursor
  // CHECK-NEXT: %[[T:.*]] = sloop.clip %[[S]] to(%[[D]], %[[N]]) : !sloop.cursor
  %t = sloop.clip %s to(%d, %n) : !sloop.cursor
  // CHECK-NEXT: %[[F:.*]] = sloop.prefetch %[[T]] ahead(16) : !sloop.cursor
  %f = sloop.prefetch %t ahead(16) : !sloop.cursor
  // CHECK-NEXT: sloop.prefetch %[[T]] ahead(16) values_only : !sloop.cursor
  %v = sloop.prefetch %t ahead(16) values_only : !sloop.cursor
  // One cursor may be walked by several loops.
  // CHECK-NEXT: sloop.iterate (%i, %pos) in %[[F]] : !sloop.cursor {
  sloop.iterate (%i, %q) in %f : !sloop.cursor {
    sloop.yield
  }
  // CHECK: sloop.coiterate (%[[F]], %[[T]]) : !sloop.cursor, !sloop.cursor
  sloop.coiterate (%f, %t) : !sloop.cursor, !sloop.cursor
  case(0, 1) (%i: index, %a: index, %b: index) {
    sloop.yield
  }
  return
}

// CHECK-LABEL: func.func @multiples(
func.func @multiples(%A: tensor<?x?xf64, #CSR>, %p: index, %d: index) {
  %c = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  // CHECK: %[[R:.*]] = sloop.reverse %{{.*}}{{$}}
  %r = sloop.reverse %c
  // CHECK-NEXT: %[[S:.*]] = sloop.shift %[[R]]
  %s = sloop.shift %r by(%d) : !sloop.cursor
  // CHECK-NEXT: %[[T:.*]] = sloop.stride %[[S]] by(3) : !sloop.cursor
  %t = sloop.stride %s by(3) : !sloop.cursor
  sloop.iterate (%i, %q) in %t : !sloop.cursor {
    sloop.yield
  }
  return
}

// CHECK-LABEL: func.func @subsections(
func.func @subsections(%A: tensor<?x?xf64, #CSR>, %p: index, %w: index, %n: index) {
  %c = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  // CHECK: %[[S:.*]] = sloop.subsections %{{.*}} by(2) width(%{{.*}}) count(%{{.*}}){{$}}
  %s = sloop.subsections %c by(2) width(%w) count(%n)
  // CHECK-NEXT: sloop.iterate (%{{.*}}, %[[BEGIN:.*]]) in %[[S]] : !sloop.cursor {
  sloop.iterate (%i, %begin) in %s : !sloop.cursor {
    %d = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
    // CHECK: %[[T:.*]] = sloop.subsection %{{.*}} from(%[[BEGIN]]) to(%{{.*}}, %{{.*}}) : !sloop.cursor
    %t = sloop.subsection %d from(%begin) to(%p, %w) : !sloop.cursor
    // CHECK-NEXT: sloop.iterate (%{{.*}}, %{{.*}}) in %[[T]] : !sloop.cursor {
    sloop.iterate (%j, %q) in %t : !sloop.cursor {
      sloop.yield
    }
    sloop.yield
  }
  return
}

// CHECK-LABEL: func.func @subsections_under_parent_list(
func.func @subsections_under_parent_list(%A: tensor<?x?xf64, #CSR>, %first: index, %last: index, %w: index, %list: memref<3x2xindex>, %b: memref<3xindex>) {
  // CHECK: sloop.cursor %{{.*}}[1] under(%{{.*}} to %{{.*}} of %{{.*}} : memref<3x2xindex>)
  %c = sloop.cursor %A[1] under(%first to %last of %list : memref<3x2xindex>) : tensor<?x?xf64, #CSR>
  // CHECK: %[[S:.*]] = sloop.subsections %{{.*}} by(1) width(%{{.*}}) count(%{{.*}}) buffer(%{{.*}} : memref<3xindex>)
  %s = sloop.subsections %c by(1) width(%w) count(%w) buffer(%b : memref<3xindex>)
  sloop.iterate (%i, %none) in %s : !sloop.cursor {
    %d = sloop.cursor %A[1] under(%first) : tensor<?x?xf64, #CSR>
    %begin = memref.load %b[%none] : memref<3xindex>
    // CHECK: sloop.subsection %{{.*}} from(%{{.*}}) to(%{{.*}}, %{{.*}}) : !sloop.cursor
    %t = sloop.subsection %d from(%begin) to(%w, %w) : !sloop.cursor
    sloop.iterate (%j, %q) in %t : !sloop.cursor {
      sloop.yield
    }
    sloop.yield
  }
  return
}

// CHECK-LABEL: func.func @runs(
func.func @runs(%A: tensor<?xf64, #Parts>, %p: index, %d: index, %n: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #Parts>
  // CHECK: %[[R:.*]] = sloop.runs %{{.*}}{{$}}
  %r = sloop.runs %c
  // CHECK-NEXT: %[[S:.*]] = sloop.shift %[[R]] by(%{{.*}}) : !sloop.cursor<runs>
  %s = sloop.shift %r by(%d) : !sloop.cursor<runs>
  // CHECK-NEXT: %[[T:.*]] = sloop.clip %[[S]] to(%{{.*}}, %{{.*}}) : !sloop.cursor<runs>
  %t = sloop.clip %s to(%d, %n) : !sloop.cursor<runs>
  // CHECK-NEXT: sloop.iterate (%i, %first, %last) in %[[T]] : !sloop.cursor<runs> {
  sloop.iterate (%i, %a, %b) in %t : !sloop.cursor<runs> {
    sloop.yield
  }
  return
}

// CHECK-LABEL: func.func @unordered(
// CHECK-SAME:    %{{.*}}: tensor<{{.*}}>, %{{.*}}: index, %[[N:.*]]: index)
func.func @unordered(%A: tensor<?xf64, #Unordered>, %p: index, %n: index) {
  %c = sloop.cursor %A[0] under(%p) : tensor<?xf64, #Unordered>
  // CHECK: %[[F:.*]] = sloop.filter %{{.*}} (%i) attributes {seen = 1 : i64} {
  // CHECK-NEXT: %[[KEEP:.*]] = arith.cmpi ult, %i, %[[N]] : index
  // CHECK-NEXT: sloop.yield %[[KEEP]] : i1
  %f = sloop.filter %c (%i) attributes {seen = 1} {
    %keep = arith.cmpi ult, %i, %n : index
    sloop.yield %keep : i1
  }
  // CHECK: %[[O:.*]] = sloop.reorder %[[F]]{{$}}
  %o = sloop.reorder %f
  // CHECK-NEXT: sloop.coiterate (%[[O]]) : !sloop.cursor
  sloop.coiterate (%o) : !sloop.cursor
  case(0) (%i: index, %a: index) {
    sloop.yield
  }
  return
}
