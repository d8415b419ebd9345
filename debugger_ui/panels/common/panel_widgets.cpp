#include "debugger_ui/panels/common/panel_widgets.h"

#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/widgets/drawing.h"
#include "debugger_ui/widgets/icons.h"
#include "debugger_ui/widgets/item_names.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui_internal.h>

namespace fungescope::ui {

// ---- Text

void coloured_text(ImU32 colour, std::string_view text) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
}

void wrapped_coloured_text(ImU32 colour, std::string_view text) {
  ImGui::PushTextWrapPos(0);
  coloured_text(colour, text);
  ImGui::PopTextWrapPos();
}

void placeholder_text(const Context& context, std::string_view text) {
  wrapped_coloured_text(context.theme.dim, text);
}

void right_aligned_text(ImU32 colour, const std::string& text) {
  ImGui::SameLine();
  const float right = ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(text.c_str()).x;
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), right));
  coloured_text(colour, text);
}

float character_width() {
  return ImGui::CalcTextSize("0").x;
}

std::string value_within(std::int64_t value, float room) {
  const auto characters = static_cast<int>(std::max(room / character_width(), 0.0F));
  std::string text = fmt::format("{}", value);
  const auto fits = [&] { return static_cast<int>(text.size()) <= characters; };
  for (int digits = 6; digits >= 0 && !fits(); --digits) {
    text = fmt::format("{:.{}e}", static_cast<double>(value), digits);
  }
  return text;
}

std::string character_text(std::int64_t value) {
  if (value == '\n') return "\\n";
  if (value == '\t') return "\\t";
  if (value == '\r') return "\\r";
  return is_printable_ascii(value) ? fmt::format("'{}'", static_cast<char>(value)) : "";
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [](char a, char b) { return to_lower(a) == to_lower(b); }) != text.end() ||
         part.empty();
}

// ---- Tooltips

void item_tooltip(const Context& context, std::string_view what, std::string_view command) {
  name_item(command.empty() ? what : command);
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(character_width() * 48);
  ImGui::TextUnformatted(what.data(), what.data() + what.size());
  if (!command.empty()) coloured_text(context.theme.dim, command);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void command_item(Context& context, const char* label, const std::string& command,
                  const char* key) {
  if (ImGui::MenuItem(label, key)) context.services.run(command);
  item_tooltip(context, command);
}

// ---- Buttons

bool text_button(const Context& context, const char* label, bool enabled) {
  ImGui::BeginDisabled(!enabled);
  ImGui::PushStyleColor(ImGuiCol_Button, context.theme.raised);
  const bool pressed = ImGui::Button(label);
  ImGui::PopStyleColor();
  ImGui::EndDisabled();
  return pressed;
}

bool close_button(const Context& context, const char* id) {
  const float side = ImGui::GetTextLineHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton(id, {side, side});
  draw_icon(*ImGui::GetWindowDrawList(), Icon::cross, corner, side,
            ImGui::IsItemHovered() ? context.theme.text : context.theme.dim);
  return pressed;
}

bool toggle_button(const Context& context, const char* label, bool chosen) {
  ImGui::PushStyleColor(ImGuiCol_Button, chosen ? context.theme.active : context.theme.raised);
  ImGui::PushStyleColor(ImGuiCol_Text, chosen ? context.theme.text : context.theme.dim);
  const bool pressed = ImGui::Button(label);
  ImGui::PopStyleColor(2);
  return pressed;
}

void fold_triangle(ImVec2 at, float side, bool open, ImU32 colour) {
  const ImVec2 middle{at.x + side, at.y + ImGui::GetTextLineHeight() / 2};
  const float low = side * 0.6F;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (open) {
    list.AddTriangleFilled({middle.x - side, middle.y - low}, {middle.x + side, middle.y - low},
                           {middle.x, middle.y + side}, colour);
  } else {
    list.AddTriangleFilled({middle.x - low, middle.y - side}, {middle.x + side, middle.y},
                           {middle.x - low, middle.y + side}, colour);
  }
}

// ---- Bookmarks and branches

const BranchInfo* find_branch(const ViewSnapshot& snapshot, std::optional<BranchId> id) {
  const auto& all = snapshot.branches;
  const auto found = std::find_if(all.begin(), all.end(),
                                  [id](const BranchInfo& branch) { return branch.id == id; });
  return found == all.end() ? nullptr : &*found;
}

void ask_bookmark_name(Services& services, const Bookmark& bookmark) {
  services.prompt_line(fmt::format("bookmark at tick {}", with_separators(bookmark.tick)), "name",
                       bookmark.name, [&services, id = bookmark.id](const std::string& name) {
                         services.run(fmt::format("rename {} {}", id, double_quoted(name)));
                       });
}

// ---- Cells

void show_cell(Context& context, Point at) {
  context.selection.cell = at;
  context.selection.area.reset();
  context.selection.marked = {Rectangle{at, {1, 1}}};
  context.selection.show = at;
}

std::string cell_glyph(std::int64_t value) {
  if (is_printable_ascii(value)) return std::string(1, static_cast<char>(value));
  return "\u00b7";
}

Point square_at(ImVec2 offset, ImVec2 side, Size count) {
  return {
      std::clamp<std::int64_t>(static_cast<std::int64_t>(offset.x / side.x), 0, count.width - 1),
      std::clamp<std::int64_t>(static_cast<std::int64_t>(offset.y / side.y), 0, count.height - 1)};
}

ImFont* font_within(const Fonts& fonts, float height) {
  ImFont* best = nullptr;
  for (ImFont* const font : fonts.ladder) {
    if (font->FontSize <= height) best = font;
  }
  return best;
}

void centred_glyph(ImDrawList& list, ImFont* font, ImVec2 corner, ImVec2 size, char character,
                   ImU32 colour, bool heavy) {
  if (font == nullptr) return;
  const float height = font->FontSize;
  const std::string_view text(&character, 1);
  const ImVec2 at{std::floor(corner.x + (size.x - text_width(*font, text)) / 2 + 0.5F),
                  std::floor(corner.y + (size.y - height) / 2 + 0.5F)};
  draw_text(list, *font, at, colour, text);
  if (heavy) draw_text(list, *font, at + ImVec2(std::max(0.6F, height / 26), 0), colour, text);
}

// ---- Lists

float RowScroller::update(ImVec2 corner, ImVec2 size, std::uint64_t rows, std::uint64_t visible,
                          float rows_per_notch) {
  const std::uint64_t before = first_;
  const std::uint64_t last = rows > visible ? rows - visible : 0;
  moved_ = false;
  first_ = std::min(first_, last);
  if (last == 0) return 0;

  const ImVec2 end{corner.x + size.x, corner.y + size.y};
  if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(corner, end)) {
    wheel_rest_ += ImGui::GetIO().MouseWheel * rows_per_notch;
    const float whole = std::trunc(wheel_rest_);
    wheel_rest_ -= whole;
    const auto steps = static_cast<std::uint64_t>(std::fabs(whole));
    first_ = whole > 0 ? first_ - std::min(first_, steps) : std::min(first_ + steps, last);
  }

  const float width = ImGui::GetStyle().ScrollbarSize;
  const ImRect bar(end.x - width, corner.y, end.x, end.y);
  const ImGuiID id = ImGui::GetID("##rows");
  auto first = static_cast<ImS64>(first_);
  ImGui::KeepAliveID(id);
  ImGui::ScrollbarEx(bar, id, ImGuiAxis_Y, &first, static_cast<ImS64>(visible),
                     static_cast<ImS64>(rows), 0);
  name_area("bar of rows", {}, {bar.Min, bar.Max});
  first_ = static_cast<std::uint64_t>(first);
  moved_ = first_ != before;
  return width;
}

void RowScroller::reveal(std::uint64_t row, std::uint64_t visible) {
  if (row >= first_ && row - first_ < visible) return;
  first_ = row > visible / 2 ? row - visible / 2 : 0;
}

}  // namespace fungescope::ui
