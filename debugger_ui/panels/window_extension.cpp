#include "debugger_ui/panels/window_extension.h"

#include <algorithm>
#include <vector>

namespace fungescope::ui {
namespace {

std::vector<const WindowExtension*>& registered() {
  static std::vector<const WindowExtension*> all;
  return all;
}

}  // namespace

void register_extension(const WindowExtension& extension) {
  auto& all = registered();
  if (std::find(all.begin(), all.end(), &extension) == all.end()) all.push_back(&extension);
}

std::span<const WindowExtension* const> window_extensions() {
  return registered();
}

const WindowExtension* window_extension_of(const ProgramInfo& program) {
  for (const WindowExtension* const extension : registered()) {
    if (extension->recognises(program)) return extension;
  }
  return nullptr;
}

}  // namespace fungescope::ui
