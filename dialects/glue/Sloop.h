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

namespace lacuna::sloop {
/// What holds of the coordinates that a cursor gives.
struct Walk {
  bool ordered, unique, filtered;
  /// Neighbours have no neighbouring positions.
  bool sorted;
  /// Whether it gives the nodes of a level that stores coordinates, as they are.
  bool stored;
  /// Whether it walks under a list of parents.
  bool underList;
  /// Whether it gives values whose subsection is not empty, and no nodes.
  bool subsections;
  /// Whether it gives open runs.
  bool openRuns;
  /// Whether it walks an open run: where it ends is known once it has.
  bool inRun;
  /// The level of the tensor that is walked.
  int64_t level;
};

/// What holds of all operations that wrap a cursor.
mlir::LogicalResult verifyWrapper(mlir::Operation *op);
} // namespace lacuna::sloop

#include "SloopInterfaces.h.inc"

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

/// What holds of a cursor that `user` takes; fails with a diagnostic where it does
/// not come from an operation.
mlir::FailureOr<Walk> walkOf(mlir::Operation *user, mlir::Value cursor);

/// Whether the buffers that a loop over subsections fills are not in use by loops around it.
mlir::LogicalResult verifyBuffers(mlir::Operation *loop);

/// Levels that compute with the coordinates above are given them.
mlir::LogicalResult verifyGiven(mlir::Operation *op, mlir::Value tensor,
                                int64_t level, int64_t given);

/// Lanes, with a mask that has one bit for each, if there is one.
mlir::LogicalResult verifyMask(mlir::Operation *op, int64_t lanes,
                               mlir::Value mask);

/// The letter for the index variable of a loop: i for the outermost, and so on.
llvm::StringRef indexName(mlir::Operation *loop);

/// `named "var"`, absent when the variable has no name.
mlir::ParseResult parseName(mlir::OpAsmParser &parser,
                            mlir::OperationState &state,
                            mlir::StringAttr nameAttr);
void printName(mlir::OpAsmPrinter &printer, mlir::StringAttr name);

/// `how(<lanes = 8>)`, absent when a loop has no directives.
mlir::ParseResult parseHow(mlir::OpAsmParser &parser, mlir::OperationState &state,
                           mlir::StringAttr howAttr);
void printHow(mlir::OpAsmPrinter &printer, HowAttr how);

/// `by add` and the like, absent when values are not combined.
mlir::ParseResult parseOptionalCombiner(mlir::OpAsmParser &parser,
                                        mlir::OperationState &state,
                                        mlir::StringAttr nameAttr);

/// Whether values of a type, or elements of vectors of it, can be combined so.
mlir::LogicalResult verifyCombiner(mlir::Operation *op, Combiner combiner,
                                   mlir::Type scalar);

/// What is wrong with a strategy by which a result grows, or with what stands
/// beside it, if anything is: Rust knows (`LacunaAnswers`).
std::optional<std::string> findGrowthFault(llvm::StringRef strategy,
                                           bool capacity, bool gaps);

/// The same of how a workspace keeps its points.
std::optional<std::string> findKeepingFault(llvm::StringRef keeping);

/// The same of a directive of a loop.
std::optional<std::string> findDirectiveFault(llvm::StringRef word,
                                              int64_t value);

/// Lets one-shot bufferization see through `sloop.nest`.
void registerBufferization(mlir::DialectRegistry &registry);
} // namespace lacuna::sloop
