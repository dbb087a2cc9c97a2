// Kernels written by hand with AVX-512: not a peer, but a line of reference for what one core can do.
//
// All take the sizes of the kernel's variables, the arrays of each operand (levels, then values), the result.
// What follows the kernel's name in a function's name is the variant; the benchmark reports the best of a kernel.

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

typedef const uint32_t *restrict Ints; // read as unsigned: extending them to 64 bits is free
typedef const double *restrict Doubles;
typedef double *restrict Result;

// How many entries ahead of their use values and coordinates are asked for. Prefetching past the end is harmless.
enum { STREAM_AHEAD = 512 };
// How many entries ahead the rows of a dense operand are asked for.
enum { SPMM_AHEAD = 64, MTTKRP_AHEAD = 32 };

#define LIKE_SOURCE _Pragma("clang loop vectorize(disable) unroll(disable)")
#define NOT_UNROLLED _Pragma("clang loop unroll(disable)")

static inline void prefetch(const void *address) { _mm_prefetch((const char *)address, _MM_HINT_T0); }

static inline void prefetch_row(const double *row, int lines) {
  for (int line = 0; line < lines; line++)
    prefetch(row + 8 * line);
}

static inline uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }

// Long rows: gathers, a masked tail instead of a scalar one.
void spmv_csr_gather(int64_t m, int64_t n, Ints pos, Ints col, Doubles val, Doubles x, Result y) {
  for (int64_t i = 0; i < m; i++) {
    uint64_t q = pos[i], end = pos[i + 1];
    prefetch(val + q + STREAM_AHEAD);
    prefetch(col + q + STREAM_AHEAD);
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
    prefetch(val + pos[i] + STREAM_AHEAD);
    prefetch(col + pos[i] + STREAM_AHEAD);
    double sum = 0;
    LIKE_SOURCE
    for (uint64_t q = pos[i]; q < pos[i + 1]; q++)
      sum += val[q] * x[col[q]];
    y[i] = sum;
  }
}

// Short runs: the sum of a run of equal rows stays in a register.
void spmv_coo_run(int64_t m, int64_t n, Ints pos, Ints row, Ints col, Doubles val, Doubles x, Result y) {
  memset(y, 0, m * sizeof *y);
  uint64_t q = pos[0], end = pos[1];
  while (q < end) {
    prefetch(val + q + STREAM_AHEAD);
    prefetch(col + q + STREAM_AHEAD);
    prefetch(row + q + STREAM_AHEAD);
    uint32_t i = row[q];
    double sum = 0;
    do {
      sum += val[q] * x[col[q]];
      q++;
    } while (q < end && row[q] == i);
    y[i] += sum;
  }
}

// Runs of any length: blocks of eight entries. A block within one row is summed as a tree, else entry by entry.
void spmv_coo_block(int64_t m, int64_t n, Ints pos, Ints row, Ints col, Doubles val, Doubles x, Result y) {
  memset(y, 0, m * sizeof *y);
  uint64_t q = pos[0], end = pos[1];
  for (; q + 8 <= end; q += 8) {
    prefetch(val + q + STREAM_AHEAD);
    prefetch(col + q + STREAM_AHEAD);
    prefetch(row + q + STREAM_AHEAD);
    double t[8];
    for (int u = 0; u < 8; u++)
      t[u] = val[q + u] * x[col[q + u]];
    if (row[q] == row[q + 7]) {
      y[row[q]] += ((t[0] + t[1]) + (t[2] + t[3])) + ((t[4] + t[5]) + (t[6] + t[7]));
      continue;
    }
    for (int half = 0; half < 8; half += 4) {
      Ints i = row + q + half;
      const double *s = t + half;
      if (i[0] == i[3]) {
        y[i[0]] += (s[0] + s[1]) + (s[2] + s[3]);
      } else {
        for (int u = 0; u < 4; u++)
          y[i[u]] += s[u];
      }
    }
  }
  for (; q < end; q++)
    y[row[q]] += val[q] * x[col[q]];
}

// Two rows of a block are a register, and are summed at the end of the row of blocks.
void spmv_bcsr_rows(int64_t m, int64_t n, Ints pos, Ints col, Doubles val, Doubles x, Result y) {
  for (int64_t ib = 0; ib < m / 4; ib++) {
    __m512d upper = _mm512_setzero_pd(), lower = upper;
    for (uint64_t q = pos[ib]; q < pos[ib + 1]; q++) {
      prefetch(val + 16 * q + STREAM_AHEAD);
      prefetch(val + 16 * q + STREAM_AHEAD + 8);
      __m512d both = _mm512_broadcast_f64x4(_mm256_loadu_pd(x + 4 * (uint64_t)col[q]));
      upper = _mm512_fmadd_pd(_mm512_loadu_pd(val + 16 * q), both, upper);
      lower = _mm512_fmadd_pd(_mm512_loadu_pd(val + 16 * q + 8), both, lower);
    }
    y[4 * ib] = _mm512_mask_reduce_add_pd(0x0f, upper);
    y[4 * ib + 1] = _mm512_mask_reduce_add_pd(0xf0, upper);
    y[4 * ib + 2] = _mm512_mask_reduce_add_pd(0x0f, lower);
    y[4 * ib + 3] = _mm512_mask_reduce_add_pd(0xf0, lower);
  }
}

// The row of the result stays in four registers over the whole row of A; rows of B are asked for well ahead.
void spmm_row(int64_t m, int64_t n, Ints pos, Ints col, Doubles val, Doubles B, Result C) {
  uint64_t last = pos[m] - 1;
  for (int64_t i = 0; i < m; i++) {
    __m512d sum[4] = {_mm512_setzero_pd(), _mm512_setzero_pd(), _mm512_setzero_pd(), _mm512_setzero_pd()};
    NOT_UNROLLED
    for (uint64_t q = pos[i]; q < pos[i + 1]; q++) {
      prefetch_row(B + (uint64_t)col[smaller(q + SPMM_AHEAD, last)] * 32, 4);
      const double *row = B + (uint64_t)col[q] * 32;
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
    for (uint64_t q = pos[i]; q < pos[i + 1]; q++) {
      const double *right = D + (uint64_t)col[q] * 32;
      __m512d s = _mm512_mul_pd(left[0], _mm512_loadu_pd(right));
      __m512d u = _mm512_mul_pd(left[2], _mm512_loadu_pd(right + 16));
      s = _mm512_fmadd_pd(left[1], _mm512_loadu_pd(right + 8), s);
      u = _mm512_fmadd_pd(left[3], _mm512_loadu_pd(right + 24), u);
      O[i * n + col[q]] = val[q] * _mm512_reduce_add_pd(_mm512_add_pd(s, u));
    }
  }
}

// The sum over a fibre is formed first, then scaled once by the row of C. Fibres are often short: the loop over one is
// not unrolled.
void mttkrp_fibre(int64_t ni, int64_t nj, int64_t nk, Ints pos0, Ints crd0, Ints pos1, Ints crd1, Ints pos2, Ints crd2,
                  Doubles val, Doubles C, Doubles D, Result M) {
  memset(M, 0, ni * 16 * sizeof *M);
  uint64_t last = (uint64_t)pos2[pos1[pos0[1]]] - 1;
  for (uint64_t a = pos0[0]; a < pos0[1]; a++) {
    __m512d low = _mm512_setzero_pd(), high = low;
    for (uint64_t b = pos1[a]; b < pos1[a + 1]; b++) {
      __m512d fibre_low = _mm512_setzero_pd(), fibre_high = fibre_low;
      prefetch_row(D + (uint64_t)crd2[smaller(pos2[b] + MTTKRP_AHEAD, last)] * 16, 2);
      NOT_UNROLLED
      for (uint64_t q = pos2[b]; q < pos2[b + 1]; q++) {
        const double *row = D + (uint64_t)crd2[q] * 16;
        __m512d scale = _mm512_set1_pd(val[q]);
        fibre_low = _mm512_fmadd_pd(scale, _mm512_loadu_pd(row), fibre_low);
        fibre_high = _mm512_fmadd_pd(scale, _mm512_loadu_pd(row + 8), fibre_high);
      }
      const double *row = C + (uint64_t)crd1[b] * 16;
      low = _mm512_fmadd_pd(fibre_low, _mm512_loadu_pd(row), low);
      high = _mm512_fmadd_pd(fibre_high, _mm512_loadu_pd(row + 8), high);
    }
    double *out = M + (uint64_t)crd0[a] * 16;
    _mm512_storeu_pd(out, low);
    _mm512_storeu_pd(out + 8, high);
  }
}
