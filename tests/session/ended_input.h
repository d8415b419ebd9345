// An input of these bytes, with its end.
#pragma once

#include "history/input_log.h"

#include <string>
#include <utility>

namespace fungescope::test {

inline InputLog ended_input(std::string bytes) {
  return InputLog(std::move(bytes), InputLog::End::closed);
}

}  // namespace fungescope::test
