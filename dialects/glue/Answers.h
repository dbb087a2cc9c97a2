// What C++ asks Rust: which levels there are and what they store, what a format
// or a list may not be, which strategies and directives there are.
#pragma once

#include "mlir-c/AffineMap.h"
#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#include <stddef.h>
#include <stdint.h>

extern "C" {

/// One level. `kind` is the word of the level format.
typedef struct {
  MlirStringRef kind;
  uint32_t stored;
  uint32_t block;
  bool unique;
  bool ordered;
  bool full;
  bool interleaved;
} LacunaLevel;

/// What is stored of a level of a format.
typedef struct {
  /// Whether it has an array of positions, and one of coordinates.
  bool positions;
  bool coordinates;
  /// Whether its nodes are stored one by one, in any number and order.
  bool list;
  /// Whether there is one node a parent, whose coordinate is stored.
  bool single;
  /// How many levels, from the top, have coordinates that it computes with.
  uint32_t given;
} LacunaStored;

/// Takes a text, and what it was given along with the question.
typedef void (*LacunaSay)(void *, MlirStringRef);

/// The answers. What is asked for a fault says what is wrong, if anything is.
typedef struct {
  /// With the word of a level, or with the sizes beside it if it is `sized`.
  void (*levelFault)(MlirStringRef word, bool sized, int64_t stored,
                     int64_t block, LacunaSay say, void *data);
  /// A level with a word, which there is, and the properties that are usual.
  LacunaLevel (*usualLevel)(MlirStringRef word);
  /// Says how a level is printed.
  void (*levelText)(const LacunaLevel *level, LacunaSay say, void *data);
  /// With a level where it stands, of a format that has a level for each result
  /// of the map.
  void (*misfit)(MlirAffineMap map, const LacunaLevel *levels,
                 unsigned positionWidth, unsigned coordinateWidth,
                 LacunaSay say, void *data);
  /// What is stored of a level of a `#stensor.format`, which there is.
  LacunaStored (*stored)(MlirAttribute format, size_t level);
  /// With a `#stensor.format` as that of a list of coordinates, which is called
  /// `what`.
  void (*listFault)(MlirAttribute format, MlirStringRef what, LacunaSay say,
                    void *data);
  /// Whether a workspace is collected in a `#stensor.format`.
  bool (*isCollected)(MlirAttribute format);
  /// With the strategy by which a result grows, or with what stands beside it.
  void (*growthFault)(MlirStringRef strategy, bool capacity, bool gaps,
                      LacunaSay say, void *data);
  /// With how a workspace keeps its points.
  void (*keepingFault)(MlirStringRef keeping, LacunaSay say, void *data);
  /// With a directive of a loop.
  void (*directiveFault)(MlirStringRef word, int64_t value, LacunaSay say,
                         void *data);
} LacunaAnswers;

/// The dialects ask `answers` from now on, which live as long as the process.
/// Whoever registers the dialects has set them before.
void lacunaSetAnswers(const LacunaAnswers *answers);
}
