#include "debugger_ui/platform/fonts.h"

#include <filesystem>
#include <memory>
#include <utility>

#include <fontconfig/fontconfig.h>

namespace fungescope::ui {
namespace {

struct Release {
  void operator()(FcConfig* config) const { FcConfigDestroy(config); }
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
using Config = std::unique_ptr<FcConfig, Release>;
using Pattern = std::unique_ptr<FcPattern, Release>;

std::string string_of(FcPattern* pattern, const char* property) {
  FcChar8* value = nullptr;
  if (FcPatternGetString(pattern, property, 0, &value) != FcResultMatch) return {};
  return reinterpret_cast<const char*>(value);
}

int number_of(FcPattern* pattern, const char* property, int otherwise) {
  int value = otherwise;
  FcPatternGetInteger(pattern, property, 0, &value);
  return value;
}

FontFile file_of(FcPattern* pattern) {
  return {string_of(pattern, FC_FILE), number_of(pattern, FC_INDEX, 0)};
}

// fontconfig always returns some font, the caller compares its name; null if it does not scale.
Pattern closest(FcConfig* config, const std::string& family, int weight) {
  const Pattern pattern(FcPatternCreate());
  FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family.c_str()));
  FcPatternAddInteger(pattern.get(), FC_SPACING, FC_MONO);
  FcPatternAddInteger(pattern.get(), FC_WEIGHT, weight);
  FcPatternAddInteger(pattern.get(), FC_SLANT, FC_SLANT_ROMAN);
  FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
  FcConfigSubstitute(config, pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultNoMatch;
  Pattern match(FcFontMatch(config, pattern.get(), &result));
  FcBool scalable = FcFalse;
  if (match) FcPatternGetBool(match.get(), FC_SCALABLE, 0, &scalable);
  return scalable ? std::move(match) : nullptr;
}

bool has_name(FcPattern* pattern, const std::string& name) {
  return FcStrCmpIgnoreCase(reinterpret_cast<const FcChar8*>(string_of(pattern, FC_FAMILY).c_str()),
                            reinterpret_cast<const FcChar8*>(name.c_str())) == 0;
}

std::optional<FontFamily> family_of(FcConfig* config, const std::string& name) {
  const Pattern regular = closest(config, name, FC_WEIGHT_REGULAR);
  if (!regular || !has_name(regular.get(), name)) return std::nullopt;
  FontFamily family{string_of(regular.get(), FC_FAMILY), file_of(regular.get()), {}, {}};
  const Pattern bold = closest(config, name, FC_WEIGHT_BOLD);
  if (bold && has_name(bold.get(), name) &&
      number_of(bold.get(), FC_WEIGHT, FC_WEIGHT_REGULAR) >= FC_WEIGHT_DEMIBOLD) {
    family.bold = file_of(bold.get());
  }
  return family;
}

std::optional<FontFamily> any_monospaced(FcConfig* config) {
  const Pattern font = closest(config, "monospace", FC_WEIGHT_REGULAR);
  if (!font || number_of(font.get(), FC_SPACING, FC_PROPORTIONAL) < FC_MONO) return std::nullopt;
  return family_of(config, string_of(font.get(), FC_FAMILY));
}

std::optional<FontFamily> family_in_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  return FontFamily{path, {path, 0}, {}, {}};
}

std::optional<FontFamily> best_family(FcConfig* config, const std::string& wanted) {
  if (wanted.find('/') != std::string::npos) {
    if (auto family = family_in_file(wanted)) return family;
  }
  for (const std::string& name :
       {wanted, std::string("JetBrains Mono"), std::string("DejaVu Sans Mono")}) {
    if (name.empty()) continue;
    if (auto family = family_of(config, name)) return family;
  }
  return any_monospaced(config);
}

}  // namespace

Result<FontFamily> find_font(std::string_view wanted) {
  const Config config(FcInitLoadConfigAndFonts());
  if (config == nullptr) {
    return fail({}, "fontconfig cannot be read", "install fontconfig and fonts-jetbrains-mono");
  }
  std::optional<FontFamily> family = best_family(config.get(), std::string(wanted));
  if (!family) {
    return fail({}, "there is no monospaced font", "install fonts-jetbrains-mono");
  }
  if (const auto symbols = family_of(config.get(), "DejaVu Sans Mono");
      symbols && symbols->regular.path != family->regular.path) {
    family->symbols = symbols->regular;
  }
  return std::move(*family);
}

}  // namespace fungescope::ui
