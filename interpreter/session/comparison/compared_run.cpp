#include "session/comparison/run_comparison.h"
#include "session/run_control/scoped_seek.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <variant>

namespace fungescope {
namespace {

// Returns the branches from the first one to `branch`.
std::vector<BranchInfo> line_of(const History& history, BranchId branch) {
  std::vector<BranchInfo> line{history.info(branch)};
  while (line.back().id != line.back().parent) line.push_back(history.info(line.back().parent));
  std::reverse(line.begin(), line.end());
  return line;
}

bool has_new_input(const BranchInfo& branch) {
  return std::any_of(branch.edits.begin(), branch.edits.end(),
                     [](const Edit& edit) { return std::holds_alternative<SetInput>(edit); });
}

// Returns the input with which each branch of a line can be run. A branch reads nothing after its
// child begins, so the child's input serves both, unless the child has replaced it.
Result<std::vector<InputLog>> inputs_of(History& history, const std::vector<BranchInfo>& line,
                                        Monitor* monitor) {
  std::vector<InputLog> inputs(line.size());
  for (std::size_t i = line.size(); i > 0; --i) {
    const bool own = i == line.size() || has_new_input(line[i]);
    if (!own) {
      inputs[i - 1] = inputs[i];
      continue;
    }
    TRY(history.switch_to(line[i - 1].id, monitor));
    inputs[i - 1] = history.input();
  }
  return inputs;
}

}  // namespace

Result<ReplayPlan> plan_run(History& history, BranchId branch, BranchInstant from,
                            Monitor* monitor) {
  ScopedSeek scoped_seek(history);
  std::vector<BranchInfo> line = line_of(history, branch);
  line.erase(line.begin(), std::find_if(line.begin(), line.end(), [from](const BranchInfo& one) {
               return one.id == from.branch;
             }));
  auto inputs = TRY(inputs_of(history, line, monitor));
  TRY(history.switch_to(from.branch, monitor));
  TRY(scoped_seek.seek(from.tick, monitor));
  ReplayPlan plan{history.machine(), inputs.front(), {}, line.back().end};
  for (std::size_t i = 1; i < line.size(); ++i) {
    plan.edits.push_back({line[i].begin, std::move(line[i].edits), inputs[i]});
  }
  return plan;
}

BranchInstant first_instant(const History& history) {
  return {line_of(history, history.branch()).front().id, history.begin()};
}

BranchInstant owner_of(const History& history, Tick tick) {
  BranchInfo branch = history.info(history.branch());
  while (branch.begin > tick && branch.id != branch.parent) branch = history.info(branch.parent);
  return {branch.id, tick};
}

BranchInstant last_common_instant(const History& history, BranchId a, BranchId b) {
  const std::vector<BranchInfo> first = line_of(history, a);
  const std::vector<BranchInfo> second = line_of(history, b);
  std::size_t common = 0;
  while (common < first.size() && common < second.size() && first[common].id == second[common].id) {
    ++common;
  }
  BranchInstant instant{first[common - 1].id, first[common - 1].end};
  for (const auto* const line : {&first, &second}) {
    if (common < line->size()) instant.tick = std::min(instant.tick, (*line)[common].begin);
  }
  return instant;
}

ComparedRun::ComparedRun(ReplayPlan plan, const HistoryOptions& options)
    : first_input_(std::move(plan.input)),
      edits_(std::move(plan.edits)),
      history_(plan.start, first_input_, options) {}

Result<ComparedRun> ComparedRun::make(ReplayPlan plan, const HistoryOptions& options) {
  ComparedRun run(std::move(plan), options);
  TRY(run.apply_edits());
  return run;
}

// Applies the edits that are due at the end of what is recorded.
Result<void> ComparedRun::apply_edits() {
  for (; applied_ < edits_.size() && edits_[applied_].tick == history_.tick(); ++applied_) {
    const ReplayPlan::Edits& due = edits_[applied_];
    for (const Edit& edit : due.edits) TRY(history_.edit(edit));
    const std::string_view has = history_.input().bytes();
    if (has.size() < due.input.bytes().size()) {
      static_cast<void>(history_.give_input(due.input.bytes().substr(has.size())));
    }
    if (due.input.closed() && !history_.input().closed()) {
      static_cast<void>(history_.close_input());
    }
  }
  return {};
}

bool ComparedRun::go_to(Tick target, Monitor* monitor) {
  while (applied_ < edits_.size() && edits_[applied_].tick <= target) {
    const Tick due = edits_[applied_].tick;
    if (history_.seek(due, monitor) == StopReason::interrupted) return false;
    if (history_.tick() < due) return true;
    // It was possible in the same state of the run that was planned.
    const auto applied = apply_edits();
    assert(applied);
    static_cast<void>(applied);
  }
  return history_.seek(target, monitor) != StopReason::interrupted;
}

const InputLog& ComparedRun::input() const {
  const InputLog* input = &first_input_;
  for (std::size_t i = 0; i < applied_ && edits_[i].tick <= tick(); ++i) input = &edits_[i].input;
  return *input;
}

bool ComparedRun::has_same_unread_input(const ComparedRun& other) const {
  const auto unread = [](const ComparedRun& run) {
    const std::string_view bytes = run.input().bytes();
    return bytes.substr(std::min<std::size_t>(run.machine().input_position, bytes.size()));
  };
  return input().closed() == other.input().closed() && unread(*this) == unread(other);
}

Tick ComparedRun::last_edit() const {
  Tick last = begin();
  for (std::size_t i = 0; i < applied_ && edits_[i].tick <= tick(); ++i) last = edits_[i].tick;
  return last;
}

Tick ComparedRun::next_edit() const {
  for (const ReplayPlan::Edits& edits : edits_) {
    if (edits.tick > tick()) return edits.tick;
  }
  return no_limit;
}

}  // namespace fungescope
