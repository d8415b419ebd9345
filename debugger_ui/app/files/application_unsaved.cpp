// Unsaved changes: kept for a crash, and offered after one.
#include "debugger_ui/app/application.h"
#include "front_end/file_output.h"
#include "front_end/program_file.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {

void Application::keep_unsaved() {
  if (!options_.user_files) return;
  unsaved_.update(editing_, snapshot_->program->file, time_,
                  [this](std::string problem) { notify(std::move(problem), Tone::warning); });
}

// Offers what a crash has left of the open program. That of others is in the palette.
void Application::offer_unsaved(bool first) {
  if (!options_.user_files) return;
  std::size_t others = 0;
  std::vector<UnsavedText::Found> all = UnsavedText::find();
  std::reverse(all.begin(), all.end());  // the notice shown last is the one that is seen
  for (UnsavedText::Found& kept : all) {
    const auto found = std::make_shared<const UnsavedText::Found>(std::move(kept));
    const std::string& file = found->source.file;
    if (file != absolute_program(options_.open.file)) {
      ++others;
      continue;
    }
    const bool same_base = found->source.base == base_of(editing_.path());
    if (same_base && first && options_.resumes && autosave_.enabled() && !editing_.modified()) {
      restore_unsaved(*found);
      continue;
    }
    Notice notice;
    notice.id = "unsaved " + found->id;
    notice.text =
        fmt::format("Unsaved changes to {} of {} were kept.", program_title(file), found->time);
    if (!same_base) {
      notice.text += " The file has changed since.";
    }
    notice.choices = {
        {"restore", "into the editor; the file stays as it is",
         [this, found] { restore_unsaved(*found); }},
        {"discard", "remove what was kept", [found] { UnsavedText::discard(found->id); }}};
    notices_.show(std::move(notice));
  }
  if (!first || others == 0) return;
  notify(fmt::format("unsaved changes to {} were kept: Ctrl+P, unsaved",
                     others == 1 ? "another program" : fmt::format("{} other programs", others)),
         Tone::plain);
}

void Application::take_up_unsaved(const UnsavedText::Found& found) {
  const std::string& file = found.source.file;
  if (file == absolute_program(options_.open.file)) return restore_unsaved(found);
  if (program_origin(file, StandardInput::accept) == ProgramOrigin::built_in ||
      std::filesystem::exists(file)) {
    return open(file);
  }
  prompt_save_path("Save the kept source", file, [this, found](const std::string& path) {
    if (auto written = replace_file(path, found.source.text); !written) {
      return notify(to_string(written.error()), Tone::bad);
    }
    UnsavedText::discard(found.id);
    open(path);
  });
}

void Application::restore_unsaved(const UnsavedText::Found& found) {
  guard("the kept ones are restored", [this, found] {
    editing_.restore(found.source.text);
    reveal(PanelId::playfield);
    unsaved_.hurry(time_);
    keep_unsaved();
    if (unsaved_.has_kept()) UnsavedText::discard(found.id);
  });
}

}  // namespace fungescope::ui
