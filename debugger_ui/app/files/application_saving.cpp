// Saving, the file on disk, and what is kept of a program: its state, and unsaved changes for a
// crash.
#include "base/text_table.h"
#include "debugger_ui/app/application.h"
#include "front_end/file_input.h"
#include "front_end/file_output.h"
#include "front_end/program_file.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr const char* changed_on_disk = "changed on disk";
constexpr const char* removed_from_disk = "removed from disk";
constexpr const char* kept_run = "kept run";
constexpr const char* not_saved = "not saved";
constexpr const char* older_source = "older source";

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

// The tick of the next edit that the run comes to from the present instant, on its branch.
std::optional<Tick> next_edit(const ViewSnapshot& snapshot) {
  std::optional<Tick> next;
  for (BranchId id = snapshot.branch;;) {
    const auto branch = std::find_if(snapshot.branches.begin(), snapshot.branches.end(),
                                     [id](const BranchInfo& info) { return info.id == id; });
    if (branch == snapshot.branches.end()) return next;
    if (!branch->edits.empty() && branch->begin > snapshot.tick) next = branch->begin;
    if (id == 0) return next;
    id = branch->parent;
  }
}

}  // namespace

void Application::guard(const std::string& what, const std::function<void()>& then) {
  const bool missing = file_watch_.missing();
  if (!editing_.modified() && !missing) return then();
  ask(missing ? "The file was removed" : "Unsaved changes",
      fmt::format("{} {} {}?", snapshot_->program->name,
                  missing ? "is no longer on disk. Save it before"
                          : "has unsaved changes. Save them before",
                  what),
      {{"don't save", then}, {"save", [this, then] { save_program(then); }}});
}

void Application::save_program(std::function<void()> then) {
  const std::string& path = editing_.path();
  if (path.empty()) return save_program_as(std::move(then));
  if (notices_.has(changed_on_disk)) {
    const auto replace = [this, then] {
      notices_.remove(changed_on_disk);
      save_program(then);
    };
    return ask(
        "Changed on disk",
        fmt::format("{} was changed by another program since it was opened.", file_name(path)),
        {{"save as…", [this, then] { save_program_as(then); }}, {"replace it", replace}});
  }
  if (!write_program(path, [this, then] { save_program(then); })) return;
  file_watch_.accept();
  notices_.remove(removed_from_disk);
  editing_.mark_saved();
  notify("saved " + file_name(path), Tone::good);
  if (then) then();
}

void Application::save_program_as(std::function<void()> then) {
  std::string path = editing_.path();
  if (path.empty()) path = snapshot_->program->name;
  std::filesystem::path suggestion(path);
  if (suggestion.extension() != ".b93") suggestion.replace_extension(".b93");
  prompt_save_path("Save the program", suggestion.string(),
                   [this, then = std::move(then)](const std::string& file) {
                     if (!write_program(file, [this, then] { save_program_as(then); })) return;
                     adopt_file(file);
                     notify("saved " + file_name(file), Tone::good);
                     if (then) then();
                   });
}

bool Application::write_program(const std::string& file, const std::function<void()>& again) {
  notices_.remove(not_saved);
  const auto written = replace_file(file, editing_.bytes());
  if (written) return true;
  const std::string problem = "not saved: " + to_string(written.error());
  notify(problem, Tone::bad);
  show_notice({not_saved,
               problem + ". The changes are still here, unsaved.",
               {{"try again", "", again},
                {"save as…", "to another folder or disk", [this] { save_program_as({}); }}}});
  return false;
}

// The program belongs to the file to which it was saved from now on. The run stays.
void Application::adopt_file(const std::string& file) {
  options_.open.file = file;
  options_.open.source.reset();
  origin_.is_recording = false;
  origin_.link.clear();
  session_->rename(file);
  editing_.saved_as(file);
  file_watch_ = FileWatch(file);
  notices_.remove(changed_on_disk);
  notices_.remove(removed_from_disk);
  notices_.remove(kept_run);
  if (!options_.user_files) return;
  settings_.add_recent(absolute_program(file));
  autosave_ = {};  // releases its lock, which may be of the same file
  autosave_ = ProgramAutosave(file, warn());
  autosave_.save(*session_, SaveScope::all);
}

void Application::new_program() {
  guard("a new program is made", [this] {
    std::filesystem::path suggestion(snapshot_->program->file);
    suggestion.replace_filename("untitled.b93");
    prompt_save_path("New program", suggestion.string(), [this](const std::string& file) {
      if (auto written = replace_file(file, ""); !written) {
        return notify("no new program: " + to_string(written.error()) + "; choose another folder",
                      Tone::bad);
      }
      start_opening(request_for(file));
      reveal(PanelId::playfield);
    });
  });
}

void Application::restart_with_source(bool from_disk) {
  OpenRequest request = restart_request();
  if (from_disk) request.source.reset();
  notices_.remove(changed_on_disk);
  file_watch_.accept();
  restart_with_present_input(std::move(request));
}

void Application::offer_restart() {
  if (std::exchange(editing_.restart, false)) restart_with_source(false);
  const ViewSnapshot& snapshot = *snapshot_;
  std::optional<Tick> edited = next_edit(snapshot);
  if (edited && !editing_.differs_from_start()) edited.reset();
  const bool waits = editing_.waits_for_restart() && snapshot.end > snapshot.begin;
  if (!edited && !waits) {
    once_.restart_offered = false;
    notices_.remove(older_source);
    return;
  }
  if (snapshot.tick != snapshot.begin || std::exchange(once_.restart_offered, true)) return;
  show_notice(
      {older_source,
       edited ? fmt::format("This run begins with the program before your edits, which "
                            "come at tick {}.",
                            with_separators(*edited))
              : "Your edits are not in this run: they wait for a restart.",
       {{"restart with source", "run the edited program from tick 0, with the same input: Ctrl+F5",
         [this] { restart_with_source(false); }}}});
}

void Application::watch_file() {
  const FileChange change = file_watch_.poll(time_);
  if (change == FileChange::none) return;
  stale_ = true;
  notices_.remove(removed_from_disk);
  if (change == FileChange::written) offer_changed_file();
  if (change == FileChange::removed) offer_removed_file();
}

void Application::offer_removed_file() {
  notices_.remove(changed_on_disk);
  show_notice({removed_from_disk,
               file_name(file_watch_.path()) + " was deleted or moved. The program is still here.",
               {{"save it again", file_watch_.path(), [this] { save_program({}); }},
                {"save as…", "to another file", [this] { save_program_as({}); }}}});
}

void Application::offer_changed_file() {
  const auto asking = [this](std::function<void()> then) {
    return [this, then = std::move(then)] {
      if (!editing_.modified()) return then();
      ask("Unsaved changes", "Your unsaved changes would be replaced by the file on disk.",
          {{"replace them", then}, {"save as…", [this] { save_program_as({}); }}});
    };
  };
  show_notice({changed_on_disk,
               file_name(file_watch_.path()) + " has changed on disk.",
               {{"restart with it", "from tick 0, with the same input",
                 asking([this] { restart_with_source(true); })},
                {"patch it in here", "a branch at this instant: Ctrl+R",
                 asking([this] { reload_file(); })}}});
}

void Application::reload_file() {
  if (editing_.path().empty()) {
    return notify("this program has no file to be read again; open one", Tone::plain);
  }
  file_watch_.accept();
  notices_.remove(changed_on_disk);
  session_->submit("reload", [this](const CommandOutcome& answer) {
    notify(
        answer.response ? answer.response->text : "reload: " + to_string(answer.response.error()),
        answer.response ? Tone::plain : Tone::bad);
    if (!answer.response) return;
    if (auto source = read_file(editing_.path())) {
      LoadOptions options = options_.open.session.load;
      options.file = editing_.path();
      options.dialect = snapshot_->program->dialect;
      options.size = snapshot_->program->size;
      editing_.program_opened(std::move(*source), std::move(options), editing_.path());
    }
  });
}

// Edited runs of earlier sessions do not replace the file's program: they are offered.
void Application::offer_kept_run() {
  show_notice(
      {kept_run,
       "An edited run of this program was kept. This is the program as it is in its file.",
       {{"restore it", "the run of last time, with its branches",
         [this] { autosave_.restore_edited_run(*session_); }},
        {"forget it", "remove the kept run", [this] { autosave_.forget_run(*session_); }}}});
}

void Application::forget_kept() {
  const std::string& name = snapshot_->program->name;
  ask("Clear saved state",
      fmt::format("Breakpoints, bookmarks, watches, input and edited runs that were kept of {} are "
                  "removed, and it starts again.",
                  name),
      {{"clear", [this] {
          guard("it is cleared", [this] {
            OpenRequest request = options_.open;
            request.file = snapshot_->program->file;
            request.input.reset();
            request.keep = false;
            // Not the snapshot's program, which may still be the one before.
            request.then = [this] {
              if (autosave_.enabled()) forget_program_state(options_.open.file);
            };
            start_opening(std::move(request));
          });
        }}});
}

// ---- Unsaved changes

void Application::keep_unsaved() {
  if (!options_.user_files) return;
  unsaved_.update(editing_, snapshot_->program->file, time_, warn());
}

// Offers what a crash has left of the open program. That of others is in the palette.
void Application::offer_unsaved(bool first) {
  if (!options_.user_files) return;
  std::size_t others = 0;
  std::vector<UnsavedText::Found> all = UnsavedText::find();
  std::reverse(all.begin(), all.end());  // the notice shown last is the one that is seen
  for (const UnsavedText::Found& found : all) {
    const std::string& file = found.file;
    if (file != absolute_program(options_.open.file)) {
      ++others;
      continue;
    }
    const bool same_base = found.base == base_of(editing_.path());
    if (same_base && first && options_.resumes && autosave_.enabled() && !editing_.modified()) {
      restore_unsaved(found);
      continue;
    }
    show_notice(
        {"unsaved " + found.id,
         fmt::format("Unsaved changes to {} of {} were kept.{}", program_title(file), found.time,
                     same_base ? "" : " The file has changed since."),
         {{"restore", "into the editor; the file stays as it is",
           [this, found] { restore_unsaved(found); }},
          {"discard", "remove what was kept", [id = found.id] { UnsavedText::discard(id); }}}});
  }
  if (!first || others == 0) return;
  notify(fmt::format("unsaved changes to {} were kept: Ctrl+P, unsaved",
                     others == 1 ? "another program" : fmt::format("{} other programs", others)),
         Tone::plain);
}

void Application::take_up_unsaved(const UnsavedText::Found& found) {
  const std::string& file = found.file;
  if (file == absolute_program(options_.open.file)) return restore_unsaved(found);
  if (program_origin(file, StandardInput::accept) == ProgramOrigin::built_in ||
      std::filesystem::exists(file)) {
    return open(file);
  }
  prompt_save_path("Save the kept source", file, [this, found](const std::string& path) {
    if (auto written = replace_file(path, found.text); !written) {
      return notify(to_string(written.error()), Tone::bad);
    }
    UnsavedText::discard(found.id);
    open(path);
  });
}

void Application::restore_unsaved(const UnsavedText::Found& found) {
  guard("the kept ones are restored", [this, found] {
    editing_.restore(found.text);
    reveal(PanelId::playfield);
    unsaved_.hurry(time_);
    keep_unsaved();
    if (unsaved_.has_kept()) UnsavedText::discard(found.id);
  });
}

}  // namespace fungescope::ui
