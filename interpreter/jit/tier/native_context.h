// The state that native code and the tier share: the machine's registers while native code runs,
// and pointers to the memory that it works on. Native code depends on the offsets of the members.
#pragma once

#include "vm/blocks/block_runner.h"
#include "vm/output_buffer.h"

#include <cstdint>
#include <utility>

namespace fungescope::jit {

struct NativeContext {
  std::int64_t* base = nullptr;         // in and out: slot 0, the position above the top
  std::uint64_t left = 0;               // out: the remaining ticks
  const std::int64_t* floor = nullptr;  // the lowest slot that may be popped
  // in and out: the end of the slots that may be pushed, at most the stack's high-water mark.
  const std::int64_t* ceiling = nullptr;
  const std::int64_t* max_ceiling = nullptr;     // up to which native code may raise it
  const std::int64_t* ceiling_before = nullptr;  // out, if it was raised: before the last time,
  std::uint64_t raised_at = 0;                   // and the ticks that remained then
  std::uint8_t* written_cells = nullptr;         // of the write map
  std::uint8_t* written_chunks = nullptr;
  std::int64_t input = 0;           // the result of a read call
  std::uint64_t* random = nullptr;  // the state of the machine's generator
  const BlockRun* run = nullptr;
  // Raises the ceiling for a superblock that is about to be executed with `remaining` ticks, and
  // that uses the slots up to `needed`. Returns whether that is allowed. The x86-64 back end has
  // its own implementation.
  bool raise_ceiling(const std::int64_t* needed, std::uint64_t remaining) {
    if (needed > max_ceiling) return false;
    ceiling_before = std::exchange(ceiling, needed);
    raised_at = remaining;
    return true;
  }

  OutputBuffer
      output_buffer;  // that native code writes to directly; empty while no native code runs
};

// Returns the offset of a member of the context, in bytes.
template <class Field>
std::int32_t offset_of(Field NativeContext::*field) {
  static const NativeContext context{};
  const auto* start = reinterpret_cast<const char*>(&context);
  return static_cast<std::int32_t>(reinterpret_cast<const char*>(&(context.*field)) - start);
}
// Returns the offset of a member of a member.
template <class Outer, class Inner>
std::int32_t offset_of(Outer NativeContext::*outer, Inner Outer::*inner) {
  static const Outer whole{};
  const auto* start = reinterpret_cast<const char*>(&whole);
  const auto* member = reinterpret_cast<const char*>(&(whole.*inner));
  return offset_of(outer) + static_cast<std::int32_t>(member - start);
}

// Must be called after native code, before anything else observes the machine or the output.
void flush_output_buffer(NativeContext& context);

// Called by native code, `fungescope_put_byte` only if the output buffer is full. They return 0 if
// the output is closed or input is not available yet; native code then leaves.
extern "C" {
std::uint64_t fungescope_put_byte(NativeContext* context, std::int64_t value);
std::uint64_t fungescope_put_number(NativeContext* context, std::int64_t value);
std::uint64_t fungescope_read_byte(NativeContext* context);
std::uint64_t fungescope_read_number(NativeContext* context);
}

}  // namespace fungescope::jit
