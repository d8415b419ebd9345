#include "debugger_ui/panels/common/list_table.h"

#include <cmath>

namespace fungescope::ui {
namespace {

float row_height() {
  return ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
}

void align_right(float width) {
  const float room = ImGui::GetContentRegionAvail().x - width;
  if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
}

}  // namespace

CellText& CellText::add(ImU32 colour, std::string text) {
  if (!text.empty()) pieces.push_back({colour, std::move(text)});
  return *this;
}

std::string CellText::plain() const {
  std::string text;
  for (const Piece& piece : pieces) text += (text.empty() ? "" : " ") + piece.text;
  return text;
}

bool TableBase::begin(std::size_t columns, bool sortable) const {
  ImGuiTableFlags all = flags | ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_SizingFixedFit;
  if (headings) all |= ImGuiTableFlags_Hideable;
  // The rows have an order of their own until the user chooses another.
  if (sortable) all |= ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate;
  if (!ImGui::BeginTable(id, static_cast<int>(columns), all, size)) return false;
  if (headings) ImGui::TableSetupScrollFreeze(0, 1);
  return true;
}

void TableBase::set_up_column(const std::string& heading, const ColumnLook& look) {
  const bool stretches = look.width < 0;
  ImGui::TableSetupColumn(heading.c_str(),
                          look.flags | (stretches ? ImGuiTableColumnFlags_WidthStretch
                                                  : ImGuiTableColumnFlags_WidthFixed),
                          stretches ? -look.width : look.width * character_width());
}

void TableBase::draw_headings(const Context& context, const std::vector<ColumnLook>& looks) const {
  // ImGui keeps room for the arrow of a column that can be sorted by.
  const float arrow = std::floor(ImGui::GetFontSize() * 0.65F + ImGui::GetStyle().FramePadding.x);
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers, row_height());
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.dim);
  for (int i = 0; i < ImGui::TableGetColumnCount(); ++i) {
    if (!ImGui::TableSetColumnIndex(i)) continue;
    const char* const heading = ImGui::TableGetColumnName(i);
    ImGui::PushID(i);
    const ImVec2 text = ImGui::CalcTextSize(heading);
    const ColumnLook& look = looks[static_cast<std::size_t>(i)];
    const bool sorts = (look.flags & ImGuiTableColumnFlags_NoSort) == 0;
    if (look.align == TableAlign::right) align_right(text.x + (sorts ? arrow : 0));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    name_area(std::string(id) + " heading", heading, {at, {at.x + text.x, at.y + text.y}});
    ImGui::TableHeader(heading);
    ImGui::PopID();
  }
  ImGui::PopStyleColor();
}

void TableBase::reveal_row(std::size_t row) {
  const float top = row_height() * static_cast<float>(row);
  const float shown = ImGui::GetWindowHeight() - 2 * row_height();  // below the headings
  const float scrolled = ImGui::GetScrollY();
  if (top < scrolled || top > scrolled + shown) ImGui::SetScrollY(top - shown / 2);
}

bool TableBase::begin_row(const Context& context, bool selected) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Header, selected_row(context.theme));
  const bool clicked = ImGui::Selectable("##row", selected,
                                         ImGuiSelectableFlags_SpanAllColumns |
                                             ImGuiSelectableFlags_AllowItemOverlap |
                                             ImGuiSelectableFlags_AllowDoubleClick);
  ImGui::PopStyleColor();
  return clicked;
}

void TableBase::draw_text(const CellText& text, TableAlign align) {
  if (align == TableAlign::right) align_right(ImGui::CalcTextSize(text.plain().c_str()).x);
  for (const CellText::Piece& piece : text.pieces) {
    if (&piece != &text.pieces.front()) ImGui::SameLine(0, character_width());
    coloured_text(piece.colour, piece.text);
  }
}

}  // namespace fungescope::ui
