// Loading and saving the settings, some of which panels have for each layout.
#include "debugger_ui/app/application.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "front_end/file_output.h"

namespace fungescope::ui {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

void Application::load_settings() {
  std::string problem;
  if (options_.user_files) {
    settings_file_.open(config_path("window.json"));
    settings_ = settings_from(settings_file_.load(problem));
  }
  if (!problem.empty()) notify(std::move(problem), Tone::warning);
  if (options_.dark) settings_.dark = *options_.dark;
  if (options_.program_asked_for && in_mode()) settings_.layout = LayoutPreset::solver;
  if (options_.layout) settings_.layout = *options_.layout;
  if (options_.speed) {
    settings_.pace = PaceMode::ticks;
    settings_.speed = *options_.speed;
  }
  for (const auto& panel : panels_) {
    const std::string name(name_of(panel->id()));
    if (panel->has_settings_by_layout()) {
      Json initial = Json::object();
      panel->save(initial);
      initial_settings_[name] = std::move(initial);
    } else if (const auto saved = settings_.panels.find(name); saved != settings_.panels.end()) {
      panel->load(*saved);
    }
  }
  load_layout_settings();
  for (const auto& panel : panels_) {
    if (options_.follow && panel->id() == PanelId::playfield) {
      panel->load(Json{{"follow", *options_.follow}});
    }
  }
  mode_->load(options_.user_files, setting_object(settings_.panels, "play"));
}

void Application::save_panels() {
  settings_.panels["play"] = mode_->settings();
  for (const auto& panel : panels_) {
    Json json = Json::object();
    panel->save(json);
    if (json.empty()) continue;
    Json& saved = settings_.panels[std::string(name_of(panel->id()))];
    if (!panel->has_settings_by_layout()) {
      saved = std::move(json);
      continue;
    }
    if (!saved.is_object()) saved = Json::object();
    saved[std::string(name_of(settings_.layout))] = std::move(json);
  }
}

void Application::load_layout_settings() {
  for (const auto& panel : panels_) {
    if (!panel->has_settings_by_layout()) continue;
    const std::string name(name_of(panel->id()));
    Json initial = initial_settings_[name];
    initial.update(initial_panel_settings(settings_.layout, panel->id()));
    const Json& saved = setting_object(settings_.panels, name);
    initial.update(setting_object(saved, name_of(settings_.layout)));
    panel->load(initial);
  }
}

void Application::choose_layout(LayoutPreset layout) {
  save_panels();
  settings_.layout = layout;
  if (layout == LayoutPreset::play) mode_->enter();
  load_layout_settings();
  stale_ = true;
}

void Application::save_settings() {
  if (!options_.user_files) return;
  save_panels();
  if (const std::string problem = settings_file_.save(settings_); !problem.empty()) {
    notify("the settings are not kept: " + problem, Tone::warning);
  }
}

}  // namespace fungescope::ui
