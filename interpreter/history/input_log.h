// Holds a program's input so far: its bytes, and whether more can follow. Part of a recording,
// since program, seed and input determine the run.
#pragma once

#include "vm/io.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace fungescope {

class InputLog {
 public:
  enum class End : std::uint8_t {
    open,    // the program waits after the last byte
    closed,  // the input ends after the last byte
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

// Reads a run's input from a log, which it does not own.
class LogInput final : public Input {
 public:
  explicit LogInput(const InputLog& log) : log_(log) {}
  int at(std::uint64_t position) override {
    if (position < log_.bytes().size()) return static_cast<unsigned char>(log_.bytes()[position]);
    return log_.closed() ? end : not_yet;
  }

 private:
  const InputLog& log_;
};

}  // namespace fungescope
