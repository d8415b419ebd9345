#include "debugger_ui/app/layout/settings.h"

#include "debugger_ui/panels/common/panel_widgets.h"
#include "front_end/file_input.h"
#include "front_end/file_output.h"
#include "front_end/program_file.h"

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

// Calls `visit(name, member)` for each member that is saved as it is.
template <class Visit>
void visit_members(auto& settings, const Visit& visit) {
  visit("font", settings.font_family);
  visit("font_size", settings.font_size);
  visit("guided_rate", settings.guided_rate);
  visit("speed", settings.speed);
  visit("events_per_second", settings.events_per_second);
  visit("events", settings.events);
  visit("tour_offered", settings.tour_offered);
  visit("minimap", settings.minimap);
  visit("changes", settings.changes);
  visit("page", settings.page);
  visit("recent", settings.recent);
  visit("commands", settings.history);
}

template <class Visit>
void visit_editing(auto& editing, const Visit& visit) {
  visit("into_run", editing.into_run);
  visit("insert", editing.insert);
  visit("arrows_turn", editing.arrows_turn);
  visit("turn_blocks", editing.turn_blocks);
}

template <class Visit>
void visit_placement(auto& placement, const Visit& visit) {
  visit("width", placement.size.width);
  visit("height", placement.size.height);
  visit("maximized", placement.maximized);
}

auto write_to(Json& json) {
  return [&json](const char* name, const auto& value) { json[name] = value; };
}
auto read_from(const Json& json) {
  return [&json](const char* name, auto& value) { read_setting(json, name, value); };
}

Json to_json(const WindowPlacement& placement) {
  Json json;
  visit_placement(placement, write_to(json));
  if (placement.position) {
    json["x"] = placement.position->x;
    json["y"] = placement.position->y;
  }
  return json;
}

WindowPlacement placement_from(const Json& json) {
  WindowPlacement placement;
  visit_placement(placement, read_from(json));
  placement.size.width = std::clamp(placement.size.width, 400, 16384);
  placement.size.height = std::clamp(placement.size.height, 300, 16384);
  const auto x = read_setting<int>(json, "x");
  const auto y = read_setting<int>(json, "y");
  if (x && y) placement.position = {*x, *y};
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
            {"pace", pace_names[static_cast<std::size_t>(settings.pace)]},
            {"layout", name_of(settings.layout)}};
  visit_members(settings, write_to(json));
  visit_editing(settings.editing, write_to(json["editing"]));
  json["window"] = to_json(settings.window);
  json["panels"] = settings.panels;
  for (std::size_t kind = 0; kind < program_kind_names.size(); ++kind) {
    Json tiles = Json::object();
    for (std::size_t i = 0; i < tiled_layouts; ++i) {
      tiles[std::string(layout_names[i])] = settings.tilings.wide[kind][i].to_json();
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
  visit_members(settings, read_from(json));
  settings.dark = read_setting<std::string>(json, "theme") != "light";
  settings.font_size = std::clamp(settings.font_size, 8.0F, 40.0F);
  settings.guided_rate = std::clamp(settings.guided_rate, 0.1, 10.0);
  if (settings.speed < 1) settings.speed = 0;
  settings.events_per_second = std::clamp(settings.events_per_second, 0.5, 1000.0);
  if (settings.recent.size() > max_recent) settings.recent.resize(max_recent);
  if (settings.history.size() > max_commands) settings.history.resize(max_commands);
  const auto pace = read_setting<std::string>(json, "pace");
  for (std::size_t i = 0; i < pace_names.size(); ++i) {
    if (pace == pace_names[i]) settings.pace = static_cast<PaceMode>(i);
  }
  settings.layout = find_layout(read_setting<std::string>(json, "layout").value_or(""))
                        .value_or(LayoutPreset::solver);
  // There would be no way out of it.
  if (settings.layout == LayoutPreset::embed) settings.layout = LayoutPreset::solver;
  visit_editing(settings.editing, read_from(setting_object(json, "editing")));
  settings.window = placement_from(setting_object(json, "window"));
  settings.panels = setting_object(json, "panels");
  for (std::size_t kind = 0; kind < program_kind_names.size(); ++kind) {
    const std::string key = tiles_key(kind);
    const Json& tiles = setting_object(json, key);
    for (std::size_t i = 0; i < tiled_layouts; ++i) {
      const auto one = tiles.find(std::string(layout_names[i]));
      if (one == tiles.end()) continue;
      if (auto saved = Tiling::from_json(*one)) settings.tilings.wide[kind][i] = std::move(*saved);
    }
  }
  const Json known = to_json(Settings());
  for (const auto& [key, value] : json.items()) {
    if (!known.contains(key)) settings.unknown[key] = value;
  }
  return settings;
}

void SettingsFile::open(std::string path) {
  path_ = std::move(path);
  if (!path_.empty()) lock_ = FileLock(path_ + ".lock");  // else settings are not saved
}

Json SettingsFile::load(std::string& problem) {
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
  saved_ = json;
  return json;
}

std::string SettingsFile::save(const Settings& settings) {
  Json json = to_json(settings);
  if (path_.empty() || elsewhere() || json == saved_) return {};
  const auto written = replace_file(path_, text_of(json));
  if (written) saved_ = std::move(json);
  std::string problem = written ? "" : to_string(written.error());
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
