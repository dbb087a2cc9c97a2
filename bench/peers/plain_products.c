// Products of a stored tensor with dense ones into stored results, as loops in C.
//
// All take the sizes of the kernel's variables, the arrays of the operands, and the arrays of the result, which has the
// pattern of the stored operand, or of its fibres.

#include "plain.h"

extern int32_t dense_width;

static int32_t *copy_of(const int32_t *from, int64_t length) {
  return memcpy(allocate_ints(length), from, length * sizeof *from);
}

static void hand_out_csr(Array *out, int64_t m, Ints pos, Ints col, Value *val) {
  hand_out_ints(out, copy_of(pos, m + 1), m + 1);
  hand_out_ints(out + 1, copy_of(col, pos[m]), pos[m]);
  hand_out_values(out + 2, val, pos[m]);
}

void ttm(int64_t ni, int64_t nj, int64_t nk, Ints pos0, Ints crd0, Ints pos1, Ints crd1, Ints pos2, Ints crd2,
         Values val, Values U, Array *out) {
  int32_t width = dense_width, rows = pos0[1], fibres = pos1[rows];
  Value *restrict C = allocate_values((int64_t)fibres * width);
  for (int32_t f = 0; f < fibres; f++) {
    Value *restrict row = C + (int64_t)f * width;
    for (int32_t r = 0; r < width; r++)
      row[r] = 0.0;
    for (int32_t q = pos2[f]; q < pos2[f + 1]; q++)
      for (int32_t r = 0; r < width; r++)
        row[r] += val[q] * U[(int64_t)crd2[q] * width + r];
  }
  hand_out_ints(out, copy_of(pos0, 2), 2);
  hand_out_ints(out + 1, copy_of(crd0, rows), rows);
  hand_out_ints(out + 2, copy_of(pos1, rows + 1), rows + 1);
  hand_out_ints(out + 3, copy_of(crd1, fibres), fibres);
  hand_out_values(out + 4, C, (int64_t)fibres * width);
}

// Element (j, k) of D stands `of_j` times j and `of_k` times k behind its first one; the step along k is a
// constant, or the width of a matrix.
static inline __attribute__((always_inline)) void sample(int64_t m, Ints pos, Ints col, Values val, Values B, Values D,
                                                         int64_t of_j, int64_t of_k, Array *out) {
  int32_t width = dense_width;
  Value *restrict C = allocate_values(pos[m]);
  for (int32_t i = 0; i < m; i++)
    for (int32_t q = pos[i]; q < pos[i + 1]; q++) {
      Value sum = 0.0;
      for (int32_t k = 0; k < width; k++)
        sum += B[(int64_t)i * width + k] * D[col[q] * of_j + k * of_k];
      C[q] = val[q] * sum;
    }
  hand_out_csr(out, m, pos, col, C);
}

void sddmm_stored(int64_t m, int64_t n, Ints pos, Ints col, Values val, Values B, Values D, Array *out) {
  sample(m, pos, col, val, B, D, dense_width, 1, out);
}

void sddmm_columns(int64_t m, int64_t n, Ints pos, Ints col, Values val, Values B, Values D, Array *out) {
  sample(m, pos, col, val, B, D, 1, n, out);
}
