// Lists variables by scope, and watched expressions.
#include "debugger_ui/panels/common/line_fields.h"
#include "debugger_ui/panels/common/list_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/panels/values/watch_rows.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/text_field.h"
#include "lang/value_format.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {
namespace {

constexpr std::size_t variables_without_filter = 20;
constexpr std::array all_types{WatchType::integer, WatchType::long_integer, WatchType::character,
                               WatchType::hex,     WatchType::hex8,         WatchType::binary,
                               WatchType::boolean};

class WatchesPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::watches; }

  void draw(Context& context) override {
    const ViewSnapshot& snapshot = context.snapshot;
    run_.update(context);
    if (snapshot.variables.size() > variables_without_filter || !filter_.empty()) {
      ImGui::SetNextItemWidth(-1);
      text_field("##filter", "filter", filter_);
    }
    const float below = ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().ItemSpacing.y +
                        std::max(error_height_, 0.0F);
    const float height =
        std::max(ImGui::GetContentRegionAvail().y - below, 3 * ImGui::GetFrameHeight());
    if (ImGui::BeginChild("variables", {0, height})) {
      if (snapshot.variables.empty() && snapshot.watched.empty()) {
        placeholder_text(context, "the program declares no variables; watch an expression below");
      } else {
        draw_table(context);
      }
    }
    ImGui::EndChild();
    draw_input(context);
  }

  void save(nlohmann::ordered_json& settings) const override {
    for (const auto& [name, type] : types_) settings["types"][name] = to_string(type);
    if (!closed_.empty()) settings["closed"] = closed_;
  }
  void load(const nlohmann::ordered_json& settings) override {
    for (const auto& [name, text] : setting_object(settings, "types").items()) {
      for (const WatchType type : all_types) {
        if (text.is_string() && text.get<std::string>() == to_string(type)) types_[name] = type;
      }
    }
    if (const auto closed = read_setting<std::vector<std::string>>(settings, "closed")) {
      closed_.insert(closed->begin(), closed->end());
    }
  }

 private:
  [[nodiscard]] WatchType type_of(const WatchRow& row, const Watch& watch) const {
    const auto chosen = types_.find(row.path);
    return chosen == types_.end() ? watch.type : chosen->second;
  }

  // ---- The table

  void draw_table(Context& context) {
    const float width = ImGui::GetContentRegionAvail().x / character_width();
    const Theme& theme = context.theme;
    const auto variable_of = [&](const WatchRow& row) -> const VariableSnapshot& {
      return context.snapshot.variables[row.variable];
    };
    ListTable<WatchRow> table("watches");
    table.flags |=
        ImGuiTableFlags_RowBg | ImGuiTableFlags_Resizable | ImGuiTableFlags_BordersInnerV;
    table.column("name", {.width = -4}, theme.text, [&](const WatchRow& row) { return row.path; });
    table.draw_with([&](const WatchRow& row) {
      const float indent = static_cast<float>(row.depth) * 1.5F * character_width();
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
      if (row.scope) return draw_scope(context, row);
      coloured_text(theme.text, row.name);
    });
    table.column("value", {.width = -2.3F}, [&](const WatchRow& row) {
      return row.scope ? CellText() : value_text(context, row, variable_of(row));
    });
    table.draw_with([&](const WatchRow& row) {
      if (row.scope) return;
      if (edited_ == row.path) return draw_editor(context, variable_of(row));
      TableBase::draw_text(value_text(context, row, variable_of(row)));
    });
    const auto only_if = [](bool room) {
      return room ? ImGuiTableColumnFlags_None : ImGuiTableColumnFlags_Disabled;
    };
    table.column("type", {.width = 6, .flags = only_if(width >= 44)}, [&](const WatchRow& row) {
      if (row.scope) return CellText();
      return CellText(theme.dim, std::string(to_string(type_of(row, variable_of(row).watch))));
    });
    table.column("run", {.width = -2}, {});
    table.draw_with([&](const WatchRow& row) {
      if (!row.scope) draw_curve(context, row, variable_of(row).watch.at);
    });
    table.column("cell", {.width = 9, .flags = only_if(width >= 52)}, [&](const WatchRow& row) {
      return row.scope ? CellText() : CellText(theme.dim, to_string(variable_of(row).watch.at));
    });
    table.name = [](const WatchRow& row) { return row.scope ? std::string() : row.path; };
    table.selected = [&](const WatchRow& row) {
      return !row.scope && context.selection.cell == variable_of(row).watch.at;
    };
    table.click = [&](const WatchRow& row) {
      if (row.scope) {
        toggle_scope(row.path);
      } else {
        show_cell(context, variable_of(row).watch.at);
        chosen_ = row.path;
      }
    };
    table.double_click = [&](const WatchRow& row) {
      table.click(row);
      if (!row.scope) begin_editing(row, variable_of(row));
    };
    table.tooltip = [&](const WatchRow& row) {
      if (row.scope || edited_ == row.path) return;
      if (chosen_ == row.path && table.selected(row) && !ImGui::GetIO().WantTextInput &&
          ImGui::IsWindowFocused() && context.input.pressed(Key::enter)) {
        begin_editing(row, variable_of(row));
      }
      draw_tooltip(context, row, variable_of(row));
    };
    table.menu = [&](const WatchRow& row) {
      if (!row.scope) return draw_menu(context, row, variable_of(row));
      if (ImGui::MenuItem(row.open ? "collapse" : "expand")) toggle_scope(row.path);
    };
    table.further_rows = [&] { draw_expressions(context); };
    const ViewSnapshot& snapshot = context.snapshot;
    table.draw(context,
               watch_rows(snapshot.variables, snapshot.program->symbols, closed_, filter_));
  }

  void toggle_scope(const std::string& path) {
    if (closed_.erase(path) == 0) closed_.insert(path);
  }

  static void draw_scope(const Context& context, const WatchRow& row) {
    fold_triangle(ImGui::GetCursorScreenPos(), 0.28F * ImGui::GetTextLineHeight(), row.open,
                  context.theme.dim);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.5F * character_width());
    coloured_text(context.theme.text, row.name);
    ImGui::SameLine(0, character_width());
    coloured_text(context.theme.faint, fmt::to_string(row.members));
  }

  [[nodiscard]] CellText value_text(const Context& context, const WatchRow& row,
                                    const VariableSnapshot& variable) const {
    if (!variable.set) return {context.theme.faint, "not set"};
    return {variable.value != variable.before ? context.theme.changed : context.theme.text,
            format_value(variable.value, type_of(row, variable.watch))};
  }

  void draw_tooltip(Context& context, const WatchRow& row, const VariableSnapshot& variable) {
    if (!ImGui::IsItemHovered()) return;
    context.selection.value_here = command_name(variable.watch, context.snapshot.program->symbols);
    const std::string was = format_value(variable.before, type_of(row, variable.watch));
    item_tooltip(
        context,
        fmt::format(
            "{}\n{} at {}\n{}{}{}", row.path, to_string(variable.watch.type),
            to_string(variable.watch.at), forms_of(variable.value),
            variable.set ? "" : "\nnot set yet: the cell still holds the byte of the source",
            variable.value == variable.before ? "" : "\nwas " + was),
        fmt::format("double click sets it: set {} = EXPR", context.selection.value_here));
  }
  static std::string forms_of(std::int64_t value) {
    return fmt::format("{}  {}  {}", value, format_value(value, WatchType::hex),
                       character_text(value));
  }

  void draw_curve(Context& context, const WatchRow& row, Point cell) {
    const float width = ImGui::GetContentRegionAvail().x;
    if (width < 8) return;
    const float height = ImGui::GetTextLineHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList* const list = ImGui::GetWindowDrawList();
    const float thickness = std::max(1.0F, context.scale);
    const Playfield& source = *context.snapshot.program->source;
    const std::int64_t unset = source.contains(cell) ? source.at(cell) : 0;
    const auto samples = run_.samples(context.snapshot);
    const auto line = samples == nullptr ? std::vector<ImVec2>()
                                         : sparkline(*samples, row.declared, unset,
                                                     {corner.x, corner.y + 1}, {width, height - 3});
    list->AddPolyline(line.data(), static_cast<int>(line.size()), context.theme.curves[0], 0,
                      thickness);
    if (line.empty()) {
      list->AddLine({corner.x, corner.y + height - 2}, {corner.x + width, corner.y + height - 2},
                    context.theme.grid_line);
    }
    if (samples == nullptr || samples->size() < 2) return;
    const Tick first = samples->front().tick;
    const Tick last = samples->back().tick;
    const Tick now = context.snapshot.tick;
    if (now < first || now > last || first == last) return;
    const float x =
        corner.x + static_cast<float>(now - first) / static_cast<float>(last - first) * (width - 1);
    list->AddLine({x, corner.y}, {x, corner.y + height}, context.theme.accent, thickness);
  }

  // ---- Editing

  void begin_editing(const WatchRow& row, const VariableSnapshot& variable) {
    edited_ = row.path;
    editor_.begin(format_value(variable.value, editable(type_of(row, variable.watch))));
  }

  // The type in which a value is a valid expression: "false" and "0b11" are not.
  static WatchType editable(WatchType type) {
    return type == WatchType::hex || type == WatchType::character ? type : WatchType::integer;
  }

  void draw_editor(Context& context, const VariableSnapshot& variable) {
    const std::string name = command_name(variable.watch, context.snapshot.program->symbols);
    const auto outcome = editor_.draw_in_row(context, {"##value", "value"},
                                             with_prefix(fmt::format("set {} = ", name)));
    if (outcome != CommandField::Outcome::open) edited_.clear();
  }

  void draw_menu(Context& context, const WatchRow& row, const VariableSnapshot& variable) {
    const Point at = variable.watch.at;
    const std::string name = command_name(variable.watch, context.snapshot.program->symbols);
    if (ImGui::BeginMenu("show as")) {
      for (const WatchType type : all_types) {
        const std::string label(to_string(type));
        const bool chosen = type == type_of(row, variable.watch);
        if (ImGui::MenuItem(label.c_str(), format_value(variable.value, type).c_str(), chosen)) {
          choose_type(row, variable.watch, type);
        }
      }
      ImGui::EndMenu();
    }
    if (ImGui::MenuItem("set a value", "double click")) begin_editing(row, variable);
    item_tooltip(context, "type a value in its place", fmt::format("set {} = EXPR", name));
    if (ImGui::MenuItem("break on change")) context.services.run("break change " + name);
    item_tooltip(context, "break after each write of another value", "break change " + name);
    why_item(context, "why this value?", name, "W");
    if (ImGui::MenuItem("who wrote this")) go_to_last_write(context, at);
    item_tooltip(context, "go to the last write, as who finds it", "who " + name);
    if (ImGui::MenuItem("show in the playfield")) {
      show_cell(context, at);
      context.services.reveal(PanelId::playfield);
    }
    if (ImGui::MenuItem("show in the timeline")) show_in_timeline(context, row.path);
    if (ImGui::MenuItem("show its history")) {
      show_cell(context, at);
      context.services.reveal(PanelId::history);
    }
    ImGui::Separator();
    if (ImGui::MenuItem("copy the value")) {
      context.services.copy(format_value(variable.value, type_of(row, variable.watch)));
    }
    if (ImGui::MenuItem("copy the name")) context.services.copy(row.path);
  }

  static void show_in_timeline(Context& context, const std::string& text) {
    context.selection.add_lane = text;
    context.services.reveal(PanelId::timeline);
  }

  void choose_type(const WatchRow& row, const Watch& watch, WatchType type) {
    if (type == watch.type) {
      types_.erase(row.path);
    } else {
      types_[row.path] = type;
    }
  }

  // ---- Expressions

  void draw_expressions(Context& context) {
    const auto& watched = context.snapshot.watched;
    for (std::size_t i = 0; i < watched.size(); ++i) {
      ImGui::PushID(static_cast<int>(i) - 1'000'000);
      draw_expression(context, watched[i], i + 1);
      ImGui::PopID();
    }
  }

  void draw_expression(Context& context, const Debugger::Watched& watched, std::size_t number) {
    const std::string remove = fmt::format("unwatch {}", number);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::Selectable("##expression", false,
                      ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap);
    item_tooltip(context, !watched.value ? to_string(watched.value.error())
                          : watched.changed()
                              ? fmt::format("{}\nwas {}", forms_of(*watched.value), *watched.before)
                              : forms_of(*watched.value));
    if (ImGui::BeginPopupContextItem("menu")) {
      why_item(context, "why this value?", value_named_by(watched.text, context.snapshot));
      if (ImGui::MenuItem("show in the timeline")) show_in_timeline(context, watched.text);
      if (ImGui::MenuItem("watch it no more")) context.services.run(remove);
      item_tooltip(context, "take it off the list", remove);
      if (ImGui::MenuItem("copy the value", nullptr, false, watched.value.has_value())) {
        context.services.copy(fmt::format("{}", *watched.value));
      }
      if (ImGui::MenuItem("copy the expression")) context.services.copy(watched.text);
      ImGui::EndPopup();
    }
    ImGui::SameLine(0, 0);
    coloured_text(context.theme.accent, watched.text);
    ImGui::TableNextColumn();
    if (watched.value) {
      coloured_text(watched.changed() ? context.theme.changed : context.theme.text,
                    fmt::format("{}", *watched.value));
    } else {
      coloured_text(context.theme.bad, watched.value.error().what);
    }
    ImGui::TableNextColumn();
    ImGui::TableNextColumn();
    if (close_button(context, "##unwatch")) context.services.run(remove);
    item_tooltip(context, "take it off the list", remove);
  }

  void draw_input(Context& context) {
    const float top = ImGui::GetCursorPosY();
    static_cast<void>(
        input_.draw(context, {"##watch", "watch an expression: grid(2,5)"}, with_prefix("watch ")));
    name_item("watch EXPR");
    error_height_ = ImGui::GetCursorPosY() - top - ImGui::GetFrameHeightWithSpacing();
  }

  std::map<std::string, WatchType> types_;  // chosen by the user, by full name
  std::set<std::string> closed_;
  std::string filter_;
  std::string chosen_;  // full name
  std::string edited_;
  CommandField editor_;
  CommandField input_;
  float error_height_ = 0;  // below the input, in the previous frame
  VariableCurves run_;
};

}  // namespace

std::unique_ptr<Panel> make_watches_panel() {
  return std::make_unique<WatchesPanel>();
}

}  // namespace fungescope::ui
