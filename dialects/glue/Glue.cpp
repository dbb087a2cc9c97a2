// Registration, diagnostics and attribute accessors.
#include "Glue.h"
#include "Sloop.h"

#include "mlir/CAPI/AffineMap.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/PatternMatch.h"

#include <limits>
#include <optional>

using namespace mlir;
using lacuna::stensor::FormatAttr;

void lacuna::insertDialects(DialectRegistry &registry) {
  registry.insert<stensor::StensorDialect, sloop::SloopDialect>();
  sloop::registerBufferization(registry);
}

void lacunaInsertDialects(void *registry) {
  lacuna::insertDialects(*static_cast<DialectRegistry *>(registry));
}

void lacunaRegisterAllDialects(MlirDialectRegistry registry) {
  lacuna::insertAllDialects(*unwrap(registry));
}

void lacunaEmit(MlirLocation location, int severity, MlirStringRef message,
                size_t noteCount, const MlirLocation *noteLocations,
                const MlirStringRef *notes) {
  Location loc = unwrap(location);
  InFlightDiagnostic diagnostic = severity == 0   ? emitError(loc)
                                  : severity == 1 ? emitWarning(loc)
                                                  : emitRemark(loc);
  diagnostic << unwrap(message);
  for (size_t k = 0; k < noteCount; ++k)
    diagnostic.attachNote(unwrap(noteLocations[k])) << unwrap(notes[k]);
}

static FormatAttr asFormat(MlirAttribute attribute) {
  return cast<FormatAttr>(unwrap(attribute));
}

bool lacunaAttributeIsFormat(MlirAttribute attribute) {
  return isa_and_nonnull<FormatAttr>(unwrap(attribute));
}
MlirAffineMap lacunaFormatGetMap(MlirAttribute format) {
  return wrap(asFormat(format).getMap());
}
unsigned lacunaFormatGetPositionWidth(MlirAttribute format) {
  return asFormat(format).getPositionWidth();
}
MlirAttribute lacunaLoopGetParallelAccesses(MlirAttribute attribute) {
  auto annotation = dyn_cast_or_null<LLVM::LoopAnnotationAttr>(unwrap(attribute));
  if (!annotation || annotation.getParallelAccesses().empty())
    return {nullptr};
  ArrayRef<LLVM::AccessGroupAttr> groups = annotation.getParallelAccesses();
  SmallVector<Attribute> all(groups.begin(), groups.end());
  return wrap(Attribute(ArrayAttr::get(annotation.getContext(), all)));
}
MlirAttribute lacunaLoopRestrictVectorization(MlirContext mlirContext,
                                              MlirAttribute attribute,
                                              bool disable) {
  MLIRContext *context = unwrap(mlirContext);
  auto old = dyn_cast_or_null<LLVM::LoopAnnotationAttr>(unwrap(attribute));
  auto flag = [&](bool value) { return BoolAttr::get(context, value); };
  LLVM::LoopVectorizeAttr was = old ? old.getVectorize() : nullptr;
  auto vectorize = LLVM::LoopVectorizeAttr::get(
      context, flag(disable), disable ? BoolAttr() : flag(false),
      was ? was.getScalableEnable() : BoolAttr(),
      was && !disable ? was.getWidth() : IntegerAttr(), {}, {}, {});
  if (!old)
    return wrap(Attribute(LLVM::LoopAnnotationAttr::get(
        context, {}, vectorize, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
        {})));
  return wrap(Attribute(LLVM::LoopAnnotationAttr::get(
      context, old.getDisableNonforced(), vectorize, old.getInterleave(),
      old.getUnroll(), old.getUnrollAndJam(), old.getLicm(),
      old.getDistribute(), old.getPipeline(), old.getPeeled(),
      old.getUnswitch(), old.getMustProgress(), old.getIsVectorized(),
      old.getStartLoc(), old.getEndLoc(), old.getParallelAccesses())));
}
MlirAttribute lacunaFormatGetFill(MlirAttribute format) {
  return wrap(Attribute(asFormat(format).getFill()));
}
unsigned lacunaFormatGetCoordinateWidth(MlirAttribute format) {
  return asFormat(format).getCoordinateWidth();
}
void lacunaVisitFormats(MlirAttribute attribute,
                        void (*visit)(void *, MlirAttribute), void *data) {
  unwrap(attribute).walk<WalkOrder::PreOrder>(
      [&](FormatAttr format) { visit(data, wrap(Attribute(format))); });
}
bool lacunaTypeIsElement(MlirType type) {
  return lacuna::stensor::isElement(unwrap(type));
}
const char *lacunaElements() { return lacuna::stensor::elements; }
LacunaLevel lacunaFormatGetLevel(MlirAttribute format, size_t index) {
  return lacuna::stensor::asRead(asFormat(format).getLevels()[index]);
}
MlirStringRef lacunaLevelWord(uint32_t number) {
  auto kind = lacuna::stensor::symbolizeLevelKind(number);
  return wrap(kind ? lacuna::stensor::stringifyLevelKind(*kind) : StringRef());
}

LacunaFill lacunaFillOf(MlirAttribute number) {
  Attribute attribute = unwrap(number);
  if (auto real = dyn_cast_or_null<FloatAttr>(attribute)) {
    Type type = real.getType();
    uint32_t kind = type.isF64()    ? LacunaF64
                    : type.isF32()  ? LacunaF32
                    : type.isF16()  ? LacunaF16
                    : type.isBF16() ? LacunaBF16
                                    : LacunaNoFill;
    if (kind == LacunaNoFill)
      return {0, LacunaNoFill, 0};
    llvm::APInt bits = real.getValue().bitcastToAPInt();
    return {bits.getZExtValue(), kind, bits.getBitWidth()};
  }
  auto integer = dyn_cast_or_null<IntegerAttr>(attribute);
  if (!integer || integer.getValue().getBitWidth() > 64)
    return {0, LacunaNoFill, 0};
  bool isIndex = isa<IndexType>(integer.getType());
  return {integer.getValue().getZExtValue(),
          isIndex ? uint32_t(LacunaIndex) : uint32_t(LacunaInteger),
          integer.getValue().getBitWidth()};
}

/// The attribute of a fill value; null without one.
static TypedAttr fillAttribute(MLIRContext *context, LacunaFill fill) {
  llvm::APInt bits(fill.width ? fill.width : 64, fill.bits);
  auto real = [&](FloatType type) -> TypedAttr {
    return FloatAttr::get(type, llvm::APFloat(type.getFloatSemantics(), bits));
  };
  switch (fill.type) {
  case LacunaF64:
    return real(Float64Type::get(context));
  case LacunaF32:
    return real(Float32Type::get(context));
  case LacunaF16:
    return real(Float16Type::get(context));
  case LacunaBF16:
    return real(BFloat16Type::get(context));
  case LacunaInteger:
    return IntegerAttr::get(IntegerType::get(context, fill.width), bits);
  case LacunaIndex:
    return IntegerAttr::get(IndexType::get(context), bits);
  default:
    return {};
  }
}

MlirAttribute lacunaFormatGet(MlirAffineMap map, const LacunaLevel *levels,
                              unsigned positionWidth, unsigned coordinateWidth,
                              LacunaFill fill) {
  using lacuna::stensor::LevelAttr;
  AffineMap affine = unwrap(map);
  MLIRContext *context = affine.getContext();
  auto emit = [&] { return emitError(UnknownLoc::get(context)); };
  SmallVector<LevelAttr> attributes;
  for (unsigned index = 0; index < affine.getNumResults(); ++index) {
    const LacunaLevel &level = levels[index];
    auto kind = lacuna::stensor::symbolizeLevelKind(unwrap(level.kind));
    if (!kind || failed(LevelAttr::verify(emit, *kind, level.stored, level.block,
                                 level.unique, level.ordered, level.full,
                                 level.interleaved)))
      return {nullptr};
    attributes.push_back(LevelAttr::get(context, *kind, level.stored,
                                        level.block, level.unique,
                                        level.ordered, level.full,
                                        level.interleaved));
  }
  TypedAttr number = fillAttribute(context, fill);
  if (failed(FormatAttr::verify(emit, affine, attributes, positionWidth,
                                coordinateWidth, number)))
    return {nullptr};
  return wrap(Attribute(FormatAttr::get(context, affine, attributes,
                                        positionWidth, coordinateWidth,
                                        number)));
}

static lacuna::stensor::StensorDialect *stensorOf(FormatAttr format) {
  return cast<lacuna::stensor::StensorDialect>(&format.getDialect());
}
const void *lacunaFormatGetDescription(MlirAttribute format) {
  FormatAttr attribute = asFormat(format);
  return stensorOf(attribute)->getDescription(attribute);
}
void lacunaFormatSetDescription(MlirAttribute format, const void *description) {
  FormatAttr attribute = asFormat(format);
  stensorOf(attribute)->setDescription(attribute, description);
}

bool lacunaHasBadFormat(MlirContext context, bool (*isGood)(MlirAttribute)) {
  auto *dialect =
      unwrap(context)->getLoadedDialect<lacuna::stensor::StensorDialect>();
  return dialect && dialect->hasBadFormat([&](FormatAttr format) {
    return isGood(wrap(Attribute(format)));
  });
}

MlirOperation lacunaGeneralize(MlirOperation operation) {
  auto named = dyn_cast<linalg::LinalgOp>(unwrap(operation));
  if (!named)
    return {nullptr};
  // No pattern driver: that would fold what it finds on its way.
  IRRewriter rewriter(named.getOperation());
  FailureOr<linalg::GenericOp> generic =
      linalg::generalizeNamedOp(rewriter, named);
  if (failed(generic))
    return {nullptr};
  return wrap(generic->getOperation());
}

MlirAttribute lacunaCombinerGet(MlirContext context, MlirStringRef word) {
  auto combiner = lacuna::sloop::symbolizeCombiner(unwrap(word));
  if (!combiner)
    return {nullptr};
  return wrap(lacuna::sloop::CombinerAttr::get(unwrap(context), *combiner));
}
MlirStringRef lacunaCombinerGetWord(MlirAttribute attribute) {
  return wrap(lacuna::sloop::stringifyCombiner(
      cast<lacuna::sloop::CombinerAttr>(unwrap(attribute)).getValue()));
}

MlirAttribute lacunaHowGet(MlirContext context, size_t count,
                           const MlirStringRef *words, const int64_t *values) {
  Builder builder(unwrap(context));
  NamedAttrList directives;
  for (size_t index = 0; index < count; ++index)
    directives.append(unwrap(words[index]),
                      builder.getI64IntegerAttr(values[index]));
  return wrap(lacuna::sloop::HowAttr::get(
      unwrap(context), directives.getDictionary(unwrap(context))));
}

bool lacunaHowGetDirective(MlirAttribute attribute, MlirStringRef word,
                           int64_t *value) {
  auto how = cast<lacuna::sloop::HowAttr>(unwrap(attribute));
  auto directive = how.getDirectives().getAs<IntegerAttr>(unwrap(word));
  if (directive)
    *value = directive.getInt();
  return static_cast<bool>(directive);
}

bool lacunaTypeIsSparseSlice(MlirType type) {
  auto encoding = mlir::sparse_tensor::getSparseTensorEncoding(unwrap(type));
  return encoding && encoding.isSlice();
}

void lacunaTypeGetSparseSlice(MlirType type, uint64_t dimension,
                              int64_t *numbers) {
  auto encoding = mlir::sparse_tensor::getSparseTensorEncoding(unwrap(type));
  auto slice = encoding.getDimSlices()[dimension];
  auto number = [](std::optional<uint64_t> known) {
    return known ? int64_t(*known) : std::numeric_limits<int64_t>::min();
  };
  numbers[0] = number(slice.getStaticOffset());
  numbers[1] = number(slice.getStaticSize());
  numbers[2] = number(slice.getStaticStride());
}

MlirType lacunaCursorTypeGet(MlirContext context, bool runs) {
  return wrap(Type(lacuna::sloop::CursorType::get(unwrap(context), runs)));
}

bool lacunaCursorTypeIsRuns(MlirType type) {
  auto cursor = dyn_cast<lacuna::sloop::CursorType>(unwrap(type));
  return cursor && cursor.getRuns();
}

bool lacunaTypeIsCursor(MlirType type) {
  return isa<lacuna::sloop::CursorType>(unwrap(type));
}

MlirType lacunaAssemblyTypeGet(MlirType tensor) {
  auto type = cast<RankedTensorType>(unwrap(tensor));
  return wrap(Type(lacuna::sloop::AssemblyType::get(type.getContext(), type)));
}
MlirType lacunaAssemblyTypeGetTensor(MlirType type) {
  auto assembly = dyn_cast<lacuna::sloop::AssemblyType>(unwrap(type));
  return wrap(assembly ? Type(assembly.getTensor()) : Type());
}
