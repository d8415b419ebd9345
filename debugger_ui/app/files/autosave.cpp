#include "debugger_ui/app/files/autosave.h"

#include "base/hash.h"
#include "base/json.h"
#include "debugger_ui/app/files/open_file.h"
#include "front_end/file_input.h"
#include "front_end/file_output.h"
#include "session/expressions/symbols.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <limits>
#include <optional>
#include <random>
#include <system_error>
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
    if (is_declared_by_hand(region)) hasher.add_text(region_option(region) + '\n');
  }
  return hasher.value();
}

// Hashes the edits and other data that only a recording holds.
std::uint64_t hash_of_run(const ViewSnapshot& snapshot) {
  if (!has_edits(snapshot.branches)) return 0;
  Hasher hasher;
  for (const BranchInfo& branch : snapshot.branches) {
    hasher.add_text(fmt::format("{} {}\n", branch.id, branch.edits.size()));
  }
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
  ProgramState unrestored;
  std::optional<ProgramState> other_saved_run;

  // Owned by the window's thread.
  std::optional<std::uint64_t> lists;  // the saved hash; unset: not computed yet
  std::optional<std::uint64_t> run;
  std::optional<double> run_changed;  // the time
  std::string reported;               // the last reported problem, which is not repeated

  Result<void> save(Debugger& debugger, Monitor& monitor, SaveScope extent) {
    auto state = TRY(capture(debugger, monitor, extent));
    if (state.has_recording && !unrestored.recording.empty()) {
      set_aside_recording(file);
      unrestored.recording.clear();
    }
    carry_over(unrestored, state);
    keep_other_saved_run(state);
    return save_program_state(file, state);
  }

  // The lists are the present ones.
  void keep_other_saved_run(ProgramState& state) const {
    const bool has_own_work =
        !state.image.bookmarks.empty() || state.has_recording || !state.recording.empty();
    if (!other_saved_run || has_own_work || other_saved_run->source != state.source) return;
    SessionImage present = std::exchange(state, *other_saved_run).image;
    state.image.breakpoints = std::move(present.breakpoints);
    state.image.watched = std::move(present.watched);
    state.image.regions = std::move(present.regions);
  }
};

ProgramAutosave::ProgramAutosave(std::string file, Report report)
    : state_(std::make_shared<SharedState>()) {
  const std::string path = program_state_paths(file).state;
  if (!path.empty()) lock_ = FileLock(path + ".lock");
  if (elsewhere()) {
    report("another window has this program open and keeps its state; nothing is saved here");
  }
  state_->file = std::move(file);
  state_->report = std::move(report);
}

void ProgramAutosave::resume(SessionThread& session, ProgramState known,
                             std::optional<ProgramState> other_saved_run) {
  if (!state_) return;
  session.ask<RestoreResult>(
      slot::none,
      [shared = state_, known = std::move(known), other_saved_run = std::move(other_saved_run)](
          Debugger& debugger, Monitor& monitor) {
        RestoreResult resumed = ui::resume(debugger, monitor, known);
        shared->unrestored = std::move(resumed.unrestored);
        shared->unrestored.recording = known.recording;
        shared->other_saved_run = other_saved_run;
        return resumed;
      },
      [shared = state_](const RestoreResult& resumed) {
        for (const std::string& problem : resumed.problems) shared->report(problem);
      });
  session.submit(";");  // publishes a snapshot even if the instant is the same
}

void ProgramAutosave::restore_edited_run(SessionThread& session) {
  if (!state_) return;
  session.ask<Result<void>>(
      slot::none,
      [shared = state_](Debugger& debugger, Monitor& monitor) {
        auto restored = ui::restore_edited_run(debugger, monitor, shared->unrestored.recording);
        if (restored) shared->unrestored.recording.clear();
        return restored;
      },
      [shared = state_](const Result<void>& restored) {
        if (restored) return;
        shared->report("the edited run could not be restored: " + to_string(restored.error()));
      });
}

void ProgramAutosave::forget_run(SessionThread& session) {
  if (!state_) return;
  session.ask<bool>(
      slot::none,
      [shared = state_](Debugger&, Monitor&) {
        shared->unrestored.recording.clear();
        if (shared->other_saved_run) {
          shared->other_saved_run->has_recording = false;
          shared->other_saved_run->recording.clear();
        }
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

// ---- Unsaved text

namespace {

constexpr const char* unsaved_key = "fungescope_unsaved";
constexpr std::uint64_t unsaved_version = 1;

// Empty if there is none.
std::string unsaved_folder() {
  const std::string folder = state_path("unsaved");
  std::error_code failure;
  if (!folder.empty()) std::filesystem::create_directories(folder, failure);
  return failure ? std::string() : folder;
}

// The path of a file of that name in the folder.
std::string unsaved_path(const std::string& id, const char* ending) {
  return unsaved_folder() + '/' + id + ending;
}

void header_fields(JsonFields& fields, UnsavedText::Found& found) {
  fields.member("file", found.file);
  fields.member("base", found.base);
  fields.member("time", found.time);
}

std::optional<UnsavedText::Found> read_unsaved(std::string id) {
  const auto bytes = read_file(unsaved_path(id, ".text"));
  if (!bytes) return std::nullopt;
  const std::size_t header = bytes->find('\n');
  if (header == std::string::npos) return std::nullopt;
  const Json json = Json::parse(bytes->substr(0, header), nullptr, false);
  if (!json.is_object()) return std::nullopt;
  std::string problem;
  JsonReader reader(json, "", problem);
  if (reader.number(unsaved_key) != unsaved_version) return std::nullopt;
  UnsavedText::Found found;
  found.id = std::move(id);
  JsonFields fields(reader);
  header_fields(fields, found);
  found.text = bytes->substr(header + 1);
  if (!problem.empty()) return std::nullopt;
  return found;
}

}  // namespace

Result<void> UnsavedText::keep(std::string file, std::uint64_t base, const std::string& text) {
  if (unsaved_folder().empty()) return {};
  if (id_.empty()) {
    std::random_device random;
    id_ = fmt::format("{:08x}{:08x}", random(), random());
    lock_ = FileLock(unsaved_path(id_, ".lock"));
  }
  Json header;
  header[unsaved_key] = unsaved_version;
  JsonFields fields(header);
  Found found{id_, std::move(file), base, {}, time_text(std::time(nullptr))};
  header_fields(fields, found);
  return replace_file(unsaved_path(id_, ".text"), header.dump() + '\n' + text);
}

void UnsavedText::remove() {
  if (id_.empty()) return;
  discard(id_);
  *this = {};
}

std::vector<UnsavedText::Found> UnsavedText::find() {
  std::vector<Found> result;
  const std::string folder = unsaved_folder();
  if (folder.empty()) return result;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    const std::filesystem::path& path = entry.path();
    if (path.extension() != ".text") continue;
    const std::string id = path.stem().string();
    const FileLock lock(unsaved_path(id, ".lock"));
    if (!lock.held()) continue;
    if (auto found = read_unsaved(id)) result.push_back(std::move(*found));
  }
  std::sort(result.begin(), result.end(),
            [](const Found& a, const Found& b) { return a.time > b.time; });
  return result;
}

void UnsavedText::discard(const std::string& id) {
  std::error_code ignored;
  for (const char* const ending : {".text", ".lock"}) {
    std::filesystem::remove(unsaved_path(id, ending), ignored);
  }
}

std::uint64_t base_of(const std::string& path) {
  if (path.empty()) return 0;
  const auto bytes = read_file(path);
  return bytes ? hash_of_source(*bytes) : 0;
}

bool UnsavedText::keeps_newest(const SourceEditing& editing) const {
  return !editing.modified() || revision_ == std::pair(editing.generation(), editing.revision());
}

std::optional<double> UnsavedText::next_update(const SourceEditing& editing, double now) const {
  return keeps_newest(editing) ? std::nullopt : std::optional(due_.value_or(now));
}

void UnsavedText::update(SourceEditing& editing, const std::string& file, double now,
                         const std::function<void(std::string)>& report) {
  if (!editing.modified() && has_kept()) remove();
  if (keeps_newest(editing)) {
    due_.reset();
    return;
  }
  if (!due_) {
    // A large source less often: it takes a few milliseconds per megabyte.
    constexpr double cells_per_second = 4e6;
    const auto cells = static_cast<double>(editing.editor().document().field().area());
    due_ = now + std::max(1.0, cells / cells_per_second);
  }
  if (now < *due_) return;
  due_.reset();
  revision_ = {editing.generation(), editing.revision()};
  if (!has_kept()) base_ = base_of(editing.path());
  const std::string& kept_file = editing.path().empty() ? file : editing.path();
  const auto kept = keep(absolute_program(kept_file), base_, editing.bytes());
  const std::string problem = kept ? "" : to_string(kept.error());
  if (std::exchange(problem_, problem) == problem || kept) return;
  report("unsaved changes would not survive a crash: " + problem);
}

}  // namespace fungescope::ui
