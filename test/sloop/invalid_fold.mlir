// What the verifier of `sloop.fold` refuses.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

func.func @yields_one_value(%n: index, %v: f64) {
  sloop.nest {
    // expected-error@+1 {{'sloop.fold' op the body must yield one value of type 'f64'}}
    %0 = sloop.fold %i in %n by add -> f64 {
      sloop.yield
    }
  }
  return
}

// -----

func.func @yields_the_type_of_the_result(%n: index, %v: f32) {
  sloop.nest {
    // expected-error@+1 {{'sloop.fold' op the body must yield one value of type 'f64'}}
    %0 = sloop.fold %i in %n by add -> f64 {
      sloop.yield %v : f32
    }
  }
  return
}

// -----

func.func @no_terminator(%n: index) {
  sloop.nest {
    // expected-error@+1 {{'sloop.fold' op expects a non-empty block}}
    %0 = sloop.fold %i in %n by add -> f64 {
    }
  }
  return
}

// -----

func.func @lanes_of_a_fold(%n: index, %v: f64) {
  sloop.nest {
    // expected-error@+1 {{custom op 'sloop.fold' a loop runs in 1 to 1024 lanes, found 2048}}
    %0 = sloop.fold %i in %n how(<lanes = 2048>) by add -> f64 {
      sloop.yield %v : f64
    }
  }
  return
}

// -----

func.func @no_index_variable(%n: index, %v: f64) {
  sloop.nest {
    // expected-error@+1 {{'sloop.fold' op the body takes one argument of type index, found 0 arguments}}
    %0 = "sloop.fold"(%n) <{combiner = #sloop<combiner add>}> ({
    ^bb0:
      sloop.yield %v : f64
    }) : (index) -> f64
  }
  return
}
