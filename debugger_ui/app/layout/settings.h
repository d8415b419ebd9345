// The settings of the window, saved as JSON in the configuration folder.
#pragma once

#include "base/result.h"
#include "debugger_ui/app/files/shared_file.h"
#include "debugger_ui/app/layout/layout_presets.h"
#include "debugger_ui/platform/window.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "debugger_ui/source_editing/source_editing.h"

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace fungescope::ui {

struct Settings {
  bool dark = true;
  std::string font_family;           // a name, or a path to a file; empty: the best available
  float font_size = 15;              // 8 to 40
  PaceMode pace = PaceMode::guided;  // how runs are played, with the rate of each mode
  double guided_rate = 1;            // 0.1 to 10
  double speed = 0;                  // ticks per second; 0: unlimited
  double events_per_second = 10;     // 0.5 to 1000
  std::string events;                // see PlaySettings::events
  bool tour_offered = false;
  bool minimap = true;
  bool changes = true;  // marks what has changed since the previous stop
  LayoutPreset layout = LayoutPreset::solver;
  Tilings tilings;  // those of a narrow window are not saved
  EditSettings editing;
  WindowPlacement window;
  std::string page;                  // the address before the links that are shared
  std::vector<std::string> recent;   // files, newest first
  std::vector<std::string> history;  // of the command palette, newest first
  nlohmann::ordered_json panels = nlohmann::ordered_json::object();  // by name

  nlohmann::ordered_json unknown = nlohmann::ordered_json::object();  // members of newer versions

  void add_recent(const std::string& file);
  [[nodiscard]] PlaySettings play_settings() const;
};

[[nodiscard]] nlohmann::ordered_json to_json(const Settings& settings);
// Uses defaults for members that are missing or have another type, and keeps unknown members.
[[nodiscard]] Settings settings_from(const nlohmann::ordered_json& json);

// The file of the settings, which is replaced atomically, and when it is saved: soon after a
// change, at most every two seconds. Nothing is saved before `open`, nor by a second window.
class SettingsFile {
 public:
  void open(std::string path);
  [[nodiscard]] bool elsewhere() const { return lock_.elsewhere(); }  // another window saves them
  // Returns null if there is no file. Sets aside an invalid file as NAME.broken, and says so in
  // `problem`.
  [[nodiscard]] nlohmann::ordered_json load(std::string& problem);
  // Writes the file if the settings differ from those last read or saved here. Returns a problem,
  // once until it is another one; else "".
  std::string save(const Settings& settings);

  // They may differ from the saved ones: a frame was drawn.
  void touch() { may_differ_ = true; }
  // In seconds; infinite if there is nothing to save.
  [[nodiscard]] double next_save() const {
    return may_differ_ ? next_ : std::numeric_limits<double>::infinity();
  }
  // Returns whether to save now; the next save is due `interval` later.
  [[nodiscard]] bool take_due(double now);

 private:
  static constexpr double interval = 2;  // seconds

  std::string path_;
  nlohmann::ordered_json saved_;  // as last read or saved here
  FileLock lock_;
  std::string problem_;  // why they could not be saved, as last reported
  double next_ = interval;
  bool may_differ_ = false;
};

}  // namespace fungescope::ui
