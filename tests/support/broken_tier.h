// A tier with a known bug, which a comparison must find: the remainder of a negative number is too
// large by one.
#pragma once

#include "lang/dialect.h"
#include "lang/instruction.h"
#include "support/tier.h"
#include "vm/reference_interpreter.h"

#include <algorithm>

namespace fungescope::test {

class BrokenTier final : public Tier {
 public:
  StopReason run(Machine& machine, const Ports& ports, Tick until, Probe& probe) override {
    StopReason reason = StopReason::tick_reached;
    do {
      const bool wrong = !machine.string_mode && machine.status == Status::running &&
                         op_of(machine.field.at(machine.ip)) == Op::remainder &&
                         machine.stack.peek(1) < 0;
      const Tick before = machine.tick;
      reason = run_reference(machine, ports, std::min(until, before + 1), probe);
      if (wrong && machine.tick > before && machine.status == Status::running) {
        machine.stack.push(machine.stack.pop() + 1);
      }
    } while (reason == StopReason::tick_reached && machine.tick < until);
    return reason;
  }
  void load(Machine& machine, const Machine& next) override { machine = next; }
  void put_deltas(Machine& machine, std::size_t first,
                  std::span<const std::int64_t> deltas) override {
    std::copy(deltas.begin(), deltas.end(), machine.field.deltas() + first);
  }
  void adopt(const Machine& /*machine*/) override {}
  void restore(Machine& machine, const Machine& next, WriteMap& written) override {
    machine = next;
    written.clear();
  }
  void forget() override {}
};

[[nodiscard]] inline MakeTier broken_tier() {
  return [] { return std::make_unique<BrokenTier>(); };
}

}  // namespace fungescope::test
