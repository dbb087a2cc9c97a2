// What the plain loops share: types of arguments, and arrays of stored results, which the caller frees.

#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// What entries are: compiled with -DVALUE=float, too.
#ifndef VALUE
#define VALUE double
#endif
typedef VALUE Value;
typedef const int32_t *restrict Ints;
typedef const Value *restrict Values;
typedef Value *restrict Result;

// An array of a stored result.
typedef struct {
  void *data;
  int64_t length;
} Array;

// Whether large arrays ask for huge pages, as NumPy's do.
extern int huge_pages;

static inline void *allocate(int64_t length, size_t size) {
  size_t bytes = length * size;
  char *data = malloc(bytes ? bytes : 1);
  if (huge_pages && bytes >= 1 << 22) {
    size_t skip = -(uintptr_t)data & 4095;
    madvise(data + skip, bytes - skip, MADV_HUGEPAGE);
  }
  return data;
}

static inline void hand_out(Array *out, void *data, int64_t length, size_t size) {
  *out = (Array){realloc(data, length ? length * size : 1), length};
}

static inline int32_t *allocate_ints(int64_t length) { return allocate(length, sizeof(int32_t)); }
static inline Value *allocate_values(int64_t length) { return allocate(length, sizeof(Value)); }
static inline void hand_out_ints(Array *out, int32_t *data, int64_t length) { hand_out(out, data, length, sizeof *data); }
static inline void hand_out_values(Array *out, Value *data, int64_t length) { hand_out(out, data, length, sizeof *data); }
