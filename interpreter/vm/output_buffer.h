// Printing as `.` and `,` do, for the tiers that know the machine from inside: straight into
// the room that the output offers, so that most bytes are a store and no call.
//
// What is in the room is not written yet, and Machine::output_size does not count it. So it is
// given back before anybody can see either: where a run is left, and before input is asked for.
#pragma once

#include "vm/io.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fungescope {

struct OutputBuffer {
  char* next = nullptr;  // bytes may be put here, and this moved on, as long as it is below `end`
  char* end = nullptr;
  char* begin = nullptr;                         // null: there is no room
  std::uint32_t calls_before_asking = patience;  // not 0: there is no room

  // As `,`: the low byte. False, and nothing has changed, if the output is closed; so `put_number`.
  bool put_byte(Output& output, std::int64_t value, std::uint64_t& output_size) {
    const char byte = static_cast<char>(value & 0xff);
    if (next == end) return write(output, {&byte, 1}, output_size);
    *next++ = byte;
    return true;
  }
  // As `.`: decimal digits and a space.
  bool put_number(Output& output, std::int64_t value, std::uint64_t& output_size);

  // What was put into the room is written and counted, and there is no room any more.
  void flush(Output& output, std::uint64_t& output_size) {
    if (begin != nullptr) take_over(output, output_size);
    calls_before_asking = patience;
  }

 private:
  // Asking has its price, and is for who prints more than a byte between two reasons to give back.
  static constexpr std::uint32_t patience = 1;
  static constexpr std::uint32_t patience_without_room = 64;

  bool write(Output& output, std::string_view bytes, std::uint64_t& output_size) {
    if (calls_before_asking == 0) return write_and_ask(output, bytes, output_size);
    --calls_before_asking;
    if (!output.write(bytes)) return false;
    output_size += bytes.size();
    return true;
  }
  bool write_and_ask(Output& output, std::string_view bytes, std::uint64_t& output_size);
  void take_over(Output& output, std::uint64_t& output_size);
};

}  // namespace fungescope
