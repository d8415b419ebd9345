// Keeps the source with unsaved changes in the user's state folder, so that a crash loses at most
// the last second of typing.
//
//     UnsavedKeeper keeper;
//     keeper.update(editing, file, now, report);         // while it is edited
//     for (const auto& found : UnsavedText::find()) ...  // at the next start
//
// Files: unsaved/ID.text, a line of JSON and the bytes of the source, and ID.lock, which the
// process locks as long as it lives. What is not locked was left by a crash.
#pragma once

#include "base/result.h"
#include "debugger_ui/app/files/file_lock.h"
#include "debugger_ui/source_editing/source_editing.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
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

// Returns a hash of the file's source; 0 without a file.
[[nodiscard]] std::uint64_t base_of(const std::string& path);

// Writes an UnsavedText while the source is edited.
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
