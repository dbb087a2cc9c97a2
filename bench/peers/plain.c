// The loops as a sparse tensor compiler that emits C (taco) writes them, for clang with -ffast-math.
//
// All take the sizes of the kernel's variables, the arrays of each operand (levels, then values), the result.

#include "plain.h"

// The columns of dense operands: such compilers take them at run time, so clang must not know them either.
int32_t dense_width = 1;

void spmv_csr(int64_t m, int64_t n, Ints pos, Ints col, Values val, Values x, Result y) {
  for (int32_t i = 0; i < m; i++) {
    Value sum = 0.0;
    for (int32_t q = pos[i]; q < pos[i + 1]; q++)
      sum += val[q] * x[col[q]];
    y[i] = sum;
  }
}

void spmv_coo(int64_t m, int64_t n, Ints pos, Ints row, Ints col, Values val, Values x, Result y) {
  memset(y, 0, m * sizeof *y);
  int32_t end = pos[1];
  for (int32_t run = pos[0]; run < end;) {
    int32_t i = row[run];
    int32_t run_end = run + 1;
    while (run_end < end && row[run_end] == i)
      run_end++;
    Value sum = 0.0;
    for (int32_t q = run; q < run_end; q++)
      sum += val[q] * x[col[q]];
    y[i] = sum;
    run = run_end;
  }
}

void spmv_csc(int64_t m, int64_t n, Ints pos, Ints row, Values val, Values x, Result y) {
  memset(y, 0, m * sizeof *y);
  for (int32_t j = 0; j < n; j++)
    for (int32_t q = pos[j]; q < pos[j + 1]; q++)
      y[row[q]] += val[q] * x[j];
}

void spmm(int64_t m, int64_t n, Ints pos, Ints col, Values val, Values B, Result C) {
  int32_t width = dense_width;
  memset(C, 0, m * width * sizeof *C);
  for (int32_t i = 0; i < m; i++)
    for (int32_t q = pos[i]; q < pos[i + 1]; q++)
      for (int32_t j = 0; j < width; j++)
        C[(int64_t)i * width + j] += val[q] * B[(int64_t)col[q] * width + j];
}

void sddmm(int64_t m, int64_t n, Ints pos, Ints col, Values val, Values B, Values D, Result O) {
  int32_t width = dense_width;
  memset(O, 0, m * n * sizeof *O);
  for (int32_t i = 0; i < m; i++)
    for (int32_t q = pos[i]; q < pos[i + 1]; q++) {
      Value sum = 0.0;
      for (int32_t k = 0; k < width; k++)
        sum += val[q] * B[(int64_t)i * width + k] * D[(int64_t)col[q] * width + k];
      O[i * n + col[q]] = sum;
    }
}

void mttkrp(int64_t ni, int64_t nj, int64_t nk, Ints pos0, Ints crd0, Ints pos1, Ints crd1, Ints pos2, Ints crd2,
            Values val, Values C, Values D, Result M) {
  int32_t rank = dense_width;
  memset(M, 0, ni * rank * sizeof *M);
  for (int32_t a = pos0[0]; a < pos0[1]; a++)
    for (int32_t b = pos1[a]; b < pos1[a + 1]; b++)
      for (int32_t q = pos2[b]; q < pos2[b + 1]; q++)
        for (int32_t r = 0; r < rank; r++)
          M[(int64_t)crd0[a] * rank + r] +=
              val[q] * D[(int64_t)crd2[q] * rank + r] * C[(int64_t)crd1[b] * rank + r];
}

void spmm_coo(int64_t m, int64_t n, Ints pos, Ints row, Ints col, Values val, Values B, Result C) {
  int32_t width = dense_width;
  memset(C, 0, m * width * sizeof *C);
  for (int32_t q = pos[0]; q < pos[1]; q++)
    for (int32_t j = 0; j < width; j++)
      C[(int64_t)row[q] * width + j] += val[q] * B[(int64_t)col[q] * width + j];
}

void spmv_dia(int64_t m, int64_t n, Ints pos, Ints offset, Values val, Values x, Result y) {
  memset(y, 0, m * sizeof *y);
  for (int32_t d = pos[0]; d < pos[1]; d++) {
    int64_t o = offset[d], begin = o < 0 ? -o : 0, end = m < n - o ? m : n - o;
    for (int64_t i = begin; i < end; i++)
      y[i] += val[d * m + i] * x[i + o];
  }
}

// Slices of eight rows: for each where it begins, then how long its rows are.
void spmv_sell(int64_t m, int64_t n, Ints pos, Ints row, Ints slice, Ints col, Values val, Values x, Result y) {
  for (int64_t s = 0; s < (m + 7) / 8; s++) {
    Values first = val + slice[9 * s];
    Ints columns = col + slice[9 * s], length = slice + 9 * s + 1;
    Value sum[8] = {0.0};
    int32_t longest = 0;
    for (int32_t lane = 0; lane < 8; lane++)
      longest = length[lane] > longest ? length[lane] : longest;
    // Free places hold zero.
    for (int64_t child = 0; child < longest; child++)
      for (int64_t lane = 0; lane < 8; lane++)
        sum[lane] += first[8 * child + lane] * x[columns[8 * child + lane]];
    for (int64_t lane = 0; lane < 8 && 8 * s + lane < m; lane++)
      y[row[8 * s + lane]] = sum[lane];
  }
}

void spmv_bcsr(int64_t m, int64_t n, Ints pos, Ints col, Values val, Values x, Result y) {
  for (int32_t ib = 0; ib < m / 4; ib++) {
    Value sum[4] = {0.0, 0.0, 0.0, 0.0};
    for (int32_t q = pos[ib]; q < pos[ib + 1]; q++)
      for (int32_t ii = 0; ii < 4; ii++)
        for (int32_t jj = 0; jj < 4; jj++)
          sum[ii] += val[(int64_t)q * 16 + ii * 4 + jj] * x[col[q] * 4 + jj];
    memcpy(y + 4 * ib, sum, sizeof sum);
  }
}

void spmspv_csc(int64_t m, int64_t n, Ints pos, Ints row, Values val, Ints xpos, Ints xcrd, Values xval, Result y) {
  memset(y, 0, m * sizeof *y);
  for (int32_t p = xpos[0]; p < xpos[1]; p++)
    for (int32_t q = pos[xcrd[p]]; q < pos[xcrd[p] + 1]; q++)
      y[row[q]] += val[q] * xval[p];
}

// Merging the vector into every row would take thousands of times as long: it is made dense.
void spmspv_csr(int64_t m, int64_t n, Ints pos, Ints col, Values val, Ints xpos, Ints xcrd, Values xval, Result y) {
  Value *x = calloc(n, sizeof *x);
  for (int32_t p = xpos[0]; p < xpos[1]; p++)
    x[xcrd[p]] = xval[p];
  spmv_csr(m, n, pos, col, val, x, y);
  free(x);
}

// What the memory gives: STREAM's triad.
void triad(int64_t length, Values b, Values c, Result a) {
  for (int64_t at = 0; at < length; at++)
    a[at] = b[at] + (Value)3 * c[at];
}

void transposed(int64_t m, int64_t n, Ints pos, Ints col, Values val, Values x, Result y) {
  memset(y, 0, n * sizeof *y);
  for (int32_t i = 0; i < m; i++)
    for (int32_t q = pos[i]; q < pos[i + 1]; q++)
      y[col[q]] += val[q] * x[i];
}

void norms(int64_t m, int64_t n, Ints pos, Ints col, Values val, Result y) {
  for (int32_t i = 0; i < m; i++) {
    Value sum = 0.0;
    for (int32_t q = pos[i]; q < pos[i + 1]; q++)
      sum += val[q] * val[q];
    y[i] = sum;
  }
}

void spmv_half(int64_t m, int64_t n, Ints pos, Ints col, Values val, Values x, Result y) {
  memset(y, 0, m * sizeof *y);
  for (int32_t i = 0; i < m; i++) {
    Value sum = 0.0, xi = x[i];
    for (int32_t q = pos[i]; q < pos[i + 1]; q++) {
      sum += val[q] * x[col[q]];
      y[col[q]] += val[q] * xi;
    }
    y[i] += sum;
  }
}

void residual(int64_t m, int64_t n, Ints pos, Ints col, Values val, Values x, Values b, Result r) {
  for (int32_t i = 0; i < m; i++) {
    Value sum = b[i];
    for (int32_t q = pos[i]; q < pos[i + 1]; q++)
      sum -= val[q] * x[col[q]];
    r[i] = sum;
  }
}
