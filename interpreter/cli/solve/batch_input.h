// The puzzles of files and of standard input, as they come.
#pragma once

#include "cli/solve/batch.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fungescope {

// Is there anything to read at standard input? Not at a terminal, nor if it is
// closed; an empty file or pipe is only known when it is read.
[[nodiscard]] bool standard_input_is_open();
[[nodiscard]] bool standard_input_is_terminal();

class BatchInput {
 public:
  // "-" is standard input.
  explicit BatchInput(std::vector<std::string> files);

  // Reads everything and gives each puzzle, and each error, to `take` as soon as
  // it is there, up to `chunk_size` at a time. Ends early if `take` returns
  // false, if `stopped` does, or at Ctrl-C.
  void read(std::size_t chunk_size, const std::function<bool(std::vector<BatchTask>)>& take,
            const std::function<bool()>& stopped);

  // The size of all files together; 0 if it is not known.
  [[nodiscard]] std::uint64_t total_bytes() const { return total_bytes_; }
  // May be asked from other threads while `read` runs.
  [[nodiscard]] std::uint64_t bytes_read() const {
    return bytes_read_.load(std::memory_order_relaxed);
  }

 private:
  std::vector<std::string> files_;
  std::uint64_t total_bytes_ = 0;
  std::atomic<std::uint64_t> bytes_read_{0};
};

}  // namespace fungescope
