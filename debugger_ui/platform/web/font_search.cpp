// The fonts that the page has loaded before the program starts (debugger_ui/web/page.js).
#include "debugger_ui/platform/fonts.h"

#include <filesystem>

namespace fungescope::ui {
namespace {

FontFile file_of(const std::string& name) {
  std::string path = "/fonts/" + name + ".ttf";
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) path.clear();
  return {std::move(path), 0};
}

}  // namespace

Result<FontFamily> find_font(std::string_view wanted) {
  std::error_code ignored;
  FontFamily family{"JetBrains Mono", file_of("regular"), file_of("bold"), file_of("symbols")};
  if (wanted.find('/') != std::string_view::npos &&
      std::filesystem::is_regular_file(wanted, ignored)) {
    family = {std::string(wanted), {std::string(wanted), 0}, {}, family.symbols};
  }
  if (!family.regular.found()) {
    return fail({}, "the page's font is missing", "serve the whole folder, with its folder fonts");
  }
  return family;
}

}  // namespace fungescope::ui
