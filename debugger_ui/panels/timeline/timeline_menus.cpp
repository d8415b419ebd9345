#include "debugger_ui/panels/timeline/timeline_menus.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// Adds the name to the list, or removes it.
void toggle(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    names.push_back(name);
  } else {
    names.erase(found);
  }
}

void heading(const Context& context, const char* text) {
  coloured_text(context.theme.dim, text);
}

// A check box, so that the menu stays open.
bool item(const std::string& name, bool chosen, bool enabled = true) {
  ImGui::BeginDisabled(!enabled);
  const bool clicked = ImGui::Checkbox(name.c_str(), &chosen);
  ImGui::EndDisabled();
  return clicked;
}

void choose_curves(const Context& context, LaneChoice& choice, const Lanes& lanes) {
  const std::vector<Watch>& variables = context.snapshot.program->symbols.variables();
  if (variables.empty()) return;
  heading(context, "curves");
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const auto& chosen = lanes.variables;
    const bool is_chosen = std::find(chosen.begin(), chosen.end(), i) != chosen.end();
    const bool room = is_chosen || chosen.size() < LaneChoice::max_curves;
    if (!item(variables[i].full_name(), is_chosen, room)) continue;
    if (!choice.curves) {
      choice.curves.emplace();
      for (const Watch& curve : lanes.curves) choice.curves->push_back(curve.full_name());
    }
    toggle(*choice.curves, variables[i].full_name());
  }
}

void choose_regions(const Context& context, LaneChoice& choice, const Lanes& lanes) {
  const std::vector<Region>& regions = context.snapshot.program->symbols.regions();
  if (regions.empty()) return;
  heading(context, "changes of regions");
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const auto& chosen = lanes.regions;
    const bool is_chosen = std::find(chosen.begin(), chosen.end(), i) != chosen.end();
    if (!item(regions[i].name, is_chosen)) continue;
    if (!choice.regions) {
      choice.regions.emplace();
      for (const std::size_t region : chosen) choice.regions->push_back(regions[region].name);
    }
    toggle(*choice.regions, regions[i].name);
  }
}

void lanes_popup(const Context& context, LaneChoice& choice, const Lanes& lanes) {
  if (!ImGui::BeginPopup("lanes")) return;
  choose_curves(context, choice, lanes);
  ImGui::Separator();
  if (item("phases", choice.phases)) choice.phases = !choice.phases;
  if (item("output", choice.output)) choice.output = !choice.output;
  if (item("input", choice.input)) choice.input = !choice.input;
  if (item("hits of stops", choice.hits)) choice.hits = !choice.hits;
  ImGui::Separator();
  choose_regions(context, choice, lanes);
  ImGui::Separator();
  if (ImGui::MenuItem("as at first")) choice = {};
  ImGui::EndPopup();
}

// A menu item with its command next to it.
void line_item(Context& context, const char* label, const std::string& line) {
  if (ImGui::MenuItem(label, line.c_str())) context.services.run(line);
}

void bookmark_items(Context& context, std::uint32_t id) {
  const std::vector<Bookmark>& all = context.snapshot.bookmarks;
  const auto found =
      std::find_if(all.begin(), all.end(), [id](const Bookmark& one) { return one.id == id; });
  if (found == all.end()) return;
  ImGui::Separator();
  heading(context, escape_controls(found->name).c_str());
  if (ImGui::MenuItem("rename…", fmt::format("rename {} NAME", id).c_str())) {
    ask_bookmark_name(context.services, *found);
  }
  line_item(context, "delete it", fmt::format("unmark {}", id));
}

}  // namespace

void timeline_buttons(Context& context, TimeWindow& window, LaneChoice& choice, const Lanes& lanes,
                      ImFont* font, float height) {
  ImGui::PushFont(font);
  const float padding = std::max((height - ImGui::GetTextLineHeight()) / 2 - context.scale, 0.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {5 * context.scale, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {4 * context.scale, 0});
  if (ImGui::Button("lanes")) ImGui::OpenPopup("lanes");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("choose what the timeline shows");
  ImGui::SameLine();
  ImGui::BeginDisabled(window.shows_all());
  if (ImGui::Button("whole run")) window.fit();
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
    ImGui::SetTooltip("show the whole run (double click)\nthe wheel zooms, shift and drag moves");
  }
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
  lanes_popup(context, choice, lanes);
}

void timeline_menu(Context& context, TimeWindow& window, Tick tick, std::uint32_t bookmark) {
  if (!ImGui::BeginPopup("at tick")) return;
  heading(context, fmt::format("tick {}", with_separators(tick)).c_str());
  line_item(context, "go here", fmt::format("goto {}", tick));
  ImGui::BeginDisabled(tick <= context.snapshot.tick);
  line_item(context, "run to here", fmt::format("until tick >= {}", tick));
  ImGui::EndDisabled();
  Services& services = context.services;
  if (ImGui::MenuItem("go to a tick…", "goto N")) {
    services.prompt_line("go to", "a tick, or a bookmark", "",
                         [&services](const std::string& text) { services.run("goto " + text); });
  }
  ImGui::Separator();
  if (ImGui::MenuItem("mark here…", "mark NAME")) {
    services.prompt_line(fmt::format("bookmark at tick {}", with_separators(tick)), "name", "",
                         [&services, tick](const std::string& name) {
                           services.run(fmt::format("goto {}", tick));
                           services.run("mark " + name);
                         });
  }
  if (ImGui::MenuItem("compare with here", fmt::format("diff {}", tick).c_str())) {
    context.selection.compare_with = tick;
    services.reveal(PanelId::comparison);
  }
  if (bookmark != 0) bookmark_items(context, bookmark);
  ImGui::Separator();
  if (ImGui::MenuItem("show the whole run", nullptr, false, !window.shows_all())) window.fit();
  ImGui::EndPopup();
}

}  // namespace fungescope::ui
