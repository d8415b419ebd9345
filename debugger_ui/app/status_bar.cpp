#include "debugger_ui/app/status_bar.h"

#include "base/text_table.h"
#include "debugger_ui/app/messages.h"
#include "debugger_ui/app/transport.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// A command that is over sooner is not worth a bar that flickers.
constexpr double worth_showing = 0.3;

std::string stop_words(const Picture& picture) {
  if (picture.last_stop->stops.empty()) return "stopped";
  const std::uint32_t id = picture.last_stop->stops.front();
  for (const StopPicture& stop : picture.stops) {
    if (stop.id == id) return fmt::format("stopped at {}: break {}", id, stop.text);
  }
  return fmt::format("stopped at {}", id);
}

std::string memory_text(std::size_t bytes) {
  // What a short run takes depends on what was asked meanwhile: the same picture each time.
  if (bytes < 1U << 20U) return "history below 1 MB";
  return fmt::format("history {} MB", (bytes + (1U << 19U)) >> 20U);
}

void item(const std::string& text, ImU32 colour, float gap) {
  ImGui::SameLine(0, gap);
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
}

void draw_progress(Context& context, const std::string& words, float share,
                   const std::function<void(Action)>& perform) {
  ImGui::SameLine(0, 14 * context.scale);
  const float height = ImGui::GetTextLineHeight();
  const float width = 150 * context.scale;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, {from.x + width, from.y + height}, context.theme.raised);
  if (share >= 0) {
    list.AddRectFilled(from, {from.x + width * std::min(share, 1.0F), from.y + height},
                       with_alpha(context.theme.accent, 0.45F));
  } else {
    const auto at = static_cast<float>(context.time - std::floor(context.time));
    list.AddRectFilled({from.x + at * width * 0.8F, from.y},
                       {from.x + (at * 0.8F + 0.2F) * width, from.y + height},
                       with_alpha(context.theme.accent, 0.45F));
  }
  list.PushClipRect(from, {from.x + width, from.y + height}, true);
  list.AddText({from.x + 4 * context.scale, from.y}, context.theme.text, words.c_str());
  list.PopClipRect();
  ImGui::Dummy({width, height});
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", words.c_str());
  ImGui::SameLine(0, 4 * context.scale);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(4 * context.scale, 0));
  if (ImGui::Button("stop")) perform(Action::stop_work);
  ImGui::PopStyleVar();
  action_hint(context.theme, info_of(Action::stop_work));
}

void draw_right(Context& context, const Picture& picture, float from) {
  struct Part {
    std::string text;
    ImU32 colour;
    std::string hint;
  };
  const Theme& theme = context.theme;
  std::vector<Part> parts;
  if (!picture.program->warnings.empty()) {
    std::string all;
    for (const Error& warning : picture.program->warnings) all += to_string(warning) + '\n';
    if (!all.empty()) all.pop_back();
    const std::size_t count = picture.program->warnings.size();
    parts.push_back(
        {fmt::format("{} warning{}", count, count == 1 ? "" : "s"), theme.warning, all});
  }
  const Size field = picture.program->field();
  parts.push_back(
      {fmt::format("{} {}x{}", picture.program->dialect.name, field.width, field.height), theme.dim,
       "dialect, and the size of the field"});
  parts.push_back({memory_text(picture.usage.bytes), theme.dim,
                   fmt::format("{} checkpoints, {} ticks apart", picture.usage.checkpoints,
                               with_separators(picture.usage.interval))});
  const float gap = 14 * context.scale;
  float width = 0;
  for (const Part& part : parts) width += ImGui::CalcTextSize(part.text.c_str()).x + gap;
  const float left = ImGui::GetWindowContentRegionMax().x - width + gap;
  if (left < from + gap) return;  // no room
  ImGui::SameLine(left);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    ImGui::PushStyleColor(ImGuiCol_Text, parts[i].colour);
    ImGui::TextUnformatted(parts[i].text.c_str());
    ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", parts[i].hint.c_str());
  }
}

}  // namespace

Condition condition_of(const Picture& picture) {
  using Why = Stopped::Why;
  if (picture.playing()) {
    const bool back = picture.doing.way == Way::back;
    return {fmt::format("playing {}{}", back ? "backwards " : "",
                        speed_text(std::max(picture.doing.ticks_per_second, 1.0))),
            Tone::good};
  }
  if (picture.status == Status::faulted) return {"error: " + picture.fault, Tone::bad};
  if (picture.status == Status::ended) return {"ended", Tone::plain};
  if (!picture.last_stop || picture.last_stop->tick != picture.tick) return {"paused", Tone::plain};
  switch (picture.last_stop->why) {
    case Why::stop:
      return {stop_words(picture), Tone::warning};
    case Why::input_wait:
      return {"waits for input", Tone::warning};
    case Why::beginning:
      return {"at the beginning", Tone::plain};
    case Why::not_found:
      return {"not found", Tone::warning};
    default:
      return {"paused", Tone::plain};
  }
}

void draw_status_bar(Context& context, const std::string& other_work, float share,
                     const std::function<void(Action)>& perform) {
  const Picture& picture = context.picture;
  const Theme& theme = context.theme;
  const Condition condition = condition_of(picture);
  const float height = ImGui::GetTextLineHeight();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float radius = 3.5F * context.scale;
  ImGui::GetWindowDrawList()->AddCircleFilled(
      {from.x + radius, from.y + height / 2}, radius,
      condition.tone == Tone::plain ? theme.dim : colour_of(condition.tone, theme), 16);
  ImGui::Dummy({2 * radius, height});
  item(condition.words, theme.text, 6 * context.scale);
  const float gap = 14 * context.scale;
  item(fmt::format("at ({}, {})", picture.ip.x, picture.ip.y), theme.dim, gap);
  if (picture.branches.size() > 1) {
    item(fmt::format("branch {} of {}", picture.branch, picture.branches.size()), theme.dim, gap);
  }
  if (picture.busy() && picture.doing.seconds > worth_showing) {
    const Doing& doing = picture.doing;
    const bool known = doing.goal != no_limit && doing.goal > 0;
    draw_progress(
        context, fmt::format("{}  {}", doing.line, with_separators(doing.now)),
        known ? static_cast<float>(static_cast<double>(doing.now) / static_cast<double>(doing.goal))
              : -1,
        perform);
  } else if (!other_work.empty()) {
    draw_progress(context, other_work, share, perform);
  }
  draw_right(context, picture, ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x);
}

}  // namespace fungescope::ui
