// Reading, printing and verifying `#stensor.level` and `#stensor.format`.
#include "Stensor.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "StensorEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "StensorAttrs.cpp.inc"

using namespace mlir;
using namespace lacuna::stensor;

FormatAttr lacuna::stensor::getFormat(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? dyn_cast_or_null<FormatAttr>(tensor.getEncoding())
                : FormatAttr();
}

void StensorDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "StensorAttrs.cpp.inc"
      >();
}

const void *StensorDialect::getDescription(FormatAttr format) {
  std::lock_guard<std::mutex> lock(descriptionsMutex);
  return descriptions.lookup(format.getAsOpaquePointer());
}

void StensorDialect::setDescription(FormatAttr format,
                                    const void *description) {
  std::lock_guard<std::mutex> lock(descriptionsMutex);
  descriptions[format.getAsOpaquePointer()] = description;
}

lacuna::stensor::detail::FormatAttrStorage *
lacuna::stensor::detail::FormatAttrStorage::construct(
    AttributeStorageAllocator &allocator, KeyTy &&key) {
  auto [map, levels, positionWidth, coordinateWidth, fill] = key;
  auto *made = new (allocator.allocate<FormatAttrStorage>())
      FormatAttrStorage(map, allocator.copyInto(levels), positionWidth,
                        coordinateWidth, fill);
  map.getContext()->getLoadedDialect<StensorDialect>()->noteFormat(
      FormatAttr(made));
  return made;
}

void StensorDialect::noteFormat(FormatAttr format) {
  std::lock_guard<std::mutex> lock(suspectsMutex);
  suspects.push_back(format.getAsOpaquePointer());
}

bool StensorDialect::hasBadFormat(function_ref<bool(FormatAttr)> isGood) {
  // Nobody who asks meanwhile is to find that there are none.
  std::lock_guard<std::mutex> lock(suspectsMutex);
  llvm::erase_if(suspects, [&](const void *suspect) {
    return isGood(cast<FormatAttr>(Attribute::getFromOpaquePointer(suspect)));
  });
  return !suspects.empty();
}

//===----------------------------------------------------------------------===//
// Levels: word [`[` n `,` m `]`] [`(` property, ... `)`]
//===----------------------------------------------------------------------===//

static FailureOr<LevelAttr> parseLevel(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<LevelKind> kind = symbolizeLevelKind(word);
  if (!kind) {
    // Rust knows which words there are, and so does ODS: a test compares them.
    parser.emitError(loc, findLevelFault(word, std::nullopt)
                              .value_or("level format unknown to ODS"));
    return failure();
  }
  int64_t stored = 0, block = 0;
  SMLoc sizesAt = parser.getCurrentLocation();
  bool hasSizes = succeeded(parser.parseOptionalLSquare());
  if (hasSizes && (parser.parseInteger(stored) || parser.parseComma() ||
                   parser.parseInteger(block) || parser.parseRSquare()))
    return failure();
  if (hasSizes)
    if (std::optional<std::string> fault =
            findLevelFault(word, std::pair(stored, block))) {
      parser.emitError(sizesAt, *fault);
      return failure();
    }
  LacunaLevel usual = usualLevel(*kind);
  bool unique = usual.unique, ordered = usual.ordered, full = usual.full,
       interleaved = usual.interleaved;
  if (succeeded(parser.parseOptionalLParen())) {
    SmallVector<StringRef> found;
    auto property = [&]() -> ParseResult {
      SMLoc at = parser.getCurrentLocation();
      StringRef name;
      if (parser.parseKeyword(&name))
        return failure();
      if (llvm::is_contained(found, name))
        return parser.emitError(at, "level property '")
               << name << "' is given twice";
      found.push_back(name);
      if (name == "nonunique")
        unique = false;
      else if (name == "unordered")
        ordered = false;
      else if (name == "full")
        full = true;
      else if (name == "interleaved")
        interleaved = true;
      else
        return parser.emitError(at, "unknown level property '")
               << name
               << "', expected nonunique, unordered, full or interleaved";
      return success();
    };
    if (parser.parseCommaSeparatedList(property) || parser.parseRParen())
      return failure();
  }
  auto level = parser.getChecked<LevelAttr>(loc, parser.getContext(), *kind,
                                            stored, block, unique, ordered,
                                            full, interleaved);
  if (!level)
    return failure();
  return level;
}

Attribute LevelAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<LevelAttr> level = parseLevel(parser);
  if (failed(level) || parser.parseGreater())
    return {};
  return *level;
}

void LevelAttr::print(AsmPrinter &printer) const {
  printer << '<' << textOf(*this) << '>';
}

LogicalResult LevelAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                LevelKind kind, unsigned stored, unsigned block,
                                bool unique, bool ordered, bool full,
                                bool interleaved) {
  std::optional<std::pair<int64_t, int64_t>> sizes;
  if (stored || block)
    sizes.emplace(stored, block);
  if (std::optional<std::string> fault =
          findLevelFault(stringifyLevelKind(kind), sizes))
    return emitError() << *fault;
  // Whether it can have its properties, its format says.
  return success();
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

static void printDimension(unsigned dim, raw_ostream &os) {
  if (dim < 6)
    os << StringRef("ijklmn")[dim];
  else
    os << 'd' << dim;
}

/// Prints an affine expression with the canonical dimension names; `tight` asks
/// for parentheses around sums.
static void printExpr(AffineExpr expr, raw_ostream &os, bool tight = false) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return printDimension(dim.getPosition(), os);
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    os << constant.getValue();
    return;
  }
  if (isa<AffineSymbolExpr>(expr)) {
    os << '_';
    return;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  if (expr.getKind() != AffineExprKind::Add) {
    printExpr(lhs, os, /*tight=*/true);
    switch (expr.getKind()) {
    case AffineExprKind::Mul:
      os << " * ";
      break;
    case AffineExprKind::FloorDiv:
      os << " floordiv ";
      break;
    case AffineExprKind::CeilDiv:
      os << " ceildiv ";
      break;
    default:
      os << " mod ";
    }
    return printExpr(rhs, os, /*tight=*/true);
  }
  if (tight)
    os << '(';
  // MLIR keeps `j - i` as `i * -1 + j`: print the positive part first.
  auto negated = [](AffineExpr e) -> AffineExpr {
    auto product = dyn_cast<AffineBinaryOpExpr>(e);
    if (!product || product.getKind() != AffineExprKind::Mul)
      return {};
    auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
    if (!factor || factor.getValue() >= 0)
      return {};
    return product.getLHS() * -factor.getValue();
  };
  if (negated(lhs) && !negated(rhs))
    std::swap(lhs, rhs);
  printExpr(lhs, os);
  if (AffineExpr positive = negated(rhs)) {
    os << " - ";
    printExpr(positive, os, /*tight=*/true);
  } else if (auto constant = dyn_cast<AffineConstantExpr>(rhs);
             constant && constant.getValue() < 0) {
    os << " - " << -constant.getValue();
  } else {
    os << " + ";
    printExpr(rhs, os);
  }
  if (tight)
    os << ')';
}

static bool usesSlot(AffineExpr expr) {
  bool found = false;
  expr.walk([&](AffineExpr part) { found |= isa<AffineSymbolExpr>(part); });
  return found;
}

/// A divisor of `floordiv`, `ceildiv` or `mod` that is not positive.
static std::optional<int64_t> badDivisor(AffineExpr expr) {
  std::optional<int64_t> bad;
  expr.walk([&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (!binary || part.getKind() == AffineExprKind::Add ||
        part.getKind() == AffineExprKind::Mul)
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (divisor && divisor.getValue() <= 0)
      bad = divisor.getValue();
  });
  return bad;
}

static bool isWidth(unsigned bits) {
  return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

Attribute FormatAttr::parse(AsmParser &parser, Type) {
  MLIRContext *context = parser.getContext();
  SmallVector<std::pair<StringRef, AffineExpr>> names;
  auto name = [&]() -> ParseResult {
    SMLoc at = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    if (word == "_")
      return parser.emitError(at, "'_' is a slot, not the name of a dimension");
    for (auto &known : names)
      if (known.first == word)
        return parser.emitError(at, "dimension '") << word << "' is named twice";
    names.emplace_back(word, getAffineDimExpr(names.size(), context));
    return success();
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, name) ||
      parser.parseArrow())
    return {};
  // A slot, `_`, counts the entries of a row and is no function of the dimensions.
  names.emplace_back("_", getAffineSymbolExpr(0, context));
  SmallVector<AffineExpr> exprs;
  SmallVector<LevelAttr> levels;
  auto level = [&]() -> ParseResult {
    AffineExpr expr;
    if (parser.parseAffineExpr(names, expr) || parser.parseColon())
      return failure();
    FailureOr<LevelAttr> parsed = parseLevel(parser);
    if (failed(parsed))
      return failure();
    exprs.push_back(expr);
    levels.push_back(*parsed);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, level))
    return {};
  unsigned positions = 32, coordinates = 32;
  TypedAttr fill;
  llvm::SmallDenseSet<StringRef> given;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc at = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return {};
    if (word != "positions" && word != "coordinates" && word != "fill") {
      parser.emitError(at,
                       "expected 'positions', 'coordinates' or 'fill', found '")
          << word << "'";
      return {};
    }
    if (!given.insert(word).second) {
      parser.emitError(at, "'") << word << "' is given twice";
      return {};
    }
    if (parser.parseEqual())
      return {};
    if (word == "fill" ? parser.parseAttribute(fill)
                       : parser.parseInteger(word == "positions" ? positions
                                                                 : coordinates))
      return {};
  }
  if (parser.parseGreater())
    return {};
  unsigned slots = llvm::count_if(
      exprs, [](AffineExpr expr) { return isa<AffineSymbolExpr>(expr); });
  auto map = AffineMap::get(names.size() - 1, slots ? 1 : 0, exprs, context);
  return parser.getChecked<FormatAttr>(loc, context, map, levels, positions,
                                       coordinates, fill);
}

void FormatAttr::print(AsmPrinter &printer) const {
  raw_ostream &os = printer.getStream();
  os << "<(";
  for (unsigned dim = 0; dim < getMap().getNumDims(); ++dim) {
    if (dim)
      os << ", ";
    printDimension(dim, os);
  }
  os << ") -> (";
  llvm::interleaveComma(llvm::zip(getMap().getResults(), getLevels()), os,
                        [&](auto pair) {
                          printExpr(std::get<0>(pair), os);
                          os << " : " << textOf(std::get<1>(pair));
                        });
  os << ')';
  if (getPositionWidth() != 32)
    os << ", positions = " << getPositionWidth();
  if (getCoordinateWidth() != 32)
    os << ", coordinates = " << getCoordinateWidth();
  if (getFill()) {
    os << ", fill = ";
    printer.printAttribute(getFill());
  }
  os << '>';
}

LogicalResult FormatAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 AffineMap map, ArrayRef<LevelAttr> levels,
                                 unsigned positionWidth,
                                 unsigned coordinateWidth, TypedAttr fill) {
  if (fill && !isa<FloatAttr, IntegerAttr>(fill))
    return emitError() << "a fill value is a number, found " << fill;
  if (!isWidth(positionWidth) || !isWidth(coordinateWidth))
    return emitError() << "widths are 8, 16, 32 or 64 bits, found positions = "
                       << positionWidth
                       << " and coordinates = " << coordinateWidth;
  if (map.getNumResults() != levels.size())
    return emitError() << "the map has " << map.getNumResults()
                       << " results for " << levels.size() << " levels";
  for (AffineExpr expr : map.getResults()) {
    if (!isa<AffineSymbolExpr>(expr) && usesSlot(expr))
      return emitError() << "a slot, '_', must be the whole of a level";
    if (!expr.isPureAffine())
      return emitError() << "a level is an affine expression of dimensions";
    if (std::optional<int64_t> divisor = badDivisor(expr))
      return emitError() << "a level divides by positive numbers only, found "
                         << *divisor;
  }
  // What is read from here on is well formed. Which levels fit together is said
  // by one list, that of the crate `layout`.
  if (std::optional<std::string> misfit =
          findMisfit(map, levels, positionWidth, coordinateWidth))
    return emitError() << *misfit;
  return success();
}

bool lacuna::stensor::isElement(Type type) {
  auto isNumber = [](Type type) {
    return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
  };
  if (auto complex = dyn_cast<ComplexType>(type))
    return isNumber(complex.getElementType());
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() && integer.getWidth() <= 64;
  return isNumber(type) || isa<IndexType>(type);
}

LogicalResult FormatAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type element,
    function_ref<InFlightDiagnostic()> emitError) const {
  // The parser asks also where the element type did not parse, and has said so.
  if (!element)
    return failure();
  if (!isElement(element))
    return emitError() << "a stored tensor holds " << elements << ", found "
                       << element;
  if (getFill() && getFill().getType() != element)
    return emitError() << "the fill value is " << getFill().getType()
                       << ", the tensor holds " << element;
  if (getMap().getNumDims() != shape.size())
    return emitError() << "the format is for order " << getMap().getNumDims()
                       << ", the tensor has order " << shape.size();
  return success();
}
