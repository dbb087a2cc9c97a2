// Eigen's sparse matrices on the arrays that all contenders share, with 32-bit indices.
//
// All take the sizes of the kernel's variables, the arrays of each operand (levels, then values), the result. A stored
// result stays in an object of Eigen's: its arrays are handed out, and whoever calls deletes it with `release`.

#include <Eigen/Sparse>
#include <cstdint>

using Eigen::Dynamic, Eigen::Map;

namespace {

#ifndef VALUE
#define VALUE double
#endif
using Value = VALUE;
using Vector = Eigen::Matrix<Value, Dynamic, 1>;
using Csr = Eigen::SparseMatrix<Value, Eigen::RowMajor, int32_t>;
using Csc = Eigen::SparseMatrix<Value, Eigen::ColMajor, int32_t>;
using Rows = Eigen::Matrix<Value, Dynamic, Dynamic, Eigen::RowMajor>;

struct Array {
  const void *data;
  int64_t length;
};

struct Owner {
  virtual ~Owner() = default;
};

template <typename Matrix> struct Owned : Owner {
  Matrix matrix;
};

template <typename Matrix> Owned<Matrix> *handOut(Owned<Matrix> *owner, Array *out) {
  const Matrix &matrix = owner->matrix;
  out[0] = {matrix.outerIndexPtr(), matrix.outerSize() + 1};
  out[1] = {matrix.innerIndexPtr(), matrix.nonZeros()};
  out[2] = {matrix.valuePtr(), matrix.nonZeros()};
  return owner;
}

template <typename Matrix>
Map<const Matrix> mapped(int64_t m, int64_t n, const int32_t *pos, const int32_t *crd, const Value *val) {
  return {m, n, pos[Matrix::IsRowMajor ? m : n], pos, crd, val};
}

// An entry of a list of coordinates, as `setFromTriplets` reads it.
struct Entry {
  const int32_t *i, *j;
  const Value *v;
  int32_t row() const { return *i; }
  int32_t col() const { return *j; }
  Value value() const { return *v; }
  Entry &operator++() { return ++i, ++j, ++v, *this; }
  const Entry *operator->() const { return this; }
  bool operator!=(const Entry &other) const { return i != other.i; }
};

} // namespace

extern "C" {

// The columns of dense operands.
int32_t dense_width = 1;

void release(Owner *owner) { delete owner; }

void spmv_csr(int64_t m, int64_t n, const int32_t *pos, const int32_t *col, const Value *val, const Value *x,
              Value *y) {
  Map<Vector>(y, m).noalias() = mapped<Csr>(m, n, pos, col, val) * Map<const Vector>(x, n);
}

void transposed(int64_t m, int64_t n, const int32_t *pos, const int32_t *col, const Value *val, const Value *x,
                Value *y) {
  Map<Vector>(y, n).noalias() = mapped<Csr>(m, n, pos, col, val).transpose() * Map<const Vector>(x, m);
}

void norms(int64_t m, int64_t n, const int32_t *pos, const int32_t *col, const Value *val, Value *y) {
  auto matrix = mapped<Csr>(m, n, pos, col, val);
  for (int64_t i = 0; i < m; i++)
    y[i] = matrix.row(i).squaredNorm();
}

void spmv_half(int64_t m, int64_t n, const int32_t *pos, const int32_t *col, const Value *val, const Value *x,
               Value *y) {
  Map<Vector>(y, m).noalias() =
      mapped<Csr>(m, n, pos, col, val).selfadjointView<Eigen::Lower>() * Map<const Vector>(x, n);
}

void spmv_csc(int64_t m, int64_t n, const int32_t *pos, const int32_t *row, const Value *val, const Value *x, Value *y) {
  Map<Vector>(y, m).noalias() = mapped<Csc>(m, n, pos, row, val) * Map<const Vector>(x, n);
}

void spmm(int64_t m, int64_t n, const int32_t *pos, const int32_t *col, const Value *val, const Value *B, Value *C) {
  Map<Rows>(C, m, dense_width).noalias() = mapped<Csr>(m, n, pos, col, val) * Map<const Rows>(B, n, dense_width);
}

void spmspv_csc(int64_t m, int64_t n, const int32_t *pos, const int32_t *row, const Value *val, const int32_t *xpos,
                const int32_t *xcrd, const Value *xval, Value *y) {
  Map<Vector>(y, m) = mapped<Csc>(m, n, pos, row, val) * mapped<Csc>(n, 1, xpos, xcrd, xval);
}

Owner *add_csr(int64_t m, int64_t n, const int32_t *apos, const int32_t *acol, const Value *aval, const int32_t *bpos,
               const int32_t *bcol, const Value *bval, Array *out) {
  auto *owner = new Owned<Csr>;
  owner->matrix = mapped<Csr>(m, n, apos, acol, aval) + mapped<Csr>(m, n, bpos, bcol, bval);
  return handOut(owner, out);
}

Owner *mul_csr(int64_t m, int64_t n, const int32_t *apos, const int32_t *acol, const Value *aval, const int32_t *bpos,
               const int32_t *bcol, const Value *bval, Array *out) {
  auto *owner = new Owned<Csr>;
  owner->matrix = mapped<Csr>(m, n, apos, acol, aval).cwiseProduct(mapped<Csr>(m, n, bpos, bcol, bval));
  return handOut(owner, out);
}

Owner *spgemm(int64_t m, int64_t n, int64_t p, const int32_t *apos, const int32_t *acol, const Value *aval,
              const int32_t *bpos, const int32_t *bcol, const Value *bval, Array *out) {
  auto *owner = new Owned<Csr>;
  owner->matrix = mapped<Csr>(m, n, apos, acol, aval) * mapped<Csr>(n, p, bpos, bcol, bval);
  return handOut(owner, out);
}

Owner *coo_to_csr(int64_t m, int64_t n, const int32_t *pos, const int32_t *row, const int32_t *col, const Value *val,
                  Array *out) {
  auto *owner = new Owned<Csr>;
  owner->matrix.resize(m, n);
  owner->matrix.setFromTriplets(Entry{row + pos[0], col + pos[0], val + pos[0]},
                                Entry{row + pos[1], col + pos[1], val + pos[1]});
  return handOut(owner, out);
}

Owner *csr_to_csc(int64_t m, int64_t n, const int32_t *pos, const int32_t *col, const Value *val, Array *out) {
  auto *owner = new Owned<Csc>;
  owner->matrix = mapped<Csr>(m, n, pos, col, val);
  return handOut(owner, out);
}
}
