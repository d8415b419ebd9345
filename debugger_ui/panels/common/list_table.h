// A table of rows, drawn from a description of its columns. Sorting (a click on a heading), the
// choice of columns (a right click on one), copying as text and the menu of a row come with it.
//
//     ListTable<Write> table("writes");
//     table.column("tick", right_aligned(11), theme.text,
//                  [&](const Write& write) { return with_separators(write.tick); });
//     table.sort_by(by_member<&Write::tick>);
//     table.click = [&](const Write& write) { go_to(write.tick); };
//     table.draw(context, writes);
#pragma once

#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <imgui/imgui.h>

namespace fungescope::ui {

// The text of a cell: pieces of one colour each, a character apart. Empty pieces are left out.
struct CellText {
  struct Piece {
    ImU32 colour;
    std::string text;
  };
  std::vector<Piece> pieces;

  CellText() = default;
  CellText(ImU32 colour, std::string text) { add(colour, std::move(text)); }
  CellText& add(ImU32 colour, std::string text);
  [[nodiscard]] std::string plain() const;
};

enum class TableAlign : std::uint8_t { left, right };

// Widths that are not a number of characters. Any negative number is a share of the rest.
inline constexpr float fit_width = 0;    // as wide as the contents
inline constexpr float rest_width = -1;  // the room that the others leave

struct ColumnLook {
  float width = fit_width;
  TableAlign align = TableAlign::left;
  ImGuiTableColumnFlags flags = 0;
};

[[nodiscard]] constexpr ColumnLook right_aligned(float width) {
  return {.width = width, .align = TableAlign::right};
}

// Orders rows by a member.
template <auto member>
inline constexpr auto by_member =
    [](const auto& a, const auto& b) { return a.*member < b.*member; };

// Orders cells row by row.
[[nodiscard]] inline bool in_reading_order(Point a, Point b) {
  return a.y != b.y ? a.y < b.y : a.x < b.x;
}

// The parts of a table that do not depend on the type of its rows.
struct TableBase {
  explicit TableBase(const char* name) : id(name) {}

  const char* id;
  bool headings = true;
  bool equal_heights = true;  // of rows; else those that are not visible are drawn, too
  ImVec2 size{0, 0};          // 0: the room that there is
  ImGuiTableFlags flags = ImGuiTableFlags_ScrollY;
  std::optional<std::size_t> reveal;   // scrolls to this row, if it is not visible
  std::function<void()> further_rows;  // draws rows of another kind at the end

  [[nodiscard]] bool begin(std::size_t columns, bool sortable) const;
  static void set_up_column(const std::string& heading, const ColumnLook& look);
  void draw_headings(const Context& context, const std::vector<ColumnLook>& looks) const;
  static void reveal_row(std::size_t row);
  // Begins a row with an item that spans it. Returns whether it was clicked.
  [[nodiscard]] static bool begin_row(const Context& context, bool selected);
  static void draw_text(const CellText& text, TableAlign align = TableAlign::left);
};

template <class Row>
struct TableColumn {
  std::string heading;
  ColumnLook look;
  std::function<CellText(const Row&)> text;
  std::function<bool(const Row&, const Row&)> less = {};  // null: it does not sort
  std::function<void(const Row&)> draw = {};              // draws the cell instead of its text
};

template <class Row>
struct ListTable : TableBase {
  using TableBase::TableBase;

  std::vector<TableColumn<Row>> columns;

  // What the mouse does with rows. Each may be null.
  // Of the row's item, for tests; may be empty. Cells are named "HEADING NAME".
  std::function<std::string(const Row&)> name;
  std::function<bool(const Row&)> selected;
  std::function<void(const Row&)> click;
  std::function<void(const Row&)> double_click;
  std::function<void(const Row&)> tooltip;  // called in each frame, after the row's item
  std::function<void(const Row&)> menu;     // adds items above those that every table has

  void column(std::string heading, ColumnLook look, std::function<CellText(const Row&)> text) {
    columns.push_back({std::move(heading), look, std::move(text)});
  }
  // A column of text of one colour.
  void column(std::string heading, ColumnLook look, ImU32 colour,
              std::function<std::string(const Row&)> text) {
    column(std::move(heading), look, [colour, text = std::move(text)](const Row& row) {
      return CellText(colour, text(row));
    });
  }
  // The column that was added last orders rows so.
  void sort_by(std::function<bool(const Row&, const Row&)> less) {
    columns.back().less = std::move(less);
  }
  // Draws the cells of the column that was added last, instead of their text.
  void draw_with(std::function<void(const Row&)> draw_cell) {
    columns.back().draw = std::move(draw_cell);
  }

  void draw(Context& context, const std::vector<Row>& rows) const {
    const bool sortable = std::any_of(columns.begin(), columns.end(),
                                      [](const auto& column) { return column.less != nullptr; });
    if (!begin(columns.size(), sortable)) return;
    std::vector<ColumnLook> looks;
    for (const TableColumn<Row>& column : columns) {
      ColumnLook look = column.look;
      if (!column.less) look.flags |= ImGuiTableColumnFlags_NoSort;
      if (looks.empty()) look.flags |= ImGuiTableColumnFlags_NoHide;
      set_up_column(column.heading, look);
      looks.push_back(look);
    }
    if (headings) draw_headings(context, looks);
    if (reveal) reveal_row(*reveal);
    const Shown shown = shown_of(rows);
    const auto draw_rows = [&](int from, int to) {
      for (int i = from; i < to; ++i) {
        ImGui::PushID(i);
        draw_row(context, shown, static_cast<std::size_t>(i));
        ImGui::PopID();
      }
    };
    if (equal_heights) {
      ImGuiListClipper clipper;
      clipper.Begin(static_cast<int>(rows.size()));
      while (clipper.Step()) draw_rows(clipper.DisplayStart, clipper.DisplayEnd);
    } else {
      draw_rows(0, static_cast<int>(rows.size()));
    }
    if (further_rows) further_rows();
    ImGui::EndTable();
  }

 private:
  // What the user has chosen to see. Within a menu ImGui does not know the table.
  struct Shown {
    std::vector<const Row*> rows;  // in their order
    std::vector<bool> columns;
  };
  [[nodiscard]] Shown shown_of(const std::vector<Row>& rows) const {
    Shown shown;
    for (const Row& row : rows) shown.rows.push_back(&row);
    for (int i = 0; i < ImGui::TableGetColumnCount(); ++i) {
      shown.columns.push_back((ImGui::TableGetColumnFlags(i) & ImGuiTableColumnFlags_IsEnabled) !=
                              0);
    }
    const ImGuiTableSortSpecs* const specs = ImGui::TableGetSortSpecs();
    if (specs == nullptr || specs->SpecsCount == 0) return shown;
    const auto& less = columns[static_cast<std::size_t>(specs->Specs[0].ColumnIndex)].less;
    const bool ascending = specs->Specs[0].SortDirection == ImGuiSortDirection_Ascending;
    std::stable_sort(shown.rows.begin(), shown.rows.end(), [&](const Row* a, const Row* b) {
      return ascending ? less(*a, *b) : less(*b, *a);
    });
    return shown;
  }

  // Returns the visible columns of a row as a line, separated by tabs.
  [[nodiscard]] std::string as_text(const Shown& shown, const Row& row) const {
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!shown.columns[i] || !columns[i].text) continue;
      line += (line.empty() ? "" : "\t") + columns[i].text(row).plain();
    }
    return line + '\n';
  }

  void draw_menu(Context& context, const Shown& shown, const Row& row) const {
    if (!ImGui::BeginPopupContextItem("menu")) return;
    if (menu) {
      menu(row);
      ImGui::Separator();
    }
    if (ImGui::MenuItem("copy the row")) context.services.copy(as_text(shown, row));
    if (ImGui::MenuItem("copy all rows")) {
      std::string text;
      for (const Row* const each : shown.rows) text += as_text(shown, *each);
      context.services.copy(text);
    }
    ImGui::EndPopup();
  }

  void draw_row(Context& context, const Shown& shown, std::size_t index) const {
    const Row& row = *shown.rows[index];
    const bool clicked = begin_row(context, selected && selected(row));
    const std::string item = name ? name(row) : "";
    if (!item.empty()) name_item(item);
    if (clicked && double_click && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      double_click(row);
    } else if (clicked && click) {
      click(row);
    }
    if (tooltip) tooltip(row);
    draw_menu(context, shown, row);
    ImGui::SameLine(0, 0);
    for (const TableColumn<Row>& column : columns) {
      if (&column != &columns.front() && !ImGui::TableNextColumn()) continue;
      if (column.draw) {
        column.draw(row);
      } else {
        draw_text(column.text(row), column.look.align);
      }
      if (item.empty()) continue;
      name_area(column.heading, item, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    }
  }
};

}  // namespace fungescope::ui
