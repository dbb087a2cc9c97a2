// The `sloop` dialect: generated declarations.
#pragma once

#include "Stensor.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "SloopEnums.h.inc"

#include "SloopDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "SloopAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "SloopTypes.h.inc"

#define GET_OP_CLASSES
#include "SloopOps.h.inc"

namespace lacuna::sloop {
using Operand = mlir::OpAsmParser::UnresolvedOperand;
using Argument = mlir::OpAsmParser::Argument;

/// The type of the elements of a tensor or buffer.
inline mlir::Type elementOf(mlir::Type type) {
  return mlir::cast<mlir::ShapedType>(type).getElementType();
}

/// Prints the body of a loop or nest, whose arguments its head has named.
inline void printBody(mlir::OpAsmPrinter &printer, mlir::Region &body,
                      bool terminator) {
  printer << ' ';
  printer.printRegion(body, /*printEntryBlockArgs=*/false, terminator);
}

/// Parses `ahead(n)`, if it is there, into an attribute of that name.
inline mlir::ParseResult parseAhead(mlir::OpAsmParser &parser,
                                    mlir::OperationState &state,
                                    mlir::StringAttr name) {
  if (failed(parser.parseOptionalKeyword("ahead")))
    return mlir::success();
  int64_t ahead;
  if (parser.parseLParen() || parser.parseInteger(ahead) ||
      parser.parseRParen())
    return mlir::failure();
  state.addAttribute(name, parser.getBuilder().getI64IntegerAttr(ahead));
  return mlir::success();
}

/// Prints ` ahead(n)`, if it is there.
inline void printAhead(mlir::OpAsmPrinter &printer,
                       std::optional<int64_t> ahead) {
  if (ahead)
    printer << " ahead(" << *ahead << ')';
}

/// What is fetched ahead stands at least one position further.
inline mlir::LogicalResult verifyAhead(mlir::Operation *op,
                                       std::optional<int64_t> ahead) {
  if (ahead && *ahead < 1)
    return op->emitOpError()
           << "fetches ahead by at least one position, found " << *ahead;
  return mlir::success();
}

/// Levels that compute with the coordinates above are given them.
mlir::LogicalResult verifyGiven(mlir::Operation *op, mlir::Value tensor,
                                int64_t level, int64_t given);

/// The letter for the index variable of a loop: i for the outermost, and so on.
llvm::StringRef indexName(mlir::Operation *loop);

/// Lets one-shot bufferization see through `sloop.nest`.
void registerBufferization(mlir::DialectRegistry &registry);
} // namespace lacuna::sloop
