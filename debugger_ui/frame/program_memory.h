// What is kept of a program between two times that it is open: stops, bookmarks, watched
// expressions; and its whole run as a recording where a person has edited it.
#pragma once

#include "base/result.h"
#include "debugger_ui/frame/settings.h"
#include "debugger_ui/vm/picture.h"
#include "session/session.h"

#include <optional>
#include <string>
#include <string_view>

namespace fungescope::ui {

class ProgramMemory {
 public:
  ProgramMemory() = default;  // keeps nothing
  // Of the file at this path; empty: the built-in solver.
  explicit ProgramMemory(const std::string& file);

  // Puts what was kept into a session that was just opened. Stops that mean nothing any more
  // are left out.
  void restore(Session& session);
  // A recording of this program with edits, if there is one, by its path.
  [[nodiscard]] std::optional<std::string> recording_for(std::string_view source);

  // Writes the stops and all else of the picture where they have changed, for the program
  // with that text.
  Result<void> save(const Picture& picture, std::string_view source);
  // Where the run is saved to, if it has edits; empty: nowhere.
  [[nodiscard]] const std::string& recording_path() const { return recording_; }
  void drop_recording();

 private:
  JsonFile file_;
  std::string recording_;
};

// Has a person changed the run, so that only a recording can bring it back?
[[nodiscard]] bool has_edits(const Picture& picture);

}  // namespace fungescope::ui
