// Collects a program's output up to a limit, so that one that prints endlessly is stopped.
#pragma once

#include "vm/io.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace fungescope::puzzles {

class BoundedOutput final : public Output {
 public:
  static constexpr std::size_t limit = 65536;
  bool write(std::string_view bytes) override {
    if (text.size() + bytes.size() > limit) return false;
    text.append(bytes);
    return true;
  }
  std::string text;
};

}  // namespace fungescope::puzzles
