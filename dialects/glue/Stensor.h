// The `stensor` dialect: generated declarations and the one accessor that all
// of them use.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpAsmSupport.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace lacuna::stensor {
class FormatAttr;
/// The format of a sparse tensor type, or null where `type` is anything else.
FormatAttr getFormat(mlir::Type type);
} // namespace lacuna::stensor

#include "StensorEnums.h.inc"

#include "StensorDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "StensorAttrs.h.inc"

#define GET_OP_CLASSES
#include "StensorOps.h.inc"
