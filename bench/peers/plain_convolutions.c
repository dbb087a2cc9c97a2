// Convolutions of stored images with filters of 3 x 3, as loops in C: each entry is scattered to the places it reaches.

#include "plain.h"

enum { SIDE = 3, FILTERS = 64 };

void scattering(int64_t m, int64_t n, Ints pos, Ints col, Values val, Values F, Result C) {
  int64_t width = n + SIDE - 1;
  memset(C, 0, (m + SIDE - 1) * width * sizeof *C);
  for (int32_t i = 0; i < m; i++)
    for (int32_t at = pos[i]; at < pos[i + 1]; at++)
      for (int32_t p = 0; p < SIDE; p++)
        for (int32_t q = 0; q < SIDE; q++)
          C[(i + p) * width + col[at] + q] += val[at] * F[p * SIDE + q];
}

void convolution(int64_t m, int64_t n, Ints pos, Ints col, Values val, Values F, Result C) {
  int64_t height = m - SIDE + 1, width = n - SIDE + 1;
  memset(C, 0, height * width * sizeof *C);
  for (int32_t i = 0; i < m; i++)
    for (int32_t at = pos[i]; at < pos[i + 1]; at++)
      for (int32_t p = 0; p < SIDE; p++)
        for (int32_t q = 0; q < SIDE; q++) {
          int64_t row = i - p, column = col[at] - q;
          if (0 <= row && row < height && 0 <= column && column < width)
            C[row * width + column] += val[at] * F[p * SIDE + q];
        }
}

void layer_any(int64_t m, int64_t n, int64_t channels, Ints pos, Ints channel, Values val, Values F, Result C) {
  int64_t height = m - SIDE + 1, width = n - SIDE + 1;
  memset(C, 0, height * width * FILTERS * sizeof *C);
  for (int32_t i = 0; i < m; i++)
    for (int32_t j = 0; j < n; j++)
      for (int32_t p = 0; p < SIDE; p++)
        for (int32_t q = 0; q < SIDE; q++) {
          int64_t row = i - p, column = j - q;
          if (0 <= row && row < height && 0 <= column && column < width)
            for (int32_t at = pos[i * n + j]; at < pos[i * n + j + 1]; at++)
              for (int32_t o = 0; o < FILTERS; o++)
                C[(row * width + column) * FILTERS + o] +=
                    val[at] * F[((p * SIDE + q) * channels + channel[at]) * FILTERS + o];
        }
}

void layer(int64_t side, int64_t channels, Ints pos, Ints channel, Values val, Values F, Result C) {
  layer_any(side, side, channels, pos, channel, val, F, C);
}
