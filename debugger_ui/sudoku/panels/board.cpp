// Draws the sudoku board: the four regions as one picture, a summary in words, and which
// instruction wrote a cell.
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/sudoku/panels/board_paint.h"
#include "debugger_ui/sudoku/panels/board_words.h"
#include "debugger_ui/sudoku/sudoku_window.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "debugger_ui/widgets/item_names.h"
#include "session/queries/history_queries.h"
#include "session/why/why_text.h"

#include <algorithm>
#include <array>
#include <string>

#include "sudoku/board/board_why_text.h"
#include <fmt/format.h>

namespace fungescope::ui {
namespace {

using Origin = BoardCell::Origin;

constexpr SessionThread::Slot who_slot = slot::none;

enum class PanelKey : std::uint8_t { move, menu, hide };
constexpr auto board_panel_keys = std::to_array<KeyRow<PanelKey>>({
    {PanelKey::move, Key::left, {}, "select a cell"},
    {PanelKey::move, Key::right},
    {PanelKey::move, Key::up},
    {PanelKey::move, Key::down},
    {PanelKey::menu, Key::menu, {}, "the cell's menu"},
    {PanelKey::menu, Key::f10, with_shift},
    {PanelKey::hide, Key::escape, {}, "hide the reasons"},
});

// What a cell of the board, or one of its candidates, stands for.
struct Fact {
  const BoardMap& map;
  const BoardCell& cell;
  Point at;
  int digit;  // 1 to 9: of a blank cell; 0: the cell itself

  [[nodiscard]] bool in_grid() const { return cell.digit != 0 || digit == 0; }
  [[nodiscard]] Rectangle stored() const {
    return playfield_cells(map, at, digit)[in_grid() ? 0 : 1];
  }

  // Formats the cell that stores it as a command argument: "grid(2,5)" or "pspace(7,16)".
  [[nodiscard]] std::string argument() const {
    const Point where = stored().corner;
    const Point corner = in_grid() ? map.grid : map.pspace;
    return element_name(in_grid() ? "grid" : "pspace", {where.x - corner.x, where.y - corner.y});
  }

  [[nodiscard]] std::string question() const {
    if (cell.digit != 0) return fmt::format("who set this {}?", cell.digit);
    if (digit == 0) return "who changed this cell last?";
    return cell.possible(digit) ? fmt::format("who left {} possible?", digit)
                                : fmt::format("who ruled out {}?", digit);
  }
};

Fact fact_at(const Context& context, Point at, int digit) {
  return {*board_map(context.snapshot), board_view(context.snapshot)->at(at), at, digit};
}

class BoardPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::board; }
  [[nodiscard]] std::vector<KeyGroup> keys() const override {
    return {key_group("board", board_panel_keys)};
  }

  void draw(Context& context) override {
    context.request.board_ticks = true;
    if (board_view(context.snapshot) == nullptr) return;  // its cells have not arrived
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const ImVec2 space = ImGui::GetContentRegionAvail();
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float gap = 6 * context.scale;
    // The summary goes below the board, or next to it where there is more room.
    const float words_width = 26 * character_width();
    const bool beside = space.x - space.y > words_width;
    // The legend, what happened, the count and the check.
    const bool small = space.y < 340 * context.scale;
    const float below = (small ? 3.2F : 4.4F) * line + board_legend_height(context);
    const ImVec2 board_space = beside ? ImVec2{space.x - words_width - 2 * gap, space.y}
                                      : ImVec2{space.x, space.y - below};
    draw_board(context, origin, board_space);
    const float bottom = geometry_.corner.y + geometry_.side() + gap;
    const float right = geometry_.corner.x + geometry_.side() + 2 * gap;
    ImGui::SetCursorScreenPos(beside ? ImVec2{right, geometry_.corner.y}
                                     : ImVec2{origin.x, bottom});
    const ImVec2 words{beside ? origin.x + space.x - right : space.x,
                       beside ? space.y : origin.y + space.y - bottom};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    if (ImGui::BeginChild("words", {std::max(words.x, 1.0F), std::max(words.y, 1.0F)}, false,
                          ImGuiWindowFlags_NoScrollbar)) {
      draw_board_words(context, conflict_, reasons_ ? &*reasons_ : nullptr);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
  }

 private:
  void draw_board(Context& context, ImVec2 origin, ImVec2 space) {
    const ViewSnapshot& snapshot = context.snapshot;
    const bool coordinates = std::min(space.x, space.y) > 240 * context.scale;
    const float margin = coordinates ? 16 * context.scale : 2;
    geometry_ = BoardGeometry::in(origin, space, margin);
    conflict_ = find_conflict(*board_view(snapshot));
    const BoardChanges changes = board_changes(snapshot);

    ImGui::SetCursorScreenPos(geometry_.corner);
    ImGui::InvisibleButton("board", {geometry_.side(), geometry_.side()},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    name_item("board");
    std::optional<Point> hovered;
    if (ImGui::IsItemHovered()) hovered = geometry_.cell_at(ImGui::GetIO().MousePos);
    if (hovered) react(context, *hovered);
    handle_keys(context, hovered.has_value());
    draw_menu(context);
    find_reasons(context, hovered);

    BoardPaintParams painting{*board_view(snapshot), changes, {}, {}, 0, hovered, {}, 0, {}, {}, 0};
    if (conflict_) painting.conflict = conflict_->cells;
    painting.selected = context.selection.board_cell;
    painting.selected_digit = context.selection.board_part;
    painting.margin = coordinates ? margin : 0;
    const std::optional<Point>& in_field = context.selection.cell;
    if (in_field) painting.marked = board_cell_at(*board_map(snapshot), *in_field);
    if (painting.marked == painting.selected) painting.marked.reset();
    if (reasons_) {
      const BoardFact& focus = reasons_->answer->facts[reasons_->reasons.focus];
      painting.reason = reasons_->reasons.unit;
      painting.event = focus.cell;
      painting.event_colour = colour_of(context.theme, focus.kind);
    } else if (const BoardEvent* const event = told_event(snapshot)) {
      const bool undone = event->kind == BoardEvent::Kind::undone;
      painting.reason = event->reason_cells;
      painting.event_colour = undone ? context.theme.bad : colour_of_event(context.theme, *event);
      // An undo takes digits away, and its sentence names none of their cells.
      if (!undone) painting.event = event->cell;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    paint_board(list, geometry_, painting, context.fonts, context.theme, context.scale);
    if (reasons_) {
      paint_reasons(list, geometry_, reasons_->reasons, context.theme, context.scale);
    }
  }

  // Shows the last answer, if it is about a cell of the board. The cell under the mouse, or of the
  // line under it in the panel why, is in focus if it has reasons.
  void find_reasons(Context& context, const std::optional<Point>& hovered) {
    reasons_.reset();
    const ViewSnapshot& snapshot = context.snapshot;
    const std::shared_ptr<const LastAnswer>& why = snapshot.why;
    if (why == nullptr || !snapshot.why_holds || why == context.selection.hidden_answer) return;
    const auto answer = why->attachments.get<BoardWhy>();
    if (answer == nullptr) return;
    std::optional<Point> at = hovered;
    const std::optional<Point>& line = context.selection.causes.hovered_cell;
    if (!at && line) at = board_cell_at(*board_map(snapshot), *line);
    reasons_ = ShownReasons{answer, reasons_of(*answer, at)};
  }

  void handle_keys(Context& context, bool hovered) {
    const bool focused = ImGui::IsWindowFocused(keyboard_within) && !ImGui::GetIO().WantTextInput;
    for_each_pressed(board_panel_keys, context.input, [&](const KeyRow<PanelKey>& row) {
      if (row.command == PanelKey::hide) {
        if (focused || hovered) hide_reasons(context);
        return;
      }
      if (!focused) return;
      const std::optional<Point>& selected = context.selection.board_cell;
      if (row.command == PanelKey::move) {
        const Point by = selected ? delta_of_arrow(row.key) : Point{0, 0};
        const Point from = selected.value_or(Point{0, 0});
        const Point to{std::clamp<std::int64_t>(from.x + by.x, 0, 8),
                       std::clamp<std::int64_t>(from.y + by.y, 0, 8)};
        select(context, fact_at(context, to, 0));
      } else {
        if (!selected) select(context, fact_at(context, {0, 0}, 0));
        const ImVec2 corner = geometry_.corner_of(*selected);
        open_by_keyboard("cell", {corner.x + geometry_.cell, corner.y + geometry_.cell / 2});
      }
    });
  }

  // In a blank cell each of the nine candidates is a target; a digit is one target.
  [[nodiscard]] int digit_under_pointer(const Context& context, Point at) const {
    const BoardView& view = *board_view(context.snapshot);
    if (view.at(at).digit != 0 || !view.ready || geometry_.cell < 18) return 0;
    return geometry_.digit_at(ImGui::GetIO().MousePos);
  }

  void react(Context& context, Point at) {
    const Fact fact = fact_at(context, at, digit_under_pointer(context, at));
    const bool ready = board_view(context.snapshot)->ready;
    context.selection.hovered = fact.stored().corner;
    context.selection.value_here = ready ? board_cell_name(at) : fact.argument();
    const bool right = ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      ask_who(context, fact);
    } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) || right) {
      select(context, fact);
      if (right) ImGui::OpenPopup("cell");
    }
    if (!ImGui::IsPopupOpen("cell")) tooltip(context, fact);
  }

  static void select(Context& context, const Fact& fact) {
    context.selection.board_cell = fact.at;
    context.selection.board_part = fact.digit;
    context.selection.marked = playfield_cells(fact.map, fact.at, fact.digit);
    context.selection.cell = fact.stored().corner;
    context.selection.show = context.selection.cell;
  }

  static void tooltip(const Context& context, const Fact& fact) {
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(describe(*board_view(context.snapshot), fact.at).c_str());
    if (fact.digit != 0) {
      const bool possible = fact.cell.possible(fact.digit);
      coloured_text(context.theme.dim,
                    fmt::format("{} is {}", fact.digit, possible ? "possible" : "ruled out"));
    }
    coloured_text(context.theme.dim,
                  fmt::format("double click: {}  (who {})", fact.question(), fact.argument()));
    ImGui::EndTooltip();
  }

  void draw_menu(Context& context) {
    if (!ImGui::BeginPopup("cell")) return;
    const Selection& selection = context.selection;
    if (selection.board_cell) {
      const Fact fact = fact_at(context, *selection.board_cell, selection.board_part);
      const std::string name = fact.argument();
      if (ImGui::MenuItem(fact.question().c_str())) ask_who(context, fact);
      item_tooltip(context, "goes to the instant just after, and shows the p that did it",
                   "who " + name);
      const bool ready = board_view(context.snapshot)->ready;
      if (ready) {
        why_item(context, fact.cell.digit != 0 ? "why this digit?" : "why these candidates?",
                 board_cell_name(fact.at), "W");
      }
      why_item(context, "why this value?", name, ready ? nullptr : "W");
      if (ImGui::MenuItem("all changes of this cell")) {
        select(context, fact);
        context.services.reveal(PanelId::history);
      }
      item_tooltip(context, "lists them in the history panel", "writes " + name);
      const std::string command = "break change " + name;
      if (ImGui::MenuItem("break when it changes")) context.services.run(command);
      item_tooltip(context, "sets a data breakpoint", command);
    }
    ImGui::EndPopup();
  }

  // Seeks to the instant just after the last write and selects the instruction that made it.
  static void ask_who(Context& context, const Fact& fact) {
    using Found = Result<std::optional<Write>>;
    const Rectangle stored = fact.stored();
    std::string asked = fmt::format("{}: {}", fact.argument(), fact.question());
    select(context, fact);
    SessionThread& session = context.session;
    Services& services = context.services;
    Selection& selection = context.selection;
    session.ask<Found>(
        who_slot,
        [stored](Debugger& debugger, Monitor& monitor) {
          return last_write(debugger.session(), stored, &monitor);
        },
        [&session, &services, &selection, asked = std::move(asked)](const Found& found) {
          if (!found) return services.notify(to_string(found.error()), Tone::warning);
          if (!*found) return services.notify("not written: it has been so from the beginning");
          const Write& write = **found;
          session.seek(write.tick, asked);
          const std::string tick = with_separators(write.tick);
          if (write.edit) return services.notify("set by hand at tick " + tick);
          selection.cell = write.by;
          selection.show = write.by;
          selection.show_tick = write.tick;
          services.notify(fmt::format("the p at {}, at tick {}", to_string(write.by), tick));
        });
  }

  BoardGeometry geometry_;
  std::optional<BoardConflict> conflict_;
  std::optional<ShownReasons> reasons_;  // of this frame
};

}  // namespace

std::unique_ptr<Panel> make_sudoku_board_panel() {
  return std::make_unique<BoardPanel>();
}

}  // namespace fungescope::ui
