// An output with a buffer, which closes.
#pragma once

#include "vm/io.h"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fungescope::test {

// Accepts `limit` bytes, at most `room` of them in its buffer.
class BoundedOutput final : public Output {
 public:
  BoundedOutput(std::size_t max_bytes, std::size_t room) : limit(max_bytes), room_(room) {}
  bool write(std::string_view bytes) override {
    if (text.size() + bytes.size() > limit) return false;
    text.append(bytes);
    return true;
  }
  std::span<char> buffer() override {
    return std::span(buffer_).first(std::min(room_, limit - text.size()));
  }
  void commit(std::size_t count) override {
    if (count > buffer().size()) throw std::logic_error("the output has less room");
    text.append(buffer_.data(), count);
    without_call += count;
  }

  std::size_t limit;
  std::string text;
  std::size_t without_call = 0;  // bytes that came by the buffer

 private:
  std::size_t room_;
  std::array<char, 1000> buffer_{};
};

}  // namespace fungescope::test
