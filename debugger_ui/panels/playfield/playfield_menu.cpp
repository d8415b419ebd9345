#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/playfield/cell_hover.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/panels/playfield/playfield_paint.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "session/queries/history_queries.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// A menu item that submits a command, shown in its tooltip.
void command_item(Context& context, const char* label, const std::string& command,
                  const char* key = nullptr) {
  if (ImGui::MenuItem(label, key)) context.services.run(command);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", command.c_str());
}

bool item(const char* label, const char* tooltip, const char* key = nullptr) {
  const bool chosen = ImGui::MenuItem(label, key);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tooltip);
  return chosen;
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

void heading(const Theme& theme, const std::string& text) {
  coloured_text(theme.dim, text);
  ImGui::Separator();
}

}  // namespace

void PlayfieldMenu::open(Point cell, std::optional<Rectangle> area, std::optional<ImVec2> at) {
  cell_ = cell;
  area_ = area;
  at_ = at.value_or(ImGui::GetMousePos());
  opening_ = true;
  by_keyboard_ = at.has_value();
}

PlayfieldMenu::Action PlayfieldMenu::draw(Context& context, LinePopup& form) {
  constexpr const char* popup = "playfield menu";
  if (std::exchange(opening_, false)) {
    if (by_keyboard_) {
      open_by_keyboard(popup, at_);
    } else {
      ImGui::OpenPopup(popup);
    }
  }
  if (!ImGui::IsPopupOpen(popup)) return Action::none;
  Action action = Action::none;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * context.scale, 6 * context.scale});
  if (ImGui::BeginPopup(popup)) {
    // A smaller program may have been loaded since.
    const bool lost = !context.snapshot.program->source->contains(cell_);
    if (lost) {
      ImGui::CloseCurrentPopup();
    } else if (area_) {
      draw_area(context, form);
    } else {
      action = draw_cell(context, form);
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  return action;
}

void PlayfieldMenu::draw_stops(Context& context, LinePopup& form) const {
  const std::string cell = to_argument(cell_);
  const BreakpointSnapshot* const stop = breakpoint_at(context.snapshot, cell_);
  command_item(context, stop == nullptr ? "break here" : "delete the breakpoint",
               toggle_command(context.snapshot, cell_), "Ctrl+click");
  if (stop != nullptr) {
    command_item(context, stop->enabled ? "disable it" : "enable it",
                 fmt::format("{} {}", stop->enabled ? "disable" : "enable", stop->id));
  }
  const std::string condition =
      stop == nullptr ? "break X,Y if EXPR" : fmt::format("condition {} EXPR", stop->id);
  if (item("condition…", condition.c_str())) {
    form.open(condition_form(stop, cell_), at_);
  }
  command_item(context, "break when read", "break read " + cell);
  command_item(context, "break when written", "break write " + cell);
  command_item(context, "break when changed", "break change " + cell);
}

PlayfieldMenu::Action PlayfieldMenu::draw_cell(Context& context, LinePopup& form) const {
  const std::string cell = to_argument(cell_);
  heading(context.theme, cell_tooltip(context.snapshot, cell_).heading);
  draw_stops(context, form);
  ImGui::Separator();
  command_item(context, "run to here", "until " + pointer_condition(cell_));
  command_item(context, "back to here", "back until " + pointer_condition(cell_));
  why_item(context, "why this value?", cell, "W");
  if (cell_ == context.snapshot.ip) why_item(context, "why here?", "here", "Shift+W");
  if (item("who wrote this", "goes to the last write of this cell, as `who` finds it", "L")) {
    go_to_last_write(context, cell_);
  }
  if (item("find references", "the instructions that read or write this cell: refs X,Y")) {
    show_references(context, {cell_, {1, 1}});
  }
  if (item("history", "all writes to this cell")) {
    context.selection.marked = {{cell_, {1, 1}}};
    context.services.reveal(PanelId::history);
  }
  ImGui::Separator();
  Action action = Action::none;
  if (item("set value…", "set X,Y = EXPR", "Enter")) action = Action::set_value;
  command_item(context, "move the pointer here", "set ip " + cell);
  if (item("copy", "the character, or the number", "Ctrl+C")) {
    const std::int64_t value = value_at(context.snapshot, cell_);
    const auto value_of = [value](Point) { return value; };
    const Rectangle one{cell_, {1, 1}};
    context.services.copy(is_visible(value) ? area_as_text(one, value_of)
                                            : area_as_values(one, value_of));
  }
  ImGui::Separator();
  if (item("go to…", "a cell, a variable or a region", "Ctrl+L")) action = Action::go_to;
  if (item("find…", "text in the field", "Ctrl+F")) action = Action::find;
  return action;
}

void PlayfieldMenu::draw_area(Context& context, LinePopup& form) const {
  const Rectangle& area = *area_;
  const Symbols& symbols = context.snapshot.program->symbols;
  const std::string argument = area_argument(symbols, area);
  heading(context.theme,
          fmt::format("{} x {} cells at {}{}", area.size.width, area.size.height,
                      to_string(area.corner),
                      argument.empty() || area.size.area() == 1 ? "" : " · " + argument));
  if (item("make it a region…", "region NAME = X,Y,WIDTH,HEIGHT")) {
    form.open(region_form(area), at_);
  }
  if (argument.empty()) {
    ImGui::BeginDisabled();
    ImGui::MenuItem("break when changed");
    ImGui::EndDisabled();
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
      ImGui::SetTooltip("breakpoints name their cells; make it a region first");
    }
  } else {
    command_item(context, "break when read", "break read " + argument);
    command_item(context, "break when written", "break write " + argument);
    command_item(context, "break when changed", "break change " + argument);
  }
  if (item("find references", "the instructions that read or write these cells")) {
    show_references(context, area);
  }
  if (item("history", "all writes to these cells")) {
    context.selection.marked = {area};
    context.services.reveal(PanelId::history);
  }
  ImGui::Separator();
  const auto value_of = [&](Point at) { return value_at(context.snapshot, at); };
  if (item("copy as text", "a line a row", "Ctrl+C")) {
    context.services.copy(area_as_text(area, value_of));
  }
  if (item("copy values", "decimal numbers between tabs, a line a row")) {
    context.services.copy(area_as_values(area, value_of));
  }
}

}  // namespace fungescope::ui
