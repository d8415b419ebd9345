// Where a named item is on the screen, for tests that click it.
#pragma once

#include "debugger_ui/widgets/item_names.h"

#include <stdexcept>
#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

// The point at a fraction of the item's width and height in the latest frame. Throws if there is
// none of that name; the message lists the names.
[[nodiscard]] inline ImVec2 point_of(const ItemNames& names, const std::string& name,
                                     ImVec2 fraction = {0.5F, 0.5F}) {
  if (const auto box = names.find(name)) return box->at(fraction);
  std::string message = "there is no item '" + name + "' on the screen; there are";
  for (const std::string& other : names.all()) message += " '" + other + "'";
  throw std::runtime_error(message);
}

}  // namespace fungescope::ui
