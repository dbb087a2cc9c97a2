// Sums and products of two stored tensors, as loops in C.
//
// All take the sizes of the kernel's variables and the arrays of both operands. Arrays of the result are allocated as
// long as they can become, and handed out as long as they are.

#include "plain.h"

int huge_pages = 0;

void add_csr(int64_t m, int64_t n, Ints apos, Ints acol, Values aval, Ints bpos, Ints bcol, Values bval, Array *out) {
  int64_t most = (int64_t)apos[m] + bpos[m];
  int32_t *restrict pos = allocate_ints(m + 1), *restrict col = allocate_ints(most);
  Value *restrict val = allocate_values(most);
  int32_t c = 0;
  pos[0] = 0;
  for (int32_t i = 0; i < m; i++) {
    int32_t a = apos[i], aend = apos[i + 1], b = bpos[i], bend = bpos[i + 1];
    while (a < aend && b < bend) {
      int32_t ja = acol[a], jb = bcol[b], j = ja < jb ? ja : jb;
      col[c] = j;
      if (ja == jb)
        val[c++] = aval[a++] + bval[b++];
      else if (ja == j)
        val[c++] = aval[a++];
      else
        val[c++] = bval[b++];
    }
    for (; a < aend; a++, c++)
      col[c] = acol[a], val[c] = aval[a];
    for (; b < bend; b++, c++)
      col[c] = bcol[b], val[c] = bval[b];
    pos[i + 1] = c;
  }
  hand_out_ints(out, pos, m + 1);
  hand_out_ints(out + 1, col, c);
  hand_out_values(out + 2, val, c);
}

void mul_csr(int64_t m, int64_t n, Ints apos, Ints acol, Values aval, Ints bpos, Ints bcol, Values bval, Array *out) {
  int64_t most = apos[m] < bpos[m] ? apos[m] : bpos[m];
  int32_t *restrict pos = allocate_ints(m + 1), *restrict col = allocate_ints(most);
  Value *restrict val = allocate_values(most);
  int32_t c = 0;
  pos[0] = 0;
  for (int32_t i = 0; i < m; i++) {
    int32_t a = apos[i], aend = apos[i + 1], b = bpos[i], bend = bpos[i + 1];
    while (a < aend && b < bend) {
      int32_t ja = acol[a], jb = bcol[b];
      if (ja == jb)
        col[c] = ja, val[c++] = aval[a] * bval[b];
      a += ja <= jb;
      b += jb <= ja;
    }
    pos[i + 1] = c;
  }
  hand_out_ints(out, pos, m + 1);
  hand_out_ints(out + 1, col, c);
  hand_out_values(out + 2, val, c);
}

// The order of two points of order 3: negative, zero or positive.
static inline int64_t compare(int32_t i, int32_t j, int32_t k, int32_t I, int32_t J, int32_t K) {
  return i != I ? (int64_t)i - I : j != J ? (int64_t)j - J : (int64_t)k - K;
}

void plus_coo(int64_t ni, int64_t nj, int64_t nk, Ints apos, Ints ai, Ints aj, Ints ak, Values aval, Ints bpos, Ints bi,
              Ints bj, Ints bk, Values bval, Array *out) {
  int32_t a = apos[0], aend = apos[1], b = bpos[0], bend = bpos[1];
  int64_t most = (int64_t)aend + bend;
  int32_t *restrict pos = allocate_ints(2), *restrict i = allocate_ints(most), *restrict j = allocate_ints(most),
                    *restrict k = allocate_ints(most);
  Value *restrict val = allocate_values(most);
  int32_t c = 0;
  for (; a < aend && b < bend; c++) {
    int64_t order = compare(ai[a], aj[a], ak[a], bi[b], bj[b], bk[b]);
    if (order <= 0) {
      i[c] = ai[a], j[c] = aj[a], k[c] = ak[a], val[c] = aval[a];
      if (order == 0)
        val[c] += bval[b++];
      a++;
    } else {
      i[c] = bi[b], j[c] = bj[b], k[c] = bk[b], val[c] = bval[b];
      b++;
    }
  }
  for (; a < aend; a++, c++)
    i[c] = ai[a], j[c] = aj[a], k[c] = ak[a], val[c] = aval[a];
  for (; b < bend; b++, c++)
    i[c] = bi[b], j[c] = bj[b], k[c] = bk[b], val[c] = bval[b];
  pos[0] = 0;
  pos[1] = c;
  hand_out_ints(out, pos, 2);
  hand_out_ints(out + 1, i, c);
  hand_out_ints(out + 2, j, c);
  hand_out_ints(out + 3, k, c);
  hand_out_values(out + 4, val, c);
}

void inner_coo(int64_t ni, int64_t nj, int64_t nk, Ints apos, Ints ai, Ints aj, Ints ak, Values aval, Ints bpos,
               Ints bi, Ints bj, Ints bk, Values bval, Result s) {
  int32_t a = apos[0], aend = apos[1], b = bpos[0], bend = bpos[1];
  Value sum = 0.0;
  while (a < aend && b < bend) {
    int64_t order = compare(ai[a], aj[a], ak[a], bi[b], bj[b], bk[b]);
    if (order == 0)
      sum += aval[a] * bval[b];
    a += order <= 0;
    b += order >= 0;
  }
  *s = sum;
}

// The arrays of a tensor of order 3 in CSF, as they are read and as they grow.
typedef struct {
  const int32_t *pos[3], *crd[3];
  const Value *val;
} Csf;
typedef struct {
  int32_t *pos[3], *crd[3], count[3];
  Value *val;
} Growing;

static void append(Growing *to, int level, int32_t coordinate) { to->crd[level][to->count[level]++] = coordinate; }
static void close_children(Growing *to, int level) { to->pos[level][to->count[level - 1]] = to->count[level]; }

static void copy_fibre(Growing *to, const Csf *from, int32_t node) {
  for (int32_t q = from->pos[2][node]; q < from->pos[2][node + 1]; q++) {
    to->val[to->count[2]] = from->val[q];
    append(to, 2, from->crd[2][q]);
  }
}

static void merge_fibres(Growing *to, const Csf *A, int32_t x, const Csf *B, int32_t y) {
  int32_t a = A->pos[2][x], aend = A->pos[2][x + 1], b = B->pos[2][y], bend = B->pos[2][y + 1], c = to->count[2];
  const int32_t *acrd = A->crd[2], *bcrd = B->crd[2];
  int32_t *restrict crd = to->crd[2];
  Value *restrict val = to->val;
  while (a < aend && b < bend) {
    int32_t ka = acrd[a], kb = bcrd[b], k = ka < kb ? ka : kb;
    crd[c] = k;
    if (ka == kb)
      val[c++] = A->val[a++] + B->val[b++];
    else if (ka == k)
      val[c++] = A->val[a++];
    else
      val[c++] = B->val[b++];
  }
  for (; a < aend; a++, c++)
    crd[c] = acrd[a], val[c] = A->val[a];
  for (; b < bend; b++, c++)
    crd[c] = bcrd[b], val[c] = B->val[b];
  to->count[2] = c;
}

static void copy_slice(Growing *to, const Csf *from, int32_t node) {
  for (int32_t q = from->pos[1][node]; q < from->pos[1][node + 1]; q++) {
    copy_fibre(to, from, q);
    append(to, 1, from->crd[1][q]);
    close_children(to, 2);
  }
}

static void merge_slices(Growing *to, const Csf *A, int32_t x, const Csf *B, int32_t y) {
  int32_t a = A->pos[1][x], aend = A->pos[1][x + 1], b = B->pos[1][y], bend = B->pos[1][y + 1];
  while (a < aend || b < bend) {
    int32_t ja = a < aend ? A->crd[1][a] : INT32_MAX, jb = b < bend ? B->crd[1][b] : INT32_MAX;
    if (ja == jb)
      merge_fibres(to, A, a, B, b);
    else if (ja < jb)
      copy_fibre(to, A, a);
    else
      copy_fibre(to, B, b);
    append(to, 1, ja < jb ? ja : jb);
    close_children(to, 2);
    a += ja <= jb;
    b += jb <= ja;
  }
}

void plus_csf(int64_t ni, int64_t nj, int64_t nk, Ints apos0, Ints acrd0, Ints apos1, Ints acrd1, Ints apos2, Ints acrd2,
              Values aval, Ints bpos0, Ints bcrd0, Ints bpos1, Ints bcrd1, Ints bpos2, Ints bcrd2, Values bval,
              Array *out) {
  Csf A = {{apos0, apos1, apos2}, {acrd0, acrd1, acrd2}, aval}, B = {{bpos0, bpos1, bpos2}, {bcrd0, bcrd1, bcrd2}, bval};
  Growing C = {0};
  int64_t most[3], parents = 1;
  int32_t a = apos0[0], aend = apos0[1], b = bpos0[0], bend = bpos0[1];
  most[0] = (int64_t)aend + bend;
  most[1] = (int64_t)apos1[aend] + bpos1[bend];
  most[2] = (int64_t)apos2[apos1[aend]] + bpos2[bpos1[bend]];
  for (int level = 0; level < 3; parents = most[level++]) {
    C.pos[level] = allocate_ints(parents + 1);
    C.crd[level] = allocate_ints(most[level]);
    C.pos[level][0] = 0;
  }
  C.val = allocate_values(most[2]);
  while (a < aend || b < bend) {
    int32_t ia = a < aend ? acrd0[a] : INT32_MAX, ib = b < bend ? bcrd0[b] : INT32_MAX;
    if (ia == ib)
      merge_slices(&C, &A, a, &B, b);
    else if (ia < ib)
      copy_slice(&C, &A, a);
    else
      copy_slice(&C, &B, b);
    append(&C, 0, ia < ib ? ia : ib);
    close_children(&C, 1);
    a += ia <= ib;
    b += ib <= ia;
  }
  C.pos[0][1] = C.count[0];
  for (int level = 0; level < 3; level++) {
    hand_out_ints(out + 2 * level, C.pos[level], (level ? C.count[level - 1] : 1) + 1);
    hand_out_ints(out + 2 * level + 1, C.crd[level], C.count[level]);
  }
  hand_out_values(out + 6, C.val, C.count[2]);
}

void inner_csf(int64_t ni, int64_t nj, int64_t nk, Ints apos0, Ints acrd0, Ints apos1, Ints acrd1, Ints apos2,
               Ints acrd2, Values aval, Ints bpos0, Ints bcrd0, Ints bpos1, Ints bcrd1, Ints bpos2, Ints bcrd2,
               Values bval, Result s) {
  Value sum = 0.0;
  for (int32_t a = apos0[0], b = bpos0[0]; a < apos0[1] && b < bpos0[1];) {
    int32_t ia = acrd0[a], ib = bcrd0[b];
    if (ia == ib)
      for (int32_t c = apos1[a], d = bpos1[b]; c < apos1[a + 1] && d < bpos1[b + 1];) {
        int32_t jc = acrd1[c], jd = bcrd1[d];
        if (jc == jd)
          for (int32_t p = apos2[c], q = bpos2[d]; p < apos2[c + 1] && q < bpos2[d + 1];) {
            int32_t kp = acrd2[p], kq = bcrd2[q];
            if (kp == kq)
              sum += aval[p] * bval[q];
            p += kp <= kq;
            q += kq <= kp;
          }
        c += jc <= jd;
        d += jd <= jc;
      }
    a += ia <= ib;
    b += ib <= ia;
  }
  *s = sum;
}
