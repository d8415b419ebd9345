// Lists the breakpoints and bookmarks, each with a field that adds one.
#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/line_fields.h"
#include "debugger_ui/panels/common/list_table.h"
#include "debugger_ui/panels/panels.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

class BreakpointsPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::breakpoints; }

  void draw(Context& context) override {
    const ViewSnapshot& snapshot = context.snapshot;
    static_cast<void>(add_.draw(context, {"##break", "break 10,3; change grid; output \"text\""},
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
  // ---- Breakpoints

  void draw_stops(Context& context) {
    const Theme& theme = context.theme;
    using Row = BreakpointSnapshot;
    ListTable<Row> table("stops");
    table.headings = false;
    table.equal_heights = false;
    table.flags = ImGuiTableFlags_RowBg;
    table.column("on", {}, theme.text,
                 [&](const Row& stop) { return stop.enabled ? "on" : "off"; });
    table.draw_with([&](const Row& stop) { draw_switch(context, stop); });
    table.column("stop", {.width = rest_width}, theme.text,
                 [&](const Row& stop) { return stop.text; });
    table.draw_with([&](const Row& stop) { draw_stop(context, stop); });
    table.column("hits", {}, [&](const Row& stop) {
      return CellText(is_reached(context.snapshot, stop.id) ? theme.accent
                      : stop.hits > 0                       ? theme.text
                                                            : theme.faint,
                      with_separators(stop.hits));
    });
    const auto remove = [](const Row& stop) { return fmt::format("delete {}", stop.id); };
    table.column("delete", {}, {});
    table.draw_with([&](const Row& stop) {
      if (close_button(context, "##delete")) context.services.run(remove(stop));
      item_tooltip(context, "delete it", remove(stop));
    });
    table.click = [&](const Row& stop) { show(context, stop); };
    table.tooltip = [&](const Row& stop) {
      item_tooltip(context,
                   fmt::format("breakpoint {}: {}; click shows its cell; it has held {}", stop.id,
                               stop.text, count_text(stop.hits, "time")),
                   fmt::format("condition {} EXPR", stop.id));
    };
    table.menu = [&](const Row& stop) { draw_menu(context, stop); };
    table.draw(context, context.snapshot.breakpoints);
  }

  void draw_stop(Context& context, const BreakpointSnapshot& stop) {
    const Theme& theme = context.theme;
    const bool is_active = stop.enabled && stop.problem.empty();
    wrapped_coloured_text(is_reached(context.snapshot, stop.id) ? theme.accent
                          : is_active                           ? theme.text
                                                                : theme.dim,
                          stop.text);
    if (edited_ == stop.id) draw_condition(context, stop);
    if (!stop.problem.empty()) wrapped_coloured_text(theme.bad, stop.problem);
  }

  static void draw_switch(Context& context, const BreakpointSnapshot& stop) {
    const std::string line = fmt::format("{} {}", stop.enabled ? "disable" : "enable", stop.id);
    bool on = stop.enabled;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
    if (ImGui::Checkbox("##on", &on)) context.services.run(line);
    ImGui::PopStyleVar();
    item_tooltip(context, stop.enabled ? "disable it: it stays in the list" : "enable it", line);
  }

  static bool is_reached(const ViewSnapshot& snapshot, std::uint32_t id) {
    if (!snapshot.last_stop || snapshot.last_stop->tick != snapshot.tick) return false;
    const auto& breakpoints = snapshot.last_stop->breakpoints;
    return std::find(breakpoints.begin(), breakpoints.end(), id) != breakpoints.end();
  }

  static void show(Context& context, const BreakpointSnapshot& stop) {
    const bool of_cells = stop.kind == BreakpointKind::cell || stop.kind == BreakpointKind::data;
    if (!of_cells || stop.area.size.area() == 0) return;
    show_cell(context, stop.area.corner);
    context.selection.marked = {stop.area};
  }

  void draw_condition(Context& context, const BreakpointSnapshot& stop) {
    ImGui::AlignTextToFramePadding();
    coloured_text(context.theme.dim, "if");
    ImGui::SameLine();
    // Emptying the condition removes it.
    const auto outcome = condition_.draw(context, {"##condition", "depth > 10 && new != old"},
                                         with_prefix(fmt::format("condition {} ", stop.id)));
    if (outcome != CommandField::Outcome::open) edited_ = 0;
  }

  void draw_menu(Context& context, const BreakpointSnapshot& stop) {
    if (ImGui::MenuItem(stop.condition.empty() ? "add a condition" : "change the condition")) {
      edited_ = stop.id;
      condition_.begin(stop.condition);
    }
    item_tooltip(context, "it breaks only where this is not 0",
                 fmt::format("condition {} EXPR", stop.id));
    if (!stop.condition.empty()) {
      command_item(context, "take the condition away", fmt::format("condition {}", stop.id));
    }
    command_item(context, stop.enabled ? "disable" : "enable",
                 fmt::format("{} {}", stop.enabled ? "disable" : "enable", stop.id));
    if (ImGui::MenuItem("copy")) context.services.copy(break_command(stop.text));
    ImGui::Separator();
    command_item(context, "delete", fmt::format("delete {}", stop.id));
    if (context.snapshot.breakpoints.size() > 1) {
      command_item(context, "disable all", "disable");
      command_item(context, "enable all", "enable");
      command_item(context, "delete all", "delete");
    }
  }

  // ---- The messages of logpoints, newest first

  static void draw_log(Context& context) {
    const std::vector<LogMessage>& log = *context.snapshot.log;
    if (log.empty()) return;
    constexpr std::size_t rows = 6;
    ImGui::Dummy({0, ImGui::GetStyle().ItemSpacing.y});
    coloured_text(context.theme.dim, "log");
    std::vector<const LogMessage*> newest_first;
    for (std::size_t i = log.size(); i > 0; --i) newest_first.push_back(&log[i - 1]);
    using Row = const LogMessage*;
    ListTable<Row> table("log");
    table.headings = false;
    table.size.y = static_cast<float>(std::min(log.size(), rows)) *
                   (ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y);
    table.flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY;
    table.column("message", {.width = rest_width}, context.theme.text,
                 [&](const Row& message) { return escape_controls(message->text); });
    table.column("tick", {}, context.theme.dim,
                 [&](const Row& message) { return with_separators(message->tick); });
    table.name = [&](const Row& message) {
      return fmt::format("logged {}", &log.back() - message);
    };
    table.click = [&](const Row& message) {
      context.session.seek(message->tick, "click on the log");
    };
    table.tooltip = [&](const Row& message) {
      item_tooltip(context, message->text, fmt::format("goto {}", message->tick));
    };
    table.draw(context, newest_first);
  }

  // ---- Bookmarks

  void draw_bookmarks(Context& context) {
    const auto& bookmarks = context.snapshot.bookmarks;
    ImGui::Separator();
    static_cast<void>(
        mark_.draw(context, {"##mark", "bookmark this instant"}, with_prefix("mark ")));
    item_tooltip(context, "type a name, and Enter keeps this instant under it",
                 "mark " + (mark_.text().empty() ? std::string("NAME") : mark_.text()));
    if (bookmarks.empty()) {
      placeholder_text(context, "no bookmarks");
      return;
    }
    const Theme& theme = context.theme;
    using Row = Bookmark;
    ListTable<Row> table("bookmarks");
    table.headings = false;
    table.flags = ImGuiTableFlags_RowBg;
    table.column("name", {.width = rest_width}, [&](const Row& bookmark) {
      const bool here =
          bookmark.tick == context.snapshot.tick && bookmark.branch == context.snapshot.branch;
      CellText text(here ? theme.accent : theme.text, escape_controls(bookmark.name));
      if (context.snapshot.branches.size() > 1) {
        text.add(theme.faint, fmt::format("branch {}", bookmark.branch));
      }
      return text;
    });
    table.column("tick", {}, theme.dim,
                 [&](const Row& bookmark) { return with_separators(bookmark.tick); });
    const auto remove = [](const Row& bookmark) { return fmt::format("unmark {}", bookmark.id); };
    table.column("delete", {}, {});
    table.draw_with([&](const Row& bookmark) {
      if (close_button(context, "##unmark")) context.services.run(remove(bookmark));
      item_tooltip(context, "delete the bookmark", remove(bookmark));
    });
    // Quoted: a name may be a number, or a keyword that means a tick.
    const auto there = [](const Row& bookmark) { return "goto " + double_quoted(bookmark.name); };
    table.click = [&](const Row& bookmark) { context.services.run(there(bookmark)); };
    table.tooltip = [&](const Row& bookmark) {
      item_tooltip(context, "go there", there(bookmark));
    };
    table.menu = [&](const Row& bookmark) {
      if (ImGui::MenuItem("rename…")) ask_bookmark_name(context.services, bookmark);
      item_tooltip(context, "another name", fmt::format("rename {} NAME", bookmark.id));
      if (ImGui::MenuItem("delete")) context.services.run(remove(bookmark));
      item_tooltip(context, "delete the bookmark", remove(bookmark));
    };
    table.draw(context, bookmarks);
  }

  CommandField add_;
  CommandField condition_{true};
  CommandField mark_;
  std::uint32_t edited_ = 0;  // the breakpoint whose condition is edited; 0: none
};

}  // namespace

std::unique_ptr<Panel> make_breakpoints_panel() {
  return std::make_unique<BreakpointsPanel>();
}

}  // namespace fungescope::ui
