// The product of two stored matrices by rows, written by hand: a bit for each column of a row and for each word of such bits, so
// that rows come in order without a sort.

#include "plain.h"

// NumPy asks for huge pages, and so do we.
int huge_pages = 1;

static int64_t words_of(int64_t count) { return (count + 63) / 64; }

void spgemm_bitmap(int64_t m, int64_t n, int64_t p, Ints apos, Ints acol, Values aval, Ints bpos, Ints bcol, Values bval,
                   Array *out) {
  int64_t words = words_of(p), tops = words_of(words), room = 1 << 20;
  double *restrict sums = calloc(p, sizeof *sums);
  uint64_t *restrict bits = calloc(words, sizeof *bits), *restrict top = calloc(tops, sizeof *top);
  int32_t *restrict pos = allocate_ints(m + 1), *restrict col = allocate_ints(room);
  double *restrict val = allocate_values(room);
  int64_t count = 0;
  pos[0] = 0;
  for (int64_t i = 0; i < m; i++) {
    int64_t most = 0;
    for (int32_t a = apos[i]; a < apos[i + 1]; a++)
      most += bpos[acol[a] + 1] - bpos[acol[a]];
    most = most < p ? most : p;
    if (count + most > room) {
      while (count + most > room)
        room *= 2;
      col = realloc(col, room * sizeof *col);
      val = realloc(val, room * sizeof *val);
    }
    for (int32_t a = apos[i]; a < apos[i + 1]; a++) {
      double factor = aval[a];
      for (int32_t b = bpos[acol[a]]; b < bpos[acol[a] + 1]; b++) {
        int32_t k = bcol[b];
        sums[k] += factor * bval[b];
        bits[k >> 6] |= 1ull << (k & 63);
        top[k >> 12] |= 1ull << ((k >> 6) & 63);
      }
    }
    for (int64_t t = 0; t < tops; t++) {
      uint64_t rest = top[t];
      top[t] = 0;
      for (; rest; rest &= rest - 1) {
        int64_t word = t * 64 + __builtin_ctzll(rest);
        uint64_t places = bits[word];
        bits[word] = 0;
        for (; places; places &= places - 1) {
          int64_t k = word * 64 + __builtin_ctzll(places);
          col[count] = k;
          val[count++] = sums[k];
          sums[k] = 0;
        }
      }
    }
    pos[i + 1] = count;
  }
  free(sums);
  free(bits);
  free(top);
  hand_out_ints(out, pos, m + 1);
  hand_out_ints(out + 1, col, count);
  hand_out_values(out + 2, val, count);
}
