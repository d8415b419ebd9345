// New programs, saving, restarting with the source, and what is kept of a program.
#include "debugger_ui/app/application.h"
#include "front_end/file_input.h"
#include "front_end/file_output.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr std::string_view changed_on_disk = "changed on disk";
constexpr std::string_view kept_run = "kept run";

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

}  // namespace

void Application::guard(std::string what, std::function<void()> then) {
  if (!editing_.modified()) return then();
  std::vector<ChoiceDialog::Choice> choices;
  choices.push_back({"don't save", then});
  choices.push_back({"save", [this, then] { save_program(then); }});
  choice_dialog_.open(
      "Unsaved changes",
      fmt::format("{} has unsaved changes. Save them before {}?", snapshot_->program->name, what),
      std::move(choices));
}

void Application::save_program(std::function<void()> then) {
  const std::string& path = editing_.path();
  if (path.empty()) return save_program_as(std::move(then));
  if (notices_.has(changed_on_disk)) {
    std::vector<ChoiceDialog::Choice> choices;
    choices.push_back({"save as…", [this, then] { save_program_as(then); }});
    choices.push_back({"replace it", [this, then] {
                         notices_.remove(changed_on_disk);
                         save_program(then);
                       }});
    choice_dialog_.open(
        "Changed on disk",
        fmt::format("{} was changed by another program since it was opened.", file_name(path)),
        std::move(choices));
    return;
  }
  if (auto written = replace_file(path, editing_.bytes()); !written) {
    return notify("not saved: " + to_string(written.error()), Tone::bad);
  }
  file_watch_.accept();
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
                     if (auto written = replace_file(file, editing_.bytes()); !written) {
                       return notify("not saved: " + to_string(written.error()), Tone::bad);
                     }
                     editing_.mark_saved();
                     notify("saved " + file_name(file), Tone::good);
                     if (then) return then();
                     open_copy(file);
                   });
}

// Opens the file to which the present program was saved: with its breakpoints, watches and input,
// from the beginning.
void Application::open_copy(const std::string& file) {
  OpenOptions options = options_.open;
  options.file = file;
  options.source.reset();
  options.keep = false;
  start_opening(std::move(options), true);
  opening_->renamed = true;
}

void Application::new_program() {
  guard("a new program is made", [this] {
    std::filesystem::path suggestion(snapshot_->program->file);
    suggestion.replace_filename("untitled.b93");
    prompt_save_path("New program", suggestion.string(), [this](const std::string& file) {
      if (auto written = replace_file(file, ""); !written) {
        return notify(to_string(written.error()), Tone::bad);
      }
      open_now(file);
      editing_.set_active(true);
      reveal(PanelId::playfield);
    });
  });
}

void Application::restart_with_source(bool from_disk) {
  OpenOptions options = options_.open;
  options.file = snapshot_->program->file;
  const bool has_file = !editing_.path().empty();
  if (!from_disk && (editing_.modified() || !has_file)) options.source = editing_.bytes();
  const InputSnapshot& input = snapshot_->input;
  if (input.from == 0 && input.text.size() == input.size) {
    options.input = input.text;
    options.input_closed = input.closed;
  }
  options.keep = false;
  notices_.remove(changed_on_disk);
  file_watch_.accept();
  start_opening(std::move(options), true);
}

void Application::offer_changed_file() {
  Notice notice;
  notice.id = changed_on_disk;
  notice.text = fmt::format("{} has changed on disk.", file_name(file_watch_.path()));
  const auto ask = [this](std::function<void()> then) {
    return [this, then = std::move(then)] {
      if (!editing_.modified()) return then();
      choice_dialog_.open("Unsaved changes",
                          "Your unsaved changes would be replaced by the file on disk.",
                          {{"replace them", then}, {"save as…", [this] { save_program_as({}); }}});
    };
  };
  notice.choices = {
      {"restart with it", "from tick 0, with the same input",
       ask([this] { restart_with_source(true); })},
      {"patch it in here", "a branch at this instant: Ctrl+R", ask([this] { reload_file(); })},
  };
  notices_.show(std::move(notice));
  stale_ = true;
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
      editing_.program_opened(std::move(*source), std::move(options), editing_.path());
    }
  });
}

// Edited runs of earlier sessions do not replace the file's program: they are offered.
void Application::offer_kept_run() {
  Notice notice;
  notice.id = kept_run;
  notice.text = "An edited run of this program was kept. This is the program as it is in its file.";
  notice.choices = {
      {"bring it back", "the run of last time, with its branches",
       [this] { autosave_.bring_back(*session_); }},
      {"forget it", "remove the kept run", [this] { autosave_.forget_run(*session_); }}};
  notices_.show(std::move(notice));
}

void Application::forget_kept() {
  const std::string& name = snapshot_->program->name;
  choice_dialog_.open(
      "Forget what was kept",
      fmt::format("Breakpoints, bookmarks, watches, input and edited runs that were kept of {} are "
                  "removed, and it starts again.",
                  name),
      {{"forget", [this] {
          guard("what was kept is forgotten", [this] {
            OpenOptions options = options_.open;
            options.file = snapshot_->program->file;
            options.input.reset();
            options.keep = false;
            start_opening(std::move(options), false);
            opening_->forgets = true;
          });
        }}});
}

}  // namespace fungescope::ui
