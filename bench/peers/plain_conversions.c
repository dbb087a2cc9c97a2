// Conversions, as loops in C: entries are counted, then filled in.
//
// All take the sizes of the kernel's variables and the arrays of the operand.

#include "plain.h"

// Entries counted by one coordinate, then put where their counts say: columns in each row keep the order of the source.
void coo_to_csr(int64_t m, int64_t n, Ints apos, Ints row, Ints acol, Values aval, Array *out) {
  int32_t end = apos[1];
  int32_t *restrict pos = allocate_ints(m + 1), *restrict col = allocate_ints(end);
  Value *restrict val = allocate_values(end);
  memset(pos, 0, (m + 1) * sizeof *pos);
  for (int32_t q = 0; q < end; q++)
    pos[row[q]]++;
  for (int32_t i = 0, sum = 0; i <= m; i++) {
    int32_t count = pos[i];
    pos[i] = sum;
    sum += count;
  }
  for (int32_t q = 0; q < end; q++) {
    int32_t to = pos[row[q]]++;
    col[to] = acol[q];
    val[to] = aval[q];
  }
  memmove(pos + 1, pos, m * sizeof *pos);
  pos[0] = 0;
  hand_out_ints(out, pos, m + 1);
  hand_out_ints(out + 1, col, end);
  hand_out_values(out + 2, val, end);
}

void csr_to_csc(int64_t m, int64_t n, Ints apos, Ints acol, Values aval, Array *out) {
  int32_t end = apos[m];
  int32_t *restrict pos = allocate_ints(n + 1), *restrict row = allocate_ints(end);
  Value *restrict val = allocate_values(end);
  memset(pos, 0, (n + 1) * sizeof *pos);
  for (int32_t q = 0; q < end; q++)
    pos[acol[q]]++;
  for (int32_t j = 0, sum = 0; j <= n; j++) {
    int32_t count = pos[j];
    pos[j] = sum;
    sum += count;
  }
  for (int32_t i = 0; i < m; i++)
    for (int32_t q = apos[i]; q < apos[i + 1]; q++) {
      int32_t to = pos[acol[q]]++;
      row[to] = i;
      val[to] = aval[q];
    }
  memmove(pos + 1, pos, n * sizeof *pos);
  pos[0] = 0;
  hand_out_ints(out, pos, n + 1);
  hand_out_ints(out + 1, row, end);
  hand_out_values(out + 2, val, end);
}

// The column of the next block among four rows, or INT32_MAX.
static inline int32_t next_block(Ints col, const int32_t *at, const int32_t *end) {
  int32_t next = INT32_MAX;
  for (int ii = 0; ii < 4; ii++)
    if (at[ii] < end[ii] && col[at[ii]] / 4 < next)
      next = col[at[ii]] / 4;
  return next;
}

// Four rows are merged twice: once to count blocks, once to fill them.
void csr_to_bcsr(int64_t m, int64_t n, Ints apos, Ints acol, Values aval, Array *out) {
  int32_t *restrict pos = allocate_ints(m / 4 + 1);
  int32_t count = 0, at[4], next;
  pos[0] = 0;
  for (int32_t ib = 0; ib < m / 4; ib++) {
    const int32_t *end = apos + 4 * ib + 1;
    for (memcpy(at, end - 1, sizeof at); (next = next_block(acol, at, end)) != INT32_MAX; count++)
      for (int ii = 0; ii < 4; ii++)
        while (at[ii] < end[ii] && acol[at[ii]] / 4 == next)
          at[ii]++;
    pos[ib + 1] = count;
  }
  int32_t *restrict col = allocate_ints(count);
  Value *restrict val = allocate_values(16L * count);
  int32_t c = 0;
  for (int32_t ib = 0; ib < m / 4; ib++) {
    const int32_t *end = apos + 4 * ib + 1;
    for (memcpy(at, end - 1, sizeof at); (next = next_block(acol, at, end)) != INT32_MAX; c++) {
      col[c] = next;
      memset(val + 16L * c, 0, 16 * sizeof *val);
      for (int ii = 0; ii < 4; ii++)
        for (; at[ii] < end[ii] && acol[at[ii]] / 4 == next; at[ii]++)
          val[16L * c + 4 * ii + acol[at[ii]] % 4] = aval[at[ii]];
    }
  }
  hand_out_ints(out, pos, m / 4 + 1);
  hand_out_ints(out + 1, col, count);
  hand_out_values(out + 2, val, 16L * count);
}

// Diagonals are marked first, then each gets its place.
void csr_to_dia(int64_t m, int64_t n, Ints apos, Ints acol, Values aval, Array *out) {
  int32_t *place = calloc(m + n, sizeof *place); // of the diagonal j - i, at j - i + m
  for (int32_t i = 0; i < m; i++)
    for (int32_t q = apos[i]; q < apos[i + 1]; q++)
      place[acol[q] - i + m] = 1;
  int32_t count = 0;
  for (int64_t d = 0; d < m + n; d++)
    count += place[d];
  int32_t *restrict pos = allocate_ints(2), *restrict offset = allocate_ints(count);
  Value *restrict val = allocate_values(count * m);
  pos[0] = 0;
  pos[1] = count;
  count = 0;
  for (int64_t d = 0; d < m + n; d++)
    if (place[d]) {
      offset[count] = d - m;
      place[d] = count++;
    }
  memset(val, 0, count * m * sizeof *val);
  for (int32_t i = 0; i < m; i++)
    for (int32_t q = apos[i]; q < apos[i + 1]; q++)
      val[place[acol[q] - i + m] * m + i] = aval[q];
  free(place);
  hand_out_ints(out, pos, 2);
  hand_out_ints(out + 1, offset, count);
  hand_out_values(out + 2, val, count * m);
}

// Nodes of each level are counted first.
void coo_to_csf(int64_t ni, int64_t nj, int64_t nk, Ints apos, Ints ai, Ints aj, Ints ak, Values aval, Array *out) {
  int32_t end = apos[1], slices = 0, fibres = 0;
  for (int32_t q = 0; q < end; q++) {
    int new_slice = q == 0 || ai[q] != ai[q - 1];
    slices += new_slice;
    fibres += new_slice || aj[q] != aj[q - 1];
  }
  int32_t *restrict pos0 = allocate_ints(2), *restrict crd0 = allocate_ints(slices);
  int32_t *restrict pos1 = allocate_ints(slices + 1), *restrict crd1 = allocate_ints(fibres);
  int32_t *restrict pos2 = allocate_ints(fibres + 1), *restrict crd2 = allocate_ints(end);
  Value *restrict val = allocate_values(end);
  int32_t s = 0, f = 0;
  for (int32_t q = 0; q < end; q++) {
    int new_slice = q == 0 || ai[q] != ai[q - 1];
    if (new_slice) {
      crd0[s] = ai[q];
      pos1[s++] = f;
    }
    if (new_slice || aj[q] != aj[q - 1]) {
      crd1[f] = aj[q];
      pos2[f++] = q;
    }
  }
  memcpy(crd2, ak, end * sizeof *crd2);
  memcpy(val, aval, end * sizeof *val);
  pos0[0] = 0;
  pos0[1] = slices;
  pos1[slices] = fibres;
  pos2[fibres] = end;
  hand_out_ints(out, pos0, 2);
  hand_out_ints(out + 1, crd0, slices);
  hand_out_ints(out + 2, pos1, slices + 1);
  hand_out_ints(out + 3, crd1, fibres);
  hand_out_ints(out + 4, pos2, fibres + 1);
  hand_out_ints(out + 5, crd2, end);
  hand_out_values(out + 6, val, end);
}
