#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/timeline/timeline.h"

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

void choose_curves(Context& context, LaneChoice& choice, const Lanes& lanes) {
  const auto shown = [&](const std::string& text) {
    const auto& curves = lanes.curves;
    return std::any_of(curves.begin(), curves.end(),
                       [&](const LaneCurve& curve) { return curve.choice() == text; });
  };
  const auto choose = [&](const std::string& label, const std::string& text) {
    const bool room = shown(text) || lanes.curves.size() < LaneChoice::max_curves;
    if (!item(label, shown(text), room)) return;
    if (shown(text)) {
      std::erase_if(shown_curves(choice, lanes),
                    [&](const CurveChoice& curve) { return curve.text == text; });
    } else {
      add_lane(context, choice, text);
    }
  };
  heading(context, "curves");
  choose("stack depth", "depth");
  for (const Watch& variable : context.snapshot.program->symbols.variables()) {
    choose(variable.full_name(), variable.full_name());
  }
  for (const Debugger::Watched& watched : context.snapshot.watched) {
    if (watched.text != "depth") choose(watched.text, watched.text);
  }
  for (const LaneCurve& curve : lanes.curves) {  // typed here
    const auto& watched = context.snapshot.watched;
    const bool listed = curve.cell || curve.expression == "depth" ||
                        std::any_of(watched.begin(), watched.end(),
                                    [&](const auto& one) { return one.text == curve.expression; });
    if (!listed) choose(curve.expression, curve.expression);
  }
  if (ImGui::MenuItem("an expression…")) {
    Selection* const selection = &context.selection;
    context.services.prompt_line(
        "a curve", "an expression: top * 2, grid(2,5)", "",
        [selection](const std::string& text) { selection->add_lane = text; });
  }
}

void choose_regions(const Context& context, LaneChoice& choice, const Lanes& lanes) {
  const std::vector<Region>& regions = context.snapshot.program->symbols.regions();
  if (regions.empty()) return;
  heading(context, "changes of regions");
  for (const Region& region : regions) {
    const bool shown = std::any_of(lanes.flows.begin(), lanes.flows.end(), [&](const auto& flow) {
      return flow.kind == LaneFlow::Kind::region && flow.name == region.name;
    });
    if (item(region.name, shown)) toggle(shown_regions(choice, lanes), region.name);
  }
}

void lanes_popup(Context& context, LaneChoice& choice, const Lanes& lanes) {
  if (!ImGui::BeginPopup("lanes")) return;
  choose_curves(context, choice, lanes);
  ImGui::Separator();
  if (item("phases", choice.phases)) choice.phases = !choice.phases;
  if (item("output", choice.output)) choice.output = !choice.output;
  if (item("input", choice.input)) choice.input = !choice.input;
  if (item("breakpoint hits", choice.hits)) choice.hits = !choice.hits;
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

void add_lane(Context& context, LaneChoice& choice, const std::string& text) {
  const std::string problem = add_curve(choice, context.snapshot, text);
  if (!problem.empty()) context.services.notify(problem, Tone::warning);
}

namespace {

void ask_range(Services& services, const LaneCurve& curve, const TypedRange& typed) {
  const std::string text =
      curve.range ? fmt::format("{} {}", curve.range->low, curve.range->high) : std::string();
  services.prompt_line("range of " + curve.name, "lowest and highest value: 0 100", text,
                       [&services, typed, name = curve.choice()](const std::string& line) {
                         const auto range = parse_range(line);
                         if (!range) {
                           services.notify("a range is two numbers, the lower one first: 0 100",
                                           Tone::warning);
                           return;
                         }
                         *typed = CurveChoice{name, range};
                       });
}

}  // namespace

void curve_menu(Context& context, LaneChoice& choice, const Lanes& lanes, std::size_t index,
                const TypedRange& typed) {
  if (!ImGui::BeginPopup("curve")) return;
  if (index < lanes.curves.size()) {
    const LaneCurve& curve = lanes.curves[index];
    heading(context, curve.name.c_str());
    if (ImGui::MenuItem("range of what is visible", nullptr, !curve.range)) {
      choice_of(choice, lanes, curve).range.reset();
    }
    if (ImGui::MenuItem("fixed range…", nullptr, curve.range.has_value())) {
      ask_range(context.services, curve, typed);
    }
    ImGui::Separator();
    if (ImGui::MenuItem("to the top", nullptr, false, index > 0)) {
      CurveChoice* const at = &choice_of(choice, lanes, curve);
      std::rotate(choice.curves->data(), at, at + 1);
    }
    if (ImGui::MenuItem("remove")) {
      std::erase_if(shown_curves(choice, lanes),
                    [&](const CurveChoice& one) { return one.text == curve.choice(); });
    }
  }
  ImGui::EndPopup();
}

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
