// Collects a program's output up to a limit, so that one that prints endlessly is stopped.
#pragma once

#include "vm/io.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
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
  std::span<char> buffer() override {
    return std::span(buffer_).first(std::min(buffer_.size(), limit - text.size()));
  }
  void commit(std::size_t count) override { text.append(buffer_.data(), count); }
  std::string text;

 private:
  std::array<char, 256> buffer_;
};

}  // namespace fungescope::puzzles
