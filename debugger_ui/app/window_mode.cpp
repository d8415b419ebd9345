#include "debugger_ui/app/window_mode.h"

#include <utility>

namespace fungescope::ui {
namespace {

MakeMode registered = nullptr;

}  // namespace

void register_mode(MakeMode make, std::span<const ActionInfo> rows,
                   std::span<const FurtherKey> keys) {
  if (std::exchange(registered, make) == nullptr) add_mode_actions(rows, keys);
}

std::unique_ptr<WindowMode> make_mode(ModeHost& host, const std::function<void()>& wake) {
  return registered == nullptr ? std::make_unique<WindowMode>() : registered(host, wake);
}

}  // namespace fungescope::ui
