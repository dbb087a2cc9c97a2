// `sloop.where`: reads back as it was printed, in custom and in generic form and as bytecode; what its verifier refuses.

// RUN: split-file %s %t
// RUN: lacuna-opt %t/valid.mlir | FileCheck %s
// RUN: lacuna-opt %t/valid.mlir --mlir-print-op-generic | lacuna-opt | FileCheck %s
// RUN: lacuna-opt %t/valid.mlir --emit-bytecode | lacuna-opt | FileCheck %s
// RUN: lacuna-opt %t/invalid.mlir --verify-diagnostics --split-input-file

//--- valid.mlir
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index
func.func @rows(%n: index, %A: tensor<?x?xf64>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) {
    sloop.forall %i in %n {
      // CHECK: sloop.where tensor<?xf64> sizes(%[[N]]) produce(%[[W:.*]]) {
      sloop.where tensor<?xf64> sizes(%n) produce(%w) {
        sloop.forall %k in %n {
          sloop.forall %j in %n {
            %0 = sloop.read %a[%i, %k] : tensor<?x?xf64>
            %1 = sloop.read %b[%k, %j] : tensor<?x?xf64>
            %2 = arith.mulf %0, %1 : f64
            // CHECK: sloop.write %{{.*}}, %[[W]][%k] by add : tensor<?xf64>
            sloop.write %2, %w[%j] by add : tensor<?xf64>
          }
        }
      // CHECK: } consume(%[[W]]) {
      } consume(%w) {
        sloop.forall %j in %n {
          // CHECK: sloop.read %[[W]][%j] : tensor<?xf64>
          %0 = sloop.read %w[%j] : tensor<?xf64>
          sloop.write %0, %c[%i, %j] : tensor<?x?xf64>
        }
      }
    }
  }
  return %r : tensor<?x?xf64>
}

// One inside of the other, with other names than the printer gives them.
// CHECK-LABEL: func.func @nested(
func.func @nested(%n: index, %y: tensor<i32>, %v: i32) -> tensor<i32> {
  %r = sloop.nest outs(%c = %y : tensor<i32>) {
    // CHECK: sloop.where tensor<4x?x2xi32> sizes(%{{.*}}) initially(7 : i32) attributes {seen = 1 : i64} produce(%[[OUTER:.*]]) {
    sloop.where tensor<4x?x2xi32> sizes(%n) initially(7 : i32) attributes {seen = 1} produce(%outer) {
      // CHECK-NEXT: sloop.where tensor<i32> produce(%[[INNER:.*]]) {
      sloop.where tensor<i32> produce(%first) {
        // CHECK-NEXT: sloop.write %{{.*}}, %[[INNER]][] : tensor<i32>
        sloop.write %v, %first[] : tensor<i32>
      // CHECK-NEXT: } consume(%[[INNER]]) {
      } consume(%second) {
        // CHECK-NEXT: %[[READ:.*]] = sloop.read %[[INNER]][] : tensor<i32>
        %0 = sloop.read %second[] : tensor<i32>
        // CHECK-NEXT: sloop.write %[[READ]], %[[OUTER]][1, 2, 0] : tensor<4x?x2xi32>
        sloop.write %0, %outer[1, 2, 0] : tensor<4x?x2xi32>
      }
    // CHECK: } consume(%[[OUTER]]) {
    } consume(%w) {
      %0 = sloop.read %w[1, 2, 0] : tensor<4x?x2xi32>
      // CHECK: sloop.stored
      %1 = sloop.stored %0 : i32
      %2 = arith.select %1, %0, %v : i32
      sloop.write %2, %c[] : tensor<i32>
    }
    // CHECK: sloop.where tensor<f64> produce(%{{.*}}) {
    // CHECK-NEXT: } consume(%{{.*}}) {
    // CHECK-NEXT: }
    sloop.where tensor<f64> produce(%w) { } consume(%w) { }
    // CHECK: sloop.where full tensor<?x2xi32> sizes(%{{.*}}) initially(7 : i32) produce(%{{.*}}) {
    sloop.where full tensor<?x2xi32> sizes(%n) initially(7 : i32) produce(%w) { } consume(%w) { }
    // CHECK: sloop.where kept("hash:4096") tensor<?x2xi32> sizes(%{{.*}}) produce(%{{.*}}) {
    sloop.where kept("hash:4096") tensor<?x2xi32> sizes(%n) produce(%w) { } consume(%w) { }
    // CHECK: sloop.where kept(dense) tensor<4xf64> produce(%{{.*}}) {
    sloop.where kept(dense) tensor<4xf64> produce(%w) { } consume(%w) { }
  }
  return %r : tensor<i32>
}

//--- invalid.mlir
func.func @stands_in_a_nest() {
  // expected-error@+1 {{'sloop.where' op expects parent op to be one of 'sloop.nest, sloop.forall, sloop.where'}}
  sloop.where tensor<f64> produce(%w) { } consume(%w) { }
  return
}

// -----

func.func @stands_in_no_fold(%n: index, %v: f64) {
  sloop.nest {
    %0 = sloop.fold %i in %n by add -> f64 {
      // expected-error@+1 {{'sloop.where' op expects parent op to be one of 'sloop.nest, sloop.forall, sloop.where'}}
      sloop.where tensor<f64> produce(%w) { } consume(%w) { }
      sloop.yield %v : f64
    }
  }
  return
}

// -----

func.func @both_sides_take_the_tensor() {
  sloop.nest {
    // expected-error@+1 {{'sloop.where' op each region takes the tensor, found 0 arguments}}
    "sloop.where"() ({
    ^bb0(%w: tensor<f64>):
    }, {
    ^bb0:
    }) : () -> ()
  }
  return
}

// -----

func.func @one_type() {
  sloop.nest {
    // expected-error@+1 {{'sloop.where' op produces 'tensor<f64>' and consumes 'tensor<f32>'}}
    "sloop.where"() ({
    ^bb0(%w: tensor<f64>):
    }, {
    ^bb0(%w: tensor<f32>):
    }) : () -> ()
  }
  return
}

// -----

func.func @no_buffers() {
  sloop.nest {
    // expected-error@+1 {{'sloop.where' op the tensor between producer and consumer is a dense ranked tensor, found 'memref<f64>'}}
    sloop.where memref<f64> produce(%w) { } consume(%w) { }
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @dense_for_now() {
  sloop.nest {
    // expected-error@+1 {{'sloop.where' op the tensor between producer and consumer is a dense ranked tensor, found 'tensor<4xf64, }}
    sloop.where tensor<4xf64, #SV> produce(%w) { } consume(%w) { }
  }
  return
}

// -----

func.func @a_size_for_each_dynamic_dimension(%n: index) {
  sloop.nest {
    // expected-error@+1 {{'sloop.where' op the tensor has 2 dynamic dimensions, found 1 sizes}}
    sloop.where tensor<?x4x?xf64> sizes(%n) produce(%w) { } consume(%w) { }
  }
  return
}

// -----

func.func @constant_of_another_type() {
  sloop.nest {
    // expected-error@+1 {{'sloop.where' op points hold 'f64', found 'i64' initially}}
    sloop.where tensor<4xf64> initially(0 : i64) produce(%w) { } consume(%w) { }
  }
  return
}

// -----

func.func @producers_do_not_read(%y: memref<f64>) {
  sloop.nest outs(%c = %y : memref<f64>) {
    sloop.where tensor<f64> produce(%w) {
      // expected-error@+1 {{'sloop.read' op the producer of sloop.where only writes the tensor, by sloop.write}}
      %0 = sloop.read %w[] : tensor<f64>
    } consume(%w) {
    }
  }
  return
}

// -----

func.func @consumers_do_not_write(%v: f64) {
  sloop.nest {
    sloop.where tensor<f64> produce(%w) {
    } consume(%w) {
      // expected-error@+1 {{'sloop.write' op the consumer of sloop.where only reads the tensor, by sloop.read}}
      sloop.write %v, %w[] : tensor<f64>
    }
  }
  return
}

// -----

func.func @it_is_used_by_nothing_else() {
  sloop.nest {
    sloop.where tensor<f64> produce(%w) {
      // expected-error@+1 {{'tensor.cast' op the producer of sloop.where only writes the tensor, by sloop.write}}
      %0 = tensor.cast %w : tensor<f64> to tensor<f64>
    } consume(%w) {
    }
  }
  return
}

// -----

func.func @subscripts(%v: f64) {
  sloop.nest {
    sloop.where tensor<4xf64> produce(%w) {
      // expected-error@+1 {{'sloop.write' op 0 subscripts for 'tensor<4xf64>'}}
      sloop.write %v, %w[] : tensor<4xf64>
    } consume(%w) {
    }
  }
  return
}

// -----

func.func @what_follows_the_type(%v: f64) {
  sloop.nest {
    // expected-error@+1 {{expected 'produce'}}
    sloop.where tensor<f64> { }
  }
  return
}

// -----

func.func @unknown_policy() {
  sloop.nest {
    // expected-error@+1 {{'sloop.where' op the policies of workspaces are dense, mixed, radix, runs, buckets and hash, found magic}}
    sloop.where kept(magic) tensor<4xf64> produce(%w) { } consume(%w) { }
  }
  return
}

// -----

func.func @no_capacity() {
  sloop.nest {
    // expected-error@+1 {{'sloop.where' op a capacity is between 1 and 1073741824 points, found 0}}
    sloop.where kept("radix:0") tensor<4xf64> produce(%w) { } consume(%w) { }
  }
  return
}

// -----

func.func @capacity_of_places() {
  sloop.nest {
    // expected-error@+1 {{'sloop.where' op a workspace that is dense has a place for every point: it takes no capacity, found 8}}
    sloop.where kept("dense:8") tensor<4xf64> produce(%w) { } consume(%w) { }
  }
  return
}

// -----

func.func @thread_with_nothing_to_do() {
  sloop.nest {
    // expected-error@+1 {{'sloop.where' op a workspace that is hash sorts and merges nothing that a second thread could do}}
    sloop.where kept("hash:8:aside") tensor<4xf64> produce(%w) { } consume(%w) { }
  }
  return
}

// -----

func.func @policy_of_an_array() {
  sloop.nest {
    // expected-error@+1 {{'sloop.where' op a tensor that stores every point is an array: it has no policy}}
    sloop.where full kept(radix) tensor<4xf64> produce(%w) { } consume(%w) { }
  }
  return
}
