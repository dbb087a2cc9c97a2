// The `stensor` dialect: generated declarations and the accessors that all of
// them use.
#pragma once

#include "Answers.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpAsmSupport.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"

#include <mutex>
#include <optional>
#include <string>

namespace lacuna::stensor {
class FormatAttr;
/// The format of a sparse tensor type, or null where `type` is anything else.
FormatAttr getFormat(mlir::Type type);

/// Refuses what is no format of a list.
mlir::LogicalResult verifyList(mlir::Operation *op, mlir::RankedTensorType type,
                               llvm::StringRef what);
/// What a stored tensor can hold, in words.
inline constexpr const char elements[] =
    "f16, bf16, f32, f64, complex numbers of these, index, or signless "
    "integers of at most 64 bits";
/// Whether a type is one of `elements`.
bool isElement(mlir::Type type);
} // namespace lacuna::stensor

#include "StensorEnums.h.inc"

#include "StensorDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "StensorAttrs.h.inc"

#define GET_OP_CLASSES
#include "StensorOps.h.inc"

// What Rust knows (`LacunaAnswers`).
namespace lacuna::stensor {
/// What is wrong with the word of a level or the sizes beside it, if anything is.
std::optional<std::string>
findLevelFault(llvm::StringRef word,
               std::optional<std::pair<int64_t, int64_t>> sizes);
/// A level with the properties that are usual.
LacunaLevel usualLevel(LevelKind kind);
/// A level as Rust reads it, and as it is printed.
LacunaLevel asRead(LevelAttr level);
std::string textOf(LevelAttr level);
/// What is wrong with a level of a well-formed format where it stands, if
/// anything is.
std::optional<std::string> findMisfit(mlir::AffineMap map,
                                      llvm::ArrayRef<LevelAttr> levels,
                                      unsigned positionWidth,
                                      unsigned coordinateWidth);
/// What is stored of a level, which there is.
LacunaStored storedOf(FormatAttr format, size_t level);
/// Why a format, that of `what`, is none of a list, if it is none.
std::optional<std::string> findListFault(FormatAttr format,
                                         llvm::StringRef what);
/// Whether a workspace is collected in a format.
bool isCollected(FormatAttr format);
} // namespace lacuna::stensor
