// The `sloop` dialect: generated declarations.
#pragma once

#include "Stensor.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

#include "SloopEnums.h.inc"

#include "SloopDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "SloopAttrs.h.inc"

#define GET_OP_CLASSES
#include "SloopOps.h.inc"

namespace lacuna::sloop {
/// Lets one-shot bufferization see through `sloop.nest`.
void registerBufferization(mlir::DialectRegistry &registry);
} // namespace lacuna::sloop
