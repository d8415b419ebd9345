// Runs programs on the fast interpreter, which translates cells to superblocks of micro-operations.
//
// It leaves the machine, the output and the observer exactly as run_reference does, in any dialect
// and at any tick. The design is described at the top of fast_interpreter.cpp.
//
//     FastInterpreter interpreter;
//     StopReason why = interpreter.run(machine, ports, until);
//
// Memory: the blocks, which are bounded, and up to five bytes for each cell that is part of one.
// Cells that are executed without a block take none.
#pragma once

#include "vm/run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace fungescope {

class NativeTier;

class FastInterpreter {
 public:
  FastInterpreter();
  // `native`, if not null, compiles and runs hot code.
  explicit FastInterpreter(std::unique_ptr<NativeTier> native);
  // Translates each entry at its second visit, not only when it pays: for tests.
  struct Eager {};
  explicit FastInterpreter(Eager eager);
  ~FastInterpreter();
  FastInterpreter(FastInterpreter&&) noexcept;
  FastInterpreter& operator=(FastInterpreter&&) noexcept;

  // Runs the machine: see vm/run.h. Keeps its blocks from run to run. Call `forget` first if the
  // machine was changed by anything but the functions below.
  StopReason run(Machine& machine, const Ports& ports, Tick until, Probe& probe);
  StopReason run(Machine& machine, const Ports& ports, Tick until, Observer* observer = nullptr);
  // Assigns `machine = next` and keeps the blocks of all cells that do not change. Cost: the copy,
  // and a comparison of the two fields; see Engine::load.
  void load(Machine& machine, const Machine& next);
  // Parts of a `load`: see the functions of Engine with these names.
  void put_deltas(Machine& machine, std::size_t first, std::span<const std::int64_t> deltas);
  void adopt(const Machine& machine);
  void restore(Machine& machine, const Machine& next, WriteMap& written);
  void forget();

  // Returns the memory of all blocks in bytes, without native code.
  [[nodiscard]] std::size_t block_memory() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fungescope
