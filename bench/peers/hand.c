// Kernels written by hand with AVX-512: not a peer, but a line of reference for what one core can do.
//
// All take the sizes of the sparse tensor, its level arrays, its values, the dense operands, the result.
// The number behind the underscore is the variant of a kernel; the benchmark reports the best.

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

typedef const int32_t *restrict Ints;
typedef const double *restrict Doubles;
typedef double *restrict Result;

enum { AHEAD = 8, STREAM_AHEAD = 512 };

static inline void prefetch_row(const double *row, int lines) {
  for (int line = 0; line < lines; line++)
    _mm_prefetch((const char *)row + 64 * line, _MM_HINT_T0);
}

// Long rows: gathers, a masked tail instead of a scalar one.
void spmv_csr_gather(int64_t m, int64_t n, Ints pos, Ints col, Doubles val, Doubles x, Result y) {
  for (int64_t i = 0; i < m; i++) {
    int q = pos[i], end = pos[i + 1];
    __m512d sum = _mm512_setzero_pd();
    for (; q + 8 <= end; q += 8) {
      __m256i j = _mm256_loadu_si256((const void *)(col + q));
      sum = _mm512_fmadd_pd(_mm512_loadu_pd(val + q), _mm512_i32gather_pd(j, x, 8), sum);
    }
    if (q < end) {
      __mmask8 rest = (1 << (end - q)) - 1;
      __m256i j = _mm256_maskz_loadu_epi32(rest, col + q);
      __m512d gathered = _mm512_mask_i32gather_pd(_mm512_setzero_pd(), rest, j, x, 8);
      sum = _mm512_fmadd_pd(_mm512_maskz_loadu_pd(rest, val + q), gathered, sum);
    }
    y[i] = _mm512_reduce_add_pd(sum);
  }
}

// Short rows: scalar code that asks for values and coordinates well ahead of their use.
void spmv_csr_stream(int64_t m, int64_t n, Ints pos, Ints col, Doubles val, Doubles x, Result y) {
  for (int64_t i = 0; i < m; i++) {
    double sum = 0;
    _mm_prefetch((const char *)(val + pos[i] + STREAM_AHEAD), _MM_HINT_T0);
    _mm_prefetch((const char *)(col + pos[i] + STREAM_AHEAD), _MM_HINT_T0);
#pragma clang loop vectorize(disable) unroll(disable)
    for (int q = pos[i]; q < pos[i + 1]; q++)
      sum += val[q] * x[col[q]];
    y[i] = sum;
  }
}

// The sum of a run of equal rows stays in a register.
void spmv_coo_run(int64_t m, int64_t n, Ints pos, Ints row, Ints col, Doubles val, Doubles x, Result y) {
  memset(y, 0, m * sizeof *y);
  int q = pos[0], end = pos[1];
  if (q == end)
    return;
  int current = row[q];
  double sum = 0;
  for (; q < end; q++) {
    if (row[q] != current) {
      y[current] = sum;
      current = row[q];
      sum = 0;
    }
    sum += val[q] * x[col[q]];
  }
  y[current] = sum;
}

// The row of the result stays in four registers over the whole row of A.
void spmm_row(int64_t m, int64_t n, Ints pos, Ints col, Doubles val, Doubles B, Result C) {
  int end = pos[m];
  for (int64_t i = 0; i < m; i++) {
    __m512d sum[4] = {_mm512_setzero_pd(), _mm512_setzero_pd(), _mm512_setzero_pd(), _mm512_setzero_pd()};
    for (int q = pos[i]; q < pos[i + 1]; q++) {
      const double *row = B + (int64_t)col[q] * 32;
      if (q + AHEAD < end)
        prefetch_row(B + (int64_t)col[q + AHEAD] * 32, 4);
      __m512d scale = _mm512_set1_pd(val[q]);
      for (int t = 0; t < 4; t++)
        sum[t] = _mm512_fmadd_pd(scale, _mm512_loadu_pd(row + 8 * t), sum[t]);
    }
    for (int t = 0; t < 4; t++)
      _mm512_storeu_pd(C + i * 32 + 8 * t, sum[t]);
  }
}

// The row of B stays in four registers.
void sddmm_row(int64_t m, int64_t n, Ints pos, Ints col, Doubles val, Doubles B, Doubles D, Result O) {
  memset(O, 0, m * n * sizeof *O);
  for (int64_t i = 0; i < m; i++) {
    __m512d left[4];
    for (int t = 0; t < 4; t++)
      left[t] = _mm512_loadu_pd(B + i * 32 + 8 * t);
    for (int q = pos[i]; q < pos[i + 1]; q++) {
      const double *right = D + (int64_t)col[q] * 32;
      __m512d s = _mm512_mul_pd(left[0], _mm512_loadu_pd(right));
      __m512d u = _mm512_mul_pd(left[2], _mm512_loadu_pd(right + 16));
      s = _mm512_fmadd_pd(left[1], _mm512_loadu_pd(right + 8), s);
      u = _mm512_fmadd_pd(left[3], _mm512_loadu_pd(right + 24), u);
      O[i * n + col[q]] = val[q] * _mm512_reduce_add_pd(_mm512_add_pd(s, u));
    }
  }
}

// The sum over a fibre is formed first, then scaled once by the row of C.
void mttkrp_fibre(int64_t ni, int64_t nj, int64_t nk, Ints pos0, Ints crd0, Ints pos1, Ints crd1, Ints pos2, Ints crd2,
                  Doubles val, Doubles C, Doubles D, Result M) {
  memset(M, 0, ni * 16 * sizeof *M);
  for (int a = pos0[0]; a < pos0[1]; a++) {
    __m512d low = _mm512_setzero_pd(), high = low;
    for (int b = pos1[a]; b < pos1[a + 1]; b++) {
      __m512d fibre_low = _mm512_setzero_pd(), fibre_high = fibre_low;
      for (int q = pos2[b]; q < pos2[b + 1]; q++) {
        const double *row = D + (int64_t)crd2[q] * 16;
        __m512d scale = _mm512_set1_pd(val[q]);
        fibre_low = _mm512_fmadd_pd(scale, _mm512_loadu_pd(row), fibre_low);
        fibre_high = _mm512_fmadd_pd(scale, _mm512_loadu_pd(row + 8), fibre_high);
      }
      const double *row = C + (int64_t)crd1[b] * 16;
      low = _mm512_fmadd_pd(fibre_low, _mm512_loadu_pd(row), low);
      high = _mm512_fmadd_pd(fibre_high, _mm512_loadu_pd(row + 8), high);
    }
    double *out = M + (int64_t)crd0[a] * 16;
    _mm512_storeu_pd(out, low);
    _mm512_storeu_pd(out + 8, high);
  }
}
