// What native code and the tier share: the machine's registers while native code
// runs, and the memory that it works on. Native code knows the offsets of the fields.
#pragma once

#include "vm/blocks/block_runner.h"
#include "vm/output_buffer.h"

#include <cstdint>

namespace fungescope::jit {

struct NativeContext {
  std::int64_t* base = nullptr;         // slot 0, the place above the top of the stack. In and out
  std::uint64_t left = 0;               // out: ticks
  const std::int64_t* floor = nullptr;  // no place below it may be popped
  const std::int64_t* ceiling = nullptr;  // slots up to this place, it excluded, may be pushed
  std::uint8_t* written_cells = nullptr;  // of the write map
  std::uint8_t* written_chunks = nullptr;
  std::int64_t input = 0;           // what a call read
  std::uint64_t* random = nullptr;  // the state of the machine's generator
  const BlockRun* run = nullptr;
  OutputBuffer
      output_buffer;  // where native code puts bytes itself; empty while no native code runs
};

// To be called after native code, before anything else may see the machine or the output.
void flush_output_buffer(NativeContext& context);

// What native code calls, `fungescope_put_byte` only if there is no room. They return 0 if the port
// refused, and native code leaves.
extern "C" {
std::uint64_t fungescope_put_byte(NativeContext* context, std::int64_t value);
std::uint64_t fungescope_put_number(NativeContext* context, std::int64_t value);
std::uint64_t fungescope_read_byte(NativeContext* context);
std::uint64_t fungescope_read_number(NativeContext* context);
}

}  // namespace fungescope::jit
