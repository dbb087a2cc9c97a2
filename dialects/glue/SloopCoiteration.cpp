// The syntax and verifier of `sloop.coiterate`.
#include "Sloop.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace lacuna::sloop;
using lacuna::stensor::getFormat;

namespace {
/// `%A[0] under(%p to %q) given(%i) segments`, without its type.
struct Cursor {
  Operand tensor;
  int64_t level;
  SmallVector<Operand> parents, given;
  bool segments;
};
} // namespace

static ParseResult parseCursor(OpAsmParser &parser, Cursor &cursor) {
  if (parser.parseOperand(cursor.tensor) || parser.parseLSquare() ||
      parser.parseInteger(cursor.level) || parser.parseRSquare() ||
      parser.parseKeyword("under") || parser.parseLParen() ||
      parser.parseOperand(cursor.parents.emplace_back()))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("to")) &&
      parser.parseOperand(cursor.parents.emplace_back()))
    return failure();
  if (parser.parseRParen())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("given")) &&
      parser.parseOperandList(cursor.given, AsmParser::Delimiter::Paren))
    return failure();
  cursor.segments = succeeded(parser.parseOptionalKeyword("segments"));
  return success();
}

/// Cases are kept as masks with bit k set for cursor k.
static ParseResult parseCase(OpAsmParser &parser, OperationState &state,
                             SmallVector<int64_t> &cases, size_t cursors) {
  int64_t mask = 0;
  auto member = [&]() -> ParseResult {
    int64_t cursor;
    SMLoc at = parser.getCurrentLocation();
    if (parser.parseInteger(cursor))
      return failure();
    if (cursor < 0 || cursor >= static_cast<int64_t>(cursors))
      return parser.emitError(at, "cursor ")
             << cursor << " of " << cursors << " cursors";
    if (mask >> cursor & 1)
      return parser.emitError(at, "cursor ") << cursor << " is listed twice";
    mask |= int64_t(1) << cursor;
    return success();
  };
  SmallVector<Argument> arguments;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, member) ||
      parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren,
                               /*allowType=*/true) ||
      parser.parseRegion(*state.addRegion(), arguments))
    return failure();
  cases.push_back(mask);
  return success();
}

ParseResult CoiterateOp::parse(OpAsmParser &parser, OperationState &state) {
  Builder &builder = parser.getBuilder();
  Type index = builder.getIndexType();
  SmallVector<Cursor> cursors;
  auto cursor = [&] { return parseCursor(parser, cursors.emplace_back()); };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, cursor))
    return failure();
  SmallVector<Operand> extent, inits;
  if (succeeded(parser.parseOptionalKeyword("over")) &&
      (parser.parseLParen() || parser.parseOperand(extent.emplace_back()) ||
       parser.parseRParen()))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("blended")))
    state.addAttribute(getBlendedAttrName(state.name), builder.getUnitAttr());
  if (succeeded(parser.parseOptionalKeyword("joined")))
    state.addAttribute(getJoinedAttrName(state.name), builder.getUnitAttr());
  if (parseAhead(parser, state, getAheadAttrName(state.name)))
    return failure();
  SMLoc initsAt = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("init")) &&
      parser.parseOperandList(inits, AsmParser::Delimiter::Paren))
    return failure();
  SmallVector<Type> types, results;
  SMLoc typesAt = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parser.parseColonTypeList(types) ||
      parser.parseOptionalArrowTypeList(results))
    return failure();
  if (types.size() != cursors.size())
    return parser.emitError(typesAt) << types.size() << " types for "
                                     << cursors.size() << " cursors";
  SmallVector<int64_t> levels, parentCounts, givenCounts;
  SmallVector<bool> segments;
  SmallVector<Operand> tensors, parents, given;
  for (Cursor &one : cursors) {
    levels.push_back(one.level);
    parentCounts.push_back(one.parents.size());
    givenCounts.push_back(one.given.size());
    segments.push_back(one.segments);
    tensors.push_back(one.tensor);
    parents.append(one.parents);
    given.append(one.given);
  }
  if (parser.resolveOperands(tensors, types, typesAt, state.operands) ||
      parser.resolveOperands(parents, index, state.operands) ||
      parser.resolveOperands(given, index, state.operands) ||
      parser.resolveOperands(extent, index, state.operands) ||
      parser.resolveOperands(inits, results, initsAt, state.operands))
    return failure();
  state.addTypes(results);
  SmallVector<int64_t> cases;
  while (succeeded(parser.parseOptionalKeyword("case")))
    if (parseCase(parser, state, cases, cursors.size()))
      return failure();
  auto set = [&](StringAttr name, ArrayRef<int64_t> values) {
    state.addAttribute(name, builder.getDenseI64ArrayAttr(values));
  };
  set(getLevelsAttrName(state.name), levels);
  set(getParentCountsAttrName(state.name), parentCounts);
  set(getGivenCountsAttrName(state.name), givenCounts);
  set(getCasesAttrName(state.name), cases);
  state.addAttribute(getSegmentsAttrName(state.name),
                     builder.getDenseBoolArrayAttr(segments));
  auto count = [](auto &group) { return static_cast<int32_t>(group.size()); };
  state.addAttribute(
      CoiterateOp::getOperandSegmentSizeAttr(),
      builder.getDenseI32ArrayAttr({count(tensors), count(parents),
                                    count(given), count(extent),
                                    count(inits)}));
  return success();
}

void CoiterateOp::print(OpAsmPrinter &printer) {
  printer << " (";
  OperandRange parents = getParents(), given = getGiven();
  for (auto [index, tensor] : llvm::enumerate(getTensors())) {
    if (index)
      printer << ", ";
    printer << tensor << '[' << getLevels()[index] << "] under("
            << parents.front();
    if (getParentCounts()[index] == 2)
      printer << " to " << parents[1];
    printer << ')';
    size_t coordinates = getGivenCounts()[index];
    if (coordinates)
      printer << " given(" << given.take_front(coordinates) << ')';
    if (getSegments()[index])
      printer << " segments";
    parents = parents.drop_front(getParentCounts()[index]);
    given = given.drop_front(coordinates);
  }
  printer << ')';
  if (Value extent = getExtent())
    printer << " over(" << extent << ')';
  if (getBlended())
    printer << " blended";
  if (getJoined())
    printer << " joined";
  printAhead(printer, getAhead());
  if (!getInits().empty())
    printer << " init(" << getInits() << ')';
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getOperandSegmentSizeAttr(), getLevelsAttrName(),
       getParentCountsAttrName(), getGivenCountsAttrName(),
       getSegmentsAttrName(), getCasesAttrName(), getBlendedAttrName(),
       getJoinedAttrName(), getAheadAttrName()});
  printer << " : " << getTensors().getTypes();
  printer.printOptionalArrowTypeList(getResultTypes());
  for (auto [mask, body] : llvm::zip(getCases(), getBodies())) {
    printer.printNewline();
    printer << "case(";
    bool first = true;
    for (size_t cursor = 0; cursor < getTensors().size(); ++cursor) {
      if (!(mask >> cursor & 1))
        continue;
      printer << (first ? "" : ", ") << cursor;
      first = false;
    }
    printer << ") (";
    llvm::interleaveComma(body.getArguments(), printer, [&](auto argument) {
      printer.printRegionArgument(argument);
    });
    printer << ')';
    printBody(printer, body, /*terminator=*/true);
  }
}

LogicalResult CoiterateOp::verify() {
  size_t cursors = getTensors().size();
  if (cursors == 0)
    return emitOpError() << "merges at least one cursor";
  if (cursors > 30)
    return emitOpError() << "merges at most 30 cursors, found " << cursors;
  if (getLevels().size() != cursors || getParentCounts().size() != cursors ||
      getGivenCounts().size() != cursors || getSegments().size() != cursors)
    return emitOpError() << "levels, positions and segments are one for each of "
                         << cursors << " cursors";
  int64_t parents = 0, given = 0;
  for (size_t cursor = 0; cursor < cursors; ++cursor) {
    int64_t level = getLevels()[cursor];
    auto levels = getFormat(getTensors()[cursor].getType()).getLevels();
    if (level < 0 || level >= static_cast<int64_t>(levels.size()))
      return emitOpError() << "level " << level << " of a tensor with "
                           << levels.size() << " levels";
    if (!levels[level].getOrdered())
      return emitOpError() << "cursor " << cursor
                           << " walks an unordered level, which cannot be merged";
    if (!levels[level].getUnique() && !getSegments()[cursor])
      return emitOpError() << "cursor " << cursor
                           << " walks a level with duplicates, which is merged "
                              "by segments";
    if (getParentCounts()[cursor] < 1 || getParentCounts()[cursor] > 2)
      return emitOpError() << "cursor " << cursor
                           << " stands under one position or a range of two, "
                              "found "
                           << getParentCounts()[cursor];
    if (getGivenCounts()[cursor] < 0)
      return emitOpError() << "cursor " << cursor << " is given "
                           << getGivenCounts()[cursor] << " coordinates";
    if (failed(verifyGiven(*this, getTensors()[cursor], level,
                           getGivenCounts()[cursor])))
      return failure();
    parents += getParentCounts()[cursor];
    given += getGivenCounts()[cursor];
  }
  if (parents != static_cast<int64_t>(getParents().size()) ||
      given != static_cast<int64_t>(getGiven().size()))
    return emitOpError() << "positions and coordinates do not add up";
  if (getCases().size() != getBodies().size())
    return emitOpError() << getCases().size() << " cases for "
                         << getBodies().size() << " regions";
  if (failed(verifyAhead(*this, getAhead())))
    return failure();
  int64_t all = (int64_t(1) << cursors) - 1;
  if (getBlended() && (cursors < 2 || getExtent() ||
                       llvm::is_contained(getSegments(), true) ||
                       llvm::is_contained(getCases(), 0) ||
                       getCases().size() != static_cast<size_t>(all)))
    return emitOpError() << "is blended, which needs a case for every combination of "
                            "two cursors or more, without segments and extent";
  if (getJoined() && (cursors < 2 || getExtent() || getBlended() ||
                      getCases() != ArrayRef<int64_t>(all)))
    return emitOpError() << "is joined, which needs the case of all cursors, of "
                            "which there are two or more, alone, without extent";
  TypeRange carried = getInits().getTypes();
  if (getResultTypes() != carried)
    return emitOpError() << "initial values and results must have the same types";
  for (auto [index, pair] : llvm::enumerate(llvm::zip(getCases(), getBodies()))) {
    auto [mask, body] = pair;
    if (mask < 0 || mask >> cursors)
      return emitOpError() << "case " << index << " lists a cursor that is not "
                              "there";
    if (llvm::count(getCases(), mask) > 1)
      return emitOpError() << "case " << index << " is there twice";
    if (mask == 0 && !getExtent())
      return emitOpError() << "a case without cursors needs an extent";
    SmallVector<Type> types{IndexType::get(getContext())};
    for (size_t cursor = 0; cursor < cursors; ++cursor)
      if (mask >> cursor & 1)
        types.append(getSegments()[cursor] || getJoined() ? 2 : 1,
                     types.front());
    if (getBlended() && mask == all)
      types.append(cursors, IntegerType::get(getContext(), 1));
    llvm::append_range(types, carried);
    if (body.getArgumentTypes() != TypeRange(types))
      return emitOpError() << "the arguments of case " << index
                           << " are the coordinate, positions and carried "
                              "values";
    auto yield = body.front().empty()
                     ? YieldOp()
                     : dyn_cast<YieldOp>(body.front().back());
    if (!yield || yield.getOperandTypes() != carried)
      return emitOpError() << "case " << index
                           << " yields the next carried values";
  }
  return success();
}
