#include "base/text_table.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/source_editing/source_editing.h"
#include "debugger_ui/widgets/text_field.h"
#include "lang/source_text.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
Rectangle cells_of(const TextMatch& match, std::size_t length) {
  const Point step = delta_of(match.direction);
  const auto steps = static_cast<std::int64_t>(length) - 1;
  return rectangle_between(match.at, {match.at.x + steps * step.x, match.at.y + steps * step.y});
}

void FindBar::open() {
  open_ = true;
  focus_ = true;
}

void FindBar::update(Context& context) {
  SourceEditing* const editing = if_active(context.editing);
  // Changes when the searched text does: the document's while it is edited.
  const Query wanted{text_, editing != nullptr ? ~editing->editor().document().revision()
                                               : context.snapshot.instant};
  if (editing != nullptr) {
    if (found_ == wanted) return;
    matches_ = text_.empty() ? TextMatches() : editing->editor().find(text_, max_hits);
    found_ = wanted;
    return;
  }
  query_.update(
      context, slot::find, wanted, [](const Query& query, Session& session, Monitor& /*monitor*/) {
        const Machine& machine = session.machine();
        return find_text(machine.field, decode_characters(query.text, machine.dialect), max_hits);
      });
  if (found_ == query_.answered() || query_.response() == nullptr) return;
  matches_ = *query_.response();
  found_ = query_.answered();
}

std::optional<Point> FindBar::draw(Context& context) {
  if (!open_) return std::nullopt;
  std::optional<Point> show;
  update(context);
  length_ = count_characters(found_.text, context.snapshot.program->dialect);
  const auto go = [&](std::size_t hit) {
    current_ = hit;
    show = hits()[hit].at;
  };
  if (current_ >= hits().size()) current_ = 0;
  if (std::exchange(selected_, found_.text) != found_.text && !hits().empty()) go(0);
  ImGui::SetNextItemWidth(200 * context.scale);
  if (std::exchange(focus_, false)) focus_next_item();
  const bool entered =
      text_field("##find", "text in the field", text_,
                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  const bool escaped = ImGui::IsItemDeactivated() && context.input.pressed(Key::escape);
  const std::size_t count = hits().size();
  const auto button = [](const char* label, const char* tooltip) {
    ImGui::SameLine();
    const bool pressed = ImGui::Button(label);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tooltip);
    return pressed;
  };
  const bool back = button("previous", "the hit before: Shift+Enter");
  const bool next = button("next", "the next hit: Enter");
  ImGui::SameLine();
  std::string status;
  if (text_.empty()) {
    status = "any direction";
  } else if (found_.text != text_) {
    status = "searching…";
  } else if (count == 0) {
    status = "nowhere";
  } else {
    status = fmt::format("{} of {}{}", with_separators(current_ + 1), with_separators(count),
                         matches_.more ? "+" : "");
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", status.c_str());
  if (button("close", "Escape") || escaped) open_ = false;
  const bool shift = context.input.frame().mods.shift;
  if (count > 0 && (back || (entered && shift))) go((current_ + count - 1) % count);
  if (count > 0 && (next || (entered && !shift))) go((current_ + 1) % count);
  return show;
}

}  // namespace fungescope::ui
