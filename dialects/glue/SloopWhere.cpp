// `sloop.where`: syntax and verifier.
#include "Sloop.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace lacuna::sloop;

void WhereOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  setName(region.getArgument(0), "w");
}

/// `keyword(%tensor) { ... }`
static ParseResult parseSide(OpAsmParser &parser, OperationState &state,
                             StringRef keyword, Type type) {
  Argument tensor;
  if (parser.parseKeyword(keyword) || parser.parseLParen() ||
      parser.parseArgument(tensor) || parser.parseRParen())
    return failure();
  tensor.type = type;
  Region *body = state.addRegion();
  if (parser.parseRegion(*body, {tensor}))
    return failure();
  if (body->empty())
    body->emplaceBlock().addArgument(
        type, parser.getEncodedSourceLoc(tensor.ssaName.location));
  return success();
}

ParseResult WhereOp::parse(OpAsmParser &parser, OperationState &state) {
  Type type;
  if (succeeded(parser.parseOptionalKeyword("full")))
    state.addAttribute(getFullAttrName(state.name),
                       parser.getBuilder().getUnitAttr());
  if (succeeded(parser.parseOptionalKeyword("kept"))) {
    std::string keeping;
    if (parser.parseLParen() || parser.parseKeywordOrString(&keeping) ||
        parser.parseRParen())
      return failure();
    state.addAttribute(getKeepingAttrName(state.name),
                       parser.getBuilder().getStringAttr(keeping));
  }
  if (parser.parseType(type))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("sizes"))) {
    SmallVector<Operand> sizes;
    if (parser.parseOperandList(sizes, OpAsmParser::Delimiter::Paren) ||
        parser.resolveOperands(sizes, parser.getBuilder().getIndexType(),
                               state.operands))
      return failure();
  }
  if (succeeded(parser.parseOptionalKeyword("initially"))) {
    TypedAttr constant;
    if (parser.parseLParen() || parser.parseAttribute(constant) ||
        parser.parseRParen())
      return failure();
    state.addAttribute(getInitiallyAttrName(state.name), constant);
  }
  return failure(parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
                 parseSide(parser, state, "produce", type) ||
                 parseSide(parser, state, "consume", type));
}

void WhereOp::print(OpAsmPrinter &printer) {
  if (getFull())
    printer << " full";
  if (auto keeping = getKeeping()) {
    printer << " kept(";
    printer.printKeywordOrString(*keeping);
    printer << ')';
  }
  printer << ' ' << getProduce().getArgument(0).getType();
  if (!getSizes().empty())
    printer << " sizes(" << getSizes() << ')';
  if (auto constant = getInitially())
    printer << " initially(" << *constant << ')';
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getInitiallyAttrName(),
                                            getFullAttrName(),
                                            getKeepingAttrName()});
  printer << " produce(" << getProduce().getArgument(0) << ')';
  printBody(printer, getProduce(), /*terminator=*/true);
  printer << " consume(" << getConsume().getArgument(0) << ')';
  printBody(printer, getConsume(), /*terminator=*/true);
}

LogicalResult WhereOp::verify() {
  for (Region *region : getRegions())
    if (region->getNumArguments() != 1)
      return emitOpError() << "each region takes the tensor, found "
                           << region->getNumArguments() << " arguments";
  BlockArgument produced = getProduce().getArgument(0);
  BlockArgument consumed = getConsume().getArgument(0);
  if (produced.getType() != consumed.getType())
    return emitOpError() << "produces " << produced.getType()
                         << " and consumes " << consumed.getType();
  auto type = dyn_cast<RankedTensorType>(produced.getType());
  if (!type || type.getEncoding())
    return emitOpError() << "the tensor between producer and consumer is a "
                            "dense ranked tensor, found "
                         << produced.getType();
  if (type.getNumDynamicDims() != getSizes().size())
    return emitOpError() << "the tensor has " << type.getNumDynamicDims()
                         << " dynamic dimensions, found " << getSizes().size()
                         << " sizes";
  if (auto constant = getInitially();
      constant && constant->getType() != type.getElementType())
    return emitOpError() << "points hold " << type.getElementType()
                         << ", found " << constant->getType() << " initially";
  if (getFull() && getKeeping())
    return emitOpError() << "a tensor that stores every point is an array: it has "
                            "no policy";
  if (auto keeping = getKeeping())
    if (std::optional<std::string> fault = findKeepingFault(*keeping))
      return emitOpError() << *fault;
  for (OpOperand &use : produced.getUses())
    if (!isa<WriteOp>(use.getOwner()))
      return use.getOwner()->emitOpError()
             << "the producer of sloop.where only writes the tensor, by "
                "sloop.write";
  for (OpOperand &use : consumed.getUses())
    if (!isa<ReadOp>(use.getOwner()))
      return use.getOwner()->emitOpError()
             << "the consumer of sloop.where only reads the tensor, by "
                "sloop.read";
  return success();
}
