#include "session/commands/extension.h"

namespace fungescope {
namespace {

std::vector<const Extension*>& registered() {
  static std::vector<const Extension*> all;
  return all;
}

}  // namespace

void register_extension(const Extension& extension) {
  for (const Extension* const known : registered()) {
    if (known == &extension) return;
  }
  registered().push_back(&extension);
}

std::span<const Extension* const> extensions() {
  return registered();
}

const Extension* extension_of(const Symbols& symbols) {
  for (const Extension* const extension : registered()) {
    if (extension->recognise(symbols)) return extension;
  }
  return nullptr;
}

}  // namespace fungescope
