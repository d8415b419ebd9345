// The interface between the tier and a back end for a processor.
#pragma once

#include "jit/ir/ir.h"
#include "jit/passes/passes.h"
#include "jit/tier/native_context.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::jit {

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
  OptimiseOptions passes;
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
  // not null, receives the instructions. Cost: some 0.1 us a machine instruction.
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
