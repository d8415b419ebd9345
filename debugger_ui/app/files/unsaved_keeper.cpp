#include "debugger_ui/app/files/unsaved_keeper.h"

#include "debugger_ui/app/files/open_file.h"
#include "front_end/file_input.h"
#include "front_end/program_file.h"

#include <algorithm>

namespace fungescope::ui {

std::uint64_t base_of(const std::string& path) {
  if (path.empty()) return 0;
  const auto bytes = read_file(path);
  return bytes ? hash_of_source(*bytes) : 0;
}

bool UnsavedKeeper::keeps_newest(const SourceEditing& editing) const {
  return !editing.modified() || revision_ == std::pair(editing.generation(), editing.revision());
}

std::optional<double> UnsavedKeeper::next_update(const SourceEditing& editing, double now) const {
  return keeps_newest(editing) ? std::nullopt : std::optional(due_.value_or(now));
}

void UnsavedKeeper::update(SourceEditing& editing, const std::string& file, double now,
                           const std::function<void(std::string)>& report) {
  if (!editing.modified() && text_.has_kept()) text_.remove();
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
  if (!text_.has_kept()) base_ = base_of(editing.path());
  const std::string& kept_file = editing.path().empty() ? file : editing.path();
  const auto kept = text_.keep({absolute_program(kept_file), base_, editing.bytes()});
  const std::string problem = kept ? "" : to_string(kept.error());
  if (std::exchange(problem_, problem) == problem || kept) return;
  report("unsaved changes would not survive a crash: " + problem);
}

}  // namespace fungescope::ui
