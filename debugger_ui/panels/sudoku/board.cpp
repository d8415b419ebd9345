// Draws the sudoku board: the four regions as one picture, a summary in words, and which
// instruction wrote a cell. In other programs, the regions that the source makes boards.
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/common/region_boards.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/sudoku/board_paint.h"
#include "debugger_ui/panels/why/ask_why.h"
#include "debugger_ui/widgets/item_names.h"
#include "session/queries/history_queries.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

using Origin = BoardCell::Origin;

constexpr SessionThread::Slot who_slot = slot::none;

// Formats the cell that stores a fact as a command argument: "grid(2,5)" or "pspace(7,16)".
std::string fact_argument(const BoardMap& map, const BoardCell& cell, Point at, int digit) {
  const Point stored = fact_cells(map, cell, at, digit).corner;
  const bool in_grid = cell.digit != 0 || digit == 0;
  const Point corner = in_grid ? map.grid : map.pspace;
  return fmt::format("{}({},{})", in_grid ? "grid" : "pspace", stored.x - corner.x,
                     stored.y - corner.y);
}

// The event that the sentence below the board is about; null if it is about something else.
const BoardEvent* told_event(const ViewSnapshot& snapshot) {
  const bool told = snapshot.board_event && snapshot.board->ready;
  const bool solved = snapshot.status == Status::ended && summarise(*snapshot.board).solved == 81;
  return told && !solved ? &*snapshot.board_event : nullptr;
}

ImU32 colour_of_event(const Theme& theme, const BoardEvent& event) {
  switch (event.kind) {
    case BoardEvent::Kind::deduced:
      return theme.deduced;
    case BoardEvent::Kind::guessed:
      return theme.guessed;
    case BoardEvent::Kind::undone:
      return theme.warning;
    default:
      return theme.text;
  }
}

class BoardPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::board; }
  [[nodiscard]] std::string_view title() const override { return "board"; }
  [[nodiscard]] bool available(const ViewSnapshot& snapshot) const override {
    return snapshot.program->board.has_value() || has_region_boards(*snapshot.program);
  }
  [[nodiscard]] std::string_view nothing() const override {
    return "no region is drawn as a board; choose one in the source: #$board = grid";
  }

  void draw(Context& context) override {
    if (!context.snapshot.program->board && has_region_boards(*context.snapshot.program)) {
      return draw_region_boards(context);
    }
    context.request.board_ticks = true;
    if (!context.snapshot.program->board || !context.snapshot.board) {
      placeholder_text(context, nothing());
      return;
    }
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const ImVec2 space = ImGui::GetContentRegionAvail();
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float gap = 6 * context.scale;
    // The summary goes below the board, or next to it where there is more room.
    const float words_width = 26 * character_width();
    const bool beside = space.x - space.y > words_width;
    // A small tile has no room for the legend.
    const bool small = space.y < 340 * context.scale;
    const float below = (small ? 2.2F : 4.4F) * line;
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
      draw_words(context);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
  }

 private:
  void draw_board(Context& context, ImVec2 origin, ImVec2 space) {
    const ViewSnapshot& snapshot = context.snapshot;
    const bool coordinates = std::min(space.x, space.y) > 260 * context.scale;
    const float margin = coordinates ? 16 * context.scale : 2;
    geometry_ = BoardGeometry::in(origin, space, margin);
    conflict_ = find_conflict(*snapshot.board);
    const BoardChanges changes = board_changes(snapshot);

    ImGui::SetCursorScreenPos(geometry_.corner);
    ImGui::InvisibleButton("board", {geometry_.side(), geometry_.side()},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    name_item("board");
    std::optional<Point> hovered;
    if (ImGui::IsItemHovered()) hovered = geometry_.cell_at(ImGui::GetIO().MousePos);
    if (hovered) react(context, *hovered);
    draw_menu(context);

    BoardPaintParams painting{*snapshot.board, changes, {}, {}, 0, hovered, {}, 0, {}, {}, 0};
    if (conflict_) painting.conflict = conflict_->cells;
    painting.selected = context.selection.puzzle_cell;
    painting.selected_digit = context.selection.puzzle_digit;
    painting.margin = coordinates ? margin : 0;
    const std::optional<Point>& in_field = context.selection.cell;
    if (in_field) painting.marked = board_cell_at(*snapshot.program->board, *in_field);
    if (painting.marked == painting.selected) painting.marked.reset();
    if (const BoardEvent* const event = told_event(snapshot)) {
      const bool undone = event->kind == BoardEvent::Kind::undone;
      painting.reason = event->reason_cells;
      painting.event_colour = undone ? context.theme.bad : colour_of_event(context.theme, *event);
      // An undo takes digits away, and its sentence names none of their cells.
      if (!undone) painting.event = event->cell;
    }
    paint_board(*ImGui::GetWindowDrawList(), geometry_, painting, context.fonts, context.theme,
                context.scale);
  }

  // In a blank cell each of the nine candidates is a target; a digit is one target.
  [[nodiscard]] int digit_under_pointer(const Context& context, Point at) const {
    const BoardView& view = *context.snapshot.board;
    if (view.at(at).digit != 0 || !view.ready || geometry_.cell < 18) return 0;
    return geometry_.digit_at(ImGui::GetIO().MousePos);
  }

  void react(Context& context, Point at) {
    const int digit = digit_under_pointer(context, at);
    const BoardMap& map = *context.snapshot.program->board;
    const BoardCell& cell = context.snapshot.board->at(at);
    context.selection.hovered = fact_cells(map, cell, at, digit).corner;
    context.selection.value_here = fact_argument(map, cell, at, digit);
    const bool right = ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      ask_who(context, at, digit);
    } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) || right) {
      select(context, at, digit);
      if (right) ImGui::OpenPopup("cell");
    }
    if (!ImGui::IsPopupOpen("cell")) tooltip(context, at, digit);
  }

  static void select(Context& context, Point at, int digit) {
    const BoardMap& map = *context.snapshot.program->board;
    context.selection.puzzle_cell = at;
    context.selection.puzzle_digit = digit;
    context.selection.marked = playfield_cells(map, at, digit);
    const Point stored = fact_cells(map, context.snapshot.board->at(at), at, digit).corner;
    context.selection.cell = stored;
    context.selection.show = stored;
  }

  static std::string question(const BoardCell& cell, int digit) {
    if (cell.digit != 0) return fmt::format("who set this {}?", cell.digit);
    if (digit == 0) return "who changed this cell last?";
    return cell.possible(digit) ? fmt::format("who left {} possible?", digit)
                                : fmt::format("who ruled out {}?", digit);
  }

  static void tooltip(const Context& context, Point at, int digit) {
    const BoardMap& map = *context.snapshot.program->board;
    const BoardCell& cell = context.snapshot.board->at(at);
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(describe(*context.snapshot.board, at).c_str());
    if (digit != 0) {
      coloured_text(
          context.theme.dim,
          fmt::format("{} is {}", digit, cell.possible(digit) ? "possible" : "ruled out"));
    }
    coloured_text(context.theme.dim,
                  fmt::format("double click: {}  (who {})", question(cell, digit),
                              fact_argument(map, cell, at, digit)));
    ImGui::EndTooltip();
  }

  void draw_menu(Context& context) {
    if (!ImGui::BeginPopup("cell")) return;
    const Selection& selection = context.selection;
    if (selection.puzzle_cell) {
      const Point at = *selection.puzzle_cell;
      const int digit = selection.puzzle_digit;
      const BoardMap& map = *context.snapshot.program->board;
      const BoardCell& cell = context.snapshot.board->at(at);
      const std::string name = fact_argument(map, cell, at, digit);
      if (ImGui::MenuItem(question(cell, digit).c_str())) ask_who(context, at, digit);
      item_tooltip(context, "goes to the instant just after, and shows the p that did it",
                   "who " + name);
      why_item(context, "why this value?", name, "W");
      if (ImGui::MenuItem("all changes of this cell")) {
        select(context, at, digit);
        context.services.reveal(PanelId::history);
      }
      item_tooltip(context, "lists them in the history panel", "writes " + name);
      const std::string command = "break change " + name;
      if (ImGui::MenuItem("stop when it changes")) context.services.run(command);
      item_tooltip(context, "sets a data breakpoint", command);
    }
    ImGui::EndPopup();
  }

  // Seeks to the instant just after the last write and selects the instruction that made it.
  static void ask_who(Context& context, Point at, int digit) {
    using Found = Result<std::optional<Write>>;
    const BoardMap& map = *context.snapshot.program->board;
    const BoardCell& cell = context.snapshot.board->at(at);
    const Rectangle stored = fact_cells(map, cell, at, digit);
    std::string asked =
        fmt::format("{}: {}", fact_argument(map, cell, at, digit), question(cell, digit));
    select(context, at, digit);
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

  void draw_words(Context& context) const {
    draw_event(context);
    draw_summary(context);
    draw_badge(context);
    if (ImGui::GetContentRegionAvail().y > ImGui::GetTextLineHeight()) draw_legend(context);
  }

  // What just happened, in a sentence.
  static void draw_event(const Context& context) {
    const ViewSnapshot& snapshot = context.snapshot;
    const std::string phase = snapshot.program->phases.name_at(snapshot.ip);
    const BoardView& view = *snapshot.board;
    std::string text;
    ImU32 colour = context.theme.text;
    if (snapshot.status == Status::ended && summarise(view).solved == 81) {
      text = "solved";
      colour = context.theme.good;
    } else if (const BoardEvent* const event = told_event(snapshot)) {
      text = to_text(*event);
      colour = colour_of_event(context.theme, *event);
    } else if (!view.ready) {
      text = phase.empty() ? "the puzzle to solve" : "the puzzle to solve; now in " + phase;
    } else {
      text = " ";
    }
    wrapped_coloured_text(colour, text);
    name_item("board event");
  }

  void draw_summary(const Context& context) const {
    const BoardView& view = *context.snapshot.board;
    const BoardSummary summary = summarise(view);
    std::string text = fmt::format("solved {}/81", summary.solved);
    if (view.upcoming) {
      text = fmt::format("{} digits given", summary.given);
    } else if (!view.ready) {
      text = fmt::format("{} digits; {}", summary.solved,
                         view.has_return_address ? "the program is not solving yet"
                                                 : "the program does not tell when it is solving");
    } else if (summary.guesses > 0) {
      const bool whole = summary.solved == 81;
      text += fmt::format(", {}{} guess{}{}", summary.guesses, whole ? "" : " open",
                          summary.guesses == 1 ? "" : "es", whole ? " held" : "");
    } else {
      text += ", no guess";
    }
    wrapped_coloured_text(context.theme.text, text);
    if (!conflict_) return;
    wrapped_coloured_text(context.theme.bad, "conflict: " + conflict_->text);
    name_item("board conflict");
  }

  // Draws a tick mark or a cross at the cursor.
  static void badge_mark(const Context& context, bool good) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float size = ImGui::GetTextLineHeight();
    const float wide = std::max(1.5F, 1.8F * context.scale);
    if (good) {
      const ImU32 colour = context.theme.good;
      const std::array points{ImVec2{at.x + 0.12F * size, at.y + 0.52F * size},
                              ImVec2{at.x + 0.38F * size, at.y + 0.78F * size},
                              ImVec2{at.x + 0.86F * size, at.y + 0.24F * size}};
      list.AddPolyline(points.data(), 3, colour, 0, wide);
    } else {
      const ImU32 colour = context.theme.bad;
      const float low = 0.2F * size;
      const float high = 0.8F * size;
      list.AddLine({at.x + low, at.y + low}, {at.x + high, at.y + high}, colour, wide);
      list.AddLine({at.x + low, at.y + high}, {at.x + high, at.y + low}, colour, wide);
    }
    ImGui::Dummy({size, size});
    name_item("board check");
    ImGui::SameLine(0, 4 * context.scale);
  }

  static void draw_badge(Context& context) {
    const CheckSnapshot& check = context.snapshot.check;
    if (!check.possible) return;
    if (!check.difference_at || *check.difference_at > context.snapshot.tick) {
      badge_mark(context, true);
      const Tick until = std::min(check.agreed_until, context.snapshot.tick);
      std::string text = "VM and reference agree up to tick " + with_separators(until);
      if (ImGui::CalcTextSize(text.c_str()).x > ImGui::GetContentRegionAvail().x) {
        text = "both agree up to " + with_separators(until);
      }
      wrapped_coloured_text(context.theme.dim, text);
      item_tooltip(context,
                   fmt::format("{} changes of the four regions were the same as those of the "
                               "reference solver",
                               with_separators(check.changes)));
      if (!check.difference_at) return;
    }
    badge_mark(context, false);
    const Tick tick = *check.difference_at;
    wrapped_coloured_text(context.theme.bad,
                          fmt::format("they differ at tick {}", with_separators(tick)));
    if (ImGui::IsItemClicked()) context.session.seek(tick, "difference from the reference solver");
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    item_tooltip(context, check.difference, fmt::format("goto {}", tick));
  }

  // One sample of each style used on the board, with its meaning.
  static void draw_legend(const Context& context) {
    const Theme& theme = context.theme;
    bool first = true;
    const auto entry = [&](char sign, ImU32 colour, Origin origin, char letter, const char* text) {
      const float box = std::floor(1.25F * ImGui::GetTextLineHeight());
      const float width = box + ImGui::CalcTextSize(text).x + 6 * context.scale;
      if (!first) {
        ImGui::SameLine(0, 1.5F * character_width());
        if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
      }
      first = false;
      ImDrawList& list = *ImGui::GetWindowDrawList();
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const ImVec2 size{box, ImGui::GetTextLineHeight()};
      if (letter != 0) {
        list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, theme.depth(1));
      }
      if (origin == Origin::guessed) {
        list.AddRect({at.x + 1, at.y + 1}, {at.x + size.x - 1, at.y + size.y - 1}, colour, 2);
      }
      ImFont* const font = font_within(context.fonts, size.y);
      const ImVec2 left{letter == 0 ? size.x : 0.7F * size.x, size.y};
      centred_glyph(list, font, at, left, sign, colour, origin == Origin::given);
      if (letter != 0) {
        ImFont* const small = font_within(context.fonts, 0.7F * size.y);
        centred_glyph(list, small, {at.x + 0.55F * size.x, at.y}, {0.45F * size.x, 0.7F * size.y},
                      letter, colour);
      }
      ImGui::Dummy(size);
      ImGui::SameLine(0, 4 * context.scale);
      coloured_text(theme.dim, text);
    };
    entry('5', theme.given, Origin::given, 0, "given");
    entry('5', theme.deduced, Origin::deduced, 0, "deduced");
    entry('5', theme.guessed, Origin::guessed, 'a', "guess a");
    entry('5', theme.deduced, Origin::deduced, 'a', "rests on a");
    entry('5', theme.changed, Origin::blank, 0, "changed");
  }

  BoardGeometry geometry_;
  std::optional<BoardConflict> conflict_;
};

}  // namespace

std::unique_ptr<Panel> make_board_panel() {
  return std::make_unique<BoardPanel>();
}

}  // namespace fungescope::ui
