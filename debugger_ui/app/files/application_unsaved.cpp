// Unsaved changes: kept for a crash, and offered after one.
#include "debugger_ui/app/application.h"
#include "front_end/file_input.h"
#include "front_end/file_output.h"
#include "front_end/program_file.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// Of a source before the changes; 0 without a file.
std::uint64_t base_of(const std::string& path) {
  if (path.empty()) return 0;
  const auto bytes = read_file(path);
  return bytes ? hash_of_source(*bytes) : 0;
}

}  // namespace

bool Application::keeps_newest() const {
  const std::pair newest(editing_.generation(), editing_.revision());
  return !options_.user_files || !editing_.modified() || unsaved_revision_ == newest;
}

void Application::keep_unsaved() {
  if (!editing_.modified() && unsaved_.has_kept()) unsaved_.remove();
  if (keeps_newest()) {
    unsaved_due_.reset();
    return;
  }
  if (!unsaved_due_) {
    // A large source less often: it takes a few milliseconds per megabyte.
    constexpr double cells_per_second = 4e6;
    const auto cells = static_cast<double>(editing_.editor().document().field().area());
    unsaved_due_ = time_ + std::max(1.0, cells / cells_per_second);
  }
  if (time_ < *unsaved_due_) return;
  unsaved_due_.reset();
  unsaved_revision_ = {editing_.generation(), editing_.revision()};
  if (!unsaved_.has_kept()) unsaved_base_ = base_of(editing_.path());
  const std::string& file = editing_.path().empty() ? snapshot_->program->file : editing_.path();
  const auto kept = unsaved_.keep({absolute_program(file), unsaved_base_, editing_.bytes()});
  const std::string problem = kept ? "" : to_string(kept.error());
  if (std::exchange(unsaved_problem_, problem) == problem || kept) return;
  notify("unsaved changes would not survive a crash: " + problem, Tone::warning);
}

// Offers what a crash has left: of the open program, and when the window opens, of others too.
void Application::offer_unsaved(bool first) {
  if (!options_.user_files) return;
  constexpr std::size_t max_notices = 3;
  std::size_t count = 0;
  for (UnsavedText::Found& kept : UnsavedText::find()) {
    const auto found = std::make_shared<const UnsavedText::Found>(std::move(kept));
    const std::string& file = found->source.file;
    const bool this_program = file == absolute_program(options_.open.file);
    if ((!this_program && !first) || ++count > max_notices) continue;
    Notice notice;
    notice.id = "unsaved " + found->id;
    notice.text =
        fmt::format("Unsaved changes to {} of {} were kept.", program_title(file), found->time);
    if (this_program) {
      if (found->source.base != base_of(editing_.path())) {
        notice.text += " The file has changed since.";
      }
      notice.choices.push_back({"restore", "into the editor; the file stays as it is",
                                [this, found] { restore_unsaved(*found); }});
    } else if (program_origin(file, StandardInput::accept) == ProgramOrigin::built_in ||
               std::filesystem::exists(file)) {
      notice.choices.push_back({"open it", file, [this, found] { open(found->source.file); }});
    } else {
      notice.choices.push_back({"save as…", "its file is not there", [this, found] {
                                  prompt_save_path(
                                      "Save the kept source", found->source.file,
                                      [this, found](const std::string& path) {
                                        if (auto written = replace_file(path, found->source.text);
                                            !written) {
                                          offer_unsaved(true);
                                          return notify(to_string(written.error()), Tone::bad);
                                        }
                                        UnsavedText::discard(found->id);
                                        open(path);
                                      });
                                }});
    }
    notice.choices.push_back(
        {"discard", "remove what was kept", [found] { UnsavedText::discard(found->id); }});
    notices_.show(std::move(notice));
  }
}

void Application::restore_unsaved(const UnsavedText::Found& found) {
  guard("the kept ones are restored", [this, found] {
    editing_.restore(found.source.text);
    editing_.set_active(true);
    reveal(PanelId::playfield);
    unsaved_due_ = time_;
    keep_unsaved();
    if (unsaved_.has_kept()) UnsavedText::discard(found.id);
  });
}

}  // namespace fungescope::ui
