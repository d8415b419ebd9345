#include "debugger_ui/app/files/program_autosave.h"

#include "base/hash.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

std::uint64_t hash_of_lists(const ViewSnapshot& snapshot) {
  Hasher hasher;
  for (const BreakpointSnapshot& stop : snapshot.breakpoints) {
    hasher.add_text(fmt::format("{} {}\n", stop.text, stop.enabled));
  }
  for (const Bookmark& mark : snapshot.bookmarks) {
    hasher.add_text(fmt::format("{} {} {}\n", mark.name, mark.tick, mark.branch));
  }
  for (const Debugger::Watched& watched : snapshot.watched) hasher.add_text(watched.text + '\n');
  return hasher.value();
}

// Whether there are edits or other state that only a recording holds.
std::uint64_t hash_of_run(const ViewSnapshot& snapshot) {
  Hasher hasher;
  bool edited = false;
  for (const BranchInfo& branch : snapshot.branches) {
    hasher.add_text(fmt::format("{} {}\n", branch.id, branch.edits.size()));
    edited = edited || !branch.edits.empty();
  }
  if (!edited) return 0;
  for (const Bookmark& mark : snapshot.bookmarks) {
    hasher.add_text(fmt::format("{} {} {}\n", mark.name, mark.tick, mark.branch));
  }
  return hasher.value();
}

}  // namespace

struct ProgramAutosave::Kept {
  std::string file;
  Tell tell;
  // Used by the session's thread only.
  ProgramState left;
  std::optional<ProgramState> other_run;

  // Used by the window's thread only.
  std::optional<std::uint64_t> lists;  // hash of the saved lists; unset: not computed yet
  std::optional<std::uint64_t> run;
  std::optional<double> run_changed;  // time of the change
  std::string told;                   // last message, so that it is not repeated

  Result<void> save(Debugger& debugger, Monitor& monitor, SaveScope extent) const {
    auto state = capture(debugger, monitor, extent);
    if (!state) return tl::unexpected(state.error());
    keep(left, *state);
    keep_other_run(*state);
    return save_program_state(file, *state);
  }

  void keep_other_run(ProgramState& state) const {
    const bool worked_on = !state.bookmarks.empty() || !state.recording.empty() || state.lists_only;
    if (!other_run || worked_on || other_run->source != state.source) return;
    state.bookmarks = other_run->bookmarks;
    state.recording = other_run->recording;
    state.tick = other_run->tick;
    state.seed = other_run->seed;
    state.input = other_run->input;
  }
};

ProgramAutosave::ProgramAutosave() = default;

ProgramAutosave::ProgramAutosave(std::string file, Tell tell) : kept_(std::make_shared<Kept>()) {
  kept_->file = std::move(file);
  kept_->tell = std::move(tell);
}

void ProgramAutosave::resume(SessionThread& session, ProgramState known,
                             std::optional<ProgramState> other_run) {
  if (!kept_) return;
  session.ask<RestoreResult>(
      slot::none,
      [kept = kept_, known = std::move(known), other_run = std::move(other_run)](Debugger& debugger,
                                                                                 Monitor& monitor) {
        RestoreResult resumed = ui::resume(debugger, monitor, known);
        kept->left = std::move(resumed.left);
        kept->other_run = other_run;
        return resumed;
      },
      [kept = kept_](const RestoreResult& resumed) {
        for (const std::string& problem : resumed.problems) kept->tell(problem);
      });
  session.submit(";");  // forces a new snapshot, although the instant may be the same
}

void ProgramAutosave::frame(SessionThread& session, const ViewSnapshot& snapshot, double now) {
  if (!kept_ || now < next_look_) return;
  next_look_ = now + lists_after;
  const std::uint64_t lists = hash_of_lists(snapshot);
  const std::uint64_t run = hash_of_run(snapshot);
  const bool changed = kept_->lists && kept_->lists != lists;
  kept_->lists = lists;
  if (kept_->run && kept_->run != run && !kept_->run_changed) kept_->run_changed = now;
  kept_->run = run;
  const bool all = kept_->run_changed && now - *kept_->run_changed >= all_after;
  if (all) kept_->run_changed.reset();
  if (all || changed) save(session, all ? SaveScope::all : SaveScope::lists);
}

std::future<void> ProgramAutosave::save(SessionThread& session, SaveScope extent) {
  auto done = std::make_shared<std::promise<void>>();
  std::future<void> over = done->get_future();
  if (!kept_) {
    done->set_value();
    return over;
  }
  // If the work is dropped, so is the promise, and nothing waits.
  session.ask<std::string>(
      slot::none,
      [kept = kept_, done, extent](Debugger& debugger, Monitor& monitor) {
        const auto saved = kept->save(debugger, monitor, extent);
        done->set_value();
        return saved ? std::string() : to_string(saved.error());
      },
      [kept = kept_](const std::string& problem) {
        if (problem.empty() || std::exchange(kept->told, problem) == problem) return;
        kept->tell("what was set is not kept: " + problem);
      });
  return over;
}

}  // namespace fungescope::ui
