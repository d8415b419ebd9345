#include "base/escape.h"
#include "base/text_table.h"
#include "debugger_ui/app/bars.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// Shorter commands would only make the progress bar flicker. Seconds.
constexpr double worth_showing = 0.3;
constexpr double animation_interval = 1.0 / 30;

std::string stop_text(const ViewSnapshot& snapshot) {
  if (snapshot.last_stop->breakpoints.empty()) return "stopped";
  const std::uint32_t id = snapshot.last_stop->breakpoints.front();
  for (const BreakpointSnapshot& stop : snapshot.breakpoints) {
    if (stop.id == id) return fmt::format("stopped at {}: break {}", id, stop.text);
  }
  return fmt::format("stopped at {}", id);
}

std::string memory_text(std::size_t bytes) {
  // The exact value for a short run depends on timing; images must be reproducible.
  if (bytes < 1U << 20U) return "history below 1 MB";
  return fmt::format("history {} MB", (bytes + (1U << 19U)) >> 20U);
}

void item(const std::string& text, ImU32 colour, float gap) {
  ImGui::SameLine(0, gap);
  coloured_text(colour, text);
}

void draw_progress(Context& context, const std::string& text, float share, const Action& cancel) {
  ImGui::SameLine(0, 14 * context.scale);
  if (share < 0) {
    context.schedule.within(animation_interval);
    share = static_cast<float>(context.time - std::floor(context.time));
  }
  ImGui::ProgressBar(share, {90 * context.scale, ImGui::GetTextLineHeight()}, "");
  name_item("progress");
  ImGui::SameLine(0, 6 * context.scale);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(4 * context.scale, 0));
  if (ImGui::Button("cancel")) cancel.perform();
  name_item("cancel work");
  ImGui::PopStyleVar();
  action_hint(context.theme, cancel);
  item(text, context.theme.text, 6 * context.scale);
  name_item("progress text");
}

void draw_right(Context& context, const ViewSnapshot& snapshot, float from) {
  struct Part {
    std::string text;
    ImU32 colour;
    std::string hint;
  };
  const Theme& theme = context.theme;
  std::vector<Part> parts;
  if (!snapshot.program->warnings.empty()) {
    std::string all;
    for (const Error& warning : snapshot.program->warnings) all += to_string(warning) + '\n';
    if (!all.empty()) all.pop_back();
    parts.push_back({count_text(snapshot.program->warnings.size(), "warning"), theme.warning, all});
  }
  const Size field = snapshot.program->field();
  parts.push_back(
      {fmt::format("{} {}x{}", snapshot.program->dialect.name, field.width, field.height),
       theme.dim, "dialect, and the size of the field"});
  parts.push_back({memory_text(snapshot.usage.bytes), theme.dim,
                   fmt::format("{} checkpoints, {} ticks apart", snapshot.usage.checkpoints,
                               with_separators(snapshot.usage.interval))});
  const float gap = 14 * context.scale;
  float width = 0;
  for (const Part& part : parts) width += ImGui::CalcTextSize(part.text.c_str()).x + gap;
  const float left = ImGui::GetWindowContentRegionMax().x - width + gap;
  if (left < from + gap) return;  // no space
  ImGui::SameLine(left);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    coloured_text(parts[i].colour, parts[i].text);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", parts[i].hint.c_str());
  }
}

// "playing 1.4 G ticks/s", "waits for input", "ended", ..., and its tone.
struct RunStatus {
  std::string text;
  Tone tone = Tone::plain;
};
RunStatus run_status(const ViewSnapshot& snapshot) {
  using Reason = StopInfo::Reason;
  if (snapshot.playing()) {
    const bool back = snapshot.activity.direction == RunDirection::reverse;
    return {fmt::format("playing {}{}", back ? "backwards " : "",
                        speed_text(std::max(snapshot.activity.ticks_per_second, 1.0))),
            Tone::good};
  }
  if (snapshot.status == Status::faulted) return {"error: " + snapshot.fault, Tone::bad};
  if (snapshot.status == Status::ended) return {"ended", Tone::plain};
  RunStatus pause = snapshot.input.awaited ? RunStatus{"waits for input", Tone::warning}
                                           : RunStatus{"paused", Tone::plain};
  if (!snapshot.last_stop || snapshot.last_stop->tick != snapshot.tick) return pause;
  switch (snapshot.last_stop->reason) {
    case Reason::breakpoint:
      return {stop_text(snapshot) + (snapshot.accessed.empty() ? "" : "   " + snapshot.accessed),
              Tone::warning};
    case Reason::input_wait:
      return {"waits for input", Tone::warning};
    case Reason::beginning:
      return {"at the beginning", Tone::plain};
    case Reason::not_found:
      return {"not found", Tone::warning};
    default:
      return pause;
  }
}

}  // namespace

void draw_status_bar(Context& context, const std::string& other_work, float share,
                     const std::string& editing, const Action& cancel) {
  const ViewSnapshot& snapshot = context.snapshot;
  const Theme& theme = context.theme;
  const RunStatus status = run_status(snapshot);
  const float height = ImGui::GetTextLineHeight();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float radius = 3.5F * context.scale;
  ImGui::GetWindowDrawList()->AddCircleFilled(
      {from.x + radius, from.y + height / 2}, radius,
      status.tone == Tone::plain ? theme.dim : colour_of(status.tone, theme), 16);
  ImGui::Dummy({2 * radius, height});
  item(status.text, theme.text, 6 * context.scale);
  name_area("status", status.text, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  const float gap = 14 * context.scale;
  item("at " + to_string(snapshot.ip), theme.dim, gap);
  const std::string phase = snapshot.program->phases.name_at(snapshot.ip);
  if (!phase.empty() && snapshot.status != Status::ended) {
    item("in " + escape_controls(phase), theme.text, gap / 2);
    name_item("phase");
  }
  if (snapshot.branches.size() > 1) {
    item(fmt::format("branch {} of {}", snapshot.branch, snapshot.branches.size()), theme.dim, gap);
  }
  if (!editing.empty()) item(editing, theme.accent, gap);
  if (snapshot.busy() && snapshot.activity.seconds > worth_showing) {
    const Activity& activity = snapshot.activity;
    draw_progress(context,
                  fmt::format("{}  {}", activity.line.empty() ? "replaying" : activity.line,
                              with_separators(activity.now)),
                  progress_share(activity.now, activity.goal), cancel);
  } else if (!other_work.empty()) {
    draw_progress(context, other_work, share, cancel);
  }
  draw_right(context, snapshot, ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x);
}

}  // namespace fungescope::ui
