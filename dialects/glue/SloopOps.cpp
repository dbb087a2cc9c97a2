// The `sloop` dialect: what it registers, and its attributes.
#include "Sloop.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "SloopDialect.cpp.inc"
#include "SloopEnums.cpp.inc"
#include "SloopInterfaces.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "SloopAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "SloopTypes.cpp.inc"
#define GET_OP_CLASSES
#include "SloopOps.cpp.inc"

using namespace mlir;
using namespace lacuna::sloop;

void SloopDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "SloopAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "SloopTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "SloopOps.cpp.inc"
      >();
}

/// `<word = number, ...>`
Attribute HowAttr::parse(AsmParser &parser, Type) {
  NamedAttrList directives;
  SMLoc at = parser.getCurrentLocation();
  auto directive = [&]() -> ParseResult {
    StringRef word;
    int64_t value;
    SMLoc at = parser.getCurrentLocation();
    if (parser.parseKeyword(&word) || parser.parseEqual() ||
        parser.parseInteger(value))
      return failure();
    if (directives.get(word))
      return parser.emitError(at, "directive ") << word << " is there twice";
    directives.append(word, parser.getBuilder().getI64IntegerAttr(value));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     directive))
    return {};
  return HowAttr::getChecked([&] { return parser.emitError(at); },
                             parser.getContext(),
                             directives.getDictionary(parser.getContext()));
}

void HowAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getDirectives(), printer, [&](NamedAttribute directive) {
    printer << directive.getName().getValue() << " = "
            << cast<IntegerAttr>(directive.getValue()).getInt();
  });
  printer << '>';
}

LogicalResult HowAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              DictionaryAttr directives) {
  for (NamedAttribute directive : directives) {
    int64_t value = cast<IntegerAttr>(directive.getValue()).getInt();
    if (std::optional<std::string> fault =
            findDirectiveFault(directive.getName().getValue(), value))
      return emitError() << *fault;
  }
  return success();
}
