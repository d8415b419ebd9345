#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/panels/playfield/playfield_paint.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "session/queries/history_queries.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr const char* menu_popup = "playfield menu";

bool item(const char* label, const char* tooltip, const char* key = nullptr) {
  const bool chosen = ImGui::MenuItem(label, key);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tooltip);
  return chosen;
}

// Formats an area as a command argument: "3,4", or the name of the region with these bounds. Empty
// if there is no such region.
std::string area_argument(const Symbols& symbols, const Rectangle& area) {
  if (area.size.area() == 1) return to_argument(area.corner);
  const auto found = std::find_if(symbols.regions().begin(), symbols.regions().end(),
                                  [&](const Region& region) { return region.area == area; });
  return found == symbols.regions().end() ? std::string() : found->name;
}

LinePopup::Contents condition_form(const BreakpointSnapshot* stop, Point cell) {
  return {.title = fmt::format("break at {} if", to_string(cell)),
          .hint = "such as depth > 2 && top == 'x'; nothing: always",
          .text = stop == nullptr ? "" : stop->condition,
          .to_command = [id = stop == nullptr ? 0U : stop->id,
                         cell](const std::string& text) -> Result<std::string> {
            if (id != 0) return fmt::format("condition {} {}", id, text);
            return "break " + to_argument(cell) + (text.empty() ? "" : " if " + text);
          }};
}

LinePopup::Contents region_form(const Rectangle& area) {
  return {.title = fmt::format("name for {} x {} cells at {}", area.size.width, area.size.height,
                               to_string(area.corner)),
          .hint = "NAME, or NAME:ENCODING with ascii, decimal, hex or bool",
          .text = "",
          .to_command = [area](const std::string& text) -> Result<std::string> {
            const std::size_t colon = std::min(text.find(':'), text.size());
            return fmt::format("region {} = {},{},{},{}{}", text.substr(0, colon), area.corner.x,
                               area.corner.y, area.size.width, area.size.height,
                               text.substr(colon));
          }};
}

// Marks the instructions that access an area, and lists the first of them in a message.
void show_references(Context& context, const Rectangle& area) {
  Selection* const selection = &context.selection;
  Services* const services = &context.services;
  context.session.ask<Result<References>>(
      slot::none,
      [area](Debugger& debugger, Monitor& monitor) {
        return find_references(debugger.session(), area, &monitor);
      },
      [selection, services, area](const Result<References>& references) {
        if (!references) return services->notify(references.error().what, Tone::warning);
        const std::string place = to_string(area.corner);
        if (references->found.empty()) {
          return services->notify("nothing is known to read or write " + place);
        }
        constexpr std::size_t listed = 6;
        std::string text = place;
        selection->marked.clear();
        for (const Reference& reference : references->found) {
          selection->marked.push_back({reference.by, {1, 1}});
          if (selection->marked.size() > listed) continue;
          text += fmt::format("{} {} by {}", selection->marked.size() == 1 ? ":" : ",",
                              reference.write ? "written" : "read", to_string(reference.by));
          text +=
              reference.count == 0 ? " (not so far)" : fmt::format(" ({} times)", reference.count);
        }
        if (selection->marked.size() > listed) {
          text += fmt::format(", and {} more", selection->marked.size() - listed);
        }
        services->notify(text + "; they are framed");
      });
}

void break_items(Context& context, const std::string& place) {
  command_item(context, "break when read", "break read " + place);
  command_item(context, "break when written", "break write " + place);
  command_item(context, "break when changed", "break change " + place);
}

void access_items(Context& context, const Rectangle& area) {
  if (item("find references", "the instructions that read or write it: refs PLACE")) {
    show_references(context, area);
  }
  if (item("history", "all writes to it")) {
    context.selection.marked = {area};
    context.services.reveal(PanelId::history);
  }
}

void heading(const Theme& theme, const std::string& text) {
  coloured_text(theme.dim, text);
  ImGui::Separator();
}

}  // namespace

void PlayfieldPanel::open_menu(Point cell, std::optional<Rectangle> area,
                               std::optional<ImVec2> at) {
  menu_ = {cell, area, at.value_or(ImGui::GetMousePos())};
  if (at) return open_by_keyboard(menu_popup, *at);
  ImGui::OpenPopup(menu_popup);
}

void PlayfieldPanel::open_menu_of_selection(Context& context) {
  if (!context.selection.cell) context.selection.cell = context.snapshot.ip;
  const Point cell = *context.selection.cell;
  if (!fitted_) view_.bring_into_view(cell, 0.08F);
  open_menu(cell, context.selection.area, end_of(view_.area_of({cell, {1, 1}})));
}

void PlayfieldPanel::draw_menu(Context& context) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * context.scale, 6 * context.scale});
  if (ImGui::BeginPopup(menu_popup)) {
    // A smaller program may have been loaded since.
    if (!context.snapshot.program->source->contains(menu_.cell)) {
      ImGui::CloseCurrentPopup();
    } else if (menu_.area) {
      draw_area_menu(context);
    } else {
      draw_cell_menu(context);
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

void PlayfieldPanel::draw_stops(Context& context) {
  const BreakpointSnapshot* const stop = breakpoint_at(context.snapshot, menu_.cell);
  command_item(context, stop == nullptr ? "break here" : "delete the breakpoint",
               toggle_command(context.snapshot, menu_.cell), "Ctrl+click");
  if (stop != nullptr) {
    command_item(context, stop->enabled ? "disable it" : "enable it",
                 fmt::format("{} {}", stop->enabled ? "disable" : "enable", stop->id));
  }
  const std::string condition =
      stop == nullptr ? "break X,Y if EXPR" : fmt::format("condition {} EXPR", stop->id);
  if (item("condition…", condition.c_str())) {
    form_.open(condition_form(stop, menu_.cell), menu_.at);
  }
  break_items(context, to_argument(menu_.cell));
}

void PlayfieldPanel::draw_cell_menu(Context& context) {
  const std::string cell = to_argument(menu_.cell);
  heading(context.theme, cell_tooltip(context.snapshot, menu_.cell).heading);
  draw_stops(context);
  ImGui::Separator();
  const std::string here = fmt::format("until x == {} && y == {}", menu_.cell.x, menu_.cell.y);
  command_item(context, "run to here", here);
  command_item(context, "back to here", "back " + here);
  why_item(context, "why this value?", cell, "W");
  if (menu_.cell == context.snapshot.ip) why_item(context, "why here?", "here", "Shift+W");
  if (item("who wrote this", "goes to the last write of this cell, as `who` finds it", "L")) {
    go_to_last_write(context, menu_.cell);
  }
  access_items(context, {menu_.cell, {1, 1}});
  ImGui::Separator();
  if (item("set value…", "set X,Y = EXPR", "Enter")) open_editor(context, menu_.cell);
  command_item(context, "move the pointer here", "set ip " + cell);
  if (item("copy", "the character, or the number", "Ctrl+C")) copy(context);
  ImGui::Separator();
  if (item("go to…", "a cell, a variable or a region", "Ctrl+L")) open_goto(context);
  if (item("find…", "text in the field", "Ctrl+F")) find_.open();
}

void PlayfieldPanel::draw_area_menu(Context& context) {
  const Rectangle& area = *menu_.area;
  const Symbols& symbols = context.snapshot.program->symbols;
  const std::string argument = area_argument(symbols, area);
  heading(context.theme,
          fmt::format("{} x {} cells at {}{}", area.size.width, area.size.height,
                      to_string(area.corner),
                      argument.empty() || area.size.area() == 1 ? "" : " · " + argument));
  if (item("make it a region…", "region NAME = X,Y,WIDTH,HEIGHT")) {
    form_.open(region_form(area), menu_.at);
  }
  if (argument.empty()) {
    ImGui::BeginDisabled();
    ImGui::MenuItem("break when changed");
    ImGui::EndDisabled();
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
      ImGui::SetTooltip("breakpoints name their cells; make it a region first");
    }
  } else {
    break_items(context, argument);
  }
  access_items(context, area);
  ImGui::Separator();
  if (item("copy as text", "a line a row", "Ctrl+C")) copy(context);
  if (item("copy values", "decimal numbers between tabs, a line a row")) {
    context.services.copy(
        area_as_values(area, [&](Point at) { return value_at(context.snapshot, at); }));
  }
}

}  // namespace fungescope::ui
