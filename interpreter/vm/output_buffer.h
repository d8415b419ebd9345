// Prints as `.` and `,` do into the memory of Output::buffer, so that most bytes cost a store and
// no call. Used by the fast tiers.
//
// Buffered bytes are not written yet, and Machine::output_size does not count them. So the buffer
// is flushed before either can be observed: at the end of a run, and before input is read.
#pragma once

#include "vm/io.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fungescope {

struct OutputBuffer {
  // Native code stores a byte at `next` and increments it, while it is below `end`.
  char* next = nullptr;
  char* end = nullptr;
  char* begin = nullptr;                          // null: no buffer
  std::uint32_t writes_before_request = backoff;  // calls of `write` before one requests a buffer

  // Prints the low byte, as `,`. Both return false, without an effect, if the output is closed.
  bool put_byte(Output& output, std::int64_t value, std::uint64_t& output_size) {
    const char byte = static_cast<char>(value & 0xff);
    if (next == end) return write(output, {&byte, 1}, output_size);
    *next++ = byte;
    return true;
  }
  // Prints decimal digits and a space, as `.`.
  bool put_number(Output& output, std::int64_t value, std::uint64_t& output_size);

  // Writes and counts the buffered bytes, and gives the buffer up.
  void flush(Output& output, std::uint64_t& output_size) {
    if (begin != nullptr) commit(output, output_size);
    writes_before_request = backoff;
  }

 private:
  // Requesting a buffer has a cost, which pays only if several bytes are printed between flushes.
  static constexpr std::uint32_t backoff = 1;
  static constexpr std::uint32_t backoff_after_refusal = 64;

  bool write(Output& output, std::string_view bytes, std::uint64_t& output_size) {
    if (writes_before_request == 0) return write_and_request(output, bytes, output_size);
    --writes_before_request;
    if (!output.write(bytes)) return false;
    output_size += bytes.size();
    return true;
  }
  bool write_and_request(Output& output, std::string_view bytes, std::uint64_t& output_size);
  void commit(Output& output, std::uint64_t& output_size);
};

}  // namespace fungescope
