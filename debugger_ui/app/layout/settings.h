// What a person has set in the window, kept between runs as JSON in the configuration folder.
#pragma once

#include "base/result.h"
#include "debugger_ui/app/layout/layout_presets.h"
#include "debugger_ui/platform/window.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace fungescope::ui {

struct Settings {
  bool dark = true;
  std::string font_family;  // a name, or a path to a file; empty: the best there is
  float font_size = 15;     // 8 to 40
  double speed = 0;         // ticks a second; 0: unlimited
  LayoutPreset layout = LayoutPreset::solver;
  std::array<std::optional<Tiling>, 3> tilings;  // by layout; nothing: as it comes
  WindowPlacement window;
  std::vector<std::string> recent;                                   // files, newest first
  std::vector<std::string> history;                                  // of the palette, newest first
  nlohmann::ordered_json panels = nlohmann::ordered_json::object();  // by name

  nlohmann::ordered_json unknown = nlohmann::ordered_json::object();  // of later versions

  void add_recent(const std::string& file);
};

[[nodiscard]] nlohmann::ordered_json to_json(const Settings& settings);
// Whatever is missing, or of another type, is as it comes; members that are not known are kept.
[[nodiscard]] Settings settings_from(const nlohmann::ordered_json& json);

// JSON in a file that is replaced as a whole. Without a path, nothing is kept.
class JsonFile {
 public:
  explicit JsonFile(std::string path = {}) : path_(std::move(path)) {}

  // Null if there is no file. One that is no JSON is set aside, as NAME.broken; `problem` then says
  // so.
  [[nodiscard]] nlohmann::ordered_json load(std::string& problem);
  // Writes what differs from what was read or written last.
  Result<void> save(const nlohmann::ordered_json& json);
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::string known_;  // as it is in the file
};

}  // namespace fungescope::ui
