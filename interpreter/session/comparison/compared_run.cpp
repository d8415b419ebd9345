#include "session/comparison/compared_run.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace fungescope {

ComparedRun::ComparedRun(RunPlan plan, const HistoryOptions& options)
    : first_input_(std::move(plan.input)),
      edits_(std::move(plan.edits)),
      history_(plan.start, first_input_, options) {}

Result<ComparedRun> ComparedRun::make(RunPlan plan, const HistoryOptions& options) {
  ComparedRun run(std::move(plan), options);
  if (auto applied = run.apply_edits(); !applied) return tl::unexpected(applied.error());
  return run;
}

// Applies the edits that are due at the end of what is recorded.
Result<void> ComparedRun::apply_edits() {
  for (; applied_ < edits_.size() && edits_[applied_].tick == history_.tick(); ++applied_) {
    const RunPlan::Edits& due = edits_[applied_];
    for (const Edit& edit : due.edits) {
      if (auto applied = history_.edit(edit); !applied) return applied;
    }
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

Tick ComparedRun::last_edit() const {
  Tick last = begin();
  for (std::size_t i = 0; i < applied_ && edits_[i].tick <= tick(); ++i) last = edits_[i].tick;
  return last;
}

Tick ComparedRun::next_edit() const {
  for (const RunPlan::Edits& edits : edits_) {
    if (edits.tick > tick()) return edits.tick;
  }
  return no_limit;
}

}  // namespace fungescope
