#include "base/text_table.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/source_editing/source_editing.h"
#include "debugger_ui/widgets/text_field.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// Changes when the searched text does: that of the document while it is edited.
std::uint64_t instant_of(const Context& context) {
  const bool editing = context.editing != nullptr && context.editing->active();
  return editing ? ~context.editing->editor().document().revision() : context.snapshot.instant;
}

}  // namespace

Rectangle cells_of(const TextMatch& match, std::size_t length) {
  const auto size = static_cast<std::int64_t>(length);
  switch (match.direction) {
    case Direction::east:
      return {match.at, {size, 1}};
    case Direction::south:
      return {match.at, {1, size}};
    case Direction::west:
      return {{match.at.x - size + 1, match.at.y}, {size, 1}};
    default:
      return {{match.at.x, match.at.y - size + 1}, {1, size}};
  }
}

void FindBar::open() {
  open_ = true;
  focus_ = true;
}

FindBar::Found FindBar::find(const Query& query, Session& session, Monitor& /*monitor*/) {
  if (query.text.empty()) return {query, {}};
  return {query, find_text(session.machine().field, query.text, max_hits)};
}

void FindBar::update(Context& context) {
  const Query wanted{text_, instant_of(context)};
  if (context.editing != nullptr && context.editing->active()) {
    if (found_.query == wanted) return;
    found_ = {wanted,
              text_.empty() ? TextMatches() : context.editing->editor().find(text_, max_hits)};
    return;
  }
  query_.update(context, slot::find, wanted, find);
  const auto& response = query_.response();
  if (response && !(response->query == found_.query)) found_ = *response;
}

std::optional<Point> FindBar::draw(Context& context) {
  if (!open_) return std::nullopt;
  std::optional<Point> show;
  update(context);
  const auto go = [&](std::size_t hit) {
    current_ = hit;
    show = hits()[hit].at;
  };
  if (current_ >= hits().size()) current_ = 0;
  if (std::exchange(selected_, found_.query.text) != found_.query.text && !hits().empty()) go(0);
  ImGui::SetNextItemWidth(200 * context.scale);
  if (std::exchange(focus_, false)) focus_next_item();
  const bool entered =
      text_field("##find", "text in the field", text_,
                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  const bool escaped = ImGui::IsItemDeactivated() && context.input.pressed(Key::escape);
  const std::size_t count = hits().size();
  ImGui::SameLine();
  const bool back = ImGui::Button("previous");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("the hit before: Shift+Enter");
  ImGui::SameLine();
  const bool next = ImGui::Button("next");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("the next hit: Enter");
  ImGui::SameLine();
  std::string status;
  if (text_.empty()) {
    status = "any direction";
  } else if (found_.query.text != text_) {
    status = "searching…";
  } else if (count == 0) {
    status = "nowhere";
  } else {
    status = fmt::format("{} of {}{}", with_separators(current_ + 1), with_separators(count),
                         found_.matches.more ? "+" : "");
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", status.c_str());
  ImGui::SameLine();
  if (ImGui::Button("close")) open_ = false;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Escape");
  if (escaped) open_ = false;
  const bool shift = context.input.frame().mods.shift;
  if (count > 0 && (back || (entered && shift))) go((current_ + count - 1) % count);
  if (count > 0 && (next || (entered && !shift))) go((current_ + 1) % count);
  return show;
}

}  // namespace fungescope::ui
