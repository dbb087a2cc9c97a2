// Registration, diagnostics and attribute accessors.
#include "Glue.h"
#include "Sloop.h"

#include "mlir/CAPI/AffineMap.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/PatternMatch.h"

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
  lacuna::stensor::LevelAttr level = asFormat(format).getLevels()[index];
  return {static_cast<uint32_t>(level.getKind()),
          level.getStored(),
          level.getBlock(),
          level.getUnique(),
          level.getOrdered(),
          level.getFull(),
          level.getInterleaved()};
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

MlirAttribute lacunaCombinerGet(MlirContext context, uint32_t combiner) {
  return wrap(lacuna::sloop::CombinerAttr::get(
      unwrap(context), static_cast<lacuna::sloop::Combiner>(combiner)));
}
uint32_t lacunaCombinerGetValue(MlirAttribute attribute) {
  return static_cast<uint32_t>(
      cast<lacuna::sloop::CombinerAttr>(unwrap(attribute)).getValue());
}

MlirAttribute lacunaHowGet(MlirContext context, int64_t lanes) {
  std::optional<int64_t> given;
  if (lanes)
    given = lanes;
  return wrap(lacuna::sloop::HowAttr::get(unwrap(context), given));
}

int64_t lacunaHowGetLanes(MlirAttribute attribute) {
  return cast<lacuna::sloop::HowAttr>(unwrap(attribute)).getLanes().value_or(0);
}
