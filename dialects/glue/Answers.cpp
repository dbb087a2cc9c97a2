// Asking Rust.
#include "Answers.h"
#include "Sloop.h"

#include "mlir/CAPI/AffineMap.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <atomic>

using namespace mlir;
using namespace lacuna::stensor;

static std::atomic<const LacunaAnswers *> known{nullptr};

void lacunaSetAnswers(const LacunaAnswers *answers) { known = answers; }

static const LacunaAnswers &answers() {
  const LacunaAnswers *all = known.load();
  if (!all)
    llvm::report_fatal_error("the dialects were registered without answers");
  return *all;
}

/// What a question says that it is asked with `arguments`, if it says anything.
template <typename Ask, typename... Arguments>
static std::optional<std::string> said(Ask ask, Arguments... arguments) {
  std::optional<std::string> found;
  auto say = [](void *data, MlirStringRef text) {
    *static_cast<std::optional<std::string> *>(data) = unwrap(text).str();
  };
  ask(arguments..., say, &found);
  return found;
}

std::optional<std::string> lacuna::stensor::findLevelFault(
    StringRef word, std::optional<std::pair<int64_t, int64_t>> sizes) {
  auto [stored, block] = sizes.value_or(std::pair<int64_t, int64_t>());
  return said(answers().levelFault, wrap(word), sizes.has_value(), stored,
              block);
}

LacunaLevel lacuna::stensor::usualLevel(LevelKind kind) {
  return answers().usualLevel(wrap(stringifyLevelKind(kind)));
}

LacunaLevel lacuna::stensor::asRead(LevelAttr level) {
  return {wrap(stringifyLevelKind(level.getKind())),
          level.getStored(),
          level.getBlock(),
          level.getUnique(),
          level.getOrdered(),
          level.getFull(),
          level.getInterleaved()};
}

std::string lacuna::stensor::textOf(LevelAttr level) {
  LacunaLevel read = asRead(level);
  return said(answers().levelText, &read).value_or(std::string());
}

std::optional<std::string>
lacuna::stensor::findMisfit(AffineMap map, ArrayRef<LevelAttr> levels,
                            unsigned positionWidth, unsigned coordinateWidth) {
  SmallVector<LacunaLevel> read = llvm::map_to_vector(levels, asRead);
  return said(answers().misfit, wrap(map), read.data(), positionWidth,
              coordinateWidth);
}

LacunaStored lacuna::stensor::storedOf(FormatAttr format, size_t level) {
  return answers().stored(wrap(Attribute(format)), level);
}

std::optional<std::string> lacuna::stensor::findListFault(FormatAttr format,
                                                          StringRef what) {
  return said(answers().listFault, wrap(Attribute(format)), wrap(what));
}

bool lacuna::stensor::isCollected(FormatAttr format) {
  return answers().isCollected(wrap(Attribute(format)));
}

std::optional<std::string> lacuna::sloop::findGrowthFault(StringRef strategy,
                                                          bool capacity,
                                                          bool gaps) {
  return said(answers().growthFault, wrap(strategy), capacity, gaps);
}

std::optional<std::string>
lacuna::sloop::findKeepingFault(StringRef keeping) {
  return said(answers().keepingFault, wrap(keeping));
}

std::optional<std::string> lacuna::sloop::findDirectiveFault(StringRef word,
                                                             int64_t value) {
  return said(answers().directiveFault, wrap(word), value);
}
