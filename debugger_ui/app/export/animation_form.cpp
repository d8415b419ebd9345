#include "debugger_ui/app/export/animation_form.h"

#include "base/text_table.h"
#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/window_extension.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr const char* popup = "Animated GIF###animation";

bool tick_field(const char* id, Tick& tick) {
  return ImGui::InputScalar(id, ImGuiDataType_U64, &tick);
}

void label(const char* text, float column) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text);
  ImGui::SameLine(column);
}

bool has_board(const ViewSnapshot& snapshot) {
  return window_extension_of(*snapshot.program) != nullptr || has_region_boards(*snapshot.program);
}

std::string summary_of(const AnimationOptions& options) {
  const double seconds = options.frames * options.delay / 1000.0;
  const Tick span = options.to - options.from;
  const Tick each = options.frames > 1 ? span / static_cast<Tick>(options.frames - 1) : span;
  return fmt::format("{:.1f} seconds, a frame every {} ticks", seconds, with_separators(each));
}

}  // namespace

void AnimationForm::open(const ViewSnapshot& snapshot) {
  options_.from = snapshot.begin;
  options_.to = snapshot.end;
  if (!has_board(snapshot) && options_.subject == ExportSubject::board)
    options_.subject = ExportSubject::playfield;
  modal_.open();
}

bool AnimationForm::draw_fields(const ViewSnapshot& snapshot, const Theme& theme, float scale) {
  const float sign = ImGui::CalcTextSize("0").x;
  const float column = 16 * sign;
  const float width = 16 * sign;
  label("of the", column);
  for (const ExportSubject subject :
       {ExportSubject::board, ExportSubject::playfield, ExportSubject::window}) {
    if (subject == ExportSubject::board && !has_board(snapshot)) continue;
    if (ImGui::RadioButton(name_of(subject).data(), options_.subject == subject)) {
      options_.subject = subject;
    }
    ImGui::SameLine(0, 16 * scale);
  }
  ImGui::NewLine();
  label("from tick", column);
  ImGui::SetNextItemWidth(width);
  tick_field("##from", options_.from);
  ImGui::SameLine();
  if (ImGui::Button("here##from")) options_.from = snapshot.tick;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("tick %s", with_separators(snapshot.tick).c_str());
  label("to tick", column);
  ImGui::SetNextItemWidth(width);
  tick_field("##to", options_.to);
  ImGui::SameLine();
  if (ImGui::Button("here##to")) options_.to = snapshot.tick;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("tick %s", with_separators(snapshot.tick).c_str());
  ImGui::SameLine();
  if (ImGui::Button("whole run")) {
    options_.from = snapshot.begin;
    options_.to = snapshot.end;
  }
  if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip("as far as it is recorded, tick %s", with_separators(snapshot.end).c_str());
  }
  const auto number = [&](const char* text, const char* id, int& value, const char* unit) {
    label(text, column);
    ImGui::SetNextItemWidth(width);
    ImGui::InputInt(id, &value, 0);
    ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Text, theme.dim);
    ImGui::TextUnformatted(unit);
    ImGui::PopStyleColor();
  };
  number("frames", "##frames", options_.frames, "evenly over the ticks");
  number("a frame stays", "##delay", options_.delay, "milliseconds");
  ImGui::BeginDisabled(options_.subject == ExportSubject::window);
  number("width", "##width", options_.width, "pixels at most");
  ImGui::EndDisabled();
  ImGui::Dummy({0, 4 * scale});
  const std::string problem = problem_of(options_);
  ImGui::PushStyleColor(ImGuiCol_Text, problem.empty() ? theme.dim : theme.bad);
  ImGui::TextUnformatted(problem.empty() ? summary_of(options_).c_str() : problem.c_str());
  ImGui::PopStyleColor();
  return problem.empty();
}

std::optional<AnimationOptions> AnimationForm::draw(const ViewSnapshot& snapshot,
                                                    const Theme& theme, const InputQueue& input,
                                                    float scale) {
  if (!modal_.begin(popup, scale)) return std::nullopt;
  std::optional<AnimationOptions> confirmed;
  const bool possible = draw_fields(snapshot, theme, scale);
  ImGui::Dummy({0, 2 * scale});
  constexpr DialogButton cancel{"cancel", "Escape"};
  const DialogButton accept{"choose file", "Enter: asks for the file, then makes it", possible};
  move_to_right(dialog_buttons_width(cancel, accept));
  const DialogChoice choice = dialog_buttons(cancel, accept);
  // Not in the first frame, whose keys opened the dialog.
  const bool entered =
      !modal_.appearing() && (input.pressed(Key::enter) || input.pressed(Key::keypad_enter));
  if (possible && (entered || choice == DialogChoice::accept)) confirmed = options_;
  if (confirmed || choice == DialogChoice::cancel || input.pressed(Key::escape)) modal_.close();
  modal_.end();
  return confirmed;
}

}  // namespace fungescope::ui
