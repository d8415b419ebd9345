// Lists the breakpoints and bookmarks, each with a field that adds one.
#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/breakpoint_text.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/widgets/item_names.h"
#include "session/expressions/lexer.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

class BreakpointsPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::breakpoints; }
  [[nodiscard]] std::string_view title() const override { return "breakpoints"; }

  void draw(Context& context) override {
    const ViewSnapshot& snapshot = context.snapshot;
    static_cast<void>(add_.draw(context, "##break", "break 10,3; change grid; output \"text\"",
                                [](const std::string& text) { return break_command(text); }));
    item_tooltip(context,
                 "a cell, tick N, read, write or change PLACE, output \"TEXT\", input, depth > N, "
                 "modified; then if EXPR, hits N, log TEXT",
                 break_command(add_.text().empty() ? "10,3 west if depth > 2" : add_.text()));
    if (ImGui::BeginChild("lists")) {
      if (snapshot.breakpoints.empty()) {
        placeholder_text(context,
                         "no breakpoints; type one above, or double click a cell of the playfield");
      } else {
        draw_stops(context);
      }
      draw_log(context);
      ImGui::Dummy({0, ImGui::GetStyle().ItemSpacing.y});
      draw_bookmarks(context);
    }
    ImGui::EndChild();
  }

 private:
  static constexpr ImGuiTableFlags table_flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_SizingFixedFit;

  // ---- Breakpoints

  void draw_stops(Context& context) {
    if (!ImGui::BeginTable("stops", 4, table_flags)) return;
    ImGui::TableSetupColumn("on");
    ImGui::TableSetupColumn("stop", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("hits");
    ImGui::TableSetupColumn("delete");
    for (const BreakpointSnapshot& stop : context.snapshot.breakpoints) {
      ImGui::PushID(static_cast<int>(stop.id));
      draw_stop(context, stop);
      ImGui::PopID();
    }
    ImGui::EndTable();
  }

  void draw_stop(Context& context, const BreakpointSnapshot& stop) {
    const Theme& theme = context.theme;
    const bool is_active = stop.enabled && stop.problem.empty();
    const bool reached = is_reached(context.snapshot, stop.id);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    draw_switch(context, stop);

    ImGui::TableNextColumn();
    if (ImGui::Selectable("##stop", false, ImGuiSelectableFlags_AllowItemOverlap)) {
      show(context, stop);
    }
    item_tooltip(context,
                 fmt::format("breakpoint {}: {}; click shows its cell", stop.id, stop.text),
                 fmt::format("condition {} EXPR", stop.id));
    draw_menu(context, stop);
    ImGui::SameLine(0, 0);
    coloured_text(reached     ? theme.accent
                  : is_active ? theme.text
                              : theme.dim,
                  breakpoint_location(stop));
    draw_condition(context, stop);
    if (!stop.log.empty()) wrapped_coloured_text(theme.dim, "log " + stop.log);
    if (!stop.problem.empty()) wrapped_coloured_text(theme.bad, stop.problem);

    ImGui::TableNextColumn();
    coloured_text(reached         ? theme.accent
                  : stop.hits > 0 ? theme.text
                                  : theme.faint,
                  with_separators(stop.hits));
    item_tooltip(context, "times that it held, forwards or backwards");
    ImGui::TableNextColumn();
    const std::string remove = fmt::format("delete {}", stop.id);
    if (close_button(context, "##delete")) context.services.run(remove);
    item_tooltip(context, "delete it", remove);
  }

  // Draws a dot, filled where the breakpoint is enabled.
  static void draw_switch(Context& context, const BreakpointSnapshot& stop) {
    const float side = ImGui::GetTextLineHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const std::string line = fmt::format("{} {}", stop.enabled ? "disable" : "enable", stop.id);
    if (ImGui::InvisibleButton("##on", {side, side})) context.services.run(line);
    item_tooltip(context, stop.enabled ? "disable it: it stays in the list" : "enable it", line);
    const ImVec2 middle{corner.x + side / 2, corner.y + side / 2};
    const ImU32 colour = ImGui::IsItemHovered() ? context.theme.accent : context.theme.breakpoint;
    ImDrawList* const list = ImGui::GetWindowDrawList();
    const float radius = side * 0.28F;
    if (stop.enabled) {
      list->AddCircleFilled(middle, radius, colour);
    } else {
      list->AddCircle(middle, radius, colour, 0, 1.2F * context.scale);
    }
  }

  static bool is_reached(const ViewSnapshot& snapshot, std::uint32_t id) {
    if (!snapshot.last_stop || snapshot.last_stop->tick != snapshot.tick) return false;
    const auto& breakpoints = snapshot.last_stop->breakpoints;
    return std::find(breakpoints.begin(), breakpoints.end(), id) != breakpoints.end();
  }

  static void show(Context& context, const BreakpointSnapshot& stop) {
    if (stop.kind == BreakpointKind::tick) {
      context.selection.show_tick = parse_tick_location(stop.text);
      return;
    }
    if (stop.area.size.area() == 0) return;
    if (stop.kind != BreakpointKind::cell && stop.kind != BreakpointKind::data) return;
    show_cell(context, stop.area.corner);
    context.selection.marked = {stop.area};
  }

  void draw_condition(Context& context, const BreakpointSnapshot& stop) {
    if (edited_ == stop.id) {
      ImGui::AlignTextToFramePadding();
      coloured_text(context.theme.dim, "if");
      ImGui::SameLine();
      // Emptying the condition removes it.
      const auto outcome = condition_.draw(context, "##condition", "depth > 10 && new != old",
                                           with_prefix(fmt::format("condition {} ", stop.id)));
      const bool emptied =
          condition_.text().empty() && !stop.condition.empty() && context.input.pressed(Key::enter);
      if (emptied) context.services.run(fmt::format("condition {}", stop.id));
      if (emptied || outcome != CommandField::Outcome::open) edited_ = 0;
      return;
    }
    if (stop.condition.empty()) return;
    ImGui::PushID("condition");
    if (ImGui::Selectable("##text")) edit_condition(stop);
    item_tooltip(context, "click changes the condition", fmt::format("condition {} EXPR", stop.id));
    ImGui::SameLine(0, 0);
    coloured_text(context.theme.dim, "if " + stop.condition);
    ImGui::PopID();
  }

  void edit_condition(const BreakpointSnapshot& stop) {
    edited_ = stop.id;
    condition_.begin(stop.condition);
  }

  void draw_menu(Context& context, const BreakpointSnapshot& stop) {
    if (!ImGui::BeginPopupContextItem("menu")) return;
    const auto run = [&](const char* label, const std::string& line) {
      if (ImGui::MenuItem(label)) context.services.run(line);
      item_tooltip(context, label, line);
    };
    if (ImGui::MenuItem(stop.condition.empty() ? "add a condition" : "change the condition")) {
      edit_condition(stop);
    }
    item_tooltip(context, "it breaks only where this is not 0",
                 fmt::format("condition {} EXPR", stop.id));
    if (!stop.condition.empty()) {
      run("take the condition away", fmt::format("condition {}", stop.id));
    }
    run(stop.enabled ? "disable" : "enable",
        fmt::format("{} {}", stop.enabled ? "disable" : "enable", stop.id));
    if (ImGui::MenuItem("copy")) context.services.copy(break_command(stop.text));
    ImGui::Separator();
    run("delete", fmt::format("delete {}", stop.id));
    if (context.snapshot.breakpoints.size() > 1) {
      run("disable all", "disable");
      run("enable all", "enable");
      run("delete all", "delete");
    }
    ImGui::EndPopup();
  }

  // ---- The messages of logpoints, newest first

  static void draw_log(Context& context) {
    const std::vector<LogMessage>& log = *context.snapshot.log;
    if (log.empty()) return;
    constexpr std::size_t rows = 6;
    ImGui::Dummy({0, ImGui::GetStyle().ItemSpacing.y});
    coloured_text(context.theme.dim, "log");
    const float line = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
    const float height = line * static_cast<float>(std::min(log.size(), rows));
    if (!ImGui::BeginTable("log", 2, table_flags | ImGuiTableFlags_ScrollY, {0, height})) return;
    ImGui::TableSetupColumn("message", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("tick");
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(log.size()), line);
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        draw_logged(context, log[log.size() - 1 - static_cast<std::size_t>(i)], i);
      }
    }
    ImGui::EndTable();
  }

  static void draw_logged(Context& context, const LogMessage& message, int row) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(row);
    if (ImGui::Selectable("##logged", false, ImGuiSelectableFlags_SpanAllColumns)) {
      context.session.seek(message.tick, "click on the log");
    }
    name_item("logged", static_cast<std::uint64_t>(row));
    item_tooltip(context, message.text, fmt::format("goto {}", message.tick));
    ImGui::SameLine(0, 0);
    coloured_text(context.theme.text, escape_controls(message.text));
    ImGui::TableNextColumn();
    coloured_text(context.theme.dim, with_separators(message.tick));
    ImGui::PopID();
  }

  // ---- Bookmarks

  void draw_bookmarks(Context& context) {
    const auto& bookmarks = context.snapshot.bookmarks;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine(at, {at.x + ImGui::GetContentRegionAvail().x, at.y},
                                        context.theme.border);
    ImGui::Dummy({0, ImGui::GetStyle().ItemSpacing.y / 2});
    static_cast<void>(mark_.draw(context, "##mark", "bookmark this instant", with_prefix("mark ")));
    item_tooltip(context, "type a name, and Enter keeps this instant under it",
                 "mark " + (mark_.text().empty() ? std::string("NAME") : mark_.text()));
    if (bookmarks.empty()) {
      placeholder_text(context, "no bookmarks");
      return;
    }
    if (!ImGui::BeginTable("bookmarks", 4, table_flags)) return;
    ImGui::TableSetupColumn("sign");
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("tick");
    ImGui::TableSetupColumn("delete");
    for (const Bookmark& bookmark : bookmarks) {
      ImGui::PushID(static_cast<int>(bookmark.id));
      draw_bookmark(context, bookmark);
      ImGui::PopID();
    }
    ImGui::EndTable();
  }

  void draw_bookmark(Context& context, const Bookmark& bookmark) {
    const Theme& theme = context.theme;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    draw_flag(context);
    ImGui::TableNextColumn();
    // Quoted: a name may be a number, or a keyword that means a tick.
    const std::string there = "goto " + double_quoted(bookmark.name);
    if (ImGui::Selectable(
            "##bookmark", false,
            ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap)) {
      context.services.run(there);
    }
    item_tooltip(context, "go there", there);
    const std::string remove = fmt::format("unmark {}", bookmark.id);
    if (ImGui::BeginPopupContextItem("menu")) {
      if (ImGui::MenuItem("rename…")) ask_bookmark_name(context.services, bookmark);
      item_tooltip(context, "another name", fmt::format("rename {} NAME", bookmark.id));
      if (ImGui::MenuItem("delete")) context.services.run(remove);
      item_tooltip(context, "delete the bookmark", remove);
      ImGui::EndPopup();
    }
    ImGui::SameLine(0, 0);
    const bool here =
        bookmark.tick == context.snapshot.tick && bookmark.branch == context.snapshot.branch;
    coloured_text(here ? theme.accent : theme.text, escape_controls(bookmark.name));
    if (context.snapshot.branches.size() > 1) {
      ImGui::SameLine();
      coloured_text(theme.faint, fmt::format("branch {}", bookmark.branch));
    }
    ImGui::TableNextColumn();
    coloured_text(theme.dim, with_separators(bookmark.tick));
    ImGui::TableNextColumn();
    if (close_button(context, "##unmark")) context.services.run(remove);
    item_tooltip(context, "delete the bookmark", remove);
  }

  static void draw_flag(const Context& context) {
    const float side = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float left = at.x + side * 0.3F;
    ImDrawList* const list = ImGui::GetWindowDrawList();
    list->AddLine({left, at.y + side * 0.15F}, {left, at.y + side * 0.9F}, context.theme.bookmark,
                  1.2F * context.scale);
    list->AddTriangleFilled({left, at.y + side * 0.15F}, {left + side * 0.5F, at.y + side * 0.35F},
                            {left, at.y + side * 0.55F}, context.theme.bookmark);
    ImGui::Dummy({side, side});
  }

  CommandField add_;
  CommandField condition_;
  CommandField mark_;
  std::uint32_t edited_ = 0;  // the breakpoint whose condition is edited; 0: none
};

}  // namespace

std::unique_ptr<Panel> make_breakpoints_panel() {
  return std::make_unique<BreakpointsPanel>();
}

}  // namespace fungescope::ui
