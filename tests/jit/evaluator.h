// Executes graphs without a back end: a second opinion on what they mean, checked
// by the sanitizers, and the tier's tests where there is no back end.
#pragma once

#include "jit/ir/ir.h"
#include "jit/tier/machine_code.h"
#include "jit/tier/native_context.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

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

// As the native function of `graph` would: the exit's number. Throws std::logic_error where
// native code would touch what is not its own.
std::uint64_t evaluate(const Graph& graph, const Registers& registers);

// "Compiles" a graph by keeping it. At most 128 regions are kept at a time.
[[nodiscard]] std::unique_ptr<Backend> make_evaluator();

using MakeBackend = std::function<std::unique_ptr<Backend>()>;
struct NamedBackend {
  std::string name;
  MakeBackend make;
};
// The evaluator, and the processor's own where there is one.
[[nodiscard]] const std::vector<NamedBackend>& backends();

}  // namespace fungescope::jit::test
