// The fast interpreter: cells translated into blocks of micro-operations.
//
// Use it for everything but judging it: it leaves the machine, the output and
// the observer exactly as run_reference does, in any dialect and at any tick,
// several times as fast. How it works is told at the top of fast_interpreter.cpp.
//
//     FastInterpreter interpreter;
//     StopReason why = interpreter.run(machine, ports, until);
//
// Memory: about one byte a cell of the field, reserved and untouched until code
// is written over; 64 bytes a cell of each row that was executed; and the blocks.
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
  // `native`, if not null, takes over where code is hot.
  explicit FastInterpreter(std::unique_ptr<NativeTier> native);
  ~FastInterpreter();
  FastInterpreter(FastInterpreter&&) noexcept;
  FastInterpreter& operator=(FastInterpreter&&) noexcept;

  // Keeps the blocks of the machine's code from run to run, for as long as the
  // same machine is changed by nothing but the functions below; else call `forget` first.
  StopReason run(Machine& machine, const Ports& ports, Tick until, Probe& probe);
  StopReason run(Machine& machine, const Ports& ports, Tick until, Observer* observer = nullptr);
  // `machine = next`, keeping the blocks of all cells that stay the same.
  // Cost: the copy, and a comparison of the two fields; see Engine::load.
  void load(Machine& machine, const Machine& next);
  // Parts of a `load`: see the functions of these names of Engine.
  void put_deltas(Machine& machine, std::size_t first, std::span<const std::int64_t> deltas);
  void adopt(const Machine& machine);
  void forget();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fungescope
