// The loops as a sparse tensor compiler that emits C (taco) writes them, for clang with -ffast-math.
//
// All take the sizes of the sparse tensor, its level arrays, its values, the dense operands, the result.

#include <stdint.h>
#include <string.h>

typedef const int32_t *restrict Ints;
typedef const double *restrict Doubles;
typedef double *restrict Result;

// The sizes of dense operands: such compilers take them at run time, so clang must not know them either.
int32_t spmm_columns = 32, sddmm_width = 32, mttkrp_rank = 16;

void spmv_csr(int64_t m, int64_t n, Ints pos, Ints col, Doubles val, Doubles x, Result y) {
  for (int32_t i = 0; i < m; i++) {
    double sum = 0.0;
    for (int32_t q = pos[i]; q < pos[i + 1]; q++)
      sum += val[q] * x[col[q]];
    y[i] = sum;
  }
}

void spmv_coo(int64_t m, int64_t n, Ints pos, Ints row, Ints col, Doubles val, Doubles x, Result y) {
  memset(y, 0, m * sizeof *y);
  int32_t end = pos[1];
  for (int32_t run = pos[0]; run < end;) {
    int32_t i = row[run];
    int32_t run_end = run + 1;
    while (run_end < end && row[run_end] == i)
      run_end++;
    double sum = 0.0;
    for (int32_t q = run; q < run_end; q++)
      sum += val[q] * x[col[q]];
    y[i] = sum;
    run = run_end;
  }
}

void spmm(int64_t m, int64_t n, Ints pos, Ints col, Doubles val, Doubles B, Result C) {
  int32_t width = spmm_columns;
  memset(C, 0, m * width * sizeof *C);
  for (int32_t i = 0; i < m; i++)
    for (int32_t q = pos[i]; q < pos[i + 1]; q++)
      for (int32_t j = 0; j < width; j++)
        C[(int64_t)i * width + j] += val[q] * B[(int64_t)col[q] * width + j];
}

void sddmm(int64_t m, int64_t n, Ints pos, Ints col, Doubles val, Doubles B, Doubles D, Result O) {
  int32_t width = sddmm_width;
  memset(O, 0, m * n * sizeof *O);
  for (int32_t i = 0; i < m; i++)
    for (int32_t q = pos[i]; q < pos[i + 1]; q++) {
      double sum = 0.0;
      for (int32_t k = 0; k < width; k++)
        sum += val[q] * B[(int64_t)i * width + k] * D[(int64_t)col[q] * width + k];
      O[i * n + col[q]] = sum;
    }
}

void mttkrp(int64_t ni, int64_t nj, int64_t nk, Ints pos0, Ints crd0, Ints pos1, Ints crd1, Ints pos2, Ints crd2,
            Doubles val, Doubles C, Doubles D, Result M) {
  int32_t rank = mttkrp_rank;
  memset(M, 0, ni * rank * sizeof *M);
  for (int32_t a = pos0[0]; a < pos0[1]; a++)
    for (int32_t b = pos1[a]; b < pos1[a + 1]; b++)
      for (int32_t q = pos2[b]; q < pos2[b + 1]; q++)
        for (int32_t r = 0; r < rank; r++)
          M[(int64_t)crd0[a] * rank + r] +=
              val[q] * D[(int64_t)crd2[q] * rank + r] * C[(int64_t)crd1[b] * rank + r];
}
