// Keeps the source with unsaved changes in the user's state folder, so that a crash loses at most
// the last second of typing.
//
//     UnsavedText kept;
//     kept.keep({file, base, text});   // while there are unsaved changes
//     kept.remove();                   // saved, or not wanted
//     for (const auto& found : UnsavedText::find()) ...  // at the next start
//
// Files: unsaved/ID.text, a line of JSON and the bytes of the source, and ID.lock, which the
// process locks as long as it lives. What is not locked was left by a crash.
#pragma once

#include "base/result.h"
#include "debugger_ui/app/files/file_lock.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

struct UnsavedSource {
  std::string file;        // of the program: a path, "@NAME" or "-"
  std::uint64_t base = 0;  // a hash of the source that the changes began with
  std::string text;
};

class UnsavedText {
 public:
  struct Found {
    std::string id;
    UnsavedSource source;
    std::string time;  // "2026-11-22 19:05"
  };

  UnsavedText() = default;  // what is kept stays when it is destroyed
  UnsavedText(const UnsavedText&) = delete;
  UnsavedText& operator=(const UnsavedText&) = delete;

  // Replaces what was kept before. Does nothing without a state folder.
  Result<void> keep(const UnsavedSource& source);
  void remove();
  [[nodiscard]] bool has_kept() const { return !id_.empty(); }

  // What no living process keeps, newest first.
  [[nodiscard]] static std::vector<Found> find();
  static void discard(const std::string& id);

 private:
  void release();

  std::string id_;
  std::optional<FileLock> lock_;
};

}  // namespace fungescope::ui
