// The `stensor` dialect: generated declarations and the accessors that all of
// them use.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpAsmSupport.h"
#include "mlir/IR/OpImplementation.h"
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

/// A list has one level of coordinates for each entry, and all others beside it.
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

namespace lacuna::stensor {
/// What is wrong with a level of a well-formed format where it stands, if
/// anything is: Rust knows (`lacunaSetMisfit`).
std::optional<std::string> findMisfit(mlir::AffineMap map,
                                      llvm::ArrayRef<LevelAttr> levels,
                                      unsigned positionWidth,
                                      unsigned coordinateWidth);
} // namespace lacuna::stensor
