#include "debugger_ui/app/tour.h"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>
#include <imgui/imgui.h>

namespace fungescope::ui {
namespace {

constexpr std::array steps{
    TourStep{
        "play or pause", PanelId::count, "Play",
        "Space plays the program and pauses it. It starts slowly, gets faster, and rests where "
        "something happens. Ctrl+Home returns to the beginning."},
    TourStep{"playfield", PanelId::playfield, "The program",
             "It is its own picture: an instruction pointer, the framed cell with an arrow, walks "
             "over the characters and executes them. The cells that were just executed, read and "
             "written glow."},
    TourStep{"board", PanelId::board, "What it works on",
             "The program's memory as a sudoku: white digits are given, blue ones deduced, framed "
             "ones guessed. The sentence below says what happened last, and why. Double-click a "
             "cell to see the instruction that wrote it."},
    TourStep{"timeline", PanelId::timeline, "The whole run",
             "Click or drag to go to any instant, past or future: nothing is lost. The coloured "
             "strip tells the phase that the program was in."},
    TourStep{"pace", PanelId::count, "The pace",
             "Choose what playing counts: ticks, or what happens. With \"by digits\", one decision "
             "follows the other, and the work between them flies by."},
};

// Replaces the step of the board in programs without a sudoku.
constexpr TourStep console_step{
    "console line", PanelId::console, "What it says and hears",
    "The console is the program's terminal. When the program waits for input, type a line here: "
    "the "
    "run goes on. At an earlier instant, another line begins another run, and the first one is "
    "kept."};

}  // namespace

std::span<const TourStep> tour_steps() {
  return steps;
}

void Tour::start() {
  go_to(0);
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

void Tour::draw(Context& context, bool& offered) {
  if (!step_) {
    if (!offered) draw_offer(context, offered);
    return;
  }
  offered = true;
  const bool sudoku = context.snapshot.program->board.has_value();
  const bool on_board = steps[*step_].panel == PanelId::board;
  const TourStep& step = on_board && !sudoku ? console_step : steps[*step_];
  if (step.panel != PanelId::count && !revealed_) {
    context.services.reveal(step.panel);
    context.schedule.within(0);
  }
  revealed_ = true;
  draw_step(context, step);
}

void Tour::draw_offer(Context& context, bool& offered) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x - 12 * context.scale, display.y - 40 * context.scale}, 0,
                          {1, 1});
  ImGui::PushStyleColor(ImGuiCol_Border, context.theme.accent);
  if (ImGui::Begin("##tour offer", nullptr,
                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                       ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav)) {
    ImGui::TextUnformatted("New here? Five steps show what this window is.");
    if (ImGui::Button("take the tour")) {
      offered = true;
      start();
    }
    name_item("take the tour");
    ImGui::SameLine();
    if (ImGui::Button("no, thanks")) offered = true;
    name_item("no tour");
    ImGui::SameLine();
    ImGui::TextDisabled("Help has it");
  }
  ImGui::End();
  ImGui::PopStyleColor();
}

void Tour::draw_step(Context& context, const TourStep& step) {
  const auto* const names = static_cast<const ItemNames*>(ImGui::GetIO().UserData);
  const auto box = names == nullptr ? std::nullopt : names->find(std::string(step.widget));
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float unit = context.scale;
  const float width = 330 * unit;
  const float gap = 14 * unit;
  ImVec2 at{display.x / 2, display.y / 2};
  ImVec2 pivot{0.5F, 0.5F};
  if (box) {
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.AddRect({box->min.x - 2 * unit, box->min.y - 2 * unit},
                 {box->max.x + 2 * unit, box->max.y + 2 * unit}, context.theme.accent, 4 * unit, 0,
                 2.5F * unit);
    // Next to the widget, where there is room; in its middle if it is large.
    const ImVec2 middle = box->at({0.5F, 0.5F});
    const float x = std::clamp(middle.x, width / 2 + gap, display.x - width / 2 - gap);
    const float below = display.y - box->max.y;
    at = {x, middle.y};
    if (below > display.y / 3) {
      at.y = box->max.y + gap;
      pivot.y = 0;
    } else if (box->min.y > display.y / 3) {
      at.y = box->min.y - gap;
      pivot.y = 1;
    }
  }
  ImGui::SetNextWindowPos(at, 0, pivot);
  ImGui::SetNextWindowSize({width, 0});
  ImGui::PushStyleColor(ImGuiCol_Border, context.theme.accent);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, context.theme.raised);
  if (ImGui::Begin("##tour", nullptr,
                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                       ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav)) {
    ImGui::TextDisabled("%s", fmt::format("{} of {}", *step_ + 1, steps.size()).c_str());
    ImGui::SameLine();
    ImGui::TextUnformatted(step.title.data());
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(step.text.data());
    ImGui::PopTextWrapPos();
    const bool last = *step_ + 1 == steps.size();
    bool close = context.input.pressed(Key::escape);
    if (*step_ > 0) {
      if (ImGui::Button("back")) go_to(*step_ - 1);
      name_item("tour back");
      ImGui::SameLine();
    }
    if (ImGui::Button(last ? "done" : "next")) {
      if (last) {
        close = true;
      } else {
        go_to(*step_ + 1);
      }
    }
    name_item("tour next");
    if (!last) {
      ImGui::SameLine();
      close = ImGui::Button("close") || close;
      name_item("tour close");
    }
    if (close) step_.reset();
  }
  ImGui::End();
  ImGui::PopStyleColor(2);
}

}  // namespace fungescope::ui
