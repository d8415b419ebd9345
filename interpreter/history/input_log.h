// A program's input: the bytes known so far, and whether more may follow. Part of a
// recording: program, seed and input determine the run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace fungescope {

class InputLog {
 public:
  enum class End : std::uint8_t {
    open,    // after the last byte the program waits
    closed,  // after the last byte is the end of the input
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
