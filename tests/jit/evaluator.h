// Executes graphs without a back end: a second implementation of their semantics, checked by the
// sanitizers, and a back end for the tier's tests on every processor.
#pragma once

#include "jit/ir/ir.h"
#include "jit/tier/machine_code.h"
#include "support/test.h"

namespace fungescope::jit::test {

// The arguments of a NativeFunction.
struct Registers {
  std::uint64_t left = 0;
  std::int64_t* deltas = nullptr;
  std::uint64_t entry = 0;
  NativeContext* context = nullptr;
  const unsigned char* source = nullptr;
  const std::uint8_t* marks = nullptr;
};

// Returns the exit's number, as the native function of `graph` does. Throws std::logic_error where
// native code would access memory outside its own.
std::uint64_t evaluate(const Graph& graph, const Registers& registers);

// "Compiles" a graph by keeping it. Keeps at most 128 regions at a time.
[[nodiscard]] std::unique_ptr<Backend> make_evaluator();

using MakeBackend = std::function<std::unique_ptr<Backend>()>;
struct NamedBackend {
  std::string name;
  MakeBackend make;
};
// The evaluator, and the back end of the processor if there is one.
[[nodiscard]] const std::vector<NamedBackend>& backends();

}  // namespace fungescope::jit::test
