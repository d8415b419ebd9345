// Native code as the tier sees it; the processor's part is behind it, in x64/, or
// there is none (no_backend.cpp).
#pragma once

#include "jit/ir/ir.h"
#include "jit/tier/native_context.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fungescope::jit {

// Runs from `entry` and `context->base`, with `left` ticks to go, until an exit, whose number it
// returns. `context->base` and `context->left` are then those of the machine at the exit.
using NativeFunction = std::uint64_t (*)(std::uint64_t left, std::int64_t* deltas,
                                         std::uint64_t entry, NativeContext* context,
                                         const unsigned char* source, const std::uint8_t* marks);

// Compiled code; the memory goes with it.
class MachineCode {
 public:
  virtual ~MachineCode() = default;
  [[nodiscard]] virtual NativeFunction function() const = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;  // bytes
};

// An instruction of the processor, or a label, and what of the graph it is for.
struct ListingLine {
  enum Kind : char {
    epilogue = 'n',
    block = 'b',  // its label
    value = 'v',
    end = 'e',  // of a part: how it goes on
    exit = 'x',
  };
  Kind of = epilogue;
  std::uint32_t id = 0;  // of the value, part or exit
  std::string text;
};
using Listing = std::vector<ListingLine>;

// Makes code for this processor. Memory is writable in one mapping and
// executable in another, never both.
class Backend {
 public:
  virtual ~Backend() = default;
  // Null if there is no memory for it. `source`: the program's bytes, for the cells that are
  // known. `listing`, if not null, gets the instructions. Cost: some 0.1 us an instruction of the
  // processor.
  [[nodiscard]] virtual std::unique_ptr<MachineCode> compile(const Graph& graph,
                                                             const unsigned char* source,
                                                             Listing* listing) = 0;
};

// Null where there is no back end.
[[nodiscard]] std::unique_ptr<Backend> make_backend();

}  // namespace fungescope::jit
