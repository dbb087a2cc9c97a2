// The convolution of a stored image with a filter of 3 x 3, written by hand: an entry is added to three neighbours
// in each row that it reaches, without tests, unless it is near the edge.

#include "plain.h"

void convolution_rows(int64_t m, int64_t n, Ints pos, Ints col, Values val, Values F, Result C) {
  int64_t height = m - 2, width = n - 2;
  memset(C, 0, height * width * sizeof *C);
  for (int64_t i = 0; i < m; i++) {
    int64_t first = i - height + 1 > 0 ? i - height + 1 : 0, last = i < 2 ? i : 2;
    for (int32_t at = pos[i]; at < pos[i + 1]; at++) {
      int64_t column = col[at];
      double value = val[at];
      if (column >= 2 && column < width)
        for (int64_t p = first; p <= last; p++) {
          double *restrict to = C + (i - p) * width + column - 2;
          to[0] += value * F[p * 3 + 2];
          to[1] += value * F[p * 3 + 1];
          to[2] += value * F[p * 3];
        }
      else
        for (int64_t p = first; p <= last; p++)
          for (int64_t q = 0; q < 3; q++)
            if (column - q >= 0 && column - q < width)
              C[(i - p) * width + column - q] += value * F[p * 3 + q];
    }
  }
}
