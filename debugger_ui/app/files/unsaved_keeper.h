// Keeps unsaved changes on disk while they are typed, for a crash (unsaved_text.h).
#pragma once

#include "debugger_ui/app/files/unsaved_text.h"
#include "debugger_ui/source_editing/source_editing.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace fungescope::ui {

// Returns a hash of the file's source; 0 without a file.
[[nodiscard]] std::uint64_t base_of(const std::string& path);

class UnsavedKeeper {
 public:
  // Writes what has changed once it is due: some seconds after the first change, later for a large
  // source. `file` is the program's, for a source without one. `now` is in seconds. Calls `report`
  // with a problem, once until it is another one.
  void update(SourceEditing& editing, const std::string& file, double now,
              const std::function<void(std::string)>& report);
  // What has changed is due at once.
  void hurry(double now) { due_ = now; }
  // The user does not want it.
  void remove() { text_.remove(); }

  [[nodiscard]] bool has_kept() const { return text_.has_kept(); }
  // When `update` has something to do; nothing if the newest source is kept.
  [[nodiscard]] std::optional<double> next_update(const SourceEditing& editing, double now) const;

 private:
  [[nodiscard]] bool keeps_newest(const SourceEditing& editing) const;

  UnsavedText text_;
  std::pair<std::uint64_t, std::uint64_t> revision_;  // of the document that is kept
  std::optional<double> due_;
  std::uint64_t base_ = 0;  // see UnsavedSource
  std::string problem_;     // the last one
};

}  // namespace fungescope::ui
