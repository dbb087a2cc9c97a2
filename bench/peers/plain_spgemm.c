// The product of two stored matrices by rows, with a dense workspace, as a C-emitting tensor compiler prints it.
//
// The list of a row is sorted by the C library where the result is in order.

#include "plain.h"

static int by_number(const void *one, const void *other) {
  int32_t a = *(const int32_t *)one, b = *(const int32_t *)other;
  return (a > b) - (a < b);
}

static inline void product(int is_ordered, int64_t m, int64_t p, Ints apos, Ints acol, Values aval, Ints bpos, Ints bcol,
                           Values bval, Array *out) {
  int64_t room = 1 << 20;
  int32_t *restrict pos = allocate_ints(m + 1), *restrict col = malloc(room * sizeof *col);
  Value *restrict val = malloc(room * sizeof *val);
  Value *restrict sums = calloc(p, sizeof *sums);
  char *restrict is_there = calloc(p, 1);
  int32_t count = 0;
  pos[0] = 0;
  for (int32_t i = 0; i < m; i++) {
    int32_t first = count;
    for (int32_t a = apos[i]; a < apos[i + 1]; a++) {
      int32_t j = acol[a];
      int64_t more = bpos[j + 1] - bpos[j];
      if (count + more > room) {
        while (count + more > room)
          room *= 2;
        col = realloc(col, room * sizeof *col);
        val = realloc(val, room * sizeof *val);
      }
      for (int32_t b = bpos[j]; b < bpos[j + 1]; b++) {
        int32_t k = bcol[b];
        if (!is_there[k]) {
          is_there[k] = 1;
          col[count++] = k;
        }
        sums[k] += aval[a] * bval[b];
      }
    }
    if (is_ordered)
      qsort(col + first, count - first, sizeof *col, by_number);
    for (int32_t c = first; c < count; c++) {
      val[c] = sums[col[c]];
      sums[col[c]] = 0;
      is_there[col[c]] = 0;
    }
    pos[i + 1] = count;
  }
  free(sums);
  free(is_there);
  hand_out_ints(out, pos, m + 1);
  hand_out_ints(out + 1, col, count);
  hand_out_values(out + 2, val, count);
}

void spgemm(int64_t m, int64_t n, int64_t p, Ints apos, Ints acol, Values aval, Ints bpos, Ints bcol, Values bval,
            Array *out) {
  product(1, m, p, apos, acol, aval, bpos, bcol, bval, out);
}

void spgemm_unordered(int64_t m, int64_t n, int64_t p, Ints apos, Ints acol, Values aval, Ints bpos, Ints bcol,
                      Values bval, Array *out) {
  product(0, m, p, apos, acol, aval, bpos, bcol, bval, out);
}
