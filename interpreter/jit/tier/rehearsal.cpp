#include "jit/tier/rehearsal.h"

#include "lang/disassembler.h"
#include "vm/reference_interpreter.h"
#include "vm/run.h"

#include <algorithm>
#include <unordered_map>

namespace fungescope::jit {
namespace {

class Student final : public Observer {
 public:
  Student(const Machine& machine, Rehearsal& learned) : machine_(machine), learned_(learned) {
    learned_.executed.resize(static_cast<std::size_t>(machine.field.size().area()));
  }

  [[nodiscard]] Interest interest() const override { return Interest::all; }

  void on_execute(Tick /*tick*/, Point at) override {
    const CellIndex cell = index_of(at);
    if (after_changed_) note_place(cell);
    learned_.executed[cell] = true;
    after_changed_ = machine_.field.changed(cell);
    if (machine_.string_mode) return;
    const Op op = op_in(machine_.dialect, machine_.field.at(cell));
    if (op == Op::divide || op == Op::remainder) {
      Dividend& dividend = learned_.dividends.try_emplace(cell, Dividend::small).first->second;
      dividend = std::max(dividend, dividend_of(machine_.stack.peek(1)));
    }
    if (op != Op::get && op != Op::put) return;
    const Point target{machine_.stack.peek(1), machine_.stack.peek(0)};
    if (!machine_.field.contains(target)) learned_.outside.insert(cell);
  }

  void on_write(Tick /*tick*/, Point by, Point at, std::int64_t before, std::int64_t now) override {
    const CellIndex cell = index_of(at);
    if (before != now) learned_.changed.insert(cell);
    const auto [first, is_new] = first_target_.try_emplace(index_of(by), cell);
    if (is_new || first->second == cell) return;
    learned_.loose.insert(first->second);
    learned_.loose.insert(cell);
  }

 private:
  [[nodiscard]] CellIndex index_of(Point at) const {
    return static_cast<CellIndex>(machine_.field.index_of(at));
  }

  void note_place(CellIndex cell) {
    const Place place{cell, Heading(machine_.direction, machine_.string_mode)};
    std::vector<Place>& known = learned_.after_changed;
    if (std::find(known.begin(), known.end(), place) == known.end() && known.size() < most_places) {
      known.push_back(place);
    }
  }

  static constexpr std::size_t most_places = 1000;

  const Machine& machine_;
  Rehearsal& learned_;
  std::unordered_map<CellIndex, CellIndex> first_target_;  // of each `p`
  bool after_changed_ = false;
};

}  // namespace

Rehearsal rehearse(Machine machine, const std::string& input, Tick ticks) {
  Rehearsal learned;
  Student student(machine, learned);
  StringInput bytes(input);
  NullOutput output;
  (void)run_reference(machine, {bytes, output}, machine.tick + ticks, &student);
  return learned;
}

}  // namespace fungescope::jit
