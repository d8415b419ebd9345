// A program's input and output as file descriptors, raw and buffered.
//
// Waiting for either ends at Ctrl-C (front_end/interrupt.h): the input then returns
// `not_yet` and the output refuses.
#pragma once

#include "base/result.h"
#include "vm/io.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fungescope {

// Opens closed standard descriptors on /dev/null, so that no file opened later takes their numbers
// and reading and writing them still fails. Must be called before anything is opened.
void reserve_standard_descriptors();

class DescriptorOutput final : public Output {
 public:
  explicit DescriptorOutput(int descriptor);
  // Writes what is buffered, so that an exception does not lose it.
  ~DescriptorOutput() override { flush(); }
  DescriptorOutput(const DescriptorOutput&) = delete;
  DescriptorOutput& operator=(const DescriptorOutput&) = delete;

  // Buffers. Refuses after the reader has closed, when writing fails, or when Ctrl-C came during a
  // wait.
  bool write(std::string_view bytes) override;
  // At most the rest of the buffer.
  std::span<char> buffer() override;
  void commit(std::size_t count) override;

  // Writes everything. After Ctrl-C, only as much as is accepted without waiting.
  bool flush();

  // Returns the system's message if writing failed; empty otherwise, and if the reader has closed,
  // which is not an error.
  [[nodiscard]] const std::string& error() const { return error_; }

  // Returns whether the output so far ends inside a line.
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
  // Flushes `output` before it waits. Closes the descriptor in the end if it is `owned`.
  DescriptorInput(int descriptor, DescriptorOutput& output, bool owned = false)
      : descriptor_(descriptor), output_(output), owned_(owned) {}
  ~DescriptorInput() override;
  DescriptorInput(const DescriptorInput&) = delete;
  DescriptorInput& operator=(const DescriptorInput&) = delete;

  // Keeps the bytes of the last two chunks. A descriptor that cannot be read counts as at its end.
  int at(std::uint64_t position) override;

 private:
  // Returns false after Ctrl-C.
  bool fill(std::uint64_t keep_from);

  int descriptor_;
  DescriptorOutput& output_;
  bool owned_;
  std::vector<unsigned char> bytes_;
  std::uint64_t start_ = 0;  // the position of bytes_[0]
  bool ended_ = false;
};

// Opens the input of a run: the file `path`; if that is empty, the input of the link that `program`
// is; else standard input. Flushes `output` before it waits.
[[nodiscard]] Result<std::unique_ptr<Input>> open_run_input(const std::string& path,
                                                            const std::string& program,
                                                            DescriptorOutput& output);

}  // namespace fungescope
