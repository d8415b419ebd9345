#include "jit/tier/profile_run.h"

#include "lang/analysis/static_analysis.h"
#include "vm/reference_interpreter.h"
#include "vm/run.h"

#include <algorithm>

namespace fungescope::jit {
namespace {

class ProfilingObserver final : public Observer {
 public:
  ProfilingObserver(const Machine& machine, ExecutionProfile& profile)
      : machine_(machine), profile_(profile) {
    profile_.executed.resize(static_cast<std::size_t>(machine.field.size().area()));
  }

  [[nodiscard]] Interest interest() const override { return Interest::all; }

  void on_execute(Tick /*tick*/, Point at) override {
    const CellIndex cell = index_of(at);
    if (after_modified_) add_resume_point(cell);
    profile_.executed[cell] = true;
    after_modified_ = machine_.field.changed(cell);
    if (machine_.string_mode) return;
    const Op op = decode_op(machine_.dialect, machine_.field.at(cell));
    if (op == Op::divide || op == Op::remainder) {
      profile_.feedback.widen_dividend(cell, dividend_range_of(machine_.stack.peek(1)));
    }
    if (op != Op::get && op != Op::put) return;
    const Point target{machine_.stack.peek(1), machine_.stack.peek(0)};
    if (!machine_.field.contains(target)) profile_.feedback.out_of_bounds.insert(cell);
  }

  void on_write(Tick /*tick*/, Point by, Point at, std::int64_t before, std::int64_t now) override {
    const CellIndex cell = index_of(at);
    if (before != now) profile_.changed.insert(cell);
    const auto [first, is_new] = first_target_.try_emplace(index_of(by), cell);
    if (is_new || first->second == cell) return;
    profile_.feedback.aliased.insert(first->second);
    profile_.feedback.aliased.insert(cell);
  }

 private:
  [[nodiscard]] CellIndex index_of(Point at) const {
    return static_cast<CellIndex>(machine_.field.index_of(at));
  }

  void add_resume_point(CellIndex cell) {
    const CodePosition place{cell, Heading(machine_.direction, machine_.string_mode)};
    std::vector<CodePosition>& known = profile_.resume_points;
    if (std::find(known.begin(), known.end(), place) == known.end() &&
        known.size() < max_resume_points) {
      known.push_back(place);
    }
  }

  static constexpr std::size_t max_resume_points = 1000;

  const Machine& machine_;
  ExecutionProfile& profile_;
  std::unordered_map<CellIndex, CellIndex> first_target_;  // of each `p`
  bool after_modified_ = false;
};

}  // namespace

ExecutionProfile profile_run(Machine machine, const std::string& input, Tick ticks) {
  ExecutionProfile profile;
  ProfilingObserver student(machine, profile);
  StringInput bytes(input);
  NullOutput output;
  (void)run_reference(machine, {bytes, output}, machine.tick + ticks, &student);
  return profile;
}

namespace {

bool divides(MicroOpcode code) {
  switch (code) {
    case MicroOpcode::divide:
    case MicroOpcode::divide_k:
    case MicroOpcode::divide_cell:
    case MicroOpcode::divide_or_step:
    case MicroOpcode::remainder:
    case MicroOpcode::remainder_k:
    case MicroOpcode::remainder_cell:
    case MicroOpcode::remainder_or_step:
      return true;
    default:
      return false;
  }
}

}  // namespace

FailedSpeculation add_failure(ProfileFeedback& known, const MicroOp& op, const Machine& machine,
                              const BlockCache& cache) {
  const Point target{machine.stack.peek(1), machine.stack.peek(0)};
  if (divides(op.code)) return {known.widen_dividend(op.at, dividend_range_of(target.x)), {}};
  const bool is_put = op.code == MicroOpcode::put || op.code == MicroOpcode::put_in_row;
  const bool is_get = op.code == MicroOpcode::get || op.code == MicroOpcode::get_in_row;
  if (!is_put && !is_get) return {};
  if (!cache.size().contains(target)) return {known.out_of_bounds.insert(op.at).second, {}};
  const CellIndex cell = cache.index_of(target);
  const std::uint8_t mark = cache.marks()[cell] & BlockCache::store_marks;
  if (!is_put || mark != BlockCache::dependency || !known.aliased.insert(cell).second) return {};
  return {true, cell};
}

}  // namespace fungescope::jit
