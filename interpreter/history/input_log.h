// All that is known of a program's input: the bytes, and whether there are more
// to come. It is part of a recording: with the program and the seed it decides
// the run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace fungescope {

class InputLog {
 public:
  enum class End : std::uint8_t {
    open,    // behind the last byte the program waits
    closed,  // behind the last byte is the end of the input
  };

  InputLog() = default;
  explicit InputLog(std::string bytes, End end = End::open) : bytes_(std::move(bytes)), end_(end) {}

  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  [[nodiscard]] bool closed() const { return end_ == End::closed; }
  void append(std::string_view bytes) { bytes_ += bytes; }
  void close() { end_ = End::closed; }

  friend bool operator==(const InputLog&, const InputLog&) = default;

 private:
  std::string bytes_;
  End end_ = End::open;
};

}  // namespace fungescope
