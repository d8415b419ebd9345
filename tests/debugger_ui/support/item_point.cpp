#include "debugger_ui/support/item_point.h"

#include <stdexcept>

namespace fungescope::ui {

ImVec2 point_of(const ItemNames& names, const std::string& name, ImVec2 fraction) {
  if (const auto box = names.find(name)) return box->at(fraction);
  std::string message = "there is no item '" + name + "' on the screen; there are";
  for (const std::string& other : names.all()) message += " '" + other + "'";
  throw std::runtime_error(message);
}

}  // namespace fungescope::ui
