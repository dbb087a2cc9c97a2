// The syntax and the verifier of `sloop.nest`, which binds tensors.
#include "Sloop.h"

using namespace mlir;
using namespace lacuna::sloop;

/// `keyword (%arg = %operand, ... : type, ...)`, absent when empty. Where the
/// body sees another type than that of the operand, it is `seen to type`.
static ParseResult parseBindings(OpAsmParser &parser, StringRef keyword,
                                 SmallVectorImpl<Argument> &arguments,
                                 SmallVectorImpl<Value> &operands,
                                 OperationState &state, unsigned &count) {
  count = 0;
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  SmallVector<Operand> unresolved;
  SmallVector<Type> types, seen;
  auto type = [&]() -> ParseResult {
    if (parser.parseType(seen.emplace_back()))
      return failure();
    types.push_back(seen.back());
    return failure(succeeded(parser.parseOptionalKeyword("to")) &&
                   parser.parseType(types.back()));
  };
  auto binding = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) ||
                   parser.parseEqual() ||
                   parser.parseOperand(unresolved.emplace_back()));
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLParen() || parser.parseCommaSeparatedList(binding) ||
      parser.parseColon() || parser.parseCommaSeparatedList(type) ||
      parser.parseRParen() ||
      parser.resolveOperands(unresolved, types, loc, operands))
    return failure();
  count = types.size();
  for (auto [index, type] : llvm::enumerate(seen))
    arguments[arguments.size() - count + index].type = type;
  return success();
}

static void printBindings(OpAsmPrinter &printer, StringRef keyword,
                          ValueRange arguments, ValueRange operands) {
  if (operands.empty())
    return;
  printer << ' ' << keyword << '(';
  llvm::interleaveComma(llvm::zip(arguments, operands), printer,
                        [&](auto pair) {
                          printer << std::get<0>(pair) << " = "
                                  << std::get<1>(pair);
                        });
  printer << " : ";
  llvm::interleaveComma(llvm::zip(arguments, operands), printer,
                        [&](auto pair) {
                          Type seen = std::get<0>(pair).getType();
                          Type type = std::get<1>(pair).getType();
                          printer << seen;
                          if (seen != type)
                            printer << " to " << type;
                        });
  printer << ')';
}

ParseResult NestOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<Argument> arguments;
  unsigned inputs = 0, outputs = 0;
  if (parseBindings(parser, "ins", arguments, state.operands, state, inputs) ||
      parseBindings(parser, "outs", arguments, state.operands, state, outputs) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  for (Value output : ArrayRef(state.operands).drop_front(inputs))
    if (isa<RankedTensorType>(output.getType()))
      state.addTypes(output.getType());
  state.addAttribute(
      NestOp::getOperandSegmentSizeAttr(),
      parser.getBuilder().getDenseI32ArrayAttr(
          {static_cast<int32_t>(inputs), static_cast<int32_t>(outputs)}));
  Region *body = state.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  if (body->empty()) {
    Block &block = body->emplaceBlock();
    for (Argument &argument : arguments)
      block.addArgument(argument.type, parser.getEncodedSourceLoc(
                                           argument.ssaName.location));
  }
  return success();
}

void NestOp::print(OpAsmPrinter &printer) {
  auto arguments = getBody().getArguments();
  printBindings(printer, "ins", arguments.take_front(getInputs().size()),
                getInputs());
  printBindings(printer, "outs", arguments.drop_front(getInputs().size()),
                getOutputs());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getOperandSegmentSizeAttr()});
  printBody(printer, getBody(), /*terminator=*/true);
}

/// What the body sees of an operand: the operand or, of a result whose points go
/// into it in groups, a list.
static LogicalResult verifySeen(NestOp nest, unsigned index) {
  Type operand = nest->getOperand(index).getType();
  Type seen = nest.getBody().getArgument(index).getType();
  if (operand == seen)
    return success();
  auto stored = dyn_cast<RankedTensorType>(operand);
  auto list = dyn_cast<RankedTensorType>(seen);
  auto format = lacuna::stensor::getFormat(operand);
  auto listed = lacuna::stensor::getFormat(seen);
  if (index < nest.getInputs().size() || !format || !listed ||
      stored.getShape() != list.getShape() ||
      stored.getElementType() != list.getElementType())
    return nest.emitOpError() << "operand " << index << " is " << operand
                              << ", the body takes " << seen;
  if (format.getFill() != listed.getFill())
    return nest.emitOpError() << "operand " << index << " and its list differ "
                              << "in the value of the points that are not stored";
  return lacuna::stensor::verifyList(
      nest, list, ("list for operand " + llvm::Twine(index)).str());
}

LogicalResult NestOp::verify() {
  if (getBody().getNumArguments() != getNumOperands())
    return emitOpError() << "binds " << getNumOperands()
                         << " operands, the body takes "
                         << getBody().getNumArguments();
  for (unsigned index = 0; index < getNumOperands(); ++index)
    if (failed(verifySeen(*this, index)))
      return failure();
  SmallVector<Type> updated;
  for (Type type : getOutputs().getTypes())
    if (isa<RankedTensorType>(type))
      updated.push_back(type);
  if (TypeRange(updated) != getResultTypes())
    return emitOpError() << "the results are the tensors among the outs: "
                         << "required " << updated.size() << ", found "
                         << getNumResults();
  WalkResult walk = getBody().walk([&](WriteOp write) {
    auto target = dyn_cast<BlockArgument>(write.getTensor());
    if (target && target.getOwner() == &getBody().front() &&
        target.getArgNumber() < getInputs().size()) {
      write.emitOpError() << "writes operand " << target.getArgNumber()
                          << " of the nest, which is among its ins";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}
