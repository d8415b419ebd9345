#include "debugger_ui/app/layout/settings.h"

#include "debugger_ui/app/files/file_lock.h"
#include "front_end/file_input.h"
#include "front_end/session_files.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_recent = 12;
constexpr std::size_t max_commands = 100;

template <class T>
void read(const Json& json, const char* key, T& value) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  if constexpr (std::is_same_v<T, bool>) {
    if (found->is_boolean()) value = found->get<bool>();
  } else {
    if (found->is_number()) value = found->get<T>();
  }
}

std::vector<std::string> strings(const Json& json, const char* key, std::size_t max_count) {
  std::vector<std::string> result;
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array()) return result;
  for (const Json& item : *found) {
    if (item.is_string() && result.size() < max_count) result.push_back(item.get<std::string>());
  }
  return result;
}

Json to_json(const WindowPlacement& placement) {
  Json json{{"width", placement.size.width},
            {"height", placement.size.height},
            {"maximized", placement.maximized}};
  if (placement.position) {
    json["x"] = placement.position->x;
    json["y"] = placement.position->y;
  }
  return json;
}

WindowPlacement placement_from(const Json& json) {
  WindowPlacement placement;
  read(json, "width", placement.size.width);
  read(json, "height", placement.size.height);
  placement.size.width = std::clamp(placement.size.width, 400, 16384);
  placement.size.height = std::clamp(placement.size.height, 300, 16384);
  read(json, "maximized", placement.maximized);
  if (json.contains("x") && json.contains("y")) {
    WindowPlacement::Position position;
    read(json, "x", position.x);
    read(json, "y", position.y);
    placement.position = position;
  }
  return placement;
}

constexpr std::array<std::string_view, 3> pace_names{"guided", "ticks", "events"};

// Of the tilings of a kind of program. Earlier versions knew sudokus only.
std::string tiles_key(std::size_t kind) {
  if (kind == static_cast<std::size_t>(ProgramKind::own)) return "tiles";
  return fmt::format("tiles_{}", program_kind_names[kind]);
}

std::string text_of(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

void Settings::add_recent(const std::string& file) {
  std::erase(recent, file);
  recent.insert(recent.begin(), file);
  if (recent.size() > max_recent) recent.resize(max_recent);
}

PlaySettings Settings::play_settings() const {
  const double rate = pace == PaceMode::guided   ? guided_rate
                      : pace == PaceMode::events ? events_per_second
                                                 : speed;
  return {{pace, rate}, events};
}

Json to_json(const Settings& settings) {
  Json json{{"theme", settings.dark ? "dark" : "light"},
            {"font", settings.font_family},
            {"font_size", settings.font_size},
            {"pace", pace_names[static_cast<std::size_t>(settings.pace)]},
            {"guided_rate", settings.guided_rate},
            {"speed", settings.speed},
            {"events_per_second", settings.events_per_second},
            {"events", settings.events},
            {"tour_offered", settings.tour_offered},
            {"minimap", settings.minimap},
            {"changes", settings.changes},
            {"layout", name_of(settings.layout)},
            {"editing",
             {{"into_run", settings.editing.into_run},
              {"insert", settings.editing.insert},
              {"arrows_turn", settings.editing.arrows_turn},
              {"turn_blocks", settings.editing.turn_blocks}}},
            {"window", to_json(settings.window)},
            {"page", settings.page},
            {"recent", settings.recent},
            {"commands", settings.history},
            {"panels", settings.panels}};
  for (std::size_t kind = 0; kind < program_kind_names.size(); ++kind) {
    Json tiles = Json::object();
    for (std::size_t i = 0; i < tiled_layouts; ++i) {
      const auto& tiling = settings.tilings[kind][i];
      if (tiling) tiles[std::string(layout_names[i])] = tiling->to_json();
    }
    json[tiles_key(kind)] = std::move(tiles);
  }
  for (const auto& [key, value] : settings.unknown.items()) {
    if (!json.contains(key)) json[key] = value;
  }
  return json;
}

Settings settings_from(const Json& json) {
  Settings settings;
  if (!json.is_object()) return settings;
  if (const auto theme = json.find("theme"); theme != json.end()) settings.dark = *theme != "light";
  const auto font = json.find("font");
  if (font != json.end() && font->is_string()) settings.font_family = font->get<std::string>();
  const auto page = json.find("page");
  if (page != json.end() && page->is_string()) settings.page = page->get<std::string>();
  read(json, "font_size", settings.font_size);
  settings.font_size = std::clamp(settings.font_size, 8.0F, 40.0F);
  read(json, "speed", settings.speed);
  settings.speed = settings.speed >= 1 ? settings.speed : 0;
  const auto pace = json.find("pace");
  for (std::size_t i = 0; pace != json.end() && i < pace_names.size(); ++i) {
    if (*pace == pace_names[i]) settings.pace = static_cast<PaceMode>(i);
  }
  read(json, "guided_rate", settings.guided_rate);
  settings.guided_rate = std::clamp(settings.guided_rate, 0.1, 10.0);
  read(json, "events_per_second", settings.events_per_second);
  settings.events_per_second = std::clamp(settings.events_per_second, 0.5, 1000.0);
  const auto events = json.find("events");
  if (events != json.end() && events->is_string()) settings.events = events->get<std::string>();
  const auto offered = json.find("tour_offered");
  settings.tour_offered = offered != json.end() && *offered == true;
  read(json, "minimap", settings.minimap);
  read(json, "changes", settings.changes);
  const auto layout = json.find("layout");
  if (layout != json.end() && layout->is_string()) {
    settings.layout = find_layout(layout->get<std::string>()).value_or(LayoutPreset::solver);
    // There would be no way out of it.
    if (settings.layout == LayoutPreset::embed) settings.layout = LayoutPreset::solver;
  }
  const auto editing = json.find("editing");
  if (editing != json.end() && editing->is_object()) {
    read(*editing, "into_run", settings.editing.into_run);
    read(*editing, "insert", settings.editing.insert);
    read(*editing, "arrows_turn", settings.editing.arrows_turn);
    read(*editing, "turn_blocks", settings.editing.turn_blocks);
  }
  const auto window = json.find("window");
  if (window != json.end() && window->is_object()) settings.window = placement_from(*window);
  for (std::size_t kind = 0; kind < program_kind_names.size(); ++kind) {
    const auto tiles = json.find(tiles_key(kind));
    if (tiles == json.end() || !tiles->is_object()) continue;
    for (std::size_t i = 0; i < tiled_layouts; ++i) {
      const auto one = tiles->find(std::string(layout_names[i]));
      if (one != tiles->end()) settings.tilings[kind][i] = Tiling::from_json(*one);
    }
  }
  settings.recent = strings(json, "recent", max_recent);
  settings.history = strings(json, "commands", max_commands);
  const auto panels = json.find("panels");
  if (panels != json.end() && panels->is_object()) settings.panels = *panels;
  const Json known = to_json(Settings());
  for (const auto& [key, value] : json.items()) {
    if (!known.contains(key)) settings.unknown[key] = value;
  }
  return settings;
}

Json JsonFile::load(std::string& problem) {
  std::error_code ignored;
  if (path_.empty() || !std::filesystem::exists(path_, ignored)) return {};
  const auto bytes = read_file(path_);
  if (!bytes) {
    problem = to_string(bytes.error());
    return {};
  }
  Json json = Json::parse(*bytes, nullptr, false);
  if (json.is_discarded()) {
    const std::string aside = path_ + ".broken";
    const bool moved = std::rename(path_.c_str(), aside.c_str()) == 0;
    problem = fmt::format("{}: this is not valid JSON; {}", path_,
                          moved ? "it is kept as " + aside : "it could not be set aside");
    if (!moved) path_.clear();  // never overwrite it
    return {};
  }
  base_ = json;
  return json;
}

Result<void> JsonFile::save(const Json& json) {
  if (path_.empty()) return {};
  if (json == base_) return {};
  const auto lock = FileLock::take(path_ + ".lock", FileLock::Wait::yes);
  Json all = json;
  if (const auto bytes = read_file(path_)) {
    Json theirs = Json::parse(*bytes, nullptr, false);
    if (theirs.is_object()) all = std::move(theirs);
  }
  for (const auto& [key, value] : json.items()) {
    const auto before = base_.find(key);
    if (before == base_.end() || *before != value) all[key] = value;
  }
  SessionFiles files;
  if (auto written = write_file(files, path_, text_of(all)); !written) return written;
  base_ = json;
  return {};
}

std::string SettingsFile::save(const Settings& settings) {
  const auto saved = file_.save(to_json(settings));
  std::string problem = saved ? "" : to_string(saved.error());
  // Each save would fail again: it is reported once, until it is another problem.
  if (std::exchange(problem_, problem) == problem) return {};
  return problem;
}

bool SettingsFile::take_due(double now) {
  if (now < next_save()) return false;
  may_differ_ = false;
  next_ = now + interval;
  return true;
}

}  // namespace fungescope::ui
