// RUN: lacuna-opt %s --expand-threads --split-input-file --verify-diagnostics

func.func private @run(%a: memref<?xf64>, %n: index)

func.func @little_room(%a: memref<?xf64>, %n: index, %t: memref<7xi64>) {
  // expected-error@+1 {{the context has to have room for 8 words, which the arguments take}}
  stensor.start @run(%a, %n : memref<?xf64>, index) in %t : memref<7xi64>
  return
}

// -----

func.func private @run(%a: tensor<4xf64>)

func.func @of_a_tensor(%a: tensor<4xf64>, %t: memref<8xi64>) {
  // expected-error@+1 {{a thread takes arrays and scalars alone}}
  stensor.start @run(%a : tensor<4xf64>) in %t : memref<8xi64>
  return
}

// -----

// expected-error@+1 {{'pthread_create' is a function of the C library that this module calls}}
func.func private @pthread_create()
func.func private @run(%n: index)

func.func @taken(%n: index, %t: memref<8xi64>) {
  stensor.start @run(%n : index) in %t : memref<8xi64>
  return
}

// -----

func.func private @run(%n: index)

func.func @other_arguments(%n: i64, %t: memref<8xi64>) {
  // expected-error@+1 {{'stensor.start' op the function takes the arguments and gives nothing, found '(index) -> ()'}}
  stensor.start @run(%n : i64) in %t : memref<8xi64>
  return
}

// -----

func.func private @run(%n: index) -> index

func.func @gives_something(%n: index, %t: memref<8xi64>) {
  // expected-error@+1 {{'stensor.start' op the function takes the arguments and gives nothing, found '(index) -> index'}}
  stensor.start @run(%n : index) in %t : memref<8xi64>
  return
}

// -----

func.func @no_function(%n: index, %t: memref<8xi64>) {
  // expected-error@+1 {{'stensor.start' op there is no function @run}}
  stensor.start @run(%n : index) in %t : memref<8xi64>
  return
}

// -----

func.func private @run()

func.func @open_size(%t: memref<?xi64>) {
  // expected-error@+1 {{'stensor.start' op the context is an array whose size is known, found 'memref<?xi64>'}}
  stensor.start @run() in %t : memref<?xi64>
  return
}
