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
    unsaved_due_ = time_;
    keep_unsaved();
    if (unsaved_.has_kept()) UnsavedText::discard(found.id);
  });
}

}  // namespace fungescope::ui
