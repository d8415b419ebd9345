#include "base/text_table.h"
#include "debugger_ui/app/bars.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/window_extension.h"
#include "debugger_ui/widgets/icons.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// In ticks a second. The end of the slider, beyond the fastest, is unlimited.
constexpr double fastest = 1e9;
constexpr double end_of_slider = 1.9e9;

struct Button {
  Icon icon;
  std::string_view action;  // its label
  bool gap = false;         // leave a gap before it
};

constexpr std::array visit_buttons{Button{Icon::visit_before, "back to where you were"},
                                   Button{Icon::visit_after, "forward again"}};

constexpr std::string_view play_or_pause = "play or pause";
constexpr std::string_view play_back = "play backwards";
constexpr std::array buttons{
    Button{Icon::restart, "to the beginning"},
    Button{Icon::play_back, play_back},
    Button{Icon::step_back, "step back"},
    Button{Icon::play, play_or_pause},
    Button{Icon::step, "step"},
    Button{Icon::next_back, "previous instruction", true},
    Button{Icon::next, "next instruction"},
    Button{Icon::line, "to the end of the line"},
    Button{Icon::over, "step over the loop"},
    Button{Icon::out, "step out"},
    Button{Icon::to_output, "to the next output"},
};

// Whether the program has a region or variable of this name.
bool names_events(const ViewSnapshot& snapshot, const std::string& name) {
  const Symbols& symbols = snapshot.program->symbols;
  return symbols.region(name) != nullptr || symbols.variable(name).has_value();
}

// What the pace counts, in a few words.
std::string pace_text(const Settings& settings, const ViewSnapshot& snapshot) {
  if (settings.pace == PaceMode::guided) return "guided";
  if (settings.pace == PaceMode::ticks) return "by ticks";
  if (!settings.events.empty() && names_events(snapshot, settings.events)) {
    return "by " + settings.events;
  }
  const WindowExtension* const extension = window_extension_of(*snapshot.program);
  return std::string(extension == nullptr ? "by events" : extension->events);
}

// Rounded to two digits, so that the text shows the exact rate.
double two_digits(double rate) {
  const double unit = std::pow(10.0, std::floor(std::log10(rate)) - 1);
  return std::round(rate / unit) * unit;
}

void draw_buttons(Context& context, std::span<const Button> shown, const ActionTable& actions) {
  const ViewSnapshot& snapshot = context.snapshot;
  const Theme& theme = context.theme;
  bool first = true;
  for (const Button& button : shown) {
    if (!first) ImGui::SameLine(0, (button.gap ? 10.0F : 1.0F) * context.scale);
    first = false;
    const bool playing = snapshot.playing();
    const bool forward = snapshot.activity.direction == RunDirection::forward;
    const bool is_play = button.action == play_or_pause;
    const bool is_back = button.action == play_back;
    const Icon icon = is_play && playing ? Icon::pause : button.icon;
    const bool active = playing && ((is_play && forward) || (is_back && !forward));
    const ImU32 colour = is_play ? theme.accent : theme.text;
    const Action& action = actions.get(button.action);
    if (icon_button(icon, std::string(action.label).c_str(), colour, theme.faint,
                    action.is_enabled(), active)) {
      action.perform();
    }
    name_item(action.label);
    action_hint(theme, action);
  }
}

bool draw_pace(Context& context, Settings& settings) {
  const ViewSnapshot& snapshot = context.snapshot;
  bool changed = false;
  const auto choice = [&](const std::string& label, PaceMode mode, const std::string& events,
                          const char* hint) {
    const bool chosen =
        settings.pace == mode && (mode != PaceMode::events || settings.events == events);
    if (ImGui::Selectable(label.c_str(), chosen)) {
      settings.pace = mode;
      if (mode == PaceMode::events) settings.events = events;
      changed = true;
    }
    name_item("pace " + label);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hint);
  };
  ImGui::SetNextItemWidth(120 * context.scale);
  const bool open = ImGui::BeginCombo("##pace", pace_text(settings, snapshot).c_str(),
                                      ImGuiComboFlags_HeightLargest);
  name_item("pace");
  if (!open) {
    if (ImGui::IsItemHovered()) {
      ImGui::SetTooltip("what playing counts: ticks, or changes of a region or a variable");
    }
    return false;
  }
  choice("guided", PaceMode::guided, "",
         "starts slowly, accelerates, and rests where something happens");
  choice("by ticks", PaceMode::ticks, "", "so many ticks a second");
  if (const WindowExtension* const extension = window_extension_of(*snapshot.program)) {
    choice(std::string(extension->events), PaceMode::events, "",
           std::string(extension->events_hint).c_str());
  }
  ImGui::Separator();
  const char* const hint = "so many changes a second; what is between them flies by";
  for (const Region& region : snapshot.program->symbols.regions()) {
    choice("by " + region.name, PaceMode::events, region.name, hint);
  }
  ImGui::Separator();
  for (const Watch& variable : snapshot.program->symbols.variables()) {
    choice("by " + variable.full_name(), PaceMode::events, variable.full_name(), hint);
  }
  ImGui::EndCombo();
  return changed;
}

bool draw_rate(Context& context, Settings& settings) {
  // The text is next to the slider: its handle would cover some of it.
  ImGui::SetNextItemWidth(90 * context.scale);
  const float text_left = ImGui::GetCursorPosX() + 94 * context.scale;
  const float text_width = ImGui::CalcTextSize("0.12 times normal").x;
  const bool guided = settings.pace == PaceMode::guided;
  const bool ticks = settings.pace == PaceMode::ticks;
  double& rate = guided  ? settings.guided_rate
                 : ticks ? settings.speed
                         : settings.events_per_second;
  const std::string label = ticks       ? speed_text(rate)
                            : !guided   ? fmt::format("{:.3g} a second", rate)
                            : rate == 1 ? "normal speed"
                                        : fmt::format("{:.2g} times normal", rate);
  const double least = guided ? 0.1 : ticks ? 1 : 0.5;
  const double most = guided ? 10 : ticks ? end_of_slider : 1000;
  double exact = rate == SessionThread::unlimited ? most : rate;
  const bool changed =
      ImGui::SliderScalar("##speed", ImGuiDataType_Double, &exact, &least, &most, "",
                          ImGuiSliderFlags_NoInput | ImGuiSliderFlags_Logarithmic);
  name_item("speed");
  if (changed) {
    const bool unlimited = ticks && exact > fastest;
    rate = unlimited ? SessionThread::unlimited : std::clamp(two_digits(exact), least, most);
  }
  if (!ImGui::IsItemActive()) {
    const Activity& activity = context.snapshot.activity;
    const bool playing = context.snapshot.playing();
    item_tooltip(context, "speed of playing",
                 playing ? "measured: " + speed_text(activity.ticks_per_second) : "");
  }
  ImGui::SameLine(text_left);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label.c_str());
  ImGui::SameLine(text_left + text_width);
  ImGui::Dummy({0, 0});
  return changed;
}

}  // namespace

std::string speed_text(double speed) {
  if (speed <= 0) return "unlimited";
  if (speed >= 1e9) return fmt::format("{:.3g} G ticks/s", speed / 1e9);
  if (speed >= 1e6) return fmt::format("{:.3g} M ticks/s", speed / 1e6);
  if (speed >= 1e3) return fmt::format("{:.3g} k ticks/s", speed / 1e3);
  return speed == 1 ? "1 tick/s" : fmt::format("{:.3g} ticks/s", speed);
}

void action_hint(const Theme& theme, const Action& action) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(std::string(action.label).c_str());
  const std::string key = shortcut_text(action);
  if (!key.empty()) {
    ImGui::SameLine(0, 20);
    coloured_text(theme.accent, key);
  }
  if (!action.hint.empty()) ImGui::TextUnformatted(std::string(action.hint).c_str());
  if (!action.command.empty()) ImGui::TextDisabled("%s", std::string(action.command).c_str());
  ImGui::EndTooltip();
}

bool Transport::draw(Context& context, Settings& settings, const ActionTable& actions) {
  const float right = ImGui::GetWindowContentRegionMax().x;
  const float letter = ImGui::CalcTextSize("0").x;
  // Continues the line. A narrow window wraps it; in a wider one a second line would cost more
  // space than what is cut off at the end of the first.
  const bool narrow = ImGui::GetIO().DisplaySize.x < narrow_width * context.scale;
  const auto follow = [&](float gap, float width) {
    ImGui::SameLine(0, gap * context.scale);
    if (narrow && ImGui::GetCursorPosX() + width > right) ImGui::NewLine();
  };
  draw_buttons(context, buttons, actions);
  bool changed = false;
  if (settings.layout != LayoutPreset::embed) {
    follow(14, (120 + 3 + 94) * context.scale + 17 * letter);
    changed = draw_pace(context, settings);
    ImGui::SameLine(0, 3 * context.scale);
    changed = draw_rate(context, settings) || changed;
  }
  follow(14, 80 * context.scale + 32 * letter);
  draw_buttons(context, visit_buttons, actions);
  ImGui::SameLine(0, 6 * context.scale);
  draw_tick(context);
  return changed;
}

void Transport::draw_tick(Context& context) {
  const float letter = ImGui::CalcTextSize("0").x;
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("tick");
  ImGui::SameLine();
  // Follows the run until something is typed.
  if (tick_.left() || tick_.text() == followed_) {
    tick_.set_text(followed_ = with_separators(context.snapshot.tick));
  }
  const bool entered =
      tick_.draw(context.theme, context.scale,
                 {"##tick", "tick or bookmark", 18 * letter, ImGuiInputTextFlags_AutoSelectAll});
  if (!tick_.active()) {
    item_tooltip(context, "the tick of the present; type another one to go there",
                 "goto 12,345  goto 2M  goto -100  goto end");
  }
  if (entered && !tick_.text().empty()) {
    context.services.run("goto " + tick_.text());
    followed_ = tick_.text();
  }
  ImGui::SameLine();
  ImGui::TextDisabled("of %s", with_separators(context.snapshot.end).c_str());
}

}  // namespace fungescope::ui
