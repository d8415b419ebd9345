// The puzzle editor: type or paste a puzzle, check it, and run the program on it.
#include "base/text_table.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/sudoku/panels/board_paint.h"
#include "debugger_ui/sudoku/panels/puzzle_editor.h"
#include "debugger_ui/sudoku/sudoku_window.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "sudoku/game/board.h"
#include "sudoku/solving/program_host.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope::ui {
namespace {

constexpr double poll_interval = 0.05;  // seconds, while another thread counts the solutions

enum class PuzzleKey : std::uint8_t {
  move,
  down,
  row_start,
  row_end,
  erase_back,
  erase,
  paste,
  copy,
  undo,
  redo,
  solve,
};
constexpr auto puzzle_keys = std::to_array<KeyRow<PuzzleKey>>({
    {PuzzleKey::move, Key::left, {}, "move"},
    {PuzzleKey::move, Key::right},
    {PuzzleKey::move, Key::up},
    {PuzzleKey::move, Key::down},
    {PuzzleKey::down, Key::enter},
    {PuzzleKey::row_start, Key::home, {}, "start and end of the row"},
    {PuzzleKey::row_end, Key::end},
    {PuzzleKey::erase_back, Key::backspace, {}, "clear the cell before"},
    {PuzzleKey::erase, Key::delete_key, {}, "clear the cell"},
    {PuzzleKey::paste, Key::v, with_ctrl, "paste a puzzle"},
    {PuzzleKey::copy, Key::c, with_ctrl, "copy the puzzle"},
    {PuzzleKey::undo, Key::z, with_ctrl, "undo"},
    {PuzzleKey::redo, Key::y, with_ctrl, "redo"},
    {PuzzleKey::solve, Key::enter, with_ctrl, "solve this"},
});

class PuzzlePanel final : public Panel {
 public:
  explicit PuzzlePanel(PanelId id) : id_(id) {}
  [[nodiscard]] PanelId id() const override { return id_; }
  [[nodiscard]] bool available(const ViewSnapshot& snapshot) const override {
    return board_map(snapshot) != nullptr;
  }
  [[nodiscard]] std::string_view nothing() const override {
    return "the program has no regions of a sudoku solver";
  }

  void draw(Context& context) override {
    adopt(context.snapshot);
    judge();
    const bool focused = ImGui::IsWindowFocused() && !ImGui::IsPopupOpen("samples");
    if (focused) handle_keys(context);
    const ImVec2 space = ImGui::GetContentRegionAvail();
    const float line = ImGui::GetFrameHeightWithSpacing();
    toolbar(context);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float below = line + ImGui::GetTextLineHeightWithSpacing() + 8 * context.scale;
    const ImVec2 room{space.x, std::max(space.y - line - below, 60 * context.scale)};
    draw_grid(context, origin, room, focused);
    ImGui::SetCursorScreenPos(
        {origin.x, geometry_.corner.y + geometry_.side() + 6 * context.scale});
    words(context);
    actions(context);
  }

  [[nodiscard]] std::vector<KeyGroup> keys() const override {
    return {key_group("the puzzle", puzzle_keys)};
  }
  void save(nlohmann::ordered_json& settings) const override {
    if (!edited_for_) return;
    settings["puzzle"] = puzzles::to_line(editor_.grid());
    settings["of"] = *edited_for_;
  }
  void load(const nlohmann::ordered_json& settings) override {
    const auto line = read_setting<std::string>(settings, "puzzle");
    if (!line || line->size() != puzzles::cell_count) return;
    editor_.reset_to(puzzles::grid_from_line(*line));
    edited_for_ = file_ = read_setting<std::string>(settings, "of").value_or("");
  }

 private:
  // Until the user edits it, the puzzle is the program's own.
  void adopt(const ViewSnapshot& snapshot) {
    if (file_ != snapshot.program->file) {
      file_ = snapshot.program->file;
      edited_for_.reset();
      editor_.reset_to({});
    }
    const auto puzzle = program_puzzle(snapshot);
    if (puzzle && !edited_for_) editor_.reset_to(*puzzle);
    differs_ = puzzle && *puzzle != editor_.grid();
  }

  void judge() {
    if (judged_ == editor_.version()) return;
    judged_ = editor_.version();
    contradictions_ = game::indicators_of(game::board_of(editor_.grid()), {}).conflicts;
    if (contradictions_.empty()) counter_.ask(editor_.grid());
  }

  void changed_by_hand() {
    edited_for_ = file_;
    problem_.clear();
  }

  // ---- Keys

  void handle_keys(Context& context) {
    keep_text_input();
    const InputQueue& input = context.input;
    for (const char32_t sign : input.frame().text) {
      if (editor_.type(sign)) changed_by_hand();
    }
    for_each_pressed(puzzle_keys, input, [&](const KeyRow<PuzzleKey>& row) {
      switch (row.command) {
        case PuzzleKey::move:
          return editor_.move_by(delta_of_arrow(row.key));
        case PuzzleKey::down:
          return editor_.move_by({0, 1});
        case PuzzleKey::row_start:
          return editor_.move_to({0, editor_.cursor().y});
        case PuzzleKey::row_end:
          return editor_.move_to({8, editor_.cursor().y});
        case PuzzleKey::erase_back:
          editor_.erase_backwards();
          return changed_by_hand();
        case PuzzleKey::erase:
          editor_.put(0);
          return changed_by_hand();
        case PuzzleKey::paste:
          return paste();
        case PuzzleKey::copy:
          return copy(context);
        case PuzzleKey::undo:
          if (editor_.undo()) changed_by_hand();
          return;
        case PuzzleKey::redo:
          if (editor_.redo()) changed_by_hand();
          return;
        case PuzzleKey::solve:
          return solve(context);
      }
    });
  }

  void paste() {
    const char* const text = ImGui::GetClipboardText();
    const auto pasted = editor_.paste(text == nullptr ? "" : text);
    if (pasted) changed_by_hand();
    if (!pasted) problem_ = to_string(pasted.error());
  }
  void copy(Context& context) const {
    context.services.copy(puzzles::to_line(editor_.grid()));
    context.services.notify("copied the puzzle as 81 characters", Tone::plain);
  }
  void solve(Context& context) const {
    const ProgramInfo& program = *context.snapshot.program;
    if (program_board(program)->reads_input) {
      context.services.run_with_input(puzzles::to_line(editor_.grid()) + '\n');
    } else {
      const Rectangle area{program_board(program)->map.grid, {9, 9}};
      const char blank = puzzles::blank_in(*program.source, area);
      context.services.run_with_cells(area, puzzles::to_line(editor_.grid(), blank));
    }
    context.services.reveal(PanelId::board);
  }

  // ---- Drawing

  void toolbar(Context& context) {
    const float gap = 4 * context.scale;
    if (text_button(context, "samples")) ImGui::OpenPopup("samples");
    item_tooltip(context, "puzzles to try");
    if (ImGui::BeginPopup("samples")) {
      if (ImGui::MenuItem("the program's", nullptr, false, differs_)) edited_for_.reset();
      for (const PuzzleSample& sample : puzzle_samples()) {
        if (!ImGui::MenuItem(std::string(sample.name).c_str())) continue;
        editor_.set(puzzles::grid_from_line(sample.line));
        changed_by_hand();
      }
      ImGui::EndPopup();
    }
    ImGui::SameLine(0, gap);
    if (text_button(context, "paste")) paste();
    item_tooltip(context, "a puzzle in any format that solve reads", "Ctrl+V");
    ImGui::SameLine(0, gap);
    if (text_button(context, "copy")) copy(context);
    item_tooltip(context, "as a line of 81 characters", "Ctrl+C");
    ImGui::SameLine(0, gap);
    if (text_button(context, "clear", editor_.givens() > 0)) {
      editor_.set({});
      changed_by_hand();
    }
    item_tooltip(context, "all cells blank; Ctrl+Z restores them");
  }

  void draw_grid(Context& context, ImVec2 origin, ImVec2 room, bool focused) {
    const Theme& theme = context.theme;
    geometry_ = BoardGeometry::in(origin, room, 2);
    ImGui::SetCursorScreenPos(geometry_.corner);
    ImGui::InvisibleButton("grid", {geometry_.side(), geometry_.side()});
    name_item("puzzle");
    std::optional<Point> hovered;
    if (ImGui::IsItemHovered()) hovered = geometry_.cell_at(ImGui::GetIO().MousePos);
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      editor_.move_to(*hovered);
      ImGui::SetWindowFocus();
    }
    const float wheel = ImGui::GetIO().MouseWheel;
    if (hovered && wheel != 0) turn(*hovered, wheel > 0 ? 1 : 9);
    if (hovered && !focused)
      item_tooltip(
          context,
          "click, then type: 1 to 9; 0, a dot or a space clears; the wheel turns the digit");

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 c = geometry_.corner;
    list.AddRectFilled(c, {c.x + geometry_.side(), c.y + geometry_.side()}, theme.panel);
    ImFont* const font = font_within(context.fonts, 0.7F * geometry_.cell);
    for (std::size_t i = 0; i < puzzles::cell_count; ++i) {
      paint_cell(context, list, i, font, hovered);
    }
    paint_board_lines(list, geometry_, theme, context.scale);
    const ImVec2 at = geometry_.corner_of(editor_.cursor());
    const float wide = std::max(1.0F, std::floor(2 * context.scale));
    list.AddRect({at.x + 1, at.y + 1}, {at.x + geometry_.cell, at.y + geometry_.cell},
                 focused ? theme.accent : theme.dim, 0, 0, focused ? wide : 1);
  }

  void paint_cell(const Context& context, ImDrawList& list, std::size_t index, ImFont* font,
                  const std::optional<Point>& hovered) const {
    const Theme& theme = context.theme;
    const Point cell = board_cell(index);
    const ImVec2 at = geometry_.corner_of(cell);
    const ImVec2 end{at.x + geometry_.cell, at.y + geometry_.cell};
    const bool bad = contradictions_.contains(static_cast<techniques::Cell>(index));
    ImU32 ground = theme.panel;
    if (bad) ground = over(ground, with_alpha(theme.bad, 0.2F));
    if (hovered == cell) ground = over(ground, with_alpha(theme.hovered, 0.5F));
    list.AddRectFilled(at, end, ground);
    const std::uint8_t digit = editor_.grid().cells[index];
    if (digit == 0) return;
    const ImVec2 size{geometry_.cell, geometry_.cell};
    centred_glyph(list, font, at, size, static_cast<char>('0' + digit),
                  legible(bad ? theme.bad : theme.given, ground), true);
    if (!bad) return;
    // Underlined too: colour alone does not suffice.
    const float inset = std::round(0.18F * geometry_.cell);
    list.AddRectFilled({at.x + inset, end.y - inset}, {end.x - inset, end.y - inset + 2},
                       theme.bad);
  }

  void turn(Point cell, int by) {
    editor_.move_to(cell);
    editor_.put((editor_.grid().cells[board_index(cell)] + by) % 10);
    changed_by_hand();
  }

  void words(const Context& context) {
    const Theme& theme = context.theme;
    if (!problem_.empty()) return wrapped_coloured_text(theme.bad, problem_);
    const std::string givens = count_text(editor_.givens(), "given") + ": ";
    if (const auto contradiction = puzzles::find_contradiction(editor_.grid())) {
      return wrapped_coloured_text(theme.bad, givens + puzzles::describe(*contradiction));
    }
    const auto count = counter_.count();
    if (!count) {
      context.schedule.within(poll_interval);
      return wrapped_coloured_text(theme.dim, givens + "counting its solutions");
    }
    if (*count == 0) return wrapped_coloured_text(theme.bad, givens + "there is no solution");
    if (*count == 1) return wrapped_coloured_text(theme.good, givens + "exactly one solution");
    wrapped_coloured_text(theme.warning, givens + "more than one solution");
  }

  void actions(Context& context) const {
    ImGui::PushStyleColor(ImGuiCol_Button, context.theme.accent);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                          mix(context.theme.accent, context.theme.text, 0.2F));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive,
                          mix(context.theme.accent, context.theme.text, 0.3F));
    ImGui::PushStyleColor(ImGuiCol_Text, context.theme.on_accent);
    const bool pressed = ImGui::Button("solve this");
    ImGui::PopStyleColor(4);
    if (pressed) solve(context);
    item_tooltip(context,
                 fmt::format("restarts the program with this puzzle {}, and runs it at full "
                             "speed: until a breakpoint, or the end",
                             program_board(*context.snapshot.program)->reads_input ? "as its input"
                                                                                   : "in its grid"),
                 "Ctrl+Enter");
    name_item("solve this");
    if (!differs_) return;
    ImGui::SameLine();
    coloured_text(context.theme.dim, "the program has another puzzle");
  }

  PuzzleEditor editor_;
  SolutionCounter counter_;
  techniques::CellSet contradictions_;
  std::uint64_t judged_ = ~std::uint64_t{0};
  std::string file_;                       // of the program
  std::optional<std::string> edited_for_;  // the file of the program for which the user edited it
  bool differs_ = false;                   // from the puzzle of the program
  std::string problem_;                    // the error of the last paste
  BoardGeometry geometry_;
  PanelId id_;
};

}  // namespace

std::unique_ptr<Panel> make_puzzle_panel(PanelId id) {
  return std::make_unique<PuzzlePanel>(id);
}

}  // namespace fungescope::ui
