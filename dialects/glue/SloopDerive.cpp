// The syntax and the verifier of `sloop.derive`.
#include "Sloop.h"

using namespace mlir;
using namespace lacuna::sloop;

void DeriveOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (getVariable())
    setName(getValue(), *getVariable());
}

ParseResult DeriveOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<Operand> indices;
  AffineMapAttr map;
  Type index = parser.getBuilder().getIndexType();
  if (parser.parseAffineMapOfSSAIds(indices, map, getMapAttrName(state.name),
                                    state.attributes,
                                    OpAsmParser::Delimiter::Paren) ||
      parser.resolveOperands(indices, index, state.operands))
    return failure();
  int32_t bounds = 0;
  if (succeeded(parser.parseOptionalKeyword("below"))) {
    Operand extent;
    if (parser.parseOperand(extent) ||
        parser.resolveOperand(extent, index, state.operands))
      return failure();
    bounds = 1;
  }
  state.addAttribute(getOperandSegmentSizeAttr(),
                     parser.getBuilder().getDenseI32ArrayAttr(
                         {static_cast<int32_t>(indices.size()), bounds}));
  state.addTypes(index);
  if (succeeded(parser.parseOptionalKeyword("asked")))
    state.addAttribute(getAskedAttrName(state.name),
                       parser.getBuilder().getUnitAttr());
  return failure(parseName(parser, state, getVariableAttrName(state.name)) ||
                 parser.parseOptionalAttrDict(state.attributes));
}

void DeriveOp::print(OpAsmPrinter &printer) {
  printer << '(';
  printer.printAffineMapOfSSAIds(getMapAttr(), getIndices());
  printer << ')';
  if (getExtent())
    printer << " below " << getExtent();
  if (getAsked())
    printer << " asked";
  printName(printer, getVariableAttr());
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getMapAttrName(), getAskedAttrName(), getVariableAttrName(),
       getOperandSegmentSizeAttr()});
}

/// The loops over the variables that derive a value.
static void loopsOf(DeriveOp derive, SmallVectorImpl<Operation *> &loops) {
  for (Value index : derive.getIndices()) {
    if (auto other = index.getDefiningOp<DeriveOp>())
      loopsOf(other, loops);
    else if (auto variable = dyn_cast<BlockArgument>(index))
      loops.push_back(variable.getOwner()->getParentOp());
  }
}

/// A bound leaves out whole rounds of a loop: it stands where they begin, in the
/// innermost loop that it is about.
static LogicalResult verifyBound(DeriveOp derive) {
  SmallVector<Operation *> loops;
  loopsOf(derive, loops);
  if (!llvm::is_contained(loops, derive->getParentOp()))
    return derive.emitOpError()
           << "bounds rounds of a loop, and must stand in that loop itself: the "
              "innermost whose variable it is derived from";
  for (Operation &before : *derive->getBlock()) {
    if (&before == derive)
      break;
    if (isa<WriteOp, ForallOp, WhereOp>(before)) {
      InFlightDiagnostic diagnostic =
          derive.emitOpError()
          << "bounds whole rounds of its loop, and must stand before the "
             "statements of the loop";
      diagnostic.attachNote(before.getLoc()) << "this statement stands before it";
      return diagnostic;
    }
  }
  return success();
}

LogicalResult DeriveOp::verify() {
  if (getMap().getNumResults() != 1 ||
      getMap().getNumInputs() != getIndices().size())
    return emitOpError() << "needs a map from " << getIndices().size()
                         << " index variables to one number";
  return getExtent() ? verifyBound(*this) : success();
}
