#include "debugger_ui/app/dialogs.h"
#include "debugger_ui/panels/window_extension.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <imgui/imgui.h>

namespace fungescope::ui {
namespace {

// The same texts serve a mouse and fingers, a wide window and a phone: they name what is on the
// screen, and no keys.
constexpr std::array steps{
    TourStep{"play or pause", PanelId::none, "Play",
             "This button plays the program, and pauses it. Playing starts slowly, gets faster, "
             "and rests where something happens. The first button goes back to the beginning."},
    TourStep{"playfield", PanelId::playfield, "The program",
             "The text of the program is also its map. The instruction pointer, a framed cell with "
             "an arrow, moves over the characters and executes them. The cells that were just "
             "executed, read and written glow."},
    TourStep{"board", PanelId::board, "The data", ""},
    TourStep{"timeline", PanelId::timeline, "The whole run",
             "Press it anywhere, or drag, to go to that instant, past or future: nothing is lost. "
             "The coloured strip shows which phase the program was in."},
    TourStep{
        "pace", PanelId::none, "The pace",
        "Choose what playing counts: ticks, or changes of a region or a variable, between which "
        "the work is skipped."},
};

// Replaces the step of the board in programs whose kind has no text for it.
constexpr TourStep console_step{
    "console line", PanelId::console, "Output and input",
    "The console is the program's terminal. When a program that is played waits for input, it goes "
    "on with the line that you type here. At an earlier instant, another line begins another run, "
    "and the first one is kept."};

bool button(const char* label, const char* name) {
  const bool pressed = ImGui::Button(label);
  name_item(name);
  return pressed;
}

// A window over all others, with a frame that is seen.
template <class Draw>
void draw_card(const Context& context, const char* id, ImGuiWindowFlags flags, const Draw& draw) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, context.scale);
  ImGui::PushStyleColor(ImGuiCol_Border, context.theme.accent);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, context.theme.panel);
  ImGui::Begin(id, nullptr,
               flags | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoNav);
  draw();
  ImGui::End();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar();
}

// Where a card of this size goes: next to the box, below or above it if the box is low, at its
// sides if it is high; within the window.
ImVec2 place_card(const ItemBox& box, ImVec2 card, ImVec2 display, float gap) {
  struct Side {
    float room;  // beyond the card
    ImVec2 corner;
  };
  const ImVec2 middle = box.at({0.5F, 0.5F});
  const float left = middle.x - card.x / 2;
  const float top = middle.y - card.y / 2;
  const Side below{display.y - box.max.y - 2 * gap - card.y, {left, box.max.y + gap}};
  const Side above{box.min.y - 2 * gap - card.y, {left, box.min.y - gap - card.y}};
  const Side after{display.x - box.max.x - 2 * gap - card.x, {box.max.x + gap, top}};
  const Side before{box.min.x - 2 * gap - card.x, {box.min.x - gap - card.x, top}};
  const bool low = box.max.y - box.min.y < card.y;
  const auto sides =
      low ? std::array{below, above, after, before} : std::array{after, before, below, above};
  // The first one that has room, or else the most.
  const auto* const side = std::max_element(
      sides.begin(), sides.end(),
      [](const Side& a, const Side& b) { return std::min(a.room, 0.0F) < std::min(b.room, 0.0F); });
  return {std::clamp(side->corner.x, gap, std::max(gap, display.x - gap - card.x)),
          std::clamp(side->corner.y, gap, std::max(gap, display.y - gap - card.y))};
}

}  // namespace

std::span<const TourStep> tour_steps() {
  return steps;
}

void Tour::go_to(std::size_t step) {
  step_ = step;
  revealed_ = false;
}

void Tour::begin_frame() {
  void*& user = ImGui::GetIO().UserData;
  if (is_open() && user == nullptr) user = &names_;
  if (!is_open() && user == &names_) user = nullptr;
}

void Tour::draw(Context& context, float bottom, bool& offered) {
  top_of_offer_ = std::numeric_limits<float>::infinity();
  if (!step_) {
    if (!offered) draw_offer(context, bottom, offered);
    return;
  }
  offered = true;
  TourStep step = steps[*step_];
  if (const WindowExtension* const extension = window_extension_of(*context.snapshot.program)) {
    for (const WindowExtension::TourText& own : extension->tour) {
      if (own.step == step.widget) step.text = own.text;
    }
  }
  if (step.text.empty()) step = console_step;
  if (step.panel != PanelId::none && !revealed_) {
    context.services.reveal(step.panel);
    context.schedule.within(0);
  }
  revealed_ = true;
  draw_step(context, step);
}

void Tour::draw_offer(Context& context, float bottom, bool& offered) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x - 12 * context.scale, bottom - 8 * context.scale}, 0, {1, 1});
  draw_card(context, "##tour offer", ImGuiWindowFlags_AlwaysAutoResize, [&] {
    ImGui::TextUnformatted("New here? Five steps show what this window is.");
    if (button("take the tour", "take the tour")) {
      offered = true;
      start();
    }
    ImGui::SameLine();
    if (button("no, thanks", "no tour")) offered = true;
    ImGui::SameLine();
    ImGui::TextDisabled("Help has it");
    top_of_offer_ = ImGui::GetWindowPos().y;
    name_area("tour offer", "", {ImGui::GetWindowPos(), {display.x, bottom}});
  });
}

void Tour::draw_step(Context& context, const TourStep& step) {
  const auto* const names = static_cast<const ItemNames*>(ImGui::GetIO().UserData);
  const auto box = names == nullptr ? std::nullopt : names->find(std::string(step.widget));
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float unit = context.scale;
  const float width = std::min(330 * unit, display.x);
  const float wrap = width - 2 * style.WindowPadding.x;
  const ImVec2 card{width, ImGui::CalcTextSize(step.text.data(), nullptr, false, wrap).y +
                               ImGui::GetTextLineHeight() + ImGui::GetFrameHeight() +
                               2 * (style.WindowPadding.y + style.ItemSpacing.y)};
  ImVec2 at{(display.x - card.x) / 2, (display.y - card.y) / 2};
  if (box) {
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.AddRect({box->min.x - 2 * unit, box->min.y - 2 * unit},
                 {box->max.x + 2 * unit, box->max.y + 2 * unit}, context.theme.accent, 4 * unit, 0,
                 2.5F * unit);
    at = place_card(*box, card, display, 14 * unit);
  }
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize(card);
  draw_card(context, "##tour", 0, [&] {
    ImGui::TextDisabled("%s", fmt::format("{} of {}", *step_ + 1, steps.size()).c_str());
    ImGui::SameLine();
    ImGui::TextUnformatted(step.title.data());
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(step.text.data());
    ImGui::PopTextWrapPos();
    const bool last = *step_ + 1 == steps.size();
    bool close = context.input.pressed(Key::escape);
    if (*step_ > 0) {
      if (button("back", "tour back")) go_to(*step_ - 1);
      ImGui::SameLine();
    }
    if (last) {
      close = button("done", "tour next") || close;
    } else {
      if (button("next", "tour next")) go_to(*step_ + 1);
      ImGui::SameLine();
      close = button("close", "tour close") || close;
    }
    if (close) step_.reset();
    name_area("tour card", "", {at, {at.x + card.x, at.y + card.y}});
  });
}

}  // namespace fungescope::ui
