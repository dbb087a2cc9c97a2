// The C face that Rust calls: what MLIR's own C API does not offer.
#pragma once

#include "Answers.h"

#include "mlir-c/AffineMap.h"
#include "mlir-c/ExecutionEngine.h"
#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#include <stddef.h>
#include <stdint.h>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace lacuna {
/// Both dialects and their extensions.
void insertDialects(mlir::DialectRegistry &registry);
/// Everything upstream has, and ours.
void insertAllDialects(mlir::DialectRegistry &registry);
} // namespace lacuna

extern "C" {

// Registration.
void lacunaInsertDialects(void *registry);
void lacunaRegisterAllDialects(MlirDialectRegistry registry);

// Diagnostics: severity is 0 error, 1 warning, 2 remark.
void lacunaEmit(MlirLocation location, int severity, MlirStringRef message,
                size_t noteCount, const MlirLocation *noteLocations,
                const MlirStringRef *notes);

// `#stensor.format` and what it is made of.

/// The types of fill values.
enum {
  LacunaNoFill = 0,
  LacunaF64 = 1,
  LacunaF32 = 2,
  LacunaF16 = 3,
  LacunaBF16 = 4,
  LacunaInteger = 5,
  LacunaIndex = 6
};

/// A number: its bits, its type, and how many bits that has.
typedef struct {
  uint64_t bits;
  uint32_t type;
  uint32_t width;
} LacunaFill;

/// The word of level format `number`; empty where there are not so many.
MlirStringRef lacunaLevelWord(uint32_t number);

bool lacunaAttributeIsFormat(MlirAttribute attribute);
MlirAffineMap lacunaFormatGetMap(MlirAttribute format);
LacunaLevel lacunaFormatGetLevel(MlirAttribute format, size_t level);
unsigned lacunaFormatGetPositionWidth(MlirAttribute format);
unsigned lacunaFormatGetCoordinateWidth(MlirAttribute format);
/// The value of the points that are not stored; null for zero.
MlirAttribute lacunaFormatGetFill(MlirAttribute format);
/// A number as a fill value; without a type where it cannot be one.
LacunaFill lacunaFillOf(MlirAttribute number);
/// The format with a level for each result of the map; null where the dialect
/// does not verify it, which is said at an unknown location.
MlirAttribute lacunaFormatGet(MlirAffineMap map, const LacunaLevel *levels,
                              unsigned positionWidth, unsigned coordinateWidth,
                              LacunaFill fill);
/// What Rust knows of a format; kept as long as the context.
const void *lacunaFormatGetDescription(MlirAttribute format);
void lacunaFormatSetDescription(MlirAttribute format, const void *description);
/// Whether a context has a format for which `isGood` does not hold. It is asked
/// once of each that is good, and makes no formats.
bool lacunaHasBadFormat(MlirContext context, bool (*isGood)(MlirAttribute));

/// Visits every `#stensor.format` in an attribute or in the types that it holds.
void lacunaVisitFormats(MlirAttribute attribute,
                        void (*visit)(void *, MlirAttribute), void *data);

/// Whether a stored tensor can hold values of a type, and in words what it can.
bool lacunaTypeIsElement(MlirType type);
const char *lacunaElements(void);

// A combiner of `sloop` crosses as its word; null if there is none of the word.
MlirAttribute lacunaCombinerGet(MlirContext context, MlirStringRef word);
MlirStringRef lacunaCombinerGetWord(MlirAttribute attribute);

// Directives of a loop: words with numbers.
MlirAttribute lacunaHowGet(MlirContext context, size_t count,
                           const MlirStringRef *words, const int64_t *values);
/// The number of a directive; false if it is not there.
bool lacunaHowGetDirective(MlirAttribute attribute, MlirStringRef word,
                           int64_t *value);
/// Whether a tensor in one of upstream's formats is a slice of another one.
bool lacunaTypeIsSparseSlice(MlirType type);
/// What such a slice says of a dimension: its offset, its size and its stride,
/// each INT64_MIN where it is not known.
void lacunaTypeGetSparseSlice(MlirType type, uint64_t dimension,
                              int64_t *numbers);

// `!sloop.cursor`.
MlirType lacunaCursorTypeGet(MlirContext context, bool runs);
bool lacunaCursorTypeIsRuns(MlirType type);
bool lacunaTypeIsCursor(MlirType type);

// `!sloop.assembly`.
MlirType lacunaAssemblyTypeGet(MlirType tensor);
/// The tensor that is assembled; null for any other type.
MlirType lacunaAssemblyTypeGetTensor(MlirType type);

/// Puts a `linalg.generic` in the place of a named operation of `linalg`; null
/// where it is none, or generic already.
MlirOperation lacunaGeneralize(MlirOperation operation);

// Passes whose bodies and options live in Rust. All pointers must live as long
// as the process.
typedef struct {
  const char *name;
  const char *help;
  const char *initial;
} LacunaOption;
typedef struct {
  const char *argument;
  const char *description;
  /// The operation that it runs on; null for any.
  const char *anchor;
  const LacunaOption *options;
  size_t optionCount;
  /// Gets one value for each option; false is failure.
  bool (*run)(MlirOperation root, const char *const *values);
} LacunaPass;
void lacunaRegisterPass(const LacunaPass *pass);

/// A named pipeline. `expand` is handed one value for each option and gives the
/// textual pass pipeline, or '!' and what is wrong with the values; it stays valid
/// until the next call on this thread.
typedef struct {
  const char *argument;
  const char *description;
  const LacunaOption *options;
  size_t optionCount;
  const char *(*expand)(const char *const *values);
} LacunaPipeline;
void lacunaRegisterPipeline(const LacunaPipeline *pipeline);

// Native code in memory.

/// A function that the code of an engine calls by name.
typedef struct {
  const char *name;
  void *address;
} LacunaSymbol;

/// An engine for a module of the `llvm` dialect, destroyed as those of MLIR's C
/// API; where it is null, `fail` was told why. LLVM optimizes at `optLevel` and
/// generates code at `codegenLevel`, both from 0 to 3. The code finds the
/// `symbols` before those of the process. `nanoseconds` is how long LLVM's
/// optimizations took.
MlirExecutionEngine lacunaEngineCreate(MlirModule module, unsigned optLevel,
                                       unsigned codegenLevel,
                                       const LacunaSymbol *symbols,
                                       size_t symbolCount,
                                       uint64_t *nanoseconds,
                                       void (*fail)(void *, MlirStringRef),
                                       void *data);

/// Says what an access to `address` that faulted is: writes a text to `text`
/// and gives its length, or 0 where it has nothing to say. `access` is 0 where
/// it reads, 1 where it writes, and 2 where neither is known. Runs as a handler
/// of signals.
typedef size_t (*LacunaExplain)(const void *data, const void *address,
                                uint32_t access, char *text, size_t room);

/// How a call ended: as it should, with `abort`, or with a fault.
enum { LacunaDone = 0, LacunaStopped = 1, LacunaFaulted = 2 };

/// Calls code of such an engine. Where it does not end as it should, `stop` is
/// told what it had written to standard error, or what `explain` says of the
/// fault. Without `explain`, or where that has nothing to say, faults are
/// signals.
uint32_t lacunaEngineCall(void (*code)(void **), void **arguments,
                          LacunaExplain explain, const void *explainData,
                          void (*stop)(void *, MlirStringRef), void *data);

/// Makes an object file of a module of the `llvm` dialect for a linker, and hands
/// `take` its bytes. The levels are those of `lacunaEngineCreate`. The function
/// `from` and its C interface `_mlir_ciface_from` are called by `to` in it; all
/// other names are its own. False where it cannot be made; `fail` was told why.
bool lacunaEmitObject(MlirModule module, unsigned optLevel,
                      unsigned codegenLevel, MlirStringRef from,
                      MlirStringRef to, void (*take)(void *, MlirStringRef),
                      void (*fail)(void *, MlirStringRef), void *data);

/// The groups of accesses of which a loop annotation says that the rounds of the
/// loop may make them side by side, as an array; null where it says nothing.
MlirAttribute lacunaLoopGetParallelAccesses(MlirAttribute annotation);

/// A loop annotation, or none, with what LLVM may vectorize of the loop: nothing
/// if `disable`, else no rounds of which some lanes are switched off.
MlirAttribute lacunaLoopRestrictVectorization(MlirContext context,
                                              MlirAttribute annotation,
                                              bool disable);

/// Writes what LLVM calls the processor; gives how many bytes that are.
size_t lacunaProcessorName(char *text, size_t most);

/// Whether the processor that this runs on gathers fast, and has masks.
bool lacunaGathersAreFast();

// Command-line tools.
int lacunaOptMain(int argc, char **argv);
int lacunaLspMain(int argc, char **argv);
}
