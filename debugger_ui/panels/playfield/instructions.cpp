// The instruction of one cell, and the table of all to look up. In the edit mode a click types one.
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/list_table.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/playfield/playfield_paint.h"
#include "debugger_ui/source_editing/source_editing.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/text_field.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// The cell that is described, and why this one.
struct DescribedCell {
  Point at;
  std::int64_t value = ' ';
  std::string_view under;
};

class InstructionsPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::instructions; }

  void draw(Context& context) override {
    draw_card(context);
    ImGui::Spacing();
    ImGui::SetNextItemWidth(-1);
    text_field("##filter", "look up: a character or a word", filter_);
    name_item("look up an instruction");
    draw_table(context);
  }

 private:
  // What moved last is described: the mouse, the edit cursor, or the instruction pointer.
  [[nodiscard]] DescribedCell described(const Context& context) {
    const ViewSnapshot& snapshot = context.snapshot;
    SourceEditing* const editing = if_active(context.editing);
    const editing::Editor* const editor = editing != nullptr ? &editing->editor() : nullptr;
    const Size size = editor != nullptr ? editor->document().canvas() : snapshot.program->field();
    std::optional<Point> mouse = context.selection.hovered;
    if (mouse && !size.contains(*mouse)) mouse.reset();
    const std::optional<Point> cursor =
        editor != nullptr ? std::optional(editor->cursor()) : std::nullopt;
    if (std::exchange(tick_, snapshot.tick) != snapshot.tick) subject_ = Subject::pointer;
    if (std::exchange(cursor_, cursor) != cursor && cursor) subject_ = Subject::cursor;
    if (std::exchange(mouse_, mouse) != mouse && mouse) subject_ = Subject::mouse;
    if (subject_ == Subject::mouse && !mouse) subject_ = Subject::cursor;
    if (subject_ == Subject::cursor && !cursor) subject_ = Subject::pointer;
    const auto value = [&](Point at) {
      if (editor == nullptr) return value_at(snapshot, at);
      return editor->document().value_of(editor->document().at(at));
    };
    if (subject_ == Subject::mouse) return {*mouse, value(*mouse), "under the mouse"};
    if (subject_ == Subject::cursor) return {*cursor, value(*cursor), "at the cursor"};
    return {snapshot.ip, value_at(snapshot, snapshot.ip), "at the instruction pointer"};
  }

  void draw_card(const Context& context) {
    const DescribedCell cell = described(context);
    const Theme& theme = context.theme;
    const Dialect& dialect = context.snapshot.program->dialect;
    const Op op = decode_op(dialect, cell.value);
    const Instruction& known = instruction(op);
    const std::string effect = stack_effect(known);
    // As high as the longest card, so that the table below does not jump; less in a small tile, for
    // a few rows of the table.
    const float step = ImGui::GetTextLineHeightWithSpacing();
    const float height =
        std::clamp(ImGui::GetContentRegionAvail().y - 7 * step, 4 * step, 7 * step);
    ImGui::BeginChild("card", {0, height});
    coloured_text(instruction_colour(theme, cell.value, dialect, false),
                  fmt::format("{}  {}", cell_glyph(cell.value), name_in_words(known.name)));
    ImGui::SameLine(0, 2 * character_width());
    coloured_text(theme.dim, effect.empty() ? "" : "stack " + effect);
    wrapped_coloured_text(theme.dim, fmt::format("{} {} · {}", to_string(cell.at), cell.under,
                                                 value_in_words(cell.value)));
    wrapped_coloured_text(theme.text, known.summary);
    if (cell.at == context.snapshot.ip && !context.snapshot.playing()) {
      for (const std::string& line : instruction_card(context.snapshot)) {
        wrapped_coloured_text(legible(theme.pointer, theme.panel), "now: " + line);
      }
    }
    for (const std::string& note : dialect_notes(op, dialect)) {
      wrapped_coloured_text(theme.dim, fmt::format("{}  ({})", note, dialect.name));
    }
    ImGui::EndChild();
    name_item("instruction card");
  }

  void draw_table(Context& context) const {
    using Row = const Instruction*;
    const auto glyph_matches = [this](Row row) {
      return filter_.size() == 1 && filter_[0] == row->glyph;
    };
    const auto all = instructions_by_purpose();
    const bool by_glyph = std::any_of(all.begin(), all.end(), glyph_matches);
    std::vector<Row> rows;
    std::copy_if(all.begin(), all.end(), std::back_inserter(rows), [&](Row row) {
      return by_glyph ? glyph_matches(row)
                      : contains_ignoring_case(name_in_words(row->name), filter_) ||
                            contains_ignoring_case(row->summary, filter_);
    });
    const Theme& theme = context.theme;
    ListTable<Row> table("instructions");
    table.column(" ", {}, [&](const Row& row) {
      const auto glyph = static_cast<unsigned char>(row->glyph);
      return CellText(instruction_colour(theme, glyph, context.snapshot.program->dialect, false),
                      cell_glyph(glyph));
    });
    table.column("name", {}, theme.text, [&](const Row& row) { return name_in_words(row->name); });
    table.sort_by([](const Row& a, const Row& b) { return a->name < b->name; });
    table.column("stack", {}, theme.dim, [&](const Row& row) { return stack_effect(*row); });
    table.column("does", {.width = rest_width}, theme.dim,
                 [&](const Row& row) { return std::string(row->summary); });
    SourceEditing* const editing = if_active(context.editing);
    table.name = [](const Row& row) { return fmt::format("instruction {}", row->glyph); };
    table.click = [&](const Row& row) {
      if (editing == nullptr) return;
      editing->type(static_cast<unsigned char>(row->glyph));
      editing->take_focus = true;
    };
    table.tooltip = [&](const Row& row) {
      if (!ImGui::IsItemHovered()) return;
      item_tooltip(context, row->summary,
                   editing != nullptr ? "a click types it at the cursor"
                                      : "in the edit mode (Ctrl+E) a click types it");
    };
    table.draw(context, rows);
  }

  enum class Subject : std::uint8_t { mouse, cursor, pointer };
  Subject subject_ = Subject::pointer;
  std::optional<Point> mouse_;  // as of the last frame, like the following
  std::optional<Point> cursor_;
  Tick tick_ = 0;
  std::string filter_;
};

}  // namespace

std::unique_ptr<Panel> make_instructions_panel() {
  return std::make_unique<InstructionsPanel>();
}

}  // namespace fungescope::ui
