// The instruction of one cell, and the table of all to look up. In the edit mode a click types one.
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/instruction_card.h"
#include "debugger_ui/panels/common/instruction_help.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/lists/watch_rows.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/source_editing/source_editing.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/text_field.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// The cell that is described, and why this one.
struct DescribedCell {
  Point at;
  std::int64_t value = ' ';
  std::string_view under;
};

std::int64_t cell_value(const ViewSnapshot& snapshot, Point at) {
  if (snapshot.cells.area.contains(at)) return snapshot.cells.values[snapshot.cells.index_of(at)];
  return snapshot.program->source->at(at);
}

class InstructionsPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::instructions; }
  [[nodiscard]] std::string_view title() const override { return "instructions"; }

  void draw(Context& context) override {
    draw_card(context);
    ImGui::Spacing();
    ImGui::SetNextItemWidth(-1);
    text_field("##filter", "look up: a character or a word", filter_);
    name_item("look up an instruction");
    draw_table(context);
  }

 private:
  [[nodiscard]] static DescribedCell described(const Context& context) {
    const ViewSnapshot& snapshot = context.snapshot;
    const bool editing = context.editing != nullptr && context.editing->active();
    const std::optional<Point>& hovered = context.selection.hovered;
    if (editing) {
      const editing::Editor& editor = context.editing->editor();
      const bool pointed = hovered && editor.document().canvas().contains(*hovered);
      const Point at = pointed ? *hovered : editor.cursor();
      return {at, editor.document().at(at), pointed ? "under the mouse" : "at the cursor"};
    }
    if (hovered && snapshot.program->field().contains(*hovered)) {
      return {*hovered, cell_value(snapshot, *hovered), "under the mouse"};
    }
    return {snapshot.ip, cell_value(snapshot, snapshot.ip), "at the instruction pointer"};
  }

  static void draw_card(const Context& context) {
    const DescribedCell cell = described(context);
    const Theme& theme = context.theme;
    const Dialect& dialect = context.snapshot.program->dialect;
    const Op op = decode_op(dialect, cell.value);
    const Instruction& known = instruction(op);
    const std::string effect = stack_effect(known);
    // As high as the longest card, so that the table below does not jump.
    constexpr float card_lines = 7;
    ImGui::BeginChild("card", {0, card_lines * ImGui::GetTextLineHeightWithSpacing()});
    coloured_text(instruction_colour(theme, cell.value, dialect, false),
                  fmt::format("{}  {}", cell_glyph(cell.value), name_in_words(known)));
    ImGui::SameLine(0, 2 * character_width());
    coloured_text(theme.dim, effect.empty() ? "" : "stack " + effect);
    coloured_text(theme.dim, fmt::format("{} {} · {}", to_string(cell.at), cell.under,
                                         value_in_words(cell.value)));
    wrapped_coloured_text(theme.text, known.summary);
    if (cell.at == context.snapshot.ip && !context.snapshot.playing()) {
      for (const std::string& line : instruction_card(context.snapshot)) {
        wrapped_coloured_text(theme.pointer, "now: " + line);
      }
    }
    for (const std::string& note : dialect_notes(op, dialect)) {
      wrapped_coloured_text(theme.dim, fmt::format("{}  ({})", note, dialect.name));
    }
    ImGui::EndChild();
    name_item("instruction card");
  }

  void draw_table(Context& context) const {
    constexpr ImGuiTableFlags flags =
        ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
    if (!ImGui::BeginTable("instructions", 4, flags, {0, 0})) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(" ");
    ImGui::TableSetupColumn("name");
    ImGui::TableSetupColumn("stack");
    ImGui::TableSetupColumn("does", ImGuiTableColumnFlags_WidthStretch);
    table_header(context);
    const auto glyph_matches = [this](const Instruction& row) {
      return filter_.size() == 1 && filter_[0] == row.glyph;
    };
    const auto rows = instructions_by_purpose();
    const bool by_glyph = std::any_of(rows.begin(), rows.end(),
                                      [&](const Instruction* row) { return glyph_matches(*row); });
    for (const Instruction* const row : rows) {
      const bool shown = by_glyph ? glyph_matches(*row)
                                  : contains_ignoring_case(name_in_words(*row), filter_) ||
                                        contains_ignoring_case(row->summary, filter_);
      if (shown) draw_row(context, *row);
    }
    ImGui::EndTable();
  }

  static void draw_row(Context& context, const Instruction& row) {
    const Theme& theme = context.theme;
    const auto glyph = static_cast<unsigned char>(row.glyph);
    const bool editing = context.editing != nullptr && context.editing->active();
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(glyph);
    const bool clicked = ImGui::Selectable("##row", false, ImGuiSelectableFlags_SpanAllColumns);
    name_item(fmt::format("instruction {}", row.glyph));
    const bool hovered = ImGui::IsItemHovered();
    ImGui::PopID();
    if (hovered) {
      item_tooltip(context, row.summary,
                   editing ? "a click types it at the cursor"
                           : "in the edit mode (Ctrl+E) a click types it");
    }
    if (clicked && editing) {
      context.editing->type(glyph);
      context.editing->take_focus = true;
    }
    ImGui::SameLine(0, 0);
    coloured_text(instruction_colour(theme, glyph, context.snapshot.program->dialect, false),
                  row.glyph == ' ' ? "blank" : std::string(1, row.glyph));
    ImGui::TableNextColumn();
    coloured_text(theme.text, row.glyph == ' ' ? "" : name_in_words(row));
    ImGui::TableNextColumn();
    coloured_text(theme.dim, stack_effect(row));
    ImGui::TableNextColumn();
    coloured_text(theme.dim, row.summary);
  }

  std::string filter_;
};

}  // namespace

std::unique_ptr<Panel> make_instructions_panel() {
  return std::make_unique<InstructionsPanel>();
}

}  // namespace fungescope::ui
