#include "debugger_ui/app/files/program_autosave.h"

#include "base/hash.h"
#include "session/expressions/symbols.h"
#include "session/recording/recording.h"
#include "session/recording/saved_json.h"

#include <algorithm>
#include <limits>
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
  for (const Region& region : snapshot.program->symbols.regions()) {
    if (is_declared_by_hand(region)) hasher.add_text(region_to_json(region).dump());
  }
  return hasher.value();
}

// Hashes the edits and other data that only a recording holds.
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

struct ProgramAutosave::SharedState {
  std::string file;
  Report report;
  // Owned by the session's thread.
  ProgramState left;
  std::optional<ProgramState> other_run;

  // Owned by the window's thread.
  std::optional<std::uint64_t> lists;  // the saved hash; unset: not computed yet
  std::optional<std::uint64_t> run;
  std::optional<double> run_changed;  // the time
  std::string reported;               // the last reported problem, which is not repeated

  Result<void> save(Debugger& debugger, Monitor& monitor, SaveScope extent) {
    auto state = TRY(capture(debugger, monitor, extent));
    const bool edited = !state.recording.empty() || state.lists_only;
    if (edited && !left.recording.empty()) {
      set_aside_recording(file);
      left.recording.clear();
    }
    keep(left, state);
    keep_other_run(state);
    return save_program_state(file, state);
  }

  void keep_other_run(ProgramState& state) const {
    const bool worked_on = !state.bookmarks.empty() || !state.recording.empty() || state.lists_only;
    if (!other_run || worked_on || other_run->source != state.source) return;
    state.bookmarks = other_run->bookmarks;
    state.notebook = other_run->notebook;
    state.recording = other_run->recording;
    state.tick = other_run->tick;
    state.seed = other_run->seed;
    state.dialect = other_run->dialect;
    state.size = other_run->size;
    state.input = other_run->input;
  }
};

ProgramAutosave::ProgramAutosave() = default;

ProgramAutosave::ProgramAutosave(std::string file, Report report)
    : state_(std::make_shared<SharedState>()) {
  const std::string path = program_state_paths(file).state;
  if (!path.empty()) lock_ = FileLock::take(path + ".lock", FileLock::Wait::no);
  elsewhere_ = !path.empty() && !lock_ && FileLock::is_taken(path + ".lock");
  if (elsewhere_) {
    report("another window has this program open and keeps its state; nothing is saved here");
  }
  state_->file = std::move(file);
  state_->report = std::move(report);
}

void ProgramAutosave::resume(SessionThread& session, ProgramState known,
                             std::optional<ProgramState> other_run) {
  if (!state_) return;
  session.ask<RestoreResult>(
      slot::none,
      [shared = state_, known = std::move(known), other_run = std::move(other_run)](
          Debugger& debugger, Monitor& monitor) {
        ProgramState lists = known;
        std::string recording = std::exchange(lists.recording, {});
        RestoreResult resumed = ui::resume(debugger, monitor, lists);
        shared->left = std::move(resumed.left);
        if (!recording.empty()) shared->left.recording = std::move(recording);
        shared->other_run = other_run;
        return resumed;
      },
      [shared = state_](const RestoreResult& resumed) {
        for (const std::string& problem : resumed.problems) shared->report(problem);
      });
  session.submit(";");  // publishes a snapshot even if the instant is the same
}

void ProgramAutosave::restore_run(SessionThread& session) {
  if (!state_) return;
  session.ask<std::string>(
      slot::none,
      [shared = state_](Debugger& debugger, Monitor& monitor) {
        Session& present = debugger.session();
        auto loaded = load_recording(shared->left.recording, present.options().load.file,
                                     present.options(), &monitor);
        if (!loaded) return "the edited run did not come back: " + to_string(loaded.error());
        // The breakpoints may be newer than the recording.
        (*loaded)->breakpoints() = present.breakpoints();
        for (Breakpoint& breakpoint : (*loaded)->breakpoints().all()) {
          reparse(breakpoint, (*loaded)->symbols(), (*loaded)->machine().field.size());
        }
        debugger.replace_session(std::move(*loaded));
        shared->left.recording.clear();
        return std::string();
      },
      [shared = state_](const std::string& problem) {
        if (!problem.empty()) shared->report(problem);
      });
}

void ProgramAutosave::forget_run(SessionThread& session) {
  if (!state_) return;
  session.ask<bool>(
      slot::none,
      [shared = state_](Debugger&, Monitor&) {
        shared->left.recording.clear();
        if (shared->other_run) shared->other_run->recording.clear();
        return true;
      },
      [](bool) {});
  save(session, SaveScope::all);
}

double ProgramAutosave::next_update(const ViewSnapshot& snapshot) const {
  double next = std::numeric_limits<double>::infinity();
  if (!enabled()) return next;
  if (snapshot.serial != checked_) next = next_check_;
  if (state_->run_changed) next = std::min(next, *state_->run_changed + all_after);
  return next;
}

void ProgramAutosave::update(SessionThread& session, const ViewSnapshot& snapshot, double now) {
  if (now < next_update(snapshot)) return;
  next_check_ = now + lists_after;
  checked_ = snapshot.serial;
  const std::uint64_t lists = hash_of_lists(snapshot);
  const std::uint64_t run = hash_of_run(snapshot);
  const bool changed = state_->lists && state_->lists != lists;
  state_->lists = lists;
  if (state_->run && state_->run != run && !state_->run_changed) state_->run_changed = now;
  state_->run = run;
  const bool all = state_->run_changed && now >= *state_->run_changed + all_after;
  if (all) state_->run_changed.reset();
  if (all || changed) save(session, all ? SaveScope::all : SaveScope::lists);
}

std::shared_ptr<Completion> ProgramAutosave::save(SessionThread& session, SaveScope extent) {
  auto over = std::make_shared<Completion>();
  if (!enabled()) {
    over->finish();
    return over;
  }
  // Destroyed with the work, whether that was done or dropped.
  const std::shared_ptr<Completion> done(over.get(), [over](Completion* it) { it->finish(); });
  session.ask<std::string>(
      slot::none,
      [shared = state_, done, extent](Debugger& debugger, Monitor& monitor) {
        const auto result = shared->save(debugger, monitor, extent);
        done->finish();
        return result ? std::string() : to_string(result.error());
      },
      [shared = state_](const std::string& problem) {
        if (problem.empty()) return;
        if (std::exchange(shared->reported, problem) == problem) return;
        shared->report("what was set is not kept: " + problem);
      });
  return over;
}

}  // namespace fungescope::ui
