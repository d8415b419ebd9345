#include "session/comparison/run_comparison.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace fungescope {
namespace {

bool has_new_input(const BranchInfo& branch) {
  return std::any_of(branch.edits.begin(), branch.edits.end(),
                     [](const Edit& edit) { return std::holds_alternative<SetInput>(edit); });
}

}  // namespace

Result<ReplayPlan> plan_run(History& history, BranchId branch, BranchInstant from,
                            Monitor* monitor) {
  ScopedSeek scoped_seek(history);
  std::vector<ReplayPlan::Edits> edits;  // the latest first
  InputLog input;
  // A branch reads nothing after its child begins, so the child's input serves both, unless the
  // child has replaced it.
  bool has_own_input = true;
  for (BranchInfo info = history.info(branch);; info = history.info(info.parent)) {
    if (has_own_input) {
      TRY(history.switch_to(info.id, monitor));
      input = history.input();
    }
    if (info.id == from.branch) break;
    has_own_input = has_new_input(info);
    edits.push_back({info.begin, std::move(info.edits), input});
  }
  std::reverse(edits.begin(), edits.end());
  TRY(history.switch_to(from.branch, monitor));
  TRY(scoped_seek.seek(from.tick, monitor));
  return ReplayPlan{history.machine(), std::move(input), std::move(edits),
                    history.info(branch).end};
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

Result<void> ComparedRun::go_to(Tick target, Monitor* monitor) {
  while (applied_ < edits_.size() && edits_[applied_].tick <= target) {
    const Tick due = edits_[applied_].tick;
    TRY(seek_to(history_, due, monitor));
    if (history_.tick() < due) return {};
    TRY(apply_edits());
  }
  return seek_to(history_, target, monitor);
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
