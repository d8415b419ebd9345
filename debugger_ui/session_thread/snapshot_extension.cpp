#include "debugger_ui/session_thread/snapshot_extension.h"

#include <algorithm>

namespace fungescope::ui {
namespace {

std::vector<const SnapshotExtension*>& registered() {
  static std::vector<const SnapshotExtension*> all;
  return all;
}

}  // namespace

void register_extension(const SnapshotExtension& extension) {
  auto& all = registered();
  if (std::find(all.begin(), all.end(), &extension) == all.end()) all.push_back(&extension);
}

std::span<const SnapshotExtension* const> snapshot_extensions() {
  return registered();
}

}  // namespace fungescope::ui
