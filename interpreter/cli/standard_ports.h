// A program's input and output as file descriptors: raw bytes, buffered.
//
// A wait for either ends at Ctrl-C (cli/interrupt.h): the input then answers `not_yet` and the
// output refuses.
#pragma once

#include "vm/io.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fungescope {

// Fills closed standard descriptors, so that nothing opened later takes their numbers: reading and
// writing them goes on to fail. To be called before anything is opened.
void reserve_standard_descriptors();

// Waits until the descriptor has something to read, or is at its end; false: Ctrl-C came before
// that.
[[nodiscard]] bool wait_for_input(int descriptor);

class DescriptorOutput final : public Output {
 public:
  explicit DescriptorOutput(int descriptor);

  // Buffered. Refuses when nobody reads any more, when writing fails, or when Ctrl-C came while it
  // waited.
  bool write(std::string_view bytes) override;
  // As far as the buffer goes.
  std::span<char> buffer() override;
  void commit(std::size_t count) override;

  // Hands everything on. After Ctrl-C only as much as is taken at once.
  bool flush();

  // Why writing failed, in the system's words; empty if it did not, or if the reader has gone,
  // which is no error.
  [[nodiscard]] const std::string& error() const { return error_; }

  // Has anything been written that did not end with a line end?
  [[nodiscard]] bool in_line() const { return last_ != '\n'; }

 private:
  int descriptor_;
  std::string buffer_;
  std::array<char, 4096> room_;
  char last_ = '\n';
  bool closed_ = false;
  std::string error_;
};

class DescriptorInput final : public Input {
 public:
  // Flushes `output` before it waits.
  DescriptorInput(int descriptor, DescriptorOutput& output);

  // Keeps the bytes from the lowest position of the last two chunks on. A descriptor that cannot be
  // read is at its end.
  int at(std::uint64_t position) override;

 private:
  enum class Fill : std::uint8_t { bytes, end, interrupted };
  Fill fill(std::uint64_t keep_from);

  int descriptor_;
  DescriptorOutput& output_;
  std::vector<unsigned char> bytes_;
  std::uint64_t start_ = 0;  // the position of bytes_[0]
  bool ended_ = false;
};

}  // namespace fungescope
