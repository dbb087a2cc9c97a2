// Numbers in formats that have no meaning.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

// expected-error@+1 {{a level divides by positive numbers only, found 0}}
#division_by_zero = #stensor.format<(i) -> (i floordiv 0 : dense, i : dense)>

// -----

// expected-error@+1 {{a level divides by positive numbers only, found 0}}
#remainder_by_zero = #stensor.format<(i) -> (i mod 0 : dense, i : dense)>

// -----

// expected-error@+1 {{a level divides by positive numbers only, found -2}}
#negative_divisor = #stensor.format<(i) -> (i floordiv -2 : dense, i mod -2 : dense)>

// -----

// expected-error@+1 {{level format dense takes no sizes, found [0, 0]}}
#sizes_of_dense = #stensor.format<(i) -> (i : dense[0, 0])>

// -----

// expected-error@+1 {{level format structured[n, m] needs 0 < n <= m, found n = -1 and m = 2}}
#negative_size = #stensor.format<(i) -> (i : structured[-1, 2])>

// -----

// expected-error@+1 {{'positions' is given twice}}
#given_twice = #stensor.format<(i) -> (i : compressed), positions = 8, positions = 16>
