// RUN: lacuna-opt %s --sloop-sparsify --split-input-file --verify-diagnostics

#V = #stensor.format<(i) -> (i : compressed)>

func.func @root_of_what_is_none(%x: tensor<?xf64, #V>, %z: memref<f64>, %n: index) {
  sloop.nest ins(%a = %x : tensor<?xf64, #V>) outs(%c = %z : memref<f64>) {
    %s = sloop.fold %i in %n by min -> f64 {
      %0 = sloop.read %a[%i] : tensor<?xf64, #V>
      %1 = sloop.stored %0 : f64
      %2 = sloop.absent : f64
      %3 = arith.select %1, %0, %2 : f64
      sloop.yield %3 : f64
    }
    %r = math.sqrt %s : f64
    // expected-error@+1 {{may have no value, so sqrt(min(v0, }}
    sloop.write %r, %c[] : memref<f64>
  }
  return
}
