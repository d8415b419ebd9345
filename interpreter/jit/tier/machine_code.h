// The interface between the tier and a back end for a processor.
#pragma once

#include "jit/ir/ir.h"
#include "vm/blocks/block_runner.h"
#include "vm/io.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fungescope::jit {

// The state that native code and the tier share: the machine's registers while native code runs,
// and pointers to the memory that it works on. Native code depends on the offsets of the members.
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

// Runs from entry number `entry` for at most `left` ticks, with slot 0 at `context->base`. Returns
// the number of the exit, with `context->base` and `context->left` as they are there.
using NativeFunction = std::uint64_t (*)(std::uint64_t left, std::int64_t* deltas,
                                         std::uint64_t entry, NativeContext* context,
                                         const unsigned char* source, const std::uint8_t* marks);

enum class CodeState : std::uint8_t { pending, ready, failed };

// Owns the memory of compiled code.
class MachineCode {
 public:
  virtual ~MachineCode() = default;
  // Whether the code can be called: a back end may compile concurrently. Polls for it while it is
  // pending; does not change afterwards.
  [[nodiscard]] virtual CodeState state() { return CodeState::ready; }
  // Must be called only if the code is ready.
  [[nodiscard]] virtual NativeFunction function() const = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;  // bytes
};

// A machine instruction or a label, and the item of the graph that it implements.
struct ListingLine {
  enum Kind : char {
    epilogue = 'n',
    block = 'b',  // the label
    value = 'v',
    end = 'e',  // the terminator of a block
    exit = 'x',
  };
  Kind of = epilogue;
  std::uint32_t id = 0;  // of the value, block or exit
  std::string text;
};
using Listing = std::vector<ListingLine>;
// Formats it for `inspect --jit` in three columns: the cell, the operation made from it, its
// machine instructions.
[[nodiscard]] std::string to_text(const Listing& listing, const Graph& graph,
                                  const Playfield& field);

// What a back end requires of the tier.
struct BackendTraits {
  // Ticks after which native code must return, for the engine to replace it by better code.
  Tick max_stay = std::numeric_limits<Tick>::max();
  // Beyond, all regions are discarded.
  std::size_t max_regions = std::numeric_limits<std::size_t>::max();
};

// Generates code for this processor. No mapping of its memory is both writable and executable.
class Backend {
 public:
  virtual ~Backend() = default;
  // Returns null if memory is exhausted. `source`: the bytes of the program, by cell. `listing`, if
  // not null, receives the instructions of x86-64. Cost: some 0.1 us a machine instruction.
  [[nodiscard]] virtual std::unique_ptr<MachineCode> compile(const Graph& graph,
                                                             const unsigned char* source,
                                                             Listing* listing) = 0;
  [[nodiscard]] virtual BackendTraits traits() const { return {}; }
};

// Returns null if there is no back end for the processor.
[[nodiscard]] std::unique_ptr<Backend> make_backend();
// Returns its name, "x64" or "wasm"; empty if there is none.
[[nodiscard]] std::string_view backend_name();

}  // namespace fungescope::jit
